"""Papers, and the usable area of each. Millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

import msgspec

from pnp.kit.model import LabelGrid, OwnPaper, Stock, find_first_label
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
"""Width of a foot beside the components. Letter then takes three poker cards one above the other."""


class Paper(msgspec.Struct, frozen=True):
    """A paper in portrait. `margin` stays blank at every edge; without `footed` there is no room for a footer."""

    name: str
    title: str
    width: float
    height: float
    margin: float = MARGIN
    footed: bool = True

    def size(self, landscape: bool) -> tuple[float, float]:
        return (self.height, self.width) if landscape else (self.width, self.height)

    def field(self, landscape: bool, beside: bool = False) -> Box:
        """Returns the area for trims and bleed: inside the margins and above the footer, or left of one beside it."""
        width, height = self.size(landscape)
        near = self.margin
        if not self.footed:
            return Box(near, near, width - 2 * near, height - 2 * near)
        foot = self.foot(landscape, beside)
        if beside:
            return Box(near, near, foot.x - FOOT_GAP - near, height - 2 * near)
        return Box(near, near, width - 2 * near, foot.y - FOOT_GAP - near)

    def foot(self, landscape: bool, beside: bool = False) -> Box:
        """Returns the box of ruler and footer: clear of the crop marks of a full page."""
        width, height = self.size(landscape)
        near = self.margin
        if not self.footed:
            return Box(near, height - near, 0.0, 0.0)
        if beside:
            return Box(width - near - BESIDE, 2 * near + 1, BESIDE, height - 4 * near - 2)
        return Box(2 * near + 1, height - near - FOOT_HEIGHT, width - 4 * near - 2, FOOT_HEIGHT)


PAPERS: Mapping[str, Paper] = {
    # Sizes of ISO 216 and ANSI/ASME Y14.1.
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "letter": Paper("letter", "Letter", 215.9, 279.4),
    "a3": Paper("a3", "A3", 297.0, 420.0),
    "tabloid": Paper("tabloid", "Tabloid", 279.4, 431.8),
    # A4's width and Letter's height: print dialogs centre a smaller page on the paper, so it keeps its margins on
    # either, and its backs stay behind their fronts. It has a field of 190 × 259 for trims.
    "both": Paper("both", "A4 / Letter", 210.0, 279.4),
}


def find_backs(stock: Stock, backs: Backs) -> Backs:
    """Returns how the backs of a stock are printed; those of labels are on separate sheets, to stick on the other
    side."""
    return "separate" if stock == "label" and backs != "none" else backs


def paper_of(width: float, height: float) -> str | None:
    """Returns the paper of this size in either orientation; None if there is none."""
    size = sorted((width, height))
    return next((paper.name for paper in PAPERS.values() if sorted((paper.width, paper.height)) == size), None)


Turns: TypeAlias = Literal[0, 1, 2, 3]


class Mirror(msgspec.Struct, frozen=True):
    """A mirror about the vertical line x = `at`, or the horizontal line y = `at`."""

    vertical: bool
    at: float

    def box(self, box: Box) -> Box:
        """Returns the position of a back, given the box of its front."""
        if self.vertical:
            return Box(2 * self.at - box.right, box.y, box.width, box.height)
        return Box(box.x, 2 * self.at - box.bottom, box.width, box.height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self.vertical:
            return 2 * self.at - x, y
        return x, 2 * self.at - y

    def turns(self, turns: Turns) -> Turns:
        """Returns the rotation of a back for a turned front. A component flips about its own vertical axis."""
        return cast(Turns, (-turns if self.vertical else 2 - turns) % 4)


def duplex(paper: Paper, landscape: bool, backs: Backs) -> Mirror:
    """Returns the mirror of a sheet whose back is a separate page. Short edge refers to the paper."""
    width, height = paper.size(landscape)
    vertical = (backs == "short-edge") == landscape
    return Mirror(vertical, (width if vertical else height) / 2)


A4, LETTER = (210.0, 297.0), (215.9, 279.4)


class LabelPaper(Paper, frozen=True, kw_only=True):
    """A sheet of labels; `labels` are their boxes row by row, `gap` is the distance between two."""

    fields: tuple[Box, ...]
    gap: tuple[float, float]


KNOWN: Mapping[str, OwnPaper] = {
    "labels-63x38": OwnPaper(A4, labels=LabelGrid(3, 7, (63.5, 38.1), (66.04, 38.1))),
    "labels-63x34": OwnPaper(A4, labels=LabelGrid(3, 8, (63.5, 33.9), (66.04, 33.9))),
    "labels-99x38": OwnPaper(A4, labels=LabelGrid(2, 7, (99.1, 38.1), (101.6, 38.1))),
    "labels-99x68": OwnPaper(A4, labels=LabelGrid(2, 4, (99.1, 67.7), (101.6, 67.7))),
    "labels-38x21": OwnPaper(A4, labels=LabelGrid(5, 13, (38.1, 21.2), (40.6, 21.2))),
    "labels-67x25": OwnPaper(LETTER, labels=LabelGrid(3, 10, (66.675, 25.4), (69.85, 25.4))),
    "labels-102x51": OwnPaper(LETTER, labels=LabelGrid(2, 5, (101.6, 50.8), (106.3625, 50.8))),
}
"""Common sheets by their measures, all in the middle of their paper. Source: the measures that makers print on the
boxes of 21, 24, 14, 8 and 65 labels on A4, of 30 and 10 on Letter."""


def make_own_paper(name: str, own: OwnPaper) -> Paper:
    """Returns a kit's own paper in portrait, or a sheet of labels. It has no footer if there is no room."""
    width, height = sorted(own.size)
    labels = own.labels
    if labels is None:
        footed = width - 4 * own.margin - 2 >= LEAST_FOOT
        return Paper(name, name, width, height, own.margin, footed)
    left, top = find_first_label(own)
    across, down = labels.pitch or labels.size
    fields = tuple(
        Box(left + column * across, top + row * down, *labels.size)
        for row in range(labels.rows)
        for column in range(labels.columns)
    )
    gap = (across - labels.size[0], down - labels.size[1])
    return LabelPaper(name, name, *own.size, footed=False, fields=fields, gap=gap)


LEAFLET_PAGES = {"a4": (148.0, 210.0), "letter": (139.7, 215.9), "both": (139.7, 210.0)}
LARGEST_PAGE = (max(width for width, _ in LEAFLET_PAGES.values()), max(height for _, height in LEAFLET_PAGES.values()))
"""What holds a leaflet on whichever paper it is printed."""
_BOOKLET_PAPERS = {"a3": "a4", "tabloid": "letter"}


def find_page_size(paper: Paper) -> tuple[float, float]:
    """Returns the page size of a leaflet for this paper: A5, half Letter, or the common part of both."""
    return LEAFLET_PAGES[find_booklet_paper(paper).name]


def find_booklet_paper(paper: Paper) -> Paper:
    """Returns the paper for a booklet: large and custom papers are replaced by the one whose half is a page."""
    if paper.name not in PAPERS:
        return PAPERS["letter" if paper.width == PAPERS["letter"].width else "a4"]
    return PAPERS[_BOOKLET_PAPERS.get(paper.name, paper.name)]


CutterName: TypeAlias = Literal["silhouette-1", "silhouette-2", "cricut"]

MACHINE_CLEAR = 2.0
"""White round a mark, which the machine's eye wants."""
FOOT_CLEAR = 25.0
"""And so far from the marks' corners the foot begins, in the margin at the right."""


class BadOptionError(ValueError):
    """An impossible option; the message lists possible ones."""


MARK_INSET, MARK_SQUARE, MARK_WIDTH = 10.0, 5.0, 1.0
"""Three registration marks, so far in from the paper's edges: a square at the upper left, so wide, and angles at the
upper right and the lower left, with arms so thick."""


class Cutter(msgspec.Struct, frozen=True):
    """A cutting machine. Its sheets have registration marks with arms of this length; with length 0 its own program
    prints them and uses `area` (width, height) of the listed papers."""

    title: str
    source: str
    arm: float = 0.0
    area: tuple[float, float] = (0.0, 0.0)
    papers: tuple[PaperName, ...] = ()


CUTTERS: Mapping[CutterName, Cutter] = {
    "silhouette-1": Cutter("Silhouette", "measured by silhouette-card-maker: square 5 × 5, arms 5 × 1, 10 in", 5.0),
    "silhouette-2": Cutter("Silhouette", "templates for sheets of cards: square 5 × 5, arms 8.4 × 1, 10.0 in", 8.4),
    "cricut": Cutter(
        "Cricut",
        "Cricut, Print Then Cut: at most 6.75 × 9.25 in on A4 and Letter",
        area=(171.45, 234.95),
        papers=("a4", "letter", "both"),
    ),
}


class CutPaper(Paper, frozen=True, kw_only=True):
    """A paper for a machine: pieces lie between the marks; the footer is in the right margin if there is room."""

    cutter: Cutter

    def field(self, landscape: bool, beside: bool = False) -> Box:
        """Returns the area between the marks: the upright strip or, `beside`, the horizontal one."""
        width, height = self.size(landscape)
        if not self.cutter.arm:
            return Box(0.0, 0.0, width, height)
        far = MARK_INSET + max(self.cutter.arm, MARK_SQUARE) + MACHINE_CLEAR
        across, down = (far, MARK_INSET) if beside else (MARK_INSET, far)
        return Box(across, down, width - 2 * across, height - 2 * down)

    def foot(self, landscape: bool, beside: bool = False) -> Box:
        width, height = self.size(landscape)
        if not self.cutter.arm:
            return Box(width, height, 0.0, 0.0)
        reach = MARK_INSET + FOOT_CLEAR
        return Box(width - MARGIN - BESIDE, reach, BESIDE, height - 2 * reach)


def find_sheet_paper(paper: Paper, name: CutterName | None) -> Paper:
    """Returns the paper as a cutting machine uses it; unchanged without a machine."""
    if name is None:
        return paper
    cutter = CUTTERS[name]
    width, height = (paper.width, paper.height) if cutter.arm else cutter.area
    title = paper.title if cutter.arm else cutter.title
    return CutPaper(paper.name, title, width, height, cutter=cutter)


def check_cutter(name: CutterName, paper: str, backs: Backs, corrected: bool = False) -> None:
    """Raises BadOptionError if a machine cannot cut these prints."""
    cutter = CUTTERS[name]
    if backs == "gutterfold":
        raise BadOptionError("a machine cuts sheets that are not folded: choose other --backs")
    if cutter.arm:
        return
    if paper not in cutter.papers:
        known = ", ".join(cutter.papers)
        raise BadOptionError(f"{cutter.title} prints and cuts on --paper {known} alone")
    if corrected:
        raise BadOptionError(f"{cutter.title}'s own program prints its sheets: leave out --printer")
    if backs != "none":
        raise BadOptionError(f"{cutter.title}'s own program prints one side: choose --backs none")
