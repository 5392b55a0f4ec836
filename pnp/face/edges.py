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
    left = (
        msgspec.structs.replace(origin, items=tuple(one for item in origin.items for one in edges.left(item)))
        for origin in painted.origins
    )
    return msgspec.structs.replace(painted, items=items, origins=tuple(origin for origin in left if origin.items))


class _Edges:
    """One face."""

    def __init__(self, trim: Box) -> None:
        self._trim = trim
        self._filled: list[tuple[Box, Colour, bool]] = []
        """What was filled so far: where, which colour it would have, and whether it is printed."""
        self._replaced: dict[int, tuple[Item, ...]] = {}
        """What is there instead of items, by their ids."""

    def left(self, item: Item) -> tuple[Item, ...]:
        """What is there of an item, or instead of it."""
        return self._replaced.get(id(item), (item,))

    def items(self, items: Iterable[Item], matrix: Matrix) -> tuple[Item, ...]:
        return tuple(self._items(items, matrix))

    def _items(self, items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
        for item in items:
            new: Item | None = item
            if isinstance(item, Group):
                inner = self.items(item.items, multiply(matrix, item.matrix))
                if tuple(map(id, inner)) != tuple(map(id, item.items)):
                    new = msgspec.structs.replace(item, items=inner)
            elif isinstance(item, Shape) and item.fill is not None:
                new = self._shape(item, matrix)
            if new is not item:
                self._replaced[id(item)] = (new,) if new else ()
            if new:
                yield new

    def _shape(self, shape: Shape, matrix: Matrix) -> Shape | None:
        """A shape as it is printed; None, if nothing of it is."""
        box = mapped(matrix, path_bounds(shape.segments) if isinstance(shape, Path) else shape.box)
        fill = shape.fill
        if not isinstance(fill, Unprinted):
            assert fill is not None
            self._filled.append((box, darkest(fill), True))
            return shape
        edge = None if fill.edged or box.holds(self._trim) else self._edge(box, fill)
        self._filled.append((box, fill.meant(), False))
        if edge is None:
            shown = fill.printed or shape.stroke
            return msgspec.structs.replace(shape, fill=fill.printed) if shown else None
        if min(box.width, box.height) <= THIN:
            return msgspec.structs.replace(shape, fill=edge)
        return msgspec.structs.replace(shape, fill=fill.printed, stroke=Stroke(edge, OUTLINE))

    def _edge(self, box: Box, fill: Unprinted) -> Colour | None:
        """The colour from which a shape was told by its own, if that is not printed."""
        under = (one for one in reversed(self._filled) if one[0].holds(box, _SLACK))
        _, ground, printed = next(under, (box, "", True))
        return ground if not printed and contrast(ground, fill.meant(ground)) >= DARK else None
