"""Small convolutional network that classifies windows of a photograph; its weights are a data file."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from pnp.camera import Array

BRIGHT: Final = 0.9
"""The share of a window that is darker than what is taken for paper."""


class Net(msgspec.Struct, frozen=True, eq=False):
    """Weights by name: `kernel-0` … and `bias-0` … of the convolutions, their `strides`, `dense` and `dense-bias`, and
    of each head its `head-NAME`, `head-NAME-bias`. One called `any-…` has answers that do not exclude each other, one
    called `by-…` numbers."""

    weights: Mapping[str, Array]
    heads: tuple[str, ...]

    def read(self, windows: Array) -> dict[str, Array]:
        """For each window (count, high, wide, 3) and each head, how probable each answer is, or the numbers."""
        shown = features(self.weights, windows)
        return {name: answers(name, self._scores(name, shown)) for name in self.heads}

    def _scores(self, name: str, shown: Array) -> Array:
        return np.asarray(shown @ self.weights[f"head-{name}"] + self.weights[f"head-{name}-bias"])


def features(weights: Mapping[str, Array], windows: Array) -> Array:
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


def answers(name: str, scores: Array) -> Array:
    """Scores as probabilities; those of a head called `by-…` as they are."""
    if name.startswith("by-"):
        return scores
    if name.startswith("any-"):
        return np.asarray(1.0 / (1.0 + np.exp(-scores)))
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def load(path: Path) -> dict[str, Net]:
    """The nets of a file as `saved` wrote them, by name."""
    nets: dict[str, dict[str, Array]] = {}
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
        for name in file.files:
            net, _, weight = name.partition("/")
            nets.setdefault(net, {})[weight] = file[name].astype(np.float32)
    return {net: Net(weights, _heads(weights)) for net, weights in nets.items()}


def _heads(weights: Mapping[str, Array]) -> tuple[str, ...]:
    return tuple(
        name.removeprefix("head-") for name in weights if name.startswith("head-") and not name.endswith("-bias")
    )


def saved(nets: Mapping[str, Mapping[str, Array]]) -> bytes:
    """The weights of nets as a file of half numbers: a thousandth of their size tells nothing."""
    out = io.BytesIO()
    halves: dict[str, Any] = {
        f"{net}/{name}": value.astype(np.float16) for net, weights in nets.items() for name, value in weights.items()
    }
    np.savez_compressed(out, **halves)
    return out.getvalue()
