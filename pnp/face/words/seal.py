"""`seal`: a mark that tells a camera which piece lies there and how, cut like the seal of a printer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.art.codes import COUNT, SIDE, light
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import PaintError, plain
from pnp.face.words.word import Boxed, word
from pnp.findings import Finding
from pnp.kit.expressions import BoundText
from pnp.scene import Box, Rect, Seal
from pnp.scene.colour import WHITE

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

LEAST_CELL = 1.0
"""Smallest cell in mm: of a whole table, a phone takes some four pixels to the millimetre."""


@word("seal")
class SealDraw(Boxed, frozen=True, kw_only=True):
    seal: BoundText

    def painter(self, context: PaintContext) -> Painter:
        needs = (context.text("seal", self.seal, running=False),)

        def paint(box: Box, values: Values) -> Painted:
            text = plain(values[0], context.materials.language)
            if not text:
                return Painted()
            number = _number(text)
            ink = context.materials.line("ink", "seal")
            side = min(box.width, box.height)
            square = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
            left, top, right, bottom = square.x, square.y, square.right, square.bottom
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            return Painted(
                (Rect(square, ink), light(number, square, WHITE)),
                seals=(Seal(number, corners),),
                findings=_too_small(side, context),
                work=SIDE,
            )

        return Painter(needs, paint)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) >= COUNT:
        message = f"'{text[:20]}' is no number of a seal"
        raise PaintError("seal", "seal-number", message, f"a whole number from 0 to {COUNT - 1}")
    return int(text)


def _too_small(side: float, context: PaintContext) -> tuple[Finding, ...]:
    if side / SIDE >= LEAST_CELL - 0.001:
        return ()
    message = f"the cells of the seal come to {side / SIDE:.2f} mm, less than {LEAST_CELL:g}"
    hint = f"make its box {SIDE * LEAST_CELL:g} mm or larger"
    return (context.finding("error", "small-seal", "seal", message, hint),)
