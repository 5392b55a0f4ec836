"""Blocks: cells of one size in rows and columns, and how their neighbours meet.

Cells stand a gap apart, or touch, so that one cut parts both. What may touch is known by *runs*: cells that follow
each other and show one ground along all their edges. Between two runs there is a gap, unless all must touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, repeat
from math import ceil
from typing import Literal, TypeAlias

import msgspec

from pnp.scene import Box

SLACK = 1e-6

Meeting: TypeAlias = Literal["apart", "shared", "touching"]
"""How the cells of a block meet: a gap between all of them; between those of different runs only; none at all."""


class Kind(msgspec.Struct, frozen=True):
    """Cells of one size, `count` of them. `gap` is what parts their trims if they do not touch.

    `runs` are the lengths of runs of cells, in order; none if no two cells show one ground. Kinds of a lower `rank`
    come first on every sheet.
    """

    width: float
    height: float
    bleed: float
    gap: float
    count: int
    may_touch: bool = True
    runs: tuple[int, ...] = ()
    rank: int = 0


class Grid(msgspec.Struct, frozen=True):
    """Where the columns and rows of a block begin, from the corner of its first trim, how many cells it has, and the
    straight cuts that part them."""

    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    count: int
    cuts: int


class Block(msgspec.Struct, frozen=True):
    """Cells of one kind in rows, the last perhaps ragged. (x, y) is the top left of its bleed, which is `bleed`
    (across, down) wide."""

    kind: int
    turned: bool
    x: float
    y: float
    grid: Grid
    cell: tuple[float, float]
    bleed: tuple[float, float]
    meeting: Meeting

    @property
    def columns(self) -> int:
        return len(self.grid.lefts)

    @property
    def rows(self) -> int:
        return len(self.grid.tops)

    @property
    def count(self) -> int:
        return self.grid.count

    @property
    def box(self) -> Box:
        """The block with its bleed."""
        width, height = self.grid.lefts[-1] + self.cell[0], self.grid.tops[-1] + self.cell[1]
        return Box(self.x, self.y, width + 2 * self.bleed[0], height + 2 * self.bleed[1])

    def trim(self, index: int) -> Box:
        """The trim of a cell, counted in rows from the top left."""
        row, column = divmod(index, self.columns)
        return Box(
            self.x + self.bleed[0] + self.grid.lefts[column], self.y + self.bleed[1] + self.grid.tops[row], *self.cell
        )


def grids(
    kind: Kind, cell: tuple[float, float], start: int, count: int, meeting: Meeting, room: tuple[float, float]
) -> Iterator[Grid]:
    """The ways to lay up to `count` cells of a kind, from its cell `start` on, into a room for trims."""
    if meeting == "shared" and kind.gap and len(kind.runs) > 1:
        run = _runs(kind)[start : start + count]
        if run[0] != run[-1]:
            yield from _mixed(run, cell, kind.gap, room)
            return
        yield from _even(count, cell, 0.0, room)
    elif meeting == "touching" or (meeting == "shared" and kind.runs):
        yield from _even(count, cell, 0.0, room)
    else:
        yield from _even(count, cell, kind.gap, room)


def most_cells(kind: Kind, width: float, height: float) -> int:
    """No block in a room of this size has more cells of a kind."""
    return max(
        _how_many(width, across, 0.0) * _how_many(height, down, 0.0)
        for across, down in ((kind.width, kind.height), (kind.height, kind.width))
    )


@lru_cache(maxsize=64)
def _runs(kind: Kind) -> tuple[int, ...]:
    """The number of the run that each cell belongs to."""
    return tuple(number for number, length in enumerate(kind.runs) for _ in range(length))


def _even(count: int, cell: tuple[float, float], gap: float, room: tuple[float, float]) -> tuple[Grid, ...]:
    """Grids whose cells all stand the same gap apart."""
    columns, rows = (_how_many(length, side, gap) for length, side in zip(room, cell, strict=True))
    return _regular(min(count, columns * rows), cell, gap, columns, rows)


@lru_cache(maxsize=1_024)
def _regular(count: int, cell: tuple[float, float], gap: float, most_columns: int, most_rows: int) -> tuple[Grid, ...]:
    """The grids of so many cells, at most as many as there is room for. Kept: the sheets of a deck are alike."""
    if not count:
        return ()
    shapes = {(most_columns, most_rows)}
    if count < most_columns * most_rows:
        columns = {min(most_columns, ceil(count / rows)) for rows in range(1, min(count, most_rows) + 1)}
        shapes = {(across, ceil(count / across)) for across in columns if ceil(count / across) <= most_rows}
    lines = 2 if gap else 1
    return tuple(
        Grid(
            _steps(across, cell[0] + gap),
            _steps(down, cell[1] + gap),
            min(count, across * down),
            lines * (across + down) + (0 if gap else 2),
        )
        for across, down in sorted(shapes)
    )


def _mixed(run: tuple[int, ...], cell: tuple[float, float], gap: float, room: tuple[float, float]) -> Iterator[Grid]:
    """Grids with a gap where neighbours of different runs meet: for each number of columns as many rows as fit."""
    for columns in range(1, min(len(run), _how_many(room[0], cell[0], 0.0)) + 1):
        apart: set[int] = set()
        between: list[bool] = []
        rows = 0
        height = 0.0
        while rows * columns < len(run):
            row = run[rows * columns : (rows + 1) * columns]
            gaps = {c for c in range(1, len(row)) if row[c] != row[c - 1]} if row[0] != row[-1] else set()
            # Runs follow each other, so two rows meet in one ground only if all of their cells do.
            gutter = rows > 0 and run[(rows - 1) * columns] != row[-1]
            grown = height + cell[1] + (gap if gutter else 0.0)
            width = columns * cell[0] + len(apart | gaps) * gap
            if grown > room[1] + SLACK or width > room[0] + SLACK:
                break
            apart |= gaps
            between += [gutter] if rows else []
            height = grown
            rows += 1
        if rows:
            across = tuple(accumulate((cell[0] + (gap if c in apart else 0.0) for c in range(1, columns)), initial=0.0))
            down = tuple(accumulate((cell[1] + (gap if wide else 0.0) for wide in between), initial=0.0))
            cuts = columns + 1 + len(apart) + rows + 1 + sum(between)
            yield Grid(across, down, min(len(run), rows * columns), cuts)


def _steps(count: int, step: float) -> tuple[float, ...]:
    return tuple(number * distance for number, distance in enumerate(repeat(step, count)))


def _how_many(length: float, cell: float, gap: float) -> int:
    return max(0, int((length + gap + SLACK) / (cell + gap)))
