"""What the evaluation sees in a position, and what players make of it."""

from __future__ import annotations

import random

import pytest
from dunhuang_tables import at

from companion.engine import Seat, dunhuang
from companion.engine.drive import Witness
from companion.games.dunhuang.characters import DrawGoods
from companion.games.dunhuang.evaluation import prospects
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
