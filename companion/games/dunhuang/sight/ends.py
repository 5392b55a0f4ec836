"""Ends of Dunhuang's goods on the plane of known cards, found by their print.

Where cards overlap, an end or a corner of each lies open. The heads of all goods look alike: they count the cards.
Value and sign in the corner tell the good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct

from companion.sight.kit import PER_MM, Ink
from companion.sight.plane import Box, Plane, between, even_faces, moved, shift, turn
from companion.sight.search import COARSE, Pattern, apart, compare, find_places
from pnp.camera import Array, Picture

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

    @property
    def likeness(self) -> float:
        return max(self.head, *self.corner.values())


def faces(ink: Ink, component: str = "goods", per_mm: float = PER_MM) -> Mapping[str, Array]:
    """Returns the goods, or the tokens with their signs, in even contrast."""
    return even_faces("dunhuang", (component,), ink, per_mm)


@cache
def _head(ink: Ink, per_mm: float = PER_MM) -> Array:
    """Returns the common part of the heads of all goods."""
    return np.asarray(np.mean(list(faces(ink, per_mm=per_mm).values()), axis=0), dtype=np.float32)


def likeness(grey: Picture, matrix: Array, face: Array, part: Box) -> float:
    """Likeness of a part of a face, by which pixel shows each millimetre of it (3 by 3)."""
    return compare(grey, matrix, {"": face}, part, SLACK)[0][""]


def find_ends(grey: Picture, flat: Plane, ink: Ink) -> list[End]:
    """Returns likely card ends other than those of the plane's cards, the likeliest first."""
    patterns = [Pattern(face, BLOCK, (1.0,), LIKELY) for face in faces(ink, per_mm=COARSE).values()]
    patterns.append(Pattern(_head(ink, COARSE), HEAD, SCALES, HEAD_LIKELY))
    whole = [*faces(ink).values(), _head(ink)]
    places = find_places(grey, flat, patterns, ways=_ways(flat.cards), turns=TURNS, reach=REACH)
    size = np.array(grey.shape[1::-1])
    pixels = [moved(flat.matrix @ one.laid, MIDDLE)[0] for one in places]
    shown = [one for one, at in zip(places, pixels, strict=True) if (at >= 0).all() and (at < size).all()]
    ends = np.concatenate([moved(card, np.array([MIDDLE, SIZE - MIDDLE])) for card in flat.cards])
    found = []
    for place in apart(shown, MIDDLE, ends, NEAR / 2, MOST):
        face, part = whole[place.pattern], patterns[place.pattern].part
        like, step = compare(grey, flat.matrix @ place.laid, {"": face}, part, WIDE_SLACK)
        if like[""] >= HEAD_LIKELY:
            found.append(_end(grey, flat, place.laid @ step, ink))
    found.sort(key=lambda one: -one.likeness)
    kept: list[End] = []
    lying = list(flat.cards)
    for one in found:
        if not any(_is_same_end(one, card) for card in lying):
            kept.append(one)
            lying.append(one.laid)
    return kept


def _is_same_end(end: End, card: Array) -> bool:
    """Returns whether an end belongs to a card that is known. A head resembles itself a curl further on, and upside
    down."""
    for laid in (card, card @ shift(*SIZE) @ turn(180.0)):
        there = np.linalg.inv(end.laid) @ laid
        if np.hypot(*(moved(there, MIDDLE)[0] - MIDDLE)) < NEAR:
            return True
        across, down = np.abs(moved(there, HEAD_MIDDLE)[0] - HEAD_MIDDLE)
        beside = end.head > max(end.corner.values()) and across < BESIDE and down < HEAD_NEAR
        if beside and (there[0, 0] > 0 or end.head < UPSIDE_DOWN):
            return True
    return False


def is_token(grey: Picture, flat: Plane, end: End, ink: Ink) -> bool:
    """Returns whether a majority token, and no card, shows its value and sign there."""
    key = max(end.corner, key=lambda one: end.corner[one])
    matrix = flat.matrix @ end.laid @ shift(*-ON_TOKEN)
    return likeness(grey, matrix, faces(ink, "majority-tokens")[key], TOKEN) > end.corner[key]


def _ways(cards: Sequence[Array]) -> list[float]:
    """Returns the most frequent directions of cards, in degrees within a half turn."""
    turns = [float(np.degrees(np.arctan2(card[1, 0], card[0, 0]))) % 180 for card in cards]
    near = {turn: sum(between(turn, other) < SAME_WAY for other in turns) for turn in turns}
    ways: list[float] = []
    for way in sorted(turns, key=lambda one: -near[one]):
        if all(between(way, other) >= 2 * SAME_WAY for other in ways):
            ways.append(way)
    return ways[:MOST_WAYS]


def _end(grey: Picture, flat: Plane, laid: Array, ink: Ink) -> End:
    """Compares a place with all goods, turned a little about its corner."""
    found = []
    for askew in FINE_TURNS:
        card = laid @ shift(*MIDDLE) @ turn(askew) @ shift(*-MIDDLE)
        corner, value = (compare(grey, flat.matrix @ card, faces(ink), part, SLACK)[0] for part in (BLOCK, VALUE))
        found.append(End(card, corner, value, likeness(grey, flat.matrix @ card, _head(ink), HEAD)))
    return max(found, key=lambda one: one.likeness)
