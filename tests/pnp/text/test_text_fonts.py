"""Typefaces: found, measured, refused."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from draw_builders import FONTS

from pnp.findings import KitError
from pnp.kit.theme import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.render.svg import subset_font
from pnp.scene import Box, Page
from pnp.text.block import set_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.wrap import Typesetting

REGULAR = "AlegreyaSans-Regular"


def own(folder: Path, data: bytes, name: str = "Mine.ttf") -> FontBook:
    """A font book of a kit with one typeface of its own."""
    (folder / "fonts").mkdir(exist_ok=True)
    (folder / "fonts" / name).write_bytes(data)
    return FontBook({"text": FontFamily(name.removesuffix(".ttf"))}, folder)


def test_cuts_of_a_family_and_what_stands_in_for_a_missing_one() -> None:
    assert FONTS.face("display") == "Spectral-SemiBold"
    assert FONTS.face("display", bold=True, italic=True) == "Spectral-BoldItalic"
    assert FONTS.face("text", bold=True, italic=True) == "AlegreyaSans-Bold"
    assert FontBook({"x": FontFamily("Spectral-Regular")}).face("x", italic=True) == "Spectral-Regular"


def test_missing_glyphs() -> None:
    assert FONTS.font(REGULAR).shape("a壹b").missing == "壹"
    assert FONTS.font(REGULAR).has("ñ")
    assert not FONTS.font(REGULAR).has("壹")


@pytest.mark.parametrize("name", ["../secret", "a/b", "", ".hidden"])
def test_no_name_leads_out_of_the_kit(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.ttf").write_bytes(installed_faces()[REGULAR].read_bytes())
    book = own(tmp_path, b"")
    with pytest.raises(KitError, match="no font file"):
        book.font(name)


def test_damaged_fonts_are_used_or_refused(tmp_path: Path) -> None:
    whole = installed_faces()[REGULAR].read_bytes()
    chance = random.Random(7)
    refused = 0
    for index in range(25):
        data = bytearray(whole)
        for _ in range(40):
            data[chance.randrange(min(len(data), 400 if index % 2 else len(data)))] = chance.randrange(256)
        book = own(tmp_path, bytes(data), f"Damaged{index}.ttf")
        try:
            done = set_text(
                "Every word é", Box(0, 0, 50, 20), Style(), Typesetting(book, lambda _: None, lambda _: "#000000", "en")
            )
            write_pdf([Page(60, 30, done.items)], io.BytesIO(), fonts=book, title="")
            subset_font(book.font(book.face("text")), "Evry")
        except KitError as error:
            assert "is not a whole font" in str(error)
            refused += 1
    assert refused
