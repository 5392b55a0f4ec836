"""The merchants of Hangzhou in a photograph: on which space each stands, or at its gate.

Figures are drawn from the kit as the camera would see them, and compared with each place: all directions roughly, then
the best ones closely. The four are placed together, as two of them cannot stand on one spot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from scipy import fft

from companion.games.hangzhou.certainty import MERCHANT
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.sight.city import middle
from companion.sight.appearance import COLOUR_BLUR, PAPER, PER_MM, SAMPLING, Appearance, painted, tones
from companion.sight.board import View
from companion.sight.kit import Ink, render_prints
from companion.sight.plane import evened, shift
from companion.sight.reading import NOTHING, Reading, answer
from companion.sight.windows import window
from pnp.camera import Array, Picture

TERRACES: Final = ((143.0, 38.1), (258.6, 157.8), (143.0, 279.4), (27.4, 157.8))
"""The middles of the terraces where the merchants wait, in their order, mm."""
TEMPLE: Final = (143.0, 148.5)
"""The middle of the city, mm."""
BROAD, DEEP, TALL = 20.0, 12.0, 40.0
"""Width and depth of a merchant's plate, and height of his figure, mm (kit.toml)."""
PRINTED, COARSE, FINE = 4.0, 1.0, 1.5
"""Pixels to a mm of the prints, of the rough comparison and of the close one."""
WIDE, UP, DOWN = 34.0, 50.0, 11.0
"""Width of the picture of a merchant, and its edges above and below the middle of his plate, mm."""
REACH, REACH_AT_GATE, REACH_CLOSELY = 18.0, 7.0, 3.0
"""Distances within which a merchant is looked for: from the middle of a space, from that of his terrace, and closely
from where he fits roughly, mm."""
TILT_STEP: Final = 8.0
"""Figures are drawn for tilts of one, two or more such steps, degrees."""
YAWS, TURNS = range(-80, 81, 20), (-10, 0, 10)
"""How far a figure's face or back is turned from the camera in the rough comparison, and what the close one adds,
degrees."""
FEET, PLATE = "foot", "base"
"""What shows about a figure: its feet, glued onto the plate, or the plate alone."""
CUT_LINE, BEHIND = 217.0, 0.85
"""Brightness below which a pixel is ink (of 255), and what is drawn behind figures (paper: 1)."""
HUES: Final = 10.0
"""Weight of hues beside contrast."""
TRIED, LIKELY = 12, 6
"""Places of each merchant that are compared closely, and those of them that are weighed together with the others'."""
APART: Final = 6.0
"""Least distance of two merchants, mm."""
SURE: Final = 12.0
"""Least lead of a place over any other (`_Standing.evidence`)."""


class _Place(Struct, frozen=True):
    """Where a merchant is looked for: its name in readings, its middle (mm), the distance within which he may stand,
    and from where the camera sees it: its tilt and clockwise direction (radians)."""

    name: str
    x: float
    y: float
    reach: float
    tilt: float
    direction: float


class _Figure(Struct, frozen=True):
    """A merchant as he may stand: which side shows, how far it is turned from the camera, and what shows of his
    plate."""

    merchant: str
    side: str
    yaw: int
    plate: str


class _Standing(Struct, frozen=True):
    """A figure where it fits best at a place (mm on the board). `evidence` is the logarithm of how much likelier the
    photograph is with it, if each mm² counts as one sample."""

    evidence: float
    place: _Place
    figure: _Figure
    x: float
    y: float


def read_merchants(picture: Picture, view: View, board: Appearance) -> tuple[Reading, ...]:
    """Returns the place of each merchant."""
    table = _Table(picture, view, board)
    spaces = [table.place(space.value, *middle(space), REACH) for space in SPACES]
    gates = [table.place(NOTHING, x, y, REACH_AT_GATE) for x, y in TERRACES]
    tried = []
    for merchant, gate in zip(MERCHANTS, gates, strict=True):
        figures = tuple(_Figure(merchant.value, side, yaw, FEET) for side in ("front", "back") for yaw in YAWS)
        rough = [table.best(place, figures, COARSE) for place in (*spaces, gate)]
        close = [table.look_closely(one) for one in _likeliest(rough, TRIED)]
        tried.append(_likeliest(close, LIKELY))
    return _placed(tried)


def _likeliest(found: Iterable[_Standing], count: int) -> list[_Standing]:
    """Returns those with the most evidence, the best one first."""
    return sorted(found, key=lambda one: -one.evidence)[:count]


def _placed(tried: Iterable[list[_Standing]]) -> tuple[Reading, ...]:
    """Places all merchants together where they fit best. A place is sure if without it they fit much worse."""
    several = [four for four in product(*tried) if not _crowded(four)]
    fits = sorted(((sum(one.evidence for one in four), four) for four in several), key=lambda fit: -fit[0])
    readings = []
    for number, merchant in enumerate(MERCHANTS):
        best: dict[str, float] = {}
        for evidence, four in fits:
            best.setdefault(four[number].place.name, evidence)
        (first, most), (second, next_most), *_ = (*best.items(), ("", 0.0), ("", 0.0))
        readings.append(answer(f"{MERCHANT}{merchant.value}", first, second, most - next_most >= SURE))
    return tuple(readings)


def _crowded(four: tuple[_Standing, ...]) -> bool:
    """Returns if two would stand on one spot."""
    return any(math.hypot(one.x - other.x, one.y - other.y) < APART for one, other in combinations(four, 2))


class _Table:
    """A photographed board, and figures as its camera sees them."""

    def __init__(self, picture: Picture, view: View, board: Appearance) -> None:
        self._picture, self._view, self._board = picture, view, board
        self._distance = float(np.linalg.norm(view.pose.place - np.array([*TEMPLE, 0.0])))
        self._blur = float(np.hypot(view.blur, SAMPLING / view.scale))
        self._seen = cache(self._look_at)
        self._drawn = cache(self._draw)
        self._figures = cache(self._draw_all)

    def place(self, name: str, x: float, y: float, reach: float) -> _Place:
        """Returns a place of the board."""
        away = self._view.pose.place - np.array([x, y, 0.0])
        return _Place(name, x, y, reach, math.radians(self._view.pose.tilt(x, y)), math.atan2(-away[0], away[1]))

    def best(self, place: _Place, figures: tuple[_Figure, ...], per_mm: float) -> _Standing:
        """Returns which of several figures fits best at a place, and where."""
        step = math.radians(TILT_STEP)
        drawn, energy, area = self._figures(figures, max(1, round(place.tilt / step)), place.reach, per_mm)
        like = _likenesses(self._seen(place, per_mm), drawn, energy, _size(place.reach, per_mm))
        reach = round(place.reach * per_mm)
        down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1] / per_mm
        along = down / math.cos(place.tilt)
        like = like[:, : 2 * reach + 1, : 2 * reach + 1]
        like[:, np.hypot(across, along) > place.reach] = 0.0
        evidence = -0.5 * np.log(1 - np.clip(like.max(axis=(1, 2)), 0.0, 0.99) ** 2) * area
        most = int(evidence.argmax())
        at = np.unravel_index(int(like[most].argmax()), across.shape)
        cos, sin = math.cos(place.direction), math.sin(place.direction)
        x = place.x + across[at] * cos - along[at] * sin
        y = place.y + across[at] * sin + along[at] * cos
        return _Standing(float(evidence[most]), place, figures[most], float(x), float(y))

    def look_closely(self, rough: _Standing) -> _Standing:
        """Compares a figure closely where it fits roughly."""
        near = replace(rough.place, x=rough.x, y=rough.y, reach=REACH_CLOSELY)
        turned = [(rough.figure.yaw + turn, plate) for turn in TURNS for plate in (FEET, PLATE)]
        figures = tuple(replace(rough.figure, yaw=yaw, plate=plate) for yaw, plate in turned)
        return self.best(near, figures, FINE)

    def _look_at(self, place: _Place, per_mm: float) -> Array:
        """Returns the spectra of a place as high as a figure, seen straight from the camera."""
        side = UP + DOWN + 2 * place.reach
        above = side / 2 - DOWN - place.reach
        along = above * math.cos(place.tilt)
        x, y = place.x + along * math.sin(place.direction), place.y - along * math.cos(place.direction)
        about = x, y, above * math.sin(place.tilt)
        pixels, (_, wide) = round(side * per_mm), _size(place.reach, per_mm)
        shown = window(self._picture, self._view, about, side, pixels, place.direction, place.tilt)
        row, column = round(place.y * PER_MM), round(place.x * PER_MM)
        rim = (pixels - wide) // 2
        seen = _features(shown / self._board.gain[row, column], per_mm)[..., rim : rim + wide]
        return np.asarray(fft.rfft2(np.concatenate([seen, (seen**2).sum(axis=0)[None]])))

    def _draw_all(
        self, figures: tuple[_Figure, ...], steps: int, reach: float, per_mm: float
    ) -> tuple[Array, Array, Array]:
        """Returns the spectra of figures at a tilt, their energy, and their area in mm²."""
        drawn = [self._drawn(figure, math.radians(steps * TILT_STEP), per_mm) for figure in figures]
        shown = np.stack([features * inside for features, inside in drawn])
        inside = np.stack([inside for _, inside in drawn])
        spectra = fft.rfft2(np.concatenate([shown, inside[:, None]], axis=1), _size(reach, per_mm))
        return spectra.conj(), (shown**2).sum(axis=(1, 2, 3)), inside.sum(axis=(1, 2)) / per_mm**2

    def _draw(self, figure: _Figure, tilt: float, per_mm: float) -> tuple[Array, Array]:
        """Returns the features of a figure as the camera sees it, and where it is (1, else 0)."""
        yaw = math.radians(figure.yaw)
        across, towards = math.cos(yaw), math.sin(yaw)  # of its width
        flat, high = math.cos(tilt), math.sin(tilt)  # how long what lies and what stands appears
        nearer = np.array([towards * high, across * high, -flat]) / self._distance
        lying = np.array([(across, -towards, 0), (towards * flat, across * flat, 0), (-nearer[0], -nearer[1], 1)])
        upright = np.array([(across, 0, 0), (towards * flat, high, 0), (-nearer[0], -nearer[2], 1)])
        prints = _prints(self._board.ink)
        plate, face = prints[figure.merchant, figure.plate], prints[figure.merchant, figure.side]
        if figure.side == "back":
            plate = np.ascontiguousarray(plate[::-1, ::-1])
        wide, tall = round(WIDE * per_mm), round((UP + DOWN) * per_mm)
        image, inside = np.full((tall, wide, 3), BEHIND, np.float32), np.zeros((tall, wide), np.float32)
        onto = np.diag([per_mm, per_mm, 1.0]) @ shift(WIDE / 2, UP)
        whole = np.ones(plate.shape[:2], np.float32)
        for printed, where, matrix, deep in ((plate, whole, lying, DEEP / 2), (face, _cut_out(face), upright, TALL)):
            place = onto @ matrix @ shift(-BROAD / 2, -deep) @ np.diag([1 / PRINTED, 1 / PRINTED, 1.0])
            shown = _warp(painted(printed, self._board.colours), place, (wide, tall))
            there = _warp(where, place, (wide, tall))
            image += (shown - image) * there[..., None]
            inside = np.maximum(inside, there)
        return _features(cv2.GaussianBlur(image, (0, 0), self._blur * per_mm), per_mm), np.round(inside)


def _likenesses(seen: Array, figures: Array, energy: Array, size: tuple[int, int]) -> Array:
    """Returns the likeness of each figure to what is seen, by its offset down and right (1: identical), from their
    spectra. Those of features and, at last, of their power and where a figure is."""
    common = fft.irfft2((figures[:, :-1] * seen[:-1]).sum(axis=1), size)
    power = fft.irfft2(figures[:, -1] * seen[-1], size)
    return np.asarray(common / np.sqrt(np.maximum(power, 1e-6) * energy[:, None, None]))


def _size(reach: float, per_mm: float) -> tuple[int, int]:
    """Returns height and width in pixels of what a merchant is looked for in."""
    return round((UP + DOWN + 2 * reach) * per_mm), round((WIDE + 2 * reach) * per_mm)


def _features(image: Array, per_mm: float) -> Array:
    """Returns contrast and two hues of an image (paper: 1): (3, height, width), values around 0."""
    bright = np.clip(image, 0.0, 1.3).astype(np.float32)
    hues = tones(cv2.GaussianBlur(bright, (0, 0), COLOUR_BLUR * per_mm))[..., 1:] * HUES
    return np.stack([evened(bright.mean(axis=2) * PAPER, per_mm), hues[..., 0], hues[..., 1]])


def _warp(image: Array, matrix: Array, size: tuple[int, int]) -> Array:
    """Resamples an image by a matrix from its pixels to those of the result."""
    twice = 2 * size[0], 2 * size[1]
    drawn = cv2.warpPerspective(image, np.diag([2.0, 2.0, 1.0]) @ matrix, twice, borderValue=(0, 0, 0))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA))


@cache
def _prints(ink: Ink) -> dict[tuple[str, str], Array]:
    """Returns the faces of each merchant by side: his figure's front and back, his plate with and without feet."""
    sides = tuple(("merchants", side) for side in ("front", "back", FEET, PLATE))
    found = {
        (merchant, side): face for (_, merchant, side), face in render_prints("hangzhou", sides, ink, PRINTED).items()
    }
    for merchant in MERCHANTS:
        foot, plate = found[merchant.value, FEET], found[merchant.value, PLATE].copy()
        half, high = len(plate) // 2, len(foot)
        plate[half - high : half + high] = np.vstack([foot[::-1, ::-1], foot])
        found[merchant.value, FEET] = plate
    return found


def _cut_out(face: Array) -> Array:
    """Returns what of a printed figure is between its cut lines (1, else 0)."""
    lines = face[:, 1:-1].min(axis=2) < CUT_LINE
    right_of, left_of = (np.logical_or.accumulate(one, axis=1) for one in (lines, lines[:, ::-1]))
    return np.pad(right_of & left_of[:, ::-1], ((0, 0), (1, 1))).astype(np.float32)
