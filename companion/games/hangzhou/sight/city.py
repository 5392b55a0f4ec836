"""The spaces of Hangzhou's city in a photograph: bare, or whose shop with which dye and how many coins.

Each part is compared with the faces that may lie there, and with the board or the shop as it looks where none does.
What is like none of them, or like two, is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.certainty import NOTHING
from companion.games.hangzhou.names import COLOUR_LETTERS, DYE_INDEX, DYE_LETTERS, DYES, SPACES, Colour, Dye, Space
from companion.games.hangzhou.sight.wards import middle
from companion.sight.appearance import PER_MM, Appearance
from companion.sight.matching import (
    Box,
    Spot,
    best_match,
    compare_where,
    map_to_board,
    measure_colour_distance,
    sampled,
)
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
BARE, LIKELY_BARE, PERHAPS_BARE = 6, 4, 3
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
SHOP_REACH, DYE_REACH, COIN_REACH = 6.0, 4.5, 12.0
"""Distance within which a shop, a dye and a coin are looked for, mm: hands and the height of pieces move them."""
COARSE_TURNS, FINE_TURNS, FINEST_TURNS = (-8.0, 0.0, 8.0), (-4.0, 0.0, 4.0), (-2.0, -1.0, 0.0, 1.0, 2.0)
QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)
DYE: Final = 16.0
DYE_BOX: Final[Box] = (0.8, 0.8, 15.2, 15.2)
COIN_BOX: Final[Box] = (1.7, 1.7, 11.3, 11.3)
COLOUR_WEIGHT: Final = 2.0
"""Weight of a distance of colours beside a likeness."""
OWNER_LIKE, OWNER_MARGIN, ROOF_LIKE = 0.65, 0.12, 0.6
DYE_LIKE, DYE_MARGIN, DYE_COLOUR, ASTRAY_LIKE = 0.5, 0.15, 0.06, 0.7
NONE_LIKE, NONE_MARGIN, NONE_COLOUR = 0.55, 0.2, 0.06
NO_COIN_LIKE, NO_COIN_MARGIN = 0.55, 0.05
COIN_MAYBE, COIN_MARGIN = 0.62, 0.15
"""What is sure: least likeness, least margin over the next one, and largest distance of colours."""
COIN, DISC, THICK = 13.0, 12.6, 2.2
"""Side of a coin, its diameter if it was cut round, and thickness of pieces, mm."""
ABOUT, STEP = 14.0, 0.4
"""Distance about a coin within which others are looked for, and between the points that are looked at, mm."""
GAP, NEAR, BEYOND = 0.9, 4.5, 3.5
"""Distance from edges from where on the surroundings of a coin count, up to where, and how far beyond the shop, mm."""
GOLD_RING, CORNER = (4.3, 5.6), 6.9
"""Radii between which a coin has the colour of its ground, and from which on only a square coin has it, mm."""
SQUARE: Final = 0.7
"""Share of gold in a coin's corners from which on it is square."""
GOLD, NOT_GOLD, GOLD_AREA, LIKE_FULL = 0.055, 0.08, 1.5, 0.2
"""Full ink: distance of colours within which something is gold, or print is not; mm² of gold that tell of another coin;
and least likeness of the surroundings."""
STRANGE, STRANGE_AREA, WORST, LIKE_LOW = 0.06, 4.5, 0.85, 0.84
"""Low ink: distance of colours and area, mm², of what is not as printed; largest difference of contrast within a mm;
and least likeness of the surroundings."""
MANY: Final = 2
"""Coins that lie on one another are always asked about; guesses are this number, and one more."""


class Part(Struct, frozen=True):
    """Reading of a part of a shop: the answer, the next likely one, whether it is sure, and where the piece lies."""

    value: str
    second: str
    sure: bool
    spot: Spot | None = None


class Found(Struct, frozen=True):
    """A face that may lie somewhere: how like it the board is there, in contrast and with its colours, and where."""

    key: str
    likeness: float
    colour: float
    spot: Spot

    @property
    def score(self) -> float:
        return self.likeness - COLOUR_WEIGHT * self.colour


class Shop(Struct, frozen=True):
    """An owner's shop by its roof and by its sign, for a merchant on the roof hides one of them; and where it lies."""

    owner: Colour
    roof: Found
    sign: Found
    spot: Spot

    @property
    def score(self) -> float:
        return self.roof.score + self.sign.score

    @property
    def likeness(self) -> float:
        return max(self.roof.likeness, self.sign.likeness)


def read_spaces(seen: Appearance, owners: Sequence[Colour], camera: Array) -> tuple[Reading, ...]:
    """All spaces, in their order."""
    return tuple(_space(seen, space, owners, camera) for space in SPACES)


def _space(seen: Appearance, space: Space, owners: Sequence[Colour], camera: Array) -> Reading:
    x, y = middle(space)
    visible = list_visible_parts(seen, x, y)
    if visible >= BARE:
        return answer(space.value, NOTHING, COLOUR_LETTERS[owners[0]], True, (x, y))
    shops = sorted((_shop(seen, owner, x, y) for owner in owners), key=lambda one: -one.score)
    first, second = (COLOUR_LETTERS[one.owner] for one in shops[:2])
    if visible >= LIKELY_BARE and max(one.roof.likeness for one in shops) < NO_SHOP:
        return answer(space.value, NOTHING, first, True, (x, y))
    sure = shops[0].likeness >= OWNER_LIKE and shops[0].score - shops[1].score >= OWNER_MARGIN
    if visible >= (LIKELY_BARE if sure else PERHAPS_BARE):
        return answer(space.value, NOTHING, first, False, (x, y))
    shop = _settled(seen, shops[0])
    dye = _dye(seen, shop)
    coins = _coins(seen, shop, dye.spot, camera)
    value = f"{first}{dye.value}{coins.value}"
    if not sure:
        other = f"{second}{dye.value}{coins.value}"
    elif not dye.sure:
        other = f"{first}{dye.second}{coins.value}"
    else:
        other = f"{first}{dye.value}{coins.second}"
    return answer(space.value, value, other, sure and dye.sure and coins.sure, (x, y))


def list_visible_parts(seen: Appearance, x: float, y: float) -> int:
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


def _shop(seen: Appearance, owner: Colour, x: float, y: float) -> Shop:
    """Where an owner's shop fits best."""
    roof, sign = (_shop_part(seen, owner, part, x, y) for part in (ROOF, SIGN))
    return Shop(owner, roof, sign, roof.spot if roof.likeness >= ROOF_LIKE else sign.spot)


def _settled(seen: Appearance, shop: Shop) -> Shop:
    """The same with its place found to a degree."""
    part = ROOF if shop.roof.likeness >= ROOF_LIKE else SIGN
    best = best_match(seen.board, seen.faces["shops", shop.owner.value], part, shop.spot, 0.7, FINEST_TURNS)
    return replace(shop, spot=best.spot)


def _shop_part(seen: Appearance, owner: Colour, part: Box, x: float, y: float) -> Found:
    face = seen.faces["shops", owner.value]
    turns = [quarter + turn for quarter in QUARTERS for turn in COARSE_TURNS]
    first = best_match(seen.board, face, part, Spot(x, y), SHOP_REACH, turns)
    best = best_match(seen.board, face, part, first.spot, 1.5, FINE_TURNS)
    return Found(owner.value, best.likeness, measure_colour_distance(seen.board, face, part, best.spot), best.spot)


def _dye(seen: Appearance, shop: Shop) -> Part:
    """The dye on a shop; its letter, or nothing."""
    about = Spot(*shop.spot.at(*DOOR), shop.spot.degrees)
    turns = [quarter + turn for quarter in QUARTERS for turn in (-6.0, 0.0, 6.0)]
    found = sorted((_dye_there(seen, dye, about, turns) for dye in DYES), key=lambda one: -one.score)
    face = seen.faces["shops", shop.owner.value]
    bare = best_match(seen.board, face, DOOR_BOX, shop.spot, 1.0, (0.0,))
    off = measure_colour_distance(seen.board, face, DOOR_BOX, bare.spot)
    first, second = (DYE_LETTERS[DYE_INDEX[Dye(one.key)]] for one in found[:2])
    best = found[0]
    if bare.likeness - COLOUR_WEIGHT * off > best.score:
        sure = bare.likeness >= max(NONE_LIKE, best.likeness + NONE_MARGIN) and off <= NONE_COLOUR
        return Part("", first, sure and not any(_astray(seen, dye, shop.spot, turns) for dye in DYES))
    margin = best.score - max(found[1].score, bare.likeness - COLOUR_WEIGHT * off)
    sure = best.likeness >= DYE_LIKE and best.colour <= DYE_COLOUR and margin >= DYE_MARGIN
    return Part(first, second, sure, best.spot)


def _astray(seen: Appearance, dye: Dye, shop: Spot, turns: Sequence[float]) -> bool:
    """Does a dye lie elsewhere on a shop than at its door?"""
    found = _dye_there(seen, dye, shop, turns, SHOP / 2 - 4)
    return found.likeness >= ASTRAY_LIKE and found.colour <= DYE_COLOUR


def _dye_there(seen: Appearance, dye: Dye, about: Spot, turns: Sequence[float], reach: float = DYE_REACH) -> Found:
    face = next(
        seen.faces[kind, dye.value] for kind in ("natural-dyes", "mixed-dyes") if (kind, dye.value) in seen.faces
    )
    best = best_match(seen.board, face, DYE_BOX, about, reach, turns)
    return Found(dye.value, best.likeness, measure_colour_distance(seen.board, face, DYE_BOX, best.spot), best.spot)


def _coins(seen: Appearance, shop: Shop, dye: Spot | None, camera: Array) -> Part:
    """How many coins lie on a shop: none, one, or some on one another, which nobody counts from above."""
    face, coin = seen.faces["shops", shop.owner.value], seen.faces["coins", "coin"]
    bare = best_match(seen.board, face, WINDOW_BOX, shop.spot, 1.2, (0.0,))
    about = Spot(*shop.spot.at(*WINDOW), shop.spot.degrees)
    one = best_match(seen.board, coin, COIN_BOX, about, COIN_REACH, np.arange(0.0, 360.0, 15.0))
    if one.likeness < COIN_MAYBE:
        return Part("", "1", bare.likeness >= NO_COIN_LIKE and bare.likeness - one.likeness >= NO_COIN_MARGIN)
    if one.likeness - bare.likeness >= COIN_MARGIN:
        one = best_match(seen.board, coin, COIN_BOX, one.spot, 0.7, (-6.0, -3.0, 0.0, 3.0, 6.0))
        if _alone(seen, shop, one.spot, dye, camera):
            return Part("1", str(MANY), True)
    return Part(str(MANY), str(MANY + 1), False)


def _alone(seen: Appearance, shop: Shop, spot: Spot, dye: Spot | None, camera: Array) -> bool:
    """Does everything about a coin look as it is printed? Another one would look out from under it. The sides of coin
    and dye, where the camera sees them, do not count."""
    steps = np.arange(-ABOUT, ABOUT + STEP / 2, STEP)
    dx, dy = np.meshgrid(steps, steps)
    x, y = dx + spot.x, dy + spot.y
    face = seen.faces["shops", shop.owner.value]
    across, down = map_to_board(x, y, face, shop.spot)
    beyond = np.maximum(np.abs(across - SHOP / 2), np.abs(down - SHOP / 2)) - SHOP / 2
    free = np.abs(beyond) > GAP
    if dye is not None:
        free &= _beside(x, y, dye, DYE, camera) > GAP
    colours = sampled(seen.board.colour, x, y)
    gold = np.median(colours[(np.hypot(dx, dy) > GOLD_RING[0]) & (np.hypot(dx, dy) < GOLD_RING[1])], axis=0)
    golden = np.linalg.norm(colours - gold, axis=2) < GOLD
    corners = golden[(_beside(x, y, spot, COIN) < GAP - THICK / 2) & (np.hypot(dx, dy) > CORNER)].mean()
    square = seen.ink == "low" or corners >= SQUARE
    edge = _beside(x, y, spot, COIN if square else DISC, camera, disc=not square)
    on_shop, near = beyond < 0, free & (edge > GAP) & (np.hypot(dx, dy) < COIN)
    printed = np.where(on_shop[..., None], sampled(face.colour, across, down), sampled(seen.printed.colour, x, y))
    shown = sampled(seen.board.contrast, x, y)
    meant = np.where(on_shop, sampled(face.contrast, across, down), sampled(seen.printed.contrast, x, y))
    about = near & (edge < NEAR) & (beyond < BEYOND)
    if seen.ink == "full":
        others = near & golden & (np.linalg.norm(printed - gold, axis=2) > NOT_GOLD)
        return others.sum() * STEP**2 <= GOLD_AREA and compare_where(shown, meant, about & on_shop) >= LIKE_FULL
    strange = about & (np.linalg.norm(colours - printed, axis=2) > STRANGE)
    off, share = (
        cv2.GaussianBlur(one.astype(np.float32), (0, 0), 1.0 / STEP) for one in (about * np.abs(shown - meant), about)
    )
    worst = (off / np.maximum(share, 0.3))[about].max(initial=0.0)
    like = compare_where(shown, meant, about)
    return strange.sum() * STEP**2 <= STRANGE_AREA and worst <= WORST and like >= LIKE_LOW


def _beside(x: Array, y: Array, spot: Spot, side: float, camera: Array | None = None, *, disc: bool = False) -> Array:
    """Distance of points from the outline of a piece, mm (inside: negative); with a camera, from all it shows of its
    sides."""
    lean = np.zeros(2) if camera is None else (camera[:2] - (spot.x, spot.y)) / camera[2]
    angle, found = np.radians(spot.degrees), []
    for low in (0.0, THICK / 2, THICK):
        dx, dy = x - spot.x - lean[0] * low, y - spot.y - lean[1] * low
        across, down = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
        found.append(np.hypot(dx, dy) if disc else np.maximum(np.abs(across), np.abs(down)))
    return np.asarray(np.min(found, axis=0) - side / 2)
