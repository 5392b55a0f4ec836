"""What stands on a face: each drawing of a word by itself, in drawing order, with its shapes where they finally are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pnp.art.paths import multiply
from pnp.check.outlines import Shape, shapes
from pnp.face.layout import Laid
from pnp.face.paint import Origin
from pnp.findings import Place
from pnp.scene import IDENTITY, Group, Item, Matrix

_MOST_KEPT = 4_096
"""Drawings whose shapes are kept at a time: cards share most of theirs."""


class Standing(msgspec.Struct, frozen=True, eq=False):
    """One drawing of a word: its place in the kit, what it drew and through which matrix, its number in the face."""

    origin: Origin
    matrix: Matrix
    number: int

    @property
    def place(self) -> Place:
        return self.origin.place


class Outliner:
    """Finds the shapes of drawings; those that come again on other cards are found once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Origin, Matrix], tuple[Shape, ...]] = {}

    def shapes(self, standing: Standing) -> tuple[Shape, ...]:
        key = (standing.origin, standing.matrix)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            found = tuple(shape for item in standing.origin.items for shape in shapes(item, standing.matrix))
            self._known[key] = found
        return found


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
