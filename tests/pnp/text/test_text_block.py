"""Text set into boxes and lines: markup, breaks and hyphens."""

from __future__ import annotations

from itertools import pairwise

import pytest
from draw_builders import COLOURS, FONTS, icon, set_in
from hypothesis import given
from hypothesis import strategies as st

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Text
from pnp.text.hyphenate import hyphenation
from pnp.text.markup import Span, escape_markup, parse_markup, strip_marks
from pnp.text.wrap import Typesetting, measure

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


# --- where lines may break, and where marks of bold, colour or links begin ---

BROKEN = "木石。、「」（）“”…゛ー¥％：，２3a-/\u200b\u2060\u00a0\u309aㇷ"
"""Characters of all the classes that breaks look at."""


def parts(*spans: Span) -> list[str]:
    """What no line break divides, of a paragraph."""
    ((pieces,),) = measure((spans,), Style(), Typesetting(FONTS, icon, COLOURS.get)).paragraphs
    return ["".join(fragment.text for fragment in piece.fragments) for piece in pieces]


@pytest.mark.long
@given(st.lists(st.text(BROKEN, min_size=1, max_size=4), min_size=1, max_size=6))
def test_where_marks_begin_lines_break_as_within_one(texts: list[str]) -> None:
    spans = [Span(text, bold=index % 2 == 1) for index, text in enumerate(texts)]
    assert parts(*spans) == parts(Span("".join(texts)))


@pytest.mark.parametrize(
    ("before", "after", "apart"),
    [
        ("木", "石", ["木", "{leaf}", "石"]),
        ("木", "。石", ["木", "{leaf}。", "石"]),
        ("。", "（石）", ["。", "{leaf}", "（石）"]),
        ("one", "two", ["one{leaf}two"]),
    ],
)
def test_a_sign_is_parted_from_ideographs_and_clings_to_all_else(before: str, after: str, apart: list[str]) -> None:
    assert parts(Span(before), Span("", icon="leaf"), Span(after)) == apart


@pytest.mark.parametrize(
    "late",
    [
        *"、。，．・：；？！）」』】〕〉》｝］｠〗〙〛〞〟ー゠々〻ゝヽ゛゜っゃヵㇰㇷㇿ｡､｣･ｧｨｩｪｫｬｭｮｯｰﾞﾟ〜％℃￠‼⁉",
        *"”’…—―‐–·′″-/)⦆",
    ],
)
def test_no_line_begins_with_it(late: str) -> None:
    assert parts(Span(f"木{late}石")) == [f"木{late}", "石"]


@pytest.mark.parametrize("mark", ["\u3099", "\u309a", "\u302a", "\ufe00", "\U000e0100", "\u0301", "\u20dd"])
def test_marks_stay_with_their_character(mark: str) -> None:
    assert len(parts(Span(f"か{mark}き"))) == 2 and parts(Span(f"か{mark}き"))[0][0] == "か"


@pytest.mark.parametrize("early", "（「『【〔〈《｛［｟〖〘〚〝｢＄￥￡＃№“‘«($€[⦅")
def test_no_line_ends_with_it(early: str) -> None:
    assert parts(Span(f"木{early}石")) == ["木", f"{early}石"]


@pytest.mark.parametrize("glue", ["\u00a0", "\u202f"])
def test_what_holds_words_together_holds_ideographs(glue: str) -> None:
    assert parts(Span(f"木{glue}石")) == [f"木{glue}石"]
    assert parts(Span("木\u2060石")) == ["木石"]


@pytest.mark.parametrize(
    "number", ["２３：３０", "１，２５０", "0．5", "１／２", "23：30", "１，２５０，０００", "５０％"]
)
def test_numbers_are_not_divided(number: str) -> None:
    assert parts(Span(f"（{number}）")) == [f"（{number}）"]
    assert parts(Span(f"は{number}円")) == ["は", number, "円"]


@pytest.mark.parametrize(
    ("word", "language", "divided"),
    [
        ("merchants", "en", "mer-chants"),
        ("comerciantes", "es", "comer-cian-tes"),
        ("MERCHANTS", "en", "MERCHANTS"),
        ("merchants", "tlh", "merchants"),
    ],
)
def test_words_are_divided_between_parts_of_three_letters_and_more(word: str, language: str, divided: str) -> None:
    places = [0, *hyphenation(word, language), len(word)]
    assert "-".join(word[start:end] for start, end in pairwise(places)) == divided


def read(markup: str) -> list[tuple[str, str]]:
    """The spans of one paragraph as (text, marks)."""
    (paragraph,) = parse_markup(markup)
    return [
        (span.text or f"{{{span.icon}}}", "B" * span.bold + "I" * span.italic + span.colour)
        for span in paragraph
        if span.text or span.icon
    ]


def plain(markup: str) -> str:
    return "".join(span.text for paragraph in parse_markup(markup) for span in paragraph)


@pytest.mark.parametrize(
    ("markup", "spans"),
    [
        ("Pay 1 {coin} for **silk**", [("Pay 1 ", ""), ("{coin}", ""), (" for ", ""), ("silk", "B")]),
        ("a **b *c* d**", [("a ", ""), ("b ", "B"), ("c", "BI"), (" d", "B")]),
        ("[price **x**]{cinnabar}", [("price ", "cinnabar"), ("x", "Bcinnabar")]),
        ("[a [b]{red} c]{#00ff00}", [("a ", "#00ff00"), ("b", "red"), (" c", "#00ff00")]),
    ],
)
def test_marks(markup: str, spans: list[tuple[str, str]]) -> None:
    assert read(markup) == spans


@pytest.mark.parametrize("markup", ["3 * 4", "**open", "a ** b **", "[no colour]", "[x] (", "\\"])
def test_a_mark_that_marks_nothing_is_a_character(markup: str) -> None:
    assert plain(markup) == markup


@pytest.mark.parametrize(
    ("markup", "names"),
    [
        ("{münze} and {épée}", ["{münze}", "{épée}"]),
        ("{ deck }{deck }{two words}", ["{ deck }", "{deck }", "{two words}"]),
        ("a {deck", ["{{}"]),
        ("a deck}", ["{}}"]),
        ("{a{b}", ["{{}", "{b}"]),
        (r"\{deck} \{deck\} \{a {b} c}", ["{b}"]),
        (r"\{deck}}", ["{}}"]),
    ],
)
def test_what_stands_in_braces_is_a_name_and_a_brace_alone_is_none_that_there_is(markup: str, names: list[str]) -> None:
    assert [f"{{{span.icon}}}" for span in parse_markup(markup)[0] if span.icon] == names


@given(st.text("ab \\*{}[]#", min_size=1, max_size=40).map(lambda text: " ".join(text.split())).filter(bool))
def test_escaped_text_comes_back(text: str) -> None:
    assert plain(escape_markup(text)) == text
    assert all(
        not (span.bold or span.italic or span.icon or span.colour) for span in parse_markup(escape_markup(text))[0]
    )


@given(st.text("ab*[] \\\n", max_size=60))
def test_letters_are_never_lost(markup: str) -> None:
    assert [c for c in plain(markup) if c in "ab"] == [c for c in markup if c in "ab"]


@pytest.mark.parametrize(
    ("markup", "spoken"),
    [
        ("**Fine** *silk* for [two]{red}", "Fine silk for two"),
        ("{coin} trader", "coin trader"),
        (r"3 \* 4 \{x\}", "3 * 4 {x}"),
        ("Sea of\nSand\n\n*end*", "Sea of Sand end"),
        ("", ""),
    ],
)
def test_a_text_is_spoken_of_without_its_marks(markup: str, spoken: str) -> None:
    assert strip_marks(markup) == spoken
