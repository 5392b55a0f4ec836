"""The sides of the trim: how far shapes reach beyond them, and which run along them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from pnp.art.paths import Point
from pnp.art.polygons import Polygon
from pnp.check import face_rules as notch
from pnp.check.contrast import DRAWN, Samples, lost
from pnp.check.line_rules import MOST_INK, PRINTED, hairlines, much_ink, much_ink_of_pictures
from pnp.check.outlines import (
    ANY,
    BAND,
    SLACK,
    DrawnOutlines,
    DrawnShape,
    Effort,
    Layers,
    Outline,
    Outliner,
    area,
    around,
    banded,
    corners,
    holds,
    hull,
    placed_pictures,
    shape_colours,
    standing,
    trim_polygon,
)
from pnp.check.rules import HOME, TrimDistances, finding_at
from pnp.face.layout import Laid
from pnp.findings import Finding
from pnp.scene import Box, Ellipse, Path, Scene
from pnp.scene.colour import Black, contrast, inks_of

AT_TRIM = 0.3
"""Millimetres within which an edge ends at the trim, rather than in the face."""
ALONG = 0.5
"""A share of a side of the trim: what runs so far along it, runs along it."""
_ROUND = 0.9
"""A share of the box round it that a disc, unlike a rectangle, does not fill."""
_CONCENTRIC = 1.0
"""Millimetres by which the gaps between a ring and a round trim may differ, if it runs along that."""


class TrimEdge(msgspec.Struct, frozen=True):
    """A straight side of a trim, clockwise; of a round trim a side of the box round it, which touches it in the
    middle. `normal`, of length 1, points away from the piece."""

    start: Point
    end: Point
    length: float
    normal: Point
    shares: tuple[float, ...]
    """Where along it the trim lies on it."""

    def beyond(self, point: Point) -> float:
        """How far a point lies beyond it, in mm; negative within the trim."""
        return (point[0] - self.start[0]) * self.normal[0] + (point[1] - self.start[1]) * self.normal[1]

    def along(self, point: Point) -> float:
        """How far from its start a point lies, in mm."""
        return (point[1] - self.start[1]) * self.normal[0] - (point[0] - self.start[0]) * self.normal[1]

    @property
    def points(self) -> tuple[Point, ...]:
        """Points of the trim on it, a little within."""
        (x, y), (dx, dy) = self.start, (self.end[0] - self.start[0], self.end[1] - self.start[1])
        a, b = SLACK * self.normal[0], SLACK * self.normal[1]
        return tuple((x + share * dx - a, y + share * dy - b) for share in self.shares)


class Trim(msgspec.Struct, frozen=True):
    """A cut: the sides along which grounds and frames run, and the straight edges by which it is measured. Those of a
    rectangle are all upright or level, and boxes tell enough."""

    sides: tuple[TrimEdge, ...]
    edges: tuple[TrimEdge, ...]
    is_round: bool
    is_box: bool

    def reach(self, shape: Outline) -> tuple[float, ...]:
        """How far a shape reaches beyond each side, in mm; negative within it."""
        if self.is_box or self.is_round:
            points: Sequence[Point] = ((shape.box.x, shape.box.y), (shape.box.right, shape.box.bottom))
        else:
            points = shape.polygon
        return tuple([max(map(side.beyond, points)) for side in self.sides])

    def deepest(self, points: Iterable[Point]) -> tuple[TrimEdge, float]:
        """The edge beyond which points reach farthest, or to which they come nearest, and how far beyond it."""
        every = list(points)
        return max(((edge, max(map(edge.beyond, every))) for edge in self.edges), key=lambda found: found[1])

    def runs(self, shape: Outline, number: int) -> Iterator[tuple[float, Point]]:
        """The edges of a shape that run along a side: how far beyond it, and their middles."""
        side = self.sides[number]
        if self.is_round:
            reach = self.reach(shape)
            if (
                area(shape.polygon) < _ROUND * shape.box.width * shape.box.height
                and max(reach) - min(reach) < _CONCENTRIC
            ):
                yield reach[number], max(shape.polygon, key=side.beyond)
            return
        for start, end in pairwise((*shape.polygon, shape.polygon[0])):
            out, other = side.beyond(start), side.beyond(end)
            if abs(out - other) < 2 * SLACK and abs(side.along(start) - side.along(end)) >= ALONG * side.length:
                yield max(out, other), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def ends_at(trim: Trim, shape: Outline, bleed: float) -> Iterator[tuple[int, float]]:
    """The sides at which a shape ends along the trim, and how far beyond them, less than `bleed`."""
    reach = trim.reach(shape)
    near = [number for number, out in enumerate(reach) if -AT_TRIM <= out < bleed - SLACK]
    if trim.is_round and len(near) < len(reach):
        return
    for number in near:
        if any(out > reach[number] - 2 * SLACK for out, _ in trim.runs(shape, number)):
            yield number, reach[number]


def trim_of(scene: Scene) -> Trim:
    """The cut of a face."""
    return _trim(scene.width, scene.height, scene.outline)


@lru_cache(maxsize=64)
def _trim(width: float, height: float, outline: Path | Ellipse | None) -> Trim:
    edges = _sides(trim_polygon(Scene(width, height, 0.0, (), outline=outline)), (0.25, 0.5, 0.75))
    is_round = isinstance(outline, Ellipse)
    sides = _sides(corners(Box(0.0, 0.0, width, height)), (0.5,)) if is_round else edges
    return Trim(sides, edges, is_round, outline is None)


def _sides(polygon: Sequence[Point], shares: tuple[float, ...]) -> tuple[TrimEdge, ...]:
    sides = []
    for start, end in pairwise((*polygon, polygon[0])):
        length = math.dist(start, end)
        if length > SLACK:
            normal = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
            sides.append(TrimEdge(start, end, length, normal, shares))
    return tuple(sides)


def section(polygon: Sequence[Point], side: TrimEdge, out: float) -> float:
    """How wide a polygon is on a line that runs so far beyond a side, in mm."""
    met = []
    for start, end in pairwise((*polygon, polygon[0])):
        before, after = side.beyond(start) - out, side.beyond(end) - out
        if (before > 0) != (after > 0):
            share = before / (before - after)
            met.append(side.along(start) + share * (side.along(end) - side.along(start)))
    met.sort()
    return sum(end - start for start, end in zip(met[::2], met[1::2], strict=False))


HATCHED = 4
"""More lines or shapes than these of one drawing, or of one grid, are a hatch, which may begin anywhere."""
GROUND = 0.5
"""A share of a face from which what lies on it is a ground, and no sign."""
HALVED = 0.4
"""A share of its depth from which what is cut off of a shape is meant: half discs, quarters in corners."""
WIDE = 0.8
"""What a shape that is meant to be cut off has left of its width where the bleed ends; a disc grows narrow there."""
_BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


class TrimSigns(msgspec.Struct, frozen=True, eq=False):
    """Looks at what stands at the trim of one face, going by what somebody asks for; `layers` are all its drawings,
    `samples` its pictures, `notch` is the radius of what is cut out of its upper edge."""

    scene: Scene
    trim: Trim
    demands: TrimDistances
    layers: Layers
    samples: Samples
    notch: float

    def found(self, drawing: DrawnShape, number: int, drawn: DrawnOutlines) -> Iterator[Finding]:
        """The first that is wrong with a drawing: a line or an edge that runs along the trim, a sign, a picture or a
        shape that is cut off or stands too near to it."""
        sort = drawing.origin.sort
        if sort == "icon":
            told = list(self._told(drawing, "a sign", "icon", self._signs(drawn)))
            yield from told or self._in_notch(drawing, drawn)
        elif sort == "picture":
            if self._is_ground(drawn.box):
                yield from self._along(drawing, number, drawn)
            else:
                yield from self._told(drawing, "a picture", "picture", self._pictures(drawing, drawn, number))
        elif sort in DRAWN and len(drawn.shapes) <= HATCHED:
            along = list(self._along(drawing, number, drawn))
            yield from along
            outs = [] if along else [out for shape in drawn.fills for out in self._shapes(shape, number)]
            if outs and self.layers.times(drawing.place) <= HATCHED:
                yield from self._told(drawing, "a shape", "fill", outs)

    @property
    def _clear(self) -> float:
        return self.demands.art_clear(self.scene.width, self.scene.height)

    @property
    def _enough(self) -> float:
        """How far beyond the trim what is meant to be cut off reaches at least, in mm."""
        return min(self.demands.bleed, self.scene.bleed) - SLACK

    def _told(self, drawing: DrawnShape, what: str, key: str, outs: Iterable[float]) -> Iterator[Finding]:
        out = max(outs, default=None)
        if out is not None:
            near = f"{what} stands {max(0.0, -out):.1f} mm from the trim, nearer than {self.demands.told(self._clear)}"
            message = near if out <= SLACK else f"{out:.1f} mm of {what} are cut off"
            yield finding_at("warning", "art-trim", drawing.place, key, message, _HINT)

    def _runs(self, drawing: DrawnShape, what: str, key: str, out: float) -> Finding:
        nearer = f"nearer than {self.demands.told(self._clear)}"
        message = f"{what} runs {max(0.0, -out):.1f} mm from the trim and along it, {nearer}"
        return finding_at("warning", "art-trim", drawing.place, key, message, _HINT)

    # --- lines and edges that run along the trim ---------------------------------------------------------

    def _along(self, drawing: DrawnShape, number: int, drawn: DrawnOutlines) -> Iterator[Finding]:
        """A line, or the edge of a ground, that runs along the trim; in a drawing of many shapes only what runs along
        all of it, as a frame does. The edge of a photograph is no line."""
        many, is_picture = len(drawn.shapes) > HATCHED, drawing.origin.sort == "picture"
        lined = [shape for shape in drawn.shapes if shape.line and (not many or self._is_ground(shape.box))]
        lines = self._outermost((list(self._lines(shape)) for shape in lined), many)
        if lines is not None:
            yield self._runs(drawing, "a line", "picture" if is_picture else "stroke", lines)
            return
        filled = [shape for shape in drawn.fills if not many or self._is_ground(shape.box)]
        if is_picture and any(shape.fill == ANY for shape in filled) and _shows_photographs(drawing):
            filled = [shape for shape in filled if shape.fill != ANY]
        edges = self._outermost((list(self._edges(shape, number)) for shape in filled), many)
        if edges is not None:
            yield self._runs(drawing, "the edge of a ground", "picture" if is_picture else "fill", edges)

    def _outermost(self, found: Iterable[Sequence[tuple[int, float]]], whole: bool) -> float | None:
        """How far beyond the trim the outermost of what runs along its sides comes; `whole`: of what runs along all."""
        every = set(range(len(self.trim.sides)))
        kept = (outs for outs in found if not whole or {side for side, _ in outs} == every)
        return max((out for outs in kept for _, out in outs), default=None)

    def _lines(self, shape: Outline) -> Iterator[tuple[int, float]]:
        """The sides along which the line of a shape runs, and how far beyond them it comes, if it is not cut off whole
        there."""
        for index, reach in enumerate(self.trim.reach(shape)):
            if reach + shape.line / 2 > SLACK - self._clear:
                for out, _ in self.trim.runs(shape, index):
                    outer, inner = out + shape.line / 2, out - shape.line / 2
                    if outer > SLACK - self._clear and inner < self.demands.bleed:
                        yield index, outer

    def _edges(self, shape: Outline, number: int) -> Iterator[tuple[int, float]]:
        """The sides along which edges of a fill run and are seen, and how far beyond them they lie."""
        for index, reach in enumerate(self.trim.reach(shape)):
            if reach > SLACK - self._clear:
                for out, middle in self.trim.runs(shape, index):
                    near = SLACK - self._clear < out < self.demands.bleed - SLACK
                    if near and self._is_seen(shape, middle, self.trim.sides[index], number):
                        yield index, out

    def _is_seen(self, shape: Outline, at: Point, side: TrimEdge, number: int) -> bool:
        """Whether an edge of a shape of a drawing is seen at a point that faces a side: nothing covers it, and what
        lies beyond it has another colour; where the paper ends, what lies beneath it."""
        excess = side.beyond(at) - self.scene.bleed + _BESIDE
        within, beyond = _moved(at, side, -_BESIDE - max(excess, 0.0)), _moved(at, side, _BESIDE)
        top = self.layers.top(within)
        other = self.layers.top(within, stop=number) if excess > 0 else self.layers.top(beyond)
        if top is not shape and other is not shape:
            return False
        return min(contrast(one, another) for one in shape_colours(top) for another in shape_colours(other)) >= PRINTED

    # --- signs -------------------------------------------------------------------------------------------

    def _signs(self, drawn: DrawnOutlines) -> Iterator[float]:
        return (out for _, out in self._outs(drawn.box, (point for one in drawn.shapes for point in one.polygon)))

    def _in_notch(self, drawing: DrawnShape, drawn: DrawnOutlines) -> Iterator[Finding]:
        """A sign of which a thumb notch takes some."""
        if not self.notch or not drawn.shapes or self._is_ground(drawn.box):
            return
        points = hull(point for shape in drawn.shapes for point in shape.polygon)
        into = notch.reach(points, self.notch, self.scene.width)
        if into > SLACK:
            message = f"{into:.1f} mm of a sign stand in the thumb notch of the box and are cut off"
            yield finding_at("warning", "art-trim", drawing.place, "icon", message, "move it down, or make it smaller")

    def _pictures(self, drawing: DrawnShape, drawn: DrawnOutlines, number: int) -> Iterator[float]:
        """How far beyond the trim a small picture ends, but where it is cut off like a ground: along the half of a
        side, over a corner, in its middle, or where it is wide, as a figure is that stands on the edge."""
        if not drawn.shapes:
            return
        outs = list(self._outs(drawn.box, (point for shape in drawn.shapes for point in shape.polygon)))
        if not outs:
            return
        rasters = [point for raster in self._rasters(drawing) for point in raster] if len(drawn.shapes) == 1 else []
        points = hull(rasters or (point for shape in drawn.shapes for point in shape.polygon))
        if rasters:
            outs = list(self._outs(around(points), points))
        cut = [side for side, out in outs if out >= self._enough]
        for side, out in outs:
            wide = _span(points, side) >= ALONG * self._length(side)
            if side in cut and (len(cut) > 1 or wide or out >= HALVED * _depth(points, side)):
                continue
            # The frame of a photograph is straight, whatever it shows.
            if side in cut and not rasters and self._runs_on(drawn.shapes, side, out):
                continue
            if self.layers.top(max(points, key=side.beyond), number + 1) is None:
                yield out

    def _rasters(self, drawing: DrawnShape) -> Iterator[Polygon]:
        """What is seen of the pictures of a drawing, without what of them is empty."""
        for image, matrix in placed_pictures(drawing.origin.items, drawing.matrix):
            yield corners(self.samples.opaque(image), matrix)

    def _shapes(self, shape: Outline, number: int) -> Iterator[float]:
        """How far beyond the trim a small shape ends, but where it runs on over the cut, or over a corner."""
        if self._is_ground(shape.box):
            return
        outs = list(self._outs(shape.box, shape.polygon))
        corner = sum(out >= self._enough for _, out in outs) > 1
        for side, out in outs:
            halved = out >= HALVED * _depth(shape.polygon, side)
            if out >= self._enough and (corner or halved or self._runs_on((shape,), side, out)):
                continue
            if self._is_seen(shape, _tip(shape.polygon, side), side, number):
                yield out + shape.line / 2

    def _runs_on(self, shapes: Sequence[Outline], side: TrimEdge, out: float) -> bool:
        """Whether shapes are nearly as wide where the bleed ends, or where they do, as at the trim."""
        last = min(out, self.scene.bleed) - SLACK
        wide, left = (sum(section(one.polygon, side, at) for one in shapes) for at in (0.0, last))
        return left >= WIDE * wide

    def _outs(self, box: Box, points: Iterable[Point]) -> Iterator[tuple[TrimEdge, float]]:
        """The sides of the trim beyond which something comes, or to which it comes too near, and how far beyond them;
        where the trim is no rectangle, the worst."""
        least = SLACK - self._clear
        frame = corners(box)
        if self.trim.is_box:
            ends = [(side, max(map(side.beyond, frame))) for side in self.trim.sides]
        elif self.trim.deepest(frame)[1] <= least:
            return
        else:
            ends = [self.trim.deepest(hull(points))]
        yield from ((side, out) for side, out in ends if out > least)

    def _is_ground(self, box: Box) -> bool:
        return box.width * box.height >= GROUND * self.scene.width * self.scene.height

    def _length(self, side: TrimEdge) -> float:
        return min(self.scene.width, self.scene.height) if self.trim.is_round else side.length


_HINT = "move it inwards, or let it run on over the cut; where it is meant, near = true"


def _shows_photographs(drawing: DrawnShape) -> bool:
    return next(placed_pictures(drawing.origin.items), None) is not None


def _moved(at: Point, side: TrimEdge, out: float) -> Point:
    """A point so much further out, seen from a side."""
    return at[0] + out * side.normal[0], at[1] + out * side.normal[1]


def _depth(points: Sequence[Point], side: TrimEdge) -> float:
    """How deep points lie behind each other, seen from a side, in mm."""
    outs = [side.beyond(point) for point in points]
    return max(outs) - min(outs)


def _span(points: Sequence[Point], side: TrimEdge) -> float:
    """How far points reach along a side, in mm."""
    along = [side.along(point) for point in points]
    return max(along) - min(along)


def _tip(polygon: Sequence[Point], side: TrimEdge) -> Point:
    """The middle of where a polygon reaches farthest beyond a side."""
    farthest = max(map(side.beyond, polygon))
    tips = sorted((point for point in polygon if side.beyond(point) > farthest - SLACK), key=side.along)
    (x1, y1), (x2, y2) = tips[0], tips[-1]
    return (x1 + x2) / 2, (y1 + y2) / 2


class TrimCheck:
    """Looks at the art of faces. `look` is what a `FaceCheck` takes. `black` is what is printed in black ink alone."""

    def __init__(self, outliner: Outliner, effort: Effort, black: Black = "text") -> None:
        self._black = black
        self._outliner = outliner
        self._effort = effort
        self._samples = Samples(effort)

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face; with the cut and fine lines only of what is cut out:
        figures show pieces small."""
        if self._effort.spent:
            return
        drawn = list(standing(laid))
        grounds = self._grounds(drawn) if laid.cut else []
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), HOME, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            if not laid.cut and not self._matters(drawing):
                continue
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            if self._black != "all":
                yield from much_ink(drawing, shapes, layers, number)
                yield from much_ink_of_pictures(drawing, shapes, self._samples)
            if not drawing.origin.near:
                yield from lost(drawing, shapes, layers, number)
            if laid.cut:
                yield from hairlines(drawing, shapes, layers, number)
                yield from self._cut(drawing, number, grounds, signs)

    def cut(self, laid: Laid, demands: TrimDistances) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face at the cut, going by what somebody asks for."""
        drawn = list(standing(laid))
        grounds = self._grounds(drawn)
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), demands, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from self._cut(drawing, number, grounds, signs)

    def _grounds(self, drawn: Sequence[DrawnShape]) -> Sequence[Outline]:
        """All that fills, lines as wide as grounds too."""
        found: list[Outline] = []
        for drawing in drawn:
            parts = self._outliner.drawn(drawing)
            found += parts.fills
            wide = [shape for shape in parts.shapes if shape.line >= BAND]
            found += [band for shape in wide if (band := banded(shape)) is not shape]
        return found

    def _cut(self, drawing: DrawnShape, number: int, grounds: Sequence[Outline], signs: TrimSigns) -> Iterator[Finding]:
        drawn = self._outliner.drawn(drawing)
        ended = list(self._no_bleed(drawing, drawn.shapes, grounds, signs))
        yield from ended
        # What ends at the trim is told by that.
        if not ended and not drawing.origin.near:
            yield from signs.found(drawing, number, drawn)

    def _matters(self, drawing: DrawnShape) -> bool:
        """Whether a figure's drawing can be too pale or take too much ink, by its colours, which are known sooner than
        its shapes."""
        colours, sort = self._outliner.colours(drawing), drawing.origin.sort
        alone = sort == "icon" or (sort in DRAWN and not colours.fills)
        return alone or any(sum(inks_of(fill)) > MOST_INK for fill in colours.fills | colours.lines)

    def _no_bleed(
        self, drawing: DrawnShape, shapes: Sequence[Outline], grounds: Sequence[Outline], signs: TrimSigns
    ) -> Iterator[Finding]:
        """A ground that ends at the trim, so that a cut a little outside of it leaves white."""
        bleed, own = signs.demands.bleed, signs.scene.bleed
        for shape in map(banded, shapes):
            if shape.fill is None or contrast(shape.fill, "#FFFFFF") < PRINTED:
                continue
            ends = ends_at(signs.trim, shape, bleed)
            bare = [out for side, out in ends if not self._goes_on(shape, side, grounds, signs.trim, bleed)]
            if bare:
                what = "a picture" if drawing.origin.sort == "picture" else f"a ground of {shape.fill}"
                further = f", {max(bare):.1f} mm beyond it" if max(bare) >= SLACK else ""
                message = f"{what} ends at the trim{further}"
                hint = f"let it reach over the cut by the bleed, {own if own >= bleed else 2:.4g} mm"
                hint += "" if own >= bleed else "; the component has none: bleed = 2"
                yield finding_at("warning", "no-bleed", drawing.place, drawing.origin.sort or "fill", message, hint)
                return

    def _goes_on(self, shape: Outline, side: int, grounds: Sequence[Outline], trim: Trim, bleed: float) -> bool:
        """Whether another ground is seen at the trim there: one of nearly the same colour that goes on beyond the cut,
        or one that is drawn later over the edge of this."""
        later = False
        for other in grounds:
            self._effort.take(len(other.polygon))
            if other is shape:
                later = True
            elif trim.reach(other)[side] >= bleed - SLACK:
                self._effort.take(3 * len(other.polygon))
                alike = other.fill is not None and contrast(other.fill, shape.fill or "#FFFFFF") < PRINTED
                if (alike or later) and holds(other.polygon, trim.sides[side].points):
                    return True
        return False
