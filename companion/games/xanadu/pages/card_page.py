"""One card in full, as it is printed: standing, in the own hand, or anywhere, with its rows as keys.

And the list of all cards, to be looked for by number, name, colour or resource in any language."""

from __future__ import annotations

from flask import abort
from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import labels, turn
from companion.games.xanadu.pages.address import Aim, aim
from companion.games.xanadu.pages.houses import House, Site, drawn, houses, standing
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.pages.zones import place_of
from companion.games.xanadu.state import State
from companion.web.table.frame import show
from companion.web.table.game_page import curtain


class ToBuild(Struct, frozen=True):
    """The card as one that may be built: its key, and buildings whose lowest free rows would give what is missing, with
    their names."""

    plan: turn.Plan
    lacks: str
    sources: tuple[tuple[str, House], ...]


def card(context: TableContext, item: str) -> str:
    """The card with this number; without one, the list of all cards."""
    if not item or "-" in item:
        return _cards(context, item)
    state, sent = context.position, number(item)
    if sent is None or sent not in components.BUILDINGS:
        abort(404)
    if context.covered:
        return curtain(context)
    which, wish = Card(sent), aim(context)
    owner, seat, building = state.owner(which), turn.working(context, state), state.building(which)
    house, fixed, name = drawn(context, which), "", labels.name(context, which)
    if owner is not None and building is not None:
        house = standing(context, state, owner, building, Site(seat, aim=wish))
        place = [one.card for one in state.players[owner].city].index(which)
        fixed = f"{owner}-{place}" if state.paper and context.seated else ""
    return show(
        context,
        "xanadu/card.html",
        title=name if owner is None else _of(context, owner, name, own=owner == context.view.eyes),
        sub=_sub(context, state, house),
        house=house,
        standing=owner is not None,
        place=fixed,
        build=_to_build(context, state, which, seat) if owner is None else None,
        aim=wish,
        own=wish.address(f"{context.home}/card/{house.number}", ""),
    )


def _of(context: TableContext, owner: Seat, name: str, *, own: bool) -> str:
    """A building's name, with that of its owner."""
    return name if own else context.own_words.phrase("of_building", name=context.names[owner], building=name)


def _sub(context: TableContext, state: State, house: House) -> str:
    words, seat = context.own_words, context.view.eyes
    if house.key is not None and not house.key.off:
        return words.phrase("tap_goods")
    held = () if seat is None else tuple(one for one in state.players[seat].hand if one in components.BUILDINGS)
    if house.card in held:
        return words.phrase("in_your_hand", n=str(held.index(house.card) + 1), of=str(len(held)))
    if house.sideways:
        return words.phrase("sideways")
    return turn.lies(context, state, house.card) or words.phrase("not_in_sight")


def _to_build(context: TableContext, state: State, which: Card, seat: Seat | None) -> ToBuild | None:
    """The card as one to be built now; none: this phone cannot, or the card is not in this hand."""
    if seat is None or not (labels.by_number(state, seat) or which in state.players[seat].hand):
        return None
    wish = Aim(labels.number(which), "", aim(context).acting)
    plan = turn.plan(context, state, seat, wish)
    if not plan.lacking:
        return ToBuild(plan, "", ())
    # Own rows first, then clockwise.
    site, n = Site(seat, plan.lacking, plan.through, wish), len(state.players)
    sources = tuple(
        (_of(context, owner, house.name, own=owner == seat), house)
        for owner in (Seat((seat + i) % n) for i in range(n))
        for house in houses(context, state, owner, site)
        if house.gives and house.key is not None
    )
    return ToBuild(plan, labels.amounts(context, plan.lacking), sources)


def _cards(context: TableContext, item: str) -> str:
    """The list, each with where it lies openly, to look at one; `item` ``1-0``: to set right what stands in seat 1's
    first place."""
    state, words, taken = context.position, context.own_words, False
    place = place_of(context, item) if context.seated else None
    title = words.phrase("find_card")
    if place is not None:
        seat, at = place
        city = state.players[seat].city
        taken, title = at < len(city), words.phrase("one_more", name=context.names[seat])
        if taken:
            title = words.phrase("instead_of", name=labels.name(context, city[at].card))
    elif item:
        abort(404)
    text, wish = context.wishes.get("q", "")[:40], aim(context)
    edition = components.EDITIONS[state.options.edition]

    def fixed(n: int) -> str:
        """The page that fixes the place, with the nth card chosen for it, or none behind the last."""
        return f"{context.home}/fix/{item}?players.{SEAT_LETTERS[place[0] if place else 0]}.city={n}"

    def address(one: Card) -> str:
        return fixed(edition.index(one)) if item else wish.address(f"{context.home}/card/{labels.number(one)}")

    found = labels.found(context, edition, text)
    return show(
        context,
        "xanadu/cards.html",
        aim=wish,
        text=text,
        listed=[(drawn(context, one), turn.lies(context, state, one), address(one)) for one in found],
        path=f"{context.home}/card" + (f"/{item}" if item else ""),
        back_to=f"{context.home}/fix/{item}" if item else wish.address(context.home),
        title=title,
        empty=fixed(len(edition)) if taken else "",
    )
