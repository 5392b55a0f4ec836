"""Where lines may break among kana, ideographs, numbers and signs, and where marks of bold, colour or links begin."""

from __future__ import annotations

from itertools import pairwise

import pytest
from draw_builders import COLOURS, FONTS, icon
from hypothesis import given
from hypothesis import strategies as st

from pnp.kit.theme import Style
from pnp.text.hyphenate import hyphenation
from pnp.text.markup import Span
from pnp.text.wrap import Typesetting, measure

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
