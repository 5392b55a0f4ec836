"""The first line of Dunhuang's pages, and the marks on seats."""

from __future__ import annotations

from companion.engine.game import OVER, Seat
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State
from companion.web.table.frame import last_act
from companion.web.widgets import Mark

RECENT = 12
"""Entries among which the last action is looked for."""


def bar(context: TableContext) -> tuple[str, str]:
    """Text of the bar: the next act, and the event."""
    state = context.view.state
    words = context.own_words
    if state is None:
        return words.phrase("name"), context.words.phrase("new_table")
    return _now(context, state), last_act(context, RECENT) or moment(context)


def _now(context: TableContext, state: State) -> str:
    words, waiting, phase = context.own_words, context.view.waiting, state.now.phase
    if state.turn is OVER:
        return context.words.phrase("plain.over")
    if not waiting:
        return words.phrase("bar.draws")
    seat = context.acting
    if phase in ("choose", "show"):
        if seat in waiting:
            return words.phrase("show" if phase == "show" else "keep_start")
        return words.phrase("waiting", names=context.words.listed(context.names[other] for other in waiting))
    if seat != waiting[0]:
        return context.words.phrase("plain.theirs", name=context.names[waiting[0]])
    step = words.phrase(f"bar.step.{phase}")
    return words.phrase("bar.own", what=step) if seat == context.view.eyes else _for(context, seat, step)


def told(context: TableContext) -> str:
    """The next act in neutral words, for the big screen."""
    state = context.position
    words, waiting, phase = context.own_words, context.view.waiting, state.now.phase
    if state.turn is OVER or not waiting:
        return _now(context, state)
    names = [context.names[seat] for seat in waiting]
    if phase in ("choose", "show"):
        return words.phrase("waiting", names=context.words.listed(names))
    return _for(context, waiting[0], words.phrase(f"bar.step.{phase}"))


def _for(context: TableContext, seat: Seat, step: str) -> str:
    return f"{context.names[seat]}: {step}"


def moment(context: TableContext) -> str:
    """How many cards the deck has; then that the last round is on."""
    state = context.position
    words = context.own_words
    return words.phrase("last_round") if state.last_round else words.count("in_deck", state.deck)


def last(context: TableContext) -> str:
    """The last round, or who needs but one token more to be a top merchant."""
    state, words = context.position, context.own_words
    if state.turn is OVER:
        return ""
    if state.last_round:
        return words.phrase("last_round")
    names = [context.names[seat] for seat in range(len(state.players)) if close(state, Seat(seat))]
    return words.phrase("one_from", names=context.words.listed(names)) if names else ""


def seat_mark(context: TableContext, chair: int) -> Mark | None:
    """A player's tokens, marked where one more would be enough for a top merchant; while cards are chosen, who has."""
    state = context.view.state
    seat = context.view.chairs[chair].seat
    if state is None or seat is None or int(seat) >= len(state.players):
        return None
    words = context.own_words
    if state.now.phase in ("choose", "show"):
        return None if seat in context.view.waiting else Mark("passed", words.phrase("has_chosen"))
    n = state.tokens_of(seat)
    near = close(state, seat)
    says = ", ".join(part for part in (words.count("thing.tokens", n), words.phrase("near") if near else "") if part)
    return Mark("near" if near else "", says, f"{n}/{state.setup.tokens}")


def close(state: State, seat: Seat) -> bool:
    """Is the seat one token from a top merchant's number, or has it got it?"""
    return state.turn is not OVER and state.tokens_of(seat) >= state.setup.tokens - 1
