"""The sides of the trim: how far shapes reach beyond them, and which run along them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from pnp.art.paths import Point
from pnp.check.leaves import trim_polygon
from pnp.check.outlines import Shape, area, corners
from pnp.scene import Box, Ellipse, Path, Scene

AT_TRIM = 0.3
"""Millimetres within which an edge ends at the trim, rather than in the face."""
ALONG = 0.5
"""A share of a side of the trim: what runs so far along it, runs along it."""
SLACK = 0.05
"""Millimetres that nobody sees."""
_ROUND = 0.9
"""A share of the box round it that a disc, unlike a rectangle, does not fill."""
_CONCENTRIC = 1.0
"""Millimetres by which the gaps between a ring and a round trim may differ, if it runs along that."""


class Side(msgspec.Struct, frozen=True):
    """A straight side of a trim, clockwise; of a round trim a side of the box round it, which touches it in the
    middle. `normal`, of length 1, points away from the piece."""

    start: Point
    end: Point
    length: float
    normal: Point
    shares: tuple[float, ...]
    """Where along it the trim lies on it."""

    def beyond(self, point: Point) -> float:
        """How far a point lies beyond it, in mm; negative within the trim."""
        return (point[0] - self.start[0]) * self.normal[0] + (point[1] - self.start[1]) * self.normal[1]

    def along(self, point: Point) -> float:
        """How far from its start a point lies, in mm."""
        return (point[1] - self.start[1]) * self.normal[0] - (point[0] - self.start[0]) * self.normal[1]

    @property
    def points(self) -> tuple[Point, ...]:
        """Points of the trim on it, a little within."""
        (x, y), (dx, dy) = self.start, (self.end[0] - self.start[0], self.end[1] - self.start[1])
        a, b = SLACK * self.normal[0], SLACK * self.normal[1]
        return tuple((x + share * dx - a, y + share * dy - b) for share in self.shares)


class Trim(msgspec.Struct, frozen=True):
    """A cut: the sides along which grounds and frames run, and the straight edges by which it is measured. Those of a
    rectangle are all upright or level, and boxes tell enough."""

    sides: tuple[Side, ...]
    edges: tuple[Side, ...]
    is_round: bool
    is_box: bool

    def reach(self, shape: Shape) -> tuple[float, ...]:
        """How far a shape reaches beyond each side, in mm; negative within it."""
        if self.is_box or self.is_round:
            points: Sequence[Point] = ((shape.box.x, shape.box.y), (shape.box.right, shape.box.bottom))
        else:
            points = shape.polygon
        return tuple([max(map(side.beyond, points)) for side in self.sides])

    def deepest(self, points: Iterable[Point]) -> tuple[Side, float]:
        """The edge beyond which points reach farthest, or to which they come nearest, and how far beyond it."""
        every = list(points)
        return max(((edge, max(map(edge.beyond, every))) for edge in self.edges), key=lambda found: found[1])

    def runs(self, shape: Shape, number: int) -> Iterator[tuple[float, Point]]:
        """The edges of a shape that run along a side: how far beyond it, and their middles."""
        side = self.sides[number]
        if self.is_round:
            reach = self.reach(shape)
            if (
                area(shape.polygon) < _ROUND * shape.box.width * shape.box.height
                and max(reach) - min(reach) < _CONCENTRIC
            ):
                yield reach[number], max(shape.polygon, key=side.beyond)
            return
        for start, end in pairwise((*shape.polygon, shape.polygon[0])):
            out, other = side.beyond(start), side.beyond(end)
            if abs(out - other) < 2 * SLACK and abs(side.along(start) - side.along(end)) >= ALONG * side.length:
                yield max(out, other), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def ends_at(trim: Trim, shape: Shape, bleed: float) -> Iterator[tuple[int, float]]:
    """The sides at which a shape ends along the trim, and how far beyond them, less than `bleed`."""
    reach = trim.reach(shape)
    near = [number for number, out in enumerate(reach) if -AT_TRIM <= out < bleed - SLACK]
    if trim.is_round and len(near) < len(reach):
        return
    for number in near:
        if any(out > reach[number] - 2 * SLACK for out, _ in trim.runs(shape, number)):
            yield number, reach[number]


def trim_of(scene: Scene) -> Trim:
    """The cut of a face."""
    return _trim(scene.width, scene.height, scene.outline)


@lru_cache(maxsize=64)
def _trim(width: float, height: float, outline: Path | Ellipse | None) -> Trim:
    edges = _sides(trim_polygon(Scene(width, height, 0.0, (), outline=outline)), (0.25, 0.5, 0.75))
    is_round = isinstance(outline, Ellipse)
    sides = _sides(corners(Box(0.0, 0.0, width, height)), (0.5,)) if is_round else edges
    return Trim(sides, edges, is_round, outline is None)


def _sides(polygon: Sequence[Point], shares: tuple[float, ...]) -> tuple[Side, ...]:
    sides = []
    for start, end in pairwise((*polygon, polygon[0])):
        length = math.dist(start, end)
        if length > SLACK:
            normal = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
            sides.append(Side(start, end, length, normal, shares))
    return tuple(sides)


def section(polygon: Sequence[Point], side: Side, out: float) -> float:
    """How wide a polygon is on a line that runs so far beyond a side, in mm."""
    met = []
    for start, end in pairwise((*polygon, polygon[0])):
        before, after = side.beyond(start) - out, side.beyond(end) - out
        if (before > 0) != (after > 0):
            share = before / (before - after)
            met.append(side.along(start) + share * (side.along(end) - side.along(start)))
    met.sort()
    return sum(end - start for start, end in zip(met[::2], met[1::2], strict=False))
