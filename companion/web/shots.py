"""Photographs with what was read of the pieces in them laid over, as pages draw them (`photo_parts.html`)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.sight.reading import Reading, Seen
from companion.web.photographs import Area

RIM: Final = 0.08
"""Of a piece's size, what is shown round it of the photograph."""
PLATE: Final = 0.028
"""How high letters are on a photograph, of its longer side."""


class Over(Struct, frozen=True):
    """What is drawn over a piece of a photograph: its outline, the middle of its plate, what stands there, and the
    number of the doubt (0: none)."""

    outline: str
    x: float
    y: float
    says: str
    doubt: int


class Shot(Struct, frozen=True):
    """A photograph: its JPEG as text, its size in pixels, how high its letters are, and what is drawn over it."""

    jpeg: str
    width: int
    height: int
    letters: float
    over: tuple[Over, ...]


Said = tuple[str, int, tuple[float, float]]
"""What stands on a piece, the number of its doubt (0: none), and where its plate is, in pixels."""


def laid_over(seen: Seen, said: Callable[[Reading], Said]) -> Shot:
    """A photograph with each of its pieces."""
    sighted = seen.sighted
    letters = PLATE * max(sighted.width, sighted.height)
    over = tuple(_over(one, *said(one)) for one in sighted.readings if one.corners)
    return Shot(base64.b64encode(seen.straight).decode(), sighted.width, sighted.height, round(letters, 1), over)


def _over(reading: Reading, says: str, doubt: int, at: tuple[float, float]) -> Over:
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in reading.corners)
    return Over(outline, round(at[0], 1), round(at[1], 1), says, doubt)


def middle(area: Area) -> tuple[float, float]:
    """The middle of a part of a picture."""
    left, top, wide, high = area
    return left + wide / 2, top + high / 2


def around(*readings: Reading) -> Area:
    """The square of the photograph that shows a piece, or several."""
    across, down = zip(*(corner for one in readings for corner in one.corners), strict=True)
    side = max(max(across) - min(across), max(down) - min(down)) * (1 + 2 * RIM)
    left, top = (min(across) + max(across) - side) / 2, (min(down) + max(down) - side) / 2
    return round(left, 1), round(top, 1), round(side, 1), round(side, 1)
