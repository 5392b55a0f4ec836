"""The common harness, over all games, numbers of players and house rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from cases import CASES
from harness import Case, check_effects, check_state, play_on, walk

from companion import engine
from companion.engine import GAMES, game

STARTS = [
    pytest.param(
        *(case, players, options),
        id=f"{case.game.ID}-{players}-{number}",
        marks=[pytest.mark.long] if number % 3 else [],
    )
    for case in CASES
    for number, (players, options) in enumerate(case.starts())
]
ODD = [pytest.param(case, id=case.game.ID) for case in CASES]


def test_every_game_is_in_the_harness() -> None:
    assert tuple(case.game.ID for case in CASES) == tuple(GAMES)
    assert all(game(case.game.ID) is case.game for case in CASES)
    assert engine.hangzhou is game("hangzhou")
    with pytest.raises(KeyError, match="there are: "):
        game("chess")
    with pytest.raises(AttributeError, match="ludo"):
        engine.ludo  # noqa: B018 - looking is what is tried


@pytest.mark.parametrize(("case", "players", "options"), STARTS)
def test_a_random_game_holds_everything(case: Case, players: int, options: dict[str, Any]) -> None:
    steps = walk(case, players, options, seed=players, every=61, glance=61)
    check_effects(case, steps[-400:], [None, *range(players)])


@pytest.mark.long
@pytest.mark.parametrize("case", ODD)
def test_odd_positions_hold_everything_and_play_on(case: Case) -> None:
    rng = random.Random(5)
    for seed in range(60):
        state = case.odd(rng)
        check_state(case, state, rng)
        play_on(case, state, seed, actions=40)


COMBINATIONS = [
    pytest.param(case, players, options, id="-".join([case.game.ID, str(players), *map(str, options.values())]))
    for case in CASES
    for players, options in case.combinations()
]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "players", "options"), COMBINATIONS)
def test_a_thousand_random_games(case: Case, players: int, options: dict[str, Any]) -> None:
    """Of every combination: no dead end, no leak, pieces conserved, replay equals play."""
    turns = case.turns(players, options)
    for seed in range(1000):
        walk(case, players, turns[seed % len(turns)], seed, every=499, glance=101)


@pytest.mark.slow
@pytest.mark.parametrize("case", ODD)
def test_a_hundred_thousand_odd_positions(case: Case) -> None:
    rng = random.Random(6)
    for seed in range(100_000):
        state = case.odd(rng)
        if seed % 20 == 0:
            check_state(case, state, rng)
        play_on(case, state, seed, actions=12)
