"""Imposition: parts on sheets, each back behind its front. Millimetres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import inf

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.marks import Cuts
from pnp.sheet.pack import BLOCK_GAP, CellBlock, Gutters, Kind, Layout, cost, find_edge_ground, fits, least, pack
from pnp.sheet.paper import Backs, LabelPaper, Mirror, Paper, Turns, duplex, way_of
from pnp.sheet.parts import PrintPart

AIR_ABOVE = 7.0
"""How far below the field's top a half-empty page begins: full crop marks fit above it."""
OUTLINED_GAP = 1.0
"""Least gap between parts that scissors follow."""
FOLD_TO_BLEED = 5.0
"""From a gutterfold's fold to the nearest bleed: what a fold may wander."""
LEAST_BLEED = 1.0
"""How much bleed remains where all of it would cost a sheet. Nine poker cards leave 6.35 mm of Letter above and below
them: the printer's margin, this, and a mark between."""
MOST_LOOKED_AT = 60
"""Of more different pieces of one size the edges are not looked at: every face would be laid out twice."""
LABEL_SLACK = 0.05
"""By how much a piece may be larger than its label: nobody measures it."""
STOCKS: tuple[Stock, ...] = ("paper", "card", "board", "label")


class Placement(msgspec.Struct, frozen=True, eq=False):
    """One copy of a part on a sheet: the box of its trim on the front and, if it has one, on the back.

    A trim turned by one or three quarters fills a box of exchanged width and height. The clip is trim and
    bleed, less what belongs to a neighbour. With a gutterfold the back lies on the front page.
    """

    part: PrintPart
    front: Box
    turns: Turns
    clip: Box
    back: Box | None = None


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


class FieldLayout(msgspec.Struct, frozen=True):
    """One way to use a paper: how it lies, whether the foot stands beside the components, where fronts may lie, where
    their backs then are, and how much bleed there is at most. A `tight` one has less margin or bleed."""

    landscape: bool
    beside: bool
    field: Box
    mirror: Mirror | None
    most_bleed: float
    fold: float | None = None

    @property
    def tight(self) -> bool:
        return self.beside or self.most_bleed < inf

    def fits(self, kind: Kind) -> bool:
        return fits(self._limit_bleed(kind), self.field.width, self.field.height)

    def least(self, kinds: Iterable[Kind]) -> int:
        return least(kinds, self.field.width, self.field.height)

    def pack(self, cells: Iterable[_Cells], gutters: Gutters) -> Layout:
        kinds = [self._limit_bleed(one.kind) for one in cells]
        return pack(kinds, self.field.width, self.field.height, gutters)

    def _limit_bleed(self, kind: Kind) -> Kind:
        return replace(kind, bleed=min(kind.bleed, self.most_bleed))


class _Cells(msgspec.Struct, frozen=True, eq=False):
    """Parts that share one size, each as often as it has copies."""

    kind: Kind
    parts: tuple[PrintPart, ...]


class _Plan(msgspec.Struct, frozen=True, eq=False):
    """The layout of some cells on one field."""

    cells: Sequence[_Cells]
    field: FieldLayout
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
    with backs only where that saves a sheet. What has no room on the paper is placed on the `otherwise` one. Raises
    KitError if a part is larger than that, or than the paper's field.
    """
    known = [part for part in parts if part.copies]
    if otherwise is not None and otherwise is not paper:
        held = [part for part in known if _has_room(part, paper, backs)]
        others = [part for part in known if part not in held]
        both = (*impose(held, paper, backs, gutters), *impose(others, otherwise, backs, gutters))
        return tuple(sorted(both, key=lambda sheet: (STOCKS.index(sheet.stock), sheet.mirror is None)))
    sheets: list[Sheet] = []
    findings: list[Finding] = []
    known.sort(key=lambda part: STOCKS.index(part.stock))
    for stock, group in groupby(known, lambda part: part.stock):
        way = way_of(stock, backs)
        backed_fields, plain_fields = _field_layouts(paper, way), _field_layouts(paper, "none")
        backed: list[PrintPart] = []
        plain: list[PrintPart] = []
        for part in group:
            (backed if part.back and backs != "none" else plain).append(part)
        findings += _find_too_large(backed, paper, backed_fields) + _find_too_large(plain, paper, plain_fields)
        if findings:
            continue
        backed_cells = _sort_by_size(backed, gutters, way != "none")
        for plan in _plan_stock(
            backed_cells, backed_fields, _sort_by_size(plain, gutters, False), plain_fields, gutters
        ):
            taken = [0] * len(plan.cells)
            for blocks in plan.layout:
                copies = []
                for block in blocks:
                    copies.append(plan.cells[block.kind].parts[taken[block.kind] : taken[block.kind] + block.count])
                    taken[block.kind] += block.count
                sheets.append(_place_blocks(blocks, copies, paper, stock, plan.field))
    if findings:
        raise KitError(findings)
    return tuple(sheets)


def least_sheets(parts: Iterable[PrintPart], paper: Paper, backs: Backs) -> int:
    """Fewer sheets of a paper than this cannot hold the trims of all copies, however they lie. Backs in a gutterfold
    take room too."""
    sides = 2 if backs == "gutterfold" else 1
    kinds = [
        Kind(part.width, part.height, 0.0, 0.0, part.copies * (sides if part.back else 1), part.outlined)
        for part in parts
    ]
    return min(field.least(kinds) for field in _field_layouts(paper, "none"))


def _field_layouts(paper: Paper, backs: Backs) -> list[FieldLayout]:
    """The ways to use a paper, the usual ones first."""
    found = []
    for beside, most_bleed in ((False, inf), (True, inf), (False, LEAST_BLEED), (True, LEAST_BLEED)):
        for landscape in (False, True):
            field = paper.field(landscape, beside)
            if backs == "gutterfold":
                across, down = (field.width - 2 * FOLD_TO_BLEED) / 2, (field.height - 2 * FOLD_TO_BLEED) / 2
                fold_x, fold_y = field.x + field.width / 2, field.y + field.height / 2
                upper, left = Box(field.x, field.y, field.width, down), Box(field.x, field.y, across, field.height)
                found += [
                    FieldLayout(landscape, beside, upper, Mirror(False, fold_y), most_bleed, fold_y),
                    FieldLayout(landscape, beside, left, Mirror(True, fold_x), most_bleed, fold_x),
                ]
            else:
                mirror = None if backs == "none" else duplex(paper, landscape, backs)
                found.append(FieldLayout(landscape, beside, field, mirror, most_bleed))
    return found


def _single(part: PrintPart) -> Kind:
    return Kind(part.width, part.height, part.bleed, 2 * part.bleed, 1, False)


def _has_room(part: PrintPart, paper: Paper, backs: Backs) -> bool:
    """Whether a part by itself finds room on a paper, with as little bleed as may be."""
    way = way_of(part.stock, backs) if part.back else "none"
    return any(field.fits(_single(part)) for field in _field_layouts(paper, way))


def _find_too_large(parts: Iterable[PrintPart], paper: Paper, fields: Sequence[FieldLayout]) -> list[Finding]:
    widest = max(fields, key=lambda one: one.field.width * one.field.height)
    field, folded = widest.field, widest.fold is not None
    return [
        Finding(
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
        for part in parts
        if not any(field.fits(_single(part)) for field in fields)
    ]


# --- plans ---------------------------------------------------------------------------------------------


def _sort_by_size(parts: Sequence[PrintPart], gutters: Gutters, backed: bool) -> list[_Cells]:
    """Parts by their size; those of one size in the order of their grounds."""
    sizes: dict[tuple[object, ...], list[PrintPart]] = {}
    for part in parts:
        sizes.setdefault((part.width, part.height, part.bleed, part.outlined, part.folds), []).append(part)
    cells = []
    for same in sizes.values():
        part, count = same[0], sum(part.copies for part in same)
        gap = max(2 * part.bleed, OUTLINED_GAP) if part.outlined else 2 * part.bleed
        look = gutters != "always" and not part.outlined and gap and count > 1 and len(same) <= MOST_LOOKED_AT
        runs: dict[str | PrintPart, list[PrintPart]] = {}
        for part in same:
            ground = _ground(part, backed) if look else None
            runs.setdefault(ground or part, []).append(part)
        lengths: list[int] = []
        for key, run in runs.items():
            copies = sum(part.copies for part in run)
            lengths += [copies] if isinstance(key, str) else [1] * copies
        grounds = tuple(lengths) if len(lengths) < count else ()
        kind = Kind(part.width, part.height, part.bleed, gap, count, not part.outlined, grounds)
        cells.append(_Cells(kind, tuple(part for run in runs.values() for part in run for _ in range(part.copies))))
    return cells


def _ground(part: PrintPart, backed: bool) -> str | None:
    """What a part shows along its edges, on both sides if both are printed; None for more than one ground."""
    shown = find_edge_ground(part.front())
    if shown is None or not backed or part.back is None:
        return shown
    behind = find_edge_ground(part.back())
    return None if behind is None else f"{shown} / {behind}"


def _plan_stock(
    backed: Sequence[_Cells],
    backed_fields: Sequence[FieldLayout],
    plain: Sequence[_Cells],
    plain_fields: Sequence[FieldLayout],
    gutters: Gutters,
) -> list[_Plan]:
    """How a stock is laid out: what has backs and what has none apart, or together if that takes fewer sheets."""
    apart = _best_plans(backed, backed_fields, gutters)
    best = [*apart, *_best_plans(plain, plain_fields, gutters)]
    if len(apart) != 1 or not plain:
        return best
    for field in dict.fromkeys((apart[0].field, *(field for field in backed_fields if not field.tight))):
        if not all(field.fits(cells.kind) for cells in backed):
            continue
        # What has no back lies in the room that is left beside what has one, the rest of it on sheets of its own.
        fitting = [cells for cells in plain if field.fits(cells.kind)]
        together = [*backed, *(_Cells(replace(cells.kind, rank=1), cells.parts) for cells in fitting)]
        layout = field.pack(together, gutters)
        mixed = tuple(blocks for blocks in layout if any(block.kind < len(backed) for block in blocks))
        rest: list[_Cells] = []
        for index, cells in enumerate(fitting, len(backed)):
            taken = sum(block.count for blocks in mixed for block in blocks if block.kind == index)
            if taken < cells.kind.count:
                rest.append(_skip(cells, taken))
        rest += [cells for cells in plain if cells not in fitting]
        plans = [_Plan(together, field, mixed), *_best_plans(rest, plain_fields, gutters)]
        if _count_sheets(plans) < _count_sheets(best):
            best = plans
    return best


def _skip(cells: _Cells, taken: int) -> _Cells:
    """The cells after the first `taken`."""
    grounds = [number for number, length in enumerate(cells.kind.runs) for _ in range(length)][taken:]
    runs = tuple(Counter(grounds).values())
    return _Cells(replace(cells.kind, count=cells.kind.count - taken, runs=runs), cells.parts[taken:])


def _count_sheets(plans: Iterable[_Plan]) -> int:
    return sum(len(plan.layout) for plan in plans)


def _best_plans(cells: Sequence[_Cells], fields: Sequence[FieldLayout], gutters: Gutters) -> list[_Plan]:
    """The layout with fewest sheets, all on paper that lies one way; apart, if sizes fit only different ways. A tight
    field must save a sheet."""
    if not cells:
        return []
    kinds = [one.kind for one in cells]
    best: _Plan | None = None
    for field in fields:
        saves_none = best and field.tight > best.field.tight and len(best.layout) <= field.least(kinds)
        if saves_none or not all(field.fits(kind) for kind in kinds):
            continue
        layout = field.pack(cells, gutters)
        saves = best is None or len(layout) < len(best.layout)
        if saves or (best and field.tight == best.field.tight and cost(layout) < cost(best.layout)):
            best = _Plan(cells, field, layout)
    if best:
        return [best]
    first = next(field for field in fields if field.fits(cells[0].kind))
    fitting = [one for one in cells if first.fits(one.kind)]
    others = [one for one in cells if one not in fitting]
    return [*_best_plans(fitting, fields, gutters), *_best_plans(others, fields, gutters)]


# --- sheets --------------------------------------------------------------------------------------------


def _place_blocks(
    blocks: Sequence[CellBlock], parts: Sequence[Sequence[PrintPart]], paper: Paper, stock: Stock, layout: FieldLayout
) -> Sheet:
    """The sheet of these blocks, in the middle of the field; `parts` are the copies that each block holds, in order."""
    free = layout.field
    spare_x = free.width - max(block.box.right for block in blocks)
    spare_y = free.height - max(block.box.bottom for block in blocks)
    dx, dy = free.x + spare_x / 2, free.y + min(spare_y / 2, AIR_ABOVE)
    room = free.moved(-dx, -dy)
    placements: list[Placement] = []
    cuts: list[Cuts] = []
    for block, held in zip(blocks, parts, strict=True):
        others = [other.box for other in blocks if other is not block]
        grown = _grow_bleed(block, held[0].bleed, others, room)
        for index, part in enumerate(held):
            front = grown.trim(index).moved(dx, dy)
            back = layout.mirror.box(front) if layout.mirror and part.back else None
            placements.append(Placement(part, front, 1 if block.turned else 0, _clip(grown, index, front), back))
        cuts.append(_cuts(grown, held[0], dx, dy))
    whole = paper.field(layout.landscape, layout.beside)
    area = sum(placement.clip.width * placement.clip.height for placement in placements)
    backed = any(placement.back for placement in placements)
    return Sheet(
        paper=paper,
        landscape=layout.landscape,
        stock=stock,
        placements=tuple(placements),
        cuts=tuple(cuts),
        fill=(1 if layout.fold is None else 2) * area / (whole.width * whole.height),
        mirror=layout.mirror if backed else None,
        fold=layout.fold if backed else None,
        beside=layout.beside,
    )


def _grow_bleed(block: CellBlock, bleed: float, others: Sequence[Box], room: Box) -> CellBlock:
    """A block that was packed with less than its bleed, with as much more of it as there is room for: half of the room,
    as crop marks want the other half."""
    level, upright = (block.box, others, room), (block.box.swap_axes(), map(Box.swap_axes, others), room.swap_axes())
    across = max(0.0, min(bleed - block.bleed[0], _room(*level) / 2))
    down = max(0.0, min(bleed - block.bleed[1], _room(*upright) / 2))
    grown = (block.bleed[0] + across, block.bleed[1] + down)
    return replace(block, x=block.x - across, y=block.y - down, bleed=grown)


def _room(box: Box, others: Iterable[Box], field: Box) -> float:
    """How far a box may grow to its left and to its right."""
    room = min(box.x - field.x, field.right - box.right)
    for other in others:
        if other.y - BLOCK_GAP < box.bottom and box.y < other.bottom + BLOCK_GAP:
            room = min(room, max(other.x - box.right, box.x - other.right) - BLOCK_GAP)
    return room


def _clip(block: CellBlock, index: int, trim: Box) -> Box:
    """The trim and its bleed; towards a neighbour only half of the gap."""
    row, column = divmod(index, block.columns)
    lefts, tops = block.lefts, block.tops
    (width, height), (across, down) = block.cell, block.bleed

    def half(starts: tuple[float, ...], number: int, side: float, bleed: float) -> float:
        return min(bleed, (starts[number] - starts[number - 1] - side) / 2)

    left = half(lefts, column, width, across) if column else across
    above = half(tops, row, height, down) if row else down
    beside = column + 1 < block.columns and index + 1 < block.count
    right = half(lefts, column + 1, width, across) if beside else across
    below = half(tops, row + 1, height, down) if index + block.columns < block.count else down
    return Box(trim.x - left, trim.y - above, trim.width + left + right, trim.height + above + below)


def _cuts(block: CellBlock, part: PrintPart, dx: float, dy: float) -> Cuts:
    (across, down), (width, height) = block.bleed, block.cell
    outer = block.box.moved(dx, dy)
    box = Box(outer.x + across, outer.y + down, outer.width - 2 * across, outer.height - 2 * down)
    lefts = [box.x + left for left in block.lefts]
    tops = [box.y + top for top in block.tops]
    fold_xs: tuple[float, ...] = ()
    fold_ys: tuple[float, ...] = ()
    if block.turned:
        fold_xs = tuple(left + (part.height - fold) for left in lefts for fold in part.folds)
    else:
        fold_ys = tuple(top + fold for top in tops for fold in part.folds)
    if part.outlined:
        return Cuts(box, block.bleed, (), (), fold_xs, fold_ys, block.meeting)
    xs = sorted({round(edge, 6) for left in lefts for edge in (left, left + width)})
    ys = sorted({round(edge, 6) for top in tops for edge in (top, top + height)})
    # Neighbours may all be of different grounds, and none of them meet.
    meet = len(xs) < 2 * len(lefts) or len(ys) < 2 * len(tops)
    return Cuts(box, block.bleed, tuple(xs), tuple(ys), fold_xs, fold_ys, block.meeting if meet else "apart")


# --- labels --------------------------------------------------------------------------------------------


def impose_labels(parts: Iterable[PrintPart], paper: LabelPaper) -> tuple[Sheet, ...]:
    """The fronts of all copies of all parts, each in the middle of a label, in their order.

    Raises KitError for what is larger than a label.
    """
    label = paper.fields[0]
    wanted = [replace(part, outlined=False) for part in parts if part.copies]  # labels are cut already
    findings = [
        Finding(
            "error",
            "label-small",
            part.place,
            f"{part.component} is {part.width:g} × {part.height:g} mm, a label {label.width:g} × {label.height:g}",
            "larger labels, or without it: --only, --without",
        )
        for part in wanted
        if not _fits_label(part.width, part.height, label) and not _fits_label(part.height, part.width, label)
    ]
    if findings:
        raise KitError(findings)
    copies = [part for part in wanted for _ in range(part.copies)]
    sheets = []
    for start in range(0, len(copies), len(paper.fields)):
        on_sheet = zip(copies[start : start + len(paper.fields)], paper.fields, strict=False)
        placed = tuple(_place_on_label(part, field, paper) for part, field in on_sheet)
        sheets.append(Sheet(paper, False, "paper", placed, (), len(placed) / len(paper.fields)))
    return tuple(sheets)


def _fits_label(width: float, height: float, label: Box) -> bool:
    return width <= label.width + LABEL_SLACK and height <= label.height + LABEL_SLACK


def _place_on_label(part: PrintPart, label: Box, paper: LabelPaper) -> Placement:
    """A piece in the middle of a label; its bleed ends at the label's edge, or half-way to the next one."""
    upright = _fits_label(part.width, part.height, label)
    width, height = (part.width, part.height) if upright else (part.height, part.width)
    trim = Box(label.x + (label.width - width) / 2, label.y + (label.height - height) / 2, width, height)
    across, down = paper.gap
    room = Box(label.x - across / 2, label.y - down / 2, label.width + across, label.height + down)
    return Placement(part, trim, 0 if upright else 1, trim.inset(-part.bleed).common(room))
