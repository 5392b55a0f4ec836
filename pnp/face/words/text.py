"""`text`: running text in a box, set smaller where it must be."""

from __future__ import annotations

import msgspec

from pnp.face.context import PaintContext
from pnp.face.paint import Painted, Painter, Values
from pnp.face.words.typeset import Typeset, check_length, coloured, painted
from pnp.kit.bindings import BoundText
from pnp.kit.measures import Factor
from pnp.scene import Box


class TextDraw(Typeset, frozen=True, kw_only=True):
    text: BoundText
    gap: Factor | None = None

    def painter(self, context: PaintContext) -> Painter:
        markup = context.text("text", self.text, running=True)
        colour = context.optional("colour", self.colour)
        style = self.own_style(context)
        if self.gap is not None:
            style = msgspec.structs.replace(style, gap=self.gap)
        check_length("text", (self.text,))

        def paint(box: Box, values: Values) -> Painted:
            text = str(values[0])
            if not text.strip():
                return Painted()
            own = coloured(style, context.name(values, 1), context)
            return painted(context.materials.set(text, box, own), (text,), own, "text", context)

        return Painter((markup, *colour), paint)
