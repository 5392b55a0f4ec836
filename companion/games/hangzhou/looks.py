"""Two looks at each space of Hangzhou's city: a glance at all that is about it, and a closer look at its shop."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.games.hangzhou.names import SPACES, Space
from companion.sight.board import View
from companion.sight.net import Net, answers, load
from companion.sight.windows import quarters, turned, window
from pnp.camera.picture import Array, Picture

PITCH: Final = 42.0
FIRST: Final = (59.0, 64.5)
"""From the middle of one space to that of the next, and that of A1, mm."""
HEIGHT: Final = 2.0
"""Of the windows above the board, mm: that of the shops' upper sides."""
PER_MM, MARGIN = 1.75, 3
"""Of a glance, pixels to a mm, and pixels about it, within which it is moved."""
HIGH, WIDE, BEYOND = 126, 84, 14.0
"""A glance in pixels, and how far its middle is from that of the space, away from the camera, in mm: a merchant hides
what is behind it."""
CLOSE_PER_MM, CLOSE_MARGIN, CLOSE = 112 / 38, 4, 112
"""The same of a closer look; it is a square."""
LEVER: Final = 30.0
"""Pixels by which the rim of a shop is moved by a turn of 1."""
MOVED: Final = ((0, 0), (2, 2), (-2, -2), (2, -2), (-2, 2))
CLOSE_MOVED: Final = ((0, 0), (3, 3), (-3, -3), (3, -3), (-3, 3))
"""Pixels down and right by which a window is moved: several looks err less than one."""
TRUST: Final = {"owner": (0.1, 0.7), "dye": (0.4, 1.1), "coins": (0.5, 1.0)}
"""Powers of what the two looks tell, as `tests/sight/trust.py` finds them."""
STANDING: Final = (1.2, 3e-4, 0.1)
"""Of a merchant, found likewise: the power of the odds that it is seen on a space, the odds that it stands there
unseen, behind another one, and those that it is at its gate."""
LEAST: Final = 1e-6
"""Less probable nothing is taken to be."""
ASKED: Final = {"owner": 5, "dye": 8, "coins": 4}
"""How many answers each question about a shop has; the first of each is none."""
GLANCED: Final = {**ASKED, "any-merchant": 4, "facing": 4, "by-lies": 3}
"""What a glance is asked besides: by how many quarters a shop is turned in its window, and by how many pixels of the
glance right, down and (at its rim) about itself it lies off the middle of the space."""


def middle(space: Space) -> tuple[float, float]:
    """The middle of a space on the board, mm."""
    column, row = "ABCDE".index(space.value[0]), int(space.value[1]) - 1
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH


def glance(picture: Picture, view: View, space: Space) -> Array:
    """A space and what is behind it, with a margin, turned so that the camera is below it."""
    x, y = middle(space)
    turns = quarters(view.pose, x, y)
    right, down = turned(np.array(0.0), np.array(-BEYOND), turns)
    pixels = HIGH + 2 * MARGIN
    about = (x + float(right), y + float(down), HEIGHT)
    square = window(picture, view.pose, view.light, about, pixels / PER_MM, pixels, turns)
    beside = (HIGH - WIDE) // 2
    return square[:, beside:-beside]


def close_look(picture: Picture, view: View, place: tuple[float, float, float]) -> Array:
    """A shop with a margin: its middle on the board in mm, and by how many quarters it is turned clockwise."""
    x, y, turns = place
    pixels = CLOSE + 2 * CLOSE_MARGIN
    return window(picture, view.pose, view.light, (x, y, HEIGHT), pixels / CLOSE_PER_MM, pixels, turns)


def lying(pose_turns: int, place: tuple[float, float, float]) -> tuple[int, tuple[float, float, float]]:
    """Of a shop that lies (x, y in mm off the middle of its space, turned by quarters) how it lies in a glance that is
    turned by so many quarters: which way it faces, and what `by-lies` tells."""
    x, y, turns = place
    right, down = turned(np.array(x), np.array(y), -pose_turns)
    own = turns - pose_turns
    facing = round(own)
    return facing % 4, (float(right) * PER_MM, float(down) * PER_MM, (own - facing) * np.pi / 2 * LEVER)


def place_of(view: View, space: Space, facing: int, lies: Array) -> tuple[float, float, float]:
    """Where a shop lies on the board by what a glance told of it: what `lying` undoes."""
    x, y = middle(space)
    turns = quarters(view.pose, x, y)
    right, down = turned(lies[0] / PER_MM, lies[1] / PER_MM, turns)
    return x + float(right), y + float(down), turns + facing + float(lies[2]) / LEVER / (np.pi / 2)


def moved(windows: Array, margin: int, down: int, right: int) -> Array:
    """The middles of windows (count, high, wide, 3), without their margin, moved by pixels."""
    high, wide = windows.shape[1] - 2 * margin, windows.shape[2] - 2 * margin
    return windows[:, margin + down : margin + down + high, margin + right : margin + right + wide]


def told(picture: Picture, view: View) -> dict[str, Array]:
    """How probable each answer about each space is, by both looks; `merchants`: for each, where it stands."""
    first, second = looks(picture, view)
    merchants = np.stack([standing(seen) for seen in first["any-merchant"].T])
    return {**{name: joined(name, first[name], second[name]) for name in TRUST}, "merchants": merchants}


def looks(picture: Picture, view: View) -> tuple[dict[str, Array], dict[str, Array]]:
    """What is told of each space at a glance, and of a shop in it by a closer look at where it then lies."""
    nets = _nets()
    glances = np.stack([glance(picture, view, space) for space in SPACES])
    first = [nets["glance"].read(moved(glances, MARGIN, *by)) for by in MOVED]
    for one, (down, right) in zip(first, MOVED, strict=True):
        one["by-lies"] = one["by-lies"] + np.array([right, down, 0])
    mean = {name: np.asarray(np.mean([one[name] for one in first], axis=0)) for name in GLANCED}
    places = [
        place_of(view, space, int(mean["facing"][at].argmax()), mean["by-lies"][at]) for at, space in enumerate(SPACES)
    ]
    shops = np.stack([close_look(picture, view, place) for place in places])
    second = [nets["shop"].read(moved(shops, CLOSE_MARGIN, *by)) for by in CLOSE_MOVED]
    return mean, {name: np.asarray(np.mean([one[name] for one in second], axis=0)) for name in ASKED}


def joined(name: str, first: Array, second: Array) -> Array:
    """How probable answers are by a first and a second look, each as far as it is to be trusted."""
    powers = zip(TRUST[name], (first, second), strict=True)
    scores = sum(power * np.log(np.clip(look, LEAST, 1)) for power, look in powers)
    return answers(name, np.asarray(scores))


def standing(seen: Array, taken: tuple[float, float, float] = STANDING) -> Array:
    """How probable it is that a merchant stands on each space, and at last, at its gate: by how probable each look made
    it that it stands there."""
    power, unseen, gate = taken
    apart = np.clip(seen, LEAST, 1 - LEAST)
    odds = np.append((apart / (1 - apart)) ** power + unseen, gate)
    return np.asarray(odds / odds.sum())


@cache
def _nets() -> dict[str, Net]:
    return load(Path(__file__).with_name("sight.npz"))
