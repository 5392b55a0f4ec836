"""`star`: a star with points, as deep between them as it is asked to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pnp.face.errors import PaintError
from pnp.face.paint import Values
from pnp.face.scope import Expr, needed_number
from pnp.face.shapes import cornered, corners_on
from pnp.face.words.polygon import SIDES, whole_number
from pnp.face.words.shape import Shape
from pnp.kit.bindings import BoundNumber
from pnp.kit.draw import AnyBox
from pnp.kit.measures import in_digits
from pnp.scene import Box, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


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
