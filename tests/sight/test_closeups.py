"""What the closest looks at Hangzhou's city show, and where a merchant stands."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from collections.abc import Callable

import cv2
import numpy as np
from camera import Level, camera
from city import GATE, MARKS

from companion.games.hangzhou.closeups import (
    COINS_AT,
    COINS_HIGH,
    DYE_AT,
    DYE_HIGH,
    coins_look,
    dye_look,
    merchant_look,
)
from companion.games.hangzhou.names import MERCHANTS, Space
from companion.games.hangzhou.wards import TERRACES, middle
from companion.games.hangzhou.whereabouts import at_gates, odds, standing
from companion.sight.board import View
from companion.sight.light import Light
from companion.sight.windows import turned


def looking(seed: int, tilt: float) -> tuple[View, tuple[int, int]]:
    """A board in even light, looked at from so many degrees aslant."""
    level = Level(tilt=(tilt, tilt))
    pose, size = camera(level, np.random.default_rng(seed), np.concatenate(list(MARKS.values())))
    even = np.zeros((3, 3))
    even[0] = np.log(250.0)
    return View(pose, Light(even), 0.0, 0.0, 0.0, 0.0, ()), size


def dotted(view: View, size: tuple[int, int], *points: tuple[float, float, float]) -> np.ndarray:
    """A white picture with black dots at points of the board: x, y and the height above it, mm."""
    picture = np.full((size[1], size[0], 3), 250, np.uint8)
    for x, y in view.pose.seen(np.array(points)):
        cv2.circle(picture, (round(x), round(y)), 4, (0, 0, 0), -1)
    return picture


def dots(window: np.ndarray) -> np.ndarray:
    """The middles of the dots in a window, from its own middle, in pixels right and down; the lowest first."""
    dark = (window.mean(axis=2) < window.max() * 0.6).astype(np.uint8)
    _, _, _, found = cv2.connectedComponentsWithStats(dark)
    own = found[1:] - (np.array(window.shape[1::-1]) - 1) / 2
    return own[np.argsort(-own[:, 1])]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("look", "at", "high"), [(coins_look, COINS_AT, COINS_HIGH), (dye_look, DYE_AT, DYE_HIGH)])
def test_the_closest_looks_have_the_corners_of_coins_and_dye_in_their_middle(
    seed: int, look: Callable[..., np.ndarray], at: tuple[float, float], high: float
) -> None:
    view, size = looking(seed, 35)
    place = (*middle(Space("B4")), 1.1)
    right, down = turned(np.array(at[0]), np.array(at[1]), place[2])
    picture = dotted(view, size, (place[0] + float(right), place[1] + float(down), high))
    assert dots(look(picture, view, place)) == pytest.approx(np.zeros((1, 2)), abs=1)


@pytest.mark.parametrize("tilt", [8, 25, 40])
def test_a_merchant_stands_upright_in_the_look_at_it_and_all_of_it_is_in(tilt: int) -> None:
    view, size = looking(tilt, tilt)
    x, y = middle(Space("D2"))
    foot, head = dots(merchant_look(dotted(view, size, (x, y, 2.0), (x, y, 40.0)), view, x, y))
    assert foot[0] == pytest.approx(0, abs=3) and head[0] == pytest.approx(0, abs=3)
    assert foot[1] > 10 and head[1] < foot[1] - 8


def test_merchants_wait_where_the_kit_prints_their_terraces() -> None:
    assert pytest.approx(np.array([GATE[merchant] for merchant in MERCHANTS]), abs=0.1) == TERRACES


def test_a_merchant_that_is_seen_nowhere_is_at_its_gate_or_overlooked_beside_another_one() -> None:
    nobody = odds(np.full((24, 4), 1e-6), np.full((24, 4), 1e-6))
    away = at_gates(np.full(4, 1e-6))
    told = standing(nobody, away)[0]
    assert told.argmax() == len(told) - 1 and told[-1] < 0.9, "where it is seen nowhere, that is asked about"
    seen = nobody.copy()
    seen[7, 2] = 1e17
    told = standing(seen, away)
    assert told[2].argmax() == 7 and told[2, 7] > 0.99
    assert told[0, 7] > told[0, 6] and told[0].argmax() == len(told[0]) - 1
    assert standing(seen, at_gates(np.array([1 - 1e-6, *away[1:]])))[0, -1] > told[0, -1]
