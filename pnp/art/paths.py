"""Path data: parses SVG's `d` attribute into absolute lines and cubic curves, builds basic shapes, and walks items with
their matrices."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import TypeAlias, cast

from msgspec.structs import replace

from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Segment,
    Shadow,
    Text,
    Use,
    convert_segments,
    mapped,
)

MAX_CHARACTERS = 400_000
"""Longest path data that is read: three times the largest path of our own drawings, and parsed in under a second."""
MAX_COORDINATE = 100_000.0
"""No coordinate may lie further out: far beyond any paper in mm, and still exact to 0.001 in six digits."""
KAPPA = 0.5522847498307936
"""Handle length of the cubic curve that is nearest to a quarter circle of radius 1."""

Point: TypeAlias = tuple[float, float]

_NUMBER = r"[\s,]*(?>([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))"
_FLAG = r"[\s,]*([01])"
"""A flag of an arc may stand without a separator: `a1 1 0 01.5.5`."""
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARGUMENTS = {name: re.compile(count * _NUMBER) for name, count in _COUNTS.items()}
_ARGUMENTS["A"] = re.compile(3 * _NUMBER + 2 * _FLAG + 2 * _NUMBER)
_COMMANDS = "|".join(f"[{name + name.lower()}](?:{one.pattern})++" for name, one in _ARGUMENTS.items())
_PATH = re.compile(rf"\s*+(?:(?=[Mm])(?:(?:{_COMMANDS})[\s,]*+)++)?+")
"""As much of path data as can be read."""


class PathError(ValueError):
    """Invalid path data; the message says what is wrong and where."""


def number(value: float) -> str:
    """Formats a length with at most three decimals, without trailing zeros or an exponent."""
    return f"{round(value, 3):g}"


def format_path(segments: Iterable[Segment]) -> str:
    """Formats segments as the `d` attribute of an SVG path."""
    return "".join(segment[0] + " ".join(map(number, segment[1:])) for segment in segments)


def parse_path(data: str) -> tuple[Segment, ...]:
    """Parses SVG path data (SVG 2, section 9) into absolute M, L, C and Z segments.

    Quadratic curves become cubic exactly, arcs to within 0.03 % of their radius. Raises PathError for malformed or
    overlong data and for coordinates beyond `MAX_COORDINATE`.
    """
    from fontTools.pens.recordingPen import RecordingPen  # the companion on a phone draws paths without fontTools
    from fontTools.svgLib.path.parser import parse_path as draw_path

    if len(data) > MAX_CHARACTERS:
        raise PathError(f"path data of {len(data)} characters; at most {MAX_CHARACTERS} are read")
    found = _PATH.match(data)
    if found and found.end() < len(data):
        rest = data[found.end() :][:20]
        raise PathError(f"path data cannot be read from character {found.end() + 1} on: `{rest}`")
    _, *parts = re.split("([MmLlHhVvCcSsQqTtAaZz])", data)
    text, values = "", list[float]()
    for command, arguments in zip(parts[::2], parts[1::2], strict=True):
        for groups in _ARGUMENTS[command.upper()].finditer("" if command in "Zz" else arguments):
            numbers = [float(one) for one in groups.groups()]
            values += numbers
            if command in "Aa" and min(map(abs, numbers[:2])) < 1e-9:  # an arc without a radius is a line
                text, numbers = text + ("L" if command == "A" else "l"), numbers[5:]
            else:
                text += command
            text += " ".join(f"{one:.17g}" for one in numbers)  # fontTools misreads 00.5 and 5.e3
            command = {"M": "L", "m": "l"}.get(command, command)  # after a move come lines
    segments: tuple[Segment, ...] = ()
    if max(map(abs, values), default=0.0) <= MAX_COORDINATE:
        pen = RecordingPen()
        draw_path(text, pen)
        segments = convert_segments(pen.value)
        values = [value for segment in segments for value in segment[1:]]
    for value in values:
        if not abs(value) <= MAX_COORDINATE:
            raise PathError(f"{value:g} is further out than {MAX_COORDINATE:g}")
    return segments


def measure_path(segments: tuple[Segment, ...]) -> Box:
    """Returns the bounding box of a path's points, including control points; an empty box at 0, 0 if there are none."""
    return bound_points([point for one in segments for point in zip(one[1::2], one[2::2], strict=True)])


def map_point(matrix: Matrix, x: float, y: float) -> Point:
    """Returns a transformed point."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Returns the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def inverse(matrix: Matrix) -> Matrix:
    """Returns the inverse matrix. Raises ZeroDivisionError for a singular one."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    back: Matrix = (d / area, -b / area, -c / area, a / area, 0.0, 0.0)
    return multiply(back, (1.0, 0.0, 0.0, 1.0, -e, -f))


def through(segments: Iterable[Segment], matrix: Matrix) -> tuple[Segment, ...]:
    """Returns a transformed path."""
    found = []
    for name, *numbers in segments:
        points = (map_point(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
        found.append(cast(Segment, (name, *chain.from_iterable(points))))
    return tuple(found)


def measure_reach(shape: Rect | Ellipse | Path) -> Box:
    """Returns the bounding box of a shape including its stroke; mitres extend by this many half widths."""
    box = measure_path(shape.segments) if isinstance(shape, Path) else shape.box
    return box.inset(-max(4.0, shape.stroke.mitre) * shape.stroke.width / 2) if shape.stroke else box


def extent(items: Iterable[Item]) -> Box:
    """Returns the bounding box of everything that items of any kind draw."""
    boxes = [_extent(item) for item in items]
    return bound_points([point for box in boxes for point in ((box.x, box.y), (box.right, box.bottom))])


def _extent(item: Item) -> Box:
    match item:
        case Group(items=items, matrix=matrix, clip=clip):
            return mapped(
                matrix, extent(items) if clip is None else measure_reach(clip) if isinstance(clip, Path) else clip
            )
        case Use(art=art, matrix=matrix):
            return mapped(matrix, extent((Rect(Box(0.0, 0.0, art.width, art.height)), *art.items)))
        case Text(x=x, y=y, size=size, width=width):
            high = 2 * size * MM_PER_POINT
            return Box(x - high / 2, y - high, width + high, 1.5 * high)
        case Image(box=box) | Shadow(box=box):
            return box
        case _:
            return measure_reach(item)


def walk_items(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Yields every item except groups in drawing order, each with its matrix to mm. Drawings are not opened."""
    for item in items:
        if isinstance(item, Group):
            yield from walk_items(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def map_items(items: Iterable[Item], change: Callable[[Item], Item | None]) -> tuple[Item, ...]:
    """Applies a function to each item, also in groups; None removes the item."""
    mapped_items = (
        replace(item, items=map_items(item.items, change)) if isinstance(item, Group) else change(item)
        for item in items
    )
    return tuple(item for item in mapped_items if item is not None)


def draw_rounded_rect(box: Box, radius_x: float, radius_y: float) -> tuple[Segment, ...]:
    """Returns a rectangle with elliptic corners, clockwise from the top edge; radii are limited to half the sides."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    rx, ry = min(radius_x, box.width / 2), min(radius_y, box.height / 2)
    if rx <= 0 or ry <= 0:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))
    hx, hy = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", left + rx, top),
        ("L", right - rx, top),
        ("C", right - hx, top, right, top + hy, right, top + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - hy, right - hx, bottom, right - rx, bottom),
        ("L", left + rx, bottom),
        ("C", left + hx, bottom, left, bottom - hy, left, bottom - ry),
        ("L", left, top + ry),
        ("C", left, top + hy, left + hx, top, left + rx, top),
        ("Z",),
    )


def draw_ellipse(box: Box) -> tuple[Segment, ...]:
    """Returns the ellipse that fills a box, as four curves clockwise from its right, as in SVG."""
    rx, ry = box.width / 2, box.height / 2
    x, y = box.x + rx, box.y + ry
    hx, hy = rx * KAPPA, ry * KAPPA
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + hy, x + hx, y + ry, x, y + ry),
        ("C", x - hx, y + ry, x - rx, y + hy, x - rx, y),
        ("C", x - rx, y - hy, x - hx, y - ry, x, y - ry),
        ("C", x + hx, y - ry, x + rx, y - hy, x + rx, y),
        ("Z",),
    )


def outline_path(item: Rect | Ellipse | Path) -> tuple[Segment, ...]:
    """Returns the outline of a shape before its transform."""
    match item:
        case Rect(box=box, radius=radius):
            return draw_rounded_rect(box, radius, radius)
        case Ellipse(box=box):
            return draw_ellipse(box)
        case Path(segments=segments):
            return segments


def draw_arrow_head(tip: Point, towards: Point, length: float, width: float) -> tuple[Segment, ...]:
    """Returns a filled triangle with its tip at `tip`, pointing from `towards` to `tip`."""
    distance = math.dist(tip, towards) or 1.0
    across, down = (tip[0] - towards[0]) / distance, (tip[1] - towards[1]) / distance
    head: list[Segment] = [("M", 0.0, 0.0), ("L", -length, width / 2), ("L", -length, -width / 2), ("Z",)]
    return through(head, (across, down, -down, across, *tip))


Polygon: TypeAlias = tuple[Point, ...]
STEPS = 5
"""Straight pieces that a curve is measured by: a quarter of a circle of 16 mm is 0.04 mm off."""


def flattened(segments: Iterable[Segment]) -> Iterator[Polygon]:
    """Returns the subpaths of a path as polygons, including those without area, which may be lines."""
    return (polygon for polygon, _ in subpaths(segments))


def subpaths(segments: Iterable[Segment], steps: int = STEPS) -> Iterator[tuple[Polygon, bool]]:
    """Yields the subpaths of a path and whether each is closed; a curve becomes this many straight segments."""
    from fontTools.misc.bezierTools import cubicPointAtT  # the companion on a phone draws paths without it

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
                curve = (start, (a, b), (c, d), (e, f))
                points += (cubicPointAtT(*curve, step / steps) for step in range(1, steps + 1))
    if len(points) > 1:
        yield tuple(points), False


def double_area(polygon: Sequence[Point]) -> float:
    """Returns twice the signed area of a polygon."""
    pairs = zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)


def measure_exactly(segments: Iterable[Segment]) -> Box:
    """Returns the bounding box of a path without control points."""
    from fontTools.misc.bezierTools import calcCubicBounds  # as in `subpaths`

    corners: list[Point] = []
    at = (0.0, 0.0)
    for segment in segments:
        match segment:
            case ("C", a, b, c, d, e, f):
                left, top, right, bottom = calcCubicBounds(at, (a, b), (c, d), (e, f))
                corners += ((left, top), (right, bottom))
                at = (e, f)
            case ("M", x, y) | ("L", x, y):
                at = (x, y)
                corners.append(at)
    return bound_points(corners)


def bound_points(points: Sequence[Point]) -> Box:
    """Returns the bounding box of points; an empty box at 0, 0 if there are none."""
    if not points:
        return Box(0.0, 0.0, 0.0, 0.0)
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


class TextCurve:
    """A curved baseline as short straight segments."""

    def __init__(self, points: Sequence[Point]) -> None:
        """Raises ValueError if its length is 0."""
        self._points = [points[0], *(end for start, end in pairwise(points) if math.dist(start, end) > 1e-6)]
        self._ends = list(accumulate(math.dist(*ends) for ends in pairwise(self._points)))
        if not self._ends:
            raise ValueError("the way has no length")
        self.length = self._ends[-1]

    def at(self, along: float) -> Matrix:
        """Returns the matrix that maps the origin to a distance along the curve, with the x axis along it."""
        number = min(bisect_right(self._ends, max(0.0, along)), len(self._ends) - 1)
        (x, y), (end_x, end_y) = self._points[number], self._points[number + 1]
        length = math.dist((x, y), (end_x, end_y))
        dx, dy = (end_x - x) / length, (end_y - y) / length
        rest = along - (self._ends[number] - length)
        return (round(dx, 9), round(dy, 9), round(-dy, 9), round(dx, 9), x + dx * rest, y + dy * rest)
