"""Xanadú's buildings in a photograph: which they are, how many of their rows are covered, what is not said of them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import LEVELS, lay_mark
from houses import House, photograph, value

from companion.engine import xanadu
from companion.games.xanadu.names import Card
from companion.games.xanadu.sight import SIGHT
from companion.sight.kit import sides
from companion.sight.reading import Reading, Side, Sighted
from companion.sight.table import see
from pnp.camera import PhotographError, Picture, decode_photograph
from pnp.kits import find

pytestmark = [pytest.mark.long, pytest.mark.landing]
HOUSES = (House(Card(1), 2), House(Card(50), 0), House(Card(33), 4), House(Card(17), 1), House(Card(64), sideways=True))


@pytest.fixture(scope="module")
def known() -> tuple[Side, ...]:
    return sides(find("xanadu"))


@pytest.fixture(scope="module")
def picture() -> Picture:
    return decode_photograph(photograph(7, LEVELS["35°"], HOUSES))


@pytest.fixture(scope="module")
def seen(picture: Picture, known: tuple[Side, ...]) -> Sighted:
    return see(picture, known, SIGHT)[0]


def test_each_building_is_named_with_its_covered_rows(seen: Sighted) -> None:
    assert {one.part: one.value for one in seen.readings} == {value(house)[:2]: value(house) for house in HOUSES}
    for one in seen.readings:
        assert one.sure and one.probability > 0.5
        assert one.second[:2] == one.part and len(one.corners) == 4
    assert len(seen.pieces) == len(HOUSES) and seen.scale is None


def test_a_position_can_be_read_with_them(seen: Sighted) -> None:
    assert seen.position == "01.*.* 17.* 33.*.*.*.* 50 64-"
    assert len(xanadu.parse(f"xanadu 2 A: c0 {seen.position}").city[0]) == len(HOUSES)


def covered(picture: Picture, card: Reading, spot: Iterable[tuple[float, float]], grey: int) -> Picture:
    """The picture with a spot of a card (its corners, mm) under something grey."""
    trim = np.array([(0, 0), (63.5, 0), (63.5, 88.9), (0, 88.9)], np.float32)
    matrix = cv2.getPerspectiveTransform(trim, np.array(card.corners, np.float32))
    hidden = picture.copy()
    spots = cv2.perspectiveTransform(np.array([spot], np.float32), matrix)
    cv2.fillPoly(hidden, np.round(spots).astype(np.int32), (grey,) * 3)
    return hidden


def test_what_lies_on_a_row_above_free_ones_is_no_worker_and_is_asked_about(
    picture: Picture, known: tuple[Side, ...], seen: Sighted
) -> None:
    """A sheet of paper on the highest row of the Elephants."""
    one = next(reading for reading in seen.readings if reading.part == "50")
    hidden = covered(picture, one, ((12, 42), (63, 42), (63, 52.7), (12, 52.7)), 150)
    again = next(reading for reading in see(hidden, known, SIGHT)[0].readings if reading.part == "50")
    assert again.value == "50" and not again.sure


def test_a_seal_without_its_building_tells_no_rows(known: tuple[Side, ...]) -> None:
    table = np.full((900, 1200, 3), 200, np.uint8)
    lay_mark(table, 5, 500, 300, 60)
    (only,) = see(table, known, SIGHT)[0].readings
    assert only.part == "05" and not only.sure and only.probability == pytest.approx(0.2)


def test_a_building_whose_seal_cannot_be_read_is_named_by_its_face(
    picture: Picture, known: tuple[Side, ...], seen: Sighted
) -> None:
    one = next(reading for reading in seen.readings if reading.part == "17")
    (seal,) = next(side.seals.values() for side in known if 17 in side.seals)
    hidden = covered(picture, one, seal, 200)
    hidden[20:140, 20:140] = 230
    lay_mark(hidden, 5, 30, 30, 100)  # too large for a seal
    again = see(hidden, known, SIGHT)[0]
    assert again.position == seen.position and all(reading.sure for reading in again.readings)
    assert [piece.seals for piece in again.pieces].count((0, 1)) == 1


def test_marks_of_a_board_are_no_buildings(known: tuple[Side, ...]) -> None:
    """Hangzhou's corners have numbers that buildings have."""
    table = np.full((900, 1200, 3), 200, np.uint8)
    for number, x in enumerate((100, 700), 1):
        lay_mark(table, number, x, 300, 60)
    with pytest.raises(PhotographError, match="on no building of Xanadú") as refused:
        see(table, known, SIGHT)
    assert refused.value.reason == "other-board"


@pytest.mark.slow
def test_nothing_that_lies_there_is_silently_absent(known: tuple[Side, ...]) -> None:
    """Far away, in glare, by a hand that shakes: what cannot be named is told as a card."""
    for seed in (7_000_002, 7_000_003, 7_000_008):
        picture = decode_photograph(photograph(seed, LEVELS["50°, glare, motion"], HOUSES))
        readings = see(picture, known, SIGHT)[0].readings
        named = {reading.value for reading in readings if reading.sure}
        assert named <= {value(house) for house in HOUSES} and len(readings) == len(HOUSES)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["15°", "50°, glare, motion", "35°, low ink", "35°, grey"])
def test_what_is_sure_is_true_in_other_light_and_ink(known: tuple[Side, ...], level: str) -> None:
    meant = {value(house).rstrip("-") for house in HOUSES}
    readings = see(decode_photograph(photograph(7, LEVELS[level], HOUSES)), known, SIGHT)[0].readings
    assert len(readings) >= 4 and {one.value.rstrip("-") for one in readings if one.sure} <= meant
