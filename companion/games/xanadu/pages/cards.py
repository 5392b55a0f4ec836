"""All cards, to be looked for by number, name, colour or resource in any language: to look at one, or to set right
what stands in a place."""

from __future__ import annotations

from flask import abort
from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.buildings import House, drawn
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.turn import lies
from companion.games.xanadu.state import State
from companion.web.table.frame import show


class Listed(Struct, frozen=True):
    """A card of the list: where it lies openly, and where a tap on it leads: to the card in full, or back to the place
    that is fixed, with this card chosen."""

    house: House
    lies: str
    address: str


class Place(Struct, frozen=True):
    """A place in front of a player; `taken`: a building stands there."""

    seat: Seat
    number: int
    taken: bool


def cards(context: TableContext, item: str) -> str:
    """The list; `item` ``1-0``: to set right what stands in seat 1's first place."""
    state = context.position
    place = _place(context, state, item) if item else None
    if item and place is None:
        abort(404)
    text, wish = context.wishes.get("q", "")[:40], aim(context)
    edition = components.EDITIONS[state.options.edition]

    def fixed(card: Card | None) -> str:
        """The page that fixes the place, with this card chosen for it; none: with no card there."""
        assert place is not None
        n = len(edition) if card is None else edition.index(card)
        return f"{context.home}/fix/{item}?players.{SEAT_LETTERS[place.seat]}.city={n}"

    listed = tuple(
        Listed(
            drawn(context, card),
            lies(context, state, card),
            fixed(card) if place is not None else wish.address(f"{context.home}/card/{labels.number(card)}"),
        )
        for card in labels.found(context, edition, text)
    )
    return show(
        context,
        "xanadu/cards.html",
        aim=wish,
        text=text,
        listed=listed,
        path=f"{context.home}/card" + (f"/{item}" if item else ""),
        back_to=f"{context.home}/fix/{item}" if place else wish.address(context.home),
        title=_title(context, state, place),
        empty=fixed(None) if place is not None and place.taken else "",
    )


def _place(context: TableContext, state: State, item: str) -> Place | None:
    whose, _, which = item.partition("-")
    seat, building = number(whose), number(which)
    if seat is None or building is None or not context.seated or not state.paper:
        return None
    if seat >= len(state.players) or building > len(state.players[seat].city):
        return None
    return Place(Seat(seat), building, building < len(state.players[seat].city))


def _title(context: TableContext, state: State, place: Place | None) -> str:
    words = context.own_words
    if place is None:
        return words.phrase("find_card")
    if not place.taken:
        return words.phrase("one_more", name=context.names[place.seat])
    return words.phrase("instead_of", name=labels.name(context, state.players[place.seat].city[place.number].card))
