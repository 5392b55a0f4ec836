"""How somebody made the pieces of a kit, on what and cut how, and how carelessly they lay them."""

from __future__ import annotations

import msgspec
import numpy as np

CARD = 2.0
"""Millimetres: grey board with the prints on it."""
THICK = {0.3: 0.2, 1.0: 0.1, 1.5: 0.15, CARD: 0.45, 3.0: 0.1}
"""How thick shops, dyes and coins are, mm, and how often: what people glue their prints to, from card stock to foam."""
ROUND, ROUNDED = 0.3, (11.6, 13.0)
"""How often coins, printed as squares, are cut along their rings, and how far across they are then, mm."""


class Made(msgspec.Struct, frozen=True):
    """How somebody made the pieces: how thick, and how far across coins are that are cut round (0: as they are)."""

    thick: float = CARD
    across: float = 0.0

    @classmethod
    def by(cls, dice: np.random.Generator) -> Made:
        thick = dice.choice(list(THICK), p=list(THICK.values())) * dice.uniform(0.85, 1.15)
        across = float(dice.uniform(*ROUNDED)) * (dice.random() < ROUND)
        return cls(float(thick), across)


GREY_BOARD = Made()


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
    def careless(cls, dice: np.random.Generator) -> Hands:
        off, askew = dice.uniform(1.0, 3.0), dice.uniform(0.0, 0.12)
        return cls(float(off), float(askew), *map(bool, dice.random(2) < (0.25, 0.4)))


CAREFUL = Hands()


def disc(x: float, y: float, across: float) -> np.ndarray:
    """The rim of a disc about its middle."""
    turns = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)]) * across / 2 + np.array([x, y])


def round_cut(face: np.ndarray, across: float) -> np.ndarray:
    """How much of each pixel of a face is left of a disc about its middle, so many pixels across."""
    rows, columns = np.indices(face.shape[:2])
    reach = np.hypot(rows - (face.shape[0] - 1) / 2, columns - (face.shape[1] - 1) / 2)
    return np.clip(across / 2 - reach + 0.5, 0, 1).astype(np.float32)
