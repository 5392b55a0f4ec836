"""QR codes are read back from the printed page."""

from __future__ import annotations

import pytest
import zxingcpp
from draw_builders import drawn

from pnp.art.codes import LEAST_MODULE, module_size, qr_path
from pnp.scene import Box

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


def test_an_address_of_ours_has_large_modules_in_20_mm() -> None:
    assert module_size(ADDRESS, Box(0, 0, 20, 20)) >= 0.48


@pytest.mark.parametrize(("side", "level"), [(20, "M"), (16.8, "L")])
def test_where_its_modules_would_be_too_small_a_code_corrects_less(side: float, level: str) -> None:
    address = "https://silk-road-print-and-play.onrender.com/k/hangzhou/3f9a2c"
    box = Box(2, 2, side, side)
    assert module_size(address, box) >= LEAST_MODULE
    (found,) = zxingcpp.read_barcodes(drawn([qr_path(address, box, "#000000")], 24, 24, 12))
    assert (found.text, found.ec_level) == (address, level)


def test_dark_modules_do_not_overlap() -> None:
    path = qr_path(ADDRESS, Box(0, 0, 37 + 4, 37 + 4), "#000000")  # version 4: 33 modules, 8 of quiet zone: 1 mm each
    page = drawn([path], 41, 41, 4).convert("L")
    dark = sum(1 for y in range(41) for x in range(41) if page.getpixel((4 * x + 2, 4 * y + 2)) < 128)
    corners = [segment for segment in path.segments if segment[0] == "M"]
    opposite = [path.segments[index + 2] for index, segment in enumerate(path.segments) if segment[0] == "M"]
    area = sum(
        (float(b[1]) - float(a[1])) * (float(b[2]) - float(a[2])) for a, b in zip(corners, opposite, strict=True)
    )
    assert area == pytest.approx(dark * module_size(ADDRESS, Box(0, 0, 41, 41)) ** 2)
    assert len(corners) < dark / 2


def test_too_much_content_is_refused() -> None:
    with pytest.raises(ValueError, match="3000 characters are more"):
        qr_path("x" * 3000, Box(0, 0, 20, 20), "#000000")
