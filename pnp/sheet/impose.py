"""Imposition: places parts on sheets, each back behind its front. Millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby, islice
from math import inf

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.marks import Cuts
from pnp.sheet.pack import BLOCK_GAP, CellBlock, Gutters, Kind, Layout, cost, find_edge_ground, fits, least, pack
from pnp.sheet.paper import Backs, LabelPaper, Mirror, Paper, Turns, duplex, find_backs
from pnp.sheet.parts import PrintPart

AIR_ABOVE = 7.0
"""How far below the field's top a half-empty page begins: full crop marks fit above it."""
OUTLINED_GAP = 1.0
"""Least gap between parts that scissors follow."""
FOLD_TO_BLEED = 5.0
"""From a gutterfold's fold to the nearest bleed: what a fold may wander."""
LEAST_BLEED = 1.0
"""How much bleed remains where all of it would cost a sheet, as with nine poker cards on Letter."""
MOST_LOOKED_AT = 60
"""Of more different pieces of one size the edges are not looked at: every face would be laid out twice."""
LABEL_SLACK = 0.025
"""How far a piece may stand out of its label on every side: nobody measures it."""
STOCKS: tuple[Stock, ...] = ("paper", "card", "board", "label")


class Placement(msgspec.Struct, frozen=True, eq=False):
    """One copy of a part on a sheet: the box of its turned trim on the front and, if it has one, on the back. The clip
    is trim plus bleed, minus the share of neighbours. With a gutterfold the back is on the front page."""

    part: PrintPart
    front: Box
    turns: Turns
    clip: Box
    back: Box | None = None


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """One sheet of paper. `fill` is the share of the field that components and their bleed cover; the footer is below
    the field, or `beside` it. `mirror` gives the position of backs, if any; `fold` is the middle of the gutter if backs
    are on the same page."""

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
        """The box of ruler and footer."""
        return self.paper.foot(self.landscape, self.beside)

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the components on the sheet, each once."""
        return tuple(dict.fromkeys(placement.part.title for placement in self.placements))


class FieldLayout(msgspec.Struct, frozen=True):
    """One way to use a paper: its orientation, whether the footer is beside the components, the field for fronts, where
    their backs are, and the maximum bleed. A `tight` one has less margin or bleed."""

    landscape: bool
    beside: bool
    field: Box
    mirror: Mirror | None
    most_bleed: float
    fold: float | None = None

    @property
    def tight(self) -> bool:
        return self.beside or self.most_bleed < inf

    def limit_bleed(self, kind: Kind) -> Kind:
        return replace(kind, bleed=min(kind.bleed, self.most_bleed))

    def fits(self, kind: Kind) -> bool:
        return fits(self.limit_bleed(kind), self.field)

    def pack(self, cells: Sequence[_Cells], gutters: Gutters) -> _Plan:
        kinds = [self.limit_bleed(one.kind) for one in cells]
        return _Plan(cells, self, pack(kinds, self.field, gutters))


class _Cells(msgspec.Struct, frozen=True, eq=False):
    """Parts of one size, each repeated by its copies."""

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

    Each sheet has one stock; parts without backs share sheets with others only where that saves one. Parts too large
    for the paper go on the `otherwise` paper. Raises KitError if a part is larger than that.
    """
    known = sorted((part for part in parts if part.copies), key=lambda part: STOCKS.index(part.stock))
    single = {part: Kind(part.width, part.height, part.bleed, 2 * part.bleed, 1, False) for part in known}
    too_large = [part for part in known if not any(one.fits(single[part]) for one in _fields(part, paper, backs))]
    if otherwise is not None and otherwise is not paper:
        held = [part for part in known if part not in too_large]
        both = (*impose(held, paper, backs, gutters), *impose(too_large, otherwise, backs, gutters))
        return tuple(sorted(both, key=lambda sheet: (STOCKS.index(sheet.stock), sheet.mirror is None)))
    if too_large:
        raise KitError([_describe_too_large(part, paper, backs) for part in too_large])
    sheets: list[Sheet] = []
    for stock, group in groupby(known, lambda part: part.stock):
        way = find_backs(stock, backs)
        backed: list[PrintPart] = []
        plain: list[PrintPart] = []
        for part in group:
            (backed if part.back and way != "none" else plain).append(part)
        groups = _sort_by_size(backed, gutters, backed=True), _sort_by_size(plain, gutters, backed=False)
        for plan in _plan_stock(*groups, _list_field_layouts(paper, way), _list_field_layouts(paper, "none"), gutters):
            copies = [iter(cells.parts) for cells in plan.cells]
            for blocks in plan.layout:
                held_parts = [tuple(islice(copies[block.kind], block.count)) for block in blocks]
                sheets.append(_place_blocks(blocks, held_parts, paper, stock, plan.field))
    return tuple(sheets)


def _list_field_layouts(paper: Paper, backs: Backs) -> list[FieldLayout]:
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


def _fields(part: PrintPart, paper: Paper, backs: Backs) -> list[FieldLayout]:
    return _list_field_layouts(paper, find_backs(part.stock, backs) if part.back else "none")


def _describe_too_large(part: PrintPart, paper: Paper, backs: Backs) -> Finding:
    widest = max(_fields(part, paper, backs), key=lambda one: one.field.width * one.field.height)
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
        f"{part.component} {part.key}".strip(),
    )


def _sort_by_size(parts: Sequence[PrintPart], gutters: Gutters, *, backed: bool) -> list[_Cells]:
    """Groups parts by size, and sorts equal sizes by ground colour."""
    sizes: dict[tuple[object, ...], list[PrintPart]] = {}
    for part in parts:
        sizes.setdefault((part.width, part.height, part.bleed, part.outlined, part.folds), []).append(part)
    cells = []
    for same in sizes.values():
        first, count = same[0], sum(part.copies for part in same)
        gap = max(2 * first.bleed, OUTLINED_GAP) if first.outlined else 2 * first.bleed
        look = gutters != "always" and not first.outlined and gap and count > 1 and len(same) <= MOST_LOOKED_AT
        runs: dict[object, list[PrintPart]] = {}
        for part in same:
            ground = _ground(part, backed) if look else None
            for copy in range(part.copies):
                runs.setdefault(ground or (part, copy), []).append(part)
        lengths = tuple(map(len, runs.values())) if len(runs) < count else ()
        kind = Kind(first.width, first.height, first.bleed, gap, count, not first.outlined, lengths)
        cells.append(_Cells(kind, tuple(chain(*runs.values()))))
    return cells


def _ground(part: PrintPart, backed: bool) -> str | None:
    """Returns the ground colour along a part's edges on all printed sides; None if it varies."""
    shown = find_edge_ground(part.front())
    if shown is None or not backed or part.back is None:
        return shown
    behind = find_edge_ground(part.back())
    return None if behind is None else f"{shown} / {behind}"


def _plan_stock(
    backed: Sequence[_Cells],
    plain: Sequence[_Cells],
    backed_fields: Sequence[FieldLayout],
    plain_fields: Sequence[FieldLayout],
    gutters: Gutters,
) -> list[_Plan]:
    """Lays out a stock: parts with and without backs separately, or together if that takes fewer sheets."""
    apart = _find_best_plans(backed, backed_fields, gutters)
    best = [*apart, *_find_best_plans(plain, plain_fields, gutters)]
    if len(apart) != 1 or not plain:
        return best
    for field in dict.fromkeys((apart[0].field, *(field for field in backed_fields if not field.tight))):
        if not all(field.fits(cells.kind) for cells in backed):
            continue
        # What has no back lies in the room that is left beside what has one, the rest of it on sheets of its own.
        fitting = [cells for cells in plain if field.fits(cells.kind)]
        together = [*backed, *(_Cells(replace(cells.kind, rank=1), cells.parts) for cells in fitting)]
        plan = field.pack(together, gutters)
        mixed = tuple(blocks for blocks in plan.layout if any(block.kind < len(backed) for block in blocks))
        rest = [cells for cells in plain if cells not in fitting]
        for index, cells in enumerate(fitting, len(backed)):
            taken = sum(block.count for blocks in mixed for block in blocks if block.kind == index)
            if taken < cells.kind.count:
                rest.append(_Cells(cells.kind.skip(taken), cells.parts[taken:]))
        plans = [replace(plan, layout=mixed), *_find_best_plans(rest, plain_fields, gutters)]
        if _count_sheets(plans) < _count_sheets(best):
            best = plans
    return best


def _count_sheets(plans: Iterable[_Plan]) -> int:
    return sum(len(plan.layout) for plan in plans)


def _find_best_plans(cells: Sequence[_Cells], fields: Sequence[FieldLayout], gutters: Gutters) -> list[_Plan]:
    """Returns the layout with the fewest sheets, all in one orientation if possible. A tight field must save a
    sheet."""
    if not cells:
        return []
    kinds = [one.kind for one in cells]
    best: _Plan | None = None
    for field in fields:
        saves_none = best and field.tight > best.field.tight and len(best.layout) <= least(kinds, field.field)
        if saves_none or not all(map(field.fits, kinds)):
            continue
        plan = field.pack(cells, gutters)
        saves = best is None or len(plan.layout) < len(best.layout)
        if saves or (best and field.tight == best.field.tight and cost(plan.layout) < cost(best.layout)):
            best = plan
    if best:
        return [best]
    first = next(field for field in fields if field.fits(cells[0].kind))
    fitting = [one for one in cells if first.fits(one.kind)]
    others = [one for one in cells if one not in fitting]
    return [*_find_best_plans(fitting, fields, gutters), *_find_best_plans(others, fields, gutters)]


def _place_blocks(
    blocks: Sequence[CellBlock], parts: Sequence[Sequence[PrintPart]], paper: Paper, stock: Stock, layout: FieldLayout
) -> Sheet:
    """Returns the sheet of these blocks, centred in the field; `parts` are the copies in each block, in order."""
    free = layout.field
    dx = (free.right - max(block.box.right for block in blocks)) / 2
    dy = min((free.bottom - max(block.box.bottom for block in blocks)) / 2, AIR_ABOVE)
    moved = [replace(block, x=block.x + dx, y=block.y + dy) for block in blocks]
    placements: list[Placement] = []
    cuts: list[Cuts] = []
    for block, held in zip(moved, parts, strict=True):
        grown = _grow_bleed(block, held[0].bleed, [other.box for other in moved if other is not block], free)
        for index, part in enumerate(held):
            front = grown.trim(index)
            back = layout.mirror.box(front) if layout.mirror and part.back else None
            placements.append(Placement(part, front, 1 if block.turned else 0, _clip(grown, index), back))
        cuts.append(_cuts(grown, held[0]))
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
    """Enlarges the bleed of a block that was packed with too little: by at most half the room, as crop marks need
    some."""
    level, upright = (block.box, others, room), (block.box.swap_axes(), map(Box.swap_axes, others), room.swap_axes())
    across = max(0.0, min(bleed - block.bleed[0], _room(*level) / 2))
    down = max(0.0, min(bleed - block.bleed[1], _room(*upright) / 2))
    grown = (block.bleed[0] + across, block.bleed[1] + down)
    return replace(block, x=block.x - across, y=block.y - down, bleed=grown)


def _room(box: Box, others: Iterable[Box], field: Box) -> float:
    room = min(box.x - field.x, field.right - box.right)
    for other in others:
        if other.y - BLOCK_GAP < box.bottom and box.y < other.bottom + BLOCK_GAP:
            room = min(room, max(other.x - box.right, box.x - other.right) - BLOCK_GAP)
    return room


def _clip(block: CellBlock, index: int) -> Box:
    """Returns the trim of a cell with its bleed; only half of the gap towards a neighbour."""
    (across, down), columns, trim = block.bleed, block.columns, block.trim(index)
    left, top, right, bottom = trim.x - across, trim.y - down, trim.right + across, trim.bottom + down
    if index % columns:
        left = max(left, (block.trim(index - 1).right + trim.x) / 2)
    if (index + 1) % columns and index + 1 < block.count:
        right = min(right, (trim.right + block.trim(index + 1).x) / 2)
    if index >= columns:
        top = max(top, (block.trim(index - columns).bottom + trim.y) / 2)
    if index + columns < block.count:
        bottom = min(bottom, (trim.bottom + block.trim(index + columns).y) / 2)
    return Box(left, top, right - left, bottom - top)


def _cuts(block: CellBlock, part: PrintPart) -> Cuts:
    (across, down), outer = block.bleed, block.box
    box = Box(outer.x + across, outer.y + down, outer.width - 2 * across, outer.height - 2 * down)
    lefts = [box.x + left for left in block.lefts]
    tops = [box.y + top for top in block.tops]
    fold_xs = [left + (part.height - fold) for left in lefts for fold in part.folds if block.turned]
    fold_ys = [top + fold for top in tops for fold in part.folds if not block.turned]
    xs, ys, meeting = set[float](), set[float](), block.meeting
    if not part.outlined:
        xs = {round(edge, 6) for left in lefts for edge in (left, left + block.cell[0])}
        ys = {round(edge, 6) for top in tops for edge in (top, top + block.cell[1])}
        if len(xs) == 2 * len(lefts) and len(ys) == 2 * len(tops):  # all neighbours may be of different grounds
            meeting = "apart"
    return Cuts(box, block.bleed, tuple(sorted(xs)), tuple(sorted(ys)), tuple(fold_xs), tuple(fold_ys), meeting)


def impose_labels(parts: Iterable[PrintPart], paper: LabelPaper) -> tuple[Sheet, ...]:
    """Places the fronts of all copies of all parts on labels, centred and in order.

    Raises KitError for a part larger than a label.
    """
    label, count = paper.fields[0], len(paper.fields)
    copies: list[PrintPart] = []
    findings: list[Finding] = []
    for part in parts:
        if part.copies and not label.inset(-LABEL_SLACK).holds(_fit_on_label(part, label)):
            message = (
                f"{part.component} is {part.width:g} × {part.height:g} mm, a label {label.width:g} × {label.height:g}"
            )
            hint = "larger labels, or without it: --only, --without"
            findings.append(Finding("error", "label-small", part.place, message, hint))
        copies += [replace(part, outlined=False)] * part.copies  # labels are cut already
    if findings:
        raise KitError(findings)
    sheets = []
    for start in range(0, len(copies), count):
        on_sheet = zip(copies[start : start + count], paper.fields, strict=False)
        placed = tuple(_place_on_label(part, field, paper.gap) for part, field in on_sheet)
        sheets.append(Sheet(paper, False, "paper", placed, (), len(placed) / count))
    return tuple(sheets)


def _fit_on_label(part: PrintPart, label: Box) -> Box:
    upright = part.width <= label.width + 2 * LABEL_SLACK and part.height <= label.height + 2 * LABEL_SLACK
    width, height = (part.width, part.height) if upright else (part.height, part.width)
    return Box(label.x + (label.width - width) / 2, label.y + (label.height - height) / 2, width, height)


def _place_on_label(part: PrintPart, label: Box, gap: tuple[float, float]) -> Placement:
    """Places a piece on a label; its bleed ends at the label's edge, or halfway to the next label."""
    trim = _fit_on_label(part, label)
    across, down = gap
    room = Box(label.x - across / 2, label.y - down / 2, label.width + across, label.height + down)
    return Placement(part, trim, 0 if trim.width == part.width else 1, trim.inset(-part.bleed).common(room))
