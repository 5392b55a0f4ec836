"""Dice on a photographed board: the upper face and the colour of each.

Nothing is learnt: each place is rectified at the height of a die's upper side, and compared with the six faces, rotated
and shifted, with pips darker or brighter than the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.board import View
from companion.sight.windows import window
from pnp.camera import Array, Picture

EDGES: Final = (12.3, 13.6, 14.9, 16.0)
"""Of dice, mm: each place is looked at from as high."""
PER_MM: Final = 2.5
SIDE, PIXELS = 30.0, 75
"""Of the windows that are looked at, mm and pixels."""
CELLS: Final = 14
"""Along a die's upper side, as it is compared with a face."""
RIM, CORNER = 0.40, 0.48
"""How far from its middle that is compared, in edges: along its sides, and to its corners."""
SMOOTH, SOFT, BESIDE = 0.4, 1.5, 0.06
"""Over how many mm a window is smeared, and over how many cells the rim of a pip; within how many edges of a pip a
colour is not looked for."""
WIDE, PALE, BRIGHT, LEAST_WHITE = 44.0, 0.3, 0.75, 0.05
"""How far about a place white is looked for, mm; how much of its brightness a colour may lack in one of its parts to be
white; the share of those that are darker than what counts; and of how much of the surroundings they are at least."""
INNER: Final = 3.0
"""How far from its middle a place is looked at for whether anything is there, mm."""
FLAT: Final = 0.02
"""What varies less is bare paper, and its grain is not to be blown up."""
CLEAR: Final = 0.85
"""How like a face something is that is surely a die."""
STRETCH, LEAN = 100.0, 0.15
"""Over how many mm it is told how dice drift beside their places, and how little a drift is believed: in dice as far
from their middle, squared."""
AMISS, OTHER, OFF = 3.0, 2.0, 0.06
"""How far beside the others a die lies, and by how much its edge is another, mm, that is so much less like one."""
TURNS: Final = tuple(range(0, 90, 9))
"""Degrees by which a die lies turned, but for quarters."""
ASTRAY: Final = 4
"""Millimetres by which it lies beside the middle of its place, and the place beside where it is looked for."""
APART, PIP = (0.23, 0.257, 0.284), (0.08, 0.108)
"""How far pips lie from the middle of a face, and their radius, as shares of its edge."""
PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class Faces(Struct, frozen=True, eq=False):
    """The six faces for comparison, with their distinct rotations and mirror images: rows of cells around 0, of length
    1; the number of pips of each; and where it has none."""

    cells: Array
    pips: Array
    bare: Array


class Compared(Struct, frozen=True, eq=False):
    """A place compared with the six faces: its likeness to each by edge, rotation and shift (edges, turns, ways, 6),
    with the rows of `Faces`; its windows, one per edge length; the local white, and the colour of its middle (blue,
    green, red)."""

    likeness: Array
    rows: Array
    windows: Array
    white: Array
    middle: Array


class Top(Struct, frozen=True, eq=False):
    """Appearance of a place: the likeness of its upper side to each of the six faces, and its colour without pips
    (blue, green, red; paper is 1); the standard deviation of its brightness; and the middle of the place at the height
    of the board."""

    likeness: Array
    colour: Array
    contrast: float
    middle: Array


@cache
def _cells() -> Array:
    """Returns the cells of a face, in edge lengths from its centre, without its rounded rim."""
    steps = (np.arange(CELLS) + 0.5) / CELLS - 0.5
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    within = (np.maximum(np.abs(x), np.abs(y)) < RIM) & (np.hypot(x, y) < CORNER)
    return np.column_stack([x[within], y[within]])


@cache
def faces() -> Faces:
    """Returns all possible faces of dice."""
    shown, counts, bare = [], [], []
    for (count, spots), apart, radius in product(PIPS.items(), APART, PIP):
        own = np.array(spots) * apart
        ways = [own, own * (1, -1)] if count in (2, 3) else [own, own[:, ::-1]] if count == 6 else [own]
        for pips in ways:
            away = np.linalg.norm(_cells()[:, None] - pips, axis=2).min(axis=1)
            shown.append(np.clip(0.5 + (radius - away) * CELLS / SOFT, 0, 1))
            counts.append(count)
            bare.append(away > radius + BESIDE)
    rows = np.array(shown, dtype=np.float32)
    rows -= rows.mean(axis=1, keepdims=True)
    return Faces(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.array(counts), np.array(bare))


@cache
def _turned() -> Array:
    """Returns the cells of a rotated face (turns, cells, 2)."""
    angles = np.radians(TURNS)
    turns = np.array([[np.cos(angles), np.sin(angles)], [-np.sin(angles), np.cos(angles)]]).transpose(2, 0, 1)
    return np.asarray(_cells() @ turns, dtype=np.float32)


@cache
def _ways() -> Array:
    """Returns the shifts of a die from its place, mm: rows of right and down."""
    steps = np.arange(-ASTRAY, ASTRAY + 1)
    return np.array(list(product(steps, steps)), dtype=np.float32)


def compared(picture: Picture, view: View, x: float, y: float) -> Compared:
    """Compares a place of the board with all faces of a die."""
    known = faces()
    columns = [np.flatnonzero(known.pips == count) for count in PIPS]
    likeness, rows, windows = [], [], []
    for edge in EDGES:
        seen = window(picture, view, (x, y, edge), SIDE, PIXELS)
        grey = cv2.GaussianBlur(seen.mean(axis=-1), (0, 0), SMOOTH * PER_MM)
        spots = _spots(edge).reshape(-1, len(_cells()), 2)
        found = cv2.remap(grey, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
        found -= found.mean(axis=1, keepdims=True)
        found = found / (np.linalg.norm(found, axis=1, keepdims=True) + FLAT)
        alike = np.abs(found @ known.cells.T)  # pips are darker or brighter
        best = np.stack([part[alike[:, part].argmax(axis=1)] for part in columns], axis=1)
        shape = (len(TURNS), len(_ways()), len(PIPS))
        likeness.append(np.take_along_axis(alike, best, axis=1).reshape(shape))
        rows.append(best.reshape(shape))
        windows.append(seen)
    return Compared(np.stack(likeness), np.stack(rows), np.stack(windows), *_ground(picture, view, x, y))


def _ground(picture: Picture, view: View, x: float, y: float) -> tuple[Array, Array]:
    """Returns the local white at a place, as a share of the white at the board's distant marks: the brightest nearly
    colourless part; and the appearance of the middle of the place."""
    square = window(picture, view, (x, y, 0.0), WIDE, round(WIDE))
    inner = slice(round(WIDE / 2 - INNER), round(WIDE / 2 + INNER))
    middle, shown = np.median(square[inner, inner].reshape(-1, 3), axis=0), square.reshape(-1, 3)
    grey = shown[np.ptp(shown, axis=1) < PALE * shown.max(axis=1)]
    if len(grey) < LEAST_WHITE * len(shown):
        return np.ones(3), middle
    bright = grey.mean(axis=1)
    return np.median(grey[bright >= np.quantile(bright, BRIGHT)], axis=0), middle


@cache
def _spots(edge: float) -> Array:
    """Returns the window pixels of the cells of a face (turns, ways, cells, 2)."""
    return np.asarray((_turned()[:, None] * edge + _ways()[None, :, None]) * PER_MM + (PIXELS - 1) / 2, np.float32)


def clear(places: Sequence[Compared]) -> dict[int, tuple[float, Array]]:
    """Returns the places that certainly have a die: its edge length, and its shift from the place (right and down),
    mm."""
    found = [np.unravel_index(int(one.likeness.argmax()), one.likeness.shape) for one in places]
    return {
        number: (EDGES[int(at[0])], _ways()[at[2]])
        for number, (at, one) in enumerate(zip(found, places, strict=True))
        if one.likeness[at] > CLEAR
    }


def drift(spots: Array, places: Sequence[Compared]) -> Array:
    """Returns the systematic shift of dice at these spots (rows of x and y, mm), right and down, estimated from certain
    ones: a constant plus a linear term, as from a slightly wrong camera pose."""
    found = clear(places)
    if not found:
        return np.zeros_like(spots)
    ways = np.array([way for _, way in found.values()], dtype=np.float64)
    middle = spots[list(found)].mean(axis=0)
    far = (spots - middle) / STRETCH
    known = far[list(found)]
    slope = np.linalg.solve(known.T @ known + LEAN * np.eye(2), known.T @ (ways - ways.mean(axis=0)))
    return np.asarray(ways.mean(axis=0) + far @ slope)


def tops(places: Sequence[Compared]) -> list[Top]:
    """Returns the appearance of each place. Dice of a table mostly have one size, and a wrong camera pose shifts all of
    them: each die is searched with the size and shift of the certain ones."""
    away: Array = np.zeros((len(EDGES), 1, len(_ways()), 1))
    if found := clear(places).values():
        edge, way = np.median([edge for edge, _ in found]), np.median([way for _, way in found], axis=0)
        off = np.linalg.norm(_ways() - way, axis=1) / AMISS
        other = (np.array(EDGES) - edge) / OTHER
        away = OFF * (off[None, None, :, None] ** 2 + other[:, None, None, None] ** 2)
    return [_top(one, np.asarray(one.likeness - away)) for one in places]


def _top(place: Compared, likeness: Array) -> Top:
    at = np.unravel_index(int(likeness.argmax()), likeness.shape)
    edge, turn, way, _ = (int(one) for one in at)
    spots = _spots(EDGES[edge])[turn, way]
    colours = cv2.remap(place.windows[edge], spots[None, :, 0], spots[None, :, 1], cv2.INTER_LINEAR)[0]
    bare = faces().bare[place.rows[at]]
    even = colours / place.white
    colour, contrast = np.median(even[bare], axis=0), float(even.mean(axis=1).std())
    return Top(likeness.max(axis=(0, 1, 2)), colour, contrast, place.middle / place.white)
