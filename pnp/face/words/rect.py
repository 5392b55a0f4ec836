"""`rect`: a rectangle, with round corners if asked for."""

from __future__ import annotations

from typing import ClassVar

from pnp.face.paint import Values
from pnp.face.words.shape import Shape
from pnp.kit.draw import AnyBox
from pnp.kit.measures import Distance
from pnp.scene import Box, Rect


class RectDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "rect"

    rect: AnyBox
    radius: Distance = 0.0

    def shape(self, box: Box, data: Values) -> Rect:
        return Rect(box, radius=min(self.radius, box.width / 2, box.height / 2))
