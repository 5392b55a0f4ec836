"""The one-line position, its JSON form, and actions in words: round trips, tolerance, and messages that say where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import jsonschema
import pytest
from dunhuang_tables import table
from hypothesis import given
from hypothesis import strategies as some

from companion.engine import ParseError, dunhuang, hangzhou, xanadu
from companion.games.dunhuang.names import UNKNOWN as UNKNOWN_KIND
from companion.games.dunhuang.turns import CardDrawn
from companion.games.hangzhou.state import Hand
from companion.games.xanadu import turns as xanadu_turns
from companion.games.xanadu.moves import EndTurn, PlaceWorker, Sell
from companion.games.xanadu.names import UNKNOWN, Card

RULES: dict[str, Any] = {"dunhuang": dunhuang, "hangzhou": hangzhou, "xanadu": xanadu}
DUNHUANG = (
    "dunhuang 3 tie: holder ring: interpreter soldier shepherd manichean princess painter trader maid"
    " market: 2 - 4 5 * 7 8 9 camel: 2 tokens: 6A+ 8C A: c4 p3 hand 3 6x2 * shop 6x3 out 5 7 B: c0"
    " C: c9 shop 8 under: B9 * gone: 4 start: B last: yes now: fee A 0 8 deck: *x12"
)
HANGZHOU = (
    "hangzhou RBYW trade: optional city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B merchants: B1 - D5 -"
    " market: y2 b3 r1 k5 / r2 b1 y1 g4 / b1 r1 y3 o4 / r1 y1 k5 p4 R: c5 y1 B: c3 b1 v2 Y: - W: c4 r1"
    " seals: RW start: B round: 4 die: 3 mixed: yes now: play Y coin"
)
XANADU = (
    "xanadu 3 edition: online A: c12 49.03.* 24 50- hand * 05 07 B: c4 61.08 hand 10 11 C: 02 hand *x6"
    " discard: 01 09 run: 2 now: play A sold working built1 got gold1"
)
JSON = {
    "dunhuang": dunhuang.to_json(dunhuang.parse(DUNHUANG)),
    "hangzhou": hangzhou.to_json(hangzhou.parse(HANGZHOU)),
    "xanadu": xanadu.to_json(xanadu.parse(XANADU)),
}
"""These positions, each in the middle of a game."""


def of_each(rows: Mapping[str, Iterable[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
    """The rows of all games, each with its game before it."""
    return [(game, *row) for game, found in rows.items() for row in found]


@pytest.mark.parametrize("text", [DUNHUANG, HANGZHOU, XANADU])
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    rules = RULES[text.split()[0]]
    state = rules.parse(text)
    assert rules.text(state) == text
    assert rules.from_json(rules.to_json(state)) == state


LOOSE = (
    "3 now=PLAY a, SOLD working built1 got GOLD1;\nrun: 2 Discard: 9, 1\nc: 2 hand *x6 b: c4 61.8 HAND 11 10"
    " a: c12 49.3.* 24 50- hand 7 5 * edition: Online"
)


@pytest.mark.parametrize(
    ("game", "loose", "text"),
    [
        *(
            ("dunhuang", loose, DUNHUANG)
            for loose in (DUNHUANG.upper(), DUNHUANG.replace(" ", "\n  ").replace(":", "="))
        ),
        *(("xanadu", loose, XANADU) for loose in (XANADU.upper(), LOOSE)),
        ("hangzhou", HANGZHOU.upper(), HANGZHOU),
        ("hangzhou", HANGZHOU.lower(), HANGZHOU),
        ("hangzhou", HANGZHOU.replace(" ", "\n  "), HANGZHOU),
        ("hangzhou", HANGZHOU.replace(": ", ":").replace(" / ", "/"), HANGZHOU),
        ("hangzhou", HANGZHOU.replace(": ", "="), HANGZHOU),
        ("hangzhou", HANGZHOU.replace("R: c5 y1", "r: y1, c5;"), HANGZHOU),
        ("hangzhou", HANGZHOU.replace("y2 b3 r1 k5", "yellow2 blue3 red1 black5"), HANGZHOU),
    ],
)
def test_reading_is_tolerant(game: str, loose: str, text: str) -> None:
    """Capitals keep to the alphanumeric letters of QR codes."""
    assert RULES[game].parse(loose) == RULES[game].parse(text)


BAD_POSITIONS = {
    "dunhuang": (
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
    ),
    "hangzhou": (
        ("", "1:1: expected the players"),
        ("hangzhou RBX", "1:10: 'RBX': expected the players' letters in seat"),
        ("hangzhou RR", "1:10: 'RR': red is named twice"),
        ("hangzhou RB\nctiy: A1R", "2:1: ctiy: there is no such field; expected one of city"),
        ("hangzhou RB city: A1R C3B", "1:23: city: expected A1, B1, … or E5, and what lie"),
        ("hangzhou RB city: A1R A1B", "1:23: city: A1 is given twice"),
        ("hangzhou RB city: A1Rx", "1:19: city: expected A1, B1, … or E5, and what lie"),
        ("hangzhou RB merchants: A1 - -", "1:13: merchants: expected one word each for orange"),
        ("hangzhou RB merchants: A1 C3 - -", "1:27: merchants: expected A1, B1, … or E5, not 'C3"),
        ("hangzhou RB market: b1 q2", "1:24: market: expected a value, not 'q2'"),
        ("hangzhou RB market: b1 / b2 / b3 / b1 / b2", "1:13: market: expected 4 rows at most, parted by “"),
        ("hangzhou RB bag: x2", "1:18: bag: expected blue, red, yellow, green, oran"),
        ("hangzhou RB R: c6 z1", "1:19: r: expected blue, red, yellow, green, orange"),
        ("hangzhou RB R: c6 red: c5", "1:19: red: there is no such field; expected one of"),
        ("hangzhou RB seals: Y", "1:20: seals: expected a player, not 'Y'"),
        ("hangzhou RB die: x", "1:18: die: expected a whole number, 1 or more"),
        ("hangzhou RB now: move pink", "1:23: now: expected orange, green, purple or black"),
        ("hangzhou RB now: play R shop coin", "1:30: now: 'coin' is too much"),
        ("hangzhou RB now: play R wait", "1:25: now: expected shop, dye or coin"),
        ("hangzhou RB blocking: maybe", "1:23: blocking: expected none or no_sharing"),
        ("hangzhou R round-die: sold-only", "1:12: round_die: a solo"),
    ),
    "xanadu": (
        ("xanadu 2 A: 01.02.03.04.05.06", "1:1: $.players.A.city.0.workers: “Expected `array` of length <= 4”"),
        ("xanadu 2 A: 99", "1:13: a: expected a value, not '99'"),
        ("xanadu 2 A: hand 00", "1:18: a: expected a card from 01 to 74, not '00'"),
        ("xanadu 2 now: pick A later", "1:22: now: expected setup, sold or turn, not 'later'"),
        ("xanadu 2 now: draw A many", "1:22: now: expected a whole number, 0 to 99, not 'many'"),
        ("xanadu 2 now: play A got wool2", "1:26: now: expected wood, clay"),
        ("xanadu 5 advanced: yes", "1:10: advanced: the advanced game is for 2 to 4"),
        ("xanadu 3 end-slots: 12", "1:21: end-slots: expected a whole number, 10 to 11"),
        ("xanadu 3 A: hand *x900 B: hand *x100", "1:1: $: these are more than 999 cards"),
    ),
}


@pytest.mark.parametrize(("game", "text", "message"), of_each(BAD_POSITIONS))
def test_what_cannot_be_read_says_where_and_what_was_expected(game: str, text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        RULES[game].parse(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("game", RULES)
def test_every_action_has_words(game: str) -> None:
    rules = RULES[game]
    for action in rules.catalogue:
        assert rules.parse_action(rules.action_text(action).upper()) == action


BAD_ACTIONS = {
    "dunhuang": (
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
    ),
    "xanadu": (
        ("dance", "1:1: expected start 07, sell 49, worker 49 12, build 12, end"),
        ("sell 75", "1:6: sell: expected a card from 01 to 74"),
    ),
}


@pytest.mark.parametrize(("game", "text", "message"), of_each(BAD_ACTIONS))
def test_a_bad_action_says_where_and_what(game: str, text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        RULES[game].parse_action(text)
    assert str(error.value).startswith(message)


BAD_JSON = {
    "dunhuang": (
        ('"camel":2', '"camel":9', "$.camel: “Expected `int` <= 8”"),
        ('"holder":"A"', '"holder":"D"', "$.tokens.tea.holder: “Invalid enum value 'D'”"),
        ('"start":"B"', '"start":"D"', "$.start: “Invalid enum value 'D'”"),
        ('"phase":"fee"', '"phase":"rob"', "$.now: “Object contains unknown field `steps`”"),
        ('"unknown":12', '"unknown":998,"tea":5', "$.players: there are more than 999 cards in all"),
        ('"tea":3', '"tea":990', "$.players: there are more than 999 cards in all"),
        ('"under":[', '"under":[{"card":"brass"},', "$.under.0.card: “Invalid enum value 'brass'”"),
        ('"B":{"coins"', '"D":{"coins"', "$.players: “Object contains unknown field `D`”"),
    ),
    "hangzhou": (
        ('"coins":3', '"coins":"x"', "$.hands.blue.coins: “Expected `int`"),
        ('"coins":3', '"coins":-1', "$.hands.blue.coins: “Expected `int` >= 0"),
        ('"dye":"black"', '"dye":"pink"', "$.market.orange.3.dye: “Invalid enum value 'pink'"),
        ('"trade":"optional"', '"trade":"never"', "$.options.trade: “Invalid enum value"),
        ('"start":"blue"', '"start":"pink"', "$.start: “Invalid enum value"),
        ('"game":"hangzhou"', '"game":"go"', "$.game: expected “hangzhou”"),
        ('"mixed_returned":true', '"mixed_returned":1', "$.mixed_returned: “Expected `bool`"),
        ('"player":"yellow"', '"player":null', "$.now.player: “Expected `str`"),
    ),
    "xanadu": (
        ('"phase":"play"', '"phase":"deal"', "$.now: “Object contains unknown field `sold`”"),
        ('"player":"A"', '"player":"F"', "$.now.player: “Invalid enum value 'F'”"),
        ('"card":49', '"card":0', "$.players.A.city.0.card"),
        ('"deck":[', '"deck":[' + "0," * 930, "$: these are more than 999 cards"),
        ('"coins":12', '"coin":12', "$.players.A: “Object contains unknown field `coin`”"),
    ),
}


@pytest.mark.parametrize(("game", "old", "new", "message"), of_each(BAD_JSON))
def test_bad_json_says_where(game: str, old: str, new: str, message: str) -> None:
    assert old in JSON[game]
    with pytest.raises(ParseError) as error:
        RULES[game].from_json(JSON[game].replace(old, new, 1))
    assert error.value.message.startswith(message)


@pytest.mark.parametrize(
    ("game", "field", "wrong"),
    [("dunhuang", '"camel":2', '"camel":0'), ("hangzhou", '"round":4', '"round":0'), ("xanadu", '"run":2', '"run":0')],
)
def test_the_schema_describes_positions(game: str, field: str, wrong: str) -> None:
    published = RULES[game].schema()
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(json.loads(JSON[game]), published)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(JSON[game].replace(field, wrong)), published)


# --- Dunhuang ---


@given(words=some.lists(some.sampled_from(DUNHUANG.replace(":", ": ").split()), max_size=25))
def test_words_of_a_position_in_any_order(words: list[str]) -> None:
    try:
        state = dunhuang.parse("dunhuang 3 " + " ".join(words))
    except ParseError as error:
        assert (error.line, error.message != "") == (1, True)
    else:
        assert dunhuang.parse(dunhuang.text(state)) == state
        assert dunhuang.from_json(dunhuang.to_json(state)) == state


def test_goods_can_be_named_and_what_follows_from_the_rest_left_out() -> None:
    loose = dunhuang.parse("3 market: silver wool wool wool wool wool wool wool now: take b 2")
    assert dunhuang.text(loose) == ("dunhuang 3 market: 2 9 9 9 9 9 9 9 now: take B 2")
    state = dunhuang.parse("dunhuang 4")
    assert (state.deck, state.players[3].coins, state.now.phase) == (55, 7, "move")
    assert dunhuang.parse("dunhuang 2 A: c3 hand *x2").pile == (*(0,) * 10, 33), "nobody knows which are left"


def test_cards_drawn_can_be_typed_alone() -> None:
    assert dunhuang.parse_action("6") == dunhuang.parse_action("tea") == CardDrawn("tea")
    assert dunhuang.parse_action("*") == CardDrawn("unknown")


def test_json_names_everything() -> None:
    data = json.loads(JSON["dunhuang"])
    assert data["players"]["A"]["hand"]["tea"] == 2
    assert data["players"]["A"]["hand"]["unknown"] == 1
    assert data["tokens"]["tea"] == {"holder": "A", "guarded": True}
    assert "jade" not in data["tokens"]
    assert (data["camel"], data["market"][4], data["under"][0]) == (2, "unknown", {"card": "wool", "by": "B"})


def test_shops_and_what_all_saw_hold_no_unknown_cards() -> None:
    for place in ('"shop":{', '"gone":{'):
        with pytest.raises(ParseError, match="unknown field `unknown`"):
            dunhuang.from_json(JSON["dunhuang"].replace(place, place + '"unknown":1,', 1))


def test_a_view_can_be_written_and_typed() -> None:
    view = dunhuang.view(table("A: c3 hand 2 6 B: c3 hand 7"), 0)
    assert view.players[1].hand[UNKNOWN_KIND] == 1
    assert dunhuang.parse(dunhuang.text(view)) == view


# --- Hangzhou ---


def test_every_field_of_a_position_is_read() -> None:
    state = hangzhou.parse(HANGZHOU)
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
    assert set(HANGZHOU.upper()) <= allowed
    assert len(HANGZHOU) < 300


# --- Xanadú ---


def test_what_is_left_out_of_xanadu_is_worked_out() -> None:
    known = xanadu.parse("xanadu 2 A: 01 hand 03 B: 02.05")
    assert len(known.deck) == 66
    assert not {1, 2, 3, 5} & set(known.deck)
    unknown = xanadu.parse("xanadu 2 A: 01 hand 03 B: 02.*")
    assert unknown.deck == (UNKNOWN,) * 66
    assert known.now == xanadu.parse("xanadu 2 A: 01 B: 02 now: play A").now
    assert xanadu.text(xanadu.new(4)) == "xanadu 4 now: deal A setup"
    assert xanadu.text(xanadu.new(2, cards="paper")) == "xanadu 2 cards: paper now: deal A setup"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("sell 17", Sell(Card(17))),
        ("SELL barracks", Sell(Card(49))),
        ("worker 49", PlaceWorker(Card(49))),
        ("worker 49 *", PlaceWorker(Card(49))),
        ("worker 49 7", PlaceWorker(Card(49), Card(7))),
        ("draw *", xanadu_turns.CardDrawn(UNKNOWN)),
        ("draw end", xanadu_turns.EndDrawn()),
        ("end  turn", EndTurn()),
    ],
)
def test_actions_in_words(text: str, action: xanadu.Action) -> None:
    assert xanadu.parse_action(text) == action
