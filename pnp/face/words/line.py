"""`line`: a line through points, with arrow heads if asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from pnp.face.compile import PaintContext, Word
from pnp.face.geometry import arrowed, points_from
from pnp.face.paint import Painted, Values
from pnp.face.scope import Expr
from pnp.face.words.word import Cap, Dash, Join, read_points, word
from pnp.kit.expressions import BoundName, Template
from pnp.kit.face_files import AnyBox
from pnp.kit.toml_source import ParsedBy
from pnp.kit.values import Length
from pnp.scene import Box, Stroke


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
        return Painted(tuple(arrowed(points, Stroke(colour, self.width, self.dash, self.cap, self.join), self.ends)))
