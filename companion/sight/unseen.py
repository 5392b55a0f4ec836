"""Why nothing was found in a picture: it is too dark, or blurred, or there is nothing to find."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from pnp.camera import Array, PhotographError, Picture, blurred, shrunk, too_dark

LONGEST: Final = 1_600
"""Pixels along the longer side, at which edges are measured."""
BRIGHTEST: Final = 99.5
"""Per cent of a picture's pixels are darker than what counts as its white."""
DARK: Final = 60.0
"""Of 255: where nothing in a picture is brighter, paper cannot be told."""
EDGE: Final = 40.0
"""Of 255: by how much the sides of an edge differ that is measured; noise differs by less."""
EDGES: Final = 400
"""Pixels on edges: with fewer there is nothing in the picture that could be sharp."""
SHARPEST: Final = 90.0
"""Per cent of the edges are more smeared than those that count: some of what lies there is sharp, or nothing is."""
BLURRED: Final = 3.0
"""Pixels over which an edge is smeared (a standard deviation), from where on no seal can be read."""
_AROUND: Final = 25
"""Pixels about an edge in which its sides are looked for."""


def unseen(picture: Picture) -> PhotographError:
    """Error for a picture without a seal."""
    grey = cv2.cvtColor(shrunk(picture, LONGEST), cv2.COLOR_BGR2GRAY).astype(np.float32)
    if np.percentile(grey, BRIGHTEST) < DARK:
        return too_dark()
    if _smeared(grey) > BLURRED:
        return blurred()
    return PhotographError(
        "no-marks",
        "nothing of this kit is to be seen in it: take the pieces in from nearer, in even light; what was printed "
        "without seals is not read",
    )


def _smeared(grey: Array) -> float:
    """Over how many pixels the sharpest edges are smeared; 0 where there are none."""
    even = cv2.GaussianBlur(grey, (0, 0), 1.0)
    slope = np.hypot(cv2.Sobel(even, cv2.CV_32F, 1, 0), cv2.Sobel(even, cv2.CV_32F, 0, 1)) / 8
    around = np.ones((_AROUND, _AROUND), np.uint8)
    height = cv2.dilate(even, around) - cv2.erode(even, around)
    edges = (height > EDGE) & (slope == cv2.dilate(slope, around))
    if edges.sum() * _AROUND < EDGES:
        return 0.0
    # An edge that is smeared like a bell is steepest in its middle: its height over the bell's width.
    widths = height[edges] / (slope[edges] * np.sqrt(2 * np.pi))
    return float(np.percentile(widths, 100 - SHARPEST))
