"""What lies beneath the words of a face, sampled from a picture of it."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.check.leaves import arts, pictures
from pnp.render.pdf import write_pdf
from pnp.render.pdfium import PdfPages
from pnp.render.png import scene_page
from pnp.scene import Art, Box, Colour, Scene
from pnp.text.fonts import FontBook

if TYPE_CHECKING:
    from PIL import Image

DPI = 100.0
"""Of faces up to A2. A pixel is a quarter of a millimetre, the thickness of a stroke of 9 pt type, so hatching
mixes as eyes mix it."""
MOST_PIXELS = 4_000_000
"""Larger faces are drawn more coarsely: two metres square would take 180 MB."""

LEAST_COST = 60_000
"""A small picture takes as long as one of so many pixels."""


LINE_COST = 30
"""A line of a drawing takes as long as so many pixels."""


def cost(scene: Scene, weigh: Callable[[Art], int]) -> float:
    """What a picture of a face takes to be made, in pixels; those of pictures in it are quicker than its own.

    `weigh` says how many lines a drawing takes.
    """
    own = max(LEAST_COST, min(MOST_PIXELS, scene.width * scene.height * (DPI / 25.4) ** 2))
    lines = sum(weigh(art) for art in arts(scene.items))
    return own + lines * LINE_COST + sum(math.prod(picture.pixels) for picture in pictures(scene.items)) / 2


class Ground:
    """A picture of a face without some of its items, to be asked for the colours under a box."""

    def __init__(self, scene: Scene, fonts: FontBook) -> None:
        most = math.sqrt(MOST_PIXELS / (scene.width * scene.height)) * 25.4
        self._dpi = min(DPI, most)
        pdf = io.BytesIO()
        write_pdf([scene_page(scene)], pdf, fonts=fonts, title="", finished=False)
        with PdfPages(pdf.getvalue()) as pages:
            self._picture: Image.Image = pages.draw(0, self._dpi / 72)

    @property
    def pixels(self) -> int:
        return self._picture.width * self._picture.height

    def colours(self, box: Box) -> dict[Colour, float]:
        """The share of each colour under a box (mm), at least one pixel of it; nothing beyond the trim."""
        left, top = max(0, self._pixels(box.x)), max(0, self._pixels(box.y))
        right = min(self._picture.width, max(left + 1, self._pixels(box.right)))
        bottom = min(self._picture.height, max(top + 1, self._pixels(box.bottom)))
        if right <= left or bottom <= top:
            return {}
        crop = self._picture.crop((left, top, right, bottom))
        count = crop.width * crop.height
        found = crop.getcolors(count) or []
        return {_hex(colour): number / count for number, colour in found if isinstance(colour, tuple)}

    def _pixels(self, length: float) -> int:
        return math.floor(length / 25.4 * self._dpi + 0.5)


def _hex(colour: tuple[int, ...]) -> Colour:
    return f"#{bytes(colour[:3]).hex().upper()}"
