"""Where a camera most probably stood, how long its lens is and how that bends, by points of a board in its picture.

Four marks hardly tell all of it where they are looked at from above: a lens that bends then explains what is but a mark
that lies amiss, and far from the marks the board is found elsewhere. So points count as much as they are exact, with
what is wrong with all corners of a mark, or with all marks, once; and a lens that phones do not have is improbable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from pnp.camera import Array

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
FOCUS, BEND = 6, 7
"""Where the logarithm of the focal length (pixels) and the bend (`BEND_SPREAD`) are among the unknowns, after turn and
way (mm)."""
_STEPS: Final = 60
_ENOUGH: Final = 1e-7
_STIFF, _STIFFEST = 1e-3, 1e8
"""How far a step keeps to the steepest way, at first and at last."""


class Resected(Struct, frozen=True, eq=False):
    """The unknowns of a camera: turn, way, logarithm of the focal length, and bend; and their covariance."""

    unknowns: Array
    covariance: Array
    cost: float


def coefficient(bend: float, focus: float, size: tuple[float, float]) -> float:
    """The bend of a lens as OpenCV has it (k1), for a picture of a size, pixels."""
    return float(bend * (2 * focus / np.hypot(*size)) ** 2)


def projected(points: Array, unknowns: Array, size: tuple[float, float]) -> tuple[Array, Array]:
    """Pixels of points (rows of x, y, z in mm; z grows away from who looks at the board), and how they change with the
    unknowns: rows of x and y by points (2n, 8)."""
    focus, bend = float(np.exp(unknowns[FOCUS])), float(unknowns[BEND])
    matrix = np.array([[focus, 0, (size[0] - 1) / 2], [0, focus, (size[1] - 1) / 2], [0, 0, 1.0]])
    k1 = coefficient(bend, focus, size)
    lens = np.array([k1, 0.0, 0.0, 0.0, 0.0])
    pixels, slopes = cv2.projectPoints(points.astype(np.float64), unknowns[:3], unknowns[3:FOCUS], matrix, lens)
    of_focus, of_bend = slopes[:, 6] + slopes[:, 7], slopes[:, 10]  # as OpenCV orders them: after these, fx, fy … k1
    own = focus * of_focus + 2 * k1 * of_bend  # with the focal length grows what the same bend is to OpenCV
    changes = np.column_stack([slopes[:, :6], own, coefficient(1.0, focus, size) * of_bend])
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2), changes


def resected(board: Sequence[Array], pixels: Sequence[Array], size: tuple[int, int]) -> Resected:
    """The likeliest camera by marks: of each its corners on the board (x, y, z in mm) and in the picture."""
    meant, seen = np.concatenate(list(board)), np.concatenate(list(pixels))
    sharp = np.linalg.inv(np.linalg.cholesky(_errors(board, pixels)))
    found = [_descended(start, meant, seen, sharp, size) for start in _starts(meant, seen, size)]
    return min(found, key=lambda one: one.cost)


def _errors(board: Sequence[Array], pixels: Sequence[Array]) -> Array:
    """The covariance of what is wrong with corners that were found, pixels squared."""
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
    """The two ways in which a flat board may lie before a usual camera: seen from nearly above they are much alike."""
    focus = USUAL_FOCUS * max(size)
    matrix = np.array([[focus, 0, (size[0] - 1) / 2], [0, focus, (size[1] - 1) / 2], [0, 0, 1.0]])
    _, turns, ways, _ = cv2.solvePnPGeneric(board, pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    lens = (np.log(focus), 0.0)
    return [np.array([*turn.ravel(), *way.ravel(), *lens]) for turn, way in zip(turns, ways, strict=True)]


def _descended(start: Array, board: Array, pixels: Array, sharp: Array, size: tuple[int, int]) -> Resected:
    """By Levenberg's and Marquardt's steps to where errors are least, each in its spreads."""

    def off(unknowns: Array) -> tuple[Array, Array]:
        seen, changes = projected(board, unknowns, size)
        lens = (unknowns[FOCUS] - np.log(USUAL_FOCUS * max(size))) / FOCUS_SPREAD, unknowns[BEND] / BEND_SPREAD
        rows = np.zeros((2, len(unknowns)))
        rows[0, FOCUS], rows[1, BEND] = 1 / FOCUS_SPREAD, 1 / BEND_SPREAD
        return np.append(sharp @ (seen - pixels).ravel(), lens), np.vstack([sharp @ changes, rows])

    at, stiff = start, _STIFF
    errors, changes = off(at)
    for _ in range(_STEPS):
        square = changes.T @ changes
        step = np.linalg.solve(square + stiff * np.diag(np.diag(square)), -changes.T @ errors)
        others, their_changes = off(at + step)
        with np.errstate(over="ignore", invalid="ignore"):  # a step too far, behind the camera, is no gain
            gain = float(errors @ errors - others @ others)
        if gain > 0:
            at, errors, changes, stiff = at + step, others, their_changes, max(stiff / 5, 1e-9)
            if gain < _ENOUGH * float(errors @ errors):
                break
        elif stiff > _STIFFEST:
            break
        else:
            stiff *= 5
    return Resected(at, np.linalg.inv(changes.T @ changes), float(errors @ errors))
