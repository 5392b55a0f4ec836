"""Dunhuang's goods on a table in the machine: a player's shop, or a hand laid open, as hands lay it, photographed."""

from __future__ import annotations

import cv2
import numpy as np
from camera import Canvas, Level, camera, developed, square, tabletop
from city import Spot, Table
from printed import printed

from companion.games.dunhuang.names import GOODS, Good

CARD, TOKEN = (56.0, 87.0), 29.0
"""Goods and majority tokens, mm (kit.toml)."""
STRIP, HEAD = (13.0, 22.0), (15.0, 33.0)
"""What lies open of a card that is overlapped from its side, and from its end, mm: corners are in sight."""
MOST = 7
"""Cards in a row or a column."""


def photograph(seed: int, level: Level, goods: tuple[Good, ...], *, column: bool = False) -> bytes:
    """A photograph of a player's goods in rows, or in columns; the same arguments give the same bytes."""
    dice = np.random.default_rng(seed)
    cv2.setRNGSeed(seed % 2**31)
    prints = printed("dunhuang", level.inks[dice.integers(len(level.inks))])
    spots = _spread(len(goods), dice, column)
    outline = np.concatenate([square(x, y, CARD[0] + 8, CARD[1] + 8, turn) for x, y, turn in spots])
    pose, size = camera(level, dice, outline)
    table = _Shop(Canvas(pose, size), prints, dice)
    table.about(outline)
    order = range(len(goods)) if dice.random() < 0.75 else range(len(goods) - 1, -1, -1)  # the first one on top of all
    for at in order:
        table.card(table.face("goods", goods[at].value), spots[at], CARD)
    return developed(table.canvas.picture, level, dice, dice.uniform(-level.bend, level.bend))


def _spread(count: int, dice: np.random.Generator, column: bool) -> list[Spot]:
    """Rows that overlap from the side, or columns that overlap from the end."""
    step = np.array([0.0, dice.uniform(*HEAD)] if column else [dice.uniform(*STRIP), 0.0])
    next_one = np.array([CARD[0] + dice.uniform(2, 9), 0.0] if column else [0.0, CARD[1] + dice.uniform(3, 12)])
    found = []
    for number in range(count):
        x, y = number % MOST * step + number // MOST * next_one + dice.normal(0, 1.0, 2)
        found.append((x, y, dice.normal(0, 0.03) + (np.pi if dice.random() < 0.3 else 0.0)))
    return found


class _Shop(Table):
    """Lays what lies before a player: tokens beside, goods on one another."""

    def about(self, outline: np.ndarray) -> None:
        """The table, other things on it, and the player's tokens."""
        tabletop(self.canvas, self.dice)
        top = outline[:, 1].min()
        for at in range(int(self.dice.integers(0, 5))):
            good, side = GOODS[self.dice.integers(10)], "front" if self.dice.random() < 0.8 else "back"
            x, y = outline[:, 0].max() + 20, top + 20 + at * (TOKEN + self.dice.uniform(1, 5))
            self.token(self.face("majority-tokens", good.value, side), x, y, self.dice.normal(0, 0.05), 0.0)
