"""Finds cards without a readable seal, by parts of their faces on the plane of the found ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.kit import PER_MM
from companion.sight.plane import Box, Plane, above, cut, evened, likeness, moved, shift, turn
from pnp.camera import Array, Picture

COARSE: Final = 1.2
"""Pixels to a millimetre: what is far away has no more."""
FLAT: Final = 1e-3
"""Keeps a part without any contrast from being like everything."""
MOST_PEAKS: Final = 400
"""Likely places of which the nearly same are left out."""


class Pattern(Struct, frozen=True, eq=False):
    """A part of a face in even contrast to search for (`COARSE` pixels per mm), in these sizes (1: as printed); and the
    minimum likeness of a place (1: identical, 0: nothing in common)."""

    face: Array
    part: Box
    scales: tuple[float, ...]
    least: float

    @property
    def middle(self) -> Array:
        left, top, right, bottom = self.part
        return np.array([(left + right) / 2, (top + bottom) / 2])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        left, top, right, bottom = self.part
        return round((right - left) * COARSE), round((bottom - top) * COARSE)


class Likely(Struct, frozen=True, eq=False):
    """A place that may have a card: its likeness to a pattern, the card's position on the plane (from millimetres of
    its face, 3 by 3), and the number of the pattern."""

    likeness: float
    laid: Array
    pattern: int


def smaller(face: Array) -> Array:
    """Returns a printed face in even contrast, like patterns."""
    share = COARSE / PER_MM
    return evened(cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), COARSE)


def find_places(
    grey: Picture,
    flat: Plane,
    patterns: Sequence[Pattern],
    *,
    ways: Sequence[float],
    turns: Sequence[float],
    reach: float,
) -> list[Likely]:
    """Returns places on a plane that look like a pattern, up to `reach` mm from its cards, likeliest first.

    Cards lie along one of the `ways` (degrees on the plane) or upside down, and rotated by one of the `turns`.
    """
    found = []
    for way in ways:
        turned = turn(way)
        cards = tuple(np.linalg.inv(turned) @ card for card in flat.cards)
        table = above(grey, Plane(flat.matrix @ turned, cards), COARSE, reach)
        even = evened(table.picture, COARSE)
        for number, pattern in enumerate(patterns):
            spread = _spread(even, pattern)
            for askew, scale in product(turns, pattern.scales):
                window = _turned(pattern, askew, scale)
                for half, shown in ((0.0, window), (180.0, np.ascontiguousarray(window[::-1, ::-1]))):
                    onto = turn(askew + half) @ np.diag([scale, scale, 1.0]) @ shift(*-pattern.middle)
                    for like, spot in _peaks(even, spread, shown, pattern.least):
                        laid = turned @ shift(*(spot / COARSE + table.corner)) @ onto
                        found.append(Likely(like, laid, number))
    return sorted(found, key=lambda one: -one.likeness)[:MOST_PEAKS]


def apart(places: Sequence[Likely], middle: Array, taken: Array, near: float, most: int) -> list[Likely]:
    """Returns the first places, without those within `near` mm of an earlier one, or of taken places of the plane;
    measured at a point of the card's face."""
    kept: list[Likely] = []
    for one in places:
        spot = moved(one.laid, middle)
        if len(kept) < most and np.hypot(*(taken - spot).T).min() > near:
            kept.append(one)
            taken = np.concatenate([taken, spot])
    return kept


def compare(
    grey: Picture, matrix: Array, faces: Mapping[str, Array], part: Box, slack: float, per_mm: float = PER_MM
) -> tuple[dict[str, float], Array]:
    """Returns the likeness of a part of each evened face to the picture, within `slack` mm of its estimated position (3
    by 3); and the step from there to the best position."""
    shown = cut(grey, matrix, part, slack, per_mm)
    found = {key: likeness(shown, face, part, per_mm) for key, face in faces.items()}
    _, right, down = max(found.values())
    return {key: like for key, (like, _, _) in found.items()}, shift(right - slack, down - slack)


def _turned(pattern: Pattern, askew: float, scale: float) -> Array:
    """Returns a pattern, rotated clockwise by a few degrees around its centre, and scaled."""
    size = pattern.size
    x, y = pattern.middle * COARSE - 0.5
    matrix = cv2.getRotationMatrix2D((float(x), float(y)), -askew, scale)
    matrix[:, 2] += (np.array(size) - 1) / 2 - (x, y)
    return np.asarray(cv2.warpAffine(pattern.face, matrix, size, borderMode=cv2.BORDER_REFLECT), dtype=np.float32)


def _spread(shown: Array, pattern: Pattern) -> Array:
    """Returns the standard deviation of light in each part as large as a pattern, by the part's upper left corner."""
    (width, height), anchor = pattern.size, (0, 0)
    sums, squares = (
        cv2.boxFilter(one, cv2.CV_64F, (width, height), anchor=anchor, normalize=False) for one in (shown, shown**2)
    )
    spread = np.sqrt(np.maximum(squares - sums**2 / (width * height), 0.0)) + FLAT
    return np.asarray(spread[: shown.shape[0] - height + 1, : shown.shape[1] - width + 1], dtype=np.float32)


def _peaks(shown: Array, spread: Array, window: Array, least: float) -> list[tuple[float, Array]]:
    """Returns where a window is most similar: the likeness, and its centre in pixels."""
    height, width = window.shape
    if height > shown.shape[0] or width > shown.shape[1]:
        return []
    off = window - window.mean()
    # As cv2.TM_CCOEFF_NORMED counts it, which would work the spread out anew for each of the many windows.
    like = cv2.matchTemplate(shown, off, cv2.TM_CCORR) / (spread * np.linalg.norm(off))
    peaks = (like >= least) & (like == cv2.dilate(like, np.ones((7, 7), np.uint8)))
    return [
        (float(like[row, column]), np.array([column + width / 2, row + height / 2]))
        for row, column in np.argwhere(peaks)
    ]
