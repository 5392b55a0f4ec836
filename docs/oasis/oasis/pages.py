"""Oasis on the phones: the default page, with what lies at this well and words for its actions."""

from __future__ import annotations

from typing import Any, Final

from companion.engine.game import Seat
from companion.web.context import GamePages, TableContext
from companion.web.widgets import Count, Sign
from oasis.rules import OASIS, Action, Drink, Filled, State


class OasisPages(GamePages, frozen=True):
    """The pool in the middle; draughts before each player, and the mud before one."""

    def lies(self, context: TableContext, seat: Seat | None) -> tuple[Count, ...]:
        state: State = context.view.state
        words = context.own_words
        if seat is None:
            return (Count("well", words.phrase("in_well"), "draught", state.well or 0, most=OASIS.LARGEST),)
        return (Count(f"drunk.{int(seat)}", words.phrase("drunk"), "draught", state.drunk[seat], most=OASIS.LARGEST),)

    def action(self, context: TableContext, action: Any) -> str:
        done: Action = action
        match done:
            case Drink(draughts):
                return context.own_words.count("draughts", draughts)
            case Filled(die):
                return str(die)
        return super().action(context, action)


PAGES: Final = OasisPages(
    WORDS="oasis",
    SIGNS=(Sign("draught", art="drop"), Sign("mud", art="mud"), Sign("mark", art="drop")),
    seat_sign="draught",
    ways=("follow", "score"),
)
