"""Running text in more than one font: a typeface, and those that have what it lacks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from draw_builders import COLOURS, icon
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.kit.theme import FontFamily, Style, press_theme
from pnp.scene import MM_PER_POINT, Box, Item, Text
from pnp.text.bidi import Align
from pnp.text.block import SetText, line, set_flow, set_text, width_of
from pnp.text.fonts import FontBook
from pnp.text.wrap import Typesetting

LATIN, OTHER, HEBREW = "Spectral-SemiBold", "AlegreyaSans-Regular", "FrankRuhlLibre[wght]"
GREEK = FontBook({"text": FontFamily(LATIN, bold="Spectral-Bold", fallback=(OTHER,))})


def set_in(markup: str, fonts: FontBook, width: float = 100.0, **style: object) -> SetText:
    return set_text(markup, Box(0, 0, width, 60), Style(size=10, **style), Typesetting(fonts, icon, COLOURS.get))


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
    width = width_of("Δρόμος 12 → x", "text", 8.0, FONTS, bold=True)
    assert found[-1].x + found[-1].width - found[0].x == pytest.approx(width)
    assert found[0].x == pytest.approx(50.0 - share * width)


def test_what_no_family_of_a_kit_has_is_set_in_the_typeface_of_the_press() -> None:
    own = {"text": FontFamily(REGULAR)}
    theme = replace(press_theme(), fonts=own)
    assert {run.font for run in runs("δ", FontBook(own))} == {REGULAR}
    assert {run.font for run in runs("δ", FontBook(theme.sheet_fonts))} == {press_theme().fonts["text"].regular}
