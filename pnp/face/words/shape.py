"""Closed shapes: `rect`, `ellipse` and `path` are filled, hatched and outlined alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from pnp.art.paths import path_bounds
from pnp.face.context import PaintContext
from pnp.face.errors import PaintError
from pnp.face.ink import printed_shape
from pnp.face.materials import Materials
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import Expr
from pnp.face.shapes import HATCHES, hatch_is_bounded, hatched, outline
from pnp.face.words.word import Dash, Word
from pnp.kit import bounds
from pnp.kit.bindings import BoundName
from pnp.kit.measures import Length
from pnp.kit.source import accepted
from pnp.scene import Box, Ellipse, Group, Item, Path, Rect, Stroke


class Look(msgspec.Struct, frozen=True):
    """The names that a shape was given for its colours and its hatch; empty: none."""

    fill: str = ""
    stroke: str = ""
    hatch: str = ""
    hatch_colour: str = ""


class Shape(Word, frozen=True, kw_only=True):
    """A closed shape: how it is filled, hatched and outlined, in this order."""

    sort: ClassVar[str] = "shape"

    fill: BoundName | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    hatch: BoundName | None = None
    hatch_colour: BoundName | None = None
    spacing: Length = 1.4

    def shape(self, box: Box, data: str) -> Rect | Ellipse | Path:
        """The shape itself, in its box. Raises `PaintError` if its data cannot be read."""
        raise NotImplementedError

    def data(self, context: PaintContext) -> tuple[Expr, ...]:
        """The expression of its path data, if it has such."""
        return ()

    def painter(self, context: PaintContext) -> Painter:
        keys = [key for key in Look.__struct_fields__ if getattr(self, key)]
        needs = [context.value(key, getattr(self, key)) for key in keys]
        data = self.data(context)

        def paint(box: Box, values: Values) -> Painted:
            look = Look(**{key: context.name(values, number) for number, key in enumerate(keys)})
            shape = self.shape(box, str(values[-1]) if data else "")
            items = _inked(shape, box, self, look, context)
            return Painted(items, work=1 + _segments(items) // 50)

        return Painter((*needs, *data), paint)


def _segments(items: Iterable[Item]) -> int:
    inner = (item.items if isinstance(item, Group) else (item,) for item in items)
    return sum(len(item.segments) for group in inner for item in group if isinstance(item, Path))


def _inked(shape: Rect | Ellipse | Path, box: Box, draw: Shape, look: Look, context: PaintContext) -> tuple[Item, ...]:
    materials = context.materials
    around = path_bounds(shape.segments) if isinstance(shape, Path) else box
    fill = materials.needed_colour(look.fill, "fill") if look.fill else None
    colour = materials.needed_colour(look.stroke, "stroke") if look.stroke else None
    stroke = Stroke(colour, draw.width, draw.dash) if colour else None
    fill, stroke = printed_shape(fill, stroke, around, context.trim, materials.ink, materials.line_colour)
    pattern = _hatch(shape, around, draw, look, materials) if look.hatch not in ("", "none") else None
    painted = msgspec.structs.replace(shape, fill=fill, stroke=None if pattern else stroke)
    outlined = msgspec.structs.replace(shape, stroke=stroke) if pattern and stroke else None
    visible = painted.fill is not None or painted.stroke is not None
    return tuple(item for item in (painted if visible else None, pattern, outlined) if item)


def _hatch(shape: Rect | Ellipse | Path, around: Box, draw: Shape, look: Look, materials: Materials) -> Group | None:
    kind = look.hatch
    if kind not in HATCHES:
        raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(HATCHES, kind))
    if not hatch_is_bounded(kind, around, draw.spacing):
        message = f"every {draw.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
        raise PaintError("spacing", "size", message, "set them wider")
    colour = materials.line(look.hatch_colour or "ink", "hatch_colour")
    return hatched(kind, outline(shape), around, colour, draw.spacing)
