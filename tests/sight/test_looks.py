"""How shops lie in a glance, and what looks tell together."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import Level, camera
from city import MARKS

from companion.games.hangzhou import sight
from companion.games.hangzhou.looks import joined, lying, place_of
from companion.games.hangzhou.names import Space
from companion.games.hangzhou.wards import middle
from companion.sight.board import View
from companion.sight.light import Light
from companion.sight.windows import quarters

SPACE = Space("D2")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("turns", [0.02, 0.97, 2.03, -1.05])
def test_a_shop_is_looked_at_where_a_glance_tells_that_it_lies(seed: int, turns: float) -> None:
    pose, _ = camera(Level(tilt=(30, 40)), np.random.default_rng(seed), np.concatenate(list(MARKS.values())))
    view = View(pose, Light(np.zeros((3, 3))), 0.0, 0.0, 0.0, 0.0, ())
    x, y = middle(SPACE)
    facing, lies = lying(quarters(pose, x, y), (1.5, -2.0, turns))
    assert 0 <= facing < 4 and abs(lies[2]) < 4
    right, down, found = place_of(view, SPACE, facing, np.array(lies))
    assert (right, down) == pytest.approx((x + 1.5, y - 2.0))
    assert (found - turns + 1e-9) % 4 == pytest.approx(0, abs=1e-6)


def test_looks_that_agree_are_surer_together_and_one_that_is_sure_outweighs_one_that_is_not() -> None:
    sure, unsure = np.array([[0.96, 0.02, 0.01, 0.01]]), np.array([[0.3, 0.4, 0.2, 0.1]])
    assert joined("coins", sure, sure)[0, 0] > 0.96
    assert joined("coins", unsure, sure)[0].argmax() == 0


@pytest.mark.parametrize(("counted", "sure"), [(0.995, True), (0.96, False)])
def test_coins_are_asked_about_sooner_than_the_rest_as_one_may_lie_beneath_another(
    monkeypatch: pytest.MonkeyPatch, counted: float, sure: bool
) -> None:
    spaces = np.ones((24, 1))
    answers = {
        "owner": spaces * [0.001, 0.996, 0.001, 0.001, 0.001],
        "dye": spaces * [0.998, *(0.002 / 7 for _ in range(7))],
        "coins": spaces * [0.0, counted, 1 - counted, 0.0],
        "merchants": np.eye(25)[[3, 4, 5, 24]],
    }
    monkeypatch.setattr(sight, "told", lambda picture, view: answers)
    monkeypatch.setattr(sight.dice, "read", lambda picture, view: ())
    pose, _ = camera(Level(), np.random.default_rng(1), np.concatenate(list(MARKS.values())))
    view = View(pose, Light(np.zeros((3, 3))), 0.0, 0.0, 0.0, 0.0, ())
    shops = sight.SIGHT.read(np.zeros((4, 4, 3), np.uint8), view)[:24]
    assert {(one.value, one.sure) for one in shops} == {("W1", sure)}
