"""QR codes are read back from the printed page."""

from __future__ import annotations

import pytest
import zxingcpp
from draw_builders import drawn

from pnp.art.codes import COUNT, LEAST_MODULE, SIDE, dark, light, module_size, qr_path, rows_of
from pnp.scene import Box, Path

ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"


@pytest.mark.parametrize("content", [ADDRESS, "x", "ñandú 壹 " * 20])
def test_a_code_decodes_from_a_page_at_150_dpi(content: str) -> None:
    side = 20 if len(content) < 80 else 45
    page = drawn([qr_path(content, Box(10, 15, side, side), "#2B2320")], 70, 70, 150 / 25.4)
    (found,) = zxingcpp.read_barcodes(page)
    assert found.text == content


def test_the_quiet_zone_lies_inside_the_box() -> None:
    box = Box(10, 15, 24, 20)
    module = module_size(ADDRESS, box)
    path = qr_path(ADDRESS, box, "#000000")
    xs = [segment[1] for segment in path.segments if len(segment) == 3]
    ys = [segment[2] for segment in path.segments if len(segment) == 3]
    assert min(xs) == pytest.approx(12 + 4 * module)  # a square in the middle of the box
    assert max(xs) == pytest.approx(32 - 4 * module)
    assert min(ys) == pytest.approx(15 + 4 * module)
    assert max(ys) == pytest.approx(35 - 4 * module)


@pytest.mark.parametrize(("side", "level"), [(20, "M"), (16.8, "L")])
def test_where_its_modules_would_be_too_small_a_code_corrects_less(side: float, level: str) -> None:
    address = "https://silk-road-print-and-play.onrender.com/k/hangzhou/3f9a2c"
    box = Box(2, 2, side, side)
    assert module_size(address, box) >= LEAST_MODULE
    (found,) = zxingcpp.read_barcodes(drawn([qr_path(address, box, "#000000")], 24, 24, 12))
    assert (found.text, found.ec_level) == (address, level)


def test_too_much_content_is_refused() -> None:
    with pytest.raises(ValueError, match="3000 characters are more"):
        qr_path("x" * 3000, Box(0, 0, 20, 20), "#000000")


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


def test_they_are_those_that_cameras_know() -> None:
    cv2 = pytest.importorskip("cv2", reason="the extra camera brings it: make test")
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    for number in range(COUNT):
        picture = cv2.aruco.generateImageMarker(known, number, SIDE)
        assert ["".join("1" if value else "0" for value in row) for row in picture] == list(rows_of(number))
