"""What a file asks of the printer and of the maker's hands."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pnp.kit.model import Stock
from pnp.scene import Page
from pnp.sheet.impose import Sheet
from pnp.sheet.pack import Meeting


class PrintJob(msgspec.Struct, frozen=True, kw_only=True):
    """A file to print: its name, what it holds, on which stock and paper, how many sheets, and the work it makes.

    `onto` is the file whose sheets it goes onto the backs of: they are not counted again. `cuts` are straight cuts
    across blocks and shapes to cut out, `folds` lines to fold; `meetings` are the ways in which pieces lie beside each
    other.
    """

    file: str
    holds: str
    paper: str
    sheets: int
    stock: Stock | None = None
    both_sides: bool = False
    onto: str = ""
    cuts: int = 0
    folds: int = 0
    meetings: tuple[Meeting, ...] = ()

    @property
    def new_sheets(self) -> int:
        """Its sheets, if they are counted with no other file."""
        return 0 if self.onto else self.sheets


class View(msgspec.Struct, frozen=True, eq=False):
    """A sheet as it lies on the table, for a picture of it: its page, the cuts and folds it makes, and of how many
    sheets after one another, itself among them, it is the picture."""

    page: Page
    cuts: int = 0
    folds: int = 0
    alike: int = 1


def work(sheets: Iterable[Sheet]) -> tuple[int, int]:
    """How many cuts and folds the sheets make: cut lines of each block, one for each shape; fold lines, the gutter's
    among them."""
    cuts = folds = 0
    for sheet in sheets:
        cuts += outlines([sheet])
        folds += sum(placement.part.creases for placement in sheet.placements) + (sheet.fold is not None)
        for block in sheet.cuts:
            cuts += len(block.xs) + len(block.ys)
            folds += len(block.fold_xs) + len(block.fold_ys)
    return cuts, folds


def outlines(sheets: Iterable[Sheet]) -> int:
    """How many of the cuts are shapes to cut out along their outline."""
    return sum(1 for sheet in sheets for placement in sheet.placements if placement.part.outlined)


def meetings(sheets: Iterable[Sheet]) -> tuple[Meeting, ...]:
    """The ways in which pieces of the sheets lie beside each other, each once; of a block of one piece none."""
    found = {block.meeting for sheet in sheets for block in sheet.cuts if max(len(block.xs), len(block.ys)) > 2}
    return tuple(sorted(found))
