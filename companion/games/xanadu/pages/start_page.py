"""Starting buildings: picked in secret, from full faces or by the number on the paper card, anew until all have."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import PickStart
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages import header, labels, turn
from companion.games.xanadu.pages.address import Aim, aim
from companion.games.xanadu.pages.buildings import House, drawn
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.web.table.frame import show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key


class Eligible(Struct, frozen=True):
    """A card that may be the starting building: `on`, if it was tapped, or picked already."""

    house: House
    address: str
    on: bool


def start(context: TableContext, state: State, seat: Seat) -> str:
    """Page of the starting building. A player may change the pick until all have picked."""
    wish, words, paper = aim(context), context.own_words, labels.by_number(state, seat)
    waits, picked = seat in context.view.waiting and context.seated, state.players[seat].picked
    eligible = () if paper or not context.seated else _eligible(context, state, seat, wish)
    done = len(picked)
    chosen = wish.card if wish.card is not None and wish.card not in picked else None
    return show(
        context,
        "xanadu/pick.html",
        title=header.bar(context)[0],
        sub=context.words.phrase("linked", n=str(done + 1), of=str(state.starting))
        if state.starting > 1 and waits
        else "",
        aim=wish,
        waits=waits,
        paper=paper,
        eligible=eligible,
        may=_may(context, state, seat, eligible),
        key=_key(context, state, seat, wish, chosen, waits=waits),
        shown=drawn(context, wish.card) if wish.card is not None else None,
        picked=[drawn(context, card) for card in picked if card in components.BUILDINGS],
        hand=turn.hand(context, state, seat, wish) if context.wishes.get("all") == "1" and not paper else (),
        all=wish.address(context.home) + ("&" if wish.fields else "?") + "all=1",
        undo=undo_keys(context),
        chosen_by=words.phrase(
            "have_picked", n=str(len(state.players) - len(context.view.waiting)), of=str(len(state.players))
        ),
        others=[context.names[other] for other in context.view.waiting if other != seat],
    )


def _eligible(context: TableContext, state: State, seat: Seat, wish: Aim) -> tuple[Eligible, ...]:
    """The cards that may be picked; a tap on one chooses it."""
    picked = state.players[seat].picked
    cards = sorted({card for card in (*state.players[seat].hand, *picked) if card in components.BUILDINGS})
    able = [card for card in cards if context.game.refusal(state, PickStart(card), seat) is None]
    on = wish.card if wish.card in able else None
    return tuple(
        Eligible(
            drawn(context, card),
            wish.address(context.home, labels.number(card)),
            card == on if on is not None else card in picked,
        )
        for card in able
    )


def _may(context: TableContext, state: State, seat: Seat, eligible: tuple[Eligible, ...]) -> str:
    """How many of the cards may begin, and of which colour."""
    if not eligible:
        return ""
    held = len(state.players[seat].hand) + len(state.players[seat].picked)
    colour = components.COLOUR_NAMES[context.language][components.BUILDINGS[eligible[0].house.card].colour]
    return context.own_words.phrase("may_begin", n=str(len(eligible)), of=str(held), colour=colour)


def _key(context: TableContext, state: State, seat: Seat, wish: Aim, card: Card | None, *, waits: bool) -> Key | None:
    """Begin with the card that was chosen; none: nothing else was chosen than what is picked."""
    if card is not None:
        return turn.start_key(context, state, card)
    return turn.no_card(context, wish, context.own_words.phrase("bar.pick_own")) if waits else None
