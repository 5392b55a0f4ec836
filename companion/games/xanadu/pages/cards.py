"""All cards, to be looked for by number, colour, resource, and name in any language: to look at one, or to set right
what stands in a place."""

from __future__ import annotations

from typing import Any, TypeVar

from flask import abort
from msgspec import Struct

from companion.engine.correction import LIES
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import Card, Colour, Resource, State, components
from companion.games.xanadu.names import SEAT_LETTERS
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.buildings import House, drawn
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.turn import lies
from companion.games.xanadu.pages.zones import city_form
from companion.web.table.renderer import show
from companion.web.widgets import Key, do


class Listed(Struct, frozen=True):
    """A card of the list: where it lies openly, and what a tap on it does: it shows the card in full, or puts it into
    the place that is set right."""

    house: House
    lies: str
    address: str
    key: Key | None = None


class Chip(Struct, frozen=True):
    """A colour or a resource to look for: a tap asks for it, another one for all again."""

    name: str
    value: str
    on: bool
    sign: str = ""


class Place(Struct, frozen=True):
    """A place in front of a player; `taken`: a building stands there."""

    seat: Seat
    number: int
    taken: bool


def cards(context: TableContext, item: str) -> str:
    """The list; `item` ``1-0``: to set right what stands in seat 1's first place."""
    state = context.view.state
    place = _place(context, state, item) if item and state is not None else None
    if state is None or (item and place is None):
        abort(404)
    text, wish = context.wishes.get("q", "")[:40], aim(context)
    colour, good = (_wish(context, "c", Colour), _wish(context, "g", Resource))
    listed = tuple(
        Listed(
            drawn(context, card),
            lies(context, state, card),
            wish.address(f"{context.home}/card/{labels.number(card)}"),
            _put(context, state, place, card) if place is not None else None,
        )
        for card in labels.found(context, components.EDITIONS[state.options.edition], text)
        if colour in (None, components.BUILDINGS[card].colour) and (good is None or good in labels.on_card(card))
    )
    return show(
        context,
        "xanadu/cards.html",
        aim=wish,
        text=text,
        colours=_colours(context, state, colour),
        goods=_goods(context, good),
        listed=listed,
        path=f"{context.home}/cards" + (f"/{item}" if item else ""),
        back_to=f"{context.home}/check/{place.seat}" if place else wish.address(context.home),
        title=_title(context, state, place),
        empty=_emptied(context, state, place) if place is not None and place.taken else None,
    )


W = TypeVar("W", Colour, Resource)


def _wish(context: TableContext, field: str, kind: type[W]) -> W | None:
    """The colour or the resource that the address asks for; none: any."""
    return next((one for one in kind if one.value == context.wishes.get(field)), None)


def _colours(context: TableContext, state: State, wanted: Colour | None) -> tuple[Chip, ...]:
    names = components.COLOUR_NAMES[context.language]
    there = {components.BUILDINGS[card].colour for card in components.EDITIONS[state.options.edition]}
    return tuple(Chip(names[one], one.value, one == wanted) for one in Colour if one in there)


def _goods(context: TableContext, wanted: Resource | None) -> tuple[Chip, ...]:
    goods = ((one, labels.good(context, one)) for one in Resource)
    return tuple(Chip(good.name, one.value, one == wanted, good.sign) for one, good in goods)


def _place(context: TableContext, state: State, item: str) -> Place | None:
    whose, _, which = item.partition("-")
    seat, building = number(whose), number(which)
    if seat is None or building is None or not context.seated or not state.paper:
        return None
    if seat >= state.players or building > len(state.city[seat]):
        return None
    return Place(Seat(seat), building, building < len(state.city[seat]))


def _title(context: TableContext, state: State, place: Place | None) -> str:
    words = context.own_words
    if place is None:
        return words.phrase("find_card")
    if not place.taken:
        return words.phrase("one_more", name=context.names[place.seat])
    return words.phrase("instead_of", name=labels.name(context, state.city[place.seat][place.number].card))


def _put(context: TableContext, state: State, place: Place, card: Card) -> Key:
    """The card stands in the place, with the workers that lie there."""
    letter = SEAT_LETTERS[place.seat]
    label = f"{labels.number(card)} {labels.name(context, card)}"
    if place.taken:
        return Key(label, _correct(f"city.{letter}.{place.number}.card", int(card)))
    return Key(label, _correct(f"city.{letter}", [*city_form(state, place.seat), {"card": int(card)}]))


def _emptied(context: TableContext, state: State, place: Place) -> Key:
    """Nothing stands there."""
    rest = [form for i, form in enumerate(city_form(state, place.seat)) if i != place.number]
    path = f"city.{SEAT_LETTERS[place.seat]}"
    return Key(context.own_words.phrase("nothing_there"), _correct(path, rest))


def _correct(path: str, value: Any) -> str:
    return do("correct", changes=[{"path": path, "value": value}], why=LIES)
