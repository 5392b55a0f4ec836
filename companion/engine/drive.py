"""The one loop that drives people, bots and dice, for every game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.chance import Supplier, supplied
from companion.engine.game import OVER, GameState, Seat, Step
from companion.engine.rules import GameRules

Choose = Callable[[Any, Seat, Sequence[Any]], Any]
"""A player: picks one of the legal actions of its seat."""


def drive(game: GameRules[Any], state: GameState, choose: Choose, chance: Supplier) -> Iterator[Step]:
    """Plays on, step by step, until the game is over. Where a seat has one choice only, such as one kind of card to
    give, it is not asked."""
    while True:
        turn = state.turn
        if turn is OVER:
            return
        if isinstance(turn, int):
            by, source = turn, None
            legal = game.legal(state, by)
            action = legal[0] if len(legal) == 1 else choose(state, by, legal)
        else:
            outcome = supplied(game, state, chance)
            by, source, action = None, outcome.source, outcome.outcome
        state, effects = game.play(state, action, by)
        yield Step(action, by, source, effects, state)


def unattended(game: GameRules[Any], state: GameState, chance: Supplier) -> Iterator[Step]:
    """Plays on by itself, until a player has to decide or the game is over."""
    while state.turn is not OVER and not isinstance(state.turn, int):
        outcome = supplied(game, state, chance)
        state, effects = game.play(state, outcome.outcome)
        yield Step(outcome.outcome, None, outcome.source, effects, state)


def at_random(seed: int) -> Choose:
    """A player that picks any legal action with equal chances."""
    rng = random.Random(seed)

    def choose(state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        return rng.choice(legal)

    return choose
