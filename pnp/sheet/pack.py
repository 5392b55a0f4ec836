"""Packs rectangles so that people can cut them: blocks of equal cells, separated by straight through-cuts.

Cuts from edge to edge divide a sheet into blocks (a *guillotine* layout), and cuts across a block divide it into cells.
Blocks keep `BLOCK_GAP` between them for their crop marks. Neighbours in a block are a gap apart, or touch and share a
cut: an inexact cut is harmless between cells of one ground colour, which form a *run*. All in mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, permutations
from math import ceil
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import extent, measure_path, multiply
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Scene,
    Stroke,
    Text,
    Use,
    mapped,
)

SLACK = 1e-6
BLOCK_GAP = 5.2
"""Between the bleeds of two blocks: a stump of 2.2 mm of crop mark for each of them, and air."""

Meeting: TypeAlias = Literal["apart", "shared", "touching"]
"""How the cells of a block meet: a gap between all of them; between those of different runs only; none at all."""
Gutters: TypeAlias = Literal["share", "always"]
"""Which neighbours have a gutter between them. `share`: those of different grounds, unless touching saves a sheet;
`always`: all."""

_MOST_PERMUTED = 4
"""Up to this number, kinds are tried in every order."""
_MOST_SPREAD = 12
"""Up to this number of kinds it is tried for each by itself whether its cells can stand apart."""

RIM = 0.7
"""How far inside the trim a face must show its ground alone: as inexact as a cut along a ruler is."""
_FIGURE, _LETTER = (0.7, 0.3), (1.0, 0.4)
"""How far figures and letters stand above and below their line, of the type's size; letters may bear accents."""
_SAME = 0.01
"""By how much boxes may differ and be the same."""


class Kind(msgspec.Struct, frozen=True):
    """`count` cells of one size. `gap` is the distance of trims that do not touch.

    `runs` are the lengths of runs of cells, in order; empty if no two cells share a ground. Kinds of a lower `rank`
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

    @property
    def run_numbers(self) -> list[int]:
        """The run number of each cell."""
        return [number for number, length in enumerate(self.runs) for _ in range(length)]

    def skip(self, taken: int) -> Kind:
        """Returns the kind without its first cells."""
        runs = tuple(Counter(self.run_numbers[taken:]).values())
        return msgspec.structs.replace(self, count=self.count - taken, runs=runs)


class CellBlock(msgspec.Struct, frozen=True):
    """Cells of one kind in rows; the last row may be incomplete.

    (x, y) is the top left of its bleed, which is `bleed` (across, down) wide. `lefts` and `tops` are the starts of
    columns and rows, from the corner of the first trim; `cuts` counts the straight cuts between them.
    """

    kind: int
    turned: bool
    x: float
    y: float
    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    count: int
    cuts: int
    cell: tuple[float, float]
    bleed: tuple[float, float]
    meeting: Meeting

    @property
    def columns(self) -> int:
        return len(self.lefts)

    @property
    def box(self) -> Box:
        """The block with its bleed."""
        width, height = self.lefts[-1] + self.cell[0], self.tops[-1] + self.cell[1]
        return Box(self.x, self.y, width + 2 * self.bleed[0], height + 2 * self.bleed[1])

    def trim(self, index: int) -> Box:
        """Returns the trim of a cell, counted in rows from the top left."""
        row, column = divmod(index, self.columns)
        return Box(self.x + self.bleed[0] + self.lefts[column], self.y + self.bleed[1] + self.tops[row], *self.cell)


Layout: TypeAlias = tuple[tuple[CellBlock, ...], ...]
"""The blocks of each sheet."""
_Grid: TypeAlias = tuple[tuple[float, ...], tuple[float, ...], int, int]
"""Lefts, tops, count and cuts of a block."""


def pack(kinds: Sequence[Kind], field: Box, gutters: Gutters = "share") -> Layout:
    """Packs all cells of all kinds, which must fit, into as few fields as the search finds. Ties are broken by the
    fewest touching cells of different grounds, then by the fewest cuts."""
    loose: list[Meeting] = ["shared" if gutters == "share" else "apart"] * len(kinds)
    tight: list[Meeting] = [
        "touching" if kind.may_touch and kind.gap and len(kind.runs) != 1 else "shared" for kind in kinds
    ]
    wide = _solve(kinds, loose, field)
    if gutters == "always" or tight == loose or len(wide) <= least(kinds, field):
        return wide
    best = _solve(kinds, tight, field)
    if len(wide) <= len(best):
        return wide
    for index, meeting in enumerate(loose if len(kinds) <= _MOST_SPREAD else ()):
        trial = [*tight[:index], meeting, *tight[index + 1 :]]
        layout = _solve(kinds, trial, field)
        if len(layout) <= len(best):
            best, tight = layout, trial
    return best


def fits(kind: Kind, field: Box) -> bool:
    """Returns whether one cell with its bleed fits the field, upright or turned."""
    across, down = kind.width + 2 * kind.bleed - SLACK, kind.height + 2 * kind.bleed - SLACK
    return (across <= field.width and down <= field.height) or (down <= field.width and across <= field.height)


def least(kinds: Iterable[Kind], field: Box) -> int:
    """Returns a lower bound on the number of fields: by total trim area, and by the number of cells no two of which
    share a field."""
    kinds = tuple(kinds)
    area = sum(kind.count * kind.width * kind.height for kind in kinds)
    alone = sum(kind.count for kind in kinds if min(kind.width, kind.height) > max(field.width, field.height) / 2)
    return max(alone, ceil(area / (field.width * field.height) - SLACK))


def cost(layout: Layout) -> tuple[int, int, int]:
    """Returns sheets, touching cells of different grounds, and cuts, for comparison."""
    blocks = [block for sheet in layout for block in sheet]
    touching = sum(block.count for block in blocks if block.meeting == "touching")
    return len(layout), touching, sum(block.cuts for block in blocks)


def _solve(kinds: Sequence[Kind], meetings: Sequence[Meeting], field: Box) -> Layout:
    best: Layout = ()
    for order in _list_orders(kinds):
        for frugal in (False, True):
            layout = tuple(_pack_sheets(kinds, meetings, order, field, frugal))
            if not best or cost(layout) < cost(best):
                best = layout
        if best and len(best) == least(kinds, field) and len(best[0]) <= len(kinds):
            break
    return best


def _list_orders(kinds: Sequence[Kind]) -> Iterator[list[int]]:
    """Yields the orders in which kinds are tried, lower ranks first: all if they are few, else by size measures."""

    def measure(index: int) -> tuple[tuple[float, ...], ...]:
        kind = kinds[index]
        short, long = sorted((kind.width, kind.height))
        area = short * long * kind.count
        return (-kind.width * kind.height,), (-area,), (-long, -kind.count), (-short, -kind.count), (area,)

    sorts = [sorted(range(len(kinds)), key=lambda index: measure(index)[number]) for number in range(5)]
    for order in permutations(sorts[0]) if len(kinds) <= _MOST_PERMUTED else sorts:
        yield sorted(order, key=lambda index: kinds[index].rank)


def _pack_sheets(
    kinds: Sequence[Kind], meetings: Sequence[Meeting], order: Sequence[int], field: Box, frugal: bool
) -> Iterator[tuple[CellBlock, ...]]:
    left = [kind.count for kind in kinds]
    while any(left):
        free = [field]
        blocks: list[CellBlock] = []
        for index in order:
            while left[index]:
                last = sum(left) == left[index]
                choice = _find_best_block(kinds[index], index, meetings[index], left[index], free, last, frugal)
                if choice is None:
                    break
                block, space = choice
                left[index] -= block.count
                blocks.append(block)
                free.remove(space)
                free.extend(_split(space, block.box))
        yield tuple(blocks)


def _find_best_block(
    kind: Kind, index: int, meeting: Meeting, count: int, free: Sequence[Box], last: bool, frugal: bool
) -> tuple[CellBlock, Box] | None:
    """Returns the block with the most copies that leaves most room, and the free box whose corner it takes.

    A `frugal` choice prefers few cuts to room. The `last` kind need not leave room and prefers to stay upright.
    """
    choices = []
    for space in free:
        for block in _blocks(kind, index, meeting, count, space):
            empty = len(block.lefts) * len(block.tops) - block.count
            rest = max((box.width * box.height for box in _split(space, block.box)), default=0.0)
            room = rest - space.width * space.height
            upright = not block.turned
            cuts = block.cuts if frugal else 0
            score = (block.count, upright, -cuts, -empty, room) if last else (block.count, -cuts, -empty, room, upright)
            choices.append((score, block, space))
    return max(choices, key=lambda choice: choice[0])[1:] if choices else None


@lru_cache(maxsize=16_384)  # in another order of kinds, and on the next sheet, most are tried again
def _blocks(kind: Kind, index: int, meeting: Meeting, count: int, space: Box) -> tuple[CellBlock, ...]:
    found = []
    room = (space.width - 2 * kind.bleed, space.height - 2 * kind.bleed)
    for turned in (False, True) if kind.width != kind.height else (False,):
        cell = (kind.height, kind.width) if turned else (kind.width, kind.height)
        bleed = kind.bleed, kind.bleed
        for grid in _list_grids(kind, cell, count, meeting, room):
            found.append(CellBlock(index, turned, space.x, space.y, *grid, cell, bleed, meeting))
    return tuple(found)


def _split(space: Box, used: Box) -> list[Box]:
    """Splits the free rest of a box whose top left corner is used, keeping the larger piece whole."""
    right = space.width - used.width - BLOCK_GAP
    below = space.height - used.height - BLOCK_GAP
    left, top = space.x + used.width + BLOCK_GAP, space.y + used.height + BLOCK_GAP
    if right * space.height > space.width * below:
        pieces = [Box(left, space.y, right, space.height), Box(space.x, top, used.width, below)]
    else:
        pieces = [Box(space.x, top, space.width, below), Box(left, space.y, right, used.height)]
    return [piece for piece in pieces if piece.width > 0 and piece.height > 0]


def _list_grids(
    kind: Kind, cell: tuple[float, float], count: int, meeting: Meeting, room: tuple[float, float]
) -> Iterator[_Grid]:
    gap = kind.gap
    if meeting == "shared" and gap and len(kind.runs) > 1:
        runs = kind.run_numbers[-count:]
        if runs[0] != runs[-1]:
            yield from _list_mixed_grids(runs, cell, gap, room)
            return
        gap = 0.0
    elif meeting == "touching" or (meeting == "shared" and kind.runs):
        gap = 0.0
    most_columns, most_rows = (_how_many(length, side, gap) for length, side in zip(room, cell, strict=True))
    count = min(count, most_columns * most_rows)
    if not count:
        return
    shapes = {(most_columns, most_rows)}
    if count < most_columns * most_rows:
        columns = {min(most_columns, ceil(count / rows)) for rows in range(1, min(count, most_rows) + 1)}
        shapes = {(across, ceil(count / across)) for across in columns if ceil(count / across) <= most_rows}
    for across, down in sorted(shapes):
        lefts = tuple(number * (cell[0] + gap) for number in range(across))
        tops = tuple(number * (cell[1] + gap) for number in range(down))
        yield lefts, tops, min(count, across * down), 2 * (across + down) if gap else across + down + 2


def _list_mixed_grids(
    runs: Sequence[int], cell: tuple[float, float], gap: float, room: tuple[float, float]
) -> Iterator[_Grid]:
    """Yields grids with a gap where different runs meet: for each number of columns as many rows as fit. `runs` is the
    run of each cell."""
    for columns in range(1, min(len(runs), _how_many(room[0], cell[0], 0.0)) + 1):
        apart: set[int] = set()
        tops: list[float] = []
        height, gutters = 0.0, 0
        for start in range(0, len(runs), columns):
            row = runs[start : start + columns]
            gaps = {column for column in range(1, len(row)) if row[column] != row[column - 1]}
            # Runs follow each other, so two rows meet in one ground only if all of their cells do.
            gutter = start > 0 and runs[start - columns] != row[-1]
            top = height + (gap if gutter else 0.0)
            width = columns * cell[0] + len(apart | gaps) * gap
            if top + cell[1] > room[1] + SLACK or width > room[0] + SLACK:
                break
            apart |= gaps
            tops.append(top)
            height = top + cell[1]
            gutters += gutter
        if tops:
            steps = (cell[0] + (gap if column in apart else 0.0) for column in range(1, columns))
            cuts = columns + 1 + len(apart) + len(tops) + 1 + gutters
            yield tuple(accumulate(steps, initial=0.0)), tuple(tops), min(len(runs), len(tops) * columns), cuts


def _how_many(length: float, cell: float, gap: float) -> int:
    return max(0, int((length + gap + SLACK) / (cell + gap)))


# --- edges of faces ------------------------------------------------------------------------------------


def find_edge_ground(scene: Scene) -> str | None:
    """Returns the ground colour of the last `RIM` mm along all edges, and the line along the trim, if any; "" for bare
    paper. None if several colours reach the edge, or if it cannot be determined."""
    trim = Box(0.0, 0.0, scene.width, scene.height)
    inner = trim.inset(RIM)
    ground, line = "", ""
    for item, box in _list_drawn_boxes(scene.items):
        common = trim.common(box)
        if inner.holds(box, _SAME) or common.width <= 0 or common.height <= 0:
            continue
        match item:
            case Rect(stroke=None, fill=str(fill), radius=0) if box.holds(trim, _SAME):
                ground, line = fill, ""
            case Rect(stroke=Stroke(width=width), fill=None):
                middle = box.inset(width / 2)
                if not (middle.holds(trim, _SAME) and trim.holds(middle, _SAME)):
                    return None
                line = repr(item.stroke)
            case _:
                return None
    return f"{ground} {line}".strip()


def _list_drawn_boxes(
    items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Box | None = None
) -> Iterator[tuple[Item, Box]]:
    """Yields everything drawn with its visible bounding box in the face's own mm."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            inner, cut = multiply(matrix, item.matrix), clip
            if item.clip is not None:
                box = item.clip if isinstance(item.clip, Box) else measure_path(item.clip.segments)
                cut = mapped(inner, box).common(clip) if clip else mapped(inner, box)
            yield from _list_drawn_boxes(item.items, inner, cut)
        elif isinstance(item, Use):
            yield from _list_drawn_boxes(item.art.items, multiply(matrix, item.matrix), clip)
        else:
            box = mapped(matrix, _measure_drawn_box(item))
            yield item, (box.common(clip) if clip else box)


def _measure_drawn_box(item: Item) -> Box:
    match item:
        case Rect(box=box, stroke=stroke) | Ellipse(box=box, stroke=stroke):
            return box.inset(-stroke.width / 2) if stroke else box
        case Path(stroke=stroke, segments=segments):
            # A line stands out from its points by half of itself, and more where a corner is mitred.
            mitred = stroke and stroke.join == "miter" and len(segments) > 2
            return measure_path(segments).inset(-stroke.width * (2 if mitred else 0.5) if stroke else 0.0)
        case Text(x=x, y=y, size=size, width=width, text=text):
            height = size * MM_PER_POINT
            above, below = _FIGURE if text.isdigit() else _LETTER
            return Box(x, y - above * height, width, (above + below) * height)
        case Image(box=box, clip=Box() as clip):
            return box.common(clip)
        case _:
            return extent((item,))
