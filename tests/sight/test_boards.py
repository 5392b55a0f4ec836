"""A board is found in photographs of a table in the machine, to a part of a millimetre; or it is said why not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import LEVELS, Level, lay_mark
from city import GRID, MARKS, Taken, photograph
from dice import lying
from msgspec.structs import replace
from printed import Ink

from companion.sight.board import View, looked_at
from pnp.camera import PhotographError, Picture, decode_photograph, find


@cache
def taken(seed: int, tilt: float, ink: Ink = "full", **more: Any) -> Taken:
    return photograph(seed, Level(tilt=(tilt, tilt), inks=(ink,), width=(1800, 1800), **more))


def off(found: View, how: Taken) -> float:
    """How far from its true place a space is looked for, at worst, mm."""
    truly = how.seen(GRID)
    looked = [found.pose.on_board(truly[at : at + 1], height)[0] for at, (_, _, height) in enumerate(GRID)]
    return float(np.linalg.norm(np.array(looked) - GRID[:, :2], axis=1).max())


@pytest.mark.parametrize(("tilt", "ink", "most"), [(15.0, "full", 0.8), (35.0, "low", 0.8), (50.0, "grey", 1.2)])
def test_spaces_are_found_to_a_part_of_a_millimetre(tilt: float, ink: str, most: float) -> None:
    how = taken(3, tilt, ink)
    found = looked_at(decode_photograph(how.jpeg), MARKS)
    assert off(found, how) < most
    assert abs(found.tilt - how.pose.tilt(143.0, 148.5)) < 3
    assert found.marks == (0, 1, 2, 3) and found.white > 60 and found.blur < 0.9


def covered(picture: Picture, how: Taken, numbers: tuple[int, ...]) -> Picture:
    """The picture with something laid on marks."""
    hidden = picture.copy()
    for number in numbers:
        corners = how.seen(np.array([(*corner, 0.0) for corner in MARKS[number]]))
        cv2.fillConvexPoly(hidden, np.round(corners).astype(np.int32), (60, 90, 120))
    return hidden


def test_three_marks_are_enough_and_two_are_not() -> None:
    how = taken(3, 15.0)
    picture = decode_photograph(how.jpeg)
    assert off(looked_at(covered(picture, how, (2,)), MARKS), how) < 2.5
    with pytest.raises(PhotographError, match="only 2 of the 4 corner marks") as refused:
        looked_at(covered(picture, how, (0, 1)), MARKS)
    assert refused.value.reason == "corner-missing"


def test_marks_that_are_small_and_smeared_are_looked_for_where_some_are_missing() -> None:
    seed = 80_000_000
    how = photograph(seed, LEVELS["50°, glare, motion"], market=lying(seed))
    picture = decode_photograph(how.jpeg)
    assert len({mark.number for mark in find(picture)} & MARKS.keys()) < len(MARKS)
    found = looked_at(picture, MARKS)
    assert len(found.marks) == len(MARKS) and off(found, how) < 1.0


def test_of_what_looks_like_the_same_mark_that_counts_which_lies_as_the_others_tell() -> None:
    """Dice beside one another may look like a mark."""
    how = taken(3, 15.0)
    picture = decode_photograph(how.jpeg)
    marks = find(picture)
    alike = next(mark for mark in marks if mark.number == 2)
    turned = (*alike.corners[1:], alike.corners[0])
    astray = replace(alike, corners=tuple((x - 150.0, y - 90.0) for x, y in turned))
    assert off(looked_at(picture, MARKS, [astray, *marks]), how) < 1.0


def test_of_a_board_and_its_picture_the_larger_counts() -> None:
    how = taken(3, 15.0)
    picture = decode_photograph(how.jpeg)
    marks = find(picture)
    small = [replace(mark, corners=tuple((x / 3, y / 3) for x, y in mark.corners)) for mark in marks]
    assert off(looked_at(picture, MARKS, [*small, *marks]), how) < 0.8


def refused(picture: Picture) -> str:
    with pytest.raises(PhotographError) as error:
        looked_at(picture, MARKS)
    assert str(error.value).count(":") == 1, "what is wrong, and what to do"
    return error.value.reason


def test_a_photograph_that_tells_nothing_is_refused_with_what_to_do() -> None:
    how = taken(3, 15.0)
    picture = decode_photograph(how.jpeg)
    assert refused((picture * 0.16).astype(np.uint8)) == "dark"
    assert refused(cv2.GaussianBlur(picture, (0, 0), 6.0)) in ("blurred", "no-marks", "corner-missing")
    small = cv2.resize(picture, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    assert refused(np.asarray(small, np.uint8)) in ("too-small", "no-marks", "corner-missing")


def test_what_shows_no_board_or_another_is_refused() -> None:
    assert refused(np.full((900, 1200, 3), 180, np.uint8)) == "no-marks"
    assert refused(np.random.default_rng(1).integers(0, 255, (900, 1200, 3), np.uint8)) == "no-marks"
    other = np.full((900, 1200, 3), 230, np.uint8)
    lay_mark(other, 5, 100, 100, 120)
    assert refused(other) == "other-board"
