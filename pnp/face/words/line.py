"""`line`: a line through points, with arrow heads if asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pnp.face.geometry import arrowed
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import needed_number
from pnp.face.words.word import Cap, Dash, Join, Word, word
from pnp.kit import bounds
from pnp.kit.expressions import BoundName, Template, bound_length
from pnp.kit.face_files import AnyBox
from pnp.kit.toml_source import BadValueError, Reads, shown
from pnp.kit.values import Length
from pnp.scene import Box, Stroke

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


def _points(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or not 4 <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        hint = f"[x1, y1, x2, y2 …], at most {bounds.POINTS.most} points"
        raise BadValueError(f"is {shown(value)}, not a line", hint)
    return tuple(bound_length(part) for part in value)


@word("line")
class LineDraw(Word, frozen=True, kw_only=True):
    """Its points are measured from the top left of its box."""

    line: Annotated[tuple[float | Template, ...], Reads(_points)]
    box: AnyBox | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    cap: Cap = "butt"
    join: Join = "miter"
    ends: Literal["none", "start", "end", "both"] = "none"

    def painter(self, context: PaintContext) -> Painter:
        points = tuple(context.number("line", point) for point in self.line)
        colour = context.optional("stroke", self.stroke)

        def paint(box: Box, values: Values) -> Painted:
            places = [needed_number(value, "line") for value in values[: len(points)]]
            name = context.name(values, len(points)) or "ink"
            stroke = Stroke(context.materials.line(name, "stroke"), self.width, self.dash, self.cap, self.join)
            xs = [box.x + x for x in places[::2]]
            ys = [box.y + y for y in places[1::2]]
            return Painted(tuple(arrowed(list(zip(xs, ys, strict=True)), stroke, self.ends)))

        return Painter((*points, *colour), paint)
