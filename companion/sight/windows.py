"""Windows on a photographed board: rectified squares in even light."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.sight.board import View
from companion.sight.pose import Pose
from pnp.camera import Array, Picture

FINER = 2
"""Samples to a pixel each way; their mean is the pixel."""
NODES = 9
"""Along a window, where the camera is asked; between them a lens bends less than can be seen."""
PER_MM, PAPER = 2.4, 235.0
"""Pixels to a millimetre of a board that is shown from above, and what its paper is there."""


def window(
    picture: Picture,
    view: View,
    middle: tuple[float, float, float],
    side: float,
    pixels: int,
    turns: float = 0,
    rising: float = 0.0,
) -> Array:
    """Returns a square of the board, `side` mm wide around a centre at a height above it, as rows of three colours
    where paper is about 1. It is rotated by this many quarters: what was `turns` quarters clockwise of the top is on
    top. It is flat, or rises towards its top by this many radians."""
    steps = (np.arange(NODES) / (NODES - 1) - 0.5) * side
    x, y = np.meshgrid(steps, steps)
    height = middle[2] - y * np.sin(rising)
    x, y = turned(x, y * np.cos(rising), turns)
    board = np.stack([x + middle[0], y + middle[1], height], axis=-1)
    right, down = _between(view.pose.seen(board.reshape(-1, 3)), pixels * FINER, pixels * FINER)
    seen = cv2.remap(picture, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    square = cv2.resize(seen, (pixels, pixels), interpolation=cv2.INTER_AREA)
    white = view.light.white(board[..., 0], board[..., 1])
    return np.asarray(square / cv2.merge(_between(white, pixels, pixels)), dtype=np.float32)


def turned(x: Array, y: Array, turns: float) -> tuple[Array, Array]:
    """Returns on the board what is x to the right and y down in a window rotated by this many quarters."""
    angle = turns * np.pi / 2
    cos, sin = np.cos(angle), np.sin(angle)
    return x * cos - y * sin, x * sin + y * cos


def _between(nodes: Array, high: int, wide: int) -> list[Array]:
    """Interpolates values of nodes in rows at the centres of parts of their square: (high, wide). OpenCV rounds
    positions to 32nds of the node distance, up to a quarter of a pixel of a photograph."""
    rows, columns = _shares(high), _shares(wide)
    return [
        rows @ one.reshape(NODES, NODES) @ columns.T for one in nodes.reshape(NODES * NODES, -1).T.astype(np.float32)
    ]


@cache
def _shares(count: int) -> Array:
    """Returns weights of the nodes for the values at the centres of `count` parts of a line: (count, NODES)."""
    places = (np.arange(count)[:, None] + 0.5) / count * (NODES - 1)
    return np.maximum(0.0, 1.0 - np.abs(places - np.arange(NODES))).astype(np.float32)


def towards(pose: Pose, x: float, y: float) -> float:
    """Returns the viewing direction at a place of the board, in quarters clockwise from the south: a window rotated by
    this has the camera straight below it."""
    dx, dy, _ = pose.place - np.array([x, y, 0.0])
    return float(np.arctan2(-dx, dy) / (np.pi / 2))


def rectify_part(picture: Picture, view: View, area: tuple[float, float, float, float]) -> Picture:
    """Returns a rectified part of a board (left, top, width and height in mm) in even light, `PER_MM` pixels per mm."""
    seen, _ = flattened(picture, view, area, PER_MM)
    return np.asarray(np.clip(seen * PAPER, 0, 255), dtype=np.uint8)


def flattened(
    picture: Picture, view: View, area: tuple[float, float, float, float], per_mm: float
) -> tuple[Array, Array]:
    """Returns the same at any resolution: blue, green, red (paper is 1), and which part of it is in the picture."""
    left, top, width, height = area
    steps = [np.linspace(start, start + length, NODES) for start, length in ((left, width), (top, height))]
    x, y = np.meshgrid(*steps)
    high, wide = round(height * per_mm), round(width * per_mm)
    right, down = _between(view.pose.seen(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])), high, wide)
    seen = cv2.remap(picture, right, down, cv2.INTER_LINEAR).astype(np.float32)
    paper = cv2.merge(_between(view.light.white(x, y), high, wide))
    inside = (right >= 0) & (down >= 0) & (right < picture.shape[1]) & (down < picture.shape[0])
    return np.asarray(seen / paper, dtype=np.float32), inside
