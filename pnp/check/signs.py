"""Signs and lines at the trim, where each slip of the knife shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.demands import Demands
from pnp.check.leaves import clearance, trim_polygon
from pnp.check.outlines import Shape
from pnp.check.places import finding_at
from pnp.check.sides import SLACK, Trim, trim_of
from pnp.check.standing import Standing
from pnp.findings import Finding
from pnp.scene import Scene

DRAWN = ("shape", "")
"""Sorts of words that draw shapes and lines."""
HATCHED = 4
"""More lines than these in one drawing are a hatch, which may begin anywhere."""


def at_trim(drawing: Standing, shapes: Sequence[Shape], scene: Scene, demands: Demands) -> Iterator[Finding]:
    """Signs that are cut, or stand too near to the cut; lines that run along it."""
    clear = demands.art_clear(scene.width, scene.height)
    hint = "move it inwards, or let it run on over the cut; where it is meant, near = true"
    if drawing.origin.sort == "icon" and shapes:
        away = min(clearance(trim_polygon(scene), shape.box) for shape in shapes)
        if away < clear - SLACK:
            near = f"a sign stands {max(away, 0):.1f} mm from the trim, nearer than {demands.told(clear)}"
            message = near if away >= -SLACK else f"{-away:.1f} mm of a sign are cut off"
            yield finding_at("warning", "art-trim", drawing.place, "icon", message, hint)
    elif drawing.origin.sort in DRAWN and scene.outline is None:
        lines = [shape for shape in shapes if shape.line] if len(shapes) <= HATCHED else []
        away = min(
            (gap for shape in lines for gap in _gaps(shape, clear, trim_of(scene), demands.bleed)), default=clear
        )
        if away < clear - SLACK:
            nearer = f"nearer than {demands.told(clear)}"
            message = f"a line runs {max(away, 0):.1f} mm from the trim and along it, {nearer}"
            yield finding_at("warning", "art-trim", drawing.place, "stroke", message, hint)


def _gaps(shape: Shape, clear: float, trim: Trim, bleed: float) -> Iterator[float]:
    """What is left between a line and the sides of the trim that it runs along."""
    for side, reach in enumerate(trim.reach(shape)):
        if -clear < reach + shape.line / 2:
            for out, _ in trim.runs(shape, side):
                if -clear < out + shape.line / 2 and out - shape.line / 2 < bleed:
                    yield -out - shape.line / 2
