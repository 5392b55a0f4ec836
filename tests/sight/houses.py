"""Xanadú on a table in the machine: a player's houses with their workers, laid of the kit's own cards, photographed."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from camera import Canvas, Level, camera, developed, square, tabletop
from city import Spot, Table, placed
from printed import printed

from companion.games.xanadu.components import BUILDINGS
from companion.games.xanadu.names import Card, format_card_number

WIDE, HIGH = 63.5, 88.9
"""Of a card, mm."""
ROW, PITCH, FAVOUR = 74.25, 10.75, 11.9
"""The top of the lowest row, from one row to the next, and where a worker's left edge lies (faces/building.toml)."""


class House(msgspec.Struct, frozen=True):
    """A building with so many workers on it; one that was built in this turn lies sideways and has none."""

    card: Card
    workers: int = 0
    sideways: bool = False


def value(house: House) -> str:
    """What a reading says of a house."""
    return ".".join([format_card_number(house.card), *["*"] * house.workers]) + ("-" if house.sideways else "")


def photograph(seed: int, level: Level, laid: tuple[House, ...]) -> bytes:
    """A photograph of a player's houses; the same arguments give the same bytes."""
    dice = np.random.default_rng(seed)
    cv2.setRNGSeed(seed % 2**31)
    prints = printed("xanadu", level.inks[dice.integers(len(level.inks))])
    where, outlines = _spread(laid, dice)
    pose, size = camera(level, dice, np.concatenate(outlines))
    canvas = Canvas(pose, size)
    table = _Houses(canvas, prints, dice)
    beneath = dice.random() < 0.7  # is a worker slid beneath those that lie there? Else it is laid on them
    tabletop(canvas, dice)
    for house, spot in zip(laid, where, strict=True):
        table.house(house, spot, beneath)
    return developed(canvas.picture, level, dice, dice.uniform(-level.bend, level.bend))


def _spread(laid: tuple[House, ...], dice: np.random.Generator) -> tuple[list[Spot], list[np.ndarray]]:
    """The houses beside one another in one row or two, as a hand lays them, with the outlines of what is to be in the
    picture: all of the buildings, not all of the workers."""
    across = len(laid) if len(laid) < 4 or dice.random() < 0.4 else (len(laid) + 1) // 2
    gap, down = dice.uniform(77, 92), dice.uniform(140, 175)
    spots, outlines = [], []
    for number, house in enumerate(laid):
        x = (number % across) * gap + dice.normal(0, 2.0)
        y = (number // across) * down + dice.normal(0, 4.0)
        turn = dice.normal(0, 0.05) + (np.pi / 2 * dice.choice((1, -1)) if house.sideways else 0.0)
        spots.append((x + (12 if house.sideways else 0), y, turn))
        outlines.append(square(x, y, WIDE + 8, HIGH + 8, turn))
    return spots, outlines


class _Houses(Table):
    """Lays cards on a table, as hands lay them: a little amiss."""

    def house(self, house: House, spot: Spot, beneath: bool) -> None:
        """A building, and its workers on their rows."""
        row = BUILDINGS[house.card]
        component = "magenta" if row.colour == "magenta" else "buildings"
        self.card(self.face(component, row.id), spot, (WIDE, HIGH))
        laid = list(range(house.workers))
        for number in reversed(laid) if beneath else laid:
            left = FAVOUR + self.dice.normal(0.3, 0.9) * self.neat
            top = ROW - number * PITCH + self.dice.normal(0, 0.9) * self.neat
            x, y = placed(spot, left, top)
            turn = spot[2] + self.dice.normal(0, 0.02) * self.neat
            self.card(self.face(component, row.id, "back"), (x, y, turn), (WIDE, HIGH))
