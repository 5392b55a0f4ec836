"""Keys of a turn: workers on buildings, sales, the card to be built with what it lacks, the end of the turn."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import RESOURCES, UNKNOWN, Card, Resource
from companion.games.xanadu.pages.houses import (
    DIGITS,
    House,
    TableContext,
    amounts,
    by_number,
    drawn,
    lies,
    link,
    name,
    number,
    typed,
)
from companion.games.xanadu.payments import Way, way_to_pay
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, Draw, Play, State, purse
from companion.web.widgets import Key, Note, both


class Plan(Struct, frozen=True):
    """The card that is to be built: the key that builds it and ends the turn, one that builds and goes on, what is
    missing, and which workers would do."""

    key: Key
    stay: Key | None = None
    card: Card = UNKNOWN
    lacking: Collection[Resource] = ()
    through: Collection[Card] = ()
    """The buildings on which workers would pay for it."""
    advice: str = ""
    reason: Note | None = None


def playing(context: TableContext) -> Seat | None:
    """The seat for which this phone may play now; none: it is another's turn, or nobody's."""
    seat, now = context.acting, context.position.now
    return seat if context.seated and isinstance(now, Play) and seat == now.seat else None


def working(context: TableContext) -> Seat | None:
    """The seat from whose hand this phone plays now. Of another's hand that a phone holds nothing is known here: for
    that player it can only sell, and end the turn."""
    seat = playing(context)
    return seat if context.position.paper or seat == context.view.eyes else None


def spendable(state: State, seat: Seat) -> tuple[Resource, ...]:
    """Resources that the seat can pay with, repeated by number: lasting ones, and those of this turn's workers."""
    have = zip(RESOURCES, purse(state, seat), strict=True)
    return tuple(resource for resource, n in have for _ in range(n))


def houses(context: TableContext, owner: Seat, by: Seat | None = None, plan: Plan | None = None) -> tuple[House, ...]:
    """The buildings in front of a player, with keys for the seat that may place workers now."""
    return tuple([standing(context, owner, one, by, plan) for one in context.position.players[owner].city])


def standing(context: TableContext, owner: Seat, building: Building, by: Seat | None, plan: Plan | None) -> House:
    """A building in front of a player. Its key places a worker; where phones hold the cards, it leads to the choice of
    one. With a plan, the building may give what that lacks."""
    if by is None or building.full:
        return drawn(context, building)
    state, row, covered = context.position, components.BUILDINGS[building.card], len(building.workers)
    yields = {*row.rows[covered], row.favours[covered] if owner == by else None}
    gives = plan is not None and (building.card in plan.through or not yields.isdisjoint(plan.lacking))
    said, hand = context.own_words.phrase("worker_on", building=name(context, building.card)), state.players[by].hand
    worker = UNKNOWN if by_number(state, by) or not hand else hand[0]
    key = context.key(PlaceWorker(building.card, worker), said=said)
    if worker != UNKNOWN and not key.off:
        about = {"n": number(plan.card)} if plan is not None else {}
        key = Key("", "", said=said, href=link(context, f"at/{number(building.card)}", **about))
    return drawn(context, building, key, gives and not building.sideways)


def sales(context: TableContext, seat: Seat) -> tuple[House, ...]:
    """The own buildings, each with a key that sells it at once."""
    words = context.own_words
    return tuple(
        drawn(context, one, context.key(Sell(one.card), words.phrase("sell"), words.count("thing.coins", one.price)))
        for one in context.position.players[seat].city
    )


def sell_key(context: TableContext, seat: Seat) -> Key:
    """Leads to the sale; or says why nothing can be sold now."""
    words, own = context.own_words, context.position.players[seat].city
    key = context.key(Sell(own[0].card if own else Card(1)), words.phrase("sell"))
    if key.off:
        return replace(key, small=words.phrase("only_before_workers") if own else "")
    return Key(key.label, "", href=link(context, sell=1))


def end_key(context: TableContext, ending: str | None) -> Key:
    """Ends the turn, with how many cards to draw. If that ends the game by a rule (`ending`), it asks first."""
    words, after = context.own_words, XANADU.resolving(context.position).now
    label, left = words.phrase("end_turn"), after.left if isinstance(after, Draw) else 0
    if ending and "ends" not in context.wishes:
        return Key(label, "", words.phrase("ends_game"), href=link(context, ends=1))
    draws = to_draw(context, left) if left else words.phrase("draw_none")
    return context.key(EndTurn(), label, words.phrase("ends_game") if ending else draws)


def to_draw(context: TableContext, n: int) -> str:
    return context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", n))


def start_key(context: TableContext, card: Card | None) -> Key:
    """Begin with this building, unless it lies openly elsewhere; none: it is still to be typed."""
    words = context.own_words
    if card is None:
        return no_card(context, words.phrase("bar.pick_own"))
    label, elsewhere = words.phrase("begin_with", name=name(context, card)), lies(context, card)
    if elsewhere:
        return Key(label, "", elsewhere, href=link(context, "card", n=""))
    key = context.key(PickStart(card), label)
    return replace(key, go=not key.off)


def no_card(context: TableContext, label: str) -> Key:
    """No card has been typed yet, or there is none of that number: a tap leads to the cards by name."""
    small = context.own_words.phrase("no_such_number") if len(typed(context)) == DIGITS else ""
    return Key(label, "", small, href=link(context, "card", n=""))


def plan_of(context: TableContext, seat: Seat, card: Card | None) -> Plan:
    """Plan for a card; none: it is still to be typed."""
    words, state = context.own_words, context.position
    if card is None:
        return Plan(no_card(context, words.phrase("build")))
    title, elsewhere = words.phrase("build_it", name=name(context, card)), lies(context, card)
    if elsewhere:
        return Plan(Key(title, "", elsewhere, href=context.home))
    action = Build(card)
    key = context.key(action, title, words.phrase("payable"))
    if (refusal := context.game.refusal(state, action, seat)) is not None:
        if refusal.reason != "missing":
            return Plan(key, card=card, reason=context.refused(refusal, state))
        way, lacking = way_to_pay(state, card, seat), _missing(refusal)
        through = [manned.building for manned in way.workers]
        return Plan(replace(key, small=_short(context, refusal)), None, card, lacking, through, _advice(context, way))
    key = replace(key, go=True)
    # In the advanced game a turn goes on after building; where its end ends the game, that key asks first.
    if state.options.advanced == "yes" or XANADU.ends_game(XANADU.play(state, action, seat)[0], seat):
        return Plan(key, card=card)
    ends = replace(key, do=both(key.do, context.act(XANADU.action_text(EndTurn()))))
    return Plan(ends, Key(words.phrase("build_and_stay"), key.do), card)


def _missing(refusal: Refusal) -> list[Resource]:
    """The resources that a refusal names as missing."""
    return [Resource(name) for name in (refusal.thing or "").split()]


def _short(context: TableContext, refusal: Refusal) -> str:
    """Why a card cannot be built, as its key says it."""
    if refusal.reason == "missing":
        return context.own_words.phrase("lacks", what=amounts(context, _missing(refusal)))
    return context.brief(refusal, context.position)


def _advice(context: TableContext, way: Way) -> str:
    """Workers that would pay for it; or a note that none can."""
    words = context.own_words
    if way.missing:
        return words.phrase("out_of_reach", what=amounts(context, way.missing))
    rows = words.listed(
        words.phrase("rows_of", name=name(context, manned.building), rows=words.listed(map(str, manned.rows)))
        for manned in way.workers
    )
    return words.phrase("would_do", workers=words.count("workers", way.count), rows=rows)


def hand(context: TableContext, seat: Seat) -> tuple[House, ...]:
    """The cards that a phone holds for its player, lowest number first. Each says whether it can be built, and leads to
    its page."""
    words, found = context.own_words, []
    for card in context.position.players[seat].hand:
        if card == UNKNOWN:
            continue
        way = way_to_pay(context.position, card, seat)
        if way.refusal is not None:
            says = _short(context, way.refusal)
        else:
            workers = words.phrase("with_workers", workers=words.count("workers", way.count))
            says = workers if way.count else words.phrase("payable")
        key = Key("", "", says, go=way.refusal is None, href=link(context, f"card/{number(card)}", n=""))
        found.append(drawn(context, Building(card), key))
    return tuple(found)
