"""The merchants of Hangzhou in a photograph: on which space each stands, or at its gate.

A small network looks at each place as high as a figure stands. It knows the merchants' faces as they were printed when
it was trained (`MERCHANT_FACES` in tests/sight/test_city.py); each merchant is at one place.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.games.hangzhou.certainty import MERCHANT
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.sight.city import middle
from companion.sight.board import View
from companion.sight.reading import NOTHING, Reading, answer
from companion.sight.windows import window
from pnp.camera import Array, Picture

TERRACES: Final = ((143.0, 38.1), (258.6, 157.8), (143.0, 279.4), (27.4, 157.8))
"""The middles of the terraces where the merchants wait, in their order, mm."""
HIGH, WIDE, MARGIN, PER_MM = 112, 84, 4, 2.0
"""A window on a place in pixels, the margin within which it is moved, and pixels to a mm; it rises until the camera
looks at it straight."""
ABOVE: Final = 8.0
"""How far the middle of that window is above that of the place, in it, mm."""
MOVED: Final = ((2, 2), (-2, -2))
"""Pixels down and right by which a window is moved: two looks err less than one."""
BRIGHT: Final = 0.9
"""Share of a window that is darker than what is taken for paper."""
LEAST: Final = 1e-6
"""Smallest probability."""
UNSEEN_SPACE, UNSEEN_BESIDE, UNSEEN_GATE = 1e-4, 3e-4, 1e-3
"""Odds that a merchant stands unseen on a space, beside another one, or at its gate."""
SURE: Final = 0.93
"""Least probability of a place that nobody is asked about."""


def read_merchants(picture: Picture, view: View) -> tuple[Reading, ...]:
    """Returns the place of each merchant."""
    spots = (*(middle(space) for space in SPACES), *TERRACES)
    windows = np.stack([_window(picture, view, *spot) for spot in spots])
    shown = [
        windows[:, MARGIN + down : MARGIN + down + HIGH, MARGIN + right : MARGIN + right + WIDE]
        for down, right in MOVED
    ]
    chances = np.clip(np.mean([_probabilities(one) for one in shown], axis=0), LEAST, 1 - LEAST)
    odds = chances / (1 - chances)
    places = _places(odds[: len(SPACES)], np.diag(odds[len(SPACES) :]))
    names = (*(space.value for space in SPACES), NOTHING)
    readings = []
    for merchant, likely in zip(MERCHANTS, places, strict=True):
        first, second = np.argsort(-likely)[:2]
        sure = bool(likely[first] >= SURE)
        readings.append(answer(f"{MERCHANT}{merchant.value}", names[first], names[second], sure))
    return tuple(readings)


def _window(picture: Picture, view: View, x: float, y: float) -> Array:
    """Returns the picture of a figure at a place of the board (mm), with a margin, as seen from the camera."""
    dx, dy, _ = view.pose.place - np.array([x, y, 0.0])
    angle, rising = math.atan2(-dx, dy), math.radians(view.pose.tilt(x, y))
    along, pixels = ABOVE * math.cos(rising), HIGH + 2 * MARGIN
    about = x + along * math.sin(angle), y - along * math.cos(angle), ABOVE * math.sin(rising)
    square = window(picture, view, about, pixels / PER_MM, pixels, angle, rising)
    beside = (HIGH - WIDE) // 2
    return square[:, beside:-beside]


def _places(seen: Array, waiting: Array) -> Array:
    """Returns the probability of each place (spaces, then the gate) for each merchant, from the odds that it is seen
    there. A figure hides little more than its own space."""
    absent = 1 / (1 + seen)
    others = 1 - absent.prod(axis=1, keepdims=True) / absent
    odds = np.concatenate([seen + UNSEEN_SPACE + UNSEEN_BESIDE * others, waiting[None] + UNSEEN_GATE])
    return np.asarray((odds / odds.sum(axis=0)).T)


def _probabilities(windows: Array) -> Array:
    """Returns the probability of each merchant in each window (count, height, width, 3). The network takes windows
    centred at zero, scaled as if their brightest part were paper in even light."""
    grey = windows[:, ::4, ::4].mean(axis=-1).reshape(len(windows), -1)
    white = np.clip(np.quantile(grey, BRIGHT, axis=1), 0.1, None).reshape(-1, 1, 1, 1)
    shown = (np.clip(windows / white, 0.0, 1.6) - 0.6).astype(np.float32)
    _network().setInput(np.ascontiguousarray(shown.transpose(0, 3, 1, 2)))
    return np.asarray(_network().forward())


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("merchants.onnx")))
