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
    "photo": ("chairs", "round"),
    "dice": ("dice",),
}


def phase(context: TableContext) -> Phase:
    """The merchants are on until the table has gone through their beats; then what the position waits for."""
    if current(context, merchant_round(context)) is not None:
        return Phase("merchants", context.own_words.phrase("way.merchants.name"))
    if context.position.turn is OVER:
        return Phase("result")
    if context.view.outcomes:
        return Phase("dice")
    return Phase("dyes" if isinstance(context.position.now, Pick) else "round")
