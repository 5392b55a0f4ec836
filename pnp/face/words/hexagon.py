"""`hexagon`: the largest regular hexagon in the middle of a box."""

from __future__ import annotations

from typing import ClassVar

from pnp.face.paint import Values
from pnp.face.shapes import hexagon_in
from pnp.face.words.shape import Shape
from pnp.kit.draw import AnyBox
from pnp.kit.measures import Form
from pnp.scene import Box, Path


class HexagonDraw(Shape, frozen=True, kw_only=True):
    """It stands on a point, or on an edge in a box that is wider than high."""

    box_key: ClassVar[str] = "hexagon"
    form: ClassVar[Form] = "hexagon"

    hexagon: AnyBox

    def shape(self, box: Box, data: Values) -> Path:
        return hexagon_in(box)
