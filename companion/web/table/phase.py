"""The table's phase decides what its phones show, whatever address they have open.

A page to act on stands in its phases alone (`GamePages.ACTS`); at any other time the table's own page is the answer.
Pages that only look stay open, and say where all phones are called to.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from companion.web.context import AnyContext
from companion.web.table.reveal import counting
from companion.web.widgets import Phase

TABLE = ("table", "watch", "screen")
"""Pages that show the phase itself."""
FIXES = ("fix", "last")
"""Pages to correct something on, at any time."""
ACTS: Mapping[str, tuple[str, ...]] = {"tally": ("count",)}
"""Of the pages that all games share, those to act on, with their phases."""


def phase(context: AnyContext) -> Phase:
    """What is on at the table: ``chairs``, ``count``, ``reveal`` and ``result`` are the frame's, the others the game's,
    which says ``result`` at its end."""
    view = context.view
    if view.settings.way == "score" or (view.tally is not None and view.state is None):
        now = Phase("result" if view.tally is not None and view.tally.done else "count")
    else:
        now = Phase("chairs") if view.state is None else context.pages.phase(context)
    return Phase("reveal") if now.name == "result" and counting(context) else now


def left(context: AnyContext, page: str) -> bool:
    """Is it a page to act on whose phase is not on?"""
    stands = ACTS.get(page) or context.pages.ACTS.get(page)
    return stands is not None and phase(context).name not in stands


def called(context: AnyContext) -> str:
    """What the page that is asked for says of where all phones are to go; empty: it is there itself, or nowhere."""
    page = (request.endpoint or "").rpartition(".")[2]
    return "" if page in (*TABLE, *FIXES, *ACTS, *context.pages.ACTS, *context.pages.BACK) else phase(context).calls
