"""Hangzhou on a table in the machine: a city that is known, laid out of the kit's own faces and photographed."""

from __future__ import annotations

from itertools import pairwise

import cv2
import msgspec
import numpy as np
from camera import Canvas, Level, camera, developed, shown_at
from dice import BOARD, Market, bought, lay
from grounds import ground, household
from printed import Printed, figure, printed

from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Space
from companion.sight.kit import sides
from companion.sight.pose import Pose
from pnp.kits import find

PITCH, FIRST, WARD = 42.0, (41.0, 46.5), 36.0
"""The courts of the board, mm: from one to the next, the first one's corner, their side (faces/city.toml)."""
CARD = 2.0
"""Millimetres: grey board with the prints on it."""
MARKS = next(side for side in sides(find("hangzhou")) if side.is_board).seals
"""The corners of the board's marks, mm."""
EDGE = (120, 132, 140)
"""Of the cut grey board."""


class Laid(msgspec.Struct, frozen=True):
    """What lies on a space: whose shop, its dye, how many coins, which merchants stand there."""

    owner: Colour | None = None
    dye: str = ""
    coins: int = 0
    merchants: tuple[str, ...] = ()


Truth = dict[Space, Laid]
Places = dict[Space, tuple[float, float, float]]
"""Where shops lie: their middles on the board in mm, and how far they are turned clockwise."""


class Taken(msgspec.Struct, frozen=True, eq=False):
    """A photograph, what it shows, how its shops lie, and from where it was taken."""

    jpeg: bytes
    truth: Truth
    places: Places
    pose: Pose
    size: tuple[int, int]
    bend: float

    def seen(self, points: np.ndarray) -> np.ndarray:
        """The pixels at which points of the board truly are: rows of x, y and height in mm."""
        return shown_at(self.pose.seen(points), self.size, self.bend)


def middle(space: Space) -> tuple[float, float]:
    """The middle of a space on the board, mm."""
    column, row = "abcde".index(str(space)[0].lower()), int(str(space)[1]) - 1
    return FIRST[0] + column * PITCH + WARD / 2, FIRST[1] + row * PITCH + WARD / 2


def city(dice: np.random.Generator) -> Truth:
    """A city by chance: more of what is seldom in play, so that it is learnt as well."""
    full = dice.uniform(0.3, 0.95)
    found: Truth = {}
    for space in SPACES:
        if dice.random() > full:
            found[space] = Laid()
            continue
        owner = list(Colour)[dice.integers(4)]
        dye = str(DYES[dice.integers(7)].value) if dice.random() < 0.85 else ""
        coins = int(dice.choice(6, p=(0.4, 0.27, 0.15, 0.1, 0.05, 0.03)))
        found[space] = Laid(owner, dye, coins)
    for merchant in MERCHANTS:
        if dice.random() < 0.85:
            space = SPACES[dice.integers(len(SPACES))]
            laid = found[space]
            if len(laid.merchants) < 2:
                found[space] = msgspec.structs.replace(laid, merchants=(*laid.merchants, str(merchant.value)))
    return found


def photograph(seed: int, level: Level, truth: Truth | None = None, market: Market | None = None) -> Taken:
    """A photograph of a city; the same seed and level give the same bytes. One with dice on the `market` takes in all
    of the board."""
    dice = np.random.default_rng(seed)
    cv2.setRNGSeed(seed % 2**31)
    known = city(dice) if truth is None else truth
    prints = printed("hangzhou", level.inks[dice.integers(len(level.inks))])
    pose, size = camera(level, dice, np.concatenate(list(MARKS.values())) if market is None else BOARD)
    canvas = Canvas(pose, size)
    table = Table(canvas, prints, dice)
    table.ground(level.ground)
    table.board()
    places = table.shops(known)
    table.figures(known)
    if market is not None:
        rolls = np.random.default_rng((seed, 20))  # of their own: a photograph without dice keeps its bytes
        lay(canvas, market, bought(level.ground, rolls), table.sun, table.depth, rolls)
    bend = dice.uniform(-level.bend, level.bend)
    return Taken(developed(canvas.picture, level, dice, bend), known, places, pose, size, bend)


class Table:
    """Lays things on the board, as hands lay them: a little amiss."""

    def __init__(self, canvas: Canvas, prints: Printed, dice: np.random.Generator) -> None:
        self.canvas, self.prints, self.dice = canvas, prints, dice
        self.inked = ink(dice)
        turn = dice.uniform(0, 2 * np.pi)
        self.sun = np.array([np.cos(turn), np.sin(turn)]) * dice.uniform(0.2, 1.1)
        self.depth = dice.uniform(0.05, 0.45)
        self.neat = dice.uniform(0.3, 1.3)
        self.facing = {owner: int(dice.integers(4)) for owner in Colour}

    def face(self, component: str, key: str = "", side: str = "front") -> np.ndarray:
        """A face as it came out of this printer."""
        return self.inked[self.prints.face(component, key, side)]

    def ground(self, kind: str) -> None:
        corners = flat(square(210, 148, 2600, 2600, self.dice.uniform(0, 7)), -2.0)
        self.canvas.lay(ground(kind, self.dice), corners)
        for _ in range(int(self.dice.integers(0, 5))):
            side = self.dice.integers(4)
            x = (self.dice.uniform(-60, 480), self.dice.uniform(-90, -30), self.dice.uniform(450, 520))[min(side, 2)]
            y = self.dice.uniform(-100, -40) if side in (0, 3) else self.dice.uniform(20, 380)
            wide, high = self.dice.uniform(25, 80, 2)
            if side == 0 or x < -50 or x > 450:
                self.canvas.lay(household(self.dice), flat(square(x, y, wide, high, self.dice.uniform(0, 7)), 0.0))

    def board(self) -> None:
        """The board of its tiles: each a little off, with a crease or a gap between."""
        face = self.face("board")
        per_mm = self.prints.board_per_mm
        cuts_x, cuts_y = (0, 206, 420), (0, 127.5, 297)
        for left, right in pairwise(cuts_x):
            for top, bottom in pairwise(cuts_y):
                part = face[round(top * per_mm) : round(bottom * per_mm), round(left * per_mm) : round(right * per_mm)]
                shift = self.dice.normal(0, 0.18, 2)
                box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) + shift
                self.canvas.lay(np.ascontiguousarray(part), flat(box, 0.0), shade=self.dice.uniform(0.97, 1.03))

    def shops(self, truth: Truth) -> Places:
        laid = [(space, shop, self._about(space)) for space, shop in truth.items() if shop.owner]
        outlines = [square(x, y, 30, 30, turn) + self.sun * CARD for _, _, (x, y, turn) in laid]
        self.canvas.shadow(outlines, self.depth, 3.0)
        for _, shop, where in laid:
            self.token(self.face("shops", str(shop.owner.value) if shop.owner else ""), *where, 0.0)
            self._on_shop(shop, where)
        return {space: where for space, _, where in laid}

    def _about(self, space: Space) -> tuple[float, float, float]:
        """Where a shop lies on a space, as nobody lays it quite straight."""
        x, y = middle(space)
        facing = int(self.dice.integers(4)) if self.dice.random() < 0.35 else 0
        return (
            x + np.clip(self.dice.normal(0, 1.1 * self.neat), -3, 3),
            y + np.clip(self.dice.normal(0, 1.1 * self.neat), -3, 3),
            facing * np.pi / 2 + self.dice.normal(0, 0.05 * self.neat),
        )

    def _on_shop(self, shop: Laid, where: tuple[float, float, float]) -> None:
        if shop.dye:
            x, y = placed(where, -6.7, 6.6)
            x, y = x + self.dice.normal(0, 0.9 * self.neat), y + self.dice.normal(0, 0.9 * self.neat)
            turn = where[2] + (self.dice.integers(4) * np.pi / 2 if self.dice.random() < 0.4 else 0)
            component = "natural-dyes" if ("natural-dyes", shop.dye, "front") in self.prints.faces else "mixed-dyes"
            turn += self.dice.normal(0, 0.09 * self.neat)
            self.token(self.face(component, shop.dye), x, y, turn, CARD)
        fan = self.dice.uniform(0, 2 * np.pi), self.dice.uniform(4.0, 6.5)
        for number in range(shop.coins):
            reach = (number - (shop.coins - 1) / 2) * fan[1]
            x, y = placed(where, 8.2 + reach * np.cos(fan[0]), 7.3 + reach * np.sin(fan[0]))
            x, y = x + self.dice.normal(0, 0.8), y + self.dice.normal(0, 0.8)
            self.token(self.face("coins", "coin"), x, y, self.dice.uniform(0, 7), CARD * (1 + number))

    def token(self, face: np.ndarray, x: float, y: float, turn: float, low: float) -> None:
        """A piece of grey board, printed a little off its cut."""
        wide, high = face.shape[1] / self.prints.per_mm, face.shape[0] / self.prints.per_mm
        outline = square(x, y, wide, high, turn)
        self.canvas.side(outline, low, low + CARD, tuple(np.array(EDGE) * self.dice.uniform(0.6, 1.0)))
        off = np.round(self.dice.normal(0, 0.25, 2) * self.prints.per_mm)
        shifted = cv2.warpAffine(
            face, np.array([[1, 0, off[0]], [0, 1, off[1]]]), face.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        self.canvas.lay(shifted, flat(outline, low + CARD), shade=self.dice.uniform(0.93, 1.05))

    def figures(self, truth: Truth) -> None:
        """What stands: the temple and the merchants, those behind first."""
        standing = [(*middle_of_temple(), None, 0.0)]
        for space, laid in truth.items():
            spread = 10.0 if len(laid.merchants) > 1 else 0.0
            for number, merchant in enumerate(laid.merchants):
                x, y = middle(space)
                x += (number - 0.5) * 2 * spread * 0.7 + self.dice.normal(0, 1.5)
                y += (-7.5 if laid.owner and self.dice.random() < 0.7 else 0.0) + self.dice.normal(0, 2.0)
                standing.append((x, y, merchant, CARD if laid.owner else 0.0))
        camera_at = self.canvas.pose.place[:2]
        for x, y, merchant, low in sorted(standing, key=lambda one: -np.hypot(*(camera_at - np.array(one[:2])))):
            turn = self.dice.integers(4) * np.pi / 2 * (self.dice.random() < 0.3) + self.dice.normal(0, 0.15)
            if merchant is None:
                self._standee("temple", "", x, y, 0.0, low, (34.0, 36.0))
                continue
            self.token(self.face("merchants", str(merchant), "base"), x, y, turn, low)
            self._standee("merchants", str(merchant), x, y, turn, low + 1.0, (20.0, 40.0))

    def _standee(
        self, component: str, key: str, x: float, y: float, turn: float, low: float, size: tuple[float, float]
    ) -> None:
        """A figure of card upright on its feet."""
        way = np.array([np.cos(turn), np.sin(turn)]) * size[0] / 2
        left, right = np.array([x, y]) - way, np.array([x, y]) + way
        self.canvas.shadow([np.array([left, right, right + self.sun * size[1] * 0.7, left + self.sun * size[1] * 0.7])],
                           self.depth * 0.7, 5.0)  # fmt: skip
        from_front = self.canvas.pose.place[:2] @ np.array([-np.sin(turn), np.cos(turn)]) > np.array([x, y]) @ np.array(
            [-np.sin(turn), np.cos(turn)]
        )
        raw = self.prints.face(component, key, "front" if from_front else "back")
        corners = np.array([(*left, low + size[1]), (*right, low + size[1]), (*right, low), (*left, low)])
        if not from_front:
            corners = corners[[1, 0, 3, 2]]
        self.canvas.lay(self.inked[raw], corners, figure(raw), self.dice.uniform(0.7, 1.05))


def ink(dice: np.random.Generator) -> Inker:
    return Inker(dice.uniform(0.85, 1.2), dice.uniform(0.75, 1.15), dice.normal(0, 4, 3), int(dice.integers(200, 256)))


class Inker:
    """A printer: its gamma, how strong its colours are, its cast, and the white of its paper."""

    def __init__(self, gamma: float, strength: float, cast: np.ndarray, paper: int) -> None:
        levels = 255 * (np.arange(256) / 255) ** gamma
        self._table = np.clip(np.round(levels), 0, 255).astype(np.uint8)
        white = paper / 255
        mixed = strength * np.eye(3) + ((1 - strength) / 3 - cast[:, None] / 765)
        self._matrix = np.column_stack([mixed, cast]) * white
        self._made: dict[int, np.ndarray] = {}

    def __getitem__(self, face: np.ndarray) -> np.ndarray:
        made = self._made.get(id(face))
        if made is None:
            made = self._made[id(face)] = cv2.transform(cv2.LUT(face, self._table), self._matrix)
        return made


def middle_of_temple() -> tuple[float, float]:
    return FIRST[0] + 2 * PITCH + WARD / 2, FIRST[1] + 2 * PITCH + WARD / 2


def square(x: float, y: float, wide: float, high: float, turn: float) -> np.ndarray:
    """A rectangle's corners about its middle, turned clockwise."""
    cos, sin = np.cos(turn), np.sin(turn)
    own = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    return own @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])


def placed(where: tuple[float, float, float], right: float, down: float) -> tuple[float, float]:
    x, y, turn = where
    cos, sin = np.cos(turn), np.sin(turn)
    return x + right * cos - down * sin, y + right * sin + down * cos


def flat(outline: np.ndarray, height: float) -> np.ndarray:
    return np.column_stack([outline, np.full(len(outline), height)])
