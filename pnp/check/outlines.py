"""Geometry of a face: its items with their matrices, and each drawing as polygons in mm."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from pnp.art.paths import (
    Point,
    Polygon,
    bound_points,
    double_area,
    extent,
    flattened,
    multiply,
    outline_path,
    subpaths,
    walk_items,
)
from pnp.check.rules import HOME, SECONDS, TimeUpError, TrimDistances
from pnp.face.layout import FaceScene
from pnp.face.paint import Origin
from pnp.findings import Place
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Colour,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Shadow,
    Text,
    Use,
    average_colours,
    list_colours,
    mapped,
    mixed,
)
from pnp.text.fonts import FontBook

ANY: Colour = "#808080"
"""The fill of a photograph, which has many."""
PAPER: Colour = "#FFFFFF"
SLACK = 0.05
"""Millimetres that nobody sees."""
MOST_CORNERS = 60
"""Corners of a polygon that are looked at for distances; a circle of 24 mm of so many is 0.02 mm off."""
BAND = 5.0
"""Width in mm from which a line is a ground."""
_MOST_PARTS = 100
"""Parts of a path in which holes are looked for."""


# --- items ------------------------------------------------------------------------------------------------


def texts(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    """Yields every run of text with its matrix to the face's mm."""
    return ((item, own) for item, own in walk_items(items, matrix) if isinstance(item, Text))


def letters(text: Text, matrix: Matrix, fonts: FontBook) -> Box:
    """Returns the bounding box of a run's letters."""
    return mapped(matrix, measure_text_box(text, *fonts.font(text.font).reach(text.glyphs)))


def measure_text_box(text: Text, above: float, below: float) -> Box:
    """Returns a run's box, this many em above and below its baseline."""
    em = text.size * MM_PER_POINT
    return Box(text.x, text.y - above * em, text.width, (above + below) * em)


def list_text_opacities(items: Iterable[Item], opacity: float = 1.0) -> dict[int, float]:
    """Maps each run of text, by identity, to its opacity."""
    found = {id(item): opacity for item in items if isinstance(item, Text)}
    for group in (item for item in items if isinstance(item, Group)):
        found |= list_text_opacities(group.items, opacity * group.opacity)
    return found


def walk_drawings(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Yields every item except groups, also inside drawings, with its matrix to the face's mm."""
    for item, own in walk_items(items, matrix):
        yield item, own
        if isinstance(item, Use):
            yield from walk_drawings(item.art.items, multiply(own, item.matrix))


def has_shading(items: Iterable[Item]) -> bool:
    """Returns whether there are gradients or shadows."""
    every = (item for item, _ in walk_drawings(items))
    return any(isinstance(one, Shadow) or isinstance(getattr(one, "fill", None), Gradient) for one in every)


def list_pictures(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Image, Matrix]]:
    """Yields every picture, also inside drawings, with its matrix to the face's mm."""
    return ((item, own) for item, own in walk_drawings(items, matrix) if isinstance(item, Image))


def window(items: Iterable[Item], box: Box, matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
    """Returns the items, or their parts, that may reach into a box of the face."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group() | Use():
                whole = item if isinstance(item, Group) else Group(item.art.items, item.matrix)
                if found := window(whole.items, box, multiply(matrix, item.matrix)):
                    kept.append(replace(whole, items=found))
            case _:
                if near(mapped(matrix, extent((item,))), box, 0.0):
                    kept.append(item)
    return tuple(kept)


def scale(matrix: Matrix) -> float:
    """Returns the magnification of a matrix; the mean if it differs by direction."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


# --- polygons ---------------------------------------------------------------------------------------------


def corners(box: Box, matrix: Matrix = IDENTITY) -> Polygon:
    """Returns the four transformed corners of a box."""
    return map_polygon(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)), matrix)


def map_polygon(polygon: Iterable[Point], matrix: Matrix) -> Polygon:
    a, b, c, d, e, f = matrix
    return tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in polygon])


def edges_of(polygon: Sequence[Point], *, closed: bool = True) -> list[tuple[Point, Point]]:
    return list(pairwise((*polygon, polygon[0]) if closed else polygon))


def near(first: Box, second: Box, distance: float) -> bool:
    """Returns whether two boxes are closer than this many mm in both directions."""
    return (
        second.x - first.x - first.width < distance
        and first.x - second.x - second.width < distance
        and second.y - first.y - first.height < distance
        and first.y - second.y - second.height < distance
    )


def area(polygon: Sequence[Point]) -> float:
    """Returns the area of a polygon in mm²."""
    return abs(double_area(polygon)) / 2


def hull(points: Iterable[Point]) -> Polygon:
    """Returns the convex hull of points, clockwise as y goes down."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    found: list[Point] = []
    for way in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in way:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        found += half[:-1]
    return tuple(found)


def clip_polygon(subject: Polygon, convex: Sequence[Point]) -> Polygon:
    """Clips a polygon to a convex one (Sutherland and Hodgman). Empty if they do not overlap."""
    rest = subject
    for start, end in edges_of(convex if double_area(convex) > 0 else convex[::-1]):
        sides = [_turn(start, end, point) for point in rest]
        kept: list[Point] = []
        for number, (point, side) in enumerate(zip(rest, sides, strict=True)):
            (x, y), was = rest[number - 1], sides[number - 1]
            if (side >= 0) != (was >= 0):
                at = was / (was - side)
                kept.append((x + (point[0] - x) * at, y + (point[1] - y) * at))
            if side >= 0:
                kept.append(point)
        rest = tuple(kept)
    return rest


def holds(polygon: Sequence[Point], points: Iterable[Point]) -> bool:
    """Returns whether all points lie within a polygon."""
    edges = edges_of(polygon)
    return all(
        sum((y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in edges) % 2
        for x, y in points
    )


def gap(first: Sequence[Point], second: Sequence[Point]) -> float:
    """Returns the distance of two polygons in mm; 0 if they overlap."""
    first, second = (polygon[:: 1 + len(polygon) // MOST_CORNERS] for polygon in (first, second))
    if holds(first, second[:1]) or holds(second, first[:1]):
        return 0.0
    least = math.inf
    for a, b in edges_of(first):
        for c, d in edges_of(second):
            if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
                return 0.0
            least = min(least, _squared(a, c, d), _squared(b, c, d), _squared(c, a, b), _squared(d, a, b))
    return math.sqrt(least)


def _turn(start: Point, end: Point, point: Point) -> float:
    """Returns a positive value if the point lies to the right of the line from start to end."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _squared(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    px, py = point[0] - start[0], point[1] - start[1]
    at = max(0.0, min(1.0, (px * dx + py * dy) / length)) if length else 0.0
    return (px - at * dx) ** 2 + (py - at * dy) ** 2


# --- outlines ---------------------------------------------------------------------------------------------


class Outline(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One part of a drawing: its corners, its fill, its stroke's width in mm (0: none) and colour.

    `closed`: the last corner connects to the first. A gradient's fill is its mean colour, `ends` are its colours. A
    `veiled` one does not hide what lies beneath.
    """

    polygon: Polygon
    fill: Colour | None
    line: float = 0.0
    closed: bool = True
    ink: Colour | None = None
    ends: tuple[Colour, ...] = ()
    veiled: bool = False

    @cached_property
    def box(self) -> Box:
        return bound_points(self.polygon)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colour of its fill, or the colours of its gradient."""
        return self.ends or (self.fill or PAPER,)

    @property
    def hides(self) -> bool:
        """Whether it hides what lies beneath."""
        return bool(self.fill) and not self.veiled and len(self.polygon) > 2


def trace_outlines(item: Item, matrix: Matrix) -> Iterator[Outline]:
    """Yields the outlines of an item under a matrix, in drawing order; texts have none."""
    match item:
        case Group(opacity=opacity) if item.see_through:
            yield from (_blend_with_paper(one, opacity) for one in trace_outlines(item.plain, matrix))
        case Group(items=items, matrix=inner, clip=clip):
            whole = multiply(matrix, inner)
            rings = flattened(clip.segments) if isinstance(clip, Path) else [corners(clip)] if clip else []
            window = hull(point for ring in rings for point in map_polygon(ring, whole))
            for one in (outline for part in items for outline in trace_outlines(part, whole)):
                if rest := clip_polygon(one.polygon, window) if window else one.polygon:
                    yield replace(one, polygon=rest)
        case Use(art=art, matrix=inner):
            whole = multiply(matrix, inner)
            for one in _trace_art(art):
                yield replace(one, polygon=map_polygon(one.polygon, whole), line=one.line * scale(whole))
        case Image(box=box, clip=clip):
            yield Outline(corners(clip or box, matrix), ANY)
        case Rect() | Ellipse() | Path():
            line, ink = (item.stroke.width * scale(matrix), item.stroke.colour) if item.stroke else (0.0, None)
            fill = average_colours(item.fill) if isinstance(item.fill, Gradient) else item.fill
            ends = list_colours(item.fill) if isinstance(item.fill, Gradient) else ()
            veiled = isinstance(item.fill, Gradient) and item.fill.see_through
            parts = _cut_holes(item) if isinstance(item, Path) and item.fill else subpaths(outline_path(item))
            for polygon, closed in parts:
                yield Outline(map_polygon(polygon, matrix), fill, line, closed, ink, ends, veiled)


@lru_cache(maxsize=512)  # the same drawings stand on most faces
def _trace_art(art: Art) -> tuple[Outline, ...]:
    return tuple(outline for part in art.items for outline in trace_outlines(part, IDENTITY))


def _blend_with_paper(outline: Outline, opacity: float) -> Outline:
    """Returns a translucent outline with its colour blended with paper."""
    return replace(
        outline,
        fill=outline.fill and mixed(outline.fill, PAPER, opacity),
        ink=outline.ink and mixed(outline.ink, PAPER, opacity),
        ends=tuple(mixed(colour, PAPER, opacity) for colour in outline.ends),
        veiled=True,
    )


def _widen_line(outline: Outline) -> Outline:
    """Returns a straight line as wide as a ground as the shape it fills; other outlines unchanged."""
    if outline.line < BAND or len(outline.polygon) != 2 or outline.fill or not outline.ink:
        return outline
    (x1, y1), (x2, y2) = outline.polygon
    half = outline.line / 2 / (math.dist(*outline.polygon) or 1.0)
    right, down = (y1 - y2) * half, (x2 - x1) * half
    polygon = ((x1 + right, y1 + down), (x2 + right, y2 + down), (x2 - right, y2 - down), (x1 - right, y1 - down))
    return Outline(polygon, outline.ink, veiled=outline.veiled)


def _cut_holes(path: Path) -> Iterable[tuple[Polygon, bool]]:
    """Returns the parts of a filled path; a hole is connected to its surrounding part by a cut."""
    parts = sorted(subpaths(path.segments), key=lambda part: -area(part[0]))
    if len(parts) > _MOST_PARTS:
        return parts
    done: list[tuple[Polygon, bool]] = []
    for polygon, closed in parts:
        box = bound_points(polygon)
        number = next((n for n, (outer, _) in enumerate(done) if bound_points(outer).holds(box)), None)
        outer, outer_closed = done[number] if number is not None else ((), False)
        alike = (double_area(outer) > 0) == (double_area(polygon) > 0)
        if number is not None and (not alike or path.rule == "evenodd"):
            hole = polygon[::-1] if alike else polygon
            done[number] = (*outer, outer[0], *hole, hole[0]), outer_closed
        else:
            done.append((polygon, closed))
    return done


# --- drawings of a face -----------------------------------------------------------------------------------


class DrawnShape:
    """One drawing of a word: its origin, matrix, number in the face, and outlines."""

    def __init__(self, origin: Origin, matrix: Matrix, number: int) -> None:
        self.origin = origin
        self.matrix = matrix
        self.number = number
        self.place: Place = origin.place
        self.sort = origin.sort

    @cached_property
    def shapes(self) -> tuple[Outline, ...]:
        return tuple(one for item in self.origin.items for one in trace_outlines(item, self.matrix))

    @cached_property
    def fills(self) -> tuple[Outline, ...]:
        """The outlines that hide what lies beneath."""
        return tuple(one for one in self.shapes if one.hides)

    @cached_property
    def widened(self) -> tuple[Outline, ...]:
        """The outlines, with lines as wide as grounds as the shapes they fill."""
        return tuple(map(_widen_line, self.shapes))

    @cached_property
    def box(self) -> Box:
        """The bounding box of all outlines; empty without any."""
        return bound_points([point for one in self.shapes for point in one.polygon])

    @cached_property
    def hull(self) -> Polygon:
        """The convex hull of the drawing."""
        return hull(point for one in self.shapes for point in one.polygon)


class FaceDrawings:
    """The drawings of a face in order, and which of them is visible at a point.

    `distances` are the cutter's requirements. Checking a face takes at most `SECONDS` of this thread, counted from the
    first `check_time`.
    """

    def __init__(self, laid: FaceScene, fonts: FontBook, distances: TrimDistances = HOME) -> None:
        self.laid = laid
        self.scene = laid.scene
        self.fonts = fonts
        self.distances = distances

    @cached_property
    def _end(self) -> float:
        return time.thread_time() + SECONDS

    def check_time(self) -> None:
        """Raises TimeUpError after the time limit."""
        if self._end < time.thread_time():
            raise TimeUpError

    @cached_property
    def places(self) -> Mapping[int, Place]:
        """Maps each item, by identity, to its origin in the kit."""
        return {id(item): origin.place for origin in self.laid.origins for item, _ in walk_items(origin.items)}

    @cached_property
    def drawn(self) -> list[DrawnShape]:
        found: list[DrawnShape] = []
        _find_drawings(self.scene.items, IDENTITY, self.laid.origins, found)
        return found

    @cached_property
    def texts(self) -> list[tuple[Text, Matrix, Place]]:
        """Every run of text with its matrix and its origin in the kit."""
        return [(*run, one.place) for one in self.drawn for run in texts(one.origin.items, one.matrix)]

    def top(self, at: Point, start: int = 0, stop: int | None = None) -> Outline | None:
        """Returns the visible fill at a point among the drawings from `start` to before `stop`, if any."""
        self.check_time()
        here = Box(*at, 0.0, 0.0)
        fills = (fill for drawing in reversed(self.drawn[start:stop]) for fill in reversed(drawing.fills))
        return next((one for one in fills if one.box.holds(here) and holds(one.polygon, [at])), None)

    def colours(self, at: Point, stop: int | None = None) -> tuple[Colour, ...]:
        """Returns the visible colours at a point among the drawings before `stop`; the paper's if there are none."""
        return list_visible_colours(self.top(at, stop=stop))


def list_visible_colours(shape: Outline | None) -> tuple[Colour, ...]:
    """Returns the colours of a shape; the paper's for none."""
    return shape.colours if shape else (PAPER,)


def _find_drawings(items: Iterable[Item], matrix: Matrix, origins: Sequence[Origin], found: list[DrawnShape]) -> None:
    """Adds each drawing with its first item; other groups are opened, such as faces and turned words."""
    for item in items:
        if len(found) < len(origins) and item is origins[len(found)].items[0]:
            found.append(DrawnShape(origins[len(found)], matrix, len(found)))
        elif isinstance(item, Group):
            _find_drawings(item.items, multiply(matrix, item.matrix), origins, found)
