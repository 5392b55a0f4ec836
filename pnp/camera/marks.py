"""The marks in a picture: which there are, and where their corners lie."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from pnp.camera.picture import Array, Picture, grey

LEAST_CORNER = 9.0
"""Pixels along a mark's shortest side: fewer do not show its cells."""


LEAST_FAINT = 7.0
"""Pixels along the shortest side of one that is looked for in the picture enlarged."""
_LARGER, _SMEARED, _SHARPER = 2, 3.0, 1.5
"""How many times as large, over how many pixels of that an edge is taken to be smeared, how much sharper it is made."""
_SQUARES, _FAINT_SQUARES, _FIRST_SQUARES = range(3, 64, 12), range(15, 64, 16), range(27, 28)
"""Sides of the squares, in pixels, by whose means dark is told from light: with each of them anew. The picture enlarged
has four times the pixels, and two thirds as many squares find as much in it."""


class Found(msgspec.Struct, frozen=True):
    """A mark in a picture: its number, and its corners in pixels, clockwise from the mark's own top left."""

    number: int
    corners: tuple[tuple[float, float], ...]

    @property
    def points(self) -> Array:
        return np.array(self.corners, dtype=np.float64)

    @property
    def side(self) -> float:
        """Its shortest side, pixels."""
        return float(np.hypot(*(np.roll(self.points, -1, axis=0) - self.points).T).min())

    @property
    def area(self) -> float:
        """Square pixels."""
        return float(cv2.contourArea(self.points.astype(np.float32)))


def find(picture: Picture) -> tuple[Found, ...]:
    """All marks of a picture, by number. A number that is seen more than once comes as often."""
    return _found(grey(picture), LEAST_CORNER, _SQUARES)


def glimpsed(picture: Picture) -> tuple[Found, ...]:
    """The marks that are soonest found, in a sixth of the time: those of a board as a rule."""
    return _found(grey(picture), LEAST_CORNER, _FIRST_SQUARES)


def faint(shown: Picture) -> tuple[Found, ...]:
    """The marks of a grey picture enlarged and sharpened, by number: small and smeared ones too, and with them some
    that are none. Who takes one compares what lies about it."""
    larger = cv2.resize(shown, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    blurred = cv2.GaussianBlur(larger, (0, 0), _SMEARED)
    sharper = np.asarray(cv2.addWeighted(larger, 1 + _SHARPER, blurred, -_SHARPER, 0), dtype=np.uint8)
    middle = (_LARGER - 1) / 2
    return tuple(
        Found(mark.number, tuple(((x - middle) / _LARGER, (y - middle) / _LARGER) for x, y in mark.corners))
        for mark in _found(sharper, _LARGER * LEAST_FAINT, _FAINT_SQUARES)
    )


def _found(shown: Picture, least: float, squares: range) -> tuple[Found, ...]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = max(0.004, 4 * least / max(shown.shape))
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeStep = squares.start, squares.step
    settings.adaptiveThreshWinSizeMax = squares.stop - 1
    settings.minGroupDistance = 0.05
    # A cell is told by its middle: what is blurred, or a little amiss, mixes at its rim.
    settings.perspectiveRemovePixelPerCell, settings.perspectiveRemoveIgnoredMarginPerCell = 10, 0.33
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, numbers, _ = cv2.aruco.ArucoDetector(known, settings).detectMarkers(shown)
    if numbers is None:
        return ()
    flat = [int(number) for number in np.asarray(numbers).reshape(-1)]
    found = [
        Found(number, tuple((float(x), float(y)) for x, y in np.asarray(corner).reshape(4, 2)))
        for number, corner in zip(flat, corners, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (one.number, one.corners)))
