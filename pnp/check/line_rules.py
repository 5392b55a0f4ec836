"""Rules of lines and ink: lines too thin to be printed, and more ink than paper takes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from pnp.check.contrast import picture_shares
from pnp.check.outlines import (
    ANY,
    SLACK,
    DrawnShape,
    FaceDrawings,
    Outline,
    area,
    edges_of,
    holds,
    placed_pictures,
    widen_line,
)
from pnp.check.rules import MOST_INK, report
from pnp.findings import Finding
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


# --- ink --------------------------------------------------------------------------------------------------


def find_much_ink(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """The first ground of a drawing, and the first picture, that takes more ink than paper does."""
    for shape in map(widen_line, drawing.shapes):
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


def find_hairlines(drawing: DrawnShape) -> Iterator[Finding]:
    """Lines too thin to be printed whole, if a drawing has more than details of them. A line round a shape of its own
    colour, or of paper's, only closes seams."""
    lines = [
        (shape.line, sum(math.dist(*edge) for edge in edges_of(shape.polygon, closed=False)))
        for shape in drawing.shapes
        if shape.line and shape.ink and shape.ink != shape.fill and contrast(shape.ink, "#FFFFFF") >= PRINTED
    ]
    thin = [(width, length) for width, length in lines if width < HAIRLINE - SLACK / 10]
    if sum(length for _, length in thin) > DETAIL * sum(length for _, length in lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield report("hairline", drawing.place, message, key="stroke")
