"""Flat pieces of one kit by their seals, even if several have the same: their plane, and their positions on it.

A piece may show one or more of its seals, as others lie on it. Two seals of one piece determine the plane well; each
further seal is placed on it, and seals that lie there as on one piece belong to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.plane import Plane, laid, locate_by_seal, moved, settled
from companion.sight.reader import Sealed
from companion.sight.reading import Side
from pnp.camera import Array, Found

APART: Final = 0.3
"""How far from where one seal of a piece has it another may be at first, of the way between both."""
PAIRS: Final = 4
"""Pairs of seals that are tried as the first that tells the plane."""
SAME: Final = 1.4
"""How many times as long as it is printed a side of a seal is on the plane at most, or as short."""
STRAY: Final = 4.0
"""Millimetres by which two seals of one piece lie amiss at most."""


class Sighting(Struct, frozen=True, eq=False):
    """A piece: its face, its visible seals, and its position (from millimetres of the face to those of the plane, 3 by
    3). `faint`: none of its seals is certain."""

    side: Side
    marks: tuple[Found, ...]
    laid: Array
    faint: bool


def sighted(pieces: Sequence[Sealed]) -> tuple[Plane | None, tuple[Sighting, ...]]:
    """Returns the plane of the pieces, from their certain seals, and the pieces on it; none without a certain seal. A
    seal of the wrong size there is false."""
    certain = [piece for piece in pieces if not piece.faint]
    if not certain:
        return None, ()
    points = [_points((one,)) for one in certain]
    tried = [settled(points, start) for start in _starts(certain)]
    flat = min(tried, key=lambda one: sum(_off(piece, np.linalg.inv(one.matrix)) for piece in certain))
    back = np.linalg.inv(flat.matrix)
    kept = [one for one in pieces if has_size(one, back)]
    joined = _joined(kept, back)
    sure = [marks for marks in joined if not all(one.faint for one in marks)]
    if not sure:
        return None, ()
    flat = settled([_points(marks) for marks in sure], flat.matrix)
    back = np.linalg.inv(flat.matrix)
    return flat, tuple(_sighting(marks, back) for marks in _joined(kept, back))


def _starts(certain: Sequence[Sealed]) -> list[Array]:
    """Returns first estimates of the plane from single pieces: those with two visible seals, likeliest first; otherwise
    the largest seal, as if seen from afar."""
    found = []
    for one in certain:
        seals = one.side.seals
        alone = locate_by_seal(one.mark, seals[one.mark.number])
        for other in certain:
            if other.side != one.side or other.mark.number == one.mark.number:
                continue
            meant = moved(alone, np.array(seals[other.mark.number], dtype=np.float64)).mean(axis=0)
            way, off = meant - one.mark.points.mean(axis=0), meant - other.mark.points.mean(axis=0)
            if (share := float(np.hypot(*off) / np.hypot(*way))) < APART:
                face, seen = _points((one, other))
                found.append((share, np.asarray(cv2.findHomography(face, seen)[0], dtype=np.float64)))
    if found:
        return [start for _, start in sorted(found, key=lambda pair: pair[0])[:PAIRS]]
    largest = max(certain, key=lambda one: one.mark.area)
    return [locate_by_seal(largest.mark, largest.side.seals[largest.mark.number])]


def _points(marks: Sequence[Sealed]) -> tuple[Array, Array]:
    """Returns the corners of seals of one piece in mm of its face, and in pixels."""
    face = [np.array(one.side.seals[one.mark.number], dtype=np.float64) for one in marks]
    return np.concatenate(face), np.concatenate([one.mark.points for one in marks])


def has_size(one: Sealed, back: Array) -> bool:
    """Returns whether a mark on the plane has the size of the seal."""
    return _off(one, back) < float(np.log(SAME))


def _off(one: Sealed, back: Array) -> float:
    """Returns the largest logarithmic error of a seal's side lengths on the plane."""
    face, seen = _points((one,))
    drawn, there = (np.hypot(*(np.roll(points, -1, axis=0) - points).T) for points in (face, moved(back, seen)))
    return float(np.abs(np.log(np.maximum(there, 1e-6) / drawn)).max())


def _joined(pieces: Sequence[Sealed], back: Array) -> list[tuple[Sealed, ...]]:
    """Groups the seals of each piece: those of a face that lie as on one, nearest to that first."""
    groups: list[tuple[Sealed, ...]] = [(one,) for one in pieces]
    while True:
        pairs = [
            (stray, at, other)
            for at, one in enumerate(groups)
            for other in range(at + 1, len(groups))
            if (stray := _measure_stray(one, groups[other], back)) < STRAY
        ]
        if not pairs:
            return groups
        _, at, other = min(pairs)
        groups[at] = (*groups[at], *groups.pop(other))


def _measure_stray(one: Sequence[Sealed], other: Sequence[Sealed], back: Array) -> float:
    """Returns the largest misplacement of seals, in mm, if they are on one piece; infinite if they cannot be."""
    numbers = [sealed.mark.number for sealed in (*one, *other)]
    if one[0].side != other[0].side or len(set(numbers)) < len(numbers):
        return float("inf")
    face, seen = _points((*one, *other))
    there = moved(back, seen)
    return float(np.hypot(*(moved(laid(face, there), face) - there).T).max())


def _sighting(marks: Sequence[Sealed], back: Array) -> Sighting:
    face, seen = _points(marks)
    faint = all(one.faint for one in marks)
    return Sighting(marks[0].side, tuple(one.mark for one in marks), laid(face, moved(back, seen)), faint)
