"""Marks for cameras: those that OpenCV knows, dark on light and light on dark."""

from __future__ import annotations

import pytest

from pnp.art.codes import COUNT, SIDE, dark, light, rows_of
from pnp.scene import Box, Path

BOX = Box(0, 0, 6, 6)


def cells(path: Path) -> set[tuple[int, int]]:
    """The cells, as column and row, that a path of rectangles fills in a box of six by six."""
    points = [segment[1:] for segment in path.segments if segment[0] != "Z"]
    found = set()
    for start in range(0, len(points), 4):
        (left, top), _, (right, bottom), _ = points[start : start + 4]
        found |= {(x, y) for x in range(round(left), round(right)) for y in range(round(top), round(bottom))}
    return found


def test_dark_and_light_cells_are_the_whole_mark() -> None:
    for number in range(COUNT):
        one, other = cells(dark(number, BOX, "#000000")), cells(light(number, BOX, "#FFFFFF"))
        assert not one & other and len(one | other) == SIDE**2
        assert {(x, y) for x, y in one | other if 0 in (x, y) or 5 in (x, y)} <= one, "the frame is dark"


def test_there_are_no_other_marks() -> None:
    for number in (-1, COUNT):
        with pytest.raises(IndexError, match=f"no mark {number}"):
            rows_of(number)


def test_they_are_those_that_cameras_know() -> None:
    cv2 = pytest.importorskip("cv2", reason="the extra camera brings it: make test")
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    for number in range(COUNT):
        picture = cv2.aruco.generateImageMarker(known, number, SIDE)
        assert ["".join("1" if value else "0" for value in row) for row in picture] == list(rows_of(number))
