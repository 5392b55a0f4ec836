"""What is on at a table of Hangzhou, and which pages stand in it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import OVER
from companion.games.hangzhou.pages.beats import current, merchant_round
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import Pick
from companion.web.widgets import Phase

SINCE = ("merchants", "round", "result")
"""Phases in which the last merchant round may still be told otherwise, as nobody has decided anything since."""
ACTS: Mapping[str, tuple[str, ...]] = {
    "at": ("round",),
    "city": ("chairs", "round"),
    "city-dice": ("chairs", "round"),
    "photo": ("chairs", "round"),
    "agree": ("dyes", "round", "dice", "result"),
    "dice": ("dice",),
    "reroll": SINCE,
    "elsewhere": SINCE,
    "unable": SINCE,
}


def phase(context: TableContext) -> Phase:
    """The merchants are on until the table has gone through their beats; then what the position waits for."""
    if current(context, merchant_round(context)) is not None:
        return Phase("merchants", context.own_words.phrase("merchants_move"))
    if context.position.turn is OVER:
        return Phase("result")
    if context.view.outcomes:
        return Phase("dice")
    return Phase("dyes" if isinstance(context.position.now, Pick) else "round")
