"""Nets: shapes to cut out, fold and glue. Dice and standees; boxes are in `pnp.sheet.boxes`. Millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

# Column and row of each side in the net, and where it keeps its bleed. Side i lies opposite side 5 - i: a belt of four
# that reads upright all round, and the two others above and below its second square.
_SQUARES = ((1, 1, ""), (0, 1, "ltb"), (1, 0, "ltr"), (1, 2, "lrb"), (2, 1, "tb"), (3, 1, "trb"))


class PanelPlace(msgspec.Struct, frozen=True):
    """Position of a face on a net: the top left of its turned trim.

    `sides` (`l`, `t`, `r`, `b`, before turning) keep their bleed. Further sides keep it `unless` the adjacent face
    named there is printed.
    """

    face: str
    x: float
    y: float
    sides: str = ""
    turns: Turns = 0
    unless: Mapping[str, str] = msgspec.field(default_factory=dict)


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """A net: its cut outline, its full fold lines, and the positions of its faces.

    `signs` are drawn over the faces, `ground` below them: solid lines are cut, dashed ones folded, drops mark glue.
    """

    width: float
    height: float
    outline: tuple[Segment, ...] = ()
    folds: tuple[Fold, ...] = ()
    signs: tuple[Item, ...] = ()
    ground: tuple[Item, ...] = ()
    panels: tuple[PanelPlace, ...] = ()
    bleed: float = NET_BLEED


def draw_net(net: Net, faces: Mapping[str, Scene | None]) -> Scene:
    """Returns the printed net: its faces, with assembly lines and signs on top."""
    items, codes = [*net.ground], list[tuple[str, Box]]()
    for panel in net.panels:
        if face := faces.get(panel.face):
            sides = panel.sides + "".join(more for name, more in panel.unless.items() if not faces.get(name))
            bleed = min(face.bleed, max(NET_BLEED, net.bleed))
            left, top, right, bottom = (bleed if side in sides else 0.0 for side in "ltrb")
            matrix = Placed(face, panel.x, panel.y, panel.turns).matrix
            clip = Box(-left, -top, face.width + right + left, face.height + bottom + top)
            items.append(Group(face.items, matrix, clip))
            codes += ((content, mapped(matrix, box)) for content, box in face.codes)
    return Scene(net.width, net.height, net.bleed, (*items, *net.signs), codes=tuple(codes))


def flap(start: Point, end: Point, depth: float, slant: float) -> tuple[Point, ...]:
    """Returns the four corners of a flap on a horizontal or vertical edge that runs clockwise around a net."""
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


def draw_die_net(edge: float, *, marked: bool = True) -> Net:
    """Returns the net of a cube: seven tabs, five folds between the faces `side-1` to `side-6`.

    Lines are drawn only on tabs, which end up inside. If the net is `marked`, ticks beside it show other cuts (solid)
    and folds (dashed).
    """
    depth = min(TAB_MOST, max(TAB_LEAST, TAB_SHARE * edge))
    left, above = BARE + TICK, depth + CLEAR + TICK  # right of the left marks, below the upper tab and its marks
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
        panels=tuple(
            PanelPlace(f"side-{number}", x[column], y[row], sides)
            for number, (column, row, sides) in enumerate(_SQUARES, start=1)
        ),
        bleed=0.0,
    )


def _ticks(x: Sequence[float], y: Sequence[float], beyond: float) -> Iterator[Path]:
    lines: list[tuple[bool, Point, Point]] = []
    # Beside the belt's first tab, the upper square's own, and the belt's third.
    for column, top, bottom in ((0, y[1], y[2]), (1, y[0], y[3]), (2, y[0], y[3]), (3, y[1], y[2]), (4, y[1], y[2])):
        lines.append((column > 2, (x[column], top - beyond), (x[column], bottom + beyond)))
    # The upper and lower square stand alone; the belt ends in a tab at the right.
    ends = ((x[1], x[2], BARE), (x[0], x[4], beyond), (x[0], x[4], beyond), (x[1], x[2], BARE))
    for row, (left, right, after) in enumerate(ends):
        lines.append((row in (0, 3), (left - BARE, y[row]), (right + after, y[row])))
    for folds, stroke in ((False, TICKED), (True, TICKED_FOLD)):
        segments: list[Segment] = []
        for fold, start, end in lines:
            across, down = (TICK, 0.0) if start[1] == end[1] else (0.0, TICK)
            if fold == folds:
                segments += open_path(((start[0] - across, start[1] - down), start))
                segments += open_path((end, (end[0] + across, end[1] + down)))
        yield Path(tuple(segments), stroke=stroke)


# --- standees ------------------------------------------------------------------------------------------


def draw_standee_net(size: tuple[float, float], foot: float, bleed: float, *, glued: bool) -> Net:
    """Returns the strip of a standee: flap, back upside down, fold, front, flap.

    The flaps are `foot` high, fold outwards and are glued to the base. They show the face `foot`, or a glue sign if
    they are `glued`. The strip is rectangular.
    """
    width, height = size
    whole = 2 * (foot + height)
    signs: list[Item] = [line for y in (foot, whole - foot) for line in fold_line((0.0, y), (width, y))]
    if glued:
        signs += [glue(width / 2, y, foot * DROP) for y in (foot / 2, whole - foot / 2)]
    panels = (
        PanelPlace("back", 0.0, foot, "lr", 2),
        PanelPlace("front", 0.0, foot + height, "lr"),
        PanelPlace("foot", 0.0, 0.0, "lrb", 2),
        PanelPlace("foot", 0.0, whole - foot, "lrb"),
    )
    return Net(width=width, height=whole, signs=tuple(signs), panels=panels, bleed=bleed)


def make_base_shape(base: tuple[float, ...]) -> tuple[tuple[float, float], Ellipse | None]:
    """Returns size and outline of a standee's base: a disc of one diameter, or a rectangular plate without outline."""
    if len(base) == 1:
        return (base[0], base[0]), Ellipse(Box(0.0, 0.0, base[0], base[0]))
    return (base[0], base[1]), None


def draw_base(base: tuple[float, ...]) -> Scene:
    """Draws a base without a face: a line marks the position of the figure."""
    (width, height), outline = make_base_shape(base)
    line = Path(open_path(((width * 0.1, height / 2), (width * 0.9, height / 2))), stroke=FOLD_DASHES)
    return Scene(width, height, 0.0, (line,), outline=outline)
