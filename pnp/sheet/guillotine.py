"""Packing rectangles so that people can cut them: blocks of equal cells, parted by straight through-cuts.

A sheet is cut into blocks by cuts from edge to edge (a *guillotine* layout), each block into cells by cuts
across the block. Blocks keep `BLOCK_GAP` between them for their crop marks; cells stand two bleeds apart where
that costs no sheet, and touch where it would. Everything here is relative to the top left of a field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import ceil

import msgspec

from pnp.scene import Box

BLOCK_GAP = 5.2
"""Between the bleeds of two blocks, mm: a stump of 2.2 mm of crop mark for each of them, and air."""

_SLACK = 1e-6
_MOST_PERMUTED = 4
"""Kinds up to this number are tried in every order."""
_MOST_SPREAD = 12
"""Up to this number of kinds it is tried for each by itself whether its cells can stand apart."""
_MOST_SORTED = 30
"""With more kinds than this one order must do."""


class Kind(msgspec.Struct, frozen=True):
    """Cells of one size, `count` of them. `gap` is what parts their trims if they do not touch."""

    width: float
    height: float
    bleed: float
    gap: float
    count: int
    may_touch: bool = True


class Block(msgspec.Struct, frozen=True):
    """Cells of one kind in rows, the last perhaps ragged. (x, y) is the top left of its bleed."""

    kind: int
    turned: bool
    x: float
    y: float
    columns: int
    rows: int
    count: int
    cell: tuple[float, float]
    bleed: float
    gap: float

    @property
    def box(self) -> Box:
        """The block with its bleed."""
        return Box(self.x, self.y, *_extent(self.cell, self.bleed, self.gap, self.columns, self.rows))

    def trim(self, index: int) -> Box:
        """The trim of a cell, counted in rows from the top left."""
        row, column = divmod(index, self.columns)
        width, height = self.cell
        left = self.x + self.bleed + column * (width + self.gap)
        return Box(left, self.y + self.bleed + row * (height + self.gap), width, height)


Layout = tuple[tuple[Block, ...], ...]
"""The blocks of each sheet."""


def pack(kinds: Sequence[Kind], width: float, height: float) -> Layout:
    """Packs all cells of all kinds on as few fields of this size as the search finds.

    Every kind must fit the field (see `fits`); otherwise ValueError.
    """
    for kind in kinds:
        if not fits(kind, width, height):
            raise ValueError(f"{kind.width} × {kind.height} mm does not fit {width} × {height} mm")
    loose = [kind.gap for kind in kinds]
    wide = _solve(kinds, loose, width, height)
    tight = [0.0 if kind.may_touch else kind.gap for kind in kinds]
    if tight == loose:
        return wide
    best = _solve(kinds, tight, width, height)
    if len(wide) <= len(best):
        return wide
    if len(kinds) > _MOST_SPREAD:
        return best
    for index, gap in enumerate(loose):
        trial = [*tight[:index], gap, *tight[index + 1 :]]
        layout = _solve(kinds, trial, width, height)
        if len(layout) <= len(best):
            best, tight = layout, trial
    return best


def fits(kind: Kind, width: float, height: float) -> bool:
    """Whether one cell with its bleed fits the field, upright or turned."""
    across, down = kind.width + 2 * kind.bleed - _SLACK, kind.height + 2 * kind.bleed - _SLACK
    return (across <= width and down <= height) or (down <= width and across <= height)


def _extent(cell: tuple[float, float], bleed: float, gap: float, columns: int, rows: int) -> tuple[float, float]:
    return (
        2 * bleed + columns * (cell[0] + gap) - gap,
        2 * bleed + rows * (cell[1] + gap) - gap,
    )


def _solve(kinds: Sequence[Kind], gaps: Sequence[float], width: float, height: float) -> Layout:
    area = sum(kind.count * kind.width * kind.height for kind in kinds)
    least = max(1, ceil(area / (width * height)))
    best: Layout | None = None
    for order in _orders(kinds):
        layout = tuple(_sheets(kinds, gaps, order, width, height))
        if best is None or _cost(layout) < _cost(best):
            best = layout
        if len(best) == least and len(best[0]) <= len(kinds):
            break
    return best or ()


def _cost(layout: Layout) -> tuple[int, int]:
    return len(layout), sum(len(blocks) for blocks in layout)


def _orders(kinds: Sequence[Kind]) -> Iterator[tuple[int, ...]]:
    """The orders in which kinds are tried: all of them if they are few, else by each measure of size."""
    indices = range(len(kinds))
    by_area = sorted(indices, key=lambda i: -kinds[i].width * kinds[i].height)
    if len(kinds) <= _MOST_PERMUTED:
        yield from permutations(by_area)
        return
    yield tuple(by_area)
    if len(kinds) > _MOST_SORTED:
        return
    yield tuple(sorted(indices, key=lambda i: -kinds[i].width * kinds[i].height * kinds[i].count))
    yield tuple(sorted(indices, key=lambda i: (-max(kinds[i].width, kinds[i].height), -kinds[i].count)))
    yield tuple(sorted(indices, key=lambda i: (-min(kinds[i].width, kinds[i].height), -kinds[i].count)))
    yield tuple(sorted(indices, key=lambda i: kinds[i].width * kinds[i].height * kinds[i].count))


def _sheets(
    kinds: Sequence[Kind], gaps: Sequence[float], order: Sequence[int], width: float, height: float
) -> Iterator[tuple[Block, ...]]:
    left = [kind.count for kind in kinds]
    while any(left):
        free = [Box(0.0, 0.0, width, height)]
        blocks: list[Block] = []
        for index in order:
            while left[index]:
                last = sum(left) == left[index]
                choice = _best_block(kinds[index], index, gaps[index], left[index], free, last)
                if choice is None:
                    break
                block, space = choice
                left[index] -= block.count
                blocks.append(block)
                free.remove(space)
                free.extend(_split(space, block.box))
        yield tuple(blocks)


def _best_block(
    kind: Kind, index: int, gap: float, count: int, free: Sequence[Box], last: bool
) -> tuple[Block, Box] | None:
    """The block that takes most copies and leaves most room, and the free box whose corner it takes.

    The `last` kind leaves room to nobody, and rather stays upright.
    """
    best: tuple[tuple[float, ...], Block, Box] | None = None
    for space in free:
        for block in _blocks(kind, index, gap, count, space):
            rest = max((box.width * box.height for box in _split(space, block.box)), default=0.0)
            empty = block.columns * block.rows - block.count
            room = rest - space.width * space.height
            upright = not block.turned
            score = (block.count, upright, -empty, room) if last else (block.count, -empty, room, upright)
            if best is None or score > best[0]:
                best = (score, block, space)
    return best and (best[1], best[2])


def _blocks(kind: Kind, index: int, gap: float, count: int, space: Box) -> Iterator[Block]:
    for turned in (False, True):
        cell = (kind.height, kind.width) if turned else (kind.width, kind.height)
        most_columns = _how_many(space.width, cell[0], kind.bleed, gap)
        most_rows = _how_many(space.height, cell[1], kind.bleed, gap)
        capacity = most_columns * most_rows
        if not capacity or (turned and kind.width == kind.height):
            continue
        shapes = {(most_columns, most_rows)}
        if count < capacity:
            columns = {min(most_columns, ceil(count / rows)) for rows in range(1, min(count, most_rows) + 1)}
            shapes = {(across, ceil(count / across)) for across in columns if ceil(count / across) <= most_rows}
        for across, down in sorted(shapes):
            taken = min(count, across * down)
            yield Block(index, turned, space.x, space.y, across, down, taken, cell, kind.bleed, gap)


def _how_many(length: float, cell: float, bleed: float, gap: float) -> int:
    return max(0, int((length - 2 * bleed + gap + _SLACK) / (cell + gap)))


def _split(space: Box, used: Box) -> list[Box]:
    """What is left of a box when its top left corner is used, cut the way that keeps the larger piece whole."""
    right = space.width - used.width - BLOCK_GAP
    below = space.height - used.height - BLOCK_GAP
    left, top = space.x + used.width + BLOCK_GAP, space.y + used.height + BLOCK_GAP
    if right * space.height > space.width * below:
        pieces = [Box(left, space.y, right, space.height), Box(space.x, top, used.width, below)]
    else:
        pieces = [Box(space.x, top, space.width, below), Box(left, space.y, right, used.height)]
    return [piece for piece in pieces if piece.width > 0 and piece.height > 0]
