"""How a printer misses the page: an affine map from where ink should be to where it lands.

Home printers set a side up to 4 mm off, turned by a degree and a hundredth too large or too small, each side in its own
way. All of it is undone by drawing the page through the inverse of that map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import Point, map_point
from pnp.scene import IDENTITY, Matrix

Pair: TypeAlias = tuple[Point, Point]
"""Where a point of the page should be, and where it was found on the paper: mm from the paper's top left."""


class Misprint(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a printer does to one side of an upright sheet, seen from that side: how far the paper's middle is printed
    to the right and down, in mm; by how many degrees the print is turned, clockwise; and its scale across and along."""

    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    across: float = 1.0
    along: float = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """From where ink should be to where it lands, on paper of this size."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        a, b, c, d = cos * self.across, sin * self.across, -sin * self.along, cos * self.along
        x, y = width / 2, height / 2
        return (a, b, c, d, x + self.right - a * x - c * y, y + self.down - b * x - d * y)

    def undone(self, width: float, height: float) -> Matrix:
        """Through what a page is to be drawn, so that this printer sets it right."""
        if self == NONE:
            return IDENTITY
        return inverse(self.matrix(width, height))


NONE = Misprint()
"""Of a printer that prints true."""


def inverse(matrix: Matrix) -> Matrix:
    """The way back from a matrix that does not flatten."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def fitted(pairs: Sequence[Pair], width: float, height: float) -> Misprint:
    """The misprint that explains best, by least squares, where points were found; at least three, not in one line."""
    across = [x - width / 2 for (x, _), _ in pairs]
    along = [y - height / 2 for (_, y), _ in pairs]
    right, a, c = _plane(across, along, [found[0] - width / 2 for _, found in pairs])
    down, b, d = _plane(across, along, [found[1] - height / 2 for _, found in pairs])
    # The lines across and those along tell the angle, each the better the further its points are apart.
    weights = _spread(across), _spread(along)
    angles = math.atan2(b, a), math.atan2(-c, d)
    turn = sum(weight * angle for weight, angle in zip(weights, angles, strict=True)) / sum(weights)
    return Misprint(right, down, math.degrees(turn), math.hypot(a, b), math.hypot(c, d))


def rest(pairs: Iterable[Pair], misprint: Misprint, width: float, height: float) -> float:
    """What a misprint leaves unexplained: how far points were found from where it would set them, in mm, as the root
    of the mean square."""
    matrix = misprint.matrix(width, height)
    squares = [math.dist(map_point(matrix, *meant), found) ** 2 for meant, found in pairs]
    return math.sqrt(sum(squares) / len(squares))


def _plane(us: Sequence[float], vs: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """The plane through values at (u, v): its height at the origin, its slopes along u and v."""
    count = len(values)
    u0, v0, w0 = sum(us) / count, sum(vs) / count, sum(values) / count
    uu = sum((u - u0) ** 2 for u in us)
    vv = sum((v - v0) ** 2 for v in vs)
    uv = sum((u - u0) * (v - v0) for u, v in zip(us, vs, strict=True))
    uw = sum((u - u0) * w for u, w in zip(us, values, strict=True))
    vw = sum((v - v0) * w for v, w in zip(vs, values, strict=True))
    size = uu * vv - uv * uv
    slope_u, slope_v = (uw * vv - vw * uv) / size, (vw * uu - uw * uv) / size
    return w0 - slope_u * u0 - slope_v * v0, slope_u, slope_v


def _spread(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values)
