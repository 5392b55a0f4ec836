"""Pixels of pictures at the size in which they are printed, whoever draws them, and colours that are not read."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from check_builders import KIT, checked, write_kit
from click.testing import CliRunner
from PIL import Image, ImageCms

from pnp.cli import main

CODES = ("coarse-picture", "fine-picture", "picture-profile")
WHITE = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n'
LARGE = {"kit.toml": KIT.replace("size = [30, 30]", "size = [60, 80]")}


def png(width: int, height: int, profile: Literal["LAB", "XYZ", "sRGB"] | None = None) -> bytes:
    out = io.BytesIO()
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile(profile)).tobytes() if profile else None
    Image.new("RGB", (width, height), "#884422").save(out, "PNG", icc_profile=data)
    return out.getvalue()


def drawn(word: str, box: str) -> str:
    return f"[[draw]]\n{word}\nbox = {box}\n\n"


def found(folder: Path, face: str, files: Mapping[str, str | bytes]) -> list[str]:
    """What is found of pictures, by severity, code, place and message; each once."""
    told = [one for one in checked(write_kit(folder, WHITE + face, {**LARGE, **files})) if one.code in CODES]
    return list(dict.fromkeys(f"{one.code} {one.place}: {one.message}" for one in told))


@pytest.mark.parametrize(
    ("size", "box", "pixels", "says"),
    [
        ("[5, 5]", "[10, 10, 40, 40]", (100, 100), "coarse-picture {}: a.png has 64 dpi at this size, fewer than 200"),
        ("[60, 60]", "[10, 10, 6, 6]", (100, 100), ""),
        ("[60, 80]", "[10, 10, 12, 16]", (900, 1200), ""),
        (
            "[15, 20]",
            "[10, 10, 12, 16]",
            (900, 1200),
            "fine-picture {}: a.png has 1905 dpi at this size, far more than the 300 that a printer shows",
        ),
    ],
)
def test_a_picture_is_judged_at_the_size_at_which_another_face_draws_it(
    size: str, box: str, pixels: tuple[int, int], says: str, tmp_path: Path
) -> None:
    inner = f'size = {size}\n[[draw]]\npicture = "a.png"\nbox = "trim"\n'
    files = {"faces/inner.toml": inner, "art/a.png": png(*pixels)}
    expected = [says.format("faces/inner.toml:2:picture")] if says else []
    assert found(tmp_path, drawn('face = "inner"', box), files) == expected


def test_a_build_tells_coarse_and_foreign_pictures_too(tmp_path: Path) -> None:
    inner = 'size = [5, 5]\n[[draw]]\npicture = "a.png"\nbox = "trim"\n'
    files = {**LARGE, "faces/inner.toml": inner, "art/a.png": png(100, 100, "XYZ")}
    face = WHITE + drawn('face = "inner"', "[10, 10, 40, 40]")
    kit = write_kit(tmp_path / "kit", face, files)
    result = CliRunner().invoke(main, ["build", str(kit), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "inner.toml:2:picture: warning: a.png has 64 dpi at this size" in result.output
    assert "inner.toml:2:picture: warning: a.png has the colours of" in result.output
