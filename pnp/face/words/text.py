"""`text`: running text in a box, set smaller where it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pnp.art.paths import PathError, parse_path
from pnp.art.polygons import subpaths
from pnp.art.ways import Way
from pnp.face.errors import PaintError
from pnp.face.ink import printed_halo
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import Expr
from pnp.face.shapes import half_ellipse, moved_path
from pnp.face.words.typeset import Typeset, check_length, coloured, painted
from pnp.kit.bindings import BoundName, BoundText
from pnp.kit.columns import TEXT
from pnp.kit.measures import Distance, Factor
from pnp.kit.model import Style
from pnp.scene import Box, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext
    from pnp.text.block import SetText

HALVES = ("top", "bottom")
FINE = 24
"""Straight pieces of each curve that letters stand on."""
_NOTHING = Expr(lambda env: "", TEXT)


class TextDraw(Typeset, frozen=True, kw_only=True):
    """In its box; or along a line that bends, as one line whose letters stand on it. A line may run round its letters,
    beneath them. What is optional is left out where it does not fit, not even at its least size."""

    text: BoundText
    gap: Factor | None = None
    along: BoundText | None = None
    outline: Distance = 0.0
    outline_colour: BoundName | None = None
    optional: bool = False

    def painter(self, context: PaintContext) -> Painter:
        markup = context.text("text", self.text, running=True)
        colour = context.value("colour", self.colour) if self.colour else _NOTHING
        around = context.value("outline_colour", self.outline_colour) if self.outline_colour else _NOTHING
        along = (context.text("along", self.along, running=False),) if self.along else ()
        style = self.own_style(context)
        if self.gap is not None:
            style = msgspec.structs.replace(style, gap=self.gap)
        check_length("text", (self.text,))
        self._check_line()

        def paint(box: Box, values: Values) -> Painted:
            text = str(values[0])
            if not text.strip():
                return Painted()
            own = coloured(style, context.name(values, 1), context)
            done = _bent(text, str(values[3]), box, own, context) if along else context.materials.set(text, box, own)
            if self.optional and done.overflow:
                return Painted(work=painted(done, (text,), own, "text", context).work)
            if self.outline:
                from pnp.face.letters import halo  # few texts have one

                name = context.name(values, 2) or "white"
                ground = printed_halo(context.materials.needed_colour(name, "outline_colour"), context.materials.ink)
                items = halo(done.items, context.materials.fonts, self.outline, ground)
                done = msgspec.structs.replace(done, items=items)
            shown = painted(done, (text,), own, "text", context)
            outlines = sum(len(item.segments) for item in done.items if isinstance(item, Path))
            return msgspec.structs.replace(shown, work=shown.work + outlines // 50) if outlines else shown

        return Painter((markup, colour, around, *along), paint)

    def _check_line(self) -> None:
        """Raises `PaintError` for keys that say nothing of a line that bends."""
        useless = [key for key in ("valign", "leading", "gap", "hyphenate") if getattr(self, key) is not None]
        if self.along and useless:
            message = f"{useless[0]} means nothing for one line that bends"
            raise PaintError(useless[0], "value", message, "delete it; the letters stand on the line")


def _bent(text: str, said: str, box: Box, style: Style, context: PaintContext) -> SetText:
    """Text on a half of the ellipse that fills its box, or on a path that is counted from the box's top left."""
    if said in HALVES:
        segments = half_ellipse(box, below=said == "bottom")
    else:
        try:
            segments = moved_path(parse_path(said), box.x, box.y)
        except PathError as error:
            hint = f"{', '.join(HALVES)}, or SVG path data such as M0,9 C9,0 18,0 27,9"
            raise PaintError("along", "path", str(error), hint) from None
    ways = list(subpaths(segments, FINE))
    if len(ways) != 1:
        raise PaintError("along", "path", f"along has {len(ways)} lines", "text runs along one")
    from pnp.face.along import set_along  # few texts bend

    materials = context.materials
    try:
        return set_along(
            text,
            Way(ways[0][0]),
            style,
            fonts=materials.fonts,
            icons=materials.icon,
            colours=materials.text_colour,
        )
    except ValueError as error:
        raise PaintError("along", "value", f"a text along a line {error}", "one line, with room for it") from None
