"""What is seen of a face through a window: the rest of a board need not be sent to phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.art.paths import multiply, path_bounds
from pnp.scene import IDENTITY, Box, Ellipse, Group, Item, Matrix, Path, Rect, Scene, Use, mapped


def through(scene: Scene, window: Box) -> Scene:
    """The part of a scene that lies in a window, as a scene of the window's size."""
    items = tuple(_seen(scene.items, IDENTITY, window))
    return Scene(window.width, window.height, 0.0, (Group(items, (1.0, 0.0, 0.0, 1.0, -window.x, -window.y)),))


def _seen(items: Iterable[Item], matrix: Matrix, window: Box) -> Iterator[Item]:
    """The items that reach into the window. What cannot be measured is taken to do so."""
    for item in items:
        if isinstance(item, Rect | Ellipse | Path):
            if _meet(mapped(matrix, _box(item)), window):
                yield item
        elif isinstance(item, Group):
            inner = tuple(_seen(item.items, multiply(matrix, item.matrix), window))
            if inner:
                yield replace(item, items=inner)
        elif isinstance(item, Use):
            yield from _used(item, multiply(matrix, item.matrix), window)
        else:
            yield item


def _used(item: Use, matrix: Matrix, window: Box) -> Iterator[Item]:
    """A drawing stays one that is stored once, unless a part of it is not seen."""
    parts = tuple(_seen(item.art.items, matrix, window))
    if parts == item.art.items:
        yield item
    elif parts:
        yield Group(parts, item.matrix)


def _box(item: Rect | Ellipse | Path) -> Box:
    """The box round a shape with its outline."""
    box = path_bounds(item.segments) if isinstance(item, Path) else item.box
    return box.inset(-item.stroke.width) if item.stroke else box


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
