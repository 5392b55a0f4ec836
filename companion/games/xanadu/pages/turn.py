"""A player's turn: what there is to spend, the card to be built, the hand, and the keys below."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import Build, EndTurn, PickStart, Sell
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Resource
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import Aim
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.labels import Good
from companion.games.xanadu.payments import Way, way_to_pay
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Draw, State, purse
from companion.web.widgets import Key, Note, both


class Plan(Struct, frozen=True):
    """The card that is to be built: the key that builds it and ends the turn, one that builds and goes on, what is
    missing, and which workers would do."""

    key: Key
    stay: Key | None = None
    lacking: tuple[Resource, ...] = ()
    through: tuple[Card, ...] = ()
    """The buildings on which workers would pay for it."""
    advice: str = ""
    reason: Note | None = None
    address: str = ""
    """Where a tap leads while there is nothing to build: the cards by name, or what stands where."""


class HandCard(Struct, frozen=True):
    """A card of the hand: its number, name, colour and cost, whether it can be built, and where it is shown in full."""

    number: str
    name: str
    colour: str
    cost: tuple[Good, ...]
    says: str
    can: bool
    address: str


def spendable(state: State, seat: Seat) -> tuple[Resource, ...]:
    """Resources that the seat can pay with, repeated by number: lasting ones, and those of this turn's workers."""
    have = zip(RESOURCES, purse(state, seat), strict=True)
    return tuple(resource for resource, n in have for _ in range(n))


def lacks(refusal: Refusal | None) -> tuple[Resource, ...]:
    """The resources that a refusal names as missing."""
    if refusal is None or refusal.reason != "missing" or refusal.thing is None:
        return ()
    return tuple(map(Resource, refusal.thing.split()))


def plan(context: TableContext, state: State, seat: Seat, aim: Aim) -> Plan:
    """Plan for the typed number or the picked card."""
    words = context.own_words
    card = aim.card
    if card is None:
        return Plan(no_card(context, aim, words.phrase("build")), address=aim.address(f"{context.home}/card", ""))
    elsewhere = lies(context, state, card)
    refusal = context.game.refusal(state, Build(card), seat)
    title = words.phrase("build_it", name=labels.name(context, card))
    build = context.act(XANADU.action_text(Build(card)))
    if elsewhere:
        return Plan(Key(title, "", elsewhere), address=context.home)
    if refusal is not None:
        reason = None if lacks(refusal) else context.refused(refusal, state)
        off = Key(title, build, _short(context, state, refusal), off=True)
        way = way_to_pay(state, card, seat) if lacks(refusal) else None
        through = tuple(manned.building for manned in way.workers) if way is not None else ()
        return Plan(off, None, lacks(refusal), through, _advice(context, way) if way is not None else "", reason)
    key = Key(title, build, words.phrase("payable"), go=True)
    if state.options.advanced == "yes":
        return Plan(key)
    if XANADU.ends_game(XANADU.play(state, Build(card), seat)[0], seat):
        return Plan(key)  # which the key that ends the turn asks about
    ends = Key(title, both(build, context.act(XANADU.action_text(EndTurn()))), words.phrase("payable"), go=True)
    return Plan(ends, Key(words.phrase("build_and_stay"), build))


def no_card(context: TableContext, aim: Aim, label: str) -> Key:
    """A key without a command: no card has been typed yet, or there is none of that number."""
    return Key(label, "", context.own_words.phrase("no_such_number") if aim.full else "")


def _short(context: TableContext, state: State, refusal: Refusal) -> str:
    missing = lacks(refusal)
    if missing:
        return context.own_words.phrase("lacks", what=labels.amounts(context, missing))
    return context.brief(refusal, state)


def lies(context: TableContext, state: State, card: Card) -> str:
    """Where a card lies openly, so that no hand can hold it; empty: nowhere."""
    words, owner = context.own_words, state.owner(card)
    if owner is not None:
        return words.phrase("lies_with", name=context.names[owner])
    if card in state.discard:
        return words.phrase("lies_discarded")
    return "" if card in components.EDITIONS[state.options.edition] else words.phrase("other_edition")


def _advice(context: TableContext, way: Way) -> str:
    """Workers that would pay for it; or a note that none can."""
    words = context.own_words
    if way.missing:
        return words.phrase("out_of_reach", what=labels.amounts(context, way.missing))
    rows = words.listed(
        words.phrase("rows_of", name=labels.name(context, manned.building), rows=words.listed(map(str, manned.rows)))
        for manned in way.workers
    )
    return words.phrase("would_do", workers=words.count("workers", way.count), rows=rows)


def hand(context: TableContext, state: State, seat: Seat, aim: Aim) -> tuple[HandCard, ...]:
    """The cards that a phone holds for its player, lowest number first."""
    found = []
    for card in state.players[seat].hand:
        if card == UNKNOWN:
            continue
        row, way = components.BUILDINGS[card], way_to_pay(state, card, seat)
        number, cost = labels.number(card), labels.goods(context, row.cost)
        address = aim.address(f"{context.home}/card/{number}", "")
        says, can = _can(context, state, way), way.refusal is None
        found.append(HandCard(number, labels.name(context, card), row.colour.value, cost, says, can, address))
    return tuple(found)


def _can(context: TableContext, state: State, way: Way) -> str:
    words = context.own_words
    if way.refusal is not None:
        return _short(context, state, way.refusal)
    return (
        words.phrase("with_workers", workers=words.count("workers", way.count))
        if way.count
        else words.phrase("payable")
    )


def start_key(context: TableContext, state: State, card: Card) -> Key:
    """Begin with this building; without a command, if it lies openly elsewhere."""
    label = context.own_words.phrase("begin_with", name=labels.name(context, card))
    elsewhere = lies(context, state, card)
    if elsewhere:
        return Key(label, "", elsewhere)
    key = context.key(PickStart(card), label)
    return replace(key, go=not key.off)


def sales(context: TableContext, state: State, seat: Seat) -> tuple[Key, ...]:
    """A key for each own building: it is sold at once."""
    return tuple(
        context.key(Sell(one.card), labels.called(context, one.card), context.own_words.count("thing.coins", one.price))
        for one in state.players[seat].city
    )


def no_sale(context: TableContext, state: State, seat: Seat) -> Key | None:
    """Why nothing can be sold now, on the key; none: something can."""
    words, own = context.own_words, state.players[seat].city
    key = context.key(Sell(own[0].card if own else Card(1)), words.phrase("sell"))
    return replace(key, small=words.phrase("only_before_workers") if own else "") if key.off else None


def end_key(context: TableContext, state: State, ending: str | None) -> Key:
    """End turn, with how many cards to draw, or that it ends the game by a rule (`ending`)."""
    words, after = context.own_words, XANADU.resolving(state).now
    left = after.left if isinstance(after, Draw) else 0
    draws = words.phrase("draw_n", cards=words.count("thing.cards", left)) if left else words.phrase("draw_none")
    return context.key(EndTurn(), words.phrase("end_turn"), words.phrase("ends_game") if ending else draws)
