"""Corners of Dunhuang's goods, value and sign: compared with their print, and looked for on the plane on which cards
lie whose seals were seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.fitting import RIM, Box, evened
from companion.sight.plane import Plane, above, moved
from companion.sight.prints import PER_MM, Ink, prints
from pnp.camera import Array, Picture
from pnp.kits import find

SIZE: Final = np.array([56.0, 87.0])
"""Of a card, mm."""
BLOCK: Final[Box] = (2.8, 2.8, 15.6, 23.6)
"""Value and sign at a card's top left, mm (faces/goods-end.toml); turned by half, at its bottom right."""
MIDDLE: Final = np.array([(BLOCK[0] + BLOCK[2]) / 2, (BLOCK[1] + BLOCK[3]) / 2])
COARSE: Final = 1.2
"""Pixels to a millimetre at which corners are looked for."""
REACH: Final = 150.0
"""How far from the cards that are known, mm."""
AMISS: Final = (-3.5, 0.0, 3.5)
"""Degrees by which a card lies amiss of the others."""
ALIKE: Final = 4.0
"""Degrees within which two cards lie the same way."""
MOST_WAYS: Final = 2
"""Ways that the cards lie, of which others are looked for."""
LIKELY: Final = 0.4
"""How like some corner a place is at least that is looked at more closely, and then turned a little."""
MOST: Final = 48
"""Places that are looked at more closely."""
NEAR: Final = 8.0
"""Millimetres between two corners that are not one."""
SLACK: Final = 2.0
"""Within how many mm of where it was found a corner is compared with its print."""
ON_TOKEN: Final = np.array([5.05, 1.7])
"""From a point of a card to the point of a majority token that shows the same: both bear value and sign, mm."""
TOKEN: Final[Box] = (3.0, 3.0, 26.0, 26.0)
"""What a token shows within its rim, mm (faces/majority-front.toml)."""
WIDE: Final = 4.5
"""Within how many mm of where it seemed to be it is looked for at first."""
NEARER: Final = (-2.0, 0.0, 2.0)
"""Degrees by which it is turned then."""


class Corner(Struct, frozen=True, eq=False):
    """A place that looks like a corner: where its card lies on the plane (from millimetres of its face, 3 by 3), and
    how like the corner of each good it is (1: the same, 0: nothing in common)."""

    laid: Array
    likeness: Mapping[str, float]


@cache
def faces(ink: Ink, component: str = "goods") -> Mapping[str, Array]:
    """The goods, or what else bears their signs, as they are compared."""
    return {key: evened(face) for key, face in prints(find("dunhuang"), (component,), ink).items()}


def likeness(grey: Picture, matrix: Array, face: Array, part: Box, slack: float = SLACK) -> float:
    """How like a part of a face what lies there is, by which pixel shows each millimetre of the face (3 by 3)."""
    return _best(_shown(grey, matrix, part, slack), face, part)


def corners(grey: Picture, flat: Plane, cards: Sequence[Array], ink: Ink) -> tuple[Corner, ...]:
    """Likely corners, apart from those of known cards (as they lie on the plane), the likeliest
    first."""
    taken = np.concatenate([moved(card, np.array([MIDDLE, SIZE - MIDDLE])) for card in cards])
    found: list[Corner] = []
    for spot, turn, key in _places(grey, Plane(flat.matrix, tuple(cards)), taken, _ways(cards), ink):
        like, there = _nearer(grey, flat, _there(spot, turn), faces(ink)[key])
        if like >= LIKELY:
            found.append(_looked_at(grey, flat, there, ink))
    found.sort(key=lambda one: -max(one.likeness.values()))
    spots = [moved(one.laid, MIDDLE)[0] for one in found]
    return tuple(
        one for at, one in enumerate(found) if all(np.hypot(*(spots[at] - before)) > NEAR for before in spots[:at])
    )


def is_token(grey: Picture, flat: Plane, corner: Corner, ink: Ink) -> bool:
    """Is it a majority token, rather than a card, that shows value and sign there?"""
    key = max(corner.likeness, key=lambda one: corner.likeness[one])
    step = np.array([[1, 0, -ON_TOKEN[0]], [0, 1, -ON_TOKEN[1]], [0, 0, 1]])
    matrix = flat.matrix @ corner.laid @ step
    return likeness(grey, matrix, faces(ink, "majority-tokens")[key], TOKEN) > corner.likeness[key]


def _ways(cards: Sequence[Array]) -> list[float]:
    """How cards lie, degrees to a half turn; the most usual first."""
    turns = [float(np.degrees(np.arctan2(card[1, 0], card[0, 0]))) % 180 for card in cards]
    ways: list[float] = []
    near = {turn: sum(_apart(turn, other) < ALIKE for other in turns) for turn in turns}
    for turn in sorted(turns, key=lambda one: -near[one]):
        if all(_apart(turn, way) >= 2 * ALIKE for way in ways):
            ways.append(turn)
    return ways[:MOST_WAYS]


def _apart(turn: float, other: float) -> float:
    return abs((turn - other + 90) % 180 - 90)


def _places(
    grey: Picture, flat: Plane, taken: Array, ways: Sequence[float], ink: Ink
) -> list[tuple[Array, float, str]]:
    """Where something looks like a corner of some good: its middle on the plane, mm, how it is turned, degrees, and
    which good that is."""
    table = above(grey, flat, COARSE, REACH)
    even = evened(table.picture, COARSE)
    drawn = prints(find("dunhuang"), ("goods",), ink)
    found: list[tuple[float, Array, float, str]] = []
    for (key, face), way, amiss in product(drawn.items(), ways, AMISS):
        window = _turned(evened(_scaled(face), COARSE), way + amiss)
        for turn, block in ((way + amiss, window), (way + amiss + 180, np.ascontiguousarray(window[::-1, ::-1]))):
            for like, column, row in _peaks(even, block):
                found.append((like, (np.array([column, row]) + 0.5) / COARSE + table.corner, turn, key))
    kept: list[tuple[Array, float, str]] = []
    spots = np.zeros((0, 2))
    edge = np.array(grey.shape[1::-1], dtype=np.float64)
    for _, spot, turn, key in sorted(found, key=lambda one: -one[0]):
        pixel = moved(flat.matrix, spot)[0]
        shown = bool((pixel >= 0).all() and (pixel < edge).all())
        free = np.hypot(*(taken - spot).T).min() > NEAR and (np.hypot(*(spots - spot).T) > NEAR / 2).all()
        if shown and free and len(kept) < MOST:
            kept.append((spot, turn, key))
            spots = np.vstack([spots, spot])
    return kept


def _scaled(face: Array) -> Array:
    share = COARSE / PER_MM
    return np.asarray(cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _turned(face: Array, turn: float) -> Array:
    """The corner of a coarse face, turned clockwise by so many degrees, in the square about it that has no other."""
    side = round(0.8 * (BLOCK[3] - BLOCK[1]) * COARSE)
    matrix = cv2.getRotationMatrix2D((MIDDLE[0] * COARSE - 0.5, MIDDLE[1] * COARSE - 0.5), -turn, 1.0)
    matrix = matrix + np.column_stack([np.zeros((2, 2)), (side - 1) / 2 - (MIDDLE * COARSE - 0.5)])
    return np.asarray(cv2.warpAffine(face, matrix, (side, side), borderMode=cv2.BORDER_REFLECT), dtype=np.float32)


def _peaks(shown: Array, window: Array) -> list[tuple[float, float, float]]:
    """Where a window is most like what is shown: how like, and column and row of its middle."""
    height, width = window.shape
    if height > shown.shape[0] or width > shown.shape[1]:
        return []
    like = cv2.matchTemplate(shown, window, cv2.TM_CCOEFF_NORMED)
    peaks = (like >= LIKELY) & (like == cv2.dilate(like, np.ones((7, 7), np.uint8)))
    return [
        (float(like[row, column]), column + (width - 1) / 2, row + (height - 1) / 2)
        for row, column in np.argwhere(peaks)
    ]


def _there(spot: Array, turn: float) -> Array:
    """From millimetres of a card to those of the plane, where its corner has that middle and it is turned so."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    rotation = np.array([[cos, -sin], [sin, cos]])
    return np.vstack([np.column_stack([rotation, spot - rotation @ MIDDLE]), (0.0, 0.0, 1.0)])


def _nearer(grey: Picture, flat: Plane, laid: Array, face: Array) -> tuple[float, Array]:
    """How like the corner of one good a place is, and where about there its card lies then."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in BLOCK)
    window = _shown(grey, flat.matrix @ laid, BLOCK, WIDE)
    _, like, _, (column, row) = cv2.minMaxLoc(
        cv2.matchTemplate(window, face[top:bottom, left:right], cv2.TM_CCOEFF_NORMED)
    )
    step = np.array([[1, 0, column / PER_MM - WIDE], [0, 1, row / PER_MM - WIDE], [0, 0, 1]])
    return float(like), laid @ step


def _looked_at(grey: Picture, flat: Plane, laid: Array, ink: Ink) -> Corner:
    """How like each of the corners a place is, turned a little about its middle."""
    best: tuple[float, Array, dict[str, float]] | None = None
    spot = moved(laid, MIDDLE)[0]
    turn = float(np.degrees(np.arctan2(laid[1, 0], laid[0, 0])))
    for amiss in NEARER:
        card = _there(spot, turn + amiss)
        window = _shown(grey, flat.matrix @ card, BLOCK, SLACK)
        like = {key: _best(window, face, BLOCK) for key, face in faces(ink).items()}
        if best is None or max(like.values()) > best[0]:
            best = max(like.values()), card, like
    assert best is not None, "some turn is the best"
    return Corner(best[1], best[2])


def _shown(grey: Picture, matrix: Array, part: Box, slack: float) -> Array:
    """A part of a card as it would be printed, evened, with `slack` mm round it."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    rim = round(RIM * PER_MM)
    size = (right - left + 2 * rim, bottom - top + 2 * rim)
    onto = np.array([[1, 0, left - rim + 0.5], [0, 1, top - rim + 0.5], [0, 0, PER_MM]]) / PER_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(grey, matrix @ onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inset = round((RIM - slack) * PER_MM)
    return evened(np.asarray(shown, dtype=np.float32))[inset:-inset, inset:-inset]


def _best(window: Array, face: Array, part: Box) -> float:
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    return float(cv2.matchTemplate(window, face[top:bottom, left:right], cv2.TM_CCOEFF_NORMED).max())
