"""Scripts whose letters change beside each other: syllables, widths, and what is found in the files."""

from __future__ import annotations

import io

import pikepdf
import pytest
from draw_builders import COLOURS, FONTS, icon, seen
from draw_builders import words as said
from PIL import ImageChops, ImageStat

from pnp.art.paths import TextCurve, exact_bounds
from pnp.face.shapes import outline_text, set_along
from pnp.kit.theme import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.render.svg import write_svg
from pnp.scene import MM_PER_POINT, Box, Group, Item, Page, Path, Scene, Text
from pnp.text.block import SetText, set_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.shaping import is_shaped, script_runs, units
from pnp.text.wrap import Typesetting

HINDI, TAMIL = "NotoSansDevanagari[wdth,wght]", "NotoSansTamil[wdth,wght]"
needs_indic = pytest.mark.skipif(
    not set(installed_faces()) >= {HINDI, TAMIL}, reason="fontpkg-noto-sans-devanagari, fontpkg-noto-sans-tamil"
)
SENTENCE = "दो सिक्के दीजिए, शक्ति और कर्म 3 × abc।"


def book(face: str = "AlegreyaSans-Regular", *fallback: str) -> FontBook:
    return FontBook({"text": FontFamily(face, fallback=fallback)}, language="hi")


def set_in(text: str, fonts: FontBook, width: float = 100.0) -> SetText:
    box = Box(5, 5, width, 60)
    return set_text(text, box, Style(size=12), Typesetting(fonts, icon, COLOURS.get, "hi"))


def written(items: tuple[Item, ...], fonts: FontBook) -> bytes:
    out = io.BytesIO()
    write_pdf([Page(120, 80, items)], out, fonts=fonts, title="")
    return out.getvalue()


def shapes_of(items: tuple[Item, ...], fonts: FontBook) -> tuple[Item, ...]:
    """Items with all words as shapes."""
    return tuple(
        Path(outline_text(one, fonts.font(one.font)), one.colour) if isinstance(one, Text) else one
        for one in items
        for item in items
    )


def files(items: tuple[Item, ...], fonts: FontBook) -> tuple[str, str]:
    """What is found in the PDF, and the SVG."""
    return " ".join(said(written(items, fonts)).split()), write_svg(Scene(120, 80, 0, items), fonts=fonts)


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


@needs_indic
def test_what_is_formed_is_drawn_the_same_in_both_files_and_found_in_them() -> None:
    fonts = book(HINDI, "AlegreyaSans-Regular")
    items = set_in(SENTENCE, fonts).items
    found, svg = files(items, fonts)
    assert "सिक्के दीजिए" in found and "शक्ति और कर्म" in found and "3 × abc" in found
    assert 'aria-label="दो सिक्के' in svg
    pictures = [seen(file) for file in (written(items, fonts), written(shapes_of(items, fonts), fonts))]
    assert max(ImageStat.Stat(ImageChops.difference(*pictures)).mean) < 0.5, "the letters are their shapes"
    with pikepdf.open(io.BytesIO(written(items, fonts))) as file:
        content = file.pages[0].Contents.read_bytes()
    assert b"3 Tr" not in content and b"/ActualText" in content, "no second text lies over the first"


@needs_indic
def test_a_fallback_forms_whole_words_and_lines_break_between_them() -> None:
    fonts = book("AlegreyaSans-Regular", HINDI, TAMIL)
    done = set_in("abc சந்தையில் இருந்து ஒரு வண்ணத்தை எடுக்கவும் शक्ति", fonts, width=40)
    assert len(done.lines) > 1 and not done.missing
    faces = {item.font for item in done.items if isinstance(item, Text)}
    assert faces == {"AlegreyaSans-Regular", HINDI, TAMIL}
    assert set_in("சந்தை", book(HINDI)).missing == tuple(sorted(set("சந்தை")))


def test_marks_stand_on_letters_that_no_character_has_with_them() -> None:
    font = FONTS.font("AlegreyaSans-Regular")
    plain, marked = (
        exact_bounds(outline_text(Text(0, 0, text, font.face, 10, "", 0, font.shape(text).glyphs), font))
        for text in ("Ẹ", "Ẹ́")
    )
    assert marked.y < plain.y - 0.05, "the mark stands above its letter, not in it"
    assert font.shape("Ẹ́").width == pytest.approx(font.shape("Ẹ").width)
    assert syllables("aẸ́b", FONTS) == ["a", "Ẹ́", "b"]
