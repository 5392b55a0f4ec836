"""Text set into boxes and lines."""

from __future__ import annotations

import pytest
from draw_builders import FONTS, set_in
from hypothesis import given
from hypothesis import strategies as st

from pnp.scene import MM_PER_POINT, Text

LOREM = "Each player takes two dyes from the market and pays the merchant who stands beside the temple gate"


def runs(items: tuple[object, ...]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def test_lines_keep_to_the_measure_and_lose_no_word() -> None:
    done = set_in(LOREM, 40, hyphenate=False)
    assert " ".join(done.lines) == LOREM
    assert len(done.lines) == 4
    assert all(run.x + run.width <= 40 + 1e-6 for run in runs(done.items))
    assert not done.overflow


def test_neighbours_in_one_font_become_one_run() -> None:
    done = set_in("one two **three four** five", 100)
    assert [run.text for run in runs(done.items)] == ["one two ", "three four ", "five"]
    assert [run.font for run in runs(done.items)] == [
        "AlegreyaSans-Regular",
        "AlegreyaSans-Bold",
        "AlegreyaSans-Regular",
    ]
    first, second, _ = runs(done.items)
    assert second.x == pytest.approx(first.x + first.width)


def test_text_shrinks_in_quarter_points_to_the_largest_size_that_fits() -> None:
    done = set_in(LOREM, 40, 10)
    assert not done.overflow
    assert done.size == 8.25
    assert done.height <= 10
    assert set_in(LOREM, 40, size=8.5).height > 10
    assert set_in(LOREM, 40, 10, least=8.5).overflow
    assert set_in(LOREM, 40, 10, least=9).size == 9


def test_overflow_is_said_and_nothing_is_cut() -> None:
    done = set_in(LOREM, 40, 4, hyphenate=False)
    assert done.overflow
    assert done.size == 7
    assert " ".join(done.lines) == LOREM


def test_a_word_wider_than_the_box_is_divided_or_said() -> None:
    divided = set_in("incomprehensibility", 20, size=9, least=9)
    assert not divided.overflow
    assert "".join(line.removesuffix("-") for line in divided.lines) == "incomprehensibility"
    assert set_in("incomprehensibility", 20, size=9, least=9, hyphenate=False).overflow


@pytest.mark.parametrize(
    ("language", "word", "line"),
    [("en", "characteristic", "character-"), ("es", "extraordinario", "extraordina-"), ("xx", "characteristic", "")],
)
def test_hyphenation_follows_the_language(language: str, word: str, line: str) -> None:
    width = FONTS.font("AlegreyaSans-Regular").shape(word).width * 9 * MM_PER_POINT - 0.5
    first = set_in(word, width, least=9, language=language).lines[0]
    assert first == (line or word)


def test_breaks_after_hyphens_and_slashes_between_letters_only() -> None:
    lines = set_in("well-known 10-30 and/or", 10, hyphenate=False).lines
    assert lines == ("well-", "known", "10-30", "and/or")


def test_no_line_begins_with_closing_punctuation_or_a_dash() -> None:
    words = ["aa", "bb", "–", "cc", "»", "dd", "!", "ee"]
    for width in range(6, 20):
        for line in set_in(" ".join(words), width).lines:
            assert line[0] not in "–»!"


def test_a_number_stays_with_its_icon_and_an_icon_with_its_comma() -> None:
    for width in range(10, 30):
        lines = set_in("Pay the merchant 12 {leaf}, then go", width).lines
        assert any("12 {leaf}," in line for line in lines)


def test_what_is_unknown_or_has_no_glyph_is_said_and_stays_readable() -> None:
    done = set_in("{camel} [x]{mauve} 壹 壹 贰", 60)
    assert done.unknown == ("{camel}", "mauve")
    assert done.missing == ("壹", "贰")
    assert done.lines == ("{camel} x 壹 壹 贰",)


@given(
    st.lists(st.text("abcdefghij-/–.,\u00a0", min_size=1, max_size=14), min_size=1, max_size=25),
    st.floats(5, 60),
    st.floats(3, 40),
)
def test_words_in_are_words_out(text: list[str], width: float, height: float) -> None:
    markup = " ".join(text)
    done = set_in(markup, width, height, hyphenate=False)
    assert "".join(done.lines).replace(" ", "") == markup.replace(" ", "")
    if not done.overflow:
        assert done.height <= height + 0.02
        blank = FONTS.font("AlegreyaSans-Regular").space * done.size * MM_PER_POINT  # of a run before another
        assert all(run.x + run.width <= width + blank + 1e-3 for run in runs(done.items))


def test_a_word_is_divided_where_it_says_and_nothing_of_that_is_printed() -> None:
    assert set_in("Auto\u00adbahn\u00adrast", 100.0).lines == ("Autobahnrast",)
    assert set_in("Auto\u00adbahn\u00adrast", 16.0).lines == ("Autobahn-", "rast")
    assert [line.strip() for line in set_in("\u00ad a \u00ad", 16.0).lines] == ["a"], "no letters, no word"
