"""The plane on which cards lie, worked out from those that were found: what lies about them, seen from above."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from companion.sight.fitting import Box, Fitted
from pnp.camera import Array, Picture

REACH = 450.0
"""How far from what was found the plane is looked at, mm."""
_ROUNDS = 5
_STEP = 10.0
"""Between places of the plane that are asked whether they are in the picture, mm."""


class Plane(msgspec.Struct, frozen=True, eq=False):
    """The table plane: the matrix from millimetres to pixels (3 by 3), and the place of each card that defines it:
    from millimetres of its face to those of the plane (3 by 3 each)."""

    matrix: Array
    cards: tuple[Array, ...]


class Above(msgspec.Struct, frozen=True, eq=False):
    """A part of a plane as if seen from straight above: rows of grey, how many pixels a millimetre has, and where on
    the plane its first pixel is, mm."""

    picture: Array
    per_mm: float
    corner: tuple[float, float]


def moved(matrix: Array, points: Array) -> Array:
    """Rows of x and y where a matrix (3 by 3) puts them."""
    found = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(found, dtype=np.float64).reshape(-1, 2)


def plane(fits: Sequence[Fitted], part: Box) -> Plane:
    """The plane of one card or more, by a part of each of them that lies where it was fitted. The largest card tells
    it first; the others lie on it as they are, neither larger nor aslant, and with them it is told better."""
    left, top, right, bottom = part
    face = np.array([(x, y) for x in np.linspace(left, right, 4) for y in np.linspace(top, bottom, 4)])
    seen = [fit.seen(face) for fit in fits]
    areas = [cv2.contourArea(cv2.convexHull(spots.astype(np.float32))) for spots in seen]
    matrix = fits[int(np.argmax(areas))].matrix
    cards: list[Array] = []
    for _ in range(_ROUNDS):
        back = np.linalg.inv(matrix)
        cards = [laid(face, moved(back, spots)) for spots in seen]
        meant = np.concatenate([moved(card, face) for card in cards])
        matrix = np.asarray(cv2.findHomography(meant, np.concatenate(seen))[0], dtype=np.float64)
    return Plane(matrix, tuple(cards))


def laid(face: Array, found: Array) -> Array:
    """How a card is moved and turned that comes nearest to what was found."""
    start, end = face.mean(axis=0), found.mean(axis=0)
    left, _, right = np.linalg.svd((face - start).T @ (found - end))
    turn = (left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right).T
    return np.vstack([np.column_stack([turn, end - turn @ start]), (0.0, 0.0, 1.0)])


def above(grey: Picture, flat: Plane, per_mm: float, reach: float = REACH) -> Above:
    """Top view of a plane from a grey picture, up to `reach` mm from its cards."""
    middles = np.array([card[:2, 2] for card in flat.cards])
    low, high = middles.min(axis=0) - reach, middles.max(axis=0) + reach
    across, down = np.meshgrid(np.arange(low[0], high[0], _STEP), np.arange(low[1], high[1], _STEP))
    spots = np.column_stack([across.ravel(), down.ravel(), np.ones(across.size)])
    seen = spots @ flat.matrix.T
    before = seen[:, 2] * np.sign((np.append(middles[0], 1.0) @ flat.matrix.T)[2]) > 0  # the camera, not behind it
    pixels = seen[:, :2] / np.where(before, seen[:, 2], 1.0)[:, None]
    height, width = grey.shape[:2]
    shown = before & (pixels >= 0).all(axis=1) & (pixels < (width, height)).all(axis=1)
    low, high = spots[shown, :2].min(axis=0), spots[shown, :2].max(axis=0)
    size = np.maximum(1, np.round((high - low) * per_mm)).astype(int)
    onto = np.array([[1 / per_mm, 0, low[0]], [0, 1 / per_mm, low[1]], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpPerspective(
        grey, flat.matrix @ onto, (int(size[0]), int(size[1])), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return Above(np.asarray(picture, dtype=np.float32), per_mm, (float(low[0]), float(low[1])))
