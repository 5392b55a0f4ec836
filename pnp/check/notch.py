"""The notch for a thumb in the front of a tuck box, which cuts into what stands at the middle of its upper edge."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.art.paths import Point
from pnp.check.outlines import gap


def reach(polygon: Sequence[Point], notch: float, width: float) -> float:
    """How far a polygon reaches into the notch of this radius, on a face of this width, in mm; negative, if it stays
    that far away from it."""
    return notch - gap(polygon, ((width / 2, 0.0),))
