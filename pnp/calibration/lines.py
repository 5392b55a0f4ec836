"""Straight lines in a photograph: the edges of the paper and the frame on it, found to a fraction of a pixel.

A photograph shows neither right angles nor, at its rim, straight lines. Points are found along each line first; then
the lens is taken to bend them as little as makes all of them straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
"""Points are rows of two."""

STEP = 0.08
"""Between samples across a line, mm: a pixel, or a little less."""
BESIDE = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Millimetres along a line within which samples are averaged: what is left of the noise is a third."""
SMOOTHED = 3.0
"""Steps by which a step of brightness is smoothed before its steepest place is looked for."""
STRAYING = 0.12
"""A point further than this from the line of its neighbours, mm, is a thread, a finger or a shadow."""
BETWEEN = 0.9
"""Millimetres between a line and a second one: nearer, they are one, which is wide (`pnp.calibration.steps`)."""
FAINTEST, FAINTEST_BEYOND = 0.03, 0.1
"""By how much brightness differs along a second line, as a share of how bright the paper is: on the paper's side, and
on that of the table, which is not as even."""
WITHIN = (0.4, 1.04)
"""Millimetres to either side of a step that are its middle, and the whole of it."""
SOFTER = 0.75
"""What is less sharp than the paper's edge, by this share, is the edge of a soft shadow."""
LEAST_ALONG, STRAYING_BESIDE = 0.6, 0.3
"""The share of places that show a second line, and how far they stray from it, mm: it need be no paper's edge."""
MOST_BENT = 0.12
"""How much a lens may move the corners of a picture, as a share of their distance from its middle."""


class Bent(msgspec.Struct, frozen=True):
    """How a lens draws: a point is moved from the picture's middle by `bend` times the square of its distance, which
    is 1 in the corners."""

    middle: tuple[float, float]
    reach: float
    bend: float

    def straight(self, points: Array) -> Array:
        """Where points of the picture would be without that."""
        from_middle = (points - np.array(self.middle)) / self.reach
        squares = np.sum(from_middle**2, axis=1, keepdims=True)
        result: Array = from_middle * (1 + self.bend * squares) * self.reach + np.array(self.middle)
        return result


def through(homography: Array, points: Array) -> Array:
    """Points mapped from one plane to another."""
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(mapped, dtype=np.float64).reshape(-1, 2)


def samples(picture: Array, to_picture: Array, start: Array, end: Array, offsets: Array, count: int) -> Array:
    """Brightness across a line of the page from `start` to `end`: a row for each of `count` places on it, a column for
    each offset to the right of the way there, mm. What lies outside the picture is not a number."""
    along = (end - start) / np.linalg.norm(end - start)
    across = np.array([-along[1], along[0]])
    places = start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)
    spots = (
        places[:, None, None, :] + offsets[None, :, None, None] * across + np.array(BESIDE)[None, None, :, None] * along
    )
    there = through(to_picture, spots.reshape(-1, 2)).reshape(*spots.shape).astype(np.float32)
    columns, rows = there[..., 0].reshape(count, -1), there[..., 1].reshape(count, -1)
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float("nan"))
    result: Array = seen.reshape(count, len(offsets), len(BESIDE)).mean(axis=2)
    return result


def steps_down(seen: Array, within: npt.NDArray[np.bool_] | None = None) -> tuple[Array, Array]:
    """In each row, where brightness falls most, in columns, and by how much it falls there and stays lower: a dark line
    is no step. Of steps that begin `within` those cells, if they are given."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    slope = np.nan_to_num(-np.gradient(smoothed, axis=1), nan=-1.0)
    last = seen.shape[1] - 1
    peak = np.zeros(seen.shape, dtype=bool)
    peak[:, 1:-1] = (slope[:, 1:-1] >= slope[:, :-2]) & (slope[:, 1:-1] >= slope[:, 2:])
    best = np.clip(np.argmax(np.where(peak if within is None else peak & within, slope, -2.0), axis=1), 1, last - 1)
    rows = np.arange(len(seen))
    before, at, after = slope[rows, best - 1], slope[rows, best], slope[rows, best + 1]
    curve = before - 2 * at + after
    shift = np.where(np.abs(curve) > 1e-9, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0.0)
    reach = int(4 * SMOOTHED)
    inside = smoothed[rows, np.clip(best - reach, 0, last)]
    beyond = np.clip(best[:, None] + np.arange(reach, 2 * reach), 0, last)
    outside = np.fmax.reduce(smoothed[rows[:, None], beyond], axis=1)
    return best + np.clip(shift, -1, 1), inside - outside


def dark_lines(seen: Array) -> tuple[Array, Array, Array]:
    """In each row, the middle of a dark line on bright ground, in columns; how far it spreads about it (the root of the
    mean square); and by how much it is darker."""
    ends = 6
    left, right = seen[:, :ends].mean(axis=1), seen[:, -ends:].mean(axis=1)
    columns = np.arange(seen.shape[1], dtype=np.float64)
    ground = left[:, None] + (right - left)[:, None] * (columns / columns[-1])[None, :]
    dark = np.clip(ground - seen, 0.0, None)
    depth = dark.max(axis=1)
    dark[dark < 0.25 * depth[:, None]] = 0.0
    weight = np.maximum(dark.sum(axis=1), 1e-6)
    middle = (dark * columns).sum(axis=1) / weight
    spread = np.sqrt((dark * (columns[None, :] - middle[:, None]) ** 2).sum(axis=1) / weight)
    return middle, spread, depth


def on_one_line(positions: Array) -> Array:
    """Which of the positions along a line belong to it: it may be bent a little, as a lens bends, but not broken."""
    places = np.linspace(-1.0, 1.0, len(positions))
    kept = np.isfinite(positions)
    for _ in range(8):
        if kept.sum() < 6:
            return kept
        # The first looks are lenient, and go by the middle: a finger on the edge must not pull the line to itself.
        curve = np.polynomial.polynomial.polyfit(places[kept], positions[kept], 2)
        off = np.abs(positions - np.polynomial.polynomial.polyval(places, curve))
        limit = max(STRAYING, 2.5 * float(np.median(off[kept])))
        again = np.isfinite(positions) & (off <= limit)
        if bool((again == kept).all()):
            break
        kept = again
    return kept


def followed(columns: Array, chosen: npt.NDArray[np.bool_]) -> Array:
    """Where in each row the line is that the chosen `columns` are on, bent a little as a lens bends."""
    places = np.linspace(-1.0, 1.0, len(columns))
    curve = np.polynomial.polynomial.polyfit(places[chosen], columns[chosen], 2)
    line: Array = np.polynomial.polynomial.polyval(places, curve).astype(np.float64)
    return line


def second_line(seen: Array, columns: Array, kept: Array) -> bool:
    """Whether brightness falls along another line too, beside that of the kept `columns` and as sharply: along a hard
    shadow's edge, or that of a sheet below. On the paper's side it counts where it is faint already, and where it
    rises, for nothing is printed there."""
    places = np.linspace(-1.0, 1.0, len(seen))
    chosen = np.asarray(kept, dtype=bool)
    line = followed(columns, chosen)
    beside = (np.arange(seen.shape[1])[None, :] - line[:, None]) * STEP
    bright = float(np.nanmedian(seen[:, 0]))
    least_sharp = SOFTER * _sharpness(seen, line, chosen)
    whole = np.zeros(seen.shape, dtype=bool)
    ends = round(2 * WITHIN[1] / STEP)
    whole[:, ends:-ends] = True
    inside, outside = whole & (beside < -BETWEEN), whole & (beside > BETWEEN)
    # What rises on the way outwards falls on the way back.
    ways = ((seen, inside, FAINTEST), (seen[:, ::-1], inside[:, ::-1], FAINTEST), (seen, outside, FAINTEST_BEYOND))
    for shown, within, least in ways:
        found, step = steps_down(shown, within)
        usable = chosen & (step > least * bright)
        enough = _most_on_a_line(places[usable], found[usable] * STEP) >= LEAST_ALONG * chosen.sum()
        if enough and not _sharpness(shown, found, usable) < least_sharp:
            return True
    return False


def _sharpness(seen: Array, columns: Array, chosen: npt.NDArray[np.bool_]) -> float:
    """How much of a step in brightness lies in the middle of it, as a share."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED / 2, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    rows, last = np.flatnonzero(chosen), seen.shape[1] - 1
    at = np.round(columns[chosen]).astype(int)
    middle, whole = (
        np.nanmedian(smoothed[rows, np.clip(at - reach, 0, last)] - smoothed[rows, np.clip(at + reach, 0, last)])
        for reach in (round(millimetres / STEP) for millimetres in WITHIN)
    )
    return float(middle / whole)


def _most_on_a_line(places: Array, positions: Array) -> int:
    """How many of the positions, in mm, lie on one line through two of them."""
    if len(places) < 3:
        return 0
    first, second = np.triu_indices(len(places), 1)
    slopes = (positions[second] - positions[first]) / (places[second] - places[first])
    off = positions - positions[first][:, None] - slopes[:, None] * (places - places[first][:, None])
    return int((np.abs(off) < STRAYING_BESIDE).sum(axis=1).max())


def line_of(points: Array) -> tuple[Array, float]:
    """The line through points, as a x + b y + c = 0 with a² + b² = 1, and how far they lie from it (the root of the
    mean square)."""
    middle = points.mean(axis=0)
    _, _, ways = np.linalg.svd(points - middle, full_matrices=False)
    normal = ways[1]
    off = (points - middle) @ normal
    return np.array([normal[0], normal[1], -float(normal @ middle)]), float(np.sqrt(np.mean(off**2)))


def crossing(first: Array, second: Array) -> Array:
    """Where two lines cross."""
    x, y, w = np.cross(first, second)
    return np.array([x / w, y / w])


def lens(lines: Sequence[Array], size: tuple[int, int]) -> Bent:
    """The lens that bent straight lines of a picture as they are found: by golden section, as there is one best."""
    width, height = size
    middle, reach = (width / 2, height / 2), float(np.hypot(width, height) / 2)

    def crooked(bend: float) -> float:
        bent = Bent(middle, reach, bend)
        return sum(line_of(bent.straight(points))[1] ** 2 for points in lines)

    low, high = -MOST_BENT, MOST_BENT
    ratio = (5**0.5 - 1) / 2
    for _ in range(32):
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        if crooked(first) < crooked(second):
            high = second
        else:
            low = first
    return Bent(middle, reach, (low + high) / 2)
