"""Where a camera stood, by the corners of a board's marks: also where they are found amiss, and far away from them."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import Level, camera, shown_at
from city import GRID, MARKS
from dice import BOARD

from companion.games.hangzhou.sight.dice import PLACES
from companion.sight.pose import Pose, coefficient, pose
from pnp.camera import Found, PhotographError

MARKET = np.array([(place.x, place.y, 14.0) for place in PLACES])
"""The upper sides of dice on their places, mm."""


def photographed(
    tilt: float, seed: int, inwards: float = 0.0, bend: float = 0.0, near: float = 1.0
) -> tuple[Pose, Pose]:
    """The camera as it stood and as it is found, where a lens bends, or is longer and farther away, and corners are
    found so many pixels inwards, of one mark a little more than of the others."""
    dice = np.random.default_rng(seed)
    true, size = camera(Level(tilt=(tilt, tilt), width=(2000, 2000)), dice, BOARD)
    farther = true.way * np.array([[1.0], [1.0], [near]])
    true = Pose(true.focus * near, true.middle, 0.0, true.turn, farther)
    found = []
    for number, corners in MARKS.items():
        seen = shown_at(true.seen(np.array([(*corner, 0.0) for corner in corners])), size, bend)
        away = seen - seen.mean(axis=0)
        seen -= inwards * dice.normal(1, 0.15) * away / np.linalg.norm(away, axis=1, keepdims=True)
        found.append(Found(number, tuple((float(x), float(y)) for x, y in seen + dice.normal(0, 0.1, seen.shape))))
    return true, pose(MARKS, found, size)


def off(true: Pose, found: Pose, places: np.ndarray) -> float:
    """How far from their true places the places of a straight lens are looked for, at worst, mm."""
    looked = [found.on_board(true.seen(place[None]), place[2])[0] for place in places]
    return float(np.linalg.norm(np.array(looked) - places[:, :2], axis=1).max())


@pytest.mark.parametrize("inwards", [-0.8, 0.0, 0.8, 1.5])
@pytest.mark.parametrize("seed", [1, 6, 7, 12])
def test_marks_that_are_found_smaller_or_larger_than_they_are_tell_of_no_lens_that_bends(
    inwards: float, seed: int
) -> None:
    """Blur and sharpening move all corners of all marks alike; dice stand 130 mm beside the marks."""
    true, found = photographed(15.0, seed, inwards)
    assert off(true, found, GRID) < 0.15 and off(true, found, MARKET) < 0.5
    assert abs(found.bend) < coefficient(0.02, found.focus, (2000, 1500))


@pytest.mark.parametrize("bend", [-0.04, 0.04])
def test_a_lens_that_bends_is_told_by_marks_that_are_seen_aslant(bend: float) -> None:
    _, found = photographed(35.0, 4, bend=bend)
    assert found.bend * bend < 0, "OpenCV's bend goes the other way: from the straight to the bent"
    assert abs(found.bend) > coefficient(0.015, found.focus, (2000, 1500))


@pytest.mark.parametrize("near", [0.9, 1.5, 2.2])
def test_a_picture_that_is_zoomed_is_known_by_its_marks(near: float) -> None:
    true, found = photographed(35.0, 5, near=near)
    assert found.focus == pytest.approx(true.focus, rel=0.12)
    assert off(true, found, GRID) < 0.5


def test_marks_that_lie_anywhere_are_of_no_board() -> None:
    """A camera close before them would see their errors as small ones of the board."""
    dice = np.random.default_rng(0)
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    for _ in range(60):
        found = [
            Found(number, tuple((float(x), float(y)) for x, y in dice.uniform(0, 1500, 2) + square * side))
            for number, side in zip(MARKS, dice.uniform(5, 40, len(MARKS)), strict=True)
        ]
        with pytest.raises(PhotographError) as refused:
            pose(MARKS, found, (2000, 1500))
        assert refused.value.reason == "other-board"
