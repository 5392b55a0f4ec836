"""Closed shapes: `rect`, `ellipse`, `hexagon`, `polygon`, `star` and `path`.

All are filled, hatched and outlined alike, cast shadows and may be see-through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from pnp.art.paths import PathError, parse_path, path_bounds
from pnp.face.compile import PaintContext, Word
from pnp.face.paint import Painted, Values, printed_shape
from pnp.face.scope import Expr, PaintError, needed_number
from pnp.face.shapes import (
    HATCHES,
    ShadowSpec,
    apply_opacity,
    cast_shadow,
    checked_opacity,
    closed_path,
    corners_on,
    draw_arrow,
    draw_hatch,
    fill_needs,
    hatch_marks,
    hexagon_in,
    move_path,
    named_fill,
    points_from,
    polygon_path,
)
from pnp.face.words import Cap, Dash, Join, read_points, word
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, BoundNumber, BoundText, Template
from pnp.kit.face_files import AnyBox
from pnp.kit.theme import Fill, GradientSpec, Share
from pnp.kit.toml_source import ParsedBy, accepted, quote
from pnp.kit.values import Distance, Form, Length, in_digits
from pnp.scene import Box, Ellipse, Group, Item, Path, Rect, Stroke

SIDES = (3, 60)
"""Sides of a polygon, points of a star; one of more looks like an ellipse."""


class Shape(Word, frozen=True, kw_only=True):
    """A closed shape: how it is filled, hatched and outlined, in this order, over its shadow."""

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

    def shape(self, box: Box, values: Values) -> Rect | Ellipse | Path:
        """The shape itself, in its box. Raises `PaintError` if its values cannot be read."""
        raise NotImplementedError

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        names = context.values(self, "stroke", "hatch", "hatch_colour", "shadow_colour", "opacity")
        return {**names, **fill_needs(context.scope, self.fill)}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        shape = self.shape(box, values)
        around = path_bounds(shape.segments) if isinstance(shape, Path) else box
        opacity = checked_opacity(values["opacity"])
        items = self._layers(shape, around, opacity, values, context)
        return Painted(apply_opacity(items, opacity, context.materials.ink), work=1 + _count_segments(items) // 50)

    def _layers(
        self, shape: Rect | Ellipse | Path, around: Box, opacity: float, values: Values, context: PaintContext
    ) -> tuple[Item, ...]:
        materials = context.materials
        found = values.get("fill")
        names = [context.name(one) for one in (found if isinstance(found, tuple) else (found,))]
        fill = named_fill(self.fill if isinstance(self.fill, GradientSpec) else None, names, around, materials)
        line = context.name(values.get("stroke"))
        colour = materials.needed_colour(line, "stroke") if line else None
        stroke = Stroke(colour, self.width, self.dash, self.cap, self.join) if colour else None
        fill, stroke = printed_shape(fill, stroke, around, context.trim, materials.ink, materials.line_colour, opacity)
        pattern = self._hatching(shape, around, values, context)
        painted = replace(shape, fill=fill, stroke=None if pattern else stroke)
        above = replace(shape, stroke=stroke) if pattern and stroke else None
        shadow = None
        if self.shadow and materials.ink == "full":
            tint = materials.needed_colour(context.name(values.get("shadow_colour")) or "ink", "shadow_colour")
            shadow = cast_shadow(closed_path(shape), self.shadow, self.shadow_opacity, tint)
        is_visible = painted.fill is not None or painted.stroke is not None
        return tuple(item for item in (shadow, painted if is_visible else None, pattern, above) if item)

    def _hatching(
        self, shape: Rect | Ellipse | Path, around: Box, values: Values, context: PaintContext
    ) -> Group | None:
        kind = context.name(values.get("hatch"))
        if kind in ("", "none"):
            return None
        if kind not in HATCHES:
            raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(HATCHES, kind))
        if hatch_marks(kind, around, self.spacing) > bounds.HATCH_LINES.most:
            message = f"every {self.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
            raise PaintError("spacing", "size", message, "set them wider")
        colour = context.materials.line(context.name(values.get("hatch_colour")) or "ink", "hatch_colour")
        clip = shape.box if isinstance(shape, Rect) and not shape.radius else closed_path(shape)
        return draw_hatch(kind, clip, around, colour, self.spacing)


@word("rect")
class RectDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "rect"

    rect: AnyBox
    radius: Distance = 0.0

    def shape(self, box: Box, values: Values) -> Rect:
        return Rect(box, radius=min(self.radius, box.width / 2, box.height / 2))


@word("ellipse")
class EllipseDraw(Shape, frozen=True, kw_only=True):
    """It fills its box."""

    box_key: ClassVar[str] = "ellipse"
    form: ClassVar[Form] = "round"

    ellipse: AnyBox

    def shape(self, box: Box, values: Values) -> Ellipse:
        return Ellipse(box)


@word("hexagon")
class HexagonDraw(Shape, frozen=True, kw_only=True):
    """The largest regular one in the middle of its box, on a point, or on an edge in a box that is wider than high."""

    box_key: ClassVar[str] = "hexagon"
    form: ClassVar[Form] = "hexagon"

    hexagon: AnyBox

    def shape(self, box: Box, values: Values) -> Path:
        return hexagon_in(box)


@word("polygon")
class PolygonDraw(Shape, frozen=True, kw_only=True):
    """Its corners lie on the ellipse that fills its box, the first at the top; or where its points are, which are
    measured from the top left of the box."""

    box_key: ClassVar[str] = "polygon"

    polygon: AnyBox
    sides: BoundNumber | None = None
    points: Annotated[tuple[float | Template, ...], ParsedBy(partial(read_points, least=3, what="polygon"))] = ()

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        if (self.sides is None) != bool(self.points):
            raise PaintError("sides", "value", "a polygon has either sides or points", "sides = 5")
        points = {"points": context.scope.values("points", self.points)} if self.points else {}
        return {**super().needs(context), **context.values(self, "sides"), **points}

    def shape(self, box: Box, values: Values) -> Path:
        if self.points:
            return polygon_path(points_from(box, values["points"], "points"))
        return polygon_path(corners_on(box, _whole_number(values["sides"], "sides", SIDES)))


@word("star")
class StarDraw(Shape, frozen=True, kw_only=True):
    """Its points lie on the ellipse that fills its box, the first at the top; the corners between them on one that is
    `inner` times as large."""

    box_key: ClassVar[str] = "star"

    star: AnyBox
    points: BoundNumber = 5.0
    inner: BoundNumber = 0.4

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return {**super().needs(context), **context.values(self, "points", "inner")}

    def shape(self, box: Box, values: Values) -> Path:
        count = _whole_number(values["points"], "points", SIDES)
        inner = needed_number(values["inner"], "inner")
        if not 0 < inner < 1:
            raise PaintError("inner", "value", f"inner comes to {in_digits(inner)}", "a number between 0 and 1: 0.4")
        x, y = box.x + box.width / 2, box.y + box.height / 2
        hollow = Box(x - inner * box.width / 2, y - inner * box.height / 2, inner * box.width, inner * box.height)
        tips, between = corners_on(box, 2 * count)[::2], corners_on(hollow, 2 * count)[1::2]
        return polygon_path([corner for pair in zip(tips, between, strict=True) for corner in pair])


@word("path")
class PathDraw(Shape, frozen=True, kw_only=True):
    """SVG path data, measured from the top left of its box."""

    path: BoundText
    box: AnyBox = "trim"
    rule: Literal["nonzero", "evenodd"] = "nonzero"

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return {**super().needs(context), "path": context.scope.text("path", self.path)}

    def shape(self, box: Box, values: Values) -> Path:
        try:
            segments = parse_path(str(values["path"]))
        except PathError as error:
            raise PaintError("path", "path", str(error), "SVG path data, such as M0,0 h6 v9 z") from None
        return Path(move_path(segments, box.x, box.y), rule=self.rule)


def _count_segments(items: Iterable[Item]) -> int:
    inner = (item.items if isinstance(item, Group) else (item,) for item in items)
    return sum(len(item.segments) for group in inner for item in group if isinstance(item, Path))


def _whole_number(value: object, key: str, ends: tuple[int, int]) -> int:
    """A whole number between two ends; raises `PaintError`."""
    if not isinstance(value, int | float) or value != int(value) or not ends[0] <= value <= ends[1]:
        message = f"{key} comes to {quote(value)}"
        raise PaintError(key, "value", message, f"a whole number from {ends[0]} to {ends[1]}")
    return int(value)


@word("line")
class LineDraw(Word, frozen=True, kw_only=True):
    """Its points are measured from the top left of its box."""

    line: Annotated[tuple[float | Template, ...], ParsedBy(partial(read_points, least=2, what="line"))]
    box: AnyBox | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    ends: Literal["none", "start", "end", "both"] = "none"

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return {"line": context.scope.values("line", self.line), **context.values(self, "stroke")}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        points = points_from(box, values["line"], "line")
        colour = context.materials.line(context.name(values.get("stroke")) or "ink", "stroke")
        return Painted(tuple(draw_arrow(points, Stroke(colour, self.width, self.dash, self.cap, self.join), self.ends)))
