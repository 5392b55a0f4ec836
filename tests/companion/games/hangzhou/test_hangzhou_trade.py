"""The trade, the new die, the end of round and game, the score; alone and under the house rules on trading.

Each position is compared as a whole: what its text leaves out is as the rest of it has it, such as cubes of the supply.
"""

from __future__ import annotations

import pytest
from positions import acts, at, effect_names, played

from companion.engine import OVER, hangzhou
from companion.games.hangzhou.moves import Decline, Trade
from companion.games.hangzhou.names import Space

FILLER = "b1 r1 y1"
BOUGHT, SOLD, BACK = ("MerchantMoved Bought DieReturned", "MerchantMoved Sold DieReturned", "MerchantMoved TakenBack")


@pytest.mark.parametrize(
    ("city", "step", "rest", "effects", "then"),
    [
        # The shop stays, empty; its coin goes to the supply, the dye to the hand.
        (
            "A3Ry1",
            "black y2",
            "",
            BOUGHT,
            "city: A3R merchants: - - - A3 market:  /  /  / {filler} R: c4 y1 now: roll black",
        ),
        (
            *("C1Bp1", "orange p4", "B: c1 b1 r2", SOLD),
            "city: C1B merchants: C1 - - - market: {filler} /  /  /  B: c5 r1 v1 mixed: yes now: roll orange",
        ),
        (  # black is worth two points
            *("C1Rk", "orange k6", "R: c0 b1 r1 y1", SOLD),
            "city: C1R merchants: C1 - - - market: {filler} /  /  /  R: c6 v2 mixed: yes now: roll orange",
        ),
        # Coins at the shop do not help whoever cannot pay; the die stays.
        ("C1Ry5", "orange y2", "R: c1", BACK, "merchants: C1 - - - market: y2 {filler} /  /  /  R: c1 now: move green"),
        (
            "C1Rk",
            "orange k6",
            "R: c9 b1",
            BACK,
            "merchants: C1 - - - market: k6 {filler} /  /  /  R: c9 b1 now: move green",
        ),
        # No target changes the die (H7).
        (
            "C1Rk",
            "green g4",
            "",
            "MerchantStayed DieReturned",
            "city: C1Rk market:  / {filler} /  /  mixed: yes now: roll green",
        ),
        # House rules: optional trades ask only who is able; with sold_only a die counts that was sold.
        (
            *("C1Rr1", "orange r2", "trade: optional", "MerchantMoved TradeAsked"),
            "trade: optional city: C1Rr1 merchants: C1 - - - market: r2 {filler} /  /  /  now: ask orange",
        ),
        (
            *("C1Rr1", "orange r2", "trade: optional R: c1", BACK),
            "trade: optional merchants: C1 - - - market: r2 {filler} /  /  /  R: c1 now: move green",
        ),
        (
            *("C1Rr1", "orange g4", "round-die: sold-only", "MerchantStayed DieReturned"),
            "round-die: sold-only city: C1Rr1 market: {filler} /  /  /  now: roll orange",
        ),
        (
            *("C1Rp", "orange p4", "round-die: sold-only R: c0 b1 r1", SOLD),
            "round-die: sold-only city: C1R merchants: C1 - - - market: {filler} /  /  /  R: c4 v1 mixed: yes"
            " now: roll orange",
        ),
    ],
)
def test_a_merchant_goes_and_trades(city: str, step: str, rest: str, effects: str, then: str) -> None:
    merchant, die = step.split()
    after, happened = acts(at(city, merchant, die, rest=rest), merchant)
    assert effect_names(happened) == effects
    assert hangzhou.text(after) == f"hangzhou RBYW {then.format(filler=FILLER)}"


def test_alone_a_sale_keeps_the_dye_and_pays_coins_only() -> None:
    start = hangzhou.parse(f"hangzhou R city: C1Rp1 market: p4 {FILLER} R: c0 b1 r1 now: move orange")
    after, effects = acts(start, "orange")
    assert effects[1].kept
    then = f"city: C1R merchants: C1 - - - market: {FILLER} /  /  /  R: c4 sold: p1 mixed: yes now: roll orange"
    assert hangzhou.text(after) == f"hangzhou R {then}"


@pytest.mark.parametrize(
    ("city", "die", "rest", "held", "missing", "coins"),
    [("C1Ry5", "y2", "R: c1", 1, (), 5), ("C1Rk", "k6", "R: c9 b1", None, ("red", "yellow"), 0)],
)
def test_who_is_unable_is_told_why(
    city: str, die: str, rest: str, held: int | None, missing: tuple[str, ...], coins: int
) -> None:
    _, (_, back) = acts(at(city, "orange", die, rest=rest), "orange")
    assert (back.held, back.missing, back.coins) == (held, missing, coins)


def test_an_optional_trade_is_made_or_declined_by_the_owner() -> None:
    asked, _ = acts(at("C1Rr1", "orange", "r2", rest="trade: optional"), "orange")
    assert list(hangzhou.legal(asked)) == [Trade(), Decline()] and not hangzhou.legal(asked, by=1)
    assert played(asked, "trade").hands[0].coins == 4
    declined, effects = hangzhou.play(asked, Decline())
    assert (effects[0].rule, effects[0].held, effects[0].missing) == ("house-trade", None, ())
    assert declined.shop(Space.C1) is None
    assert declined.market == asked.market, "carried out as unable: the die stays"


def test_new_dice_are_not_sorted_in() -> None:
    """H13"""
    state = hangzhou.parse("hangzhou RB market: y1 g4 k5 k6 now: move orange")
    assert "market: g4 k5 k6 b2 " in hangzhou.text(played(state, "move orange", "b2"))


NEXT = "DiePlaced RoundBegan"


@pytest.mark.parametrize(
    ("die", "rest", "new", "effects", "then"),
    [
        (
            *("g4", "seals: RBYW start: W round: 3 die: 2", "g5", "DiePlaced SealsReturned RoundDieRose RoundBegan"),
            "round: 4 die: 3 now: play R",
        ),
        ("b2", "", "b1", NEXT, "start: B round: 2 now: play B"),  # without a mixed die the round die stays
        ("g4", "die: 6", "g5", "DiePlaced GameEnded", "die: 6 now: over"),
        ("b2", "die: 6", "b1", NEXT, "start: B round: 2 die: 6 now: play B"),
        ("b2", "round-limit: 4 round: 4", "b1", "DiePlaced GameEnded", "round: 4 now: over"),
        ("b2", "round-limit: 4 round: 3", "b1", NEXT, "start: B round: 4 now: play B"),
    ],
)
def test_the_last_merchant_ends_the_round(die: str, rest: str, new: str, effects: str, then: str) -> None:
    """Black has no target: its die is replaced, and the barrel goes to the left."""
    state = hangzhou.parse(f"hangzhou RBYW city: A1R market: b1 / b1 / b1 / {die} {FILLER} {rest} now: move black")
    state, happened = hangzhou.play(played(state, "move black"), hangzhou.parse_action(new))
    assert effect_names(happened) == effects
    assert hangzhou.text(state).endswith(f"{FILLER} {new} {then}")
    assert (state.turn is OVER) == (not hangzhou.legal(state))
    if state.turn is OVER:
        assert happened[-1].rule == ("house-round-limit" if "round-limit" in rest else "end-of-game")


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
