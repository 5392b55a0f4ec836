"""What a player of the engine is: it sees what its seat may know, and says what it does and why.

    class Mine:
        def choose(self, game, eyes, rng):
            return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))

A player draws all its chance from `rng`, so the same seed makes the same choice, and keeps nothing between two choices:
after a restart it plays on as if nothing had been.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.deal import Impossible
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness


class Choice(Struct, frozen=True):
    """What a player does, and why."""

    action: Any
    reason: Prospect | str | None = None
    """What spoke for it most, or a text that stands as it is in every language; none: nothing in particular."""
    value: float | None = None
    """What the player takes the position after it for, by a measure of its own; the higher, the better."""


class Player(Protocol):
    """Whoever chooses for a seat that is awaited."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        """One of the actions that `eyes.seat` may do."""


def supposed(eyes: Witness, rng: Random) -> Any:
    """A full state that agrees with what the seat knows; where nothing does, what it sees."""
    try:
        return eyes.possible(rng)
    except Impossible:
        return eyes.view
