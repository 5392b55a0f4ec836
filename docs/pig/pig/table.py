"""Pig at a table: everything lies open, and points can also be counted at the end alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.tables.game import GameTable, Options
from pig.rules import PIG, Phase, State


class PigTable(GameTable[State], frozen=True):
    """What players count at the end: their points."""

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        return (("points",),) * len(counted)

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> State:
        return State(tuple(count["points"] for count in counted), 0, Seat(0), Phase.OVER)


TABLE: Final = PigTable(PIG, ("A", "B", "C", "D", "E", "F"), over=(Change("pot", 0), Change("now", "over")))
