"""What cities of the machine are made of, and what a picture that is drawn hides."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import Canvas, Level, camera
from city import COINS_IN_BOX, DOOR, FaceScene, Table, city, flat, photograph, placed, square
from made import CARD, CAREFUL, GREY_BOARD, Hands
from printed import printed

from companion.games.hangzhou.components import DYE_ROWS, SHOPS
from companion.games.hangzhou.names import Colour, Space


@pytest.mark.parametrize("seed", range(8))
def test_a_city_is_of_what_is_in_the_box(seed: int) -> None:
    laid = city(np.random.default_rng(seed)).values()
    shops, dyes = Counter(one.owner for one in laid if one.owner), Counter(one.dye for one in laid if one.dye)
    merchants = Counter(merchant for one in laid for merchant in one.merchants)
    assert all(shops[owner] <= count for owner, count in SHOPS.items())
    assert all(dyes[str(row.dye.value)] <= row.cubes for row in DYE_ROWS)
    assert sum(one.coins for one in laid) <= COINS_IN_BOX and set(merchants.values()) <= {1}


def test_coins_lie_in_piles_on_as_many_tables_as_a_level_says() -> None:
    def apart(piled: float) -> float:
        coins = photograph(1, Level(width=(400, 400), piled=piled)).coins.values()
        pairs = chain.from_iterable(map(pairwise, coins))
        return float(np.median([np.hypot(*np.subtract(upper[:2], lower[:2])) for lower, upper in pairs]))

    assert apart(piled=1) < 3 < 4 < apart(piled=0)


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


def test_what_is_seen_from_its_edge_alone_has_the_colour_of_all_of_it() -> None:
    """A figure that is turned away is a line; of black and white stripes it is grey, not of single pixels."""
    marks = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 150.0), (0.0, 150.0)])
    pose, size = camera(Level(tilt=(0, 0), width=(800, 800)), np.random.default_rng(1), marks)
    canvas, stripes = Canvas(pose, size), np.zeros((160, 160, 3), np.uint8)
    stripes[:, ::2] = 255
    canvas.lay(stripes, flat(square(100, 75, 3, 80, 0.0), 0.0))
    x, y = canvas.pose.seen(np.array([(100.0, 75.0, 0.0)]))[0].astype(int)
    assert canvas.picture[y - 40 : y + 40, x].std() < 5 and 100 < canvas.picture[y, x, 0] < 155


def in_its_place(hands: Hands, place: tuple[float, float], seed: int) -> float:
    """How much of a place of 5 mm on a shop its dye covers."""
    space, marks = Space("B4"), np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 297.0), (0.0, 297.0)])
    pose, size = camera(Level(tilt=(0, 0), width=(600, 600)), np.random.default_rng(1), marks)
    canvas = Canvas(pose, size, traced=True)
    table = Table(canvas, printed("hangzhou", "full"), np.random.default_rng(seed), GREY_BOARD, hands)
    where = table.shops({space: FaceScene(Colour.RED, "blue")})[space]
    return canvas.share_of_area(flat(square(*placed(where, *place), 5, 5, where[2]), CARD), f"dye {space}")


def test_dyes_lie_at_their_door_in_the_middle_or_anywhere_as_hands_lay_them() -> None:
    seeds = range(12)
    assert min(in_its_place(CAREFUL, DOOR, seed) for seed in seeds) > 0.8
    assert min(in_its_place(Hands(central=True), (0.0, 0.0), seed) for seed in seeds) > 0.8
    assert min(in_its_place(Hands(off=3.0), DOOR, seed) for seed in seeds) < 0.8
