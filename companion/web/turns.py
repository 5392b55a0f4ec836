"""For whom a phone's keys act, and what calls its player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import GameState, Seat
from companion.tables import Chair, View


def acting(view: View[GameState], players: Sequence[Chair], wish: str) -> Seat | None:
    """The seat for which this phone's keys act now, at a table where it may enter something: the one that looks at it,
    mostly its own; or the one that it was asked to act for (`wish`, the seat's number); or one without a phone whose
    turn it is, unless the phone has to be handed to it first (`View.curtain`). `players` are the chairs by seat.
    """
    if not view.waiting:
        return view.eyes
    asked = next((seat for seat in view.plays if wish == str(int(seat))), None)
    if asked is not None:
        return asked
    if view.curtain is not None or view.eyes in view.waiting:
        return view.eyes
    here = [seat for seat in view.plays if seat == view.seat or not players[seat].held]
    return view.seat if view.seat in here or not here else here[0]


def calls(view: View[GameState]) -> tuple[str, ...]:
    """What waits for this phone's own player: ``turn``, and questions, each by a name of its own."""
    seat = view.seat
    found = ["turn"] if seat is not None and seat in view.waiting else []
    found += ["question"] if view.question is not None and seat is not None and view.question.seat == seat else []
    return (*found, f"asked-{view.undo.seq}") if view.undo is not None and view.undo.mine else tuple(found)
