"""Nets: shapes to cut out, fold and glue. Dice and standees; boxes are in `pnp.sheet.boxes`. Millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

import msgspec

from pnp.scene import Box, Ellipse, Group, Item, Path, Placed, Scene, Segment, Stroke, mapped
from pnp.sheet.marks import FOLD_DASHES, INK, WHITE, Point, cut_line, fold_line, glue, open_path, polygon
from pnp.sheet.paper import Turns

Fold: TypeAlias = tuple[Point, Point]

NET_BLEED = 1.5
"""How far faces run on over flaps and cuts, so that a fold or cut beside its line shows no white."""
HAIR = 0.15
"""A fold is marked this far beside itself, on the flap that disappears."""

TAB_SHARE, TAB_LEAST, TAB_MOST = 0.3125, 4.0, 8.0
"""Depth of a die's tab as a share of the edge, within what fingers can press and a small cube can hold."""
TAB_SLANT = 0.4
"""How much a tab narrows at each end, as a share of its depth."""
DROP = 0.5
"""Height of a glue sign as a share of the tab's depth."""
BARE, CLEAR, TICK = 3.0, 1.0, 3.0
"""Marks are `TICK` long and begin `BARE` from an edge that is cut, or `CLEAR` from a tab."""
TICKED = Stroke(INK, 0.2)
TICKED_FOLD = Stroke(INK, 0.2, dash=(0.9, 0.7))

# Column and row of each side in the net, so that side i lies opposite side 5 - i: a belt of four that reads
# upright all round, and the two others above and below its second square.
_SQUARES: tuple[tuple[int, int], ...] = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1), (3, 1))


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """Geometry of a net: the outline to cut, the folds on their whole length, and what is printed to show them.

    `signs` are drawn over the faces, `ground` below them.
    """

    width: float
    height: float
    outline: tuple[Segment, ...]
    folds: tuple[Fold, ...]
    signs: tuple[Item, ...] = ()
    ground: tuple[Item, ...] = ()


class NetPanel(msgspec.Struct, frozen=True):
    """A face on a net, and its QR codes in the net's coordinates."""

    item: Group
    codes: tuple[tuple[str, Box], ...]


def place_panel(
    face: Scene, x: float, y: float, sides: str, turns: Turns = 0, most_bleed: float = NET_BLEED
) -> NetPanel:
    """A face as a panel whose turned trim is at (x, y).

    `sides` names the sides on which the face keeps its bleed, before turning: `l`, `t`, `r`, `b`.
    """
    bleed = min(face.bleed, most_bleed)
    left, top, right, bottom = (bleed if side in sides else 0.0 for side in "ltrb")
    matrix = Placed(face, x, y, turns).matrix
    codes = tuple((content, mapped(matrix, box)) for content, box in face.codes)
    clip = Box(-left, -top, face.width + right + left, face.height + bottom + top)
    return NetPanel(Group(face.items, matrix, clip), codes)


def draw_net(net: Net, panels: Iterable[NetPanel], bleed: float = NET_BLEED) -> Scene:
    """The printed net: its panels, and over them the lines and signs that show how to make it."""
    placed = tuple(panels)
    items = (*net.ground, *(panel.item for panel in placed), *net.signs)
    return Scene(net.width, net.height, bleed, items, codes=tuple(code for panel in placed for code in panel.codes))


def flap(start: Point, end: Point, depth: float, slant: float) -> tuple[Point, ...]:
    """The four corners of a flap on an edge that runs clockwise round a net, level or upright."""
    across, down = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    return (
        start,
        (start[0] + slant * across + depth * down, start[1] + slant * down - depth * across),
        (end[0] - slant * across + depth * down, end[1] - slant * down - depth * across),
        end,
    )


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def middle(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


# --- dice ----------------------------------------------------------------------------------------------


def tab_depth(edge: float) -> float:
    return min(TAB_MOST, max(TAB_LEAST, TAB_SHARE * edge))


def die_net(edge: float, *, marked: bool = True) -> Net:
    """The net of a cube: seven tabs, five folds between faces.

    Lines are drawn on tabs alone, which vanish inside. If the net is `marked`, ticks beside it show where else to cut
    (solid) and to fold (dashed).
    """
    depth = tab_depth(edge)
    left, above = _die_origin(edge)
    x = [left + column * edge for column in range(5)]
    y = [above + row * edge for row in range(4)]
    edges = (
        *(((x[0], y[1]), (x[1], y[1])), ((x[1], y[0]), (x[2], y[0])), ((x[2], y[1]), (x[3], y[1]))),
        *(((x[4], y[1]), (x[4], y[2])), ((x[3], y[2]), (x[2], y[2]))),
        *(((x[2], y[3]), (x[1], y[3])), ((x[1], y[2]), (x[0], y[2]))),
    )
    tabs = [flap(start, end, depth, TAB_SLANT * depth) for start, end in edges]
    signs: list[Item] = [line for tab in tabs for line in cut_line(open_path(tab))]
    share = 0.5 + NET_BLEED / (2 * depth)  # the middle of what the bleed leaves free of a tab
    for first, second, third, last in tabs:
        fold, rim = middle(first, last), middle(second, third)
        at = fold[0] + share * (rim[0] - fold[0]), fold[1] + share * (rim[1] - fold[1])
        signs.append(glue(*at, depth * DROP))
    if marked:
        signs += _ticks(x, y, depth + CLEAR)
    return Net(
        width=left + 4 * edge + above,
        height=3 * edge + 2 * above,
        outline=polygon([point for tab in tabs for point in tab]),
        folds=(
            *edges,
            *(((at, y[1]), (at, y[2])) for at in x[1:4]),
            *(((x[1], at), (x[2], at)) for at in y[1:3]),
        ),
        signs=tuple(signs),
        ground=tuple(Path(polygon(tab), fill=WHITE) for tab in tabs),
    )


def _die_origin(edge: float) -> Point:
    """Where the squares begin: right of the left marks, below the upper tab and its marks."""
    return BARE + TICK, tab_depth(edge) + CLEAR + TICK


def _ticks(x: Sequence[float], y: Sequence[float], beyond: float) -> Iterator[Path]:
    """Marks outside the net, at both ends of each line that is cut, then of each that is folded."""
    ticks: list[tuple[bool, Point, Point]] = []
    # Beside the belt's first tab, the upper square's own, and the belt's third.
    for column, top, bottom in ((0, y[1], y[2]), (1, y[0], y[3]), (2, y[0], y[3]), (3, y[1], y[2]), (4, y[1], y[2])):
        at, fold = x[column], column > 2
        ticks.append((fold, (at, top - beyond - TICK), (at, top - beyond)))
        ticks.append((fold, (at, bottom + beyond), (at, bottom + beyond + TICK)))
    # The upper and lower square stand alone; the belt ends in a tab at the right.
    ends = ((x[1], x[2], BARE), (x[0], x[4], beyond), (x[0], x[4], beyond), (x[1], x[2], BARE))
    for row, (left, right, after) in enumerate(ends):
        fold = row in (0, 3)
        ticks.append((fold, (left - BARE - TICK, y[row]), (left - BARE, y[row])))
        ticks.append((fold, (right + after, y[row]), (right + after + TICK, y[row])))
    for folds, stroke in ((False, TICKED), (True, TICKED_FOLD)):
        lines = (open_path((start, end)) for fold, start, end in ticks if fold == folds)
        yield Path(tuple(chain.from_iterable(lines)), stroke=stroke)


def draw_die(faces: Sequence[Scene], *, marked: bool = True) -> Scene:
    """The net of a die whose six faces are squares of one size; faces i and 5 - i are opposite."""
    edge = faces[0].width
    left, above = _die_origin(edge)
    panels = []
    for (column, row), face in zip(_SQUARES, faces, strict=True):
        around = {"l": (column - 1, row), "t": (column, row - 1), "r": (column + 1, row), "b": (column, row + 1)}
        sides = "".join(side for side, square in around.items() if square not in _SQUARES)
        panels.append(place_panel(face, left + column * edge, above + row * edge, sides))
    return draw_net(die_net(edge, marked=marked), panels, 0.0)


# --- standees ------------------------------------------------------------------------------------------


def draw_standee(front: Scene, back: Scene, foot: float, foot_face: Scene | None = None) -> Scene:
    """The strip of a figure: flap, back upside down, fold, front, flap.

    The flaps are `foot` high, fold outwards and are glued onto the base. They show `foot_face`, or a glue sign.
    """
    width, height = front.width, front.height
    whole = 2 * (foot + height)
    panels = [
        place_panel(back, 0.0, foot, "lr", 2, back.bleed),
        place_panel(front, 0.0, foot + height, "lr", 0, front.bleed),
    ]
    signs: list[Item] = [line for y in (foot, whole - foot) for line in fold_line((0.0, y), (width, y))]
    if foot_face:
        panels.append(place_panel(foot_face, 0.0, 0.0, "lrb", 2, foot_face.bleed))
        panels.append(place_panel(foot_face, 0.0, whole - foot, "lrb", 0, foot_face.bleed))
    else:
        signs += [glue(width / 2, y, foot * DROP) for y in (foot / 2, whole - foot / 2)]
    strip = Net(width=width, height=whole, outline=(), folds=(), signs=tuple(signs))
    return draw_net(strip, panels, front.bleed)


def standee_folds(height: float, foot: float) -> tuple[float, float, float]:
    """Heights at which a strip of figures `height` high is folded, from its top."""
    return foot, foot + height, foot + 2 * height


def base_shape(base: tuple[float, ...]) -> tuple[tuple[float, float], Ellipse | None]:
    """Size and outline of a figure's base: a disc of one diameter, or a plate without outline, which is cut square."""
    if len(base) == 1:
        return (base[0], base[0]), Ellipse(Box(0.0, 0.0, base[0], base[0]))
    return (base[0], base[1]), None


def draw_base(base: tuple[float, ...]) -> Scene:
    """A base without a face: a line where the figure stands."""
    (width, height), outline = base_shape(base)
    line = Path(open_path(((width * 0.1, height / 2), (width * 0.9, height / 2))), stroke=FOLD_DASHES)
    return Scene(width, height, 0.0, (line,), outline=outline)
