"""Edges that only a ground tells: with little ink the ground goes, and what stood out from it would go with it.

A dark shape that is no longer filled gets a line round it (`pnp.face.ink`). A pale one has no need of that, unless it
lies on a dark one: a white star on a red banner is told by the red, and gets a line of that. A thin one is filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pnp.art.paths import multiply, path_bounds
from pnp.face.ink import DARK, OUTLINE, THIN, Unprinted
from pnp.face.paint import Painted
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Group, Item, Matrix, Path, Rect, Stroke, mapped
from pnp.scene.colour import contrast, darkest

_SLACK = 0.05
"""Millimetres by which a shape may reach over what it lies on."""

Shape = Rect | Ellipse | Path


def edged(painted: Painted, trim: Box) -> Painted:
    """A face that was painted with little ink, with the edges that would be gone."""
    edges = _Edges(trim)
    items = edges.items(painted.items, IDENTITY)
    origins = tuple(
        msgspec.structs.replace(origin, items=tuple(edges.replaced.get(id(item), item) for item in origin.items))
        for origin in painted.origins
    )
    return msgspec.structs.replace(painted, items=items, origins=origins)


class _Edges:
    """One face. `replaced` are the items that were replaced, by the id of what they were."""

    def __init__(self, trim: Box) -> None:
        self._trim = trim
        self._filled: list[tuple[Box, Colour, bool]] = []
        """What was filled so far: where, which colour it would have, and whether it is printed."""
        self.replaced: dict[int, Item] = {}

    def items(self, items: Iterable[Item], matrix: Matrix) -> tuple[Item, ...]:
        return tuple(self._items(items, matrix))

    def _items(self, items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
        for item in items:
            new = item
            if isinstance(item, Group):
                inner = self.items(item.items, multiply(matrix, item.matrix))
                if any(one is not other for one, other in zip(inner, item.items, strict=True)):
                    new = msgspec.structs.replace(item, items=inner)
            elif isinstance(item, Shape) and item.fill is not None:
                new = self._shape(item, matrix)
            if new is not item:
                self.replaced[id(item)] = new
            yield new

    def _shape(self, shape: Shape, matrix: Matrix) -> Shape:
        box = mapped(matrix, path_bounds(shape.segments) if isinstance(shape, Path) else shape.box)
        fill = shape.fill
        if not isinstance(fill, Unprinted):
            assert fill is not None
            self._filled.append((box, darkest(fill), True))
            return shape
        edge = None if fill.edged or box.holds(self._trim) else self._edge(box, fill.meant)
        self._filled.append((box, fill.meant, False))
        if edge is None:
            return msgspec.structs.replace(shape, fill=fill.printed)
        if min(box.width, box.height) <= THIN:
            return msgspec.structs.replace(shape, fill=edge)
        return msgspec.structs.replace(shape, fill=fill.printed, stroke=Stroke(edge, OUTLINE))

    def _edge(self, box: Box, colour: Colour) -> Colour | None:
        """The colour from which a shape was told by its own, if that is not printed."""
        under = (one for one in reversed(self._filled) if one[0].holds(box, _SLACK))
        _, ground, printed = next(under, (box, colour, True))
        return ground if not printed and contrast(ground, colour) >= DARK else None
