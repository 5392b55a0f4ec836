"""The light on a photographed board: how bright white paper is at each of its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np

from companion.sight.pose import Pose
from pnp.camera import Array, Picture

RING = 0.08
"""How far outside of a mark its light ground is looked at, as a share of the mark's side."""


class Light(msgspec.Struct, frozen=True, eq=False):
    """How bright white paper is at each place of a board: the logarithm of each of three colours as a plane over x, y
    (in mm)."""

    planes: Array

    def white(self, x: Array, y: Array) -> Array:
        ones = np.ones_like(x)
        return np.asarray(np.exp(np.stack([ones, x, y], axis=-1) @ self.planes), dtype=np.float32)


def light(picture: Picture, pose: Pose, marks: Mapping[int, Sequence[tuple[float, float]]]) -> Light:
    """The light on a board, by the light grounds of its marks (corners in mm)."""
    rows, values = [], []
    for corners in marks.values():
        ring = _ring(np.array(corners, dtype=np.float64))
        seen = _sampled(picture, pose.seen(np.column_stack([ring, np.zeros(len(ring))])))
        for (x, y), colour in zip(ring, seen, strict=True):
            rows.append((1.0, x, y))
            values.append(colour)
    found, weights = np.array(values), np.array(rows)
    logs = np.log(np.clip(found, 4.0, None))
    planes = np.zeros((3, 3))
    kept = np.ones(len(logs), dtype=bool)
    for _ in range(3):  # a finger or a line on a ring is darker than its neighbours
        planes, *_ = np.linalg.lstsq(weights[kept], logs[kept], rcond=None)
        off = (logs - weights @ planes).mean(axis=1)
        kept = off > np.quantile(off, 0.4)
    return Light(planes)


def _sampled(picture: Picture, pixels: Array) -> Array:
    spots = pixels.astype(np.float32).reshape(-1, 1, 2)
    seen = cv2.remap(picture, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, dtype=np.float32).reshape(-1, 3)


def _ring(corners: Array) -> Array:
    """Points round a mark, just outside of it."""
    middle = corners.mean(axis=0)
    outer = middle + (corners - middle) * (1 + 2 * RING)
    shares = np.linspace(0.05, 0.95, 8)
    return np.concatenate(
        [start + shares[:, None] * (np.roll(outer, -1, axis=0)[i] - start) for i, start in enumerate(outer)]
    )
