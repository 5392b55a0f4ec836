"""Light as it fell on the camera, and as its files keep it: in steps that look alike to a person (sRGB).

A lens blurs light. Of an edge between bright and dark the middle is found in that; in the steps of a file the bright
side seems to reach over it.
"""

from __future__ import annotations

import numpy as np

from pnp.camera.picture import Array

WHITE = 255.0
"""The brightest value of both."""
DARKEST, FLAT = 0.04045, 12.92
"""Of what a file keeps, as a share: below it the steps are even, so many times as wide."""
OFF, POWER = 0.055, 2.4


def linear(picture: Array) -> Array:
    """How much light each pixel of a file stands for, 0 to 255."""
    values = np.arange(256) / WHITE
    light = np.where(values <= DARKEST, values / FLAT, ((values + OFF) / (1 + OFF)) ** POWER)
    result: Array = (WHITE * light).astype(np.float32)[picture]
    return result


def coded(light: Array) -> Array:
    """What a file keeps of light, 0 to 255, not rounded; what is no number stays none."""
    share = np.clip(light / WHITE, 0.0, None)
    kept = np.where(share <= DARKEST / FLAT, share * FLAT, (1 + OFF) * share ** (1 / POWER) - OFF)
    result: Array = (WHITE * kept).astype(np.float32)
    return result
