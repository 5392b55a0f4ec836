"""Paths as polygons, their curves as short straight pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from pnp.art.paths import Point
from pnp.scene import Segment

Polygon: TypeAlias = tuple[Point, ...]
_STEPS = 5
"""Straight pieces that a curve is measured by: a quarter of a circle of 16 mm is 0.04 mm off."""


def flattened(segments: Iterable[Segment]) -> Iterator[Polygon]:
    """The parts of a path as polygons; those without area too, as they may be lines."""
    return (polygon for polygon, _ in subpaths(segments))


def subpaths(segments: Iterable[Segment]) -> Iterator[tuple[Polygon, bool]]:
    """The parts of a path, and whether each is closed."""
    points: list[Point] = []
    for segment in segments:
        match segment:
            case ("M", x, y):
                if len(points) > 1:
                    yield tuple(points), False
                points = [(x, y)]
            case ("Z",):
                if len(points) > 1:
                    yield tuple(points), True
                points = points[:1]
            case ("L", x, y):
                points.append((x, y))
            case ("C", a, b, c, d, e, f):
                start = points[-1] if points else (a, b)
                points.extend(_curve(start, (a, b), (c, d), (e, f)))
    if len(points) > 1:
        yield tuple(points), False


def twice_area(polygon: Sequence[Point]) -> float:
    """Twice the area of a polygon; negative, if it runs the other way round."""
    pairs = zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        at = step / _STEPS
        a, b, c, d = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )
