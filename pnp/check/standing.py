"""What stands on a face: each drawing of a word by itself, in drawing order, with its shapes where they finally are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pnp.art.paths import multiply
from pnp.check.outlines import Polygon, Shape, around, hull, mapped_polygon, shapes
from pnp.face.layout import Laid
from pnp.face.paint import Origin
from pnp.findings import Place
from pnp.scene import IDENTITY, Art, Box, Group, Item, Matrix, Use, mapped

_MOST_KEPT = 4_096
"""Drawings whose shapes are kept at a time: cards share most of theirs."""
_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


class Standing(msgspec.Struct, frozen=True, eq=False):
    """One drawing of a word: its place in the kit, what it drew and through which matrix, its number in the face."""

    origin: Origin
    matrix: Matrix
    number: int

    @property
    def place(self) -> Place:
        return self.origin.place


class Effort:
    """What may be measured in one check, counted in corners that are compared; from a kit without end the rest is
    not looked at."""

    def __init__(self, most: int) -> None:
        self._left = most

    @property
    def spent(self) -> bool:
        return self._left < 0

    def take(self, corners: int) -> bool:
        """Whether there is still room for so much."""
        self._left -= corners
        return self._left >= 0


class Drawn(msgspec.Struct, frozen=True, eq=False):
    """What a word drew: its shapes, those of them that hide what lies beneath, and the box round them all."""

    shapes: tuple[Shape, ...]
    fills: tuple[Shape, ...]
    box: Box


class Outliner:
    """Finds the shapes of drawings; those that come again on other cards are found once."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._known: dict[tuple[Origin, Matrix], Drawn] = {}
        self._arts: dict[str, tuple[Shape, ...]] = {}
        self._hulls: dict[str, Polygon] = {}

    def drawn(self, standing: Standing) -> Drawn:
        key = (standing.origin, standing.matrix)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            parts = tuple(part for item in standing.origin.items for part in shapes(item, standing.matrix, self._arts))
            fills = tuple(part for part in parts if part.fill is not None and len(part.polygon) > 2)
            corners = [
                point for part in parts for point in ((part.box.x, part.box.y), (part.box.right, part.box.bottom))
            ]
            self._effort.take(10 + 5 * sum(len(part.polygon) for part in parts))
            found = self._known[key] = Drawn(parts, fills, around(corners) if corners else _NOWHERE)
        return found

    def reach(self, standing: Standing) -> Box:
        """A box round what a word drew: of a drawing its frame, which is known without its shapes."""
        use = _use(standing)
        if use is None:
            return self.drawn(standing).box
        art, matrix = use
        return mapped(matrix, Box(0.0, 0.0, art.width, art.height))

    def hull(self, standing: Standing) -> Polygon:
        """The convex outline of all that a word drew."""
        use = _use(standing)
        if use is None:
            return hull(point for part in self.drawn(standing).shapes for point in part.polygon)
        art, matrix = use
        if art.key not in self._hulls:
            self.drawn(standing)
            self._hulls[art.key] = hull(point for part in self._arts[art.key] for point in part.polygon)
        return mapped_polygon(self._hulls[art.key], matrix)


def _use(standing: Standing) -> tuple[Art, Matrix] | None:
    """The drawing that a word drew, and the way to it, if that is all."""
    if len(standing.origin.items) == 1:
        match standing.origin.items[0]:
            case Use(art=art, matrix=matrix):
                return art, multiply(standing.matrix, matrix)
            case Group(items=(Use(art=art, matrix=inner),), matrix=matrix):
                return art, multiply(multiply(standing.matrix, matrix), inner)
    return None


def standing(laid: Laid) -> Iterator[Standing]:
    """Every drawing of a face, the first drawn first."""
    origins = iter(enumerate(laid.origins))
    ahead = next(origins, None)
    for item, matrix in _within(laid.scene.items, IDENTITY, {id(origin.items[0]) for origin in laid.origins}):
        if ahead is not None and item is ahead[1].items[0]:
            yield Standing(ahead[1], matrix, ahead[0])
            ahead = next(origins, None)


def _within(items: Iterable[Item], matrix: Matrix, firsts: set[int]) -> Iterator[tuple[Item, Matrix]]:
    """The first item of each drawing; groups are opened until one is met, as faces and turned words are groups."""
    for item in items:
        if id(item) in firsts:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _within(item.items, multiply(matrix, item.matrix), firsts)
