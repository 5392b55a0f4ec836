"""Variants of drawings: low ink, on a coloured ground, and much reduced.

Low ink keeps lines and solid ink and leaves all else white.

Shapes without a line would then vanish. A shape gets an outline if no visible shape contains it: an icon that is one
red disc becomes a ring, while the shading of an outlined roof just disappears. So do grounds, which reach across a
drawing that has other visible parts. A shape that contrasts with a fill beneath it, without lines to mark it, gets an
outline too: a white cross on a red disc, the pips of a die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from pnp.art.paths import double_area, flattened, map_items, measure_path, multiply, outline_path, walk_items
from pnp.scene import (
    IDENTITY,
    INK,
    MM_PER_POINT,
    PAPER,
    SOLID,
    VISIBLE,
    WHITE,
    Art,
    Box,
    Colour,
    Ellipse,
    Gradient,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Rect,
    Stroke,
    Text,
    Use,
    contrast,
    darkest,
    is_dark,
    list_colours,
    mapped,
    mixed,
)

OUTLINE = 0.04
"""Of a drawing's shorter side: the line round what would be gone, in a drawing without lines; 1 of the 24 units of a
sign. Else it is as thin as the thinnest line there."""
THIN = 0.06
"""Of a drawing's shorter side: a shape with a gradient that is no wider than this on the whole is a line, and stays."""
OUTLINE_MM, THIN_MM = 0.35, 0.5
"""The most that these are on paper, mm: a picture may be a whole board."""
GLINT_MM = 0.3
"""Light lines that are narrower than this on paper only glint, as folds of a cloth do, and go with it."""
STANDS_OUT = 3.0
"""Contrast from which a shape on another one says something by itself (WCAG 2.2, 1.4.11)."""
_SLACK = 0.02
"""Of a drawing's shorter side, by which a shape may reach over what still shows."""
_BLANK: Colour = "#FFFFFF"

Shape = Rect | Ellipse | Path


def low_ink(art: Art) -> Art:
    """Returns an icon's low-ink variant, with all lines in ink."""
    return _Spared(art, INK).art("low")


def spared(art: Art, scale: float) -> Art:
    """Returns a drawing without its fills; lines keep their colours. `scale` is mm per unit on paper."""
    return _Spared(art, None, scale).art(f"spared {scale:g}")


class _Spared:
    """Converts one drawing. `lines` is the colour of its lines, if they do not keep their own. An icon has no `scale`,
    as it is always small."""

    def __init__(self, art: Art, lines: Colour | None, scale: float = 0.0) -> None:
        self._art = art
        self._lines = lines
        self._side = min(art.width, art.height)
        self._scale = scale
        outline, self._thin = OUTLINE * self._side, THIN * self._side
        if scale:
            outline, self._thin = min(outline, OUTLINE_MM / scale), min(self._thin, THIN_MM / scale)
        self._slack = _SLACK * self._side
        shapes = list(_shapes(art.items))
        self._drawn_on = [
            box
            for shape, box, _, _ in shapes
            if lines and shape.stroke and contrast(shape.stroke.colour, _BLANK) < STANDS_OUT
        ]
        """Places of light lines, which become ink."""
        self._shown = [
            box.inset(-self._slack)
            for shape, box, _, opacity in shapes
            if self._is_seen(shape.stroke) or (opacity == 1 and self._is_solid(shape, box))
        ]
        drawn = [(shape.stroke, box, larger) for shape, box, larger, _ in shapes if self._is_seen(shape.stroke)]
        widths = [stroke.width * larger for stroke, _, larger in drawn if stroke]
        self._line = min([*widths, outline] if scale else widths, default=outline)
        self._lines_at = [box for _, box, _ in drawn]
        self._fills: list[tuple[Box, Colour, bool]] = []
        """Fills so far: place, colour, and whether it stays."""

    def art(self, form: str) -> Art:
        whole = _Where(IDENTITY, Box(0.0, 0.0, self._art.width, self._art.height).inset(-self._side))
        return Art(f"{self._art.key} {form}", self._art.width, self._art.height, self._items(self._art.items, whole))

    def _items(self, items: Iterable[Item], where: _Where) -> tuple[Item, ...]:
        return tuple(
            self._spare_group(item, where)
            if isinstance(item, Group)
            else (self._spare_shape(item, where) if isinstance(item, Shape) else item)
            for item in items
        )

    def _spare_group(self, group: Group, where: _Where) -> Group:
        """Makes a group opaque, as black alone has no shades. A clip that cuts removed fills is drawn as a line."""
        inside = where.within(group)
        inner = Group(self._items(group.items, inside), clip=group.clip)
        if isinstance(group.clip, Path) and _clips_fills(group.clip, group.items):
            line = Stroke(INK, self._line / _enlarging(inside.matrix))
            return Group((inner, Path(group.clip.segments, stroke=line)), group.matrix)
        return Group(inner.items, group.matrix, group.clip)

    def _spare_shape(self, shape: Shape, where: _Where) -> Item:
        opacity, matrix = where.opacity, where.matrix
        veiled = where.veiled or (isinstance(shape.fill, Gradient) and shape.fill.see_through)
        stroke, fill = shape.stroke, None if shape.fill is None else mixed(darkest(shape.fill), _BLANK, opacity)
        if stroke is not None and not self._is_seen(stroke):  # it was seen by what it lies on, or on itself
            wide = stroke.width * _enlarging(matrix) * self._scale >= GLINT_MM
            under, inked = self._beneath(mapped(matrix, _bounds(shape))) or (stroke.colour, True)
            if fill is None and wide and not inked and contrast(under, stroke.colour) >= STANDS_OUT:
                stroke = replace(stroke, colour=INK)
            elif fill is not None and not _solid(shape.fill):
                stroke = None
        if stroke is not None:
            stroke = replace(stroke, colour=self._lines or mixed(stroke.colour, _BLANK, opacity))
        around = mapped(matrix, _bounds(shape)).common(where.window)
        stays = fill is None or (self._is_solid(shape, around) and not (veiled and opacity < 1))
        under, inked = self._beneath(around) or (_BLANK, False)
        if fill is not None:
            self._fills.append((around, fill, stays))
        if fill is None or stays:
            return replace(shape, fill=fill, stroke=stroke)
        colour = fill if not self._lines and contrast(fill, _BLANK) >= VISIBLE else INK
        thin = _is_thin(shape, self._thin / _enlarging(matrix))
        if isinstance(shape.fill, Gradient) and thin:
            return replace(shape, fill=colour, stroke=stroke)
        # It stood out from a fill that becomes white, too, or nothing that still shows is round it.
        stands_out = not inked and contrast(under, fill) >= STANDS_OUT and not self._has_lines(around)
        lost = contrast(fill, _BLANK) > PAPER and not any(shown.holds(around) for shown in self._shown)
        is_sign = around.width > 0 < around.height and not self._is_ground(around)
        if stroke is None and is_sign and (stands_out or lost):
            if thin:  # a line round it would be as wide as it is itself: letters would run together
                return replace(shape, fill=colour)
            stroke = Stroke(colour, self._line / _enlarging(matrix))
        return replace(shape, fill=None if veiled else _BLANK, stroke=stroke)

    def _is_seen(self, stroke: Stroke | None) -> bool:
        return stroke is not None and (bool(self._lines) or contrast(stroke.colour, _BLANK) >= VISIBLE)

    def _beneath(self, box: Box) -> tuple[Colour, bool] | None:
        """Returns the topmost fill under a box and whether it is kept; None without one."""
        under = ((fill, stays) for at, fill, stays in reversed(self._fills) if at.inset(-self._slack).holds(box))
        return next(under, None)

    def _is_solid(self, shape: Shape, box: Box) -> bool:
        """Returns whether a shape is filled with ink and stays so, because no light lines on it show its form."""
        return _solid(shape.fill) and not any(box.holds(line) for line in self._drawn_on)

    def _has_lines(self, box: Box) -> bool:
        """Returns whether lines mark a shape: some lie in it, or end at its corners, as those of a house with its
        roof."""
        near = box.inset(-self._slack)
        for line in self._lines_at:
            common = near.common(line)
            ends = ((line.x, box.x), (line.y, box.y), (line.right, box.right), (line.bottom, box.bottom))
            alike = sum(abs(one - other) <= self._slack for one, other in ends)
            if near.holds(line) or (common.width > 0 < common.height and alike > 1):
                return True
        return False

    def _is_ground(self, box: Box) -> bool:
        across = box.x <= self._slack and box.right >= self._art.width - self._slack
        down = box.y <= self._slack and box.bottom >= self._art.height - self._slack
        return bool(self._shown) and (across or down)


class _Where(msgspec.Struct, frozen=True):
    """How items appear within their groups: transform, visible box, and opacity."""

    matrix: Matrix
    window: Box
    opacity: float = 1.0
    veiled: bool = False

    def within(self, group: Group) -> _Where:
        matrix = multiply(self.matrix, group.matrix)
        window = self.window
        if group.clip is not None:
            clip = measure_path(group.clip.segments) if isinstance(group.clip, Path) else group.clip
            window = window.common(mapped(matrix, clip))
        veiled = self.veiled or group.opacity < 1
        return _Where(matrix, window, self.opacity * group.opacity, veiled)


def _is_thin(shape: Shape, width: float) -> bool:
    """Returns whether a shape is at most this narrow: its area divided by half its perimeter."""
    polygons = list(flattened(outline_path(shape)))
    round_it = sum(math.dist(*ends) for polygon in polygons for ends in pairwise((*polygon, polygon[0])))
    return round_it > 0 and abs(sum(map(double_area, polygons))) / round_it <= width


def _solid(fill: Paint | None) -> bool:
    """Returns whether a fill is ink or equally dark, a gradient in all its stops."""
    colours = list_colours(fill)
    return bool(colours) and all(colour == INK or contrast(colour, _BLANK) >= SOLID for colour in colours)


def _shapes(
    items: Iterable[Item], matrix: Matrix = IDENTITY, opacity: float = 1.0
) -> Iterator[tuple[Shape, Box, float, float]]:
    """Yields every shape with its bounding box, magnification and opacity."""
    for item in items:
        if isinstance(item, Group):
            yield from _shapes(item.items, multiply(matrix, item.matrix), opacity * item.opacity)
        elif isinstance(item, Shape):
            yield item, mapped(matrix, _bounds(item)), _enlarging(matrix), opacity


def _clips_fills(clip: Path, items: Iterable[Item]) -> bool:
    """Returns whether a clip cuts a fill that is not ink: the fill exceeds the clip's box, or the clip has holes or
    parts."""
    box = measure_path(clip.segments)
    parted = sum(segment[0] == "M" for segment in clip.segments) > 1
    return any(
        shape.fill is not None
        and not (opacity == 1 and _solid(shape.fill))
        and (parted or not box.holds(around, _SLACK))
        for shape, around, _, opacity in _shapes(items)
    )


def _enlarging(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c)) or 1.0


def _bounds(shape: Shape) -> Box:
    return measure_path(shape.segments) if isinstance(shape, Path) else shape.box


def recolour(art: Art, on: Colour) -> Art:
    """Returns the variant for a ground of colour `on`: the drawing becomes white, its white parts take the ground's
    colour.

    A mostly white drawing stays white, and its coloured parts take the ground's colour. On a light ground lines stay
    ink. On a dark one outlines and inner lines take the ground's colour, and free strokes become white. A drawing of
    solid ink, such as a character, becomes white on a dark ground.
    """
    dark = is_dark(on)
    shapes = [item for item, _ in walk_items(art.items) if isinstance(item, Shape)]
    solid = all(shape.fill == INK and shape.stroke is None for shape in shapes)
    if solid and not dark:
        return art
    # Whether the boxes of its white parts are larger than those of its coloured ones.
    areas = [(shape.fill, box.width * box.height) for shape, box in zip(shapes, map(_bounds, shapes), strict=True)]
    mostly_white = sum(-area if fill != WHITE else area for fill, area in areas if fill not in (None, INK)) > 0
    becomes: dict[Paint, Colour] = {
        WHITE: WHITE if mostly_white else on,
        INK: WHITE if solid else on if dark else INK,
    }
    bodies: list[Box] = []

    def recolour_fill(item: Item) -> Item:
        if not isinstance(item, Shape):
            return item
        bounds, fill, stroke = _bounds(item), item.fill, item.stroke
        if fill is not None:
            bodies.append(bounds.inset(-bounds.width / 20))
            fill = becomes.get(fill, on if mostly_white else WHITE)
        if stroke is not None:
            free = dark and fill is None and stroke.colour == INK and not any(body.holds(bounds) for body in bodies)
            # A stem, a string, a leg stands free, on no filled part.
            colour = WHITE if free else on if dark or stroke.colour == WHITE else INK
            stroke = replace(stroke, colour=colour)
        return replace(item, fill=fill, stroke=stroke)

    return Art(f"{art.key} on {on}", art.width, art.height, map_items(art.items, recolour_fill))


def weight(items: Iterable[Item]) -> int:
    """Returns the number of shapes, lines and curves in a drawing, an estimate of the work of drawing it."""
    shapes = (item for item, _ in walk_items(items) if isinstance(item, Shape))
    return sum(1 + len(item.segments) if isinstance(item, Path) else 1 for item in shapes)


LEAST_LINE = 0.1
"""Millimetres: no line of a picture of a piece is thinner. Pictures alone have such lines; 0.15 is the least else."""
LEAST_TYPE = 3.2
"""Points: a text that comes out smaller is drawn as a bar for each run, as wide as its words."""
_BAR = 0.2
"""The weight of such a bar, in parts of the type's size …"""
_RISE = 0.22
"""… and how far its middle lies above the baseline: half the height of small letters."""

Reduce = Callable[[Art, float], Art]
"""A drawing, and how much smaller it is seen: the form of it with lines thick enough."""


def reduced(items: tuple[Item, ...], scale: float, art: Reduce) -> tuple[Item, ...]:
    """Simplifies items for display at `scale`; `art` supplies variants of the drawings among them. Returns the items
    themselves if nothing changes."""
    found = tuple(_reduced(item, scale, art) for item in items)
    return items if all(new is old for new, old in zip(found, items, strict=True)) else found


def reduce_art(art: Art, scale: float) -> Art:
    """Returns a drawing with thin lines widened for display at `scale`; the same drawing if it has none."""
    thinnest = round(LEAST_LINE / scale, 3)
    items = reduced(art.items, LEAST_LINE / thinnest, reduce_art)
    return art if items is art.items else Art(f"{art.key} from {thinnest:g}", art.width, art.height, items)


def _reduced(item: Item, scale: float, art: Reduce) -> Item:
    match item:
        case Rect(stroke=stroke) | Ellipse(stroke=stroke) | Path(stroke=stroke) if stroke is not None:
            thin = stroke.width * scale < LEAST_LINE - 1e-6
            return replace(item, stroke=replace(stroke, width=LEAST_LINE / scale)) if thin else item
        case Text() if item.size * scale < LEAST_TYPE:
            em = item.size * MM_PER_POINT
            y = item.y - _RISE * em
            stroke = Stroke(item.colour, _BAR * em)
            return Path((("M", item.x, y), ("L", item.x + item.width, y)), stroke=stroke)
        case Group():
            items = reduced(item.items, scale * _enlarging(item.matrix), art)
            return item if items is item.items else replace(item, items=items)
        case Use():
            form = art(item.art, scale * _enlarging(item.matrix))
            return item if form is item.art else Use(form, item.matrix)
        case _:
            return item
