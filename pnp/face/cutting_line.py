"""The line that shows where to cut a piece out, where little ink is printed and no frame of its own shows it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pnp.scene import Box, Colour, Ellipse, Group, Item, Path, Rect, Stroke

NEAR = 3.0
"""Millimetres from the trim within which a frame shows where to cut."""
CUT = (0.2, (1.0, 1.0))
"""Width and dashes of the line, in mm."""


def is_framed(items: Iterable[Item], width: float, height: float) -> bool:
    """Whether an outline lies near enough to the trim to cut by."""
    return any(_is_frame(item, width, height) for item in items)


def cutting_line(
    width: float, height: float, corner: float, outline: Path | Ellipse | None, colour: Colour
) -> Rect | Path | Ellipse:
    """Along the trim of a piece that is so large, in mm, with such corners, or of such an outline."""
    stroke = Stroke(colour, *CUT)
    if outline is None:
        return Rect(Box(0.0, 0.0, width, height), stroke=stroke, radius=corner)
    return msgspec.structs.replace(outline, fill=None, stroke=stroke)


def _is_frame(item: Item, width: float, height: float) -> bool:
    if isinstance(item, Group):
        return item.clip is None and is_framed(item.items, width, height)
    if not isinstance(item, Rect | Ellipse) or item.stroke is None:
        return False
    box = item.box
    margins = (box.x, box.y, width - box.right, height - box.bottom)
    return all(-0.01 <= margin <= NEAR for margin in margins)
