"""What is on at a table of Hangzhou, and which pages stand in it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import OVER
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.steps import steps, unread
from companion.games.hangzhou.state import Ask, Move, Pick, Roll
from companion.web.widgets import Phase

SINCE = ("merchants", "question", "dice", "trade", "round", "result")
"""Phases in which the last merchant round may still be told otherwise, as nobody has decided anything since."""
ACTS: Mapping[str, tuple[str, ...]] = {
    "at": ("round",),
    "city": ("chairs", "round"),
    "city-dice": ("chairs", "round"),
    "dice": ("dice",),
    "reroll": SINCE,
    "elsewhere": SINCE,
}


def phase(context: TableContext) -> Phase:
    """The merchants are on until the table has read their last step; then what the position waits for."""
    view, now = context.view, context.position.now
    moving = context.own_words.phrase("merchants_move")
    if unread(context, steps(context)) is not None:
        return Phase("merchants", moving)
    if context.position.turn is OVER:
        return Phase("result")
    if view.question is not None:
        return Phase("question", moving)
    if view.outcomes:
        return Phase("dice", moving if isinstance(now, Move | Roll) else "")
    if isinstance(now, Ask):
        return Phase("trade", moving)
    return Phase("dyes" if isinstance(now, Pick) else "round")
