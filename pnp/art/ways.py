"""Bent lines to stand on, as short straight pieces."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from pnp.art.paths import Point
from pnp.scene import Matrix


class Way:
    """A bent line to stand on, as short straight pieces."""

    def __init__(self, points: Sequence[Point]) -> None:
        """Raises ValueError if it has no length."""
        self._points = [points[0], *(end for start, end in pairwise(points) if math.dist(start, end) > 1e-6)]
        self._ends = list(accumulate(math.dist(*ends) for ends in pairwise(self._points)))
        if not self._ends:
            raise ValueError("the way has no length")
        self.length = self._ends[-1]

    def at(self, along: float) -> Matrix:
        """The matrix that takes the origin to a place of the way, its x axis along it."""
        number = min(bisect_right(self._ends, max(0.0, along)), len(self._ends) - 1)
        (x, y), (end_x, end_y) = self._points[number], self._points[number + 1]
        length = math.dist((x, y), (end_x, end_y))
        dx, dy = (end_x - x) / length, (end_y - y) / length
        rest = along - (self._ends[number] - length)
        return (round(dx, 9), round(dy, 9), round(-dy, 9), round(dx, 9), x + dx * rest, y + dy * rest)
