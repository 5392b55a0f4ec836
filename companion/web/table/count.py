"""Counting together at the end: a line every three seconds on all phones, or as fast as the host taps.

The progress follows from the time when the game ended, so that all phones show the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct

from companion.engine.game import OVER, Score, ScoreLine, Seat
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
    over = (view.tally is not None and view.tally.done) or (view.state is not None and view.state.turn is OVER)
    return over and view.score is not None and view.score.final


def count_lines(context: AnyContext) -> tuple[CountLine, ...]:
    """Returns the lines in the order of the sheets; none in a solo game. A thing that only some players have, such as a
    card, is counted with others of its rule."""
    score = context.view.score
    if score is None or len(score.sheets) < 2:
        return ()
    shared = set.intersection(*({line.thing for line in sheet.lines} for sheet in score.sheets))
    kinds: dict[tuple[bool, str], list[tuple[Seat, ScoreLine]]] = {}
    for sheet in score.sheets:
        for line in sheet.lines:
            kind = (True, line.thing) if line.thing in shared else (False, line.rule)
            kinds.setdefault(kind, []).append((sheet.seat, line))
    found: list[CountLine] = []
    for entries in kinds.values():
        first, worths = entries[0][1], {line.worth for _, line in entries}
        if not any(worths):
            continue
        name = context.line_name(first)
        if len({line.thing for _, line in entries}) > 1:
            name = context.own_words.phrases.get(f"kind.{first.rule}") or name
        scored = context.pages.scored
        sign = scored.get(first.thing, scored.get(first.rule, ""))
        points = tuple(sum(line.points for seat, line in entries if seat == sheet.seat) for sheet in score.sheets)
        worth = worths.pop() if len(worths) == 1 else None
        found.append(CountLine(name, sign, points, len(found) % FILLINGS, worth))
    return tuple(found)


def count_lines_shown(context: AnyContext, number: int) -> int:
    """Returns how many of `number` lines are counted by now; more than `number`: the result is shown."""
    passed = int(_seconds(context) // config().pace) if config().pace else number + 1
    return min(number + 1, max(passed, context.view.ui.revealed))


def counting(context: AnyContext) -> bool:
    """Returns whether the count is still in progress."""
    number = len(count_lines(context)) if ended(context) else 0
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
    return tuple(_column(score, sheet.seat, lines[:shown], highest) for sheet in score.sheets)


def _column(score: Score, seat: Seat, lines: tuple[CountLine, ...], highest: int) -> Column:
    height = sum(max(0, line.points[seat]) for line in lines)
    parts, left = list[ColumnPart](), height
    for line in lines:
        points = line.points[seat]
        if points > 0:
            left -= points
            large = 100 * points / highest >= LEAST
            parts.append(ColumnPart(line.filling, 100 * left / height, 100 * points / height, points, large))
    total = sum(line.points[seat] for line in lines)
    return Column(seat, total, 100 * height / highest, tuple(parts), seat in score.winners)


def ranked(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Returns the columns by points, winners first."""
    return tuple(sorted(columns, key=lambda column: (not column.won, -column.total, column.seat)))


def score_labels(score: Score) -> list[ScoreLine]:
    """Returns a line for each thing that scored; those of one rule are adjacent."""
    lines = {line.thing: line for sheet in score.sheets for line in sheet.lines}
    rules = list(dict.fromkeys(line.rule for line in lines.values()))
    return sorted(lines.values(), key=lambda line: rules.index(line.rule))


def line_of(lines: Sequence[ScoreLine], thing: str) -> ScoreLine | None:
    """Returns the line for a thing, if any."""
    return next((line for line in lines if line.thing == thing), None)


def list_tie_lines(score: Score) -> tuple[ScoreLine, ...]:
    """Returns the lines that break a tie, if there is one at the top."""
    totals = [sheet.total for sheet in score.sheets]
    if totals.count(max(totals)) < 2:
        return ()
    return tuple({line.thing: line for sheet in score.sheets for line in sheet.ties}.values())
