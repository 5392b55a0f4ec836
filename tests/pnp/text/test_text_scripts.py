"""Scripts: fallback typefaces, letters that change beside each other, and writing from right to left."""

from __future__ import annotations

import io
from itertools import pairwise

import pikepdf
import pytest
from draw_builders import COLOURS, icon, pdf
from draw_builders import words as said
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.art.paths import TextCurve, measure_exactly
from pnp.face.shapes import outline_text, set_along
from pnp.kit.theme import FontFamily, Style, read_press_theme
from pnp.render.svg import write_svg
from pnp.scene import MM_PER_POINT, Box, Group, Item, Page, Scene, Text, Use
from pnp.text.bidi import Align, order_visually
from pnp.text.block import SetText, line, measure_width, set_flow, set_text
from pnp.text.fonts import FontBook, list_installed_faces
from pnp.text.wrap import Typesetting

SANS, HEBREW, ARABIC = "AlegreyaSans-Regular", "FrankRuhlLibre[wght]", "Amiri-Regular"
needs_hebrew = pytest.mark.skipif(HEBREW not in list_installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
needs_arabic = pytest.mark.skipif(ARABIC not in list_installed_faces(), reason="pip install fontpkg-amiri")


def book(language: str, face: str = HEBREW) -> FontBook:
    return FontBook({"text": FontFamily(face)}, language=language)


def set_in(text: str, fonts: FontBook, width: float = 100.0, **style: object) -> SetText:
    return set_text(text, Box(10, 0, width, 60), Style(size=10, **style), Typesetting(fonts, icon, COLOURS.get, "he"))


def shown(run: Text) -> str:
    """The characters of a run from left to right."""
    return "".join(text for _, text in run.spelled())


def from_left(items: tuple[Item, ...]) -> str:
    """What stands on a line, from left to right; signs as a dot."""
    parts = sorted((item.x, shown(item)) if isinstance(item, Text) else (item.matrix[4], "•") for item in items)  # type: ignore[union-attr]
    return "".join(text for _, text in parts)


def texts(items: tuple[Item, ...]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def picture(items: tuple[Item, ...], fonts: FontBook) -> bytes:
    return pdf([Page(120, 60, items)], fonts=fonts, language="he")


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("שלום", "םולש"),
        ("שלום (abc) 12 עולם.", ".םלוע 12 )abc( םולש"),
        ("קחו [12]", "]12[ וחק"),
        ("a שלום b", "b םולש a"),
        ("plain", "plain"),
        ("C++\u200e שלום", "םולש C++\u200e"),
    ],
)
def test_a_line_is_shown_in_the_order_of_the_bidirectional_algorithm(text: str, turned: str) -> None:
    order = order_visually(text, right_to_left=True)
    assert "".join(text[place] for place, _ in order) == turned
    assert all(
        (level % 2 == 1) == ("\u0590" <= text[place] <= "\u05ff") for place, level in order if text[place].isalpha()
    )


@needs_hebrew
def test_a_paragraph_begins_at_the_right_and_its_marks_and_signs_stand_in_order() -> None:
    done = set_in("קחו **3** קלפים {leaf} מכל *Hangzhou*", book("he"))
    assert from_left(done.items).replace(" ", "") == "Hangzhouלכמ•םיפלק3וחק"
    right = max(run.x + run.width for run in texts(done.items))
    assert right == pytest.approx(110)
    assert any(isinstance(item, Use) for item in done.items)
    left = set_in("קחו קלף", book("he"), align="end")
    assert min(run.x for run in texts(left.items)) == pytest.approx(10)
    meant = set_in("קחו קלף", book("he"), align="left")
    assert min(run.x for run in texts(meant.items)) == pytest.approx(10)


@needs_hebrew
def test_a_reader_finds_the_words_and_browsers_do_not_turn_them_again() -> None:
    fonts = book("he")
    done = set_in("שלום עולם", fonts)
    svg = write_svg(Scene(120, 60, 0, done.items), fonts=fonts)
    assert 'unicode-bidi="bidi-override"' in svg and "םלוע םולש" in svg
    assert "unicode-bidi" not in write_svg(Scene(9, 9, 0, line("x", 0, 5, "text", 9, "#000000", fonts)), fonts=fonts)
    data = picture(done.items, fonts)
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.Root.ViewerPreferences.Direction == "/R2L", "pages are turned from left to right"
    assert said(data).strip() == "שלום עולם"


@needs_arabic
def test_arabic_letters_are_joined() -> None:
    fonts = book("ar", ARABIC)
    done = set_in("تاجر والسلام", fonts)
    assert not done.missing and [run.text for run in texts(done.items)] == ["تاجر والسلام"]
    font = fonts.font(ARABIC)
    joined = font.shape("سلام", True)
    apart = sum(font.shape(letter, True).width for letter in "سلام")
    assert joined.width < apart - 0.1
    assert said(picture(done.items, fonts)).strip() == "تاجر والسلام"
    assert set_in("خذ", book("ar", SANS)).missing


LATIN, OTHER = "Spectral-SemiBold", "AlegreyaSans-Regular"
GREEK = FontBook({"text": FontFamily(LATIN, bold="Spectral-Bold", fallback=(OTHER,))})


def flown(markups: list[str], fonts: FontBook) -> SetText:
    return set_flow(markups, Box(0, 0, 100, 60), Style(size=10), (2, 1), Typesetting(fonts, icon, COLOURS.get))


def check_pens(items: tuple[Item, ...]) -> None:
    """Each run is as wide as it is reckoned to be, and nothing stands on another."""
    for item in items:
        if isinstance(item, Text):
            width = sum(glyph.advance for glyph in item.glyphs) * item.size * MM_PER_POINT / 1000
            assert width == pytest.approx(item.width, abs=1e-4), item.text
            assert sum(glyph.length for glyph in item.glyphs) == len(item.text)
    for y in {item.y for item in items if isinstance(item, Text)}:
        row = sorted((item for item in items if isinstance(item, Text) and item.y == y), key=lambda run: run.x)
        assert all(one.x + one.width <= other.x + 1e-4 for one, other in pairwise(row))


WORDS = st.lists(
    st.one_of(st.text("abαβγ.,!?2:–", min_size=1, max_size=5), st.sampled_from(["!", "{leaf}", "**β**", "**a**b"])),
    min_size=1,
    max_size=12,
)


@given(WORDS, st.floats(20, 100))
def test_the_pen_is_where_the_runs_are_drawn(words: list[str], width: float) -> None:
    check_pens(set_in(" ".join(words), GREEK, width).items)
    check_pens(flown([" ".join(words), "α β"], GREEK).items)


REGULAR = "Spectral-Regular"
FONTS = FontBook({"text": FontFamily(REGULAR, bold="Spectral-Bold", fallback=(OTHER,))})


def runs(text: str, fonts: FontBook = FONTS, align: Align = "left", *, bold: bool = False) -> list[Text]:
    items = line(text, 50.0, 20.0, "text", 8.0, "#2B2320", fonts, align, bold=bold)
    return [item for item in items if isinstance(item, Text)]


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_what_a_font_lacks_is_set_in_its_fallback_and_stands_with_the_rest(align: Align, share: float) -> None:
    found = runs("Δρόμος 12 → x", align=align, bold=True)
    assert {run.font for run in found} == {"Spectral-Bold", OTHER}
    assert "".join(run.text for run in found).replace(" ", "") == "Δρόμος12→x"
    assert all(one.x + one.width <= other.x + 1e-6 for one, other in pairwise(found))
    width = measure_width("Δρόμος 12 → x", "text", 8.0, FONTS, bold=True)
    assert found[-1].x + found[-1].width - found[0].x == pytest.approx(width)
    assert found[0].x == pytest.approx(50.0 - share * width)


def test_what_no_family_of_a_kit_has_is_set_in_the_typeface_of_the_press() -> None:
    own = {"text": FontFamily(REGULAR)}
    theme = replace(read_press_theme(), fonts=own)
    assert {run.font for run in runs("δ", FontBook(own))} == {REGULAR}
    assert {run.font for run in runs("δ", FontBook(theme.sheet_fonts))} == {read_press_theme().fonts["text"].regular}


HINDI, TAMIL = "NotoSansDevanagari[wdth,wght]", "NotoSansTamil[wdth,wght]"
needs_indic = pytest.mark.skipif(
    not set(list_installed_faces()) >= {HINDI, TAMIL}, reason="fontpkg-noto-sans-devanagari, fontpkg-noto-sans-tamil"
)


def hindi_book(face: str = "AlegreyaSans-Regular", *fallback: str) -> FontBook:
    return FontBook({"text": FontFamily(face, fallback=fallback)}, language="hi")


def syllables(text: str, fonts: FontBook) -> list[str]:
    """What is turned by itself on a line that bends."""
    way = TextCurve([(0.0, 0.0), (100.0, 0.0)])
    done = set_along(text, way, Style(size=12), Typesetting(fonts, icon, COLOURS.get))
    return [item.items[0].text for item in done.items if isinstance(item, Group)]  # type: ignore[union-attr]


@needs_indic
def test_syllables_are_formed_and_stand_as_wide_as_they_are() -> None:
    fonts = hindi_book(HINDI)
    font = fonts.font(HINDI)
    assert syllables("शक्ति", fonts) == ["श", "क्ति"] and syllables("abक्ष", fonts) == ["a", "b", "क्ष"]
    assert syllables("स्त्री-हिन्दी", fonts) == ["स्त्री", "-", "हि", "न्दी"], "a half letter stays with the next"
    assert font.shape("क्ष").width < font.shape("क").width + font.shape("ष").width, "one letter of two"
    letter, before = (
        measure_exactly(outline_text(Text(0, 0, text, HINDI, 1 / MM_PER_POINT, "", 0, font.shape(text).glyphs), font))
        for text in ("क", "कि")
    )
    assert before.right > letter.right + 0.1 and before.y < letter.y, "its vowel is before it and over it"
    assert font.shape("a शक्ति").width == pytest.approx(font.shape("a ").width + font.shape("शक्ति").width)
