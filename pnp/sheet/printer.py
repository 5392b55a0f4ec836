"""A printer as it was measured, and pages drawn so that it sets them right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import Point, inverse, map_point, multiply
from pnp.scene import IDENTITY, Matrix, Page
from pnp.sheet.paper import PAPERS, Backs, BadOptionError, Paper, PaperName, paper_of

Pair: TypeAlias = tuple[Point, Point]
"""Where a point of the page should be, and where it was found on the paper: mm from the paper's top left."""


class PrintShift(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a printer does to one side of an upright sheet, seen from that side: how far the paper's middle is printed
    to the right and down, in mm; by how many degrees the print is turned, clockwise; and its scale across and along."""

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

    def undone(self, width: float, height: float) -> Matrix:
        """Through what a page is to be drawn, so that this printer sets it right."""
        if self == NONE:
            return IDENTITY
        return inverse(self.matrix(width, height))


NONE = PrintShift()
"""Of a printer that prints true."""


def fit_shift(pairs: Sequence[Pair], width: float, height: float) -> PrintShift:
    """The shift that explains best, by least squares, where points were found; at least three, not in one line."""
    across = [x - width / 2 for (x, _), _ in pairs]
    along = [y - height / 2 for (_, y), _ in pairs]
    right, a, c = _plane(across, along, [found[0] - width / 2 for _, found in pairs])
    down, b, d = _plane(across, along, [found[1] - height / 2 for _, found in pairs])
    # The lines across and those along tell the angle, each the better the further its points are apart.
    weights = _spread(across), _spread(along)
    angles = math.atan2(b, a), math.atan2(-c, d)
    turn = sum(weight * angle for weight, angle in zip(weights, angles, strict=True)) / sum(weights)
    return PrintShift(right, down, math.degrees(turn), math.hypot(a, b), math.hypot(c, d))


def measure_residual(pairs: Iterable[Pair], shift: PrintShift, width: float, height: float) -> float:
    """What a shift leaves unexplained: how far points were found from where it would set them, in mm, as the root
    of the mean square."""
    matrix = shift.matrix(width, height)
    squares = [math.dist(map_point(matrix, *meant), found) ** 2 for meant, found in pairs]
    return math.sqrt(sum(squares) / len(squares))


def _plane(us: Sequence[float], vs: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """The plane through values at (u, v): its height at the origin, its slopes along u and v."""
    count = len(values)
    u0, v0, w0 = sum(us) / count, sum(vs) / count, sum(values) / count
    uu = sum((u - u0) ** 2 for u in us)
    vv = sum((v - v0) ** 2 for v in vs)
    uv = sum((u - u0) * (v - v0) for u, v in zip(us, vs, strict=True))
    uw = sum((u - u0) * w for u, w in zip(us, values, strict=True))
    vw = sum((v - v0) * w for v, w in zip(vs, values, strict=True))
    size = uu * vv - uv * uv
    slope_u, slope_v = (uw * vv - vw * uv) / size, (vw * uu - uw * uv) / size
    return w0 - slope_u * u0 - slope_v * v0, slope_u, slope_v


def _spread(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values)


Turning: TypeAlias = Literal["long-edge", "short-edge", "separate"]
"""How a sheet comes to its second side: turned by the printer about its long or short edge, or by hand about its long
edge and put in again."""

Side: TypeAlias = Literal["front", "back"]

LONGEST_NAME = 30
"""Characters of a printer's name: it has to find room in a page's foot."""


class Printer(msgspec.Struct, frozen=True, kw_only=True):
    """A printer, or one of its trays: what it does to the front and the back of a sheet of this paper.

    Both are of the upright sheet with the edge up that goes in first, each seen from its own side. `uncertainty` is how
    far, in mm, a corner of the page may be from where this says.
    """

    name: str = ""
    paper: PaperName
    backs: Turning
    front: PrintShift = NONE
    back: PrintShift = NONE
    uncertainty: float = 0.0

    def check(self, paper: str, backs: Backs) -> None:
        """Raises BadOptionError, if it was measured for something else than sheets of this paper, turned so. For
        labels and papers of a kit's own see `check_size`."""
        if paper in PAPERS and not self.takes(paper):
            raise self._unfit(PAPERS[paper].title, paper)
        if backs in ("long-edge", "short-edge") and backs != self.backs:
            raise BadOptionError(
                f"the printer '{self.name}' was measured with {TURNED[self.backs]}: build with --backs {self.backs}, "
                f"or print its test page with `pnp calibrate --backs {backs}`"
            )

    def check_size(self, paper: Paper) -> None:
        """Raises BadOptionError, if it was measured on paper of another size."""
        size = paper_of(paper.width, paper.height)
        if not self.takes(size):
            raise self._unfit(paper.title, size)

    def _unfit(self, title: str, paper: str | None) -> BadOptionError:
        measure = f"print its test page with `pnp calibrate --paper {paper}`, or " if paper else ""
        message = f"the printer '{self.name}' was measured on {PAPERS[self.paper].title}, not on {title}"
        return BadOptionError(f"{message}: {measure}build with --paper {self.paper}")

    def corrected(self, pages: Iterable[Page], sides: Sequence[Side]) -> Iterator[Page]:
        """The pages of a file as they must be drawn so that they come out true; they are printed on these sides, by
        turns. Pages for other paper stay as they are. Fronts and backs stand upright alike, in files of their own too:
        how drivers turn what lies would part them."""
        misses = (self.front, self.back) != (NONE, NONE)
        for page, side in zip(pages, cycle(sides), strict=False):
            yield self._corrected(page, side) if misses and self.takes(paper_of(page.width, page.height)) else page

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
        across, along = sorted((page.width, page.height))
        lies = page.width > page.height
        upright: Matrix = (0.0, 1.0, -1.0, 0.0, page.height, 0.0) if lies else IDENTITY
        centred: Matrix = (1.0, 0.0, 0.0, 1.0, (width - across) / 2, (height - along) / 2)
        undone = (self.front if side == "front" else self.back).undone(width, height)
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
