"""Signs, lines and edges at the trim, where each slip of the knife shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pnp.art.paths import Point, Polygon
from pnp.check import notch
from pnp.check.demands import Demands
from pnp.check.faint import DRAWN
from pnp.check.ink import PRINTED
from pnp.check.layers import Layers, colours_of
from pnp.check.leaves import placed_pictures
from pnp.check.outlines import ANY, Shape, around, corners, hull
from pnp.check.places import finding_at
from pnp.check.samples import Samples
from pnp.check.sides import ALONG, SLACK, Side, Trim, section
from pnp.check.standing import Drawn, Standing
from pnp.findings import Finding
from pnp.scene import Box, Scene
from pnp.scene.colour import contrast

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
    demands: Demands
    layers: Layers
    samples: Samples
    notch: float

    def found(self, drawing: Standing, number: int, drawn: Drawn) -> Iterator[Finding]:
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

    def _told(self, drawing: Standing, what: str, key: str, outs: Iterable[float]) -> Iterator[Finding]:
        out = max(outs, default=None)
        if out is not None:
            near = f"{what} stands {max(0.0, -out):.1f} mm from the trim, nearer than {self.demands.told(self._clear)}"
            message = near if out <= SLACK else f"{out:.1f} mm of {what} are cut off"
            yield finding_at("warning", "art-trim", drawing.place, key, message, _HINT)

    def _runs(self, drawing: Standing, what: str, key: str, out: float) -> Finding:
        nearer = f"nearer than {self.demands.told(self._clear)}"
        message = f"{what} runs {max(0.0, -out):.1f} mm from the trim and along it, {nearer}"
        return finding_at("warning", "art-trim", drawing.place, key, message, _HINT)

    # --- lines and edges that run along the trim ---------------------------------------------------------

    def _along(self, drawing: Standing, number: int, drawn: Drawn) -> Iterator[Finding]:
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

    def _lines(self, shape: Shape) -> Iterator[tuple[int, float]]:
        """The sides along which the line of a shape runs, and how far beyond them it comes, if it is not cut off whole
        there."""
        for index, reach in enumerate(self.trim.reach(shape)):
            if reach + shape.line / 2 > SLACK - self._clear:
                for out, _ in self.trim.runs(shape, index):
                    outer, inner = out + shape.line / 2, out - shape.line / 2
                    if outer > SLACK - self._clear and inner < self.demands.bleed:
                        yield index, outer

    def _edges(self, shape: Shape, number: int) -> Iterator[tuple[int, float]]:
        """The sides along which edges of a fill run and are seen, and how far beyond them they lie."""
        for index, reach in enumerate(self.trim.reach(shape)):
            if reach > SLACK - self._clear:
                for out, middle in self.trim.runs(shape, index):
                    near = SLACK - self._clear < out < self.demands.bleed - SLACK
                    if near and self._is_seen(shape, middle, self.trim.sides[index], number):
                        yield index, out

    def _is_seen(self, shape: Shape, at: Point, side: Side, number: int) -> bool:
        """Whether an edge of a shape of a drawing is seen at a point that faces a side: nothing covers it, and what
        lies beyond it has another colour; where the paper ends, what lies beneath it."""
        excess = side.beyond(at) - self.scene.bleed + _BESIDE
        within, beyond = _moved(at, side, -_BESIDE - max(excess, 0.0)), _moved(at, side, _BESIDE)
        top = self.layers.top(within)
        other = self.layers.top(within, stop=number) if excess > 0 else self.layers.top(beyond)
        if top is not shape and other is not shape:
            return False
        return min(contrast(one, another) for one in colours_of(top) for another in colours_of(other)) >= PRINTED

    # --- signs -------------------------------------------------------------------------------------------

    def _signs(self, drawn: Drawn) -> Iterator[float]:
        return (out for _, out in self._outs(drawn.box, (point for one in drawn.shapes for point in one.polygon)))

    def _in_notch(self, drawing: Standing, drawn: Drawn) -> Iterator[Finding]:
        """A sign of which a thumb notch takes some."""
        if not self.notch or not drawn.shapes or self._is_ground(drawn.box):
            return
        points = hull(point for shape in drawn.shapes for point in shape.polygon)
        into = notch.reach(points, self.notch, self.scene.width)
        if into > SLACK:
            message = f"{into:.1f} mm of a sign stand in the thumb notch of the box and are cut off"
            yield finding_at("warning", "art-trim", drawing.place, "icon", message, "move it down, or make it smaller")

    def _pictures(self, drawing: Standing, drawn: Drawn, number: int) -> Iterator[float]:
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

    def _rasters(self, drawing: Standing) -> Iterator[Polygon]:
        """What is seen of the pictures of a drawing, without what of them is empty."""
        for image, matrix in placed_pictures(drawing.origin.items, drawing.matrix):
            yield corners(self.samples.opaque(image), matrix)

    def _shapes(self, shape: Shape, number: int) -> Iterator[float]:
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

    def _runs_on(self, shapes: Sequence[Shape], side: Side, out: float) -> bool:
        """Whether shapes are nearly as wide where the bleed ends, or where they do, as at the trim."""
        last = min(out, self.scene.bleed) - SLACK
        wide, left = (sum(section(one.polygon, side, at) for one in shapes) for at in (0.0, last))
        return left >= WIDE * wide

    def _outs(self, box: Box, points: Iterable[Point]) -> Iterator[tuple[Side, float]]:
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

    def _length(self, side: Side) -> float:
        return min(self.scene.width, self.scene.height) if self.trim.is_round else side.length


_HINT = "move it inwards, or let it run on over the cut; where it is meant, near = true"


def _shows_photographs(drawing: Standing) -> bool:
    return next(placed_pictures(drawing.origin.items), None) is not None


def _moved(at: Point, side: Side, out: float) -> Point:
    """A point so much further out, seen from a side."""
    return at[0] + out * side.normal[0], at[1] + out * side.normal[1]


def _depth(points: Sequence[Point], side: Side) -> float:
    """How deep points lie behind each other, seen from a side, in mm."""
    outs = [side.beyond(point) for point in points]
    return max(outs) - min(outs)


def _span(points: Sequence[Point], side: Side) -> float:
    """How far points reach along a side, in mm."""
    along = [side.along(point) for point in points]
    return max(along) - min(along)


def _tip(polygon: Sequence[Point], side: Side) -> Point:
    """The middle of where a polygon reaches farthest beyond a side."""
    farthest = max(map(side.beyond, polygon))
    tips = sorted((point for point in polygon if side.beyond(point) > farthest - SLACK), key=side.along)
    (x1, y1), (x2, y2) = tips[0], tips[-1]
    return (x1 + x2) / 2, (y1 + y2) / 2
