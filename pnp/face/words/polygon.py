"""`polygon`: a regular polygon, or one through points of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from pnp.face.errors import PaintError
from pnp.face.paint import Values
from pnp.face.scope import Expr, needed_number
from pnp.face.shapes import cornered, corners_on
from pnp.face.words.shape import Shape
from pnp.kit import bounds
from pnp.kit.bindings import BoundNumber, Template, bound_length
from pnp.kit.draw import AnyBox
from pnp.kit.structs import BadValueError, Reads, shown
from pnp.scene import Box, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

SIDES = (3, 60)
"""A polygon of more looks like an ellipse."""


def _points(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or not 6 <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        hint = f"[x1, y1, x2, y2, x3, y3 …], at most {bounds.POINTS.most} points"
        raise BadValueError(f"is {shown(value)}, not a polygon", hint)
    return tuple(bound_length(part) for part in value)


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
