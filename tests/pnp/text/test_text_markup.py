"""Running text, read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text.markup import escape_markup, parse_markup, plain_text


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
    assert plain_text(markup) == spoken
