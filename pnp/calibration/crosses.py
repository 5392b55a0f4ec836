"""The crosses of a test page in a photograph.

On a sheet that is not flat what is printed within the frame is not where it should be, even where all that is straight
on it stays so.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from pnp.calibration.geometry import ARM, CIRCLES, Geometry
from pnp.calibration.lines import Array, through
from pnp.camera import PhotographError
from pnp.sheet.printer import Side

REACH = 4.0
"""How far from where it should be by the corner marks a cross is looked for, mm: on a sheet that rises by 5 mm it is 3
away."""
WITHIN = 5.6
"""Half of what is compared, mm: all of the circles, and none of the scales beyond."""
CELL, LINE = 0.1, 0.2
"""Millimetres between samples, and how far a line spreads about its middle in a photograph."""
LEAST_SEEN = 4
"""Of five."""
LEAST_ALIKE = 0.4
"""How well what is seen agrees with a cross, from -1 to 1."""


def crosses(picture: Array, to_picture: Array, geometry: Geometry, side: Side) -> tuple[Array, Array]:
    """Where the crosses of a side are that are seen, in pixels; and where they should be on the page, mm. A row for
    each. Raises PhotographError if too few are."""
    wanted = np.array(geometry.all_crosses(side))
    spots = [_found(picture, to_picture, place) for place in wanted]
    seen = np.array([spot is not None for spot in spots])
    if seen.sum() < LEAST_SEEN:
        raise PhotographError(
            "uneven",
            "the crosses of the page are not to be seen: lay nothing on the sheet, and take it sharp, from near",
        )
    return np.array([spot for spot in spots if spot is not None]), wanted[seen]


def _found(picture: Array, to_picture: Array, place: Array) -> Array | None:
    """Where the cross is that should be at a place of the page, in pixels."""
    steps = np.arange(-WITHIN - REACH, WITHIN + REACH + CELL / 2, CELL)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    there = through(to_picture, (place + grid).reshape(-1, 2)).astype(np.float32).reshape(*grid.shape)
    seen = cv2.remap(picture, there[..., 0], there[..., 1], cv2.INTER_LINEAR)
    alike: Array = np.asarray(cv2.matchTemplate(seen, _cross(), cv2.TM_CCOEFF_NORMED), dtype=np.float64)
    _, most, _, (column, row) = cv2.minMaxLoc(alike)
    if not most > LEAST_ALIKE or not (0 < column < len(alike) - 1 and 0 < row < len(alike) - 1):
        return None
    right = column + _top(alike[row, column - 1 : column + 2])
    down = row + _top(alike[row - 1 : row + 2, column])
    found: Array = through(to_picture, (place + np.array([right, down]) * CELL - REACH)[None, :])[0]
    return found


def _top(three: Array) -> float:
    """Where a curve through three values has its top, from the middle one."""
    before, at, after = (float(value) for value in three)
    return 0.5 * (before - after) / (before - 2 * at + after)


@cache
def _cross() -> Array:
    """A cross as a photograph shows it: dark is less."""
    steps = np.arange(-WITHIN, WITHIN + CELL / 2, CELL)
    x, y = np.meshgrid(steps, steps)
    arms = [np.where(np.abs(along) < ARM, np.abs(across), np.inf) for along, across in ((x, y), (y, x))]
    off = np.min([*arms, *(np.abs(np.hypot(x, y) - radius) for radius in CIRCLES)], axis=0)
    result: Array = -np.exp(-((off / LINE) ** 2) / 2).astype(np.float32)
    return result
