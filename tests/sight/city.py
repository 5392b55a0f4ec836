"""Hangzhou on a table in the machine: a city that is known, laid out of the kit's own faces and photographed."""

from __future__ import annotations

from itertools import pairwise

import cv2
import msgspec
import numpy as np
from camera import Canvas, Level, azimuth, camera, developed, shown_at, square, tabletop
from dice import BOARD, Market, bought, cube, lay
from printed import PER_MM, Faces, figure, printed

from companion.games.hangzhou.components import DYE_ROWS, GATES, SHOPS
from companion.games.hangzhou.names import MERCHANTS, SPACES, Colour, Dye, Side, Space
from companion.games.hangzhou.sight.city import DOOR, SHOP, WINDOW, middle
from companion.sight.kit import sides
from companion.sight.pose import Pose
from companion.sight.reading import NOTHING
from pnp.kits import find

BOARD_FACE = next(side for side in sides(find("hangzhou")) if side.is_board)
MARKS = BOARD_FACE.seals
"""The corners of the board's marks, mm."""
TERRACES = [(place.x, place.y) for place in BOARD_FACE.places if place.name.startswith("terrace")]
GATE = {merchant: TERRACES[list(Side).index(side)] for merchant, side in GATES.items()}
"""Where each merchant waits, mm: the terraces are printed clockwise from the north."""
ROOF = (4.6, -8.2)
"""The printed place of a merchant's plate on a shop, mm right and down of its middle (faces/shop-tile.toml)."""
BESIDE, BEHIND = (-15.9, -8.2), (4.6, -16.5)
"""Where the plate of a second merchant hides least: over the shop's left edge, or over that behind the roof."""
FIGURE = (20.0, 40.0)
"""How wide and high a merchant is, mm (kit.toml)."""
FANNED, PILED = (4.0, 6.5), (0.0, 2.5)
"""How far beside the last coin the next one lies, mm."""
COINS_IN_BOX = 36
TEMPLE = (143.0, 148.5)
"""The middle of the temple, mm."""
GRID = np.array([(*middle(space), height) for space in SPACES for height in (0.0, 2.0)])
"""The middles of the spaces, on the board and on a shop, mm."""
EDGE = (120, 132, 140)
"""Of the cut grey board."""
THICK = {0.3: 0.2, 1.0: 0.1, 1.5: 0.15, 2.0: 0.45, 3.0: 0.1}
"""How thick shops, dyes and coins are, mm, and how often: what people glue their prints to, from card stock to foam."""
ROUND, ROUNDED = 0.3, (11.6, 13.0)
"""How often coins, printed as squares, are cut along their rings, and how far across they are then, mm."""


class Made(msgspec.Struct, frozen=True):
    """How somebody made the pieces: how thick, and how far across coins are that are cut round (0: as they are)."""

    thick: float = 2.0
    across: float = 0.0

    @classmethod
    def by(cls, dice: np.random.Generator) -> Made:
        thick = dice.choice(list(THICK), p=list(THICK.values())) * dice.uniform(0.85, 1.15)
        across = float(dice.uniform(*ROUNDED)) * (dice.random() < ROUND)
        return cls(float(thick), across)


class Hands(msgspec.Struct, frozen=True):
    """How somebody lays what has a printed place: how far beside it and how much askew, mm and radians, beside what
    anybody does; whether dyes lie in the middle of their shops and coins in piles; and whether wooden cubes stand for
    every other dye."""

    off: float = 0.0
    askew: float = 0.0
    central: bool = False
    piled: bool = False
    cubes: bool = False

    @classmethod
    def by(cls, level: Level, dice: np.random.Generator) -> Hands:
        off, askew = dice.uniform(1.0, 3.0), dice.uniform(0.0, 0.12)
        careless, central, piled, cubes = dice.random(4) < (level.careless, 0.25, level.piled, level.cubes)
        return cls(off * careless, askew * careless, bool(central * careless), bool(piled), bool(cubes))


def disc(x: float, y: float, across: float) -> np.ndarray:
    """The rim of a disc about its middle."""
    turns = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)]) * across / 2 + np.array([x, y])


class FaceScene(msgspec.Struct, frozen=True):
    """What lies on a space: whose shop, its dye, how many coins, which merchants stand there."""

    owner: Colour | None = None
    dye: str = ""
    coins: int = 0
    merchants: tuple[str, ...] = ()


Truth = dict[Space, FaceScene]
Spot = tuple[float, float, float]
"""Where something lies: its middle in mm, and how far it is turned clockwise."""


class Taken(msgspec.Struct, frozen=True, eq=False):
    """A photograph, what it shows, from where it was taken, and how thick its pieces are, mm."""

    jpeg: bytes
    truth: Truth
    pose: Pose
    size: tuple[int, int]
    bend: float
    thick: float

    def seen(self, points: np.ndarray) -> np.ndarray:
        """The pixels at which points of the board truly are: rows of x, y and height in mm."""
        return shown_at(self.pose.seen(points), self.size, self.bend)


def values(truth: Truth) -> list[str]:
    """The value of each space, then the place of each merchant, as readings have it."""
    shops = []
    for space in SPACES:
        laid = truth[space]
        dye = Dye(laid.dye).letter if laid.dye else ""
        coins = str(min(laid.coins, 3)) if laid.coins else ""
        shops.append(f"{laid.owner.letter}{dye}{coins}" if laid.owner else NOTHING)
    places = {merchant: space.value for space, laid in truth.items() for merchant in laid.merchants}
    return [*shops, *(places.get(merchant.value, NOTHING) for merchant in MERCHANTS)]


def city(dice: np.random.Generator) -> Truth:
    """A city by chance, of what is in the box: more of what is seldom in play, so that it is learnt as well."""
    full = dice.uniform(0.3, 0.95)
    shops = iter(dice.permutation([str(owner.value) for owner, count in SHOPS.items() for _ in range(count)]))
    dyes = iter(dice.permutation([str(row.dye.value) for row in DYE_ROWS for _ in range(row.cubes)]))
    left, found = COINS_IN_BOX, {space: FaceScene() for space in SPACES}
    for number in dice.permutation(len(SPACES)):
        if dice.random() > full:
            continue
        dye = next(dyes) if dice.random() < 0.85 else ""
        coins = min(left, int(dice.choice(6, p=(0.4, 0.27, 0.15, 0.1, 0.05, 0.03))))
        left -= coins
        found[SPACES[number]] = FaceScene(Colour(next(shops)), dye, coins)
    for merchant in MERCHANTS:
        if dice.random() < 0.85:
            space = SPACES[dice.integers(len(SPACES))]
            laid = found[space]
            if len(laid.merchants) < 2:
                found[space] = msgspec.structs.replace(laid, merchants=(*laid.merchants, str(merchant.value)))
    return found


def photograph(
    seed: int, level: Level, truth: Truth | None = None, market: Market | None = None, *, view: int = 0
) -> Taken:
    """A photograph of a city; the same seed, level and view give the same bytes, and another view the same table from
    another side. One with dice on the `market` takes in all of the board."""
    hands, eye = np.random.default_rng(seed), np.random.default_rng((seed, 30 + view))
    cv2.setRNGSeed((seed + view) % 2**31)
    known = city(hands) if truth is None else truth
    prints = printed("hangzhou", level.inks[hands.integers(len(level.inks))])
    side = azimuth(hands) + (eye.uniform(np.pi / 3, np.pi) * eye.choice((-1, 1)) if view else 0.0)
    marks = np.concatenate(list(MARKS.values())) if market is None else BOARD
    pose, size = camera(level, eye, marks, side)
    canvas = Canvas(pose, size)
    made, laid_by = Made.by(np.random.default_rng((seed, 40))), Hands.by(level, np.random.default_rng((seed, 41)))
    table = Table(canvas, prints, hands, made, laid_by)
    tabletop(canvas, hands)
    table.board("board", (0, 206, 420), (0, 127.5, 297))
    places = table.shops(known)
    table.figures(known, places)
    if market is not None:
        rolls = np.random.default_rng((seed, 20))
        lay(canvas, market, bought(rolls), table.sun, table.depth, rolls)
    if (pointing := np.random.default_rng((seed, 60, view))).random() < level.fingers:
        finger(canvas, pointing)
    bend = eye.uniform(-level.bend, level.bend)
    jpeg = developed(canvas.picture, level, eye, bend)
    return Taken(jpeg, known, pose, size, bend, made.thick)


class Table:
    """Lays things on the board, as hands lay them: a little amiss."""

    def __init__(
        self,
        canvas: Canvas,
        prints: Faces,
        dice: np.random.Generator,
        made: Made | None = None,
        hands: Hands | None = None,
    ) -> None:
        self.canvas, self.prints, self.dice = canvas, prints, dice
        self.made, self.hands = made or Made(), hands or Hands()
        self.printer = Printer(dice)
        turn = dice.uniform(0, 2 * np.pi)
        self.sun = np.array([np.cos(turn), np.sin(turn)]) * dice.uniform(0.2, 1.1)
        self.depth = dice.uniform(0.05, 0.45)
        self.neat = dice.uniform(0.3, 1.3)
        self.cubes = bought(np.random.default_rng(0))

    def face(self, component: str, key: str = "", side: str = "front") -> np.ndarray:
        """A face as it came out of this printer."""
        return self.printer.print(self.prints[component, key, side])

    def board(self, component: str, across: tuple[float, ...], down: tuple[float, ...]) -> None:
        """A board of its tiles, by its cuts in mm: each a little off, with a crease or a gap between."""
        face = self.face(component)
        for left, right in pairwise(across):
            for top, bottom in pairwise(down):
                part = face[round(top * PER_MM) : round(bottom * PER_MM), round(left * PER_MM) : round(right * PER_MM)]
                shift = self.dice.normal(0, 0.18, 2)
                box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) + shift
                shade = self.dice.uniform(0.97, 1.03)
                self.canvas.lay(np.ascontiguousarray(part), flat(box, 0.0), shade=shade)

    def shops(self, truth: Truth) -> dict[Space, Spot]:
        laid = [(space, shop, self._about(space)) for space, shop in truth.items() if shop.owner]
        outlines = [square(x, y, SHOP, SHOP, turn) + self.sun * self.made.thick for _, _, (x, y, turn) in laid]
        self.canvas.shadow(outlines, self.depth, 3.0)
        for space, shop, where in laid:
            face = self.face("shops", str(shop.owner.value) if shop.owner else "")
            self.token(face, *where, 0.0)
            self._on_shop(space, shop, where)
        return {space: where for space, _, where in laid}

    def _about(self, space: Space) -> Spot:
        """Where a shop lies on a space, as nobody lays it quite straight."""
        x, y = middle(space) + np.clip(self.dice.normal(0, 1.1 * self.neat, 2), -3, 3)
        facing = int(self.dice.integers(4)) if self.dice.random() < 0.35 else 0
        return x, y, facing * np.pi / 2 + self.dice.normal(0, 0.05 * self.neat + self.hands.askew)

    def _on_shop(self, space: Space, shop: FaceScene, where: Spot) -> None:
        if shop.dye:
            off = 0.9 * self.neat + self.hands.off
            x, y = placed(where, *((0.0, 0.0) if self.hands.central else DOOR)) + self.dice.normal(0, off, 2)
            turn = where[2] + (self.dice.integers(4) * np.pi / 2 if self.dice.random() < 0.4 else 0)
            component = "natural-dyes" if ("natural-dyes", shop.dye, "front") in self.prints else "mixed-dyes"
            turn += self.dice.normal(0, 0.09 * self.neat + self.hands.askew)
            if self.hands.cubes and space.ordinal % 2:
                cube(self.canvas, self.cubes, shop.dye, (x, y), turn, self.sun)
            else:
                self.token(self.face(component, shop.dye), x, y, turn, self.made.thick)
        fan = self.dice.uniform(0, 2 * np.pi), self.dice.uniform(*(PILED if self.hands.piled else FANNED))
        window = np.array(WINDOW) + (self.dice.normal(0, self.hands.off, 2) if self.hands.off else 0.0)
        for number in range(shop.coins):
            reach = (number - (shop.coins - 1) / 2) * fan[1]
            x, y = placed(where, window[0] + reach * np.cos(fan[0]), window[1] + reach * np.sin(fan[0]))
            x, y = x + self.dice.normal(0, 0.8), y + self.dice.normal(0, 0.8)
            low, turn = self.made.thick * (1 + number), self.dice.uniform(0, 7)
            self.token(self.face("coins", "coin"), x, y, turn, low, self.made.across)

    def token(self, face: np.ndarray, x: float, y: float, turn: float, low: float, across: float = 0.0) -> None:
        """A piece of card, printed a little off its cut; a disc, if it is cut so far across."""
        wide, high = face.shape[1] / PER_MM, face.shape[0] / PER_MM
        outline, top = square(x, y, wide, high, turn), low + self.made.thick
        rim = disc(x, y, across) if across else outline
        self.canvas.side(rim, low, top, tuple(np.array(EDGE) * self.dice.uniform(0.6, 1.0)))
        off = np.round(self.dice.normal(0, 0.25, 2) * PER_MM)
        shifted = cv2.warpAffine(
            face, np.array([[1, 0, off[0]], [0, 1, off[1]]]), face.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        high, wide = face.shape[:2]
        middle = wide // 2, high // 2
        cut = cv2.circle(np.zeros((high, wide), np.float32), middle, round(across * PER_MM / 2), 1.0, -1)
        self.canvas.lay(shifted, flat(outline, top), cut if across else None, self.dice.uniform(0.93, 1.05))

    def card(self, face: np.ndarray, spot: Spot, size: tuple[float, float]) -> None:
        """A thin card about its middle, turned clockwise."""
        outline = square(*spot[:2], *size, spot[2])
        self.canvas.shadow([outline + self.dice.normal(0.4, 0.3, 2)], 0.25, 1.2)
        self.canvas.lay(face, flat(outline, 0.4), shade=self.dice.uniform(0.95, 1.04))

    def figures(self, truth: Truth, places: dict[Space, Spot]) -> None:
        """What stands: the temple and the merchants, those behind first; who is nowhere in the city is at his gate."""
        standing = [Stood(*TEMPLE, 0.0, 0.0, None)]
        for space, laid in truth.items():
            spots = (ROOF, BESIDE if self.dice.random() < 0.5 else BEHIND) if laid.owner else ((-5.5, 0.0), (5.5, 0.0))
            for spot, merchant in zip(spots, laid.merchants, strict=False):
                x, y, turn = places.get(space, (*middle(space), 0.0))
                x, y = placed((x, y, turn), *spot) + self.dice.normal(0, 1.5, 2)
                low = self.made.thick if laid.owner else 0.0
                standing.append(Stood(x, y, turn + self._askew(0.1), low, merchant))
        about = {merchant for laid in truth.values() for merchant in laid.merchants}
        for merchant in MERCHANTS:
            if merchant.value not in about:
                x, y = GATE[merchant] + self.dice.normal(0, 1.2, 2)
                standing.append(Stood(x, y, self._askew(0.1), 0.0, merchant.value))
        camera_at = self.canvas.pose.place[:2]
        for one in sorted(standing, key=lambda one: -np.hypot(*(camera_at - np.array([one.x, one.y])))):
            if one.merchant is None:
                self._standee("temple", "", one, (34.0, 36.0))
                continue
            self.token(self.face("merchants", one.merchant, "base"), one.x, one.y, one.turn, one.low)
            self._standee(
                "merchants", one.merchant, msgspec.structs.replace(one, low=one.low + self.made.thick), FIGURE
            )

    def _askew(self, much: float) -> float:
        """A figure's turn against its place, with its face or its back to the front."""
        return np.pi * self.dice.integers(2) + self.dice.normal(0, much)

    def _standee(self, component: str, key: str, stood: Stood, size: tuple[float, float]) -> None:
        """A figure of card upright on its feet."""
        x, y, turn, low = stood.x, stood.y, stood.turn, stood.low
        way = np.array([np.cos(turn), np.sin(turn)]) * size[0] / 2
        left, right = np.array([x, y]) - way, np.array([x, y]) + way
        self.canvas.shadow([np.array([left, right, right + self.sun * size[1] * 0.7, left + self.sun * size[1] * 0.7])],
                           self.depth * 0.7, 5.0)  # fmt: skip
        from_front = self.canvas.pose.place[:2] @ np.array([-np.sin(turn), np.cos(turn)]) > np.array([x, y]) @ np.array(
            [-np.sin(turn), np.cos(turn)]
        )
        raw = self.prints[component, key, "front" if from_front else "back"]
        corners = np.array([(*left, low + size[1]), (*right, low + size[1]), (*right, low), (*left, low)])
        if not from_front:
            corners = corners[[1, 0, 3, 2]]
        self.canvas.lay(self.printer.print(raw), corners, figure(raw), self.dice.uniform(0.7, 1.05))


class Stood(msgspec.Struct, frozen=True):
    """Where a figure stands: mm on the board, how far it is turned clockwise, the height of what it stands on, and
    which merchant it is; None for what is none."""

    x: float
    y: float
    turn: float
    low: float
    merchant: str | None


def finger(canvas: Canvas, dice: np.random.Generator) -> None:
    """A finger that points at the city, from beyond the board."""
    tip, turn = dice.uniform((80, 80), (220, 230)), dice.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    beside = np.array([-way[1], way[0]])
    outline = np.array(
        [tip - beside * 8, tip + beside * 8, tip + way * 260 + beside * 35, tip + way * 260 - beside * 35]
    )
    canvas.side(outline, 12.0, 14.0, (120, 150, 205))


class Printer:
    """A printer: its gamma, how strong its colours are, its cast, and the white of its paper."""

    def __init__(self, dice: np.random.Generator) -> None:
        gamma, strength, cast = dice.uniform(0.85, 1.2), dice.uniform(0.75, 1.15), dice.normal(0, 4, 3)
        self._table = np.clip(np.round(255 * (np.arange(256) / 255) ** gamma), 0, 255).astype(np.uint8)
        mixed = strength * np.eye(3) + ((1 - strength) / 3 - cast[:, None] / 765)
        self._matrix = np.column_stack([mixed, cast]) * int(dice.integers(200, 256)) / 255

    def print(self, face: np.ndarray) -> np.ndarray:
        return cv2.transform(cv2.LUT(face, self._table), self._matrix)


def placed(where: Spot, right: float, down: float) -> np.ndarray:
    """A point of a thing, mm right and down of its middle, on the board."""
    x, y, turn = where
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([x + right * cos - down * sin, y + right * sin + down * cos])


def flat(outline: np.ndarray, height: float) -> np.ndarray:
    return np.column_stack([outline, np.full(len(outline), height)])
