"""The sixteen characters, as the rules page has them."""

from __future__ import annotations

import pytest
from dunhuang_tables import SECOND, at, offered, played, refused, shown, table

from companion.engine import CHANCE, dunhuang
from companion.games.dunhuang.characters import Bury, Discard, Give
from companion.games.dunhuang.names import Good

FIVE = "2 - 9 - - 7 - -"
"""A market in which little lies."""


@pytest.mark.parametrize(
    ("character", "rest", "market", "legal"),
    [
        ("soldier", "A: c3 shop 9", FIVE, "coins, exchange wool 1 silver, exchange wool 6 spice"),
        ("general", "A: c3 hand 9", FIVE, "coins, exchange wool 1, exchange wool 6"),
        ("shepherd", "A: c3", "", "coins, fetch 4, fetch 2"),
        ("shepherd", "", "2 - 4 - 6 7 8 9", "coins"),
        ("painter", "A: c3 hand 6 shop 7", "", "coins, discard tea"),
        ("merchant", "A: c3 hand 2 C: c3 hand 5", "", "coins, visit C"),
        ("trader", "B: c3 hand 6", "", "coins"),
        ("maid", "A: c3 hand 6 7 shop 7 tokens: 7A", "", "coins, swap spice tea"),
        ("domestic", "A: c3 hand 6 shop 7 tokens: 7A", "", "coins, to hand spice, to shop tea"),
        ("interpreter", "deck: -", "", "coins"),
        ("diplomat", "deck: -", "", "coins"),
    ],
)
def test_what_a_character_offers(character: str, rest: str, market: str, legal: str) -> None:
    state = at(character, rest, market=market) if market else at(character, rest)
    assert ", ".join(offered(state)) == legal


@pytest.mark.parametrize(
    ("steps", "options", "legal"),
    [
        (2, "", "coins, fetch 4, fetch 5"),
        (7, "", "coins, fetch 4, fetch 5, fetch 6, fetch 7, fetch 8, fetch 1, fetch 2"),
        (20, "", "coins, fetch 4, fetch 5, fetch 6, fetch 7, fetch 8, fetch 1, fetch 2"),
        (2, "farmer: exact", "coins, fetch 5"),
        (10, "farmer: exact", "coins, fetch 5"),
        (8, "farmer: exact", "coins"),
    ],
)
def test_the_farmer_takes_one_of_the_next_cards(steps: int, options: str, legal: str) -> None:
    """Laps included; after a full one a strict farmer has nothing to take."""
    assert ", ".join(offered(at("farmer", options, steps=steps))) == legal
    assert "fetch 3" not in offered(table(f"camel: 3 {options} now: act A 8", ring=SECOND)), "the camel's own space"


@pytest.mark.parametrize(
    ("character", "rest", "actions", "then"),
    [
        ("diplomat", "A: c3", "draw, card 5, card 9, keep 9", {"under": "A5", "A": "c3 hand 9"}),
        ("interpreter", "A: c3 deck: 8", "draw, card 8", {"A": "c3 hand 8"}),  # D12: one card is kept
        ("diplomat", "A: c3 deck: 8", "draw, card 8", {"A": "c3 hand 8"}),
        ("soldier", "A: c3 shop 9", "exchange 9 6 7", {"A": "c3 shop 7", "market": "2 - 4 5 6 9 8 9"}),  # D7
        ("general", "A: c3 hand 9", "exchange 9 1", {"A": "c3 hand 2", "tokens": ""}),
        ("shepherd", "A: c3", "fetch 2", {"A": "c3 hand 3"}),
        ("princess", "A: c3 p1 shop 3 4 5 tokens: 3A 4A 5A", "prestige", {"A": "c3 p4 shop 3 4 5"}),
        ("princess", "A: c3 p1", "prestige", {"A": "c3 p1"}),  # usable without tokens, for nothing
        ("dancer", "A: c3 p1", "prestige", {"A": "c3 p3"}),
        ("dancer", "A: c3 B: c3 p28", "prestige", {"A": "c3"}),
        ("dancer", "A: c3 p1 B: c3 p26", "prestige", {"A": "c3 p2"}),  # what is left
        ("painter", "A: c3 hand 6 shop 7", "discard 6", {"A": "c3 p3 shop 7 out 6"}),
        ("musician", "A: c3 hand 6 shop 7 tokens: 7A", "discard 7", {"A": "c3 p3 hand 6", "gone": "7", "tokens": ""}),
        ("maid", "A: c3 hand 6 7 shop 7 tokens: 7A", "swap 7 6", {"A": "c3 hand 7x2 shop 6", "tokens": "6A"}),
        ("domestic", "A: c3 hand 6 shop 7 tokens: 7A", "to hand 7", {"A": "c3 hand 6 7", "tokens": ""}),
        ("domestic", "A: c3 hand 6 shop 7 tokens: 7A", "to shop 6", {"A": "c3 shop 6 7", "tokens": "6A 7A"}),
    ],
)
def test_what_a_character_does(character: str, rest: str, actions: str, then: dict[str, str]) -> None:
    after = played(at(character, rest), *actions.split(", "))
    assert {field: shown(after, field) for field in then} == then


@pytest.mark.parametrize(
    ("character", "rest", "action", "reason"),
    [
        ("interpreter", "deck: -", "draw", ("deck_empty", "short-deck")),
        ("soldier", "A: c3 shop 9", "exchange 9 3 9", ("same_kind", "soldier")),
        ("soldier", "A: c3 shop 9", "exchange 9 4 5", ("space_empty", "soldier")),
        ("soldier", "A: c3 shop 9", "exchange 8 1 2", ("not_in_shop", "soldier")),
        ("general", "A: c3 hand 9", "exchange 9 1 2", ("other_character", "character")),
        ("shepherd", "A: c3", "fetch 6", ("out_of_reach", "shepherd")),
        ("farmer", "", "fetch 1", ("out_of_reach", "farmer")),
        ("farmer", "farmer: exact", "fetch 6", ("out_of_reach", "house-farmer")),
        ("painter", "A: c3 hand 6 shop 7", "discard 7", ("not_in_hand", "painter")),
        ("merchant", "A: c3 hand 2 C: c3 hand 5", "visit B", ("hand_empty", "merchant")),
        ("merchant", "A: c3 hand 2 C: c3 hand 5", "visit A", ("no_rival", "merchant")),
        ("maid", "A: c3 hand 6 7 shop 7", "swap 7 7", ("same_kind", "maid")),
        ("princess", "A: c3 hand 6", "discard 6", ("other_character", "character")),
    ],
)
def test_what_a_character_refuses(character: str, rest: str, action: str, reason: tuple[str, str]) -> None:
    assert refused(at(character, rest, market="2 - 9 - - 7 9 -"), action) == reason


def test_the_interpreter_draws_as_many_cards_as_the_camel_took_steps() -> None:
    state = played(at("interpreter", "A: c3", steps=3), "draw", "card 5", "card 6", "card 9")
    assert offered(state) == ["keep lacquer", "keep tea", "keep wool"]
    state = played(state, "keep 6")
    assert offered(state) == ["bury lacquer", "bury wool"], "the others one by one, in an order of your choice"
    state, effects = dunhuang.play(state, Bury("wool"))
    assert [effect.card.value for effect in effects] == ["wool", "lacquer"], "the last card goes without asking"
    assert (shown(state, "under"), shown(state, "A")) == ("A9 A5", "c3 hand 6"), "the last one lowest"
    assert state.now.phase == "fill"


def test_the_trader_takes_two_at_random_and_gives_two_back() -> None:
    state = played(at("trader", "A: c3 hand 2 3 B: c3 hand 6 7x2"), "visit B")
    assert state.turn is CHANCE
    weights = {outcome.card.value: float(p) for outcome, p in dunhuang.chances(state)}
    assert weights == pytest.approx({"tea": 1 / 3, "spice": 2 / 3})
    state = played(state, "card 7", "card 7")
    assert (state.turn, offered(state)) == (0, ["give silver", "give jade", "give spice"])
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


def test_only_the_character_at_the_camel_can_be_used() -> None:
    state = at("princess", "A: c3 hand 6")
    assert dunhuang.say(dunhuang.refusal(state, Discard(Good.TEA)), state) == "The camel is at the Princess."


@pytest.mark.parametrize(
    ("character", "rest", "market", "reason"),
    [
        ("interpreter", "deck: -", "9", "deck_empty"),
        ("diplomat", "deck: -", "9", "deck_empty"),
        ("soldier", "", "9", "nothing_in_shop"),
        ("soldier", "A: c3 shop 9", "9", "no_other_kind"),
        ("general", "", "9", "hand_empty"),
        ("general", "A: c3 hand 9", "9", "no_other_kind"),
        ("shepherd", "", "-", "nothing_in_reach"),
        ("farmer", "", "-", "nothing_in_reach"),
        ("manichean", "B: c3 shop 6 tokens: 6B", "9", "no_token_to_guard"),
        ("buddhist", "A: c3 shop 6 tokens: 6A+", "9", "no_token_to_guard"),
        ("painter", "A: c3 shop 6", "9", "hand_empty"),
        ("musician", "A: c3 hand 6", "9", "nothing_in_shop"),
        ("trader", "B: c3 hand 6", "9", "hand_empty"),
        ("merchant", "A: c3 hand 6", "9", "no_rival_with_cards"),
        ("maid", "A: c3 hand 6", "9", "nothing_in_shop"),
        ("maid", "A: c3 shop 6", "9", "hand_empty"),
        ("maid", "A: c3 hand 6 shop 6", "9", "no_other_kind"),
        ("domestic", "", "9", "nothing_to_carry"),
    ],
)
def test_a_character_that_cannot_be_used_says_why(character: str, rest: str, market: str, reason: str) -> None:
    state = at(character, rest, market=" ".join(market * 8))
    assert offered(state) == ["coins"]
    refusal = dunhuang.unusable(state)
    assert refusal is not None and refusal.reason == reason
    assert all(dunhuang.say(refusal, state, language).endswith(".") for language in ("en", "es"))


def test_characters_that_can_be_used() -> None:
    assert dunhuang.unusable(at("princess", "")) is None
    assert dunhuang.unusable(at("domestic", "A: c3 hand 6")) is None
    with pytest.raises(ValueError, match="in step 3 only"):
        dunhuang.unusable(dunhuang.new(2))
