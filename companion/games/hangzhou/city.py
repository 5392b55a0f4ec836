"""The city's geometry in one table: the steps that a merchant can take from each space and gate."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.names import SPACES, Side, Space

Origin = Space | Side
"""Where a merchant sets out: a space, or the gate of its side."""


class Way(Struct, frozen=True):
    """A step from some origin.

    `temple` is the temple distance of the space it leads to (H9). `turning` is the turning sense of the step about the
    centre: the larger, the more clockwise (H10); of a step in from a gate, how far to the left of the gate the space
    lies, as seen facing the temple. `far`: the distances from the space to all spaces (H8).
    """

    to: Space
    temple: int
    turning: int
    far: tuple[int, ...] = ()


def row_column(space: Space) -> tuple[int, int]:
    """Row from the north and column from the west, both from 0."""
    return int(space.value[1]) - 1, "ABCDE".index(space.value[0])


AT: dict[tuple[int, int], Space] = {row_column(space): space for space in SPACES}
TEMPLE_DISTANCE: dict[Space, int] = {s: abs(row_column(s)[0] - 2) + abs(row_column(s)[1] - 2) for s in SPACES}
_BEHIND_GATE = {
    Side.NORTH: [(0, i) for i in range(5)],
    Side.EAST: [(i, 4) for i in range(5)],
    Side.SOUTH: [(4, 4 - i) for i in range(5)],
    Side.WEST: [(4 - i, 0) for i in range(5)],
}


def _steps(origin: Origin) -> list[Way]:
    """The ways from an origin, without the distances beyond them."""
    if isinstance(origin, Side):
        return [Way(AT[at], TEMPLE_DISTANCE[AT[at]], i - 2) for i, at in enumerate(_BEHIND_GATE[origin])]
    row, column = row_column(origin)
    around = [(AT.get((row + down, column + right)), down, right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]
    return [
        Way(to, TEMPLE_DISTANCE[to], (column - 2) * down - (row - 2) * right)
        for to, down, right in around
        if to is not None
    ]


def _distances(origin: Origin) -> dict[Space, int]:
    found: dict[Space, int] = {origin: 0} if isinstance(origin, Space) else {}
    edge: list[Origin] = [origin]
    for steps in range(1, len(SPACES)):
        reached = {way.to for here in edge for way in _steps(here)} - found.keys()
        found |= dict.fromkeys(reached, steps)
        edge = list(reached)
    return found


DISTANCE: dict[Origin, dict[Space, int]] = {origin: _distances(origin) for origin in (*SPACES, *Side)}
"""Orthogonal steps from an origin to a space, walking round the temple (H8)."""
FAR: dict[Origin, tuple[int, ...]] = {origin: tuple(far[space] for space in SPACES) for origin, far in DISTANCE.items()}
"""The same, in the order of `Space`."""
WAYS: dict[Origin, tuple[Way, ...]] = {
    origin: tuple(replace(way, far=FAR[way.to]) for way in _steps(origin)) for origin in (*SPACES, *Side)
}
