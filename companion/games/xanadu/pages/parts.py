"""Buildings and cards on pages, with the keys of a turn; and addresses that keep earlier choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import TypeAlias
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.xanadu import components, phases
from companion.games.xanadu.moves import Build, EndTurn, PlaceWorker, Way, find_payment
from companion.games.xanadu.names import UNKNOWN, Card, Resource, format_card_number
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, State
from companion.web import context
from companion.web.table.frame import show
from companion.web.widgets import Key, Note, both

TableContext: TypeAlias = context.TableContext[State]
"""A table of this game, as one phone's pages see it."""
DIGITS = 2
"""Of a printed number."""
KEPT = ("n", "seat", "for", "open")
"""What an address hands on: the digits typed so far, the chair that was tapped, the seat that this phone acts for, and
the chair whose buildings lie open."""


class Face(Struct, frozen=True):
    """A card as it is printed, and what a tap on it does (None: nothing)."""

    row: components.BuildingRow
    number: str
    name: str
    key: Key | None = None


class House(Face, frozen=True):
    """A card with its workers."""

    covered: int = 0
    """The number of rows with workers."""
    sideways: bool = False
    price: int = 0
    goods: tuple[Resource, ...] = ()
    """What its lowest free row offers; none, if it is full."""
    change: str = ""
    """How the next worker changes the price: ``up``, ``same``, ``down``; empty when the building is full."""
    worth: str = ""
    """Its price now, and what a worker makes of it: “3 now · a worker makes it 4”."""
    gives: bool = False
    """Would a worker on it yield something that is missing, or lead to such a row?"""


class Plan(Struct, frozen=True):
    """The card to build: the key that builds it and ends the turn, one that builds and continues, what is missing."""

    key: Key
    stay: Key | None = None
    card: Card = UNKNOWN
    lacking: tuple[Resource, ...] = ()
    through: tuple[Card, ...] = ()
    """The buildings on which workers would pay for it."""
    note: Note | None = None
    """Why it cannot be built, or which workers would pay for it."""


def face(context: TableContext, card: Card, key: Key | None = None) -> Face:
    return Face(components.BUILDINGS[card], format_card_number(card), name(context, card), key)


def house(context: TableContext, building: Building, key: Key | None = None, gives: bool = False) -> House:
    row, covered, words = components.BUILDINGS[building.card], len(building.workers), context.own_words
    price, goods, change = row.prices[covered], tuple[Resource, ...](), ""
    if covered == components.ROWS:
        worth = f"{words.phrase('price')} {price}"
    else:
        goods, then = row.rows[covered], row.prices[covered + 1]
        change = "up" if then > price else "down" if then < price else "same"
        last = covered == components.ROWS - 1
        worth = words.phrase(f"then.{'last' if last else change}", price=price, n=then)
    card = building.card
    named = (row, format_card_number(card), name(context, card), key)
    return House(*named, covered, building.sideways, price, goods, change, worth, gives)


def amounts(context: TableContext, resources: Iterable[Resource]) -> str:
    """Returns “1 ink and 2 stone”."""
    names = components.RESOURCE_NAMES[context.language]
    return context.own_words.listed(f"{n} {names[resource]}" for resource, n in Counter(resources).items())


def name(context: TableContext, card: Card) -> str:
    return components.CARD_NAMES[context.language].get(card) or format_card_number(card)


def called(context: TableContext, card: Card) -> str:
    """Returns a card by its number and name."""
    return f"{format_card_number(card)} {name(context, card)}"


def lies(context: TableContext, card: Card) -> str:
    """Returns where a card is visible, so that no hand can contain it; otherwise ""."""
    words, state, owner = context.own_words, context.position, context.position.owner(card)
    if owner is not None:
        return words.phrase("lies_with", name=context.names[owner])
    if card in state.discard:
        return words.phrase("lies_discarded")
    return "" if card in components.EDITIONS[state.options.edition] else words.phrase("other_edition")


def by_number(state: State, seat: Seat | None) -> bool:
    """Returns whether cards are typed by number: with cards on paper, and if a hand is entirely unknown here."""
    return state.paper or (seat is not None and UNKNOWN in state.players[seat].hand)


def typed(context: TableContext) -> str:
    """Returns the digits typed so far, from an address that may be invalid."""
    text = context.wishes.get("n", "")
    return text[:DIGITS] if text.isascii() and text.isdecimal() else ""


def find_typed_card(context: TableContext) -> Card | None:
    """Returns the card with the typed number; None if it is incomplete or unknown."""
    digits = typed(context)
    return Card(int(digits)) if len(digits) == DIGITS and int(digits) in components.BUILDINGS else None


def link(context: TableContext, page: str = "", **fields: object) -> str:
    """Returns an address below the table's that keeps this one's choices (`KEPT`), with these fields changed; empty
    ones are left out."""
    choices = {**context.wishes, **fields}
    query = urlencode({name: choices[name] for name in (*KEPT, *fields) if choices.get(name)})
    return f"{context.home}/{page}".rstrip("/") + (f"?{query}" if query else "")


def page(context: TableContext, template: str, **values: object) -> str:
    """Renders a template of this game."""
    return show(
        context,
        f"xanadu/{template}.html",
        link=partial(link, context),
        typed=typed(context),
        resources=components.RESOURCE_NAMES[context.language],
        **values,
    )


def playing(context: TableContext) -> Seat | None:
    """Returns the seat for which this phone may play now; None: it is another's turn, or nobody's."""
    seat, now = context.acting, context.position.now
    return seat if context.seated and isinstance(now, phases.Play) and seat == now.seat else None


def working(context: TableContext) -> Seat | None:
    """Returns the seat from whose hand this phone plays now. Another player's hand on a phone is unknown here: for that
    player it can only sell, and end the turn."""
    seat = playing(context)
    return seat if context.position.paper or seat == context.view.eyes else None


def houses(context: TableContext, owner: Seat, by: Seat | None = None, plan: Plan | None = None) -> list[House]:
    """Returns the buildings of a player, with keys for the seat that may place workers now."""
    return [standing(context, owner, one, by, plan) for one in context.position.players[owner].city]


def standing(context: TableContext, owner: Seat, building: Building, by: Seat | None, plan: Plan | None) -> House:
    """Returns a building of a player. Its key places a worker; with cards on phones, it leads to the choice of one.
    With a plan, it marks buildings that supply what is missing."""
    if by is None or building.full:
        return house(context, building)
    state, card, covered = context.position, building.card, len(building.workers)
    said, hand = context.own_words.phrase("worker_on", building=name(context, card)), state.players[by].hand
    worker = UNKNOWN if by_number(state, by) or not hand else hand[0]
    key = context.key(PlaceWorker(card, worker), said=said)
    if worker != UNKNOWN and not key.off:
        about = {} if plan is None else {"n": format_card_number(plan.card)}
        key = Key("", "", said=said, href=link(context, f"at/{format_card_number(card)}", **about))
    gives = False
    if plan is not None and not building.sideways:
        row = components.BUILDINGS[card]
        yields = {*row.rows[covered], row.favours[covered] if owner == by else None}
        gives = card in plan.through or not yields.isdisjoint(plan.lacking)
    return house(context, building, key, gives)


def make_no_card_key(context: TableContext, label: str) -> Key:
    """Returns the key to the cards by name, if no valid number was typed."""
    small = context.own_words.phrase("no_such_number") if len(typed(context)) == DIGITS else ""
    return Key(label, "", small, href=link(context, "card", n=""))


def plan_of(context: TableContext, seat: Seat, card: Card | None) -> Plan:
    """Returns the plan for a card; None: it is still to be typed."""
    words, state = context.own_words, context.position
    if card is None:
        return Plan(make_no_card_key(context, words.phrase("build")))
    label = words.phrase("build_it", name=name(context, card))
    if elsewhere := lies(context, card):
        return Plan(Key(label, "", elsewhere, href=context.home))
    action = Build(card)
    key, refusal = context.key(action, label, words.phrase("payable")), context.game.refusal(state, action, seat)
    if refusal is not None and refusal.reason != "missing":
        return Plan(key, card=card, note=context.refused(refusal, state))
    if refusal is not None:
        way = find_payment(state, card, seat)
        key = replace(key, small=words.phrase("lacks", what=amounts(context, way.lacking)))
        through = tuple(manned.building for manned in way.workers)
        return Plan(key, None, card, way.lacking, through, Note(_advise(context, way)))
    key = replace(key, go=True)
    # In the advanced game a turn goes on after building; where its end ends the game, that key asks first.
    if state.options.advanced == "yes" or XANADU.ends_game(XANADU.after(state, action, seat), seat):
        return Plan(key, card=card)
    ends = replace(key, do=both(key.do, context.act(XANADU.action_text(EndTurn()))))
    return Plan(ends, Key(words.phrase("build_and_stay"), key.do), card)


def _advise(context: TableContext, way: Way) -> str:
    """Returns workers that would pay for it, or a note that none can."""
    words = context.own_words
    if way.missing:
        return words.phrase("out_of_reach", what=amounts(context, way.missing))
    rows = words.listed(
        words.phrase("rows_of", name=name(context, manned.building), rows=words.listed(map(str, manned.rows)))
        for manned in way.workers
    )
    return words.phrase("would_do", workers=words.count("workers", way.count), rows=rows)


def hand(context: TableContext, seat: Seat) -> list[Face]:
    """Returns the cards on a player's phone, lowest number first. Each shows whether it can be built, and leads to its
    page."""
    words, state, found = context.own_words, context.position, list[Face]()
    for card in state.players[seat].hand:
        if card == UNKNOWN:
            continue
        way = find_payment(state, card, seat)
        if way.refusal is None:
            workers = words.count("workers", way.count)
            says = words.phrase("with_workers", workers=workers) if way.count else words.phrase("payable")
        elif way.refusal.reason == "missing":
            says = words.phrase("lacks", what=amounts(context, way.missing))
        else:
            says = context.brief(way.refusal, state)
        address = link(context, f"card/{format_card_number(card)}", n="")
        found.append(face(context, card, Key("", "", says, go=way.refusal is None, href=address)))
    return found
