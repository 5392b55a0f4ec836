"""Dice on Hangzhou's market in a photograph: what is read of them, and that nothing is where none stands."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import LEVELS, square
from city import MARKS, photograph
from dice import Market, Rolled, dice_values, lying
from printed import printed

from companion.engine import hangzhou
from companion.games.hangzhou.components import DYE_ROWS
from companion.games.hangzhou.names import Dye
from companion.games.hangzhou.sight import dice, find_board
from companion.games.hangzhou.state import Die
from companion.sight.board import View, looked_at
from companion.sight.reading import Reading
from pnp.camera import Picture, decode_photograph

pytestmark = pytest.mark.long
TEST_SEED = 80_000_000


def read_dice(picture: Picture, view: View) -> tuple[Reading, ...]:
    return dice.read(picture, view, find_board(picture, view))


def seen(lies: Market, seed: int = TEST_SEED) -> tuple[Picture, View]:
    """A photograph of a market, and how it looks at the board."""
    picture = decode_photograph(photograph(seed, LEVELS["35°"], truth={}, market=lies).jpeg)
    return picture, looked_at(picture, MARKS)


def read(lies: Market, seed: int = TEST_SEED) -> tuple[Reading, ...]:
    return read_dice(*seen(lies, seed))


def test_dice_are_read_by_colour_and_price() -> None:
    meant = dice_values(lying(TEST_SEED))
    found = read(lying(TEST_SEED))
    assert [one.part for one in found] == list(meant)
    right = [one for one in found if one.value == meant[one.part]]
    assert len(right) >= len(found) - 1 and not [one for one in found if one.sure and one not in right]
    assert sum(one.sure for one in found) > len(found) / 2
    state = hangzhou.parse(f"hangzhou WB {dice.words(found)}")
    assert state.market[0] or found[0].value == dice.NOTHING


def test_a_die_under_a_glare_is_asked_about() -> None:
    lies = lying(TEST_SEED)
    picture = decode_photograph(photograph(TEST_SEED, LEVELS["15°"], market=lies).jpeg)
    view = looked_at(picture, MARKS)
    place = next(one for one in dice.PLACES if dice_values(lies)[one.part] != dice.NOTHING)
    x, y = view.pose.seen(np.array([[place.x, place.y, 14.0]]))[0]
    cv2.circle(picture, (round(x), round(y)), round(11 * view.scale), (255, 255, 255), -1)
    (found,) = (one for one in read_dice(picture, view) if one.part == place.part)
    assert not found.sure


@pytest.mark.parametrize(("component", "side", "height"), [("price-tiles", "front", 2.0), ("price-dice", "", 16.0)])
def test_printed_tiles_and_paper_dice_are_read(component: str, side: str, height: float) -> None:
    picture, view = seen(Market(((None,) * 4,) * 4, 0))
    faces = printed("hangzhou", find_board(picture, view).ink)
    meant = {"market orange 1": "y2", "market green 1": "b1", "market green 2": "p5", "market purple 1": "r3"}
    for number, (part, value) in enumerate(meant.items()):
        place = next(one for one in dice.PLACES if one.part == part)
        row = next(row for row in DYE_ROWS if row.dye.letter == value[0])
        at = (row.sides[:3] if row.natural else row.sides[3:]).index(int(value[1]))
        face = faces[component, row.dye.value, side or f"side-{row.sides.index(int(value[1])) + 1}"]
        turn = number * np.pi / 2 if component == "price-dice" else (1 - at) * np.pi / 2
        spots = square(place.x + 1.0, place.y - 0.8, *(20.0, 20.0) if side else (16.0, 16.0), turn + 0.04)
        pixels = view.pose.seen(np.column_stack([spots, np.full(4, height)])).astype(np.float32)
        base = view.pose.seen(np.column_stack([spots, np.zeros(4)])).astype(np.float32)
        hull = cv2.convexHull(np.concatenate([base, pixels])).astype(np.int32)
        cv2.fillPoly(picture, [hull], face[3, 3].tolist())
        tall, wide = face.shape[:2]
        matrix = cv2.getPerspectiveTransform(np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32), pixels)
        size = picture.shape[1::-1]
        cover = cv2.warpPerspective(np.ones((tall, wide), np.float32), matrix, size)[..., None]
        white = view.paper / 255
        shown = cv2.GaussianBlur(cv2.warpPerspective(face, matrix, size) * white, (0, 0), 1.0)
        picture = np.clip(picture * (1 - cover) + shown * cover, 0, 255).astype(np.uint8)
    found = {one.part: one for one in read_dice(picture, view)}
    assert {part: found[part].value for part in meant} == meant
    assert component == "price-dice" or sum(found[part].sure for part in meant) >= 3
    assert not [one for one in found.values() if one.sure and one.value != meant.get(one.part, dice.NOTHING)]


def test_where_no_die_stands_nothing_is_read() -> None:
    assert read(Market(((None,) * 4,) * 4, 0)) == ()


def test_what_is_round_and_white_beside_a_market_without_dice_is_not_read() -> None:
    assert read(Market(((None,) * 4,) * 4, 2)) == ()


def test_a_place_is_read_up_to_the_rim_of_the_picture_and_none_that_is_cut() -> None:
    picture, view = seen(lying(TEST_SEED))

    def reaches(place: dice.Place, beside: float) -> float:
        around = [(place.x + x, place.y + y, z) for x in (-beside, beside) for y in (-beside, beside) for z in (0, 16)]
        return float(view.pose.seen(np.array(around, dtype=np.float64))[:, 0].max())

    last = max(dice.PLACES, key=lambda place: reaches(place, 8.0))
    meant = dice_values(lying(TEST_SEED))[last.part]
    whole, cut = (np.ascontiguousarray(picture[:, : int(reaches(last, beside))]) for beside in (13.5, 7.0))
    assert meant != dice.NOTHING and {one.part: one.value for one in read_dice(whole, view)}[last.part] == meant
    assert last.part not in {one.part for one in read_dice(cut, view)}


def test_more_dice_of_a_colour_than_the_box_has_are_in_doubt() -> None:
    green = tuple(Rolled("green", face) for face in (4, 5, 6))
    found = read(Market(((*green, Rolled("red", 2)), *(((None,) * 4,) * 3)), 0))
    assert [one.value for one in found[:4]] == ["g4", "g5", "g6", "r2"]
    assert [one.sure for one in found[:4]] == [False, False, False, True]


def test_a_position_has_each_row_up_to_its_first_gap() -> None:
    def reading(part: str, value: str) -> Reading:
        return Reading(part=part, value=value, probability=1, second="-", sure=True)

    parts = {
        "market orange 1": "y2",
        "market orange 2": "-",
        "market orange 3": "b1",
        "market black 1": "k6",
        "die": "3",
    }
    words = dice.words([reading(part, value) for part, value in parts.items()])
    assert words == "market: y2 /  /  / k6 die: 3"
    state = hangzhou.parse(f"hangzhou WB {words}")
    assert state.market == ((Die(Dye.YELLOW, 2),), (), (), (Die(Dye.BLACK, 6),)) and state.round_die == 3
    assert dice.words([reading("market green 2", "b1")]) == ""


def test_the_machine_lays_dice_as_the_box_has_them() -> None:
    lies = lying(1, gaps=0.0)
    names = [die.dye for row in lies.rows for die in row if die]
    assert len(names) == 16 and max(names.count(dye) for dye in ("green", "orange", "purple", "black")) <= 2
    assert {die.price for row in lies.rows for die in row if die and die.dye in ("blue", "red", "yellow")} <= {1, 2, 3}
