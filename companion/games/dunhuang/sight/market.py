"""Dunhuang's market in a photograph of its mat: who stands on each space, which good lies there, where the camel is.

Nothing is learnt: each place of the mat is compared with the faces that may lie there, as they are printed, and with
the mat itself, as it looks where nothing lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.games.dunhuang.certainty import NOTHING, judged
from companion.games.dunhuang.components import PRINTED, TILE_NAMES, TILES
from companion.games.dunhuang.names import CHARACTERS, GOODS, SPACES, letter_of
from companion.sight.board import View
from companion.sight.fitting import evened
from companion.sight.prints import INKS, PER_MM, Ink, prints
from companion.sight.reading import Reading, likeliest
from companion.sight.windows import PER_MM as SHOWN
from companion.sight.windows import from_above
from pnp.camera import Array, Picture
from pnp.kits import find

MAT: Final = (420.0, 297.0)
TILE, GOOD, HALT = (72.0, 72.0), (58.0, 89.0), (34.0, 14.0)
"""The places of a space, wide and high in mm (faces/place-tile.toml, place-good.toml, strip.toml)."""
RIM: Final = 6.0
"""How far beyond its place a piece may lie, mm."""
COARSE: Final = 1.2
"""Pixels to a millimetre at which all faces are tried in all ways."""
FINE: Final = SHOWN
"""And those that are likely."""
TURNS: Final = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Degrees by which a piece lies amiss at first; then about the best of them."""
NEARER: Final = (-1.0, 0.0, 1.0)
LIKELY: Final = 3
"""Faces that are tried again at `FINE`."""
SPREAD: Final = 0.011
"""By how much less like a face is, that is so many times (e) less probable."""
LEAST, LEAST_SPREAD = 0.28, 0.03
"""How like its print a piece is at least, as likely as not to be none of them; and how soon that changes."""
CAMEL, CAMEL_SPREAD = 0.32, 0.035
"""A halt that is as like its print as this is as likely covered as not; and how soon that changes."""
AWAY: Final = 0.02
"""How probable it is that the camel stands on no halt, before anything is seen: only a mat that is not in play has
none."""
AMISS: Final = 2.5
"""Within how many mm the print of a halt is looked for."""


class _Face(Struct, frozen=True, eq=False):
    """A face as it is compared: what a position calls it, and its print, rows of grey at `PER_MM`."""

    value: str
    grey: Array


class _Seen(Struct, frozen=True):
    """How like a place is to a face, turned by so many quarters and degrees."""

    likeness: float
    face: int
    quarters: int = 0
    turn: float = 0.0


class _Turned(Struct, frozen=True, eq=False):
    """A face as it is laid over a window: turned by so many quarters and degrees."""

    quarters: int
    turn: float
    part: Array


class _Market:
    """How the mat of Dunhuang is read. Its spaces are called `ring 1`, `market 1` …, and there is the `camel`; values
    are those of positions, `-` where nothing lies."""

    component = "mat"
    area = (0.0, 0.0, *MAT)

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        shown = np.asarray(cv2.cvtColor(from_above(picture, view, self.area), cv2.COLOR_BGR2GRAY), dtype=np.float32)
        ink = _ink(shown)
        mat = _mat(ink)
        tiles, goods = _tiles(ink), _goods(ink)
        readings = []
        for number, space in enumerate(PRINTED, 1):
            readings.append(_piece(f"ring {number}", shown, mat, space.tile, TILE, tiles, 4))
        for number, space in enumerate(PRINTED, 1):
            readings.append(_piece(f"market {number}", shown, mat, space.good, GOOD, goods, 2))
        return judged((*readings, _camel(shown, mat)))

    def judged(self, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        return judged(readings)

    def position(self, readings: tuple[Reading, ...]) -> str:
        found = {reading.part: reading.value for reading in readings}
        ring = [found[f"ring {number}"] for number in range(1, SPACES + 1)]
        market = [found[f"market {number}"] for number in range(1, SPACES + 1)]
        fields = [] if NOTHING in ring else [f"ring: {' '.join(ring)}"]
        fields.append(f"market: {' '.join(market)}")
        return " ".join([*fields, *([] if found["camel"] == NOTHING else [f"camel: {found['camel']}"])])


MARKET_READER: Final = _Market()


@cache
def _mat(ink: Ink) -> Array:
    (mat,) = prints(find("dunhuang"), ("mat",), ink).values()
    return mat


def _ink(shown: Array) -> Ink:
    """In which ink the mat was printed: its middle, where only the deck lies, tells."""
    left, top, right, bottom = (round(edge * COARSE) for edge in (152.0, 104.0, 208.0, 170.0))
    small = evened(_scaled(shown, COARSE / SHOWN), COARSE)[top:bottom, left:right]
    meant = {ink: evened(_scaled(_mat(ink), COARSE / PER_MM), COARSE)[top:bottom, left:right] for ink in INKS}
    return max(INKS, key=lambda ink: float((small * meant[ink]).sum() / np.linalg.norm(meant[ink])))


@cache
def _tiles(ink: Ink) -> tuple[_Face, ...]:
    sides = [prints(find("dunhuang"), ("characters",), ink, side) for side in ("front", "back")]
    found = {
        character: sides[at][name]
        for name, tile in zip(TILE_NAMES, TILES, strict=True)
        for at, character in enumerate(tile)
    }
    return tuple(_Face(character.value, found[character]) for character in CHARACTERS)


@cache
def _goods(ink: Ink) -> tuple[_Face, ...]:
    found = prints(find("dunhuang"), ("goods",), ink)
    return tuple(_Face(letter_of(good), found[good.value]) for good in GOODS)


def _piece(
    part: str,
    shown: Array,
    mat: Array,
    corner: tuple[float, float],
    size: tuple[float, float],
    faces: Sequence[_Face],
    quarters: int,
) -> Reading:
    """Reads a place: one of these faces, turned by any of `quarters` quarter turns (two: by none or two), or
    nothing."""
    (left, top), (width, height) = corner, size
    empty = _Face(NOTHING, _cut(mat, PER_MM, left, top, left + width, top + height))
    tried = (*faces, empty)
    window = _cut(shown, SHOWN, left - RIM, top - RIM, left + width + RIM, top + height + RIM)
    coarse = evened(_scaled(window, COARSE / SHOWN), COARSE)
    ways = (*(_all_ways(face, quarters) for face in faces), _turned(_even(empty, COARSE), COARSE, _ways(1)))
    best = [_likest(coarse, at, some) for at, some in enumerate(ways)]
    likely = sorted(best, key=lambda one: -one.likeness)[:LIKELY]
    fine = evened(window, FINE)
    for one in likely:
        nearer = [(one.quarters, one.turn + turn) for turn in NEARER]
        best[one.face] = _likest(fine, one.face, _turned(_even(tried[one.face], FINE), FINE, nearer))
    likeness = np.array([one.likeness for one in best])
    likeness[[at for at in range(len(tried)) if at not in {one.face for one in likely}]] = -1.0
    weights = np.exp((likeness - likeness.max()) / SPREAD)
    known = 1 / (1 + np.exp((LEAST - likeness.max()) / LEAST_SPREAD))
    chances = {face.value: float(known * weight / weights.sum()) for face, weight in zip(tried, weights, strict=True)}
    return likeliest(part, chances, (left + width / 2, top + height / 2))


def _ways(quarters: int) -> list[tuple[int, float]]:
    return [(4 // quarters * at, turn) for at in range(quarters) for turn in TURNS]


def _even(face: _Face, per_mm: float) -> Array:
    return evened(_scaled(face.grey, per_mm / PER_MM), per_mm)


@cache
def _all_ways(face: _Face, quarters: int) -> tuple[_Turned, ...]:
    """A face that may lie on several places, at `COARSE`."""
    return _turned(_even(face, COARSE), COARSE, _ways(quarters))


def _turned(even: Array, per_mm: float, ways: Sequence[tuple[int, float]]) -> tuple[_Turned, ...]:
    """An evened face in each of these ways (quarters and degrees), without its rim, which does not count."""
    height, width = even.shape
    inset = round(3 * per_mm)
    found = []
    for quarters, turn in ways:
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -turn, 1.0)
        turned = cv2.warpAffine(even, matrix, (width, height), borderMode=cv2.BORDER_REFLECT) if turn else even
        part = np.ascontiguousarray(np.rot90(turned[inset:-inset, inset:-inset], -quarters))
        found.append(_Turned(quarters, turn, part))
    return tuple(found)


def _likest(window: Array, at: int, ways: Sequence[_Turned]) -> _Seen:
    """In which of its ways a face is most like an evened window."""
    likeness = [_likeness(window, way.part) for way in ways]
    best = int(np.argmax(likeness))
    return _Seen(likeness[best], at, ways[best].quarters, ways[best].turn)


def _likeness(window: Array, part: Array) -> float:
    """How like a part is where in a window it is most like it: 1 is the same, 0 nothing in common."""
    return float(cv2.matchTemplate(window, part, cv2.TM_CCOEFF_NORMED).max())


def _camel(shown: Array, mat: Array) -> Reading:
    """The halt that does not look as it is printed; each of the others does. A thin camel leaves much of its halt in
    sight, so that it is none that stands there is taken to be unlikely."""
    likeness = []
    for space in PRINTED:
        (left, top), (width, height) = space.halt, HALT
        print_ = evened(_cut(mat, PER_MM, left - 3, top - 3, left + width + 3, top + height + 3), PER_MM)
        there = _cut(
            shown, SHOWN, left - 3 - AMISS, top - 3 - AMISS, left + width + 3 + AMISS, top + height + 3 + AMISS
        )
        there = evened(_scaled(there, PER_MM / SHOWN), PER_MM)
        likeness.append(_likeness(there, print_))
    covered = 1 / (1 + np.exp((np.array(likeness) - CAMEL) / CAMEL_SPREAD))
    open_ = np.clip(1 - covered, 1e-6, 1.0)
    chances = {str(at): (1 - AWAY) / SPACES * float(covered[at - 1] / open_[at - 1]) for at in range(1, SPACES + 1)}
    total = AWAY + sum(chances.values())
    return likeliest("camel", {value: chance / total for value, chance in {**chances, NOTHING: AWAY}.items()})


def _cut(grey: Array, per_mm: float, left: float, top: float, right: float, bottom: float) -> Array:
    """A part of the mat, its rim repeated where it ends."""
    x, y, end, foot = (round(edge * per_mm) for edge in (left, top, right, bottom))
    height, width = grey.shape
    part = grey[max(0, y) : foot, max(0, x) : end]
    beyond = max(0, -y), max(0, foot - height), max(0, -x), max(0, end - width)
    return np.asarray(cv2.copyMakeBorder(part, *beyond, cv2.BORDER_REPLICATE))


def _scaled(grey: Array, share: float) -> Array:
    how = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=how), dtype=np.float32)
