"""Outlines of what stands on a face, as polygons in its mm: how far they are apart, what of them lies over what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from pnp.art.paths import Point, Polygon, flattened, multiply, outline_path, subpaths, twice_area
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Gradient, Group, Image, Item, Matrix, Path, Rect, Use
from pnp.scene.gradient import colours_of, mean_colour, mixed

ANY: Colour = "#808080"
"""The fill of a photograph, which has many."""
PAPER: Colour = "#FFFFFF"
MOST_CORNERS = 60
"""Corners of a polygon that are looked at for distances; a circle of 24 mm of so many is 0.02 mm off."""
BAND = 5.0
"""Width in mm from which a line is a ground."""
_MOST_PARTS = 100
"""Parts of a path in which holes are looked for."""


class Shape(msgspec.Struct, frozen=True, eq=False):
    """One part of a drawing: its corners, its fill, its line's width in mm (0: none), whether the line goes on
    from the last corner to the first, and its colour. A gradient is its mean colour; `ends` are those between which it
    runs. What is `veiled` does not hide what lies beneath."""

    polygon: Polygon
    fill: Colour | None
    line: float
    box: Box
    closed: bool = True
    ink: Colour | None = None
    ends: tuple[Colour, ...] = ()
    veiled: bool = False


def shapes(item: Item, matrix: Matrix, arts: dict[str, tuple[Shape, ...]]) -> Iterator[Shape]:
    """The shapes of an item that is seen through a matrix, in drawing order; texts have none.

    `arts` keeps those of each drawing, by its key, in its own units.
    """
    match item:
        case Group(opacity=opacity) if item.see_through:
            for shape in shapes(item.plain, matrix, arts):
                yield _paler(shape, opacity)
        case Group(items=items, matrix=inner, clip=clip):
            whole = multiply(matrix, inner)
            cut = _clip(clip, whole)
            for part in items:
                for shape in shapes(part, whole, arts):
                    rest = shape.polygon if cut is None else clipped(shape.polygon, cut, shape.box)
                    if rest is shape.polygon:
                        yield shape
                    elif rest:
                        yield msgspec.structs.replace(shape, polygon=rest, box=around(rest))
        case Use(art=art, matrix=inner):
            whole = multiply(matrix, inner)
            factor = math.sqrt(abs(whole[0] * whole[3] - whole[1] * whole[2]))
            if art.key not in arts:
                arts[art.key] = tuple(shape for part in art.items for shape in shapes(part, IDENTITY, arts))
            for shape in arts[art.key]:
                polygon = mapped_polygon(shape.polygon, whole)
                line = shape.line * factor
                yield msgspec.structs.replace(shape, polygon=polygon, line=line, box=around(polygon))
        case Image(box=box, clip=clip):
            polygon = corners(clip or box, matrix)
            yield Shape(polygon, ANY, 0.0, around(polygon))
        case Rect() | Ellipse() | Path():
            factor = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            line, ink = (item.stroke.width * factor, item.stroke.colour) if item.stroke else (0.0, None)
            fill = mean_colour(item.fill) if isinstance(item.fill, Gradient) else item.fill
            ends = colours_of(item.fill) if isinstance(item.fill, Gradient) else ()
            veiled = isinstance(item.fill, Gradient) and item.fill.see_through
            for polygon, closed in (
                _holed(item) if isinstance(item, Path) and item.fill else subpaths(outline_path(item))
            ):
                seen = mapped_polygon(polygon, matrix)
                yield Shape(seen, fill, line, around(seen), closed, ink, ends, veiled)


def _paler(shape: Shape, opacity: float) -> Shape:
    """A shape through which paper is seen."""
    return msgspec.structs.replace(
        shape,
        fill=shape.fill and mixed(shape.fill, PAPER, opacity),
        ink=shape.ink and mixed(shape.ink, PAPER, opacity),
        ends=tuple(mixed(colour, PAPER, opacity) for colour in shape.ends),
        veiled=True,
    )


@lru_cache(maxsize=4_096)
def banded(shape: Shape) -> Shape:
    """A straight line that is as wide as a ground, as the shape that it fills; any other shape as it is."""
    if shape.line < BAND or len(shape.polygon) != 2 or shape.fill or not shape.ink:
        return shape
    (x1, y1), (x2, y2) = shape.polygon
    half = shape.line / 2 / (math.dist(*shape.polygon) or 1.0)
    right, down = (y1 - y2) * half, (x2 - x1) * half
    around_it = ((x1 + right, y1 + down), (x2 + right, y2 + down), (x2 - right, y2 - down), (x1 - right, y1 - down))
    return Shape(around_it, shape.ink, 0.0, around(around_it), veiled=shape.veiled)


def corners(box: Box, matrix: Matrix = IDENTITY) -> Polygon:
    """The four corners of a box that is seen through a matrix."""
    points = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return mapped_polygon(points, matrix)


def mapped_polygon(polygon: Iterable[Point], matrix: Matrix) -> Polygon:
    if matrix == IDENTITY:
        return tuple(polygon)
    a, b, c, d, e, f = matrix
    return tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in polygon])


def around(polygon: Sequence[Point]) -> Box:
    """The upright box round a polygon."""
    xs, ys = zip(*polygon, strict=True)
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


def near(first: Box, second: Box, distance: float) -> bool:
    """Whether two boxes come nearer to each other than so many mm in both directions."""
    return (
        second.x - first.x - first.width < distance
        and first.x - second.x - second.width < distance
        and second.y - first.y - first.height < distance
        and first.y - second.y - second.height < distance
    )


def area(polygon: Sequence[Point]) -> float:
    """mm² within a polygon."""
    return abs(twice_area(polygon)) / 2


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


def clipped(subject: Polygon, convex: Sequence[Point], reach: Box | None = None) -> Polygon:
    """What of a polygon lies within a convex one (Sutherland and Hodgman); empty if nothing does, the polygon itself if
    all of it does. `reach` is the box round it, which mostly tells."""
    edges = convex if twice_area(convex) > 0 else convex[::-1]
    frame = corners(reach or around(subject))
    rest = subject
    for start, end in zip(edges, (*edges[1:], edges[0]), strict=True):
        sides = [_turn(start, end, corner) for corner in frame]
        if max(sides) < 0:
            return ()
        if min(sides) < 0 and not (rest := _beside(rest, start, end)):
            return ()
    return rest


def _beside(polygon: Polygon, start: Point, end: Point) -> Polygon:
    """What of a polygon lies to the right of the way from start to end."""
    rest: list[Point] = []
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    before = polygon[-1]
    was = dx * (before[1] - y) - dy * (before[0] - x)
    for point in polygon:
        side = dx * (point[1] - y) - dy * (point[0] - x)
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
    first, second = _thinned(first), _thinned(second)
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


def _holed(path: Path) -> Iterator[tuple[Polygon, bool]]:
    """The parts of a filled path; a hole is cut into the part round it by a way there and back."""
    parts = sorted(subpaths(path.segments), key=lambda part: -area(part[0]))
    done: list[tuple[Polygon, bool]] = []
    for polygon, closed in parts if len(parts) <= _MOST_PARTS else ():
        box = around(polygon)
        number = next((n for n, (outer, _) in enumerate(done) if around(outer).holds(box)), None)
        if number is not None:
            outer, outer_closed = done[number]
            alike = (twice_area(outer) > 0) == (twice_area(polygon) > 0)
            if not alike or path.rule == "evenodd":
                hole = polygon[::-1] if alike else polygon
                done[number] = (*outer, outer[0], *hole, hole[0]), outer_closed
                continue
        done.append((polygon, closed))
    return iter(done if len(parts) <= _MOST_PARTS else parts)


def _clip(clip: Box | Path | None, matrix: Matrix) -> Polygon | None:
    match clip:
        case None:
            return None
        case Box():
            return corners(clip, matrix)
        case Path():
            return hull(point for part in flattened(clip.segments) for point in mapped_polygon(part, matrix))


def _thinned(polygon: Sequence[Point]) -> Sequence[Point]:
    """A polygon with fewer corners: comparing takes the product of their numbers."""
    return polygon[:: 1 + len(polygon) // MOST_CORNERS]


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
