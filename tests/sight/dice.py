"""Players' dice on the market of the machine's table: cubes with rounded corners and pips, in colours as one buys them,
each with its sides and its shadow."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from camera import Canvas, square

from companion.games.hangzhou.components import DICE, NATURAL
from companion.games.hangzhou.names import DYES, MERCHANTS, Dye
from companion.games.hangzhou.sight.dice import ALONG, PIPS, ROWS

BOARD = np.array([(0, 0), (420, 0), (420, 297), (0, 297)], dtype=np.float64)
ROUND = (300.3, 177.3)
"""The middle of the round die's place, mm."""
FINE = 96
"""Pixels along a side of a die, before it is photographed."""
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
        natural = NATURAL[Dye(self.dye).ordinal]
        return min(self.face, 7 - self.face) if natural else max(self.face, 7 - self.face)


class Market(msgspec.Struct, frozen=True):
    """The four places of each merchant, from the one in demand on, and what the round die shows (0: it is away)."""

    rows: tuple[tuple[Rolled | None, ...], ...]
    round: int


class Set(msgspec.Struct, frozen=True, eq=False):
    """The dice of a table: of each colour its own blue, green and red (0 to 1) and that of its pips; their edges, mm;
    how round their corners are, and how their pips lie."""

    colours: Mapping[str, np.ndarray]
    pips: Mapping[str, np.ndarray]
    size: float
    rounded: float
    apart: float
    pip: float


def lying(seed: int, gaps: float = 0.15) -> Market:
    """A market by chance: dice drawn from the bag, most of them turned (H3), some places without."""
    dice = np.random.default_rng((seed, 21))
    bag = [dye for dye, count in zip(DYES, DICE, strict=True) for _ in range(count)]
    drawn = iter([bag[at] for at in dice.permutation(len(bag))])
    turned, full = dice.random() < 0.7, dice.random() < 0.5
    rows = []
    for _ in ROWS:
        row: list[Rolled | None] = []
        for _ in ALONG:
            die = Rolled(str(next(drawn).value), int(dice.integers(1, 7)))
            row.append(None if not full and dice.random() < gaps else Rolled(die.dye, die.price) if turned else die)
        rows.append(tuple(row))
    return Market(tuple(rows), int(dice.integers(0, 7)))


def bought(dice: np.random.Generator) -> Set:
    """A set of dice."""
    colours = {name: _colour(ranges, dice) for name, ranges in HUES.items()}
    white = np.array((0.9, 0.94, 0.95)) * dice.uniform(0.9, 1.0)
    pips = {name: white if colour @ (0.11, 0.59, 0.3) < 0.5 else np.full(3, 0.06) for name, colour in colours.items()}
    return Set(
        colours={**colours, "white": white},
        pips={**pips, "white": np.full(3, 0.06)},
        size=float(dice.uniform(12, 16.2)),
        rounded=float(dice.uniform(0.05, 0.2)),
        apart=float(dice.uniform(*APART)),
        pip=float(dice.uniform(*PIP)),
    )


def _colour(ranges: tuple[tuple[float, float], ...], dice: np.random.Generator) -> np.ndarray:
    hue, saturation, value = (dice.uniform(*one) for one in ranges)
    return np.array(colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value))[::-1].copy()


def lay(canvas: Canvas, lying: Market, own: Set, sun: np.ndarray, depth: float, dice: np.random.Generator) -> None:
    """Dice on their places as hands lay them: a little amiss, turned by chance or nearly straight; those behind
    first."""
    free = dice.random() < 0.6
    neat = dice.uniform(0.5, 1.3)
    spots = [(x, y, die) for y, row in zip(ROWS, lying.rows, strict=True) for x, die in zip(ALONG, row, strict=True)]
    spots.append((*ROUND, Rolled("white", lying.round) if lying.round else None))
    laid = []
    for x, y, die in spots:
        off = np.clip(dice.normal(0, 0.9 * neat, 2), -2.5, 2.5)
        turn = dice.uniform(0, 2 * np.pi) if free else dice.integers(4) * np.pi / 2 + dice.normal(0, 0.12)
        size = own.size * (1 if dice.random() < 0.9 else dice.uniform(0.9, 1.06))
        if die is not None:
            laid.append((np.array([x, y]) + off, float(turn), float(min(size, 16.4)), die))
    for middle, turn, size, _ in laid:
        base = square(*middle, size * 0.94, size * 0.94, turn)
        hull = cv2.convexHull(np.concatenate([base, base + sun * size * 0.95]).astype(np.float32)).reshape(-1, 2)
        canvas.shadow([base * 1.0], min(0.75, depth + 0.3), 2.0)
        canvas.shadow([hull], depth, 4.0)
    eye = canvas.pose.place[:2]
    for middle, turn, size, die in sorted(laid, key=lambda one: -np.hypot(*(eye - one[0]))):
        _draw(canvas, own, die, middle, turn, size, sun, dice)


def cube(canvas: Canvas, own: Set, dye: str, spot: tuple[float, float], turn: float, sun: np.ndarray) -> None:
    """A wooden cube of 9 mm."""
    bare = msgspec.structs.replace(own, pips=own.colours)
    _draw(canvas, bare, Rolled(dye, 1), np.array(spot), turn, 9.0, sun, np.random.default_rng(1))


def _draw(
    canvas: Canvas,
    own: Set,
    die: Rolled,
    middle: np.ndarray,
    turn: float,
    size: float,
    sun: np.ndarray,
    dice: np.random.Generator,
) -> None:
    """One die: its sides towards the camera, then its upper one."""
    base = square(*middle, size, size, turn)
    beside = [number for number in PIPS if number not in (die.face, 7 - die.face)]
    for at, number in enumerate(beside):
        left, right = base[at], base[(at + 1) % 4]
        out = (left + right) / 2 - middle
        if (canvas.pose.place[:2] - (left + right) / 2) @ out > 0:
            corners = np.array([(*left, size), (*right, size), (*right, 0), (*left, 0)])
            light = 0.65 - 0.25 * float(sun @ out) / (np.linalg.norm(sun) * size / 2)
            shown, _ = _side(own, die.dye, number, dice)
            canvas.lay(shown, corners, shade=light)
    shown, cover = _side(own, die.dye, die.face, dice)
    canvas.lay(shown, np.column_stack([base, np.full(4, size)]), cover)


def _side(own: Set, dye: str, number: int, dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A side with its pips, and how much of each pixel is within its rounded corners."""
    steps = (np.arange(FINE) + 0.5) / FINE - 0.5
    x, y = np.meshgrid(steps, steps)
    spots = np.array(PIPS[number]) * own.apart * ((1, -1) if dice.random() < 0.5 else (1, 1))
    if dice.random() < 0.5:
        spots = spots[:, ::-1]
    away = np.min([np.hypot(x - right, y - down) for right, down in spots], axis=0)
    pip = np.clip(0.5 + (own.pip - away) * FINE, 0, 1)[..., None]
    colour = own.colours[dye] * (1 - pip) + own.pips[dye] * pip
    inner = np.maximum(np.abs(np.stack([x, y])) - (0.5 - own.rounded), 0)
    cover = np.clip(0.5 + (own.rounded - np.hypot(*inner)) * FINE, 0, 1)
    return np.clip(255 * colour, 0, 255).astype(np.uint8), cover.astype(np.float32)


def dice_values(lies: Market) -> dict[str, str]:
    """The value of each place for a die, as readings have it."""
    found = {
        f"market {merchant.value} {at}": f"{Dye(die.dye).letter}{die.price}" if die else "-"
        for merchant, row in zip(MERCHANTS, lies.rows, strict=True)
        for at, die in enumerate(row, 1)
    }
    return {**found, "die": str(lies.round or "-")}
