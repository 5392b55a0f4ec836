"""Majority tokens: taking, losing, guarding; the examples of the rules page and the leaflet."""

from __future__ import annotations

import pytest
from dunhuang_tables import SECOND, at, offered, played, refused, shown, table, told

from companion.engine import Seat, dunhuang
from companion.games.dunhuang.characters import ExchangeShop
from companion.games.dunhuang.moves import IntoShop
from companion.games.dunhuang.names import Good
from companion.games.dunhuang.phases import Act, Fee
from companion.games.dunhuang.state import State


def shop(rest: str, good: int, ring: str = "") -> State:
    """Seat B has the camel on a card of this kind and puts it into the shop."""
    fields = f"{rest} camel: 1 now: take B 1"
    market = f"{good} 3 4 5 6 7 8 9"
    return table(fields, market=market, **({"ring": ring} if ring else {}))


@pytest.mark.parametrize(
    ("rest", "ring", "rule", "tokens"),
    [
        ("B: c3", "", "majority-take", "6B"),
        ("A: c3 shop 6x2 B: c3 shop 6 tokens: 6A", "", "majority-take", "6B"),  # a tie is enough for the newcomer
        ("A: c3 shop 6x3 B: c3 shop 6 tokens: 6A", "", None, "6A"),
        ("A: c3 shop 6x2 B: c3 shop 6", "", "majority-take", "6B"),  # a tie takes from the bank, too
        ("tie: holder A: c3 shop 6 tokens: 6A+", SECOND, "house-tie", "6A+"),  # guards are never used up
        ("tie: holder A: c3 shop 6", "", "majority-take", "6B"),
        ("A: c3 shop 6 tokens: 6A+", "", "manichean", "6A"),  # it turns back to its number
        ("A: c3 shop 6 B: c3 shop 6 tokens: 6A+", "", "guard-more", "6B"),
        ("A: c3 shop 6 B: c3 shop 6 tokens: 6A+", SECOND, "guard-more", "6B"),
    ],
)
def test_a_card_that_enters_a_shop(rest: str, ring: str, rule: str | None, tokens: str) -> None:
    state, effects = dunhuang.play(shop(rest, 6, ring), IntoShop(Good.TEA))
    assert [effect.rule for effect in effects] == ["take-goods", *([rule] if rule else [])]
    assert (shown(state, "tokens"), state.now.phase) == (tokens, "act")


@pytest.mark.parametrize(
    ("rest", "tokens"),
    [
        ("A: c3 shop 6x2 B: c3 shop 6x2 tokens: 6A", ""),  # nobody gets it until a card is added again (D5)
        ("A: c3 shop 6x2 B: c3 shop 6 tokens: 6A+", "6A+"),
        ("A: c3 shop 6 tokens: 6A+", ""),
        ("A: c3 shop 6 B: c3 shop 6 tokens: 6B", "6B"),
    ],
)
def test_a_card_that_leaves_a_shop(rest: str, tokens: str) -> None:
    assert shown(played(at("musician", rest), "discard 6"), "tokens") == tokens


def test_the_fate_of_a_token_is_told() -> None:
    lost = at("musician", "A: c3 shop 6x2 B: c3 shop 6x2 tokens: 6A")
    assert told(lost, "discard 6")[1] == "Ana no longer has the most tea: the token goes back to the bank."
    assert told(shop("", 8), "into shop 8")[1] == "Ben takes the majority token of paper from the bank."
    tied = shop("A: c3 shop 6x2 B: c3 shop 6 tokens: 6A", 6)
    assert told(tied, "into shop 6")[1] == "Ben ties with Ana for tea: the newcomer takes the token."


def test_one_own_unguarded_token_is_guarded_each_time() -> None:
    state = at("manichean", "A: c3 shop 3 4 B: c3 shop 6 tokens: 3A+ 4A 6B")
    assert offered(state) == ["coins", "guard amber"]
    assert shown(played(state, "guard 4"), "tokens") == "3A+ 4A+ 6B"
    assert refused(state, "guard 3") == ("guarded_already", "guard")
    assert refused(state, "guard 6") == ("not_your_token", "guard")


FEE = "A: c3 shop 6 B: c5 tokens: 6A+"


def test_the_buddhists_fee_is_decided_at_once() -> None:
    state = played(shop(FEE, 6, SECOND), "into shop 6")
    assert offered(state) == ["pay", "decline"]
    assert state.turn == 1
    paid = played(state, "pay")
    assert shown(paid, "tokens") == "6B"
    assert [player.coins for player in paid.players] == [5, 3, 6]
    assert paid.now.phase == "act", "step 3 comes now"


def test_if_not_paid_the_token_stays_guarded() -> None:
    state = played(shop(FEE, 6, SECOND), "into shop 6", "decline")
    assert shown(state, "tokens") == "6A+"
    assert state.now == Act(Seat(1), 1)


def test_only_a_rival_with_two_coins_is_asked() -> None:
    state = shop(FEE.replace("c5", "c1"), 6, SECOND)
    assert told(state, "into shop 6")[1] == (
        "Ben ties with Ana for tea, but cannot pay 2 coins: the guarded token stays."
    )
    assert played(state, "into shop 6").now.phase == "act"
    just_two = played(shop(FEE.replace("c5", "c2"), 6, SECOND), "into shop 6", "pay")
    assert just_two.players[1].coins == 0


def test_the_fee_is_asked_in_step_three_too() -> None:
    state = at("domestic", "A: c3 hand 6 B: c3 shop 6 tokens: 6B+")
    asked = played(state, "to shop 6")
    assert asked.now == Fee(Seat(0), 0, Good.TEA)
    after = played(asked, "pay")
    assert shown(after, "tokens") == "6A"
    assert after.now.phase == "fill"


def test_an_exchange_looks_at_the_loss_first() -> None:
    """D9: the Soldier's card from the market arrives in the shop (D7); both kinds are looked at once."""
    state = at("soldier", "A: c3 shop 6 B: c3 shop 9 tokens: 6A 9B")
    after, effects = dunhuang.play(state, ExchangeShop("tea", 8, "wool"))
    assert [effect.rule for effect in effects] == ["soldier", "majority-lose", "majority-take"]
    assert shown(after, "tokens") == "9A"
    assert after.market[7] is Good.TEA


def test_why_a_token_changed_hands() -> None:
    state = shop("A: c3 shop 6 C: c3 shop 5 tokens: 6A", 6)
    after, effects = dunhuang.play(state, IntoShop("tea"))
    (why,) = dunhuang.why(effects[1], after, names=["Ana", "Ben", "Chen"])
    assert (why.rule, why.title) == ("majority-take", "Most cards in the shop")
    assert why.lines == ("= Ana: 1", "= Ben: 1", "✗ Chen: 0")
    assert dunhuang.why(effects[0], after) == ()
