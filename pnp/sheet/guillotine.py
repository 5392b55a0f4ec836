"""Packing rectangles so that people can cut them: blocks of equal cells, parted by straight through-cuts.

A sheet is cut into blocks by cuts from edge to edge (a *guillotine* layout), each block into cells by cuts
across the block. Blocks keep `BLOCK_GAP` between them for their crop marks. Everything here is relative to the
top left of a field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, repeat
from math import ceil, inf
from typing import Literal, TypeAlias

from msgspec.structs import replace

from pnp.scene import Box
from pnp.sheet.blocks import SLACK, Block, Kind, Meeting, grids, most_cells

BLOCK_GAP = 5.2
"""Between the bleeds of two blocks, mm: a stump of 2.2 mm of crop mark for each of them, and air."""

Gutters: TypeAlias = Literal["share", "always"]
"""Which neighbours have a gutter between them. `share`: those of different grounds, unless touching saves a sheet;
`always`: all."""

_MOST_PERMUTED = 4
"""Kinds up to this number are tried in every order."""
_MOST_SPREAD = 12
"""Up to this number of kinds it is tried for each by itself whether its cells can stand apart."""
_MOST_SORTED = 30
"""With more kinds than this one order must do."""
TRIED = 16_384
"""Ways to lay a kind into a free box that are kept."""

Layout = tuple[tuple[Block, ...], ...]
"""The blocks of each sheet."""


@lru_cache(maxsize=128)
def pack(
    kinds: tuple[Kind, ...], width: float, height: float, gutters: Gutters = "share", most_bleed: float = inf
) -> Layout:
    """Packs all cells of all kinds on as few fields of this size as the search finds; of layouts with as many, that
    with the fewest cells that touch although their grounds differ, then the fewest cuts.

    Blocks get no more than `most_bleed` of their bleed. Every kind must fit the field (see `fits`); otherwise
    ValueError. What was packed is kept: the languages of a kit lie alike.
    """
    kinds = tuple(replace(kind, bleed=min(kind.bleed, most_bleed)) for kind in kinds)
    for kind in kinds:
        if not fits(kind, width, height):
            raise ValueError(f"{kind.width} × {kind.height} mm does not fit {width} × {height} mm")
    usual: Meeting = "shared" if gutters == "share" else "apart"
    loose: list[Meeting] = [usual for _ in kinds]
    tight = [_tight(kind) for kind in kinds]
    wide = _solve(kinds, loose, width, height)
    if gutters == "always" or tight == loose or len(wide) <= least(kinds, width, height):
        return wide
    best = _solve(kinds, tight, width, height)
    if len(wide) <= len(best):
        return wide
    if len(kinds) > _MOST_SPREAD:
        return best
    for index, meeting in enumerate(loose):
        trial = [*tight[:index], meeting, *tight[index + 1 :]]
        layout = _solve(kinds, trial, width, height)
        if len(layout) <= len(best):
            best, tight = layout, trial
    return best


def _tight(kind: Kind) -> Meeting:
    """How cells meet where paper is short."""
    return "touching" if kind.may_touch and kind.gap and len(kind.runs) != 1 else "shared"


def fits(kind: Kind, width: float, height: float, most_bleed: float = inf) -> bool:
    """Whether one cell with its bleed fits the field, upright or turned."""
    bleed = min(kind.bleed, most_bleed)
    across, down = kind.width + 2 * bleed - SLACK, kind.height + 2 * bleed - SLACK
    return (across <= width and down <= height) or (down <= width and across <= height)


def least(kinds: Sequence[Kind], width: float, height: float) -> int:
    """Fewer fields than this cannot hold the trims of all cells: by their area, and by those of which no two lie on
    one field, however turned."""
    area = sum(kind.count * kind.width * kind.height for kind in kinds)
    half = max(width, height) / 2
    alone = sum(kind.count for kind in kinds if min(kind.width, kind.height) > half)
    return max(alone, ceil(area / (width * height) - SLACK))


def _solve(kinds: Sequence[Kind], meetings: Sequence[Meeting], width: float, height: float) -> Layout:
    fewest = least(kinds, width, height)
    best: Layout | None = None
    for order in _orders(kinds):
        for frugal in (False, True):
            layout = tuple(_sheets(kinds, meetings, order, width, height, frugal))
            if best is None or cost(layout) < cost(best):
                best = layout
        if best and len(best) == fewest and len(best[0]) <= len(kinds):
            break
    return best or ()


def cost(layout: Layout) -> tuple[int, int, int]:
    """Sheets, cells that touch although their grounds differ, cuts."""
    touching = sum(block.count for blocks in layout for block in blocks if block.meeting == "touching")
    return len(layout), touching, sum(block.grid.cuts for blocks in layout for block in blocks)


def _orders(kinds: Sequence[Kind]) -> Iterator[tuple[int, ...]]:
    """The orders in which kinds are tried, lower ranks first: all of them if they are few, else by each measure of
    size."""
    for order in _any_orders(kinds):
        yield tuple(sorted(order, key=lambda i: kinds[i].rank))


def _any_orders(kinds: Sequence[Kind]) -> Iterator[Sequence[int]]:
    indices = range(len(kinds))
    by_area = sorted(indices, key=lambda i: -kinds[i].width * kinds[i].height)
    if len(kinds) <= _MOST_PERMUTED:
        yield from permutations(by_area)
        return
    yield by_area
    if len(kinds) > _MOST_SORTED:
        return
    yield sorted(indices, key=lambda i: -kinds[i].width * kinds[i].height * kinds[i].count)
    yield sorted(indices, key=lambda i: (-max(kinds[i].width, kinds[i].height), -kinds[i].count))
    yield sorted(indices, key=lambda i: (-min(kinds[i].width, kinds[i].height), -kinds[i].count))
    yield sorted(indices, key=lambda i: kinds[i].width * kinds[i].height * kinds[i].count)


def _sheets(
    kinds: Sequence[Kind],
    meetings: Sequence[Meeting],
    order: Sequence[int],
    width: float,
    height: float,
    frugal: bool,
) -> Iterator[tuple[Block, ...]]:
    left = [kind.count for kind in kinds]
    plenty = _plenty(kinds, width, height)
    while any(left):
        before = tuple(left)
        free = [Box(0.0, 0.0, width, height)]
        blocks: list[Block] = []
        for index in order:
            while left[index]:
                last = sum(left) == left[index]
                choice = _best_block(kinds[index], index, meetings[index], left[index], free, last, frugal)
                if choice is None:
                    break
                block, space = choice
                left[index] -= block.count
                blocks.append(block)
                free.remove(space)
                free.extend(_split(space, block.box))
        yield from repeat(tuple(blocks), 1 + _alike(before, left, plenty))


def _plenty(kinds: Sequence[Kind], width: float, height: float) -> Sequence[float]:
    """With as many cells of each kind it makes no difference how many more there are."""
    return [inf if kind.runs else most_cells(kind, width, height) for kind in kinds]


def _alike(before: Sequence[int], left: list[int], plenty: Sequence[float]) -> int:
    """How many sheets more are like the last one: until one kind might run short. Takes what is on them from what is
    `left`."""
    taken = [had - has for had, has in zip(before, left, strict=True)]
    there = [index for index, had in enumerate(before) if had]
    if any(left[index] < plenty[index] for index in there):
        return 0
    times = min(int(left[index] - plenty[index]) // taken[index] for index in there if taken[index])
    for index in there:
        left[index] -= times * taken[index]
    return times


def _best_block(
    kind: Kind, index: int, meeting: Meeting, count: int, free: Sequence[Box], last: bool, frugal: bool
) -> tuple[Block, Box] | None:
    """The block that takes most copies and leaves most room, and the free box whose corner it takes.

    A `frugal` choice asks for few cuts before it asks for room. The `last` kind leaves room to nobody, and rather
    stays upright.
    """
    best: tuple[tuple[float, ...], Block, Box] | None = None
    for space in free:
        for block, rest in _blocks(kind, index, meeting, count, space):
            empty = block.columns * block.rows - block.count
            room = rest - space.width * space.height
            upright = not block.turned
            cuts = block.grid.cuts if frugal else 0
            score = (block.count, upright, -cuts, -empty, room) if last else (block.count, -cuts, -empty, room, upright)
            if best is None or score > best[0]:
                best = (score, block, space)
    return best and (best[1], best[2])


@lru_cache(maxsize=TRIED)
def _blocks(kind: Kind, index: int, meeting: Meeting, count: int, space: Box) -> tuple[tuple[Block, float], ...]:
    """The blocks that a kind can make of a free box, each with the mm² of the larger box that it leaves. Kept: in
    another order of kinds most are tried again."""
    found: list[tuple[Block, float]] = []
    room = (space.width - 2 * kind.bleed, space.height - 2 * kind.bleed)
    bleed = (kind.bleed, kind.bleed)
    for turned in (False, True):
        if turned and kind.width == kind.height:
            continue
        cell = (kind.height, kind.width) if turned else (kind.width, kind.height)
        for grid in grids(kind, cell, kind.count - count, count, meeting, room):
            block = Block(index, turned, space.x, space.y, grid, cell, bleed, meeting)
            rest = max((box.width * box.height for box in _split(space, block.box)), default=0.0)
            found.append((block, rest))
    return tuple(found)


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
