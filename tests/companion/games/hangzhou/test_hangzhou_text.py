"""The one-line position and the JSON form: round trips, tolerance, and messages that say where."""

from __future__ import annotations

import json

import jsonschema
import pytest

from companion.engine import ParseError, hangzhou
from companion.games.hangzhou.state import Hand

MIDDLE = (
    "hangzhou RBYW trade: optional city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B merchants: B1 - D5 -"
    " market: y2 b3 r1 k5 / r2 b1 y1 g4 / b1 r1 y3 o4 / r1 y1 k5 p4 R: c5 y1 B: c3 b1 v2 Y: - W: c4 r1"
    " seals: RW start: B round: 4 die: 3 mixed: yes now: play Y coin"
)


def test_a_middle_game_is_its_own_text() -> None:
    state = hangzhou.parse(MIDDLE)
    assert hangzhou.text(state) == MIDDLE
    assert hangzhou.from_json(hangzhou.to_json(state)) == state
    assert (state.round, state.round_die, state.start, state.mixed_returned) == (4, 3, 1, True)
    assert state.hands[1] == Hand(3, False, (1, 0, 0, 0, 0, 0, 0), 2, shops=4)
    assert state.seals == (True, False, False, True)
    assert state.options.trade == "optional"


@pytest.mark.parametrize(
    "now", ["draw", "pick B", "market", "play W", "play W shop", "move green", "ask purple", "roll black", "over"]
)
def test_every_phase_has_its_words(now: str) -> None:
    text = f"hangzhou RBYW now: {now}"
    assert hangzhou.text(hangzhou.parse(text)).endswith(f"now: {now}")
    assert hangzhou.parse(hangzhou.text(hangzhou.parse(text))) == hangzhou.parse(text)


@pytest.mark.parametrize(
    "same",
    [
        MIDDLE.upper(),
        MIDDLE.lower(),
        MIDDLE.replace(" ", "\n  "),
        MIDDLE.replace(": ", ":").replace(" / ", "/"),
        MIDDLE.replace(": ", "="),
        MIDDLE.replace("R: c5 y1", "r: y1, c5;"),
        MIDDLE.replace("y2 b3 r1 k5", "yellow2 blue3 red1 black5"),
    ],
    ids=["upper", "lower", "lines", "tight", "equals", "order", "full dyes"],
)
def test_reading_is_tolerant(same: str) -> None:
    assert hangzhou.parse(same) == hangzhou.parse(MIDDLE)


def test_what_is_left_out_is_worked_out() -> None:
    state = hangzhou.parse("hangzhou RB city: A1Rb market: b1 k5")
    assert state.bag == (3, 4, 4, 2, 2, 2, 1)
    assert state.supply == (7, 8, 8, 4, 4, 4, 4)
    assert state.hands == (Hand(6, shops=5), Hand(6, shops=6))
    assert state.turn == 0


def test_a_hand_that_may_hold_more_than_nothing_is_written() -> None:
    state = hangzhou.parse("hangzhou RB R: c0 at-least")
    assert state.hands[0] == Hand(0, True, shops=6)
    assert hangzhou.text(state) == "hangzhou RB R: at-least now: play R"


def test_it_fits_into_an_alphanumeric_qr_code() -> None:
    allowed = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert set(MIDDLE.upper()) <= allowed
    assert len(MIDDLE) < 300


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected the players"),
        ("hangzhou RBX", 1, 10, "'RBX': expected the players' letters in seat"),
        ("hangzhou RR", 1, 10, "red is named twice"),
        ("hangzhou RB\nctiy: A1R", 2, 1, "expected one of city"),
        ("hangzhou RB city: A1R C3B", 1, 23, "city: expected A1, B1, … or E5, and what lie"),
        ("hangzhou RB city: A1R A1B", 1, 23, "A1 is given twice"),
        ("hangzhou RB city: A1Rx", 1, 19, "city: expected A1, B1, … or E5, and what lie"),
        ("hangzhou RB merchants: A1 - -", 1, 13, "merchants: expected one word each for orange"),
        ("hangzhou RB merchants: A1 C3 - -", 1, 27, "merchants: expected A1, B1, … or E5, not 'C3"),
        ("hangzhou RB market: b1 q2", 1, 24, "market: expected a value, not 'q2'"),
        ("hangzhou RB market: b1 / b2 / b3 / b1 / b2", 1, 13, "market: expected 4 rows at most, parted by “"),
        ("hangzhou RB bag: x2", 1, 18, "bag: expected blue, red, yellow, green, oran"),
        ("hangzhou RB R: c6 z1", 1, 19, "r: expected blue, red, yellow, green, orange"),
        ("hangzhou RB R: c6 red: c5", 1, 19, "red: there is no such field; expected one of"),
        ("hangzhou RB seals: Y", 1, 20, "seals: expected a player, not 'Y'"),
        ("hangzhou RB die: x", 1, 18, "whole number, 1 or more"),
        ("hangzhou RB now: move pink", 1, 23, "orange, green, purple or black"),
        ("hangzhou RB now: play R shop coin", 1, 30, "too much"),
        ("hangzhou RB now: play R wait", 1, 25, "shop, dye or coin"),
        ("hangzhou RB blocking: maybe", 1, 23, "none or no_sharing"),
        ("hangzhou R round-die: sold-only", 1, 12, "solo"),
    ],
)
def test_bad_positions_say_where(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ParseError) as error:
        hangzhou.parse(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert message in error.value.message


JSON = json.dumps(json.loads(hangzhou.to_json(hangzhou.parse(MIDDLE))), indent=1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"coins": 3', '"coins": "x"', "$.hands.blue.coins: “Expected `int`"),
        ('"coins": 3', '"coins": -1', "$.hands.blue.coins: “Expected `int` >= 0"),
        ('"dye": "black"', '"dye": "pink"', "$.market.orange.3.dye: “Invalid enum value 'pink'"),
        ('"trade": "optional"', '"trade": "never"', "$.options.trade: “Invalid enum value"),
        ('"start": "blue"', '"start": "pink"', "$.start: “Invalid enum value"),
        ('"game": "hangzhou"', '"game": "go"', "$.game: expected “hangzhou”"),
        ('"mixed_returned": true', '"mixed_returned": 1', "$.mixed_returned: “Expected `bool`"),
        ('"player": "yellow"', '"player": null', "$.now.player: “Expected `str`"),
    ],
)
def test_bad_json_says_where(old: str, new: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        hangzhou.from_json(JSON.replace(old, new, 1))
    assert error.value.message.startswith(message)


def test_the_schema_describes_positions() -> None:
    published = hangzhou.schema()
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(json.loads(JSON), published)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(JSON.replace('"round": 4', '"round": 0')), published)
