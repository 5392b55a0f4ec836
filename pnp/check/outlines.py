"""Outlines of what stands on a face, as polygons in its mm: how far they are apart, what of them lies over what."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache

import msgspec

from pnp.art.paths import Point, ellipse_path, multiply, outline_path, path_bounds, reach_of
from pnp.art.polygons import Polygon, flattened, subpaths, twice_area
from pnp.face.layout import Laid
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
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)
from pnp.scene.gradient import colours_of, mean_colour, mixed

ANY: Colour = "#808080"
"""The fill of a photograph, which has many."""
SLACK = 0.05
"""Millimetres that nobody sees."""
PAPER: Colour = "#FFFFFF"
MOST_CORNERS = 60
"""Corners of a polygon that are looked at for distances; a circle of 24 mm of so many is 0.02 mm off."""
BAND = 5.0
"""Width in mm from which a line is a ground."""
_MOST_PARTS = 100
"""Parts of a path in which holes are looked for."""


class Outline(msgspec.Struct, frozen=True, eq=False):
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


def shapes(item: Item, matrix: Matrix, arts: dict[str, tuple[Outline, ...]]) -> Iterator[Outline]:
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
            yield Outline(polygon, ANY, 0.0, around(polygon))
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
                yield Outline(seen, fill, line, around(seen), closed, ink, ends, veiled)


def _paler(shape: Outline, opacity: float) -> Outline:
    """A shape through which paper is seen."""
    return msgspec.structs.replace(
        shape,
        fill=shape.fill and mixed(shape.fill, PAPER, opacity),
        ink=shape.ink and mixed(shape.ink, PAPER, opacity),
        ends=tuple(mixed(colour, PAPER, opacity) for colour in shape.ends),
        veiled=True,
    )


@lru_cache(maxsize=4_096)
def banded(shape: Outline) -> Outline:
    """A straight line that is as wide as a ground, as the shape that it fills; any other shape as it is."""
    if shape.line < BAND or len(shape.polygon) != 2 or shape.fill or not shape.ink:
        return shape
    (x1, y1), (x2, y2) = shape.polygon
    half = shape.line / 2 / (math.dist(*shape.polygon) or 1.0)
    right, down = (y1 - y2) * half, (x2 - x1) * half
    around_it = ((x1 + right, y1 + down), (x2 + right, y2 + down), (x2 - right, y2 - down), (x1 - right, y1 - down))
    return Outline(around_it, shape.ink, 0.0, around(around_it), veiled=shape.veiled)


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


_STEPS = 12
"""Straight pieces that a curve of a cut is measured by: on a round token of 60 mm they are 0.1 mm off."""


def leaves(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Every item that is no group, in drawing order, each with its way to the face's own mm. Art stays whole."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def texts(items: Iterable[Item]) -> Iterator[tuple[Text, Matrix]]:
    """Every run of text of a face."""
    for item, matrix in leaves(items):
        if isinstance(item, Text):
            yield item, matrix


def veils(items: Iterable[Item], opacity: float = 1.0) -> Iterator[tuple[Text, float]]:
    """Every run of text through which what lies beneath is seen, and how opaque it is."""
    for item in items:
        if isinstance(item, Group):
            yield from veils(item.items, opacity * item.opacity)
        elif isinstance(item, Text) and opacity < 1:
            yield item, opacity


def shaded(items: Iterable[Item]) -> bool:
    """Whether there are gradients on a face, or shadows."""
    return any(_is_shaded(item) for item, _ in leaves(items))


def _is_shaded(item: Item) -> bool:
    if isinstance(item, Use):
        return shaded(item.art.items)
    return isinstance(item, Shadow) or isinstance(getattr(item, "fill", None), Gradient)


def pictures(items: Iterable[Item]) -> Iterator[Image]:
    """Every picture of a face, those within drawings too."""
    return (picture for picture, _ in placed_pictures(items))


def placed_pictures(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Image, Matrix]]:
    """Every picture of a face, with its way to the face's own mm."""
    for item, own in leaves(items, matrix):
        if isinstance(item, Use):
            yield from placed_pictures(item.art.items, multiply(own, item.matrix))
        elif isinstance(item, Image):
            yield item, own


def arts(items: Iterable[Item]) -> Iterator[Art]:
    """Every drawing of a face, as often as it is there."""
    return (item.art for item, _ in leaves(items) if isinstance(item, Use))


def changed(items: Iterable[Item], change: Callable[[Item], Item | None]) -> tuple[Item, ...]:
    """The items after a change to each, in groups too; None leaves one out."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(msgspec.structs.replace(item, items=changed(item.items, change)))
        elif (done := change(item)) is not None:
            kept.append(done)
    return tuple(kept)


def window(items: Iterable[Item], box: Box, matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
    """The items that may reach into a box of the face; of groups and drawings, what may. `matrix` leads from the
    items' own mm to the face's."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group() | Use():
                whole = item if isinstance(item, Group) else Group(item.art.items, item.matrix)
                if found := window(whole.items, box, multiply(matrix, item.matrix)):
                    kept.append(msgspec.structs.replace(whole, items=found))
            case _:
                if near(mapped(matrix, _reach(item)), box, 0.0):
                    kept.append(item)
    return tuple(kept)


def _reach(item: Rect | Ellipse | Path | Text | Image | Shadow) -> Box:
    """A box that holds all of an item."""
    match item:
        case Text(x=x, y=y, size=size, width=width):
            high = 1.5 * size * MM_PER_POINT
            return Box(x - high / 2, y - high, width + high, 2 * high)
        case Image(box=box) | Shadow(box=box):
            return box
        case _:
            return reach_of(item)


def scale(matrix: Matrix) -> float:
    """How many times larger a matrix makes things."""
    return math.hypot(matrix[0], matrix[1])


def trim_polygon(scene: Scene) -> tuple[Point, ...]:
    """The corners of the cut, clockwise; a curve as short straight pieces."""
    match scene.outline:
        case None:
            return (0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)
        case Ellipse(box=box):
            return tuple(_corners(Path(ellipse_path(box))))
        case Path():
            return tuple(_corners(scene.outline))


def clearance(polygon: Sequence[Point], box: Box) -> float:
    """How far a box stays within a convex cut, in mm; negative, if it stands out of it."""
    edges = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return min(_depth_within(corner, *edge) for edge in edges if edge[0] != edge[1] for corner in corners)


def _depth_within(point: Point, start: Point, end: Point) -> float:
    """How far a point lies to the right of the way from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / math.hypot(dx, dy)


def _corners(path: Path) -> Iterator[Point]:
    corners: list[Point] = []
    for segment in path.segments:
        match segment:
            case ("C", a, b, c, d, e, f):
                controls = (corners[-1], (a, b), (c, d), (e, f))
                corners.extend(_on_curve(controls, step / _STEPS) for step in range(1, _STEPS + 1))
            case ("M", x, y) | ("L", x, y):
                corners.append((x, y))
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True))
    return iter(corners if area > 0 else corners[::-1])


def _on_curve(controls: Sequence[Point], at: float) -> Point:
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x = sum(weight * control[0] for weight, control in zip(weights, controls, strict=True))
    y = sum(weight * control[1] for weight, control in zip(weights, controls, strict=True))
    return x, y


_MOST_KEPT = 4_096
"""Drawings whose shapes are kept at a time: cards share most of theirs."""
_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


class DrawnShape(msgspec.Struct, frozen=True, eq=False):
    """One drawing of a word: its place in the kit, what it drew and through which matrix, its number in the face."""

    origin: Origin
    matrix: Matrix
    number: int

    @property
    def place(self) -> Place:
        return self.origin.place


class Effort:
    """What may be measured in one check, counted in corners that are compared; from a kit without end the rest is
    not looked at."""

    def __init__(self, most: int) -> None:
        self._left = most

    @property
    def spent(self) -> bool:
        return self._left < 0

    def take(self, corners: int) -> bool:
        """Whether there is still room for so much."""
        self._left -= corners
        return self._left >= 0


class DrawnOutlines(msgspec.Struct, frozen=True, eq=False):
    """What a word drew: its shapes, those of them that hide what lies beneath, and the box round them all."""

    shapes: tuple[Outline, ...]
    fills: tuple[Outline, ...]
    box: Box


class Colours(msgspec.Struct, frozen=True, eq=False):
    """The colours of fills, and of lines."""

    fills: Set[Colour]
    lines: Set[Colour]


class Outliner:
    """Finds the shapes of drawings; those that come again on other cards are found once."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._known: dict[tuple[Origin, Matrix], DrawnOutlines] = {}
        self._arts: dict[str, tuple[Outline, ...]] = {}
        self._extents: dict[Origin | str, Box] = {}
        self._colours: dict[Origin | str, Colours] = {}
        self._hulls: dict[str, Polygon] = {}

    def drawn(self, standing: DrawnShape) -> DrawnOutlines:
        key = (standing.origin, standing.matrix)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            parts = tuple(part for item in standing.origin.items for part in shapes(item, standing.matrix, self._arts))
            fills = tuple(part for part in parts if part.fill and not part.veiled and len(part.polygon) > 2)
            corners = [
                point for part in parts for point in ((part.box.x, part.box.y), (part.box.right, part.box.bottom))
            ]
            self._effort.take(10 + 5 * sum(len(part.polygon) for part in parts))
            found = self._known[key] = DrawnOutlines(parts, fills, around(corners) if corners else _NOWHERE)
        return found

    def reach(self, standing: DrawnShape) -> Box:
        """A box round what a word drew: of a drawing its frame, which is known without its shapes."""
        use = _use(standing)
        if use is None:
            return self.drawn(standing).box
        art, matrix = use
        return mapped(matrix, Box(0.0, 0.0, art.width, art.height))

    def extent(self, standing: DrawnShape) -> Box:
        """A box that holds all shapes of a drawing, found without them; larger than they need, where there are curves
        or a turn."""
        if standing.origin not in self._extents:
            self._extents[standing.origin] = _round(self._reaches(standing.origin.items))
        return mapped(standing.matrix, self._extents[standing.origin])

    def _reaches(self, items: Iterable[Item]) -> Iterator[Box]:
        for item in items:
            match item:
                case Use(art=art, matrix=matrix):
                    if art.key not in self._extents:
                        self._extents[art.key] = _round(self._reaches(art.items))
                    yield mapped(matrix, self._extents[art.key])
                case Group(items=inner, matrix=matrix, clip=None):
                    yield mapped(matrix, _round(self._reaches(inner)))
                case Group(matrix=matrix, clip=clip) if clip is not None:
                    yield mapped(matrix, clip if isinstance(clip, Box) else path_bounds(clip.segments))
                case Image(box=box, clip=clip):
                    yield clip or box
                case Rect() | Ellipse() | Path():
                    yield reach_of(item)

    def colours(self, standing: DrawnShape) -> Colours:
        """The colours of a drawing's fills and lines, found without its shapes."""
        if standing.origin not in self._colours:
            self._colours[standing.origin] = self._coloured(standing.origin.items)
        return self._colours[standing.origin]

    def _coloured(self, items: Iterable[Item]) -> Colours:
        fills: set[Colour] = set()
        lines: set[Colour] = set()
        for item in items:
            match item:
                case Use(art=art):
                    if art.key not in self._colours:
                        self._colours[art.key] = self._coloured(art.items)
                    inner = self._colours[art.key]
                case Group():
                    inner = self._coloured(item.items)
                case Rect() | Ellipse() | Path():
                    own = set(colours_of(item.fill))
                    inner = Colours(own, {item.stroke.colour} if item.stroke else set())
                case Image():
                    inner = Colours({ANY}, set())
                case _:
                    continue
            fills |= inner.fills
            lines |= inner.lines
        return Colours(fills, lines)

    def hull(self, standing: DrawnShape) -> Polygon:
        """The convex outline of all that a word drew."""
        use = _use(standing)
        if use is None:
            return hull(point for part in self.drawn(standing).shapes for point in part.polygon)
        art, matrix = use
        if art.key not in self._hulls:
            self.drawn(standing)
            self._hulls[art.key] = hull(point for part in self._arts[art.key] for point in part.polygon)
        return mapped_polygon(self._hulls[art.key], matrix)


def _use(standing: DrawnShape) -> tuple[Art, Matrix] | None:
    """The drawing that a word drew, and the way to it, if that is all."""
    if len(standing.origin.items) == 1:
        match standing.origin.items[0]:
            case Use(art=art, matrix=matrix):
                return art, multiply(standing.matrix, matrix)
            case Group(items=(Use(art=art, matrix=inner),), matrix=matrix):
                return art, multiply(multiply(standing.matrix, matrix), inner)
    return None


def standing(laid: Laid) -> Iterator[DrawnShape]:
    """Every drawing of a face, the first drawn first."""
    origins = iter(enumerate(laid.origins))
    ahead = next(origins, None)
    for item, matrix in _within(laid.scene.items, IDENTITY, {id(origin.items[0]) for origin in laid.origins}):
        if ahead is not None and item is ahead[1].items[0]:
            yield DrawnShape(ahead[1], matrix, ahead[0])
            ahead = next(origins, None)


def _round(boxes: Iterable[Box]) -> Box:
    """The box round some boxes."""
    found = list(boxes)
    if not found:
        return _NOWHERE
    return around([point for box in found for point in ((box.x, box.y), (box.right, box.bottom))])


def _within(items: Iterable[Item], matrix: Matrix, firsts: set[int]) -> Iterator[tuple[Item, Matrix]]:
    """The first item of each drawing; groups are opened until one is met, as faces and turned words are groups."""
    for item in items:
        if id(item) in firsts:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _within(item.items, multiply(matrix, item.matrix), firsts)


class Layers:
    """The drawings of a face, the first drawn first, to be asked for what of them is seen."""

    def __init__(self, drawn: Sequence[DrawnShape], outliner: Outliner, effort: Effort) -> None:
        self._drawn = drawn
        self._outliner = outliner
        self._effort = effort

    def top(self, at: Point, start: int = 0, stop: int | None = None) -> Outline | None:
        """The fill that is seen at a point of the drawings from `start` to before `stop`, if there is one."""
        here = Box(*at, 0.0, 0.0)
        low, high = (bisect_left(self._filled, end) for end in (start, len(self._drawn) if stop is None else stop))
        for number in reversed(self._filled[low:high]):
            drawing = self._drawn[number]
            self._effort.take(1)
            if not self._outliner.extent(drawing).holds(here, SLACK):
                continue
            found = self._last(self._outliner.drawn(drawing).fills, at)
            if found is not None:
                return found
        return None

    @cached_property
    def _filled(self) -> list[int]:
        """The numbers of the drawings that have fills, which are known sooner than these."""
        return [number for number, drawing in enumerate(self._drawn) if self._outliner.colours(drawing).fills]

    def beneath(self, shape: Outline, at: Point, number: int) -> Outline | None:
        """The fill on which a shape of the drawing of a number lies at a point, if there is one."""
        fills = self._outliner.drawn(self._drawn[number]).fills
        before = next((place for place, one in enumerate(fills) if one is shape), len(fills))
        return self._last(fills[:before], at) or self.top(at, stop=number)

    def _last(self, fills: Sequence[Outline], at: Point) -> Outline | None:
        """The last of some fills at a point."""
        here = Box(*at, 0.0, 0.0)
        for shape in reversed(fills):
            self._effort.take(1)
            if shape.fill and shape.box.holds(here):
                self._effort.take(len(shape.polygon))
                if holds(shape.polygon, [at]):
                    return shape
        return None

    def times(self, place: Place) -> int:
        """How many drawings of the face come from one place, as those of a grid do."""
        return sum(drawing.place == place for drawing in self._drawn)

    def colours(self, at: Point, stop: int | None = None) -> tuple[Colour, ...]:
        """The colour that is seen there of the drawings before `stop`; of a gradient all between which it runs."""
        return shape_colours(self.top(at, stop=stop))


def shape_colours(shape: Outline | None) -> tuple[Colour, ...]:
    """The colours of a shape; paper's, where there is none."""
    return (PAPER,) if shape is None else shape.ends or (shape.fill or PAPER,)
