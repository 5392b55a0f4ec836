"""The first line of Dunhuang's pages, and the marks on seats."""

from __future__ import annotations

from companion.engine.game import OVER, Seat
from companion.games.dunhuang import State
from companion.games.dunhuang.pages import labels
from companion.web.game_pages import Mark
from companion.web.table.context import Desk, tables

RECENT = 12
"""Entries among which the last action is looked for."""


def bar(desk: Desk) -> tuple[str, str]:
    """What to do now, and what is going on."""
    state: State | None = desk.view.state
    words = labels.words(desk)
    if state is None:
        return words.phrase("name"), words.phrase("bar.new")
    return _now(desk, state), _last(desk) or moment(desk)


def _now(desk: Desk, state: State) -> str:
    words, waiting, phase = labels.words(desk), desk.view.waiting, state.now.phase
    if state.turn is OVER:
        return words.phrase("bar.over")
    if not waiting:
        return words.phrase("bar.tiles" if phase == "lay" else "bar.deals")
    seat = desk.acting
    if phase in ("choose", "show"):
        if seat in waiting:
            return words.phrase(f"bar.{phase}")
        return words.phrase(f"bar.{phase}_others", names=desk.words.listed(desk.names[other] for other in waiting))
    if seat != waiting[0]:
        return words.phrase("bar.other", name=desk.names[waiting[0]])
    step = words.phrase(f"bar.step.{phase}")
    return words.phrase("bar.own", step=step) if seat == desk.view.eyes else _for(desk, seat, step)


def told(desk: Desk) -> str:
    """What to do now, said to nobody in particular: for the big screen."""
    state: State = desk.view.state
    words, waiting, phase = labels.words(desk), desk.view.waiting, state.now.phase
    if state.turn is OVER or not waiting:
        return _now(desk, state)
    names = [desk.names[seat] for seat in waiting]
    if phase in ("choose", "show"):
        return words.phrase(f"bar.{phase}_others", names=desk.words.listed(names))
    return _for(desk, waiting[0], words.phrase(f"bar.step.{phase}"))


def _for(desk: Desk, seat: Seat, step: str) -> str:
    return labels.words(desk).phrase("bar.for", name=desk.names[seat], step=step)


def _last(desk: Desk) -> str:
    """What a player did last."""
    found = tables().log_for(desk.code, desk.phone.token, after=max(0, desk.view.seq - RECENT))
    acted = [line for line in found if line.kind == "act" and not line.undone]
    sentences = desk.said(acted[-1]) if acted else ()
    return sentences[0].rstrip(".") if sentences else ""


def moment(desk: Desk) -> str:
    """How many cards the deck has; then that the last round is on."""
    state: State = desk.view.state
    words = labels.words(desk)
    return words.phrase("last_round") if state.last_round else words.count("in_deck", state.deck)


def seat_mark(desk: Desk, chair: int) -> Mark | None:
    """A player's tokens, marked where one more would be enough for a top merchant; while cards are chosen, who has."""
    state: State | None = desk.view.state
    seat = desk.view.chairs[chair].seat
    if state is None or seat is None or int(seat) >= len(state.players):
        return None
    words = labels.words(desk)
    if state.now.phase in ("choose", "show"):
        return None if seat in desk.view.waiting else Mark("passed", words.phrase("has_chosen"))
    n = state.tokens(seat)
    near = close(state, seat)
    says = ", ".join(part for part in (words.count("tokens", n), words.phrase("near") if near else "") if part)
    return Mark("near" if near else "", says, f"{n}/{state.setup.tokens}")


def close(state: State, seat: Seat) -> bool:
    """Is the seat one token from a top merchant's number, or has it got it?"""
    return state.turn is not OVER and state.tokens(seat) >= state.setup.tokens - 1
