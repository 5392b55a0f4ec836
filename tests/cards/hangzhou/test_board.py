"""Hangzhou's board: courts that differ from their neighbours, marks that a camera finds, little enough ink."""

from __future__ import annotations

import io

import pytest
from our_kits import our_kit
from PIL import Image

from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit
from pnp.render.png import scene_pngs

ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"
BOARD = (420.0, 297.0)
DPI = 203.2
"""8 pixels to the millimetre."""
MARKS = {
    (30.5, 36.0): "1011 0101 0011 0010",
    (255.5, 36.0): "0000 1111 1001 1010",
    (255.5, 261.0): "0011 0011 0010 1101",
    (30.5, 261.0): "1001 1001 0100 0110",
}
"""Middles, in mm, clockwise from the north-west, and the white cells of ArUco's DICT_4X4_50, markers 0 to 3."""


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("hangzhou")


@pytest.fixture(scope="module", params=["full", "low"])
def printed(request: pytest.FixtureRequest, kit: Kit) -> Image.Image:
    """The board as it is printed, in grey."""
    ink: InkMode = request.param
    layout = KitFaces(kit, "en", ink=ink, address=ADDRESS, seals=True)
    (picture,) = scene_pngs([layout.scene("board", size=BOARD)], fonts=layout.fonts, dpi=DPI)
    return Image.open(io.BytesIO(picture)).convert("L")


def light(picture: Image.Image, x: float, y: float) -> bool:
    """Whether the board is light at a point, in mm."""
    value = picture.getpixel((round(x * 8), round(y * 8)))
    assert isinstance(value, int)
    assert value < 80 or value > 230, (x, y, value)
    return value > 230


@pytest.mark.long
@pytest.mark.parametrize(("middle", "cells"), MARKS.items())
def test_each_corner_has_its_mark_solid_and_alone(
    printed: Image.Image, middle: tuple[float, float], cells: str
) -> None:
    left, top = middle[0] - 5, middle[1] - 5
    seen = [[light(printed, left + 2 * column, top + 2 * row) for column in range(6)] for row in range(6)]
    inside = [[cell == "1" for cell in row] for row in cells.split()]
    border = [False] * 6
    assert seen == [border, *([False, *row, False] for row in inside), border]
    for step in range(31):  # what lies 0.3 to 1.4 mm outside of it
        along = -6.4 + step * 12.8 / 30
        for away in (6.3, 7.4):
            for x, y in ((along, -away), (along, away), (-away, along), (away, along)):
                if max(abs(x), abs(y)) == away:
                    assert light(printed, middle[0] + x, middle[1] + y)


def test_no_court_has_its_like_beside_it(kit: Kit) -> None:
    courts = {ward.key: ward.values["court"] for ward in kit.tables["wards"].rows}
    assert len(courts) == 24
    assert "c3" not in courts, "the temple's island"
    for place, court in courts.items():
        for neighbour in (chr(ord(place[0]) + 1) + place[1], f"{place[0]}{int(place[1]) + 1}"):
            assert courts.get(neighbour) != court, (place, neighbour)
