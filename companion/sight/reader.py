"""Who reads the board of a game: what lies at each of its places. Packages announce theirs as entry points
`silkroad.sight`, ours no other way than a stranger's."""

from __future__ import annotations

from typing import Final, Protocol

from companion.engine.plugins import load, parts
from companion.sight.board import View
from companion.sight.picture import Picture
from companion.sight.reading import Reading

_PARTS: Final = parts("silkroad.sight")


class Reader(Protocol):
    """Reads one board of a game."""

    @property
    def component(self) -> str:
        """The board's component in the kit."""

    @property
    def area(self) -> tuple[float, float, float, float]:
        """The part of the board that is looked at: left, top, width and height in mm."""

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        """What lies at each place; where `seats` are given, of no others (by the keys of their chairs)."""

    def position(self, readings: tuple[Reading, ...]) -> str:
        """What a position says of all that was read."""


def reader(game: str) -> Reader | None:
    """Who reads the board of a game; nobody, if no package says so."""
    if game not in _PARTS:
        return None
    found: Reader = load(_PARTS[game])
    return found
