"""Cards flat on a table: printed faces registered to a photograph, and their common plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from scipy.optimize import least_squares

from companion.sight.kit import PER_MM, Ink, render_prints
from pnp.camera import Array, Found, Picture

RIM: Final = 6.0
"""Millimetres round a part of a piece that are cut out of the photograph with it."""
_EVEN: Final = 2.2
"""Over how many mm light and contrast are evened out: wider than a line, narrower than a shadow."""
_LEAST_CONTRAST: Final = 9.0
"""Of 255: what varies less is bare paper, and its grain is not to be blown up."""
_LEAST_BLUR: Final = 0.3
"""Pixels: less takes no grain away."""
_SOFT, _SHARP = 9, 5
"""Pixels over which both are smeared while they are laid over one another, at first and at last."""
_STEPS: Final = 40
_ENOUGH: Final = 1e-4

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm of a face."""


class Plane(Struct, frozen=True, eq=False):
    """The table plane: the matrix from millimetres to pixels (3 by 3), and the positions of the cards that define it:
    from millimetres of a face to those of the plane (3 by 3 each)."""

    matrix: Array
    cards: tuple[Array, ...]


class Fitted(Struct, frozen=True, eq=False):
    """A face in a photograph: the homography from its millimetres to pixels (3 by 3), and its likeness to the print in
    the compared part (1: identical, 0: nothing in common)."""

    matrix: Array
    likeness: float

    def points(self, part: Box) -> tuple[Array, Array]:
        """Points of a part of the face in mm, and in pixels."""
        face = grid(part)
        return face, moved(self.matrix, face)


def grid(part: Box) -> Array:
    """Returns points of a part of a face, rows of x and y in mm."""
    left, top, right, bottom = part
    return np.array([(x, y) for x in np.linspace(left, right, 4) for y in np.linspace(top, bottom, 4)])


def moved(matrix: Array, points: Array) -> Array:
    """Returns rows of x and y transformed by a matrix (3 by 3)."""
    found = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(found, dtype=np.float64).reshape(-1, 2)


def outline(matrix: Array, size: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Returns the pixels of a face's corners, clockwise from its top left, by its matrix (as of `Fitted`) and its size,
    mm."""
    corners = moved(matrix, np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def shift(right: float, down: float) -> Array:
    """Returns a translation matrix, mm."""
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def turn(degrees: float) -> Array:
    """Returns a clockwise rotation matrix."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def between(turn: float, other: float) -> float:
    """Returns the angle between two undirected lines: 0 to 90 degrees."""
    return abs((turn - other + 90) % 180 - 90)


def settled(pieces: Sequence[tuple[Array, Array]], start: Array) -> Plane:
    """Returns the plane of flat pieces in their true size, from points of each, in mm of its face and in pixels;
    `start` is the first estimate. Plane and pieces are solved together: solved in turn they would converge too slowly.
    The first piece stays where the estimate has it.
    """
    of = np.concatenate([np.full(len(face), at) for at, (face, _) in enumerate(pieces)])
    faces, seen = (np.concatenate([one[side] for one in pieces]) for side in (0, 1))
    back = np.linalg.inv(start)
    placed = [laid(face, moved(back, pixels)) for face, pixels in pieces]
    poses = np.array([(np.arctan2(card[1, 0], card[0, 0]), *card[:2, 2]) for card in placed])

    def matrix(values: Array) -> Array:
        return np.append(values[:8], 1.0).reshape(3, 3)

    def motions(values: Array) -> Array:
        return np.vstack([poses[0], values[8:].reshape(-1, 3)])

    def off(values: Array) -> Array:
        angle, x, y = motions(values)[of].T
        cos, sin = np.cos(angle), np.sin(angle)
        there = np.column_stack([cos * faces[:, 0] - sin * faces[:, 1] + x, sin * faces[:, 0] + cos * faces[:, 1] + y])
        return np.asarray((moved(matrix(values), there) - seen).ravel(), dtype=np.float64)

    first = np.concatenate([(start / start[2, 2]).ravel()[:8], poses[1:].ravel()])
    found = least_squares(off, first, method="lm", x_scale="jac").x
    cards = [shift(x, y) @ turn(np.degrees(angle)) for angle, x, y in motions(found)]
    return Plane(matrix(found), tuple(cards))


def laid(face: Array, found: Array) -> Array:
    """Returns the rigid motion of a card that best fits measured points."""
    start, end = face.mean(axis=0), found.mean(axis=0)
    left, _, right = np.linalg.svd((face - start).T @ (found - end))
    rotation = (left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right).T
    return np.vstack([np.column_stack([rotation, end - rotation @ start]), (0.0, 0.0, 1.0)])


def warp(grey: Picture, matrix: Array, size: tuple[int, int]) -> Array:
    """Resamples a photograph by a matrix from target to source pixels (3 by 3)."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(grey, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, dtype=np.float32)


def evened(grey: Array, per_mm: float = PER_MM) -> Array:
    """Returns differences from the surroundings, in equal contrast, so that light and ink do not matter."""
    blurred = cv2.GaussianBlur(np.asarray(grey, dtype=np.float32), (0, 0), max(_LEAST_BLUR, 0.12 * per_mm))
    wide = _EVEN * per_mm
    off = blurred - cv2.GaussianBlur(blurred, (0, 0), wide)
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), wide))
    return np.asarray(off / (spread + _LEAST_CONTRAST), dtype=np.float32)


@cache
def even_faces(kit: str, components: tuple[str, ...], ink: Ink, per_mm: float = PER_MM) -> Mapping[str, Array]:
    """Returns the fronts of pieces by row key, in grey and in even contrast."""
    faces = render_prints(kit, tuple((component, "front") for component in components), ink)
    grey = {key: cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) for (_, key, _), face in faces.items()}
    share = per_mm / PER_MM
    return {
        key: evened(np.asarray(cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)), per_mm)
        for key, face in grey.items()
    }


def locate_by_seal(seal: Found, corners: Sequence[tuple[float, float]]) -> Array:
    """Returns the position of the face from the seal alone, as if seen from afar: its four corners determine no
    perspective."""
    meant = np.column_stack([np.array(corners, dtype=np.float64), np.ones(4)])
    affine, *_ = np.linalg.lstsq(meant, seal.points, rcond=None)
    return np.vstack([affine.T, (0.0, 0.0, 1.0)])


def cut(grey: Picture, matrix: Array, part: Box, rim: float, per_mm: float = PER_MM) -> Array:
    """Returns a part of a face as printed, in even contrast, with a margin of this many mm; given the homography from
    its millimetres to pixels (3 by 3)."""
    left, top, right, bottom = (round(edge * per_mm) for edge in part)
    more = round(RIM * per_mm)  # what is evened out needs its surroundings
    size = right - left + 2 * more, bottom - top + 2 * more
    onto = np.diag([1 / per_mm, 1 / per_mm, 1.0]) @ shift(left - more + 0.5, top - more + 0.5)
    inset = round((RIM - rim) * per_mm)
    shown = evened(warp(grey, matrix @ onto, size), per_mm)
    return np.ascontiguousarray(shown[inset : size[1] - inset, inset : size[0] - inset])


def likeness(window: Array, face: Array, part: Box, per_mm: float = PER_MM) -> tuple[float, float, float]:
    """Returns the best likeness of a part of an evened face in a window (1: identical, 0: nothing in common), and its
    offset right and down from the window's corner, mm."""
    left, top, right, bottom = (round(edge * per_mm) for edge in part)
    like = cv2.matchTemplate(window, np.ascontiguousarray(face[top:bottom, left:right]), cv2.TM_CCOEFF_NORMED)
    _, most, _, (column, row) = cv2.minMaxLoc(like)
    return float(most), column / per_mm, row / per_mm


def fitted(grey: Picture, start: Array, face: Array, open_parts: Sequence[Box]) -> Fitted | None:
    """Registers an evened face to a grey photograph from a rough position (3 by 3, as of `Fitted`), by uncovered parts
    of increasing size: from too far away it would settle beside. None if it does not converge."""
    whole = 0.0, 0.0, face.shape[1] / PER_MM, face.shape[0] / PER_MM
    matrix, like = start, 0.0
    for part, blur in (*((part, _SOFT) for part in (open_parts[0], *open_parts[:-1])), (open_parts[-1], _SHARP)):
        found = _step_closer(cut(grey, matrix, whole, RIM), face, part, blur)
        if found is None:
            return None
        step, like = found
        matrix = matrix @ step
    return Fitted(matrix, like)


def _step_closer(shown: Array, face: Array, part: Box, blur: int) -> tuple[Array, float] | None:
    """Returns the step, in mm of the face, by which a part of it fits better."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in part)
    window = np.ascontiguousarray(face[top:bottom, left:right])
    rim = round(RIM * PER_MM)
    start = shift(left + rim, top + rim).astype(np.float32)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _ENOUGH)
    everywhere = np.ones(shown.shape, np.uint8)
    try:
        like, found = cv2.findTransformECC(window, shown, start, cv2.MOTION_HOMOGRAPHY, until, everywhere, blur)
    except cv2.error:  # it does not come to rest: this is not what lies there
        return None
    to_mm = np.diag([1 / PER_MM, 1 / PER_MM, 1.0]) @ shift(0.5, 0.5)
    pixels = np.asarray(found, dtype=np.float64)
    step = shift(-RIM, -RIM) @ to_mm @ pixels @ np.linalg.inv(to_mm @ shift(left, top))
    return step / step[2, 2], float(like)
