"""Dunhuang's market read from photographs of the table in the machine, and compared with what the app has."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from camera import Level
from market import market, photograph
from msgspec.structs import replace

from companion.engine import dunhuang
from companion.games.dunhuang.pages.photo import shown
from companion.games.dunhuang.sight import SIGHT
from companion.sight.kit import sides
from companion.sight.reading import Reading
from companion.sight.table import see
from companion.web.table.photograph import compare
from pnp.camera import decode_photograph
from pnp.kits import find

pytestmark = pytest.mark.slow

LEVEL = Level(tilt=(33, 37), width=(2000, 2000))
ABOVE = Level(tilt=(13, 17), bend=0.05, blur=(0.4, 1.2), width=(2000, 2000))


@pytest.fixture(scope="module")
def read() -> tuple[dict[str, str], tuple[Reading, ...], str]:
    """What lies there, what was read of it, and the position that was made of that."""
    lies = market(np.random.default_rng(1))
    seen, _ = see(decode_photograph(photograph(80_000_001, LEVEL, lies)), sides(find("dunhuang")), SIGHT)
    return lies.values(), seen.readings, seen.position


def test_characters_goods_and_camel_are_read(read: tuple[dict[str, str], tuple[Reading, ...], str]) -> None:
    lies, readings, position = read
    assert {reading.part for reading in readings} == lies.keys()
    assert all(reading.value == lies[reading.part] for reading in readings if reading.sure)
    assert sum(reading.value == lies[reading.part] for reading in readings) >= 16
    state = dunhuang.parse(f"dunhuang 3 {position} now: move A")
    assert str(state.camel) == next(one.value for one in readings if one.part == "camel")
    assert [character.value for character in state.ring] == [one.value for one in readings[:8]]


def test_a_camel_whose_halt_is_seen_past_it_stands_there_and_a_mat_without_one_has_none() -> None:
    """It stands along the line from the camera, which sees half of the halt's print."""
    for camel in (2, 0):
        lies = replace(market(np.random.default_rng(93_000_002)), camel=camel)
        seen, _ = see(decode_photograph(photograph(93_000_002, ABOVE, lies)), sides(find("dunhuang")), SIGHT)
        (reading,) = (one for one in seen.readings if one.part == "camel")
        assert reading.value == lies.values()["camel"]


def test_what_the_app_has_otherwise_is_told(read: tuple[dict[str, str], tuple[Reading, ...], str]) -> None:
    lies, readings, _ = read
    sure = next(one for one in readings if one.sure and one.part.startswith("ring"))
    other = next(value for part, value in lies.items() if part.startswith("ring") and part != sure.part)
    differ, *_ = compare({**lies, sure.part: other}, tuple(map(shown, readings)))
    assert [(one.part, one.value) for one in differ if one.part.startswith("ring")] == [(sure.part, sure.value)]
