"""Lines of which something that is drawn later hides one half, all along: they look like slips of the pen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import multiply
from pnp.art.pictures import thickness
from pnp.art.polygons import Polygon
from pnp.check.outlines import (
    MOST_CORNERS,
    DrawnShape,
    Effort,
    Outline,
    Outliner,
    area,
    around,
    clipped,
    corners,
    gap,
    holds,
    hull,
    leaves,
    near,
    standing,
)
from pnp.face.layout import Laid
from pnp.findings import Finding, Place
from pnp.scene import IDENTITY, MM_PER_POINT, Box, Colour, Image, Matrix, Text
from pnp.text.fonts import FontBook

SEEN = 0.3
"""Width of a line in mm, half of which would be seen to be missing."""
LONG = 2.0
"""Millimetres of an edge from which it hides more than a crossing does."""
_TOUCHES = 0.05


class Edge(msgspec.Struct, frozen=True, eq=False):
    """An upright or level edge: where it runs, from where to where, its line's width and colour, or what it fills
    with, and who drew it."""

    upright: bool
    at: float
    start: float
    end: float
    line: float
    colour: Colour | None
    drawing: DrawnShape


def half_lines(drawn: Sequence[DrawnShape], outliner: Outliner, effort: Effort) -> Iterator[Finding]:
    """Each line that runs along the edge of a later shape, which hides the half of it, and that nothing draws anew."""
    drawings = [drawing for drawing in drawn if drawing.origin.sort == "shape"]
    lines: list[Edge] = []
    bare: list[Edge] = []
    for drawing in drawings:
        for part in outliner.drawn(drawing).shapes:
            for edge, is_line in _edges(part, drawing):
                if is_line:
                    lines.append(edge)
                elif part.fill is not None and not drawing.origin.near:
                    bare.append(edge)
    lines.sort(key=lambda edge: edge.at)
    widest = max((edge.line for edge in lines), default=0.0) / 2
    seen: set[tuple[Place, Place]] = set()
    for edge in bare:
        low = bisect_left(lines, edge.at - widest, key=lambda line: line.at)
        high = bisect_right(lines, edge.at + widest, key=lambda line: line.at)
        if not effort.take(10 * (high - low)):
            return
        beside = [line for line in lines[low:high] if line.upright == edge.upright and _shared(line, edge) >= LONG]
        effort.take(len(beside) ** 2)
        for line in beside:
            places = line.drawing.place, edge.drawing.place
            if places not in seen and _halves(edge, line) and not any(_anew(edge, line, other) for other in beside):
                seen.add(places)
                yield _finding(*places)


def _edges(part: Outline, drawing: DrawnShape) -> Iterable[tuple[Edge, bool]]:
    """The upright and level edges of a part, each with whether a line runs along it."""
    corners = part.polygon
    if len(corners) < 3:
        return
    last = len(corners) - 1
    for number, ((x1, y1), (x2, y2)) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        lined = part.line > 0 and (part.closed or number < last)
        if abs(x1 - x2) < _TOUCHES and abs(y1 - y2) >= LONG:
            yield (
                Edge(
                    True, (x1 + x2) / 2, min(y1, y2), max(y1, y2), part.line, part.ink if lined else part.fill, drawing
                ),
                lined,
            )
        elif abs(y1 - y2) < _TOUCHES and abs(x1 - x2) >= LONG:
            yield (
                Edge(
                    False, (y1 + y2) / 2, min(x1, x2), max(x1, x2), part.line, part.ink if lined else part.fill, drawing
                ),
                lined,
            )


def _shared(first: Edge, second: Edge) -> float:
    return min(first.end, second.end) - max(first.start, second.start)


def _halves(edge: Edge, line: Edge) -> bool:
    if line.line < SEEN or line.drawing.origin.near or line.drawing.number >= edge.drawing.number:
        return False
    return line.colour != edge.colour and abs(line.at - edge.at) < line.line / 2 - _TOUCHES


def _anew(edge: Edge, line: Edge, other: Edge) -> bool:
    """Whether a later line, or the shape's own, runs where the half is missing."""
    return other.drawing.number >= edge.drawing.number and abs(other.at - line.at) < line.line / 2


def _finding(line: Place, other: Place) -> Finding:
    where = f"line {other.row}" + (f" of {other.file}" if other.file != line.file else "")
    message = f"half of a line is covered along the edge of what {where} draws"
    hint = "let the line be drawn later, or move the edge by its width"
    return Finding("warning", "half-line", Place(line.file, line.row, "stroke"), message, hint)


APART = 0.8
"""Millimetres that part words and signs from others, and from the edges of what they do not stand on."""
CUT = 0.02
"""A share of a word or sign up to which something may lie over it."""
HIDDEN = 0.98
"""A share from which nothing of it is seen."""
THING = 14.0
"""Millimetres up to which an outlined shape of a picture is a thing of its own, and no hill or wall."""
LEAST_THING = 0.5
"""The mm² of a thing; a smaller one is a detail."""
STANDS = 0.5
"""Millimetres by which the foot of a thing may lie behind what it stands on."""
SMALL_LETTERS = 0.45
"""Height of the small letters in em: what two lines of running text never share."""
_SLACK = 0.05
_KIND = {"text": "text", "icon": "sign", "picture": "thing in the picture"}


class TouchTarget(msgspec.Struct, frozen=True, eq=False):
    """A line of text, or a sign, or a thing in a picture: its parts, the convex outline of it all, what of it must
    stay clear of other texts, and the half of its widest line that lies outside of it."""

    drawing: DrawnShape
    parts: tuple[Outline, ...]
    outline: Polygon
    box: Box
    letters: Polygon = ()
    line: float = 0.0


class Chip(msgspec.Struct, frozen=True, eq=False):
    """A filled shape on which marks may stand, and the half of its line that lies outside of it."""

    drawing: DrawnShape
    shape: Outline
    line: float


_Grounds: TypeAlias = Mapping[int, Chip | None]
_Worst: TypeAlias = dict[tuple[str, Place, Place], tuple[float, DrawnShape, DrawnShape]]
"""Of two words the worst that happens between what they drew: share or distance, and the two drawings."""


class TouchCheck:
    """Looks at words and signs of faces. `look` is what a `FaceCheck` takes."""

    def __init__(self, fonts: FontBook, outliner: Outliner, effort: Effort) -> None:
        self._fonts = fonts
        self._outliner = outliner
        self._effort = effort

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What touches on a face that is to be cut out; figures show pieces that lie on each other."""
        if not laid.cut or self._effort.spent:
            return
        drawn = list(standing(laid))
        marks = [mark for drawing in drawn for mark in self._marks(drawing) if self._effort.take(20)]
        shapes = [chip for drawing in drawn for chip in self._chips(drawing)]
        grounds = {id(mark): self._ground(mark, shapes) for mark in marks}
        chips = list({id(chip): chip for chip in grounds.values() if chip is not None}.values())
        worst: _Worst = {}
        self._too_near(marks, grounds, worst)
        self._over_edges(marks, chips, grounds, worst)
        paper = corners(Box(0.0, 0.0, laid.scene.width, laid.scene.height).inset(-laid.scene.bleed))
        self._covered(marks, drawn, worst)
        self._hidden_pictures(drawn, paper, worst)
        self._things(drawn, chips, worst)
        yield from (_said(code, *found) for (code, _, _), found in worst.items())
        yield from half_lines(drawn, self._outliner, self._effort)

    # --- what stands there -----------------------------------------------------------------------------

    def _marks(self, drawing: DrawnShape) -> Iterator[TouchTarget]:
        if drawing.origin.sort == "text":
            yield from self._lines(drawing)
        elif drawing.origin.sort == "icon":
            drawn = self._outliner.drawn(drawing)
            outline = self._outliner.hull(drawing) if drawn.fills else ()
            if area(outline) > _SLACK:
                line = max(part.line for part in drawn.shapes) / 2
                yield TouchTarget(drawing, drawn.shapes, outline, drawn.box, line=line)

    def _lines(self, drawing: DrawnShape) -> Iterator[TouchTarget]:
        """Each line of a text: its letters, as high and deep as they are; on one that bends each letter by itself."""
        lines: defaultdict[tuple[float, Matrix], list[Text]] = defaultdict(list)
        for item, matrix in leaves(drawing.origin.items):
            if isinstance(item, Text) and item.text.strip():
                lines[item.y, matrix].append(item)
        for (y, turned), runs in lines.items():
            matrix = multiply(drawing.matrix, turned) if turned != IDENTITY else drawing.matrix
            left, right = min(run.x for run in runs), max(run.x + run.width for run in runs)
            ems = [run.size * MM_PER_POINT for run in runs]
            reach = [self._fonts.font(run.font).reach(run.glyphs) for run in runs]
            above = max(em * up for em, (up, _) in zip(ems, reach, strict=True))
            below = max(em * down for em, (_, down) in zip(ems, reach, strict=True))
            if right - left < _SLACK or above + below < _SLACK:
                continue
            outline = corners(Box(left, y - above, right - left, above + below), matrix)
            small = SMALL_LETTERS * max(ems)
            letters = corners(Box(left, y - small, right - left, small), matrix)
            box = around(outline)
            yield TouchTarget(drawing, (Outline(outline, None, 0.0, box),), outline, box, letters)

    def _chips(self, drawing: DrawnShape) -> Iterator[Chip]:
        if drawing.origin.sort != "shape":
            return
        drawn = self._outliner.drawn(drawing)
        if drawn.fills:
            shape = drawn.fills[0] if len(drawn.fills) == 1 else max(drawn.fills, key=lambda part: area(part.polygon))
            yield Chip(drawing, shape, max(part.line for part in drawn.shapes) / 2)

    def _ground(self, mark: TouchTarget, chips: Sequence[Chip]) -> Chip | None:
        """The last shape drawn before a mark that holds all of it."""
        if not self._effort.take(len(chips)):
            return None
        for chip in reversed(chips):
            if chip.drawing.number < mark.drawing.number and chip.shape.box.holds(mark.box):
                self._effort.take(len(chip.shape.polygon) * len(mark.outline))
                if holds(chip.shape.polygon, mark.outline):
                    return chip
        return None

    # --- what is wrong with it -------------------------------------------------------------------------

    def _too_near(self, marks: Sequence[TouchTarget], grounds: _Grounds, worst: _Worst) -> None:
        """Marks on one ground that stand too near to each other."""
        ordered = sorted((mark for mark in marks if not mark.drawing.origin.near), key=lambda mark: mark.box.x)
        open_marks: list[TouchTarget] = []
        for mark in ordered:
            open_marks = [other for other in open_marks if other.box.right > mark.box.x - APART]
            if not self._effort.take(2 * len(open_marks)):
                return
            for other in open_marks:
                if other.drawing is mark.drawing or grounds[id(other)] is not grounds[id(mark)]:
                    continue
                if near(mark.box, other.box, APART - _SLACK) and (away := self._between(mark, other)) < APART - _SLACK:
                    first, second = sorted((mark.drawing, other.drawing), key=lambda drawing: drawing.number)
                    _keep(worst, "too-near", -away, second, first)
            open_marks.append(mark)

    def _over_edges(
        self, marks: Sequence[TouchTarget], chips: Sequence[Chip], grounds: _Grounds, worst: _Worst
    ) -> None:
        """Marks too near to a chip that lies on their ground as well, or over its edge."""
        for mark in marks:
            ground = grounds[id(mark)]
            if not self._effort.take(2 * len(chips)):
                return
            for chip in chips:
                if mark.drawing.origin.near or not near(mark.box, chip.shape.box, APART + chip.line):
                    continue
                if not _lies_on(chip, ground) or holds(chip.shape.polygon, mark.outline):
                    continue
                if self._gap(mark.outline, chip.shape.polygon) > APART + chip.line + mark.line:
                    continue
                away = min(self._clear(part, chip) for part in mark.parts)
                if away < APART - _SLACK:
                    _keep(worst, "too-near", -away, mark.drawing, chip.drawing)

    def _covered(self, marks: Sequence[TouchTarget], drawn: Sequence[DrawnShape], worst: _Worst) -> None:
        """Marks of which something that is drawn later hides a part."""
        first = min((mark.drawing.number for mark in marks), default=len(drawn))
        fills = [
            (later, self._outliner.reach(later))
            for later in drawn[first + 1 :]
            if later.origin.sort in ("shape", "picture", "icon") and not later.origin.near
        ]
        for mark in marks:
            if not self._effort.take(len(fills)):
                return
            for later, reach in fills if not mark.drawing.origin.near else ():
                if later.number > mark.drawing.number and near(reach, mark.box, -_SLACK):
                    self._effort.take(len(self._outliner.drawn(later).fills))
                    for part in self._outliner.drawn(later).fills:
                        if near(part.box, mark.box, -_SLACK):
                            self._cut(mark, Chip(later, part, 0.0), worst)

    def _hidden_pictures(self, drawn: Sequence[DrawnShape], paper: Polygon, worst: _Worst) -> None:
        """Pictures of which nothing is seen, as something that is drawn later lies over all of them."""
        for drawing in drawn:
            if drawing.origin.sort != "picture" or drawing.origin.near:
                continue
            outline = clipped(self._outliner.hull(drawing), paper)
            if area(outline) < _SLACK:
                continue
            mark = TouchTarget(drawing, (), outline, around(outline))
            for later in drawn[drawing.number + 1 :]:
                if later.origin.sort not in ("shape", "picture", "icon") or later.origin.near:
                    continue
                if not self._effort.take(2) or not self._outliner.reach(later).holds(mark.box, _SLACK):
                    continue
                for part in self._outliner.drawn(later).fills:
                    if self._share(mark, part) >= HIDDEN and _is_opaque(later):
                        _keep(worst, "half-covered", 1.0, drawing, later)

    def _things(self, drawn: Sequence[DrawnShape], chips: Sequence[Chip], worst: _Worst) -> None:
        """Things in pictures that a chip cuts, or touches; they may stand on it."""
        for drawing in drawn:
            if drawing.origin.sort != "picture" or drawing.origin.near:
                continue
            reach = self._outliner.reach(drawing)
            seen = (chip for chip in chips if chip.drawing.number > drawing.number and not chip.drawing.origin.near)
            later = [chip for chip in seen if near(chip.shape.box, reach, 0.0)]
            if not later:
                continue
            parts = self._outliner.drawn(drawing).fills
            if not self._effort.take(len(parts) * len(later)):
                return
            for part in parts:
                if not part.line or max(part.box.width, part.box.height) > THING:
                    continue
                for chip in later:
                    touching = near(part.box, chip.shape.box, chip.line + part.line / 2 - _SLACK)
                    if touching and part.box.bottom > chip.shape.box.y + STANDS:
                        self._thing(drawing, part, chip, worst)

    def _thing(self, drawing: DrawnShape, part: Outline, chip: Chip, worst: _Worst) -> None:
        outline = hull(part.polygon)
        if area(outline) < LEAST_THING or self._cut(TouchTarget(drawing, (part,), outline, part.box), chip, worst):
            return
        if self._clear(part, chip) < -_SLACK and not holds(chip.shape.polygon, outline):
            _keep(worst, "too-near", 0.0, drawing, chip.drawing)

    def _cut(self, mark: TouchTarget, later: Chip, worst: _Worst) -> bool:
        """Whether a shape lies over a mark, which it notes. A thing of which nothing is seen is part of a ground."""
        share = self._share(mark, later.shape)
        if CUT < share < HIDDEN or (
            share >= HIDDEN and mark.drawing.origin.sort != "picture" and _is_opaque(later.drawing)
        ):
            _keep(worst, "half-covered", share, mark.drawing, later.drawing)
        return share > CUT

    def _share(self, mark: TouchTarget, shape: Outline) -> float:
        """The share of a mark that lies under a shape."""
        self._effort.take(len(shape.polygon) * len(mark.outline))
        return area(clipped(shape.polygon, mark.outline)) / area(mark.outline)

    # --- how far it is -------------------------------------------------------------------------------------

    def _between(self, first: TouchTarget, second: TouchTarget) -> float:
        """How far two marks are apart, in mm; two texts by their small letters."""
        if first.letters and second.letters:
            return self._gap(first.letters, second.letters)
        if self._gap(first.outline, second.outline) > APART + first.line + second.line:
            return APART
        self._effort.take(len(first.parts) * len(second.parts))
        return min(
            (
                self._gap(one.polygon, other.polygon) - (one.line + other.line) / 2
                for one in first.parts
                for other in second.parts
                if near(one.box, other.box, APART)
            ),
            default=APART,
        )

    def _clear(self, part: Outline, chip: Chip) -> float:
        """How far a part of a mark stays clear of a chip, lines counted."""
        if not near(part.box, chip.shape.box, APART + chip.line):
            return APART
        return self._gap(part.polygon, chip.shape.polygon) - chip.line - part.line / 2

    def _gap(self, first: Polygon, second: Polygon) -> float:
        self._effort.take(4 * min(len(first), MOST_CORNERS) * min(len(second), MOST_CORNERS))
        return gap(first, second)


def _lies_on(chip: Chip, ground: Chip | None) -> bool:
    """Whether a chip is seen on a ground. Repetitions of one word that overlap are one shape, such as a banner."""
    if chip.drawing.origin.near or chip is ground:
        return False
    if ground is None:
        return True
    if chip.drawing.number < ground.drawing.number or chip.drawing.place == ground.drawing.place:
        return False
    return near(chip.shape.box, ground.shape.box, -_SLACK) and (chip.line > 0 or chip.shape.fill != ground.shape.fill)


def _is_opaque(drawing: DrawnShape) -> bool:
    """Whether nothing is seen through the photographs of a drawing; of most frames the middle is transparent."""
    return not any(isinstance(item, Image) and thickness(item.data) for item, _ in leaves(drawing.origin.items))


def _keep(worst: _Worst, code: str, badness: float, drawing: DrawnShape, other: DrawnShape) -> None:
    key = (code, drawing.place, other.place)
    if key not in worst or badness > worst[key][0]:
        worst[key] = badness, drawing, other


def _said(code: str, badness: float, drawing: DrawnShape, other: DrawnShape) -> Finding:
    sort = drawing.origin.sort
    place = Place(drawing.place.file, drawing.place.row, sort)
    where = f"line {other.place.row}" + (f" of {other.place.file}" if other.place.file != place.file else "")
    if code == "half-covered":
        kind = sort if sort == "picture" and badness >= HIDDEN else _KIND[sort]
        message = f"a {kind} is covered by {100 * badness:.0f} % by what {where} draws"
        hint = "move one of them, draw it later, or say near = true there"
        return Finding("warning", "half-covered", place, message, hint)
    if -badness < _SLACK:
        message = f"a {_KIND[sort]} touches what {where} draws"
    else:
        message = f"a {_KIND[sort]} stands {-badness:.1f} mm from what {where} draws, nearer than {APART}"
    return Finding("warning", "too-near", place, message, "move them apart, or say near = true there")
