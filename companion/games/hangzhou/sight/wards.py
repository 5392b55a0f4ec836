"""Where the spaces of Hangzhou's city, and the gates of its merchants, are printed on its board."""

from __future__ import annotations

from typing import Final

from companion.games.hangzhou.names import Space

PITCH: Final = 42.0
FIRST: Final = (59.0, 64.5)
"""From the middle of one space to that of the next, and that of A1, mm."""
TERRACES: Final = ((143.0, 38.1), (258.6, 157.8), (143.0, 279.4), (27.4, 157.8))
"""The middles of the terraces where the merchants wait, in their order, mm."""


def middle(space: Space) -> tuple[float, float]:
    """Returns the centre of a space on the board, mm."""
    column, row = "ABCDE".index(space.value[0]), int(space.value[1]) - 1
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH
