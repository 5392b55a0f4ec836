"""Hangzhou's city in a photograph of its board."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from companion.games.hangzhou import dice
from companion.games.hangzhou.letters import COLOUR_LETTERS, DYE_LETTERS
from companion.games.hangzhou.names import MERCHANTS, SPACES, Space
from companion.sight.board import View
from companion.sight.net import Net, load
from companion.sight.reading import Reading
from companion.sight.windows import quarters, window
from pnp.camera.picture import Array, Picture

NOTHING: Final = "-"
SURE: Final = 0.98
"""How probable a reading is that nobody is asked about: docs/sight.md has what comes of it."""
PITCH: Final = 42.0
FIRST: Final = (59.0, 64.5)
"""From the middle of one space to that of the next, and that of A1, mm."""
SIDE, PIXELS, HEIGHT = 44.0, 80, 2.0
"""Of the windows that are read, mm and pixels; they lie as high as the shops' upper sides."""
MOVED: Final = ((0, 0), (2, 2), (-2, -2), (2, -2), (-2, 2))
"""Pixels down and right by which a window is moved: five looks err less than one."""
HEADS: Final = {"owner": 5, "dye": 8, "coins": 4, "any-merchant": 4}
"""How many answers each question about a window has; the first of each is none."""


def middle(space: Space) -> tuple[float, float]:
    """The middle of a space on the board, mm."""
    column, row = "ABCDE".index(space.value[0]), int(space.value[1]) - 1
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH


def windows(picture: Picture, view: View) -> Array:
    """The spaces of a photographed city, in their order, each turned so that the camera is below it."""
    cut = []
    for space in SPACES:
        x, y = middle(space)
        turns = quarters(view.pose, x, y)
        cut.append(window(picture, view.pose, view.light, (x, y, HEIGHT), SIDE, PIXELS, turns))
    return np.stack(cut)


class _City:
    """How the board of Hangzhou is read. Its spaces are called as in positions, its merchants `merchant orange` …, and
    where dice stand the places of the market `market orange 1` …, the round `die`."""

    component = "board"
    area = (FIRST[0] - PITCH / 2, FIRST[1] - PITCH / 2, 5 * PITCH, 5 * PITCH)

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        answers = told(_net(), windows(picture, view))
        owners = [not seats or owner.value in seats for owner in COLOUR_LETTERS]
        answers["owner"] = answers["owner"] * np.array([True, *owners])
        shops = tuple(
            _shop(space, *(answers[name][at] for name in ("owner", "dye", "coins"))) for at, space in enumerate(SPACES)
        )
        standing = answers["any-merchant"]
        merchants = (_merchant(number, standing[:, number]) for number in range(len(MERCHANTS)))
        return (*shops, *merchants, *dice.read(picture, view))

    def position(self, readings: tuple[Reading, ...]) -> str:
        city = [f"{reading.part}{reading.value}" for reading in readings[: len(SPACES)] if reading.value != NOTHING]
        merchants = [reading.value for reading in readings[len(SPACES) :][: len(MERCHANTS)]]
        words = f"city: {' '.join(city) or NOTHING} merchants: {' '.join(merchants)}"
        return " ".join(filter(None, (words, dice.words(readings))))


SIGHT: Final = _City()


@cache
def _net() -> Net:
    return load(Path(__file__).with_name("sight.npz"))


def told(net: Net, cut: Array) -> dict[str, Array]:
    """How probable each answer about each window is: the mean of those about the window moved a little each way."""
    told = [net.read(np.roll(cut, moved, axis=(1, 2))) for moved in MOVED]
    return {name: np.asarray(np.mean([one[name] for one in told], axis=0)) for name in HEADS}


def _shop(space: Space, owner: Array, dye: Array, coins: Array) -> Reading:
    """A space: no shop, or whose, with which dye, under how many coins."""
    values = {NOTHING: float(owner[0] * dye[0] * coins[0])}
    letters = (*COLOUR_LETTERS.values(),), ("", *DYE_LETTERS), ("", "1", "2", "3")
    for parts in product(*(range(len(row)) for row in letters)):
        text = "".join(row[part] for row, part in zip(letters, parts, strict=True))
        values[text] = float(owner[parts[0] + 1] * dye[parts[1]] * coins[parts[2]])
    x, y = middle(space)
    return msgspec.structs.replace(_reading(str(space.value), values, SURE), x_mm=x, y_mm=y)


def _merchant(number: int, standing: Array) -> Reading:
    """A merchant: on which space it stands, or at its gate (which no window shows)."""
    apart = np.clip(standing, 1e-6, 1 - 1e-6)
    nowhere = np.prod(1 - apart)
    values = {str(space.value): float(nowhere * p / (1 - p)) for space, p in zip(SPACES, apart, strict=True)}
    values[NOTHING] = float(nowhere)
    return _reading(f"merchant {MERCHANTS[number].value}", values, SURE)


def _reading(part: str, values: dict[str, float], least: float) -> Reading:
    total = sum(values.values()) or 1.0
    first, second = sorted(values, key=lambda value: -values[value])[:2]
    likely, next_likely = values[first] / total, values[second] / total
    return Reading(
        part=part,
        value=first,
        probability=round(likely, 4),
        second=second,
        second_probability=round(next_likely, 4),
        sure=likely >= least,
    )
