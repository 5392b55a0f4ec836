"""More ink than paper takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.layers import Layers
from pnp.check.leaves import placed_pictures
from pnp.check.outlines import ANY, Shape, area, banded, holds
from pnp.check.places import finding_at
from pnp.check.samples import Samples
from pnp.check.standing import Standing
from pnp.findings import Finding
from pnp.scene import Colour
from pnp.scene.colour import inks_of

PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
MOST_INK = 2.8
"""Solids of four inks on each other: home paper takes no more before it cockles and smears (280 %)."""
LARGE = 100.0
"""The mm² from which so much ink matters."""
_LOOKS = 8
"""Points across and down at which is looked whether a ground is covered."""


def much_ink(drawing: Standing, shapes: Sequence[Shape], layers: Layers, number: int) -> Iterator[Finding]:
    """A ground that takes more ink than paper does, where it is not covered; each drawing once."""
    for shape in map(banded, shapes):
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        taken = _inks(colour)
        if taken > MOST_INK and area(shape.polygon) > LARGE and _bare(shape, layers, number) > LARGE:
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


def _bare(shape: Shape, layers: Layers, number: int) -> float:
    """About how many mm² of a shape of a drawing nothing covers that is drawn later."""
    box = shape.box
    shares = [(2 * step + 1) / (2 * _LOOKS) for step in range(_LOOKS)]
    points = [(box.x + across * box.width, box.y + down * box.height) for across in shares for down in shares]
    held = [at for at in points if holds(shape.polygon, [at])]
    bare = [at for at in held if layers.top(at, number) in (None, shape)]
    return area(shape.polygon) * len(bare) / len(held) if held and not shape.veiled else area(shape.polygon)


def _inks(colour: Colour) -> float:
    return sum(inks_of(colour))
