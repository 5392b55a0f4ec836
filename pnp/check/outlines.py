"""Outlines of what stands on a face, as polygons in its mm: how far they are apart, what of them lies over what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from pnp.art.paths import Point, ellipse_path, map_point, multiply, rounded_rect
from pnp.scene import IDENTITY, Art, Box, Ellipse, Group, Image, Item, Matrix, Path, Rect, Segment, Use

Polygon: TypeAlias = tuple[Point, ...]
_STEPS = 6
"""Straight pieces that a curve is measured by: a quarter of a circle of 20 mm is 0.1 mm off."""


class Shape(msgspec.Struct, frozen=True, eq=False):
    """One closed part of a drawing: its corners, whether it is filled, and its line's width in mm (0: none)."""

    polygon: Polygon
    filled: bool
    line: float
    box: Box


def shapes(item: Item, matrix: Matrix = IDENTITY) -> Iterator[Shape]:
    """The shapes of an item that is seen through a matrix, in drawing order; texts have none."""
    match item:
        case Group(items=items, matrix=inner, clip=clip):
            whole = multiply(matrix, inner)
            cut = _clip(clip, whole)
            for part in items:
                for shape in shapes(part, whole):
                    if cut is None:
                        yield shape
                    elif rest := clipped(shape.polygon, cut):
                        yield Shape(rest, shape.filled, shape.line, around(rest))
        case Use(art=art, matrix=inner):
            whole = multiply(matrix, inner)
            factor = math.sqrt(abs(whole[0] * whole[3] - whole[1] * whole[2]))
            for shape in _art(art):
                polygon = mapped_polygon(shape.polygon, whole)
                yield Shape(polygon, shape.filled, shape.line * factor, around(polygon))
        case Image(box=box, clip=clip):
            polygon = corners(clip or box, matrix)
            yield Shape(polygon, True, 0.0, around(polygon))
        case Rect() | Ellipse() | Path():
            factor = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            line = item.stroke.width * factor if item.stroke else 0.0
            for polygon in flattened(_segments(item)):
                seen = mapped_polygon(polygon, matrix)
                yield Shape(seen, item.fill is not None, line, around(seen))


def corners(box: Box, matrix: Matrix = IDENTITY) -> Polygon:
    """The four corners of a box that is seen through a matrix."""
    points = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return mapped_polygon(points, matrix)


def mapped_polygon(polygon: Iterable[Point], matrix: Matrix) -> Polygon:
    if matrix == IDENTITY:
        return tuple(polygon)
    return tuple(map_point(matrix, x, y) for x, y in polygon)


def around(polygon: Sequence[Point]) -> Box:
    """The upright box round a polygon."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def near(first: Box, second: Box, distance: float) -> bool:
    """Whether two boxes come nearer to each other than so many mm in both directions."""
    across = max(first.x, second.x) - min(first.right, second.right)
    return across < distance and max(first.y, second.y) - min(first.bottom, second.bottom) < distance


def area(polygon: Sequence[Point]) -> float:
    """mm² within a polygon."""
    return abs(_twice(polygon)) / 2


def hull(points: Iterable[Point]) -> Polygon:
    """The convex polygon round points, clockwise as y goes down."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves: list[list[Point]] = []
    for way in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in way:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return (*halves[0], *halves[1])


def clipped(subject: Sequence[Point], convex: Sequence[Point]) -> Polygon:
    """What of a polygon lies within a convex one (Sutherland and Hodgman); empty if nothing does."""
    rest = list(subject)
    edges = convex if _twice(convex) > 0 else convex[::-1]
    for start, end in zip(edges, (*edges[1:], edges[0]), strict=True):
        if not rest:
            return ()
        given, rest = rest, []
        before, was = given[-1], _turn(start, end, given[-1])
        for point in given:
            side = _turn(start, end, point)
            if (side >= 0) != (was >= 0):
                at = was / (was - side)
                rest.append((before[0] + (point[0] - before[0]) * at, before[1] + (point[1] - before[1]) * at))
            if side >= 0:
                rest.append(point)
            before, was = point, side
    return tuple(rest)


def holds(polygon: Sequence[Point], points: Iterable[Point]) -> bool:
    """Whether all points lie within a polygon."""
    return all(_inside(polygon, point) for point in points)


def gap(first: Sequence[Point], second: Sequence[Point]) -> float:
    """How far two polygons are apart in mm; 0 if they meet or one lies in the other."""
    if _inside(first, second[0]) or _inside(second, first[0]):
        return 0.0
    least = math.inf
    for start, end in _edges(first):
        for other, last in _edges(second):
            if _cross(start, end, other, last):
                return 0.0
            least = min(
                least,
                _from(start, other, last),
                _from(end, other, last),
                _from(other, start, end),
                _from(last, start, end),
            )
    return math.sqrt(least)


def flattened(segments: Iterable[Segment]) -> Iterator[Polygon]:
    """The closed parts of a path as polygons; those without area too, as they may be lines."""
    points: list[Point] = []
    for segment in segments:
        match segment:
            case ("M", x, y):
                if len(points) > 1:
                    yield tuple(points)
                points = [(x, y)]
            case ("L", x, y):
                points.append((x, y))
            case ("C", a, b, c, d, e, f):
                start = points[-1] if points else (a, b)
                points.extend(_curve(start, (a, b), (c, d), (e, f)))
    if len(points) > 1:
        yield tuple(points)


@lru_cache(maxsize=512)
def _art(art: Art) -> tuple[Shape, ...]:
    return tuple(shape for item in art.items for shape in shapes(item))


def _segments(item: Rect | Ellipse | Path) -> tuple[Segment, ...]:
    match item:
        case Rect(box=box, radius=radius):
            return rounded_rect(box, radius, radius)
        case Ellipse(box=box):
            return ellipse_path(box)
        case Path(segments=segments):
            return segments


def _clip(clip: Box | Path | None, matrix: Matrix) -> Polygon | None:
    match clip:
        case None:
            return None
        case Box():
            return corners(clip, matrix)
        case Path():
            return hull(point for part in flattened(clip.segments) for point in mapped_polygon(part, matrix))


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        at = step / _STEPS
        a, b, c, d = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def _twice(polygon: Sequence[Point]) -> float:
    pairs = zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)


def _turn(start: Point, end: Point, point: Point) -> float:
    """Above 0, if the point lies to the right of the way from start to end."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _edges(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def _inside(polygon: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in _edges(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _from(point: Point, start: Point, end: Point) -> float:
    """The square of the way from a point to a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    px, py = point[0] - start[0], point[1] - start[1]
    at = max(0.0, min(1.0, (px * dx + py * dy) / length)) if length else 0.0
    return (px - at * dx) ** 2 + (py - at * dy) ** 2
