"""`flow`: texts and icons of a list beside one another, on as many lines as needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pnp.face.compile import PaintContext, compile_texts
from pnp.face.paint import NOTHING, Painted, Values
from pnp.face.scope import Expr
from pnp.face.words import word
from pnp.face.words.text import Typeset, check_length, paint_text
from pnp.kit.expressions import BoundText, Each, parse_template
from pnp.kit.toml_source import BadValueError, ParsedBy, quote
from pnp.kit.values import parse_length
from pnp.scene import Box
from pnp.text.block import set_flow


def read_pair(value: object) -> tuple[float, float]:
    """Parses two lengths, across and down, or one length for both."""
    parts = value if isinstance(value, list) else [value, value]
    if len(parts) != 2:
        raise BadValueError(f"is {quote(value)}, not two lengths", "[across, down] in mm, or one of both")
    across, down = (parse_length(part) for part in parts)
    if across < 0 or down < 0:
        raise BadValueError(f"is {quote(value)}, less than nothing", "[across, down] in mm")
    return across, down


Pair = Annotated[tuple[float, float], ParsedBy(read_pair)]


@word("flow")
class FlowDraw(Typeset, frozen=True, kw_only=True):
    lists: ClassVar[bool] = True

    flow: Each
    item: BoundText = parse_template("{item}")
    gap: Pair = (1.5, 0.5)

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        check_length("item", (self.item,))
        where = self.where if self.each is None else None
        texts = compile_texts("flow", self.flow, where, (self.item,), context.scope)
        return {"flow": texts, **context.values(self, "colour")}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        rows = values["flow"]
        markups = [text for (text,) in rows if text.strip()] if isinstance(rows, tuple) else []
        if not markups:
            return NOTHING
        style = self.find_own_style(values, context)
        done = set_flow(markups, box, style, self.gap, context.materials.typesetting)
        return paint_text(done, markups, style, "flow", context)
