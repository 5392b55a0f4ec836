"""A printed face laid over a photograph: from its seal outwards, until it lies where the piece lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.sight.prints import PER_MM
from pnp.camera import Array, Found, Picture

RIM: Final = 6.0
"""Millimetres round a piece that are cut out of the photograph with it."""
_EVEN: Final = 2.2
"""Over how many mm light and contrast are evened out: wider than a line, narrower than a shadow."""
_LEAST_CONTRAST: Final = 9.0
"""Of 255: what varies less is bare paper, and its grain is not to be blown up."""
_LEAST_BLUR = 0.3
"""Pixels: less takes no grain away."""
_SOFT, _SHARP = 9, 5
"""Pixels over which both are smeared while they are laid over one another, at first and at last."""
_STEPS: Final = 40
_ENOUGH: Final = 1e-4

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm of a face."""


class Fitted(msgspec.Struct, frozen=True, eq=False):
    """A face in a photograph: which pixel shows each of its millimetres (3 by 3), the photograph's piece as it would
    be printed, with `RIM` round it and in even contrast, and how like the print that is where they were laid over one
    another (1: the same, 0: nothing in common)."""

    matrix: Array
    shown: Array
    likeness: float

    def seen(self, points: Array) -> Array:
        """Pixels of points of the face, rows of x and y in mm."""
        found = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), self.matrix)
        return np.asarray(found, dtype=np.float64).reshape(-1, 2)


def evened(grey: Array, per_mm: float = PER_MM) -> Array:
    """Differences from what lies about, in equal contrast, so that neither light nor ink tells."""
    blurred = cv2.GaussianBlur(np.asarray(grey, dtype=np.float32), (0, 0), max(_LEAST_BLUR, 0.12 * per_mm))
    wide = _EVEN * per_mm
    off = blurred - cv2.GaussianBlur(blurred, (0, 0), wide)
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), wide))
    return np.asarray(off / (spread + _LEAST_CONTRAST), dtype=np.float32)


def fitted(grey: Picture, start: Array, face: Array, open_parts: Sequence[Box]) -> Fitted | None:
    """Lays an evened face over a grey photograph where it roughly lies (3 by 3, as of `Fitted`), then by parts of it
    that nothing covers, each larger than the one before: from too far away it would come to rest beside. None where it
    does not come to rest."""
    matrix, likeness = start, 0.0
    steps = [(open_parts[0], _SOFT, False), *((part, _SOFT, True) for part in open_parts[:-1])]
    for part, blur, homography in (*steps, (open_parts[-1], _SHARP, True)):
        found = _closer(evened(_cut(grey, matrix, face.shape)), face, part, blur, homography)
        if found is None:
            return None
        step, likeness = found
        matrix = matrix @ step
    return Fitted(matrix, evened(_cut(grey, matrix, face.shape)), likeness)


def by_seal(seal: Found, corners: Sequence[tuple[float, float]]) -> Array:
    """Where the face lies by the seal alone, as if seen from afar: its four corners tell no perspective."""
    meant = np.column_stack([np.array(corners, dtype=np.float64), np.ones(4)])
    affine, *_ = np.linalg.lstsq(meant, seal.points, rcond=None)
    return np.vstack([affine.T, (0.0, 0.0, 1.0)])


def _cut(grey: Picture, matrix: Array, shape: tuple[int, ...]) -> Array:
    """A piece of a photograph as it would be printed, with a rim."""
    size = (round(shape[1] + 2 * RIM * PER_MM), round(shape[0] + 2 * RIM * PER_MM))
    onto = np.array([[1 / PER_MM, 0, -RIM + 0.5 / PER_MM], [0, 1 / PER_MM, -RIM + 0.5 / PER_MM], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(grey, matrix @ onto, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, dtype=np.float32)


def _closer(shown: Array, face: Array, part: Box, blur: int, homography: bool) -> tuple[Array, float] | None:
    """By what step, in mm of the face, a part of it lies better over what is shown."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    window = np.ascontiguousarray(face[top:bottom, left:right])
    rim = round(RIM * PER_MM)
    offset = np.array([[1.0, 0, left + rim], [0, 1.0, top + rim], [0, 0, 1.0]])
    start = offset.astype(np.float32) if homography else offset[:2].astype(np.float32)
    model = cv2.MOTION_HOMOGRAPHY if homography else cv2.MOTION_AFFINE
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _ENOUGH)
    everywhere = np.ones(shown.shape, np.uint8)
    try:
        likeness, found = cv2.findTransformECC(window, shown, start, model, until, everywhere, blur)
    except cv2.error:  # it does not come to rest: this is not what lies there
        return None
    pixels = np.asarray(found, dtype=np.float64)
    pixels = pixels if homography else np.vstack([pixels, (0.0, 0.0, 1.0)])
    to_mm = np.array([[1 / PER_MM, 0, 0.5 / PER_MM], [0, 1 / PER_MM, 0.5 / PER_MM], [0, 0, 1.0]])
    from_shown = np.array([[1 / PER_MM, 0, 0.5 / PER_MM - RIM], [0, 1 / PER_MM, 0.5 / PER_MM - RIM], [0, 0, 1.0]])
    window_mm = to_mm @ np.array([[1.0, 0, left], [0, 1.0, top], [0, 0, 1.0]])
    step = from_shown @ pixels @ np.linalg.inv(window_mm)
    return step / step[2, 2], float(likeness)


def likeness_of(fit: Fitted, face: Array, part: Box, slack: float) -> float:
    """How like a part of a face what lies there is, wherever that is within `slack` mm: 1 is the same, 0 nothing."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    rim, more = round(RIM * PER_MM), round(slack * PER_MM)
    around = fit.shown[rim + top - more : rim + bottom + more, rim + left - more : rim + right + more]
    return float(cv2.matchTemplate(around, face[top:bottom, left:right], cv2.TM_CCOEFF_NORMED).max())
