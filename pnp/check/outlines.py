"""What is on a face: its items with their matrices, and each drawing of a word as polygons in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

import msgspec

from pnp.art.paths import (
    Point,
    Polygon,
    box_round,
    ellipse_path,
    extent,
    flattened,
    multiply,
    outline_path,
    subpaths,
    twice_area,
    walk_items,
)
from pnp.check.rules import Clock
from pnp.face.layout import FaceScene
from pnp.face.paint import Origin
from pnp.findings import Place
from pnp.scene import (
    IDENTITY,
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
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import colours_of, mean_colour, mixed

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
_STEPS = 12
"""Straight pieces of a curve of a cut: on a round token of 60 mm they are 0.1 mm off."""


# --- items ------------------------------------------------------------------------------------------------


def texts(items: Iterable[Item]) -> Iterator[tuple[Text, Matrix]]:
    """Every run of text."""
    return ((item, matrix) for item, matrix in walk_items(items) if isinstance(item, Text))


def walk_veils(items: Iterable[Item], opacity: float = 1.0) -> Iterator[tuple[Text, float]]:
    """Every run of text that is see-through, and how opaque it is."""
    for item in items:
        if isinstance(item, Group):
            yield from walk_veils(item.items, opacity * item.opacity)
        elif isinstance(item, Text) and opacity < 1:
            yield item, opacity


def has_shading(items: Iterable[Item]) -> bool:
    """Whether there are gradients or shadows."""
    flat = [item for item, _ in walk_items(items)]
    inner = any(has_shading(item.art.items) for item in flat if isinstance(item, Use))
    return inner or any(isinstance(one, Shadow) or isinstance(getattr(one, "fill", None), Gradient) for one in flat)


def placed_pictures(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Image, Matrix]]:
    """Every picture, those within drawings too, with its matrix to the face's mm."""
    for item, own in walk_items(items, matrix):
        if isinstance(item, Use):
            yield from placed_pictures(item.art.items, multiply(own, item.matrix))
        elif isinstance(item, Image):
            yield item, own


def pictures(items: Iterable[Item]) -> Iterator[Image]:
    """Every picture, those within drawings too."""
    return (picture for picture, _ in placed_pictures(items))


def arts(items: Iterable[Item]) -> Iterator[Art]:
    """Every drawing, as often as it is there."""
    return (item.art for item, _ in walk_items(items) if isinstance(item, Use))


def window(items: Iterable[Item], box: Box, matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
    """The items that may reach into a box of the face; of groups and drawings, what may."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group() | Use():
                whole = item if isinstance(item, Group) else Group(item.art.items, item.matrix)
                if found := window(whole.items, box, multiply(matrix, item.matrix)):
                    kept.append(msgspec.structs.replace(whole, items=found))
            case _:
                if near(mapped(matrix, extent((item,))), box, 0.0):
                    kept.append(item)
    return tuple(kept)


def scale(matrix: Matrix) -> float:
    """How many times larger a matrix makes things."""
    return math.hypot(matrix[0], matrix[1])


# --- polygons ---------------------------------------------------------------------------------------------


def trim_polygon(scene: Scene) -> Polygon:
    """The corners of the cut, clockwise; a curve as short straight pieces."""
    if scene.outline is None:
        return corners(Box(0.0, 0.0, scene.width, scene.height))
    path = ellipse_path(scene.outline.box) if isinstance(scene.outline, Ellipse) else scene.outline.segments
    polygon = next(subpaths(path, _STEPS))[0]
    return polygon if twice_area(polygon) > 0 else polygon[::-1]


def clearance(polygon: Sequence[Point], box: Box) -> float:
    """How far a box stays within a convex cut, in mm; negative, if it stands out of it."""
    middle = box.x + box.width / 2, box.y + box.height / 2
    return min(
        # From a side to the middle of the box, less what the box reaches towards that side.
        (_turn(start, end, middle) - (abs(y2 - y1) * box.width + abs(x2 - x1) * box.height) / 2) / math.dist(start, end)
        for start, end in edges_of(polygon)
        if start != end
        for (x1, y1), (x2, y2) in [(start, end)]
    )


def corners(box: Box, matrix: Matrix = IDENTITY) -> Polygon:
    """The four corners of a box that is seen through a matrix."""
    return mapped_polygon(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)), matrix)


def mapped_polygon(polygon: Iterable[Point], matrix: Matrix) -> Polygon:
    a, b, c, d, e, f = matrix
    return tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in polygon])


def edges_of(polygon: Sequence[Point], *, closed: bool = True) -> list[tuple[Point, Point]]:
    return list(pairwise((*polygon, polygon[0]) if closed else polygon))


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
    """What of a polygon lies within a convex one (Sutherland and Hodgman); empty if nothing does, the polygon itself if
    all of it does."""
    frame = corners(box_round(subject))
    rest = subject
    for start, end in edges_of(convex if twice_area(convex) > 0 else convex[::-1]):
        sides = [_turn(start, end, corner) for corner in frame]
        if max(sides) < 0:
            return ()
        if min(sides) < 0 and not (rest := _cut(rest, start, end)):
            return ()
    return rest


def _cut(polygon: Polygon, start: Point, end: Point) -> Polygon:
    """What of a polygon lies to the right of the way from start to end."""
    rest: list[Point] = []
    before = polygon[-1]
    was = _turn(start, end, before)
    for point in polygon:
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
    return all(_is_inside(polygon, point) for point in points)


def gap(first: Sequence[Point], second: Sequence[Point]) -> float:
    """How far two polygons are apart in mm; 0 if they meet or one lies in the other."""
    first, second = (polygon[:: 1 + len(polygon) // MOST_CORNERS] for polygon in (first, second))
    if _is_inside(first, second[0]) or _is_inside(second, first[0]):
        return 0.0
    least = math.inf
    others = edges_of(second)
    for a, b in edges_of(first):
        for c, d in others:
            if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
                return 0.0
            least = min(least, _squared(a, c, d), _squared(b, c, d), _squared(c, a, b), _squared(d, a, b))
    return math.sqrt(least)


def _turn(start: Point, end: Point, point: Point) -> float:
    """Above 0, if the point lies to the right of the way from start to end."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _is_inside(polygon: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in edges_of(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _squared(point: Point, start: Point, end: Point) -> float:
    """The square of the distance from a point to a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    px, py = point[0] - start[0], point[1] - start[1]
    at = max(0.0, min(1.0, (px * dx + py * dy) / length)) if length else 0.0
    return (px - at * dx) ** 2 + (py - at * dy) ** 2


# --- outlines ---------------------------------------------------------------------------------------------


class Outline(msgspec.Struct, frozen=True, eq=False):
    """One part of a drawing: its corners, its fill, its line's width in mm (0: none) and colour.

    `closed`: the line goes on from the last corner to the first. A gradient's fill is its mean colour, `ends` are its
    colours. What is `veiled` does not hide what lies beneath.
    """

    polygon: Polygon
    fill: Colour | None
    line: float
    box: Box
    closed: bool = True
    ink: Colour | None = None
    ends: tuple[Colour, ...] = ()
    veiled: bool = False

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colour of its fill; of a gradient all between which it runs."""
        return self.ends or (self.fill or PAPER,)


def outlines_of(item: Item, matrix: Matrix) -> Iterator[Outline]:
    """The outlines of an item that is seen through a matrix, in drawing order; texts have none."""
    match item:
        case Group(opacity=opacity) if item.see_through:
            yield from (_blend_with_paper(one, opacity) for one in outlines_of(item.plain, matrix))
        case Group(items=items, matrix=inner, clip=clip):
            whole = multiply(matrix, inner)
            cut = _clip(clip, whole)
            for one in (outline for part in items for outline in outlines_of(part, whole)):
                rest = one.polygon if cut is None else clip_polygon(one.polygon, cut)
                if rest:
                    yield msgspec.structs.replace(one, polygon=rest, box=box_round(rest))
        case Use(art=art, matrix=inner):
            whole = multiply(matrix, inner)
            for one in _art_outlines(art):
                polygon, line = mapped_polygon(one.polygon, whole), one.line * _factor(whole)
                yield msgspec.structs.replace(one, polygon=polygon, line=line, box=box_round(polygon))
        case Image(box=box, clip=clip):
            polygon = corners(clip or box, matrix)
            yield Outline(polygon, ANY, 0.0, box_round(polygon))
        case Rect() | Ellipse() | Path():
            line, ink = (item.stroke.width * _factor(matrix), item.stroke.colour) if item.stroke else (0.0, None)
            fill = mean_colour(item.fill) if isinstance(item.fill, Gradient) else item.fill
            ends = colours_of(item.fill) if isinstance(item.fill, Gradient) else ()
            veiled = isinstance(item.fill, Gradient) and item.fill.see_through
            parts = _cut_holes(item) if isinstance(item, Path) and item.fill else subpaths(outline_path(item))
            for polygon, closed in parts:
                seen = mapped_polygon(polygon, matrix)
                yield Outline(seen, fill, line, box_round(seen), closed, ink, ends, veiled)


@lru_cache(maxsize=512)
def _art_outlines(art: Art) -> tuple[Outline, ...]:
    return tuple(outline for part in art.items for outline in outlines_of(part, IDENTITY))


def _factor(matrix: Matrix) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _blend_with_paper(outline: Outline, opacity: float) -> Outline:
    """An outline through which paper is seen."""
    return msgspec.structs.replace(
        outline,
        fill=outline.fill and mixed(outline.fill, PAPER, opacity),
        ink=outline.ink and mixed(outline.ink, PAPER, opacity),
        ends=tuple(mixed(colour, PAPER, opacity) for colour in outline.ends),
        veiled=True,
    )


@lru_cache(maxsize=4_096)
def widen_line(outline: Outline) -> Outline:
    """A straight line that is as wide as a ground, as the shape that it fills; any other outline as it is."""
    if outline.line < BAND or len(outline.polygon) != 2 or outline.fill or not outline.ink:
        return outline
    (x1, y1), (x2, y2) = outline.polygon
    half = outline.line / 2 / (math.dist(*outline.polygon) or 1.0)
    right, down = (y1 - y2) * half, (x2 - x1) * half
    polygon = ((x1 + right, y1 + down), (x2 + right, y2 + down), (x2 - right, y2 - down), (x1 - right, y1 - down))
    return Outline(polygon, outline.ink, 0.0, box_round(polygon), veiled=outline.veiled)


def _cut_holes(path: Path) -> Iterator[tuple[Polygon, bool]]:
    """The parts of a filled path; a hole is cut into the part round it by a way there and back."""
    parts = sorted(subpaths(path.segments), key=lambda part: -area(part[0]))
    if len(parts) > _MOST_PARTS:
        return iter(parts)
    done: list[tuple[Polygon, bool]] = []
    for polygon, closed in parts:
        box = box_round(polygon)
        number = next((n for n, (outer, _) in enumerate(done) if box_round(outer).holds(box)), None)
        if number is not None:
            outer, outer_closed = done[number]
            alike = (twice_area(outer) > 0) == (twice_area(polygon) > 0)
            if not alike or path.rule == "evenodd":
                hole = polygon[::-1] if alike else polygon
                done[number] = (*outer, outer[0], *hole, hole[0]), outer_closed
                continue
        done.append((polygon, closed))
    return iter(done)


def _clip(clip: Box | Path | None, matrix: Matrix) -> Polygon | None:
    match clip:
        case None:
            return None
        case Box():
            return corners(clip, matrix)
        case Path():
            return hull(point for part in flattened(clip.segments) for point in mapped_polygon(part, matrix))


# --- drawings of a face -----------------------------------------------------------------------------------


class DrawnShape:
    """One drawing of a word: where it was drawn, its matrix, its number in the face, and its outlines."""

    def __init__(self, origin: Origin, matrix: Matrix, number: int) -> None:
        self.origin = origin
        self.matrix = matrix
        self.number = number
        self.place: Place = origin.place
        self.sort = origin.sort

    @cached_property
    def shapes(self) -> tuple[Outline, ...]:
        return _outlines(self.origin, self.matrix)

    @cached_property
    def fills(self) -> tuple[Outline, ...]:
        """The outlines that hide what lies beneath."""
        return tuple(one for one in self.shapes if one.fill and not one.veiled and len(one.polygon) > 2)

    @cached_property
    def box(self) -> Box:
        """The box round all outlines; an empty one without any."""
        return box_round([point for one in self.shapes for point in corners(one.box)])

    @cached_property
    def hull(self) -> Polygon:
        """The convex outline of all that was drawn."""
        return hull(point for one in self.shapes for point in one.polygon)


@lru_cache(maxsize=4_096)  # cards share most of theirs
def _outlines(origin: Origin, matrix: Matrix) -> tuple[Outline, ...]:
    return tuple(one for item in origin.items for one in outlines_of(item, matrix))


class FaceDrawings:
    """The drawings of a face, the first drawn first, and which of them is seen at a point. `clock` limits the time."""

    def __init__(self, laid: FaceScene, clock: Clock) -> None:
        self.laid = laid
        self.scene = laid.scene
        self.clock = clock

    @cached_property
    def drawn(self) -> list[DrawnShape]:
        origins = enumerate(self.laid.origins)
        ahead = next(origins, None)
        drawn = []
        for item, matrix in _firsts(self.scene.items, IDENTITY, {id(one.items[0]) for one in self.laid.origins}):
            if ahead is not None and item is ahead[1].items[0]:
                drawn.append(DrawnShape(ahead[1], matrix, ahead[0]))
                ahead = next(origins, None)
        return drawn

    def top(self, at: Point, start: int = 0, stop: int | None = None) -> Outline | None:
        """The fill that is seen at a point of the drawings from `start` to before `stop`, if there is one."""
        self.clock.check()
        return next(filter(None, (_last(one.fills, at) for one in reversed(self.drawn[start:stop]))), None)

    def colours(self, at: Point, stop: int | None = None) -> tuple[Colour, ...]:
        """The colours that are seen there of the drawings before `stop`; paper's, where there is none."""
        return seen_colours(self.top(at, stop=stop))


def seen_colours(shape: Outline | None) -> tuple[Colour, ...]:
    """The colours of a shape; paper's, where there is none."""
    return shape.colours if shape else (PAPER,)


def _last(fills: Sequence[Outline], at: Point) -> Outline | None:
    """The last of some fills at a point."""
    here = Box(*at, 0.0, 0.0)
    return next((one for one in reversed(fills) if one.box.holds(here) and holds(one.polygon, [at])), None)


def _firsts(items: Iterable[Item], matrix: Matrix, firsts: set[int]) -> Iterator[tuple[Item, Matrix]]:
    """The first item of each drawing; groups are opened until one is met, as faces and turned words are groups."""
    for item in items:
        if id(item) in firsts:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _firsts(item.items, multiply(matrix, item.matrix), firsts)
