"""Raster pictures and what is wrong with them."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from pnp.art.raster import read_picture
from pnp.findings import KitError
from pnp.scene import Box


def saved(path: Path, mode: str = "RGB", size: tuple[int, int] = (40, 30), **options: object) -> Path:
    Image.radial_gradient("L").resize(size).convert(mode).save(path, **options)
    return path


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_whole_picture_is_read(tmp_path: Path, name: str, mode: str) -> None:
    picture = read_picture(saved(tmp_path / name, mode))
    assert picture.pixels == (40, 30)
    assert picture.placed(Box(0, 0, 4, 3)).data == (tmp_path / name).read_bytes()


def bomb(path: Path) -> Path:
    """A PNG of a few bytes that says it is 60,000 pixels square."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    return path


def test_each_bad_picture_is_one_finding(tmp_path: Path) -> None:
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
    said = {}
    for name in (
        "cut.png",
        "cut.jpg",
        "empty.png",
        "text.png",
        "gif.png",
        "cmyk.jpg",
        "bomb.png",
        "turned.jpg",
        "none.png",
    ):
        with pytest.raises(KitError) as error:
            read_picture(tmp_path / name, f"kit/art/{name}")
        (finding,) = error.value.findings
        assert finding.place.file == f"kit/art/{name}"
        said[name] = finding.message
    assert said["cut.png"] == said["cut.jpg"] == "is not whole"
    assert said["empty.png"] == said["text.png"] == said["gif.png"] == "is no PNG or JPEG picture"
    assert "CMYK" in said["cmyk.jpg"]
    assert said["bomb.png"].startswith("has far more than the")
    assert "EXIF" in said["turned.jpg"]
    assert "cannot be read" in said["none.png"]
