"""The trade, the new die, the end of round and game, the score."""

from __future__ import annotations

import pytest
from positions import acts, at, played

from companion.engine import CHANCE, OVER, hangzhou
from companion.games.hangzhou.chance import DieDrawn, MerchantActs
from companion.games.hangzhou.state import Shop, State

BLUE, RED, YELLOW, GREEN, ORANGE, PURPLE, BLACK = range(7)


def names(effects: hangzhou.Effects) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def test_buy() -> None:
    """Leaflet: black stands on Red's yellow with a coin; the die says 2."""
    state = at("A3Ry1", "black", "y2")
    after, effects = acts(state, "black")
    assert names(effects) == ["MerchantMoved", "Bought", "DieReturned"]
    assert after.hands[0].coins == 4
    assert after.hands[0].dyes[YELLOW] == 1
    assert after.shop("A3") == Shop(0), "the shop stays, empty; its coin went to the supply"
    assert after.supply == state.supply, "the dye went to the hand, not to the supply"
    assert after.bag[YELLOW] == state.bag[YELLOW] + 1
    assert after.turn is CHANCE
    assert not after.mixed_returned


def test_sell() -> None:
    """Leaflet: orange stands on Blue's purple; the die says 4."""
    state = at("C1Bp1", "orange", "p4", rest="B: c1 b1 r2")
    after, effects = acts(state, "orange")
    assert names(effects) == ["MerchantMoved", "Sold", "DieReturned"]
    hand = after.hands[1]
    assert (hand.coins, hand.points, hand.dyes[BLUE], hand.dyes[RED]) == (5, 1, 0, 1)
    assert after.supply[PURPLE] == 4
    assert after.supply[BLUE] == state.supply[BLUE] + 1
    assert after.mixed_returned


def test_black_is_worth_two_points() -> None:
    after, _ = acts(at("C1Rk", "orange", "k6", rest="R: c0 b1 r1 y1"), "orange")
    assert (after.hands[0].coins, after.hands[0].points, sum(after.hands[0].dyes)) == (6, 2, 0)


def test_unable_to_pay() -> None:
    """Leaflet: with only 1 coin in the hand Red takes the shop back; the coin at the shop does not help."""
    state = at("A3Ry5", "black", "y2", rest="R: c1")
    after, effects = acts(state, "black")
    assert names(effects)[:2] == ["MerchantMoved", "TakenBack"]
    assert (effects[1].held, effects[1].missing, effects[1].coins) == (1, (), 5)
    assert after.shop("A3") is None
    assert (after.hands[0].shops, after.hands[0].coins) == (6, 1)
    assert after.supply[YELLOW] == 8
    assert after.market == state.market, "the die stays"


def test_unable_to_mix() -> None:
    after, effects = acts(at("C1Rk", "orange", "k6", rest="R: c9 b1"), "orange")
    assert effects[1].missing == ("red", "yellow")
    assert not after.mixed_returned
    assert hangzhou.text(after).endswith("now: move green")


def test_a_dye_with_no_target_changes_the_die() -> None:
    """H7"""
    after, effects = acts(at("C1Rk", "green", "g4"), "green")
    assert names(effects) == ["MerchantStayed", "DieReturned"]
    assert after.mixed_returned
    after = played(after, "o6")
    assert [die.dye.value for die in after.market[1]] == ["blue", "red", "yellow", "orange"]


def test_new_dice_are_not_sorted_in() -> None:
    """H13"""
    state = hangzhou.parse("hangzhou RB market: y1 g4 k5 k6 now: move orange")
    after = played(state, "move orange", "b2")
    assert [die.dye.value for die in after.market[0]] == ["green", "black", "black", "blue"]


def last(die: str, rest: str = "") -> State:
    """Black, the last merchant, is about to go and has no target."""
    return hangzhou.parse(f"hangzhou RBYW city: A1R market: b1 / b1 / b1 / {die} b1 r1 y1 {rest} now: move black")


def test_the_round_die_rises_once_and_the_barrel_goes_left() -> None:
    state, _ = hangzhou.play(last("g4", "seals: RBYW start: W round: 3 die: 2"), MerchantActs("black"))
    state, effects = hangzhou.play(state, DieDrawn("green", 5))
    assert names(effects) == ["DiePlaced", "SealsReturned", "RoundDieRose", "RoundBegan"]
    assert (state.round_die, state.round, state.start, state.turn) == (3, 4, 0, 0)
    assert not any(state.seals)
    assert not state.mixed_returned


def test_without_a_mixed_die_the_round_die_stays() -> None:
    assert played(last("b2"), "move black", "b1").round_die == 1


def test_the_game_ends_when_the_die_cannot_rise() -> None:
    state, _ = hangzhou.play(last("g4", "die: 6"), MerchantActs("black"))
    state, effects = hangzhou.play(state, DieDrawn("green", 5))
    assert names(effects) == ["DiePlaced", "GameEnded"]
    assert state.turn is OVER
    assert list(hangzhou.legal(state)) == []
    assert played(last("b2", "die: 6"), "move black", "b1").turn is not OVER


def test_leaflet_score() -> None:
    """Yellow: 4 coins in hand, 1 at a shop, three dyes in hand, one at a shop, four points: 38."""
    state = hangzhou.parse("hangzhou RBYW city: A1Y1 B1Yb Y: c4 b1 r1 y1 v4 now: over")
    sheet = hangzhou.score(state).sheets[2]
    assert [(line.thing, line.count, line.worth, line.points) for line in sheet.lines] == [
        ("coins_in_hand", 4, 1, 4),
        ("coins_at_shops", 1, 1, 1),
        ("dyes_in_hand", 3, 3, 9),
        ("points", 4, 6, 24),
    ]
    assert sheet.total == 38
    assert hangzhou.score(state).winners == (2,)
    assert {line.rule for line in sheet.lines} == {"score"}


@pytest.mark.parametrize(
    ("position", "winners", "by"),
    [
        ("hangzhou RBY city: A1R A2B A3B R: c6 B: c6 Y: c5", (1,), "tie"),
        ("hangzhou RBY city: A1R A2B R: c6 B: c6 Y: c5", (0, 1), "tie"),
        ("hangzhou RBY city: A1R A2B R: c7 B: c6 Y: c5", (0,), "score"),
    ],
)
def test_shops_decide_a_tie(position: str, winners: tuple[int, ...], by: str) -> None:
    score = hangzhou.score(hangzhou.parse(f"{position} now: over"))
    assert (score.winners, score.decided_by) == (winners, by)
