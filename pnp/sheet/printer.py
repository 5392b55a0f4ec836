"""A printer as it was measured, and pages drawn so that it sets them right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from statistics import covariance, fmean, variance
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import Point, inverse, map_point, multiply
from pnp.scene import IDENTITY, Matrix, Page
from pnp.sheet.paper import PAPERS, Backs, BadOptionError, Paper, PaperName, paper_of

Pair: TypeAlias = tuple[Point, Point]
"""Where a point of the page should be, and where it was found on the paper: mm from the paper's top left."""


class PrintShift(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Error of a printer on one side of an upright sheet, seen from that side: it moves the middle so many mm to the
    right and down, turns the print clockwise by degrees, and scales it across and along."""

    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    across: float = 1.0
    along: float = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """From where ink should be to where it lands, on paper of this size."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        a, b, c, d = cos * self.across, sin * self.across, -sin * self.along, cos * self.along
        x, y = width / 2, height / 2
        return (a, b, c, d, x + self.right - a * x - c * y, y + self.down - b * x - d * y)


NONE = PrintShift()
"""Of a printer that prints true."""


def fit_shift(pairs: Sequence[Pair], width: float, height: float) -> PrintShift:
    """The shift that explains best, by least squares, where points were found; at least three, not in one line."""
    across = [x - width / 2 for (x, _), _ in pairs]
    along = [y - height / 2 for (_, y), _ in pairs]
    right, a, c = _plane(across, along, [found[0] - width / 2 for _, found in pairs])
    down, b, d = _plane(across, along, [found[1] - height / 2 for _, found in pairs])
    # The lines across and those along tell the angle, each the better the further its points are apart.
    weights = variance(across), variance(along)
    angles = math.atan2(b, a), math.atan2(-c, d)
    turn = sum(weight * angle for weight, angle in zip(weights, angles, strict=True)) / sum(weights)
    return PrintShift(right, down, math.degrees(turn), math.hypot(a, b), math.hypot(c, d))


def measure_residual(pairs: Iterable[Pair], shift: PrintShift, width: float, height: float) -> float:
    """The root mean square distance, in mm, of points from where a shift would set them."""
    matrix = shift.matrix(width, height)
    squares = [math.dist(map_point(matrix, *meant), found) ** 2 for meant, found in pairs]
    return math.sqrt(sum(squares) / len(squares))


def _plane(us: Sequence[float], vs: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """The plane through values at (u, v): its height at the origin, its slopes along u and v."""
    uu, vv, uv = variance(us), variance(vs), covariance(us, vs)
    uw, vw = covariance(us, values), covariance(vs, values)
    size = uu * vv - uv * uv
    slope_u, slope_v = (uw * vv - vw * uv) / size, (vw * uu - uw * uv) / size
    return fmean(values) - slope_u * fmean(us) - slope_v * fmean(vs), slope_u, slope_v


Turning: TypeAlias = Literal["long-edge", "short-edge", "separate"]
"""How a sheet is turned over: by the printer about its long or short edge, or by hand about its long edge."""

Side: TypeAlias = Literal["front", "back"]

LONGEST_NAME = 30
"""Characters of a printer's name: it has to find room in a page's foot."""


class Printer(msgspec.Struct, frozen=True, kw_only=True):
    """A printer, or one of its trays: what it does to both sides of a sheet of this paper, upright with the edge up
    that goes in first. A corner of a page may be off by `uncertainty` mm."""

    name: str = ""
    paper: PaperName
    backs: Turning
    front: PrintShift = NONE
    back: PrintShift = NONE
    uncertainty: float = 0.0

    def check(self, paper: Paper | None, backs: Backs) -> None:
        """Raises BadOptionError if it was measured on paper of another size than this, where it is known, or with
        sheets turned another way."""
        size = paper_of(paper.width, paper.height) if paper else None
        if paper and not self.takes(size):
            measure = f"print its test page with `pnp calibrate --paper {size}`, or " if size else ""
            message = f"the printer '{self.name}' was measured on {PAPERS[self.paper].title}, not on {paper.title}"
            raise BadOptionError(f"{message}: {measure}build with --paper {self.paper}")
        if backs in ("long-edge", "short-edge") and backs != self.backs:
            raise BadOptionError(
                f"the printer '{self.name}' was measured with {TURNED[self.backs]}: build with --backs {self.backs}, "
                f"or print its test page with `pnp calibrate --backs {backs}`"
            )

    def correct_pages(self, pages: Iterable[Page], sides: Sequence[Side]) -> Iterator[Page]:
        """The pages of a file, printed on these sides by turns, drawn so that they come out true. They become upright,
        as drivers do not all turn landscape pages the same way. Pages for other paper stay as they are."""
        misses = (self.front, self.back) != (NONE, NONE)
        for page, side in zip(pages, cycle(sides), strict=False):
            takes = self.takes(paper_of(page.width, page.height))
            yield self._correct_page(page, side) if misses and takes else page

    def takes(self, paper: str | None) -> bool:
        """Whether pages of this size go onto its paper: those that fill it, or smaller ones for A4 and Letter, which
        lie in the middle."""
        return paper == self.paper or (paper == "both" and self.paper in ("a4", "letter"))

    def _correct_page(self, page: Page, side: Side) -> Page:
        """The page upright on the printer's own paper, through the inverse of what the printer does to it. The back of
        a sheet that is turned about its short edge goes in foot first, so its page is upside down."""
        width, height = PAPERS[self.paper].size(False)
        across, along = sorted((page.width, page.height))
        lies = page.width > page.height
        upright: Matrix = (0.0, 1.0, -1.0, 0.0, page.height, 0.0) if lies else IDENTITY
        centred: Matrix = (1.0, 0.0, 0.0, 1.0, (width - across) / 2, (height - along) / 2)
        undone = inverse((self.front if side == "front" else self.back).matrix(width, height))
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
