"""The lines that a machine follows, and how cuts that pieces share are gone through once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[Point, Point]
Layer: TypeAlias = Literal["cut", "fold", "marks"]
FINE = 0.01
"""How far, in mm, a curve may lie from the straight lines that stand for it, and a cut from one that is the same."""


class Line(msgspec.Struct, frozen=True):
    """A line of a sheet, in mm from its upper left corner. One that is closed does not repeat its first point."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool

    @property
    def edges(self) -> Iterator[Edge]:
        """The straight lines that it is made of, from point to point."""
        yield from pairwise((*self.points, self.points[0]) if self.closed else self.points)


class _Around(msgspec.Struct, frozen=True):
    """What lies within these bounds, mm."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Around) -> bool:
        across = self.left <= other.right + FINE and other.left <= self.right + FINE
        return across and self.top <= other.bottom + FINE and other.top <= self.bottom + FINE


def cut_once(outlines: Sequence[Line]) -> Iterator[Line]:
    """The outlines of pieces as a blade goes along them: in their order, each without what one before it cuts already.

    A blade that goes twice through one line tears the card or shifts it. An outline of which something is left out
    is open, in as many parts as are left; its ends lie on the cuts that stand in for the rest.
    """
    around = [_around(line.points) for line in outlines]
    for number, line in enumerate(outlines):
        near = (outlines[before] for before in range(number) if around[before].meets(around[number]))
        edges = (edge for other in near for edge in other.edges)
        yield from _left(line, [edge for edge in edges if _around(edge).meets(around[number])])


def _left(line: Line, cut: Sequence[Edge]) -> Iterator[Line]:
    """What is left of a line beside edges that are cut already."""
    edges = list(line.edges)
    free = [list(_free(edge, cut)) for edge in edges]
    if all(parts == [edge] for edge, parts in zip(edges, free, strict=True)):
        yield line
        return
    runs = list[list[Point]]()
    for start, end in (part for parts in free for part in parts):
        if runs and runs[-1][-1] == start:
            runs[-1].append(end)
        else:
            runs.append([start, end])
    if line.closed and len(runs) > 1 and runs[-1][-1] == runs[0][0]:
        runs[0] = runs.pop() + runs[0][1:]
    for run in runs:
        yield Line(line.layer, tuple(run), False)


def _free(edge: Edge, cut: Sequence[Edge]) -> Iterator[Edge]:
    """The parts of an edge that lie on none of the others: the edge itself, if none lies along it."""
    start, end = edge
    length = math.dist(start, end)
    done = 0.0
    for first, last in sorted(_covered(edge, cut)):
        if first - done > FINE:
            yield _along(edge, done / length), _along(edge, first / length)
        done = max(done, last)
    if not done:
        yield edge
    elif length - done > FINE:
        yield _along(edge, done / length), end


def _covered(edge: Edge, cut: Sequence[Edge]) -> Iterator[tuple[float, float]]:
    """From where to where, in mm from its start, other edges lie along an edge."""
    (x, y), end = edge
    length = math.dist((x, y), end)
    if length <= FINE:
        return
    right, down = (end[0] - x) / length, (end[1] - y) / length
    for other in cut:
        if any(abs((px - x) * down - (py - y) * right) > FINE for px, py in other):
            continue
        first, last = sorted((px - x) * right + (py - y) * down for px, py in other)
        first, last = max(first, 0.0), min(last, length)
        if last - first > FINE:
            yield first, last


def _along(edge: Edge, share: float) -> Point:
    """The point of an edge at a share of its length; its start is exactly that, so that parts join."""
    (x, y), (end_x, end_y) = edge
    return (x, y) if share == 0 else (x + share * (end_x - x), y + share * (end_y - y))


def _around(points: Sequence[Point]) -> _Around:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return _Around(min(xs), min(ys), max(xs), max(ys))
