"""The table's own page: starting buildings, a turn, a sale, the choice of a worker; and the big screen."""

from __future__ import annotations

from collections import Counter

from flask import abort, redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.game import CHANCE, Seat
from companion.engine.reading import number as read_number
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.moves import PickStart, PlaceWorker
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, Pick, Play, State
from companion.web.network import qr
from companion.web.table.frame import entries, find_last_act
from companion.web.table.game_page import curtain
from companion.web.table.seats import join_address
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, KeyRow, Panel

RECENT = 60
"""Entries in which the end of the last turn is looked for: a turn has a dozen, dealing anew some fifty."""
SHORT, MIDDLING = 9, 15
"""Letters of a name that have room in large type on the big screen beside the coins, and in the next smaller one."""


class Row(Struct, frozen=True):
    """The buildings of one player. Others than the own are folded to their prices unless they are `opened`."""

    seat: Seat
    title: str
    houses: tuple[parts.House, ...]
    own: bool
    opened: bool


def turn(context: TableContext) -> str:
    """Returns the page of a turn; with ``sell`` in its address, of the sales before it."""
    state, words, seat, (told, draws) = context.position, context.own_words, parts.playing(context), news(context)
    holder, looking = parts.working(context), context.view.eyes if seat is None else seat
    paper = parts.by_number(state, holder)
    plan = parts.plan_of(context, holder, parts.find_typed_card(context)) if holder is not None and paper else None
    ending = XANADU.ends_game(state, seat) if seat is not None else None
    sell = parts.make_sell_key(context, seat) if seat is not None else None
    selling = "sell" in context.wishes and sell is not None and not sell.off
    title, sub = context.pages.bar(context)
    rows = rows_of(context, looking, holder, plan)
    if selling and seat is not None:
        title, sub = words.phrase("sell_title"), words.phrase("only_before_workers")
        rows = [replace(rows[0], houses=parts.sales(context, seat))]
    return parts.page(
        context,
        "game",
        title=title,
        sub=sub,
        told=told,
        draw=f"{parts.to_draw(context, draws).capitalize()}." if state.paper and draws else "",
        answers=_may_answer(context),
        twice=_find_duplicates(context),
        rows=rows,
        selling=selling,
        playing=seat,
        plan=plan,
        hand=parts.hand(context, looking) if looking is not None and not paper and not selling else (),
        undo=undo_keys(context),
        ending=ending,
        ends="ends" in context.wishes,
        sell=sell,
        end=parts.end_key(context, ending) if seat is not None else None,
    )


def rows_of(context: TableContext, looking: Seat | None, by: Seat | None, plan: parts.Plan | None) -> list[Row]:
    """Returns the buildings of the viewer, then of the player whose seat was tapped, then clockwise."""
    state, words, count = context.position, context.own_words, len(context.position.players)
    tapped, opened = (_find_seat(context, context.wishes.get(name, "")) for name in ("seat", "open"))
    seats = [Seat((int(looking or 0) + i) % count) for i in range(count)]
    found = []
    for seat in sorted(seats, key=lambda seat: (seat != looking, seat != tapped)):
        own, city, title = seat == looking, parts.houses(context, seat, by, plan), context.names[seat]
        if own and seat == context.view.eyes:
            title = words.phrase("your_buildings", n=str(len(city)), of=str(state.limit))
        elif own:
            title = words.phrase("buildings_of", name=title)
        wanted = seat in (tapped, opened) or (looking is None and seat in context.view.waiting)
        found.append(Row(seat, title, city, own, opened=wanted or any(house.gives for house in city)))
    return found


def _find_seat(context: TableContext, chair: str) -> Seat | None:
    """Returns the seat of a chair in an address."""
    return next((one.seat for one in context.players if str(one.number) == chair), None)


def _find_duplicates(context: TableContext) -> Panel | None:
    """With cards on paper: a duplicate number was mistyped by one of two players, so both are asked."""
    seat, words, state = context.view.eyes, context.own_words, context.position
    if seat is None or not state.paper or not context.seated:
        return None
    numbers = Counter(building.card for city in state.city for building in city)
    for i, building in enumerate(state.city[seat]):
        if numbers[building.card] > 1:
            fix = Key(words.phrase("another_card"), "", href=f"{context.home}/card/{int(seat)}-{i}")
            title = words.phrase("twice", number=parts.number(building.card))
            return Panel(title, parts.name(context, building.card), rows=(KeyRow((fix,), columns=1),))
    return None


def _may_answer(context: TableContext) -> bool:
    """Returns whether this phone may answer the table's question: its player's phone, any phone if that player has
    none, and one that was asked to act for them."""
    asked = context.view.question
    if asked is None or not context.seated:
        return False
    seat = asked.seat
    if seat is None or seat in (context.view.seat, context.view.eyes) or not context.players[seat].held:
        return True
    return context.wishes.get("for") == str(int(seat))


def news(context: TableContext) -> tuple[list[str], int | None]:
    """Returns how the last turn ended, in sentences, after the viewer's sales since their last turn; and how many cards
    the viewer has to draw (None: it was another's turn)."""
    eyes = context.view.eyes
    lines = [line for line in entries(context, max(0, context.view.seq - RECENT)) if not line.undone]
    told = [(effect, line.state) for line in lines if isinstance(line.state, State) for effect in line.effects]
    while told and not isinstance(told[-1][0], did.TurnBegan):
        told.pop()
    said: list[tuple[str, bool]] = []  # and whether it is an own sale
    draws = None
    for effect, after in told:
        if isinstance(effect, did.TurnEnded):
            own = effect.seat == eyes
            said = [] if own else [one for one in said if one[1]]
            draws = effect.draws if own else None
        forced = isinstance(effect, did.Sold) and effect.rule == "forced-sale"
        if forced or isinstance(effect, did.TurnEnded | did.Reshuffled | did.Restarted | did.NothingDrawn):
            said.append((context.say(effect, after), isinstance(effect, did.Sold) and effect.seat == eyes))
    return [sentence for sentence, _ in said], draws


def at(context: TableContext, item: str) -> str | Response:
    """With cards on phones: returns the choice of the card that works on the lowest free row of a building."""
    if context.covered:
        return curtain(context)
    number, typed, seat = read_number(item), parts.typed(context), parts.working(context)
    if number not in components.BUILDINGS:
        abort(404)
    building = context.position.building(Card(number))
    back = parts.link(context) if parts.find_typed_card(context) is None else parts.link(context, f"card/{typed}", n="")
    if building is None or building.full or seat is None or parts.by_number(context.position, seat):
        return redirect(back, 303)
    cards = []
    for held in parts.hand(context, seat):
        action, says = PlaceWorker(building.card, held.building.card), held.key.small if held.key else ""
        cards.append(replace(held, key=context.key(action, held.name, says, on=typed == held.number)))
    return parts.page(context, "worker", back_to=back, house=parts.drawn(context, building), cards=cards)


def pick(context: TableContext, seat: Seat) -> str:
    """Starting buildings: picked in secret, from full faces or by the number on the paper card, until all have."""
    state, words, wish, left = context.position, context.own_words, parts.find_typed_card(context), context.view.waiting
    player, paper, waits = state.players[seat], parts.by_number(state, seat), seat in left and context.seated
    cards = sorted({*player.hand, *player.picked} & components.BUILDINGS.keys()) if not paper and context.seated else []
    may_begin = [card for card in cards if context.game.refusal(state, PickStart(card), seat) is None]
    on = (wish,) if wish in may_begin else player.picked
    new = None if wish in player.picked else wish
    eligible, may = [], ""
    for card in may_begin:
        key = Key("", "", on=card in on, href=parts.link(context, n=parts.number(card)))
        eligible.append(parts.drawn(context, Building(card), key))
    if eligible:
        colour = components.COLOUR_NAMES[context.language][eligible[0].row.colour]
        of = len(player.hand) + len(player.picked)
        may = words.phrase("may_begin", n=str(len(eligible)), of=str(of), colour=colour)
    linked = context.words.phrase("linked", n=str(len(player.picked) + 1), of=str(state.starting))
    return parts.page(
        context,
        "pick",
        title=context.pages.bar(context)[0],
        sub=linked if state.starting > 1 and waits else "",
        waits=waits,
        paper=paper,
        eligible=eligible,
        may=may,
        key=parts.start_key(context, new) if waits or new is not None else None,
        shown=None if wish is None else parts.drawn(context, Building(wish)),
        picked=[parts.name(context, card) for card in player.picked if card in components.BUILDINGS],
        hand=parts.hand(context, seat) if context.wishes.get("all") == "1" and not paper else (),
        undo=undo_keys(context),
        chosen_by=words.phrase("have_picked", n=str(len(state.players) - len(left)), of=str(len(state.players))),
        others=[context.names[other] for other in left if other != seat],
    )


def screen(context: TableContext, item: str) -> str:
    """Returns the big screen during the game, for everybody in the room: it does not depend on the viewer."""
    state, words, act, where = context.position, context.own_words, find_last_act(context), join_address(context)
    now, ended = state.now, news(context)[0]
    # When the turn has just begun, the end of the last one is what there is to tell.
    fresh = isinstance(now, Play) and not (now.sold or now.working)
    if isinstance(now, Play):
        title = words.phrase("screen.plays", name=context.names[now.seat])
    elif isinstance(now, Pick):
        title = words.phrase("waiting", names=words.listed(context.names[seat] for seat in context.view.waiting))
    else:
        title = words.phrase("bar.draws") if state.turn is CHANCE else context.words.phrase("plain.over")
    zones = []
    for seat, (player, who) in enumerate(zip(XANADU.view(state, None).players, context.names, strict=True)):
        size = "large" if len(who) <= SHORT else "middling" if len(who) <= MIDDLING else "small"
        holds = words.count("thing.cards", len(player.hand))
        on, city = seat in context.view.waiting, parts.houses(context, Seat(seat))
        zones.append({"name": who, "size": size, "holds": holds, "coins": player.coins, "houses": city, "turn": on})
    told = ended if fresh and ended else [f"{act}."] if act else []
    return parts.page(context, "screen", title=title, told=told, zones=zones, where=where, qr=qr(where))
