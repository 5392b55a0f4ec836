"""What lies beneath the words of a face, sampled from a picture of it."""

from __future__ import annotations

import io
import math

import pypdfium2
from PIL import Image

from pnp.draw.fonts import FontBook
from pnp.draw.pdf import write_pdf
from pnp.draw.png import scene_page
from pnp.draw.scene import Box, Colour, Scene

DPI = 100.0
"""A pixel is a quarter of a millimetre: the thickness of a stroke of 9 pt type, so hatching mixes as eyes mix it."""


class Ground:
    """A picture of a face without some of its items, to be asked for the colours under a box."""

    def __init__(self, scene: Scene, fonts: FontBook) -> None:
        pdf = io.BytesIO()
        write_pdf([scene_page(scene)], pdf, fonts=fonts, title="")
        with pypdfium2.PdfDocument(pdf.getvalue()) as document:
            self._picture: Image.Image = document[0].render(scale=DPI / 72).to_pil().convert("RGB")

    def colours(self, box: Box) -> dict[Colour, float]:
        """The share of each colour under a box (mm), at least one pixel of it; nothing beyond the trim."""
        left, top = max(0, _pixels(box.x)), max(0, _pixels(box.y))
        right = min(self._picture.width, max(left + 1, _pixels(box.right)))
        bottom = min(self._picture.height, max(top + 1, _pixels(box.bottom)))
        if right <= left or bottom <= top:
            return {}
        crop = self._picture.crop((left, top, right, bottom))
        count = crop.width * crop.height
        found = crop.getcolors(count) or []
        return {_hex(colour): number / count for number, colour in found if isinstance(colour, tuple)}


def _pixels(length: float) -> int:
    return math.floor(length / 25.4 * DPI + 0.5)


def _hex(colour: tuple[int, ...]) -> Colour:
    return f"#{bytes(colour[:3]).hex().upper()}"
