"""What is no action, or has a value of another type, is refused at the door; what is let in is what it was."""

from __future__ import annotations

from math import nan
from typing import Any, Literal

import pytest
from msgspec import Struct

from companion.engine import Refusal, RefusedError, Seat
from companion.engine.correction import Change, Correction
from companion.engine.door import Door
from companion.engine.game import Legal, Word
from companion.games import dunhuang, hangzhou, xanadu

PARKED = dunhuang.parse("dunhuang 2 A: c5 hand 3 B: c5 hand 4 now: park")
RIDING = dunhuang.parse("dunhuang 2 camel: 1 A: c5 hand 3 B: c5 hand 4 now: move A")
ROLLING = hangzhou.parse("hangzhou RB bag: b1 k1 now: roll green")
PICKING = xanadu.parse("xanadu 2 hand-A: 10 18 hand-B: 11 now: pick A")


@pytest.mark.parametrize(
    ("game", "state", "action", "said"),
    [
        (dunhuang, PARKED, dunhuang.PlaceCamel(7.0), "PlaceCamel.space cannot be 7.0."),
        (dunhuang, PARKED, dunhuang.PlaceCamel(True), "PlaceCamel.space cannot be True."),
        (dunhuang, RIDING, dunhuang.MoveCamel(1.5), "MoveCamel.steps cannot be 1.5."),
        (dunhuang, RIDING, dunhuang.MoveCamel(nan), "MoveCamel.steps cannot be nan."),
        (dunhuang, RIDING, dunhuang.MoveCamel("2"), "MoveCamel.steps cannot be '2'."),
        (dunhuang, RIDING, dunhuang.MoveCamel(10**5000), "MoveCamel.steps cannot be <int>."),
        (dunhuang, RIDING, dunhuang.Fetch("3"), "Fetch.space cannot be '3'."),
        (dunhuang, RIDING, hangzhou.Pass(), "There is no action Pass in this game."),
        (hangzhou, ROLLING, hangzhou.DieDrawn("black", 4.0), "DieDrawn.price cannot be 4.0."),
        (hangzhou, ROLLING, hangzhou.DieDrawn("\ud800", 4), "DieDrawn.dye cannot be '\\ud800'."),
        (hangzhou, ROLLING, hangzhou.DieDrawn(hangzhou.Merchant.BLACK, 4), "DieDrawn.dye cannot be <Merchant>."),
        (xanadu, PICKING, xanadu.PickStart(18.0), "PickStart.card cannot be 18.0."),
        (xanadu, PICKING, xanadu.PickStart([18]), "PickStart.card cannot be <list>."),
        (
            xanadu,
            PICKING,
            Correction((Change("coins.A", 1), Change("coins.B", nan)), "Ana", "x"),
            "Correction.changes.1.value cannot be nan.",
        ),
        (xanadu, PICKING, Correction((Change(3, 1),), "Ana", "x"), "Correction.changes.0.path cannot be 3."),
        (xanadu, PICKING, Correction((), None, "x"), "Correction.who cannot be None."),
    ],
)
def test_a_wrong_type_is_refused_by_its_name(game: Any, state: Any, action: Any, said: str) -> None:
    refusal = game.refusal(state, action)
    assert game.say(refusal, state) == said
    assert action not in game.legal(state)
    with pytest.raises(RefusedError):
        game.play(state, action)


def test_who_acts_is_a_seat_or_nobody() -> None:
    for by in (0.0, False, "0", nan):
        refusal = dunhuang.refusal(RIDING, dunhuang.MoveCamel(1), by)
        assert refusal is not None and refusal.place == "by"
        assert not dunhuang.legal(RIDING, by)


def test_a_known_action_does_not_let_in_its_equal() -> None:
    assert dunhuang.refusal(RIDING, dunhuang.MoveCamel(1)) is None
    assert dunhuang.MoveCamel(1) == dunhuang.MoveCamel(1.0)
    assert dunhuang.refusal(RIDING, dunhuang.MoveCamel(1.0)) is not None


class Good(Word):
    SALT = "salt"


class Load(Struct, frozen=True):
    good: Good
    weight: float = 1.0


class Trek(Struct, frozen=True):
    """An action with every type that a field can have."""

    loads: tuple[Load, ...] = ()
    pair: tuple[Seat, Good] | None = None
    way: Literal["north", 2] = "north"
    fast: bool = False
    name: str = ""


class Rest(Struct, frozen=True):
    pass


DOOR: Door[None, Trek | Rest] = Door(Trek | Rest)


@DOOR.legal
def legal(state: None, by: Seat | None = None) -> Legal[Trek | Rest]:
    return Legal((Rest(),), state, by, refusal)


@DOOR.refusal
def refusal(state: None, action: Trek | Rest, by: Seat | None = None) -> Refusal | None:
    return None


@pytest.mark.parametrize(
    "right",
    [
        Trek(),
        Trek((Load(Good.SALT, 2.5), Load("salt"))),
        Trek(pair=(Seat(1), Good.SALT)),
        Trek(way=2, fast=True),
        Rest(),
    ],
)
def test_right_types_come_in(right: Trek | Rest) -> None:
    assert refusal(None, right) is None
    assert right in legal(None)


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (Trek([]), "Trek.loads"),
        (Trek((Load(Good.SALT), Load("pepper"))), "Trek.loads.1.good"),
        (Trek((Load(Good.SALT, float("inf")),)), "Trek.loads.0.weight"),
        (Trek(((Good.SALT, 1.0),)), "Trek.loads.0"),
        (Trek(pair=(Seat(1),)), "Trek.pair"),
        (Trek(pair=(1.0, Good.SALT)), "Trek.pair"),
        (Trek(way=2.0), "Trek.way"),
        (Trek(fast=1), "Trek.fast"),
        (Trek(name="\udfff"), "Trek.name"),
    ],
)
def test_wrong_types_are_named_by_their_place(wrong: Trek, place: str) -> None:
    refused = refusal(None, wrong)
    assert refused is not None and refused.place == place


class Heap(Struct, frozen=True):
    stones: list[int]


@pytest.mark.parametrize("kind", [Heap, Good])
def test_a_field_that_can_change_is_no_part_of_an_action(kind: type) -> None:
    with pytest.raises(TypeError, match=kind.__name__):
        Door(kind | Rest)
