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


def steps_down(seen: Array) -> tuple[Array, Array]:
    """In each row, where brightness falls most, in columns, and by how much it falls there."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    slope = -np.gradient(smoothed, axis=1)
    best = np.clip(np.argmax(np.nan_to_num(slope, nan=-1.0), axis=1), 1, seen.shape[1] - 2)
    rows = np.arange(len(seen))
    before, at, after = slope[rows, best - 1], slope[rows, best], slope[rows, best + 1]
    curve = before - 2 * at + after
    shift = np.where(np.abs(curve) > 1e-9, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0.0)
    reach = int(4 * SMOOTHED)
    inside = smoothed[rows, np.clip(best - reach, 0, seen.shape[1] - 1)]
    outside = smoothed[rows, np.clip(best + reach, 0, seen.shape[1] - 1)]
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
