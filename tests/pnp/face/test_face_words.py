"""Each word of a face draws what it says."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import ADDRESS, Desk, boxes, draw, write_kit

from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.scene import Box, Group, Rect, Stroke, Use


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
