"""Labels of Xanadú's pages: cards, resources and buildings in words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.names import UNKNOWN, Card, Resource
from companion.games.xanadu.state import State
from companion.web import context
from companion.web.widgets import Look

TableContext: TypeAlias = context.TableContext[State]
"""A table of this game, as one phone's pages see it."""


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
    """Number as printed: two digits."""
    return f"{card:02}"


def name(context: TableContext, card: Card) -> str:
    return components.CARD_NAMES[context.language].get(card, number(card))


def called(context: TableContext, card: Card) -> str:
    """A card by its number and name."""
    return f"{number(card)} {name(context, card)}"


def other_name(context: TableContext, card: Card) -> str:
    """The name as the other language has it: it stands below on the printed card."""
    other = next(language for language in components.CARD_NAMES if language != context.language)
    return components.CARD_NAMES[other].get(card, "")


def by_number(state: State, seat: Seat | None) -> bool:
    """Are cards named by typing them? Where paper holds them; and where a hand is not known here at all."""
    return state.paper or (seat is not None and UNKNOWN in state.players[seat].hand)


def plain(text: str) -> str:
    """The text as it is looked for: small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def found(context: TableContext, cards: Iterable[Card], text: str) -> tuple[Card, ...]:
    """The cards with all these words in their number, or in what they are called, their colour or any resource on them,
    in any language; by name."""
    wanted = plain(text).split()
    fitting = [card for card in cards if all(word in _words_of(card) for word in wanted)]
    return tuple(sorted(fitting, key=lambda card: plain(name(context, card))))


@cache
def _words_of(card: Card) -> str:
    """Search text of a card."""
    row = components.BUILDINGS[card]
    called = [names[card] for names in components.CARD_NAMES.values()]
    colours = [names[row.colour] for names in components.COLOUR_NAMES.values()]
    goods = [names[resource] for names in components.RESOURCE_NAMES.values() for resource in on_card(card)]
    return plain(" ".join([*called, *colours, *goods, number(card)]))


@cache
def on_card(card: Card) -> frozenset[Resource]:
    """Every resource that is drawn on a card: its cost, its passive, its rows and their favours."""
    row = components.BUILDINGS[card]
    drawn = (*row.cost, row.passive, *row.favours, *(resource for goods in row.rows for resource in goods))
    return frozenset(resource for resource in drawn if resource is not None)


def step(context: TableContext, effect: Any) -> str:
    """“worker on 51”, “building 07”; nothing of cards that others may not know."""
    card = getattr(effect, "building", getattr(effect, "card", UNKNOWN))
    return context.own_words.named("step", effect, card="" if card == UNKNOWN else number(card))


def idea(context: TableContext, action: object) -> str:
    """“Tea House to work at Ice House”: cards by name, as this phone knows them. Empty: no words."""
    card = getattr(action, "building", getattr(action, "card", UNKNOWN))
    worker = getattr(action, "worker", UNKNOWN)
    return context.own_words.named("idea", action, building=name(context, card), worker=name(context, worker))


def looks(context: TableContext, effect: Any) -> tuple[Look, ...]:
    """The cards that an effect names, as far as this phone knows them."""
    found = [getattr(effect, field, UNKNOWN) for field in ("card", "building", "worker")]
    for field in ("cards", "workers"):
        several = getattr(effect, field, ())
        found += several if isinstance(several, tuple) else ()
    cards = dict.fromkeys(card for card in found if card in components.BUILDINGS)
    return tuple(Look(f"card/{number(card)}", name(context, card)) for card in cards)
