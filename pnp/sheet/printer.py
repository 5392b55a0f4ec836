"""A printer as it was measured, and pages drawn so that it sets them right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply
from pnp.scene import Matrix, Page
from pnp.sheet.misprint import NONE, Misprint
from pnp.sheet.paper import PAPERS, Backs, Paper, PaperName, paper_of

Turning: TypeAlias = Literal["long-edge", "short-edge", "separate"]
"""How a sheet comes to its second side: turned by the printer about its long or short edge, or by hand about its long
edge and put in again."""

Side: TypeAlias = Literal["front", "back"]

LONGEST_NAME = 30
"""Characters of a printer's name: it has to find room in a page's foot."""


class UnfitPrinterError(ValueError):
    """A printer was measured on other paper, or for another way of turning, than is asked for."""


class Printer(msgspec.Struct, frozen=True, kw_only=True):
    """A printer, or one of its trays: what it does to the front and the back of a sheet of this paper.

    Both are of the upright sheet with the edge up that goes in first, each seen from its own side. `uncertainty` is how
    far, in mm, a corner of the page may be from where this says.
    """

    name: str = ""
    paper: PaperName
    backs: Turning
    front: Misprint = NONE
    back: Misprint = NONE
    uncertainty: float = 0.0

    def check(self, paper: str, backs: Backs) -> None:
        """Raises UnfitPrinterError, if it was measured for something else than sheets of this paper, turned so. For
        labels and papers of a kit's own see `check_size`."""
        if paper in PAPERS and not self.takes(paper):
            raise self._unfit(PAPERS[paper].title, paper)
        if backs in ("long-edge", "short-edge") and backs != self.backs:
            raise UnfitPrinterError(
                f"the printer '{self.name}' was measured with {TURNED[self.backs]}: build with --backs {self.backs}, "
                f"or print its test page with `pnp calibrate --backs {backs}`"
            )

    def check_size(self, paper: Paper) -> None:
        """Raises UnfitPrinterError, if it was measured on paper of another size."""
        size = paper_of(paper.width, paper.height)
        if not self.takes(size):
            raise self._unfit(paper.title, size)

    def _unfit(self, title: str, paper: str | None) -> UnfitPrinterError:
        measure = f"print its test page with `pnp calibrate --paper {paper}`, or " if paper else ""
        message = f"the printer '{self.name}' was measured on {PAPERS[self.paper].title}, not on {title}"
        return UnfitPrinterError(f"{message}: {measure}build with --paper {self.paper}")

    def corrected(self, pages: Iterable[Page], sides: Sequence[Side]) -> Iterator[Page]:
        """The pages of a file as they must be drawn so that they come out true; they are printed on these sides, by
        turns. Pages for other paper stay as they are. Fronts and backs stand upright alike, in files of their own too:
        how drivers turn what lies would part them."""
        misses = (self.front, self.back) != (NONE, NONE)
        for page, side in zip(pages, cycle(sides), strict=False):
            yield self._corrected(page, side) if misses and self.takes(paper_of(page.width, page.height)) else page

    def _misprint(self, side: Side) -> Misprint:
        return self.front if side == "front" else self.back

    def takes(self, paper: str | None) -> bool:
        """Whether pages of this size go onto its paper: those that fill it, or smaller ones for A4 and Letter, which
        lie in the middle."""
        return paper == self.paper or (paper == "both" and self.paper in ("a4", "letter"))

    def _corrected(self, page: Page, side: Side) -> Page:
        """The page upright on the printer's own paper, through the inverse of what the printer does to it.

        It is upright because drivers turn what lies, and not all the same way round. A sheet that is turned about its
        short edge goes in again foot first, so the page of its back stands on its head.
        """
        width, height = PAPERS[self.paper].size(False)
        upright = _upright(page)
        across, along = (page.height, page.width) if page.width > page.height else (page.width, page.height)
        centred: Matrix = (1.0, 0.0, 0.0, 1.0, (width - across) / 2, (height - along) / 2)
        undone = self._misprint(side).undone(width, height)
        if side == "back" and self.backs == "short-edge":
            turned: Matrix = (-1.0, 0.0, 0.0, -1.0, width, height)
            undone = multiply(turned, multiply(undone, turned))
        matrix = multiply(undone, multiply(centred, multiply(upright, page.matrix)))
        return replace(page, width=width, height=height, matrix=matrix)


TURNED: dict[Turning, str] = {
    "long-edge": "sheets turned about the long edge",
    "short-edge": "sheets turned about the short edge",
    "separate": "sheets turned by hand",
}


def _upright(page: Page) -> Matrix:
    """From a page to the upright one that shows it lying: a quarter turn clockwise, or nothing."""
    return (0.0, 1.0, -1.0, 0.0, page.height, 0.0) if page.width > page.height else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
