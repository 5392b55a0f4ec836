"""One card in full, as it is printed: standing, in the own hand, or anywhere; with its rows as keys."""

from __future__ import annotations

from flask import abort
from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages import labels, turn
from companion.games.xanadu.pages.address import Aim, aim
from companion.games.xanadu.pages.buildings import Floor, House, Site, drawn, houses, standing
from companion.games.xanadu.pages.cards import cards
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.seats import working
from companion.games.xanadu.state import State
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.widgets import Key


class Printed(Struct, frozen=True):
    """A row of the card as it lies: the worker on it, if any, and what a tap on it does."""

    floor: Floor
    worker: str = ""
    key: Key | None = None
    address: str = ""


class Source(Struct, frozen=True):
    """A building whose lowest free row would give what is missing: whose it is, and what that does to its price."""

    house: House
    title: str
    then: str


def card(context: TableContext, item: str) -> str:
    """The card with this number; without one, the list of all cards (`cards`)."""
    if not item or "-" in item:
        return cards(context, item)
    state = context.position
    sent = number(item)
    if sent is None or sent not in components.BUILDINGS:
        abort(404)
    if context.covered:
        return curtain(context)
    which, wish = Card(sent), aim(context)
    owner, seat = state.owner(which), working(context, state)
    house = _house(context, state, which, owner, Site(seat, aim=wish))
    own = wish.address(f"{context.home}/card/{house.number}", "")
    place = _place(state, owner, which) if owner is not None and state.paper and context.seated else ""
    return show(
        context,
        "xanadu/card.html",
        title=_title(context, which, owner),
        sub=_sub(context, state, house),
        house=house,
        rows=tuple(_row(context, floor, house) for floor in house.floors),
        standing=owner is not None,
        place=place,
        build=_to_build(context, state, which, seat) if owner is None else None,
        aim=wish,
        own=own,
    )


def _house(context: TableContext, state: State, which: Card, owner: Seat | None, site: Site) -> House:
    building = state.building(which)
    if building is None or owner is None:
        return drawn(context, which)
    return standing(context, state, owner, building, site)


def _title(context: TableContext, which: Card, owner: Seat | None) -> str:
    words, name = context.own_words, labels.name(context, which)
    if owner is None:
        return name
    own = owner == context.view.eyes
    return name if own else words.phrase("of_building", name=context.names[owner], building=name)


def _sub(context: TableContext, state: State, house: House) -> str:
    words = context.own_words
    if house.key is not None and not house.key.off:
        return words.phrase("tap_goods")
    held = _held(context, state)
    if house.card in held:
        return words.phrase("in_your_hand", n=str(held.index(house.card) + 1), of=str(len(held)))
    if house.sideways:
        return words.phrase("sideways")
    return turn.lies(context, state, house.card) or words.phrase("not_in_sight")


def _held(context: TableContext, state: State) -> tuple[Card, ...]:
    """The cards that the app knows in the hand of who looks."""
    seat = context.view.eyes
    return () if seat is None else tuple(held for held in state.players[seat].hand if held in components.BUILDINGS)


def _row(context: TableContext, floor: Floor, house: House) -> Printed:
    if floor.stands == "covered":
        return Printed(floor, context.own_words.phrase("worker"))
    able = floor.stands == "next" and house.key is not None and not house.key.off
    return Printed(floor, "", house.key, house.address) if able else Printed(floor)


def _place(state: State, owner: Seat, which: Card) -> str:
    """Where a building stands, as addresses name it: ``1-0``."""
    return f"{owner}-{next(i for i, building in enumerate(state.players[owner].city) if building.card == which)}"


def _to_build(context: TableContext, state: State, which: Card, seat: Seat | None) -> ToBuild | None:
    """The card as one to be built now; none: this phone cannot, or the card is not in this hand."""
    if seat is None or not (labels.by_number(state, seat) or which in state.players[seat].hand):
        return None
    wish = Aim(labels.number(which), "", aim(context).acting)
    plan = turn.plan(context, state, seat, wish)
    site = Site(seat, plan.lacking, plan.through, wish)
    missing = labels.amounts(context, plan.lacking) if plan.lacking else ""
    return ToBuild(plan, missing, _sources(context, state, site) if plan.lacking else ())


def _sources(context: TableContext, state: State, site: Site) -> tuple[Source, ...]:
    """The rows that would give what `site` lacks, own ones first, then clockwise."""
    first = site.seat or Seat(0)
    found = []
    for i in range(len(state.players)):
        owner = Seat((first + i) % len(state.players))
        for house in houses(context, state, owner, site):
            if house.gives and house.key is not None:
                found.append(_source(context, house, owner, site))
    return tuple(found)


def _source(context: TableContext, house: House, owner: Seat, site: Site) -> Source:
    words = context.own_words
    own = owner == site.seat
    title = house.name if own else words.phrase("of_building", name=context.names[owner], building=house.name)
    return Source(house, title, house.worth)


class ToBuild(Struct, frozen=True):
    """The card as one that may be built: its key, and the rows that would give what is missing."""

    plan: turn.Plan
    lacks: str
    sources: tuple[Source, ...]
