"""`seal`: a mark by which a camera recognises a piece and its position, cut like a printer's seal."""

from __future__ import annotations

from pnp.art.codes import COUNT, SIDE, light
from pnp.face.compile import PaintContext
from pnp.face.paint import Painted, Values
from pnp.face.scope import PaintError
from pnp.face.words import Boxed, word
from pnp.kit.expressions import BoundText
from pnp.kit.values import Distance
from pnp.scene import WHITE, Box, Rect, Seal, Stroke

LEAST_CELL = 1.0
"""Smallest cell in mm: of a whole table, a phone takes some four pixels to the millimetre."""
SLIP_LINE = 0.25
"""Width of the line around the slip, mm."""


@word("seal")
class SealDraw(Boxed, frozen=True, kw_only=True):
    """`margin` is the width in mm of the white border around the seal; 0: none."""

    seal: BoundText
    margin: Distance = 0.0

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        text = context.text(values["seal"])
        if not text or not context.faces.shows_seals:
            return Painted()
        if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) >= COUNT:
            message = f"'{text[:20]}' is no number of a seal"
            raise PaintError("seal", "seal-number", message, f"a whole number from 0 to {COUNT - 1}")
        side = min(box.width, box.height)
        square = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
        left, top, right, bottom = square.x, square.y, square.right, square.bottom
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        ink = context.materials.line("ink", "seal")
        slip = (Rect(square.inset(-self.margin), WHITE, Stroke(ink, SLIP_LINE)),) if self.margin else ()
        items = (*slip, Rect(square, ink), light(int(text), square, WHITE))
        message = f"the cells of the seal come to {side / SIDE:.2f} mm, less than {LEAST_CELL:g}"
        hint = f"make its box {SIDE * LEAST_CELL:g} mm or larger"
        small = context.finding("error", "small-seal", "seal", message, hint)
        findings = (small,) if side / SIDE < LEAST_CELL - 0.001 else ()
        return Painted(items, seals=(Seal(int(text), corners),), findings=findings)
