"""Xanadú's buildings in a photograph: each by its seal, and how many of its rows workers cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from companion.games.xanadu.components import ROWS
from companion.games.xanadu.names import UNKNOWN, Card, card_text
from companion.sight.faces import Side
from companion.sight.fitting import Box, Fitted, by_seal, evened, fitted, likeness_of
from companion.sight.plane import moved, plane
from companion.sight.prints import INKS, Ink, prints
from companion.sight.reader import Sealed, Told
from companion.sight.reading import Reading
from companion.sight.search import Sought, sought
from pnp.camera import Array, Found, PhotographError, Picture
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
ROUNDS: Final = 3
"""How often buildings are looked for about those that were found: with each the table is known better."""
SAME: Final = 1.4
"""How many times as long as it is printed a side of a seal looks at most, or as short."""
LIES: Final = 0.35
"""How like some building a place is at least, where a card lies that fits none."""
UNNAMED: Final = "?"
"""What a card is that cannot be named."""


class _Read(Struct, frozen=True, eq=False):
    """A building in the photograph: its face and the seal that told it (none: its face did), the face laid over it
    (none: it does not fit), how probable each number of workers is."""

    side: Side
    mark: Found | None
    fit: Fitted | None
    workers: Array

    @property
    def number(self) -> int:
        return next(iter(self.side.seals))

    @property
    def corners(self) -> Array:
        """Corners of the card in the picture, in pixels; approximate if only its seal is known."""
        if self.fit is not None:
            return _outline(self.fit.matrix, self.side.size)
        assert self.mark is not None, "a building is told by its seal, or by its face, which then fits"
        return _outline(by_seal(self.mark, self.side.seals[self.mark.number]), self.side.size)

    @property
    def turn(self) -> float:
        """How it is turned in the picture, clockwise in degrees."""
        left, right = self.mark.points[:2] if self.mark is not None else self.corners[:2]
        return float(np.degrees(np.arctan2(*(right - left)[::-1])))


class _Houses:
    """How Xanadú's buildings are read: each is called by its number, its value is what a position says of it (`07.*.*`
    has two workers, `07-` lies sideways). A card that cannot be named is `?1`, the next one `?2`; its value is `?`."""

    components = ("buildings", "magenta")

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        faces = _Faces(find("xanadu"))
        seals = _once(pieces)
        found = [_sealed(grey, piece, faces) for piece in seals]
        found = [one for one, piece in zip(found, seals, strict=True) if one.fit is not None or not piece.faint]
        if len(found) > 1 and not any(one.fit for one in found):
            raise PhotographError("other-board", "its seals are on no building of Xanadú: which kit is it?")
        unnamed: list[Sought] = []
        for _ in range(ROUNDS):
            more, unnamed = _further(grey, found, known, faces)
            found += more
            if not more:
                break
        found = sorted(_true(found), key=lambda one: one.number)
        lying = _sideways(found)
        told = [Told(_reading(one, one.number in lying), one.side, _marks(one)) for one in found]
        return *told, *(Told(_unnamed(at, one, found[0].side.size)) for at, one in enumerate(unnamed, 1))

    def position(self, readings: tuple[Reading, ...]) -> str:
        return " ".join(reading.value for reading in readings if reading.value != UNNAMED)


SIGHT: Final = _Houses()


class _Faces:
    """The faces of a kit in each ink, drawn when one is first asked for; `inks` has the one first in which the
    last building was printed, as the others likely are."""

    def __init__(self, folder: Path) -> None:
        self.inks: list[Ink] = list(INKS)
        self._folder = folder
        self._drawn: dict[Ink, Mapping[str, Array]] = {}

    def face(self, key: str, ink: Ink) -> Array:
        """The face, prepared for comparison."""
        return evened(self.drawn(ink)[key])

    def drawn(self, ink: Ink) -> Mapping[str, Array]:
        """All of them, in one ink."""
        if ink not in self._drawn:
            self._drawn[ink] = prints(self._folder, _Houses.components, ink)
        return self._drawn[ink]


def _once(pieces: Sequence[Sealed]) -> list[Sealed]:
    """One seal of each number, as there is one building of each: a faint one only if no other is seen, and of several
    the largest, as the others are pictures of it."""
    best: dict[int, Sealed] = {}
    for piece in sorted(pieces, key=lambda one: (not one.faint, one.mark.area)):
        best[piece.mark.number] = piece
    return [best[number] for number in sorted(best)]


def _sealed(grey: Picture, piece: Sealed, faces: _Faces) -> _Read:
    """A building that its seal tells, compared with its print in each ink."""
    start = by_seal(piece.mark, piece.side.seals[piece.mark.number])
    best: tuple[Fitted, Ink] | None = None
    for ink in tuple(faces.inks):
        fit = fitted(grey, start, faces.face(piece.side.key, ink), OPEN)
        if fit is not None and (best is None or fit.likeness > best[0].likeness):
            best = fit, ink
        if best is not None and best[0].likeness >= CLEARLY:
            break
    if best is None or best[0].likeness < FITS:
        return _Read(piece.side, piece.mark, None, np.full(ROWS + 1, 1 / (ROWS + 1)))
    fit, ink = best
    faces.inks.sort(key=lambda one: one != ink)
    return _Read(piece.side, piece.mark, fit, _workers(fit, faces.face(piece.side.key, ink)))


def _true(found: Sequence[_Read]) -> list[_Read]:
    """Without those that fit nowhere and whose seal is none: on the plane of the others it has another size."""
    fits = [one.fit for one in found if one.fit is not None]
    if not fits:
        return list(found)
    back = np.linalg.inv(plane(fits, OPEN[-1]).matrix)
    return [one for one in found if one.fit is not None or (one.mark is not None and _is_seal(one, one.mark, back))]


def _is_seal(read: _Read, mark: Found, back: Array) -> bool:
    """Is a mark as large on the plane as the seal is that it would be?"""
    both = np.array(read.side.seals[mark.number], dtype=np.float64), moved(back, mark.points)
    drawn, seen = (np.hypot(*(np.roll(corners, -1, axis=0) - corners).T) for corners in both)
    return bool((np.abs(np.log(np.maximum(seen, 1e-6) / drawn)) < np.log(SAME)).all())


def _further(
    grey: Picture, found: Sequence[_Read], known: Mapping[int, Side], faces: _Faces
) -> tuple[list[_Read], list[Sought]]:
    """The buildings that lie about those that were found, told by their faces, as their seals are too small or smeared;
    and where cards lie that cannot be named."""
    fits = [one.fit for one in found if one.fit is not None]
    if not fits:
        return [], []
    ink, taken = faces.inks[0], {one.side.key for one in found}
    sides = {side.key: side for side in known.values() if side.component in _Houses.components}
    more: list[_Read] = []
    unnamed: list[Sought] = []
    flat = plane(fits, OPEN[-1])
    for place in sought(grey, flat, {key: faces.drawn(ink)[key] for key in sides}, OPEN[-1]):
        best: tuple[Fitted, str] | None = None
        for key in place.keys:
            fit = None if key in taken else fitted(grey, place.matrix, faces.face(key, ink), OPEN)
            if fit is not None and fit.likeness >= max(FITS, best[0].likeness if best else 0.0):
                best = fit, key
        if best is None:
            unnamed += [place] * (place.likeness >= LIES)
            continue
        fit, key = best
        taken.add(key)
        more.append(_Read(sides[key], None, fit, _workers(fit, faces.face(key, ink))))
    return more, unnamed


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
    seen = [(one.number, one.turn, one.fit is not None and int(np.argmax(one.workers)) > 0) for one in found]
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
    card = Card(read.number)
    first, second = np.argsort(-read.workers, kind="stable")[:2]
    return Reading(
        part=card_text(card),
        value=_value(card, int(first), sideways and not first),
        probability=round(float(read.workers[first]), 4),
        second=_value(card, int(second), sideways and not second),
        second_probability=round(float(read.workers[second]), 4),
        sure=bool(read.workers[first] >= SURE),
        corners=_pixels(read.corners),
    )


def _marks(read: _Read) -> tuple[Found, ...]:
    return () if read.mark is None else (read.mark,)


def _unnamed(at: int, place: Sought, size: tuple[float, float]) -> Reading:
    return Reading(
        part=f"{UNNAMED}{at}",
        value=UNNAMED,
        probability=0.0,
        second=UNNAMED,
        second_probability=0.0,
        sure=False,
        corners=_pixels(_outline(place.matrix, size)),
    )


def _outline(matrix: Array, size: tuple[float, float]) -> Array:
    return moved(matrix, np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64) * size)


def _pixels(corners: Array) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _value(card: Card, workers: int, sideways: bool) -> str:
    return ".".join([card_text(card), *[card_text(UNKNOWN)] * workers]) + ("-" if sideways else "")
