"""Finds words and icons that later drawings cut, or that are too close to others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import Polygon, bound_points, multiply, walk_items
from pnp.art.raster import find_alpha
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


class TouchTarget(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A line of text, an icon, or a filled shape that carries others: its parts, its whole outline, the part of a text
    that must stay clear of other texts, and half the width of a shape's widest line."""

    drawing: DrawnShape
    parts: tuple[Outline, ...]
    outline: Polygon
    letters: Polygon = ()
    line: float = 0.0

    @cached_property
    def box(self) -> Box:
        return bound_points(self.outline)


_Touch: TypeAlias = tuple[str, float, DrawnShape, DrawnShape]
"""A code, how bad it is (a share, or the distance in mm below 0), the drawing, and the one that it touches."""
_Beneath: TypeAlias = Mapping[TouchTarget, TouchTarget | None]


def find_touching(face: FaceDrawings) -> Iterator[Finding]:
    """Reports words and icons that touch others or are covered; of two words the worst case."""
    worst: dict[tuple[str, Place, Place], _Touch] = {}
    for touch in _find_touches(face) if face.laid.cut else ():  # figures show pieces that lie on each other
        code, badness, drawing, other = touch
        key = code, drawing.place, other.place
        if key not in worst or badness > worst[key][1]:
            worst[key] = touch
    yield from (_finding(*touch) for touch in worst.values())


def _find_touches(face: FaceDrawings) -> Iterator[_Touch]:
    targets = [target for drawing in face.drawn for target in _targets(drawing, face)]
    shapes = [ground for drawing in face.drawn for ground in _grounds(drawing)]
    beneath = {target: _find_ground(target, shapes, face) for target in targets}
    free = [target for target in targets if not target.drawing.origin.near]
    for first, second in combinations(free, 2):
        if first.drawing is not second.drawing and beneath[first] is beneath[second]:
            away = _distance(first, second, face)
            if away < APART - SLACK:
                yield "too-near", -away, second.drawing, first.drawing
    yield from _find_over_edges(free, beneath, face)
    for target in free:
        yield from _covered(target.drawing, target.outline, CUT, face)
    paper = corners(Box(0.0, 0.0, face.scene.width, face.scene.height).inset(-face.scene.bleed))
    for drawing in face.drawn:
        if drawing.sort == "picture" and not drawing.origin.near:
            outline = clip_polygon(drawing.hull, paper) if drawing.shapes else ()
            yield from _covered(drawing, outline, HIDDEN, face) if area(outline) >= SLACK else ()


# --- what stands there ------------------------------------------------------------------------------------


def _targets(drawing: DrawnShape, face: FaceDrawings) -> Iterator[TouchTarget]:
    if drawing.sort == "text":
        yield from _lines(drawing, face)
    elif drawing.sort == "icon" and drawing.fills and area(drawing.hull) > SLACK:
        yield TouchTarget(drawing, drawing.shapes, drawing.hull)


def _lines(drawing: DrawnShape, face: FaceDrawings) -> Iterator[TouchTarget]:
    """Yields each line of a text with the height and depth of its letters; text on a curve letter by letter."""
    lines: defaultdict[tuple[float, Matrix], list[Text]] = defaultdict(list)
    for text, matrix in texts(drawing.origin.items):
        if text.text.strip():
            lines[text.y, matrix].append(text)
    for (y, turned), runs in lines.items():
        matrix = multiply(drawing.matrix, turned)
        left, right = min(run.x for run in runs), max(run.x + run.width for run in runs)
        ems = [run.size * MM_PER_POINT for run in runs]
        reach = [face.fonts.font(run.font).reach(run.glyphs) for run in runs]
        above = max(em * up for em, (up, _) in zip(ems, reach, strict=True))
        below = max(em * down for em, (_, down) in zip(ems, reach, strict=True))
        if right - left >= SLACK and above + below >= SLACK:
            outline = corners(Box(left, y - above, right - left, above + below), matrix)
            small = SMALL_LETTERS * max(ems)
            letters = corners(Box(left, y - small, right - left, small), matrix)
            yield TouchTarget(drawing, (Outline(outline, None),), outline, letters)


def _grounds(drawing: DrawnShape) -> Iterator[TouchTarget]:
    if drawing.sort == "shape" and drawing.fills:
        largest = max(drawing.fills, key=lambda part: area(part.polygon))
        line = max(part.line for part in drawing.shapes)
        yield TouchTarget(drawing, (replace(largest, line=line),), largest.polygon, line=line / 2)


def _find_ground(target: TouchTarget, grounds: Sequence[TouchTarget], face: FaceDrawings) -> TouchTarget | None:
    face.check_time()
    for ground in reversed(grounds):
        earlier = ground.drawing.number < target.drawing.number and ground.box.holds(target.box)
        if earlier and holds(ground.outline, target.outline):
            return ground
    return None


# --- what is wrong with it --------------------------------------------------------------------------------


def _find_over_edges(targets: Sequence[TouchTarget], beneath: _Beneath, face: FaceDrawings) -> Iterator[_Touch]:
    """Reports targets too close to another shape on their ground, or across its edge."""
    grounds = list(dict.fromkeys(ground for ground in beneath.values() if ground is not None))
    for target in targets:
        for ground in grounds:
            away = _distance(target, ground, face)
            if (
                away < APART - SLACK
                and _is_on_ground(ground, beneath[target])
                and not holds(ground.outline, target.outline)
            ):
                yield "too-near", -away, target.drawing, ground.drawing


def _covered(drawing: DrawnShape, outline: Polygon, least: float, face: FaceDrawings) -> Iterator[_Touch]:
    """Finds later drawings over more than this share of a drawing's convex outline; over all of it, if opaque."""
    face.check_time()
    box = bound_points(outline)
    for later in face.drawn[drawing.number + 1 :]:
        covers = later.sort in _COVERING and not later.origin.near and near(later.box, box, -SLACK)
        for part in later.fills if covers else ():
            share = area(clip_polygon(part.polygon, outline)) / area(outline) if near(part.box, box, -SLACK) else 0.0
            if least < share < HIDDEN or (share >= HIDDEN and _is_opaque(later)):
                yield "half-covered", share, drawing, later


def _distance(first: TouchTarget, second: TouchTarget, face: FaceDrawings) -> float:
    """Returns the distance of two targets in mm, at most `APART`, including lines; two texts count by their
    x-height."""
    line = first.line + second.line
    if not near(first.box, second.box, APART + line):
        return APART
    face.check_time()
    if first.letters and second.letters:
        return gap(first.letters, second.letters)
    if gap(first.outline, second.outline) > APART + line:
        return APART
    gaps = (
        gap(one.polygon, other.polygon) - (one.line + other.line) / 2
        for one in first.parts
        for other in second.parts
        if near(one.box, other.box, APART + line)
    )
    return min(gaps, default=APART)


def _is_on_ground(shape: TouchTarget, ground: TouchTarget | None) -> bool:
    """Returns whether a shape is visible on a ground. Overlapping repetitions of one word are one shape, such as a
    banner."""
    if shape.drawing.origin.near or shape is ground:
        return False
    if ground is None:
        return True
    if shape.drawing.number < ground.drawing.number or shape.drawing.place == ground.drawing.place:
        return False
    return near(shape.box, ground.box, -SLACK) and (shape.line > 0 or shape.parts[0].fill != ground.parts[0].fill)


def _is_opaque(drawing: DrawnShape) -> bool:
    """Returns whether the photographs of a drawing are opaque; most frames are transparent in the middle."""
    return not any(isinstance(item, Image) and find_alpha(item.data) for item, _ in walk_items(drawing.origin.items))


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
