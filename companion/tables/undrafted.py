"""For games that nothing is tapped into: positions are played, typed or corrected, and no step is taken for anybody.

Such a game takes these from here (see `companion.tables.game.GameTable`).
"""

from __future__ import annotations

from typing import Any

from companion.engine.correction import Change
from companion.engine.game import Fault, ParseError
from companion.tables.errors import message
from companion.tables.game import Options, Skip


def draft(state: Any, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> Any:
    """Raises `ParseError`: there is nothing to tap in."""
    raise ParseError(message("not_tapped"))


def missing(state: Any) -> tuple[str, ...]:
    return ()


def draft_faults(state: Any) -> tuple[Fault, ...]:
    return ()


def entered(state: Any, *, fill: bool) -> Any:
    return state


def skip(state: Any, place: str | None, *, traded: bool) -> Skip:
    """Raises `ParseError`: no figure moves by itself."""
    raise ParseError(message("nothing_moves"))
