"""How positions and actions write a card: by its printed number; ``*``, in JSON null, is one that is not known."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from companion.engine.forms import Form
from companion.engine.message import messages
from companion.engine.notation import Item
from companion.engine.reading import Field, Token, number
from companion.engine.spelling import Names, Seats, Spelling
from companion.games.xanadu import components
from companion.games.xanadu.names import MOST_CARDS, UNKNOWN, Card, Cards

message = messages("companion.games.xanadu")
_LAST = len(components.CARDS)
_UNKNOWN = re.compile(r"\*(?:x([0-9]{1,3}))?")


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


def cards_text(cards: Cards, *_: object) -> str:
    """``*x3 07 12``: the unknown ones counted, the others named."""
    unknown = cards.count(UNKNOWN)
    known = [card_text(card) for card in cards if card != UNKNOWN]
    return " ".join(["*" if unknown == 1 else f"*x{unknown}", *known] if unknown else known)


def _cards(field: Field, *_: object) -> Cards:
    """``*x3 07 12``; ``-`` alone is none."""
    if [token.text for token in field.items] == ["-"]:
        return ()
    found: list[Card] = []
    for token in field.items:
        unknown = _UNKNOWN.fullmatch(token.text.lower())
        if unknown:
            found += [UNKNOWN] * int(unknown.group(1) or 1)
        else:
            found.append(card_of(token, token.text, field.name.text))
    return tuple(sorted(found))


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
Sorted = Annotated[Cards, Spelling(_SORTED, _numbers, _sorted), Form(cards_text, _cards, ())]
"""Cards in no order."""
Stacked = Annotated[Cards, Spelling(_STACKED, _numbers, _stacked)]
"""A building's workers."""
