"""Shapes of drawings with their fills and lines: gradients, patterns, dashes, and what is drawn first (SVG 2, 13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.paths import inverse, outline_path, through
from pnp.art.strokes import check_dashes, covered, dashes, length_of
from pnp.art.svg_attributes import Look, PaintSaid, Reference, SvgError
from pnp.art.svg_paints import Paints
from pnp.art.svg_patterns import tiled
from pnp.art.svg_tally import Tally
from pnp.scene import Box, Ellipse, Group, Item, Matrix, Paint, Path, Rect

MOST_NESTED = 4
"""Patterns within patterns."""

Shape: TypeAlias = Rect | Ellipse | Path
Read: TypeAlias = Callable[[etree._Element, int], tuple[Item, ...]]  # noqa: SLF001 - lxml has no other name for it


class Painting:
    """Paints the shapes of one drawing; `read` draws what stands in a definition."""

    def __init__(self, root: etree._Element, paints: Paints, tally: Tally, view: Box, read: Read) -> None:
        self._root = root
        self._paints = paints
        self._tally = tally
        self._view = view
        self._read = read
        self._tiles = 0

    def painted(self, shape: Shape, look: Look, path_length: str = "") -> tuple[Item, ...]:
        """A shape with its fill and its line, each by itself where one is see-through or more than a flat colour. A
        `path_length` is how long its dashes take it to be. Raises SvgError and PathError."""
        scale = _scale(shape, path_length)
        if shape.stroke is not None and scale != 1:
            shape = replace(shape, stroke=replace(shape.stroke, dash=tuple(scale * one for one in shape.stroke.dash)))
        if shape.stroke is not None and shape.stroke.dash:
            check_dashes(length_of(outline_path(shape)), shape.stroke.dash)
        inside = look.fill_alpha * look.fill_opacity
        line = look.stroke_alpha * look.stroke_opacity
        lies_under = look.order.index("stroke") < look.order.index("fill")
        late = bool(shape.stroke and shape.stroke.dash and look.offset)
        flat = not self._is_pattern(look.area) and not isinstance(look.stroke, Reference) and not late
        if flat and inside == line == 1 and not (lies_under and shape.fill is not None and shape.stroke is not None):
            return (self._filled(shape, look),)
        filling = self._filling(replace(shape, stroke=None), look) if shape.fill is not None else ()
        lining = self._lining(self._begun(shape, scale * look.offset) if late else shape, shape, look)
        both = [(filling, round(inside, 4)), (lining, round(line, 4))]
        return tuple(
            item
            for items, share in (reversed(both) if lies_under else both)
            for item in ((Group(items, opacity=share),) if items and share < 1 else items)
        )

    def stretched(self, shape: Shape, look: Look, path_length: str, stretch: Matrix) -> tuple[Item, ...]:
        """A shape whose line is as wide as it says only after a matrix, which stretches it more one way. Raises
        SvgError and PathError."""
        if isinstance(look.stroke, Reference):
            raise SvgError("a line that does not scale, with a gradient or pattern, stretched one way is not drawn")
        filling = self.painted(replace(shape, stroke=None), look) if shape.fill is not None else ()
        seen = Path(through(outline_path(shape), stretch), stroke=shape.stroke)
        lining = Group(self.painted(seen, replace(look, fill=None), path_length), inverse(stretch))
        lies_under = look.order.index("stroke") < look.order.index("fill")
        return (lining, *filling) if lies_under else (*filling, lining)

    def _is_pattern(self, said: PaintSaid) -> bool:
        return isinstance(said, Reference) and self._paints.is_pattern(said.name)

    def _filled(self, shape: Shape, look: Look) -> Shape:
        if isinstance(look.area, Reference) and shape.fill is not None:
            return replace(shape, fill=self._paint(look.area, shape))
        return shape

    def _paint(self, said: Reference, shape: Shape) -> Paint | None:
        if said.instead and not self._paints.is_there(said.name):
            return svg_attributes.colour(said.instead)
        return self._paints.paint(said.name, shape)

    def _filling(self, shape: Shape, look: Look) -> tuple[Item, ...]:
        if isinstance(look.area, Reference) and self._is_pattern(look.area):
            return self._tiled(shape, look.area.name)
        filled = self._filled(shape, look)
        return (filled,) if filled.fill is not None else ()

    def _begun(self, shape: Shape, offset: float) -> Path:
        """The dashes of a shape's line as lines of their own, where they begin elsewhere than at their start."""
        assert shape.stroke is not None
        parts = dashes(outline_path(shape), shape.stroke.dash, offset)
        self._tally.lines(self._root, len(parts))
        return Path(parts, stroke=replace(shape.stroke, dash=()))

    def _lining(self, lined: Shape, shape: Shape, look: Look) -> tuple[Item, ...]:
        """The line round a shape; as the shape that it covers, if it has a gradient or a pattern, which go by the box
        of the shape."""
        if lined.stroke is None or not isinstance(look.stroke, Reference):
            return (replace(lined, fill=None),) if lined.stroke is not None else ()
        inside = covered(outline_path(lined), lined.stroke)
        self._tally.lines(self._root, len(inside))
        if not inside:
            return ()
        if self._is_pattern(look.stroke):
            return self._tiled(Path(inside), look.stroke.name, shape)
        paint = self._paint(look.stroke, shape)
        return (Path(inside, paint),) if paint is not None else ()

    def _inner(self, element: etree._Element) -> tuple[Item, ...]:
        return self._read(element, self._tiles)

    def _tiled(self, shape: Shape, name: str, around: Shape | None = None) -> tuple[Item, ...]:
        """The tiles of a pattern within a shape; they may go by the box of another."""
        if self._tiles >= MOST_NESTED:
            raise SvgError("patterns refer to each other in a circle")
        self._tiles += 1
        try:
            said, source = self._paints.pattern(name)
            filling = tiled(shape, around or shape, said, source, self._view, self._inner)
        finally:
            self._tiles -= 1
        items = () if filling is None else (filling,)
        self._tally.items(self._root, items)
        return items


def _scale(shape: Shape, path_length: str) -> float:
    """By how much the dashes of a shape are longer than they say, for it is said to be so long."""
    said = svg_attributes.number(path_length, "pathLength") if path_length else 0.0
    dashed = shape.stroke is not None and shape.stroke.dash
    return length_of(outline_path(shape)) / said if said > 0 and dashed else 1.0
