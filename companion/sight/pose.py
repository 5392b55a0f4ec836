"""The camera pose: maps millimetres of a board, and heights above it, to pixels.

Four marks barely determine the pose when seen from above: lens distortion then explains a slightly wrong mark, and far
from the marks the board appears elsewhere. So points are weighted by their accuracy, with errors common to all corners
of a mark, or to all marks, counted once; and an unusual lens is improbable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from scipy.optimize import least_squares

from pnp.camera import Array, Found, PhotographError

FLAT: Final = 1.0
"""Millimetres that the marks of a board may stray from their places, on the mean."""
MOST_COST: Final = 1000.0
"""Half the squares of all errors, each in its spread, up to which marks may be a board's: of boards under 50 in
photographs of the table in the machine, of marks that lie anywhere over 5,000, also where a camera close to them sees
all as small."""
USUAL_FOCUS: Final = 0.78
"""Of the longer side: the focal length of a phone's main camera (24 to 28 mm as of small film)."""
FOCUS_SPREAD: Final = 0.2
"""How far that spreads, as a logarithm: pictures are cropped, and lenses are zoomed."""
BEND_SPREAD: Final = 0.025
"""How far lenses draw the corners of a picture outwards or inwards, as a share of their way from its middle, once the
phone has set right what it knows of its lens: nearly all within twice that."""
AMISS: Final = 0.22
"""Millimetres by which a mark lies beside its place each way: sheets do not quite meet, and paper is not flat."""
BLUNT, BLUNT_EACH = 1.5, 0.2
"""Pixels by which corners of all marks are found too far in or out, as ink, blur and sharpening have it, and by which
one mark differs from the others in that. Taken for the truth, marks smaller than they are tell of a lens that bends."""
NOISE: Final = 0.7
"""Pixels by which each corner is found amiss besides."""


class Pose(Struct, frozen=True, eq=False):
    """The camera, relative to the board: `focus` in pixels, `middle` of the picture, `bend` of the lens (OpenCV's k1),
    and rotation and translation (mm) from the board's corner to the camera."""

    focus: float
    middle: tuple[float, float]
    bend: float
    turn: Array
    way: Array

    @property
    def matrix(self) -> Array:
        return np.array([[self.focus, 0, self.middle[0]], [0, self.focus, self.middle[1]], [0, 0, 1.0]])

    def seen(self, points: Array) -> Array:
        """Returns the pixels of points of the board: rows of x, y and the height above it, mm."""
        up = points * np.array([1.0, 1.0, -1.0])  # z grows away from who looks at the board from above
        found, _ = cv2.projectPoints(up.astype(np.float64), self.turn, self.way, self.matrix, self._lens)
        return np.asarray(found, dtype=np.float64).reshape(-1, 2)

    def on_board(self, pixels: Array, height: float = 0.0) -> Array:
        """Returns the board points of pixels at a height above the board: rows of x and y, mm."""
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
        """Position of the camera: x and y on the board and its height above it, mm."""
        rotation, _ = cv2.Rodrigues(self.turn)
        x, y, z = (-rotation.T @ self.way.reshape(3)).tolist()
        return np.array([x, y, -z])

    def tilt(self, x: float, y: float) -> float:
        """Returns the viewing angle at a place of the board in degrees; 0 from straight above."""
        dx, dy, height = self.place - np.array([x, y, 0.0])
        return float(np.degrees(np.arctan2(np.hypot(dx, dy), height)))

    def scale(self, x: float, y: float) -> float:
        """Returns pixels per millimetre at a place of the board, in the direction of the lowest resolution."""
        spots = self.seen(np.array([[x - 1, y, 0], [x + 1, y, 0], [x, y - 1, 0], [x, y + 1, 0]], dtype=np.float64))
        return float(np.linalg.svd(np.array([spots[1] - spots[0], spots[3] - spots[2]]) / 2)[1].min())


def coefficient(bend: float, focus: float, size: tuple[float, float]) -> float:
    """Returns the lens distortion as OpenCV's k1, for a picture of this size, pixels."""
    return float(bend * (2 * focus / np.hypot(*size)) ** 2)


def pose(meant: Mapping[int, Sequence[tuple[float, float]]], found: Sequence[Found], size: tuple[int, int]) -> Pose:
    """Returns the likeliest camera, given the found ones of a board's marks (their corners in mm). Raises
    PhotographError if they do not fit the board."""
    used = [mark for mark in found if mark.number in meant]
    places = [np.array([(x, y, 0.0) for x, y in meant[mark.number]]) for mark in used]
    board, pixels = np.concatenate(places), np.concatenate([mark.points for mark in used])
    sharp = np.linalg.inv(np.linalg.cholesky(_spread(places, [mark.points for mark in used])))

    def errors(unknowns: Array) -> Array:
        seen = _camera(unknowns, size).seen(board)
        focus, bend = unknowns[6:]
        lens = (focus - np.log(USUAL_FOCUS * max(size))) / FOCUS_SPREAD, bend / BEND_SPREAD
        return np.append(sharp @ (seen - pixels).ravel(), lens)

    with np.errstate(over="ignore", invalid="ignore"):  # a step too far, behind the camera, is not taken
        tried = [least_squares(errors, start, method="lm", x_scale="jac") for start in _starts(board, pixels, size)]
    best = min(tried, key=lambda one: one.cost)
    camera = _camera(best.x, size)
    off = float(np.sqrt(np.square(camera.seen(board) - pixels).sum(axis=1).mean()))
    middle = board.mean(axis=0)
    if best.cost > MOST_COST or off / max(camera.scale(middle[0], middle[1]), 1e-6) > FLAT:
        message = "the marks do not lie as on one flat board: push its parts together and press it flat"
        raise PhotographError("other-board", message)
    return camera


def _camera(unknowns: Array, size: tuple[float, float]) -> Pose:
    """Returns a camera by its rotation, translation, logarithm of the focal length, and distortion (`BEND_SPREAD`)."""
    focus, bend = float(np.exp(unknowns[6])), float(unknowns[7])
    middle = (size[0] - 1) / 2, (size[1] - 1) / 2
    return Pose(focus, middle, coefficient(bend, focus, size), unknowns[:3, None], unknowns[3:6, None])


def _spread(board: Sequence[Array], pixels: Sequence[Array]) -> Array:
    """Returns the covariance of the errors of found corners, pixels squared."""
    count = 8 * len(board)
    errors = np.eye(count) * NOISE**2
    outwards = np.zeros(count)
    for at, (meant, seen) in enumerate(zip(board, pixels, strict=True)):
        part = slice(8 * at, 8 * at + 8)
        away = seen - seen.mean(axis=0)
        outwards[part] = (away / np.linalg.norm(away, axis=1, keepdims=True)).ravel()
        scale = _around(seen) / _around(meant)
        errors[part, part] += np.kron(np.ones((4, 4)), np.eye(2)) * (AMISS * scale) ** 2
        errors[part, part] += np.outer(outwards[part], outwards[part]) * BLUNT_EACH**2
    return np.asarray(errors + np.outer(outwards, outwards) * BLUNT**2)


def _around(corners: Array) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).sum())


def _starts(board: Array, pixels: Array, size: tuple[int, int]) -> list[Array]:
    """Returns the two possible poses of a flat board before a usual camera: from nearly above they look much alike."""
    focus = float(np.log(USUAL_FOCUS * max(size)))
    usual = _camera(np.array([0, 0, 0, 0, 0, 1, focus, 0.0]), size)
    _, turns, ways, _ = cv2.solvePnPGeneric(board, pixels, usual.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    return [np.array([*turn.ravel(), *way.ravel(), focus, 0.0]) for turn, way in zip(turns, ways, strict=True)]
