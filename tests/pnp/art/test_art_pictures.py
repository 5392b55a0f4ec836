"""Raster pictures and what is wrong with them; QR codes and seals, read back from the page."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path as FilePath

import pytest
import zxingcpp
from draw_builders import drawn
from PIL import Image

from pnp.art.codes import COUNT, LEAST_MODULE, SIDE, draw_qr, measure_modules, rows_of
from pnp.art.raster import read_picture
from pnp.findings import KitError
from pnp.scene import Box


def saved(path: FilePath, mode: str = "RGB", size: tuple[int, int] = (40, 30), **options: object) -> FilePath:
    Image.radial_gradient("L").resize(size).convert(mode).save(path, **options)
    return path


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_whole_picture_is_read(tmp_path: FilePath, name: str, mode: str) -> None:
    picture = read_picture(saved(tmp_path / name, mode))
    assert picture.pixels == (40, 30)
    assert picture.placed(Box(0, 0, 4, 3)).data == (tmp_path / name).read_bytes()


def bomb(path: FilePath) -> FilePath:
    """A PNG of a few bytes that says it is 60,000 pixels square."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    return path


def test_each_bad_picture_is_one_finding(tmp_path: FilePath) -> None:
    whole = saved(tmp_path / "whole.png", size=(200, 200)).read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    jpeg = saved(tmp_path / "whole.jpg", size=(200, 200)).read_bytes()
    (tmp_path / "cut.jpg").write_bytes(jpeg[: len(jpeg) // 2])
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "text.png").write_text("no picture")
    saved(tmp_path / "gif.png", format="GIF")
    saved(tmp_path / "cmyk.jpg", "CMYK")
    bomb(tmp_path / "bomb.png")
    exif = Image.Exif()
    exif[0x0112] = 6
    saved(tmp_path / "turned.jpg", exif=exif)
    said = {
        "cut.png": "is not whole",
        "cut.jpg": "is not whole",
        "empty.png": "is no PNG or JPEG picture",
        "text.png": "is no PNG or JPEG picture",
        "gif.png": "is no PNG or JPEG picture",
        "cmyk.jpg": "CMYK",
        "bomb.png": "has far more than the",
        "turned.jpg": "EXIF",
        "none.png": "cannot be read",
    }
    for name, message in said.items():
        with pytest.raises(KitError) as error:
            read_picture(tmp_path / name, f"kit/art/{name}")
        (finding,) = error.value.findings
        assert finding.place.file == f"kit/art/{name}" and message in finding.message


ADDRESS = "http://silkroad.local:8000/k/hangzhou/3f9a2c"


@pytest.mark.parametrize("content", [ADDRESS, "x", "ñandú 壹 " * 20])
def test_a_code_decodes_from_a_page_at_150_dpi(content: str) -> None:
    side = 20 if len(content) < 80 else 45
    page = drawn([draw_qr(content, Box(10, 15, side, side), "#2B2320")], 70, 70, 150 / 25.4)
    (found,) = zxingcpp.read_barcodes(page)
    assert found.text == content


def test_the_quiet_zone_lies_inside_the_box() -> None:
    box = Box(10, 15, 24, 20)
    module = measure_modules(ADDRESS, box)
    path = draw_qr(ADDRESS, box, "#000000")
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
    assert measure_modules(address, box) >= LEAST_MODULE
    (found,) = zxingcpp.read_barcodes(drawn([draw_qr(address, box, "#000000")], 24, 24, 12))
    assert (found.text, found.ec_level) == (address, level)


def test_too_much_content_is_refused() -> None:
    with pytest.raises(ValueError, match="3000 characters are more"):
        draw_qr("x" * 3000, Box(0, 0, 20, 20), "#000000")


def test_seals_are_those_that_cameras_know() -> None:
    cv2 = pytest.importorskip("cv2", reason="the extra camera brings it: make test")
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    for number in range(COUNT):
        picture = cv2.aruco.generateImageMarker(known, number, SIDE)
        assert ["".join("1" if value else "0" for value in row) for row in picture] == list(rows_of(number))
