"""Colours as they are seen: how far apart two of them are does not hang on which they are."""

from __future__ import annotations

from typing import Final

import numpy as np

from pnp.camera import Array

_CONES: Final = np.array([
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
], dtype=np.float32)  # fmt: skip
_OPPOSED: Final = np.array([
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
], dtype=np.float32)  # fmt: skip
"""From linear red, green and blue, and from the roots of what those are to the cones of an eye: the Oklab space."""


def tones(colours: Array) -> Array:
    """Lightness (0 to 1), red against green and yellow against blue of colours in rows of blue, green and red, of which
    paper has 1. What is brighter than paper is as bright, and keeps its hue."""
    shown = np.maximum(np.asarray(colours, dtype=np.float32)[..., ::-1], 0.0)
    shown = shown / np.maximum(shown.max(axis=-1, keepdims=True), 1.0)
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _CONES.T) @ _OPPOSED.T)


def tone(lightness: float, chroma: float, hue: float) -> Array:
    """A colour by its chroma and its hue in degrees."""
    return np.array([lightness, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))])


def spread(chroma: float, hue: float, amiss: tuple[float, float, float]) -> Array:
    """How colours spread (3 by 3) about one of that chroma and hue: so far in lightness, chroma and hue (degrees);
    about one without a hue as far each way."""
    along = np.array([np.cos(np.radians(hue)), np.sin(np.radians(hue))])
    ways = np.array([(1, 0, 0), (0, *along), (0, -along[1], along[0])])
    sizes = np.array([amiss[0], amiss[1], chroma * np.radians(amiss[2]) if chroma else amiss[1]])
    return np.asarray(ways.T @ np.diag(sizes**2) @ ways)
