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
NAMED = {card.id: card for card in DECK}


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


def test_the_buildings_of_the_rulebook_are_as_its_examples_need_them() -> None:
    assert NAMED["tailors-shop"].prices == (2, 2, 2, 3, 3)
    assert NAMED["four-elephants"].prices == (5, 3, 4, 6, 9)
    assert 3 in NAMED["chuang-mu-chamber"].prices[1:]
    barracks = NAMED["barracks"]
    three_workers = Counter(resource for row in barracks.rows[:3] for resource in row)
    assert three_workers == {"jade": 1, "bronze": 2, "stone": 1}
    assert (barracks.prices[0], barracks.prices[3]) == (6, 2)
    assert Counter(NAMED["meeting-room"].cost) == three_workers


def test_the_examples_of_the_leaflet_hold() -> None:
    def price_with(card: str, workers: int) -> int:
        return NAMED[card].prices[workers]

    assert price_with("tailors-shop", 2) + price_with("four-elephants", 3) == 8
    assert (price_with("chuang-mu-chamber", 2), price_with("chuang-mu-chamber", 3)) == (2, 3)
    tailor = NAMED["tailors-shop"]
    assert (price_with("tailors-shop", 2), tailor.marks[2], tailor.rows[2]) == (2, "+", ("stone", "silk"))
    assert tailor.favours == ("water", "", "stone", "wood")
    assert price_with("barracks", 4) == 8

    mill, felt = NAMED["paper-mill"], NAMED["felt-makers"]
    assert mill.favours[:3] == ("water", "wood", "ink")
    assert (mill.rows[2], price_with("paper-mill", 2), price_with("paper-mill", 3)) == (("wood", "ink"), 2, 3)
    assert (felt.rows[1], felt.favours[1]) == (("water", "silk"), "wood")
    assert (price_with("felt-makers", 1), price_with("felt-makers", 2)) == (1, 2)
    assert sorted(NAMED["poets-pavilion"].cost) == ["ink", "silk", "water"]
    assert NAMED["brick-kiln"].passive == NAMED["earth-wall"].passive == "clay"


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
