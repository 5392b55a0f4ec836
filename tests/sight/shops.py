"""Dunhuang's goods on a table in the machine: a player's shop, or a hand laid open, as hands lay it, photographed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import cv2
import msgspec
import numpy as np
from camera import Canvas, Level, camera, developed, square, tabletop
from city import Table
from printed import printed

from companion.games.dunhuang.components import SETUPS
from companion.games.dunhuang.names import GOODS, Good

CARD, TOKEN = (56.0, 87.0), 29.0
"""Goods and majority tokens, mm (kit.toml)."""
STRIP, HEAD = (13.0, 22.0), (15.0, 33.0)
"""What lies open of a card that is overlapped from its side, and from its end, mm: corners are in sight."""
MOST = 12
"""Cards."""

Spot = tuple[float, float, float]
"""Where the middle of a card lies, mm, and how it is turned."""


class Shown(msgspec.Struct, frozen=True, eq=False):
    """A photograph, and the goods that lie there."""

    jpeg: bytes
    goods: tuple[Good, ...]

    def counts(self) -> Counter[str]:
        """How many of each kind, as readings write them."""
        return Counter(good.letter for good in self.goods)


def shop(dice: np.random.Generator) -> tuple[Good, ...]:
    """Goods by chance, out of a shuffled deck; in most shops kind by kind."""
    deck = [good for good, copies in zip(GOODS, SETUPS[4].copies, strict=True) for _ in range(copies)]
    drawn = [deck[at] for at in dice.permutation(len(deck))[: int(dice.integers(1, MOST + 1))]]
    return tuple(sorted(drawn, key=GOODS.index) if dice.random() < 0.7 else drawn)


def photograph(seed: int, level: Level, known: tuple[Good, ...] | None = None) -> Shown:
    """A photograph of a player's goods; the same seed and level give the same bytes."""
    dice = np.random.default_rng(seed)
    cv2.setRNGSeed(seed % 2**31)
    laid = shop(dice) if known is None else known
    prints = printed("dunhuang", level.inks[dice.integers(len(level.inks))])
    spots = _spread(laid, dice)
    outline = np.concatenate([square(x, y, CARD[0] + 8, CARD[1] + 8, turn) for x, y, turn in spots])
    pose, size = camera(level, dice, outline)
    table = _Shop(Canvas(pose, size), prints, dice)
    table.about(outline)
    order = range(len(laid)) if dice.random() < 0.75 else range(len(laid) - 1, -1, -1)  # the first one on top of all
    for at in order:
        table.card(table.face("goods", laid[at].value), spots[at], CARD)
    return Shown(developed(table.canvas.picture, level, dice, dice.uniform(-level.bend, level.bend)), laid)


def _spread(laid: tuple[Good, ...], dice: np.random.Generator) -> list[Spot]:
    """Rows that overlap from the side, columns that overlap from the end, heaps of each kind, or all apart."""
    way = dice.choice(("row", "column", "kinds", "apart"), p=(0.4, 0.25, 0.25, 0.1))
    strip, head = dice.uniform(*STRIP), dice.uniform(*HEAD)
    most = {"row": 7, "column": 7, "kinds": 99, "apart": 5}[way]
    across, down = (CARD[0] + dice.uniform(2, 9), CARD[1] + dice.uniform(3, 12))
    found: list[Spot] = []
    column = row = 0
    x, y = 0.0, 0.0
    for before, good in pairwise((None, *laid)):
        if found:
            column += 1
            new_heap = way == "kinds" and good != before
            if column >= most or (new_heap and x > 200):
                column, row = 0, row + 1
                x, y = (0.0, row * down) if way != "column" else (row * across, 0.0)
            elif way == "apart" or new_heap:
                x += across
            elif way == "column":
                y += head
            else:
                x += strip
        turn = dice.normal(0, 0.03) + (np.pi if dice.random() < 0.3 else 0.0)
        found.append((x + dice.normal(0, 0.8), y + dice.normal(0, 1.2), turn))
    return found


class _Shop(Table):
    """Lays what lies before a player: tokens beside, goods on one another."""

    def about(self, outline: np.ndarray) -> None:
        """The table, other things on it, and the player's tokens."""
        tabletop(self.canvas, self.dice, outline)
        top = outline[:, 1].min()
        for at in range(int(self.dice.integers(0, 5))):
            good, side = GOODS[self.dice.integers(10)], "front" if self.dice.random() < 0.8 else "back"
            x, y = outline[:, 0].max() + 20, top + 20 + at * (TOKEN + self.dice.uniform(1, 5))
            self.token(self.face("majority-tokens", good.value, side), x, y, self.dice.normal(0, 0.05), 0.0)
