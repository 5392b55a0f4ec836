"""Backs land on their fronts: measured on finished PDFs, for every paper and every way of printing backs."""

from __future__ import annotations

import pytest
from sheet_builders import FONTS, FOOTER, TOP_LEFT, TOP_RIGHT, Printed, part, printed

from pnp.scene import Box
from pnp.sheet.draw import draw_sheet
from pnp.sheet.impose import Sheet, impose
from pnp.sheet.marks import GREY, INK
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.parts import PrintPart

pytestmark = pytest.mark.long

EXACT = 0.1
FRONT, BACK = "1000", "2000"
"""How the colours of fronts and backs end that `part` makes; they begin with the part's number."""
ONE_SIDED = "07"
WAYS: tuple[Backs, ...] = ("long-edge", "short-edge", "separate", "gutterfold")


def kit() -> tuple[PrintPart, ...]:
    """Cards that touch, tokens that do not, discs, a ragged last row, a wide sheet, two backs on one sheet."""
    return (
        part("cards", 63.5, 88.9, copies=10, bleed=3, back=True, number=1),
        part("more cards", 63.5, 88.9, copies=3, bleed=3, back=True, number=2),
        part("dyes", 16, 16, copies=7, back=True, number=3),
        part("coins", 12, 12, copies=5, back=True, number=4, outlined=True),
        part("aids", 88, 129, copies=2, bleed=3, back=True, number=5),
        part("strips", 95, 20, copies=3, back=True, number=6),
        part("one-sided", 30, 30, copies=3, number=7),
    )


def sheets_of(paper: PaperName, backs: Backs) -> list[tuple[Sheet, Printed, Printed | None]]:
    sheets = impose(kit(), PAPERS[paper], backs)
    sides = [draw_sheet(sheet, n, len(sheets), FOOTER, FONTS) for n, sheet in enumerate(sheets, 1)]
    pages = iter(printed(page for side in sides for page in side))
    return [
        (sheet, next(pages), next(pages) if len(side) > 1 else None) for sheet, side in zip(sheets, sides, strict=True)
    ]


def turned_over(box: Box, page: Printed, backs: Backs, fold: float | None) -> Box:
    """Where a box of the front lies as seen from behind, after the paper was turned as a person turns it."""
    if fold is not None:  # folded along the line that the page shows
        upright = any(line.width < EXACT for line in fold_lines(page))
        if upright:
            return Box(2 * fold - box.right, box.y, box.width, box.height)
        return Box(box.x, 2 * fold - box.bottom, box.width, box.height)
    long_edge_upright = page.height > page.width
    if long_edge_upright == (backs in ("long-edge", "separate")):  # about an upright edge
        return Box(page.width - box.right, box.y, box.width, box.height)
    return Box(box.x, page.height - box.bottom, box.width, box.height)


def fold_lines(page: Printed) -> list[Box]:
    return [box for box in page.stroked(GREY.lower()) if min(box.width, box.height) < EXACT]


def within(inner: Box, outer: Box) -> bool:
    return outer.x - EXACT < inner.x < outer.right and outer.y - EXACT < inner.y < outer.bottom


def nearest(box: Box, boxes: list[Box]) -> float:
    return min(
        max(abs(box.x - b.x), abs(box.y - b.y), abs(box.right - b.right), abs(box.bottom - b.bottom)) for b in boxes
    )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", WAYS)
def test_backs_land_on_their_fronts(paper: PaperName, backs: Backs) -> None:
    copies = 0
    for sheet, front, back in sheets_of(paper, backs):
        behind = front if sheet.fold is not None else back
        if behind is None:
            assert sheet.mirror is None
            continue
        for face in front.painted(FRONT):
            if face.colour[1:3] == ONE_SIDED:  # lies where two-sided parts leave room
                continue
            twins = [f.box for f in behind.painted(BACK) if f.colour[1:3] == face.colour[1:3]]
            assert nearest(turned_over(face.box, front, backs, sheet.fold), twins) < EXACT
            copies += 1
        alone = [face.box for face in front.painted(ONE_SIDED + FRONT)]
        for corner in front.painted(TOP_RIGHT):  # the top right seen through the paper is the back's top left
            if any(within(corner.box, box) for box in alone):
                continue
            assert (
                nearest(
                    turned_over(corner.box, front, backs, sheet.fold), [shape.box for shape in behind.painted(TOP_LEFT)]
                )
                < EXACT
            )
    assert copies >= 30


@pytest.mark.parametrize("backs", WAYS)
def test_marks_are_on_both_faces_and_lie_on_each_other(backs: Backs) -> None:
    for sheet, front, back in sheets_of("a4", backs):
        if back is not None:
            (fronts,), (behind,) = crop_paths(front), crop_paths(back)
            assert nearest(turned_over(fronts, front, backs, None), [behind]) < EXACT
        elif sheet.fold is not None:
            one, other = crop_paths(front)
            assert nearest(turned_over(one, front, backs, sheet.fold), [other]) < EXACT


def crop_paths(page: Printed) -> list[Box]:
    """The boxes round all crop marks of a side: the ruler is flat."""
    return [box for box in page.stroked(INK.lower()) if box.width > 20 and box.height > 20]


def test_no_backs_leave_one_page_a_sheet() -> None:
    for sheet, front, back in sheets_of("a4", "none"):
        assert back is None and sheet.mirror is None
        assert not front.painted(BACK)


def test_the_fold_keeps_its_distance() -> None:
    for sheet, _, _ in sheets_of("a4", "gutterfold"):
        if sheet.fold is None or sheet.mirror is None:
            continue
        for placement in sheet.placements:
            bleed = placement.front.inset(-placement.part.bleed)
            edge = bleed.right if sheet.mirror.vertical else bleed.bottom
            assert sheet.fold - edge >= 5 - 1e-6
