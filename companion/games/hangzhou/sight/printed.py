"""The kit's own price tiles and paper dice on the market, compared with their printed faces.

A tile lies on its place, with its price under the awning; the upper face of a paper die is higher, and turned anyhow.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.components import DYE_ROWS
from companion.sight.appearance import PER_MM, Appearance, Look, look_of, painted
from companion.sight.board import View
from companion.sight.kit import render_prints
from companion.sight.matching import Spot, best_match, measure_colour_distance
from companion.sight.plane import Box
from companion.sight.windows import window
from pnp.camera import Picture

SIDE: Final = 32.0
"""Side of the part of the board that is compared, mm."""
LOW, HIGH = 1.0, 16.0
"""Height of a tile's face and of a die's upper one, mm."""
COIN: Final[Box] = (8.4, 8.4, 15.1, 15.1)
"""Where a die's face shows its price, mm (faces/price-die.toml)."""
REACH: Final = 4.0
"""Distance from its place within which a piece is looked for, mm."""
TURNS: Final = (-6.0, 0.0, 6.0)
QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)
COLOUR_WEIGHT: Final = 2.0
"""Weight of a distance of colours beside a likeness."""
MAYBE, SURE, MARGIN = 0.5, 0.62, 0.15
"""Likeness of what may be a printed piece, and surely is one; and how far it is then ahead of any other value."""


class _Face(Struct, frozen=True, eq=False):
    """A face as it may lie: its value, its look, how high it is (mm), and by how many degrees it is turned."""

    value: str
    look: Look
    height: float
    turns: tuple[float, ...]


@lru_cache(maxsize=1)
def _faces(board: Appearance) -> tuple[_Face, ...]:
    """Returns all faces: tiles show their prices from left to right along three edges, each side of a die shows one."""
    wanted = ("price-tiles", "front"), *(("price-dice", f"side-{side}") for side in range(1, 7))
    printed = render_prints("hangzhou", wanted, board.ink, PER_MM)
    found = []
    for row in DYE_ROWS:
        tile = look_of(painted(printed["price-tiles", row.dye.value, "front"], board.colours))
        prices = row.sides[:3] if row.natural else row.sides[3:]
        for price, turn in zip(prices, (90.0, 0.0, 270.0), strict=True):
            side = printed["price-dice", row.dye.value, f"side-{row.sides.index(price) + 1}"]
            found.append(_Face(f"{row.dye.letter}{price}", tile, LOW, (turn,)))
            found.append(_Face(f"{row.dye.letter}{price}", look_of(painted(side, board.colours)), HIGH, QUARTERS))
    return tuple(found)


def read_printed(picture: Picture, view: View, board: Appearance, x: float, y: float) -> tuple[str, str, bool] | None:
    """Returns the value of a printed piece at a place of the board (mm), the next likely one, and if it is sure."""
    gain = board.gain[round(y * PER_MM), round(x * PER_MM)]
    shown = {
        height: look_of(window(picture, view, (x, y, height), SIDE, round(SIDE * PER_MM)) / gain)
        for height in (LOW, HIGH)
    }
    scores: dict[str, tuple[float, float]] = {}
    for one in _faces(board):
        seen, face = shown[one.height], one.look
        box = (1.0, 1.0, face.size[0] - 1.0, face.size[1] - 1.0)
        turns = [quarter + turn for quarter in one.turns for turn in TURNS]
        best = best_match(seen, face, box, Spot(SIDE / 2, SIDE / 2), REACH, turns)
        likeness = best.likeness
        if one.height > LOW:
            likeness = (likeness + best_match(seen, face, COIN, best.spot, 1.0, TURNS).likeness) / 2
        score = likeness - COLOUR_WEIGHT * measure_colour_distance(seen, face, box, best.spot)
        scores[one.value] = max(scores.get(one.value, (-9.0, 0.0)), (score, likeness))
    (first, (score, likeness)), (second, (other, _)) = sorted(scores.items(), key=lambda one: one[1], reverse=True)[:2]
    return (first, second, likeness >= SURE and score - other >= MARGIN) if likeness >= MAYBE else None
