"""Oasis at a table: everything lies open, so the rules say it all; what remains is counting alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import OptionError, Seat
from companion.tables.game import GameTable, Options
from oasis.rules import OASIS, State


class OasisTable(GameTable[State], frozen=True):
    """What players count at the end: their draughts, and whether they have the mud."""

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        return (("draughts", "mud"),) * len(counted)

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> State:
        """A finished game with these draughts. Raises `OptionError` for two muds."""
        muddy = [Seat(seat) for seat, count in enumerate(counted) if count["mud"]]
        if len(muddy) > 1 or any(count["mud"] > 1 for count in counted):
            raise OptionError("mud: there is one")
        drunk = tuple(count["draughts"] for count in counted)
        return replace(OASIS.new(len(chairs)), well=0, drunk=drunk, last=muddy[0] if muddy else None)


TABLE: Final = OasisTable(OASIS, ("A", "B", "C", "D"), over=(Change("well", 0),))
