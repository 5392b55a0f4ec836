"""How far choices are played out, and what the strong player makes of the last turn of all."""

from __future__ import annotations

import random

import pytest
from dunhuang_tables import at

from companion.engine import Seat, dunhuang
from companion.engine.witness import Witness
from companion.games.dunhuang.characters import Guard
from companion.games.dunhuang.horizon import horizon
from companion.games.dunhuang.moves import TakeCoins
from companion.lab.players import player


@pytest.mark.parametrize(("players", "deck", "turns"), [(2, 20, 2), (2, 6, 2), (2, 5, 5), (4, 20, 4), (4, 0, 5)])
def test_a_round_and_to_the_end_once_it_is_in_sight(players: int, deck: int, turns: int) -> None:
    state = dunhuang.parse(f"dunhuang {players} deck: {'7 ' * min(deck, 7)}{'8 ' * (deck - 7)} now: move A")
    assert state.deck == deck
    assert horizon(state) == turns


def test_the_strong_player_guards_what_the_last_turn_would_take() -> None:
    """Ben has the last turn of all, and lacquer lies one step ahead: a tie would bring him Ana's only token."""
    rest = "A: c2 shop 5 B: c1 tokens: 5A deck: - start: A last: yes"
    state = at("manichean", rest, players=2, market="2 3 4 5 5 7 8 8")
    choices = {
        name: player(dunhuang, name).choose(dunhuang, Witness(dunhuang, state, Seat(0)), random.Random(1)).action
        for name in ("middling", "strong")
    }
    assert choices == {"middling": TakeCoins(), "strong": Guard("lacquer")}
