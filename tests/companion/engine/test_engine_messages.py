"""Whatever is wrong with a text, a rule of the house or a correction is said in every language, whole."""

from __future__ import annotations

from copy import copy

import pytest
from cases import CASES
from harness import Case, check_message

from companion.engine.game import OptionError, ParseError, RefusedError
from companion.engine.message import Message
from companion.engine.position_json import WrongError

EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])


@EVERY_GAME
def test_a_rule_of_the_house_that_there_is_not_is_told_of_in_every_language(case: Case) -> None:
    game = case.game
    wishes: list[tuple[object, dict[str, object]]] = [(players, {}) for players in (0, 9)]
    wishes += [(2, {"start": 9}), (2, {"weather": "rain"}), (2, {"cards": "x"})]
    wishes += [(2, {switch.name: value}) for switch in game.SWITCHES for value in ("x", 99, 1.5)]
    for players, options in wishes:
        try:
            game.new(players, **options)
        except OptionError as error:
            check_message(error.what)
    with pytest.raises(OptionError):
        game.new(2, weather="rain")


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
