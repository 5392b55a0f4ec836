"""The buildings as they stand: covered rows, the price in force, what the next worker makes of it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu import UNKNOWN, Building, Card, PlaceWorker, Resource, State, action_text, components
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import Aim
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.labels import Good
from companion.web.widgets import Key

MARKS = {1: "▲", 0: "=", -1: "▼"}
"""What the next worker does to the price."""


class Floor(Struct, frozen=True):
    """A row of a building. `mine`: covered in this turn by who plays. `gives`: it yields what is missing.

    The lowest free row has a key that covers it, or (where the card has to be chosen first) an address.
    """

    row: int
    goods: tuple[Good, ...]
    favour: Good | None
    covered: bool
    mine: bool = False
    gives: bool = False
    key: Key | None = None
    address: str = ""


class House(Struct, frozen=True):
    """A building. `mark` and `then` tell what the next worker makes of the price; none when it is full."""

    card: Card
    number: str
    name: str
    colour: str
    price: int
    passive: Good | None
    floors: tuple[Floor, ...]
    """The highest first, as they are drawn."""
    mark: str = ""
    then: int | None = None
    change: str = ""
    """up, down or same, as words know it."""
    sideways: bool = False
    narrow: str = ""
    """The name with soft hyphens, for narrow columns."""


class Site(Struct, frozen=True):
    """What the buildings are looked at for."""

    seat: Seat | None
    """The seat that this phone acts for, when it is its turn."""
    mine: Collection[tuple[Card, int]] = ()
    """Rows that were covered in this turn."""
    lacking: Collection[Resource] = ()
    """What the card that is to be built still lacks."""
    through: Collection[Card] = ()
    """Buildings whose rows would pay for it."""
    aim: Aim = Aim()


def houses(context: TableContext, state: State, owner: Seat, site: Site) -> tuple[House, ...]:
    """The buildings in front of a seat."""
    return tuple(_house(context, state, owner, building, site) for building in state.city[owner])


def drawn(context: TableContext, card: Card, covered: int = 0) -> House:
    """A building by itself, with so many rows covered."""
    return _plain(context, Building(card, (UNKNOWN,) * covered))


def _house(context: TableContext, state: State, owner: Seat, building: Building, site: Site) -> House:
    row = components.BUILDINGS[building.card]
    floors = []
    for i, resources in enumerate(row.rows):
        favour = row.favours[i]
        own = (favour,) if favour is not None and owner == site.seat else ()
        lowest = i == len(building.workers)
        floor = Floor(
            i + 1,
            labels.goods(context, resources),
            None if favour is None else labels.good(context, favour),
            covered=i < len(building.workers),
            mine=(building.card, i + 1) in site.mine,
            gives=lowest and not building.sideways and _gives(site, building.card, {*resources, *own}),
        )
        floors.append(_with_key(context, state, building, floor, site) if lowest and site.seat is not None else floor)
    return _plain(context, building, tuple(reversed(floors)))


def _gives(site: Site, card: Card, yields: set[Resource]) -> bool:
    """Does the row yield something that is missing, or lead to such a row?"""
    return card in site.through or bool(yields & set(site.lacking))


def _plain(context: TableContext, building: Building, floors: tuple[Floor, ...] = ()) -> House:
    row, covered = components.BUILDINGS[building.card], len(building.workers)
    if not floors:
        rows = zip(range(1, components.ROWS + 1), row.rows, row.favours, strict=True)
        made = [
            Floor(n, labels.goods(context, got), None if fav is None else labels.good(context, fav), n <= covered)
            for n, got, fav in rows
        ]
        floors = tuple(reversed(made))
    then = None if building.full else row.prices[covered + 1]
    sign = 0 if then is None else (then > building.price) - (then < building.price)
    return House(
        building.card,
        labels.number(building.card),
        labels.name(context, building.card),
        row.colour.value,
        building.price,
        None if row.passive is None else labels.good(context, row.passive),
        floors,
        "" if then is None else MARKS[sign],
        then,
        "" if then is None else {1: "up", 0: "same", -1: "down"}[sign],
        building.sideways,
        labels.divided(context, building.card),
    )


def _with_key(context: TableContext, state: State, building: Building, floor: Floor, site: Site) -> Floor:
    """The lowest free row as a key; on phones that hold the cards it leads to the choice of a card."""
    assert site.seat is not None, "only who plays places workers"
    hand = state.hands[site.seat]
    action = PlaceWorker(building.card, hand[0] if hand else UNKNOWN)
    refusal = context.game.refusal(state, action, site.seat)
    small = context.game.short(refusal, state, context.language, context.names) if refusal is not None else ""
    yields = " ".join(good.name for good in floor.goods)
    spoken = context.own_words.phrase(
        "worker_on", building=labels.name(context, building.card), row=str(floor.row), goods=yields
    )
    if refusal is None and not labels.by_number(state, site.seat):
        address = site.aim.address(f"{context.home}/row/{labels.number(building.card)}")
        return _changed(floor, Key("", "", said=spoken), address)
    worker = action if refusal is not None else PlaceWorker(building.card)
    return _changed(floor, Key("", context.act(action_text(worker)), small, off=refusal is not None, said=spoken), "")


def _changed(floor: Floor, key: Key, address: str) -> Floor:
    return Floor(floor.row, floor.goods, floor.favour, floor.covered, floor.mine, floor.gives, key, address)
