"""Odd positions: every fault is listed, corrections set anything, and the game goes on."""

from __future__ import annotations

import pytest
from positions import played

from companion.engine import CHANCE, RefusedError, hangzhou
from companion.engine.correction import Change, Correction
from companion.games.hangzhou.chance import GoOn, MerchantActs
from companion.games.hangzhou.state import Hand

FULL = "market: b1 r1 y1 k5 / b2 r2 y2 k6 / b1 r1 y1 g4 / b1 r1 y1 g5"


def kinds(text: str) -> list[str]:
    return [fault.kind for fault in hangzhou.faults(hangzhou.parse(text))]


def test_a_sound_position_has_no_faults() -> None:
    assert kinds(f"hangzhou RB city: A1Rb B1B2 {FULL} R: c5 r1 B: c100 v20") == []
    assert kinds("hangzhou RBYW now: draw") == []
    assert hangzhou.faults(hangzhou.new()) == ()


def test_all_faults_are_listed_with_counts() -> None:
    state = hangzhou.parse(
        f"hangzhou RB city: A1Rb B1Rb {FULL.replace('k6', 'k2')} supply: b7 r8 y8 g4 o4 p4 k4"
        " R: c5 g1 s6 bag: o2 p2 k1 die: 9 now: play R"
    )
    said = [hangzhou.say(fault, state) for fault in hangzhou.faults(state)]
    assert said == [
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
    ],
)
def test_each_fault(text: str, kind: str) -> None:
    assert kind in kinds(text)


@pytest.mark.parametrize(
    ("path", "value", "items"),
    [
        ("hands.red.coins", 9, "R: c9"),
        ("city.A1", {"owner": "blue", "dye": "red", "coins": 2}, "city: A1Br2"),
        ("city.A1", None, "supply: "),
        ("merchants.orange", "B2", "merchants: B2 - - -"),
        ("market.orange", [{"dye": "red", "price": 2}], "market: r2 /"),
        ("seals", ["red"], "seals: R"),
        ("start", "blue", "start: B"),
        ("mixed_returned", True, "mixed: yes"),
        ("now", {"phase": "move", "merchant": "purple"}, "now: move purple"),
        ("options.blocking", "no_sharing", "blocking: no-sharing"),
    ],
)
def test_any_field_can_be_set(path: str, value: object, items: str) -> None:
    state = hangzhou.parse(f"hangzhou RB city: A1R {FULL} supply: b1")
    correction = Correction((Change(path, value),), "Ana", "it lies so on the table")
    assert hangzhou.refusal(state, correction) is None
    after, effects = hangzhou.play(state, correction)
    assert items in hangzhou.text(after)
    assert (effects[0].who, effects[0].why) == ("Ana", "it lies so on the table")
    assert hangzhou.parse_action(hangzhou.action_text(correction)) == correction


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


def test_an_empty_bag_draws_nothing() -> None:
    state = hangzhou.parse("hangzhou RB market: b1 / r1 bag: - now: move orange")
    state = played(state, "move orange")
    assert state.bag[0] == 1, "the demand die itself is there to draw again"
    bare = hangzhou.parse("hangzhou RB bag: - now: roll orange")
    assert list(hangzhou.legal(bare)) == [GoOn()]
    assert hangzhou.text(played(bare, "go on")).endswith("now: move green")


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("hangzhou RB supply: - now: draw", "now: pick B"),
        ("hangzhou RB now: pick B", "now: pick R"),
        ("hangzhou RB now: pick R", "now: market"),
        ("hangzhou RB bag: - now: market", "now: play R"),
        ("hangzhou RB now: ask orange", "now: move green"),
        ("hangzhou RB city: A1Rb merchants: A1 - - - market: b3 R: c0 now: ask orange", "now: move green"),
    ],
)
def test_where_nothing_can_be_done_the_game_goes_on(text: str, then: str) -> None:
    state = hangzhou.parse(text)
    assert state.turn is CHANCE
    assert hangzhou.chances(state).certain
    after, effects = hangzhou.play(state, GoOn())
    assert hangzhou.text(after).endswith(then)
    assert hangzhou.say(effects[0], after)


def test_a_hand_that_nobody_knows_can_do_whatever_is_needed() -> None:
    """The city was entered, the hands were not: trades are carried out, and the hand stays unknown."""
    state = hangzhou.parse(f"hangzhou RB city: C1Rb D5Bk {FULL} R: hidden B: hidden now: move orange")
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
