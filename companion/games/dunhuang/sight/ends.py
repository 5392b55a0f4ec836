"""Ends of Dunhuang's goods on the plane of known cards, found by their print.

Where cards overlap, an end or a corner of each lies open. The heads of all goods look alike: they count the cards.
Value and sign in the corner tell the good.
"""

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
"""Size of a card, mm."""
BLOCK: Final[Box] = (2.8, 2.8, 15.6, 23.6)
"""Value and sign at a card's top left, mm (faces/goods-end.toml); turned by half, at its bottom right."""
VALUE: Final[Box] = (2.8, 2.8, 15.6, 13.0)
HEAD: Final[Box] = (2.0, 2.0, 54.0, 12.6)
"""Value and frieze along a card's upper edge, mm."""
MIDDLE: Final = np.array([(BLOCK[0] + BLOCK[2]) / 2, (BLOCK[1] + BLOCK[3]) / 2])
HEAD_MIDDLE: Final = np.array([(HEAD[0] + HEAD[2]) / 2, (HEAD[1] + HEAD[3]) / 2])
BESIDE, UPSIDE_DOWN = 30.0, 0.6
"""Distance along its edge within which a head looks like another one, mm; and likeness of one upside down, at most."""
COARSE: Final = 1.2
"""Pixels to a millimetre of the first search."""
REACH: Final = 150.0
"""Distance from the known cards within which others are looked for, mm."""
TURNS: Final = (-3.5, 0.0, 3.5)
"""Degrees by which a card lies askew of the others."""
SAME_WAY: Final = 4.0
"""Degrees within which two cards lie the same way."""
MOST_WAYS: Final = 2
SCALES: Final = (0.92, 1.0, 1.08)
"""Sizes at which heads are looked for: far from the known cards the plane is known less."""
LIKELY, HEAD_LIKELY = 0.4, 0.32
"""Least likeness of a corner and of a head that is compared again, finer."""
MOST_PEAKS: Final = 400
MOST: Final = 56
"""Places that are compared again."""
NEAR, HEAD_NEAR = 8.0, 10.0
"""Least distance between two corners, and between two heads, mm."""
SLACK, WIDE_SLACK = 2.0, 4.5
"""Distance within which a part of a face is looked for, mm: about a known place, and at first."""
FINE_TURNS: Final = (-2.0, 0.0, 2.0)
ON_TOKEN: Final = np.array([5.05, 1.7])
"""From a point of a card to the point of a majority token that shows the same: both bear value and sign, mm."""
TOKEN: Final[Box] = (3.0, 3.0, 26.0, 26.0)
"""What a token shows within its rim, mm (faces/majority-front.toml)."""


class End(Struct, frozen=True, eq=False):
    """A place that looks like a card's end: where its card lies on the plane (from millimetres of its face, 3 by 3),
    and its likeness (1: the same, 0: nothing in common) to each good's value and sign, to its value, and to a head."""

    laid: Array
    corner: Mapping[str, float]
    value: Mapping[str, float]
    head: float


@cache
def faces(ink: Ink, component: str = "goods") -> Mapping[str, Array]:
    """The goods, or tokens with their signs, in even contrast."""
    return {key: evened(face) for key, face in prints(find("dunhuang"), (component,), ink).items()}


@cache
def _head(ink: Ink) -> Array:
    """The common parts of the heads of all goods."""
    return np.asarray(np.mean(list(faces(ink).values()), axis=0), dtype=np.float32)


@cache
def _coarse(ink: Ink) -> tuple[tuple[Array, Box], ...]:
    """The faces of the first search, each with the part that counts."""
    share = COARSE / PER_MM
    small = [
        evened(cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), COARSE)
        for face in prints(find("dunhuang"), ("goods",), ink).values()
    ]
    return *((face, BLOCK) for face in small), (np.asarray(np.mean(small, axis=0), dtype=np.float32), HEAD)


def likeness(grey: Picture, matrix: Array, face: Array, part: Box) -> float:
    """Likeness of a part of a face, by which pixel shows each millimetre of it (3 by 3)."""
    return _best(_window(grey, matrix, part, SLACK), face, part)[0]


def find_ends(grey: Picture, flat: Plane, ink: Ink) -> list[End]:
    """Likely ends, apart from those of the plane's cards, the likeliest first."""
    found = []
    for laid, face, part in _places(grey, flat, ink):
        like, right, down = _best(_window(grey, flat.matrix @ laid, part, WIDE_SLACK), face, part)
        if like >= HEAD_LIKELY:
            found.append(_compare(grey, flat, laid @ _shift(right - WIDE_SLACK, down - WIDE_SLACK), ink))
    found.sort(key=lambda one: -max(one.head, *one.corner.values()))
    kept: list[End] = []
    lying = list(flat.cards)
    for one in found:
        if not any(_same_end(one, card) for card in lying):
            kept.append(one)
            lying.append(one.laid)
    return kept


def _same_end(end: End, card: Array) -> bool:
    """Is an end that of a card? A head looks a little like itself a curl further on, and upside down."""
    for laid in (card, card @ _shift(*SIZE) @ _turn(180.0)):
        there = np.linalg.inv(end.laid) @ laid
        if np.hypot(*(moved(there, MIDDLE)[0] - MIDDLE)) < NEAR:
            return True
        across, down = np.abs(moved(there, HEAD_MIDDLE)[0] - HEAD_MIDDLE)
        beside = end.head > max(end.corner.values()) and across < BESIDE and down < HEAD_NEAR
        if beside and (there[0, 0] > 0 or end.head < UPSIDE_DOWN):
            return True
    return False


def is_token(grey: Picture, flat: Plane, end: End, ink: Ink) -> bool:
    """Is it a majority token that shows value and sign there, and no card?"""
    key = max(end.corner, key=lambda one: end.corner[one])
    matrix = flat.matrix @ end.laid @ _shift(*-ON_TOKEN)
    return likeness(grey, matrix, faces(ink, "majority-tokens")[key], TOKEN) > end.corner[key]


def _ways(cards: Sequence[Array]) -> list[float]:
    """The most usual directions of cards, degrees to a half turn."""
    turns = [float(np.degrees(np.arctan2(card[1, 0], card[0, 0]))) % 180 for card in cards]
    near = {turn: sum(_apart(turn, other) < SAME_WAY for other in turns) for turn in turns}
    ways: list[float] = []
    for turn in sorted(turns, key=lambda one: -near[one]):
        if all(_apart(turn, way) >= 2 * SAME_WAY for way in ways):
            ways.append(turn)
    return ways[:MOST_WAYS]


def _apart(turn: float, other: float) -> float:
    return abs((turn - other + 90) % 180 - 90)


def _places(grey: Picture, flat: Plane, ink: Ink) -> list[tuple[Array, Array, Box]]:
    """Where something looks like an end: how its card lies, and the face and part that it looks like."""
    fine = (*faces(ink).values(), _head(ink))
    found: list[tuple[float, Array, Array, Box]] = []
    for way in _ways(flat.cards):
        turned = _turn(way)
        cards = tuple(np.linalg.inv(turned) @ card for card in flat.cards)
        table = above(grey, Plane(flat.matrix @ turned, cards), COARSE, REACH)
        even = evened(table.picture, COARSE)
        for face, (small, part) in zip(fine, _coarse(ink), strict=True):
            middle = np.array([(part[0] + part[2]) / 2, (part[1] + part[3]) / 2])
            for turn, scale in product(TURNS, SCALES if part == HEAD else (1.0,)):
                window = _turned_part(small, part, middle, turn, scale)
                for half, shown in ((0.0, window), (180.0, np.ascontiguousarray(window[::-1, ::-1]))):
                    way_to = _turn(turn + half) @ np.diag([scale, scale, 1.0]) @ _shift(*-middle)
                    for like, spot in _peaks(even, shown, HEAD_LIKELY if part == HEAD else LIKELY):
                        laid = turned @ _shift(*(spot / COARSE + table.corner)) @ way_to
                        found.append((like, laid, face, part))
    spots = np.concatenate([moved(card, np.array([MIDDLE, SIZE - MIDDLE])) for card in flat.cards])
    kept: list[tuple[Array, Array, Box]] = []
    edge = np.array(grey.shape[1::-1], dtype=np.float64)
    for _, laid, face, part in sorted(found, key=lambda one: -one[0])[:MOST_PEAKS]:
        spot = moved(laid, MIDDLE)
        pixel = moved(flat.matrix, spot)[0]
        free = np.hypot(*(spots - spot).T).min() > NEAR / 2
        if free and len(kept) < MOST and (pixel >= 0).all() and (pixel < edge).all():
            kept.append((laid, face, part))
            spots = np.concatenate([spots, spot])
    return kept


def _turned_part(face: Array, part: Box, middle: Array, turn: float, scale: float) -> Array:
    """A part of a coarse face, turned clockwise by a few degrees about its middle, and scaled."""
    size = round((part[2] - part[0]) * COARSE), round((part[3] - part[1]) * COARSE)
    x, y = middle * COARSE - 0.5
    matrix = cv2.getRotationMatrix2D((float(x), float(y)), -turn, scale)
    matrix[:, 2] += (np.array(size) - 1) / 2 - (x, y)
    return np.asarray(cv2.warpAffine(face, matrix, size, borderMode=cv2.BORDER_REFLECT), dtype=np.float32)


def _peaks(shown: Array, window: Array, least: float) -> list[tuple[float, Array]]:
    """Where a window is most like what is shown: how like, and its middle in pixels."""
    height, width = window.shape
    if height > shown.shape[0] or width > shown.shape[1]:
        return []
    like = cv2.matchTemplate(shown, window, cv2.TM_CCOEFF_NORMED)
    peaks = (like >= least) & (like == cv2.dilate(like, np.ones((7, 7), np.uint8)))
    return [
        (float(like[row, column]), np.array([column + width / 2, row + height / 2]))
        for row, column in np.argwhere(peaks)
    ]


def _compare(grey: Picture, flat: Plane, laid: Array, ink: Ink) -> End:
    """Compares a place with all goods, turned a little about its corner."""
    best: End | None = None
    for turn in FINE_TURNS:
        card = laid @ _shift(*MIDDLE) @ _turn(turn) @ _shift(*-MIDDLE)
        shown = {part: _window(grey, flat.matrix @ card, part, SLACK) for part in (BLOCK, VALUE, HEAD)}
        corner, value = (
            {key: _best(shown[part], face, part)[0] for key, face in faces(ink).items()} for part in (BLOCK, VALUE)
        )
        end = End(card, corner, value, _best(shown[HEAD], _head(ink), HEAD)[0])
        if best is None or max(end.head, *corner.values()) > max(best.head, *best.corner.values()):
            best = end
    assert best is not None, "some turn is the best"
    return best


def _turn(degrees: float) -> Array:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _shift(right: float, down: float) -> Array:
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def _window(grey: Picture, matrix: Array, part: Box, slack: float) -> Array:
    """A part of a card as it would be printed, in even contrast, with `slack` mm round it."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    rim = round(RIM * PER_MM)
    size = (right - left + 2 * rim, bottom - top + 2 * rim)
    onto = np.array([[1, 0, left - rim + 0.5], [0, 1, top - rim + 0.5], [0, 0, PER_MM]]) / PER_MM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(grey, matrix @ onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inset = round((RIM - slack) * PER_MM)
    return evened(np.asarray(shown, dtype=np.float32))[inset:-inset, inset:-inset]


def _best(window: Array, face: Array, part: Box) -> tuple[float, float, float]:
    """How like a part of a face a window is, where it is most like it, and the left and top of that place, mm."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    _, like, _, (column, row) = cv2.minMaxLoc(
        cv2.matchTemplate(window, np.ascontiguousarray(face[top:bottom, left:right]), cv2.TM_CCOEFF_NORMED)
    )
    return float(like), column / PER_MM, row / PER_MM
