"""What the printer cannot do: more ink than paper takes, lines too thin to be whole."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.check.leaves import placed_pictures
from pnp.check.outlines import ANY, Shape, area
from pnp.check.places import finding_at
from pnp.check.samples import Samples
from pnp.check.sides import SLACK
from pnp.check.standing import Standing
from pnp.findings import Finding
from pnp.scene import Colour
from pnp.scene.colour import contrast, inks_of

PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
HAIRLINE = 0.1
"""Millimetres: printers draw thinner lines broken, or not at all."""
MOST_INK = 2.8
"""Solids of four inks on each other: home paper takes no more before it cockles and smears (280 %)."""
DETAIL = 0.25
"""A share of a drawing's lines that may be hairlines, and break: what they show is a detail."""
LARGE = 100.0
"""The mm² from which so much ink matters."""


def much_ink(drawing: Standing, shapes: Sequence[Shape]) -> Iterator[Finding]:
    """A ground that takes more ink than paper does; each drawing once."""
    for shape in shapes:
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        taken = _inks(colour)
        if taken > MOST_INK and area(shape.polygon) > LARGE:
            message = f"a ground of {colour} takes about {100 * taken:.0f} % of ink"
            hint = f"make it lighter, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield finding_at("warning", "much-ink", drawing.place, "fill", message, hint)
            return


def much_ink_of_pictures(drawing: Standing, shapes: Sequence[Shape], samples: Samples) -> Iterator[Finding]:
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


def _inks(colour: Colour) -> float:
    return sum(inks_of(colour))


def hairlines(drawing: Standing, shapes: Sequence[Shape]) -> Iterator[Finding]:
    """Lines too thin to be printed whole, if a drawing has more than details of them; one round a shape of its own
    colour, or of paper's, only closes seams."""
    lines = [
        (shape.line, sum(math.dist(*ends) for ends in pairwise(shape.polygon)))
        for shape in shapes
        if shape.line and shape.ink and shape.ink != shape.fill and contrast(shape.ink, "#FFFFFF") >= PRINTED
    ]
    thin = [(width, length) for width, length in lines if width < HAIRLINE - SLACK / 10]
    if sum(length for _, length in thin) > DETAIL * sum(length for _, length in lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield finding_at("warning", "hairline", drawing.place, "stroke", message, "make it wider, or scale it less")
