"""What each of Xanadú's pages shows."""

from __future__ import annotations

from flask import abort, redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.game import OVER, Seat
from companion.engine.reading import number
from companion.games.xanadu import Card, PlaceWorker, State, action_text, components
from companion.games.xanadu.pages import header, labels, turn
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.buildings import House, Site, drawn, houses
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.turn_news import draw_note, news
from companion.games.xanadu.state import Pick, Play
from companion.web.table import frame_views
from companion.web.table.renderer import show
from companion.web.table.undo_key import undo_keys
from companion.web.widgets import Key


class Row(Struct, frozen=True):
    """The buildings of one player. `holds` says how many cards are in the hand."""

    seat: Seat
    title: str
    holds: str
    houses: tuple[House, ...]
    free: str
    """How many there are, of how many there may be; empty: no place is free."""


def game(context: TableContext, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, though the game is over."""
    state = context.position
    if context.covered:
        return frame_views.curtain(context)
    if state.turn is OVER and item != "last":
        return frame_views.score(context, "")
    if isinstance(state.now, Pick) and context.acting is not None:
        return _pick(context, state, context.acting)
    return _turn(context, state)


def _turn(context: TableContext, state: State) -> str:
    wish, seat, told = aim(context), _playing(context, state), news(context, state)
    # Of another's hand nothing is known here, so this phone can only sell for that player, and end the turn.
    seen = seat if state.paper or seat == context.view.eyes else None
    plan = turn.plan(context, state, seen, wish) if seen is not None else None
    site = Site(seen, told.placed, plan.lacking, plan.through, wish) if plan else Site(seen, told.placed, aim=wish)
    looking = seat if seat is not None else context.view.eyes
    paper = labels.by_number(state, seat)
    return show(
        context,
        "xanadu/game.html",
        slept=frame_views.slept(context),
        title=header.bar(context)[0],
        sub=header.bar(context)[1],
        aim=wish,
        told=told.ended,
        draw=draw_note(context, told) if state.paper else "",
        question=context.view.question,
        rows=_rows(context, state, site, looking),
        playing=seat,
        plan=plan,
        paper=paper,
        spend=turn.spend(context, state, looking) if looking is not None else (),
        hand=turn.hand(context, state, looking, wish) if looking is not None else (),
        picked=drawn(context, wish.card) if wish.card is not None and not paper else None,
        undo=undo_keys(context),
        sell=turn.no_sale(context, state, seat) if seat is not None else None,
        end=turn.end_key(context, state, seat) if seat is not None else None,
    )


def _playing(context: TableContext, state: State) -> Seat | None:
    """The seat for which this phone may play now; none: it is another's turn, or nobody's."""
    seat = context.acting
    return seat if context.seated and isinstance(state.now, Play) and seat == state.now.seat else None


def _rows(context: TableContext, state: State, site: Site, looking: Seat | None) -> tuple[Row, ...]:
    """The own buildings first, then those of the player whose name was tapped (else of who plays), then clockwise."""
    seats = [Seat((int(looking or 0) + i) % state.players) for i in range(state.players)]
    chair = int(site.aim.seat) if site.aim.seat else -1
    wanted = context.view.chairs[chair].seat if 0 <= chair < len(context.view.chairs) else None
    if wanted is None and isinstance(state.now, Play):
        wanted = state.now.seat
    own = [seat for seat in seats if seat == looking]
    first = [seat for seat in seats if seat == wanted and seat not in own]
    rest = [seat for seat in seats if seat not in own and seat not in first]
    return tuple(_row(context, state, seat, site, looking) for seat in (*own, *first, *rest))


def _row(context: TableContext, state: State, seat: Seat, site: Site, looking: Seat | None) -> Row:
    words, built = context.own_words, len(state.city[seat])
    own = seat == looking and seat == context.view.eyes
    return Row(
        seat,
        words.phrase("your_buildings") if own else words.phrase("buildings_of", name=context.names[seat]),
        words.phrase("in_hand", cards=words.count("cards", len(state.hands[seat]))),
        houses(context, state, seat, site),
        words.phrase("built_of", n=str(built), of=str(state.limit)) if built < state.limit else "",
    )


def _pick(context: TableContext, state: State, seat: Seat) -> str:
    """Everybody picks starting buildings in secret."""
    wish, words, paper = aim(context), context.own_words, labels.by_number(state, seat)
    card, waits = wish.card, seat in context.view.waiting and context.seated
    done = len(state.picked[seat])
    return show(
        context,
        "xanadu/pick.html",
        slept=frame_views.slept(context),
        title=header.bar(context)[0],
        sub=words.phrase("pick_nth", n=str(done + 1), of=str(state.starting)) if state.starting > 1 and waits else "",
        aim=wish,
        waits=waits,
        paper=paper,
        key=turn.start_key(context, state, seat, card)
        if card is not None
        else turn.no_card(context, wish, words.phrase("begin")),
        hand=turn.hand(context, state, seat, wish),
        starts=[turn.start_key(context, state, seat, c) for c in state.hands[seat] if c] if waits and not paper else (),
        picked=drawn(context, card) if card is not None else None,
        undo=undo_keys(context),
        others=[context.names[other] for other in context.view.waiting if other != seat],
    )


def row(context: TableContext, item: str) -> str | Response:
    """Phones hold the cards: which one works on the lowest free row of a building?"""
    state = context.position
    if context.covered:
        return frame_views.curtain(context)
    sent = number(item)
    card = Card(sent) if sent is not None and sent in components.BUILDINGS else None
    seat, wish = _playing(context, state), aim(context)
    building = state.building(card) if card is not None else None
    if card is None:
        abort(404)
    if building is None or seat is None or labels.by_number(state, seat):
        return redirect(wish.address(context.home), 303)
    keys = []
    for held in turn.hand(context, state, seat, wish):
        action = PlaceWorker(card, Card(int(held.number)))
        refusal = context.game.refusal(state, action, seat)
        small = (
            context.game.short(refusal, state, context.language, context.names) if refusal is not None else held.says
        )
        label = f"{held.number} {held.name}"
        keys.append((held, Key(label, context.act(action_text(action)), small, off=refusal is not None, on=held.on)))
    return show(
        context,
        "xanadu/worker.html",
        aim=wish,
        house=drawn(context, card, len(building.workers)),
        number=len(building.workers) + 1,
        keys=keys,
    )


def sell(context: TableContext, item: str) -> str | Response:
    """Step 1: own buildings, each with a key that sells it at once."""
    state = context.position
    if context.covered:
        return frame_views.curtain(context)
    seat = _playing(context, state)
    if seat is None or not isinstance(state.now, Play) or state.now.working or not state.city[seat]:
        return redirect(context.home, 303)
    return show(
        context,
        "xanadu/sell.html",
        slept=frame_views.slept(context),
        keys=turn.sales(context, state, seat),
        coins=state.coins[seat],
        sold=state.now.sold,
        undo=undo_keys(context),
        houses=houses(context, state, seat, Site(None)),
    )


def overview(context: TableContext, item: str) -> str:
    """Everybody's buildings in words."""
    state = context.position
    return show(context, "xanadu/list.html", rows=_rows(context, state, Site(None), context.view.eyes))


def screen_side(context: TableContext, item: str) -> str:
    """The part of the big screen that is Xanadú's."""
    state = context.view.state
    if state is None:
        return ""
    told = news(context, state)
    return show(
        context,
        "xanadu/screen.html",
        title=header.bar(context)[0],
        told=told.ended or ((f"{told.did}.",) if told.did else ()),
        rows=_rows(context, state, Site(None, told.placed), None),
        coins=[context.pages.seat_mark(context, player.number) for player in context.players],
    )
