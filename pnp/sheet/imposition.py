"""Imposition: parts come to lie on sheets, their backs behind their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, repeat
from math import ceil, inf

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.blocks import SLACK, Kind
from pnp.sheet.edges import Edge, edge
from pnp.sheet.guillotine import Gutters, Layout, cost, fits, least, pack
from pnp.sheet.model import Part, Placement, Sheet
from pnp.sheet.paper import Backs, LabelPaper, Mirror, Paper, duplex, way_of
from pnp.sheet.placing import Spot, place

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
    parts: tuple[Part, ...]


class _Plan(msgspec.Struct, frozen=True, eq=False):
    """The layout of some cells on one spot."""

    cells: Sequence[_Cells]
    spot: Spot
    layout: Layout


def impose(
    parts: Iterable[Part],
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


def least_sheets(parts: Iterable[Part], paper: Paper, backs: Backs) -> int:
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
    parts: Sequence[Part], spots: _Spots, gutters: Gutters, paper: Paper, findings: list[Finding]
) -> tuple[_Cells, ...]:
    """Parts by their size; notes those that are larger than the paper, and leaves them out."""
    sizes: dict[tuple[object, ...], list[Part]] = {}
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
        runs: dict[Edge | Part, list[Part]] = {}
        look = gutters != "always" and kind.may_touch and kind.gap and count > 1 and len(same) <= MOST_LOOKED_AT
        for part in same:
            ground = _edges(part, bool(spots.usual[0].mirror)) if look else None
            runs.setdefault(ground or part, []).append(part)
        lengths = [length for ground, run in runs.items() for length in _lengths(ground, run)]
        kind = replace(kind, runs=tuple(lengths) if len(lengths) < count else ())
        cells.append(_Cells(kind, tuple(part for run in runs.values() for part in run for _ in range(part.copies))))
    return tuple(cells)


def _lengths(ground: Edge | Part, run: Sequence[Part]) -> Iterator[int]:
    """The runs of cells that parts make: one, if they show one ground; of others each cell is one."""
    copies = sum(part.copies for part in run)
    yield from (copies,) if isinstance(ground, str) else (1,) * copies


def _edges(part: Part, backed: bool) -> Edge | None:
    """What a part shows along its edges, on both sides if both are printed; None for more than one ground."""
    shown = edge(part.front())
    if shown is None or not backed or part.back is None:
        return shown
    behind = edge(part.back())
    return None if behind is None else f"{shown} / {behind}"


def _has_room(part: Part, paper: Paper, backs: Backs) -> bool:
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


def _too_large(part: Part, paper: Paper, spots: _Spots) -> Finding:
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


def stick(parts: Iterable[Part], paper: LabelPaper) -> tuple[Sheet, ...]:
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


def _larger_than_label(part: Part, paper: LabelPaper) -> Iterator[Finding]:
    field = paper.fields[0]
    if not _fits_label(part.width, part.height, field) and not _fits_label(part.height, part.width, field):
        message = f"{part.component} is {part.width:g} × {part.height:g} mm, a label {field.width:g} × {field.height:g}"
        yield Finding("error", "label-small", part.place, message, "larger labels, or without it: --only, --without")


def _fits_label(width: float, height: float, field: Box) -> bool:
    return width <= field.width + LABEL_SLACK and height <= field.height + LABEL_SLACK


def _on_label(part: Part, field: Box, paper: LabelPaper) -> Placement:
    """A piece in the middle of a label; its bleed ends at the label's edge, or half-way to the next one."""
    upright = _fits_label(part.width, part.height, field)
    width, height = (part.width, part.height) if upright else (part.height, part.width)
    trim = Box(field.x + (field.width - width) / 2, field.y + (field.height - height) / 2, width, height)
    across, down = paper.gap
    room = Box(field.x - across / 2, field.y - down / 2, field.width + across, field.height + down)
    return Placement(part, trim, 0 if upright else 1, trim.inset(-part.bleed).common(room))
