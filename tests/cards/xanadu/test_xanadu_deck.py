"""Xanadú's deck: what the rules fix, what the economy needs, and that no two cards play alike."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import fmean

import pytest
from xanadu_deck import (
    BASE,
    COLOURS,
    PAGE,
    RESOURCES,
    Building,
    demand,
    lasting,
    of,
    page,
    price,
    reach,
    read,
    supply,
)

DECK = read()
PRINTED = [card for card in DECK if card.colour != "magenta"]


def test_the_deck_has_as_many_of_each_colour_as_the_rules_say() -> None:
    assert Counter(card.colour for card in DECK) == {"brown": 24, "blue": 24, "yellow": 12, "green": 10, "magenta": 4}


def test_numbers_run_through_the_deck() -> None:
    assert [card.number for card in DECK] == [f"{n:02}" for n in range(1, 75)]


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
def test_a_card_is_within_the_bounds_of_the_rules(card: Building) -> None:
    assert 1 <= len(card.cost) <= 4
    assert all(1 <= len(row) <= 3 for row in card.rows)
    assert {*card.cost, *card.yields, *filter(None, (card.passive, *card.favours))} <= set(RESOURCES)
    assert all(base & set(card.cost) for base in BASE[card.colour])


def test_no_two_cards_play_alike() -> None:
    """No two agree in what they cost and give each turn, nor in what they offer, nor, within a colour, in price."""
    for one, other in combinations(DECK, 2):
        names = f"{one.id}, {other.id}"
        assert (sorted(one.cost), one.passive) != (sorted(other.cost), other.passive), names
        assert (one.rows, one.favours) != (other.rows, other.favours), names
        assert sorted(one.yields) != sorted(other.yields) or one.favours != other.favours, names
        if one.colour == other.colour != "brown":
            assert one.prices != other.prices, names


def test_every_resource_is_wanted_and_can_be_had() -> None:
    have, keep, want = supply(PRINTED), lasting(PRINTED), demand(PRINTED)
    for resource in RESOURCES:
        assert want[resource] >= 10 and keep[resource] >= 4, resource
        assert 1.5 <= have[resource] / want[resource] <= 3.2, resource


def test_brown_carries_the_economy() -> None:
    have = supply(PRINTED)
    brown = supply(of(DECK, "brown"))
    assert brown.total() > 0.4 * have.total()
    assert all(brown[resource] > have[resource] / 2 for resource in ("wood", "clay", "stone", "water"))
    yields = [fmean(len(card.yields) for card in of(DECK, colour)) for colour in COLOURS]
    assert yields == sorted(yields, reverse=True)
    favours = [fmean(sum(map(bool, card.favours)) for card in of(DECK, colour)) for colour in COLOURS[:4]]
    assert favours == sorted(favours, reverse=True)


def test_prices_are_as_each_colour_promises() -> None:
    prices = {colour: price(of(DECK, colour)) for colour in COLOURS}
    assert list(prices.values()) == sorted(prices.values())
    assert prices["green"] / prices["brown"] == pytest.approx(3, abs=0.4)
    down = {colour: fmean(card.marks.count("-") for card in of(DECK, colour)) for colour in COLOURS}
    assert down["brown"] < 0.1 < down["blue"] < 1 < down["yellow"] < 2 <= down["green"]
    assert all(card.prices[-1] == max(card.prices) for card in of(DECK, "yellow"))
    assert all("-" in card.marks for card in (*of(DECK, "yellow"), *of(DECK, "green"), *of(DECK, "magenta")))


def test_the_basic_buildings_lead_to_the_others_within_two_turns() -> None:
    share = reach(PRINTED)
    by_two = {colour: fmean(share[card.id][1] for card in of(DECK, colour)) for colour in COLOURS[:4]}
    assert by_two["brown"] > 0.95
    assert by_two["blue"] > 0.5
    assert 0.1 < by_two["yellow"] < by_two["blue"]
    assert 0 < by_two["green"] < 0.2


def test_the_page_says_what_the_deck_holds() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(DECK), "run python tests/cards/xanadu/xanadu_deck.py"
