"""What was found of a test page's two sides, and what it says of the printer: the same by eye and by camera."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from pnp.art.paths import Point, map_point
from pnp.calibration.geometry import LETTERS, Geometry, Letter
from pnp.calibration.profiles import ProfileError, check_misprint
from pnp.sheet.paper import MARGIN
from pnp.sheet.printer import Misprint, Pair, Printer, fitted, rest

PARAMETERS = 5
"""Of a misprint."""
BY_EYE = 0.1
"""A vernier is not read better than this, mm, however well four readings agree."""
DISAGREEING = 0.9
"""Millimetres by which four readings, each of them within 0.2, may miss to lie on one plane."""


class Measured(msgspec.Struct, frozen=True):
    """A side's misprint, and how far from that, in mm each way, the print of a corner of the paper may be."""

    misprint: Misprint
    uncertainty: float


def measured(pairs: Sequence[Pair], size: tuple[float, float], least: float, side: str) -> Measured:
    """The misprint of a side from points that were found on it, which is not better known than to `least` mm. Raises
    ProfileError, if no printer prints so."""
    misprint = fitted(pairs, *size)
    check_misprint(misprint, side)
    spare = 2 * len(pairs) - PARAMETERS
    scatter = rest(pairs, misprint, *size) * math.sqrt(len(pairs) / spare)
    across, along = ([place[way] - size[way] / 2 for place, _ in pairs] for way in (0, 1))
    corner = (size[0] / 2) ** 2 / sum(u * u for u in across) + (size[1] / 2) ** 2 / sum(v * v for v in along)
    return Measured(misprint, math.hypot(least, scatter * math.sqrt(1 / len(pairs) + corner)))


def by_eye(
    geometry: Geometry, front: Mapping[Letter, Point], back: Mapping[Letter, Point]
) -> tuple[Measured, Measured]:
    """Front and back, from what was read of a sheet: where the crosses of the front stand, from the paper's left and
    upper edges; and how far those of the back lie right and down of them, seen from the front. Millimetres.

    Raises ProfileError if readings do not go together, or no printer prints so.
    """
    meant = geometry.crosses()
    misses = {letter: (x - meant[letter][0], y - meant[letter][1]) for letter, (x, y) in front.items()}
    for side, read in (("front", misses), ("back", back)):
        for index, way in enumerate(("to the right", "down")):
            a, b, c, d = (read[letter][index] for letter in LETTERS)
            off = abs(a - b + c - d)
            if not off <= DISAGREEING:
                raise ProfileError(
                    f"the {side}'s four readings {way} do not go together: one of them is off by about {off:.1f} mm; "
                    "read them again"
                )
    width, height = geometry.size
    behind = geometry.crosses("back")
    found_front: list[Pair] = []
    found_back: list[Pair] = []
    for letter in LETTERS:
        x, y = front[letter]
        right, down = back[letter]
        found_front.append((meant[letter], (x, y)))
        found_back.append((behind[letter], (width - x - right, y + down)))
    size = (width, height)
    return measured(found_front, size, BY_EYE, "front"), measured(found_back, size, BY_EYE, "back")


def apart(printer: Printer, size: tuple[float, float]) -> float:
    """How far the back of a printer lies from its front, in mm, where they are furthest apart: at a corner of the
    paper's field. Both as they print now, uncorrected."""
    width, height = size
    worst = 0.0
    for x in (10.0, width - 10.0):
        for y in (10.0, height - 10.0):
            front = map_point(printer.front.matrix(width, height), x, y)
            back_x, back_y = map_point(printer.back.matrix(width, height), width - x, y)
            worst = max(worst, math.dist(front, (width - back_x, back_y)))
    return worst


def astray(misprint: Misprint, size: tuple[float, float]) -> float:
    """How far, in mm, a line that is printed along the middle of the page, up or across, lies from the middle of the
    paper where it is furthest off: there a gutterfold is folded."""
    width, height = size
    matrix = misprint.matrix(width, height)
    up = [map_point(matrix, width / 2, y)[0] - width / 2 for y in (MARGIN, height - MARGIN)]
    across = [map_point(matrix, x, height / 2)[1] - height / 2 for x in (MARGIN, width - MARGIN)]
    return max(map(abs, (*up, *across)))


def moved(misprint: Misprint, size: tuple[float, float]) -> float:
    """How far, in mm, the correction of a side moves what stands at the corners of the paper's field: so much nearer to
    the page's edge it comes, where printers print nothing."""
    width, height = size
    undone = misprint.undone(width, height)
    corners = [(x, y) for x in (MARGIN, width - MARGIN) for y in (MARGIN, height - MARGIN)]
    return max(math.dist(corner, map_point(undone, *corner)) for corner in corners)
