"""Closed shapes: all are filled, hatched and outlined alike, cast shadows and may be see-through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import msgspec

from pnp.art.paths import path_bounds
from pnp.face.errors import PaintError
from pnp.face.fills import filler
from pnp.face.ink import printed_shape
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import Expr
from pnp.face.shadows import ShadowSpec, soft_shadow
from pnp.face.shapes import HATCHES, closed_path, hatch_is_bounded, hatched, moved_path, outline
from pnp.face.veil import veil_of
from pnp.face.words.word import Cap, Dash, Join, Word
from pnp.kit import bounds
from pnp.kit.bindings import BoundName, BoundNumber
from pnp.kit.gradients import Fill, Share
from pnp.kit.hints import accepted
from pnp.kit.measures import Length
from pnp.scene import Box, Ellipse, Group, Item, Paint, Path, Rect, Stroke

if TYPE_CHECKING:
    from pnp.face.context import PaintContext
    from pnp.face.materials import Materials


class Look(msgspec.Struct, frozen=True):
    """The names that a shape was given for its colours and its hatch; empty: none."""

    stroke: str = ""
    hatch: str = ""
    hatch_colour: str = ""
    shadow_colour: str = ""


class Shape(Word, frozen=True, kw_only=True):
    """A closed shape: how it is filled, hatched and outlined, in this order, over its shadow; all of it may be
    see-through."""

    sort: ClassVar[str] = "shape"

    fill: Fill | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    hatch: BoundName | None = None
    hatch_colour: BoundName | None = None
    spacing: Length = 1.4
    opacity: BoundNumber = 1.0
    shadow: ShadowSpec | None = None
    shadow_colour: BoundName | None = None
    shadow_opacity: Share = 0.4

    def shape(self, box: Box, data: Values) -> Rect | Ellipse | Path:
        """The shape itself, in its box. Raises `PaintError` if its data cannot be read."""
        raise NotImplementedError

    def data(self, context: PaintContext) -> tuple[Expr, ...]:
        """The expressions of what it is made of besides its box, if it has such."""
        return ()

    def painter(self, context: PaintContext) -> Painter:
        keys = [key for key in Look.__struct_fields__ if getattr(self, key)]
        needs = [context.value(key, getattr(self, key)) for key in keys]
        data, filled, veil = self.data(context), filler(context, self.fill), veil_of(context, self.opacity)
        first, last = len(keys), len(keys) + len(filled.needs)

        def paint(box: Box, values: Values) -> Painted:
            look = Look(**{key: context.name(values, number) for number, key in enumerate(keys)})
            shape = self.shape(box, values[last : last + len(data)])
            around = path_bounds(shape.segments) if isinstance(shape, Path) else box
            fill = filled.fill(values[first:last], around)
            opacity = veil.opacity(values[last + len(data) :])
            items = _inked(shape, around, self, look, fill, opacity, context)
            shown = veil.over(items, opacity)
            return Painted(shown, work=1 + _segments(items) // 50)

        return Painter((*needs, *filled.needs, *data, *veil.needs), paint)


def _segments(items: Iterable[Item]) -> int:
    inner = (item.items if isinstance(item, Group) else (item,) for item in items)
    return sum(len(item.segments) for group in inner for item in group if isinstance(item, Path))


def _inked(
    shape: Rect | Ellipse | Path,
    around: Box,
    draw: Shape,
    look: Look,
    fill: Paint | None,
    opacity: float,
    context: PaintContext,
) -> tuple[Item, ...]:
    materials = context.materials
    colour = materials.needed_colour(look.stroke, "stroke") if look.stroke else None
    stroke = Stroke(colour, draw.width, draw.dash, draw.cap, draw.join) if colour else None
    ink, line_colour = materials.ink, materials.line_colour
    fill, stroke = printed_shape(fill, stroke, around, context.trim, ink, line_colour, opacity)
    pattern = _hatch(shape, around, draw, look, materials) if look.hatch not in ("", "none") else None
    painted = msgspec.structs.replace(shape, fill=fill, stroke=None if pattern else stroke)
    outlined = msgspec.structs.replace(shape, stroke=stroke) if pattern and stroke else None
    visible = painted.fill is not None or painted.stroke is not None
    cast = _shadow(shape, draw, look, materials) if draw.shadow and ink == "full" else None
    return tuple(item for item in (cast, painted if visible else None, pattern, outlined) if item)


def _shadow(shape: Rect | Ellipse | Path, draw: Shape, look: Look, materials: Materials) -> Item | None:
    """What a shape casts: soft, or with a sharp edge."""
    assert draw.shadow is not None
    right, down, blur = draw.shadow
    colour = materials.needed_colour(look.shadow_colour or "ink", "shadow_colour")
    path = closed_path(shape)
    if not path.segments or not draw.shadow_opacity:
        return None
    if not blur:
        sharp = Path(moved_path(path.segments, right, down), colour, rule=path.rule)
        return Group((sharp,), opacity=draw.shadow_opacity)
    return soft_shadow(path, blur, draw.shadow_opacity, colour, (right, down))


def _hatch(shape: Rect | Ellipse | Path, around: Box, draw: Shape, look: Look, materials: Materials) -> Group | None:
    kind = look.hatch
    if kind not in HATCHES:
        raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(HATCHES, kind))
    if not hatch_is_bounded(kind, around, draw.spacing):
        message = f"every {draw.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
        raise PaintError("spacing", "size", message, "set them wider")
    colour = materials.line(look.hatch_colour or "ink", "hatch_colour")
    return hatched(kind, outline(shape), around, colour, draw.spacing)
