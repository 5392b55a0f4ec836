"""Dice on Hangzhou's market in a photograph: what is read of them, and that nothing is where none stands."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from city import MARKS, photograph
from city_figures import LEVELS
from dice import Market, Rolled, market
from dice_figures import TEST_SEED, lying, values

from companion.games.hangzhou import Die, dice, parse
from companion.games.hangzhou.names import Dye
from companion.sight.board import looked_at
from companion.sight.reading import Reading
from pnp.camera.picture import decoded

pytestmark = pytest.mark.long


def read(lies: Market, seed: int = TEST_SEED) -> tuple[Reading, ...]:
    picture = decoded(photograph(seed, LEVELS["35°"], truth={}, market=lies).jpeg)
    return dice.read(picture, looked_at(picture, MARKS))


def test_dice_are_read_by_colour_and_price() -> None:
    meant = values(lying(TEST_SEED))
    found = read(lying(TEST_SEED))
    assert [one.part for one in found] == list(meant)
    right = [one for one in found if one.value == meant[one.part]]
    assert len(right) >= len(found) - 1 and not [one for one in found if one.sure and one not in right]
    assert sum(one.sure for one in found) > len(found) / 2
    state = parse(f"hangzhou WB {dice.words(found)}")
    assert state.market[0] or found[0].value == dice.NOTHING


def test_where_no_die_stands_nothing_is_read() -> None:
    assert read(Market(((None,) * 4,) * 4, 0)) == ()


def test_more_dice_of_a_colour_than_the_box_has_are_in_doubt() -> None:
    green = tuple(Rolled("green", face) for face in (4, 5, 6))
    found = read(Market(((*green, Rolled("red", 2)), *(((None,) * 4,) * 3)), 0))
    assert [one.value for one in found[:4]] == ["g4", "g5", "g6", "r2"]
    assert [one.sure for one in found[:4]] == [False, False, False, True]


def test_a_position_has_each_row_up_to_its_first_gap() -> None:
    def reading(part: str, value: str) -> Reading:
        return Reading(part=part, value=value, probability=1, second="-", second_probability=0, sure=True)

    parts = {
        "market orange 1": "y2",
        "market orange 2": "-",
        "market orange 3": "b1",
        "market black 1": "k6",
        "die": "3",
    }
    words = dice.words([reading(part, value) for part, value in parts.items()])
    assert words == "market: y2 /  /  / k6 die: 3"
    state = parse(f"hangzhou WB {words}")
    assert state.market == ((Die(Dye.YELLOW, 2),), (), (), (Die(Dye.BLACK, 6),)) and state.round_die == 3
    assert dice.words([reading("market green 2", "b1")]) == ""


def test_the_machine_lays_dice_as_the_box_has_them() -> None:
    lies = market(np.random.default_rng(1), gaps=0.0)
    names = [die.dye for row in lies.rows for die in row if die]
    assert len(names) == 16 and max(names.count(dye) for dye in ("green", "orange", "purple", "black")) <= 2
    assert {die.price for row in lies.rows for die in row if die and die.dye in ("blue", "red", "yellow")} <= {1, 2, 3}
