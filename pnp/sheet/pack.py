"""Blocks: cells of one size in rows and columns, and how their neighbours meet.

Cells stand a gap apart, or touch, so that one cut parts both. What may touch is known by *runs*: cells that follow
each other and show one ground along all their edges. Between two runs there is a gap, unless all must touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, permutations, repeat
from math import ceil, inf
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import extent, multiply
from pnp.scene import (
    IDENTITY,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Scene,
    Shadow,
    Stroke,
    Text,
    Use,
    mapped,
)
from pnp.scene.items import MM_PER_POINT

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


RIM = 0.7
"""How far inside the trim a face must show its ground alone, mm: what a knife along a ruler is amiss, and less than
the 0.8 mm that the nearest line keeps from a trim."""
_FIGURE, _LETTER = (0.7, 0.3), (1.0, 0.4)
"""How far figures and letters stand above and below their line, of the type's size; letters may bear accents."""
SAME = 0.01
"""Millimetres by which boxes may differ and be the same."""
BLANK = ""
"""Paper that nothing is printed on."""

Edge: TypeAlias = str
"""What a face shows along all its edges: its colour, and the line along the trim, if there is one."""


def edge(scene: Scene) -> Edge | None:
    """The one thing that a face shows along its edges, in the last `RIM` of its trim; None if it shows more than one
    there, or if that cannot be told from its shapes."""
    trim = Box(0.0, 0.0, scene.width, scene.height)
    inside = trim.inset(RIM)
    ground, line = BLANK, ""
    for item, box in _boxes(scene.items):
        if inside.holds(box, SAME) or not _meet(trim, box):
            continue
        if not isinstance(item, Rect):
            return None
        if item.stroke is None and isinstance(item.fill, str) and not item.radius and box.holds(trim, SAME):
            ground, line = item.fill, ""
        elif item.fill is None and item.stroke is not None and _same(box.inset(item.stroke.width / 2), trim):
            line = repr(item.stroke)
        else:
            return None
    return f"{ground} {line}".strip()


def _boxes(items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Box | None = None) -> Iterator[tuple[Item, Box]]:
    """Everything that is drawn, and the box round it in the face's own mm, as far as it is not cut off."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            inner = multiply(matrix, item.matrix)
            cut = _cut(inner, item.clip, clip)
            yield from _boxes(item.items, inner, cut)
        elif isinstance(item, Use):
            yield from _boxes(item.art.items, multiply(matrix, item.matrix), clip)
        else:
            box = mapped(matrix, _box(item))
            yield item, (box.common(clip) if clip else box)


def _cut(matrix: Matrix, clip: Box | Path | None, outer: Box | None) -> Box | None:
    if clip is None:
        return outer
    box = mapped(matrix, clip if isinstance(clip, Box) else _round(clip))
    return box.common(outer) if outer else box


def _box(item: Item) -> Box:
    match item:
        case Rect(box=box, stroke=stroke) | Ellipse(box=box, stroke=stroke):
            return box.inset(-stroke.width / 2) if stroke else box
        case Path(stroke=stroke):
            return _round(item).inset(-_reach(item, stroke) if stroke else 0.0)
        case Text(x=x, y=y, size=size, width=width, text=text):
            height = size * MM_PER_POINT
            above, below = _FIGURE if text.isdigit() else _LETTER
            return Box(x, y - above * height, width, (above + below) * height)
        case Image(box=box, clip=clip):
            return box.common(clip) if clip else box
        case Shadow(box=box):
            return box
        case Group():
            return extent((item,))
    raise AssertionError(item)  # drawings are walked through


def _reach(path: Path, stroke: Stroke) -> float:
    """How far a line stands out from the points of its path: half of itself, and more where a corner is mitred."""
    mitred = stroke.join == "miter" and len(path.segments) > 2
    return 2 * stroke.width if mitred else stroke.width / 2


def _round(path: Path) -> Box:
    """The box round the points of a path, its control points among them."""
    numbers = [number for segment in path.segments for number in segment[1:] if not isinstance(number, str)]
    if not numbers:
        return Box(0.0, 0.0, 0.0, 0.0)
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _meet(one: Box, other: Box) -> bool:
    common = one.common(other)
    return common.width > 0 and common.height > 0


def _same(one: Box, other: Box) -> bool:
    return one.holds(other, SAME) and other.holds(one, SAME)
