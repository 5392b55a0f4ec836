"""Compares parts of a board with printed faces: the best position of a face, and its likeness."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from companion.sight.appearance import PER_MM, Look
from companion.sight.plane import Box
from pnp.camera import Array

FAR: Final = 0.25
"""Distance of colours from which on they are just different."""


class Spot(Struct, frozen=True):
    """Position of a face on a board: its centre in mm, and its clockwise rotation in degrees."""

    x: float
    y: float
    degrees: float = 0.0

    def at(self, right: Array, down: Array) -> tuple[Array, Array]:
        """Returns points of the face, mm right and down of its centre, on the board."""
        cos, sin = np.cos(np.radians(self.degrees)), np.sin(np.radians(self.degrees))
        return self.x + right * cos - down * sin, self.y + right * sin + down * cos

    def beside(self, right: float, down: float) -> Spot:
        """Returns a spot at a point of the face, rotated alike."""
        x, y = self.at(np.array(right), np.array(down))
        return Spot(float(x), float(y), self.degrees)

    def inverse(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Returns points of the board, mm right and down of the face's centre."""
        cos, sin = np.cos(np.radians(self.degrees)), np.sin(np.radians(self.degrees))
        return (x - self.x) * cos + (y - self.y) * sin, (y - self.y) * cos - (x - self.x) * sin


class Match(Struct, frozen=True):
    """The best position of a face, and its likeness to the board there (1: identical, 0: nothing in common)."""

    likeness: float
    spot: Spot


def best_match(board: Look, face: Look, box: Box, about: Spot, reach: float, turns: Iterable[float]) -> Match:
    """Locates a part of a face near a spot, within `reach` mm and rotated by any of `turns` degrees."""
    (wide, high), per_mm = face.size, board.per_mm
    middle = (box[0] + box[2] - wide) / 2, (box[1] + box[3] - high) / 2
    best = Match(-1.0, about)
    for turn in turns:
        way = Spot(about.x, about.y, about.degrees + turn)
        at = way.beside(*middle)
        part = turn_part(face.contrast, box, face.per_mm, way.degrees)
        tall, broad = part.shape
        rim = round(reach * per_mm)
        left, top = round(at.x * per_mm - broad / 2) - rim, round(at.y * per_mm - tall / 2) - rim
        size = broad + 2 * rim, tall + 2 * rim
        centre = left + (size[0] - 1) / 2, top + (size[1] - 1) / 2
        window = cv2.getRectSubPix(board.contrast, size, centre)  # repeats the edge beyond it
        _, most, _, (column, row) = cv2.minMaxLoc(cv2.matchTemplate(window, part, cv2.TM_CCOEFF_NORMED))
        if most > best.likeness:
            dx, dy = (left + column + broad / 2) / per_mm - at.x, (top + row + tall / 2) / per_mm - at.y
            best = Match(float(most), Spot(about.x + dx, about.y + dy, way.degrees))
    return best


def turn_part(image: Array, box: Box, per_mm: float, degrees: float, scale: float = 1.0) -> Array:
    """Returns a part of a face, rotated about its middle by quarters as a whole, by the rest within its box."""
    left, top, right, bottom = (edge * per_mm for edge in box)
    size = round(right - left), round(bottom - top)
    if round(degrees / 90) % 2:
        size = size[1], size[0]
    x, y = (left + right - 1) / 2, (top + bottom - 1) / 2
    matrix = cv2.getRotationMatrix2D((x, y), -degrees, scale)
    matrix[:, 2] += np.array([(size[0] - 1) / 2 - x, (size[1] - 1) / 2 - y])
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def sampled(image: Array, x: Array, y: Array) -> Array:
    """Returns values of an image at points in mm."""
    across, down = (np.asarray(one * PER_MM - 0.5, dtype=np.float32) for one in (x, y))
    return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def measure_colour_distance(board: Look, face: Look, box: Box, spot: Spot) -> float:
    """Returns the mean colour distance between a part of a face and the board under it, `FAR` at most."""
    across, down = np.meshgrid(np.arange(box[0] + 0.5, box[2]), np.arange(box[1] + 0.5, box[3]))
    x, y = spot.at(across - face.size[0] / 2, down - face.size[1] / 2)
    off = np.linalg.norm(sampled(board.colour, x, y) - sampled(face.colour, across, down), axis=2)
    return float(np.minimum(off, FAR).mean())


def sampled_under(image: Array, face: Look, spot: Spot, x: Array, y: Array) -> Array:
    """Returns values of an image of a face at a spot, under points of the board in mm."""
    right, down = spot.inverse(x, y)
    return sampled(image, right + face.size[0] / 2, down + face.size[1] / 2)


def compare_where(seen: Array, meant: Array, where: Array) -> float:
    """Returns the likeness of two images in a part of them; 0 if it is tiny."""
    if np.count_nonzero(where) < 30:
        return 0.0
    one, other = seen[where] - seen[where].mean(), meant[where] - meant[where].mean()
    return float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum() + 1e-3))
