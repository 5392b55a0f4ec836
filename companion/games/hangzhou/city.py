"""The city's geometry: distances round the temple, and the steps a merchant can take, as tables."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.names import SPACES, Side, Space

Origin = Space | Side
"""Where a merchant sets out: a space, or the gate of its side."""


class Way(Struct, frozen=True):
    """A step that the city allows from some origin.

    `temple` is the temple distance of the space it leads to (H9). `turning` is the turning sense of the
    step about the centre: the larger, the more clockwise (H10). For a step in from a gate it is how far
    to the left of the gate the space lies, as seen facing the temple.
    """

    to: Space
    temple: int
    turning: int


def row_column(space: Space) -> tuple[int, int]:
    """Row from the north and column from the west, both from 0."""
    return int(space.value[1]) - 1, "ABCDE".index(space.value[0])


AT: dict[tuple[int, int], Space] = {row_column(space): space for space in SPACES}
TEMPLE_DISTANCE: dict[Space, int] = {s: abs(row_column(s)[0] - 2) + abs(row_column(s)[1] - 2) for s in SPACES}

_COMPASS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _ways(space: Space) -> tuple[Way, ...]:
    row, column = row_column(space)
    ways = []
    for down, right in _COMPASS:
        to = AT.get((row + down, column + right))
        if to is not None:
            turning = (column - 2) * down - (row - 2) * right
            ways.append(Way(to, TEMPLE_DISTANCE[to], turning))
    return tuple(ways)


def _entries(side: Side) -> tuple[Way, ...]:
    spaces = {
        Side.NORTH: [(0, i) for i in range(5)],
        Side.EAST: [(i, 4) for i in range(5)],
        Side.SOUTH: [(4, 4 - i) for i in range(5)],
        Side.WEST: [(4 - i, 0) for i in range(5)],
    }
    return tuple(Way(AT[at], TEMPLE_DISTANCE[AT[at]], i - 2) for i, at in enumerate(spaces[side]))


WAYS: dict[Origin, tuple[Way, ...]] = {s: _ways(s) for s in SPACES} | {g: _entries(g) for g in Side}


def _distances(origin: Origin) -> dict[Space, int]:
    found: dict[Space, int] = {origin: 0} if isinstance(origin, Space) else {}
    edge: list[Origin] = [origin]
    steps = 0
    while edge:
        steps += 1
        reached: list[Origin] = []
        for here in edge:
            for way in WAYS[here]:
                if way.to not in found:
                    found[way.to] = steps
                    reached.append(way.to)
        edge = reached
    return found


DISTANCE: dict[Origin, dict[Space, int]] = {origin: _distances(origin) for origin in (*SPACES, *Side)}
"""Orthogonal steps from an origin to a space, walking round the temple (H8)."""
