"""Whatever is wrong with a text, a rule of the house or a correction is said in every language, whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest
from cases import CASES
from harness import Case
from test_engine_fuzz import Shaker

from companion.engine.correction import CorrectionRefusal
from companion.engine.game import OptionError, ParseError, RefusedError
from companion.engine.message import Message, MessageError, Value, sentence_of
from companion.engine.position_json import WrongError

EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
ENGLISH = re.compile(r"\b(expected|not|is|are|the|of|such|more|than|there|which|nothing|twice|one|with|has|needs?)\b")
QUOTED = re.compile("""'[^']*'|"[^"]*"|`[^`]*`|“[^”]*”""")
DECODER = ("in_field", "no_json", "correction_unfit", "no_correction")
"""What may quote the decoder of JSON, in English."""


def parts(message: Message) -> Iterator[Message]:
    """A message and those in it."""
    yield message
    inner: list[Value] = list(message.fields.values())
    while inner:
        value = inner.pop()
        if isinstance(value, Message):
            yield from parts(value)
        elif isinstance(value, tuple):
            inner += value


def check(what: Message) -> None:
    """It is made of codes alone, and nothing of it stays English."""
    codes = [part.code for part in parts(what)]
    assert "text" not in codes
    given = str(what.fields.get("field", ""))  # repeated as it was typed, which may spell a word of any language
    said = what.say("es").removeprefix(f"{given}:")
    assert said != str(what) or not ENGLISH.search(QUOTED.sub("", said)), said
    if not set(codes) & set(DECODER):
        assert not ENGLISH.search(QUOTED.sub("", said)), said


def wrong(call: Callable[[], Any]) -> MessageError | None:
    """What is wrong with it, if anything is."""
    try:
        call()
    except (ParseError, OptionError) as error:
        return error
    return None


@EVERY_GAME
def test_a_mutilated_text_is_told_of_in_every_language(case: Case) -> None:
    shaker, game, told = Shaker(case, 5), case.game, 0
    for _ in range(12):
        state = shaker.stage()
        actions = [game.action_text(action) for action in list(game.legal(state))[:9]] or ["correct {}"]
        texts = [(game.parse, game.text(state)), (game.from_json, game.to_json(state))]
        texts += [(game.parse_action, action) for action in actions]
        for read, text in texts * 4:
            broken = shaker.mutilated(text)
            error = wrong(lambda read=read, broken=broken: read(broken))  # type: ignore[misc]  # bound at once
            if error is not None:
                told += 1
                check(error.what)
                assert str(error) == str(sentence_of(error))
    assert told > 50


@EVERY_GAME
def test_a_correction_that_does_not_fit_is_told_of_in_every_language(case: Case) -> None:
    shaker, game, told = Shaker(case, 6), case.game, 0
    for _ in range(40):
        state = shaker.stage()
        refusal = game.refusal(state, shaker.correction(state))
        if isinstance(refusal, CorrectionRefusal):
            told += 1
            check(refusal.what)
            assert refusal.thing == refusal.say("en")
            assert refusal.say("es")[:40].lower() in game.say(refusal, state, "es").lower()
    assert told > 5


@EVERY_GAME
def test_a_rule_of_the_house_that_there_is_not_is_told_of_in_every_language(case: Case) -> None:
    game = case.game
    wishes: list[tuple[object, dict[str, object]]] = [(players, {}) for players in (0, 9)]
    wishes += [(2, {"start": 9}), (2, {"weather": "rain"}), (2, {"cards": "x"})]
    wishes += [(2, {switch.name: value}) for switch in game.SWITCHES for value in ("x", 99, 1.5)]
    for players, options in wishes:
        error = wrong(lambda players=players, options=options: game.new(players, **options))  # type: ignore[misc]  # bound at once
        if error is not None:
            check(error.what)
    assert wrong(lambda: game.new(2, weather="rain")) is not None


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
