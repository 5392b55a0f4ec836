"""`flow`: texts and signs of a list beside one another, in as many lines as their box needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from pnp.face.paint import NOTHING, Painted, Painter, Values
from pnp.face.repeat import texts_of
from pnp.face.words.text import Typeset, check_length, coloured, painted
from pnp.face.words.word import word
from pnp.kit.expressions import BoundText, Each, parse_template
from pnp.kit.toml_source import BadValueError, Reads, shown
from pnp.kit.values import parse_length
from pnp.scene import Box
from pnp.text.block import set_flow

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


def pair(value: object) -> tuple[float, float]:
    """Two lengths, across and down, or one that is both."""
    parts = value if isinstance(value, list) else [value, value]
    if len(parts) != 2:
        raise BadValueError(f"is {shown(value)}, not two lengths", "[across, down] in mm, or one of both")
    across, down = (parse_length(part) for part in parts)
    if across < 0 or down < 0:
        raise BadValueError(f"is {shown(value)}, less than nothing", "[across, down] in mm")
    return across, down


Pair = Annotated[tuple[float, float], Reads(pair)]


@word("flow")
class FlowDraw(Typeset, frozen=True, kw_only=True):
    lists: ClassVar[bool] = True

    flow: Each
    item: BoundText = parse_template("{item}")
    gap: Pair = (1.5, 0.5)

    def painter(self, context: PaintContext) -> Painter:
        where = self.where if self.each is None else None
        texts = texts_of("flow", self.flow, where, (self.item,), context)
        colour = context.optional("colour", self.colour)
        style = self.own_style(context)
        check_length("item", (self.item,))
        made_of = context.materials

        def paint(box: Box, values: Values) -> Painted:
            rows = values[0] if isinstance(values[0], tuple) else ()
            markups = [text for (text,) in rows if text.strip()]
            if not markups:
                return NOTHING
            own = coloured(style, context.name(values, 1), context)
            done = set_flow(
                markups,
                box,
                own,
                self.gap,
                fonts=made_of.fonts,
                icons=made_of.icon,
                colours=made_of.text_colour,
            )
            return painted(done, markups, own, "flow", context)

        return Painter((texts, *colour), paint)
