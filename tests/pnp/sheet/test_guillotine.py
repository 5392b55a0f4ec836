"""Packing: everything lies in the field once, nothing overlaps, straight cuts part it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheet_builders import overlap

from pnp.scene import Box
from pnp.sheet.pack import BLOCK_GAP, CellBlock, Gutters, Kind, Layout, least, pack
from pnp.sheet.paper import PAPERS

A4 = PAPERS["a4"].field(False)


def kind(width: float, height: float, count: int, bleed: float = 2.0, may_touch: bool = True) -> Kind:
    return Kind(width, height, bleed, 2 * bleed, count, may_touch)


def counts(layout: Layout, kinds: int) -> list[int]:
    return [sum(b.count for blocks in layout for b in blocks if b.kind == index) for index in range(kinds)]


def gaps(block: CellBlock) -> set[float]:
    """The gaps between the columns and rows of a block."""
    ways = ((block.lefts, block.cell[0]), (block.tops, block.cell[1]))
    return {round(b - a - side, 3) for starts, side in ways for a, b in pairwise(starts)}


def test_nine_poker_cards_lie_on_a4() -> None:
    (blocks,) = pack((kind(63.5, 88.9, 9, bleed=3),), A4)
    (block,) = blocks
    assert (block.columns, len(block.tops), block.turned, gaps(block)) == (3, 3, False, {0.0})
    assert block.meeting == "touching"


def test_cells_stand_two_bleeds_apart_if_that_costs_no_sheet() -> None:
    ((block,),) = pack((kind(16, 16, 40),), A4)
    assert block.meeting == "shared" and gaps(block) == {4.0}
    first, second = block.trim(0), block.trim(1)
    assert second.x - first.right == pytest.approx(4.0)


def with_runs(width: float, height: float, bleed: float, gap: float, count: int, may_touch: bool, length: int) -> Kind:
    """A kind whose cells show one ground `length` by `length`."""
    runs = [min(length, count - start) for start in range(0, count, length)] if length and may_touch else ()
    return Kind(width, height, bleed, gap, count, may_touch, tuple(runs))


def test_cells_of_one_ground_share_their_cuts() -> None:
    ((block,),) = pack((replace(kind(13, 13, 36), runs=(36,)),), A4)
    assert gaps(block) == {0.0} and block.meeting == "shared"
    assert block.cuts == block.columns + 1 + len(block.tops) + 1 <= 15


kinds_of_parts = st.lists(
    st.builds(
        with_runs,
        st.floats(8, 95).map(lambda x: round(x, 1)),
        st.floats(8, 130).map(lambda x: round(x, 1)),
        st.sampled_from([0.0, 1.5, 3.0]),
        st.sampled_from([0.0, 3.0, 6.0]),
        st.integers(1, 60),
        st.booleans(),
        st.integers(0, 20),
    ),
    min_size=1,
    max_size=6,
)
all_gutters: st.SearchStrategy[Gutters] = st.sampled_from(["share", "always"])


@pytest.mark.long
@given(kinds_of_parts, all_gutters)
def test_every_cell_lies_once_in_the_field_and_on_nothing_else(kinds: list[Kind], gutters: Gutters) -> None:
    layout = pack(tuple(kinds), A4, gutters)
    assert len(layout) >= least(kinds, A4)
    assert counts(layout, len(kinds)) == [kind.count for kind in kinds]
    for blocks in layout:
        for block in blocks:
            assert block.columns * (len(block.tops) - 1) < block.count <= block.columns * len(block.tops)
            assert A4.holds(block.box, 1e-6)
            trims = [block.trim(index) for index in range(block.count)]
            for trim in (trims[0], trims[block.columns - 1 if len(block.tops) > 1 else -1], trims[-1]):
                inside = block.box.inset(block.bleed[0])
                assert inside.x - 1e-6 <= trim.x and trim.right <= inside.right + 1e-6
                assert inside.y - 1e-6 <= trim.y and trim.bottom <= inside.bottom + 1e-6
        spaced = [Box(b.x, b.y, b.box.width + BLOCK_GAP, b.box.height + BLOCK_GAP) for b in blocks]
        assert not any(overlap(one, other) for i, one in enumerate(spaced) for other in spaced[:i])


@pytest.mark.long
@settings(max_examples=40)
@given(kinds_of_parts)
def test_knife_and_ruler_part_the_blocks(kinds: list[Kind]) -> None:
    for blocks in pack(tuple(kinds), A4):
        assert parted([block.box for block in blocks])


def parted(boxes: list[Box]) -> bool:
    """Whether cuts from edge to edge, one after the other, part all boxes."""
    if len(boxes) <= 1:
        return True
    for low, high in ((lambda b: b.x, lambda b: b.right), (lambda b: b.y, lambda b: b.bottom)):
        for edge in sorted(high(box) for box in boxes):
            one = [box for box in boxes if high(box) <= edge + 1e-6]
            other = [box for box in boxes if low(box) >= edge + BLOCK_GAP - 1e-6]
            if one and other and len(one) + len(other) == len(boxes):
                return parted(one) and parted(other)
    return False
