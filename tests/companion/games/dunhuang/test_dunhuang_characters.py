"""The sixteen characters, as the rules page has them."""

from __future__ import annotations

import pytest
from dunhuang_tables import SECOND, at, offered, played, refused, shown, table, told

from companion.engine import CHANCE, dunhuang
from companion.games.dunhuang.characters import Bury, Discard, Give
from companion.games.dunhuang.names import Good


def test_the_interpreter_draws_as_many_cards_as_the_camel_took_steps() -> None:
    state = played(at("interpreter", "A: c3", steps=3), "draw", "card 5", "card 6", "card 9")
    assert offered(state) == ["keep lacquer", "keep tea", "keep wool"]
    state = played(state, "keep 6")
    assert offered(state) == ["bury lacquer", "bury wool"], "the others one by one, in an order of your choice"
    state, effects = dunhuang.play(state, Bury("wool"))
    assert [effect.card.value for effect in effects] == ["wool", "lacquer"], "the last card goes without asking"
    assert shown(state, "under") == "A9 A5", "the last one lowest"
    assert shown(state, "A") == "c3 hand 6"
    assert state.now.phase == "fill"


def test_the_diplomat_draws_two() -> None:
    state = played(at("diplomat", "A: c3", steps=5), "draw", "card 5", "card 9", "keep 9")
    assert (shown(state, "under"), shown(state, "A")) == ("A5", "c3 hand 9")


@pytest.mark.parametrize("character", ["interpreter", "diplomat"])
def test_a_short_deck(character: str) -> None:
    state = at(character, "A: c3 deck: 8", steps=3)
    assert shown(played(state, "draw", "card 8"), "A") == "c3 hand 8", "one card: keep it (D12)"
    empty = at(character, "deck: -", steps=3)
    assert refused(empty, "draw") == ("deck_empty", "short-deck")
    assert offered(empty) == ["coins"]


def test_the_soldier_exchanges_a_shop_card_with_a_market_card_of_another_kind() -> None:
    state = at("soldier", "A: c3 shop 9", market="2 - 9 - - 7 - -")
    assert offered(state) == ["coins", "exchange wool 1 silver", "exchange wool 6 spice"]
    assert refused(state, "exchange 9 3 9") == ("same_kind", "soldier")
    assert refused(state, "exchange 9 4 5") == ("space_empty", "soldier")
    assert refused(state, "exchange 8 1 2") == ("not_in_shop", "soldier")
    after = played(state, "exchange 9 6 7")
    assert shown(after, "A") == "c3 shop 7", "it arrives in the shop (D7)"
    assert after.market[5] is Good.WOOL


def test_the_general_exchanges_a_hand_card() -> None:
    state = at("general", "A: c3 hand 9", market="2 - 9 - - 7 - -")
    assert offered(state) == ["coins", "exchange wool 1", "exchange wool 6"]
    after = played(state, "exchange 9 1")
    assert (shown(after, "A"), shown(after, "tokens")) == ("c3 hand 2", "")
    assert refused(state, "exchange 9 1 2") == ("other_character", "character")


def test_the_shepherd_takes_the_card_before_or_behind() -> None:
    state = at("shepherd", "A: c3", steps=4)
    assert offered(state) == ["coins", "fetch 4", "fetch 2"]
    assert shown(played(state, "fetch 2"), "A") == "c3 hand 3"
    assert refused(state, "fetch 5") == ("out_of_reach", "shepherd")
    assert offered(at("shepherd", "", market="2 - 4 - 6 7 8 9")) == ["coins"]


def test_the_farmer_takes_one_of_the_next_cards() -> None:
    state = at("farmer", "A: c3", steps=2)
    assert offered(state) == ["coins", "fetch 4", "fetch 5"]
    assert refused(state, "fetch 6") == ("out_of_reach", "farmer")
    assert len(offered(at("farmer", "", steps=7))) == 8, "any other space"
    assert len(offered(at("farmer", "", steps=20))) == 8, "laps included"
    full = table("camel: 3 now: act A 8", ring=SECOND)
    assert "fetch 3" not in offered(full), "not the camel's own space"


def test_a_strict_farmer() -> None:
    state = at("farmer", "farmer: exact", steps=2)
    assert offered(state) == ["coins", "fetch 5"]
    assert refused(state, "fetch 4") == ("out_of_reach", "house-farmer")
    assert offered(at("farmer", "farmer: exact", steps=10)) == ["coins", "fetch 5"]
    assert offered(at("farmer", "farmer: exact", steps=8)) == ["coins"], "after a full lap there is nothing to take"


def test_the_princess_counts_tokens_and_the_dancer_takes_two() -> None:
    state = at("princess", "A: c3 p1 shop 3 4 5 tokens: 3A 4A 5A")
    assert played(state, "prestige").players[0].prestige == 4
    assert played(at("dancer", "A: c3 p1"), "prestige").players[0].prestige == 3


def test_of_prestige_take_what_is_left() -> None:
    assert played(at("dancer", "A: c3 p1 B: c3 p26"), "prestige").players[0].prestige == 2
    assert told(at("dancer", "B: c3 p28"), "prestige")[0] == "Ana takes 0 prestige tokens."


def test_the_painter_removes_a_hand_card() -> None:
    state = at("painter", "A: c3 hand 6 shop 7")
    assert offered(state) == ["coins", "discard tea"]
    assert shown(played(state, "discard 6"), "A") == "c3 p3 shop 7 out 6"
    assert refused(state, "discard 7") == ("not_in_hand", "painter")


def test_the_musician_removes_a_shop_card() -> None:
    state = at("musician", "A: c3 hand 6 shop 7 tokens: 7A")
    after = played(state, "discard 7")
    assert (shown(after, "A"), shown(after, "gone"), shown(after, "tokens")) == ("c3 p3 hand 6", "7", "")


def test_the_trader_takes_two_at_random_and_gives_two_back() -> None:
    state = played(at("trader", "A: c3 hand 2 3 B: c3 hand 6 7x2"), "visit B")
    assert state.turn is CHANCE
    weights = {outcome.card.value: float(p) for outcome, p in dunhuang.chances(state)}
    assert weights == pytest.approx({"tea": 1 / 3, "spice": 2 / 3})
    state = played(state, "card 7", "card 7")
    assert state.turn == 0
    assert offered(state) == ["give silver", "give jade", "give spice"]
    state = played(state, "give 7", "give 2")
    assert (shown(state, "A"), shown(state, "B")) == ("c3 hand 3 7", "c3 hand 2 6 7")


def test_the_merchants_opponent_picks() -> None:
    state = played(at("merchant", "A: c3 hand 2 3 B: c3 hand 6 7 8"), "visit B")
    assert state.turn == 1, "a decision of the opponent is an action of the opponent"
    assert dunhuang.refusal(state, Give("tea"), 0).reason == "not_your_turn"
    state = played(state, "give 6", "give 7")
    assert (state.turn, state.players[0].prestige) == (0, 0)
    state = played(state, "give 6", "give 7")
    assert (shown(state, "A"), shown(state, "B")) == ("c3 p1 hand 2 3", "c3 hand 6 7 8"), "the same cards may go back"


@pytest.mark.parametrize(("mine", "theirs"), [("2", "6 7"), ("2 3", "6"), ("2", "6")])
def test_one_card_each_way_if_a_hand_holds_just_one(mine: str, theirs: str) -> None:
    state = at("merchant", f"A: c3 hand {mine} B: c3 hand {theirs}")
    _, effects = dunhuang.play(state, dunhuang.parse_action("visit B"))
    assert effects[0].number == 1


def test_with_an_empty_hand_there_is_no_exchange_and_no_prestige() -> None:
    state = at("merchant", "A: c3 hand 2 C: c3 hand 5")
    assert offered(state) == ["coins", "visit C"]
    assert refused(state, "visit B") == ("hand_empty", "merchant")
    assert refused(state, "visit A") == ("no_rival", "merchant")
    assert offered(at("trader", "B: c3 hand 6")) == ["coins"]


def test_the_maid_exchanges_shop_and_hand() -> None:
    state = at("maid", "A: c3 hand 6 7 shop 7 tokens: 7A")
    assert offered(state) == ["coins", "swap spice tea"]
    after = played(state, "swap 7 6")
    assert (shown(after, "A"), shown(after, "tokens")) == ("c3 hand 7x2 shop 6", "6A")
    assert refused(state, "swap 7 7") == ("same_kind", "maid")


def test_the_domestic_moves_one_card() -> None:
    state = at("domestic", "A: c3 hand 6 shop 7 tokens: 7A")
    assert offered(state) == ["coins", "to hand spice", "to shop tea"]
    assert shown(played(state, "to hand 7"), "tokens") == ""
    assert shown(played(state, "to shop 6"), "tokens") == "6A 7A"


def test_only_the_character_at_the_camel_can_be_used() -> None:
    state = at("princess", "A: c3 hand 6")
    assert refused(state, "discard 6") == ("other_character", "character")
    refusal = dunhuang.refusal(state, Discard("tea"))
    assert dunhuang.say(refusal, state) == "The camel is at the Princess."


@pytest.mark.parametrize(
    ("character", "rest", "reason"),
    [
        ("interpreter", "deck: -", "deck_empty"),
        ("diplomat", "deck: -", "deck_empty"),
        ("soldier", "", "nothing_in_shop"),
        ("soldier", "A: c3 shop 9", "no_other_kind"),
        ("general", "", "hand_empty"),
        ("general", "A: c3 hand 9", "no_other_kind"),
        ("manichean", "B: c3 shop 6 tokens: 6B", "no_token_to_guard"),
        ("buddhist", "A: c3 shop 6 tokens: 6A+", "no_token_to_guard"),
        ("painter", "A: c3 shop 6", "hand_empty"),
        ("musician", "A: c3 hand 6", "nothing_in_shop"),
        ("trader", "B: c3 hand 6", "hand_empty"),
        ("merchant", "A: c3 hand 6", "no_rival_with_cards"),
        ("maid", "A: c3 hand 6", "nothing_in_shop"),
        ("maid", "A: c3 shop 6", "hand_empty"),
        ("maid", "A: c3 hand 6 shop 6", "no_other_kind"),
        ("domestic", "", "nothing_to_carry"),
    ],
)
def test_a_character_that_cannot_be_used_says_why(character: str, rest: str, reason: str) -> None:
    state = at(character, rest, market="9 9 9 9 9 9 9 9")
    assert offered(state) == ["coins"]
    refusal = dunhuang.unusable(state)
    assert refusal is not None
    assert refusal.reason == reason
    for language in ("en", "es"):
        assert dunhuang.say(refusal, state, language).endswith(".")


def test_reach_and_characters_that_can_be_used() -> None:
    for character in ("shepherd", "farmer"):
        refusal = dunhuang.unusable(at(character, "", market="- - - - - - - -"))
        assert refusal is not None
        assert refusal.reason == "nothing_in_reach"
    assert dunhuang.unusable(at("princess", "")) is None
    assert dunhuang.unusable(at("domestic", "A: c3 hand 6")) is None
    with pytest.raises(ValueError, match="in step 3 only"):
        dunhuang.unusable(dunhuang.new(2))
