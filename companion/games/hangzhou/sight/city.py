"""The spaces of Hangzhou's city in a photograph: bare, or whose shop with which dye and how many coins.

Each part is compared with the faces that may lie there, and with the board or the shop as it looks where none does.
What is like none of them, or like two, is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.games.hangzhou.certainty import NOTHING
from companion.games.hangzhou.names import COLOUR_LETTERS, DYE_INDEX, DYE_LETTERS, DYES, SPACES, Colour, Dye, Space
from companion.games.hangzhou.wards import middle
from companion.sight.appearance import PER_MM, Appearance, Look
from companion.sight.matching import (
    Box,
    Spot,
    best_match,
    colour_distance,
    likeness_where,
    on_face,
    sampled,
)
from companion.sight.prints import Ink
from companion.sight.reading import Reading, answer
from pnp.camera import Array

WARD: Final = 32.4
"""Side of the picture in a court of the board, mm: within its frame."""
ASTRAY: Final = 2.5
"""Distance by which the board may lie beside its marks' places, mm: it is folded."""
CELLS: Final = 3
"""A court is compared in so many parts each way."""
CELL_LIKE, CELL_COLOUR = 0.4, 0.06
"""Likeness and distance of colours from which a part of a court counts as visible."""
BARE, LIKELY_BARE, PERHAPS_BARE = 7, 5, 3
"""Visible parts of a court on which surely no shop lies, surely none if none fits, or perhaps none."""
NO_SHOP: Final = 0.55
"""Likeness below which no shop fits."""
SHOP: Final = 30.0
ROOF: Final[Box] = (1.0, 1.0, 29.0, 13.0)
SIGN: Final[Box] = (0.8, 4.0, 9.4, 12.8)
"""Parts of a shop's face that nothing but a merchant covers: its roof, and the sign of its owner."""
DOOR, WINDOW = (-6.7, 6.6), (8.2, 7.3)
"""Printed places of dye and coins, mm right and down of a shop's middle (faces/shop-tile.toml)."""
DOOR_BOX: Final[Box] = (2.0, 14.0, 15.6, 28.6)
WINDOW_BOX: Final[Box] = (16.7, 15.8, 29.3, 28.8)
SHOP_REACH, DYE_REACH, COIN_REACH = 6.0, 4.5, 9.0
"""Distance within which a shop, a dye and a coin are looked for, mm: hands and the height of pieces move them."""
COARSE_TURNS, FINE_TURNS = (-8.0, 0.0, 8.0), (-4.0, 0.0, 4.0)
QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)
DYE_BOX: Final[Box] = (0.8, 0.8, 15.2, 15.2)
COIN_BOX: Final[Box] = (1.7, 1.7, 11.3, 11.3)
COLOUR_WEIGHT: Final = 2.0
"""Weight of a distance of colours beside a likeness."""
OWNER_LIKE, OWNER_MARGIN = 0.6, 0.06
SIGN_LIKE, SIGN_MARGIN = 0.75, 0.15
DYE_LIKE, DYE_MARGIN, DYE_COLOUR, ASTRAY_LIKE = 0.55, 0.2, 0.06, 0.7
NONE_LIKE, NONE_COLOUR = 0.55, 0.05
NO_COIN_LIKE, NO_COIN_MARGIN = 0.55, 0.1
COIN_LIKE, COIN_MAYBE = 0.7, 0.62
"""What is sure: least likeness, least margin over the next one, and largest distance of colours."""
COIN, DISC, COIN_RING, THICK = 13.0, 12.6, 5.0, 2.2
"""Side of a coin, its diameter if it was cut round, radius of what differs then, thickness of pieces, mm."""
COIN_ABOUT, COIN_STEP, COIN_BESIDE = 11.0, 0.35, 3.5
OTHER_COLOUR, OTHER_CORNER, OTHER_AREA = 0.07, 0.1, 8.0
COIN_COLOUR: Final = 0.06
"""Distance of colours within which something beside a shop is another coin's rim."""
ALONE: Final[Mapping[Ink, float]] = {"full": 0.6, "low": 0.74}
"""A coin is alone if so little about it is of another colour (share of its corners, and mm² beside it), and the rest is
so much like the shop."""
MANY: Final = 2
"""Coins that lie on one another are always asked about; guesses are this number, and one more."""


class Part(Struct, frozen=True):
    """Reading of a part of a shop: the answer, the next likely one, and whether it is sure."""

    value: str
    second: str
    sure: bool


class Found(Struct, frozen=True):
    """A face that may lie somewhere: how like it the board is there, in contrast and with its colours, and where."""

    key: str
    likeness: float
    colour: float
    spot: Spot

    @property
    def score(self) -> float:
        return self.likeness - COLOUR_WEIGHT * self.colour


def read_spaces(seen: Appearance, owners: Sequence[Colour], camera: Array) -> tuple[Reading, ...]:
    """All spaces, in their order."""
    return tuple(_space(seen, space, owners, camera) for space in SPACES)


def _space(seen: Appearance, space: Space, owners: Sequence[Colour], camera: Array) -> Reading:
    x, y = middle(space)
    visible = visible_parts(seen, x, y)
    if visible >= BARE:
        return answer(space.value, NOTHING, _some(owners), True, (x, y))
    shops = sorted((_shop(seen, owner, x, y) for owner in owners), key=lambda one: -one.score)
    if visible >= LIKELY_BARE and shops[0].likeness < NO_SHOP:
        return answer(space.value, NOTHING, COLOUR_LETTERS[Colour(shops[0].key)], True, (x, y))
    sure = _owner_sure(shops) and visible < LIKELY_BARE
    if not sure and visible < PERHAPS_BARE:
        signs = sorted((_by_sign(seen, owner, x, y) for owner in owners), key=lambda one: -one.score)
        if signs[0].likeness >= SIGN_LIKE and signs[0].score - signs[1].score >= SIGN_MARGIN:
            shops, sure = signs, True
    first, second = (COLOUR_LETTERS[Colour(one.key)] for one in shops[:2])
    if not sure and visible >= PERHAPS_BARE:
        return answer(space.value, NOTHING, first, False, (x, y))
    dye, coins = _dye(seen, shops[0]), _coins(seen, shops[0], camera)
    value = f"{first}{dye.value}{coins.value}"
    if not sure:
        other = f"{second}{dye.value}{coins.value}"
    elif not dye.sure:
        other = f"{first}{dye.second}{coins.value}"
    else:
        other = f"{first}{dye.value}{coins.second}"
    return answer(space.value, value, other, sure and dye.sure and coins.sure, (x, y))


def _some(owners: Sequence[Colour]) -> str:
    return COLOUR_LETTERS[owners[0]]


def visible_parts(seen: Appearance, x: float, y: float) -> int:
    """Parts of a court that look as they are printed."""
    half = WARD / 2
    window, meant = _cut(seen.board.contrast, x, y, half + ASTRAY), _cut(seen.printed.contrast, x, y, half)
    likeness = cv2.matchTemplate(window, meant, cv2.TM_CCOEFF_NORMED)
    _, _, _, (left, top) = cv2.minMaxLoc(likeness)
    there = np.s_[top : top + meant.shape[0], left : left + meant.shape[1]]
    colours = _cut(seen.board.colour, x, y, half + ASTRAY)[there] - _cut(seen.printed.colour, x, y, half)
    off, shown, side = np.linalg.norm(colours, axis=2), window[there], meant.shape[0] // CELLS
    count = 0
    for row, column in product(range(CELLS), repeat=2):
        cell = np.s_[row * side : (row + 1) * side, column * side : (column + 1) * side]
        like = float(cv2.matchTemplate(shown[cell], np.ascontiguousarray(meant[cell]), cv2.TM_CCOEFF_NORMED)[0, 0])
        count += like >= CELL_LIKE and float(off[cell].mean()) <= CELL_COLOUR
    return count


def _cut(image: Array, x: float, y: float, half: float) -> Array:
    """A square of the board about a point, mm."""
    left, top, side = round((x - half) * PER_MM), round((y - half) * PER_MM), round(2 * half * PER_MM)
    return np.ascontiguousarray(image[top : top + side, left : left + side])


def _shop(seen: Appearance, owner: Colour, x: float, y: float) -> Found:
    """Where the roof of an owner's shop fits best."""
    face = seen.faces["shops", owner.value]
    turns = [quarter + turn for quarter in QUARTERS for turn in COARSE_TURNS]
    first = best_match(seen.board, face, ROOF, Spot(x, y), SHOP_REACH, turns)
    best = best_match(seen.board, face, ROOF, first.spot, 1.5, FINE_TURNS)
    return Found(owner.value, best.likeness, colour_distance(seen.board, face, ROOF, best.spot), best.spot)


def _by_sign(seen: Appearance, owner: Colour, x: float, y: float) -> Found:
    """The same by the owner's sign alone, where a merchant stands on the roof."""
    face = seen.faces["shops", owner.value]
    turns = [quarter + turn for quarter in QUARTERS for turn in COARSE_TURNS]
    best = best_match(seen.board, face, SIGN, Spot(x, y), SHOP_REACH, turns)
    return Found(owner.value, best.likeness, colour_distance(seen.board, face, SIGN, best.spot), best.spot)


def _owner_sure(shops: Sequence[Found]) -> bool:
    best, other = shops[:2]
    return best.likeness >= OWNER_LIKE and best.score - other.score >= OWNER_MARGIN


def _dye(seen: Appearance, shop: Found) -> Part:
    """The dye on a shop; its letter, or nothing."""
    about = Spot(*shop.spot.at(*DOOR), shop.spot.degrees)
    turns = [quarter + turn for quarter in QUARTERS for turn in (-6.0, 0.0, 6.0)]
    found = sorted((_dye_there(seen, dye, about, turns) for dye in DYES), key=lambda one: -one.score)
    face = seen.faces["shops", shop.key]
    bare = best_match(seen.board, face, DOOR_BOX, shop.spot, 1.0, (0.0,))
    off = colour_distance(seen.board, face, DOOR_BOX, bare.spot)
    first, second = (DYE_LETTERS[DYE_INDEX[Dye(one.key)]] for one in found[:2])
    best = found[0]
    if bare.likeness - COLOUR_WEIGHT * off > best.score:
        sure = bare.likeness >= NONE_LIKE and off <= NONE_COLOUR and best.likeness < NONE_LIKE
        return Part("", first, sure and not any(_astray(seen, dye, shop.spot, turns) for dye in DYES))
    margin = best.score - max(found[1].score, bare.likeness - COLOUR_WEIGHT * off)
    return Part(first, second, best.likeness >= DYE_LIKE and best.colour <= DYE_COLOUR and margin >= DYE_MARGIN)


def _astray(seen: Appearance, dye: Dye, shop: Spot, turns: Sequence[float]) -> bool:
    """Does a dye lie elsewhere on a shop than at its door?"""
    found = _dye_there(seen, dye, shop, turns, SHOP / 2 - 4)
    return found.likeness >= ASTRAY_LIKE and found.colour <= DYE_COLOUR


def _dye_there(seen: Appearance, dye: Dye, about: Spot, turns: Sequence[float], reach: float = DYE_REACH) -> Found:
    face = next(
        seen.faces[kind, dye.value] for kind in ("natural-dyes", "mixed-dyes") if (kind, dye.value) in seen.faces
    )
    best = best_match(seen.board, face, DYE_BOX, about, reach, turns)
    return Found(dye.value, best.likeness, colour_distance(seen.board, face, DYE_BOX, best.spot), best.spot)


def _coins(seen: Appearance, shop: Found, camera: Array) -> Part:
    """How many coins lie on a shop: none, one, or some on one another, which nobody counts from above."""
    face, coin = seen.faces["shops", shop.key], seen.faces["coins", "coin"]
    bare = best_match(seen.board, face, WINDOW_BOX, shop.spot, 1.2, (0.0,))
    about = Spot(*shop.spot.at(*WINDOW), shop.spot.degrees)
    one = best_match(seen.board, coin, COIN_BOX, about, COIN_REACH, np.arange(0.0, 360.0, 15.0))
    if one.likeness < COIN_MAYBE:
        return Part("", "1", bare.likeness >= NO_COIN_LIKE and bare.likeness - one.likeness >= NO_COIN_MARGIN)
    beside = np.hypot(one.spot.x - about.x, one.spot.y - about.y)
    if one.likeness >= COIN_LIKE and bare.likeness < NO_COIN_LIKE and beside <= COIN_BESIDE:
        one = best_match(seen.board, coin, COIN_BOX, one.spot, 0.7, (-5.0, 0.0, 5.0))
        if any(_alone(seen, face, shop.spot, coin, one.spot, camera, cut) for cut in ("square", "disc")):
            return Part("1", str(MANY), True)
    return Part(str(MANY), str(MANY + 1), False)


def _alone(seen: Appearance, face: Look, shop: Spot, coin: Look, spot: Spot, camera: Array, cut: str) -> bool:
    """Does everything about a coin look as the shop is printed? Others would look out from under it; so does its own
    side, where the camera sees it."""
    steps = np.arange(-COIN_ABOUT, COIN_ABOUT + 0.1, COIN_STEP)
    dx, dy = np.meshgrid(steps, steps)
    x, y = dx + spot.x, dy + spot.y
    across, down = on_face(x, y, face, shop)
    (eye_x, eye_y, height), sides = camera, []
    lean = np.array([eye_x - spot.x, eye_y - spot.y]) / height
    for low in (0.0, THICK / 2, THICK):
        u, v = (one - COIN / 2 for one in on_face(x - lean[0] * low, y - lean[1] * low, coin, spot))
        sides.append(np.maximum(np.abs(u), np.abs(v)) - COIN / 2 if cut == "square" else np.hypot(u, v) - DISC / 2)
    colours = sampled(seen.board.colour, x, y)
    own = on_face(x, y, coin, spot)
    corner = (sides[0] < -0.5) & (np.hypot(own[0] - COIN / 2, own[1] - COIN / 2) > COIN_RING)
    off = np.linalg.norm(colours - sampled(coin.colour, *own), axis=2)
    if (off[corner] > OTHER_COLOUR).mean() > OTHER_CORNER:
        return False
    within = (across > 14.2) & (across < SHOP - 0.8) & (down > 1.5) & (down < SHOP - 0.8) & (np.hypot(dx, dy) < 10.5)
    about = within & (np.min(sides, axis=0) > 1.0)
    off = np.linalg.norm(colours - sampled(face.colour, across, down), axis=2)
    beyond = np.maximum(np.abs(across - SHOP / 2), np.abs(down - SHOP / 2)) - SHOP / 2
    gold = np.linalg.norm(colours - np.median(sampled(coin.colour, *own)[corner], axis=0), axis=2) <= COIN_COLOUR
    printed = np.linalg.norm(colours - sampled(seen.printed.colour, x, y), axis=2)
    other = gold & (printed > OTHER_COLOUR) & (beyond > 1.0) & (np.min(sides, axis=0) > 1.0)
    strange = float((off[about] > OTHER_COLOUR).sum() + other.sum()) * COIN_STEP**2
    like = likeness_where(sampled(seen.board.contrast, x, y), sampled(face.contrast, across, down), about)
    return strange <= OTHER_AREA and like >= ALONE[seen.ink]
