"""Packing: everything lies in the field once, nothing overlaps, straight cuts part it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene import Box
from pnp.sheet.guillotine import BLOCK_GAP, Kind, Layout, fits, pack
from pnp.sheet.papers import PAPERS

A4 = PAPERS["a4"].field(False)


def kind(width: float, height: float, count: int, bleed: float = 2.0, may_touch: bool = True) -> Kind:
    return Kind(width, height, bleed, 2 * bleed, count, may_touch)


def overlap(one: Box, other: Box) -> bool:
    return min(one.right, other.right) - max(one.x, other.x) > 1e-6 and (
        min(one.bottom, other.bottom) - max(one.y, other.y) > 1e-6
    )


def counts(layout: Layout, kinds: int) -> list[int]:
    return [sum(b.count for blocks in layout for b in blocks if b.kind == index) for index in range(kinds)]


def test_nine_poker_cards_lie_on_a4() -> None:
    (blocks,) = pack([kind(63.5, 88.9, 9, bleed=3)], A4.width, A4.height)
    (block,) = blocks
    assert (block.columns, block.rows, block.turned, block.gap) == (3, 3, False, 0.0)


def test_cells_stand_two_bleeds_apart_if_that_costs_no_sheet() -> None:
    ((block,),) = pack([kind(16, 16, 40)], A4.width, A4.height)
    assert block.gap == 4.0
    first, second = block.trim(0), block.trim(1)
    assert second.x - first.right == pytest.approx(4.0)


def test_only_the_kinds_that_must_touch_do() -> None:
    layout = pack([kind(63.5, 88.9, 6, bleed=3), kind(20, 20, 4)], A4.width, A4.height)
    assert len(layout) == 1
    gaps = {block.kind: block.gap for blocks in layout for block in blocks}
    assert gaps == {0: 6.0, 1: 4.0}


def test_a_turned_kind_fits_where_an_upright_one_does_not() -> None:
    ((block,),) = pack([kind(260, 90, 2)], A4.width, A4.height)
    assert block.turned and block.cell == (90, 260)


def test_the_last_cards_of_a_deck_stay_upright() -> None:
    layout = pack([kind(63.5, 88.9, 20, bleed=3)], A4.width, A4.height)
    assert [block.turned for blocks in layout for block in blocks] == [False, False, False]


def test_what_does_not_fit_is_refused() -> None:
    assert not fits(kind(300, 300, 1), A4.width, A4.height)
    with pytest.raises(ValueError, match="does not fit"):
        pack([kind(300, 300, 1)], A4.width, A4.height)


kinds_of_parts = st.lists(
    st.builds(
        Kind,
        st.floats(8, 95).map(lambda x: round(x, 1)),
        st.floats(8, 130).map(lambda x: round(x, 1)),
        st.sampled_from([0.0, 1.5, 3.0]),
        st.sampled_from([0.0, 3.0, 6.0]),
        st.integers(1, 60),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(kinds_of_parts)
def test_every_cell_lies_once_in_the_field_and_on_nothing_else(kinds: list[Kind]) -> None:
    layout = pack(kinds, A4.width, A4.height)
    assert counts(layout, len(kinds)) == [kind.count for kind in kinds]
    for blocks in layout:
        for block in blocks:
            assert block.columns * (block.rows - 1) < block.count <= block.columns * block.rows
            assert block.box.right <= A4.width + 1e-6 and block.box.bottom <= A4.height + 1e-6
            trims = [block.trim(index) for index in range(block.count)]
            for trim in (trims[0], trims[block.columns - 1 if block.rows > 1 else -1], trims[-1]):
                inside = block.box.inset(block.bleed)
                assert inside.x - 1e-6 <= trim.x and trim.right <= inside.right + 1e-6
                assert inside.y - 1e-6 <= trim.y and trim.bottom <= inside.bottom + 1e-6
        spaced = [Box(b.x, b.y, b.box.width + BLOCK_GAP, b.box.height + BLOCK_GAP) for b in blocks]
        assert not any(overlap(one, other) for i, one in enumerate(spaced) for other in spaced[:i])


@settings(max_examples=40, deadline=None)
@given(kinds_of_parts)
def test_knife_and_ruler_part_the_blocks(kinds: list[Kind]) -> None:
    for blocks in pack(kinds, A4.width, A4.height):
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
