"""What stands on a face: each drawing of a word by itself, in drawing order, with its shapes where they finally are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

import msgspec

from pnp.art.paths import Polygon, multiply, path_bounds, reach_of
from pnp.check.outlines import ANY, Shape, around, hull, mapped_polygon, shapes
from pnp.face.layout import Laid
from pnp.face.paint import Origin
from pnp.findings import Place
from pnp.scene import IDENTITY, Art, Box, Colour, Ellipse, Group, Image, Item, Matrix, Path, Rect, Use, mapped
from pnp.scene.gradient import colours_of

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


class Colours(msgspec.Struct, frozen=True, eq=False):
    """The colours of fills, and of lines."""

    fills: Set[Colour]
    lines: Set[Colour]


class Outliner:
    """Finds the shapes of drawings; those that come again on other cards are found once."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._known: dict[tuple[Origin, Matrix], Drawn] = {}
        self._arts: dict[str, tuple[Shape, ...]] = {}
        self._extents: dict[Origin | str, Box] = {}
        self._colours: dict[Origin | str, Colours] = {}
        self._hulls: dict[str, Polygon] = {}

    def drawn(self, standing: Standing) -> Drawn:
        key = (standing.origin, standing.matrix)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            parts = tuple(part for item in standing.origin.items for part in shapes(item, standing.matrix, self._arts))
            fills = tuple(part for part in parts if part.fill and not part.veiled and len(part.polygon) > 2)
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

    def extent(self, standing: Standing) -> Box:
        """A box that holds all shapes of a drawing, found without them; larger than they need, where there are curves
        or a turn."""
        if standing.origin not in self._extents:
            self._extents[standing.origin] = _round(self._reaches(standing.origin.items))
        return mapped(standing.matrix, self._extents[standing.origin])

    def _reaches(self, items: Iterable[Item]) -> Iterator[Box]:
        for item in items:
            match item:
                case Use(art=art, matrix=matrix):
                    if art.key not in self._extents:
                        self._extents[art.key] = _round(self._reaches(art.items))
                    yield mapped(matrix, self._extents[art.key])
                case Group(items=inner, matrix=matrix, clip=None):
                    yield mapped(matrix, _round(self._reaches(inner)))
                case Group(matrix=matrix, clip=clip) if clip is not None:
                    yield mapped(matrix, clip if isinstance(clip, Box) else path_bounds(clip.segments))
                case Image(box=box, clip=clip):
                    yield clip or box
                case Rect() | Ellipse() | Path():
                    yield reach_of(item)

    def colours(self, standing: Standing) -> Colours:
        """The colours of a drawing's fills and lines, found without its shapes."""
        if standing.origin not in self._colours:
            self._colours[standing.origin] = self._coloured(standing.origin.items)
        return self._colours[standing.origin]

    def _coloured(self, items: Iterable[Item]) -> Colours:
        fills: set[Colour] = set()
        lines: set[Colour] = set()
        for item in items:
            match item:
                case Use(art=art):
                    if art.key not in self._colours:
                        self._colours[art.key] = self._coloured(art.items)
                    inner = self._colours[art.key]
                case Group():
                    inner = self._coloured(item.items)
                case Rect() | Ellipse() | Path():
                    own = set(colours_of(item.fill))
                    inner = Colours(own, {item.stroke.colour} if item.stroke else set())
                case Image():
                    inner = Colours({ANY}, set())
                case _:
                    continue
            fills |= inner.fills
            lines |= inner.lines
        return Colours(fills, lines)

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


def _round(boxes: Iterable[Box]) -> Box:
    """The box round some boxes."""
    found = list(boxes)
    if not found:
        return _NOWHERE
    return around([point for box in found for point in ((box.x, box.y), (box.right, box.bottom))])


def _within(items: Iterable[Item], matrix: Matrix, firsts: set[int]) -> Iterator[tuple[Item, Matrix]]:
    """The first item of each drawing; groups are opened until one is met, as faces and turned words are groups."""
    for item in items:
        if id(item) in firsts:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _within(item.items, multiply(matrix, item.matrix), firsts)
