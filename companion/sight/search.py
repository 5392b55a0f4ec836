"""Finds cards without a readable seal, by parts of their faces on the plane of the found ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.kit import PER_MM
from companion.sight.matching import turn_part
from companion.sight.plane import Box, Plane, cut, evened, likeness, moved, shift, turn, warp
from pnp.camera import Array, Picture

COARSE: Final = 1.2
"""Pixels to a millimetre: what is far away has no more."""
STEP: Final = 10.0
"""Distance between points of the plane that may be in the picture, mm."""
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


class Likely(Struct, frozen=True, eq=False):
    """A place that may have a card: its likeness to a pattern, the card's position on the plane (from millimetres of
    its face, 3 by 3), and the number of the pattern."""

    likeness: float
    laid: Array
    pattern: int


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
        table, corner = _rectify(grey, Plane(flat.matrix @ turned, cards), reach)
        even = evened(table, COARSE)
        for number, pattern in enumerate(patterns):
            for askew, scale in product(turns, pattern.scales):
                window = turn_part(pattern.face, pattern.part, COARSE, askew, scale)
                for half, shown in ((0.0, window), (180.0, np.ascontiguousarray(window[::-1, ::-1]))):
                    onto = turn(askew + half) @ np.diag([scale, scale, 1.0]) @ shift(*-pattern.middle)
                    for like, spot in _peaks(even, shown, pattern.least):
                        laid = turned @ shift(*(spot / COARSE + corner)) @ onto
                        found.append(Likely(like, laid, number))
    return sorted(found, key=lambda one: -one.likeness)[:MOST_PEAKS]


def _rectify(grey: Picture, flat: Plane, reach: float) -> tuple[Array, Array]:
    """Returns a rectified view of a plane, up to `reach` mm from its cards and as far as it is in the picture, `COARSE`
    pixels per mm; and its upper left corner on the plane, mm."""
    middles = np.array([card[:2, 2] for card in flat.cards])
    low, high = middles.min(axis=0) - reach, middles.max(axis=0) + reach
    spots = np.stack(np.meshgrid(*(np.arange(*ends, STEP) for ends in zip(low, high, strict=True))), axis=-1).reshape(
        -1, 2
    )
    seen = np.column_stack([spots, np.ones(len(spots))]) @ flat.matrix.T
    before = seen[:, 2] * np.sign((np.append(middles[0], 1.0) @ flat.matrix.T)[2]) > 0  # the camera, not behind it
    pixels = seen[:, :2] / np.where(before, seen[:, 2], 1.0)[:, None]
    shown = spots[before & (pixels >= 0).all(axis=1) & (pixels < grey.shape[1::-1]).all(axis=1)]
    corner = shown.min(axis=0)
    wide, tall = np.maximum(1, np.round((shown.max(axis=0) - corner) * COARSE)).astype(int).tolist()
    onto = shift(*corner) @ np.diag([1 / COARSE, 1 / COARSE, 1.0])
    return warp(grey, flat.matrix @ onto, (wide, tall)), corner


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


def _peaks(shown: Array, window: Array, least: float) -> list[tuple[float, Array]]:
    """Returns where a window is most similar: the likeness, and its centre in pixels."""
    height, width = window.shape
    if height > shown.shape[0] or width > shown.shape[1]:
        return []
    like = cv2.matchTemplate(shown, window, cv2.TM_CCOEFF_NORMED)
    peaks = (like >= least) & (like == cv2.dilate(like, np.ones((7, 7), np.uint8)))
    return [
        (float(like[row, column]), np.array([column + width / 2, row + height / 2]))
        for row, column in np.argwhere(peaks)
    ]
