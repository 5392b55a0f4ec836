"""Imposition: parts come to lie on sheets, their backs behind their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

import msgspec

from pnp.findings import Finding, KitError
from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.guillotine import Block, Kind, Layout, fits, pack
from pnp.sheet.mirror import Mirror, Turns, duplex
from pnp.sheet.model import Cuts, Part, Placement, Sheet
from pnp.sheet.papers import MARGIN, Backs, Paper

OUTLINED_GAP = 1.0
"""Least gap between parts that scissors follow, mm."""
FOLD_TO_BLEED = 5.0
"""From a gutterfold's fold to the nearest bleed: what a fold may wander."""
AIR_ABOVE = 7.0
"""How far below the field's top a half-empty page begins, mm: full crop marks fit above it."""
STOCKS: tuple[Stock, ...] = ("paper", "card", "board")
GREATEST_OFFSET = MARGIN - 0.5
"""A printer that is further off than this would print off the paper, mm."""


class _Place(msgspec.Struct, frozen=True):
    """One way to use the paper: how it lies, where fronts may lie, and where their backs then are."""

    landscape: bool
    field: Box
    mirror: Mirror | None
    fold: float | None = None


class _Cells(msgspec.Struct, frozen=True, eq=False):
    """Parts that share one size, each as often as it has copies."""

    kind: Kind
    parts: tuple[Part, ...]


def impose(
    parts: Iterable[Part], paper: Paper, backs: Backs, offset: tuple[float, float] = (0.0, 0.0)
) -> tuple[Sheet, ...]:
    """Places every copy of every part once, on as few sheets as the search finds.

    Sheets hold one stock each, and parts with backs apart from those without, unless backs are not printed.
    `offset`: see `pnp.sheet.mirror.duplex`; it moves back pages only. Raises KitError if a part is larger than the
    paper's field, or the offset larger than the paper's margin.
    """
    if hypot(*offset) > GREATEST_OFFSET:
        raise ValueError(f"an offset of {offset[0]:g}, {offset[1]:g} mm would push backs off the paper")
    groups: dict[tuple[Stock, bool], list[Part]] = {}
    for part in parts:
        if part.copies:
            groups.setdefault((part.stock, bool(part.back) and backs != "none"), []).append(part)
    sheets: list[Sheet] = []
    findings: list[Finding] = []
    for stock, backed in sorted(groups, key=lambda group: (STOCKS.index(group[0]), not group[1])):
        places = tuple(_places(paper, backs if backed else "none", offset))
        remaining: list[_Cells] = []
        for cells in _by_size(groups[stock, backed]):
            if any(fits(cells.kind, place.field.width, place.field.height) for place in places):
                remaining.append(cells)
            else:
                findings.extend(_too_large(part, paper, places) for part in dict.fromkeys(cells.parts))
        sheets.extend(_impose_group(remaining, paper, stock, places))
    if findings:
        raise KitError(findings)
    return tuple(sheets)


def _places(paper: Paper, backs: Backs, offset: tuple[float, float]) -> Iterator[_Place]:
    for landscape in (False, True):
        field = paper.field(landscape)
        if backs == "gutterfold":
            across, down = (field.width - 2 * FOLD_TO_BLEED) / 2, (field.height - 2 * FOLD_TO_BLEED) / 2
            fold_x, fold_y = field.x + field.width / 2, field.y + field.height / 2
            yield _Place(landscape, Box(field.x, field.y, field.width, down), Mirror(False, fold_y), fold_y)
            yield _Place(landscape, Box(field.x, field.y, across, field.height), Mirror(True, fold_x), fold_x)
        else:
            mirror = None if backs == "none" else duplex(paper, landscape, backs, offset)
            yield _Place(landscape, field, mirror)


def _by_size(parts: Sequence[Part]) -> list[_Cells]:
    sizes: dict[tuple[object, ...], list[Part]] = {}
    for part in parts:
        size = (part.width, part.height, part.bleed, part.outlined, part.folds)
        sizes.setdefault(size, []).extend([part] * part.copies)
    cells = []
    for same in sizes.values():
        part = same[0]
        gap = max(2 * part.bleed, OUTLINED_GAP) if part.outlined else 2 * part.bleed
        kind = Kind(part.width, part.height, part.bleed, gap, len(same), not part.outlined)
        cells.append(_Cells(kind, tuple(same)))
    return cells


def _impose_group(cells: Sequence[_Cells], paper: Paper, stock: Stock, places: Sequence[_Place]) -> Iterator[Sheet]:
    """The sheets of a group: all its sizes on paper that lies one way; apart, if they fit only different ways."""
    if not cells:
        return
    tried = [
        (_cost(layout), order, place, layout)
        for order, place in enumerate(places)
        if (layout := _try(cells, place)) is not None
    ]
    if not tried:
        first = next(p for p in places if fits(cells[0].kind, p.field.width, p.field.height))
        fitting = [c for c in cells if fits(c.kind, first.field.width, first.field.height)]
        yield from _impose_group(fitting, paper, stock, places)
        yield from _impose_group([c for c in cells if c not in fitting], paper, stock, places)
        return
    _, _, place, layout = min(tried, key=lambda trial: trial[:2])
    taken = [0] * len(cells)
    for blocks in layout:
        yield _sheet(cells, taken, blocks, paper, stock, place)


def _try(cells: Sequence[_Cells], place: _Place) -> Layout | None:
    kinds = [c.kind for c in cells]
    if not all(fits(kind, place.field.width, place.field.height) for kind in kinds):
        return None
    return pack(kinds, place.field.width, place.field.height)


def _cost(layout: Layout) -> tuple[int, int, int]:
    """Fewest sheets, then fewest components that touch, then fewest blocks to cut apart."""
    touching = sum(block.count for blocks in layout for block in blocks if not block.gap and block.bleed)
    return len(layout), touching, sum(len(blocks) for blocks in layout)


def _sheet(
    cells: Sequence[_Cells], taken: list[int], blocks: Sequence[Block], paper: Paper, stock: Stock, place: _Place
) -> Sheet:
    """Takes the next copies of each size into a sheet's blocks; `taken` counts them."""
    dx, dy = _centred(blocks, place)
    placements: list[Placement] = []
    cuts: list[Cuts] = []
    for block in blocks:
        kind = block.kind
        parts = cells[kind].parts[taken[kind] : taken[kind] + block.count]
        taken[kind] += block.count
        placements.extend(_placements(block, parts, dx, dy, place.mirror))
        cuts.append(_cuts(block, parts[0], dx, dy))
    field = paper.field(place.landscape)
    area = sum(placement.clip.width * placement.clip.height for placement in placements)
    sides = 2 if place.fold is not None else 1
    fill = sides * area / (field.width * field.height)
    return Sheet(paper, place.landscape, stock, tuple(placements), tuple(cuts), fill, place.mirror, place.fold)


def _centred(blocks: Sequence[Block], place: _Place) -> tuple[float, float]:
    """From the packing's corner to the page: in the middle across, and not lower than it must be."""
    field = place.field
    spare_x = field.width - max(block.box.right for block in blocks)
    spare_y = field.height - max(block.box.bottom for block in blocks)
    return field.x + spare_x / 2, field.y + min(spare_y / 2, AIR_ABOVE)


def _placements(
    block: Block, parts: Sequence[Part], dx: float, dy: float, mirror: Mirror | None
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
    inner = min(block.gap / 2, block.bleed)
    left = inner if column else block.bleed
    above = inner if row else block.bleed
    right = inner if column + 1 < block.columns and index + 1 < block.count else block.bleed
    below = inner if index + block.columns < block.count else block.bleed
    return Box(trim.x - left, trim.y - above, trim.width + left + right, trim.height + above + below)


def _cuts(block: Block, part: Part, dx: float, dy: float) -> Cuts:
    bleed, gap = block.bleed, block.gap
    box = block.box.inset(bleed).moved(dx, dy)
    lefts = [box.x + column * (block.cell[0] + gap) for column in range(block.columns)]
    tops = [box.y + row * (block.cell[1] + gap) for row in range(block.rows)]
    folds = part.folds if not block.turned else tuple(part.height - fold for fold in part.folds)
    fold_xs = tuple(left + fold for left in lefts for fold in folds) if block.turned else ()
    fold_ys = () if block.turned else tuple(top + fold for top in tops for fold in folds)
    if part.outlined:
        return Cuts(box, bleed, (), (), fold_xs, fold_ys)
    xs = {round(edge, 6) for left in lefts for edge in (left, left + block.cell[0])}
    ys = {round(edge, 6) for top in tops for edge in (top, top + block.cell[1])}
    return Cuts(box, bleed, tuple(sorted(xs)), tuple(sorted(ys)), fold_xs, fold_ys)


def _too_large(part: Part, paper: Paper, places: Sequence[_Place]) -> Finding:
    field = max((place.field for place in places), key=lambda box: box.width * box.height)
    return Finding(
        "error",
        "larger-than-paper",
        part.place,
        f"{part.component} is {part.width:g} × {part.height:g} mm with {part.bleed:g} mm of bleed; "
        f"{paper.title} has room for {field.width:g} × {field.height:g} mm",
        "make it smaller, choose larger paper, or make it a `board`, which is printed in tiles",
        part.name,
    )
