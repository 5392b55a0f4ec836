"""Writing from right to left: the order of a line, joined letters, and where text begins."""

from __future__ import annotations

import io

import pikepdf
import pytest
from draw_builders import COLOURS, icon
from draw_builders import words as said

from pnp.kit.theme import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.render.svg import write_svg
from pnp.scene import Box, Item, Page, Scene, Text, Use
from pnp.text.bidi import visual_order
from pnp.text.block import SetText, line, set_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.wrap import Typesetting

LATIN, HEBREW, ARABIC = "AlegreyaSans-Regular", "FrankRuhlLibre[wght]", "Amiri-Regular"
needs_hebrew = pytest.mark.skipif(HEBREW not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
needs_arabic = pytest.mark.skipif(ARABIC not in installed_faces(), reason="pip install fontpkg-amiri")


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
    out = io.BytesIO()
    write_pdf([Page(120, 60, items)], out, fonts=fonts, title="", language="he")
    return out.getvalue()


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
    order = visual_order(text, right_to_left=True)
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
    assert set_in("خذ", book("ar", LATIN)).missing
