"""What the evaluation sees in a position, and what players make of it."""

from __future__ import annotations

import random

import pytest
from dunhuang_tables import at

from companion.engine import Seat, dunhuang
from companion.engine.drive import Witness
from companion.games.dunhuang.characters import DrawGoods
from companion.games.dunhuang.evaluation import prospects
from companion.lab.evaluation import Evaluation
from companion.lab.players import player


@pytest.mark.parametrize(("character", "steps"), [("interpreter", 2), ("diplomat", 1)])
def test_cards_that_are_still_to_be_drawn_are_worth_more_than_coins(character: str, steps: int) -> None:
    state = at(character, "A: c6 hand 5 8", steps=steps)
    choice = player(dunhuang, "middling").choose(dunhuang, Witness(dunhuang, state, Seat(0)), random.Random(1))
    assert choice.action == DrawGoods()
    assert choice.reason is not None and dunhuang.say(choice.reason, state, "en")


def test_the_more_are_drawn_the_better_and_none_brings_nothing() -> None:
    worth = []
    for deck in ("-", "4", "4 5", "4 5 6"):
        drawing = at("interpreter", f"A: c6 deck: {deck}", steps=3)
        state = dunhuang.after(drawing, DrawGoods(), Seat(0)) if deck != "-" else drawing
        worth.append(sum(part.worth for part in prospects(state)[0] if part.motive == "visit"))
    assert worth[1:] == sorted(set(worth[1:]))
    assert 0 < worth[0] < worth[1]  # of coins instead


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A: c6 hand 5 8", "A: c5 hand 5 8"),
        ("A: c6 p1", "A: c6"),
        ("A: c6 hand 8", "A: c6 hand 5"),
        ("A: c6 shop 6 tokens: 6A", "A: c6 shop 6 B: c6 shop 6 tokens: 6B"),
        ("A: c6 shop 6 tokens: 6A+", "A: c6 shop 6 tokens: 6A"),
        ("A: c6 hand 9", "A: c6 hand 9 B: c6 hand 9x2"),
        ("A: c6 hand 2 7 8 9 shop 3 4 5 tokens: 3A 4A 5A", "A: c6 hand 2 7 8x2 shop 3 4 5 tokens: 3A 4A 5A"),
    ],
)
def test_obvious_advantages(better: str, worse: str) -> None:
    """Coins, prestige, dear cards, tokens, guards, the most of a kind, and kinds for the top merchant."""
    leads = [Evaluation(dunhuang).lead(at("princess", rest), Seat(0)) for rest in (better, worse)]
    assert leads[0] > leads[1]
