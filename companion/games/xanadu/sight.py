"""Xanadú's buildings in a photograph: each by its seal, and how many of its rows workers cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.games.xanadu.components import ROWS
from companion.games.xanadu.names import UNKNOWN, Card, format_card_number
from companion.sight.kit import INKS, PER_MM, Ink
from companion.sight.plane import (
    Box,
    Fitted,
    Plane,
    between,
    cut,
    even_faces,
    fitted,
    likeness,
    locate_by_seal,
    moved,
    outline,
    settled,
)
from companion.sight.reader import Readers, Sealed, Told
from companion.sight.reading import Reading, Side, likeliest
from companion.sight.seals import has_size
from companion.sight.search import COARSE, Pattern, apart, compare, find_places
from pnp.camera import Array, Found, PhotographError, Picture

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
TELLING: Final = 3
"""How many seals tell the ink."""
ROUNDS: Final = 3
"""How often buildings are looked for about those that were found: with each the table is known better."""
REACH: Final = 450.0
"""How far from the buildings that were found others are looked for, mm."""
TURNS: Final = (-12.0, -9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0, 12.0)
"""Degrees by which a card lies amiss of the others, or of a quarter turn."""
SCALES: Final = (0.95, 1.0, 1.05)
"""How much larger it looks than the plane has it, which is known the less the farther away it is."""
LIKE_ANY, MOST = 0.15, 24
"""How like what all buildings have in common a place is that is looked at more closely, and how many are."""
NEAR: Final = 30.0
"""Millimetres between two cards that are not one."""
AROUND, FIRST = 4.0, 3
"""Within how many mm of such a place each building is looked for, and how many likely ones are laid over it."""
LIES: Final = 0.4
"""How like some building a place is at least where a card lies."""
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
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Corners of the card in the picture, in pixels; approximate if only its seal is known."""
        if self.fit is not None:
            return outline(self.fit.matrix, self.side.size)
        assert self.mark is not None, "a building is told by its seal, or by its face, which then fits"
        return outline(locate_by_seal(self.mark, self.side.seals[self.mark.number]), self.side.size)

    @property
    def turn(self) -> float:
        """How it is turned in the picture, clockwise in degrees."""
        left, right = np.array(self.corners[:2]) if self.mark is None else self.mark.points[:2]
        return float(np.degrees(np.arctan2(*(right - left)[::-1])))


class _Houses:
    """How Xanadú's buildings are read: each is called by its number, its value is what a position says of it (`07.*.*`
    has two workers, `07-` lies sideways). A card that cannot be named is `?1`, the next one `?2`; its value is `?`."""

    components = ("buildings", "magenta")

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        seals = _once(pieces)
        ink = _ink(grey, seals)
        found = [_sealed(grey, piece, ink) for piece in seals]
        found = [one for one, piece in zip(found, seals, strict=True) if one.fit is not None or not piece.faint]
        if len(found) > 1 and not any(one.fit for one in found):
            raise PhotographError("other-board", "its seals are on no building of Xanadú: which kit is it?")
        unnamed: list[Array] = []
        for _ in range(ROUNDS):
            more, unnamed = _further(grey, found, known, ink)
            found += more
            if not more:
                break
        found = sorted(_true(found), key=lambda one: one.number)
        lying = _sideways(found)
        told = [Told(_reading(one, one.number in lying), one.side, (one.mark,) if one.mark else ()) for one in found]
        return *told, *(Told(_unnamed(at, outline(one, found[0].side.size))) for at, one in enumerate(unnamed, 1))

    def position(self, readings: tuple[Reading, ...]) -> str:
        return " ".join(reading.value for reading in readings if reading.value != UNNAMED)


SIGHT: Final = Readers(pieces=_Houses())


def _faces(ink: Ink, per_mm: float = PER_MM) -> Mapping[str, Array]:
    return even_faces("xanadu", _Houses.components, ink, per_mm)


def _once(pieces: Sequence[Sealed]) -> list[Sealed]:
    """Returns one seal of each number, as there is one building of each: a faint one only if no other is seen, and of
    several the largest, as the others are pictures of it."""
    best = {one.mark.number: one for one in sorted(pieces, key=lambda one: (not one.faint, one.mark.area))}
    return [best[number] for number in sorted(best)]


def _fit(grey: Picture, piece: Sealed, ink: Ink) -> Fitted | None:
    """Fits the print of a building over its seal."""
    start = locate_by_seal(piece.mark, piece.side.seals[piece.mark.number])
    fit = fitted(grey, start, _faces(ink)[piece.side.key], OPEN)
    return fit if fit is not None and fit.likeness >= FITS else None


def _ink(grey: Picture, pieces: Sequence[Sealed]) -> Ink:
    """Returns the ink of the buildings, judged by those with the largest seals."""
    some = sorted(pieces, key=lambda one: (one.faint, -one.mark.area))[:TELLING]

    def like(ink: Ink) -> float:
        return sum(fit.likeness for piece in some if (fit := _fit(grey, piece, ink)) is not None)

    return max(INKS, key=like)


def _sealed(grey: Picture, piece: Sealed, ink: Ink) -> _Read:
    """Returns the building that a seal identifies, compared with its print."""
    fit = _fit(grey, piece, ink)
    if fit is None:
        return _Read(piece.side, piece.mark, None, np.full(ROWS + 1, 1 / (ROWS + 1)))
    return _Read(piece.side, piece.mark, fit, _workers(grey, fit, _faces(ink)[piece.side.key]))


def _plane(found: Sequence[_Read]) -> Plane | None:
    """Returns the plane of the buildings that fit, starting from the largest."""
    fits = [one.fit for one in found if one.fit is not None]
    if not fits:
        return None
    points = [fit.points(OPEN[-1]) for fit in fits]
    largest = max(range(len(fits)), key=lambda at: float(np.ptp(points[at][1], axis=0).prod()))
    return settled(points, fits[largest].matrix)


def _true(found: Sequence[_Read]) -> list[_Read]:
    """Removes buildings that fit nowhere and whose seal is false: on the plane of the others it has another size."""
    flat = _plane(found)
    if flat is None:
        return list(found)
    back = np.linalg.inv(flat.matrix)
    return [one for one in found if one.fit is not None or (one.mark and has_size(Sealed(one.side, one.mark), back))]


def _further(
    grey: Picture, found: Sequence[_Read], known: Mapping[int, Side], ink: Ink
) -> tuple[list[_Read], list[Array]]:
    """Returns buildings around those that were found, identified by their faces because their seals are too small or
    blurred; and the places of cards without a name (3 by 3, as in `Fitted`)."""
    flat = _plane(found)
    if flat is None:
        return [], []
    taken = {one.side.key for one in found}
    sides = {side.key: side for side in known.values() if side.component in _Houses.components}
    common = np.asarray(np.mean(list(_faces(ink, COARSE).values()), axis=0), dtype=np.float32)
    pattern = Pattern(common, OPEN[-1], SCALES, LIKE_ANY)
    places = find_places(grey, flat, (pattern,), ways=(0.0, 90.0), turns=TURNS, reach=REACH)
    middles = np.concatenate([moved(card, pattern.middle) for card in flat.cards])
    more: list[_Read] = []
    unnamed: list[Array] = []
    for place in apart(places, pattern.middle, middles, NEAR, MOST):
        matrix = flat.matrix @ place.laid
        like, step = compare(grey, matrix, _faces(ink, COARSE), OPEN[-1], AROUND, COARSE)
        keys = sorted(like, key=lambda key: -like[key])[:FIRST]
        if like[keys[0]] < LIES:
            continue
        fits = [(key, fitted(grey, matrix @ step, _faces(ink)[key], OPEN)) for key in keys if key not in taken]
        good = [(key, fit) for key, fit in fits if fit is not None and fit.likeness >= FITS]
        if good:
            key, fit = max(good, key=lambda one: one[1].likeness)
            taken.add(key)
            more.append(_Read(sides[key], None, fit, _workers(grey, fit, _faces(ink)[key])))
        else:
            unnamed.append(matrix @ step)
    return more, unnamed


def _workers(grey: Picture, fit: Fitted, face: Array) -> Array:
    """Returns the probability of each number of workers: they cover rows from the lowest up. The rest to 1 is the
    probability of something else."""
    like = []
    for row in range(ROWS):
        top = LOWEST - row * ROW
        part = (LEFT, top + INSET, RIGHT, top + ROW - INSET)
        slack = SLACK + MORE_SLACK * (ROWS - 1 - row)
        like.append(likeness(cut(grey, fit.matrix, part, slack), face, part)[0])
    covered = 1 / (1 + np.exp((np.array(like) - MIDDLE) / WIDTH))
    return np.array([np.prod(covered[:count]) * np.prod(1 - covered[count:]) for count in range(ROWS + 1)])


def _sideways(found: Iterable[_Read]) -> set[int]:
    """Returns the numbers of the buildings that lie across the others. One with workers stands; if the directions are
    even, those stand that are more upright in the picture."""
    seen = [(one.number, one.turn, one.fit is not None and int(np.argmax(one.workers)) > 0) for one in found]
    best: tuple[float, float, set[int]] = (0.0, 0.0, set())
    for _, axis, _ in seen:
        along = {number for number, turn, _ in seen if between(turn, axis) < 45}
        weight = len(along) + sum(2 * ROWS for number, _, works in seen if works and number in along)
        across = {number for number, _, works in seen if number not in along and not works}
        best = max(best, (weight, -between(axis, 0.0), across), key=lambda one: one[:2])
    return best[2]


def _reading(read: _Read, sideways: bool) -> Reading:
    number = format_card_number(Card(read.number))
    values = [number + f".{format_card_number(UNKNOWN)}" * workers for workers in range(ROWS + 1)]
    if sideways:
        values[0] += "-"
    found = likeliest(number, dict(zip(values, read.workers.tolist(), strict=True)))
    return replace(found, sure=found.probability >= SURE, corners=read.corners)


def _unnamed(at: int, corners: tuple[tuple[float, float], ...]) -> Reading:
    return Reading(part=f"{UNNAMED}{at}", value=UNNAMED, probability=0.0, second=UNNAMED, sure=False, corners=corners)
