"""Rectified parts of a photographed board."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.sight.board import View
from pnp.camera import Array, Picture

FINER = 2
"""Samples to a pixel each way; their mean is the pixel."""
NODES = 9
"""Points along a window that are projected, as that is slow; between them a lens bends less than can be seen."""


def window(
    picture: Picture,
    view: View,
    middle: tuple[float, float, float],
    side: float,
    pixels: int,
    angle: float = 0.0,
    rising: float = 0.0,
) -> Array:
    """Returns a square of the board, `side` mm wide around a centre at a height above it, as rows of three colours
    where paper is about 1. It is rotated by this angle: what was so far clockwise of the top is on top. It is flat, or
    rises towards its top by an angle. Both are in radians."""
    steps = (np.arange(NODES) / (NODES - 1) - 0.5) * side
    x, y = np.meshgrid(steps, steps)
    height = middle[2] - y * np.sin(rising)
    y = y * np.cos(rising)
    cos, sin = np.cos(angle), np.sin(angle)
    nodes = np.stack([middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos, height], axis=-1)
    seen, _ = _sample(picture, view, nodes, pixels * FINER, pixels * FINER)
    return np.asarray(cv2.resize(seen, (pixels, pixels), interpolation=cv2.INTER_AREA))


def flattened(
    picture: Picture, view: View, area: tuple[float, float, float, float], per_mm: float
) -> tuple[Array, Array]:
    """Returns a part of a board (left, top, width and height in mm) as rows of blue, green and red where paper is about
    1, and which part of it is in the picture."""
    left, top, width, height = area
    x, y = np.meshgrid(np.linspace(left, left + width, NODES), np.linspace(top, top + height, NODES))
    nodes = np.stack([x, y, np.zeros_like(x)], axis=-1)
    return _sample(picture, view, nodes, round(height * per_mm), round(width * per_mm))


def _sample(picture: Picture, view: View, nodes: Array, high: int, wide: int) -> tuple[Array, Array]:
    """Returns a part of a picture as `flattened` does, from a grid of points of the board (x, y, height in mm)."""
    pixels = view.pose.seen(nodes.reshape(-1, 3)).astype(np.float32).reshape(NODES, NODES, 2)
    right, down = (_shares(high) @ pixels[..., axis] @ _shares(wide).T for axis in (0, 1))
    seen = cv2.remap(picture, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    inside = (right >= 0) & (down >= 0) & (right < picture.shape[1]) & (down < picture.shape[0])
    return np.asarray(seen / view.paper, dtype=np.float32), inside


@cache
def _shares(count: int) -> Array:
    """Returns weights of the nodes for the values at the centres of `count` parts of a line: (count, NODES). OpenCV
    would round positions to 32nds of the distance between nodes, up to a quarter of a pixel of a photograph."""
    places = (np.arange(count)[:, None] + 0.5) / count * (NODES - 1)
    return np.maximum(0.0, 1.0 - np.abs(places - np.arange(NODES))).astype(np.float32)
