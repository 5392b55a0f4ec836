"""A packed layout becomes a sheet: its blocks in the middle of the field, every copy with its trim and bleed, its
back behind it, and the cuts between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pnp.kit.model import Stock
from pnp.scene import Box
from pnp.sheet.blocks import Block
from pnp.sheet.guillotine import BLOCK_GAP
from pnp.sheet.marks import Cuts
from pnp.sheet.model import Part, Placement, Sheet
from pnp.sheet.paper import Mirror, Paper, Turns

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


def place(blocks: Sequence[Block], parts: Sequence[Sequence[Part]], paper: Paper, stock: Stock, spot: Spot) -> Sheet:
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


def held_bleed(parts: Sequence[Sequence[Part]]) -> tuple[float, ...]:
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


def _cuts(block: Block, part: Part, dx: float, dy: float) -> Cuts:
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
