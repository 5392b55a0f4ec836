"""For games that nothing is tapped into: positions are played, typed or corrected, and no step is taken for anybody.

Such a game takes these from here (see `companion.tables.game.GameTable`).
"""

from __future__ import annotations

from typing import NoReturn

from companion.engine.correction import Change
from companion.engine.game import Fault, ParseError
from companion.tables.game import Options, S


def draft(state: object, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> NoReturn:
    """Raises `ParseError`: there is nothing to tap in."""
    raise ParseError("this game is not tapped in; type the position, or correct it")


def missing(state: object) -> tuple[str, ...]:
    return ()


def draft_faults(state: object) -> tuple[Fault, ...]:
    return ()


def entered(state: S, *, fill: bool) -> S:
    return state


def skip(state: object, place: str | None, *, traded: bool) -> NoReturn:
    """Raises `ParseError`: no figure moves by itself."""
    raise ParseError("nothing moves by itself in this game")
