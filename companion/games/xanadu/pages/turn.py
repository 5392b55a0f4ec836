"""The table's own page: starting buildings, a turn, a sale, the choice of a worker; and the big screen."""

from __future__ import annotations

from collections import Counter

from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.game import AnyEffect, Seat
from companion.engine.reading import number as read_number
from companion.games.xanadu import components, phases
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import UNKNOWN, Card, format_card_number
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import State
from companion.games.xanadu.turns import draws
from companion.web.config import link
from companion.web.network import qr
from companion.web.table.frame import entries, find_last_act
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, KeyRow, Panel

NEWS = did.Sold | did.TurnEnded | did.Reshuffled | did.Restarted | did.NothingDrawn
RECENT = 60
"""Entries in which the end of the last turn is looked for: a turn has a dozen, dealing anew some fifty."""


class Row(Struct, frozen=True):
    """The buildings of one player. Others than the own are folded to their prices unless they are `opened`."""

    seat: Seat
    title: str
    houses: list[parts.House]
    own: bool
    opened: bool


def turn(context: TableContext) -> str:
    """Returns the page of a turn; with ``sell`` in its address, of the sales before it."""
    state, seat, holder = context.position, parts.playing(context), parts.working(context)
    looking, typing = context.view.eyes if seat is None else seat, parts.by_number(state, holder)
    plan = parts.plan_of(context, holder, parts.find_typed_card(context)) if holder is not None and typing else None
    sell = None if seat is None else _sell_key(context, seat)
    if seat is not None and sell is not None and "sell" in context.wishes and not sell.off:
        return _sales(context, seat)
    ending, (told, drawn) = None if seat is None else XANADU.ends_game(state, seat), news(context)
    title, sub = context.pages.bar(context)
    return parts.page(
        context,
        "game",
        title=title,
        sub=sub,
        told=told,
        draw=f"{_say_draw(context, drawn).capitalize()}." if state.paper and drawn else "",
        answers=_may_answer(context),
        twice=_find_duplicates(context),
        rows=_rows(context, looking, holder, plan),
        playing=seat,
        plan=plan,
        hand=parts.hand(context, looking) if looking is not None and not typing else [],
        undo=undo_keys(context),
        ending=ending if "ends" in context.wishes else None,
        sell=sell,
        end=None if seat is None else _end_key(context, seat, ending),
    )


def _sell_key(context: TableContext, seat: Seat) -> Key:
    """Returns the key to the sale; off, with the reason, if nothing can be sold now."""
    words, own = context.own_words, context.position.players[seat].city
    key = context.key(Sell(own[0].card if own else Card(1)), words.phrase("sell"))
    if key.off:
        return replace(key, small=words.phrase("only_before_workers") if own else "")
    return Key(key.label, "", href=parts.link(context, sell=1))


def _sales(context: TableContext, seat: Seat) -> str:
    """Returns the own buildings, each with a key that sells it at once."""
    words, houses = context.own_words, []
    for one in context.position.players[seat].city:
        key = context.key(Sell(one.card), words.phrase("sell"), words.count("thing.coins", one.price))
        houses.append(parts.house(context, one, key))
    return parts.page(context, "sell", heading=_say_whose(context, seat), houses=houses, undo=undo_keys(context))


def _end_key(context: TableContext, seat: Seat, ending: str | None) -> Key:
    """Returns the key that ends the turn, with the number of cards to draw. If that ends the game by a rule (`ending`),
    it asks first."""
    words, now = context.own_words, context.position.now
    label, small = words.phrase("end_turn"), words.phrase("ends_game")
    if ending and "ends" not in context.wishes:
        return Key(label, "", small, href=parts.link(context, ends=1))
    if not ending and isinstance(now, phases.Play):
        left, _, _ = draws(context.position, now)
        small = _say_draw(context, left) if left else words.phrase("draw_none")
    return context.key(EndTurn(), label, small)


def _say_draw(context: TableContext, n: int) -> str:
    return context.own_words.phrase("draw_n", cards=context.own_words.count("thing.cards", n))


def _rows(context: TableContext, looking: Seat | None, by: Seat | None, plan: parts.Plan | None) -> list[Row]:
    """Returns the buildings of the viewer, then of the player whose seat was tapped, then clockwise."""
    view, count = context.view, len(context.names)
    chairs = {str(chair.number): chair.seat for chair in context.players}
    tapped, opened = (chairs.get(context.wishes.get(name, "")) for name in ("seat", "open"))
    seats, found = [Seat((int(looking or 0) + i) % count) for i in range(count)], []
    for seat in sorted(seats, key=lambda seat: (seat != looking, seat != tapped)):
        houses = parts.houses(context, seat, by, plan)
        title = _say_whose(context, seat) if seat == looking else context.names[seat]
        wanted = seat in (tapped, opened) or (looking is None and seat in view.waiting)
        found.append(Row(seat, title, houses, seat == looking, wanted or any(house.gives for house in houses)))
    return found


def _say_whose(context: TableContext, seat: Seat) -> str:
    words, state = context.own_words, context.position
    if seat == context.view.eyes:
        return words.phrase("your_buildings", n=len(state.players[seat].city), of=state.limit)
    return words.phrase("buildings_of", name=context.names[seat])


def _find_duplicates(context: TableContext) -> Panel | None:
    """Returns the question about a duplicate number, with cards on paper: one of two players mistyped it, so both are
    asked."""
    seat, words, state = context.view.eyes, context.own_words, context.position
    if seat is None or not state.paper or not context.seated:
        return None
    numbers = Counter(building.card for city in state.city for building in city)
    for i, building in enumerate(state.city[seat]):
        if numbers[building.card] > 1:
            fix = Key(words.phrase("another_card"), "", href=f"{context.home}/card/{int(seat)}-{i}")
            title = words.phrase("twice", number=format_card_number(building.card))
            return Panel(title, parts.name(context, building.card), rows=(KeyRow((fix,), columns=1),))
    return None


def _may_answer(context: TableContext) -> bool:
    """Returns whether this phone may answer the table's question: its player's phone, any phone if that player has
    none, and one that was asked to act for them."""
    asked, view = context.view.question, context.view
    if asked is None or not context.seated:
        return False
    seat = asked.seat
    if seat is None or seat in (view.seat, view.eyes) or not context.players[seat].held:
        return True
    return context.wishes.get("for") == str(int(seat))


def news(context: TableContext) -> tuple[list[str], int | None]:
    """Returns how the last turn ended, in sentences, after the viewer's sales since their last turn; and how many cards
    the viewer has to draw (None: it was another's turn)."""
    eyes, last, now = context.view.eyes, context.view.last, context.position.now
    own = isinstance(now, phases.Play) and now.seat == eyes  # `last` are then this turn's entries
    since = last[-1] - 1 if last and not own else 0
    lines = [line for line in entries(context, max(since, context.view.seq - RECENT)) if not line.undone]
    told = [(effect, line.state) for line in lines if isinstance(line.state, State) for effect in line.effects]
    while told and not isinstance(told[-1][0], did.TurnBegan):
        told.pop()
    found, drawn = list[tuple[AnyEffect, State]](), None
    for effect, after in told:
        if isinstance(effect, did.TurnEnded):
            drawn = effect.draws if effect.seat == eyes else None
            sales = [one for one in found if isinstance(one[0], did.Sold) and one[0].seat == eyes]
            found = [] if effect.seat == eyes else sales
        if isinstance(effect, NEWS) and effect.rule != "sell":
            found.append((effect, after))
    return [context.say(*one) for one in found], drawn


def at(context: TableContext, item: str) -> str | Response:
    """Renders the choice of the card that works on the lowest free row of a building, with cards on phones."""
    number, typed, seat = read_number(item), parts.typed(context), parts.working(context)
    if number not in components.BUILDINGS:
        abort(404)
    building = context.position.building(Card(number))
    back = parts.link(context) if parts.find_typed_card(context) is None else parts.link(context, f"card/{typed}", n="")
    if building is None or building.full or seat is None or parts.by_number(context.position, seat):
        return redirect(back, 303)
    cards = []
    for held in parts.hand(context, seat):
        action, says = PlaceWorker(building.card, held.row.card), held.key.small if held.key else ""
        cards.append(replace(held, key=context.key(action, held.name, says, on=typed == held.number)))
    return parts.page(context, "worker", back_to=back, house=parts.house(context, building), cards=cards)


def pick(context: TableContext, seat: Seat) -> str:
    """Renders the secret pick of starting buildings, from full faces or by the number on the paper card, until all have
    picked."""
    state, words, wish, left = context.position, context.own_words, parts.find_typed_card(context), context.view.waiting
    player, paper, waits = state.players[seat], parts.by_number(state, seat), seat in left and context.seated
    cards = sorted({*player.hand, *player.picked} - {UNKNOWN}) if context.seated and not paper else []
    may_begin = [card for card in cards if context.game.refusal(state, PickStart(card), seat) is None]
    on = (wish,) if wish in may_begin else player.picked
    eligible, may = [], ""
    for card in may_begin:
        key = Key("", "", on=card in on, href=parts.link(context, n=format_card_number(card)))
        eligible.append(parts.face(context, card, key))
        colour = components.COLOUR_NAMES[context.language][eligible[0].row.colour]
        may = words.phrase("may_begin", n=len(may_begin), of=len(player.hand) + len(player.picked), colour=colour)
    linked = context.words.phrase("linked", n=len(player.picked) + 1, of=state.starting)
    return parts.page(
        context,
        "pick",
        title=context.pages.bar(context)[0],
        sub=linked if state.starting > 1 and waits else words.phrase("pick_secret"),
        waits=waits,
        paper=paper,
        eligible=eligible,
        may=may,
        key=_start_key(context, None if wish in player.picked else wish, waits),
        shown=None if wish is None else parts.face(context, wish),
        picked=[parts.name(context, card) for card in player.picked if card != UNKNOWN],
        hand=parts.hand(context, seat) if context.wishes.get("all") == "1" and not paper else [],
        undo=undo_keys(context),
        chosen_by=words.phrase("have_picked", n=len(state.players) - len(left), of=len(state.players)),
        others=[context.names[other] for other in left if other != seat],
    )


def _start_key(context: TableContext, card: Card | None, waits: bool) -> Key:
    """Returns the key to begin with this building, unless it is visible elsewhere; None: it is still to be typed."""
    words = context.own_words
    if card is None:
        return parts.make_no_card_key(context, words.phrase("bar.pick_own" if waits else "by_name"))
    label, elsewhere = words.phrase("begin_with", name=parts.name(context, card)), parts.lies(context, card)
    if elsewhere:
        return Key(label, "", elsewhere, href=parts.link(context, "card", n=""))
    key = context.key(PickStart(card), label)
    return replace(key, go=not key.off)


def screen(context: TableContext, item: str) -> str:
    """Returns the big screen during the game, for everybody in the room: it does not depend on the viewer."""
    state, words, now, where = context.position, context.own_words, context.position.now, link(context.home)
    title, told, act = words.phrase("bar.draws"), list[str](), find_last_act(context)
    if isinstance(now, phases.Play):
        title = words.phrase("screen.plays", name=context.names[now.seat])
        if not (now.sold or now.working):  # the turn has just begun: the end of the last one is what there is to tell
            told, _ = news(context)
    elif isinstance(now, phases.Pick):
        title = words.phrase("waiting", names=words.listed(context.names[seat] for seat in context.view.waiting))
    players = XANADU.view(state, None).players
    zones = [(name, players[n], parts.houses(context, Seat(n))) for n, name in enumerate(context.names)]
    told = told or ([f"{act}."] if act else [])
    return parts.page(context, "screen", title=title, told=told, zones=zones, where=where, qr=qr(where))
