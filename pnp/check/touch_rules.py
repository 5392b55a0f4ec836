"""Rules of what touches: words and signs that something drawn later cuts, or that stand too near to others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import Polygon, box_round, multiply, walk_items
from pnp.art.raster import alpha_channel
from pnp.check.outlines import (
    SLACK,
    DrawnShape,
    FaceDrawings,
    Outline,
    area,
    clip_polygon,
    corners,
    gap,
    holds,
    near,
    texts,
)
from pnp.check.rules import report
from pnp.findings import Finding, Place
from pnp.scene import MM_PER_POINT, Box, Image, Matrix, Text
from pnp.text.fonts import FontBook

APART = 0.8
"""Millimetres that part words and signs from others, and from the edges of what they do not stand on."""
CUT = 0.02
"""A share of a word or sign up to which something may lie over it."""
HIDDEN = 0.98
"""A share from which nothing of it is seen."""
SMALL_LETTERS = 0.45
"""Height of the small letters in em: what two lines of running text never share."""
_COVERING = ("shape", "picture", "icon")
_KIND = {"text": "text", "icon": "sign", "picture": "picture"}


class TouchTarget(msgspec.Struct, frozen=True, eq=False):
    """A line of text or a sign: its parts, the convex outline of it all, what of it must stay clear of other texts, and
    the half of its widest line that lies outside of it."""

    drawing: DrawnShape
    parts: tuple[Outline, ...]
    outline: Polygon
    box: Box
    letters: Polygon = ()
    line: float = 0.0


class _Ground(msgspec.Struct, frozen=True, eq=False):
    """A filled shape on which targets may stand, and the half of its line that lies outside of it."""

    drawing: DrawnShape
    shape: Outline
    line: float


_Grounds: TypeAlias = Mapping[int, _Ground | None]


class TouchRules:
    """Looks at words and signs of a face that is to be cut out; figures show pieces that lie on each other."""

    def __init__(self, face: FaceDrawings, fonts: FontBook) -> None:
        self._face = face
        self._fonts = fonts
        self._worst: dict[tuple[str, Place, Place], tuple[float, DrawnShape, DrawnShape]] = {}
        """Of two words the worst between what they drew: share or distance, and the two drawings."""

    def check(self) -> Iterator[Finding]:
        drawn = self._face.drawn
        targets = [target for drawing in drawn for target in self._targets(drawing)]
        shapes = [ground for drawing in drawn for ground in _grounds(drawing)]
        beneath = {id(target): self._beneath(target, shapes) for target in targets}
        grounds = list({id(ground): ground for ground in beneath.values() if ground is not None}.values())
        free = [target for target in targets if not target.drawing.origin.near]
        self._near_each_other(free, beneath)
        self._over_edges(free, grounds, beneath)
        self._covered(free)
        for drawing in drawn:
            if drawing.sort == "picture" and not drawing.origin.near:
                self._find_hidden_picture(drawing)
        yield from (_finding(code, *found) for (code, _, _), found in self._worst.items())

    # --- what stands there --------------------------------------------------------------------------------

    def _targets(self, drawing: DrawnShape) -> Iterator[TouchTarget]:
        if drawing.sort == "text":
            yield from self._lines(drawing)
        elif drawing.sort == "icon" and drawing.fills and area(drawing.hull) > SLACK:
            line = max(part.line for part in drawing.shapes) / 2
            yield TouchTarget(drawing, drawing.shapes, drawing.hull, drawing.box, line=line)

    def _lines(self, drawing: DrawnShape) -> Iterator[TouchTarget]:
        """Each line of a text: its letters, as high and deep as they are; on one that bends each letter by itself."""
        lines: defaultdict[tuple[float, Matrix], list[Text]] = defaultdict(list)
        for text, matrix in texts(drawing.origin.items):
            if text.text.strip():
                lines[text.y, matrix].append(text)
        for (y, turned), runs in lines.items():
            matrix = multiply(drawing.matrix, turned)
            left, right = min(run.x for run in runs), max(run.x + run.width for run in runs)
            ems = [run.size * MM_PER_POINT for run in runs]
            reach = [self._fonts.font(run.font).reach(run.glyphs) for run in runs]
            above = max(em * up for em, (up, _) in zip(ems, reach, strict=True))
            below = max(em * down for em, (_, down) in zip(ems, reach, strict=True))
            if right - left >= SLACK and above + below >= SLACK:
                outline = corners(Box(left, y - above, right - left, above + below), matrix)
                small = SMALL_LETTERS * max(ems)
                letters = corners(Box(left, y - small, right - left, small), matrix)
                box = box_round(outline)
                yield TouchTarget(drawing, (Outline(outline, None, 0.0, box),), outline, box, letters)

    def _beneath(self, target: TouchTarget, grounds: Sequence[_Ground]) -> _Ground | None:
        """The last shape drawn before a target that holds all of it."""
        self._face.clock.check()
        for ground in reversed(grounds):
            earlier = ground.drawing.number < target.drawing.number and ground.shape.box.holds(target.box)
            if earlier and holds(ground.shape.polygon, target.outline):
                return ground
        return None

    # --- what is wrong with it ----------------------------------------------------------------------------

    def _near_each_other(self, targets: Sequence[TouchTarget], beneath: _Grounds) -> None:
        """Targets on one ground that stand too near to each other."""
        before: list[TouchTarget] = []
        for target in sorted(targets, key=lambda one: one.box.x):
            before = [other for other in before if other.box.right > target.box.x - APART]
            for other in before:
                if other.drawing is target.drawing or beneath[id(other)] is not beneath[id(target)]:
                    continue
                if (
                    near(target.box, other.box, APART - SLACK)
                    and (away := self._between(target, other)) < APART - SLACK
                ):
                    first, second = sorted((target.drawing, other.drawing), key=lambda drawing: drawing.number)
                    self._keep("too-near", -away, second, first)
            before.append(target)

    def _over_edges(self, targets: Sequence[TouchTarget], grounds: Sequence[_Ground], beneath: _Grounds) -> None:
        """Targets too near to a shape that lies on their ground as well, or over its edge."""
        for target in targets:
            for ground in grounds:
                if not near(target.box, ground.shape.box, APART + ground.line):
                    continue
                if not _lies_on(ground, beneath[id(target)]) or holds(ground.shape.polygon, target.outline):
                    continue
                if self._gap(target.outline, ground.shape.polygon) > APART + ground.line + target.line:
                    continue
                away = min(self._clear(part, ground) for part in target.parts)
                if away < APART - SLACK:
                    self._keep("too-near", -away, target.drawing, ground.drawing)

    def _covered(self, targets: Sequence[TouchTarget]) -> None:
        """Targets of which something that is drawn later hides a part."""
        for target in targets:
            for later in self._later(target.drawing):
                for part in later.fills if near(later.box, target.box, -SLACK) else ():
                    if near(part.box, target.box, -SLACK):
                        share = _share(target.outline, part)
                        if CUT < share < HIDDEN or (share >= HIDDEN and _is_opaque(later)):
                            self._keep("half-covered", share, target.drawing, later)

    def _later(self, drawing: DrawnShape) -> Iterator[DrawnShape]:
        """What is drawn after a drawing and may cover it."""
        self._face.clock.check()
        later = (one for one in self._face.drawn if one.number > drawing.number)
        return (one for one in later if one.sort in _COVERING and not one.origin.near)

    def _find_hidden_picture(self, drawing: DrawnShape) -> None:
        """A picture of which nothing is seen, as something that is drawn later lies over all of it."""
        scene = self._face.scene
        paper = corners(Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed))
        outline = clip_polygon(drawing.hull, paper) if drawing.shapes else ()
        if area(outline) < SLACK:
            return
        for later in self._later(drawing):
            covers = near(later.box, box_round(outline), -SLACK) and _is_opaque(later)
            if covers and any(_share(outline, part) >= HIDDEN for part in later.fills):
                self._keep("half-covered", 1.0, drawing, later)

    def _keep(self, code: str, badness: float, drawing: DrawnShape, other: DrawnShape) -> None:
        key = (code, drawing.place, other.place)
        if key not in self._worst or badness > self._worst[key][0]:
            self._worst[key] = badness, drawing, other

    # --- how far it is ------------------------------------------------------------------------------------

    def _between(self, first: TouchTarget, second: TouchTarget) -> float:
        """How far two targets are apart, in mm; two texts by their small letters."""
        if first.letters and second.letters:
            return self._gap(first.letters, second.letters)
        if self._gap(first.outline, second.outline) > APART + first.line + second.line:
            return APART
        gaps = (
            self._gap(one.polygon, other.polygon) - (one.line + other.line) / 2
            for one in first.parts
            for other in second.parts
            if near(one.box, other.box, APART)
        )
        return min(gaps, default=APART)

    def _clear(self, part: Outline, ground: _Ground) -> float:
        """How far a part of a target stays clear of a shape, lines counted."""
        if not near(part.box, ground.shape.box, APART + ground.line):
            return APART
        return self._gap(part.polygon, ground.shape.polygon) - ground.line - part.line / 2

    def _gap(self, first: Polygon, second: Polygon) -> float:
        self._face.clock.check()
        return gap(first, second)


def _grounds(drawing: DrawnShape) -> Iterator[_Ground]:
    """The largest fill of a shape."""
    if drawing.sort == "shape" and drawing.fills:
        largest = max(drawing.fills, key=lambda part: area(part.polygon))
        yield _Ground(drawing, largest, max(part.line for part in drawing.shapes) / 2)


def _share(outline: Polygon, shape: Outline) -> float:
    """The share of a convex outline that lies under a shape."""
    return area(clip_polygon(shape.polygon, outline)) / area(outline)


def _lies_on(shape: _Ground, ground: _Ground | None) -> bool:
    """Whether a shape is seen on a ground. Repetitions of one word that overlap are one shape, such as a banner."""
    if shape.drawing.origin.near or shape is ground:
        return False
    if ground is None:
        return True
    if shape.drawing.number < ground.drawing.number or shape.drawing.place == ground.drawing.place:
        return False
    return near(shape.shape.box, ground.shape.box, -SLACK) and (shape.line > 0 or shape.shape.fill != ground.shape.fill)


def _is_opaque(drawing: DrawnShape) -> bool:
    """Whether nothing is seen through the photographs of a drawing; of most frames the middle is transparent."""
    return not any(isinstance(item, Image) and alpha_channel(item.data) for item, _ in walk_items(drawing.origin.items))


def _finding(code: str, badness: float, drawing: DrawnShape, other: DrawnShape) -> Finding:
    sort, where = drawing.sort, f"line {other.place.row}"
    if other.place.file != drawing.place.file:
        where += f" of {other.place.file}"
    kind = _KIND[sort]
    if code == "half-covered":
        message = f"a {kind} is covered by {100 * badness:.0f} % by what {where} draws"
    elif -badness < SLACK:
        message = f"a {kind} touches what {where} draws"
    else:
        message = f"a {kind} stands {-badness:.1f} mm from what {where} draws, nearer than {APART}"
    return report(code, drawing.place, message, key=sort)
