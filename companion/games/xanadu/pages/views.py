"""Xanadú's pages."""

from __future__ import annotations

from collections import Counter

from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.game import OVER, Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.moves import PlaceWorker
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages import header, labels, start_page, turn
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.buildings import House, Site, drawn, houses
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.seats import playing, working
from companion.games.xanadu.pages.turn_news import draw_note, news
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Pick, Play, State
from companion.web.table import result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, KeyRow, Panel


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


def game(context: TableContext, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, though the game is over."""
    state = context.position
    if context.covered:
        return curtain(context)
    if state.turn is OVER and item != "last":
        return result.end(context)
    if isinstance(state.now, Pick) and context.acting is not None:
        return start_page.start(context, state, context.acting)
    return _turn(context, state)


def _turn(context: TableContext, state: State) -> str:
    wish, seat, told = aim(context), playing(context, state), news(context)
    paper, holder = labels.by_number(state, seat), working(context, state)
    plan = turn.plan(context, state, holder, wish) if holder is not None and paper else None
    site = Site(holder, plan.lacking, plan.through, wish) if plan else Site(holder, aim=wish)
    looking = seat if seat is not None else context.view.eyes
    title, sub = header.bar(context)
    ending = XANADU.ends_game(state, seat) if seat is not None and isinstance(state.now, Play) else None
    return show(
        context,
        "xanadu/game.html",
        title=title,
        sub=sub,
        aim=wish,
        told=told.ended,
        draw=draw_note(context, told) if state.paper else "",
        question=context.view.question,
        answers=_answers(context),
        twice=_twice(context, state),
        rows=rows_of(context, state, site, looking),
        playing=seat,
        plan=plan,
        paper=paper,
        hand=turn.hand(context, state, looking, wish) if looking is not None else (),
        undo=undo_keys(context),
        ending=ending,
        ends="ends" in context.wishes,
        sell=turn.no_sale(context, state, seat) if seat is not None else None,
        end=turn.end_key(context, state, ending) if seat is not None else None,
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
    for held in turn.hand(context, state, seat, wish):
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
        keys=turn.sales(context, state, seat),
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
