"""The first line of Hangzhou's pages: what to do now."""

from __future__ import annotations

from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import Ask, Pick, Play, State
from companion.web.table.frame import last_act

RECENT = 8
"""Entries among which the last action is looked for."""


def bar(context: TableContext) -> tuple[str, str]:
    """Text of the bar: the next act, and the event."""
    state = context.view.state
    if state is None:
        return "Hangzhou", context.words.phrase("new_table")
    return _now(context, state), " · ".join(part for part in (last_act(context, RECENT), moment(context)) if part)


def moment(context: TableContext) -> str:
    """The round."""
    return context.own_words.phrase("bar.round", n=str(context.position.round))


def last(context: TableContext) -> str:
    """All seals are on the temple: whoever is to play now ends the player round."""
    state = context.position
    return context.own_words.phrase("last_turn") if isinstance(state.now, Play) and all(state.seals) else ""


def _now(context: TableContext, state: State) -> str:
    words, now = context.own_words, state.now
    turn = context.view.waiting[0] if context.view.waiting else None
    if turn is None:
        return context.words.phrase("plain.over") if str(state.turn) == "Nobody.OVER" else words.phrase("bar.waits")
    own = turn == context.view.eyes
    name = context.names[turn]
    if isinstance(now, Pick):
        return words.phrase("pick_title" if own else "bar.pick", name=name)
    if isinstance(now, Ask):
        return words.phrase("bar.ask_own" if own else "bar.ask", name=name)
    left = words.count("actions", 1 if isinstance(now, Play) and now.taken else 2)
    if own:
        return words.phrase("bar.own", what=left)
    if context.acting == turn:
        return f"{name}: {left}"
    return context.words.phrase("plain.theirs", name=name)


def whose(context: TableContext) -> str:
    """Turn text for watchers: never “your turn”."""
    words, waiting = context.own_words, context.view.waiting
    if not waiting:
        return words.phrase("bar.waits")
    name = context.names[waiting[0]]
    picks = isinstance(context.position.now, Pick)
    return words.phrase("bar.pick", name=name) if picks else context.words.phrase("plain.theirs", name=name)
