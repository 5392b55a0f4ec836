"""A photographed board in even light, and the kit's printed faces as the same camera shows them.

Nothing is learnt: the printed board itself gives the light at each place, the colours of printer and camera, and the
ink. Faces are then compared with the board in contrast and in colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.sight.board import View
from companion.sight.kit import Ink, render_prints
from companion.sight.plane import evened
from companion.sight.windows import flattened
from pnp.camera import Array, Picture

PER_MM: Final = 3.0
"""Pixels to a millimetre of everything that is compared: as much as a photograph of a whole board has."""
PAPER: Final = 235.0
BLOCK: Final = 14.0
"""Size of the squares in which light is measured, mm."""
BRIGHT, NEIGHBOURS = 0.87, 0.67
"""Share of a block's pixels that are darker than its paper; and of the blocks about it, where pieces lie."""
COLOUR_BLUR: Final = 0.6
"""Colours are compared over as many mm (a standard deviation)."""
LIGHTNESS: Final = 0.35
"""Weight of lightness beside hue: shadows change it."""
SAMPLING: Final = 0.35
"""Blur of a sensor, pixels of the photograph."""
HUED, COLOURED = 0.02, 0.4
"""Least strength of a hue in full ink where a board tells its ink; and the share of it that is seen in full ink."""
FIT_STEP, FIT_ROUNDS, FIT_SHARE, FIT_LEAST = 8, 6, 0.6, 0.06
"""Fit of the colours: pixels between samples, rounds, share of samples that count as uncovered, and their tolerance."""
FIT_PRIOR: Final = 1e-4
"""Weight of unchanged colours, in samples."""
_CONES: Final = np.array([
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
], dtype=np.float32)  # fmt: skip
_OPPOSED: Final = np.array([
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
], dtype=np.float32)  # fmt: skip
"""From linear red, green and blue, and from the roots of what those are to the cones of an eye: the Oklab space."""


class Look(Struct, frozen=True, eq=False):
    """An image for comparison: local contrast (rows of values around 0), colour (lightness and two hues), and
    brightness (paper: `PAPER`)."""

    contrast: Array
    colour: Array
    grey: Array
    per_mm: float = PER_MM

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, mm."""
        height, width = self.contrast.shape
        return width / self.per_mm, height / self.per_mm

    def shrunk(self, per_mm: float) -> Look:
        """Returns the same at a lower resolution."""
        share = per_mm / self.per_mm
        contrast, colour, grey = (
            np.asarray(cv2.resize(one, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))
            for one in (self.contrast, self.colour, self.grey)
        )
        return Look(contrast, colour, grey, per_mm)


class Appearance(Struct, frozen=True, eq=False):
    """A board: as photographed, as printed, and the faces that may be on it, all in the photograph's look."""

    ink: Ink
    board: Look
    printed: Look
    faces: Mapping[tuple[str, str, str], Look]
    """By component, row key and side."""
    gain: Array
    """Brightness of paper at each place of the board, by colour (1: as the board's marks tell)."""
    colours: Array
    """From printed blue, green, red (0 to 1) and 1 to seen colours (4 by 3)."""

    def shrunk(self, per_mm: float) -> Appearance:
        """Returns the same at a lower resolution, for a first comparison."""
        faces = {key: face.shrunk(per_mm) for key, face in self.faces.items()}
        return replace(self, board=self.board.shrunk(per_mm), printed=self.printed.shrunk(per_mm), faces=faces)


def appearance(picture: Picture, view: View, kit: str, board: str, pieces: tuple[tuple[str, str], ...]) -> Appearance:
    """Returns the board of a photograph, and the faces of pieces that may lie on it, given by component and side."""
    key, bare = (board, "", "front"), ((board, "front"),)
    full = render_prints(kit, bare, "full", PER_MM)[key]
    height, width = full.shape[:2]
    seen, inside = flattened(picture, view, (0.0, 0.0, width / PER_MM, height / PER_MM), PER_MM)
    ink = _ink(seen, full, inside)
    printed = {**render_prints(kit, bare, ink, PER_MM), **render_prints(kit, pieces, ink, PER_MM)}
    gain = _gain(seen, printed[key], inside)
    even = np.asarray(seen / gain, dtype=np.float32)
    sigma = float(np.hypot(view.blur, SAMPLING / view.scale))
    known = {one: cv2.GaussianBlur(face, (0, 0), sigma * PER_MM) for one, face in printed.items()}
    colours = _colours(even, known[key], inside)
    looks = {one: look_of(painted(face, colours)) for one, face in known.items()}
    return Appearance(ink, look_of(even), looks.pop(key), looks, gain, colours)


def _ink(seen: Array, full: Array, inside: Array) -> Ink:
    """Returns the ink of a board: full ink if most of its coloured places have their colour. Pieces cover fewer."""
    every = np.s_[:: round(2 * PER_MM), :: round(2 * PER_MM)]
    hues = []
    for image in (seen, full / 255):
        shown = tones(cv2.GaussianBlur(image, (0, 0), PER_MM)[every][inside[every]])[:, 1:]
        hues.append(shown - np.median(shown, axis=0))
    strength = np.linalg.norm(hues[1], axis=1)
    shares = (hues[0] * hues[1]).sum(axis=1)[strength > HUED] / strength[strength > HUED] ** 2
    return "full" if float(np.median(shares)) >= COLOURED else "low"


def look_of(image: Array) -> Look:
    """Prepares an image (blue, green, red; paper is 1) for comparison."""
    soft = cv2.GaussianBlur(image, (0, 0), COLOUR_BLUR * PER_MM)
    colour = tones(cv2.resize(soft, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))  # so soft, half is enough
    colour[..., 0] *= LIGHTNESS
    whole = cv2.resize(colour, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    grey = image.mean(axis=2) * PAPER
    return Look(evened(grey, PER_MM), np.asarray(whole), grey)


def painted(face: Array, colours: Array) -> Array:
    """Returns a printed face in the photograph's colours (paper: 1; `Appearance.colours`)."""
    matrix = np.column_stack([colours[:3].T / 255, colours[3]])
    return np.asarray(np.clip(cv2.transform(face, matrix), 0, 1.1), dtype=np.float32)


def _gain(seen: Array, printed: Array, inside: Array) -> Array:
    """Returns the brightness of paper at each place of a board: blocks of its brightest parts, smoothed; ink and pieces
    are excluded as the darker part of neighbouring blocks."""
    side = round(BLOCK * PER_MM)
    bright = np.quantile(_blocks(seen, side), BRIGHT, axis=2) / np.quantile(
        _blocks(printed / 255, side), BRIGHT, axis=2
    )
    whole = np.asarray(_blocks(inside[..., None], side).all(axis=2))
    usual = np.median(bright[whole[..., 0]], axis=0)
    around = np.pad(np.where(whole, bright, np.nan), ((1, 1), (1, 1), (0, 0)), constant_values=np.nan)
    near = np.lib.stride_tricks.sliding_window_view(around, (3, 3), axis=(0, 1)).reshape(*bright.shape, 9)
    known = (~np.isnan(near)).sum(axis=3) > 1
    smooth = np.where(known, np.nanquantile(np.where(known[..., None], near, 0.0), NEIGHBOURS, axis=3), usual)
    smooth = cv2.GaussianBlur(smooth, (0, 0), 0.7)
    return np.asarray(cv2.resize(smooth, seen.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def _blocks(image: Array, side: int) -> Array:
    """Returns every other pixel of the squares of an image: (rows, columns, pixels, colours)."""
    high, wide = image.shape[0] // side, image.shape[1] // side
    part = image[: high * side, : wide * side].reshape(high, side, wide, side, -1)[:, ::2, :, ::2]
    return np.asarray(part.swapaxes(1, 2).reshape(high, wide, -1, image.shape[2]))


def _colours(even: Array, printed: Array, inside: Array) -> Array:
    """Returns how printed colours appear, from the uncovered parts of the board; colours it lacks stay as printed."""
    every = np.s_[FIT_STEP // 2 :: FIT_STEP, FIT_STEP // 2 :: FIT_STEP]
    keep = inside[every].ravel()
    soft = [cv2.GaussianBlur(one, (0, 0), PER_MM / 2)[every].reshape(-1, 3)[keep] for one in (even, printed)]
    seen, meant = soft[0], np.column_stack([soft[1] / 255, np.ones(len(soft[1]))])
    weights = 0.05 + np.ptp(meant[:, :3], axis=1)  # most of a board is paper
    same = np.vstack([np.eye(3), np.zeros(3)])
    found, prior = same, FIT_PRIOR * len(meant) * np.eye(4)
    for _ in range(FIT_ROUNDS):
        off = np.abs(seen - meant @ found).max(axis=1)
        near = off < max(FIT_LEAST, float(np.quantile(off, FIT_SHARE)))
        weighted = meant[near] * weights[near, None]
        found = np.linalg.solve(weighted.T @ meant[near] + prior, weighted.T @ seen[near] + prior @ same)
    return np.asarray(found)


def tones(colours: Array) -> Array:
    """Returns lightness (0 to 1), red-green and yellow-blue of colours in rows of blue, green and red, where paper is
    1. Anything brighter than paper is as bright, and keeps its hue."""
    shown = np.maximum(np.asarray(colours, dtype=np.float32)[..., ::-1], 0.0)
    shown = shown / np.maximum(shown.max(axis=-1, keepdims=True), 1.0)
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _CONES.T) @ _OPPOSED.T)
