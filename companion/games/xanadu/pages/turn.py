"""A player's turn: what there is to spend, the buildings, the card to be built, the hand, and the keys below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.game import AnyEffect, Refusal, Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.effects import NothingDrawn, Reshuffled, Restarted, Sold, TurnBegan, TurnEnded
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Resource
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import Aim, aim
from companion.games.xanadu.pages.houses import House, Site, drawn, houses
from companion.games.xanadu.pages.labels import Good, TableContext
from companion.games.xanadu.payments import Way, way_to_pay
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Draw, Play, State, purse
from companion.web.table.frame import entries, show
from companion.web.table.game_page import curtain
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, KeyRow, Note, Panel, both

RECENT = 60
"""Entries in which the end of the last turn is looked for: a turn has a dozen, dealing anew some fifty."""


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


class Row(Struct, frozen=True):
    """The buildings of one player. `holds` says how many cards are in the hand; `chair` is whose seat it is."""

    seat: Seat
    chair: int
    title: str
    holds: str
    houses: tuple[House, ...]
    own: bool = False
    opened: bool = False
    """Others are folded to their prices, but for the one that was asked for and those that give what is missing."""


def turn(context: TableContext, state: State) -> str:
    """The page of a turn."""
    wish, seat, (told, draws) = aim(context), playing(context, state), news(context)
    paper, holder = labels.by_number(state, seat), working(context, state)
    planned = plan(context, state, holder, wish) if holder is not None and paper else None
    site = Site(holder, planned.lacking, planned.through, wish) if planned else Site(holder, aim=wish)
    looking = seat if seat is not None else context.view.eyes
    title, sub = context.pages.bar(context)
    ending = XANADU.ends_game(state, seat) if seat is not None and isinstance(state.now, Play) else None
    return show(
        context,
        "xanadu/game.html",
        title=title,
        sub=sub,
        aim=wish,
        told=told,
        draw=f"{_draws(context, draws).capitalize()}." if state.paper and draws else "",
        question=context.view.question,
        answers=_answers(context),
        twice=_twice(context, state),
        rows=rows_of(context, state, site, looking),
        playing=seat,
        plan=planned,
        paper=paper,
        hand=hand(context, state, looking, wish) if looking is not None else (),
        undo=undo_keys(context),
        ending=ending,
        ends="ends" in context.wishes,
        sell=no_sale(context, state, seat) if seat is not None else None,
        end=end_key(context, state, ending) if seat is not None else None,
    )


def rows_of(context: TableContext, state: State, site: Site, looking: Seat | None) -> tuple[Row, ...]:
    """The own buildings first, then those of the player whose seat was tapped, then clockwise."""
    seats = [Seat((int(looking or 0) + i) % len(state.players)) for i in range(len(state.players))]
    tapped = _seat_of(context, site.aim.seat)
    first = [seat for seat in seats if seat == looking] + [seat for seat in seats if seat == tapped != looking]
    found = tuple(_row(context, state, seat, site, looking) for seat in dict.fromkeys([*first, *seats]))
    opened = {tapped, _seat_of(context, site.aim.opened), *context.view.waiting * (looking is None)}
    return tuple(replace(row, opened=row.seat in opened or any(house.gives for house in row.houses)) for row in found)


def _seat_of(context: TableContext, chair: str) -> Seat | None:
    """Seat of a chair named in an address."""
    return next((one.seat for one in context.players if str(one.number) == chair), None)


def _row(context: TableContext, state: State, seat: Seat, site: Site, looking: Seat | None) -> Row:
    words, built = context.own_words, len(state.players[seat].city)
    own = seat == looking
    if own and seat == context.view.eyes:
        title = words.phrase("your_buildings", n=str(built), of=str(state.limit))
    else:
        title = words.phrase("buildings_of", name=context.names[seat]) if own else context.names[seat]
    holds = words.phrase("in_hand", cards=words.count("thing.cards", len(state.players[seat].hand)))
    return Row(seat, context.players[seat].number, title, holds, houses(context, state, seat, site), own)


def at(context: TableContext, item: str) -> str | Response:
    """Phones hold the cards: which one works on the lowest free row of a building?"""
    state = context.position
    if context.covered:
        return curtain(context)
    sent = number(item)
    card = Card(sent) if sent is not None and sent in components.BUILDINGS else None
    seat, wish = working(context, state), aim(context)
    building = state.building(card) if card is not None else None
    if card is None:
        abort(404)
    to_build = wish.card is not None
    back = wish.address(f"{context.home}/card/{wish.number}", "") if to_build else wish.address(context.home)
    if building is None or seat is None or labels.by_number(state, seat):
        return redirect(back, 303)
    keys = []
    for held in hand(context, state, seat, wish):
        action = PlaceWorker(card, Card(int(held.number)))
        keys.append((held, context.key(action, held.name, held.says, on=wish.number == held.number)))
    return show(
        context,
        "xanadu/worker.html",
        aim=wish,
        back_to=back,
        house=drawn(context, card, len(building.workers)),
        keys=keys,
    )


def sell(context: TableContext, item: str) -> str | Response:
    """Step 1: own buildings, each with a key that sells it at once."""
    state = context.position
    if context.covered:
        return curtain(context)
    seat, wish = playing(context, state), aim(context)
    if seat is None or not isinstance(state.now, Play) or state.now.working or not state.players[seat].city:
        return redirect(wish.address(context.home), 303)
    return show(
        context,
        "xanadu/sell.html",
        aim=wish,
        keys=sales(context, state, seat),
        coins=state.players[seat].coins,
        sold=state.now.sold,
        undo=undo_keys(context),
        houses=houses(context, state, seat, Site(None)),
    )


def _twice(context: TableContext, state: State) -> Panel | None:
    """Cards on paper: a number that stands twice was mistyped by one of two players, so both are asked."""
    seat, words = context.view.eyes, context.own_words
    if seat is None or not state.paper or not context.seated:
        return None
    numbers = Counter(building.card for city in state.city for building in city)
    for i, building in enumerate(state.players[seat].city):
        if numbers[building.card] > 1:
            fix = Key(words.phrase("another_card"), "", href=f"{context.home}/card/{int(seat)}-{i}")
            title = words.phrase("twice", number=labels.number(building.card))
            return Panel(title, labels.name(context, building.card), rows=(KeyRow((fix,), columns=1),))
    return None


def _answers(context: TableContext) -> bool:
    """Does this phone answer the question that the table waits for? The phone of its player does, any where that
    player has none, and one that was asked to act for them."""
    asked = context.view.question
    if asked is None or not context.seated:
        return False
    seat = asked.seat
    if seat is None or seat in (context.view.seat, context.view.eyes) or not context.players[seat].held:
        return True
    return context.wishes.get("for") == str(int(seat))


def playing(context: TableContext, state: State) -> Seat | None:
    """The seat for which this phone may play now; none: it is another's turn, or nobody's."""
    seat = context.acting
    return seat if context.seated and isinstance(state.now, Play) and seat == state.now.seat else None


def working(context: TableContext, state: State) -> Seat | None:
    """The seat from whose hand this phone plays now. Of another's hand that a phone holds nothing is known here: for
    that player it can only sell, and end the turn."""
    seat = playing(context, state)
    return seat if state.paper or seat == context.view.eyes else None


def news(context: TableContext) -> tuple[tuple[str, ...], int | None]:
    """How the last turn ended, in sentences, after what was sold of who looks since the own last turn; and how many
    cards the seat that looks has to draw (none: it was another's turn)."""
    eyes, found = context.view.eyes, entries(context, max(0, context.view.seq - RECENT))
    told: list[tuple[AnyEffect, State]] = [
        (effect, line.state)
        for line in found
        if isinstance(line.state, State) and not line.undone
        for effect in line.effects
    ]

    def last(fits: Callable[[AnyEffect], bool]) -> int:
        """Where the newest effect that fits stands; -1: nowhere."""
        return max((i for i, (effect, _) in enumerate(told) if fits(effect)), default=-1)

    told = told[: last(lambda effect: isinstance(effect, TurnBegan)) + 1]
    ended = max(last(lambda effect: isinstance(effect, TurnEnded)), 0)
    own = last(lambda effect: isinstance(effect, TurnEnded) and effect.seat == eyes)
    said, draws = [], None
    for i, (effect, after) in enumerate(told):
        forced = isinstance(effect, Sold) and effect.rule == "forced-sale"
        ends = isinstance(effect, TurnEnded | Reshuffled | Restarted | NothingDrawn)
        if (i >= ended and (forced or ends)) or (i > own and forced and getattr(effect, "seat", None) == eyes):
            said.append(context.say(effect, after))
        if i >= ended and draws is None and isinstance(effect, TurnEnded) and effect.seat == eyes:
            draws = effect.draws
    return tuple(said), draws


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
    draws = _draws(context, left) if left else words.phrase("draw_none")
    return context.key(EndTurn(), words.phrase("end_turn"), words.phrase("ends_game") if ending else draws)


def _draws(context: TableContext, n: int) -> str:
    return context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", n))
