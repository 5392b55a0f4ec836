"""How flat a sheet lies in a photograph.

A printer sets all of a page by one scale each way, and at one angle. A sheet that curls by 2 mm at two edges shows what
is printed a tenth of a millimetre elsewhere, on the mean, than one such map would.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from pnp.sheet.printer import Pair

TIMES = 2.5
"""How many times as far as what is printed strays, on the mean, a corner may be from where it is measured: on sheets
that curl by up to 5 mm, either way, seen from up to 20° aslant."""


class Flatness(msgspec.Struct, frozen=True):
    """How far what is printed strays (the root of the mean square, mm), and by how many degrees the lines of the page
    are further from a right angle than they should be: of a sheet that was pulled in askew, for a camera sees that it
    has right angles itself."""

    strays: float
    askew: float

    def doubt(self, size: tuple[float, float]) -> float:
        """How far from where it is measured a corner of a sheet of this size may be for that, mm each way."""
        return math.hypot(TIMES * self.strays, math.radians(self.askew) / 2 * max(size) / 2)


def flatness(pairs: Sequence[Pair]) -> Flatness:
    """How flat the sheet lies on which points were found so; at least three, not in one line."""
    meant, found = (np.array([pair[which] for pair in pairs]) for which in (0, 1))
    ways = np.column_stack([meant, np.ones(len(meant))])
    plane, *_ = np.linalg.lstsq(ways, found, rcond=None)
    (a, b), (c, d), _ = plane
    off = np.sum((found - ways @ plane) ** 2, axis=1)
    return Flatness(float(np.sqrt(off.mean())), abs(math.degrees(math.atan2(b, a) - math.atan2(-c, d))))
