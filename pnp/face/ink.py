"""Low ink: what is printed of colours, and the lines that faces need where their grounds go unprinted.

With little ink, grounds and tints stay unprinted: a filled shape is left white, so that it still hides what lies
beneath it, and one that is see-through is not filled. A dark one without an outline gets a thin one of its colour; a
gradient is as dark as its darkest end. Thin marks stay as they are. Text and lines too light for white paper become
ink. A pale shape gets an outline only if it lies on a dark one, as a white star on a red banner does: its edge is red.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import multiply, path_bounds
from pnp.face.paint import Painted
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Gradient, Group, Item, Matrix, Paint, Path, Rect, Stroke, mapped
from pnp.scene.colour import READABLE, VISIBLE, contrast, darkest, mixed

InkMode: TypeAlias = Literal["full", "low"]
Shape: TypeAlias = Rect | Ellipse | Path

UNPRINTED: Colour = "#FFFFFF"
THIN = 2.5
"""Millimetres: a filled mark thinner than this is a line rather than a ground."""
OUTLINE = 0.25
"""Millimetres: the line around a dark shape that is no longer filled."""
DARK = 3.0
"""Contrast to paper from which a shape counts as dark: the least that WCAG 2.2 asks of graphics (1.4.11)."""
NEAR = 3.0
"""Millimetres from the trim within which a frame shows where to cut."""
CUT = (0.2, (1.0, 1.0))
"""Width and dashes of the line that shows where to cut, in mm."""
_SLACK = 0.05
"""Millimetres by which a shape may reach over what it lies on."""


class Unprinted(str):
    """The fill of a shape that is left white, or empty if it is see-through: the colour it would have, its opacity, and
    whether it has an edge all the same. `edged` leaves none in a face."""

    colour: Colour
    opacity: float
    has_edge: bool

    @property
    def printed(self) -> Colour | None:
        """The fill that it has."""
        return UNPRINTED if self.opacity == 1 else None

    def meant(self, ground: Colour = UNPRINTED) -> Colour:
        """The colour that it would have on a ground."""
        return mixed(self.colour, ground, self.opacity) if self.opacity < 1 else self.colour


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
    if stroke:
        stroke = replace(stroke, colour=printed_line(stroke.colour, ink, line_colour))
    if fill is None or (isinstance(fill, Gradient) and fill.see_through):  # which has no edge
        return None, stroke
    unprinted = Unprinted(UNPRINTED)
    unprinted.colour, unprinted.opacity = darkest(fill), opacity
    seen = unprinted.meant()
    is_dark = contrast(seen, UNPRINTED) >= DARK
    if is_dark and min(box.width, box.height) <= THIN:
        return seen, stroke
    is_ground = box.x < 0 and box.y < 0 and box.right > trim.right and box.bottom > trim.bottom
    if is_dark and stroke is None and not is_ground:
        stroke = Stroke(seen, OUTLINE)
    unprinted.has_edge = stroke is not None
    return unprinted, stroke


def printed_line(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of a line as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < VISIBLE else colour


def printed_halo(colour: Colour, ink: InkMode) -> Colour:
    """The colour of what surrounds letters as it is printed: with little ink it only parts them from the rest."""
    return UNPRINTED if ink == "low" else colour


def printed_text(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of text as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < READABLE else colour


def is_framed(items: Iterable[Item], width: float, height: float) -> bool:
    """Whether an outline lies near enough to the trim to cut by."""
    for item in items:
        if isinstance(item, Group):
            if item.clip is None and is_framed(item.items, width, height):
                return True
        elif isinstance(item, Rect | Ellipse) and item.stroke is not None:
            box = item.box
            margins = (box.x, box.y, width - box.right, height - box.bottom)
            if all(-0.01 <= margin <= NEAR for margin in margins):
                return True
    return False


def cutting_line(width: float, height: float, corner: float, outline: Path | Ellipse | None, colour: Colour) -> Shape:
    """Along the trim of a piece that is so large, in mm, with such corners, or of such an outline."""
    stroke = Stroke(colour, *CUT)
    if outline is None:
        return Rect(Box(0.0, 0.0, width, height), stroke=stroke, radius=corner)
    return replace(outline, fill=None, stroke=stroke)


def edged(painted: Painted, trim: Box) -> Painted:
    """A face painted with little ink, with edges where a shape was seen by its ground alone."""
    filled: list[tuple[Box, Colour, bool]] = []
    """What was filled so far: where, which colour it would have, and whether it is printed."""
    replaced: dict[int, tuple[Item, ...]] = {}
    """What is there instead of items, by their ids."""

    def resolve(items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
        for item in items:
            new: Item | None = item
            if isinstance(item, Group):
                inner = tuple(resolve(item.items, multiply(matrix, item.matrix)))
                if tuple(map(id, inner)) != tuple(map(id, item.items)):
                    new = replace(item, items=inner)
            elif isinstance(item, Shape) and item.fill is not None:
                new = _resolve_fill(item, matrix, trim, filled)
            if new is not item:
                replaced[id(item)] = (new,) if new else ()
            if new:
                yield new

    items = tuple(resolve(painted.items, IDENTITY))
    origins = (
        replace(origin, items=tuple(new for item in origin.items for new in replaced.get(id(item), (item,))))
        for origin in painted.origins
    )
    return replace(painted, items=items, origins=tuple(origin for origin in origins if origin.items))


def _resolve_fill(shape: Shape, matrix: Matrix, trim: Box, filled: list[tuple[Box, Colour, bool]]) -> Shape | None:
    """A shape as it is printed; None if nothing of it is. Adds it to what is `filled`."""
    box = mapped(matrix, path_bounds(shape.segments) if isinstance(shape, Path) else shape.box)
    fill = shape.fill
    assert fill is not None
    if not isinstance(fill, Unprinted):
        filled.append((box, darkest(fill), True))
        return shape
    edge = None
    if not fill.has_edge and not box.holds(trim):
        under = (one for one in reversed(filled) if one[0].holds(box, _SLACK))
        _, ground, is_printed = next(under, (box, "", True))
        if not is_printed and contrast(ground, fill.meant(ground)) >= DARK:
            edge = ground
    filled.append((box, fill.meant(), False))
    if edge is None:
        return replace(shape, fill=fill.printed) if fill.printed or shape.stroke else None
    if min(box.width, box.height) <= THIN:
        return replace(shape, fill=edge)
    return replace(shape, fill=fill.printed, stroke=Stroke(edge, OUTLINE))
