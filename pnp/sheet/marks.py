"""Crop marks and fold marks: short lines outside the components, for aligning a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from pnp.scene import Box, Path, Segment, Stroke
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import MARK_MARGIN, Mirror

INK = "#000000"
GREY = "#666666"
"""Of all that the press itself prints round pieces: black ink alone is sharp, and spares the others."""

MARK = Stroke(INK, 0.15)
"""Of crop marks: thin enough to cut along either side of it."""
FOLD = Stroke(GREY, 0.2, dash=(0.9, 0.6))
OUTLINE = Stroke(GREY, 0.15)
"""Of a disc's or hexagon's cut, on the trim itself: marks beside it could not show it."""

MARK_LENGTH = 4.5
MARK_START = 3.2
"""How far outside the trim a crop mark begins, if there is room."""
MARK_LEAST = 1.2
"""A mark with less room than this moves towards the trim, though never into the bleed."""
CLEAR = 0.2
"""What a mark keeps from the bleed; and at least `TRIM_CLEAR` from a trim without bleed."""
TRIM_CLEAR = 0.6
FURNITURE_CLEAR = 0.3


class Cuts(msgspec.Struct, frozen=True):
    """A block of components separated by through-cuts: the outer box of its trims, its bleed (across, down), and where
    cuts (and folds) cross it, in page coordinates. `meeting` is how its components meet."""

    box: Box
    bleed: tuple[float, float]
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    fold_xs: tuple[float, ...] = ()
    fold_ys: tuple[float, ...] = ()
    meeting: Meeting = "apart"

    @property
    def outer(self) -> Box:
        """The block with its bleed."""
        across, down = self.bleed
        return Box(self.box.x - across, self.box.y - down, self.box.width + 2 * across, self.box.height + 2 * down)


class Mark(msgspec.Struct, frozen=True):
    """A line from (x1, y1) to (x2, y2), dashed if it marks a fold."""

    x1: float
    y1: float
    x2: float
    y2: float
    fold: bool = False


def crop_marks(cuts: tuple[Cuts, ...], page: Box, furniture: tuple[Box, ...]) -> tuple[Mark, ...]:
    """Returns the marks at both ends of every cut and fold of these blocks.

    They stay on the printable part of the `page`, outside every block's bleed and the `furniture` (footer and fold
    line), and end halfway to a neighbouring block.
    """
    upright = _draw_upright_marks(cuts, page, furniture)
    swapped = [Cuts(one.box.swap_axes(), one.bleed[::-1], one.ys, one.xs, one.fold_ys, one.fold_xs) for one in cuts]
    level = _draw_upright_marks(swapped, page.swap_axes(), [box.swap_axes() for box in furniture])
    return (*upright, *(Mark(one.y1, one.x1, one.y2, one.x2, one.fold) for one in level))


def mark_paths(marks: tuple[Mark, ...], mirror: Mirror | None = None) -> tuple[Path, ...]:
    """Returns one path of crop marks and one of fold marks, mirrored for a back."""
    paths = []
    for fold, stroke in ((False, MARK), (True, FOLD)):
        segments: list[Segment] = []
        for mark in marks:
            if mark.fold == fold:
                ends = ((mark.x1, mark.y1), (mark.x2, mark.y2))
                segments += open_path([mirror.point(*end) if mirror else end for end in ends])
        if segments:
            paths.append(Path(tuple(segments), stroke=stroke))
    return tuple(paths)


def printable(width: float, height: float) -> Box:
    """Returns the area for marks on a page of this size."""
    return Box(0.0, 0.0, width, height).inset(MARK_MARGIN)


def _draw_upright_marks(cuts: Sequence[Cuts], page: Box, furniture: Sequence[Box]) -> Iterator[Mark]:
    near = FURNITURE_CLEAR
    for block in cuts:
        box, bleed = block.box, block.bleed[1]
        blocks = [other.outer for other in cuts if other is not block]
        ends = ((box.y, -1, box.y - page.y), (box.bottom, 1, page.bottom - box.bottom))
        lines = (*((x, False) for x in block.xs), *((x, True) for x in block.fold_xs))
        for (x, fold), (edge, way, room) in product(lines, ends):
            for other, shared in (*((one, True) for one in blocks), *((one, False) for one in furniture)):
                distance = edge - other.bottom if way < 0 else other.y - edge
                if distance >= 0 and other.x - near < x < other.right + near:
                    # The room before another block is shared with its marks.
                    room = min(room, (bleed + distance - CLEAR) / 2 if shared else distance - near)
            nearest = max(bleed + CLEAR, TRIM_CLEAR)
            start = max(MARK_START, nearest)
            end = min(start + MARK_LENGTH, room)
            if end - start < MARK_LEAST:
                start = max(nearest, end - MARK_LEAST)
            if end - start > CLEAR:
                yield Mark(x, edge + way * start, x, edge + way * end, fold)


WHITE = "#FFFDF8"
CUT_GROUND = Stroke(WHITE, 0.36, join="round")
CUT = Stroke(INK, 0.2, join="round")
FOLD_GROUND = Stroke(WHITE, 0.2)
FOLD_DASHES = Stroke(INK, 0.2, dash=(0.8, 0.8))
SIGN = Stroke(GREY, 0.25, cap="round", join="round")

Point = tuple[float, float]


def open_path(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Returns an open polyline."""
    first, *others = points
    return (("M", *first), *(("L", *point) for point in others))


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Returns a closed polyline."""
    return (*open_path(points), ("Z",))


def cut_line(segments: tuple[Segment, ...]) -> tuple[Path, Path]:
    """Returns a solid line that is visible on dark and light grounds."""
    return Path(segments, stroke=CUT_GROUND), Path(segments, stroke=CUT)


def fold_line(start: Point, end: Point) -> tuple[Path, Path]:
    """Returns a dashed line that is visible on dark and light grounds."""
    segments: tuple[Segment, ...] = (("M", *start), ("L", *end))
    return Path(segments, stroke=FOLD_GROUND), Path(segments, stroke=FOLD_DASHES)


def glue(x: float, y: float, height: float) -> Path:
    """Returns a glue symbol centred at (x, y)."""
    half, top = height * 0.34, y - height / 2
    belly = y + height / 2 - half
    round_ = 0.5523 * half  # the arms of the cubic curve nearest to a quarter circle
    return Path(
        (
            ("M", x, top),
            ("C", x + half * 0.35, top + height * 0.3, x + half, belly - half * 0.75, x + half, belly),
            ("C", x + half, belly + round_, x + round_, belly + half, x, belly + half),
            ("C", x - round_, belly + half, x - half, belly + round_, x - half, belly),
            ("C", x - half, belly - half * 0.75, x - half * 0.35, top + height * 0.3, x, top),
            ("Z",),
        ),
        stroke=SIGN,
    )
