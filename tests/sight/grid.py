"""How exactly the spaces of a city are found."""

from __future__ import annotations

import numpy as np
from city import Taken, middle

from companion.games.hangzhou.names import SPACES
from companion.sight.board import View

GRID = np.array([(*middle(space), height) for space in SPACES for height in (0.0, 2.0)])
"""The middles of the spaces, on the board and on a shop, mm."""


def off(found: View, how: Taken) -> float:
    """How far from its true place a space is looked for, at worst, mm."""
    truly = how.seen(GRID)
    looked = [found.pose.on_board(truly[at : at + 1], height)[0] for at, (_, _, height) in enumerate(GRID)]
    return float(np.linalg.norm(np.array(looked) - GRID[:, :2], axis=1).max())
