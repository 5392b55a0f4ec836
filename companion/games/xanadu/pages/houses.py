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
from companion.games.xanadu.pages.labels import Good, TableContext
from companion.games.xanadu.state import Building, State
from companion.web.widgets import Key

MARKS = {"up": "▲", "same": "=", "down": "▼", "": ""}
"""What the next worker does to the price, as it is printed."""


class Floor(Struct, frozen=True):
    """A row of a building: what it offers and its price. `stands` is ``covered``, ``next`` (the lowest free one) or
    ``later``."""

    row: int
    goods: tuple[Good, ...]
    favour: Good | None
    price: int
    stands: str


class House(Struct, frozen=True):
    """A building with what its pages say of it."""

    context: TableContext
    building: Building
    gives: bool = False
    """Would a worker on it yield something that is missing, or lead to such a row?"""
    key: Key | None = None
    """Places a worker on the lowest free row; none: this phone cannot."""
    address: str = ""
    """Where the card is chosen first that is to work: the key's place is taken by a link."""

    @property
    def card(self) -> Card:
        return self.building.card

    @property
    def row(self) -> components.BuildingRow:
        """The printed card."""
        return components.BUILDINGS[self.card]

    @property
    def covered(self) -> int:
        return len(self.building.workers)

    @property
    def number(self) -> str:
        return labels.number(self.card)

    @property
    def name(self) -> str:
        return labels.name(self.context, self.card)

    @property
    def other(self) -> str:
        """The name in the other language."""
        return labels.other_name(self.context, self.card)

    @property
    def colour(self) -> str:
        return self.row.colour.value

    @property
    def cost(self) -> tuple[Good, ...]:
        return labels.goods(self.context, self.row.cost)

    @property
    def passive(self) -> Good | None:
        return None if self.row.passive is None else labels.good(self.context, self.row.passive)

    @property
    def price(self) -> int:
        """The price in force."""
        return self.building.price

    @property
    def prices(self) -> tuple[tuple[int, str], ...]:
        """From the bottom of the card up, each ``gone``, ``now`` (in force) or ``next``."""
        return tuple((n, _order(i, self.covered, "gone", "now", "next")) for i, n in enumerate(self.row.prices))

    @property
    def then(self) -> int | None:
        """The price after the next worker; none: it is full."""
        return None if self.full else self.row.prices[self.covered + 1]

    @property
    def change(self) -> str:
        """How the next worker changes the price: ``up``, ``same``, ``down``; empty when the building is full."""
        if self.then is None:
            return ""
        return "up" if self.then > self.price else "down" if self.then < self.price else "same"

    @property
    def mark(self) -> str:
        return MARKS[self.change]

    @property
    def worth(self) -> str:
        """Its price now, and what a worker makes of it: “3 now · a worker makes it 4”."""
        words, last = self.context.own_words, self.covered == components.ROWS - 1
        if self.then is None:
            return f"{words.phrase('price')} {self.price}"
        return words.phrase(f"then.{'last' if last else self.change}", price=str(self.price), n=str(self.then))

    @property
    def floors(self) -> tuple[Floor, ...]:
        """The highest first, as they are drawn."""
        return tuple(self._floor(i) for i in reversed(range(components.ROWS)))

    @property
    def next(self) -> Floor | None:
        """The lowest free row."""
        return None if self.full else self._floor(self.covered)

    def _floor(self, i: int) -> Floor:
        row, stands = self.row, _order(i, self.covered, "covered", "next", "later")
        favour = None if (favoured := row.favours[i]) is None else labels.good(self.context, favoured)
        return Floor(i + 1, labels.goods(self.context, row.rows[i]), favour, row.prices[i], stands)

    @property
    def full(self) -> bool:
        return self.building.full

    @property
    def sideways(self) -> bool:
        return self.building.sideways


class Site(Struct, frozen=True):
    """Purpose of looking at the buildings."""

    seat: Seat | None
    """The seat that this phone acts for, when it is its turn."""
    lacking: Collection[Resource] = ()
    """What the card that is to be built still lacks."""
    through: Collection[Card] = ()
    """Buildings whose rows would pay for it."""
    aim: Aim = Aim()


def drawn(context: TableContext, card: Card, covered: int = 0) -> House:
    """A building by itself, with so many rows covered."""
    return House(context, Building(card, (UNKNOWN,) * covered))


def houses(context: TableContext, state: State, owner: Seat, site: Site) -> tuple[House, ...]:
    """The buildings in front of a seat."""
    return tuple(standing(context, state, owner, building, site) for building in state.players[owner].city)


def standing(context: TableContext, state: State, owner: Seat, building: Building, site: Site) -> House:
    """A building in front of a seat; its lowest free row as a key, which on phones that hold the cards leads to the
    choice of a card."""
    house, seat, row = House(context, building), site.seat, components.BUILDINGS[building.card]
    if seat is None or building.full:
        return house
    favour = row.favours[house.covered]
    yields = {*row.rows[house.covered], *((favour,) if favour is not None and owner == seat else ())}
    gives = not building.sideways and (building.card in site.through or bool(yields & set(site.lacking)))
    hand = state.players[seat].hand
    action = PlaceWorker(house.card, hand[0] if hand else UNKNOWN)
    refusal = context.game.refusal(state, action, seat)
    spoken = context.own_words.phrase("worker_on", building=house.name)
    if refusal is None and not labels.by_number(state, seat):
        address = site.aim.address(f"{context.home}/at/{house.number}")
        return replace(house, gives=gives, key=Key("", "", said=spoken), address=address)
    key = context.key(action if refusal is not None else PlaceWorker(house.card), said=spoken)
    return replace(house, gives=gives, key=key)


def _order(i: int, covered: int, before: str, at: str, after: str) -> str:
    return before if i < covered else at if i == covered else after
