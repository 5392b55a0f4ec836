"""Paths as polygons, their curves as short straight pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from pnp.art.paths import Point
from pnp.scene import Box, Segment

Polygon: TypeAlias = tuple[Point, ...]
STEPS = 5
"""Straight pieces that a curve is measured by: a quarter of a circle of 16 mm is 0.04 mm off."""


def flattened(segments: Iterable[Segment]) -> Iterator[Polygon]:
    """The parts of a path as polygons; those without area too, as they may be lines."""
    return (polygon for polygon, _ in subpaths(segments))


def subpaths(segments: Iterable[Segment], steps: int = STEPS) -> Iterator[tuple[Polygon, bool]]:
    """The parts of a path, and whether each is closed; a curve as so many straight pieces."""
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
                points.extend(_curve(start, (a, b), (c, d), (e, f), steps))
    if len(points) > 1:
        yield tuple(points), False


def twice_area(polygon: Sequence[Point]) -> float:
    """Twice the area of a polygon; negative, if it runs the other way round."""
    pairs = zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)


def exact_bounds(segments: Iterable[Segment]) -> Box:
    """The box round what a path draws, without the control points of its curves."""
    points: list[Point] = []
    at = (0.0, 0.0)
    for segment in segments:
        match segment:
            case ("C", a, b, c, d, e, f):
                across, down = _turns(at[0], a, c, e), _turns(at[1], b, d, f)
                points += (_on_curve(at, (a, b), (c, d), (e, f), place) for place in (*across, *down))
                at = (e, f)
            case ("M", x, y) | ("L", x, y):
                at = (x, y)
            case _:
                continue
        points.append(at)
    if not points:
        return Box(0.0, 0.0, 0.0, 0.0)
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _turns(start: float, first: float, second: float, end: float) -> list[float]:
    """Where one coordinate of a curve turns, 0 to 1: where its derivative is nothing."""
    a, b, c = end - 3 * second + 3 * first - start, 2 * (second - 2 * first + start), first - start
    if abs(a) < 1e-12:
        found = [-c / b] if abs(b) > 1e-12 else []
    else:
        root = b * b - 4 * a * c
        found = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    return [place for place in found if 0 < place < 1]


def _on_curve(start: Point, first: Point, second: Point, end: Point, at: float) -> Point:
    a, b, c, d = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
    return (
        a * start[0] + b * first[0] + c * second[0] + d * end[0],
        a * start[1] + b * first[1] + c * second[1] + d * end[1],
    )


def _curve(start: Point, first: Point, second: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        yield _on_curve(start, first, second, end, step / steps)
