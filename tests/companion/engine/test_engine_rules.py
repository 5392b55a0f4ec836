"""What every game gets from its base class: refusals of what is no action, corrections, house rules, errors."""

from __future__ import annotations

import sys
from copy import copy
from math import nan
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from harness import Case, check_message

from companion.engine import dunhuang
from companion.engine.correction import Change, Corrected, Correction
from companion.engine.game import OptionError, ParseError, Refusal, RefusedError, Seat
from companion.engine.moves import Move
from companion.engine.position_json import WrongError
from companion.engine.wording import Message
from companion.games.dunhuang.moves import PlaceCamel
from companion.games.dunhuang.state import State

sys.path.append(str(Path(__file__).parents[3] / "docs" / "pig"))
PARKING = dunhuang.parse("dunhuang 2 ring: shepherd princess maid trader farmer soldier painter diplomat now: park")
"""Player B, who did not begin, lays the camel."""


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("camel", 9), "$.camel"),
        (("players.A.coins", "many"), "$.players.A.coins"),
        (("players.A.hand", {"brass": 1}), "$.players.A.hand"),
        (("start", "C"), "$.start"),
    ],
)
def test_what_is_wrong_with_a_correction_is_said_by_its_path(change: tuple[str, Any], path: str) -> None:
    with pytest.raises(RefusedError) as error:
        dunhuang.play(PARKING, Correction((Change(*change),), "Ana", "a test"))
    assert f"{path}:" in str(error.value.refusal.thing)


def test_a_correction_sets_a_field() -> None:
    after, (effect,) = dunhuang.play(PARKING, Correction((Change("players.B.coins", 2),), "Ana", "forgotten"))
    assert after.players[1].coins == 2
    assert isinstance(effect, Corrected)


def test_who_is_not_to_act_is_refused() -> None:
    assert dunhuang.refusal(PARKING, PlaceCamel(3), Seat(0)) == Refusal("not_your_turn", "turn", seat=Seat(1))
    assert dunhuang.refusal(dunhuang.parse("dunhuang 2 now: over"), PlaceCamel(3)) == Refusal("game_over", "end")


@pytest.mark.parametrize(
    "action",
    [PlaceCamel("three"), PlaceCamel(3.0), PlaceCamel(True), PlaceCamel(10**30), PlaceCamel([3]), "pay", None, Message,
     Correction((Change("camel", nan),), "Ana", "x")],
)  # fmt: skip
def test_what_is_no_action_is_refused_and_said(action: Any) -> None:
    refusal = dunhuang.refusal(PARKING, action)
    assert refusal is not None and refusal.reason in ("no_such_action", "no_such_value")
    assert dunhuang.say(refusal, PARKING)
    dunhuang.legal(PARKING)  # `True` and 3.0 equal what was just listed
    with pytest.raises(RefusedError):
        dunhuang.play(PARKING, action)


def test_a_check_that_names_no_field_is_the_programs_fault() -> None:
    from pig.rules import Phase, Pig

    def enough(state: State, by: Seat, number: int) -> Refusal | None:
        return None

    class Wrong(Move[State], frozen=True, tag="wrong"):
        RULE = "turn"
        PHASES = (Phase.CHOOSE,)
        CHECKS = (enough,)

    class Broken(Pig):
        MOVES = (Wrong,)

    with pytest.raises(TypeError, match=r"Wrong: .* names number"):
        Broken()


ODD_VALUES = ("x", "", " 3", "+3", "٣", "9" * 5000, "-1", -1, 1.5, True)
"""What no rule of the house can be, though some are nearly numbers."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.ID)
def test_a_rule_of_the_house_that_there_is_not_is_told_of_in_every_language(case: Case) -> None:
    game = case.game
    wishes: list[tuple[object, dict[str, object]]] = [(players, {}) for players in (0, 9)]
    wishes += [(2, {"start": 9}), (2, {"weather": "rain"}), (2, {"cards": "x"})]
    wishes += [(2, {switch.name: value}) for switch in game.SWITCHES for value in ODD_VALUES]
    for players, options in wishes:
        with pytest.raises(OptionError) as error:
            game.new(players, **options)
        check_message(error.value.what)


def test_a_plain_text_stands_as_it_is() -> None:
    error = ParseError("a stranger's game says this", 3, 7)
    assert (error.message, error.code, error.line, error.column) == ("a stranger's game says this", "text", 3, 7)
    assert str(error) == "3:7: a stranger's game says this" == error.sentence.say("es")
    assert str(OptionError("no such thing")) == "no such thing" == OptionError("no such thing").what.say("es")
    assert str(WrongError("no number", ".well")) == "$.well: no number"


def test_an_error_can_be_copied_as_workers_hand_it_on() -> None:
    again = copy(ParseError(Message("companion.engine", "half_character"), 2, 5))
    assert (str(again), again.code, again.line) == ("2:5: this is no text: half a character", "half_character", 2)


def test_a_refused_action_has_its_reason_in_every_language() -> None:
    game = next(case.game for case in CASES if case.game.ID == "xanadu")
    state = game.new(2)
    action = game.parse_action("sell 17")
    refusal = game.refusal(state, action)
    assert refusal is not None
    error = RefusedError(refusal, action)
    assert error.fields["reason"] == refusal.reason
    assert "is refused" in str(error) and "no se permite" in error.what.say("es")
