"""Counting together: a line each three seconds on all phones and the big screen, or as fast as the host taps.

How far the count is follows from when the game ended, so every phone shows the same without being told; only who goes
faster than that leaves an entry.
"""

from __future__ import annotations

import time

from companion.engine.game import OVER
from companion.web.context import AnyContext
from companion.web.http.served import config
from companion.web.table.count import Counted, counted


def ended(context: AnyContext) -> bool:
    """Is the game over, and does everybody know its score?"""
    view = context.view
    over = (view.tally is not None and view.tally.done) or (view.state is not None and view.state.turn is OVER)
    return over and view.score is not None and view.score.final


def lines(context: AnyContext) -> tuple[Counted, ...]:
    """The lines that are counted together; none: there is nothing to count, as in a game that one wins or loses."""
    score = context.view.score
    if score is None or len(score.sheets) < 2:
        return ()
    return counted(context, score)


def shown(context: AnyContext, number: int) -> int:
    """How many of so many lines have been counted by now; more than `number`: the result is told."""
    passed = int(_since(context) // config().pace) if config().pace else number + 1
    return min(number + 1, max(passed, context.view.revealed))


def counting(context: AnyContext) -> bool:
    """Is the count still on?"""
    if not ended(context):
        return False
    number = len(lines(context))
    return number > 0 and shown(context, number) <= number


def wait(context: AnyContext) -> float:
    """Seconds until the next line is counted by itself."""
    return max(0.1, config().pace - _since(context) % config().pace)


def _since(context: AnyContext) -> float:
    """Seconds since the game ended."""
    return time.time() - context.view.moved_at / 1000
