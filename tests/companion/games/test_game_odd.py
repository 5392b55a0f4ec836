"""Odd positions: every fault is listed, corrections set anything, and the game goes on."""

from __future__ import annotations

from typing import Any

import pytest
import xanadu_tables
from dunhuang_tables import FIRST, SECOND, table
from dunhuang_tables import played as played_in_dunhuang
from positions import played

from companion.engine import CHANCE, OVER, RefusedError, dunhuang, hangzhou, xanadu
from companion.engine.correction import Change, Correction
from companion.games.dunhuang.turns import TileLaid
from companion.games.hangzhou.rounds import MerchantActs
from companion.games.hangzhou.state import Hand

RULES: dict[str, Any] = {"dunhuang": dunhuang, "hangzhou": hangzhou, "xanadu": xanadu}
MARKET = "market: b1 r1 y1 k5 / b2 r2 y2 k6 / b1 r1 y1 g4 / b1 r1 y1 g5"
"""Of Hangzhou, with all dice on it that it can have."""
RING8 = f"dunhuang 3 ring: {FIRST}"
FULL = f"{RING8} market: 2 3 4 5 6 7 8 9 camel: 1"


def of(text: str) -> Any:
    """The game whose position that is."""
    return RULES[text.split()[0]]


@pytest.mark.parametrize(
    "text",
    [
        f"{FULL} A: c3 hand 2 6 shop 6x2 tokens: 6A+",
        f"{FULL} A: c3 hand *x2 shop 6x2 tokens: 6A",
        *(dunhuang.text(dunhuang.new(players)) for players in dunhuang.PLAYERS),
        *(dunhuang.text(dunhuang.new(players, cards="paper")) for players in dunhuang.PLAYERS),
        f"hangzhou RB city: A1Rb B1B2 {MARKET} R: c5 r1 B: c100 v20",
        "hangzhou RBYW now: draw",
        hangzhou.text(hangzhou.new()),
    ],
)
def test_a_sound_position_has_no_faults(text: str) -> None:
    assert of(text).faults(of(text).parse(text)) == ()


def test_all_faults_are_listed_with_counts() -> None:
    state = table(
        "A: c3 p30 shop 2x3 10 B: c3 shop 6 tokens: 2A 6C 10A",
        ring=FIRST.replace("maid", "soldier"),
        market="2 - - 5 6 7 8 9",
    )
    assert [dunhuang.say(fault, state) for fault in dunhuang.faults(state)] == [
        "Cards of silver: 4. There are 2.",
        "Cards of silk: 1. They are not in play.",
        "Player C holds the token of tea with 0 cards in the shop: another shop has 1.",
        "Player A holds the token of silk, which is not in play.",
        "30 prestige tokens: there are 28.",
        "Soldier and the other side of the same tile lie in the ring, or the same side twice.",
        "Empty spaces: 2. The deck still has cards.",
    ]
    state = hangzhou.parse(
        f"hangzhou RB city: A1Rb B1Rb {MARKET.replace('k6', 'k2')} supply: b7 r8 y8 g4 o4 p4 k4"
        " R: c5 g1 s6 bag: o2 p2 k1 die: 9 now: play R"
    )
    assert [hangzhou.say(fault, state) for fault in hangzhou.faults(state)] == [
        "9 blue dyes: there are 8.",
        "5 green dyes: there are 4.",
        "Red has 8 shops: there are 6.",
        "3 black dice: there are 2.",
        "A black die shows 2: it never does.",
        "Red has green in hand: mixed dyes never come into a hand.",
        "The round die shows 9: it has 6 sides.",
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("dunhuang 3 A: c1 shop 2x3", "cards"),
        ("dunhuang 3 deck: 5", "cards"),
        ("dunhuang 3 A: c1 hand 10", "not_in_play"),
        ("dunhuang 3 A: c1 hand * deck: *x9", "total"),
        ("dunhuang 3 A: c1 shop 10 tokens: 10A", "token_not_in_play"),
        ("dunhuang 3 tokens: 6A", "no_majority"),
        ("dunhuang 3 ring: maid A: c1 shop 6 tokens: 6A+", "nobody_guards"),
        ("dunhuang 3 A: c1 p29", "prestige"),
        ("dunhuang 3 ring: maid domestic", "tile"),
        ("dunhuang 3 ring: maid", "ring"),
        ("dunhuang 3", "no_camel"),
        ("dunhuang 3", "gaps"),
        ("dunhuang 3 now: fee A 0 6", "nobody_to_pay"),
        ("dunhuang 3 last: yes", "last_round"),
        ("dunhuang 3 now: over", "ended_early"),
        ("hangzhou RB city: A1Rb supply: b8 r8 y8 g4 o4 p4 k4", "cubes"),
        ("hangzhou RB R: c1 s7", "shops"),
        ("hangzhou RB bag: b5 r4 y4 g2 o2 p2 k2", "dice"),
        ("hangzhou RB market: b9", "price"),
        ("hangzhou RB market: b1 b2", "row"),
        ("hangzhou RB blocking: no-sharing merchants: A1 A1 - -", "sharing"),
        ("hangzhou RB trade: optional now: ask green", "nobody_to_ask"),
        ("hangzhou RB R: c1 k1", "mixed_in_hand"),
        ("hangzhou R R: c1 v1", "points_alone"),
        ("hangzhou R seals: R", "seal_alone"),
        ("hangzhou RB sold: g1", "kept"),
        ("hangzhou R sold: b1", "kept"),
        ("hangzhou RB die: 7", "round_die"),
        ("hangzhou RB start-at: 3 die: 2", "round_die_low"),
        ("hangzhou RB round-limit: 3 round: 4", "round"),
        ("hangzhou RB pool: r1", "pool"),
        ("xanadu 2 A: 01 B: 01", "card_twice"),
        ("xanadu 2 A: 01 B: 02 deck: 03", "card_lacking"),
        ("xanadu 2 A: 01 hand *x3 B: 02 deck: *x3", "cards"),
        ("xanadu 2 A: 71 B: 02", "edition"),
        ("xanadu 2 A: 01 hand 11 12 13 14 15 16 17 18", "hand"),
        ("xanadu 2 A: 01 pick 11", "picked"),
        ("xanadu 2 A: 01 02 03 04 05 06", "buildings"),
        ("xanadu 2 A: 01 B: 02-", "sideways"),
        ("xanadu 2 A: 01.05.06.07.08", "full"),
        ("xanadu 2 A: c3", "no_building"),
        ("xanadu 2 A: 01 now: play A working built1", "built"),
        ("xanadu 2 A: 01 02- 03- now: play A working built2", "built_many"),
        ("xanadu 2 A: 01 now: play A working paid jade1", "paid"),
        ("xanadu 2 A: 01 hand 11 12 13 14 15 16 17 now: draw A 2", "left"),
        ("xanadu 2 A: 01 run: 3", "run"),
        ("xanadu 2 A: 01 idle: 2", "idle"),
    ],
)
def test_each_fault(text: str, kind: str) -> None:
    rules, state = of(text), of(text).parse(text)
    found = [fault for fault in rules.faults(state) if fault.kind == kind]
    assert found
    for said in (rules.say(fault, state, language) for fault in found for language in ("en", "es")):
        assert said.endswith(".") and "{" not in said


CITY = f"hangzhou RB city: A1R {MARKET} supply: b1"


@pytest.mark.parametrize(
    ("text", "path", "value", "then"),
    [
        (FULL, "players.A.coins", 9, "A: c9"),
        (FULL, "players.A.hand.tea", 2, "A: c6 hand 6x2"),
        (FULL, "players.B.shop", {"jade": 1}, "B: c6 shop 3"),
        (FULL, "players.B.removed.unknown", 2, "B: c6 out *x2"),
        (FULL, "players.B.prestige", 4, "B: c6 p4"),
        (FULL, "ring.0", "diplomat", "ring: diplomat soldier"),
        (FULL, "market.1", None, "market: 2 - 4"),
        (FULL, "market.1", "unknown", "market: 2 * 4"),
        (FULL, "camel", 7, "camel: 7"),
        (FULL, "deck", {"unknown": 3}, "deck: *x3"),
        (FULL, "under", [{"card": "tea", "by": "A"}], "under: A6"),
        (FULL, "tokens.tea", {"holder": "B", "guarded": True}, "tokens: 6B+"),
        (FULL, "gone.tea", 1, "gone: 6"),
        (FULL, "start", "C", "start: C"),
        (FULL, "last_round", True, "last: yes"),
        (FULL, "now", {"phase": "act", "player": "B", "steps": 3}, "now: act B 3"),
        (FULL, "options.farmer", "exact", "farmer: exact"),
        (CITY, "hands.red.coins", 9, "R: c9"),
        (CITY, "city.A1", {"owner": "blue", "dye": "red", "coins": 2}, "city: A1Br2"),
        (CITY, "city.A1", None, "supply: "),
        (CITY, "merchants.orange", "B2", "merchants: B2 - - -"),
        (CITY, "market.orange", [{"dye": "red", "price": 2}], "market: r2 /"),
        (CITY, "seals", ["red"], "seals: R"),
        (CITY, "start", "blue", "start: B"),
        (CITY, "mixed_returned", True, "mixed: yes"),
        (CITY, "now", {"phase": "move", "merchant": "purple"}, "now: move purple"),
        (CITY, "options.blocking", "no_sharing", "blocking: no-sharing"),
    ],
)
def test_any_field_can_be_set(text: str, path: str, value: object, then: str) -> None:
    rules, state = of(text), of(text).parse(text)
    correction = Correction((Change(path, value),), "Ana", "it lies so on the table")
    assert rules.refusal(state, correction) is None
    after, effects = rules.play(state, correction)
    assert then in rules.text(after)
    assert (effects[0].who, effects[0].why) == ("Ana", "it lies so on the table")
    assert rules.parse_action(rules.action_text(correction)) == correction


def test_a_correction_says_who_and_why_and_is_for_anybody_at_any_time() -> None:
    change = (Change("camel", 2),)
    for text in ("dunhuang 2", "dunhuang 2 now: over", "dunhuang 2 now: fill A"):
        assert dunhuang.refusal(dunhuang.parse(text), Correction(change, "Ben", "bumped"), 1) is None
    assert dunhuang.refusal(table(""), Correction(change, "", "x")).reason == "no_reason_given"


def test_a_correction_sets_fields_and_the_game_goes_on() -> None:
    state = xanadu_tables.table("A: c3 49.05 hand 11 12 B: 02")
    changes = (Change("players.A.coins", 9), Change("players.A.city.0.workers", [5, 6]), Change("players.A.hand", [11]))
    state, happened = xanadu.play(state, Correction(changes, "Ana", "a worker was forgotten"))
    assert state.players[0].coins == 9
    assert xanadu_tables.played(state, "sell 49").players[0].coins == 9 + 4
    assert xanadu.say(happened[0], state).startswith("Ana corrects the table (a worker was forgotten): A’s tong bao: 9")


@pytest.mark.parametrize(
    "change",
    [
        Change("hands.red.coins", -1),
        Change("hands.white.coins", 1),
        Change("city.C3", {"owner": "red"}),
        Change("round.0", 1),
        Change("players", ["red"]),
    ],
)
def test_corrections_that_make_no_sense_are_refused(change: Change) -> None:
    state, correction = hangzhou.parse("hangzhou RB"), Correction((change,), "Ana", "x")
    refusal = hangzhou.refusal(state, correction)
    assert refusal is not None and refusal.reason == "correction_does_not_fit"
    assert hangzhou.say(refusal, state)
    with pytest.raises(RefusedError):
        hangzhou.play(state, correction)


@pytest.mark.parametrize(
    ("text", "then"),
    [
        (f"{RING8} now: lay", "now: stock"),
        (f"{FULL} now: stock", "now: deal A"),
        (f"{FULL} deck: - now: deal A", "now: park"),
        (f"{FULL} now: choose", "now: park"),
        (f"{FULL} now: draw A 0", "now: move B"),
        (f"{FULL} now: keep A", "now: move B"),
        (f"{FULL} now: bury A", "now: move B"),
        (f"{FULL} now: rob A B 1 1", "now: move B"),
        (f"{FULL} now: pick A B 1 1", "now: move B"),
        (f"{FULL} now: give A B 1", "now: move B"),
        (f"{FULL} now: fill A", "now: move B"),
        (f"{FULL} now: show", "now: over"),
        ("hangzhou RB supply: - now: draw", "now: pick B"),
        ("hangzhou RB now: pick B", "now: pick R"),
        ("hangzhou RB now: pick R", "now: market"),
        ("hangzhou RB bag: - now: market", "now: play R"),
        ("hangzhou RB now: ask orange", "now: move green"),
        ("hangzhou RB city: A1Rb merchants: A1 - - - market: b3 R: c0 now: ask orange", "now: move green"),
    ],
)
def test_where_nothing_can_be_done_the_game_goes_on(text: str, then: str) -> None:
    rules, state = of(text), of(text).parse(text)
    assert state.turn is CHANCE
    assert rules.chances(state).certain
    after, effects = rules.play(state, rules.parse_action("go on"))
    assert rules.text(after).partition(" deck: ")[0].endswith(then)
    assert rules.say(effects[0], after)


def test_a_camel_that_is_nowhere_enters_at_the_first_space() -> None:
    state = dunhuang.parse(f"{RING8} market: 2 3 4 5 6 7 8 9")
    assert played_in_dunhuang(state, "camel 1").camel == 1


def test_chances_are_for_chance_only() -> None:
    for text in (FULL, f"{FULL} now: over"):
        with pytest.raises(ValueError, match="nothing is left to chance"):
            dunhuang.chances(dunhuang.parse(text))
    assert dunhuang.parse(f"{FULL} now: over").turn is OVER


def test_a_tile_is_laid_once() -> None:
    state = dunhuang.parse(f"dunhuang 3 ring: {SECOND.rsplit(' ', 1)[0]} now: lay")
    assert [action.character.value for action in dunhuang.legal(state)] == ["maid", "domestic"]
    refusal = dunhuang.refusal(state, TileLaid("soldier"))
    assert dunhuang.say(refusal, state) == "Already laid: Soldier."


def test_an_empty_bag_draws_nothing() -> None:
    state = hangzhou.parse("hangzhou RB market: b1 / r1 bag: - now: move orange")
    state = played(state, "move orange")
    assert state.bag[0] == 1, "the demand die itself is there to draw again"
    bare = hangzhou.parse("hangzhou RB bag: - now: roll orange")
    assert list(hangzhou.legal(bare)) == [hangzhou.parse_action("go on")]
    assert hangzhou.text(played(bare, "go on")).endswith("now: move green")


def test_a_hand_that_nobody_knows_can_do_whatever_is_needed() -> None:
    """The city was entered, the hands were not: trades are carried out, and the hand stays unknown."""
    state = hangzhou.parse(f"hangzhou RB city: C1Rb D5Bk {MARKET} R: hidden B: hidden now: move orange")
    state, effects = hangzhou.play(state, MerchantActs("orange"))
    assert type(effects[1]).__name__ == "Bought"
    assert state.hands[0] == Hand(hidden=True, shops=5)
    turn = hangzhou.parse("hangzhou RB city: A1R R: hidden")
    after = played(turn, "coin A1", "shop B1")
    assert after.hands[0] == Hand(hidden=True, shops=4)
    assert hangzhou.parse(hangzhou.text(after)) == after
    asked = hangzhou.parse(
        "hangzhou RB trade: optional city: A1Rb merchants: A1 - - - market: b3 R: hidden now: ask orange"
    )
    assert asked.turn == 0


def test_a_hand_that_is_not_known_any_more_holds_nothing_but_its_shops() -> None:
    state = hangzhou.parse("hangzhou RB city: A1R R: c5 b1 v2 B: c3")
    fix = Correction((Change("hands.red.hidden", True),), who="Ana", why="played on cardboard")
    after, _ = hangzhou.play(state, fix)
    assert after.hands[0] == Hand(hidden=True, shops=5)
    assert hangzhou.parse(hangzhou.text(after)).hands == after.hands
    assert hangzhou.parse("hangzhou RB city: A1R R: c3 hidden v2").hands[0] == Hand(hidden=True, shops=5)


def test_a_correction_may_set_a_part_of_what_it_has_set() -> None:
    whole: dict[str, object] = {}
    fix = Correction((Change("supply", whole), Change("supply.blue", 3)), who="Ana", why="counted")
    after, _ = hangzhou.play(hangzhou.parse("hangzhou RB"), fix)
    assert after.supply[0] == 3 and after.supply[1:] == (0,) * 6
    assert whole == {}, "an action never changes"
