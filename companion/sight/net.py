"""Small convolutional network that classifies windows of a photograph; its weights are a data file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from pnp.camera import Array

BRIGHT: Final = 0.9
"""The share of a window that is darker than what is taken for paper."""
Weights: TypeAlias = Mapping[str, Array]
"""`kernel-0` … and `bias-0` … of the convolutions, their `strides`; `dense`, `head` and their biases."""


def load(path: Path) -> Weights:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def probabilities(weights: Weights, windows: Array) -> Array:
    """For each window (count, high, wide, 3) how probable each answer is; answers do not exclude each other."""
    scores = features(weights, windows) @ weights["head"] + weights["head-bias"]
    return np.asarray(1.0 / (1.0 + np.exp(-scores)))


def features(weights: Weights, windows: Array) -> Array:
    """Features of windows: the layers before the heads."""
    shown = prepared(windows)
    for layer, stride in enumerate(weights["strides"].astype(int)):
        kernel = weights[f"kernel-{layer}"]
        shown = convolved(shown, kernel, stride)
        shown += weights[f"bias-{layer}"]
        np.maximum(shown, 0.0, out=shown)
    flat = shown.reshape(len(shown), -1)
    return np.asarray(np.maximum(flat @ weights["dense"] + weights["dense-bias"], 0.0))


def prepared(windows: Array) -> Array:
    """Windows as the net takes them: each about zero, as if its brightest part were paper in even light."""
    grey = windows[:, ::4, ::4].mean(axis=-1).reshape(len(windows), -1)
    white = np.clip(np.quantile(grey, BRIGHT, axis=1), 0.1, None).reshape(-1, 1, 1, 1)
    shown = np.asarray(np.divide(windows, white, dtype=np.float32))
    np.clip(shown, 0.0, 1.6, out=shown)
    shown -= 0.6
    return shown


def columns(shown: Array, size: int, stride: int) -> Array:
    """The surroundings of each pixel in rows: (count, high, wide, size × size × channels)."""
    edge = size // 2
    count, tall, broad, channels = shown.shape
    padded = np.zeros((count, tall + 2 * edge, broad + 2 * edge, channels), shown.dtype)
    padded[:, edge : edge + tall, edge : edge + broad] = shown
    around = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(1, 2))[:, ::stride, ::stride]
    high, wide = -(-shown.shape[1] // stride), -(-shown.shape[2] // stride)
    return np.ascontiguousarray(around[:, :high, :wide].transpose(0, 1, 2, 4, 5, 3)).reshape(len(shown), high, wide, -1)


def convolved(shown: Array, kernel: Array, stride: int) -> Array:
    """A kernel (size, size, from, to) over pictures."""
    size, _, _, out = kernel.shape
    seen = columns(shown, size, stride)
    return np.asarray((seen.reshape(-1, seen.shape[-1]) @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out))
