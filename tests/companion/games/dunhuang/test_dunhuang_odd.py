"""Odd positions: every fault is listed, corrections set anything, and the game goes on."""

from __future__ import annotations

import pytest
from dunhuang_tables import FIRST, SECOND, played, table

from companion.engine import CHANCE, OVER, dunhuang
from companion.engine.correction import Change, Correction
from companion.games.dunhuang.turns import GoOn, TileLaid


def kinds(text: str) -> list[str]:
    return [fault.kind for fault in dunhuang.faults(dunhuang.parse(text))]


def test_a_sound_position_has_no_faults() -> None:
    assert dunhuang.faults(table("A: c3 hand 2 6 shop 6x2 tokens: 6A+")) == ()
    assert dunhuang.faults(table("A: c3 hand *x2 shop 6x2 tokens: 6A")) == ()
    for players in dunhuang.PLAYERS:
        assert dunhuang.faults(dunhuang.new(players)) == ()
        assert dunhuang.faults(dunhuang.new(players, cards="paper")) == ()


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
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_each_fault(text: str, kind: str, language: str) -> None:
    state = dunhuang.parse(text)
    faults = [fault for fault in dunhuang.faults(state) if fault.kind == kind]
    assert faults
    assert all(dunhuang.say(fault, state, language).endswith(".") for fault in faults)


@pytest.mark.parametrize(
    ("path", "value", "then"),
    [
        ("players.A.coins", 9, "A: c9"),
        ("players.A.hand.tea", 2, "A: c6 hand 6x2"),
        ("players.B.shop", {"jade": 1}, "B: c6 shop 3"),
        ("players.B.removed.unknown", 2, "B: c6 out *x2"),
        ("players.B.prestige", 4, "B: c6 p4"),
        ("ring.0", "diplomat", "ring: diplomat soldier"),
        ("market.1", None, "market: 2 - 4"),
        ("market.1", "unknown", "market: 2 * 4"),
        ("camel", 7, "camel: 7"),
        ("deck", {"unknown": 3}, "deck: *x3"),
        ("under", [{"card": "tea", "by": "A"}], "under: A6"),
        ("tokens.tea", {"holder": "B", "guarded": True}, "tokens: 6B+"),
        ("gone.tea", 1, "gone: 6"),
        ("start", "C", "start: C"),
        ("last_round", True, "last: yes"),
        ("now", {"phase": "act", "player": "B", "steps": 3}, "now: act B 3"),
        ("options.farmer", "exact", "farmer: exact"),
    ],
)
def test_any_field_can_be_set(path: str, value: object, then: str) -> None:
    state = table("")
    correction = Correction((Change(path, value),), "Ana", "it lies so on the table")
    assert dunhuang.refusal(state, correction) is None
    after, effects = dunhuang.play(state, correction)
    assert then in dunhuang.text(after)
    assert (effects[0].who, effects[0].why) == ("Ana", "it lies so on the table")
    assert dunhuang.parse_action(dunhuang.action_text(correction)) == correction


def test_a_correction_says_who_and_why_and_is_for_anybody_at_any_time() -> None:
    change = (Change("camel", 2),)
    for text in ("dunhuang 2", "dunhuang 2 now: over", "dunhuang 2 now: fill A"):
        assert dunhuang.refusal(dunhuang.parse(text), Correction(change, "Ben", "bumped"), 1) is None
    assert dunhuang.refusal(table(""), Correction(change, "", "x")).reason == "no_reason_given"


RING8 = f"dunhuang 3 ring: {FIRST}"
FULL = f"{RING8} market: 2 3 4 5 6 7 8 9 camel: 1"


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
    ],
)
def test_where_nothing_can_be_done_the_game_goes_on(text: str, then: str) -> None:
    state = dunhuang.parse(text)
    assert state.turn is CHANCE
    assert dunhuang.chances(state).certain
    after, effects = dunhuang.play(state, GoOn())
    assert then in dunhuang.text(after)
    assert dunhuang.say(effects[0], after)


def test_a_camel_that_is_nowhere_enters_at_the_first_space() -> None:
    state = dunhuang.parse(f"{RING8} market: 2 3 4 5 6 7 8 9")
    assert played(state, "camel 1").camel == 1


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
