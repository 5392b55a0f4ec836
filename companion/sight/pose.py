"""Where the camera stood: what lies at which millimetre of a board, and above it, is seen at which pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np

from companion.sight.resection import FOCUS, Resected, coefficient, projected, resected
from pnp.camera import Array, Found, PhotographError

FLAT = 1.0
"""Millimetres that the marks of a board may stray from their places, on the mean."""
MOST_COST = 2000.0
"""The squares of all errors, each in its spread, up to which marks may be a board's: of boards under 100 in photographs
of the table in the machine, of marks that lie anywhere over 10,000, also where a camera close to them sees all as
small."""


class Pose(msgspec.Struct, frozen=True, eq=False):
    """The camera, seen from the board: `focus` in pixels, `middle` of the picture, `bend` of the lens, and the turn and
    the way (mm) from the board's corner to the camera."""

    focus: float
    middle: tuple[float, float]
    bend: float
    turn: Array
    way: Array
    error: float
    """How far the marks are seen from where they would be, pixels (a root of the mean square)."""
    told: Resected | None = None
    """By what it was found, and how exactly; none: it is known."""

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

    def astray(self, x: float, y: float, height: float = 0.0) -> float:
        """How far from its true place, where it is most, a place of the board is looked for, mm (a standard deviation):
        the farther from the marks, the less is known of it."""
        if self.told is None:
            return 0.0
        size = 2 * self.middle[0] + 1, 2 * self.middle[1] + 1
        spots = np.array([[x, y, -height], [x + 1, y, -height], [x, y + 1, -height]])
        pixels, changes = projected(spots, self.told.unknowns, size)
        to_mm = np.linalg.inv((pixels[1:] - pixels[0]).T)
        moved = to_mm @ changes[:2]
        return float(np.linalg.svd(moved @ self.told.covariance @ moved.T)[1].max() ** 0.5)


def pose(meant: Mapping[int, Sequence[tuple[float, float]]], found: Sequence[Found], size: tuple[int, int]) -> Pose:
    """The camera, by the marks that were found of those that a board bears (their corners in mm). Raises
    PhotographError where they do not lie as on the board."""
    used = [mark for mark in found if mark.number in meant]
    places = [np.array([(x, y, 0.0) for x, y in meant[mark.number]]) for mark in used]
    board, pixels = np.concatenate(places), np.concatenate([mark.points for mark in used])
    told = resected(places, [mark.points for mark in used], size)
    best = _stood(told, board, pixels, size)
    middle = board.mean(axis=0)
    if told.cost > MOST_COST or best.error / max(best.scale(middle[0], middle[1]), 1e-6) > FLAT:
        message = "the marks do not lie as on one flat board: push its parts together and press it flat"
        raise PhotographError("other-board", message)
    return best


def _stood(told: Resected, board: Array, pixels: Array, size: tuple[int, int]) -> Pose:
    """The camera that points of a board tell."""
    turn, way, (focus, bend) = told.unknowns[:3], told.unknowns[3:FOCUS], told.unknowns[FOCUS:].tolist()
    length = float(np.exp(focus))
    error = float(np.sqrt(np.square(projected(board, told.unknowns, size)[0] - pixels).sum(axis=1).mean()))
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Pose(length, middle, coefficient(bend, length, size), turn[:, None], way[:, None], error, told)
