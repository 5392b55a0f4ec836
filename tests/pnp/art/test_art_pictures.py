"""Raster pictures and what is wrong with them."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from struct import pack

import pytest
from PIL import Image, ImageCms

from pnp.art.raster import parse_picture, read_picture
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


def test_greys_of_sixteen_bits_are_read_as_such_of_eight(tmp_path: Path) -> None:
    greys = [0, 0x00FF, 0x80FF, 0xFF00, 0xFFFF, 0x1234]
    Image.frombytes("I;16", (3, 2), struct.pack("<6H", *greys)).save(tmp_path / "a.png")
    picture = read_picture(tmp_path / "a.png")
    with Image.open(io.BytesIO(picture.data)) as read:
        assert (read.mode, read.size, read.tobytes()) == ("L", (3, 2), bytes(grey >> 8 for grey in greys))
    assert picture.pixels == (3, 2) and not picture.profile


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


def _saved(mode: str = "RGB", **info: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (4, 4), (200, 30, 40)).convert(mode).save(out, "PNG", **info)
    return out.getvalue()


def _curved(space: bytes, gamma: float) -> bytes:
    """The profile of sRGB with another curve, or a grey one (ICC.1:2010, 7.2, 10.5)."""
    curve = b"curv" + bytes(4) + pack(">IH", 1, round(gamma * 256)) + bytes(2)
    if space == b"GRAY":
        tags = [(b"wtpt", b"XYZ " + bytes(4) + pack(">3i", 63190, 65536, 54061)), (b"kTRC", curve)]
    else:
        srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        kept = {name: srgb[at : at + size] for name, at, size in _tags(srgb)}
        same = (b"rXYZ", b"gXYZ", b"bXYZ", b"wtpt")
        tags = [*((name, kept[name]) for name in same), *((name, curve) for name in (b"rTRC", b"gTRC", b"bTRC"))]
    title = b"desc" + bytes(4) + pack(">I", 12) + b"Linear sRGB\0" + bytes(78)
    tags.append((b"desc", title))
    place, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, data in tags:
        table += name + pack(">II", place + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    head = pack(">I4sI4s4s4s", place + len(body), bytes(4), 0x02100000, b"mntr", space, b"XYZ ") + bytes(12) + b"acsp"
    head += bytes(28) + pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + pack(">I", len(tags)) + table + body


def _tags(profile: bytes) -> Iterator[tuple[bytes, int, int]]:
    (count,) = struct.unpack(">I", profile[128:132])
    for index in range(count):
        yield struct.unpack(">4sII", profile[132 + 12 * index : 144 + 12 * index])


@pytest.mark.parametrize(
    ("mode", "profile", "foreign"),
    [
        ("RGB", _curved(b"RGB ", 2.2), ""),
        ("RGB", _curved(b"RGB ", 1.0), "Linear sRGB"),
        ("RGB", _curved(b"RGB ", 1.8), "Linear sRGB"),
        ("L", _curved(b"GRAY", 2.2), ""),
        ("L", _curved(b"GRAY", 1.8), "Linear sRGB"),
        ("L", _curved(b"RGB ", 2.2), ""),  # as programs leave it that make a picture grey
        ("RGB", b"none", "a profile that cannot be read"),
    ],
)
def test_a_profile_is_told_by_what_it_does_to_colours_and_not_by_its_name(
    mode: str, profile: bytes, foreign: str
) -> None:
    assert parse_picture(_saved(mode, icc_profile=profile), "a.png").profile == foreign


def test_what_a_png_says_of_its_colours_without_a_profile_is_told() -> None:
    plain = _saved()
    for kind, data, foreign in (
        (b"gAMA", pack(">I", 45455), ""),
        (b"gAMA", pack(">I", 100_000), "gamma 1"),
        (b"cICP", bytes((1, 13, 0, 1)), ""),
        (b"cICP", bytes((12, 13, 0, 1)), "colours 12/13 of ITU-T H.273"),
        (b"cICP", bytes((2, 2, 0, 1)), ""),
        (b"cHRM", pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000), ""),
        (b"cHRM", pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000), "other primaries (cHRM)"),
    ):
        chunk = pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
        assert parse_picture(plain[:33] + chunk + plain[33:], "a.png").profile == foreign
