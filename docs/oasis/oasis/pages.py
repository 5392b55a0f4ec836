"""Oasis on the phones: the default page, and what lies at this well."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Seat
from companion.web.context import GamePages, TableContext
from companion.web.widgets import Choice, Count, Sign, Thing
from oasis.rules import OASIS, State


class OasisPages(GamePages[State], frozen=True):
    """The pool in the middle, and who has the mud; draughts before each player."""

    def lies(self, context: TableContext[State], seat: Seat | None) -> tuple[Thing, ...]:
        state = context.position
        words = context.own_words
        if seat is None:
            well = Count("well", words.phrase("in_well"), "draught", state.well or 0)
            holders = ((None, words.phrase("nobody")), *zip(OASIS.LETTERS, context.names, strict=False))
            app = 0 if state.last is None else state.last + 1
            return (well, Choice("last", words.phrase("has_mud"), "mud", holders, app))
        return (Count(f"drunk.{OASIS.LETTERS[seat]}", words.phrase("drunk"), "draught", state.drunk[seat]),)


PAGES: Final = OasisPages(
    WORDS="oasis",
    SIGNS=(Sign("draught", art="drop"), Sign("mud", art="mud"), Sign("mark", art="drop")),
    seat_sign="draught",
    ways=("follow", "score"),
)
