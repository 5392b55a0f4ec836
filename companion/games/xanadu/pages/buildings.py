"""The buildings as they stand: five prices each, what the next worker makes of them, and the key that places it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import PlaceWorker
from companion.games.xanadu.names import UNKNOWN, Card, Resource
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import Aim
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.labels import Good
from companion.games.xanadu.state import Building, State
from companion.web.widgets import Key

MARKS = {"up": "▲", "same": "=", "down": "▼", "": ""}
"""What the next worker does to the price, as it is printed."""


class Price(Struct, frozen=True):
    """One of the five prices of a building: `stands` is ``gone``, ``now`` (in force) or ``next`` (to come)."""

    n: int
    stands: str


class Floor(Struct, frozen=True):
    """A row of a building: what it offers, its price, and what a worker on it makes of the price (``up``, ``same``,
    ``down``). `stands` is ``covered``, ``next`` (the lowest free one) or ``later``."""

    row: int
    goods: tuple[Good, ...]
    favour: Good | None
    price: int
    change: str
    stands: str


class House(Struct, frozen=True):
    """A building. `change` and `then` tell what the next worker makes of the price; nothing when it is full."""

    card: Card
    number: str
    name: str
    other: str
    """The name in the other language."""
    colour: str
    cost: tuple[Good, ...]
    passive: Good | None
    price: int
    prices: tuple[Price, ...]
    """From the bottom of the card up."""
    worth: str
    """Its price now, and what a worker makes of it: “3 now · a worker makes it 4”."""
    floors: tuple[Floor, ...]
    """The highest first, as they are drawn."""
    then: int | None = None
    change: str = ""
    sideways: bool = False
    gives: bool = False
    """Would a worker on it yield something that is missing, or lead to such a row?"""
    key: Key | None = None
    """Places a worker on the lowest free row; none: this phone cannot."""
    address: str = ""
    """Where the card is chosen first that is to work: the key's place is taken by a link."""

    @property
    def mark(self) -> str:
        return MARKS[self.change]

    @property
    def next(self) -> Floor | None:
        """The lowest free row."""
        return next((floor for floor in self.floors if floor.stands == "next"), None)

    @property
    def full(self) -> bool:
        return self.then is None


class Site(Struct, frozen=True):
    """Purpose of looking at the buildings."""

    seat: Seat | None
    """The seat that this phone acts for, when it is its turn."""
    lacking: Collection[Resource] = ()
    """What the card that is to be built still lacks."""
    through: Collection[Card] = ()
    """Buildings whose rows would pay for it."""
    aim: Aim = Aim()


def houses(context: TableContext, state: State, owner: Seat, site: Site) -> tuple[House, ...]:
    """The buildings in front of a seat."""
    return tuple(standing(context, state, owner, building, site) for building in state.players[owner].city)


def drawn(context: TableContext, card: Card, covered: int = 0) -> House:
    """A building by itself, with so many rows covered."""
    return _plain(context, Building(card, (UNKNOWN,) * covered))


def standing(context: TableContext, state: State, owner: Seat, building: Building, site: Site) -> House:
    """A building in front of a seat."""
    house = _plain(context, building)
    if site.seat is None or house.next is None:
        return house
    row = components.BUILDINGS[building.card]
    favour = row.favours[house.next.row - 1]
    yields = {*row.rows[house.next.row - 1], *((favour,) if favour is not None and owner == site.seat else ())}
    gives = not building.sideways and (building.card in site.through or bool(yields & set(site.lacking)))
    return _with_key(context, state, house, site, gives)


def _plain(context: TableContext, building: Building) -> House:
    row, covered = components.BUILDINGS[building.card], len(building.workers)
    now = row.prices[covered]
    then = None if building.full else row.prices[covered + 1]
    return House(
        building.card,
        labels.number(building.card),
        labels.name(context, building.card),
        labels.other_name(context, building.card),
        row.colour.value,
        labels.goods(context, row.cost),
        None if row.passive is None else labels.good(context, row.passive),
        now,
        tuple(Price(n, _order(i, covered, "gone", "now")) for i, n in enumerate(row.prices)),
        _worth(context, now, then, last=covered == components.ROWS - 1),
        tuple(_floor(context, row, i, covered) for i in reversed(range(components.ROWS))),
        then,
        "" if then is None else _change(now, then),
        building.sideways,
    )


def _worth(context: TableContext, now: int, then: int | None, last: bool) -> str:
    words = context.own_words
    if then is None:
        return f"{words.phrase('price')} {now}"
    return words.phrase(f"then.{'last' if last else _change(now, then)}", price=str(now), n=str(then))


def _floor(context: TableContext, row: components.BuildingRow, i: int, covered: int) -> Floor:
    favour = row.favours[i]
    return Floor(
        i + 1,
        labels.goods(context, row.rows[i]),
        None if favour is None else labels.good(context, favour),
        row.prices[i],
        _change(row.prices[i], row.prices[i + 1]),
        _order(i, covered, "covered", "next", "later"),
    )


def _order(i: int, covered: int, before: str, at: str, after: str = "next") -> str:
    return before if i < covered else at if i == covered else after


def _change(before: int, after: int) -> str:
    return "up" if after > before else "down" if after < before else "same"


def _with_key(context: TableContext, state: State, house: House, site: Site, gives: bool) -> House:
    """Its lowest free row as a key; on phones that hold the cards it leads to the choice of a card."""
    assert site.seat is not None and house.next is not None, "only who plays places workers, and on free rows"
    hand = state.players[site.seat].hand
    action = PlaceWorker(house.card, hand[0] if hand else UNKNOWN)
    refusal = context.game.refusal(state, action, site.seat)
    spoken = context.own_words.phrase("worker_on", building=house.name)
    if refusal is None and not labels.by_number(state, site.seat):
        address = site.aim.address(f"{context.home}/at/{house.number}")
        return replace(house, gives=gives, key=Key("", "", said=spoken), address=address)
    key = context.key(action if refusal is not None else PlaceWorker(house.card), said=spoken)
    return replace(house, gives=gives, key=key)
