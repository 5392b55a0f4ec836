"""A player's turn: what there is to spend, the card to be built, the hand, and the keys below."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import (
    UNKNOWN,
    Build,
    Card,
    EndTurn,
    PickStart,
    Resource,
    Sell,
    State,
    Way,
    action_text,
    components,
    purse,
    resolving,
    way_to_pay,
)
from companion.games.xanadu.names import RESOURCES
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import Aim
from companion.games.xanadu.pages.labels import Good
from companion.games.xanadu.state import Draw, Play
from companion.web.table.context import Desk, Key, Note, both


class Sum(Struct, frozen=True):
    """So many of a resource."""

    good: Good
    n: int


class Plan(Struct, frozen=True):
    """The card that is to be built: the key that builds it and ends the turn, one that builds and goes on, what it
    costs, what is missing, and which workers would do."""

    key: Key
    stay: Key | None = None
    cost: tuple[Good, ...] = ()
    lacking: tuple[Resource, ...] = ()
    through: tuple[Card, ...] = ()
    """The buildings on which workers would pay for it."""
    advice: str = ""
    reason: Note | None = None
    address: str = ""
    """Where a tap leads while there is nothing to build: the cards by name, or what stands where."""


class HandCard(Struct, frozen=True):
    """A card of the hand: its number, name, colour and cost, whether it can be built, and an address that picks it."""

    number: str
    name: str
    colour: str
    cost: tuple[Good, ...]
    says: str
    can: bool
    on: bool
    address: str


def spend(desk: Desk, state: State, seat: Seat) -> tuple[Sum, ...]:
    """What the seat can pay with: what lasts, and what this turn's workers yielded."""
    have = zip(RESOURCES, purse(state, seat), strict=True)
    return tuple(Sum(labels.good(desk, resource), n) for resource, n in have if n > 0)


def lacks(refusal: Refusal | None) -> tuple[Resource, ...]:
    """The resources that a refusal names as missing."""
    if refusal is None or refusal.reason != "missing" or refusal.thing is None:
        return ()
    return tuple(map(Resource, refusal.thing.split()))


def plan(desk: Desk, state: State, seat: Seat, aim: Aim) -> Plan:
    """What becomes of the number that was typed, or of the card that was picked."""
    words = labels.words(desk)
    card = aim.card
    if card is None:
        return Plan(no_card(desk, aim, words.phrase("build")), address=aim.address(f"{desk.home}/cards", ""))
    elsewhere = lies(desk, state, card)
    refusal = desk.game.refusal(state, Build(card), seat)
    title = words.phrase("build_it", name=labels.name(desk, card))
    cost = labels.goods(desk, components.BUILDINGS[card].cost)
    build = desk.act(action_text(Build(card)))
    if elsewhere:
        return Plan(Key(title, "", elsewhere), None, cost, address=f"{desk.home}/list")
    if refusal is not None:
        reason = None if lacks(refusal) else desk.refused(refusal, state)
        off = Key(title, build, _short(desk, state, refusal), off=True)
        way = way_to_pay(state, card, seat) if lacks(refusal) else None
        through = tuple(manned.building for manned in way.workers) if way is not None else ()
        return Plan(off, None, cost, lacks(refusal), through, _advice(desk, way) if way is not None else "", reason)
    key = Key(title, build, words.phrase("payable"), go=True)
    if state.options.advanced == "yes":
        return Plan(key, None, cost)
    ends = Key(title, both(build, desk.act(action_text(EndTurn()))), words.phrase("payable"), go=True)
    return Plan(ends, Key(words.phrase("build_and_stay"), build), cost)


def no_card(desk: Desk, aim: Aim, label: str) -> Key:
    """A key without a command: no card has been typed yet, or there is none of that number."""
    return Key(label, "", labels.words(desk).phrase("no_such_number" if aim.full else "which_number"))


def _short(desk: Desk, state: State, refusal: Refusal) -> str:
    missing = lacks(refusal)
    if missing:
        return labels.words(desk).phrase("lacks", what=labels.amounts(desk, missing))
    return desk.game.short(refusal, state, desk.language, desk.names)


def lies(desk: Desk, state: State, card: Card) -> str:
    """Where a card lies openly, so that no hand can hold it; empty: nowhere."""
    words, owner = labels.words(desk), state.owner(card)
    if owner is not None:
        return words.phrase("lies_with", name=desk.names[owner])
    if card in state.discard:
        return words.phrase("lies_discarded")
    return "" if card in components.EDITIONS[state.options.edition] else words.phrase("other_edition")


def _advice(desk: Desk, way: Way) -> str:
    """Which workers would pay for it; or that no workers can."""
    words = labels.words(desk)
    if way.missing:
        return words.phrase("out_of_reach", what=labels.amounts(desk, way.missing))
    rows = words.listed(
        words.phrase("rows_of", name=labels.name(desk, manned.building), rows=words.listed(map(str, manned.rows)))
        for manned in way.workers
    )
    return words.phrase("would_do", workers=words.count("workers", way.count), rows=rows)


def hand(desk: Desk, state: State, seat: Seat, aim: Aim) -> tuple[HandCard, ...]:
    """The cards that a phone holds for its player, lowest number first."""
    found = []
    for card in state.hands[seat]:
        if card == UNKNOWN:
            continue
        row, way = components.BUILDINGS[card], way_to_pay(state, card, seat)
        says, on = _can(desk, state, way), aim.card == card
        number = labels.number(card)
        address = aim.address(desk.home, "" if on else number)
        cost = labels.goods(desk, row.cost)
        can = way.refusal is None
        found.append(HandCard(number, labels.name(desk, card), row.colour.value, cost, says, can, on, address))
    return tuple(found)


def _can(desk: Desk, state: State, way: Way) -> str:
    words = labels.words(desk)
    if way.refusal is not None:
        return _short(desk, state, way.refusal)
    return (
        words.phrase("with_workers", workers=words.count("workers", way.count))
        if way.count
        else words.phrase("payable")
    )


def start_key(desk: Desk, state: State, seat: Seat, card: Card) -> Key:
    """Begin with this building; without a command, if it lies openly elsewhere."""
    words = labels.words(desk)
    refusal = desk.game.refusal(state, PickStart(card), seat)
    label, elsewhere = words.phrase("begin_with", name=labels.name(desk, card)), lies(desk, state, card)
    if elsewhere:
        return Key(label, "", elsewhere)
    small = "" if refusal is None else desk.game.short(refusal, state, desk.language, desk.names)
    return Key(label, desk.act(action_text(PickStart(card))), small, off=refusal is not None, go=refusal is None)


def sales(desk: Desk, state: State, seat: Seat) -> tuple[Key, ...]:
    """A key for each own building: it is sold at once."""
    words, keys = labels.words(desk), []
    for building in state.city[seat]:
        refusal = desk.game.refusal(state, Sell(building.card), seat)
        small = (
            words.count("coins", building.price)
            if refusal is None
            else desk.game.short(refusal, state, desk.language, desk.names)
        )
        label = f"{labels.number(building.card)} {labels.name(desk, building.card)}"
        keys.append(Key(label, desk.act(action_text(Sell(building.card))), small, off=refusal is not None))
    return tuple(keys)


def no_sale(desk: Desk, state: State, seat: Seat) -> Key | None:
    """Why nothing can be sold now, on the key; none: something can."""
    words, now = labels.words(desk), state.now
    own = state.city[seat]
    card = own[0].card if own else Card(1)
    refusal = desk.game.refusal(state, Sell(card), seat)
    if isinstance(now, Play) and refusal is None:
        return None
    small = words.phrase("nothing_to_sell" if not own else "only_before_workers")
    return Key(words.phrase("sell"), desk.act(action_text(Sell(card))), small, off=True)


def end_key(desk: Desk, state: State, seat: Seat) -> Key:
    """End turn, with how many cards to draw."""
    words, after = labels.words(desk), resolving(state).now
    left = after.left if isinstance(after, Draw) else 0
    refusal = desk.game.refusal(state, EndTurn(), seat)
    small = words.phrase("draw_n", cards=words.count("cards", left)) if left else words.phrase("draw_none")
    return Key(words.phrase("end_turn"), desk.act(action_text(EndTurn())), small, off=refusal is not None)
