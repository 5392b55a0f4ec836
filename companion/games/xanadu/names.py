"""The names of Xanadú: resources, colours, cards by their printed number, and the letters of the seats."""

from __future__ import annotations

from bisect import bisect
from typing import Final, NewType

from companion.engine.game import Word
from companion.engine.wording import messages

message = messages("companion.games.xanadu")

Card = NewType("Card", int)
"""A building card by the number printed on it, from 1; `UNKNOWN` is one that is not known here."""
Cards = tuple[Card, ...]
"""Cards in no order of their own: always sorted, unknown ones first."""
UNKNOWN: Final = Card(0)
MOST_CARDS: Final = 999
"""The most cards that a position can hold. Play makes none, so every state that it leads to can be read."""
SEAT_LETTERS: Final = "ABCDEF"
"""What positions call the seats, clockwise."""


class Resource(Word):
    """Resources that buildings cost and rows yield, from common to very rare."""

    WOOD = "wood"
    CLAY = "clay"
    STONE = "stone"
    WATER = "water"
    SILK = "silk"
    INK = "ink"
    PORCELAIN = "porcelain"
    GOLD = "gold"
    BRONZE = "bronze"
    JADE = "jade"


class Colour(Word):
    """The colour of a card, from common to rarest."""

    BROWN = "brown"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    MAGENTA = "magenta"


RESOURCES: Final = tuple(Resource)
COLOURS: Final = tuple(Colour)
"""In the order in which a start building is chosen: brown if there is one, else blue, … (X2)."""


def unknown(cards: Cards) -> Cards:
    """Returns the same number of unknown cards."""
    return (UNKNOWN,) * len(cards)


def add_card(cards: Cards, card: Card) -> Cards:
    """Returns the cards with one more."""
    i = bisect(cards, card)
    return (*cards[:i], card, *cards[i:])


def remove_card(cards: Cards, card: Card) -> Cards:
    """Returns the cards without that one, or without an unknown one if it is not among them."""
    i = cards.index(card) if card in cards else cards.index(UNKNOWN)
    return cards[:i] + cards[i + 1 :]


def format_card_number(card: Card) -> str:
    """Returns a card's printed number, ``07``; ``*`` for an unknown one."""
    return "*" if card == UNKNOWN else f"{card:02}"
