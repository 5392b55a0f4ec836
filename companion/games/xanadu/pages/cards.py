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
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.pages.zones import place_of
from companion.games.xanadu.state import Building
from companion.web.table.game_page import curtain


def card(context: TableContext, item: str) -> str:
    """Returns the card with this number; without one, the list of all cards."""
    if not item or "-" in item:
        return _cards(context, item)
    state, sent = context.position, read_number(item)
    if sent is None or sent not in components.BUILDINGS:
        abort(404)
    if context.covered:
        return curtain(context)
    which, seat = Card(sent), parts.working(context)
    building = state.building(which) or Building(which)
    owner, row = state.owner(which), components.BUILDINGS[which]
    house, title, fixed = parts.drawn(context, building), parts.name(context, which), ""
    plan, sources = None, list[tuple[str, parts.House]]()
    if owner is not None:
        house, title = parts.standing(context, owner, building, seat, None), _of(context, owner, house)
        place = state.city[owner].index(building)
        fixed = f"{owner}-{place}" if state.paper and context.seated else ""
    elif seat is not None and (parts.by_number(state, seat) or which in state.players[seat].hand):
        plan = parts.plan_of(context, seat, which)
        count = len(state.players) if plan.lacking else 0
        for other in (Seat((seat + i) % count) for i in range(count)):  # own rows first, then clockwise
            gives = [one for one in parts.houses(context, other, seat, plan) if one.gives and one.key is not None]
            sources += [(_of(context, other, one), one) for one in gives]
    return parts.page(
        context,
        "card",
        title=title,
        sub=_sub(context, house),
        house=house,
        floors=[parts.goods(context, offered) for offered in row.rows],
        favours=[parts.goods(context, (favour,)) for favour in row.favours],
        passive=parts.goods(context, (row.passive,)),
        standing=owner is not None,
        place=fixed,
        plan=plan,
        lacks=parts.amounts(context, plan.lacking) if plan is not None and plan.lacking else "",
        sources=sources,
        home=parts.link(context, n=""),
        own=parts.link(context, f"card/{house.number}", n=""),
    )


def _of(context: TableContext, owner: Seat, house: parts.House) -> str:
    """Returns a building's name, with its owner's unless that is the viewer."""
    if owner == context.view.eyes:
        return house.name
    return context.own_words.phrase("of_building", name=context.names[owner], building=house.name)


def _sub(context: TableContext, house: parts.House) -> str:
    words, seat, which = context.own_words, context.view.eyes, house.building.card
    if house.key is not None and not house.key.off:
        return words.phrase("tap_goods")
    held = () if seat is None else tuple(one for one in context.position.players[seat].hand if one)
    if which in held:
        return words.phrase("in_your_hand", n=str(held.index(which) + 1), of=str(len(held)))
    if house.building.sideways:
        return words.phrase("sideways")
    return parts.lies(context, which) or words.phrase("not_in_sight")


def _cards(context: TableContext, item: str) -> str:
    """The list, each with where it lies openly, to look at one; `item` ``1-0``: to set right what stands in seat 1's
    first place."""
    state, words, text = context.position, context.own_words, context.wishes.get("q", "")[:40]
    place = place_of(context, item) if context.seated else None
    if item and place is None:
        abort(404)
    edition, title, empty = components.EDITIONS[state.options.edition], words.phrase("find_card"), ""
    fix = f"{context.home}/fix/{item}?players.{SEAT_LETTERS[place[0] if place else 0]}.city="
    if place is not None:
        seat, at = place
        city, title = state.city[seat], words.phrase("one_more", name=context.names[seat])
        if at < len(city):
            title, empty = words.phrase("instead_of", name=parts.name(context, city[at].card)), f"{fix}{len(edition)}"
    wanted, listed = _plain(text).split(), []
    other = next(names for language, names in components.CARD_NAMES.items() if language != context.language)
    for i, one in sorted(enumerate(edition), key=lambda each: _plain(parts.name(context, each[1]))):
        if all(word in _list_search_words(one) for word in wanted):
            address = f"{fix}{i}" if item else parts.link(context, f"card/{parts.number(one)}")
            listed.append((parts.drawn(context, Building(one)), other[one], parts.lies(context, one), address))
    return parts.page(
        context,
        "cards",
        text=text,
        listed=listed,
        path=f"{context.home}/card" + (f"/{item}" if item else ""),
        kept={name: value for name, value in context.wishes.items() if name in ("seat", "for", "open")},
        back_to=f"{context.home}/fix/{item}" if item else parts.link(context),
        title=title,
        empty=empty,
    )


def _plain(text: str) -> str:
    """Returns a text for searching: lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


@cache
def _list_search_words(card: Card) -> str:
    """Returns a card's search words: its number, names, colour and resources, in all languages."""
    row = components.BUILDINGS[card]
    resources = {*row.cost, row.passive, *row.favours, *(resource for goods in row.rows for resource in goods)}
    found = [parts.number(card), *(names[card] for names in components.CARD_NAMES.values())]
    found += [names[row.colour] for names in components.COLOUR_NAMES.values()]
    for names in components.RESOURCE_NAMES.values():
        found += [names[resource] for resource in resources if resource is not None]
    return _plain(" ".join(found))
