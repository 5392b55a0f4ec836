"""Closed shapes: `rect`, `ellipse`, `hexagon`, `polygon`, `star` and `path`.

All of them can have a fill, a hatch, an outline, a shadow and an opacity.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import PathError, measure_path, parse_path
from pnp.face import shapes
from pnp.face.compile import PaintContext, Word
from pnp.face.paint import Painted, Values, convert_shape
from pnp.face.scope import Expr, PaintError, require_number
from pnp.face.words import word
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, BoundNumber, BoundText, Template, bound_length
from pnp.kit.face_files import AnyBox
from pnp.kit.theme import Fill, GradientSpec, Share
from pnp.kit.toml_source import BadValueError, ParsedBy, accepted, quote
from pnp.kit.values import Distance, Form, Length, format_number
from pnp.scene import Box, Ellipse, Group, Path, Rect, Stroke

SIDES = (3, 60)
"""Sides of a polygon, points of a star; one of more looks like an ellipse."""


def _read_dash(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise BadValueError(f"is {quote(value)}, not a dash", "[on, off] in mm")
    lengths = tuple(bound_length(part) for part in value)
    if not all(isinstance(length, float) and length > 0 for length in lengths):
        raise BadValueError("has a dash that is not a length greater than 0")
    return tuple(length for length in lengths if isinstance(length, float))


Dash: TypeAlias = Annotated[tuple[float, ...], ParsedBy(_read_dash)]
Cap: TypeAlias = Literal["butt", "round", "square"]
"""How a line, and each dash of it, ends."""
Join: TypeAlias = Literal["miter", "round", "bevel"]
"""How a line goes round a corner."""


def _read_points(value: object, least: int, what: str) -> tuple[float | Template, ...]:
    """Parses coordinates of at least this many points. Raises `BadValueError`."""
    if not isinstance(value, list) or not 2 * least <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        example = ", ".join(f"x{number}, y{number}" for number in range(1, least + 1))
        raise BadValueError(f"is {quote(value)}, not a {what}", f"[{example} …], at most {bounds.POINTS.most} points")
    return tuple(bound_length(part) for part in value)


class Shape(Word, frozen=True, kw_only=True):
    """A closed shape: shadow, fill, hatch and outline, drawn in this order."""

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
    shadow: shapes.ShadowSpec | None = None
    shadow_colour: BoundName | None = None
    shadow_opacity: Share = 0.4

    def shape(self, box: Box, values: Values, context: PaintContext) -> Rect | Ellipse | Path:
        """Returns the shape itself, in its box. Raises `PaintError` if its values are invalid."""
        raise NotImplementedError

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        materials, shape = context.materials, self.shape(box, values, context)
        around = measure_path(shape.segments) if isinstance(shape, Path) else box
        opacity = shapes.check_opacity(values["opacity"])
        found = values.get("fill")
        names = [context.name(one) for one in (found if isinstance(found, tuple) else (found,))]
        fill = shapes.find_fill(self.fill if isinstance(self.fill, GradientSpec) else None, names, around, materials)
        line = context.name(values.get("stroke"))
        colour = materials.require_colour(line, "stroke") if line else None
        stroke = Stroke(colour, self.width, self.dash, self.cap, self.join) if colour else None
        fill, stroke = convert_shape(fill, stroke, around, context.trim, materials.ink, materials.line_colour, opacity)
        pattern = self._hatching(shape, around, values, context)
        below = replace(shape, fill=fill, stroke=None if pattern else stroke)
        above = replace(shape, stroke=stroke) if pattern and stroke else None
        shadow = None
        if self.shadow and materials.ink == "full":
            tint = materials.require_colour(context.name(values.get("shadow_colour")) or "ink", "shadow_colour")
            shadow = shapes.cast_shadow(shapes.make_closed_path(shape), self.shadow, self.shadow_opacity, tint)
        layers = (shadow, below if below.fill or below.stroke else None, pattern, above)
        return Painted(shapes.apply_opacity(tuple(item for item in layers if item), opacity, materials.ink))

    def _hatching(
        self, shape: Rect | Ellipse | Path, around: Box, values: Values, context: PaintContext
    ) -> Group | None:
        kind = context.name(values.get("hatch"))
        if kind in ("", "none"):
            return None
        if kind not in shapes.HATCHES:
            raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(shapes.HATCHES, kind))
        if shapes.count_hatch_marks(kind, around, self.spacing) > bounds.HATCH_LINES.most:
            message = f"every {self.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
            raise PaintError("spacing", "size", message, "set them wider")
        colour = context.materials.line(context.name(values.get("hatch_colour")) or "ink", "hatch_colour")
        clip = shape.box if isinstance(shape, Rect) and not shape.radius else shapes.make_closed_path(shape)
        return shapes.draw_hatch(kind, clip, around, colour, self.spacing)


@word("rect")
class RectDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "rect"

    rect: AnyBox
    radius: Distance = 0.0

    def shape(self, box: Box, values: Values, context: PaintContext) -> Rect:
        return Rect(box, radius=min(self.radius, box.width / 2, box.height / 2))


@word("ellipse")
class EllipseDraw(Shape, frozen=True, kw_only=True):
    """An ellipse that fills its box."""

    box_key: ClassVar[str] = "ellipse"
    form: ClassVar[Form] = "round"

    ellipse: AnyBox

    def shape(self, box: Box, values: Values, context: PaintContext) -> Ellipse:
        return Ellipse(box)


@word("hexagon")
class HexagonDraw(Shape, frozen=True, kw_only=True):
    """The largest regular hexagon centred in its box, on a point, or on an edge if the box is wider than high."""

    box_key: ClassVar[str] = "hexagon"
    form: ClassVar[Form] = "hexagon"

    hexagon: AnyBox

    def shape(self, box: Box, values: Values, context: PaintContext) -> Path:
        return shapes.draw_hexagon_in(box)


@word("polygon")
class PolygonDraw(Shape, frozen=True, kw_only=True):
    """Corners on the ellipse that fills the box, the first at the top; or `points` from the top left of the box."""

    box_key: ClassVar[str] = "polygon"

    polygon: AnyBox
    sides: BoundNumber | None = None
    points: Annotated[tuple[float | Template, ...], ParsedBy(partial(_read_points, least=3, what="polygon"))] = ()

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        if (self.sides is None) != bool(self.points):
            raise PaintError("sides", "value", "a polygon has either sides or points", "sides = 5")
        return super().needs(context)

    def shape(self, box: Box, values: Values, context: PaintContext) -> Path:
        if self.points:
            return shapes.draw_polygon(shapes.parse_points(box, values["points"], "points"))
        return shapes.draw_polygon(shapes.list_corners(box, _check_whole_number(values["sides"], "sides", SIDES)))


@word("star")
class StarDraw(Shape, frozen=True, kw_only=True):
    """Points on the ellipse that fills the box, the first at the top; inner corners on one `inner` times as large."""

    box_key: ClassVar[str] = "star"

    star: AnyBox
    points: BoundNumber = 5.0
    inner: BoundNumber = 0.4

    def shape(self, box: Box, values: Values, context: PaintContext) -> Path:
        count = _check_whole_number(values["points"], "points", SIDES)
        inner = require_number(values["inner"], "inner")
        if not 0 < inner < 1:
            raise PaintError(
                "inner", "value", f"inner comes to {format_number(inner)}", "a number between 0 and 1: 0.4"
            )
        x, y = box.x + box.width / 2, box.y + box.height / 2
        hollow = Box(x - inner * box.width / 2, y - inner * box.height / 2, inner * box.width, inner * box.height)
        tips, between = shapes.list_corners(box, 2 * count)[::2], shapes.list_corners(hollow, 2 * count)[1::2]
        return shapes.draw_polygon([corner for pair in zip(tips, between, strict=True) for corner in pair])


@word("path")
class PathDraw(Shape, frozen=True, kw_only=True):
    """SVG path data relative to the top left of the box."""

    path: BoundText
    box: AnyBox = "trim"
    rule: Literal["nonzero", "evenodd"] = "nonzero"

    def shape(self, box: Box, values: Values, context: PaintContext) -> Path:
        try:
            segments = parse_path(context.text(values["path"]))
        except PathError as error:
            raise PaintError("path", "path", str(error), "SVG path data, such as M0,0 h6 v9 z") from None
        return Path(shapes.move_path(segments, box.x, box.y), rule=self.rule)


def _check_whole_number(value: object, key: str, ends: tuple[int, int]) -> int:
    if not isinstance(value, int | float) or value != int(value) or not ends[0] <= value <= ends[1]:
        message = f"{key} comes to {quote(value)}"
        raise PaintError(key, "value", message, f"a whole number from {ends[0]} to {ends[1]}")
    return int(value)


@word("line")
class LineDraw(Word, frozen=True, kw_only=True):
    """A line through points, relative to the top left of the box."""

    line: Annotated[tuple[float | Template, ...], ParsedBy(partial(_read_points, least=2, what="line"))]
    box: AnyBox | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    ends: Literal["none", "start", "end", "both"] = "none"

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        points = shapes.parse_points(box, values["line"], "line")
        colour = context.materials.line(context.name(values.get("stroke")) or "ink", "stroke")
        stroke = Stroke(colour, self.width, self.dash, self.cap, self.join)
        return Painted(tuple(shapes.draw_arrow(points, stroke, self.ends)))
