"""Measured printer errors, and pages drawn with the inverse error so that prints are true."""

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
    """Printer error on one side of a portrait sheet, seen from that side: shifts the centre right and down in mm,
    rotates clockwise in degrees, and scales across and along."""

    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    across: float = 1.0
    along: float = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """Returns the matrix from intended to printed positions, on paper of this size."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        a, b, c, d = cos * self.across, sin * self.across, -sin * self.along, cos * self.along
        x, y = width / 2, height / 2
        return (a, b, c, d, x + self.right - a * x - c * y, y + self.down - b * x - d * y)


NONE = PrintShift()
"""Of a printer that prints true."""


def fit_shift(pairs: Sequence[Pair], width: float, height: float) -> PrintShift:
    """Fits the shift to measured points by least squares; at least three, not collinear."""
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
    """Returns the root mean square distance, in mm, between points and their positions under a shift."""
    matrix = shift.matrix(width, height)
    squares = [math.dist(map_point(matrix, *meant), found) ** 2 for meant, found in pairs]
    return math.sqrt(sum(squares) / len(squares))


def _plane(us: Sequence[float], vs: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """Fits a plane to values at (u, v): its height at the origin, its slopes along u and v."""
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
    """A printer, or one of its trays: its errors on both sides of this paper, in portrait with the leading edge up.
    `uncertainty` is the possible error at a page corner in mm."""

    name: str = ""
    paper: PaperName
    backs: Turning
    front: PrintShift = NONE
    back: PrintShift = NONE
    uncertainty: float = 0.0

    def check(self, paper: Paper | None, backs: Backs) -> None:
        """Raises BadOptionError if it was measured on paper of another size, where known, or with another way of
        turning sheets."""
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
        """Corrects the pages of a file, printed on these sides in turn. Pages become portrait, as drivers rotate
        landscape pages in different ways. Pages for other paper stay unchanged."""
        misses = (self.front, self.back) != (NONE, NONE)
        for page, side in zip(pages, cycle(sides), strict=False):
            takes = self.takes(paper_of(page.width, page.height))
            yield self._correct_page(page, side) if misses and takes else page

    def takes(self, paper: str | None) -> bool:
        """Returns whether pages of this size go onto its paper: full pages, or smaller ones for A4 and Letter, which
        are centred."""
        return paper == self.paper or (paper == "both" and self.paper in ("a4", "letter"))

    def _correct_page(self, page: Page, side: Side) -> Page:
        """Returns the page in portrait on the printer's paper, under the inverse of the printer's error. With
        short-edge flipping the back goes in foot first, so its page is upside down."""
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
