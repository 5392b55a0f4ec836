"""Running text in more than one font: a typeface, and those that have what it lacks."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from draw_builders import COLOURS, icon
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.kit.theme import FontFamily, Style
from pnp.scene import MM_PER_POINT, NO_INK, Box, Item, Text, Use
from pnp.text.block import SetText, set_flow, set_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.wrap import Typesetting

LATIN, OTHER, HEBREW = "Spectral-SemiBold", "AlegreyaSans-Regular", "FrankRuhlLibre[wght]"
GREEK = FontBook({"text": FontFamily(LATIN, bold="Spectral-Bold", fallback=(OTHER,))})
needs_hebrew = pytest.mark.skipif(HEBREW not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")


def hebrew() -> FontBook:
    return FontBook({"text": FontFamily(HEBREW, fallback=(OTHER,))}, language="he")


def set_in(markup: str, fonts: FontBook, width: float = 100.0, **style: object) -> SetText:
    return set_text(markup, Box(0, 0, width, 60), Style(size=10, **style), Typesetting(fonts, icon, COLOURS.get))


def flown(markups: list[str], fonts: FontBook) -> SetText:
    return set_flow(markups, Box(0, 0, 100, 60), Style(size=10), (2, 1), Typesetting(fonts, icon, COLOURS.get))


def places(run: Text) -> dict[str, float]:
    """Where the letters of a run stand, in mm."""
    return {run.part(*letter).text: run.part(*letter).x for letter in run.clusters()}


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


def test_blanks_among_words_of_another_font_are_as_wide_as_those_of_the_text() -> None:
    done = set_in("a αβ γδ ε b", GREEK)
    first, greek, last = (item for item in done.items if isinstance(item, Text))
    assert (first.text, greek.text, last.text) == ("a ", "αβ γδ ε ", "b")
    blank = GREEK.font(LATIN).space * 10 * MM_PER_POINT
    places_of = places(greek)
    wide = GREEK.font(OTHER).shape("β").width * 10 * MM_PER_POINT
    assert places_of["γ"] - places_of["β"] - wide == pytest.approx(blank)
    check_pens(done.items)


WORDS = st.lists(
    st.one_of(st.text("abαβγ.,!?2:–", min_size=1, max_size=5), st.sampled_from(["!", "{leaf}", "**β**", "**a**b"])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=100, deadline=None)
@given(WORDS, st.floats(20, 100))
def test_the_pen_is_where_the_runs_are_drawn(words: list[str], width: float) -> None:
    check_pens(set_in(" ".join(words), GREEK, width).items)
    check_pens(flown([" ".join(words), "α β"], GREEK).items)


@needs_hebrew
@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("אבגαβab23:×.!", min_size=1, max_size=5), min_size=1, max_size=12), st.floats(20, 100))
def test_so_it_is_from_right_to_left(words: list[str], width: float) -> None:
    fonts = hebrew()
    check_pens(set_in(" ".join(words), fonts, width).items)
    check_pens(flown([" ".join(words), "α ב"], fonts).items)


def test_a_font_without_a_blank_leaves_room_for_one(tmp_path: Path) -> None:
    from fontTools import subset

    options = subset.Options()
    font = subset.load_font(str(GREEK.font(OTHER).path), options)
    worker = subset.Subsetter(options)
    worker.populate(text="αβ")
    worker.subset(font)
    (tmp_path / "fonts").mkdir()
    subset.save_font(font, str(tmp_path / "fonts" / "Mine.ttf"), options)
    fonts = FontBook({"text": FontFamily(LATIN, fallback=("Mine",))}, tmp_path)
    for done in (set_in("α β", fonts), flown(["α β"], fonts)):
        (run,) = (item for item in done.items if isinstance(item, Text))
        assert run.text == "α β"
        assert [glyph.number for glyph in run.glyphs][1] == NO_INK, "a box stands for what a font has not"
        check_pens(done.items)
        widths = sum(fonts.font("Mine").shape(letter).width for letter in "αβ") + fonts.font(LATIN).space
        assert run.width == pytest.approx(widths * 10 * MM_PER_POINT)


@needs_hebrew
def test_two_equal_signs_stand_beside_one_another_from_right_to_left() -> None:
    signs = [item for item in set_in("קחו {leaf}{leaf}", hebrew()).items if isinstance(item, Use)]
    assert len(signs) == 2 and signs[0].matrix[4] != signs[1].matrix[4]
