"""Hangzhou's city and market in a photograph of its board."""

from __future__ import annotations

from typing import Final

from companion.games.hangzhou.certainty import judged
from companion.games.hangzhou.names import MERCHANTS, SPACES, Colour
from companion.games.hangzhou.sight import dice
from companion.games.hangzhou.sight.city import FIRST, PITCH, read_spaces
from companion.games.hangzhou.sight.merchants import read_merchants
from companion.sight.appearance import Appearance, appearance
from companion.sight.board import View
from companion.sight.reader import Readers
from companion.sight.reading import NOTHING, Reading
from pnp.camera import Picture

PIECES: Final = tuple((component, "front") for component in ("shops", "natural-dyes", "mixed-dyes", "coins"))


class _City:
    """How the board of Hangzhou is read. Its spaces are called as in positions, its merchants `merchant orange` …, and
    where dice stand the places of the market `market orange 1` …, the round `die`."""

    component = "board"
    area = (FIRST[0] - PITCH / 2, FIRST[1] - PITCH / 2, 5 * PITCH, 5 * PITCH)
    judged = staticmethod(judged)

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        seen = find_board(picture, view)
        owners = [owner for owner in Colour if not seats or owner.value in seats]
        spaces = read_spaces(seen, owners, view.pose.place)
        return (*spaces, *read_merchants(picture, view, seen), *dice.read(picture, view, seen))

    def position(self, readings: tuple[Reading, ...]) -> str:
        city = [f"{reading.part}{reading.value}" for reading in readings[: len(SPACES)] if reading.value != NOTHING]
        merchants = [reading.value for reading in readings[len(SPACES) :][: len(MERCHANTS)]]
        words = f"city: {' '.join(city) or NOTHING} merchants: {' '.join(merchants)}"
        return " ".join(filter(None, (words, dice.words(readings))))


def find_board(picture: Picture, view: View) -> Appearance:
    """Returns the board of a photograph beside the kit's faces."""
    return appearance(picture, view, "hangzhou", "board", PIECES)


SIGHT: Final = Readers(board=_City())
