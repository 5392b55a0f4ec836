"""The leaves of a scene: its items that are no groups, each with its place on the face."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply, reach_of
from pnp.scene.gradient import Matrix
from pnp.scene.items import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Path,
    Rect,
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)

ASCENT, DESCENT = 0.75, 0.25
"""Of a line of text, in ems."""
CODE_SLACK = 0.05
"""Millimetres by which a module may stand out of the box of its code, for roundings."""


class Leaf(msgspec.Struct, frozen=True, array_like=True):
    """An item, the matrix from its millimetres to the face's, and what clips, masks or blends it."""

    item: Item
    matrix: Matrix
    around: tuple[object, ...] = ()

    @property
    def box(self) -> Box:
        """Its bounds on the face."""
        match self.item:
            case Text(x=x, y=y, width=width, size=size):
                em = size * MM_PER_POINT
                return mapped(self.matrix, Box(x, y - ASCENT * em, width, (ASCENT + DESCENT) * em))
            case Use(art=art):
                return mapped(self.matrix, Box(0.0, 0.0, art.width, art.height))
            case Image(box=box) | Shadow(box=box):
                return mapped(self.matrix, box)
            case Rect() | Ellipse() | Path():
                return mapped(self.matrix, reach_of(self.item))
            case Group():
                raise TypeError("a group is no leaf")


def leaves(items: Iterable[Item], matrix: Matrix = IDENTITY, around: tuple[object, ...] = ()) -> Iterator[Leaf]:
    """All leaves in drawing order."""
    for item in items:
        match item:
            case Group():
                effects = (item.clip, item.opacity)
                changed = effects != (None, 1.0)
                inner = (*around, (effects, matrix)) if changed else around
                yield from leaves(item.items, multiply(matrix, item.matrix), inner)
            case Use():
                yield Leaf(replace(item, matrix=IDENTITY), _rounded(multiply(matrix, item.matrix)), around)
            case _:
                yield Leaf(item, _rounded(matrix), around)


def lasting_leaves(scene: Scene, build: str) -> Iterator[tuple[int, Leaf]]:
    """Numbered leaves without the id of the build, wherever a text or code contains it."""
    codes = [box.inset(-CODE_SLACK) for content, box in scene.codes if build and build in content]
    found = [*leaves(scene.items)]
    lines: defaultdict[tuple[float, float], str] = defaultdict(str)  # of typefaces that lack digits an id is split
    for leaf in found:
        if isinstance(leaf.item, Text):
            lines[leaf.item.y, leaf.item.size] += leaf.item.text
    joined: set[tuple[float, float]] = set()
    for number, leaf in enumerate(found):
        match leaf.item:
            case Text(y=y, size=size) if build and build in lines[y, size]:
                if (y, size) not in joined:
                    joined.add((y, size))
                    kept = replace(leaf.item, text=lines[y, size].replace(build, ""), x=0.0, width=0.0, glyphs=())
                    yield number, replace(leaf, item=kept)
            case Path() if any(code.holds(leaf.box) for code in codes):
                pass
            case _:
                yield number, leaf
    for code in codes:
        stand_in = Use(Art("code", code.width, code.height, ()), IDENTITY)
        yield -1, Leaf(stand_in, (1.0, 0.0, 0.0, 1.0, code.x, code.y))


def map_items(items: Iterable[Item], change: Callable[[Item], Item]) -> tuple[Item, ...]:
    """Items with each leaf changed, in groups too."""
    return tuple(
        replace(item, items=map_items(item.items, change)) if isinstance(item, Group) else change(item)
        for item in items
    )


def _rounded(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 5) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)
