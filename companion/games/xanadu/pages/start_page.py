"""Starting buildings: picked in secret, from full faces or by the number on the paper card, anew until all have."""

from __future__ import annotations

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import PickStart
from companion.games.xanadu.pages import labels, turn
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.houses import drawn
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.state import State
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys


def start(context: TableContext, state: State, seat: Seat) -> str:
    """Page of the starting building. A player may change the pick until all have picked."""
    wish, words, paper = aim(context), context.own_words, labels.by_number(state, seat)
    waits, picked, held = seat in context.view.waiting and context.seated, state.players[seat].picked, []
    if not paper and context.seated:
        cards = sorted({card for card in (*state.players[seat].hand, *picked) if card in components.BUILDINGS})
        held = [card for card in cards if context.game.refusal(state, PickStart(card), seat) is None]
    on = (wish.card,) if wish.card in held else picked
    key, may, all_players, left = None, "", len(state.players), context.view.waiting
    if wish.card is not None and wish.card not in picked:
        key = turn.start_key(context, state, wish.card)
    elif waits:
        key = turn.no_card(context, wish, words.phrase("bar.pick_own"))
    if held:
        colour = components.COLOUR_NAMES[context.language][components.BUILDINGS[held[0]].colour]
        of = len(state.players[seat].hand) + len(picked)
        may = words.phrase("may_begin", n=str(len(held)), of=str(of), colour=colour)
    linked = context.words.phrase("linked", n=str(len(picked) + 1), of=str(state.starting))
    return show(
        context,
        "xanadu/pick.html",
        title=context.pages.bar(context)[0],
        sub=linked if state.starting > 1 and waits else "",
        aim=wish,
        waits=waits,
        paper=paper,
        eligible=[(drawn(context, one), wish.address(context.home, labels.number(one)), one in on) for one in held],
        may=may,
        key=key,
        shown=drawn(context, wish.card) if wish.card is not None else None,
        picked=[drawn(context, card) for card in picked if card in components.BUILDINGS],
        hand=turn.hand(context, state, seat, wish) if context.wishes.get("all") == "1" and not paper else (),
        all=wish.address(context.home) + ("&" if wish.others() else "?") + "all=1",
        undo=undo_keys(context),
        chosen_by=words.phrase("have_picked", n=str(all_players - len(left)), of=str(all_players)),
        others=[context.names[other] for other in left if other != seat],
    )
