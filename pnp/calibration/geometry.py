"""Where things stand on a printer's test page, in mm from the top left of the upright sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import Point
from pnp.scene import Box
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import Side, Turning

Letter: TypeAlias = Literal["A", "B", "C", "D"]
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
"""The crosses of the front, clockwise from the top left; the same ones of the back should lie behind them."""

MEASURED: tuple[PaperName, ...] = ("a4", "letter", "a3", "tabloid")
"""What a printer holds. One layout for two papers is none."""

CROSS = 55.0
"""From the left and upper edges to the nearest crosses; those opposite stand on whole millimetres, too."""
BELOW = 63.0
MIDDLE_CROSS = 143.5
"""From the upper edge to the cross in the sheet's middle."""
ARM, CIRCLES = 7.0, (2.5, 5.0)
"""Of a cross: half of its lines, and the radii of the circles about it."""
FRAME, FOOT = 12.0, 8.0
"""From the paper's edges to the middle of the frame, and how much more below it, where the page's foot stands."""
FRAME_LINE = 1.0
MARK, CELL = 15.0, 2.5
MARK_IN = 4.0
"""Side and cell of a corner mark; how far it stands inside the frame."""
PLACES = ("top left", "top right", "bottom right", "bottom left")
FRONT_MARKS = (20, 21, 22, 23)
BACK_MARKS: Mapping[Turning, tuple[int, int, int, int]] = {
    "long-edge": (24, 25, 26, 27),
    "short-edge": (28, 29, 30, 31),
    "separate": (32, 33, 34, 35),
}
"""Numbers of the corner marks, clockwise from the top left. Those of the back say how the sheet was turned."""


class Geometry(msgspec.Struct, frozen=True, dict=True):
    """The test page for one paper. Front and back are laid out alike, each as seen from its own side."""

    paper: PaperName

    @cached_property
    def size(self) -> tuple[float, float]:
        return PAPERS[self.paper].size(False)

    @property
    def frame(self) -> Box:
        """The middle of the frame's line."""
        width, height = self.size
        return Box(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME - FOOT)

    def marks(self) -> tuple[Box, ...]:
        """The corner marks, clockwise from the top left."""
        inner = self.frame.inset(MARK_IN)
        lefts, tops = (inner.x, inner.right - MARK), (inner.y, inner.bottom - MARK)
        return tuple(
            Box(x, y, MARK, MARK)
            for x, y in ((lefts[0], tops[0]), (lefts[1], tops[0]), (lefts[1], tops[1]), (lefts[0], tops[1]))
        )

    def crosses(self, side: Side = "front") -> dict[Letter, Point]:
        """The crosses by letter. On the back they are those of the front in a mirror."""
        width, height = self.size
        right, below = float(int(width - CROSS)), float(int(height - BELOW))
        points = ((CROSS, CROSS), (right, CROSS), (right, below), (CROSS, below))
        seen = points if side == "front" else tuple((width - x, y) for x, y in points)
        return dict(zip(LETTERS, seen, strict=True))

    def all_crosses(self, side: Side = "front") -> tuple[Point, ...]:
        """Those with letters and the one in the middle."""
        return (*self.crosses(side).values(), (self.size[0] / 2, MIDDLE_CROSS))

    def photographed(self) -> tuple[Point, ...]:
        """What photographs are measured at: the middles of the corner marks, the corners of the frame, the crosses."""
        box = self.frame
        middles = ((mark.x + mark.width / 2, mark.y + mark.height / 2) for mark in self.marks())
        corners = ((x, y) for y in (box.y, box.bottom) for x in (box.x, box.right))
        return (*middles, *corners, *self.all_crosses())


def marks_of(side: Side, turning: Turning) -> tuple[int, ...]:
    """The numbers of a side's corner marks."""
    return FRONT_MARKS if side == "front" else BACK_MARKS[turning]
