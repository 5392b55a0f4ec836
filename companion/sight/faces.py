"""Facts about a kit's faces for the camera: seals, sizes and places. Plain values, for callers and for the
process that reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

Marks: TypeAlias = Mapping[int, Sequence[tuple[float, float]]]
"""The marks of a board by number: their corners in mm, clockwise from each mark's own top left."""
CORNERS: Final = 3
"""Seals from which a face is looked at as a board: three tell how the camera stands, one or two roughly where."""


class Place(Struct, frozen=True):
    """A place of a board: its name, with a number where there are several, and its middle and half its size in mm."""

    name: str
    x: float
    y: float
    reach: float


class Side(Struct, frozen=True):
    """A face with seals: the piece and side that it is, its trim in mm, its seals' corners by number, its places."""

    component: str
    key: str
    side: str
    size: tuple[float, float]
    seals: Marks
    places: tuple[Place, ...] = ()

    @property
    def is_board(self) -> bool:
        return len(self.seals) >= CORNERS


def by_number(known: tuple[Side, ...]) -> Mapping[int, Side]:
    """The face that each number is on; of one that is on two, the first."""
    found: dict[int, Side] = {}
    for side in known:
        for number in side.seals:
            found.setdefault(number, side)
    return found
