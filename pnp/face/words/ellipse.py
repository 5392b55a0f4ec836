"""`ellipse`: the ellipse that fills a box."""

from __future__ import annotations

from typing import ClassVar

from pnp.face.paint import Values
from pnp.face.words.shape import Shape
from pnp.kit.draw import AnyBox
from pnp.kit.measures import Form
from pnp.scene import Box, Ellipse


class EllipseDraw(Shape, frozen=True, kw_only=True):
    box_key: ClassVar[str] = "ellipse"
    form: ClassVar[Form] = "round"

    ellipse: AnyBox

    def shape(self, box: Box, data: Values) -> Ellipse:
        return Ellipse(box)
