"""Buildings and cards as all pages show them: names, resources, prices; and addresses that keep what was tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.names import UNKNOWN, Card, Resource
from companion.games.xanadu.state import Building, State
from companion.web import context
from companion.web.table.frame import show
from companion.web.widgets import Key

TableContext: TypeAlias = context.TableContext[State]
"""A table of this game, as one phone's pages see it."""
DIGITS = 2
"""Of a printed number."""
KEPT = ("n", "seat", "for", "open")
"""What an address hands on: the digits typed so far, the chair that was tapped, the seat that this phone acts for, and
the chair whose buildings lie open."""
MARKS = {"up": "▲", "same": "=", "down": "▼", "": ""}
"""What the next worker does to the price, as it is printed."""


class Good(NamedTuple):
    """A resource: its symbol and its name."""

    sign: str
    name: str


class Floor(Struct, frozen=True):
    """A row of a building, counted from 1 at the bottom. `stands` is ``covered``, ``next`` (the lowest free one) or
    ``later``; `favour` has one resource or none."""

    row: int
    goods: tuple[Good, ...]
    favour: tuple[Good, ...]
    price: int
    stands: str


class House(Struct, frozen=True):
    """A building, or a card by itself."""

    building: Building
    number: str
    name: str
    colour: str
    cost: tuple[Good, ...]
    prices: tuple[tuple[int, str], ...]
    """From the bottom of the card up, each ``gone``, ``now`` (in force) or ``next``."""
    then: int | None
    """The price after the next worker; none: it is full."""
    change: str
    """How the next worker changes the price: ``up``, ``same``, ``down``; empty when the building is full."""
    worth: str
    """Its price now, and what a worker makes of it: “3 now · a worker makes it 4”."""
    next: Floor | None
    """The lowest free row."""
    key: Key | None = None
    """What a tap does: place a worker, sell the building, look at the card. None: nothing."""
    gives: bool = False
    """Would a worker on it yield something that is missing, or lead to such a row?"""

    @property
    def mark(self) -> str:
        return MARKS[self.change]


def drawn(context: TableContext, building: Building, key: Key | None = None, gives: bool = False) -> House:
    """A building as pages show it."""
    row, covered, words = components.BUILDINGS[building.card], len(building.workers), context.own_words
    price, then, change = building.price, None, ""
    worth = f"{words.phrase('price')} {price}"
    if not building.full:
        then = row.prices[covered + 1]
        change = "up" if then > price else "down" if then < price else "same"
        last = covered == components.ROWS - 1
        worth = words.phrase(f"then.{'last' if last else change}", price=str(price), n=str(then))
    return House(
        building=building,
        number=number(building.card),
        name=name(context, building.card),
        colour=row.colour.value,
        cost=goods(context, row.cost),
        prices=tuple([(n, _order(i, covered, "gone", "now", "next")) for i, n in enumerate(row.prices)]),
        then=then,
        change=change,
        worth=worth,
        next=None if building.full else floor(context, building, covered),
        key=key,
        gives=gives,
    )


def floor(context: TableContext, building: Building, i: int) -> Floor:
    """The row with this index, from 0 at the bottom."""
    row, stands = components.BUILDINGS[building.card], _order(i, len(building.workers), "covered", "next", "later")
    return Floor(i + 1, goods(context, row.rows[i]), goods(context, row.favours[i : i + 1]), row.prices[i], stands)


def _order(i: int, covered: int, before: str, at: str, after: str) -> str:
    return before if i < covered else at if i == covered else after


def goods(context: TableContext, resources: Iterable[Resource | None]) -> tuple[Good, ...]:
    """Resources with their names; None is left out."""
    names = components.RESOURCE_NAMES[context.language]
    return tuple([Good(f"r-{resource}", names[resource]) for resource in resources if resource is not None])


def amounts(context: TableContext, resources: Iterable[Resource]) -> str:
    """“1 ink and 2 stone”."""
    counted = Counter(good.name for good in goods(context, resources))
    return context.own_words.listed(f"{n} {name}" for name, n in counted.items())


def number(card: Card) -> str:
    """Number as printed: two digits."""
    return f"{card:02}"


def name(context: TableContext, card: Card) -> str:
    return components.CARD_NAMES[context.language].get(card, number(card))


def called(context: TableContext, card: Card) -> str:
    """A card by its number and name."""
    return f"{number(card)} {name(context, card)}"


def lies(context: TableContext, card: Card) -> str:
    """Where a card lies openly, so that no hand can hold it; empty: nowhere."""
    words, state, owner = context.own_words, context.position, context.position.owner(card)
    if owner is not None:
        return words.phrase("lies_with", name=context.names[owner])
    if card in state.discard:
        return words.phrase("lies_discarded")
    return "" if card in components.EDITIONS[state.options.edition] else words.phrase("other_edition")


def by_number(state: State, seat: Seat | None) -> bool:
    """Are cards named by typing them? Where paper holds them; and where a hand is not known here at all."""
    return state.paper or (seat is not None and UNKNOWN in state.players[seat].hand)


def typed(context: TableContext) -> str:
    """The digits typed so far, with the one just tapped (``d``); a third one starts again."""
    digits, digit = (_digits(context.wishes.get(name, "")) for name in ("n", "d"))
    return digit if digit and len(digits) >= DIGITS else digits + digit


def typed_card(context: TableContext) -> Card | None:
    """The card with the typed number; none: it is not typed in full, or there is none."""
    digits = typed(context)
    return Card(int(digits)) if len(digits) == DIGITS and int(digits) in components.BUILDINGS else None


def _digits(text: str) -> str:
    """The first digits of a text from an address, which may be nonsense."""
    return text[:DIGITS] if text.isascii() and text.isdecimal() else ""


def link(context: TableContext, page: str = "", **fields: object) -> str:
    """An address below the table's that hands on what this one has (`KEPT`), but for these fields; empty ones are left
    out."""
    kept = {name: _digits(context.wishes.get(name, "")) for name in KEPT} | {"n": typed(context)} | fields
    query, path = (
        urlencode({name: value for name, value in kept.items() if value}),
        f"{context.home}/{page}".rstrip("/"),
    )
    return f"{path}?{query}" if query else path


def page(context: TableContext, template: str, **values: object) -> str:
    """A page from a template of this game."""
    return show(context, f"xanadu/{template}.html", link=partial(link, context), typed=typed(context), **values)
