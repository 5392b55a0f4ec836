"""Positions and actions of Xanadú as text and JSON, faults, corrections."""

from __future__ import annotations

import json

import jsonschema
import pytest
from xanadu_tables import played, table

from companion.engine import ParseError, xanadu
from companion.engine.correction import Change, Correction
from companion.games.xanadu.moves import EndTurn, PlaceWorker, Sell
from companion.games.xanadu.names import UNKNOWN, Card
from companion.games.xanadu.turns import CardDrawn, EndDrawn

MIDDLE = (
    "xanadu 3 edition: online A: c12 49.03.* 24 50- hand * 05 07 B: c4 61.08 hand 10 11 C: 02 hand *x6"
    " discard: 01 09 run: 2 now: play A sold working built1 got gold1"
)


def test_a_position_is_read_and_written_back() -> None:
    assert xanadu.text(xanadu.parse(MIDDLE)) == MIDDLE


def test_capitals_order_and_punctuation_make_no_difference() -> None:
    loose = "3 now=PLAY a, SOLD working built1 got GOLD1;\nrun: 2 Discard: 9, 1\nc: 2 hand *x6 b: c4 61.8 HAND 11 10"
    loose += " a: c12 49.3.* 24 50- hand 7 5 * edition: Online"
    assert xanadu.parse(loose) == xanadu.parse(MIDDLE) == xanadu.parse(MIDDLE.upper())


def test_what_is_left_out_is_worked_out() -> None:
    known = xanadu.parse("xanadu 2 A: 01 hand 03 B: 02.05")
    assert len(known.deck) == 66
    assert not {1, 2, 3, 5} & set(known.deck)
    unknown = xanadu.parse("xanadu 2 A: 01 hand 03 B: 02.*")
    assert unknown.deck == (UNKNOWN,) * 66
    assert known.now == xanadu.parse("xanadu 2 A: 01 B: 02 now: play A").now
    assert xanadu.text(xanadu.new(4)) == "xanadu 4 now: deal A setup"
    assert xanadu.text(xanadu.new(2, cards="paper")) == "xanadu 2 cards: paper now: deal A setup"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xanadu 2 A: 01.02.03.04.05.06", "1:1: $.players.A.city.0.workers: “Expected `array` of length <= 4”"),
        ("xanadu 2 A: 99", "1:13: a: expected a value, not '99'"),
        ("xanadu 2 A: hand 00", "1:18: a: expected a card from 01 to 74, not '00'"),
        ("xanadu 2 now: pick A later", "1:22: now: expected setup, sold or turn, not 'later'"),
        ("xanadu 2 now: draw A many", "1:22: now: expected a whole number, 0 to 99, not 'many'"),
        ("xanadu 2 now: play A got wool2", "1:26: now: expected wood, clay"),
        ("xanadu 5 advanced: yes", "1:10: advanced: the advanced game is for 2 to 4"),
        ("xanadu 3 end-slots: 12", "1:21: end-slots: expected a whole number, 10 to 11"),
        ("xanadu 3 A: hand *x900 B: hand *x100", "1:1: $: these are more than 999 cards"),
    ],
)
def test_a_bad_position_says_where_and_what(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        xanadu.parse(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("sell 17", Sell(Card(17))),
        ("SELL barracks", Sell(Card(49))),
        ("worker 49", PlaceWorker(Card(49))),
        ("worker 49 *", PlaceWorker(Card(49))),
        ("worker 49 7", PlaceWorker(Card(49), Card(7))),
        ("draw *", CardDrawn(UNKNOWN)),
        ("draw end", EndDrawn()),
        ("end  turn", EndTurn()),
    ],
)
def test_actions_in_words(text: str, action: xanadu.Action) -> None:
    assert xanadu.parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dance", "1:1: expected start 07, sell 49, worker 49 12, build 12, end"),
        ("sell 75", "1:6: sell: expected a card from 01 to 74"),
    ],
)
def test_a_bad_action_says_where_and_what(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        xanadu.parse_action(text)
    assert str(error.value).startswith(message)


def test_the_schema_describes_positions() -> None:
    published = xanadu.schema()
    jsonschema.Draft202012Validator.check_schema(published)
    written = xanadu.to_json(xanadu.parse(MIDDLE))
    jsonschema.validate(json.loads(written), published)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(written.replace('"run":2', '"run":0')), published)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"phase":"play"', '"phase":"deal"', "$.now: “Object contains unknown field `sold`”"),
        ('"player":"A"', '"player":"F"', "$.now.player: “Invalid enum value 'F'”"),
        ('"card":49', '"card":0', "$.players.A.city.0.card"),
        ('"deck":[', '"deck":[' + "0," * 930, "these are more than 999 cards"),
        ('"coins":12', '"coin":12', "$.players.A: “Object contains unknown field `coin`”"),
    ],
)
def test_bad_json_says_where_and_what(old: str, new: str, message: str) -> None:
    written = xanadu.to_json(xanadu.parse(MIDDLE))
    assert old in written
    with pytest.raises(ParseError) as error:
        xanadu.from_json(written.replace(old, new, 1))
    assert message in str(error.value)


# --- faults and corrections -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ("A: 01 B: 01", "card_twice"),
        ("A: 01 B: 02 deck: 03", "card_lacking"),
        ("A: 01 hand *x3 B: 02 deck: *x3", "cards"),
        ("A: 71 B: 02", "edition"),
        ("A: 01 hand 11 12 13 14 15 16 17 18", "hand"),
        ("A: 01 pick 11", "picked"),
        ("A: 01 02 03 04 05 06", "buildings"),
        ("A: 01 B: 02-", "sideways"),
        ("A: 01.05.06.07.08", "full"),
        ("A: c3", "no_building"),
        ("A: 01 now: play A working built1", "built"),
        ("A: 01 02- 03- now: play A working built2", "built_many"),
        ("A: 01 now: play A working paid jade1", "paid"),
        ("A: 01 hand 11 12 13 14 15 16 17 now: draw A 2", "left"),
        ("A: 01 run: 3", "run"),
        ("A: 01 idle: 2", "idle"),
    ],
)
def test_faults(fields: str, kind: str) -> None:
    state = table(fields)
    found = [fault for fault in xanadu.faults(state) if fault.kind == kind]
    assert found
    for language in ("en", "es"):
        assert "{" not in xanadu.say(found[0], state, language)


def test_a_correction_sets_fields_and_the_game_goes_on() -> None:
    state = table("A: c3 49.05 hand 11 12 B: 02")
    changes = (Change("players.A.coins", 9), Change("players.A.city.0.workers", [5, 6]), Change("players.A.hand", [11]))
    state, happened = xanadu.play(state, Correction(changes, "Ana", "a worker was forgotten"))
    assert state.players[0].coins == 9
    assert played(state, "sell 49").players[0].coins == 9 + 4
    assert xanadu.say(happened[0], state).startswith("Ana corrects the table (a worker was forgotten): A’s tong bao: 9")
