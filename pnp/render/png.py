"""Rasterises pages of PDF files with pypdfium2.

pdfium is not thread-safe: two threads in it can crash the process, even with separate files. One lock guards it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from threading import RLock

import msgspec
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument, PdfiumError, PdfPage

from pnp.render.colours import ColourConversion
from pnp.render.pdf import write_pdf
from pnp.render.separation import PlateConversion, Separation
from pnp.scene import Black, Page, Placed, Scene
from pnp.text.fonts import FontBook

POINTS_PER_INCH = 72.0
COMPRESSION = 4
"""zlib's level: half the time of the usual 6, for a file some 5 % larger."""
_PDFIUM = RLock()


def draw_pages(pdf: bytes, dpi: float) -> Iterator[Image.Image]:
    """Yields the pages of a PDF file in RGB, in order; sides are rounded to whole pixels. Raises ValueError if the
    bytes are not a PDF file."""
    with _PDFIUM:
        try:
            document = PdfDocument(pdf)
        except PdfiumError as error:
            raise ValueError("pdfium does not take this for a PDF file") from error
        count = len(document)
    try:
        for index in range(count):
            with _PDFIUM:
                picture = _draw(document[index], dpi)
            yield picture
    finally:
        with _PDFIUM:
            document.close()


def _draw(page: PdfPage, dpi: float) -> Image.Image:
    sides = page.get_size()
    pixels = [max(1, round(side / POINTS_PER_INCH * dpi)) for side in sides]
    # pdfium rounds sides up, and 750.0001 pixels would be 751: so a little less is asked for. Pillow's own crop
    # would refuse a very large face.
    scale = max((count - 0.02) / side for count, side in zip(pixels, sides, strict=True))
    right, bottom = (
        max(0.0, math.ceil(side * scale) - count - 0.5) / scale for count, side in zip(pixels, sides, strict=True)
    )
    bitmap = page.render(scale=scale, crop=(0.0, bottom, right, 0.0), rev_byteorder=True, prefer_bgrx=True)
    picture: Image.Image = bitmap.to_pil()
    page.close()
    return picture.convert("RGB")


def draw_page_pictures(
    pages: Iterable[Page],
    *,
    fonts: FontBook,
    dpi: float,
    black: Black = "none",
    colours: ColourConversion | None = None,
) -> Iterator[Image.Image]:
    """Rasterises pages; `black` is the part in black ink alone, or colours follow a given conversion."""
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=fonts, title="", black=black, colours=colours, finished=False)
    yield from draw_pages(pdf.getvalue(), dpi)


class InkPreview(msgspec.Struct, frozen=True, eq=False):
    """Rasterises pages in the inks of a press, mixed where items are translucent; `black` is the part in black ink
    alone."""

    separation: Separation
    fonts: FontBook
    black: Black

    def pictures(self, pages: Iterable[Page], dpi: float) -> Iterator[Image.Image]:
        """Yields pages in four inks, which may exceed the ink limit slightly."""
        drawn = tuple(pages)
        colours, blacks = (
            draw_page_pictures(
                drawn,
                fonts=self.fonts,
                dpi=dpi,
                colours=ColourConversion(self.black, PlateConversion(self.separation, which)),
            )
            for which in ("colours", "black")
        )
        for three, one in zip(colours, blacks, strict=True):
            inks = ImageChops.invert(three).split()
            yield Image.merge("CMYK", (*inks, ImageChops.invert(one).getchannel("R")))


def make_scene_page(scene: Scene, bleed: bool = False) -> Page:
    """Returns a page that holds only one scene, with its bleed or cropped to the trim."""
    margin = scene.bleed if bleed else 0.0
    placed = Placed(scene, margin, margin)
    return Page(scene.width + 2 * margin, scene.height + 2 * margin, (placed,))


def draw_scene_pictures(
    scenes: Iterable[Scene], *, fonts: FontBook, dpi: float, bleed: bool = False, black: Black = "none"
) -> Iterator[Image.Image]:
    """Rasterises scenes: with their bleed, or cropped to the trim. `black` is the part in black ink alone."""
    yield from draw_page_pictures(
        (make_scene_page(scene, bleed) for scene in scenes), fonts=fonts, dpi=dpi, black=black
    )


def encode_pages(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """Returns the pages of a PDF file as PNG files, in order."""
    return (_png(picture, dpi) for picture in draw_pages(pdf, dpi))


def encode_scenes(scenes: Iterable[Scene], *, fonts: FontBook, dpi: float, bleed: bool = False) -> Iterator[bytes]:
    """Returns scenes as PNG files: with their bleed, or cropped to the trim."""
    return (_png(picture, dpi) for picture in draw_scene_pictures(scenes, fonts=fonts, dpi=dpi, bleed=bleed))


def _png(picture: Image.Image, dpi: float) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=COMPRESSION, dpi=(dpi, dpi))
    return out.getvalue()
