"""Lines as the shapes that they cover, so that a line can be filled as a shape is: with a gradient."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.art.paths import PathError, Point
from pnp.art.polygons import subpaths
from pnp.scene import Segment, Stroke

STEPS = 24
"""Straight pieces of a curve: a quarter of a circle is 0.05 % of its radius off."""
ARC = math.radians(12)
"""Of a round end or corner, from point to point."""
MOST_DASHES = 20_000
"""Dashes of one line."""
_SAME = 1e-9


def covered(segments: Sequence[Segment], stroke: Stroke) -> tuple[Segment, ...]:
    """What a line along a path covers, to be filled by the nonzero rule. Raises PathError, as `dashes` does."""
    found: list[Segment] = []
    for points, closed in _pieces(segments, stroke.dash):
        for ring in _rings(points, closed, stroke):
            found.append(("M", *ring[0]))
            found += (("L", *point) for point in ring[1:])
            found.append(("Z",))
    return tuple(found)


def dashes(segments: Sequence[Segment], dash: tuple[float, ...], offset: float = 0.0) -> tuple[Segment, ...]:
    """The dashes of a line along a path as lines of their own, of straight pieces; the first is begun already by an
    offset. Raises PathError, if there are too many."""
    found: list[Segment] = []
    for polygon, closed in subpaths(segments, STEPS):
        points = _once(polygon)
        for part in _dashed([*points, points[0]] if closed else points, dash, offset):
            found.append(("M", *part[0]))
            found += (("L", *point) for point in part[1:])
    return tuple(found)


def check_dashes(length: float, dash: tuple[float, ...]) -> None:
    """Raises PathError, if a line so long has too many dashes."""
    if length * len(dash) > MOST_DASHES * sum(dash):
        raise PathError(f"a line of more than {MOST_DASHES} dashes is not drawn; make them longer")


def length_of(segments: Sequence[Segment]) -> float:
    """How long a path is."""
    return sum(
        math.dist(*ends)
        for polygon, closed in subpaths(segments, STEPS)
        for ends in pairwise((*polygon, polygon[0]) if closed else polygon)
    )


def _pieces(segments: Sequence[Segment], dash: tuple[float, ...]) -> Iterator[tuple[list[Point], bool]]:
    """The parts of a path without points that come twice, and whether each is closed; of a dashed one the dashes."""
    for polygon, closed in subpaths(segments, STEPS):
        points = _once(polygon)
        if closed and len(points) > 1 and points[0] == points[-1]:
            points.pop()
        if not dash:
            yield points, closed and len(points) > 1
        else:
            yield from ((_once(part), False) for part in _dashed([*points, points[0]] if closed else points, dash))


def _once(points: Sequence[Point]) -> list[Point]:
    return [points[0], *(second for first, second in pairwise(points) if first != second)]


def _dashed(points: Sequence[Point], dash: tuple[float, ...], offset: float = 0.0) -> Iterator[list[Point]]:
    check_dashes(sum(math.dist(*ends) for ends in pairwise(points)), dash)
    number, left = 0, dash[0] - offset % sum(dash)
    while left < 0 or (offset and left == 0):
        number += 1
        left += dash[number % len(dash)]
    part = [points[0]]
    for start, end in pairwise(points):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if number % 2 == 0:
                yield [*part, at]
            part = [at]
            number += 1
            left = dash[number % len(dash)]
        left -= length - done
        part.append(end)
    if number % 2 == 0 and len(part) > 1:
        yield part


def _rings(points: list[Point], closed: bool, stroke: Stroke) -> Iterator[list[Point]]:
    half = stroke.width / 2
    back = points[::-1]
    if len(points) == 1:
        if stroke.cap != "butt":
            way = (half, 0.0)
            yield [*_cap(points[0], way, stroke), *_cap(points[0], (-half, 0.0), stroke)]
    elif closed:
        yield _beside([points[-1], *points, points[0]], stroke)
        yield _beside([back[-1], *back, back[0]], stroke)
    else:
        ring = [*_ends(points, half), *_beside(points, stroke), *_cap(points[-1], _way(points[-2:], half), stroke)]
        yield [*ring, *_beside(back, stroke), *_cap(back[-1], _way(back[-2:], half), stroke)]


def _ends(points: Sequence[Point], half: float) -> list[Point]:
    """Where the side of an open line begins."""
    dx, dy = _way(points[:2], half)
    return [(points[0][0] - dy, points[0][1] + dx)]


def _way(points: Sequence[Point], length: float) -> Point:
    """The way from a point to the next, as long as said."""
    (x1, y1), (x2, y2) = points
    scale = length / math.hypot(x2 - x1, y2 - y1)
    return (x2 - x1) * scale, (y2 - y1) * scale


def _beside(points: Sequence[Point], stroke: Stroke) -> list[Point]:
    """One side of a line, round its corners, from its second point to its last but one."""
    half = stroke.width / 2
    found: list[Point] = []
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        first, second = _way((before, at), half), _way((at, after), half)
        found += _corner(at, first, second, stroke)
    return found


def _corner(at: Point, first: Point, second: Point, stroke: Stroke) -> Iterator[Point]:
    """A corner on the side that lies to the right of the way as it is seen, y downwards."""
    (x, y), (ax, ay), (bx, by) = at, first, second
    half = stroke.width / 2
    turn, along = (ax * by - ay * bx) / half**2, (ax * bx + ay * by) / half**2
    yield x - ay, y + ax
    if turn > _SAME:  # it turns to this side, where both pieces overlap: through the corner itself, all stays covered
        yield at
    elif stroke.join == "round":
        yield from _arc(at, (-ay, ax), -math.acos(max(-1.0, min(1.0, along))))
    elif stroke.join == "miter" and along > -1 and math.sqrt(2 / (1 + along)) <= stroke.mitre:
        yield x - (ay + by) / (1 + along), y + (ax + bx) / (1 + along)
    yield x - by, y + bx


def _cap(at: Point, way: Point, stroke: Stroke) -> Iterator[Point]:
    """The end of a line that goes that way, half as long as it is wide."""
    (x, y), (dx, dy) = at, way
    yield x - dy, y + dx
    if stroke.cap == "square":
        yield x - dy + dx, y + dx + dy
        yield x + dy + dx, y - dx + dy
    elif stroke.cap == "round":
        yield from _arc(at, (-dy, dx), -math.pi)
    yield x + dy, y - dx


def _arc(at: Point, start: Point, angle: float) -> Iterator[Point]:
    """Points between the ends of an arc that begins `start` away from its middle."""
    count = math.ceil(abs(angle) / ARC)
    for step in range(1, count):
        cos, sin = math.cos(angle * step / count), math.sin(angle * step / count)
        yield at[0] + start[0] * cos - start[1] * sin, at[1] + start[0] * sin + start[1] * cos
