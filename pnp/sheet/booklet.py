"""Imposes leaflets as saddle-stitched booklets: two pages per side, printed on both sides, nested, folded and
stapled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from msgspec.structs import replace

from pnp.scene import Box, Group, Item, Page, Path, Placed, Stroke
from pnp.sheet.marks import GREY
from pnp.sheet.paper import MARGIN, Backs, Paper, duplex, find_booklet_paper

SPINE = Stroke(GREY, 0.2)
FOLD_TICK = 4.0
STAPLE = 12.0
"""The back of a common 24/6 staple is 12 mm wide."""
STAPLES_AT = (0.25, 0.75)
"""Where staples go, as shares of the spine."""
BLANK = "–"
"""What viewers call a side without a page."""


def signature(count: int) -> tuple[tuple[int | None, int | None, int | None, int | None], ...]:
    """Returns for each sheet, outermost first, the page numbers (from 1) on the left and right of its front, then of
    its back. None is a blank page at the end."""
    total = -(-count // 4) * 4
    page = [None, *range(1, count + 1), *[None] * 3]
    return tuple(
        (page[total - 2 * i], page[1 + 2 * i], page[2 + 2 * i], page[total - 1 - 2 * i]) for i in range(total // 4)
    )


def impose_booklet(
    pages: Sequence[Page], paper: Paper, backs: Backs, right_to_left: bool = False
) -> Iterator[tuple[Page, Page]]:
    """Yields the front and back of each sheet of a booklet, outermost first. Pages must have `find_page_size(paper)`.

    Backs flip on the long edge unless the options say short edge. A right-to-left booklet has its spine on the right.
    """
    sheet = find_booklet_paper(paper)
    width, height = sheet.size(True)
    turn: Backs = "short-edge" if backs == "short-edge" else "long-edge"
    over_the_top = not duplex(sheet, True, turn).vertical
    for index, numbers in enumerate(signature(len(pages))):
        front, behind = (
            Page(width, height, tuple(_spread(pages, left, right, width, height)), label=_label(pages, left, right))
            for left, right in ((side[::-1] if right_to_left else side) for side in (numbers[:2], numbers[2:]))
        )
        if index == 0:
            front = replace(front, items=(*front.items, *_spine(width / 2, height)))
        if over_the_top:
            behind = replace(behind, matrix=(-1.0, 0.0, 0.0, -1.0, width, height))
        yield front, behind


def _label(pages: Sequence[Page], *numbers: int | None) -> str:
    return ", ".join(pages[number - 1].label or str(number) for number in numbers if number is not None) or BLANK


def _spread(
    pages: Sequence[Page], left: int | None, right: int | None, width: float, height: float
) -> Iterator[Item | Placed]:
    """Yields two pages side by side at the spine, each cropped to its edges. The drawing order is kept."""
    for number, side in ((left, -1.0), (right, 0.0)):
        if number is None:
            continue
        page = pages[number - 1]
        edge = Box(0.0, 0.0, page.width, page.height)
        dx, dy = width / 2 + side * page.width, (height - page.height) / 2
        for is_placed, run in groupby(page.items, lambda item: isinstance(item, Placed)):
            if is_placed:
                for placed in cast(Iterator[Placed], run):
                    clip = (placed.clip or edge).common(edge).moved(dx, dy)
                    yield replace(placed, x=placed.x + dx, y=placed.y + dy, clip=clip)
            else:
                yield Group(tuple(cast(Iterator[Item], run)), (1.0, 0.0, 0.0, 1.0, dx, dy), edge)


def _spine(x: float, height: float) -> Iterator[Path]:
    """Marks on the outside of the outermost sheet: the fold, and the staples."""
    ends = [(MARGIN, MARGIN + FOLD_TICK), (height - MARGIN - FOLD_TICK, height - MARGIN)]
    ends += [(height * share - STAPLE / 2, height * share + STAPLE / 2) for share in STAPLES_AT]
    for start, end in ends:
        yield Path((("M", x, start), ("L", x, end)), stroke=SPINE)
