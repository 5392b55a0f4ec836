"""Each word of a face draws what it says."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest
from draw_builders import pdf
from face_builders import ADDRESS, KIT, Desk, boxes, draw, leaves, said, write_kit
from output_builders import page_texts

from pnp.art.paths import measure_path
from pnp.face.layout import KitFaces
from pnp.kits import load, read
from pnp.render.png import make_scene_page
from pnp.scene import Box, Group, Item, Path, Rect, Stroke, Text, Use


def test_a_rect_has_box_fill_outline_and_corners(tmp_path: FilePath) -> None:
    face = draw(
        'rect = [1, 2, "1cm", 4]',
        'fill = "cinnabar"',
        'stroke = "#010203"',
        "width = 0.5",
        "dash = [1, 2]",
        "radius = 9",
    )
    (rect,) = Desk(tmp_path, face).items()
    assert rect == Rect(Box(1, 2, 10, 4), "#B3361F", Stroke("#010203", 0.5, (1, 2)), 2)


@pytest.mark.parametrize(
    ("name", "box"),
    [("trim", (0, 0, 60, 90)), ("bleed", (-3, -3, 66, 96)), ("safe", (2.6, 2.6, 54.8, 84.8)), ("mine", (1, 2, 3, 4))],
)
def test_boxes_have_names(tmp_path: FilePath, name: str, box: tuple[float, ...]) -> None:
    face = "[box]\nmine = [1, 2, 3, 4]\n" + draw(f'ellipse = "{name}"', 'fill = "ink"')
    assert boxes(Desk(tmp_path, face).items()) == [box]


@pytest.mark.parametrize(
    ("fit", "matrix"),
    [("contain", (1, 0, 0, 1, 0, 6)), ("cover", (2, 0, 0, 2, -12, 0)), ("stretch", (1, 0, 0, 2, 0, 0))],
)
def test_a_drawing_fits_its_box(tmp_path: FilePath, fit: str, matrix: tuple[float, ...]) -> None:
    face = draw('picture = "sun.svg"', "box = [0, 0, 24, 24]", f'fit = "{fit}"')
    (item,) = Desk(tmp_path, face).items()
    if isinstance(item, Group):
        assert item.clip == Box(0, 0, 24, 24)
        (item,) = item.items
    assert isinstance(item, Use)
    assert item.matrix == pytest.approx(matrix)


def test_a_qr_code_is_told_with_its_content_and_place(tmp_path: FilePath) -> None:
    scene = Desk(tmp_path, draw('qr = "{address}"', "box = [4, 4, 20, 20]", "turn = 90")).scene()
    assert [(content, round(box.x, 6), round(box.width, 6)) for content, box in scene.codes] == [(ADDRESS, 4, 20)]


def test_a_seal_is_told_with_its_number_and_where_its_corners_are(tmp_path: FilePath) -> None:
    (seal,) = Desk(tmp_path, draw('seal = "{worth}"', "box = [4, 4, 10, 8]", "turn = 90")).scene().seals
    assert seal.number == 3
    assert [(round(x, 6), round(y, 6)) for x, y in seal.corners] == [(13, 4), (13, 12), (5, 12), (5, 4)]
    assert Desk(tmp_path, draw('seal = ""', "box = [4, 4, 8, 8]")).scene().items == ()


def test_a_seal_has_a_number_and_a_size_that_cameras_read(tmp_path: FilePath) -> None:
    for number in ("250", "-1", "1.5", "jade"):
        (fault,) = Desk(tmp_path, draw(f'seal = "{number}"', "box = [4, 4, 8, 8]")).faults()
        assert f"'{number}' is no number of a seal" in fault
    (fault,) = Desk(tmp_path, draw('seal = "1"', "box = [4, 4, 5, 5]")).faults()
    assert "0.83 mm, less than 1" in fault


def test_a_turn_is_clockwise_about_the_middle_of_the_box(tmp_path: FilePath) -> None:
    (group,) = Desk(tmp_path, draw("rect = [0, 0, 10, 20]", 'fill = "ink"', "turn = 90")).items()
    assert isinstance(group, Group)
    a, b, c, d, e, f = group.matrix
    assert (a * 0 + c * 0 + e, b * 0 + d * 0 + f) == pytest.approx((15, 5)), "the top left goes to the top right"


CHIP = """\
size = [20, 10]
[input]
n = "count"
who = "optional ref players"
[[draw]]
rect = "trim"
fill = "{colour}"
keep = true
[[draw]]
text = "{name} {n} {who.name}"
"""


def test_a_face_is_scaled_to_the_width_of_its_box(tmp_path: FilePath) -> None:
    face = draw('face = "chip"', "box = [10, 20, 40, 99]", 'set = { n = "{worth}", who = "bob" }')
    desk = Desk(tmp_path, face, chip=CHIP)
    scene = desk.scene()
    (group,) = scene.items
    assert isinstance(group, Group)
    assert group.matrix == (2, 0, 0, 2, 10, 20)
    assert scene.keep == (Box(10, 20, 40, 20),)
    assert desk.words() == "jade 3 Bob"


def test_a_face_can_be_bound_to_another_row(tmp_path: FilePath) -> None:
    face = draw(
        'face = "chip"',
        'each = "parts"',
        'with = "{item}"',
        "set = { n = 1 }",
        "box = [0, 0, 20, 10]",
        "step = [0, 20]",
    )
    assert Desk(tmp_path, face, chip=CHIP).words("silk") == "jade 1 / tea 1"
    constant = draw('face = "chip"', 'with = "{goods.tea}"', 'set = { n = 1, who = "{owner}" }')
    assert Desk(tmp_path, constant, chip=CHIP).words("jade") == "tea 1 Ann"


def test_a_font_without_a_bold_cut_is_told(tmp_path: FilePath) -> None:
    folder = write_kit(tmp_path, draw('text = "**Silk**"', 'font = "plain"'))
    (folder / "theme.toml").write_text('[font.plain]\nregular = "Spectral-Regular"\n')
    layout = KitFaces(load(folder), "en")
    layout.scene("card", layout.kit.tables["goods"]["jade"], size=(60.0, 90.0))
    assert [finding.code for finding in layout.findings] == ["font-cut"]


MAP = 'grid = { hex = "pointy", columns = 3, rows = 2, gap = 0.5 }'


def sides(item: Path) -> list[float]:
    corners = [segment[1:] for segment in item.segments if segment[0] in "ML"]
    return [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize("box", ["[5, 5, 20, 40]", "[5, 5, 40, 20]", "[5, 5, 30, 30]"])
def test_a_hexagon_is_regular_in_any_box(tmp_path: FilePath, box: str) -> None:
    (item,) = Desk(tmp_path, draw(f"hexagon = {box}", 'fill = "silk"')).items()
    lengths = sides(item)
    assert max(lengths) == pytest.approx(min(lengths))


def test_a_map_is_drawn_with_words_and_places_on_each(tmp_path: FilePath) -> None:
    face = draw('hexagon = "safe"', MAP, 'stroke = "ink"', 'place = "land"') + draw(
        'text = "{place} {q},{r}"', 'box = "safe"', MAP, "inset = 1", "size = 8"
    )
    desk = Desk(tmp_path, face)
    hexagons = [item for item in desk.items() if isinstance(item, Path)]
    assert len(hexagons) == 6
    assert all(max(sides(item)) == pytest.approx(min(sides(item))) for item in hexagons)
    assert "a1 0,0" in said(desk.items())
    assert "c2 2,1" in said(desk.items())
    assert not desk.faults()
    spots = desk.layout.spots("card", size=(60.0, 90.0))
    assert [spot.name for spot in spots] == ["land"] * 6
    around = measure_path(hexagons[4].segments)
    assert spots[4].box.x == pytest.approx(around.x)
    assert spots[4].box.height == pytest.approx(around.height)


def test_places_of_a_map_have_their_names(tmp_path: FilePath) -> None:
    own = 'size = [60, 40]\n[[draw]]\nhexagon = [0, 0, 60, 40]\ngrid = { hex = "flat", radius = 1, size = 12 }\n'
    places = Desk(tmp_path, draw('face = "map"'), map=own).layout.places("map")
    middle = places["q0r0"]
    assert (middle.x + middle.width / 2, middle.y + middle.height / 2) == pytest.approx((30, 20))
    assert (middle.width, middle.height) == pytest.approx((12, 6 * math.sqrt(3)))
    assert places["trim"] == Box(0, 0, 60, 40)


def test_a_token_that_is_no_regular_hexagon_is_told(tmp_path: FilePath) -> None:
    token = '[[component]]\nid = "hex"\nkind = "token"\nsize = [30, 30]\nshape = "hexagon"\nface = "card"\n'
    folder = write_kit(tmp_path, draw('rect = "trim"', 'fill = "ink"'))
    (folder / "kit.toml").write_text(KIT + token)
    (finding,) = read(folder)[1]
    assert (finding.severity, finding.code) == ("warning", "uneven-hexagon")
    assert finding.hint == "size = 30 makes it 25.98 × 30"


# --- text with a line round its letters, and on lines that bend ---


def copied(made: Desk) -> str:
    """What a reader of the PDF would copy."""
    return page_texts(pdf([make_scene_page(made.scene())], fonts=made.layout.fonts))[0]


def turned_letters(items: tuple[Item, ...]) -> list[tuple[str, tuple[float, ...]]]:
    return [
        (item.items[0].text, item.matrix)
        for item in items
        if isinstance(item, Group) and isinstance(item.items[0], Text)
    ]


OUTLINED = ('text = "Take **two**"', "box = [5, 5, 50, 20]", "outline = 0.4", 'outline_colour = "silk"')


def test_an_outline_is_one_shape_beneath_the_words_which_stay_words(tmp_path: FilePath) -> None:
    made = Desk(tmp_path, draw(*OUTLINED))
    around, *runs = made.items()
    assert isinstance(around, Path) and around.stroke is not None
    assert (around.fill, around.stroke.colour, around.stroke.width) == ("#F4E9D3", "#F4E9D3", 0.8)
    assert all(isinstance(run, Text) and run.halo == "#F4E9D3" for run in runs)
    assert copied(made) == "Take two"


@pytest.mark.parametrize("more", [(), ('along = "M0,6 h20"',)])
def test_an_optional_text_is_left_out_where_it_does_not_fit(tmp_path: FilePath, more: tuple[str, ...]) -> None:
    for number, (text, shown) in enumerate((("on", True), ("http://a-server-of-a-long-name.example", False))):
        face = draw(f'text = "{text}"', "box = [5, 5, 20, 4]", "optional = true", *more)
        made = Desk(tmp_path / str(number), face)
        assert (bool(made.items()), made.faults()) == (shown, [])


def test_letters_stand_on_the_upper_half_of_an_ellipse(tmp_path: FilePath) -> None:
    face = draw('text = "oo oo"', 'along = "top"', "box = [10, 10, 40, 40]", 'align = "center"')
    made = Desk(tmp_path, face)
    found = turned_letters(made.items())
    assert [text for text, _ in found] == ["o", "o ", "o", "o"]  # a blank goes with the letter before it
    for _, (a, b, _, _, x, y) in found:
        assert ((x - 30) ** 2 + (y - 30) ** 2) ** 0.5 == pytest.approx(20, abs=0.05)
        assert (a, b) == pytest.approx(((30 - y) / 20, (x - 30) / 20), abs=0.05)
    assert found[0][1][1] == pytest.approx(-found[-1][1][1], abs=0.01)
    assert copied(made).replace(" ", "") == "oooo"


SIGNS = 'flow = ["{hand}", "{deck}", "{swap}", "{hand} **2**", "{deck}"]'


def lines(items: tuple[Item, ...]) -> list[tuple[float, float]]:
    """Left and right end of each line of signs and texts, from the top."""
    ends: dict[float, list[float]] = {}
    for item in items:
        if isinstance(item, Use):
            left, right = item.matrix[4], item.matrix[4] + item.matrix[0] * item.art.width
            ends.setdefault(round(item.matrix[5] + item.matrix[3] * item.art.height / 2), []).extend((left, right))
    return [(min(xs), max(xs)) for _, xs in sorted(ends.items())]


def test_signs_wrap_and_stand_in_the_middle(tmp_path: FilePath) -> None:
    face = draw(SIGNS, "box = [10, 10, 30, 40]", "size = 18", 'align = "center"', 'valign = "middle"', "gap = 1")
    desk = Desk(tmp_path, face)
    found = lines(desk.items())
    assert len(found) == 2
    left, right = found[0]
    assert left - 10 == pytest.approx(40 - right)
    assert not desk.faults()


def test_a_flow_goes_through_lists_and_tables(tmp_path: FilePath) -> None:
    parts = draw('flow = "parts"', 'item = "{index}. {item.name}"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "parts", parts).items("silk")) == "1. jade2. tea"
    table = draw('flow = "goods"', 'item = "{item.name} {item.worth}"', 'where = "worth"', "box = [0, 0, 60, 30]")
    assert said(Desk(tmp_path / "table", table).items()) == "jade 3tea 0"
    assert Desk(tmp_path / "empty", parts).items("jade") == ()


COSTS = '''table = """
| Good | Price |
|:--|--:|
| {hand} jade | 3 |
| *tea* from far away | **12** |
"""'''


def cells(desk: Desk) -> list[Text]:
    return [item for item in leaves(desk.items()) if isinstance(item, Text)]


def test_a_table_in_markdown_is_a_table(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw(COSTS, "box = [5, 5, 50, 40]", 'ground = "mist"', 'stripe = "sand"'))
    texts = cells(desk)
    assert [text.text.strip() for text in texts] == ["Good", "Price", "jade", "3", "tea", "from far away", "12"]
    assert [text.font for text in texts if "Bold" in text.font] == ["AlegreyaSans-Bold"] * 3
    right = {round(text.x + text.width, 2) for text in texts if text.text in ("Price", "3", "12")}
    assert right == {54.0}, "a column aligned right ends at the padding"
    assert [item.fill for item in desk.items() if isinstance(item, Rect)] == ["#E3EDE4", "#F3E2C3"]
    rules = [item for item in desk.items() if isinstance(item, Path)]
    assert [rule.stroke.width for rule in rules if rule.stroke] == [0.4, 0.2]
    assert not desk.faults()
