"""More ink than paper takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import pairwise

from pnp.art.paths import Point
from pnp.art.polygons import twice_area
from pnp.check.contrast import Samples
from pnp.check.outlines import (
    ANY,
    SLACK,
    DrawnShape,
    Layers,
    Outline,
    area,
    banded,
    holds,
    placed_pictures,
    shape_colours,
)
from pnp.check.rules import finding_at
from pnp.findings import Finding
from pnp.scene import Colour
from pnp.scene.colour import contrast, inks_of

PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
MOST_INK = 2.8
"""Solids of four inks on each other: home paper takes no more before it cockles and smears (280 %)."""
LARGE = 100.0
"""The mm² from which so much ink matters."""
_ACROSS = 8
"""Points across and down at which is looked whether a ground is covered."""


def much_ink(drawing: DrawnShape, shapes: Sequence[Outline], layers: Layers, number: int) -> Iterator[Finding]:
    """A ground that takes more ink than paper does, where it is not covered; each drawing once."""
    for shape in map(banded, shapes):
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        taken = _inks(colour)
        if taken > MOST_INK and area(shape.polygon) > LARGE and _bare(shape, layers, number) > LARGE:
            message = f"a ground of {colour} takes about {100 * taken:.0f} % of ink"
            hint = f"make it lighter, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield finding_at("warning", "much-ink", drawing.place, "fill", message, hint)
            return


def much_ink_of_pictures(drawing: DrawnShape, shapes: Sequence[Outline], samples: Samples) -> Iterator[Finding]:
    """A picture of which more ink than paper takes lies over a large part; each drawing once."""
    # Whether there are pictures is known of the shapes: to look through all that is drawn would take long.
    if not any(shape.fill == ANY for shape in shapes):
        return
    for image, matrix in placed_pictures(drawing.origin.items, drawing.matrix):
        shown = image.box.common(image.clip) if image.clip else image.box
        size = shown.width * shown.height * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
        if size <= LARGE:
            continue
        taken = [(_inks(colour), share) for colour, share in samples.shares(image).items()]
        much = size * sum(share for inks, share in taken if inks > MOST_INK)
        if much > LARGE:
            most = 100 * max(inks for inks, _ in taken)
            message = f"a picture takes up to {most:.0f} % of ink, and too much on {much / 100:.0f} cm² of it"
            hint = f"make it lighter there, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield finding_at("warning", "much-ink", drawing.place, "picture", message, hint)
            return


def _bare(shape: Outline, layers: Layers, number: int) -> float:
    """About how many mm² of a shape of a drawing nothing covers that is drawn later."""
    box = shape.box
    shares = [(2 * step + 1) / (2 * _ACROSS) for step in range(_ACROSS)]
    points = [(box.x + across * box.width, box.y + down * box.height) for across in shares for down in shares]
    held = [at for at in points if holds(shape.polygon, [at])]
    bare = [at for at in held if layers.top(at, number) in (None, shape)]
    return area(shape.polygon) * len(bare) / len(held) if held and not shape.veiled else area(shape.polygon)


def _inks(colour: Colour) -> float:
    return sum(inks_of(colour))


HAIRLINE = 0.1
"""Millimetres: printers draw thinner lines broken, or not at all."""
DETAIL = 0.25
"""A share of a drawing's lines that may be hairlines, and break: what they show is a detail."""
LINE_LIKE = 1.0
"""Mean width in mm up to which a shape counts among a drawing's lines; what is wider is a body."""
LONG = 1.0
"""Length in mm from which a narrow shape is a line, and no dot of a texture."""
MOST_CORNERS = 400
"""Corners of a shape that may be a line: what has more takes long to be measured."""
_EVEN = 1.5
"""How many times a hairline's width a narrow shape may be at its widest, so as to be a line and no spike."""
_LOOKS = 12
"""The longest edges of a shape, across which it is measured."""

_Edge = tuple[Point, Point]


def hairlines(drawing: DrawnShape, shapes: Sequence[Outline], layers: Layers, number: int) -> Iterator[Finding]:
    """Lines too thin to be printed whole, if a drawing has more than details of them; one round a shape of its own
    colour, or of paper's, only closes seams."""
    lines = [
        (shape.line, sum(math.dist(*ends) for ends in pairwise(shape.polygon)))
        for shape in shapes
        if shape.line and shape.ink != shape.fill and _prints(shape.ink)
    ]
    thin = [(width, length) for width, length in lines if _is_thin(width)]
    hint = "make it wider, or scale it less"
    if _total(thin) > DETAIL * _total(lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield finding_at("warning", "hairline", drawing.place, "stroke", message, hint)
        return
    narrow = [
        (shape, *_measured(shape))
        for shape in shapes
        if not shape.line and len(shape.polygon) <= MOST_CORNERS and _prints(shape.fill)
    ]
    slits = [
        (width, length)
        for shape, width, length in narrow
        if _is_thin(width) and length >= LONG and _is_even(shape) and _stands_out(shape, width, layers, number)
    ]
    like = [(width, length) for _, width, length in narrow if width < LINE_LIKE]
    if slits and _total(slits + thin) > DETAIL * _total(lines + like):
        message = f"a filled line is {min(slits)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield finding_at("warning", "hairline", drawing.place, "fill", message, hint)


def _prints(colour: Colour | None) -> bool:
    return colour is not None and contrast(colour, "#FFFFFF") >= PRINTED


def _is_thin(width: float) -> bool:
    return width < HAIRLINE - SLACK / 10


def _total(lines: Iterable[tuple[float, float]]) -> float:
    return sum(length for _, length in lines)


def _measured(shape: Outline) -> tuple[float, float]:
    """The width and the length of a line that has as much area and as long an edge as a shape."""
    length = sum(map(math.dist, shape.polygon, (*shape.polygon[1:], shape.polygon[0]))) / 2
    return (area(shape.polygon) / length, length) if length else (0.0, 0.0)


def _is_even(shape: Outline) -> bool:
    """Whether a shape is narrow wherever it is measured, across its longest edges near both ends and in the middle."""
    ends = nlargest(_LOOKS, _edges(shape), key=lambda edge: math.dist(*edge))
    long = [edge for edge in ends if math.dist(*edge) >= HAIRLINE]
    return all(_across(shape, edge, share) < _EVEN * HAIRLINE for edge in long for share in (0.1, 0.5, 0.9))


def _across(shape: Outline, edge: _Edge, share: float) -> float:
    """How wide a shape is across one of its edges, at a share of its way."""
    (x, y), (right, down) = _inwards(shape, edge, share)
    met = []
    for (x1, y1), (x2, y2) in _edges(shape):
        # Where the other edge begins and ends to the left and right of the way inwards.
        before, after = (right * (y1 - y) - down * (x1 - x)), (right * (y2 - y) - down * (x2 - x))
        if (before > 0) != (after > 0):
            at = before / (before - after)
            met.append((x1 + at * (x2 - x1) - x) * right + (y1 + at * (y2 - y1) - y) * down)
    return min((away for away in met if away > 1e-6), default=0.0)


def _inwards(shape: Outline, edge: _Edge, share: float) -> tuple[Point, Point]:
    """A point of an edge, and the way from it into the shape, of length 1."""
    (x1, y1), (x2, y2) = edge
    turn = math.copysign(1 / math.dist(*edge), twice_area(shape.polygon))
    return (x1 + share * (x2 - x1), y1 + share * (y2 - y1)), ((y1 - y2) * turn, (x2 - x1) * turn)


def _stands_out(shape: Outline, width: float, layers: Layers, number: int) -> bool:
    """Whether a narrow shape of a drawing is seen: nothing covers it, and it lies on another colour."""
    (x, y), (right, down) = _inwards(shape, max(_edges(shape), key=lambda edge: math.dist(*edge)), 0.5)
    middle = x + right * width / 2, y + down * width / 2
    if layers.top(middle) is not shape:
        return False
    beneath = shape_colours(layers.beneath(shape, middle, number))
    return min(contrast(one, other) for one in shape_colours(shape) for other in beneath) >= PRINTED


def _edges(shape: Outline) -> list[_Edge]:
    return [(start, end) for start, end in pairwise((*shape.polygon, shape.polygon[0])) if start != end]
