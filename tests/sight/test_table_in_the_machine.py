"""What cities of the machine are made of, and what a picture that is drawn hides."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import Canvas, Level, camera
from city import COINS_IN_BOX, city, flat, square
from made import CARD

from companion.games.hangzhou.components import DYE_ROWS, SHOPS


@pytest.mark.parametrize("seed", range(8))
def test_a_city_is_of_what_is_in_the_box(seed: int) -> None:
    laid = city(np.random.default_rng(seed)).values()
    shops, dyes = Counter(one.owner for one in laid if one.owner), Counter(one.dye for one in laid if one.dye)
    merchants = Counter(merchant for one in laid for merchant in one.merchants)
    assert all(shops[owner] <= count for owner, count in SHOPS.items())
    assert all(dyes[str(row.dye.value)] <= row.cubes for row in DYE_ROWS)
    assert sum(one.coins for one in laid) <= COINS_IN_BOX and set(merchants.values()) <= {1}


def test_of_a_thing_that_is_laid_on_by_half_one_half_is_seen() -> None:
    marks = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 150.0), (0.0, 150.0)])
    pose, size = camera(Level(tilt=(0, 0), width=(400, 400)), np.random.default_rng(1), marks)
    canvas, white = Canvas(pose, size, traced=True), np.full((8, 8, 3), 255, np.uint8)
    lower = flat(square(100, 75, 80, 80, 0.0), 0.0)
    canvas.lay(white, lower, thing="lower")
    assert canvas.share("lower") == pytest.approx(1)
    canvas.lay(white, flat(square(80, 75, 40, 80, 0.0), 0.0), thing="upper")
    assert canvas.share("lower") == pytest.approx(0.5, abs=0.05) and canvas.share("upper") == pytest.approx(1)
    assert canvas.share_of_area(lower, "upper") == pytest.approx(0.5, abs=0.05)
    canvas.side(square(80, 75, 40, 80, 0.0), 0.0, CARD, (0, 0, 0))
    assert canvas.share("upper") < 0.1
