"""Trim rules: words, icons and lines keep their distance from it, grounds extend beyond it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

import msgspec

from pnp.art.paths import Point, Polygon, double_area, outline_path, subpaths
from pnp.check.contrast import BESIDE, DRAWN, PRINTED, find_opaque_part
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
    letters,
    list_pictures,
    list_visible_colours,
    measure_text_box,
    texts,
)
from pnp.check.rules import report
from pnp.findings import Finding, Place
from pnp.scene import Box, Ellipse, Path, Scene, contrast, mapped

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
_STEPS = 12
"""Straight pieces of a curve of a cut: on a round token of 60 mm they are 0.1 mm off."""
_ROUND = 0.9
"""A share of the box round it that a disc, unlike a rectangle, does not fill."""
_CONCENTRIC = 1.0
"""Millimetres by which the gaps between a ring and a round trim may differ, if it runs along that."""


# --- the trim ---------------------------------------------------------------------------------------------


class TrimEdge(msgspec.Struct, frozen=True):
    """A straight side of a trim, clockwise. The unit vector `normal` points away from the piece."""

    start: Point
    end: Point
    length: float
    normal: Point

    def beyond(self, point: Point) -> float:
        """Returns a point's distance beyond the side in mm; negative within the trim."""
        return (point[0] - self.start[0]) * self.normal[0] + (point[1] - self.start[1]) * self.normal[1]

    def along(self, point: Point) -> float:
        """Returns a point's distance from the side's start, in mm."""
        return (point[1] - self.start[1]) * self.normal[0] - (point[0] - self.start[0]) * self.normal[1]

    def moved(self, point: Point, out: float) -> Point:
        """Returns a point shifted outwards."""
        return point[0] + out * self.normal[0], point[1] + out * self.normal[1]

    def farthest(self, points: Iterable[Point]) -> float:
        """Returns how far points reach beyond the side, in mm."""
        return max(map(self.beyond, points))

    def section(self, polygon: Sequence[Point], out: float) -> float:
        """Returns the width of a polygon on a parallel this far beyond the side, in mm."""
        met = []
        for start, end in edges_of(polygon):
            before, after = self.beyond(start) - out, self.beyond(end) - out
            if (before > 0) != (after > 0):
                met.append(self.along(start) + before / (before - after) * (self.along(end) - self.along(start)))
        met.sort()
        return sum(end - start for start, end in zip(met[::2], met[1::2], strict=False))


class Trim(msgspec.Struct, frozen=True):
    """A cut: the straight edges for measuring, and the sides along which grounds and frames run. The sides of a round
    trim are those of its bounding box, which touch it in the middle."""

    sides: tuple[TrimEdge, ...]
    edges: tuple[TrimEdge, ...]
    is_round: bool
    is_box: bool

    def beyond(self, points: Iterable[Point]) -> float:
        """Returns how far points reach beyond the trim, in mm; negative if they stay within."""
        every = list(points)
        return max(edge.farthest(every) for edge in self.edges)

    def runs(self, shape: Outline) -> Iterator[tuple[int, float, Point]]:
        """Yields the edges of a shape that run along a side: the side's number, the distance beyond it, and their
        midpoints."""
        if self.is_round:
            reach = [side.farthest(shape.polygon) for side in self.sides]
            is_disc = area(shape.polygon) < _ROUND * shape.box.width * shape.box.height
            if is_disc and max(reach) - min(reach) < _CONCENTRIC:
                for number, side in enumerate(self.sides):
                    yield number, reach[number], max(shape.polygon, key=side.beyond)
            return
        for number, side in enumerate(self.sides):
            for start, end in edges_of(shape.polygon):
                out, other = side.beyond(start), side.beyond(end)
                if abs(out - other) < 2 * SLACK and abs(side.along(start) - side.along(end)) >= ALONG * side.length:
                    yield number, max(out, other), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def points(self, number: int) -> list[Point]:
        """Returns points of the trim on a side, slightly within."""
        side, shares = self.sides[number], (0.5,) if self.is_round else (0.25, 0.5, 0.75)
        (x, y), (right, bottom) = side.start, side.end
        return [side.moved((x + share * (right - x), y + share * (bottom - y)), -SLACK) for share in shares]


def make_trim(scene: Scene) -> Trim:
    """Returns the cut of a face."""
    return _trim(scene.width, scene.height, scene.outline)


@lru_cache(maxsize=64)
def _trim(width: float, height: float, outline: Path | Ellipse | None) -> Trim:
    box = corners(Box(0.0, 0.0, width, height))
    polygon = next(subpaths(outline_path(outline), _STEPS))[0] if outline else box
    edges = _sides(polygon if double_area(polygon) > 0 else polygon[::-1])
    is_round = isinstance(outline, Ellipse)
    return Trim(_sides(box) if is_round else edges, edges, is_round, outline is None)


def _sides(polygon: Sequence[Point]) -> tuple[TrimEdge, ...]:
    sides = [(start, end, math.dist(start, end)) for start, end in edges_of(polygon)]
    return tuple(
        TrimEdge(start, end, length, ((end[1] - start[1]) / length, (start[0] - end[0]) / length))
        for start, end, length in sides
        if length > SLACK
    )


def _span(values: Iterable[float]) -> float:
    every = list(values)
    return max(every) - min(every)


def _tip(polygon: Sequence[Point], side: TrimEdge) -> Point:
    farthest = side.farthest(polygon)
    tips = sorted((point for point in polygon if side.beyond(point) > farthest - SLACK), key=side.along)
    (x1, y1), (x2, y2) = tips[0], tips[-1]
    return (x1 + x2) / 2, (y1 + y2) / 2


def _is_ground(box: Box, scene: Scene) -> bool:
    return box.width * box.height >= GROUND * scene.width * scene.height


# --- words at the trim ------------------------------------------------------------------------------------


FAR = 1.0
"""mm from the nearest place that matters, from which on a line is not measured letter by letter."""


def find_near_trim(face: FaceDrawings) -> Iterator[Finding]:
    """Reports each word too close to the cut, by its nearest line. At home, accents on capitals may come closer, as
    boxes leave no room for them."""
    trim, distances = make_trim(face.scene), face.distances
    least = distances.clear("words", face.scene)
    inside = Box(0.0, 0.0, face.scene.width, face.scene.height).inset(least + FAR)
    nearest: dict[Place, tuple[float, float]] = {}
    for text, matrix, place in face.texts if face.laid.cut else ():
        font = face.fonts.font(text.font)
        around = mapped(matrix, measure_text_box(text, font.ascent + 1, font.descent + 1))
        if trim.is_box and inside.holds(around):  # no letter reaches an em out of its line
            continue
        line = away = -trim.beyond(corners(letters(text, matrix, face.fonts)))
        if not distances.name:
            line = max(away, -trim.beyond(corners(mapped(matrix, measure_text_box(text, font.ascent, font.descent)))))
        before = nearest.get(place, (away, line))
        nearest[place] = min(away, before[0]), min(line, before[1])
    for place, (away, line) in nearest.items():
        if away < -SLACK:
            message = f"text stands {-away:.1f} mm out of the trim and is cut off"
            yield report("text-cut", place, message, key="text")
        elif line < least - SLACK:
            message = f"text stands {max(line, 0):.1f} mm from the trim, nearer than {distances.describe(least)}"
            hint = "move it inwards" if distances.name else ""
            yield report("near-trim", place, message, key="text", hint=hint)


def find_in_notch(face: FaceDrawings) -> Iterator[Finding]:
    """Reports each word and icon on the front of a box that its thumb notch cuts."""
    notch, scene = face.laid.notch, face.scene
    deepest: dict[tuple[str, Place], float] = {}
    for drawing in face.drawn if notch and face.laid.cut else ():
        runs = texts(drawing.origin.items, drawing.matrix)
        marks = [("text", corners(letters(text, matrix, face.fonts))) for text, matrix in runs]
        if drawing.sort == "icon" and drawing.shapes and not drawing.origin.near:
            marks += [("icon", drawing.hull)] if not _is_ground(drawing.box, scene) else []
        for sort, polygon in marks:
            into = notch - gap(polygon, ((scene.width / 2, 0.0),))
            deepest[sort, drawing.place] = max(into, deepest.get((sort, drawing.place), into))
    for (sort, place), into in deepest.items():
        if into > SLACK and sort == "text":
            message = f"text stands {into:.1f} mm in the thumb notch of the box and is cut off"
            yield report("text-cut", place, message, key="text", hint="move it down, or set it smaller")
        elif into > SLACK:
            message = f"{into:.1f} mm of a sign stand in the thumb notch of the box and are cut off"
            yield report("art-trim", place, message, key="icon", hint="move it down, or make it smaller")


# --- art at the trim --------------------------------------------------------------------------------------


def find_art_at_trim(face: FaceDrawings) -> Iterator[Finding]:
    """Reports grounds without bleed, and the first fault of each other drawing at the trim."""
    return TrimRules(face).check() if face.laid.cut else iter(())


class TrimRules:
    """Checks the drawings at the trim of one face against required distances."""

    def __init__(self, face: FaceDrawings) -> None:
        self._face = face
        self._scene = face.scene
        self._trim = make_trim(face.scene)
        self._bleed = face.distances.bleed
        self._clear = face.distances.clear("art", face.scene)
        self._least = SLACK - self._clear
        """Millimetres beyond the trim, mostly negative, from which art is too near to it."""
        self._enough = min(self._bleed, face.scene.bleed) - SLACK
        """How far beyond the trim what is meant to be cut off reaches at least, in mm."""
        self._grounds = [shape for one in face.drawn for shape in one.widened if shape.hides]

    def check(self) -> Iterator[Finding]:
        for drawing in self._face.drawn:
            self._face.check_time()
            ended = list(self._find_no_bleed(drawing))
            yield from ended
            if not ended and not drawing.origin.near:  # what ends at the trim is told by that
                yield from islice(self._find_art(drawing), 1)

    def _find_no_bleed(self, drawing: DrawnShape) -> Iterator[Finding]:
        """Reports a ground that ends at the trim, so that a slightly outer cut leaves a white edge."""
        bleed, own = self._bleed, self._scene.bleed
        for shape in drawing.widened:
            if shape.fill is None or contrast(shape.fill, "#FFFFFF") < PRINTED:
                continue
            reach = [side.farthest(shape.polygon) for side in self._trim.sides]
            ends = {side: reach[side] for side, out, _ in self._trim.runs(shape) if out > reach[side] - 2 * SLACK}
            ends = {side: out for side, out in ends.items() if -AT_TRIM <= out < bleed - SLACK}
            bare = [out for side, out in ends.items() if not self._continues_beyond(shape, side)]
            if bare:
                what = "a picture" if drawing.sort == "picture" else f"a ground of {shape.fill}"
                further = f", {max(bare):.1f} mm beyond it" if max(bare) >= SLACK else ""
                hint = f"let it reach over the cut by the bleed, {own if own >= bleed else 2:.4g} mm"
                hint += "" if own >= bleed else "; the component has none: bleed = 2"
                message = f"{what} ends at the trim{further}"
                yield report("no-bleed", drawing.place, message, key=drawing.sort or "fill", hint=hint)
                return

    def _continues_beyond(self, shape: Outline, side: int) -> bool:
        """Returns whether another ground covers the trim there: one of nearly the same colour that extends beyond the
        cut, or one drawn later over this edge."""
        later = False
        for other in self._grounds:
            if other is shape:
                later = True
            elif self._trim.sides[side].farthest(other.polygon) >= self._bleed - SLACK:
                alike = other.fill is not None and contrast(other.fill, shape.fill or "#FFFFFF") < PRINTED
                if (alike or later) and holds(other.polygon, self._trim.points(side)):
                    return True
        return False

    def _find_art(self, drawing: DrawnShape) -> Iterator[Finding]:
        """Reports a line or edge along the trim, and an icon, picture or shape that is cut off or too close to it."""
        sort, number = drawing.sort, drawing.number
        is_picture = sort == "picture"
        if sort == "icon":
            yield from self._report(drawing, "a sign", "icon", (out for _, out in self._measure_sides(drawing.hull)))
        elif is_picture and not _is_ground(drawing.box, self._scene):
            yield from self._report(drawing, "a picture", "picture", self._measure_pictures(drawing))
        elif is_picture or (sort in DRAWN and len(drawing.shapes) <= HATCHED):
            yield from self._find_along(drawing)
            if not is_picture and sum(one.place == drawing.place for one in self._face.drawn) <= HATCHED:
                outs = (out for shape in drawing.fills for out in self._measure_shapes(shape, number))
                yield from self._report(drawing, "a shape", "fill", outs)

    def _report(self, drawing: DrawnShape, what: str, key: str, outs: Iterable[float]) -> Iterator[Finding]:
        out = max(outs, default=None)
        if out is not None:
            message = f"{out:.1f} mm of {what} are cut off"
            if out <= SLACK:
                asked = self._face.distances.describe(self._clear)
                message = f"{what} stands {max(0.0, -out):.1f} mm from the trim, nearer than {asked}"
            yield report("art-trim", drawing.place, message, key=key)

    # --- lines and edges that run along the trim ----------------------------------------------------------

    def _find_along(self, drawing: DrawnShape) -> Iterator[Finding]:
        """Reports a line, or the edge of a ground, along the trim; in a drawing of many shapes only if it runs along
        all of it, as a frame does. The edge of a photograph does not count."""
        is_picture, whole = drawing.sort == "picture", len(drawing.shapes) > HATCHED
        lines = [self._measure_lines(one) for one in drawing.shapes if one.line]
        is_photograph = is_picture and any(list_pictures(drawing.origin.items))
        fills = [one for one in drawing.fills if not (is_photograph and one.fill == ANY)]
        edges = [self._measure_edges(one, drawing.number) for one in fills]
        for what, key, found in (("a line", "stroke", lines), ("the edge of a ground", "fill", edges)):
            outs = [each for each in found if not whole or len({side for side, _ in each}) == len(self._trim.sides)]
            out = max((out for each in outs for _, out in each), default=None)
            if out is not None:
                nearer = f"nearer than {self._face.distances.describe(self._clear)}"
                message = f"{what} runs {max(0.0, -out):.1f} mm from the trim and along it, {nearer}"
                yield report("art-trim", drawing.place, message, key="picture" if is_picture else key)

    def _measure_lines(self, shape: Outline) -> list[tuple[int, float]]:
        """Returns the sides along which the stroke of a shape runs, and its distance beyond them, unless it is cut off
        entirely there."""
        half = shape.line / 2
        outs = [(side, out) for side, out, _ in self._trim.runs(shape) if out - half < self._bleed]
        return [(side, out + half) for side, out in outs if out + half > self._least]

    def _measure_edges(self, shape: Outline, number: int) -> list[tuple[int, float]]:
        """Returns the sides along which visible edges of a fill run, and their distance beyond them."""
        return [
            (side, out)
            for side, out, middle in self._trim.runs(shape)
            if self._least < out < self._bleed - SLACK and self._is_seen(shape, middle, self._trim.sides[side], number)
        ]

    def _is_seen(self, shape: Outline, at: Point, side: TrimEdge, number: int) -> bool:
        """Returns whether an edge is visible at a point facing a side: nothing covers it, and the colour beyond it
        differs; at the paper's end the colour beneath it."""
        excess = side.beyond(at) - self._scene.bleed + BESIDE
        within, beyond = side.moved(at, -BESIDE - max(excess, 0.0)), side.moved(at, BESIDE)
        top = self._face.top(within)
        other = self._face.top(within, stop=number) if excess > 0 else self._face.top(beyond)
        if top is not shape and other is not shape:
            return False
        return (
            min(contrast(one, two) for one in list_visible_colours(top) for two in list_visible_colours(other))
            >= PRINTED
        )

    # --- signs, pictures, shapes --------------------------------------------------------------------------

    def _measure_pictures(self, drawing: DrawnShape) -> Iterator[float]:
        """Yields how far beyond the trim a small picture ends, except where it is cut off on purpose: along half of a
        side, over a corner, in its middle, or where it is wide, such as a figure standing on the edge."""
        points, shapes = drawing.hull, drawing.shapes
        if len(shapes) == 1:  # of a photograph counts what is not empty of it; its frame is straight, whatever it shows
            placed = list_pictures(drawing.origin.items, drawing.matrix)
            seen = hull(point for image, matrix in placed for point in corners(find_opaque_part(image), matrix))
            points, shapes = (seen, ()) if seen else (points, shapes)
        for side, out in self._ends(points, shapes):
            length = min(self._scene.width, self._scene.height) if self._trim.is_round else side.length
            is_wide = out >= self._enough and _span(map(side.along, points)) >= ALONG * length
            if not is_wide and self._face.top(max(points, key=side.beyond), drawing.number + 1) is None:
                yield out

    def _measure_shapes(self, shape: Outline, number: int) -> Iterator[float]:
        """Yields how far beyond the trim a small shape ends, except where it extends over the cut or a corner."""
        for side, out in self._ends(shape.polygon, (shape,)) if not _is_ground(shape.box, self._scene) else ():
            if self._is_seen(shape, _tip(shape.polygon, side), side, number):
                yield out + shape.line / 2

    def _ends(self, points: Polygon, shapes: Sequence[Outline]) -> Iterator[tuple[TrimEdge, float]]:
        """Yields the sides at which something ends, and how far beyond them, except where it is cut off on purpose:
        over a corner, in its middle, or where its shapes are nearly as wide at their end, or at the bleed's, as at the
        trim."""
        outs = self._measure_sides(points)
        over_corner = sum(out >= self._enough for _, out in outs) > 1
        for side, out in outs:
            last = min(out, self._scene.bleed) - SLACK
            wide, left = (sum(side.section(one.polygon, at) for one in shapes) for at in (0.0, last))
            runs_on = bool(shapes) and left >= WIDE * wide
            halved = out >= HALVED * _span(map(side.beyond, points))
            if out < self._enough or not (over_corner or halved or runs_on):
                yield side, out

    def _measure_sides(self, points: Iterable[Point]) -> list[tuple[TrimEdge, float]]:
        """Returns the sides of the trim that points exceed or come too close to, and the distance beyond them; for a
        trim that is not rectangular, the worst."""
        every = hull(points)
        outs = [(edge, edge.farthest(every)) for edge in self._trim.edges if every]
        worst = outs if self._trim.is_box else sorted(outs, key=lambda found: found[1])[-1:]
        return [(edge, out) for edge, out in worst if out > self._least]
