"""Laying out: what is kept from card to card, what is found, and what a component looks like."""

from __future__ import annotations

import io
from pathlib import Path as FilePath

import msgspec
import pytest
from face_builders import KIT, Desk, draw, leaves, said, write_kit

from pnp.art.paths import walk_items as seen
from pnp.face.layout import KitFaces, component_size
from pnp.face.shapes import component_outline
from pnp.findings import KitError
from pnp.kit import Localised, bounds
from pnp.kit.model import Card, Die, Token
from pnp.kits import load
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.render.svg import write_svg
from pnp.scene import Box, Ellipse, Path, Rect, Text, mapped
from pnp.sheet.options import EVERYTHING
from pnp.sheet.parts import parts

GROUND = draw('rect = "bleed"', 'fill = "silk"')
NAME = draw('text = "{name}"')


def test_a_face_without_bindings_is_one_scene(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, GROUND + draw('text = "{plain} {kit.title}"', 'each = "players"'))
    assert desk.scene("jade") is desk.scene("tea")


def test_languages_share_the_forms_of_drawings(tmp_path: FilePath) -> None:
    """Files write a drawing once that is the same one: on a ground, and seen small."""
    layouts = [KitFaces(load(write_kit(tmp_path, GROUND)), language) for language in ("en", "es")]
    signs = [layout._materials.sign("hand", "#23426B") for layout in layouts]
    assert signs[0] is signs[1]
    small = [layout._materials.reduced(sign, 0.05) for layout, sign in zip(layouts, signs, strict=True)]
    assert small[0] is small[1] is not signs[0]


def test_what_does_not_change_is_the_same_item_on_each_card(tmp_path: FilePath) -> None:
    frame = draw('rect = "trim"', "inset = 2", 'stroke = "ink"') + draw('text = "{plain}"', 'each = "players"')
    face = GROUND + draw('face = "frame"', "box = [1, 1, 58, 88]") + NAME + draw('icon = "{sign}"')
    desk = Desk(tmp_path, face, frame=frame)
    jade, tea = desk.items("jade"), desk.items("tea")
    assert jade[0] is tea[0]
    assert jade[1] is tea[1], "the frame takes nothing from the row"
    assert jade[2] is not tea[2]


def test_cards_with_the_same_value_share_what_it_draws(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, NAME + draw('text = "{plain} {language}"', 'when = "name"'))
    assert desk.items("jade")[0] is desk.items("jade")[0]


def test_a_finding_is_counted_on_each_card_it_is_seen_on(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('text = "{nosuch}"', 'when = "name"'))
    for key in ("jade", "tea", "silk", "jade"):
        desk.scene(key)
    (finding,) = desk.layout.findings
    assert len(desk.layout.findings.on(finding)) == 3
    desk = Desk(tmp_path, draw('text = "{nosuch}"'))
    for key in ("jade", "tea"):
        desk.scene(key)
    (finding,) = desk.layout.findings
    assert len(desk.layout.findings.on(finding)) == 2, "a scene that is made once is seen on every card"


def test_text_scaled_below_seven_points_is_a_warning(tmp_path: FilePath) -> None:
    small = "size = [40, 20]\n" + draw('text = "{plain}"', "size = 10")
    desk = Desk(tmp_path, draw('face = "small"', "box = [0, 0, 20, 10]"), small=small)
    assert desk.faults() == ["2:text: text comes out at 5.0 pt, smaller than 7"]


def test_text_shrunk_much_is_a_warning(tmp_path: FilePath) -> None:
    (fault,) = Desk(
        tmp_path, draw('text = "Merchants"', "box = [0, 0, 15, 9]", "size = 14", 'style = "title"')
    ).faults()
    assert fault.startswith("1:text: “Merchants…” is set at")


def test_text_that_does_not_fit_is_quoted_as_it_was_written(tmp_path: FilePath) -> None:
    text = "ここは（２３：３０）に閉まる。"
    faults = Desk(tmp_path, draw(f'text = "{text}"', "box = [0, 0, 6, 3]", "size = 9")).faults()
    assert any(fault.startswith(f"1:text: “{text}…” does not fit") for fault in faults)


def test_a_sign_that_cannot_be_read_is_told_once(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('icon = "bad"') + draw('text = "{bad} {bad}"'))
    (tmp_path / "art" / "bad.svg").write_text("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>")
    kit_with_art = Desk(tmp_path, draw('icon = "bad"') + draw('text = "{bad} {bad}"'))
    assert len(desk.faults()) == 2
    kit_with_art.scene("jade")
    kit_with_art.scene("tea")
    (finding,) = kit_with_art.layout.findings
    assert finding.place.file.endswith("art/bad.svg")


def test_a_typeface_that_is_not_installed_is_told(tmp_path: FilePath) -> None:
    (tmp_path / "theme.toml").write_text('[font.text]\nregular = "Nosuch-Regular"\n')
    desk = Desk(tmp_path, NAME)
    assert desk.items() == ()
    (finding,) = desk.layout.findings
    assert "Nosuch-Regular" in finding.message
    assert finding.card == "cards jade"


def test_an_empty_scene_stands_for_a_face_that_is_not_there(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, NAME)
    assert desk.layout.scene("nosuch", size=(10.0, 10.0)).items == ()
    assert [finding.code for finding in desk.layout.findings] == ["unknown-face"]


def test_a_language_that_the_kit_lacks_is_refused(tmp_path: FilePath) -> None:
    with pytest.raises(KitError) as caught:
        KitFaces(Desk(tmp_path, NAME).kit, "fr")
    assert "en, es" in caught.value.findings[0].hint


def test_a_figure_says_its_own_size(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, NAME, fig="size = [30, 20]\n" + draw('rect = "trim"', 'fill = "silk"'))
    assert (desk.layout.figure("fig").width, desk.layout.figure("fig").height) == (30, 20)
    with pytest.raises(KitError):
        desk.layout.figure("card")


def test_a_component_has_a_front_and_perhaps_a_back(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, GROUND + NAME)
    (cards,) = desk.kit.components
    assert isinstance(cards, Card)
    front = desk.layout.front(cards, desk.kit.tables["goods"]["jade"])
    assert (front.width, front.height, front.bleed, front.corner) == (60, 90, 3, 3)
    assert desk.layout.back(cards, None) is None
    round_cards = msgspec.structs.replace(cards, size=(90.0, 60.0), corner=50.0)
    assert desk.layout.front(round_cards, desk.kit.tables["goods"]["jade"]).corner == 30, "round ends, and no ellipse"


def test_components_have_their_shapes() -> None:
    title = Localised({"en": "X"})
    round_token = Token(id="a", title=title, face="f", size=(20, 20), shape="round")
    hexagon = Token(id="a", title=title, face="f", size=(20, 23), shape="hexagon")
    assert component_outline(round_token) == Ellipse(Box(0, 0, 20, 20))
    outline = component_outline(hexagon)
    assert isinstance(outline, Path)
    assert outline.segments[0] == ("M", 10, 0)
    assert len(outline.segments) == 7
    assert component_size(Die(id="d", title=title, face="f", size=16)) == (16, 16)


def test_repeated_faces_are_bounded(tmp_path: FilePath) -> None:
    many = draw('face = "more"', 'each = "1..1000"')
    more = draw('face = "dots"', 'each = "1..1000"')
    dots = draw('rect = "trim"', 'fill = "ink"', 'when = "language = es"')
    desk = Desk(tmp_path, many, more=more, dots=dots)
    faults = desk.faults()
    assert any(f"more than {bounds.ITEMS.most} things" in fault for fault in faults)


@pytest.mark.parametrize(
    ("face", "frames"),
    [(GROUND, 1), (GROUND + draw('rect = "safe"', 'stroke = "ink"'), 1), (GROUND + draw("line = [0, 0, 9, 9]"), 2)],
)
def test_with_little_ink_a_frame_or_dashes_show_where_to_cut(tmp_path: FilePath, face: str, frames: int) -> None:
    items = Desk(tmp_path, face, ink="low").items()
    outlined = [item for item in leaves(items) if isinstance(item, Rect | Path) and item.stroke]
    assert len(outlined) == frames


@pytest.mark.parametrize(
    ("keys", "fill", "stroke"),
    [
        (('fill = "silk"',), "#FFFFFF", None),
        (('fill = "indigo"',), "#FFFFFF", "#23426B"),
        (('fill = "indigo"', 'stroke = "ink"'), "#FFFFFF", "#2B2320"),
        (('fill = "ink"', "box = [10, 10, 30, 1]"), "#2B2320", None),
        (('fill = "ink"', "box = [-3, -3, 70, 99]"), "#FFFFFF", None),
        (('stroke = "white"',), None, "#2B2320"),
        (('stroke = "rule"',), None, "#B9A98C"),
    ],
)
def test_with_little_ink_fills_stay_unprinted(
    tmp_path: FilePath, keys: tuple[str, ...], fill: str | None, stroke: str | None
) -> None:
    box = next((key.removeprefix("box = ") for key in keys if key.startswith("box")), "[10, 10, 30, 30]")
    rest = [key for key in keys if not key.startswith("box")]
    shape = Desk(tmp_path, draw(f"rect = {box}", *rest), ink="low").items()[0]
    assert isinstance(shape, Rect)
    assert (shape.fill, shape.stroke and shape.stroke.colour) == (fill, stroke)


RED = draw("rect = [5, 5, 50, 50]", 'fill = "cinnabar"')


@pytest.mark.parametrize(
    ("ground", "keys", "fill", "stroke"),
    [
        (RED, ("star = [10, 10, 30, 30]", 'fill = "white"'), "#FFFFFF", "#B3361F"),
        (RED, ("ellipse = [10, 10, 30, 30]", 'fill = "silk"'), "#FFFFFF", "#B3361F"),
        (RED, ("rect = [10, 10, 30, 1]", 'fill = "white"'), "#B3361F", None),
        (RED, ("rect = [10, 10, 30, 30]", 'fill = "white"', 'stroke = "ink"'), "#FFFFFF", "#2B2320"),
        (RED, ("rect = [-4, -4, 70, 100]", 'fill = "white"'), "#FFFFFF", None),
        (RED, ("rect = [30, 30, 30, 30]", 'fill = "white"'), "#FFFFFF", None),
        (GROUND, ("rect = [10, 10, 30, 30]", 'fill = "white"'), "#FFFFFF", None),
    ],
    ids=["star", "disc", "thin", "lined", "all over", "half beside", "on a tint"],
)
def test_with_little_ink_what_stood_out_from_a_dark_ground_keeps_its_edge(
    tmp_path: FilePath, ground: str, keys: tuple[str, ...], fill: str, stroke: str | None
) -> None:
    desk = Desk(tmp_path, ground + draw(*keys), ink="low")
    shape = [item for item in leaves(desk.items()) if isinstance(item, Rect | Ellipse | Path)][1]
    assert type(shape.fill) is str
    assert (shape.fill, shape.stroke and shape.stroke.colour) == (fill, stroke)


@pytest.mark.parametrize(
    ("keys", "edges"),
    [
        (("star = [10, 10, 30, 30]", 'fill = "white"', "opacity = 0.9"), ["#B3361F"]),
        (("star = [10, 10, 30, 30]", 'fill = "white"', "opacity = 0.2"), []),
        (("star = [30, 30, 30, 30]", 'fill = "white"', "opacity = 0.9"), []),
    ],
    ids=["told from its ground", "hardly seen", "half beside"],
)
def test_with_little_ink_a_pale_veil_on_a_dark_ground_keeps_its_edge_and_hides_nothing(
    tmp_path: FilePath, keys: tuple[str, ...], edges: list[str]
) -> None:
    desk = Desk(tmp_path, RED + draw(*keys), ink="low")
    shapes = [item for item in leaves(desk.items()) if isinstance(item, Path)]
    assert [shape.stroke and shape.stroke.colour for shape in shapes] == edges
    assert all(shape.fill is None for shape in shapes)


def test_with_little_ink_light_text_becomes_ink(tmp_path: FilePath) -> None:
    face = draw('text = "a [b]{white} [c]{cinnabar}"', 'colour = "silk"')
    texts = [item for item in Desk(tmp_path, face, ink="low").items() if isinstance(item, Text)]
    assert [text.colour for text in texts] == ["#2B2320", "#B3361F"]


def test_words_for_one_ink_mode_are_left_out_in_the_other(tmp_path: FilePath) -> None:
    face = draw('text = "full"', 'ink = "full"') + draw('text = "low"', 'ink = "low"')
    assert Desk(tmp_path, face).words() == "full"
    assert Desk(tmp_path, face, ink="low").words() == "low"


def test_a_drawing_with_little_ink_keeps_its_lines(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('picture = "sun.svg"') + draw('icon = "hand"'), ink="low")
    fills = {item.fill for use in desk.items()[:2] for item in leaves(use.art.items)}
    assert fills <= {"#FFFFFF", "#2B2320", None}


def test_every_back_end_draws_what_is_laid_out(tmp_path: FilePath) -> None:
    face = GROUND + NAME + draw('icon = "{sign}"', "box = [0, 20, 9, 9]", "turn = 45") + draw('picture = "small.png"')
    desk = Desk(tmp_path, face)
    scene = desk.scene("jade")
    out = io.BytesIO()
    assert write_pdf([scene_page(scene, bleed=True)], out, fonts=desk.layout.fonts, title="t") == 1
    assert out.getvalue().startswith(b"%PDF")
    assert "jade" in "".join(write_svg(scene, fonts=desk.layout.fonts).split("<")).replace("\n", "")


def test_a_face_says_where_its_boxes_and_the_places_of_its_grids_lie(tmp_path: FilePath) -> None:
    street = (
        "size = [50, 30]\n[box]\ngate = [40, 0, 8, 6]\n"
        + draw('rect = "gate"', 'fill = "silk"')
        + draw(
            "rect = [1, 2, 8, 9]", "inset = 1", "grid = { columns = 2, rows = 2 }", "step = [20, 15]", 'turn = "{wide}"'
        )
        + draw('text = "{place}"', "grid = { columns = 3, rows = 1 }", "step = [20, 15]")
        + draw('text = "{place}"', 'grid = { columns = 9, rows = 1, skip = ["a1"] }', 'step = ["{wide}", 0]')
        + draw('text = "{index}"', 'each = "1..3"')
    )
    layout = Desk(tmp_path, draw('face = "street"'), street=street + '[input]\nwide = "number"\n').layout
    names = {"a1": (2, 3), "b1": (22, 3), "a2": (2, 18), "b2": (22, 18)}
    places = layout.places("street")
    assert places.pop("trim") == Box(0, 0, 50, 30)
    assert places.pop("gate") == Box(40, 0, 8, 6)
    assert places.pop("c1") == Box(40, 0, 50, 30), "the first grid that has the place says where it is"
    assert places == {name: Box(x, y, 6, 7) for name, (x, y) in names.items()}
    with pytest.raises(ValueError, match="card says no size"):
        layout.places("card")


ROW = """
size = [30, 10]
[box]
gate = [20, 0, 8, 6]
"""


def test_a_step_draws_a_place_each_time(tmp_path: FilePath) -> None:
    row = ROW + draw("rect = [1, 1, 4, 4]", 'each = "1..3"', "step = [6, 0]", 'when = "index != 2"', 'place = "ward"')
    card = (
        draw('face = "row"', "box = [10, 20, 15, 5]")
        + draw("ellipse = [40, 5, 10, 10]", 'place = "seal"')
        + draw("rect = [0, 40, 20, 10]", "turn = 90", 'place = "turned"', 'fill = "silk"')
        + draw('rect = "trim"', 'when = "name = nobody"', 'place = "hidden"')
    )
    desk = Desk(tmp_path, card, row=row)
    spots = desk.layout.spots("card", desk.kit.tables["goods"]["jade"], size=(60, 90))
    assert [(spot.name, spot.box, spot.form) for spot in spots] == [
        ("ward", Box(1, 1, 4, 4), "square"),
        ("ward", Box(13, 1, 4, 4), "square"),
        ("seal", Box(40, 5, 10, 10), "round"),
        ("turned", Box(0, 40, 20, 10), "square"),
    ]
    assert mapped(spots[1].matrix, spots[1].box) == Box(16.5, 20.5, 2, 2), "on a face that is drawn at half its size"
    assert mapped(spots[3].matrix, spots[3].box) == pytest.approx(Box(5, 35, 10, 20))
    assert [spot.at for spot in spots] == [0, 0, 0, 1], "only what draws something lies beneath a later place"


def test_boxes_and_grids_are_places_where_a_piece_is_laid_on_them(tmp_path: FilePath) -> None:
    row = ROW + draw("rect = [1, 1, 4, 4]", "grid = { columns = 2, rows = 1 }", "step = [6, 0]", 'fill = "silk"')
    kit = load(write_kit(tmp_path, draw('face = "row"', "box = [10, 20, 60, 20]"), row=row))
    assert not KitFaces(kit, "en").spots("card", kit.tables["goods"]["jade"], size=(60, 90))
    piece = '[[component]]\nid = "cube"\nkind = "token"\nsize = 4\nface = "row"\non = ["cards:gate", "cards:b1"]\n'
    (tmp_path / "kit.toml").write_text(KIT + piece)
    kit = load(tmp_path)
    spots = KitFaces(kit, "en").spots("card", kit.tables["goods"]["jade"], size=(60, 90))
    assert {spot.name: (mapped(spot.matrix, spot.box), spot.at) for spot in spots} == {
        "b1": (Box(24, 22, 8, 8), 2),
        "gate": (Box(50, 20, 16, 12), -1),
    }, "the gate is drawn by nobody"


def test_one_number_makes_a_regular_hexagon(tmp_path: FilePath) -> None:
    folder = write_kit(tmp_path, GROUND)
    hexagon = '[[component]]\nid = "hex"\nkind = "token"\ntitle = "H"\nsize = 30\nshape = "hexagon"\nface = "card"\n'
    (folder / "kit.toml").write_text(KIT + hexagon)
    (token,) = (piece for piece in load(folder).components if isinstance(piece, Token))
    assert token.size == pytest.approx((25.98, 30), abs=0.01)


def test_pieces_bear_their_numbers_and_each_copy_its_own(tmp_path: FilePath) -> None:
    folder = write_kit(tmp_path, draw('text = "{piece:02d} of {pieces}"'))
    (folder / "kit.toml").write_text(KIT + 'copies = "worth"\n')
    kit = load(folder)
    layout = KitFaces(kit, "en")
    (cards,) = kit.components
    found = [part.front() for part in parts(kit, layout, cards, EVERYTHING)]
    assert [said(scene.items) for scene in found] == ["01 of 3", "02 of 3", "03 of 3"]
    assert not list(layout.findings)


def test_a_column_of_that_name_comes_first_and_a_face_within_has_no_number(tmp_path: FilePath) -> None:
    folder = write_kit(tmp_path / "own", draw('text = "{piece}"'))
    (folder / "goods.csv").write_text("id,piece\njade,knight\n")
    columns = KIT[KIT.index("[table.goods.columns]") : KIT.index("[table.players]")]
    (folder / "kit.toml").write_text(KIT.replace(columns, ""))
    layout = KitFaces(kit := load(folder), "en")
    (cards,) = kit.components
    assert isinstance(cards, Card)
    assert said(layout.front(cards, kit.tables["goods"]["jade"]).items) == "knight"
    desk = Desk(tmp_path / "within", draw('face = "sub"'), sub=draw('text = "{piece} x"'))
    desk.items()
    assert ["{piece} is no binding" in finding.message for finding in desk.layout.findings] == [True]


def test_a_grid_whose_places_lie_on_one_another_is_told(tmp_path: FilePath) -> None:
    grid = "grid = { columns = 3, rows = 2 }"
    alone = Desk(tmp_path / "a", draw("rect = [1, 1, 4, 4]", grid, 'fill = "silk"'))
    assert alone.faults() == ["1:grid: 5 of its 6 places lie exactly on another"]
    across = Desk(tmp_path / "b", draw("rect = [1, 1, 4, 4]", grid, "step = [5, 0]", 'fill = "silk"'))
    assert across.faults() == ["1:grid: 3 of its 6 places lie exactly on another"]
    assert not Desk(tmp_path / "c", draw("rect = [1, 1, 4, 4]", grid, "step = [5, 5]", 'fill = "silk"')).faults()


def test_words_of_faces_within_faces_are_known_where_they_are_drawn(tmp_path: FilePath) -> None:
    inner = "size = [10, 10]\n" + draw("rect = [1, 2, 3, 4]", 'fill = "ink"')
    outer = "size = [40, 40]\n" + draw('face = "inner"', "box = [10, 0, 20, 20]", "turn = 90", 'each = "1..2"')
    desk = Desk(tmp_path, draw('face = "outer"', "box = [5, 5, 20, 20]"), outer=outer, inner=inner)
    component = desk.kit.components[0]
    record = desk.kit.tables["goods"].by_key["jade"]
    (first,) = desk.layout.boxes(component, record)
    (called,) = desk.layout.within(component, record, [first.place.row])
    assert (called.face, called.size) == ("outer", (40, 40))
    (second,) = called.boxes()
    calls = desk.layout.within(component, record, [first.place.row, second.place.row])
    assert [call.face for call in calls] == ["inner", "inner"]
    for call in calls:
        ((word, turn),) = call.boxes()[0].boxes
        assert not turn
        assert any(
            near(mapped(call.matrix, word), mapped(matrix, item.box))
            for item, matrix in seen(desk.items("jade"))
            if isinstance(item, Rect)
        )
    assert desk.layout.within(component, record, [99]) == ()


def near(one: Box, other: Box) -> bool:
    return (one.x, one.y, one.width, one.height) == pytest.approx((other.x, other.y, other.width, other.height))
