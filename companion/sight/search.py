"""Cards that no seal told, looked for by their faces on the plane of those that were found."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.sight.fitting import Box, evened
from companion.sight.plane import Above, Plane, above, moved
from companion.sight.prints import PER_MM
from pnp.camera import Array, Picture

COARSE: Final = PER_MM / 4
"""Pixels to a millimetre: what is far away has no more."""
TURNS: Final = (-12.0, -9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0, 12.0)
"""Degrees by which a card lies amiss of the others, or of a quarter turn."""
SCALES: Final = (0.95, 1.0, 1.05)
"""How much larger it looks than the plane has it, which is known the less the farther away it is."""
LIKE_ANY: Final = 0.15
"""How like what all faces have in common a place is that is looked at more closely."""
MOST: Final = 24
"""Places that are looked at more closely."""
CONTRAST: Final = 0.35
"""Of that of the faintest card that was found: what has less is cloth, or wood."""
NEAR: Final = 30.0
"""Millimetres between two cards that are not one."""
SLACK: Final = 4.0
"""Within how many mm of such a place each of the faces is looked for."""
FIRST: Final = 3
"""Faces that are likely at a place."""
LIKELY: Final = 0.3
"""How like the likeliest of them a place is at least, where a card may lie."""
_FLAGS: Final = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


class Sought(msgspec.Struct, frozen=True, eq=False):
    """A place where a card may lie: which millimetre of it is at which pixel (3 by 3), the likely faces, the likeliest
    first, and how like the likeliest is (1: the same, 0: nothing in common)."""

    matrix: Array
    keys: tuple[str, ...]
    likeness: float


_FLAT = np.float32(1e-3)
"""Keeps a part without any contrast from being like everything."""
_Place = tuple[float, Array, float, float]
"""How like any card something is, its middle on the plane in mm, how it is turned, clockwise in degrees, and how large
it is (1: as the plane has it)."""


def sought(grey: Picture, flat: Plane, faces: Mapping[str, Array], part: Box) -> tuple[Sought, ...]:
    """Where cards of those faces (as `prints` draws them) may lie besides the plane's own, by a part of them that
    nothing covers; the likeliest first. None of the likely faces needs to lie there."""
    table = above(grey, flat, COARSE)
    small = {key: _part(evened(_smaller(face), COARSE), part) for key, face in faces.items()}
    common = np.asarray(np.mean(list(small.values()), axis=0), dtype=np.float32)
    middle = np.array([(part[0] + part[2]) / 2, (part[1] + part[3]) / 2])
    taken = [moved(card, middle)[0] for card in flat.cards]
    found = []
    for _, spot, turn, scale in _places(table, common, taken):
        found.append(_looked_at(grey, flat, _there(spot, turn, middle, scale), small, part))
    likely = [one for one in found if one.likeness >= LIKELY]
    return tuple(sorted(likely, key=lambda one: -one.likeness))


def _smaller(face: Array) -> Array:
    share = COARSE / PER_MM
    return np.asarray(cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _part(face: Array, part: Box) -> Array:
    left, top, right, bottom = (round(edge * COARSE) for edge in part)
    return face[top:bottom, left:right]


def _places(table: Above, common: Array, taken: list[Array]) -> list[_Place]:
    """Where something lies that is like any card; those that are most alike, none twice, and none that is taken."""
    shown, contrast = evened(table.picture, COARSE), _contrast(table.picture, common.shape)
    free = contrast >= CONTRAST * min(_at(contrast, table, spot) for spot in taken)
    found: list[_Place] = []
    height, width = common.shape
    spreads = {shape: _spread(shown, shape) for shape in (common.shape, common.shape[::-1])}
    for turn, scale in product(TURNS, SCALES):
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -turn, scale)
        turned = cv2.warpAffine(common, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
        for quarters in range(4):
            window = np.ascontiguousarray(np.rot90(turned, -quarters))
            for likeness, column, row in _peaks(shown, spreads[window.shape], window, free):
                spot = (np.array([column, row]) + 0.5) / COARSE + table.corner
                found.append((likeness, spot, turn + 90.0 * quarters, scale))
    kept: list[_Place] = []
    for place in sorted(found, key=lambda one: -one[0]):
        if np.hypot(*(np.array(taken) - place[1]).T).min() > NEAR:
            kept.append(place)
            taken = [*taken, place[1]]
        if len(kept) == MOST:
            break
    return kept


def _spread(shown: Array, shape: tuple[int, ...]) -> Array:
    """How far the light of each part of that shape strays from its mean, all its pixels taken together; by the part's
    upper left corner."""
    height, width = shape
    inside = np.s_[: max(0, shown.shape[0] - height + 1), : max(0, shown.shape[1] - width + 1)]
    sums, squares = (
        cv2.boxFilter(values, cv2.CV_64F, (width, height), anchor=(0, 0), normalize=False)[inside]
        for values in (shown, shown * shown)
    )
    return np.sqrt(np.maximum(0.0, squares - sums * sums / (height * width))).astype(np.float32)


def _peaks(shown: Array, spread: Array, window: Array, free: Array) -> list[tuple[float, float, float]]:
    """Where a window is most like what is shown, by the pixel of its middle where that is free: how like, column and
    row. `spread`: as of parts of its shape."""
    if not spread.size:
        return []
    # As cv2.TM_CCOEFF_NORMED counts it, which would work the spread out anew for each of the many windows.
    off = window - window.mean()
    likeness = cv2.matchTemplate(shown, off, cv2.TM_CCORR) / (spread * np.linalg.norm(off) + _FLAT)
    height, width = window.shape
    rows, columns = likeness.shape
    down, right = (height - 1) // 2, (width - 1) // 2
    peaks = (likeness >= LIKE_ANY) & free[down : down + rows, right : right + columns]
    peaks &= likeness == cv2.dilate(likeness, np.ones((9, 9), np.uint8))
    spots = cv2.findNonZero(peaks.view(np.uint8))
    found = [] if spots is None else spots.reshape(-1, 2).tolist()
    return [(float(likeness[row, column]), column + (width - 1) / 2, row + (height - 1) / 2) for column, row in found]


def _contrast(picture: Array, shape: tuple[int, ...]) -> Array:
    """How much light varies about each pixel, within so many rows and columns."""
    size = (min(shape), min(shape))
    mean = cv2.blur(picture, size)
    return np.asarray(np.sqrt(np.maximum(0.0, cv2.blur(picture * picture, size) - mean * mean)))


def _at(values: Array, table: Above, spot: Array) -> float:
    """The value at a place of the plane, mm; at the rim for what lies beyond it."""
    height, width = values.shape
    column, row = np.round((spot - table.corner) * table.per_mm).astype(int)
    return float(values[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)])


def _there(spot: Array, turn: float, middle: Array, scale: float = 1.0) -> Array:
    """From millimetres of a face to those of the plane, where its part has that middle, is turned so, and as large."""
    cos, sin = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
    rotation = np.array([[cos, -sin], [sin, cos]])
    return np.vstack([np.column_stack([rotation, spot - rotation @ middle]), (0.0, 0.0, 1.0)])


def _looked_at(grey: Picture, flat: Plane, card: Array, small: Mapping[str, Array], part: Box) -> Sought:
    """Likely faces at a place, and the position of the likeliest."""
    left, top, right, bottom = part
    size = (round((right - left + 2 * SLACK) * COARSE), round((bottom - top + 2 * SLACK) * COARSE))
    onto = np.array([[1 / COARSE, 0, left - SLACK], [0, 1 / COARSE, top - SLACK], [0, 0, 1]])
    shown = evened(cv2.warpPerspective(grey, flat.matrix @ card @ onto, size, flags=_FLAGS), COARSE)
    best = {}
    for key, face in small.items():
        _, likeness, _, (column, row) = cv2.minMaxLoc(cv2.matchTemplate(shown, face, cv2.TM_CCOEFF_NORMED))
        best[key] = float(likeness), (column / COARSE - SLACK, row / COARSE - SLACK)
    keys = tuple(sorted(best, key=lambda key: -best[key][0])[:FIRST])
    likeness, (right, down) = best[keys[0]]
    step = np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]])
    return Sought(flat.matrix @ card @ step, keys, likeness)
