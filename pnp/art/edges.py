"""What lies near the edges of shapes, in a square round each point: by that filters make things larger or smaller."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.art.paths import Point, multiply, outline_path, through
from pnp.art.polygons import subpaths
from pnp.art.strokes import STEPS, covered
from pnp.scene import IDENTITY, Ellipse, Group, Item, Matrix, Path, Rect, Segment


def edged(item: Item, radius: float, matrix: Matrix = IDENTITY) -> Iterator[Segment]:
    """All that is no further from an edge of a shape than `radius` to the side and up or down, to be filled by the
    nonzero rule: for each piece of an edge what a square covers on its way along it."""
    match item:
        case Group(items=items, matrix=own):
            for inner in items:
                yield from edged(inner, radius, multiply(matrix, own))
        case Rect() | Ellipse() | Path():
            outline = outline_path(item)
            if item.fill is not None:
                yield from _along(through(outline, matrix), radius)
            if item.stroke is not None:
                yield from _along(through(covered(outline, item.stroke), matrix), radius)


def _along(segments: tuple[Segment, ...], radius: float) -> Iterator[Segment]:
    for polygon, _ in subpaths(segments, STEPS):
        for start, end in pairwise((*polygon, polygon[0])):
            (first, *rest) = _swept(start, end, radius)
            yield ("M", *first)
            yield from (("L", *point) for point in rest)
            yield ("Z",)


def _swept(start: Point, end: Point, radius: float) -> list[Point]:
    """The hexagon that a square covers from one point to another, always the same way round."""
    right = 1.0 if end[0] >= start[0] else -1.0
    down = 1.0 if end[1] >= start[1] else -1.0
    (x1, y1), (x2, y2) = start, end
    rx, ry = right * radius, down * radius
    points = [(x1 - rx, y1 - ry), (x1 + rx, y1 - ry), (x2 + rx, y2 - ry)]
    points += [(x2 + rx, y2 + ry), (x2 - rx, y2 + ry), (x1 - rx, y1 + ry)]
    return points if right * down > 0 else points[::-1]
