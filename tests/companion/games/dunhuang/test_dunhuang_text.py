"""The one-line text, the JSON form, and the words of actions."""

from __future__ import annotations

import json

import jsonschema
import pytest
from dunhuang_case import UNIVERSE
from dunhuang_tables import table
from hypothesis import given
from hypothesis import strategies as some

from companion.engine import dunhuang
from companion.engine.game import ParseError
from companion.games.dunhuang.names import UNKNOWN
from companion.games.dunhuang.turns import CardDrawn

MIDDLE = (
    "dunhuang 3 tie: holder ring: interpreter soldier shepherd manichean princess painter trader maid"
    " market: 2 - 4 5 * 7 8 9 camel: 2 tokens: 6A+ 8C A: c4 p3 hand 3 6x2 * shop 6x3 out 5 7 B: c0"
    " C: c9 shop 8 under: B9 * gone: 4 start: B last: yes now: fee A 0 8 deck: *x12"
)


def same(text: str) -> str:
    return dunhuang.text(dunhuang.parse(text))


def test_a_position_is_written_as_it_was_read() -> None:
    assert same(MIDDLE) == MIDDLE
    assert same(MIDDLE.upper()) == MIDDLE, "capitals keep to the alphanumeric letters of QR codes"
    assert same(MIDDLE.replace(" ", "\n  ").replace(":", "=")) == MIDDLE


@given(words=some.lists(some.sampled_from(MIDDLE.replace(":", ": ").split()), max_size=25))
def test_words_of_a_position_in_any_order(words: list[str]) -> None:
    try:
        state = dunhuang.parse("dunhuang 3 " + " ".join(words))
    except ParseError as error:
        assert (error.line, error.message != "") == (1, True)
    else:
        assert dunhuang.parse(dunhuang.text(state)) == state
        assert dunhuang.from_json(dunhuang.to_json(state)) == state


def test_goods_can_be_named_and_what_follows_from_the_rest_left_out() -> None:
    assert same("3 market: silver wool wool wool wool wool wool wool now: take b 2") == (
        "dunhuang 3 market: 2 9 9 9 9 9 9 9 now: take B 2"
    )
    state = dunhuang.parse("dunhuang 4")
    assert (state.deck, state.players[3].coins, state.now.phase) == (55, 7, "move")
    assert dunhuang.parse("dunhuang 2 A: c3 hand *x2").pile == (*(0,) * 10, 33), "nobody knows which are left"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: dunhuang: expected the number of players, 2 to 4"),
        ("dunhuang 5", "1:10: dunhuang: expected the number of players, 2 to 4, not '5'"),
        ("dunhuang 3 soldier", "1:12: dunhuang: 'soldier' is too much"),
        ("dunhuang 3\nrign: maid", "2:1: rign: there is no such field; expected one of ring"),
        ("dunhuang 3 ring: maids", "1:18: ring: expected interpreter, diplomat, … or domestic, not 'maids'"),
        (f"dunhuang 3 ring: {'maid ' * 9}", "1:1: $.ring: “Expected `array` of length <= 8”"),
        ("dunhuang 3 market: 1 2", "1:1: $.market: “Expected `array` of length >= 8”"),
        ("dunhuang 3 market: 1 2 3 4 5 6 7 11", "1:34: market: expected gold, silver, jade, amber, lacquer, t"),
        ("dunhuang 3 camel: 9", "1:19: camel: expected a whole number, 1 to 8"),
        ("dunhuang 3 tokens: 6", "1:20: tokens: expected gold, silver, jade, amber, lacquer, t"),
        ("dunhuang 3 tokens: 6A 6B", "1:23: tokens: 6 is given twice"),
        ("dunhuang 3 tokens: 6D", "1:20: tokens: expected gold, silver, jade, amber, lacquer, t"),
        ("dunhuang 3 D: c1", "1:12: D is none of the players A, B, C"),
        ("dunhuang 3 A: x3", "1:15: a: 'x3' is too much"),
        ("dunhuang 3 A: c3 shop *", "1:23: a: expected gold, silver, jade, amber, lacquer, tea, s"),
        ("dunhuang 3 A: c3 hand 11", "1:23: a: expected gold, silver, jade, amber, lacquer, tea, s"),
        ("dunhuang 3 deck: 6x1000", "1:18: deck: expected a whole number, 0 to 999, not '6x1000'"),
        ("dunhuang 3 A: c1 hand 6x500 B: c1 hand 6x500", "1:1: $.players: there are more than 999 cards in all"),
        (f"dunhuang 3 under: {'5 ' * 1000}", "1:1: $.under: “Expected `array` of length <= 999”"),
        ("dunhuang 3 under: E5", "1:19: under: expected a value, not 'E5'"),
        ("dunhuang 3 last: maybe", "1:18: last: expected yes or no"),
        ("dunhuang 3 tie: all", "1:17: tie: expected newcomer or holder"),
        ("dunhuang 3 now: dance", "1:17: now: expected lay, stock"),
        ("dunhuang 3 now: act", "1:12: now: expected steps"),
        ("dunhuang 3 now: give A A 2", "1:1: $.now: the phase give needs another player"),
        ("dunhuang 3 now: fee A 2 *", "1:1: $.now: the phase fee needs a kind of goods"),
        ("dunhuang 3 now: move A 3", "1:24: now: '3' is too much"),
        ("dunhuang 3 now: take A x", "1:24: now: expected a whole number"),
    ],
)
def test_what_cannot_be_read_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        dunhuang.parse(text)
    assert str(error.value).startswith(message)


def test_every_action_has_words() -> None:
    texts = {dunhuang.action_text(action) for action in UNIVERSE}
    assert len(texts) == len(UNIVERSE)
    for action in UNIVERSE:
        assert dunhuang.parse_action(dunhuang.action_text(action).upper()) == action


def test_cards_drawn_can_be_typed_alone() -> None:
    assert dunhuang.parse_action("6") == dunhuang.parse_action("tea") == CardDrawn("tea")
    assert dunhuang.parse_action("*") == CardDrawn("unknown")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected an action: camel 3"),
        ("dance", "1:1: expected camel 3, into hand, into shop tea, coins, draw"),
        ("camel", "1:1: camel: expected a whole number, 1 to 99"),
        ("camel 0", "1:7: camel: expected a whole number, 1 to 99, not '0'"),
        ("camel 1 2", "1:9: camel: '2' is too much"),
        ("fetch 9", "1:7: fetch: expected a whole number, 1 to 8, not '9'"),
        ("visit E", "1:7: visit: expected a player, not 'E'"),
        ("tile 3", "1:6: tile: expected interpreter, diplomat, … or domestic, not '3'"),
        ("exchange 3", "1:1: exchange: expected a whole number, 1 to 8"),
        ("correct {}", "1:1: a correction is an object"),
    ],
)
def test_bad_actions(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        dunhuang.parse_action(text)
    assert str(error.value).startswith(message)


JSON = dunhuang.to_json(dunhuang.parse(MIDDLE))


def test_json_names_everything() -> None:
    data = json.loads(JSON)
    assert data["players"]["A"]["hand"]["tea"] == 2
    assert data["players"]["A"]["hand"]["unknown"] == 1
    assert data["tokens"]["tea"] == {"holder": "A", "guarded": True}
    assert "jade" not in data["tokens"]
    assert (data["camel"], data["market"][4], data["under"][0]) == (2, "unknown", {"card": "wool", "by": "B"})
    assert dunhuang.from_json(JSON) == dunhuang.parse(MIDDLE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"camel":2', '"camel":9', "$.camel: “Expected `int` <= 8”"),
        ('"holder":"A"', '"holder":"D"', "$.tokens.tea.holder: “Invalid enum value 'D'”"),
        ('"start":"B"', '"start":"D"', "$.start: “Invalid enum value 'D'”"),
        ('"phase":"fee"', '"phase":"rob"', "$.now: “Object contains unknown field `steps`”"),
        ('"unknown":12', '"unknown":998,"tea":5', "$.players: there are more than 999 cards in all"),
        ('"tea":3', '"tea":990', "$.players: there are more than 999 cards in all"),
        ('"under":[', '"under":[{"card":"brass"},', "$.under.0.card: “Invalid enum value 'brass'”"),
        ('"B":{"coins"', '"D":{"coins"', "$.players: “Object contains unknown field `D`”"),
    ],
)
def test_bad_json_says_where(old: str, new: str, message: str) -> None:
    assert old in JSON
    with pytest.raises(ParseError) as error:
        dunhuang.from_json(JSON.replace(old, new))
    assert error.value.message.startswith(message)


def test_shops_and_what_all_saw_hold_no_unknown_cards() -> None:
    for place in ('"shop":{', '"gone":{'):
        with pytest.raises(ParseError, match="unknown field `unknown`"):
            dunhuang.from_json(JSON.replace(place, place + '"unknown":1,', 1))


def test_the_schema_describes_positions() -> None:
    published = dunhuang.schema()
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(json.loads(JSON), published)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(JSON.replace('"camel":2', '"camel":0')), published)


def test_a_view_can_be_written_and_typed() -> None:
    view = dunhuang.view(table("A: c3 hand 2 6 B: c3 hand 7"), 0)
    assert view.players[1].hand[UNKNOWN] == 1
    assert dunhuang.parse(dunhuang.text(view)) == view
