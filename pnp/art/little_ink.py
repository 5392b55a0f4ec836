"""Drawings as they are printed with little ink: lines and solid ink stay, all else is left white.

What has no line round it would be gone then. So a shape that lies in nothing that still shows gets an outline: a sign
that is one red disc becomes a ring, while the shade within an outlined roof just goes, and so do grounds: what reaches
from one side of a drawing to the other, where something else still shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

import msgspec

from pnp.art.paths import multiply, path_bounds
from pnp.scene import IDENTITY, Art, Box, Colour, Ellipse, Group, Item, Matrix, Path, Rect, Stroke, mapped
from pnp.scene.colour import INK, PAPER, SOLID, VISIBLE, contrast, darkest

OUTLINE = 0.04
"""Of a drawing's shorter side: the line round what would be gone, in a drawing without lines; 1 of the 24 units of a
sign. Else it is as thin as the thinnest line there."""
_SLACK = 0.02
"""Of a drawing's shorter side, by which a shape may reach over what still shows."""
_BLANK: Colour = "#FFFFFF"

Shape = Rect | Ellipse | Path


def low_ink(art: Art) -> Art:
    """A sign's form with little ink: all its lines are ink."""
    return _Spared(art, INK).art("low")


def spared(art: Art) -> Art:
    """A drawing with its fills unprinted; its lines keep their colours."""
    return _Spared(art, None).art("spared")


class _Spared:
    """One drawing on its way. `lines` is the colour that lines get, if they do not keep theirs."""

    def __init__(self, art: Art, lines: Colour | None) -> None:
        self._art = art
        self._lines = lines
        self._side = min(art.width, art.height)
        slack, shapes = -_SLACK * self._side, list(_shapes(art.items))
        self._shown = [box.inset(slack) for shape, box, _ in shapes if _shows(shape)]
        widths = [shape.stroke.width * larger for shape, _, larger in shapes if shape.stroke is not None]
        self._line = min(widths, default=OUTLINE * self._side)

    def art(self, form: str) -> Art:
        return Art(f"{self._art.key} {form}", self._art.width, self._art.height, self._items(self._art.items, IDENTITY))

    def _items(self, items: Iterable[Item], matrix: Matrix) -> tuple[Item, ...]:
        return tuple(
            msgspec.structs.replace(item, items=self._items(item.items, multiply(matrix, item.matrix)))
            if isinstance(item, Group)
            else self._painted(item, matrix)
            if isinstance(item, Shape)
            else item
            for item in items
        )

    def _painted(self, shape: Shape, matrix: Matrix) -> Item:
        stroke, fill = shape.stroke, None if shape.fill is None else darkest(shape.fill)
        if stroke is not None and self._lines:
            stroke = msgspec.structs.replace(stroke, colour=self._lines)
        if fill is None or _solid(fill):
            return msgspec.structs.replace(shape, fill=fill, stroke=stroke)
        if stroke is None and contrast(fill, _BLANK) > PAPER and self._is_lost(mapped(matrix, _bounds(shape))):
            colour = fill if not self._lines and contrast(fill, _BLANK) >= VISIBLE else INK
            stroke = Stroke(colour, self._line / _enlarging(matrix))
        return msgspec.structs.replace(shape, fill=_BLANK, stroke=stroke)

    def _is_lost(self, box: Box) -> bool:
        slack = _SLACK * self._side
        across = box.x <= slack and box.right >= self._art.width - slack
        down = box.y <= slack and box.bottom >= self._art.height - slack
        if self._shown and (across or down):
            return False  # a ground
        return not any(shown.holds(box) for shown in self._shown)


def _shows(shape: Shape) -> bool:
    return shape.stroke is not None or (shape.fill is not None and _solid(darkest(shape.fill)))


def _solid(fill: Colour) -> bool:
    """Whether it is ink, or as dark: black, too."""
    return fill == INK or contrast(fill, _BLANK) >= SOLID


def _shapes(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Shape, Box, float]]:
    """Every shape, the box round it, and how much it is enlarged."""
    for item in items:
        if isinstance(item, Group):
            yield from _shapes(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Shape):
            yield item, mapped(matrix, _bounds(item)), _enlarging(matrix)


def _enlarging(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c)) or 1.0


def _bounds(shape: Shape) -> Box:
    return path_bounds(shape.segments) if isinstance(shape, Path) else shape.box
