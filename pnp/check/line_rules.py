"""Rules of lines and ink: lines too thin to be printed, half covered lines, and more ink than paper takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import product

import msgspec

from pnp.art.paths import Point, twice_area
from pnp.check.contrast import picture_shares
from pnp.check.outlines import (
    ANY,
    SLACK,
    DrawnShape,
    FaceDrawings,
    Outline,
    area,
    banded,
    edges_of,
    holds,
    placed_pictures,
    seen_colours,
)
from pnp.check.rules import MOST_INK, report
from pnp.findings import Finding, Place
from pnp.scene import Colour
from pnp.scene.colour import contrast, inks_of

PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
LARGE = 100.0
"""The mm² from which too much ink matters."""
_ACROSS = 8
"""Points across and down at which is looked whether a ground is covered."""
HAIRLINE = 0.1
"""Millimetres: printers draw thinner lines broken, or not at all."""
DETAIL = 0.25
"""A share of a drawing's lines that may be hairlines, and break: what they show is a detail."""
LINE_LIKE = 1.0
"""Mean width in mm up to which a shape counts among a drawing's lines; what is wider is a body."""
LONG = 1.0
"""Length in mm from which a narrow shape is a line, and no dot of a texture."""
MOST_CORNERS = 400
"""Corners of a shape that may be a line."""
_EVEN = 1.5
"""How many times a hairline's width a narrow shape may be at its widest, so as to be a line and no spike."""
_LOOKS = 12
"""The longest edges of a shape, across which it is measured."""
SEEN = 0.3
"""Width of a line in mm, half of which would be seen to be missing."""
HIDES = 2.0
"""Millimetres of an edge from which it hides more than a crossing does."""


# --- ink --------------------------------------------------------------------------------------------------


def much_ink(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """The first ground of a drawing, and the first picture, that takes more ink than paper does."""
    for shape in map(banded, drawing.shapes):
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        if _inks(colour) > MOST_INK and area(shape.polygon) > LARGE and _bare_area(shape, face, drawing.number) > LARGE:
            message = f"a ground of {colour} takes about {100 * _inks(colour):.0f} % of ink"
            yield report("much-ink", drawing.place, message, key="fill")
            break
    if not any(shape.fill == ANY for shape in drawing.shapes):
        return
    for image, (a, b, c, d, _, _) in placed_pictures(drawing.origin.items, drawing.matrix):
        shown = image.box.common(image.clip) if image.clip else image.box
        size = shown.width * shown.height * abs(a * d - b * c)
        shares = [(_inks(colour), share) for colour, share in picture_shares(image).items()] if size > LARGE else []
        much = size * sum(share for inks, share in shares if inks > MOST_INK)
        if much > LARGE:
            most = 100 * max(inks for inks, _ in shares)
            message = f"a picture takes up to {most:.0f} % of ink, and too much on {much / 100:.0f} cm² of it"
            hint = f"make it lighter there, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield report("much-ink", drawing.place, message, key="picture", hint=hint)
            return


def _bare_area(shape: Outline, face: FaceDrawings, number: int) -> float:
    """About how many mm² of a shape of a drawing nothing covers that is drawn later."""
    box, shares = shape.box, [(2 * step + 1) / (2 * _ACROSS) for step in range(_ACROSS)]
    points = [(box.x + across * box.width, box.y + down * box.height) for across, down in product(shares, shares)]
    held = [at for at in points if holds(shape.polygon, [at])]
    bare = [at for at in held if face.top(at, number) in (None, shape)]
    return area(shape.polygon) * (len(bare) / len(held) if held and not shape.veiled else 1)


def _inks(colour: Colour) -> float:
    return sum(inks_of(colour))


# --- hairlines --------------------------------------------------------------------------------------------


def hairlines(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """Lines too thin to be printed whole, and narrow shapes, as which vector programs write lines too; if a drawing has
    more than details of them. A line round a shape of its own colour, or of paper's, only closes seams."""
    lines = [
        (shape.line, sum(math.dist(*edge) for edge in edges_of(shape.polygon, closed=False)))
        for shape in drawing.shapes
        if shape.line and shape.ink != shape.fill and _prints(shape.ink)
    ]
    thin = [(width, length) for width, length in lines if _is_thin(width)]
    if _total(thin) > DETAIL * _total(lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield report("hairline", drawing.place, message, key="stroke")
        return
    narrow = [
        (shape, *_line_size(shape))
        for shape in drawing.shapes
        if not shape.line and len(shape.polygon) <= MOST_CORNERS and _prints(shape.fill)
    ]
    slits = [
        (width, length)
        for shape, width, length in narrow
        if _is_thin(width) and length >= LONG and _is_even(shape) and _stands_out(shape, width, face, drawing.number)
    ]
    like = [(width, length) for _, width, length in narrow if width < LINE_LIKE]
    if slits and _total(slits + thin) > DETAIL * _total(lines + like):
        message = f"a filled line is {min(slits)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield report("hairline", drawing.place, message, key="fill")


def _prints(colour: Colour | None) -> bool:
    return colour is not None and contrast(colour, "#FFFFFF") >= PRINTED


def _is_thin(width: float) -> bool:
    return width < HAIRLINE - SLACK / 10


def _total(lines: Iterable[tuple[float, float]]) -> float:
    return sum(length for _, length in lines)


def _line_size(shape: Outline) -> tuple[float, float]:
    """The width and the length of a line that has as much area and as long an edge as a shape."""
    length = sum(math.dist(*edge) for edge in edges_of(shape.polygon)) / 2
    return (area(shape.polygon) / length, length) if length else (0.0, 0.0)


def _is_even(shape: Outline) -> bool:
    """Whether a shape is narrow wherever it is measured, across its longest edges near both ends and in the middle."""
    edges = nlargest(_LOOKS, edges_of(shape.polygon), key=lambda edge: math.dist(*edge))
    return all(
        _width_across(shape, edge, share) < _EVEN * HAIRLINE
        for edge in edges
        if math.dist(*edge) >= HAIRLINE
        for share in (0.1, 0.5, 0.9)
    )


def _width_across(shape: Outline, edge: tuple[Point, Point], share: float) -> float:
    """How wide a shape is across one of its edges, at a share of its way."""
    (x, y), (right, down) = _inwards(shape, edge, share)
    met = []
    for (x1, y1), (x2, y2) in edges_of(shape.polygon):
        # Where the other edge begins and ends to the left and right of the way inwards.
        before, after = (right * (y1 - y) - down * (x1 - x)), (right * (y2 - y) - down * (x2 - x))
        if (before > 0) != (after > 0):
            at = before / (before - after)
            met.append((x1 + at * (x2 - x1) - x) * right + (y1 + at * (y2 - y1) - y) * down)
    return min((away for away in met if away > 1e-6), default=0.0)


def _inwards(shape: Outline, edge: tuple[Point, Point], share: float) -> tuple[Point, Point]:
    """A point of an edge, and the way from it into the shape, of length 1."""
    (x1, y1), (x2, y2) = edge
    turn = math.copysign(1 / math.dist(*edge), twice_area(shape.polygon))
    return (x1 + share * (x2 - x1), y1 + share * (y2 - y1)), ((y1 - y2) * turn, (x2 - x1) * turn)


def _stands_out(shape: Outline, width: float, face: FaceDrawings, number: int) -> bool:
    """Whether a narrow shape of a drawing is seen: nothing covers it, and it lies on another colour."""
    longest = max(edges_of(shape.polygon), key=lambda edge: math.dist(*edge))
    (x, y), (right, down) = _inwards(shape, longest, 0.5)
    middle = x + right * width / 2, y + down * width / 2
    if face.top(middle) is not shape:
        return False
    beneath = seen_colours(face.beneath(shape, middle, number))
    return min(contrast(one, other) for one in shape.colours for other in beneath) >= PRINTED


# --- half lines -------------------------------------------------------------------------------------------


class _Edge(msgspec.Struct, frozen=True, eq=False):
    """An upright or level edge: its position, start and end in mm, its line's width and colour (without a line: the
    colour of the fill), and who drew it."""

    upright: bool
    at: float
    start: float
    end: float
    line: float
    colour: Colour | None
    drawing: DrawnShape


def half_lines(face: FaceDrawings) -> Iterator[Finding]:
    """Each line that runs along the edge of a later shape, which hides the half of it, and that nothing draws anew."""
    lines: list[_Edge] = []
    bare: list[_Edge] = []
    for drawing in face.drawn:
        for shape in drawing.shapes if drawing.sort == "shape" else ():
            for edge, is_line in _straight_edges(shape, drawing):
                if is_line:
                    lines.append(edge)
                elif shape.fill is not None and not drawing.origin.near:
                    bare.append(edge)
    reach = max((line.line for line in lines), default=0.0) / 2
    seen: set[tuple[Place, Place]] = set()
    for edge in bare:
        face.clock.check()
        beside = [line for line in lines if abs(line.at - edge.at) <= reach and _runs_beside(line, edge)]
        for line in beside:
            place, other = line.drawing.place, edge.drawing.place
            if (place, other) not in seen and _halves(edge, line) and not any(_anew(edge, line, one) for one in beside):
                seen.add((place, other))
                message = f"half of a line is covered along the edge of what {describe_line(other, place)} draws"
                yield report("half-line", place, message, key="stroke")


def describe_line(other: Place, place: Place) -> str:
    """A line of a file, seen from another place."""
    return f"line {other.row}" + (f" of {other.file}" if other.file != place.file else "")


def _straight_edges(shape: Outline, drawing: DrawnShape) -> Iterator[tuple[_Edge, bool]]:
    """The upright and level edges of a shape, each with whether a line runs along it."""
    edges: Sequence[tuple[Point, Point]] = edges_of(shape.polygon) if len(shape.polygon) > 2 else ()
    for number, ((x1, y1), (x2, y2)) in enumerate(edges, start=1):
        lined = shape.line > 0 and (shape.closed or number < len(edges))
        colour = shape.ink if lined else shape.fill
        if abs(x1 - x2) < SLACK and abs(y1 - y2) >= HIDES:
            yield _Edge(True, (x1 + x2) / 2, min(y1, y2), max(y1, y2), shape.line, colour, drawing), lined
        elif abs(y1 - y2) < SLACK and abs(x1 - x2) >= HIDES:
            yield _Edge(False, (y1 + y2) / 2, min(x1, x2), max(x1, x2), shape.line, colour, drawing), lined


def _runs_beside(line: _Edge, edge: _Edge) -> bool:
    return line.upright == edge.upright and min(line.end, edge.end) - max(line.start, edge.start) >= HIDES


def _halves(edge: _Edge, line: _Edge) -> bool:
    if line.line < SEEN or line.drawing.origin.near or line.drawing.number >= edge.drawing.number:
        return False
    return line.colour != edge.colour and abs(line.at - edge.at) < line.line / 2 - SLACK


def _anew(edge: _Edge, line: _Edge, other: _Edge) -> bool:
    """Whether a later line, or the shape's own, runs where the half is missing."""
    return other.drawing.number >= edge.drawing.number and abs(other.at - line.at) < line.line / 2
