"""`qr`: a QR code with its quiet zone, centred in its box."""

from __future__ import annotations

from pnp.art.codes import LEAST_MODULE, draw_qr, measure_modules
from pnp.face.compile import PaintContext
from pnp.face.paint import Painted, Values
from pnp.face.scope import PaintError
from pnp.face.words import Boxed, word
from pnp.kit.expressions import BoundName, BoundText
from pnp.scene import Box, convert_to_black, is_grey


@word("qr")
class QrDraw(Boxed, frozen=True, kw_only=True):
    qr: BoundText
    colour: BoundName | None = None

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        content = context.text(values["qr"])
        if not content:
            return Painted()
        colour = context.materials.line(context.name(values.get("colour")) or "ink", "colour")
        colour = convert_to_black(colour) if is_grey(colour) else colour
        try:
            code = draw_qr(content, box, colour)
        except ValueError as error:
            raise PaintError("qr", "code", str(error), "shorten it") from None
        module = measure_modules(content, box)
        message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
        small = context.finding("error", "small-code", "qr", message, "make its box larger, or shorten the address")
        return Painted((code,), codes=((content, box),), findings=(small,) if module < LEAST_MODULE else ())
