"""Chance as a player: who supplies the outcomes. Each one carries its source into the log."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.game import RefusedError, Source
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
    """The app's dice: from a seed, or from one that the system's entropy gives."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        self._random = random.Random(self.seed)

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
