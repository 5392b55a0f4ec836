"""Dunhuang on a table in the machine: its mat with tiles, goods and the camel, laid as hands lay them, photographed."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from camera import Canvas, Level, camera, developed, tabletop
from city import Stood, Table
from printed import printed

from companion.games.dunhuang.components import PRINTED, TILE_NAMES, TILES
from companion.games.dunhuang.names import GOODS, SPACES, Character, Good
from companion.sight.kit import sides
from pnp.kits import find

MARKS = next(side for side in sides(find("dunhuang")) if side.is_board).seals
"""The corners of the mat's marks, mm."""
TILE_PLACE, GOOD_PLACE, HALT = 72.0, (58.0, 89.0), (34.0, 14.0)
TILE, CARD, CAMEL = 70.0, (56.0, 87.0), (32.0, 32.0)


class Market(msgspec.Struct, frozen=True):
    """Who stands on each space, which good lies there, and on which space the camel is (0: on none)."""

    ring: tuple[Character, ...]
    goods: tuple[Good | None, ...]
    camel: int

    def values(self) -> dict[str, str]:
        """By part, as readings write them."""
        ring = {f"ring {at}": character.value for at, character in enumerate(self.ring, 1)}
        goods = {f"market {at}": good.letter if good else "-" for at, good in enumerate(self.goods, 1)}
        return {**ring, **goods, "camel": str(self.camel or "-")}


def market(dice: np.random.Generator) -> Market:
    """A market by chance: every tile on one of its sides, each space with a good but for some."""
    sides_up = [tile[dice.integers(2)] for tile in TILES]
    ring = tuple(sides_up[at] for at in dice.permutation(SPACES))
    goods = tuple(None if dice.random() < 0.15 else GOODS[dice.integers(len(GOODS))] for _ in range(SPACES))
    return Market(ring, goods, int(dice.integers(1, SPACES + 1)) if dice.random() < 0.95 else 0)


def photograph(seed: int, level: Level, laid: Market) -> bytes:
    """A photograph of a market; the same arguments give the same bytes."""
    dice = np.random.default_rng(seed)
    cv2.setRNGSeed(seed % 2**31)
    prints = printed("dunhuang", level.inks[dice.integers(len(level.inks))])
    pose, size = camera(level, dice, np.concatenate(list(MARKS.values())))
    canvas = Canvas(pose, size)
    table = _Mat(canvas, prints, dice)
    tabletop(canvas, dice)
    table.board("mat", (0, 210, 420), (0, 297))
    for at, space in enumerate(PRINTED):
        table.tile(laid.ring[at], space.tile)
        table.good(laid.goods[at], space.good)
    if laid.camel:
        table.camel(PRINTED[laid.camel - 1].halt)
    return developed(canvas.picture, level, dice, dice.uniform(-level.bend, level.bend))


class _Mat(Table):
    """Lays what belongs on the mat, as hands lay it: a little amiss, and some of it turned."""

    def tile(self, character: Character, corner: tuple[float, float]) -> None:
        tile = next(at for at, both in enumerate(TILES) if character in both)
        side = "front" if TILES[tile][0] == character else "back"
        middle = corner[0] + TILE_PLACE / 2, corner[1] + TILE_PLACE / 2
        turn = np.pi / 2 * self.dice.integers(4) if self.dice.random() < 0.15 else 0.0
        self.placed(self.face("characters", TILE_NAMES[tile], side), middle, (TILE, TILE), turn)

    def good(self, good: Good | None, corner: tuple[float, float]) -> None:
        if good is None:
            return
        middle = corner[0] + GOOD_PLACE[0] / 2, corner[1] + GOOD_PLACE[1] / 2
        turn = np.pi if self.dice.random() < 0.4 else 0.0
        self.placed(self.face("goods", good.value), middle, CARD, turn)

    def placed(self, face: np.ndarray, middle: tuple[float, float], size: tuple[float, float], turn: float) -> None:
        x, y = np.array(middle) + np.clip(self.dice.normal(0, 1.2 * self.neat, 2), -4, 4)
        self.card(face, (x, y, turn + self.dice.normal(0, 0.02) * self.neat), size)

    def camel(self, corner: tuple[float, float]) -> None:
        x, y = np.array(corner) + np.array(HALT) / 2 + self.dice.normal(0, 1.5 * self.neat, 2)
        turn = self.dice.normal(0, 0.12) + (np.pi if self.dice.random() < 0.5 else 0.0)
        self.token(self.face("camel", "", "base"), x, y, turn, 0.0)
        self._standee("camel", "", Stood(x, y, turn, 1.0, None), CAMEL)
