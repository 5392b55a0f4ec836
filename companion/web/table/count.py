"""Counting together at the end: a line every three seconds on all phones, or as fast as the host taps.

The progress follows from the time when the game ended, so that all phones show the same.
"""

from __future__ import annotations

import time

from msgspec import Struct

from companion.engine.game import Score, Seat
from companion.tables.history import point_sources
from companion.web.config import config
from companion.web.context import AnyContext

FILLINGS = 6
"""Fillings of columns; further lines begin with the first again."""
LEAST = 7.0
"""Height of a part that has room for its number, in per cent of the highest column."""


class CountLine(Struct, frozen=True):
    """A line of the count: name and icon, points by seat, number of its fill, points of a thing if all are equal."""

    name: str
    sign: str
    points: tuple[int, ...]
    filling: int
    worth: int | None


class ColumnPart(Struct, frozen=True):
    """A part of a column: its top and height in percent of the column, and whether its number has room."""

    filling: int
    top: float
    height: float
    points: int
    shown: bool


class Column(Struct, frozen=True):
    """A player's column; its height is in percent of the highest."""

    seat: Seat
    total: int
    height: float
    parts: tuple[ColumnPart, ...]
    won: bool


def ended(context: AnyContext) -> bool:
    """Returns whether the game is over, with a score that everybody knows."""
    view = context.view
    over = context.over or (view.tally is not None and view.tally.done)
    return over and view.score is not None and view.score.final


def count_lines(context: AnyContext) -> tuple[CountLine, ...]:
    """Returns the lines in the order of the sheets; none in a solo game. A thing that only some players have, such as a
    card, is counted with others of its rule."""
    score = context.view.score
    if score is None or len(score.sheets) < 2:
        return ()
    found, scored = list[CountLine](), context.pages.scored
    for source in point_sources(score.sheets):
        first, worths = source.lines[0], {line.worth for line in source.lines}
        if not any(worths):
            continue
        name = context.line_name(first)
        if len(source.lines) > 1:
            name = context.own_words.phrases.get(f"kind.{first.rule}") or name
        sign = scored.get(first.thing, scored.get(first.rule, ""))
        worth = worths.pop() if len(worths) == 1 else None
        found.append(CountLine(name, sign, tuple(map(source.points, score.sheets)), len(found) % FILLINGS, worth))
    return tuple(found)


def count_lines_shown(context: AnyContext, number: int) -> int:
    """Returns how many of `number` lines are counted by now; more than `number`: the result is shown."""
    passed = int(_seconds(context) // config().pace) if config().pace else number + 1
    return min(number + 1, max(passed, context.view.ui.revealed))


def counting(context: AnyContext) -> bool:
    """Returns whether the count is still in progress; a phone that counted for everybody shows the result at once."""
    alone = context.view.settings.way == "score" and sum(chair.held for chair in context.view.chairs) == 1
    number = len(count_lines(context)) if ended(context) and not alone else 0
    return number > 0 and count_lines_shown(context, number) <= number


def wait(context: AnyContext) -> float:
    """Returns seconds until the next line."""
    return max(0.1, config().pace - _seconds(context) % config().pace)


def _seconds(context: AnyContext) -> float:
    """Returns seconds since the game ended."""
    return time.time() - context.view.moved_at / 1000


def columns(score: Score, lines: tuple[CountLine, ...], shown: int) -> tuple[Column, ...]:
    """Returns a column for each seat with the first `shown` lines, in proportion to the highest at the end."""
    highest = max(1, *(sum(max(0, line.points[sheet.seat]) for line in lines) for sheet in score.sheets))
    found = list[Column]()
    for seat in (sheet.seat for sheet in score.sheets):
        points, parts = [line.points[seat] for line in lines[:shown]], list[ColumnPart]()
        height = left = sum(n for n in points if n > 0)
        for line, n in zip(lines, points, strict=False):
            if n > 0:
                left -= n
                part = ColumnPart(line.filling, 100 * left / height, 100 * n / height, n, 100 * n / highest >= LEAST)
                parts.append(part)
        found.append(Column(seat, sum(points), 100 * height / highest, tuple(parts), seat in score.winners))
    return tuple(found)


def ranked(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Returns the columns by points, winners first."""
    return tuple(sorted(columns, key=lambda column: (not column.won, -column.total, column.seat)))
