"""Buildings and cards on pages, with the keys of a turn; and addresses that keep earlier choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell, Way, find_payment
from companion.games.xanadu.names import UNKNOWN, Card, Resource
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, Draw, Play, State
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


class Good(NamedTuple):
    """A resource: its symbol and its name."""

    sign: str
    name: str


class House(Struct, frozen=True):
    """A building, or a card by itself."""

    building: Building
    row: components.BuildingRow
    """The printed card."""
    name: str
    cost: tuple[Good, ...]
    goods: tuple[Good, ...]
    """What its lowest free row offers; none, if it is full."""
    change: str
    """How the next worker changes the price: ``up``, ``same``, ``down``; empty when the building is full."""
    worth: str
    """Its price now, and what a worker makes of it: “3 now · a worker makes it 4”."""
    key: Key | None = None
    """What a tap does: place a worker, sell the building, look at the card. None: nothing."""
    gives: bool = False
    """Would a worker on it yield something that is missing, or lead to such a row?"""

    @property
    def covered(self) -> int:
        """The number of rows with workers."""
        return len(self.building.workers)

    @property
    def number(self) -> str:
        return number(self.building.card)


class Plan(Struct, frozen=True):
    """The card to build: the key that builds it and ends the turn, one that builds and continues, what is missing, and
    which workers would suffice."""

    key: Key
    stay: Key | None = None
    card: Card = UNKNOWN
    lacking: Collection[Resource] = ()
    through: Collection[Card] = ()
    """The buildings on which workers would pay for it."""
    advice: str = ""
    reason: Note | None = None


def drawn(context: TableContext, building: Building, key: Key | None = None, gives: bool = False) -> House:
    """Returns a building for pages."""
    row, covered, words = components.BUILDINGS[building.card], len(building.workers), context.own_words
    price, change, worth = building.price, "", f"{words.phrase('price')} {building.price}"
    if not building.full:
        then = row.prices[covered + 1]
        change = "up" if then > price else "down" if then < price else "same"
        last = covered == components.ROWS - 1
        worth = words.phrase(f"then.{'last' if last else change}", price=str(price), n=str(then))
    offered = () if building.full else goods(context, row.rows[covered])
    cost, called = goods(context, row.cost), name(context, building.card)
    return House(building, row, called, cost, offered, change, worth, key, gives)


def goods(context: TableContext, resources: Iterable[Resource | None]) -> tuple[Good, ...]:
    """Returns resources with their names; None is left out."""
    names = components.RESOURCE_NAMES[context.language]
    return tuple([Good(f"r-{resource}", names[resource]) for resource in resources if resource is not None])


def amounts(context: TableContext, resources: Iterable[Resource]) -> str:
    """Returns “1 ink and 2 stone”."""
    counted = Counter(good.name for good in goods(context, resources))
    return context.own_words.listed(f"{n} {resource}" for resource, n in counted.items())


def number(card: Card) -> str:
    """Returns a number as printed: two digits."""
    return f"{card:02}"


def name(context: TableContext, card: Card) -> str:
    return components.CARD_NAMES[context.language].get(card, number(card))


def called(context: TableContext, card: Card) -> str:
    """Returns a card by its number and name."""
    return f"{number(card)} {name(context, card)}"


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
    """Returns the digits typed so far, with the one just tapped (``d``); a third one starts again."""
    digits, digit = _digits(context.wishes.get("n", "")), _digits(context.wishes.get("d", ""))
    return digit if digit and len(digits) >= DIGITS else digits + digit


def find_typed_card(context: TableContext) -> Card | None:
    """Returns the card with the typed number; None if it is incomplete or unknown."""
    digits = typed(context)
    return Card(int(digits)) if len(digits) == DIGITS and int(digits) in components.BUILDINGS else None


def _digits(text: str) -> str:
    """Returns the first digits of a text from an address, which may be invalid."""
    return text[:DIGITS] if text.isascii() and text.isdecimal() else ""


def link(context: TableContext, page: str = "", **fields: object) -> str:
    """Returns an address below the table's that keeps this one's choices (`KEPT`), with these fields changed; empty
    ones are left out."""
    kept = {name: context.wishes[name] for name in KEPT if name in context.wishes} | {"n": typed(context)} | fields
    query = urlencode({name: value for name, value in kept.items() if value})
    return f"{context.home}/{page}".rstrip("/") + (f"?{query}" if query else "")


def page(context: TableContext, template: str, **values: object) -> str:
    """Renders a template of this game."""
    return show(context, f"xanadu/{template}.html", link=partial(link, context), typed=typed(context), **values)


def playing(context: TableContext) -> Seat | None:
    """Returns the seat for which this phone may play now; None: it is another's turn, or nobody's."""
    seat, now = context.acting, context.position.now
    return seat if context.seated and isinstance(now, Play) and seat == now.seat else None


def working(context: TableContext) -> Seat | None:
    """Returns the seat from whose hand this phone plays now. Another player's hand on a phone is unknown here: for that
    player it can only sell, and end the turn."""
    seat = playing(context)
    return seat if context.position.paper or seat == context.view.eyes else None


def houses(context: TableContext, owner: Seat, by: Seat | None = None, plan: Plan | None = None) -> tuple[House, ...]:
    """Returns the buildings of a player, with keys for the seat that may place workers now."""
    return tuple([standing(context, owner, one, by, plan) for one in context.position.players[owner].city])


def standing(context: TableContext, owner: Seat, building: Building, by: Seat | None, plan: Plan | None) -> House:
    """Returns a building of a player. Its key places a worker; with cards on phones, it leads to the choice of one.
    With a plan, it marks buildings that supply what is missing."""
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
    """Returns the own buildings, each with a key that sells it at once."""
    words = context.own_words
    return tuple(
        drawn(context, one, context.key(Sell(one.card), words.phrase("sell"), words.count("thing.coins", one.price)))
        for one in context.position.players[seat].city
    )


def make_sell_key(context: TableContext, seat: Seat) -> Key:
    """Returns the key to the sale; off, with the reason, if nothing can be sold now."""
    words, own = context.own_words, context.position.players[seat].city
    key = context.key(Sell(own[0].card if own else Card(1)), words.phrase("sell"))
    if key.off:
        return replace(key, small=words.phrase("only_before_workers") if own else "")
    return Key(key.label, "", href=link(context, sell=1))


def end_key(context: TableContext, ending: str | None) -> Key:
    """Returns the key that ends the turn, with the number of cards to draw. If that ends the game by a rule (`ending`),
    it asks first."""
    words, after = context.own_words, XANADU.resolving(context.position).now
    label, left = words.phrase("end_turn"), after.left if isinstance(after, Draw) else 0
    if ending and "ends" not in context.wishes:
        return Key(label, "", words.phrase("ends_game"), href=link(context, ends=1))
    draws = to_draw(context, left) if left else words.phrase("draw_none")
    return context.key(EndTurn(), label, words.phrase("ends_game") if ending else draws)


def to_draw(context: TableContext, n: int) -> str:
    return context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", n))


def start_key(context: TableContext, card: Card | None) -> Key:
    """Returns the key to begin with this building, unless it is visible elsewhere; None: it is still to be typed."""
    words = context.own_words
    if card is None:
        return make_no_card_key(context, words.phrase("bar.pick_own"))
    label, elsewhere = words.phrase("begin_with", name=name(context, card)), lies(context, card)
    if elsewhere:
        return Key(label, "", elsewhere, href=link(context, "card", n=""))
    key = context.key(PickStart(card), label)
    return replace(key, go=not key.off)


def make_no_card_key(context: TableContext, label: str) -> Key:
    """Returns the key to the cards by name, if no valid number was typed."""
    small = context.own_words.phrase("no_such_number") if len(typed(context)) == DIGITS else ""
    return Key(label, "", small, href=link(context, "card", n=""))


def plan_of(context: TableContext, seat: Seat, card: Card | None) -> Plan:
    """Returns the plan for a card; None: it is still to be typed."""
    words, state = context.own_words, context.position
    if card is None:
        return Plan(make_no_card_key(context, words.phrase("build")))
    title, elsewhere = words.phrase("build_it", name=name(context, card)), lies(context, card)
    if elsewhere:
        return Plan(Key(title, "", elsewhere, href=context.home))
    action = Build(card)
    key = context.key(action, title, words.phrase("payable"))
    if (refusal := context.game.refusal(state, action, seat)) is not None:
        if refusal.reason != "missing":
            return Plan(key, card=card, reason=context.refused(refusal, state))
        way, lacking = find_payment(state, card, seat), _missing(refusal)
        through = [manned.building for manned in way.workers]
        return Plan(replace(key, small=_short(context, refusal)), None, card, lacking, through, _advice(context, way))
    key = replace(key, go=True)
    # In the advanced game a turn goes on after building; where its end ends the game, that key asks first.
    if state.options.advanced == "yes" or XANADU.ends_game(XANADU.play(state, action, seat)[0], seat):
        return Plan(key, card=card)
    ends = replace(key, do=both(key.do, context.act(XANADU.action_text(EndTurn()))))
    return Plan(ends, Key(words.phrase("build_and_stay"), key.do), card)


def _missing(refusal: Refusal) -> list[Resource]:
    """Returns the missing resources in a refusal."""
    return [Resource(name) for name in (refusal.thing or "").split()]


def _short(context: TableContext, refusal: Refusal) -> str:
    """Returns why a card cannot be built, for its key."""
    if refusal.reason == "missing":
        return context.own_words.phrase("lacks", what=amounts(context, _missing(refusal)))
    return context.brief(refusal, context.position)


def _advice(context: TableContext, way: Way) -> str:
    """Returns workers that would pay for it, or a note that none can."""
    words = context.own_words
    if way.missing:
        return words.phrase("out_of_reach", what=amounts(context, way.missing))
    rows = words.listed(
        words.phrase("rows_of", name=name(context, manned.building), rows=words.listed(map(str, manned.rows)))
        for manned in way.workers
    )
    return words.phrase("would_do", workers=words.count("workers", way.count), rows=rows)


def hand(context: TableContext, seat: Seat) -> tuple[House, ...]:
    """Returns the cards on a player's phone, lowest number first. Each shows whether it can be built, and leads to its
    page."""
    words, found = context.own_words, []
    for card in context.position.players[seat].hand:
        if card == UNKNOWN:
            continue
        way = find_payment(context.position, card, seat)
        if way.refusal is not None:
            says = _short(context, way.refusal)
        else:
            workers = words.phrase("with_workers", workers=words.count("workers", way.count))
            says = workers if way.count else words.phrase("payable")
        key = Key("", "", says, go=way.refusal is None, href=link(context, f"card/{number(card)}", n=""))
        found.append(drawn(context, Building(card), key))
    return tuple(found)
