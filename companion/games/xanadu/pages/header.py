"""The first line of Xanadú's pages: what to do now."""

from __future__ import annotations

from companion.engine.game import OVER, Seat
from companion.games.xanadu.pages import labels, turn
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import Pick, Play, State
from companion.web.table.frame import last_act
from companion.web.widgets import Holding, Mark

RECENT = 12
"""Entries among which the last action is looked for."""
LOWEST = 11
"""Cards of the last deck among which the End card is."""


def bar(context: TableContext) -> tuple[str, str]:
    """Text of the bar: the next act, and the event."""
    state = context.view.state
    words = context.own_words
    if state is None:
        return words.phrase("name"), context.words.phrase("new_table")
    return _now(context, state), last_act(context, RECENT) or moment(context)


def _now(context: TableContext, state: State) -> str:
    words, now, seat = context.own_words, state.now, context.acting
    if state.turn is OVER:
        return context.words.phrase("plain.over")
    if isinstance(now, Pick):
        if seat in context.view.waiting:
            own = seat == context.view.eyes
            return words.phrase("bar.pick_own" if own else "bar.pick_for", name=context.names[seat or 0])
        waiting = words.listed(context.names[other] for other in context.view.waiting)
        return words.phrase("waiting", names=waiting)
    if not isinstance(now, Play):
        return _asked(context) or words.phrase("bar.draws")
    name = context.names[now.seat]
    if seat != now.seat:
        return context.words.phrase("plain.theirs", name=name)
    return context.words.phrase("plain.yours" if seat == context.view.eyes else "plain.theirs", name=name)


def _asked(context: TableContext) -> str:
    """Name of the player who looks for the End card, or ""."""
    asked = context.view.question
    if asked is None or asked.seat is None:
        return ""
    key = "bar.asked_own" if asked.seat == context.view.eyes else "bar.asked"
    return context.own_words.phrase(key, name=context.names[asked.seat])


def hand(context: TableContext, seat: Seat) -> tuple[Holding, ...]:
    """Coins as far as they are known, how many cards, and what there is to spend in a turn that is on."""
    state, words = context.position, context.own_words
    coins, cards = state.players[seat].coins, len(state.players[seat].hand)
    purse = () if coins is None else (Holding(words.count("held.coins", coins), coins, (("coin", ""),)),)
    held = (*purse, Holding(words.count("held.cards", cards), cards, (("cards", ""),)))
    if not isinstance(state.now, Play) or state.now.seat != seat:
        return held
    goods = [labels.good(context, resource) for resource in turn.spendable(state, seat)]
    signs = tuple((good.sign, good.name) for good in goods)
    return (*held, Holding(words.phrase("to_spend"), signs=signs)) if signs else held


def moment(context: TableContext) -> str:
    """How far the game is: which time the deck is played, and how many cards it has."""
    state = context.position
    words = context.own_words
    return words.phrase("moment", run=str(state.run), of=str(state.runs), cards=words.count("thing.cards", state.pile))


def last(context: TableContext) -> str:
    """The deck is played for the last time, and the End card is near."""
    state, words = context.position, context.own_words
    if state.turn is OVER or not state.last_run or state.pile > LOWEST:
        return ""
    return words.phrase("last_deck", cards=words.count("thing.cards", state.pile))


def seat_mark(context: TableContext, chair: int) -> Mark | None:
    """A player's tong bao; while starting buildings are picked, who has done so."""
    state = context.view.state
    seat = context.view.chairs[chair].seat
    if state is None or seat is None or int(seat) >= len(state.players):
        return None
    words = context.own_words
    if isinstance(state.now, Pick):
        return None if seat in context.view.waiting else Mark("passed", words.phrase("has_picked"))
    coins = state.players[seat].coins
    return None if coins is None else Mark("", words.count("thing.coins", coins), str(coins))
