"""What is printed of a colour: all of it, or, with little ink, lines and signs without grounds.

With little ink, grounds and tints stay unprinted: a filled shape is left white, so that it still hides what lies
beneath it, and one that is see-through is not filled. A dark one without an outline gets a thin one of its colour; a
gradient is as dark as its darkest end. Thin marks stay as they are. Text and
lines too light for white paper become ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import multiply, path_bounds
from pnp.face.paint import Painted
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Gradient, Group, Item, Matrix, Paint, Path, Rect, Stroke, mapped
from pnp.scene.colour import READABLE, VISIBLE, contrast, darkest
from pnp.scene.gradient import mixed

InkMode: TypeAlias = Literal["full", "low"]

UNPRINTED: Colour = "#FFFFFF"
THIN = 2.5
"""Millimetres: a filled mark thinner than this is a line rather than a ground."""
OUTLINE = 0.25
"""Millimetres: the line around a dark shape that is no longer filled."""
DARK = 3.0
"""Contrast to paper from which a shape counts as dark: the least that WCAG 2.2 asks of graphics (1.4.11)."""


class Unprinted(str):
    """The fill of a shape that is left white, or, if it is see-through, empty: the colour it would have, how opaque,
    and whether it has an edge all the same. None is left once a face is whole (`pnp.face.edges`)."""

    __slots__ = ("_colour", "_opacity", "edged")

    _colour: Colour
    _opacity: float
    edged: bool

    @classmethod
    def instead_of(cls, colour: Colour, opacity: float, edged: bool) -> Unprinted:
        found = cls(UNPRINTED)
        found._colour, found._opacity, found.edged = colour, opacity, edged
        return found

    @property
    def printed(self) -> Colour | None:
        """The fill that it has."""
        return UNPRINTED if self._opacity == 1 else None

    def meant(self, ground: Colour = UNPRINTED) -> Colour:
        """The colour that it would have on a ground."""
        return mixed(self._colour, ground, self._opacity) if self._opacity < 1 else self._colour


def printed_shape(
    fill: Paint | None,
    stroke: Stroke | None,
    box: Box,
    trim: Box,
    ink: InkMode,
    line_colour: Colour,
    opacity: float = 1.0,
) -> tuple[Paint | None, Stroke | None]:
    """The fill and outline of a shape as they are printed. `trim` is the face's own box."""
    if ink == "full":
        return fill, stroke
    if isinstance(fill, Gradient) and fill.see_through:
        fill = None  # it has no edge
    if stroke:
        stroke = msgspec.structs.replace(stroke, colour=printed_line(stroke.colour, ink, line_colour))
    if fill is None:
        return None, stroke
    colour = darkest(fill)
    seen = mixed(colour, UNPRINTED, opacity) if opacity < 1 else colour
    dark = contrast(seen, UNPRINTED) >= DARK
    if dark and min(box.width, box.height) <= THIN:
        return seen, stroke
    ground = box.x < 0 and box.y < 0 and box.right > trim.right and box.bottom > trim.bottom
    if dark and stroke is None and not ground:
        stroke = Stroke(seen, OUTLINE)
    return Unprinted.instead_of(colour, opacity, edged=stroke is not None), stroke


def printed_line(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of a line as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < VISIBLE else colour


def printed_halo(colour: Colour, ink: InkMode) -> Colour:
    """The colour of what surrounds letters as it is printed: with little ink it but parts them from what is beneath."""
    return UNPRINTED if ink == "low" else colour


def printed_text(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of text as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < READABLE else colour


NEAR = 3.0
"""Millimetres from the trim within which a frame shows where to cut."""
CUT = (0.2, (1.0, 1.0))
"""Width and dashes of the line, in mm."""


def is_framed(items: Iterable[Item], width: float, height: float) -> bool:
    """Whether an outline lies near enough to the trim to cut by."""
    return any(_is_frame(item, width, height) for item in items)


def cutting_line(
    width: float, height: float, corner: float, outline: Path | Ellipse | None, colour: Colour
) -> Rect | Path | Ellipse:
    """Along the trim of a piece that is so large, in mm, with such corners, or of such an outline."""
    stroke = Stroke(colour, *CUT)
    if outline is None:
        return Rect(Box(0.0, 0.0, width, height), stroke=stroke, radius=corner)
    return msgspec.structs.replace(outline, fill=None, stroke=stroke)


def _is_frame(item: Item, width: float, height: float) -> bool:
    if isinstance(item, Group):
        return item.clip is None and is_framed(item.items, width, height)
    if not isinstance(item, Rect | Ellipse) or item.stroke is None:
        return False
    box = item.box
    margins = (box.x, box.y, width - box.right, height - box.bottom)
    return all(-0.01 <= margin <= NEAR for margin in margins)


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
