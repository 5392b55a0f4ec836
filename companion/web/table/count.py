"""A score as it is counted together: one line after the other, and a column for each player that grows by it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Score, ScoreLine, Seat, Sheet
from companion.web.context import AnyContext

KINDS = 6
"""Fillings of columns; further lines begin with the first again."""
LEAST = 7.0
"""Per cent of the highest column that a part needs for its number to stand in it."""


class Counted(Struct, frozen=True):
    """One line of the count: what it is called, its symbol, and the points that each seat makes by it.

    `filling` numbers the colour of its part of a column; `worth` is what one of it is worth, where they are all worth
    the same.
    """

    name: str
    sign: str
    points: tuple[int, ...]
    filling: int
    worth: int | None


class Part(Struct, frozen=True):
    """A part of a column: where its top is and how high it is, in per cent of the column, and what stands in it."""

    filling: int
    top: float
    height: float
    middle: float
    points: int
    shown: bool
    sign: str


class Column(Struct, frozen=True):
    """A player's column, as high as its points are (per cent of the highest). `place` is 1 for who has won."""

    seat: Seat
    total: int
    height: float
    parts: tuple[Part, ...]
    place: int


def counted(context: AnyContext, score: Score) -> tuple[Counted, ...]:
    """The lines in the order of the sheets. What every player has a line for stands alone; what only some have, such
    as single cards, is counted by its rule."""
    shared = set.intersection(*({line.thing for line in sheet.lines} for sheet in score.sheets))
    kinds: dict[str, list[ScoreLine]] = {}
    for sheet in score.sheets:
        for line in sheet.lines:
            kinds.setdefault(_kind(line, shared), []).append(line)
    made = [_line(context, score, kind, lines, shared) for kind, lines in kinds.items() if any(x.worth for x in lines)]
    return tuple(
        Counted(name, sign, points, number % KINDS, worth) for number, (name, sign, points, worth) in enumerate(made)
    )


def _kind(line: ScoreLine, shared: set[str]) -> str:
    return f"thing {line.thing}" if line.thing in shared else f"rule {line.rule}"


def _line(
    context: AnyContext, score: Score, kind: str, lines: list[ScoreLine], shared: set[str]
) -> tuple[str, str, tuple[int, ...], int | None]:
    worths = {line.worth for line in lines}
    points = tuple(sum(line.points for line in sheet.lines if _kind(line, shared) == kind) for sheet in score.sheets)
    name = context.pages.counted_name(context, tuple(lines))
    return name, context.pages.counted_sign(lines[0]), points, worths.pop() if len(worths) == 1 else None


def columns(score: Score, lines: tuple[Counted, ...], shown: int) -> tuple[Column, ...]:
    """A column for each seat, with the first so many lines; as high as the highest will be at the end."""
    most = max(1, *(sum(max(0, line.points[sheet.seat]) for line in lines) for sheet in score.sheets))
    return tuple(_column(score, sheet, lines[:shown], most) for sheet in score.sheets)


def _column(score: Score, sheet: Sheet, lines: tuple[Counted, ...], most: int) -> Column:
    made = [(line, line.points[sheet.seat]) for line in lines]
    height = sum(max(0, points) for _, points in made)
    parts, below = [], 0
    for line, points in made:
        if points <= 0:
            continue
        below += points
        part, top = 100 * points / height, 100 * (height - below) / height
        parts.append(Part(line.filling, top, part, top + part / 2, points, 100 * points / most >= LEAST, line.sign))
    return Column(
        sheet.seat, sum(points for _, points in made), 100 * height / most, tuple(parts), _place(score, sheet)
    )


def _place(score: Score, sheet: Sheet) -> int:
    """Winners are first, whatever they have; the others follow by their points."""
    if sheet.seat in score.winners:
        return 1
    better = [other for other in score.sheets if other.seat in score.winners or other.total > sheet.total]
    return 1 + len(better)


def ranked(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns by place; the winners first, those of one place clockwise."""
    return tuple(sorted(columns, key=lambda column: (column.place, -column.total, column.seat)))
