"""The one loop that drives people, bots and dice, for every game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from companion.engine.chance import Source, Supplier, supplied
from companion.engine.game import OVER, Game, GameState, Legal, Seat

S = TypeVar("S", bound=GameState)
A = TypeVar("A")
E = TypeVar("E")
Choose = Callable[[S, Seat, Legal[A]], A]
"""A player: picks one of the legal actions of its seat."""


class Step(Struct, Generic[S, A, E], frozen=True):
    """One action of a game: who did it (none: chance, from `source`), what happened, and the state after."""

    action: A
    by: Seat | None
    source: Source | None
    effects: tuple[E, ...]
    state: S


def drive(game: Game[S, A, E], state: S, choose: Choose[S, A], chance: Supplier) -> Iterator[Step[S, A, E]]:
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


def unattended(game: Game[S, A, E], state: S, chance: Supplier) -> Iterator[Step[S, A, E]]:
    """Plays on by itself, until a player has to decide or the game is over."""
    while state.turn is not OVER and not isinstance(state.turn, int):
        outcome = supplied(game, state, chance)
        state, effects = game.play(state, outcome.outcome)
        yield Step(outcome.outcome, None, outcome.source, effects, state)


def at_random(seed: int) -> Choose[S, A]:
    """A player that picks any legal action with equal chances."""
    rng = random.Random(seed)

    def choose(state: S, seat: Seat, legal: Legal[A]) -> A:
        return rng.choice(legal)

    return choose
