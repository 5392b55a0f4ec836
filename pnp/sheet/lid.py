"""Boxes of two parts, a tray and a lid that slides over it: nets to cut, fold and glue.

Each part is one piece of card with four walls, where A4 and Letter hold that; deeper ones have glue flanges, and
walls of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

import msgspec

from pnp.scene import Box, Item, Scene
from pnp.sheet.marks import Knife, Panel, Point, cut_line, fold_line, glue, net_scene, panel, polygon, reach
from pnp.sheet.paper import Turns

FIELD = (190.0, 259.0)
"""What A4 and Letter both hold of trims, mm."""
ALLOWANCE = 0.5
"""What the card itself takes from the inside, mm: panels are this much larger than the room they enclose."""
PLAY = 2.0
"""By how much the lid is wider and longer than the tray, mm: two walls and two tabs of card, and air."""
GRIP = 3.0
"""How much of the tray the lid leaves to be held, mm."""
BLEED = 1.5
TAB, FLANGE = 10.0, 12.0
"""Widths of the tabs at the corners, and of the flanges that separate walls are glued to, mm."""
SLANT = 2.5
HAIR = 0.15
"""A fold is marked this far beside itself, on the tab that disappears."""
DROP = 4.0
CREASES, WALL_CREASES = 8, 1
"""Of a part in one piece: four walls, four tabs; with flanges four. A separate wall has its tab's."""
FLANGE_CREASES = 4


class Half(msgspec.Struct, frozen=True):
    """The lid or the tray: its panel from fold to fold, and the height of its walls, mm."""

    width: float
    height: float
    wall: float

    @property
    def whole(self) -> bool:
        """Whether it is cut out of one sheet."""
        return self.wall <= _highest(self.width, self.height)


class Walls(msgspec.Struct, frozen=True):
    """The faces of the walls: of those along the panel's height, and of those along its width."""

    long: Scene | None = None
    short: Scene | None = None


class LidArt(msgspec.Struct, frozen=True):
    """The faces of a box: the lid's panel and walls, the tray's underside and walls."""

    cover: Scene
    walls: Walls
    base: Scene
    tray: Walls


def blank(half: Half) -> Scene:
    """A panel on which nothing is printed."""
    return Scene(half.width, half.height, BLEED, ())


def halves(inside: tuple[float, float, float]) -> tuple[Half, Half]:
    """The lid and the tray of a box with this inside (width, height, depth).

    The lid leaves `GRIP` of the tray, or more where it can then be cut out of one sheet.
    """
    width, height, depth = inside
    tray = Half(width + ALLOWANCE, height + ALLOWANCE, depth + ALLOWANCE)
    across, along = tray.width + PLAY, tray.height + PLAY
    most = max(tray.wall - GRIP, tray.wall / 2)
    highest = _highest(across, along)
    return Half(across, along, min(most, highest) if highest >= most / 2 else most), tray


def _highest(width: float, height: float) -> float:
    """How high walls about a panel may be so that a sheet holds its net, to half a mm."""
    return floor(min(FIELD[0] - width, FIELD[1] - height) - 2 * BLEED) / 2


def net_size(half: Half) -> tuple[float, float]:
    """Width and height of a part in one piece, or of its panel with flanges."""
    rim = half.wall if half.whole else FLANGE
    return half.width + 2 * rim, half.height + 2 * rim


def wall_size(length: float, wall: float) -> tuple[float, float]:
    """Width and height of a separate wall with its tab."""
    return length + TAB, wall


def net(half: Half, face: Scene, walls: Walls, *, lid: bool) -> Scene:
    """A part in one piece. Walls stand with their heads at the fold of a `lid`, with their feet at that of a tray.

    Solid lines are cut, dashed ones folded; drops mark what is glued. The corners of the panel, where its folds
    meet, are those of the cut; on the panel itself nothing is printed but its face.
    """
    rim = half.wall
    panels = [_face(face, rim, rim, not walls.long, not walls.short)]
    panels += _walls(half, walls, lid)
    x, y = _folds(half)
    signs: list[Item] = [*cut_line(polygon(_outline(x, y)))]
    tab = min(TAB, rim)
    for left, right in ((x[0], x[1]), (x[2], x[3])):
        for fold, way in ((y[1], -1), (y[2], 1)):
            signs += fold_line((left, fold + way * HAIR), (right, fold + way * HAIR))
            signs.append(glue((left + right) / 2, fold + way * tab * 0.55, min(DROP, tab / 2)))
    return net_scene(x[3], y[3], BLEED, panels, signs)


def _walls(half: Half, walls: Walls, lid: bool) -> Iterator[Panel]:
    """The four walls round the panel, each with its head or its feet towards it."""
    rim, width, height = half.wall, half.width, half.height
    long: tuple[Turns, Turns] = (1, 3) if lid else (3, 1)
    short: tuple[Turns, Turns] = (2, 0) if lid else (0, 2)
    if walls.long:
        clip = reach(walls.long, BLEED, left=True, right=True, top=not lid, bottom=lid)
        yield panel(walls.long, 0.0, rim, clip, long[0])
        yield panel(walls.long, rim + width, rim, clip, long[1])
    if walls.short:
        clip = reach(walls.short, BLEED, left=True, right=True, top=not lid, bottom=lid)
        yield panel(walls.short, rim, 0.0, clip, short[0])
        yield panel(walls.short, rim, rim + height, clip, short[1])


def _face(face: Scene, x: float, y: float, sides: bool, ends: bool) -> Panel:
    return panel(face, x, y, reach(face, BLEED, left=sides, right=sides, top=ends, bottom=ends))


def _folds(half: Half) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The edges and the folds of a part in one piece, across and down."""
    rim = half.wall
    return (0.0, rim, rim + half.width, 2 * rim + half.width), (0.0, rim, rim + half.height, 2 * rim + half.height)


def knife(half: Half) -> Knife:
    """The cut round a part in one piece, with the folds of its walls and tabs; or round its panel with flanges."""
    if not half.whole:
        box = Box(FLANGE, FLANGE, half.width, half.height)
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return Knife(polygon(_flanges(half)), tuple(zip(corners, (*corners[1:], corners[0]), strict=True)))
    x, y = _folds(half)
    walls = (*(((at, y[1]), (at, y[2])) for at in x[1:3]), *(((x[1], at), (x[2], at)) for at in y[1:3]))
    tabs = tuple(((left, at), (right, at)) for left, right in ((x[0], x[1]), (x[2], x[3])) for at in y[1:3])
    return Knife(polygon(_outline(x, y)), (*walls, *tabs))


def wall_knife(length: float, wall: float) -> Knife:
    """The cut round a wall by itself, and the fold of its tab."""
    return Knife(polygon(_wall(length, wall)), (((length, 0.0), (length, wall)),))


def _outline(x: Sequence[float], y: Sequence[float]) -> tuple[Point, ...]:
    """The cut round a part in one piece, clockwise; tabs stand at both ends of the left and the right wall."""
    tab = min(TAB, x[1])
    slant = min(SLANT, tab / 3)
    return (
        *((x[1], y[1]), (x[1], y[0]), (x[2], y[0]), (x[2], y[1])),
        *((x[2] + slant, y[1] - tab), (x[3] - slant, y[1] - tab), (x[3], y[1])),
        *((x[3], y[2]), (x[3] - slant, y[2] + tab), (x[2] + slant, y[2] + tab), (x[2], y[2])),
        *((x[2], y[3]), (x[1], y[3]), (x[1], y[2])),
        *((x[1] - slant, y[2] + tab), (x[0] + slant, y[2] + tab), (x[0], y[2])),
        *((x[0], y[1]), (x[0] + slant, y[1] - tab), (x[1] - slant, y[1] - tab)),
    )


def _flanges(half: Half) -> tuple[Point, ...]:
    """The cut round a panel with its four flanges, clockwise."""
    f, s = FLANGE, SLANT
    right, bottom = f + half.width, f + half.height
    return (
        *((f, f), (f + s, 0.0), (right - s, 0.0), (right, f)),
        *((right + f, f + s), (right + f, bottom - s), (right, bottom)),
        *((right - s, bottom + f), (f + s, bottom + f), (f, bottom), (0.0, bottom - s), (0.0, f + s)),
    )


def flanged(half: Half, face: Scene) -> Scene:
    """The panel of a part whose walls are glued to it, each flat on one of its four flanges."""
    f = FLANGE
    right, bottom = f + half.width, f + half.height
    signs: list[Item] = [*cut_line(polygon(_flanges(half)))]
    box = Box(f, f, half.width, half.height).inset(-HAIR)
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        signs += fold_line(start, end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        away = (f / 2 + BLEED / 2) * (1 if middle[0] + middle[1] > f + (right + bottom) / 2 else -1)
        level = start[1] == end[1]
        signs.append(glue(middle[0] + (0.0 if level else away), middle[1] + (away if level else 0.0), DROP))
    return net_scene(right + f, bottom + f, BLEED, (_face(face, f, f, True, True),), signs)


def separate(face: Scene | None, length: float, wall: float) -> Scene:
    """A wall by itself, the tab at its right to be glued behind the next one."""
    width, height = wall_size(length, wall)
    panels = (_face(face, 0.0, 0.0, True, True),) if face else ()
    signs: list[Item] = [
        *cut_line(polygon(_wall(length, wall))),
        *fold_line((length + HAIR, 0.0), (length + HAIR, height)),
    ]
    signs.append(glue(length + TAB * 0.55, height / 2, DROP))
    return net_scene(width, height, BLEED, panels, signs)


def _wall(length: float, wall: float) -> tuple[Point, ...]:
    """The cut round a wall by itself, clockwise."""
    width, height = wall_size(length, wall)
    return ((0.0, 0.0), (length, 0.0), (width, SLANT), (width, height - SLANT), (length, height), (0.0, height))
