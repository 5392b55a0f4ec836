"""For whom this phone may play now, and from whose hand."""

from __future__ import annotations

from companion.engine.game import Seat
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import Play, State


def playing(context: TableContext, state: State) -> Seat | None:
    """The seat for which this phone may play now; none: it is another's turn, or nobody's."""
    seat = context.acting
    return seat if context.seated and isinstance(state.now, Play) and seat == state.now.seat else None


def working(context: TableContext, state: State) -> Seat | None:
    """The seat from whose hand this phone plays now. Of another's hand that a phone holds nothing is known here: for
    that player it can only sell, and end the turn."""
    seat = playing(context, state)
    return seat if state.paper or seat == context.view.eyes else None
