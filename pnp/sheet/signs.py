"""Signs for making things: glue here, fold here, cut here. They stand for words, so they need no language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pnp.scene import Box, Group, Item, Path, Placed, Scene, Segment, Stroke, mapped
from pnp.sheet.marks import GREY, INK
from pnp.sheet.paper import Turns

WHITE = "#FFFDF8"
CUT_GROUND = Stroke(WHITE, 0.36, join="round")
CUT = Stroke(INK, 0.2, join="round")
FOLD_GROUND = Stroke(WHITE, 0.2)
FOLD_DASHES = Stroke(INK, 0.2, dash=(0.8, 0.8))
SIGN = Stroke(GREY, 0.25, cap="round", join="round")

Point = tuple[float, float]


def way(points: Sequence[Point]) -> tuple[Segment, ...]:
    """An open line through points."""
    first, *others = points
    return (("M", *first), *(("L", *point) for point in others))


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    """A closed line through points."""
    return (*way(points), ("Z",))


def cut_line(segments: tuple[Segment, ...]) -> tuple[Path, Path]:
    """A solid line that is seen on dark and on light ground."""
    return Path(segments, stroke=CUT_GROUND), Path(segments, stroke=CUT)


def fold_line(start: Point, end: Point) -> tuple[Path, Path]:
    """A dashed line that is seen on dark and on light ground."""
    segments: tuple[Segment, ...] = (("M", *start), ("L", *end))
    return Path(segments, stroke=FOLD_GROUND), Path(segments, stroke=FOLD_DASHES)


def glue(x: float, y: float, height: float) -> Path:
    """A drop of glue about (x, y)."""
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


class Panel(msgspec.Struct, frozen=True):
    """A face that has become a part of a net, and its QR codes in the net's coordinates."""

    item: Group
    codes: tuple[tuple[str, Box], ...]


def panel(scene: Scene, x: float, y: float, clip: Box, turns: Turns = 0) -> Panel:
    """A face as one panel of a net: its turned trim at (x, y), cut to `clip` in its own coordinates."""
    matrix = Placed(scene, x, y, turns).matrix
    codes = tuple((content, mapped(matrix, box)) for content, box in scene.codes)
    return Panel(Group(scene.items, matrix, clip), codes)


def net_scene(width: float, height: float, bleed: float, panels: Sequence[Panel], signs: Iterable[Item]) -> Scene:
    """A net: its panels, and over them the lines and signs that say how to make it."""
    items = (*(panel.item for panel in panels), *signs)
    return Scene(width, height, bleed, items, codes=tuple(code for panel in panels for code in panel.codes))


def reach(scene: Scene, most: float, *, left: bool, top: bool, right: bool, bottom: bool) -> Box:
    """A face's trim and, on the named sides, as much of its bleed as `most`."""
    bleed = min(scene.bleed, most)
    x, y = -bleed * left, -bleed * top
    return Box(x, y, scene.width + bleed * right - x, scene.height + bleed * bottom - y)
