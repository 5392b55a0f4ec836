"""`path`: any shape, in SVG path data measured from the top left of its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.art.paths import PathError, parse_path
from pnp.face.errors import PaintError
from pnp.face.paint import Values
from pnp.face.scope import Expr
from pnp.face.shapes import moved_path
from pnp.face.words.shape import Shape
from pnp.kit.bindings import BoundText
from pnp.kit.draw import AnyBox
from pnp.scene import Box, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


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
