"""Pages as the inks of a press lie on them: what is see-through is mixed in these, as presses mix it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops

from pnp.render.colours import ColourConversion
from pnp.render.pdfx.separation import PlateConversion, Separation
from pnp.render.png import page_pictures
from pnp.scene import Page
from pnp.scene.colour import Black
from pnp.text.fonts import FontBook


class InkPreview:
    """Draws pages in the inks of a press; `black` is what is in black alone."""

    def __init__(self, separation: Separation, fonts: FontBook, black: Black) -> None:
        self.separation = separation
        self._fonts = fonts
        self._black = black

    def pictures(self, pages: Iterable[Page], dpi: float) -> Iterator[Image.Image]:
        """Pages as pictures in four inks, which may come to a trifle more than the press takes."""
        drawn = tuple(pages)
        colours, blacks = (
            page_pictures(
                drawn,
                fonts=self._fonts,
                dpi=dpi,
                colours=ColourConversion(self._black, PlateConversion(self.separation, which)),
            )
            for which in ("colours", "black")
        )
        for three, one in zip(colours, blacks, strict=True):
            inks = ImageChops.invert(three).split()
            yield Image.merge("CMYK", (*inks, ImageChops.invert(one).getchannel("R")))

    def seen(self, pages: Iterable[Page], dpi: float) -> Iterator[Image.Image]:
        """Pages as pictures as eyes see them, in red, green and blue."""
        return page_pictures(pages, fonts=self._fonts, dpi=dpi, black=self._black)


def as_file(picture: Image.Image, kept: Image.Image) -> bytes:
    """A picture in four inks as a file: TIFF, with which of its dots are kept on a page of its own. The others stay in
    it, for viewers mix dots that lie beside one another."""
    out = io.BytesIO()
    picture.save(out, "TIFF", compression="tiff_adobe_deflate", save_all=True, append_images=[kept.convert("1")])
    return out.getvalue()
