"""A board in a picture: found by its marks, with the quality of the photograph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.plane import moved
from companion.sight.pose import Pose, pose
from companion.sight.reading import Marks
from pnp.art.codes import SIDE, rows_of
from pnp.camera import Array, Found, PhotographError, Picture, blurred, find, find_faint, grey, too_dark

LEAST_MARKS: Final = 3
LEAST_SCALE: Final = 1.4
"""Pixels to a millimetre: with fewer a sign of 11 mm is 15 pixels wide."""
MOST_TILT: Final = 66.0
"""Degrees: from there on what stands hides what lies behind it."""
LEAST_WHITE: Final = 45.0
"""Of 255: how bright white paper is at the darkest mark."""
MOST_BLUR: Final = 1.1
"""Millimetres by which an edge is smeared (a standard deviation)."""
MOST_ALIKE, LIES = 3, 3.0
"""Of marks with one number so many may be it, the largest; and how far all may lie beside their places, mm, to lie
well: so much a lens may bend."""
_BLURS: Final = (0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.25, 1.6, 2.1)
_FINE: Final = 6
"""Pixels to a cell of a mark, where it is compared with one that is drawn."""
RING: Final = 0.08
"""How far outside of a mark its light ground is looked at, as a share of the mark's side."""


class View(Struct, frozen=True, eq=False):
    """A board in a picture: camera pose; the colour of its paper (blue, green, red: 0 to 255); pixels per millimetre in
    its middle, tilt in degrees, brightness of paper at its darkest mark (0 to 255), blur of edges (mm), and the numbers
    of the marks found."""

    pose: Pose
    paper: Array
    scale: float
    tilt: float
    white: float
    blur: float
    marks: tuple[int, ...]


def looked_at(picture: Picture, marks: Marks, found: Sequence[Found] | None = None) -> View:
    """Returns the board with these marks. Raises PhotographError with advice."""
    seen = _seen(picture, find(picture) if found is None else found, marks)
    height, width = picture.shape[:2]
    camera = pose(marks, seen, (width, height))
    known = {mark.number: marks[mark.number] for mark in seen}
    middle = np.concatenate([np.array(corners) for corners in marks.values()]).mean(axis=0)
    paper, shown = np.array([_paper(picture, camera, corners) for corners in known.values()]), grey(picture)
    view = View(
        pose=camera,
        paper=paper.mean(axis=0),
        scale=camera.scale(*middle),
        tilt=camera.tilt(*middle),
        white=float(paper.mean(axis=1).min()),
        blur=max(_blur(shown, mark, marks[mark.number]) for mark in seen),
        marks=tuple(known),
    )
    _usable(view)
    return view


def _seen(picture: Picture, found: Sequence[Found], marks: Marks) -> list[Found]:
    """Returns the marks of the board, if they are sufficient; if some are missing, including small and blurred ones."""
    seen = _once(found, marks)
    if not seen:
        if found:
            raise PhotographError("other-board", "the marks in it are not of this board: which board is it?")
        message = "no mark of a board is in it: take in the whole board with its four corner marks, in even light"
        raise PhotographError("no-marks", message)
    if len(seen) < len(marks):
        seen = _add_faint(picture, seen, marks)
    if len(seen) < min(LEAST_MARKS, len(marks)):
        message = f"only {len(seen)} of the {len(marks)} corner marks can be seen: take all four corners in, uncovered"
        raise PhotographError("corner-missing", message)
    return list(seen.values())


def _once(found: Sequence[Found], marks: Marks) -> dict[int, Found]:
    """Returns the marks of the board, by number. Of duplicates the one that fits the others counts, as adjacent dice
    may look like a mark; of those that fit the larger, as the others are pictures of it."""
    each: dict[int, list[Found]] = {}
    for mark in sorted(found, key=lambda one: -one.area):
        if mark.number in marks:
            each.setdefault(mark.number, []).append(mark)
    ways = product(*(seen[:MOST_ALIKE] for seen in each.values()))
    best = min(ways, key=lambda way: (max(_measure_misplacement(way, marks), LIES), -sum(mark.area for mark in way)))
    return {mark.number: mark for mark in sorted(best, key=lambda one: one.number)}


def _measure_misplacement(way: Sequence[Found], marks: Marks) -> float:
    """Returns the root mean square distance of marks from their places on the board, mm, through a straight lens."""
    if not way:
        return 0.0
    meant = np.concatenate([np.array(marks[mark.number]) for mark in way])
    seen = np.concatenate([mark.points for mark in way])
    matrix, _ = cv2.findHomography(seen, meant)
    if matrix is None:
        return np.inf
    return float(np.sqrt(np.square(moved(np.asarray(matrix), seen) - meant).sum(axis=1).mean()))


def _add_faint(picture: Picture, seen: dict[int, Found], marks: Marks) -> dict[int, Found]:
    """Adds marks found in the enlarged picture, if all fit the board: some of these are false."""
    more = {**_once(find_faint(grey(picture)), marks), **seen}
    try:
        if len(more) > len(seen):
            pose(marks, list(more.values()), (picture.shape[1], picture.shape[0]))
    except PhotographError:
        return seen
    return more


def _usable(view: View) -> None:
    if view.tilt > MOST_TILT:
        raise PhotographError("aslant", "it is taken too far aslant: hold the camera higher, above the board")
    if view.scale < LEAST_SCALE:
        raise PhotographError(
            "too-small", "the board is too small in it: go nearer, or send the picture in its full size"
        )
    if view.white < LEAST_WHITE:
        raise too_dark()
    if view.blur > MOST_BLUR:
        raise blurred()


def _blur(shown: Picture, mark: Found, corners: Sequence[tuple[float, float]]) -> float:
    """Returns the blur of edges at a mark of a grey picture, mm: that of the most similar drawn one."""
    cells = np.array([[float(cell) for cell in row] for row in rows_of(mark.number)])
    drawn = np.kron(cells, np.ones((_FINE, _FINE), np.float32))
    count, inner = SIDE * _FINE, np.s_[_FINE:-_FINE, _FINE:-_FINE]
    square = np.array([[0, 0], [count, 0], [count, count], [0, count]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(mark.points.astype(np.float32), square)
    square_on = cv2.warpPerspective(shown, matrix, (count, count)).astype(np.float32)[inner]
    per_mm = count / math.dist(*corners[:2])
    likeness = [
        np.corrcoef(square_on.ravel(), cv2.GaussianBlur(drawn, (0, 0), blur * per_mm)[inner].ravel())[0, 1]
        for blur in _BLURS
    ]
    return _BLURS[int(np.argmax(likeness))]


def _paper(picture: Picture, pose: Pose, corners: Sequence[tuple[float, float]]) -> Array:
    """Returns the colour of the light ground just outside of a mark (its corners in mm). A finger or a line is darker
    than its neighbours."""
    meant = np.array(corners, dtype=np.float64)
    outer = meant.mean(axis=0) + (meant - meant.mean(axis=0)) * (1 + 2 * RING)
    ring = np.concatenate([np.linspace(outer[at - 1], outer[at], 8, endpoint=False) for at in range(4)])
    pixels = pose.seen(np.column_stack([ring, np.zeros(len(ring))])).astype(np.float32)[None]
    seen = cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)[0]
    bright = seen.mean(axis=1)
    return np.asarray(seen[bright >= np.quantile(bright, 0.4)].mean(axis=0))
