"""Protocol of a player: it gets what its seat may know, and returns an action and a reason.

    class Mine:
        def choose(self, game, eyes, rng):
            return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))

A player draws all its chance from `rng`, so the same seed makes the same choice, and keeps nothing between two choices:
after a restart it plays on as if nothing had been.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.deal import Impossible
from companion.engine.drive import Witness
from companion.engine.game import Prospect, Seat

_OURS = str(Path(__file__).parents[1])


class Choice(Struct, frozen=True):
    """An action and its reason."""

    action: Any
    reason: Prospect | str | None = None
    """What spoke for it most, or a text that stands as it is in every language; none: nothing in particular."""
    then: tuple[Any, ...] = ()
    """What the seat does next in the same turn, where the reason needs it."""
    value: float | None = None
    """What the player takes the position after it for, by a measure of its own; the higher, the better."""


class Player(Protocol):
    """A player that chooses for a seat."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        """Returns one of the actions that `eyes.seat` may do."""


def supposed(eyes: Witness, rng: Random) -> Any:
    """Returns a full state consistent with the seat's knowledge; if there is none, its view."""
    try:
        return eyes.possible(rng)
    except Impossible:
        return eyes.view


def describe_error(error: BaseException) -> str:
    """Returns one line for an error in a player: its type, its message, and the line in the player's code."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(("<", _OURS))]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


TIRED = 0.04
"""How often a player has had enough, in a game that its rules let go on for ever."""


def tired(game: Any, state: Any, seat: Seat, rng: Random) -> Choice | None:
    """Returns the action that ends a long round, from the game's ``tired``. None: play on."""
    brings_on = getattr(game, "tired", None)
    if brings_on is None or rng.random() >= TIRED:
        return None
    action = brings_on(state, seat)
    return None if action is None else Choice(action)
