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

from companion.games.hangzhou.names import SPACES, Colour, Dye, Space
from companion.sight.appearance import PAPER, PER_MM, Appearance, Look
from companion.sight.matching import (
    Match,
    Spot,
    best_match,
    compare_where,
    measure_colour_distance,
    sampled,
    sampled_under,
)
from companion.sight.plane import Box
from companion.sight.reading import NOTHING, Reading, answer
from pnp.camera import Array

PITCH: Final = 42.0
FIRST: Final = (59.0, 64.5)
"""From the middle of one space to that of the next, and that of A1, mm."""
WARD: Final = 32.4
"""Side of the picture in a court of the board, mm: within its frame."""
ASTRAY, STEP = 2.5, 0.4
"""Distances by which the board may lie beside its marks' places (it is folded), and a part of a court beside the
others, mm."""
CELLS: Final = 3
"""A court is compared in so many parts each way."""
CELL_LIKE, CELL_COLOUR = 0.4, 0.06
"""Likeness and distance of colours from which a part of a court counts as visible."""
BARE, LIKELY_BARE, PERHAPS_BARE = 6, 4, 3
"""Visible parts of a court on which surely no shop lies, surely none if none fits, or perhaps none."""
NO_SHOP, SOME_SHOP = 0.8, 1.3
"""Score below which no shop fits, and from which one likely lies there though parts of the court seem visible."""
SHOP: Final = 30.0
ROOF: Final[Box] = (1.0, 1.0, 29.0, 13.0)
SIGN: Final[Box] = (0.8, 4.0, 9.4, 12.8)
"""Parts of a shop's face that nothing but a merchant covers: its roof, and the sign of its owner."""
DOOR, WINDOW = (-6.7, 6.6), (8.2, 7.3)
"""Printed places of dye and coins, mm right and down of a shop's middle (faces/shop-tile.toml)."""
DOOR_BOX: Final[Box] = (2.0, 14.0, 15.6, 28.6)
WINDOW_BOX: Final[Box] = (16.7, 15.8, 29.3, 28.8)
SHOP_REACH, DYE_REACH, COIN_REACH = 6.0, 11.0, 12.0
"""Distance within which a shop, a dye on its shop, and a coin are looked for, mm: hands and the height of pieces move
them."""
AT_DOOR: Final = 4.5
"""Distance from the door within which a dye lies where it is printed, mm."""
COARSE: Final = 1.5
"""Pixels to a millimetre at which dyes are looked for at first."""
SHOP_TURNS, DYE_TURNS = (-8.0, 0.0, 8.0), (-24.0, -12.0, 0.0, 12.0, 24.0)
"""Degrees by which they lie beside a quarter turn."""
FINE, FINE_TURNS, FINEST_TURNS = 1.5, (-6.0, -3.0, 0.0, 3.0, 6.0), (-2.0, -1.0, 0.0, 1.0, 2.0)
"""Distance, mm, and degrees by which a second search corrects the first, and a third one the second."""
QUARTERS: Final = (0.0, 90.0, 180.0, 270.0)
DYE: Final = 16.0
DYE_BOX: Final[Box] = (0.8, 0.8, 15.2, 15.2)
COIN_BOX: Final[Box] = (1.7, 1.7, 11.3, 11.3)
COLOUR_WEIGHT: Final = 2.0
"""Weight of a distance of colours beside a likeness."""
OWNER_LIKE, OWNER_MARGIN, ROOF_LIKE = 0.65, 0.12, 0.6
DYE_LIKE, DYE_MARGIN, DYE_COLOUR, ASTRAY_LIKE = 0.5, 0.15, 0.06, 0.7
NO_DYE, NO_DYE_MARGIN = 0.66, 0.25
NO_COIN_LIKE, NO_COIN_MARGIN = 0.55, 0.05
COIN_MAYBE, COIN_MARGIN = 0.62, 0.15
"""What is sure: least likeness (of a bare door: score), least margin over the next one, and largest distance of
colours."""
COIN, DISC, THICK = 13.0, 12.2, 2.2
"""Side of a coin, its diameter if it was cut round, and thickness of pieces, mm."""
ABOUT: Final = 13.0
"""Distance about a coin within which others are looked for, mm."""
GAP, NEAR = 0.7, 3.0
"""Distance from edges from where on the surroundings of a coin count (pieces are printed as far beside their cuts), and
up to where the shop's print is compared, mm."""
SETTLED: Final = (-2 / 3, -1 / 3, 0.0, 1 / 3, 2 / 3)
"""Distances by which a shop may lie beside where its roof has it, mm."""
EVEN: Final = 2.5
"""Light is evened out over as many mm (a standard deviation) before a shop's print is compared: wider than a line."""
SMOOTH: Final = 0.35
"""Differences from the print are smeared over as many mm: narrower than what shows of another coin."""
WORST, GOLDEN = {"full": 0.18, "low": 0.16}, 3.9
"""What tells by itself of another coin: difference of brightness from the print (paper: 1), by ink; and mm² of
the coin's gold where the print has none."""
CORNER, GOLD_CORNERS, WHITE_CORNERS, SINGLE = 6.9, 0.7, 0.1, 0.4
"""Coins are square if so much of what is farther from their middle (mm) has their gold; white ones if, taken for round,
so much more tells of another coin. At least this share of a table's coins are taken to lie alone."""
GOLD_RING: Final = (4.3, 5.6)
"""Radii between which a coin has the colour of its ground, mm."""
GOLD, NOT_GOLD = 0.055, 0.08
"""Distances of colours within which something is gold, and from which on print is not."""
MANY: Final = 2
"""Coins that lie on one another are always asked about; guesses are this number, and one more."""


def middle(space: Space) -> tuple[float, float]:
    """Returns the centre of a space on the board, mm."""
    column, row = "ABCDE".index(space.value[0]), int(space.value[1]) - 1
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH


class Part(Struct, frozen=True):
    """Reading of a part of a shop: the answer, the next likely one, whether it is sure, and where the piece lies."""

    value: str
    second: str
    sure: bool
    spot: Spot | None = None


class Shown(Struct, frozen=True):
    """A shop on a space: its owner, dye and coins; and of a coin that may lie alone how much tells of another one about
    it (1: it hardly lies alone), as if it was cut square, and round, and what tells that it is square (less than 0:
    that it is round)."""

    space: Space
    shop: Part
    dye: Part
    coins: Part
    others: tuple[float, float] = (1.0, 1.0)
    square: float | None = None


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
    face: Look
    roof: Found
    sign: Found

    @property
    def score(self) -> float:
        return self.roof.score + self.sign.score

    @property
    def likeness(self) -> float:
        return max(self.roof.likeness, self.sign.likeness)


def read_spaces(seen: Appearance, owners: Sequence[Colour], camera: Array) -> tuple[Reading, ...]:
    """Returns the readings of all spaces in order. As all coins of a table are cut alike, its single coins together
    decide how."""
    small = seen.shrunk(COARSE)
    found = [_space(seen, small, space, owners, camera) for space in SPACES]
    square = [one.square for one in found if isinstance(one, Shown) and one.square is not None]
    disc = bool(square) and float(np.quantile(square, SINGLE)) < 0
    return tuple(_answer(one, disc) if isinstance(one, Shown) else one for one in found)


def _space(
    seen: Appearance, small: Appearance, space: Space, owners: Sequence[Colour], camera: Array
) -> Reading | Shown:
    x, y = middle(space)
    visible = count_visible_parts(seen, x, y)
    if visible >= BARE:
        return answer(space.value, NOTHING, owners[0].letter, True, (x, y))
    shops = sorted((_shop(seen, owner, x, y) for owner in owners), key=lambda one: -one.score)
    first, *others = (one.owner.letter for one in shops)  # no others, if one plays alone
    if visible >= PERHAPS_BARE and shops[0].score < SOME_SHOP:
        sure = visible >= LIKELY_BARE and shops[0].score < NO_SHOP
        return answer(space.value, NOTHING, first, sure, (x, y))
    ahead = not others or shops[0].score - shops[1].score >= OWNER_MARGIN
    sure = ahead and shops[0].likeness >= OWNER_LIKE and visible < LIKELY_BARE
    by_roof = shops[0].roof.likeness >= ROOF_LIKE
    part, about = (ROOF, shops[0].roof.spot) if by_roof else (SIGN, shops[0].sign.spot)
    spot = best_match(seen.board, shops[0].face, part, about, 0.7, FINEST_TURNS).spot
    dye = _dye(seen, small, shops[0].face, spot)
    coins = _coins(seen, shops[0].face, spot)
    shop = Part(first, others[0] if others else NOTHING, sure)
    if coins.spot is None:
        return Shown(space, shop, dye, coins)
    return Shown(space, shop, dye, coins, *_surroundings(seen, shops[0].face, spot, coins.spot, dye, camera))


def _answer(shown: Shown, disc: bool) -> Reading:
    """Returns the reading of a shop, given coins cut round or square."""
    shop, dye, coins = shown.shop, shown.dye, shown.coins
    if shown.others[disc] < 1:
        coins = Part("1", str(MANY), True)
    if not shop.sure:
        other = NOTHING if shop.second == NOTHING else f"{shop.second}{dye.value}{coins.value}"
    elif not dye.sure:
        other = f"{shop.value}{dye.second}{coins.value}"
    else:
        other = f"{shop.value}{dye.value}{coins.second}"
    value = f"{shop.value}{dye.value}{coins.value}"
    return answer(shown.space.value, value, other, shop.sure and dye.sure and coins.sure, middle(shown.space))


def count_visible_parts(seen: Appearance, x: float, y: float) -> int:
    """Parts of a court that look as they are printed."""
    width, height = seen.printed.size
    left, top, side = x - WARD / 2, y - WARD / 2, WARD / CELLS
    court = left, top, left + WARD, top + WARD
    spot = best_match(seen.board, seen.printed, court, Spot(width / 2, height / 2), ASTRAY, (0.0,)).spot
    count = 0
    for row, column in product(range(CELLS), repeat=2):
        cell = left + column * side, top + row * side, left + (column + 1) * side, top + (row + 1) * side
        likeness = best_match(seen.board, seen.printed, cell, spot, STEP, (0.0,)).likeness
        count += likeness >= CELL_LIKE and measure_colour_distance(seen.board, seen.printed, cell, spot) <= CELL_COLOUR
    return count


def _find(seen: Appearance, key: str, face: Look, part: Box, best: Match) -> Found:
    return Found(key, best.likeness, measure_colour_distance(seen.board, face, part, best.spot), best.spot)


def _search(
    seen: Appearance,
    small: Appearance,
    face: tuple[str, str, str],
    part: Box,
    about: Spot,
    reach: float,
    turns: Sequence[float],
) -> Found:
    """Finds where a part of a face fits best, by any quarter turn and one of these: first roughly, then finely."""
    ways = [quarter + turn for quarter in QUARTERS for turn in turns]
    rough = best_match(small.board, small.faces[face], part, about, reach, ways)
    best = best_match(seen.board, seen.faces[face], part, rough.spot, FINE, FINE_TURNS)
    return _find(seen, face[1], seen.faces[face], part, best)


def _shop(seen: Appearance, owner: Colour, x: float, y: float) -> Shop:
    """Finds where an owner's shop fits best."""
    face = "shops", owner.value, "front"
    roof, sign = (_search(seen, seen, face, part, Spot(x, y), SHOP_REACH, SHOP_TURNS) for part in (ROOF, SIGN))
    return Shop(owner, seen.faces[face], roof, sign)


def _dye(seen: Appearance, small: Appearance, face: Look, shop: Spot) -> Part:
    """Returns the letter of the dye on a shop, or nothing. At the door it may be less like its print, but not the bare
    door."""
    dyes = [key for key in seen.faces if "dyes" in key[0]]
    found = [_search(seen, small, dye, DYE_BOX, shop, DYE_REACH, DYE_TURNS) for dye in dyes]
    first, second, *_ = sorted(found, key=lambda one: -one.score)
    likely, next_likely = (Dye(one.key).letter for one in (first, second))
    bare = _find(seen, "", face, DOOR_BOX, best_match(seen.board, face, DOOR_BOX, shop, 1.0, (0.0,)))
    door = shop.beside(*DOOR)
    at_door = max(abs(first.spot.x - door.x), abs(first.spot.y - door.y)) <= AT_DOOR
    least, other = (DYE_LIKE, max(second.score, bare.score)) if at_door else (ASTRAY_LIKE, second.score)
    bare_door = bare.score > first.score
    if first.likeness >= least and first.colour <= DYE_COLOUR and not (at_door and bare_door):
        return Part(likely, next_likely, first.score - other >= DYE_MARGIN, first.spot)
    if bare_door:
        return Part("", likely, bare.score >= max(NO_DYE, first.score + NO_DYE_MARGIN))
    return Part(likely, next_likely, False, first.spot)


def _coins(seen: Appearance, face: Look, shop: Spot) -> Part:
    """Returns the coins on a shop: none, or some, with the place of a fully visible one that may be the only one."""
    coin = seen.faces["coins", "coin", "front"]
    bare = best_match(seen.board, face, WINDOW_BOX, shop, 1.2, (0.0,))
    about = shop.beside(*WINDOW)
    one = best_match(seen.board, coin, COIN_BOX, about, COIN_REACH, np.arange(0.0, 360.0, 15.0))
    if one.likeness < COIN_MAYBE:
        return Part("", "1", bare.likeness >= NO_COIN_LIKE and bare.likeness - one.likeness >= NO_COIN_MARGIN)
    if one.likeness - bare.likeness < COIN_MARGIN:
        return Part(str(MANY), str(MANY + 1), False)
    one = best_match(seen.board, coin, COIN_BOX, one.spot, 0.7, (-6.0, -3.0, 0.0, 3.0, 6.0))
    return Part(str(MANY), str(MANY + 1), False, one.spot)


def _surroundings(
    seen: Appearance, face: Look, shop: Spot, coin: Spot, dye: Part, camera: Array
) -> tuple[tuple[float, float], float]:
    """Compares what surrounds a coin (`Shown.others`, `Shown.square`). Visible sides of coin and dye do not count."""
    steps = (np.arange(round(2 * ABOUT * PER_MM)) + 0.5) / PER_MM - ABOUT
    x, y = np.meshgrid(steps + coin.x, steps + coin.y)
    edges = _beside(x, y, coin, COIN, camera), _beside(x, y, coin, DISC, camera, disc=True)
    beside_dye = np.ones(x.shape, bool) if dye.spot is None else _beside(x, y, dye.spot, DYE, camera) > GAP
    where = beside_dye & (edges[0] > GAP) & (_beside(x, y, shop, SHOP) < -GAP)
    shop = _settle_print(seen, face, shop, x, y, where)
    beyond = _beside(x, y, shop, SHOP)
    light, meant = sampled(seen.board.grey, x, y), sampled_under(face.grey, face, shop, x, y)
    colours = sampled(seen.board.colour, x, y)
    printed = np.where(
        beyond[..., None] < 0, sampled_under(face.colour, face, shop, x, y), sampled(seen.printed.colour, x, y)
    )
    free = beside_dye
    if dye.spot is not None:
        key, within = Dye.read(dye.value).value, _beside(x, y, dye.spot, DYE)
        chip = next(look for (component, row, _), look in seen.faces.items() if "dyes" in component and row == key)
        meant = np.where(within < 0, sampled_under(chip.grey, chip, dye.spot, x, y), meant)
        printed = np.where(within[..., None] < 0, sampled_under(chip.colour, chip, dye.spot, x, y), printed)
        free = beside_dye | (within < -GAP)
    compared = (free if seen.ink == "low" else beside_dye) & (beyond < -GAP)  # on a dye gold tells enough
    others = [_measure_difference(light, meant, compared & (edge > GAP), edge) / WORST[seen.ink] for edge in edges]
    if seen.ink == "low":  # gold is as pale as paper
        return (others[0], others[1]), others[1] - others[0] - WHITE_CORNERS
    reach = np.hypot(x - coin.x, y - coin.y)
    gold = np.median(colours[(reach > GOLD_RING[0]) & (reach < GOLD_RING[1])], axis=0)
    golden = np.linalg.norm(colours - gold, axis=2) < GOLD
    corners = golden[(_beside(x, y, coin, COIN) < GAP - THICK / 2) & (reach > CORNER)].mean()
    golden &= free & (reach < COIN) & (np.linalg.norm(printed - gold, axis=2) > NOT_GOLD) & (np.abs(beyond) > GAP)
    areas = [float((golden & (edge > GAP)).sum() / PER_MM**2) / GOLDEN for edge in edges]
    return (others[0] + areas[0], others[1] + areas[1]), float(corners - GOLD_CORNERS)


def _measure_difference(light: Array, meant: Array, free: Array, edge: Array) -> float:
    """Returns the largest difference from a shop's print near a coin, from the brightness as seen and as printed, what
    of the print is free, and the distance from the coin's edge, mm."""
    gain = _blurred(light, free, EVEN) / np.maximum(_blurred(meant, free, EVEN), 1.0)
    zone = free & (edge < NEAR)
    off = _blurred(np.abs(light / np.maximum(gain, 0.1) - meant) / PAPER, zone, SMOOTH)
    return float(off[zone].max(initial=0.0))


def _settle_print(seen: Appearance, face: Look, about: Spot, x: Array, y: Array, where: Array) -> Spot:
    """Returns the place of a face, near another, at which its print is most like the board in a part of it."""
    shown = sampled(seen.board.contrast, x, y)
    spots = (
        Spot(about.x + right, about.y + down, about.degrees + turn)
        for right, down, turn in product(SETTLED, SETTLED, (-1.0, 0.0, 1.0))
    )
    return max(spots, key=lambda one: compare_where(shown, sampled_under(face.contrast, face, one, x, y), where))


def _blurred(image: Array, where: Array, radius: float) -> Array:
    """Returns an image blurred over so many mm, without what is elsewhere."""
    total, share = (cv2.GaussianBlur(one.astype(np.float32), (0, 0), radius * PER_MM) for one in (image * where, where))
    return np.asarray(total / np.maximum(share, 0.25))


def _beside(x: Array, y: Array, spot: Spot, side: float, camera: Array | None = None, *, disc: bool = False) -> Array:
    """Returns the distance of points from the outline of a piece, mm (negative inside); with a camera, from the outline
    with its visible sides."""
    lean = np.zeros(2) if camera is None else (camera[:2] - (spot.x, spot.y)) / camera[2]
    found = []
    for low in (0.0, THICK / 2, THICK):
        right, down = spot.inverse(x - lean[0] * low, y - lean[1] * low)
        found.append(np.hypot(right, down) if disc else np.maximum(np.abs(right), np.abs(down)))
    return np.asarray(np.min(found, axis=0) - side / 2)
