"""What Xanadú's pages say: cards, resources and buildings in words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu import UNKNOWN, Card, Resource, State, components
from companion.games.xanadu.pages.context import TableContext
from pnp.text.hyphens import hyphenation

SOFT_HYPHEN = "\u00ad"


class Good(Struct, frozen=True):
    """A resource: its symbol and its name."""

    sign: str
    name: str


def good(context: TableContext, resource: Resource) -> Good:
    return Good(f"r-{resource}", components.RESOURCE_NAMES[context.language][resource])


def goods(context: TableContext, resources: Iterable[Resource]) -> tuple[Good, ...]:
    return tuple(good(context, resource) for resource in resources)


def amounts(context: TableContext, resources: Iterable[Resource]) -> str:
    """“1 ink and 2 stone”."""
    counted = Counter(components.RESOURCE_NAMES[context.language][resource] for resource in resources)
    return context.own_words.listed(f"{n} {name}" for name, n in counted.items())


def number(card: Card) -> str:
    """As it is printed: two digits."""
    return f"{card:02}"


def name(context: TableContext, card: Card) -> str:
    return components.CARD_NAMES[context.language].get(card, number(card))


def divided(context: TableContext, card: Card) -> str:
    """The name of a card with soft hyphens: not every browser knows where words may be divided."""
    return " ".join(_divided(word, context.language) for word in name(context, card).split())


def _divided(word: str, language: str) -> str:
    letters = word.rstrip("’'")
    places = (0, *hyphenation(letters, language), len(word))
    return SOFT_HYPHEN.join(word[a:b] for a, b in pairwise(places))


def by_number(state: State, seat: Seat | None) -> bool:
    """Are cards named by typing them? Where paper holds them; and where a hand is not known here at all."""
    return state.paper or (seat is not None and UNKNOWN in state.hands[seat])


def plain(text: str) -> str:
    """The text as it is looked for: small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def found(context: TableContext, cards: Iterable[Card], text: str) -> tuple[Card, ...]:
    """The cards with all these words in their number or their name in any language; by name."""
    wanted = plain(text).split()
    names = {
        card: " ".join(plain(by[card]) for by in components.CARD_NAMES.values()) + f" {number(card)}" for card in cards
    }
    fitting = [card for card, known in names.items() if all(word in known for word in wanted)]
    return tuple(sorted(fitting, key=lambda card: plain(name(context, card))))


def step(context: TableContext, effect: Any) -> str:
    """“worker on 51”, “building 07”; nothing of cards that others may not know."""
    card = getattr(effect, "building", getattr(effect, "card", UNKNOWN))
    return context.own_words.named("step", effect, card="" if card == UNKNOWN else number(card))
