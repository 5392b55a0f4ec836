"""Scores: the leaflet's example, the cap by tokens, ties."""

from __future__ import annotations

from dunhuang_tables import table

from companion.engine import dunhuang

HANDS = (
    "A: c5 p3 hand 3 6x2 8 9 shop 4x2 5 7 tokens: 4A 5A 7A 6B 8B 2C 9C"
    " B: c2 p6 hand 2 6x2 7 9x2 shop 6 8 C: c1 p1 hand 4x2 5 7 8 shop 2 9 last: yes now: over"
)


def test_the_leaflets_example() -> None:
    """Ana has three tokens, so all her kept cards score; Ben and Chen score their best two."""
    score = dunhuang.score(table(HANDS))
    assert [sheet.total for sheet in score.sheets] == [26, 26, 20]
    lines = [[(line.thing, line.points) for line in sheet.lines] for sheet in score.sheets]
    assert lines[0] == [("tokens", 6), ("prestige", 3), ("card_jade", 3), ("card_tea", 6), ("card_paper", 8)]
    assert lines[1] == [("tokens", 4), ("prestige", 6), ("card_spice", 7), ("card_wool", 9)]
    assert lines[2] == [("tokens", 4), ("prestige", 1), ("card_spice", 7), ("card_paper", 8)]
    assert (score.winners, score.decided_by) == ((0,), "tie"), "most coins"


def test_still_tied_is_shared() -> None:
    score = dunhuang.score(table("A: c5 p3 B: c5 p3 C: c5 p2 last: yes deck: - now: over"))
    assert (score.winners, score.decided_by, score.final) == ((0, 1), "tie", True)


def test_no_token_no_cards() -> None:
    score = dunhuang.score(table("A: c1 hand 9x3 8 7"))
    assert score.sheets[0].total == 0
    assert not score.final


def test_a_tie_for_most_keeps_a_card_each() -> None:
    score = dunhuang.score(table("A: c1 hand 9 shop 3 B: c1 hand 9 shop 4 tokens: 3A 4B"))
    assert [sheet.total for sheet in score.sheets] == [11, 11, 0]


def test_the_lines_have_words() -> None:
    state = table(HANDS)
    sheet = dunhuang.score(state).sheets[0]
    assert [dunhuang.say(line, state) for line in (*sheet.lines, *sheet.ties)] == [
        "Majority tokens",
        "Prestige",
        "Most in hand: jade",
        "Most in hand: tea",
        "Most in hand: paper",
        "Coins",
    ]
