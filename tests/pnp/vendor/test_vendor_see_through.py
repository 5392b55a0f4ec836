"""What is see-through, at shops whose files may hold it and at those whose may not: black words stay black alone."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from vendor_builders import (
    FILES,
    found,
    made,
    market,
    needs_ghostscript,
    needs_profile,
    photo,
    richest,
    text_inks,
)

pytestmark = pytest.mark.long
ALONE = {(0, 0, 0, 1)}


def cut_out() -> bytes:
    """A disc of dark colours whose corners are left out."""
    picture = Image.open(io.BytesIO(photo())).convert("RGBA")
    disc = Image.new("L", (240, 240))
    disc.putdata([255 * ((x - 120) ** 2 + (y - 120) ** 2 < 110**2) for y in range(240) for x in range(240)])
    picture.putalpha(disc)
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


def kit_with(folder: Path, picture: bytes, *, at: float, last: bool = True) -> Path:
    """A kit of cards with a ground, a black word at the top, and a picture of 20 mm so many mm down."""
    ground = '[[draw]]\nrect = "bleed"\nfill = "#F7E3D6"\n'
    word = '\n[[draw]]\ntext = "{name}"\nbox = [8, 8, 43, 12]\n'
    shown = f'\n[[draw]]\npicture = "p.png"\nbox = [8, {at}, 20, 20]\n'
    face = ground + (word + shown if last else shown + word)
    back = '[[draw]]\nrect = "bleed"\nfill = "#F7E3D6"\n'
    return market(folder, {**FILES, "faces/card.toml": face, "faces/back.toml": back, "art/p.png": picture})


def built(tmp_path: Path, kit: Path, shop: str) -> tuple[Path, str]:
    """The PDF file of the cards, and the order."""
    folder = made(tmp_path / shop, kit, shop, "--language", "en", "--only", "goods:silk")
    (file,) = folder.glob("*.pdf")
    (order,) = folder.glob("*-order.txt")
    return file, order.read_text("utf-8")


def told(kit: Path, shop: str) -> list[dict[str, object]]:
    return [row for row in found(kit, shop, "--language", "en") if row["code"] == "transparency"]


def images(document: pikepdf.Pdf) -> list[pikepdf.Stream]:
    """Its pictures in four inks, or in black."""
    streams: Iterable[pikepdf.Object] = document.objects
    return [
        one
        for one in streams
        if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image" and "/ColorSpace" in one
    ]


def has_fonts(document: pikepdf.Pdf) -> bool:
    return any(isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font" for one in document.objects)


@needs_profile
@needs_ghostscript
def test_words_beside_a_see_through_picture_stay_words_in_black_alone(tmp_path: Path) -> None:
    kit = kit_with(tmp_path / "kit", photo(clear=True), at=50)
    (row,) = told(kit, "drivethru")
    assert str(row["file"]).endswith("card.toml") and (row["row"], row["column"]) == (9, "picture")
    assert "which PDF/X-1a:2003 does not print as it is" in str(row["message"])
    file, order = built(tmp_path, kit, "drivethru")
    assert "at most 240 % of ink; text is black alone" in order
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
        (image,) = images(document)
        assert image["/ColorSpace"] == "/DeviceCMYK" and "/SMask" not in image
        assert [int(image[side]) for side in ("/Width", "/Height")] == pytest.approx([472, 472], abs=2), (
            "20 mm, 600 dpi"
        )
    assert richest(file, tmp_path / "plates") <= 241


@needs_profile
@needs_ghostscript
@pytest.mark.parametrize("picture", [photo(clear=True), cut_out()], ids=["clear", "cut out"])
def test_where_the_standard_knows_transparency_a_picture_keeps_its_own(tmp_path: Path, picture: bytes) -> None:
    kit = kit_with(tmp_path / "kit", picture, at=9)
    assert not told(kit, "print-shop")
    file, order = built(tmp_path, kit, "print-shop")
    assert "at most 300 % of ink; text is black alone.\n" in order
    with pikepdf.open(file) as document:
        assert has_fonts(document) and text_inks(document) == ALONE
        (image,) = [one for one in images(document) if one["/ColorSpace"] == "/DeviceCMYK"]
        assert image["/SMask"]["/ColorSpace"] == "/DeviceGray" and int(image["/Width"]) == 240
        alpha = Image.open(io.BytesIO(picture)).getchannel("A")
        assert image["/SMask"].read_bytes() == alpha.tobytes()
    assert richest(file, tmp_path / "plates") <= 301
