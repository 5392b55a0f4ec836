"""Scripts whose letters change beside each other: syllables, widths, and what is found in the files."""

from __future__ import annotations

import pytest
from draw_builders import COLOURS, icon

from pnp.art.paths import TextCurve, exact_bounds
from pnp.face.shapes import outline_text, set_along
from pnp.kit.theme import FontFamily, Style
from pnp.scene import MM_PER_POINT, Group, Text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.shaping import is_shaped, script_runs, units
from pnp.text.wrap import Typesetting

HINDI, TAMIL = "NotoSansDevanagari[wdth,wght]", "NotoSansTamil[wdth,wght]"
needs_indic = pytest.mark.skipif(
    not set(installed_faces()) >= {HINDI, TAMIL}, reason="fontpkg-noto-sans-devanagari, fontpkg-noto-sans-tamil"
)


def book(face: str = "AlegreyaSans-Regular", *fallback: str) -> FontBook:
    return FontBook({"text": FontFamily(face, fallback=fallback)}, language="hi")


def test_a_text_is_parted_where_its_script_changes() -> None:
    text = "3 शक्ति, कर्म abc"
    assert [(text[start:end], script) for start, end, script in script_runs(text)] == [
        ("3 शक्ति, कर्म ", "Deva"),
        ("abc", ""),
    ]
    assert is_shaped("กำ") and is_shaped("மொ") and is_shaped("سلام") and not is_shaped("héllo, שלום, 商人")
    assert units("3 शक्ति, é") == ["3", " ", "शक्ति", ",", " ", "é"]


def syllables(text: str, fonts: FontBook) -> list[str]:
    """What is turned by itself on a line that bends."""
    way = TextCurve([(0.0, 0.0), (100.0, 0.0)])
    done = set_along(text, way, Style(size=12), Typesetting(fonts, icon, COLOURS.get))
    return [item.items[0].text for item in done.items if isinstance(item, Group)]  # type: ignore[union-attr]


@needs_indic
def test_syllables_are_formed_and_stand_as_wide_as_they_are() -> None:
    fonts = book(HINDI)
    font = fonts.font(HINDI)
    assert syllables("शक्ति", fonts) == ["श", "क्ति"] and syllables("abक्ष", fonts) == ["a", "b", "क्ष"]
    assert syllables("स्त्री-हिन्दी", fonts) == ["स्त्री", "-", "हि", "न्दी"], "a half letter stays with the next"
    assert font.shape("क्ष").width < font.shape("क").width + font.shape("ष").width, "one letter of two"
    letter, before = (
        exact_bounds(outline_text(Text(0, 0, text, HINDI, 1 / MM_PER_POINT, "", 0, font.shape(text).glyphs), font))
        for text in ("क", "कि")
    )
    assert before.right > letter.right + 0.1 and before.y < letter.y, "its vowel is before it and over it"
    assert font.shape("a शक्ति").width == pytest.approx(font.shape("a ").width + font.shape("शक्ति").width)
