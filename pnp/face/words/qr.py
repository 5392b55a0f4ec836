"""`qr`: a QR code with its quiet zone in the middle of its box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.art.codes import LEAST_MODULE, module_count, module_size, qr_path
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import PaintError
from pnp.face.words.word import Boxed, word
from pnp.findings import Finding
from pnp.kit.expressions import BoundName, BoundText
from pnp.scene import Box
from pnp.scene.colour import black_alone, is_grey

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


@word("qr")
class QrDraw(Boxed, frozen=True, kw_only=True):
    qr: BoundText
    colour: BoundName | None = None

    def painter(self, context: PaintContext) -> Painter:
        needs = (context.text("qr", self.qr, running=False), *context.optional("colour", self.colour))

        def paint(box: Box, values: Values) -> Painted:
            content = str(values[0])
            if not content:
                return Painted()
            colour = context.materials.line(context.name(values, 1) or "ink", "colour")
            colour = black_alone(colour) if is_grey(colour) else colour
            try:
                code = qr_path(content, box, colour)
            except ValueError as error:
                raise PaintError("qr", "code", str(error), "shorten it") from None
            findings = _too_small(content, box, context)
            return Painted((code,), codes=((content, box),), findings=findings, work=module_count(content) ** 2 // 10)

        return Painter(needs, paint)


def _too_small(content: str, box: Box, context: PaintContext) -> tuple[Finding, ...]:
    module = module_size(content, box)
    if module >= LEAST_MODULE:
        return ()
    message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
    hint = "make its box larger, or shorten the address"
    return (context.finding("error", "small-code", "qr", message, hint),)
