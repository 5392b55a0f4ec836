"""Xanadú's buildings in a photograph: each by its seal, and how many of its rows workers cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from companion.games.xanadu.components import ROWS
from companion.games.xanadu.letters import card_text
from companion.games.xanadu.names import UNKNOWN, Card
from companion.sight.fitting import Box, Fitted, evened, fitted, likeness_of
from companion.sight.picture import Array, Picture
from companion.sight.prints import INKS, prints
from companion.sight.reader import Sealed
from companion.sight.reading import Reading
from pnp.kits import find

SURE: Final = 0.98
"""How probable a reading is that nobody is asked about: docs/sight.md has what comes of it."""
OPEN: Final[tuple[Box, ...]] = ((29.0, 2.0, 61.5, 32.0), (16.0, 2.0, 61.5, 42.0), (2.0, 2.0, 61.5, 42.0))
"""What no worker covers of a building, mm: about its seal, more, and all of it (faces/building.toml)."""
LEFT, RIGHT, LOWEST, ROW = 13.5, 60.5, 74.25, 10.75
"""From where to where a worker covers a row, the top of the lowest row, and how high a row is, mm."""
INSET: Final = 0.9
"""Of a row: its rim may be hidden by a worker that lies a little high, mm."""
SLACK, MORE_SLACK = 1.2, 0.5
"""Within how many mm a row is looked for, the highest one and each one below: the face is laid over what is above."""
MIDDLE, WIDTH = 0.46, 0.04
"""A row that is as like its print as this is as likely covered as not; and how soon that changes."""
FITS: Final = 0.7
"""How like its print what no worker covers is at least; with less nothing is said of its rows, and a faint seal was
none."""
CLEARLY: Final = 0.8
"""How like it is where no other ink needs to be tried."""


class _Read(Struct, frozen=True, eq=False):
    """A building in the photograph: its number, its face laid over it, how probable each number of workers is."""

    piece: Sealed
    fit: Fitted | None
    workers: Array

    @property
    def turn(self) -> float:
        """How it is turned in the picture, clockwise in degrees."""
        right, left = (np.array(self.piece.mark.corners[at]) for at in (1, 0))
        return float(np.degrees(np.arctan2(*(right - left)[::-1])))


class _Houses:
    """How Xanadú's buildings are read: each is called by its number, its value is what a position says of it (`07.*.*`
    has two workers, `07-` lies sideways)."""

    components = ("buildings", "magenta")

    def read(self, grey: Picture, pieces: Sequence[Sealed]) -> tuple[Reading | None, ...]:
        found = _read(grey, pieces)
        there = [one for one in found if one.fit is not None or not one.piece.faint]
        lying = _sideways(there)
        return tuple(_reading(one, one.piece.mark.number in lying) if one in there else None for one in found)

    def position(self, readings: tuple[Reading, ...]) -> str:
        return " ".join(reading.value for reading in readings)


SIGHT: Final = _Houses()


def _read(grey: Picture, pieces: Sequence[Sealed]) -> list[_Read]:
    """The buildings, compared with their prints in each ink."""
    folder, keys = find("xanadu"), {piece.side.key for piece in pieces}
    faces = {ink: {key: evened(face) for key, face in prints(folder, keys, ink).items()} for ink in INKS}
    inks = list(INKS)
    found = []
    for piece in pieces:
        corners, best = piece.side.seals[piece.mark.number], None
        for ink in tuple(inks):
            fit = fitted(grey, piece.mark, corners, faces[ink][piece.side.key], OPEN)
            if fit is not None and (best is None or fit.likeness > best[0].likeness):
                best = fit, ink
            if best is not None and best[0].likeness >= CLEARLY:
                break
        if best is None or best[0].likeness < FITS:
            found.append(_Read(piece, None, np.full(ROWS + 1, 1 / (ROWS + 1))))
            continue
        fit, ink = best
        inks.sort(key=lambda one: one != ink)  # the others were likely printed in the same
        found.append(_Read(piece, fit, _workers(fit, faces[ink][piece.side.key])))
    return found


def _workers(fit: Fitted, face: Array) -> Array:
    """How probable each number of workers is: they cover rows from the lowest up, and no other. What is left of 1 is
    that something else lies there."""
    likeness = []
    for row in range(ROWS):
        top = LOWEST - row * ROW
        part = (LEFT, top + INSET, RIGHT, top + ROW - INSET)
        likeness.append(likeness_of(fit, face, part, SLACK + MORE_SLACK * (ROWS - 1 - row)))
    covered = 1 / (1 + np.exp((np.array(likeness) - MIDDLE) / WIDTH))
    return np.array([np.prod(covered[:count]) * np.prod(1 - covered[count:]) for count in range(ROWS + 1)])


def _sideways(found: Iterable[_Read]) -> set[int]:
    """The numbers of those that lie across the others. What has workers on it stands; of as many each way those stand
    that are more upright in the picture."""
    seen = [(one.piece.mark.number, one.turn, one.fit is not None and int(np.argmax(one.workers)) > 0) for one in found]
    best: tuple[float, float, set[int]] = (0.0, 0.0, set())
    for _, axis, _ in seen:
        along = {number for number, turn, _ in seen if _apart(turn, axis) < 45}
        weight = len(along) + sum(2 * ROWS for number, _, works in seen if works and number in along)
        across = {number for number, _, works in seen if number not in along and not works}
        best = max(best, (weight, -_apart(axis, 0.0), across), key=lambda one: one[:2])
    return best[2]


def _apart(turn: float, other: float) -> float:
    """Degrees between two directions that are the same the other way round: 0 to 90."""
    return abs((turn - other + 90) % 180 - 90)


def _reading(read: _Read, sideways: bool) -> Reading:
    card = Card(read.piece.mark.number)
    first, second = np.argsort(-read.workers, kind="stable")[:2]
    trim = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64) * read.piece.side.size
    corners = read.fit.seen(trim) if read.fit is not None else read.piece.mark.points
    return Reading(
        part=card_text(card),
        value=_value(card, int(first), sideways and not first),
        probability=round(float(read.workers[first]), 4),
        second=_value(card, int(second), sideways and not second),
        second_probability=round(float(read.workers[second]), 4),
        sure=bool(read.workers[first] >= SURE),
        corners=tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
    )


def _value(card: Card, workers: int, sideways: bool) -> str:
    return ".".join([card_text(card), *[card_text(UNKNOWN)] * workers]) + ("-" if sideways else "")
