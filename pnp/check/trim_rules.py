"""Rules of the trim: grounds that run on over the cut, signs and lines that keep away from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from pnp.art.paths import Point, Polygon, box_round
from pnp.check.contrast import DRAWN, opaque_part
from pnp.check.line_rules import PRINTED
from pnp.check.outlines import (
    ANY,
    SLACK,
    DrawnShape,
    FaceDrawings,
    Outline,
    area,
    corners,
    edges_of,
    gap,
    holds,
    hull,
    placed_pictures,
    seen_colours,
    trim_polygon,
    widen_line,
)
from pnp.check.rules import TrimDistances, report
from pnp.findings import Finding
from pnp.scene import Box, Ellipse, Path, Scene
from pnp.scene.colour import contrast

AT_TRIM = 0.3
"""Millimetres within which an edge ends at the trim, rather than in the face."""
ALONG = 0.5
"""A share of a side of the trim: what runs so far along it, runs along it."""
HATCHED = 4
"""More lines or shapes than these of one drawing, or of one grid, are a hatch, which may begin anywhere."""
GROUND = 0.5
"""A share of a face from which what lies on it is a ground, and no sign."""
HALVED = 0.4
"""A share of its depth from which what is cut off of a shape is meant: half discs, quarters in corners."""
WIDE = 0.8
"""What a shape that is meant to be cut off has left of its width where the bleed ends; a disc grows narrow there."""
_ROUND = 0.9
"""A share of the box round it that a disc, unlike a rectangle, does not fill."""
_CONCENTRIC = 1.0
"""Millimetres by which the gaps between a ring and a round trim may differ, if it runs along that."""
_BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


# --- the trim ---------------------------------------------------------------------------------------------


class TrimEdge(msgspec.Struct, frozen=True):
    """A straight side of a trim, clockwise; of a round trim a side of the box round it, which touches it in the
    middle. `normal`, of length 1, points away from the piece; `shares` say where along it the trim lies on it."""

    start: Point
    end: Point
    length: float
    normal: Point
    shares: tuple[float, ...]

    def beyond(self, point: Point) -> float:
        """How far a point lies beyond it, in mm; negative within the trim."""
        return (point[0] - self.start[0]) * self.normal[0] + (point[1] - self.start[1]) * self.normal[1]

    def along(self, point: Point) -> float:
        """How far from its start a point lies, in mm."""
        return (point[1] - self.start[1]) * self.normal[0] - (point[0] - self.start[0]) * self.normal[1]

    def moved(self, point: Point, out: float) -> Point:
        """A point so much further out."""
        return point[0] + out * self.normal[0], point[1] + out * self.normal[1]

    @property
    def points(self) -> tuple[Point, ...]:
        """Points of the trim on it, a little within."""
        (x, y), (right, bottom) = self.start, self.end
        return tuple(self.moved((x + n * (right - x), y + n * (bottom - y)), -SLACK) for n in self.shares)


class Trim(msgspec.Struct, frozen=True):
    """A cut: the sides along which grounds and frames run, and the straight edges by which it is measured. Those of a
    rectangle are all upright or level, and boxes tell enough."""

    sides: tuple[TrimEdge, ...]
    edges: tuple[TrimEdge, ...]
    is_round: bool
    is_box: bool

    def reach(self, shape: Outline) -> tuple[float, ...]:
        """How far a shape reaches beyond each side, in mm; negative within it."""
        points = corners(shape.box) if self.is_box or self.is_round else shape.polygon
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
            is_round = area(shape.polygon) < _ROUND * shape.box.width * shape.box.height
            if is_round and max(reach) - min(reach) < _CONCENTRIC:
                yield reach[number], max(shape.polygon, key=side.beyond)
            return
        for start, end in edges_of(shape.polygon):
            out, other = side.beyond(start), side.beyond(end)
            if abs(out - other) < 2 * SLACK and abs(side.along(start) - side.along(end)) >= ALONG * side.length:
                yield max(out, other), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def ends(self, shape: Outline, bleed: float) -> Iterator[tuple[int, float]]:
        """The sides at which a shape ends along the trim, and how far beyond them, less than `bleed`."""
        reach = self.reach(shape)
        near = [number for number, out in enumerate(reach) if -AT_TRIM <= out < bleed - SLACK]
        for number in near if not self.is_round or len(near) == len(reach) else ():
            if any(out > reach[number] - 2 * SLACK for out, _ in self.runs(shape, number)):
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
    for start, end in edges_of(polygon):
        length = math.dist(start, end)
        if length > SLACK:
            normal = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
            sides.append(TrimEdge(start, end, length, normal, shares))
    return tuple(sides)


def _section(polygon: Sequence[Point], side: TrimEdge, out: float) -> float:
    """How wide a polygon is on a line that runs so far beyond a side, in mm."""
    met = []
    for start, end in edges_of(polygon):
        before, after = side.beyond(start) - out, side.beyond(end) - out
        if (before > 0) != (after > 0):
            met.append(side.along(start) + before / (before - after) * (side.along(end) - side.along(start)))
    met.sort()
    return sum(end - start for start, end in zip(met[::2], met[1::2], strict=False))


def _span(values: Iterable[float]) -> float:
    every = list(values)
    return max(every) - min(every)


def _tip(polygon: Sequence[Point], side: TrimEdge) -> Point:
    """The middle of where a polygon reaches farthest beyond a side."""
    farthest = max(map(side.beyond, polygon))
    tips = sorted((point for point in polygon if side.beyond(point) > farthest - SLACK), key=side.along)
    (x1, y1), (x2, y2) = tips[0], tips[-1]
    return (x1 + x2) / 2, (y1 + y2) / 2


def notch_depth(polygon: Sequence[Point], notch: float, width: float) -> float:
    """How far a polygon reaches into the notch of this radius in the upper edge of a face of this width, in mm;
    negative, if it stays that far away from it."""
    return notch - gap(polygon, ((width / 2, 0.0),))


# --- art at the trim --------------------------------------------------------------------------------------


class TrimRules:
    """Looks at what stands at the trim of one face, going by what somebody asks for."""

    def __init__(self, face: FaceDrawings, distances: TrimDistances) -> None:
        self._face = face
        self._scene = face.scene
        self._trim = trim_of(face.scene)
        self._distances = distances
        self._clear = distances.art_clear(face.scene.width, face.scene.height)
        self._least = SLACK - self._clear
        """Millimetres beyond the trim, mostly negative, from which art is too near to it."""
        self._enough = min(distances.bleed, face.scene.bleed) - SLACK
        """How far beyond the trim what is meant to be cut off reaches at least, in mm."""
        self._grounds = [ground for one in face.drawn for ground in _grounds(one)]

    def check(self) -> Iterator[Finding]:
        """Grounds without bleed, and the first that is wrong with each other drawing."""
        for drawing in self._face.drawn:
            self._face.clock.check()
            ended = list(self._no_bleed(drawing))
            yield from ended
            if not ended and not drawing.origin.near:  # what ends at the trim is told by that
                yield from self._art(drawing)

    def _no_bleed(self, drawing: DrawnShape) -> Iterator[Finding]:
        """A ground that ends at the trim, so that a cut a little outside of it leaves white."""
        bleed, own = self._distances.bleed, self._scene.bleed
        for shape in map(widen_line, drawing.shapes):
            if shape.fill is None or contrast(shape.fill, "#FFFFFF") < PRINTED:
                continue
            bare = [out for side, out in self._trim.ends(shape, bleed) if not self._goes_on(shape, side)]
            if bare:
                what = "a picture" if drawing.sort == "picture" else f"a ground of {shape.fill}"
                further = f", {max(bare):.1f} mm beyond it" if max(bare) >= SLACK else ""
                hint = f"let it reach over the cut by the bleed, {own if own >= bleed else 2:.4g} mm"
                hint += "" if own >= bleed else "; the component has none: bleed = 2"
                message = f"{what} ends at the trim{further}"
                yield report("no-bleed", drawing.place, message, key=drawing.sort or "fill", hint=hint)
                return

    def _goes_on(self, shape: Outline, side: int) -> bool:
        """Whether another ground is seen at the trim there: one of nearly the same colour that goes on beyond the cut,
        or one that is drawn later over the edge of this."""
        later = False
        for other in self._grounds:
            if other is shape:
                later = True
            elif self._trim.reach(other)[side] >= self._distances.bleed - SLACK:
                alike = other.fill is not None and contrast(other.fill, shape.fill or "#FFFFFF") < PRINTED
                if (alike or later) and holds(other.polygon, self._trim.sides[side].points):
                    return True
        return False

    def _art(self, drawing: DrawnShape) -> Iterator[Finding]:
        """A line or edge that runs along the trim; a sign, a picture or a shape that is cut off or too near to it."""
        points = [point for shape in drawing.shapes for point in shape.polygon]
        if drawing.sort == "icon":
            found = list(self._report(drawing, "a sign", "icon", [out for _, out in self._outs(drawing.box, points)]))
            yield from found or self._in_notch(drawing)
        elif drawing.sort == "picture":
            if self._is_ground(drawing.box):
                yield from self._along(drawing)
            elif points:
                yield from self._report(drawing, "a picture", "picture", self._picture_outs(drawing, points))
        elif drawing.sort in DRAWN and len(drawing.shapes) <= HATCHED:
            along = list(self._along(drawing))
            yield from along
            outs = [] if along else [out for shape in drawing.fills for out in self._shape_outs(shape, drawing.number)]
            if outs and sum(one.place == drawing.place for one in self._face.drawn) <= HATCHED:
                yield from self._report(drawing, "a shape", "fill", outs)

    def _report(self, drawing: DrawnShape, what: str, key: str, outs: Iterable[float]) -> Iterator[Finding]:
        out = max(outs, default=None)
        if out is not None:
            asked = self._distances.describe(self._clear)
            near = f"{what} stands {max(0.0, -out):.1f} mm from the trim, nearer than {asked}"
            yield report(
                "art-trim", drawing.place, near if out <= SLACK else f"{out:.1f} mm of {what} are cut off", key=key
            )

    def _in_notch(self, drawing: DrawnShape) -> Iterator[Finding]:
        """A sign of which a thumb notch takes some."""
        notch = self._face.laid.notch
        if not notch or not drawing.shapes or self._is_ground(drawing.box):
            return
        into = notch_depth(drawing.hull, notch, self._scene.width)
        if into > SLACK:
            message = f"{into:.1f} mm of a sign stand in the thumb notch of the box and are cut off"
            yield report("art-trim", drawing.place, message, key="icon", hint="move it down, or make it smaller")

    # --- lines and edges that run along the trim ----------------------------------------------------------

    def _along(self, drawing: DrawnShape) -> Iterator[Finding]:
        """A line, or the edge of a ground, that runs along the trim; in a drawing of many shapes only what runs along
        all of it, as a frame does. The edge of a photograph is no line."""
        many, is_picture = len(drawing.shapes) > HATCHED, drawing.sort == "picture"
        lined = [one for one in drawing.shapes if one.line and (not many or self._is_ground(one.box))]
        what, key = "a line", "stroke"
        out = self._outermost((list(self._lines(one)) for one in lined), many)
        if out is None:
            filled = [one for one in drawing.fills if not many or self._is_ground(one.box)]
            if is_picture and any(placed_pictures(drawing.origin.items)):
                filled = [one for one in filled if one.fill != ANY]
            what, key = "the edge of a ground", "fill"
            out = self._outermost((list(self._edges(one, drawing.number)) for one in filled), many)
        if out is not None:
            nearer = f"nearer than {self._distances.describe(self._clear)}"
            message = f"{what} runs {max(0.0, -out):.1f} mm from the trim and along it, {nearer}"
            yield report("art-trim", drawing.place, message, key="picture" if is_picture else key)

    def _outermost(self, found: Iterable[Sequence[tuple[int, float]]], whole: bool) -> float | None:
        """How far beyond the trim the outermost of what runs along its sides comes; `whole`: of what runs along all."""
        every = set(range(len(self._trim.sides)))
        kept = (outs for outs in found if not whole or {side for side, _ in outs} == every)
        return max((out for outs in kept for _, out in outs), default=None)

    def _lines(self, shape: Outline) -> Iterator[tuple[int, float]]:
        """The sides along which the line of a shape runs, and how far beyond them it comes, if it is not cut off whole
        there."""
        for side in range(len(self._trim.sides)):
            for out, _ in self._trim.runs(shape, side):
                if out + shape.line / 2 > self._least and out - shape.line / 2 < self._distances.bleed:
                    yield side, out + shape.line / 2

    def _edges(self, shape: Outline, number: int) -> Iterator[tuple[int, float]]:
        """The sides along which edges of a fill run and are seen, and how far beyond them they lie."""
        for index, side in enumerate(self._trim.sides):
            for out, middle in self._trim.runs(shape, index):
                near = self._least < out < self._distances.bleed - SLACK
                if near and self._is_seen(shape, middle, side, number):
                    yield index, out

    def _is_seen(self, shape: Outline, at: Point, side: TrimEdge, number: int) -> bool:
        """Whether an edge of a shape of a drawing is seen at a point that faces a side: nothing covers it, and what
        lies beyond it has another colour; where the paper ends, what lies beneath it."""
        excess = side.beyond(at) - self._scene.bleed + _BESIDE
        within, beyond = side.moved(at, -_BESIDE - max(excess, 0.0)), side.moved(at, _BESIDE)
        top = self._face.top(within)
        other = self._face.top(within, stop=number) if excess > 0 else self._face.top(beyond)
        if top is not shape and other is not shape:
            return False
        return min(contrast(one, two) for one in seen_colours(top) for two in seen_colours(other)) >= PRINTED

    # --- signs, pictures, shapes --------------------------------------------------------------------------

    def _picture_outs(self, drawing: DrawnShape, points: Sequence[Point]) -> Iterator[float]:
        """How far beyond the trim a small picture ends, but where it is cut off like a ground: along the half of a
        side, over a corner, in its middle, or where it is wide, as a figure is that stands on the edge."""
        outs = list(self._outs(drawing.box, points))
        seen: Polygon = ()
        if outs and len(drawing.shapes) == 1:  # of a photograph counts what is not empty of it
            placed = placed_pictures(drawing.origin.items, drawing.matrix)
            seen = hull(point for image, matrix in placed for point in corners(opaque_part(image), matrix))
        if seen:
            outs, points = list(self._outs(box_round(seen), seen)), seen
        cut = [side for side, out in outs if out >= self._enough]
        for side, out in outs:
            length = min(self._scene.width, self._scene.height) if self._trim.is_round else side.length
            wide = _span(map(side.along, points)) >= ALONG * length
            if side in cut and (len(cut) > 1 or wide or out >= HALVED * _span(map(side.beyond, points))):
                continue
            # The frame of a photograph is straight, whatever it shows.
            if side in cut and not seen and self._runs_on(drawing.shapes, side, out):
                continue
            if self._face.top(max(points, key=side.beyond), drawing.number + 1) is None:
                yield out

    def _shape_outs(self, shape: Outline, number: int) -> Iterator[float]:
        """How far beyond the trim a small shape ends, but where it runs on over the cut, or over a corner."""
        outs = [] if self._is_ground(shape.box) else list(self._outs(shape.box, shape.polygon))
        corner = sum(out >= self._enough for _, out in outs) > 1
        for side, out in outs:
            halved = out >= HALVED * _span(map(side.beyond, shape.polygon))
            if out >= self._enough and (corner or halved or self._runs_on((shape,), side, out)):
                continue
            if self._is_seen(shape, _tip(shape.polygon, side), side, number):
                yield out + shape.line / 2

    def _runs_on(self, shapes: Sequence[Outline], side: TrimEdge, out: float) -> bool:
        """Whether shapes are nearly as wide where the bleed ends, or where they do, as at the trim."""
        last = min(out, self._scene.bleed) - SLACK
        wide, left = (sum(_section(one.polygon, side, at) for one in shapes) for at in (0.0, last))
        return left >= WIDE * wide

    def _outs(self, box: Box, points: Iterable[Point]) -> Iterator[tuple[TrimEdge, float]]:
        """The sides of the trim beyond which something comes, or to which it comes too near, and how far beyond them;
        where the trim is no rectangle, the worst."""
        frame = corners(box)
        if self._trim.is_box:
            ends = [(side, max(map(side.beyond, frame))) for side in self._trim.sides]
        else:
            ends = [self._trim.deepest(hull(points))] if self._trim.deepest(frame)[1] > self._least else []
        yield from ((side, out) for side, out in ends if out > self._least)

    def _is_ground(self, box: Box) -> bool:
        return box.width * box.height >= GROUND * self._scene.width * self._scene.height


def _grounds(drawing: DrawnShape) -> Iterator[Outline]:
    """All that a drawing fills, lines as wide as grounds too."""
    yield from drawing.fills
    for shape in drawing.shapes:
        if (band := widen_line(shape)) is not shape:
            yield band
