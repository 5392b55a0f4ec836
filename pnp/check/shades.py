"""How a text stands out against what lies beneath it, where colours run into each other and things are see-through."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

from pnp.scene import Box, Colour
from pnp.scene.colour import contrast
from pnp.scene.gradient import mixed

Shares: TypeAlias = Mapping[Colour, float]
"""Colours under a box, and how much of it each takes."""
LEAST = 0.05
"""Millimetres: nothing is parted more finely."""


def too_near(colour: Colour, opacity: float, beneath: Shares, needed: float) -> dict[Colour, float]:
    """The colours beneath a text that are too near to its own, and their shares."""
    own = colour if opacity == 1 else ""
    return {
        ground: share
        for ground, share in beneath.items()
        if contrast(own or mixed(colour, ground, opacity), ground) < needed
    }


def share_of(shares: Shares) -> float:
    return sum(shares.values())


def parted(box: Box) -> list[Box]:
    """A box as pieces about as long as it is high."""
    across = box.width >= box.height
    count = math.ceil(max(box.width, box.height) / max(min(box.width, box.height), LEAST))
    way = (box.width if across else box.height) / max(1, count)
    steps = (number * way for number in range(max(1, count)))
    if across:
        return [Box(box.x + step, box.y, way, box.height) for step in steps]
    return [Box(box.x, box.y + step, box.width, way) for step in steps]
