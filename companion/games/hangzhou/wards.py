"""Where the spaces of Hangzhou's city are printed on its board."""

from __future__ import annotations

from typing import Final

from companion.games.hangzhou.names import Space

PITCH: Final = 42.0
FIRST: Final = (59.0, 64.5)
"""From the middle of one space to that of the next, and that of A1, mm."""


def middle(space: Space) -> tuple[float, float]:
    """The middle of a space on the board, mm."""
    column, row = "ABCDE".index(space.value[0]), int(space.value[1]) - 1
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH
