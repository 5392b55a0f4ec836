"""A packed layout becomes a sheet: its blocks in the middle of the field, every copy with its trim and bleed, its
back behind it, and the cuts between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, repeat
from math import ceil, inf

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.marks import Cuts
from pnp.sheet.pack import BLOCK_GAP, SLACK, Block, Edge, Gutters, Kind, Layout, cost, edge, fits, least, pack
from pnp.sheet.paper import Backs, LabelPaper, Mirror, Paper, Turns, duplex, way_of
from pnp.sheet.parts import PrintPart


class Placement(msgspec.Struct, frozen=True, eq=False):
    """One copy of a part on a sheet: the box of its trim on the front and, if it has one, on the back.

    A trim turned by one or three quarters fills a box of exchanged width and height. The clips are trim and
    bleed, less what belongs to a neighbour. With a gutterfold the back lies on the front page.
    """

    part: PrintPart
    front: Box
    turns: Turns
    clip: Box
    back: Box | None = None
    back_turns: Turns = 0
    back_clip: Box | None = None


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """One sheet of paper. `fill` is the share of the field that components and their bleed take; the foot stands
    below the field, or `beside` it.

    `mirror` says where backs lie; None if no part of the sheet has one. `fold` is the gutter's middle if the
    backs are on the same page.
    """

    paper: Paper
    landscape: bool
    stock: Stock
    placements: tuple[Placement, ...]
    cuts: tuple[Cuts, ...]
    fill: float
    mirror: Mirror | None = None
    fold: float | None = None
    beside: bool = False

    @property
    def foot(self) -> Box:
        """Where ruler and foot stand."""
        return self.paper.foot(self.landscape, self.beside)

    @property
    def titles(self) -> tuple[str, ...]:
        """What is on the sheet, each component once."""
        return tuple(dict.fromkeys(placement.part.title for placement in self.placements))


AIR_ABOVE = 7.0
"""How far below the field's top a half-empty page begins, mm: full crop marks fit above it."""


class Spot(msgspec.Struct, frozen=True):
    """One way to use the paper: how it lies, whether the foot stands beside the components, where fronts may lie,
    where their backs then are, and how much bleed there is at most, in mm."""

    landscape: bool
    beside: bool
    field: Box
    mirror: Mirror | None
    most_bleed: float
    fold: float | None = None


def place(
    blocks: Sequence[Block], parts: Sequence[Sequence[PrintPart]], paper: Paper, stock: Stock, spot: Spot
) -> Sheet:
    """The sheet of these blocks; `parts` are the copies that each block holds, in order."""
    dx, dy = _centred(blocks, spot.field)
    placements: list[Placement] = []
    cuts: list[Cuts] = []
    for block, held in zip(_grown(blocks, held_bleed(parts), spot.field, (dx, dy)), parts, strict=True):
        placements.extend(_placements(block, held, dx, dy, spot.mirror))
        cuts.append(_cuts(block, held[0], dx, dy))
    field = paper.field(spot.landscape, spot.beside)
    area = sum(placement.clip.width * placement.clip.height for placement in placements)
    backed = any(placement.back for placement in placements)
    sides = 2 if spot.fold is not None else 1
    return Sheet(
        paper=paper,
        landscape=spot.landscape,
        stock=stock,
        placements=tuple(placements),
        cuts=tuple(cuts),
        fill=sides * area / (field.width * field.height),
        mirror=spot.mirror if backed else None,
        fold=spot.fold if backed else None,
        beside=spot.beside,
    )


def held_bleed(parts: Sequence[Sequence[PrintPart]]) -> tuple[float, ...]:
    """The whole bleed of the parts of each block."""
    return tuple(held[0].bleed for held in parts)


def _centred(blocks: Sequence[Block], field: Box) -> tuple[float, float]:
    """From the packing's corner to the page: in the middle across, and not lower than it must be."""
    spare_x = field.width - max(block.box.right for block in blocks)
    spare_y = field.height - max(block.box.bottom for block in blocks)
    return field.x + spare_x / 2, field.y + min(spare_y / 2, AIR_ABOVE)


def _grown(blocks: Sequence[Block], bleeds: Sequence[float], field: Box, shift: tuple[float, float]) -> Iterator[Block]:
    """Blocks that were packed with less than their bleed, with as much more of it as there is room for: half of the
    room, as crop marks want the other half."""
    room = field.moved(-shift[0], -shift[1])
    for block, bleed in zip(blocks, bleeds, strict=True):
        others = [other.box for other in blocks if other is not block]
        across = min(bleed - block.bleed[0], _room(block.box, others, room) / 2)
        down = min(bleed - block.bleed[1], _room(_tipped(block.box), map(_tipped, others), _tipped(room)) / 2)
        if across > 0 or down > 0:
            across, down = max(0.0, across), max(0.0, down)
            grown = (block.bleed[0] + across, block.bleed[1] + down)
            yield replace(block, x=block.x - across, y=block.y - down, bleed=grown)
        else:
            yield block


def _room(box: Box, others: Iterator[Box] | Sequence[Box], field: Box) -> float:
    """How far a box may grow to its left and to its right."""
    room = min(box.x - field.x, field.right - box.right)
    for other in others:
        if other.y - BLOCK_GAP < box.bottom and box.y < other.bottom + BLOCK_GAP:
            room = min(room, max(other.x - box.right, box.x - other.right) - BLOCK_GAP)
    return room


def _tipped(box: Box) -> Box:
    return Box(box.y, box.x, box.height, box.width)


def _placements(
    block: Block, parts: Sequence[PrintPart], dx: float, dy: float, mirror: Mirror | None
) -> Iterator[Placement]:
    for index, part in enumerate(parts):
        front = block.trim(index).moved(dx, dy)
        clip = _clip(block, index, front)
        turns: Turns = 1 if block.turned else 0
        if mirror and part.back:
            yield Placement(part, front, turns, clip, mirror.box(front), mirror.turns(turns), mirror.box(clip))
        else:
            yield Placement(part, front, turns, clip)


def _clip(block: Block, index: int, trim: Box) -> Box:
    """The trim and its bleed; towards a neighbour only half of the gap."""
    row, column = divmod(index, block.columns)
    lefts, tops = block.grid.lefts, block.grid.tops
    (width, height), (across, down) = block.cell, block.bleed

    def half(starts: tuple[float, ...], number: int, side: float, bleed: float) -> float:
        return min(bleed, (starts[number] - starts[number - 1] - side) / 2)

    left = half(lefts, column, width, across) if column else across
    above = half(tops, row, height, down) if row else down
    beside = column + 1 < block.columns and index + 1 < block.count
    right = half(lefts, column + 1, width, across) if beside else across
    below = half(tops, row + 1, height, down) if index + block.columns < block.count else down
    return Box(trim.x - left, trim.y - above, trim.width + left + right, trim.height + above + below)


def _cuts(block: Block, part: PrintPart, dx: float, dy: float) -> Cuts:
    (across, down), (width, height) = block.bleed, block.cell
    outer = block.box.moved(dx, dy)
    box = Box(outer.x + across, outer.y + down, outer.width - 2 * across, outer.height - 2 * down)
    lefts = [box.x + left for left in block.grid.lefts]
    tops = [box.y + top for top in block.grid.tops]
    folds = part.folds if not block.turned else tuple(part.height - fold for fold in part.folds)
    fold_xs = tuple(left + fold for left in lefts for fold in folds) if block.turned else ()
    fold_ys = () if block.turned else tuple(top + fold for top in tops for fold in folds)
    if part.outlined:
        return Cuts(box, block.bleed, (), (), fold_xs, fold_ys, block.meeting)
    xs = {round(edge, 6) for left in lefts for edge in (left, left + width)}
    ys = {round(edge, 6) for top in tops for edge in (top, top + height)}
    # Neighbours may all be of different grounds, and none of them meet.
    meet = len(xs) < 2 * len(lefts) or len(ys) < 2 * len(tops)
    meeting = block.meeting if meet else "apart"
    return Cuts(box, block.bleed, tuple(sorted(xs)), tuple(sorted(ys)), fold_xs, fold_ys, meeting)


OUTLINED_GAP = 1.0
"""Least gap between parts that scissors follow, mm."""
FOLD_TO_BLEED = 5.0
"""From a gutterfold's fold to the nearest bleed: what a fold may wander."""
LEAST_BLEED = 1.0
"""How much bleed remains, mm, where all of it would cost a sheet. Nine poker cards leave 6.35 mm of Letter above and
below them: the printer's margin, this, and a mark between."""
MOST_LOOKED_AT = 60
"""Of more different pieces of one size the edges are not looked at: every face would be laid out twice."""
STOCKS: tuple[Stock, ...] = ("paper", "card", "board", "label")


class _Cells(msgspec.Struct, frozen=True, eq=False):
    """Parts that share one size, each as often as it has copies."""

    kind: Kind
    parts: tuple[PrintPart, ...]


class _Plan(msgspec.Struct, frozen=True, eq=False):
    """The layout of some cells on one spot."""

    cells: Sequence[_Cells]
    spot: Spot
    layout: Layout


def impose(
    parts: Iterable[PrintPart],
    paper: Paper,
    backs: Backs,
    gutters: Gutters = "share",
    otherwise: Paper | None = None,
) -> tuple[Sheet, ...]:
    """Places every copy of every part once, on as few sheets as the search finds.

    Sheets hold one stock each, labels with their backs on sheets of their own; parts without backs lie among those
    with backs only where that saves a sheet.
    What has no room on the paper is placed on the one that there is `otherwise`. Raises KitError if a part is larger
    than that, or than the paper's field.
    """
    if otherwise is not None and otherwise is not paper:
        known = tuple(parts)
        held = [part for part in known if _has_room(part, paper, backs)]
        others = [part for part in known if part not in held]
        both = (*impose(held, paper, backs, gutters), *impose(others, otherwise, backs, gutters))
        return tuple(sorted(both, key=lambda sheet: (STOCKS.index(sheet.stock), sheet.mirror is None)))
    sheets: list[Sheet] = []
    findings: list[Finding] = []
    wanted = sorted((part for part in parts if part.copies), key=lambda part: STOCKS.index(part.stock))
    for stock, group in groupby(wanted, lambda part: part.stock):
        known = tuple(group)
        backed = [part for part in known if part.back and backs != "none"]
        plain = [part for part in known if not part.back or backs == "none"]
        sides = []
        for side, way in ((backed, way_of(stock, backs)), (plain, "none")):
            spots = _spots(paper, way)
            sides.append(_Side(_cells(side, spots, gutters, paper, findings), spots))
        for plan in _plans(sides[0], sides[1], gutters):
            sheets.extend(_drawn(plan, paper, stock))
    if findings:
        raise KitError(findings)
    return tuple(sheets)


def least_sheets(parts: Iterable[PrintPart], paper: Paper, backs: Backs) -> int:
    """Fewer sheets of a paper than this cannot hold the trims of all copies, however they lie: by their area, and by
    those of which no two lie on one sheet. Backs in a gutterfold take room too."""
    fields = [paper.field(landscape, beside) for landscape in (False, True) for beside in (False, True)]
    longest = max(max(field.width, field.height) for field in fields)
    area, alone = 0.0, 0
    for part in parts:
        sides = 2 if backs == "gutterfold" and part.back else 1
        area += sides * part.copies * part.width * part.height
        alone += part.copies if min(part.width, part.height) > longest / 2 else 0
    return max(alone, ceil(area / max(field.width * field.height for field in fields) - SLACK))


class _Spots(msgspec.Struct, frozen=True):
    """The ways to use a paper: as usual, and those with less margin or bleed, for where that saves a sheet."""

    usual: tuple[Spot, ...]
    tight: tuple[Spot, ...]

    @property
    def all(self) -> tuple[Spot, ...]:
        return (*self.usual, *self.tight)


class _Side(msgspec.Struct, frozen=True, eq=False):
    """What has backs, or has none, and how paper may be used for it."""

    cells: tuple[_Cells, ...]
    spots: _Spots


def _spots(paper: Paper, backs: Backs) -> _Spots:
    def spots(beside: bool, most_bleed: float) -> Iterator[Spot]:
        for landscape in (False, True):
            field = paper.field(landscape, beside)
            if backs == "gutterfold":
                across, down = (field.width - 2 * FOLD_TO_BLEED) / 2, (field.height - 2 * FOLD_TO_BLEED) / 2
                fold_x, fold_y = field.x + field.width / 2, field.y + field.height / 2
                upper, left = Box(field.x, field.y, field.width, down), Box(field.x, field.y, across, field.height)
                yield Spot(landscape, beside, upper, Mirror(False, fold_y), most_bleed, fold_y)
                yield Spot(landscape, beside, left, Mirror(True, fold_x), most_bleed, fold_x)
            else:
                mirror = None if backs == "none" else duplex(paper, landscape, backs)
                yield Spot(landscape, beside, field, mirror, most_bleed)

    usual = tuple(spots(False, inf))
    return _Spots(usual, (*spots(True, inf), *spots(False, LEAST_BLEED), *spots(True, LEAST_BLEED)))


# --- cells ----------------------------------------------------------------------------------------------


def _cells(
    parts: Sequence[PrintPart], spots: _Spots, gutters: Gutters, paper: Paper, findings: list[Finding]
) -> tuple[_Cells, ...]:
    """Parts by their size; notes those that are larger than the paper, and leaves them out."""
    sizes: dict[tuple[object, ...], list[PrintPart]] = {}
    for part in parts:
        size = (part.width, part.height, part.bleed, part.outlined, part.folds)
        sizes.setdefault(size, []).append(part)
    cells = []
    for same in sizes.values():
        part, count = same[0], sum(part.copies for part in same)
        gap = max(2 * part.bleed, OUTLINED_GAP) if part.outlined else 2 * part.bleed
        kind = Kind(part.width, part.height, part.bleed, gap, count, not part.outlined)
        if not any(_fits(kind, spot) for spot in spots.all):
            findings.extend(_too_large(part, paper, spots) for part in same)
            continue
        runs: dict[Edge | PrintPart, list[PrintPart]] = {}
        look = gutters != "always" and kind.may_touch and kind.gap and count > 1 and len(same) <= MOST_LOOKED_AT
        for part in same:
            ground = _edges(part, bool(spots.usual[0].mirror)) if look else None
            runs.setdefault(ground or part, []).append(part)
        lengths = [length for ground, run in runs.items() for length in _lengths(ground, run)]
        kind = replace(kind, runs=tuple(lengths) if len(lengths) < count else ())
        cells.append(_Cells(kind, tuple(part for run in runs.values() for part in run for _ in range(part.copies))))
    return tuple(cells)


def _lengths(ground: Edge | PrintPart, run: Sequence[PrintPart]) -> Iterator[int]:
    """The runs of cells that parts make: one, if they show one ground; of others each cell is one."""
    copies = sum(part.copies for part in run)
    yield from (copies,) if isinstance(ground, str) else (1,) * copies


def _edges(part: PrintPart, backed: bool) -> Edge | None:
    """What a part shows along its edges, on both sides if both are printed; None for more than one ground."""
    shown = edge(part.front())
    if shown is None or not backed or part.back is None:
        return shown
    behind = edge(part.back())
    return None if behind is None else f"{shown} / {behind}"


def _has_room(part: PrintPart, paper: Paper, backs: Backs) -> bool:
    """Whether a part by itself finds room on a paper, with as little bleed as may be."""
    kind = Kind(part.width, part.height, part.bleed, 2 * part.bleed, 1, False)
    way = way_of(part.stock, backs) if part.back else "none"
    return any(_fits(kind, spot) for spot in _spots(paper, way).all)


def _fits(kind: Kind, spot: Spot) -> bool:
    return fits(kind, spot.field.width, spot.field.height, spot.most_bleed)


# --- plans ----------------------------------------------------------------------------------------------


def _plans(backed: _Side, plain: _Side, gutters: Gutters) -> list[_Plan]:
    """How a stock is laid out: what has backs and what has none apart, or together if that takes fewer sheets."""
    best, others = _best(backed, gutters), _best(plain, gutters)
    if len(best) != 1 or not others:
        return [*best, *others]
    for spot in dict.fromkeys((best[0].spot, *backed.spots.usual)):
        if not all(_fits(c.kind, spot) for c in backed.cells):
            continue
        together = _together(backed, plain, spot, gutters)
        if _count(together) < _count(best) + _count(others):
            best, others = together[:1], together[1:]
    return [*best, *others]


def _best(side: _Side, gutters: Gutters) -> list[_Plan]:
    """The layout with fewest sheets, all on paper that lies one way; apart, if sizes fit only different ways."""
    cells, spots = side.cells, side.spots
    if not cells:
        return []
    kinds = [c.kind for c in cells]
    best: _Plan | None = None
    for choice in (spots.usual, spots.tight):
        fewest = min(least(kinds, spot.field.width, spot.field.height) for spot in choice)
        if best and len(best.layout) <= fewest:
            break
        for spot in choice:
            if all(_fits(kind, spot) for kind in kinds):
                plan = _Plan(cells, spot, _packed(kinds, spot, gutters))
                if best is None or _better(plan, best, tight=choice is spots.tight):
                    best = plan
    if best:
        return [best]
    first = next(spot for spot in spots.all if _fits(cells[0].kind, spot))
    fitting = tuple(c for c in cells if _fits(c.kind, first))
    others = tuple(c for c in cells if c not in fitting)
    return [*_best(_Side(fitting, spots), gutters), *_best(_Side(others, spots), gutters)]


def _better(plan: _Plan, best: _Plan, tight: bool) -> bool:
    """Whether a layout is better; one with less margin or bleed only if it saves a sheet."""
    if tight and best.spot.most_bleed == inf and not best.spot.beside:
        return len(plan.layout) < len(best.layout)
    return cost(plan.layout) < cost(best.layout)


def _packed(kinds: Sequence[Kind], spot: Spot, gutters: Gutters) -> Layout:
    return pack(tuple(kinds), spot.field.width, spot.field.height, gutters, spot.most_bleed)


def _together(backed: _Side, plain: _Side, spot: Spot, gutters: Gutters) -> list[_Plan]:
    """What has no back in the room that is left beside what has one, the rest of it on sheets of its own."""
    fitting = [c for c in plain.cells if _fits(c.kind, spot)]
    cells = (*backed.cells, *(_Cells(replace(c.kind, rank=1), c.parts) for c in fitting))
    layout = _packed([c.kind for c in cells], spot, gutters)
    mixed = tuple(blocks for blocks in layout if any(block.kind < len(backed.cells) for block in blocks))
    taken = [0] * len(cells)
    for block in (block for blocks in mixed for block in blocks):
        taken[block.kind] += block.count
    rest = [_without(c, taken[index]) for index, c in enumerate(fitting, len(backed.cells))]
    left = tuple(c for c in (*rest, *(c for c in plain.cells if c not in fitting)) if c.parts)
    return [_Plan(cells, spot, mixed), *_best(_Side(left, plain.spots), gutters)]


def _without(cells: _Cells, taken: int) -> _Cells:
    """The cells after the first `taken`."""
    runs, skip = [], taken
    for length in cells.kind.runs:
        if length > skip:
            runs.append(length - skip)
        skip = max(0, skip - length)
    parts = cells.parts[taken:]
    return _Cells(replace(cells.kind, rank=0, count=len(parts), runs=tuple(runs)), parts)


def _count(plans: Iterable[_Plan]) -> int:
    return sum(len(plan.layout) for plan in plans)


def _drawn(plan: _Plan, paper: Paper, stock: Stock) -> Iterator[Sheet]:
    """The sheets of a plan, each block with the next copies of its size."""
    taken = [0] * len(plan.cells)
    for blocks in plan.layout:
        parts = []
        for block in blocks:
            parts.append(plan.cells[block.kind].parts[taken[block.kind] : taken[block.kind] + block.count])
            taken[block.kind] += block.count
        yield place(blocks, parts, paper, stock, plan.spot)


def _too_large(part: PrintPart, paper: Paper, spots: _Spots) -> Finding:
    widest = max(spots.all, key=lambda spot: spot.field.width * spot.field.height)
    field, folded = widest.field, widest.fold is not None
    return Finding(
        "error",
        "larger-than-paper",
        part.place,
        f"{part.component} is {part.width:g} × {part.height:g} mm with {part.bleed:g} mm of bleed; "
        f"{paper.title} has room for {field.width:g} × {field.height:g} mm" + " beside the fold" * folded,
        "print backs another way, make it smaller, or choose larger paper"
        if folded
        else "make it smaller, choose larger paper, or make it a `board`, which is printed in tiles",
        part.name,
    )


# --- labels ---


LABEL_SLACK = 0.05
"""Millimetres by which a piece may be larger than its label: nobody measures them."""


def stick(parts: Iterable[PrintPart], paper: LabelPaper) -> tuple[Sheet, ...]:
    """The fronts of all copies of all parts, each in the middle of a label, in their order. Raises KitError for what is
    larger than a label."""
    wanted = [replace(part, outlined=False) for part in parts if part.copies]  # labels are cut already
    findings = [finding for part in wanted for finding in _larger_than_label(part, paper)]
    if findings:
        raise KitError(findings)
    copies = list(chain.from_iterable(repeat(part, part.copies) for part in wanted))
    sheets = []
    for start in range(0, len(copies), len(paper.fields)):
        placed = tuple(
            _on_label(part, field, paper)
            for part, field in zip(copies[start : start + len(paper.fields)], paper.fields, strict=False)
        )
        sheets.append(Sheet(paper, False, "paper", placed, (), len(placed) / len(paper.fields)))
    return tuple(sheets)


def _larger_than_label(part: PrintPart, paper: LabelPaper) -> Iterator[Finding]:
    field = paper.fields[0]
    if not _fits_label(part.width, part.height, field) and not _fits_label(part.height, part.width, field):
        message = f"{part.component} is {part.width:g} × {part.height:g} mm, a label {field.width:g} × {field.height:g}"
        yield Finding("error", "label-small", part.place, message, "larger labels, or without it: --only, --without")


def _fits_label(width: float, height: float, field: Box) -> bool:
    return width <= field.width + LABEL_SLACK and height <= field.height + LABEL_SLACK


def _on_label(part: PrintPart, field: Box, paper: LabelPaper) -> Placement:
    """A piece in the middle of a label; its bleed ends at the label's edge, or half-way to the next one."""
    upright = _fits_label(part.width, part.height, field)
    width, height = (part.width, part.height) if upright else (part.height, part.width)
    trim = Box(field.x + (field.width - width) / 2, field.y + (field.height - height) / 2, width, height)
    across, down = paper.gap
    room = Box(field.x - across / 2, field.y - down / 2, field.width + across, field.height + down)
    return Placement(part, trim, 0 if upright else 1, trim.inset(-part.bleed).common(room))
