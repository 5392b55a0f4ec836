"""Pig on the phones: the default page, with the points of each player and of the turn."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Seat
from companion.web.context import GamePages, TableContext
from companion.web.widgets import Count, Sign
from pig.rules import PIG, State


class PigPages(GamePages[State], frozen=True):
    """The points of the turn in the middle; before each player what nobody can take any more."""

    def lies(self, context: TableContext[State], seat: Seat | None) -> tuple[Count, ...]:
        state = context.position
        words = context.own_words
        if seat is None:
            return (Count("pot", words.phrase("in_turn"), "point", state.pot),)
        return (Count(f"points.{PIG.LETTERS[seat]}", words.phrase("kept"), "point", state.points[seat]),)


PAGES: Final = PigPages(
    WORDS="pig",
    SIGNS=(Sign("pig", art="pig"), Sign("point", art="acorn"), Sign("mark", art="pig")),
    seat_sign="pig",
    ways=("follow", "score"),
)
