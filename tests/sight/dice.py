"""Players' dice on the market of the machine's table: cubes with rounded edges and pips, in colours as one buys them,
or the kit's own of paper. Each is drawn ray by ray, with its sides, its gloss and its shadow."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from itertools import product

import cv2
import msgspec
import numpy as np
from camera import Canvas

from companion.games.hangzhou.components import DICE, NATURAL
from companion.games.hangzhou.names import DYE_INDEX, DYE_LETTERS, DYES, MERCHANTS, Dye
from companion.sight.pose import Pose

BOARD = np.array([(0, 0), (420, 0), (420, 297), (0, 297)], dtype=np.float64)
ROWS, PLACES = (51.55, 82.75, 113.95, 145.15), (323.1, 347.6, 369.6, 391.6)
"""The middles of the market's places, mm: of its rows, and along each of them."""
ROUND = (300.3, 177.3)
"""The middle of the round die's place, mm."""
STEPS = 16
"""Of a ray towards the surface of a die: edges of 1 mm are met within 0.05 mm."""
SIDES = ((0, 1, 3), (0, -1, 4), (1, 1, 2), (1, -1, 5), (2, 1, 1), (2, -1, 6))
"""The faces of a die: axis, direction, pips. Opposite ones make seven."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
HUES: Mapping[str, tuple[tuple[float, float], ...]] = {
    "blue": ((198, 212), (0.65, 0.9), (0.5, 0.9)),
    "red": ((-12, 3), (0.7, 0.9), (0.5, 0.8)),
    "yellow": ((50, 60), (0.6, 0.9), (0.82, 0.98)),
    "green": ((110, 135), (0.45, 0.8), (0.4, 0.8)),
    "orange": ((22, 34), (0.78, 0.95), (0.82, 0.98)),
    "purple": ((280, 302), (0.35, 0.7), (0.35, 0.65)),
    "black": ((0, 360), (0.0, 0.15), (0.09, 0.2)),
}
"""Hue in degrees, saturation and value of each colour of dice, as one buys them."""
APART, PIP = (0.25, 0.285), (0.075, 0.105)
"""How far pips lie from the middle, and their radius, as shares of a die's edge."""


class Rolled(msgspec.Struct, frozen=True):
    """A die: its colour, and how many pips are up."""

    dye: str
    face: int

    @property
    def price(self) -> int:
        """What it costs once it is turned."""
        natural = NATURAL[DYES.index(Dye(self.dye))]
        return min(self.face, 7 - self.face) if natural else max(self.face, 7 - self.face)


class Market(msgspec.Struct, frozen=True):
    """The four places of each merchant, from the one in demand on, and what the round die shows (0: it is away)."""

    rows: tuple[tuple[Rolled | None, ...], ...]
    round: int


class Set(msgspec.Struct, frozen=True, eq=False):
    """The dice of a table: of each colour its own blue, green and red (0 to 1) and that of its pips; their edges, mm;
    how round they are, how their pips lie, how glossy and how marbled they are."""

    colours: Mapping[str, np.ndarray]
    pips: Mapping[str, np.ndarray]
    size: float
    rounded: float
    ball: float
    apart: float
    pip: float
    gloss: float
    sharp: float
    marbled: float


def market(dice: np.random.Generator, gaps: float = 0.15) -> Market:
    """A market by chance: dice drawn from the bag, most of them turned (H3), some places without."""
    bag = [dye for dye, count in zip(DYES, DICE, strict=True) for _ in range(count)]
    drawn = iter([bag[at] for at in dice.permutation(len(bag))])
    turned, full = dice.random() < 0.7, dice.random() < 0.5
    rows = []
    for _ in ROWS:
        row: list[Rolled | None] = []
        for _ in PLACES:
            die = Rolled(str(next(drawn).value), int(dice.integers(1, 7)))
            row.append(None if not full and dice.random() < gaps else Rolled(die.dye, die.price) if turned else die)
        rows.append(tuple(row))
    return Market(tuple(rows), int(dice.integers(0, 7)))


def lying(seed: int) -> Market:
    """The market of a photograph."""
    return market(np.random.default_rng((seed, 21)))


def bought(dice: np.random.Generator) -> Set:
    """A set of dice."""
    colours = {name: _colour(ranges, dice) for name, ranges in HUES.items()}
    white = np.array((0.9, 0.94, 0.95)) * dice.uniform(0.9, 1.0)
    pips = {name: white if colour @ (0.11, 0.59, 0.3) < 0.5 else np.full(3, 0.06) for name, colour in colours.items()}
    if dice.random() < 0.25:  # of a set, all with white pips but the yellow ones
        pips |= {name: white for name in colours if name != "yellow"}
    return Set(
        colours={**colours, "white": white},
        pips={**pips, "white": np.full(3, 0.06)},
        size=float(dice.uniform(12, 16.2)),
        rounded=float(dice.uniform(0.05, 0.12)),
        ball=float(dice.uniform(0.68, 0.86)),
        apart=float(dice.uniform(*APART)),
        pip=float(dice.uniform(*PIP)),
        gloss=float(dice.uniform(0, 0.6)),
        sharp=float(dice.choice((8, 20, 60, 200))),
        marbled=float(dice.choice((0, 0, 0.05, 0.12))),
    )


def _colour(ranges: tuple[tuple[float, float], ...], dice: np.random.Generator) -> np.ndarray:
    hue, saturation, value = (dice.uniform(*one) for one in ranges)
    return np.array(colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value))[::-1].copy()


def lay(canvas: Canvas, lying: Market, own: Set, sun: np.ndarray, depth: float, dice: np.random.Generator) -> None:
    """Dice on their places as hands lay them: a little amiss, turned by chance or nearly straight; those behind
    first."""
    free = dice.random() < 0.6
    neat = dice.uniform(0.5, 1.3)
    lamp = _lamps(dice)
    spots = [(x, y, die) for y, row in zip(ROWS, lying.rows, strict=True) for x, die in zip(PLACES, row, strict=True)]
    spots.append((*ROUND, Rolled("white", lying.round) if lying.round else None))
    laid = []
    for x, y, die in spots:
        off = np.clip(dice.normal(0, 0.9 * neat, 2), -2.5, 2.5)
        turn = dice.uniform(0, 2 * np.pi) if free else dice.integers(4) * np.pi / 2 + dice.normal(0, 0.12)
        way, marble = dice.integers(4), int(dice.integers(2**31))
        size = own.size * (1 if dice.random() < 0.9 else dice.uniform(0.9, 1.06))
        if die is not None:
            laid.append((np.array([x, y]) + off, float(turn), int(way), float(min(size, 16.4)), marble, die))
    for middle, turn, _, size, _, _ in laid:
        base = _square(size * 0.94, turn) + middle
        hull = cv2.convexHull(np.concatenate([base, base + sun * size * 0.95]).astype(np.float32)).reshape(-1, 2)
        canvas.shadow([base * 1.0], min(0.75, depth + 0.3), 2.0)
        canvas.shadow([hull], depth, 4.0)
    eye = canvas.pose.place[:2]
    for middle, turn, way, size, marble, die in sorted(laid, key=lambda one: -np.hypot(*(eye - one[0]))):
        _draw(canvas, own, die, middle, turn, way, size, marble, sun, lamp)


def cube(canvas: Canvas, own: Set, dye: str, spot: tuple[float, float], turn: float, sun: np.ndarray) -> None:
    """A wooden cube of 9 mm."""
    bare = msgspec.structs.replace(own, pips=own.colours, gloss=0.0)
    _draw(canvas, bare, Rolled(dye, 1), np.array(spot), turn, 0, 9.0, 1, sun, [])


def _lamps(dice: np.random.Generator) -> list[tuple[np.ndarray, float]]:
    """From where lamps are reflected, and how strongly."""
    found = []
    for _ in range(int(dice.integers(1, 4))):
        turn, high = dice.uniform(0, 2 * np.pi), np.radians(dice.uniform(25, 85))
        way = np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)])
        found.append((way, float(dice.uniform(0.3, 1.0))))
    return found


def _square(side: float, turn: float) -> np.ndarray:
    cos, sin = np.cos(turn), np.sin(turn)
    own = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2
    return own @ np.array([[cos, sin], [-sin, cos]])


def _upright(face: int, turn: float, way: int) -> np.ndarray:
    """How a die lies that shows a face: columns are its own axes as they lie on the board, upwards last."""
    axis, sign, _ = next(one for one in SIDES if one[2] == face)
    up = np.zeros(3)
    up[axis] = sign
    right = np.roll(up, 1) * (1 if way % 2 else -1)
    own = np.array([right, np.cross(up, right), up])
    angle = turn + way * np.pi / 2
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ own


def _draw(
    canvas: Canvas,
    own: Set,
    die: Rolled,
    middle: np.ndarray,
    turn: float,
    way: int,
    size: float,
    marble: int,
    sun: np.ndarray,
    lamps: list[tuple[np.ndarray, float]],
) -> None:
    """One die: each pixel's ray is followed to it."""
    corners = np.concatenate([np.column_stack([_square(size, turn) + middle, np.full(4, z)]) for z in (0, size)])
    seen = canvas.pose.seen(corners)
    height, width = canvas.picture.shape[:2]
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 3, (width, height))
    if left >= right or top >= bottom:
        return
    pixels = np.stack(np.meshgrid(np.arange(left, right), np.arange(top, bottom)), axis=-1).reshape(-1, 2)
    starts, ways = _rays(canvas.pose, pixels.astype(np.float64))
    lies = _upright(die.face, turn, way)
    half = size / 2
    start = (starts - np.array([*middle, half])) @ lies / half
    ahead = ways @ lies
    pixel = 1.0 / max(canvas.pose.scale(float(middle[0]), float(middle[1])), 0.5) / half
    spots, missed = _met(start, ahead, own)
    cover = np.clip(0.5 - missed / pixel, 0, 1)
    if not cover.any():
        return
    normal = _normal(spots, own)
    colour = _painted(spots, own, die.dye, pixel, marble)
    lit = _lit(normal @ lies.T, -ways, colour, own, sun, lamps)
    part = canvas.picture[top:bottom, left:right]
    share = cover.reshape(part.shape[:2])[..., None]
    part[:] = np.clip(part * (1 - share) + 255 * lit.reshape(part.shape) * share, 0, 255).astype(np.uint8)


def _rays(pose: Pose, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where rays start and which way they go; z is up."""
    ground = np.column_stack([pose.on_board(pixels), np.zeros(len(pixels))])
    ways = ground - pose.place
    return np.broadcast_to(pose.place, ways.shape), ways / np.linalg.norm(ways, axis=1, keepdims=True)


def _distance(spots: np.ndarray, own: Set) -> np.ndarray:
    """How far places are from a die's surface; its half edge is 1."""
    rounded = 2 * own.rounded
    off = np.abs(spots) - (1 - rounded)
    box = np.linalg.norm(np.maximum(off, 0), axis=1) + np.minimum(off.max(axis=1), 0) - rounded
    return np.maximum(box, np.linalg.norm(spots, axis=1) - 2 * own.ball)


def _met(start: np.ndarray, ahead: np.ndarray, own: Set) -> tuple[np.ndarray, np.ndarray]:
    """Where rays meet a die, and how far they stay away from it (negative: they meet it)."""
    reach = -(start * ahead).sum(axis=1)
    spots = start + (reach - 1.75)[:, None] * ahead
    nearest = np.full(len(spots), np.inf)
    for _ in range(STEPS):
        distance = _distance(spots, own)
        nearest = np.minimum(nearest, distance)
        spots = spots + np.maximum(distance, 0)[:, None] * ahead
    middle = start + reach[:, None] * ahead
    return spots, np.where(nearest < 0.01, np.minimum(_distance(middle, own), -1.0), nearest)


def _normal(spots: np.ndarray, own: Set) -> np.ndarray:
    off = np.sign(spots) * np.maximum(np.abs(spots) - (1 - 2 * own.rounded), 1e-4)
    away = np.linalg.norm(spots, axis=1, keepdims=True)
    off = np.where(away > 2 * own.ball - 0.02, spots, off)
    return np.asarray(off / np.linalg.norm(off, axis=1, keepdims=True))


def _painted(spots: np.ndarray, own: Set, dye: str, pixel: float, marble: int) -> np.ndarray:
    """The colour of places on a die, with its pips."""
    colour = np.broadcast_to(own.colours[dye], spots.shape).copy()
    if own.marbled:
        waves = np.random.default_rng(marble).normal(0, 3, (3, 3))
        colour *= 1 + own.marbled * np.sin(spots @ waves + np.sin(spots[:, ::-1] @ waves)).mean(axis=1, keepdims=True)
    axes = np.abs(spots).argmax(axis=1)
    for axis, sign, face in SIDES:
        here = (axes == axis) & (np.sign(spots[np.arange(len(spots)), axis]) == sign)
        if not here.any():
            continue
        flat = spots[here][:, [other for other in range(3) if other != axis]]
        if (face + marble) % 2:  # which way round a face has its pips
            flat = flat * (1, -1)
        away = np.min([np.hypot(*(flat - 2 * own.apart * np.array(pip)).T) for pip in PIPS[face]], axis=0)
        radius = 2 * own.pip * (1.25 if face == 1 and marble % 3 == 0 else 1.0)
        share = np.clip(0.5 + (radius - away) / pixel, 0, 1)[:, None]
        colour[here] = colour[here] * (1 - share) + own.pips[dye] * share
    return colour


def _lit(
    normal: np.ndarray,
    to_eye: np.ndarray,
    colour: np.ndarray,
    own: Set,
    sun: np.ndarray,
    lamps: list[tuple[np.ndarray, float]],
) -> np.ndarray:
    """Colours in the light of the table, with gloss: what lies flat is as bright as paper."""
    way = np.array([-sun[0], -sun[1], 1.0])
    way /= np.linalg.norm(way)
    even = 0.5 + 0.15 * normal[:, 2]
    lit = even + (1 - 0.65) * np.clip(normal @ way, 0, None) / way[2]
    shown = colour * np.clip(lit, 0.2, 1.3)[:, None]
    for lamp, strength in lamps:
        between = to_eye + lamp
        between /= np.linalg.norm(between, axis=1, keepdims=True)
        bright = own.gloss * strength * min(1.0, (own.sharp + 8) / 60)  # a wide gloss is the fainter one
        shown = shown + bright * np.clip((normal * between).sum(axis=1), 0, 1)[:, None] ** own.sharp
    return shown


def places(lying: Market) -> list[tuple[int, int, Rolled | None]]:
    """Row, place along it and die of each place of the market."""
    return [(row, at, lying.rows[row][at]) for row, at in product(range(len(ROWS)), range(len(PLACES)))]


def dice_values(lies: Market) -> dict[str, str]:
    """The value of each place for a die, as readings have it."""
    found = {
        f"market {MERCHANTS[row].value} {at + 1}": f"{DYE_LETTERS[DYE_INDEX[Dye(die.dye)]]}{die.price}" if die else "-"
        for row, at, die in places(lies)
    }
    return {**found, "die": str(lies.round or "-")}
