"""Closed shapes: all are filled, hatched and outlined alike, cast shadows and may be see-through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from pnp.art.paths import PathError, parse_path, path_bounds
from pnp.face.effects import ShadowSpec, cast_shadow, filler, veil_of
from pnp.face.geometry import (
    HATCHES,
    closed_path,
    cornered,
    corners_on,
    hatch_is_bounded,
    hatched,
    hexagon_in,
    moved_path,
    outline,
)
from pnp.face.ink import printed_shape
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import Expr, PaintError, needed_number
from pnp.face.words.word import Cap, Dash, Join, Word, word
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, BoundNumber, BoundText, Template, bound_length
from pnp.kit.face_files import AnyBox
from pnp.kit.theme import Fill, Share
from pnp.kit.toml_source import BadValueError, Reads, accepted, shown
from pnp.kit.values import Distance, Form, Length, in_digits
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
    return cast_shadow(path, blur, draw.shadow_opacity, colour, (right, down))


def _hatch(shape: Rect | Ellipse | Path, around: Box, draw: Shape, look: Look, materials: Materials) -> Group | None:
    kind = look.hatch
    if kind not in HATCHES:
        raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(HATCHES, kind))
    if not hatch_is_bounded(kind, around, draw.spacing):
        message = f"every {draw.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
        raise PaintError("spacing", "size", message, "set them wider")
    colour = materials.line(look.hatch_colour or "ink", "hatch_colour")
    return hatched(kind, outline(shape), around, colour, draw.spacing)


@word("rect")
class RectDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "rect"

    rect: AnyBox
    radius: Distance = 0.0

    def shape(self, box: Box, data: Values) -> Rect:
        return Rect(box, radius=min(self.radius, box.width / 2, box.height / 2))


@word("ellipse")
class EllipseDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "ellipse"
    form: ClassVar[Form] = "round"

    ellipse: AnyBox

    def shape(self, box: Box, data: Values) -> Ellipse:
        return Ellipse(box)


@word("hexagon")
class HexagonDraw(Shape, frozen=True, kw_only=True):
    """It stands on a point, or on an edge in a box that is wider than high."""

    box_key: ClassVar[str] = "hexagon"
    form: ClassVar[Form] = "hexagon"

    hexagon: AnyBox

    def shape(self, box: Box, data: Values) -> Path:
        return hexagon_in(box)


SIDES = (3, 60)
"""A polygon of more looks like an ellipse."""


def _points(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or not 6 <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        hint = f"[x1, y1, x2, y2, x3, y3 …], at most {bounds.POINTS.most} points"
        raise BadValueError(f"is {shown(value)}, not a polygon", hint)
    return tuple(bound_length(part) for part in value)


@word("polygon")
class PolygonDraw(Shape, frozen=True, kw_only=True):
    """Its corners lie on the ellipse that fills its box, the first at the top; or where its points are, which are
    measured from the top left of the box."""

    box_key: ClassVar[str] = "polygon"

    polygon: AnyBox
    sides: BoundNumber | None = None
    points: Annotated[tuple[float | Template, ...], Reads(_points)] = ()

    def shape(self, box: Box, data: Values) -> Path:
        if self.points:
            places = [needed_number(value, "points") for value in data]
            return cornered([(box.x + x, box.y + y) for x, y in zip(places[::2], places[1::2], strict=True)])
        return cornered(corners_on(box, whole_number(data[0], "sides", SIDES)))

    def data(self, context: PaintContext) -> tuple[Expr, ...]:
        if (self.sides is None) != bool(self.points):
            raise PaintError("sides", "value", "a polygon has either sides or points", "sides = 5")
        if self.sides is not None:
            return (context.number("sides", self.sides),)
        return tuple(context.number("points", point) for point in self.points)


def whole_number(value: object, key: str, ends: tuple[int, int]) -> int:
    """A whole number between two ends; raises `PaintError`."""
    if not isinstance(value, int | float) or value != int(value) or not ends[0] <= value <= ends[1]:
        message = f"{key} comes to {shown(value)}"
        raise PaintError(key, "value", message, f"a whole number from {ends[0]} to {ends[1]}")
    return int(value)


@word("star")
class StarDraw(Shape, frozen=True, kw_only=True):
    """Its points lie on the ellipse that fills its box, the first at the top; the corners between them on one that is
    `inner` times as large."""

    box_key: ClassVar[str] = "star"

    star: AnyBox
    points: BoundNumber = 5.0
    inner: BoundNumber = 0.4

    def shape(self, box: Box, data: Values) -> Path:
        count = whole_number(data[0], "points", SIDES)
        inner = needed_number(data[1], "inner")
        if not 0 < inner < 1:
            raise PaintError("inner", "value", f"inner comes to {in_digits(inner)}", "a number between 0 and 1: 0.4")
        tips = corners_on(box, 2 * count)[::2]
        x, y = box.x + box.width / 2, box.y + box.height / 2
        hollow = Box(x - inner * box.width / 2, y - inner * box.height / 2, inner * box.width, inner * box.height)
        between = corners_on(hollow, 2 * count)[1::2]
        return cornered([corner for pair in zip(tips, between, strict=True) for corner in pair])

    def data(self, context: PaintContext) -> tuple[Expr, ...]:
        return context.number("points", self.points), context.number("inner", self.inner)


@word("path")
class PathDraw(Shape, frozen=True, kw_only=True):
    path: BoundText
    box: AnyBox = "trim"
    rule: Literal["nonzero", "evenodd"] = "nonzero"

    def shape(self, box: Box, data: Values) -> Path:
        try:
            segments = parse_path(str(data[0]))
        except PathError as error:
            raise PaintError("path", "path", str(error), "SVG path data, such as M0,0 h6 v9 z") from None
        return Path(moved_path(segments, box.x, box.y), rule=self.rule)

    def data(self, context: PaintContext) -> tuple[Expr, ...]:
        return (context.text("path", self.path, running=False),)
