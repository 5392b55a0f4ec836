"""Positions in pairs that look alike to one seat, though all that it may not see is other."""

from __future__ import annotations

import random
from typing import Any

from companion.engine import drive
from companion.engine.drive import Generator
from companion.engine.game import CHANCE, OVER, Seat
from companion.tables.game import table_game

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "hangzhou": ({"open_hands": "hidden"},),
    "dunhuang": ({"cards": "app"},),
    "xanadu": ({"cards": "app"}, {"cards": "app", "open_score": "no"}),
}
"""Settings with which something is hidden, by game."""


def twin(game: str, state: Any, seat: Seat | None, rng: random.Random) -> Any:
    """The same position to the eyes of this seat, in which what it may not see is other (see `harness.check_views`)."""
    if state.turn is OVER:
        return state
    rules = table_game(game).rules
    made = rules.possible(rules.view(state, seat), rng)
    assert rules.view(made, seat) == rules.view(state, seat) and rules.view(made, None) == rules.view(state, None)
    return made


def positions(game: str, players: int, options: dict[str, Any], rng: random.Random) -> list[Any]:
    """Those of a game at random, every few steps, in all its parts."""
    table = table_game(game)
    rules, state = table.rules, table.new(options, tuple(range(players)), 0)
    found, chance, choose = [], Generator(rng.randrange(10**9)), drive.play_at_random(rng.randrange(10**9))
    for step in range(2_000):
        if state.turn is OVER:
            break
        if state.turn is CHANCE:
            state, _ = rules.play(state, chance.supply(rules, state))
            continue
        if step < 30 or not step % 7:
            found.append(state)
        seat = rng.choice(rules.waiting(state))
        state, _ = rules.play(state, choose(state, seat, rules.legal(state, seat)), seat)
    return found
