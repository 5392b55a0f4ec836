"""The loop over people, bots and dice, and what every game offers to programs that play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine import dunhuang, hangzhou, xanadu
from companion.engine.drive import Generator, drive
from companion.engine.game import Seat
from companion.games.dunhuang.moves import Keep, PlaceCamel
from companion.games.dunhuang.names import Character
from companion.games.dunhuang.state import State


def test_nobody_is_asked_where_cards_are_alike() -> None:
    """A was dealt three of tea, B two kinds: A's choice is made, B is asked."""
    asked = []

    def choose(state: State, seat: Seat, legal: Sequence[Any]) -> Any:
        asked.append((state.phase, seat))
        return legal[0]

    state = dunhuang.parse("dunhuang 2 A: c5 hand 6x3 B: c5 hand 4 4 7 now: choose")
    steps = drive(dunhuang, state, choose, Generator(1))
    assert [next(steps).action, next(steps).action] == [Keep("tea"), Keep("amber")]
    assert asked == [("choose", 1)]


def test_what_is_chosen_in_secret_is_waited_for_whatever_it_is() -> None:
    """Were A's choice skipped by the rules, B would know from that alone that A's cards are alike."""
    alike, mixed = (
        dunhuang.parse(f"dunhuang 2 A: hand {cards} B: hand 4 5 6 now: choose") for cards in ("6x3", "6 7 8")
    )
    assert dunhuang.waiting(alike) == dunhuang.waiting(mixed) == (0, 1)
    assert dunhuang.view(alike, Seat(1)) == dunhuang.view(mixed, Seat(1))


@pytest.mark.parametrize(("text", "phase"), [("dunhuang 2 now: act A 2", "act"), ("xanadu 2", "play"), ("RB", "play")])
def test_phases_are_named_as_in_texts(text: str, phase: str) -> None:
    game = {"d": dunhuang, "x": xanadu}.get(text[0], hangzhou)
    assert game.parse(text).phase == phase


@pytest.mark.parametrize(
    ("new", "one", "other"),
    [
        (hangzhou.new, {"start_at": 3, "round_limit": 12}, {"start_at": "3", "round_limit": "12"}),
        (hangzhou.new, {"round_limit": None}, {"round_limit": "none"}),
        (dunhuang.new, {"camel_max": 7}, {"camel_max": "7"}),
        (xanadu.new, {"end_slots": 10}, {"end_slots": "10"}),
    ],
)
def test_numbers_and_their_texts_are_the_same_house_rule(new: object, one: object, other: object) -> None:
    assert new(2, **one) == new(2, **other)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("new", "name", "value"),
    [
        (hangzhou.new, "start_at", value)
        for value in ("6", "0", " 3", "3.0", "+3", "٣", "", "x", 3.0, True, None, "9" * 5000)
    ]
    + [(dunhuang.new, "camel_max", value) for value in (9, "07", 7.0, True)]
    + [(hangzhou.new, "round_limit", value) for value in ("None", 0, "-1", False)],
)
def test_what_is_no_number_is_told(new: object, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        new(2, **{name: value})  # type: ignore[operator]


def test_spaces_count_alike_in_python_and_in_texts() -> None:
    state = dunhuang.parse("dunhuang 2 ring: shepherd princess maid trader farmer soldier painter diplomat now: park")
    assert dunhuang.parse_action("place camel 3") == PlaceCamel(3)
    after, effects = dunhuang.play(state, PlaceCamel(3))
    assert (after.camel, effects[0].space, dunhuang.say(effects[0], after)) == (
        3,
        3,
        "Player B puts the camel on space 3.",
    )
    assert after.character is Character.MAID
    assert dunhuang.parse(dunhuang.text(after)).camel == 3
