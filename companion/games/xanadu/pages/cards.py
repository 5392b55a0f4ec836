"""One card in full as printed: standing, in the own hand, or anywhere, with its lowest free row as a key.

And the list of all cards, searchable by number, name, colour or resource in any language.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from flask import abort

from companion.engine.game import Seat
from companion.engine.reading import number as read_number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, UNKNOWN, Card, format_card_number
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.state import Building


def card(context: TableContext, item: str) -> str:
    """Returns the card with this number; without one, the list of all cards."""
    if not item or "-" in item:
        return _cards(context, item)
    state, sent = context.position, read_number(item)
    if sent is None or sent not in components.BUILDINGS:
        abort(404)
    which, seat = Card(sent), parts.working(context)
    building, owner, fix = state.building(which) or Building(which), state.owner(which), ""
    house, plan, sources = parts.house(context, building), None, list[tuple[str, parts.House]]()
    title = house.name
    if owner is not None:
        house, title = parts.standing(context, owner, building, seat, None), _of(context, owner, house)
        fix = f"fix/{int(owner)}" if state.paper and context.seated else ""
    elif seat is not None and (parts.by_number(state, seat) or which in state.players[seat].hand):
        plan = parts.plan_of(context, seat, which)
        for i in range(len(state.players)):  # own rows first, then clockwise
            other = Seat((seat + i) % len(state.players))
            sources += [
                (_of(context, other, one), one) for one in parts.houses(context, other, seat, plan) if one.gives
            ]
    return parts.page(
        context,
        "card",
        title=title,
        sub=_sub(context, house),
        house=house,
        standing=owner is not None,
        fix=fix,
        plan=plan,
        lacks=parts.amounts(context, plan.lacking) if plan is not None else "",
        sources=sources,
    )


def _of(context: TableContext, owner: Seat, house: parts.House) -> str:
    """Returns a building's name, with its owner's unless that is the viewer."""
    if owner == context.view.eyes:
        return house.name
    return context.own_words.phrase("of_building", name=context.names[owner], building=house.name)


def _sub(context: TableContext, house: parts.House) -> str:
    words, seat, which = context.own_words, context.view.eyes, house.row.card
    if house.key is not None and not house.key.off:
        return words.phrase("tap_goods")
    held = [] if seat is None else [one for one in context.position.players[seat].hand if one != UNKNOWN]
    if which in held:
        return words.phrase("in_your_hand", n=held.index(which) + 1, of=len(held))
    return words.phrase("sideways") if house.sideways else parts.lies(context, which) or words.phrase("not_in_sight")


def _cards(context: TableContext, item: str) -> str:
    """Renders the list of cards, each with its open place and a link; `item` ``1-0``: to correct the building in seat
    1's first place, with cards on paper."""
    state, words, text = context.position, context.own_words, context.wishes.get("q", "")[:40]
    edition, title, back = components.EDITIONS[state.options.edition], words.phrase("find_card"), parts.link(context)
    fix, first, empty = "", 0, ""
    if item:
        seat, at = _find_place(context, item)
        city, back = state.city[seat], f"{context.home}/fix/{seat}"
        fix = f"{back}?players.{SEAT_LETTERS[seat]}.city"
        if at < len(city):  # one of the choices of `zones`
            title, empty = words.phrase("instead_of", name=parts.name(context, city[at].card)), f"{fix}={1 + at}"
            fix = f"{fix}.{at}.card"
        else:
            title, first = words.phrase("one_more", name=context.names[seat]), 1 + len(city)
    (other,) = (names for language, names in components.CARD_NAMES.items() if language != context.language)
    wanted, listed = _plain(text).split(), []
    for i, one in sorted(enumerate(edition, first), key=lambda each: _plain(parts.name(context, each[1]))):
        if all(word in _list_search_words(one) for word in wanted):
            address = f"{fix}={i}" if fix else parts.link(context, f"card/{format_card_number(one)}")
            listed.append((parts.house(context, Building(one)), other[one], parts.lies(context, one), address))
    path = f"{context.home}/card/{item}".rstrip("/")
    return parts.page(context, "cards", title=title, text=text, listed=listed, path=path, back_to=back, empty=empty)


def _find_place(context: TableContext, item: str) -> tuple[int, int]:
    """Returns the seat and the number of a place in front of it, a building's or the next one. 404 if there is none."""
    state, (whose, _, which) = context.position, item.partition("-")
    seat, at = read_number(whose), read_number(which)
    if not (context.seated and state.paper) or seat is None or at is None:
        abort(404)
    return (seat, at) if seat < len(state.players) and at <= len(state.city[seat]) else abort(404)


def _plain(text: str) -> str:
    """Returns a text for searching: lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


@cache
def _list_search_words(card: Card) -> str:
    """Returns a card's search words: its number, names, colour and resources, in all languages."""
    row, found = components.BUILDINGS[card], [format_card_number(card)]
    resources = {*row.cost, row.passive, *row.favours, *(resource for goods in row.rows for resource in goods)}
    for language, names in components.CARD_NAMES.items():
        found += [names[card], components.COLOUR_NAMES[language][row.colour]]
        found += [components.RESOURCE_NAMES[language][resource] for resource in resources if resource is not None]
    return _plain(" ".join(found))
