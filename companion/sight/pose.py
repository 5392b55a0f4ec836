"""Where the camera stood: what lies at which millimetre of a board, and above it, is seen at which pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np

from pnp.camera.errors import PhotographError
from pnp.camera.marks import Found
from pnp.camera.picture import Array

USUAL_FOCUS = 0.78
"""Of the longer side: the focal length of a phone's main camera (24 to 28 mm as of small film)."""
LEAST_FOCUS, MOST_FOCUS = 0.55, 1.5
MOST_BENT = 0.25
"""The largest coefficient of a lens's bend; marks that lie amiss would ask for more."""
FLAT = 1.0
"""Millimetres that the marks of a board may stray from their places, on the mean."""


class Pose(msgspec.Struct, frozen=True, eq=False):
    """The camera, seen from the board: `focus` in pixels, `middle` of the picture, `bend` of the lens, and the turn and
    the way (mm) from the board's corner to the camera."""

    focus: float
    middle: tuple[float, float]
    bend: float
    turn: Array
    way: Array
    error: float

    @property
    def matrix(self) -> Array:
        return np.array([[self.focus, 0, self.middle[0]], [0, self.focus, self.middle[1]], [0, 0, 1.0]])

    def seen(self, points: Array) -> Array:
        """Pixels of points of the board: rows of x, y and the height above it, mm."""
        up = points * np.array([1.0, 1.0, -1.0])  # z grows away from who looks at the board from above
        found, _ = cv2.projectPoints(up.astype(np.float64), self.turn, self.way, self.matrix, self._lens)
        return np.asarray(found, dtype=np.float64).reshape(-1, 2)

    def on_board(self, pixels: Array, height: float = 0.0) -> Array:
        """Where pixels are seen at a height above the board: rows of x and y, mm."""
        straight = cv2.undistortPoints(pixels.astype(np.float64).reshape(-1, 1, 2), self.matrix, self._lens)
        rotation, _ = cv2.Rodrigues(self.turn)
        ways = np.column_stack([np.asarray(straight).reshape(-1, 2), np.ones(len(pixels))]) @ rotation
        from_camera = -rotation.T @ self.way.reshape(3)
        reach = (-height - from_camera[2]) / ways[:, 2]
        return np.asarray(from_camera[:2] + reach[:, None] * ways[:, :2], dtype=np.float64)

    @property
    def _lens(self) -> Array:
        return np.array([self.bend, 0.0, 0.0, 0.0, 0.0])

    @property
    def place(self) -> Array:
        """Where the camera is: x and y on the board and its height above it, mm."""
        rotation, _ = cv2.Rodrigues(self.turn)
        x, y, z = (-rotation.T @ self.way.reshape(3)).tolist()
        return np.array([x, y, -z])

    def tilt(self, x: float, y: float) -> float:
        """Degrees by which a place of the board is looked at aslant; 0 from straight above."""
        dx, dy, height = self.place - np.array([x, y, 0.0])
        return float(np.degrees(np.arctan2(np.hypot(dx, dy), height)))

    def scale(self, x: float, y: float) -> float:
        """Pixels to a millimetre at a place of the board, where it looks shortest."""
        spots = self.seen(np.array([[x - 2, y, 0], [x + 2, y, 0], [x, y - 2, 0], [x, y + 2, 0]], dtype=np.float64))
        across, along = spots[1] - spots[0], spots[3] - spots[2]
        return float(np.linalg.svd(np.array([across, along]) / 4)[1].min())


def pose(meant: Mapping[int, Sequence[tuple[float, float]]], found: Sequence[Found], size: tuple[int, int]) -> Pose:
    """The camera, by the marks that were found of those that a board bears (their corners in mm). Raises
    PhotographError where they do not lie as on the board."""
    used = [mark for mark in found if mark.number in meant]
    board = np.concatenate([np.array([(x, y, 0.0) for x, y in meant[mark.number]]) for mark in used])
    pixels = np.concatenate([mark.points for mark in used])
    best = _fitted(board, pixels, size, None)
    if not LEAST_FOCUS <= best.focus / max(size) <= MOST_FOCUS or abs(best.bend) > MOST_BENT:
        best = _fitted(board, pixels, size, USUAL_FOCUS * max(size))
    middle = board.mean(axis=0)
    if best.error / max(best.scale(middle[0], middle[1]), 1e-6) > FLAT:
        message = "the marks do not lie as on one flat board: push its parts together and press it flat"
        raise PhotographError("other-board", message)
    return best


def _fitted(board: Array, pixels: Array, size: tuple[int, int], focus: float | None) -> Pose:
    """The camera of least error; with a given focus, or the best one."""
    start = focus or USUAL_FOCUS * max(size)
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    matrix = np.array([[start, 0, middle[0]], [0, start, middle[1]], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_ASPECT_RATIO
    flags |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
    if focus:
        flags |= cv2.CALIB_FIX_FOCAL_LENGTH
    error, matrix, lens, turns, ways = cv2.calibrateCamera(
        [board.astype(np.float32)], [pixels.astype(np.float32)], size, matrix, None, flags=flags
    )
    turn, way = np.asarray(turns[0], dtype=np.float64), np.asarray(ways[0], dtype=np.float64)
    return Pose(float(matrix[0, 0]), middle, float(np.asarray(lens).reshape(-1)[0]), turn, way, float(error))
