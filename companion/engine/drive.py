"""Plays games: sources of chance outcomes, the game loop for players, bots and dice, and a seat's observations."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.engine.game import OVER, Chances, GameState, Seat, Source, Step
from companion.engine.rules import GameRules


class Generator:
    """A random generator: from a seed, or from the system's entropy."""

    source = Source.APP

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def supply(self, game: GameRules[Any], state: Any, chances: Chances | None = None) -> Any:
        return (chances or game.chances(state)).sample(self._random)


class ScriptEnded(ValueError):  # noqa: N818 - the end of a script need not be an error
    """A script has no outcomes left."""


class Script:
    """Prepared outcomes, as values or in notation (``die blue 2``), in order."""

    source = Source.HAND

    def __init__(self, outcomes: Iterable[object]) -> None:
        self._outcomes = iter(outcomes)
        self.taken = 0
        """How many have been used."""

    def supply(self, game: GameRules[Any], state: Any, chances: Chances | None = None) -> Any:
        """Returns the next outcome. Raises `ScriptEnded` or `ParseError`."""
        try:
            item = next(self._outcomes)
        except StopIteration:
            raise ScriptEnded(f"one more outcome is needed after the {self.taken} given") from None
        self.taken += 1
        return game.parse_action(item) if isinstance(item, str) else item


Supplier = Generator | Script
"""A source of chance outcomes. It is asked only if more than one outcome is possible. Whoever has listed the `chances`
passes them."""
Choose = Callable[[Any, Seat, Sequence[Any]], Any]
"""A player: picks one of the legal actions of its seat."""


def drive(game: GameRules[Any], state: GameState, choose: Choose | None, chance: Supplier) -> Iterator[Step]:
    """Plays on until the game is over, or without a player until a seat has to decide. Single choices are not asked.
    Raises `RefusedError` for an outcome or choice that is impossible."""
    while (turn := state.turn) is not OVER:
        if isinstance(turn, int):
            if choose is None:
                return
            by, source, legal = turn, None, game.legal(state, turn)
            action = legal[0] if len(legal) == 1 else choose(state, turn, legal)
        else:
            chances = game.chances(state)
            by, legal, certain = None, chances.outcomes, chances.certain
            source = Source.RULES if certain else chance.source
            action = legal[0] if certain else chance.supply(game, state, chances)
        state, effects = game.play(state, action, by)
        yield Step(action, by, source, effects, state)


def play_at_random(seed: int, tired: Callable[[Any, Seat], Any] | None = None, often: float = 0.2) -> Choose:
    """Returns a player that picks at random, or as often the action by which the game's `tired` ends a round."""
    rng = random.Random(seed)

    def choose(state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        enough = tired(state, seat) if tired is not None and rng.random() < often else None
        return rng.choice(legal) if enough is None else enough

    return choose


class Witness:
    """The observations of one seat: the information that a fair bot may use.

    Follows a game for a seat (None: a watcher) and samples what it cannot know. `memory` stays None for games that
    remember nothing beyond their views.
    """

    def __init__(self, game: Any, state: Any, seat: Seat | None) -> None:
        self._game, self.seat = game, seat
        self.view = game.view(state, seat)
        """The position as the seat may know it."""
        self.memory: Any = None
        """What it has seen before and the view does not tell."""

    def saw(self, state: Any, effects: Iterable[Any]) -> None:
        """Adds a state and its effects, reduced to what the seat may know."""
        seen = [self._game.seen(state, effect, self.seat) for effect in effects]
        view = self._game.view(state, self.seat)
        self.memory = self._game.remembered(self.memory, self.view, view, seen)
        self.view = view

    def possible(self, rng: random.Random) -> Any:
        """Returns a full state consistent with the seat's knowledge, uniformly at random."""
        return self._game.possible(self.view, rng, self.memory)
