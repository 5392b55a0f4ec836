"""The papers people print on, and how much of each a sheet may use. Millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

from pnp.kit.model import OwnPaper, Stock
from pnp.scene import Box

PaperName: TypeAlias = Literal["a4", "letter", "a3", "tabloid", "both"]
Backs: TypeAlias = Literal["long-edge", "short-edge", "gutterfold", "separate", "none"]
"""How backs are printed: turned by the printer about the paper's long or short edge; on the same side of the
paper, to be folded and glued; as a file of their own, turned by hand about the long edge; not at all."""


MARGIN = 5.0
"""What home printers leave blank at every edge, at least. Trims and their bleed stay inside."""

MARK_MARGIN = 3.5
"""How close to the paper's edge a mark may run: losing its end costs nothing."""

FOOT_HEIGHT = 8.5
"""The strip at the bottom of a page for the ruler and three lines of text. Letter then keeps 259 mm of field."""

FOOT_GAP = 1.8
"""Between the bleed of the lowest component and the foot; room for the stump of a crop mark."""

LEAST_FOOT = 180.0
"""How wide a foot is at least: its ruler, and its words beside."""

BESIDE = 3.2
"""How wide the foot is where it stands beside the components, in one line along the right edge: on paper that is too
short for a strip below. Letter then takes three poker cards one above the other."""


class Paper(msgspec.Struct, frozen=True):
    """A paper, upright. `source` says where its measures come from. `margin` stays blank at every edge; one that is not
    `footed` is too narrow for a foot, or has no room for it."""

    name: str
    title: str
    width: float
    height: float
    source: str
    margin: float = MARGIN
    footed: bool = True

    def size(self, landscape: bool) -> tuple[float, float]:
        return (self.height, self.width) if landscape else (self.width, self.height)

    def field(self, landscape: bool, beside: bool = False) -> Box:
        """Where trims and bleed may lie: inside the margins and above the foot, or left of one that stands beside."""
        width, height = self.size(landscape)
        near = self.margin
        if not self.footed:
            return Box(near, near, width - 2 * near, height - 2 * near)
        foot = self.foot(landscape, beside)
        if beside:
            return Box(near, near, foot.x - FOOT_GAP - near, height - 2 * near)
        return Box(near, near, width - 2 * near, foot.y - FOOT_GAP - near)

    def foot(self, landscape: bool, beside: bool = False) -> Box:
        """Where ruler and foot stand: clear of the marks that run out at the ends of a full page."""
        width, height = self.size(landscape)
        near = self.margin
        if not self.footed:
            return Box(near, height - near, 0.0, 0.0)
        if beside:
            return Box(width - near - BESIDE, 2 * near + 1, BESIDE, height - 4 * near - 2)
        return Box(2 * near + 1, height - near - FOOT_HEIGHT, width - 4 * near - 2, FOOT_HEIGHT)


_ROWS = (
    Paper("a4", "A4", 210.0, 297.0, "ISO 216"),
    Paper("letter", "Letter", 215.9, 279.4, "ANSI/ASME Y14.1, size A"),
    Paper("a3", "A3", 297.0, 420.0, "ISO 216"),
    Paper("tabloid", "Tabloid", 279.4, 431.8, "ANSI/ASME Y14.1, size B"),
    # A4's width and Letter's height: print dialogs set a smaller page in the middle of the paper, so it keeps
    # its margins on either, and a back mirrored about the page's middle still lands on its front. A field of
    # 190 × 259 for trims lies inside it.
    Paper("both", "A4 / Letter", 210.0, 279.4, "the smaller measure of A4 and Letter each way"),
)

PAPERS: Mapping[str, Paper] = {row.name: row for row in _ROWS}


def way_of(stock: Stock, backs: Backs) -> Backs:
    """How backs of a stock are printed: those on labels on sheets of their own, to stick on the other side."""
    return "separate" if stock == "label" and backs != "none" else backs


def named(name: str) -> PaperName | None:
    """The name of one of the press's papers; None for any other."""
    return next((known for known in get_args(PaperName) if known == name), None)


def own_paper(name: str, own: OwnPaper) -> Paper:
    """A paper of a kit's own, upright. One on which no foot has room has none."""
    width, height = sorted(own.size)
    footed = width - 4 * own.margin - 2 >= LEAST_FOOT
    return Paper(name, name, width, height, "the kit", own.margin, footed)


def paper_of(width: float, height: float) -> str | None:
    """The paper of this size, however it lies; None if there is none."""
    for paper in PAPERS.values():
        if sorted((width, height)) == sorted((paper.width, paper.height)):
            return paper.name
    return None
