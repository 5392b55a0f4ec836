"""Light as it fell on the camera, and as its files keep it: in steps that look alike to a person (sRGB).

A lens blurs light. Of an edge between bright and dark the middle is found in that; in the steps of a file the bright
side seems to reach over it.
"""

from __future__ import annotations

import numpy as np

from pnp.camera import Array
from pnp.scene.colour import to_light

WHITE = 255.0
"""The brightest value of both."""
KEPT = np.linspace(0.0, 1.0, 4097)
LIGHT = np.array([to_light(float(value)) for value in KEPT])
"""What a file keeps, finely, and the light that it stands for, as shares."""


def linear(picture: Array) -> Array:
    """How much light each pixel of a file stands for, 0 to 255."""
    light = WHITE * np.interp(np.arange(256) / WHITE, KEPT, LIGHT)
    result: Array = light.astype(np.float32)[picture]
    return result


def coded(light: Array) -> Array:
    """What a file keeps of light, 0 to 255, not rounded; what is no number stays none."""
    result: Array = (WHITE * np.interp(light / WHITE, LIGHT, KEPT)).astype(np.float32)
    return result
