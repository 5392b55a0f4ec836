"""Playing a game: who supplies the outcomes of chance, the one loop for people, bots and dice, and what a seat sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.game import OVER, GameState, RefusedError, Seat, Source, Step
from companion.engine.rules import GameRules


class Supplied(Struct, frozen=True):
    """An outcome and its source."""

    outcome: Any
    source: Source


class Supplier(Protocol):
    """Whoever rolls and draws. It is asked only where more than one outcome is possible."""

    def supply(self, game: GameRules[Any], state: Any) -> Supplied: ...


def supplied(game: GameRules[Any], state: Any, supplier: Supplier) -> Supplied:
    """The outcome of a chance node: the only one there is, or the supplier's."""
    chances = game.chances(state)
    if chances.certain:
        return Supplied(chances.outcomes[0], Source.RULES)
    return supplier.supply(game, state)


class Generator:
    """The app's dice: from a seed, or from the system's entropy."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def supply(self, game: GameRules[Any], state: Any) -> Supplied:
        return Supplied(game.chances(state).sample(self._random), Source.APP)


class ScriptEnded(ValueError):  # noqa: N818 - the end of a script need not be an error
    """A script has no outcome left, but one is needed."""


class Script:
    """Outcomes made beforehand, as values or in words (``die blue 2``), one after the other."""

    def __init__(self, outcomes: Iterable[object], source: Source = Source.SCRIPT) -> None:
        self._outcomes = iter(outcomes)
        self._source = source
        self.taken = 0
        """How many have been used."""

    def supply(self, game: GameRules[Any], state: Any) -> Supplied:
        """Raises `ScriptEnded`, `ParseError`, or `RefusedError` when the next one does not fit here."""
        try:
            item = next(self._outcomes)
        except StopIteration:
            raise ScriptEnded(f"one more outcome is needed after the {self.taken} given") from None
        self.taken += 1
        outcome = game.parse_action(item) if isinstance(item, str) else item
        refusal = game.refusal(state, outcome)
        if refusal is not None:
            raise RefusedError(refusal, outcome)
        return Supplied(outcome, self._source)


Choose = Callable[[Any, Seat, Sequence[Any]], Any]
"""A player: picks one of the legal actions of its seat."""


def drive(game: GameRules[Any], state: GameState, choose: Choose | None, chance: Supplier) -> Iterator[Step]:
    """Plays on, step by step, until the game is over, or a player has to decide and there is none. Where a seat has one
    choice only, such as one kind of card to give, it is not asked."""
    while (turn := state.turn) is not OVER:
        if isinstance(turn, int):
            if choose is None:
                return
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
    return drive(game, state, None, chance)


def at_random(seed: int, tired: Callable[[Any, Seat], Any] | None = None, often: float = 0.2) -> Choose:
    """A player that picks any legal action with equal chances. Where rules let a round go on for ever, the game's
    `tired` gives an action that ends it, done so often."""
    rng = random.Random(seed)

    def choose(state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        enough = tired(state, seat) if tired is not None and rng.random() < often else None
        return rng.choice(legal) if enough is None else enough

    return choose


class Witness:
    """One seat's eyes and memory: what a bot may go by that looks into no hidden hand.

    Follows a game for a seat (none: a watcher) and lays out what it cannot know.

    Where a game remembers nothing beyond its views, `memory` stays None.
    """

    def __init__(self, game: Any, state: Any, seat: Seat | None) -> None:
        self._game, self.seat = game, seat
        self.view = game.view(state, seat)
        """The position as the seat may know it."""
        self.memory: Any = None
        """What it has seen before and the view does not tell."""

    def saw(self, state: Any, effects: Iterable[Any]) -> None:
        """The state that an action led to, and what happened; only what the seat may know of them is looked at."""
        seen = [self._game.seen(state, effect, self.seat) for effect in effects]
        view = self._game.view(state, self.seat)
        self.memory = self._game.remembered(self.memory, self.view, view, seen)
        self.view = view

    def possible(self, rng: random.Random) -> Any:
        """A full state that agrees with all the seat knows, each as likely as another."""
        return self._game.possible(self.view, rng, self.memory)
