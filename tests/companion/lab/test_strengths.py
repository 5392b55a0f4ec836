"""The stronger player wins: long, so `make test-slow` plays it. `docs/bots.md` has what came out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine import OVER, game
from companion.engine.drive import Generator, Witness
from companion.lab.players import Player, player

pytestmark = pytest.mark.landing

LONGEST = 4000
"""Choices after which a game counts as nobody's."""


def share(which: str, better: Player, other: Player, games: int) -> float:
    """What share of two-player games the better one wins; each deal is played twice, with the seats exchanged."""
    rules, won = game(which), 0.0
    for n in range(games):
        who = (better, other) if n % 2 == 0 else (other, better)
        won += _played(rules, who, n // 2, random.Random(n))[n % 2]
    return won / games


def _played(rules: Any, who: tuple[Player, Player], deal: int, rng: random.Random) -> tuple[float, ...]:
    state, dice = rules.new(2), Generator(deal)
    for _ in range(LONGEST):
        if state.turn is OVER:
            return tuple(rules.returns(state))
        waiting = rules.waiting(state)
        if waiting:
            choice = who[waiting[0]].choose(rules, Witness(rules, state, waiting[0]), rng)
            state = rules.after(state, choice.action, waiting[0])
        else:
            state = rules.after(state, dice.supply(rules, state))
    return (0.5, 0.5)


@pytest.mark.parametrize(
    ("better", "other", "games", "least"), [("easy", "random", 40, 0.85), ("middling", "easy", 16, 0.6)]
)
def test_a_few_games_tell_the_steps_apart(better: str, other: str, games: int, least: float) -> None:
    """Of Dunhuang, the game with most luck."""
    rules = game("dunhuang")
    assert share("dunhuang", player(rules, better), player(rules, other), games) >= least


@pytest.mark.slow
@pytest.mark.parametrize(("which", "games"), [("hangzhou", 400), ("dunhuang", 150), ("xanadu", 400)])
def test_each_strength_beats_the_one_before(which: str, games: int) -> None:
    """One standard error of 400 games is two in a hundred. Play-outs take a second for a game, so they get fewer."""
    rules = game(which)
    assert share(which, player(rules, "easy"), player(rules, "random"), 400) >= 0.9
    assert share(which, player(rules, "middling"), player(rules, "easy"), 400) >= 0.64
    assert share(which, player(rules, "strong"), player(rules, "middling"), games) >= 0.7
