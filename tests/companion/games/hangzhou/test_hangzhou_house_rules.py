"""Solo play and every switch of the rules page."""

from __future__ import annotations

from positions import acts, played, table

from companion.engine import CHANCE, OVER, hangzhou
from companion.games.hangzhou.chance import DieDrawn, MerchantActs
from companion.games.hangzhou.moves import Decline, Trade
from companion.games.hangzhou.state import Hand, State

ONE_SHOP = "C1Rr1"


def reasons(state: State, *actions: str) -> list[str | None]:
    found = [hangzhou.refusal(state, hangzhou.parse_action(action)) for action in actions]
    return [None if refusal is None else refusal.reason for refusal in found]


# -- alone ---------------------------------------------------------------------------------------


def test_alone_one_turn_of_none_to_two_actions() -> None:
    state = table(ONE_SHOP, players="R", wants="b1 b1 b1 b1")
    assert reasons(state, "pass", "take coin", "end turn") == ["not_alone", "not_alone", None]
    assert hangzhou.text(played(state, "end turn")).endswith("now: move orange")
    assert hangzhou.text(played(state, "coin C1", "end turn")).endswith("now: move orange")
    assert hangzhou.text(played(state, "coin C1", "coin C1")).endswith("now: move orange")


def test_alone_a_sale_keeps_the_dye_and_pays_coins_only() -> None:
    state = table(ONE_SHOP.replace("Rr1", "Rp1"), players="R", wants="p4 - - -", rest="R: c0 b1 r1")
    after, effects = acts(state, "orange")
    assert effects[1].kept
    assert (after.hands[0].coins, after.hands[0].points) == (4, 0)
    assert (after.sold[5], after.supply[5]) == (1, 3)
    assert not hangzhou.faults(after)[4:], "nothing but the short rows is odd"


def test_alone_won_with_one_of_each() -> None:
    won = hangzhou.parse("hangzhou R sold: g1 o1 p2 k1 now: over")
    lost = hangzhou.parse("hangzhou R sold: g1 o1 p2 now: over")
    assert hangzhou.score(won).winners == (0,)
    assert hangzhou.score(lost).winners == ()
    assert [line.count for line in hangzhou.score(won).sheets[0].lines] == [1, 1, 2, 1]
    assert hangzhou.score(won).sheets[0].total == 0


def test_alone_the_barrel_stays() -> None:
    state = hangzhou.parse("hangzhou R market: b1 r1 y1 k5 / b1 r1 y1 k5 / b1 r1 y1 g4 / r2 y3 g4 o4 now: move black")
    state = played(state, "move black", "b2")
    assert (state.turn, state.round) == (0, 2)


# -- trade = optional ----------------------------------------------------------------------------


def test_optional_trade_asks_the_owner() -> None:
    state = table(ONE_SHOP, wants="r2 - - -", rest="trade: optional")
    asked, effects = acts(state, "orange")
    assert type(effects[-1]).__name__ == "TradeAsked"
    assert (asked.turn, asked.hands[0].coins) == (0, 6), "before anything is paid"
    assert list(hangzhou.legal(asked)) == [Trade(), Decline()]
    assert not hangzhou.legal(asked, by=1)
    assert played(asked, "trade").hands[0].coins == 4
    declined, effects = hangzhou.play(asked, Decline())
    assert (effects[0].rule, effects[0].held, effects[0].missing) == ("house-trade", None, ())
    assert declined.shop("C1") is None
    assert declined.market == asked.market, "carried out as unable: the die stays"


def test_optional_trade_asks_only_if_able() -> None:
    state = table(ONE_SHOP, wants="r2 - - -", rest="trade: optional R: c1")
    after, effects = acts(state, "orange")
    assert type(effects[-1]).__name__ == "TakenBack"
    assert after.turn is CHANCE


def test_forced_trade_asks_nobody() -> None:
    after, effects = acts(table(ONE_SHOP, wants="r2 - - -"), "orange")
    assert "Bought" in [type(effect).__name__ for effect in effects]
    assert after.hands[0].coins == 4


# -- the round die -------------------------------------------------------------------------------


def test_sold_only_counts_sales() -> None:
    returned = table(ONE_SHOP, wants="g4 - - -", rest="round-die: sold-only")
    after, _ = acts(returned, "orange")
    assert not after.mixed_returned
    sold = table(ONE_SHOP.replace("Rr1", "Rp"), wants="p4 - - -", rest="round-die: sold-only R: c0 b1 r1")
    after, _ = acts(sold, "orange")
    assert after.mixed_returned


def test_sold_only_brings_a_limit_of_thirty_rounds() -> None:
    assert hangzhou.new(round_die="sold_only").options.round_limit == 30
    assert hangzhou.new(round_die="sold_only", round_limit=9).options.round_limit == 9
    assert hangzhou.new().options.round_limit is None


def test_round_limit() -> None:
    last = table(ONE_SHOP, wants="b1 b1 b1 b2", rest="round-limit: 4 round: 4", now="move black")
    state, _ = hangzhou.play(last, MerchantActs("black"))
    state, effects = hangzhou.play(state, DieDrawn("blue", 1))
    assert effects[-1].rule == "house-round-limit"
    assert state.turn is OVER
    earlier = table(ONE_SHOP, wants="b1 b1 b1 b2", rest="round-limit: 4 round: 3", now="move black")
    assert played(earlier, "move black", "b1").turn == 1


def test_start_at() -> None:
    assert hangzhou.new(start_at=4).round_die == 4


# -- the rest ------------------------------------------------------------------------------------


def test_repeat_action_no() -> None:
    city = f"B1R {ONE_SHOP}"
    state = table(city, rest="repeat-action: no")
    one_dye = played(state, "dye B1 blue")
    assert reasons(one_dye, "dye C1 blue", "dye C1 green", "coin C1", "shop A1", "end turn") == [
        "same_kind_again",
        "same_kind_again",
        None,
        None,
        None,
    ]
    assert reasons(played(state, "coin B1"), "coin C1", "dye B1 red") == ["same_kind_again", None]
    assert reasons(played(state, "shop A1"), "shop A2", "coin B1") == ["same_kind_again", None]
    assert reasons(played(table(city), "dye B1 blue"), "dye C1 blue") == [None]


def test_hidden_hands() -> None:
    state = hangzhou.parse("hangzhou RB city: A1R A2Bb open-hands: hidden R: c3 r1 B: c4 y2 v1")
    mine = hangzhou.view(state, 0)
    assert mine.hands[0] == state.hands[0]
    assert mine.hands[1] == Hand(hidden=True, shops=5)
    assert hangzhou.view(state, None).hands[0].hidden
    assert hangzhou.parse(hangzhou.text(mine)) == mine
    assert hangzhou.from_json(hangzhou.to_json(mine)) == mine
    assert hangzhou.view(hangzhou.new(), 0) == hangzhou.new()


def test_hidden_hands_open_at_the_end() -> None:
    over = hangzhou.parse("hangzhou RB open-hands: hidden B: c9 now: over")
    assert hangzhou.view(over, 0) == over


def test_hidden_hands_keep_why_a_trade_failed() -> None:
    state = table(ONE_SHOP, wants="r2 - - -", rest="open-hands: hidden R: c1")
    after, effects = acts(state, "orange")
    assert (hangzhou.seen(after, effects[1], 0).held, hangzhou.seen(after, effects[1], 1).held) == (1, None)
    assert "cannot trade" in hangzhou.say(hangzhou.seen(after, effects[1], 1), after)
