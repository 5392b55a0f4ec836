"""Each word of a face draws what it says."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import ADDRESS, Desk, boxes, draw

from pnp.scene import Box, Ellipse, Group, Image, Path, Rect, Stroke, Text, Use


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


@pytest.mark.parametrize("hatch", ["horizontal", "vertical", "down", "up", "cross", "grid", "dots"])
def test_a_hatch_lies_between_fill_and_outline_and_is_cut_to_the_shape(tmp_path: FilePath, hatch: str) -> None:
    face = draw("ellipse = [10, 10, 20, 10]", 'fill = "silk"', 'stroke = "ink"', f'hatch = "{hatch}"', "spacing = 2")
    ground, pattern, outline = Desk(tmp_path, face).items()
    assert ground == Ellipse(Box(10, 10, 20, 10), "#F4E9D3")
    assert isinstance(outline, Ellipse)
    assert outline.stroke is not None
    assert isinstance(pattern, Group)
    assert isinstance(pattern.clip, Path)
    (lines,) = pattern.items
    assert isinstance(lines, Path)
    if lines.stroke:
        assert lines.stroke.width == pytest.approx(0.18)


def test_a_line_may_end_in_arrow_heads(tmp_path: FilePath) -> None:
    face = draw("line = [0, 0, 20, 0, 20, 10]", 'stroke = "grey"', 'ends = "both"', "box = [5, 5, 1, 1]")
    line, *heads = Desk(tmp_path, face).items()
    assert isinstance(line, Path)
    assert len(heads) == 2
    assert line.segments[1] == ("L", 25, 5)
    tips = [head.segments[0] for head in heads if isinstance(head, Path)]
    assert tips == [("M", 5, 5), ("M", 25, 15)]
    assert line.segments[0][1:] != (5, 5), "the line stops inside its head, so that the tip is sharp"


def test_text_takes_a_style_and_changes_to_it(tmp_path: FilePath) -> None:
    style = '[style.x]\nfont = "display"\nsize = 14\n'
    face = style + draw('text = "**{name}**"', 'style = "x"', "size = 10", "least = 9", 'colour = "pine"')
    (text,) = Desk(tmp_path, face).items()
    assert isinstance(text, Text)
    assert (text.text, text.font, text.size, text.colour) == ("jade", "Spectral-Bold", 10, "#1F5E50")


def test_an_icon_stands_in_the_middle_of_its_box(tmp_path: FilePath) -> None:
    (use,) = Desk(tmp_path, draw('icon = "sun"', "box = [10, 10, 12, 12]")).items()
    assert isinstance(use, Use)
    assert use.matrix == pytest.approx((0.5, 0, 0, 0.5, 10, 13))


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


def test_a_photograph_that_covers_its_box_is_cut_to_it(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('picture = "small.png"', "box = [0, 0, 20, 20]", 'fit = "cover"'))
    (image,) = desk.items()
    assert isinstance(image, Image)
    assert image.box == Box(-10, 0, 40, 20)
    assert image.clip == Box(0, 0, 20, 20)
    assert desk.faults() == []


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


def test_a_face_does_not_see_what_its_caller_bound(tmp_path: FilePath) -> None:
    face = draw('face = "inner"', 'each = "1..3"')
    (fault, *_) = Desk(tmp_path, face, inner=draw('text = "{item.x} {index.y}"')).faults()
    assert fault.startswith("1:text: there is no item.x here")


@pytest.mark.parametrize(
    ("box", "size", "ground"),
    [
        ('"trim"', "", (-3, -3, 66, 96)),
        ('"trim"', "size = [30, 45]\n\n", (-1.5, -1.5, 33, 48)),
        ("[0, 0, 60, 80]", "", (0, 0, 60, 80)),
        ("[5, 0, 55, 90]", "", (0, 0, 55, 90)),
    ],
)
def test_a_face_over_the_whole_trim_has_the_bleed_of_its_caller(
    tmp_path: FilePath, box: str, size: str, ground: tuple[float, float, float, float]
) -> None:
    chip = size + draw('rect = "bleed"', 'fill = "silk"')
    desk = Desk(tmp_path, draw('face = "chip"', f"box = {box}"), chip=chip)
    assert boxes(desk.items()) == [ground]


def test_path_data_begins_at_the_box(tmp_path: FilePath) -> None:
    face = draw('path = "M0,0 h6 v{worth} z"', "box = [4, 5, 1, 1]", 'fill = "ink"', 'rule = "evenodd"')
    (path,) = Desk(tmp_path, face).items()
    assert path == Path((("M", 4, 5), ("L", 10, 5), ("L", 10, 8), ("Z",)), "#2B2320", None, "evenodd")
