"""Signs and lines that are hardly seen, as they have nearly the colour of what they stand on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.art.paths import Point
from pnp.check.layers import Layers
from pnp.check.outlines import Shape
from pnp.check.places import finding_at
from pnp.check.standing import Standing
from pnp.findings import Finding
from pnp.scene import Colour
from pnp.scene.colour import contrast

DRAWN = ("shape", "")
"""Sorts of words that draw shapes and lines."""
PALE_LINE, PALE_SIGN = 1.15, 1.5
"""Contrast to its ground below which a line, a sign, is lost."""
_LOOKS = 12
"""Points of a drawing at which the ground beside it is looked at."""
_BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


def lost(drawing: Standing, shapes: Sequence[Shape], layers: Layers, number: int) -> Iterator[Finding]:
    """A sign, or a line by itself, that is hardly seen on what it stands on, at most of its points. What has another
    colour on one of its sides is seen there: so outlines are, whatever they enclose."""
    sort = drawing.origin.sort
    colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
    alone = sort in DRAWN and not any(shape.fill for shape in shapes)
    if not (alone or sort == "icon") or not colours:
        return
    least = PALE_SIGN if sort == "icon" else PALE_LINE
    # Most are seen at the first look.
    if (
        _contrast(colours, layers.colours(_middle(shapes) if sort == "icon" else shapes[0].polygon[0], number))[0]
        >= least
    ):
        return
    faint: list[tuple[float, Colour]] = []
    points = _points(shapes)
    for seen, sides in enumerate(points, 1):
        best, ground = max(_contrast(colours, layers.colours(side, number)) for side in sides)
        if best < least:
            faint.append((best, ground))
        elif 2 * (seen - len(faint)) >= len(points):
            return
    if faint:
        best, ground = min(faint)
        what = "sign" if sort == "icon" else "line"
        hint = "make it darker, or its ground lighter, or the other way about"
        message = f"a {what} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
        yield finding_at("warning", "pale-art", drawing.place, sort or "stroke", message, hint)


def _contrast(colours: set[Colour], shades: Sequence[Colour]) -> tuple[float, Colour]:
    """The best contrast of some colours to what they stand on: of a gradient, to its worst shade."""
    return min((max(contrast(colour, shade) for colour in colours), shade) for shade in shades)


def _middle(shapes: Sequence[Shape]) -> Point:
    left, top = min(shape.box.x for shape in shapes), min(shape.box.y for shape in shapes)
    right, bottom = max(shape.box.right for shape in shapes), max(shape.box.bottom for shape in shapes)
    return (left + right) / 2, (top + bottom) / 2


def _points(shapes: Sequence[Shape]) -> Sequence[tuple[Point, Point]]:
    """Points on both sides of the edges of shapes, spread over all of them."""
    edges = [
        (shape, *ends)
        for shape in shapes
        for ends in pairwise((*shape.polygon, shape.polygon[0]) if shape.closed else shape.polygon)
        if ends[0] != ends[1]
    ]
    each = math.ceil(_LOOKS / len(edges)) if edges else 0
    shares = [(2 * number + 1) / (2 * each) for number in range(each)]
    chosen = edges[:: 1 + len(edges) // (2 * _LOOKS)]
    return [_beside(shape, start, end, share) for shape, start, end in chosen for share in shares]


def _beside(shape: Shape, start: Point, end: Point, share: float) -> tuple[Point, Point]:
    """The points to both sides of an edge, at a share of its way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    away = (shape.line / 2 + _BESIDE) / math.hypot(dx, dy)
    x, y = start[0] + share * dx, start[1] + share * dy
    return (x - away * dy, y + away * dx), (x + away * dy, y - away * dx)
