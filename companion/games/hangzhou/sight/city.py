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
from companion.games.hangzhou.names import (
    COLOUR_LETTERS,
    DYE_INDEX,
    DYE_LETTERS,
    DYE_NAMED,
    DYES,
    SPACES,
    Colour,
    Dye,
    Space,
)
from companion.games.hangzhou.sight.wards import middle
from companion.sight.appearance import PAPER, PER_MM, Appearance, Look
from companion.sight.kit import Ink
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
COIN, DISC, THICK = 13.0, 12.2, 2.2
"""Side of a coin, its diameter if it was cut round, and thickness of pieces, mm."""
ABOUT: Final = 13.0
"""Distance about a coin within which others are looked for, mm."""
GAP, NEAR, COLOURS_NEAR, BEYOND = 0.7, 3.0, 4.5, 3.5
"""Distance from edges from where on the surroundings of a coin count (pieces are printed as far beside their cuts), up
to where the shop's print and its colours are compared, and how far beyond the shop, mm."""
SETTLED: Final = (-2 / 3, -1 / 3, 0.0, 1 / 3, 2 / 3)
"""Distances by which a shop may lie beside where its roof has it, mm."""
EVEN: Final = 2.5
"""Light is evened out over as many mm (a standard deviation) before a shop's print is compared: wider than a line."""
SMOOTH: Final = 0.35
"""Differences from the print are smeared over as many mm: narrower than what shows of another coin."""
CORNER, GOLD_CORNERS, WHITE_CORNERS, SINGLE = 6.9, 0.7, 0.015, 0.4
"""Coins are square if so much of what is farther from their middle (mm) has their gold; white ones if, taken for round,
they differ from the print by so much more. At least this share of a table's coins are taken to lie alone."""
GOLD_RING: Final = (4.3, 5.6)
"""Radii between which a coin has the colour of its ground, mm."""
GOLD, NOT_GOLD, STRANGE = 0.055, 0.08, 0.06
"""Distances of colours within which something is gold, and from which on print is not, or something is strange."""
MANY: Final = 2
"""Coins that lie on one another are always asked about; guesses are this number, and one more."""


class Part(Struct, frozen=True):
    """Reading of a part of a shop: the answer, the next likely one, whether it is sure, and where the piece lies."""

    value: str
    second: str
    sure: bool
    spot: Spot | None = None


class Around(Struct, frozen=True):
    """Surroundings of a coin: largest difference of brightness from the shop's print (paper: 1), and likeness to it;
    how much has the coin's gold where the print has not, and how much another colour than the print, mm²."""

    worst: float
    like: float
    gold: float
    strange: float

    def is_bare(self, ink: Ink) -> bool:
        """Does no other coin look out from under this one?"""
        most = LIMITS[ink]
        print_fits = self.worst <= most.worst and self.like >= most.like
        return print_fits and self.gold <= most.gold and self.strange <= most.strange


LIMITS: Final = {"full": Around(0.35, 0.7, 2.0, 16.0), "low": Around(0.17, 0.87, 2.0, 3.0)}
"""What the surroundings of a single coin hardly exceed, by ink: lines tell most of white pieces, gold of coloured ones.
Of single coins full ink passes three quarters and low ink 60 %, of coins in a pile one in 40 and one in 20."""


class Single(Struct, frozen=True):
    """A coin that may lie alone: its surroundings as if it was cut square, and round; and what tells that it is square
    (less than 0: that it is round)."""

    cuts: tuple[Around, Around]
    square: float


class Shown(Struct, frozen=True):
    """A shop on a space: its owner, dye and coins."""

    space: Space
    shop: Part
    dye: Part
    coins: Part
    single: Single | None


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
    """Returns the readings of all spaces in order. As all coins of a table are cut alike, its single coins together
    decide how."""
    found = [_space(seen, space, owners, camera) for space in SPACES]
    square = [one.single.square for one in found if isinstance(one, Shown) and one.single is not None]
    disc = bool(square) and float(np.quantile(square, SINGLE)) < 0
    return tuple(_answer(one, seen.ink, disc) if isinstance(one, Shown) else one for one in found)


def _space(seen: Appearance, space: Space, owners: Sequence[Colour], camera: Array) -> Reading | Shown:
    x, y = middle(space)
    visible = count_visible_parts(seen, x, y)
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
    coins = _coins(seen, shop)
    single = _surroundings(seen, shop, coins.spot, dye, camera) if coins.spot else None
    return Shown(space, Part(first, second, sure), dye, coins, single)


def _answer(shown: Shown, ink: Ink, disc: bool) -> Reading:
    """Returns the reading of a shop, given coins cut round or square."""
    shop, dye, coins = shown.shop, shown.dye, shown.coins
    if shown.single is not None and shown.single.cuts[disc].is_bare(ink):
        coins = Part("1", str(MANY), True)
    if not shop.sure:
        other = f"{shop.second}{dye.value}{coins.value}"
    elif not dye.sure:
        other = f"{shop.value}{dye.second}{coins.value}"
    else:
        other = f"{shop.value}{dye.value}{coins.second}"
    value = f"{shop.value}{dye.value}{coins.value}"
    return answer(shown.space.value, value, other, shop.sure and dye.sure and coins.sure, middle(shown.space))


def count_visible_parts(seen: Appearance, x: float, y: float) -> int:
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
    """Returns a square of the board around a point, mm."""
    left, top, side = round((x - half) * PER_MM), round((y - half) * PER_MM), round(2 * half * PER_MM)
    return np.ascontiguousarray(image[top : top + side, left : left + side])


def _shop(seen: Appearance, owner: Colour, x: float, y: float) -> Shop:
    """Finds where an owner's shop fits best."""
    roof, sign = (_shop_part(seen, owner, part, x, y) for part in (ROOF, SIGN))
    return Shop(owner, roof, sign, roof.spot if roof.likeness >= ROOF_LIKE else sign.spot)


def _settled(seen: Appearance, shop: Shop) -> Shop:
    """Returns the shop with its place refined to a degree."""
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
    """Returns the letter of the dye on a shop, or nothing."""
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
    face = _dye_face(seen, dye)
    best = best_match(seen.board, face, DYE_BOX, about, reach, turns)
    return Found(dye.value, best.likeness, measure_colour_distance(seen.board, face, DYE_BOX, best.spot), best.spot)


def _dye_face(seen: Appearance, dye: Dye) -> Look:
    return next(
        seen.faces[kind, dye.value] for kind in ("natural-dyes", "mixed-dyes") if (kind, dye.value) in seen.faces
    )


def _coins(seen: Appearance, shop: Shop) -> Part:
    """Returns the coins on a shop: none, or some, with the place of a fully visible one that may be the only one."""
    face, coin = seen.faces["shops", shop.owner.value], seen.faces["coins", "coin"]
    bare = best_match(seen.board, face, WINDOW_BOX, shop.spot, 1.2, (0.0,))
    about = Spot(*shop.spot.at(*WINDOW), shop.spot.degrees)
    one = best_match(seen.board, coin, COIN_BOX, about, COIN_REACH, np.arange(0.0, 360.0, 15.0))
    if one.likeness < COIN_MAYBE:
        return Part("", "1", bare.likeness >= NO_COIN_LIKE and bare.likeness - one.likeness >= NO_COIN_MARGIN)
    if one.likeness - bare.likeness < COIN_MARGIN:
        return Part(str(MANY), str(MANY + 1), False)
    one = best_match(seen.board, coin, COIN_BOX, one.spot, 0.7, (-6.0, -3.0, 0.0, 3.0, 6.0))
    return Part(str(MANY), str(MANY + 1), False, one.spot)


def _surroundings(seen: Appearance, shop: Shop, coin: Spot, dye: Part, camera: Array) -> Single:
    """Compares what surrounds a coin, cut square and cut round. Visible sides of coin and dye do not count."""
    steps = (np.arange(round(2 * ABOUT * PER_MM)) + 0.5) / PER_MM - ABOUT
    x, y = np.meshgrid(steps + coin.x, steps + coin.y)
    square, disc = _beside(x, y, coin, COIN, camera), _beside(x, y, coin, DISC, camera, disc=True)
    free = np.ones(x.shape, bool) if dye.spot is None else _beside(x, y, dye.spot, DYE, camera) > GAP
    face = seen.faces["shops", shop.owner.value]
    inner = free & (square > GAP) & (_beside(x, y, shop.spot, SHOP) < -GAP)
    spot = _settle_print(seen, face, shop.spot, x, y, inner)
    beyond = _beside(x, y, spot, SHOP)
    across, down = map_to_board(x, y, face, spot)
    light, meant = sampled(seen.board.grey, x, y), sampled(face.grey, across, down)
    colours, printed = sampled(seen.board.colour, x, y), sampled(seen.printed.colour, x, y)
    printed = np.where(beyond[..., None] < 0, sampled(face.colour, across, down), printed)
    coloured = free
    if dye.spot is not None:
        chip, within = _dye_face(seen, DYE_NAMED[dye.value]), _beside(x, y, dye.spot, DYE)
        printed = np.where(within[..., None] < 0, sampled(chip.colour, *map_to_board(x, y, chip, dye.spot)), printed)
        coloured = free | (within < -GAP)
    reach = np.hypot(x - coin.x, y - coin.y)
    gold = np.median(colours[(reach > GOLD_RING[0]) & (reach < GOLD_RING[1])], axis=0)
    golden = np.linalg.norm(colours - gold, axis=2) < GOLD
    corners = golden[(_beside(x, y, coin, COIN) < GAP - THICK / 2) & (reach > CORNER)].mean()
    golden &= coloured & (reach < COIN) & (np.linalg.norm(printed - gold, axis=2) > NOT_GOLD)
    strange = free & (np.linalg.norm(colours - printed, axis=2) > STRANGE) & (beyond < BEYOND) & (reach < COIN)

    def around(edge: Array) -> Around:
        on_shop = free & (edge > GAP) & (beyond < -GAP)
        gain = _blurred(light, on_shop, EVEN) / np.maximum(_blurred(meant, on_shop, EVEN), 1.0)
        zone = on_shop & (edge < NEAR)
        off = _blurred(np.abs(light / np.maximum(gain, 0.1) - meant) / PAPER, zone, SMOOTH)
        like = compare_where(light, meant * gain, zone)
        near = (edge > GAP) & (np.abs(beyond) > GAP)
        areas = (float((near & one).sum() / PER_MM**2) for one in (golden, strange & (edge < COLOURS_NEAR)))
        return Around(float(off[zone].max(initial=0.0)), like, *areas)

    cuts = around(square), around(disc)
    white = cuts[1].worst - cuts[0].worst - WHITE_CORNERS
    return Single(cuts, float(corners - GOLD_CORNERS) if seen.ink == "full" else white)


def _settle_print(seen: Appearance, face: Look, about: Spot, x: Array, y: Array, where: Array) -> Spot:
    """Returns the place of a face, near another, at which its print is most like the board in a part of it."""
    shown = sampled(seen.board.contrast, x, y)
    spots = (
        Spot(about.x + right, about.y + down, about.degrees + turn)
        for right, down, turn in product(SETTLED, SETTLED, (-1.0, 0.0, 1.0))
    )
    return max(
        spots, key=lambda one: compare_where(shown, sampled(face.contrast, *map_to_board(x, y, face, one)), where)
    )


def _blurred(image: Array, where: Array, radius: float) -> Array:
    """Returns an image blurred over so many mm, without what is elsewhere."""
    total, share = (cv2.GaussianBlur(one.astype(np.float32), (0, 0), radius * PER_MM) for one in (image * where, where))
    return np.asarray(total / np.maximum(share, 0.25))


def _beside(x: Array, y: Array, spot: Spot, side: float, camera: Array | None = None, *, disc: bool = False) -> Array:
    """Returns the distance of points from the outline of a piece, mm (negative inside); with a camera, from the outline
    with its visible sides."""
    lean = np.zeros(2) if camera is None else (camera[:2] - (spot.x, spot.y)) / camera[2]
    angle, found = np.radians(spot.degrees), []
    for low in (0.0, THICK / 2, THICK):
        dx, dy = x - spot.x - lean[0] * low, y - spot.y - lean[1] * low
        across, down = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
        found.append(np.hypot(dx, dy) if disc else np.maximum(np.abs(across), np.abs(down)))
    return np.asarray(np.min(found, axis=0) - side / 2)
