"""How positions and actions write a card: by its printed number; ``*``, in JSON null, is one that is not known."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.engine.message import messages
from companion.engine.notation import Item
from companion.engine.reading import Token, number
from companion.engine.spelling import Names, Seats, Spelling
from companion.games.xanadu import components
from companion.games.xanadu.names import MOST_CARDS, UNKNOWN, Card, Cards

message = messages("companion.games.xanadu")
_LAST = len(components.CARDS)


def card_text(card: Card) -> str:
    """``07``, as printed; ``*`` for a card that is not known."""
    return "*" if card == UNKNOWN else f"{card:02}"


def card_of(token: Token, text: str, field: str) -> Card:
    """The card of a printed number or an id. Raises `ParseError`."""
    found = number(text)
    card = components.CARD_NAMED.get(text.lower()) if found is None else Card(found)
    if card not in components.BUILDINGS:
        raise token.unexpected(field, message("card", last=_LAST), text)
    return Card(card)


def _known(token: Token, verb: str) -> Card:
    return card_of(token, token.text, verb)


def _any(token: Token, verb: str) -> Card:
    return UNKNOWN if token.text == "*" else _known(token, verb)


_EXPECTED = message("card_number", verb="sell")
CARD = Item(_EXPECTED, _known, card_text)
ANY_CARD = Item(_EXPECTED, _any, card_text)


def _numbers(cards: Cards, names: Names) -> list[int | None]:
    return [card or None for card in cards]


def _stacked(numbers: list[Card | None], seats: Seats) -> Cards:
    return tuple([number or UNKNOWN for number in numbers])


def _sorted(numbers: list[Card | None], seats: Seats) -> Cards:
    return tuple(sorted([number or UNKNOWN for number in numbers]))


Known = Annotated[Card, Meta(ge=1, le=_LAST, description="the number printed on the card")]
_List = list[Known | None]
_SORTED = Annotated[_List, Meta(max_length=MOST_CARDS, description="cards; null is one that is not known")]
_STACKED = Annotated[_List, Meta(max_length=components.ROWS, description="from the lowest row; null: not known")]
Sorted = Annotated[Cards, Spelling(_SORTED, _numbers, _sorted)]
"""Cards in no order."""
Stacked = Annotated[Cards, Spelling(_STACKED, _numbers, _stacked)]
"""A building's workers."""
