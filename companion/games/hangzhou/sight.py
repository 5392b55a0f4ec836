"""Hangzhou's city in a photograph of its board."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from msgspec.structs import replace

from companion.games.hangzhou import dice
from companion.games.hangzhou.certainty import NOTHING, judged
from companion.games.hangzhou.looks import told
from companion.games.hangzhou.names import COLOUR_LETTERS, DYE_LETTERS, MERCHANTS, SPACES, Space
from companion.games.hangzhou.wards import FIRST, PITCH, middle
from companion.sight.board import View
from companion.sight.reading import Reading, likeliest
from companion.sight.tones import tones
from companion.sight.windows import PAPER, from_above
from pnp.camera import Array, Picture

CITY: Final = (15.0, 15.0, 255.0, 270.0)
"""The left part of the board: left, top, width and height in mm."""
STRONG, LEAST_COLOURED = 0.07, 0.04
"""Chroma of a strong colour, and the least share of them on a board in full ink."""
PURPLE, BLACK = "p", "k"


class _City:
    """How the board of Hangzhou is read. Its spaces are called as in positions, its merchants `merchant orange` …, and
    where dice stand the places of the market `market orange 1` …, the round `die`."""

    component = "board"
    area = (FIRST[0] - PITCH / 2, FIRST[1] - PITCH / 2, 5 * PITCH, 5 * PITCH)

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        answers = told(picture, view)
        owners = [not seats or owner.value in seats for owner in COLOUR_LETTERS]
        answers["owner"] = answers["owner"] * np.array([True, *owners])
        shops = tuple(
            _shop(space, *(answers[name][at] for name in ("owner", "dye", "coins"))) for at, space in enumerate(SPACES)
        )
        merchants = (_merchant(number, places) for number, places in enumerate(answers["merchants"]))
        city = judged((*shops, *merchants))
        if not _coloured(picture, view):
            city = tuple(_purple_in_doubt(one) for one in city)
        return (*city, *dice.read(picture, view))

    def judged(self, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        return judged(readings)

    def position(self, readings: tuple[Reading, ...]) -> str:
        city = [f"{reading.part}{reading.value}" for reading in readings[: len(SPACES)] if reading.value != NOTHING]
        merchants = [reading.value for reading in readings[len(SPACES) :][: len(MERCHANTS)]]
        words = f"city: {' '.join(city) or NOTHING} merchants: {' '.join(merchants)}"
        return " ".join(filter(None, (words, dice.words(readings))))


SIGHT: Final = _City()


def _coloured(picture: Picture, view: View) -> bool:
    """Was the board printed in full ink?"""
    shown = from_above(picture, view, CITY)[::4, ::4].reshape(-1, 3) / PAPER
    hues = tones(shown)[:, 1:]
    strong = np.linalg.norm(hues - np.median(hues, axis=0), axis=1) > STRONG
    return bool(strong.mean() > LEAST_COLOURED)


def _purple_in_doubt(reading: Reading) -> Reading:
    """In low ink the network takes black dyes for purple ones: it learnt an older picture of them."""
    if reading.part not in SPACES or reading.value[1:2] != PURPLE or not reading.sure:
        return reading
    return replace(reading, sure=False, second=reading.value.replace(PURPLE, BLACK))


def _shop(space: Space, owner: Array, dye: Array, coins: Array) -> Reading:
    """A space: no shop, or whose, with which dye, under how many coins."""
    values = {NOTHING: float(owner[0] * dye[0] * coins[0])}
    letters = (*COLOUR_LETTERS.values(),), ("", *DYE_LETTERS), ("", "1", "2", "3")
    for parts in product(*(range(len(row)) for row in letters)):
        text = "".join(row[part] for row, part in zip(letters, parts, strict=True))
        values[text] = float(owner[parts[0] + 1] * dye[parts[1]] * coins[parts[2]])
    return likeliest(str(space.value), _shares(values), middle(space))


def _merchant(number: int, places: Array) -> Reading:
    """A merchant: on which space it stands, or at its gate (which no window shows)."""
    values = dict(zip((*(space.value for space in SPACES), NOTHING), places.tolist(), strict=True))
    return likeliest(f"merchant {MERCHANTS[number].value}", _shares(values))


def _shares(values: dict[str, float]) -> dict[str, float]:
    total = sum(values.values()) or 1.0
    return {value: chance / total for value, chance in values.items()}
