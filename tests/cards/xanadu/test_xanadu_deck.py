"""Xanadú's deck: what the rules fix, what the economy needs, and that no two cards play alike."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from xanadu_deck import (
    BASE,
    RESOURCES,
    Building,
    read,
)

DECK = read()


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
