"""Majority tokens: taking, losing, guarding; the examples of the rules page and the leaflet."""

from __future__ import annotations

from dunhuang_tables import SECOND, at, offered, played, refused, shown, table, told

from companion.engine import Seat, dunhuang
from companion.games.dunhuang.characters import ExchangeShop
from companion.games.dunhuang.moves import IntoShop
from companion.games.dunhuang.names import Good
from companion.games.dunhuang.state import Act, Fee, State


def shop(rest: str, good: int, ring: str = "", **options: object) -> State:
    """Seat B has the camel on a card of this kind and puts it into the shop."""
    fields = f"{rest} camel: 1 now: take B 1"
    market = f"{good} 3 4 5 6 7 8 9"
    return table(fields, market=market, **({"ring": ring} if ring else {}))


def test_the_first_card_of_a_kind_takes_the_token_from_the_bank() -> None:
    state = shop("", 8)
    assert told(state, "into shop 8")[1] == "Ben takes the majority token of paper from the bank."
    assert shown(played(state, "into shop 8"), "tokens") == "8B"


def test_a_tie_is_enough_for_the_newcomer() -> None:
    state = shop("A: c3 shop 6x2 B: c3 shop 6 tokens: 6A", 6)
    assert told(state, "into shop 6")[1] == "Ben ties with Ana for tea: the newcomer takes the token."
    assert shown(played(state, "into shop 6"), "tokens") == "6B"


def test_fewer_cards_take_nothing() -> None:
    state = shop("A: c3 shop 6x3 B: c3 shop 6 tokens: 6A", 6)
    assert shown(played(state, "into shop 6"), "tokens") == "6A"


def test_a_tie_takes_a_token_from_the_bank_too() -> None:
    state = shop("A: c3 shop 6x2 B: c3 shop 6", 6)
    assert shown(played(state, "into shop 6"), "tokens") == "6B"


def test_the_holder_keeps_by_house_rule() -> None:
    state = shop("tie: holder A: c3 shop 6 tokens: 6A+", 6, SECOND)
    state, effects = dunhuang.play(state, IntoShop("tea"))
    assert [effect.rule for effect in effects] == ["take-goods", "house-tie"]
    assert shown(state, "tokens") == "6A+", "guards are never tested or used up"
    bank = shop("tie: holder A: c3 shop 6", 6)
    assert shown(played(bank, "into shop 6"), "tokens") == "6B", "but a tie takes from the bank"


def test_who_gives_up_a_card_and_has_no_longer_the_most_returns_the_token() -> None:
    state = at("musician", "A: c3 shop 6x2 B: c3 shop 6x2 tokens: 6A")
    assert told(state, "discard 6")[1] == "Ana no longer has the most tea: the token goes back to the bank."
    after = played(state, "discard 6")
    assert shown(after, "tokens") == "", "nobody gets it until a card is added again (D5)"


def test_who_still_ties_keeps_the_token() -> None:
    state = at("musician", "A: c3 shop 6x2 B: c3 shop 6 tokens: 6A+")
    assert shown(played(state, "discard 6"), "tokens") == "6A+"


def test_with_no_card_of_the_kind_the_token_always_goes_back() -> None:
    state = at("musician", "A: c3 shop 6 tokens: 6A+")
    assert told(state, "discard 6")[1] == "Ana no longer has the most tea: the token goes back to the bank."
    assert shown(played(state, "discard 6"), "tokens") == ""


def test_another_ones_loss_changes_nothing() -> None:
    state = at("musician", "A: c3 shop 6 B: c3 shop 6 tokens: 6B")
    assert shown(played(state, "discard 6"), "tokens") == "6B"


def test_one_own_unguarded_token_is_guarded_each_time() -> None:
    state = at("manichean", "A: c3 shop 3 4 B: c3 shop 6 tokens: 3A+ 4A 6B")
    assert offered(state) == ["coins", "guard amber"]
    assert shown(played(state, "guard 4"), "tokens") == "3A+ 4A+ 6B"
    assert refused(state, "guard 3") == ("guarded_already", "guard")
    assert refused(state, "guard 6") == ("not_your_token", "guard")


def test_the_manichean_refuses_one_tie() -> None:
    state = shop("A: c3 shop 6 tokens: 6A+", 6)
    state, effects = dunhuang.play(state, IntoShop("tea"))
    assert effects[1].rule == "manichean"
    assert shown(state, "tokens") == "6A", "it turns back to its number"
    assert state.now.phase == "act"


def test_more_takes_a_guarded_token() -> None:
    for ring in ("", SECOND):
        state = shop("A: c3 shop 6 B: c3 shop 6 tokens: 6A+", 6, ring)
        state, effects = dunhuang.play(state, IntoShop("tea"))
        assert effects[1].rule == "guard-more"
        assert shown(state, "tokens") == "6B", "a token that changes hands shows its number"


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
