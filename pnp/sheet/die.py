"""Dice to fold: the net of a cube with seven glue tabs, marked from outside so that no line is seen on the die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pnp.scene import Item, Path, Scene, Segment, Stroke
from pnp.sheet.marks import INK, WHITE, Knife, Panel, Point, cut_line, glue, net_scene, panel, polygon, reach, way

TAB_SHARE, TAB_LEAST, TAB_MOST = 0.3125, 4.0, 8.0
"""A tab's depth as a share of the edge, within what fingers can press and a small cube can hold, mm."""
SLANT = 0.4
"""How much a tab narrows at each end, as a share of its depth."""
BLEED = 1.5
"""How far faces run on over tabs and cuts, so that a fold or cut beside its line shows no white, mm."""
DROP = 0.5
CREASES = 12
"""Five between faces, seven at tabs."""
BARE, CLEAR, TICK = 3.0, 1.0, 3.0
"""Marks are `TICK` mm long and begin `BARE` mm from an edge that is cut, or `CLEAR` mm from a tab."""
TICKED = Stroke(INK, 0.2)
TICKED_FOLD = Stroke(INK, 0.2, dash=(0.9, 0.7))

# Column and row of each side in the net, so that side i lies opposite side 5 - i: a belt of four that reads
# upright all round, and the two others above and below its second square.
_SQUARES: tuple[tuple[int, int], ...] = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1), (3, 1))


class Tick(msgspec.Struct, frozen=True):
    """A mark outside the net in line with a cut, or with a fold that is nowhere cut."""

    start: Point
    end: Point
    fold: bool


def tab_depth(edge: float) -> float:
    return min(TAB_MOST, max(TAB_LEAST, TAB_SHARE * edge))


def net_size(edge: float) -> tuple[float, float]:
    """Width and height of a net with its marks."""
    left, above = _origin(edge)
    return left + 4 * edge + above, 3 * edge + 2 * above


def net(sides: Sequence[Scene], *, marked: bool = True) -> Scene:
    """The net of a die whose six faces are squares of one size; `sides[i]` and `sides[5 - i]` are opposite.

    Lines are drawn on tabs alone, which vanish inside; marks beside the net show where else to cut (solid) and to
    fold (dashed), if it is to be `marked`. Raises ValueError if there are not six equal squares.
    """
    edge = sides[0].width if sides else 0.0
    if len(sides) != 6 or any((side.width, side.height) != (edge, edge) for side in sides):
        raise ValueError("a die wants six square faces of one size")
    tabs = [Path(polygon(points), fill=WHITE) for points in outlines(edge)]
    signs: list[Item] = []
    for points in outlines(edge):
        signs += cut_line(way(points))
    signs += [glue(x, y, tab_depth(edge) * DROP) for x, y in _tab_middles(edge)]
    if marked:
        signs += _drawn(ticks(edge))
    scene = net_scene(*net_size(edge), 0.0, tuple(_panels(sides)), signs)
    return msgspec.structs.replace(scene, items=(*tabs, *scene.items))


def _panels(sides: Sequence[Scene]) -> Iterator[Panel]:
    left, above = _origin(sides[0].width)
    for (column, row), side in zip(_SQUARES, sides, strict=True):
        clip = reach(
            side,
            BLEED,
            left=(column - 1, row) not in _SQUARES,
            right=(column + 1, row) not in _SQUARES,
            top=(column, row - 1) not in _SQUARES,
            bottom=(column, row + 1) not in _SQUARES,
        )
        yield panel(side, left + column * side.width, above + row * side.width, clip)


def _origin(edge: float) -> Point:
    """Where the squares' own box begins: right of the left marks, below the upper tab and its marks."""
    return BARE + TICK, tab_depth(edge) + CLEAR + TICK


def _lines(edge: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The five upright and the four level lines between squares."""
    left, above = _origin(edge)
    return tuple(left + column * edge for column in range(5)), tuple(above + row * edge for row in range(4))


def outlines(edge: float) -> tuple[tuple[Point, ...], ...]:
    """The seven tabs, each from one end of its fold over the cut to the other: one at the right, six level ones."""
    x, y = _lines(edge)
    d, s = tab_depth(edge), SLANT * tab_depth(edge)

    def level(column: int, at: float, way: int) -> tuple[Point, ...]:
        start, end = x[column], x[column + 1]
        return (start, at), (start + s, at + way * d), (end - s, at + way * d), (end, at)

    last = x[4]
    return (
        level(0, y[1], -1),
        level(1, y[0], -1),
        level(2, y[1], -1),
        ((last, y[1]), (last + d, y[1] + s), (last + d, y[2] - s), (last, y[2])),
        level(2, y[2], 1),
        level(1, y[3], 1),
        level(0, y[2], 1),
    )


def knife(edge: float) -> Knife:
    """The cut round the net with its tabs, clockwise, and its twelve folds."""
    x, y = _lines(edge)
    left, upper, right, far, below_right, lowest, below_left = outlines(edge)
    around = (
        *(*left, *upper, *right, *far),
        *(*reversed(below_right), *reversed(lowest), *reversed(below_left)),
    )
    tabs = tuple((tab[0], tab[-1]) for tab in outlines(edge))
    upright = tuple(((at, y[1]), (at, y[2])) for at in x[1:4])
    level = tuple(((x[1], at), (x[2], at)) for at in y[1:3])
    return Knife(polygon(around), (*tabs, *upright, *level))


def ticks(edge: float) -> tuple[Tick, ...]:
    """The marks: at both ends of each line of the net that is cut or folded."""
    x, y = _lines(edge)
    return (*_upright(x, y, tab_depth(edge) + CLEAR), *_level(x, y, tab_depth(edge) + CLEAR))


def _upright(x: Sequence[float], y: Sequence[float], beyond: float) -> Iterator[Tick]:
    # Beside the belt's first tab, the upper square's own, and the belt's third.
    for column, top, bottom in ((0, y[1], y[2]), (1, y[0], y[3]), (2, y[0], y[3]), (3, y[1], y[2]), (4, y[1], y[2])):
        fold = column > 2
        yield Tick((x[column], top - beyond - TICK), (x[column], top - beyond), fold)
        yield Tick((x[column], bottom + beyond), (x[column], bottom + beyond + TICK), fold)


def _level(x: Sequence[float], y: Sequence[float], beyond: float) -> Iterator[Tick]:
    # The upper and lower square stand alone; the belt ends in a tab at the right.
    for row, left, right, after in (
        (0, x[1], x[2], BARE),
        (1, x[0], x[4], beyond),
        (2, x[0], x[4], beyond),
        (3, x[1], x[2], BARE),
    ):
        fold = row in (0, 3)
        yield Tick((left - BARE - TICK, y[row]), (left - BARE, y[row]), fold)
        yield Tick((right + after, y[row]), (right + after + TICK, y[row]), fold)


def _drawn(marks: Sequence[Tick]) -> Iterator[Path]:
    for fold, stroke in ((False, TICKED), (True, TICKED_FOLD)):
        segments: list[Segment] = []
        for mark in marks:
            if mark.fold == fold:
                segments += [("M", *mark.start), ("L", *mark.end)]
        yield Path(tuple(segments), stroke=stroke)


def _tab_middles(edge: float) -> Iterator[Point]:
    """The middle of what the colour that runs on leaves free of each tab."""
    for points in outlines(edge):
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = points
        fold, rim = ((x1 + x4) / 2, (y1 + y4) / 2), ((x2 + x3) / 2, (y2 + y3) / 2)
        share = 0.5 + BLEED / (2 * tab_depth(edge))
        yield fold[0] + share * (rim[0] - fold[0]), fold[1] + share * (rim[1] - fold[1])
