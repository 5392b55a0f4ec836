"""Cutting machines: the marks by which they find a printed sheet, and what of the paper that leaves. Millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from pnp.scene import Box, Path, Segment
from pnp.sheet.marks import INK
from pnp.sheet.paper import BESIDE, MARGIN, Backs, Paper, PaperName
from pnp.sheet.printer import Printer

CutterName: TypeAlias = Literal["silhouette-1", "silhouette-2", "cricut"]

CLEAR = 2.0
"""White round a mark, which the machine's eye wants."""
FOOT_CLEAR = 25.0
"""And so far from the marks' corners the foot begins, in the margin at the right."""


class UnfitCutterError(ValueError):
    """A machine cannot cut what is asked for: the message says what it can."""


class Marks(msgspec.Struct, frozen=True):
    """Three registration marks, so far in from the paper's edges: a square at the upper left, angles at the upper right
    and the lower left, with arms of this length and width."""

    inset: float
    arm: float
    width: float
    square: float

    @property
    def size(self) -> float:
        """What a mark takes each way."""
        return max(self.arm, self.square)


class Cutter(msgspec.Struct, frozen=True, kw_only=True):
    """A machine. Its sheets bear `marks`; or its own program prints them, and then takes `area` (width, height) of the
    papers named."""

    name: CutterName
    title: str
    marks: Marks | None = None
    area: tuple[float, float] = (0.0, 0.0)
    papers: tuple[PaperName, ...] = ()
    source: str


_ROWS = (
    Cutter(
        name="silhouette-1",
        title="Silhouette",
        marks=Marks(inset=10.0, arm=5.0, width=1.0, square=5.0),
        source="measured by silhouette-card-maker: square 5 × 5, arms 5 × 1, 10 in",
    ),
    Cutter(
        name="silhouette-2",
        title="Silhouette",
        marks=Marks(inset=10.0, arm=8.4, width=1.0, square=5.0),
        source="templates for sheets of cards: square 5 × 5, arms 8.4 × 1, 10.0 in",
    ),
    Cutter(
        name="cricut",
        title="Cricut",
        area=(171.45, 234.95),
        papers=("a4", "letter", "both"),
        source="Cricut, Print Then Cut: at most 6.75 × 9.25 in on A4 and Letter",
    ),
)

CUTTERS: Mapping[CutterName, Cutter] = {row.name: row for row in _ROWS}


class CutPaper(Paper, frozen=True, kw_only=True):
    """A paper as a machine leaves it: what lies on it stays between the marks. Its foot, if there is room for one,
    always stands beside, in the margin."""

    cutter: Cutter

    def field(self, landscape: bool, beside: bool = False) -> Box:
        """Between the marks, and clear of them: of what they leave the upright strip or, `beside`, the level one."""
        width, height = self.size(landscape)
        marks = self.cutter.marks
        if marks is None:
            return Box(0.0, 0.0, width, height)
        far = marks.inset + marks.size + CLEAR
        across, down = (far, marks.inset) if beside else (marks.inset, far)
        return Box(across, down, width - 2 * across, height - 2 * down)

    def foot(self, landscape: bool, beside: bool = False) -> Box:
        width, height = self.size(landscape)
        if self.cutter.marks is None:
            return Box(width, height, 0.0, 0.0)
        reach = self.cutter.marks.inset + FOOT_CLEAR
        return Box(width - MARGIN - BESIDE, reach, BESIDE, height - 2 * reach)

    def marks(self, landscape: bool) -> Iterator[Path]:
        """The registration marks of a sheet that lies so."""
        found = self.cutter.marks
        if found is None:
            return
        width, height = self.size(landscape)
        near, side, arm, thick = found.inset, found.square, found.arm, found.width
        right, low = width - near, height - near
        yield _filled(((near, near), (near + side, near), (near + side, near + side), (near, near + side)))
        yield _filled(
            (
                *((right, near), (right, near + arm), (right - thick, near + arm)),
                *((right - thick, near + thick), (right - arm, near + thick), (right - arm, near)),
            )
        )
        yield _filled(
            (
                *((near, low), (near, low - arm), (near + thick, low - arm)),
                *((near + thick, low - thick), (near + arm, low - thick), (near + arm, low)),
            )
        )


def sheet_paper(paper: Paper, name: CutterName | None) -> Paper:
    """A paper for a machine: as it is, or what its own program takes of it; the paper itself, if none cuts it."""
    if name is None:
        return paper
    cutter = CUTTERS[name]
    width, height = (paper.width, paper.height) if cutter.marks else cutter.area
    title = paper.title if cutter.marks else cutter.title
    return CutPaper(paper.name, title, width, height, cutter.source, cutter=cutter)


def check_cutter(name: CutterName, paper: str, backs: Backs, printer: Printer | None = None) -> None:
    """Raises UnfitCutterError, if a machine cannot cut what is printed so."""
    cutter = CUTTERS[name]
    if backs == "gutterfold":
        raise UnfitCutterError("a machine cuts sheets that are not folded: choose other --backs")
    if cutter.marks is not None:
        return
    if paper not in cutter.papers:
        known = ", ".join(cutter.papers)
        raise UnfitCutterError(f"{cutter.title} prints and cuts on --paper {known} alone")
    if printer is not None:
        raise UnfitCutterError(f"{cutter.title}'s own program prints its sheets: leave out --printer")
    if backs != "none":
        raise UnfitCutterError(f"{cutter.title}'s own program prints one side: choose --backs none")


def _filled(points: tuple[tuple[float, float], ...]) -> Path:
    first, *others = points
    segments: tuple[Segment, ...] = (("M", *first), *(("L", *point) for point in others), ("Z",))
    return Path(segments, fill=INK)
