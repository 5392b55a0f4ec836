"""Dice to fold: the net of a cube with seven glue tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.scene import Box, Item, Scene
from pnp.sheet.signs import Panel, Point, cut_line, fold_line, glue, net_scene, panel, polygon, reach

TAB_SHARE, TAB_LEAST, TAB_MOST = 0.3, 4.0, 8.0
"""A tab's depth as a share of the edge, within what fingers can press and a small cube can hold, mm."""
SLANT = 0.5
"""How much a tab narrows at each end, as a share of its depth."""
BLEED = 1.2
"""How far faces run on over tabs and cuts, so that a fold beside its line shows no white."""
DROP = 0.5
CREASES = 12
"""Five between faces, seven at tabs."""

# Column and row of each side in the net, so that side i lies opposite side 5 - i: a belt of four that reads
# upright all round, and the two others above and below its second square.
_SQUARES: tuple[tuple[int, int], ...] = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1), (3, 1))


def tab_depth(edge: float) -> float:
    return min(TAB_MOST, max(TAB_LEAST, TAB_SHARE * edge))


def net(sides: Sequence[Scene]) -> Scene:
    """The net of a die whose six faces are squares of one size; `sides[i]` and `sides[5 - i]` are opposite.

    Solid lines are cut, dashed ones folded. Raises ValueError if there are not six equal squares.
    """
    edge = sides[0].width if sides else 0.0
    if len(sides) != 6 or any((side.width, side.height) != (edge, edge) for side in sides):
        raise ValueError("a die wants six square faces of one size")
    depth = tab_depth(edge)
    panels: list[Panel] = []
    signs: list[Item] = []
    for (column, row), side in zip(_SQUARES, sides, strict=True):
        clip = reach(
            side,
            BLEED,
            left=(column - 1, row) not in _SQUARES,
            right=(column + 1, row) not in _SQUARES,
            top=(column, row - 1) not in _SQUARES,
            bottom=(column, row + 1) not in _SQUARES,
        )
        panels.append(panel(side, depth + column * edge, row * edge, clip))
    for start, end in _folds(edge, depth):
        signs.extend(fold_line(start, end))
    signs.extend(cut_line(polygon(outline(edge, depth))))
    signs.extend(glue(x, y, depth * DROP) for x, y in _tab_middles(edge, depth))
    return net_scene(depth + 4 * edge, 3 * edge, BLEED, panels, signs)


def outline(edge: float, depth: float) -> tuple[Point, ...]:
    """The cut round the net, clockwise from the top of the upper square; the left tab touches x = 0."""
    e, d, s = edge, depth, SLANT * depth
    x = [d + column * e for column in range(5)]
    return (
        *((x[1], 0.0), (x[2], 0.0)),
        *((x[2] + d, s), (x[2] + d, e - s), (x[2], e)),
        *((x[3], e), (x[3] + s, e - d), (x[4] - s, e - d), (x[4], e)),
        *((x[4], 2 * e), (x[4] - s, 2 * e + d), (x[3] + s, 2 * e + d), (x[3], 2 * e)),
        *((x[2], 2 * e), (x[2] + d, 2 * e + s), (x[2] + d, 3 * e - s), (x[2], 3 * e)),
        *((x[1], 3 * e), (x[1] - d, 3 * e - s), (x[1] - d, 2 * e + s), (x[1], 2 * e)),
        *((x[0], 2 * e), (0.0, 2 * e - s), (0.0, e + s), (x[0], e)),
        *((x[1], e), (x[1] - d, e - s), (x[1] - d, s)),
    )


def _folds(edge: float, depth: float) -> Iterator[tuple[Point, Point]]:
    e = edge
    x = [depth + column * e for column in range(5)]
    yield from (((x[column], e), (x[column], 2 * e)) for column in range(4))  # the belt, its tab first
    for top in (0.0, 2 * e):
        yield from (((x[column], top), (x[column], top + e)) for column in (1, 2))
    for y in (e, 2 * e):
        yield from (((x[column], y), (x[column + 1], y)) for column in (1, 3))


def _tab_middles(edge: float, depth: float) -> Iterator[Point]:
    e, half = edge, depth / 2
    x = [depth + column * e for column in range(5)]
    yield half, 1.5 * e
    for y in (0.5 * e, 2.5 * e):
        yield x[1] - half, y
        yield x[2] + half, y
    for y in (e - half, 2 * e + half):
        yield x[3] + e / 2, y


def net_size(edge: float) -> Box:
    """The trim that a die's net fills."""
    return Box(0.0, 0.0, tab_depth(edge) + 4 * edge, 3 * edge)
