"""Pages of PDF files as pictures in memory, drawn by pypdfium2.

pdfium is not thread-safe: two threads in it at once can end the program, even with a file each. One lock guards it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Self

from PIL import Image
from pypdfium2 import PdfDocument, PdfiumError

from pnp.render.colours import ColourConversion
from pnp.render.pdf import write_pdf
from pnp.scene import Page, Placed, Scene
from pnp.scene.colour import Black
from pnp.text.fonts import FontBook

if TYPE_CHECKING:
    from PIL import Image


_PDFIUM = RLock()


class PdfPages:
    """A PDF file whose pages can be drawn; use it in a `with` block. Raises ValueError if the bytes are no PDF file."""

    def __init__(self, pdf: bytes) -> None:
        with _PDFIUM:
            try:
                self._document = PdfDocument(pdf)
            except PdfiumError as error:
                raise ValueError("pdfium does not take this for a PDF file") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with _PDFIUM:
            self._document.close()

    def __len__(self) -> int:
        with _PDFIUM:
            return len(self._document)

    def size(self, index: int) -> tuple[float, float]:
        """Width and height of a page, in points."""
        with _PDFIUM:
            width, height = self._document.get_page_size(index)
            return float(width), float(height)

    def draw(self, index: int, scale: float, size: tuple[int, int] | None = None) -> Image.Image:
        """A page in RGB, at `scale` pixels a point. Sides are rounded up, or cut to `size` in pixels."""
        with _PDFIUM:
            page = self._document[index]
            try:
                crop = (0.0, 0.0, 0.0, 0.0)
                if size:
                    right, bottom = (
                        max(0.0, math.ceil(side * scale) - pixels - 0.5) / scale
                        for side, pixels in zip(page.get_size(), size, strict=True)
                    )
                    crop = (0.0, bottom, right, 0.0)
                picture: Image.Image = page.render(
                    scale=scale, crop=crop, rev_byteorder=True, prefer_bgrx=True
                ).to_pil()
                return picture.convert("RGB")
            finally:
                page.close()


POINTS_PER_INCH = 72.0
COMPRESSION = 4
"""zlib's level: half the time of the usual 6, for a file some 5 % larger."""


def png_pages(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """The pages of a PDF file as PNG files, in order, at `dpi`; sides are rounded to whole pixels."""
    with PdfPages(pdf) as pages:
        for index in range(len(pages)):
            out = io.BytesIO()
            _picture(pages, index, dpi).save(out, "PNG", compress_level=COMPRESSION, dpi=(dpi, dpi))
            yield out.getvalue()


def scene_pngs(
    scenes: Iterable[Scene],
    *,
    fonts: FontBook,
    dpi: float,
    bleed: bool = False,
    black: Black = "none",
) -> Iterator[bytes]:
    """Scenes as PNG files at `dpi`: with their bleed, or cut at the trim. `black` is what is in black alone."""
    pdf = io.BytesIO()
    write_pdf((scene_page(scene, bleed) for scene in scenes), pdf, fonts=fonts, title="", black=black, finished=False)
    yield from png_pages(pdf.getvalue(), dpi)


def scene_page(scene: Scene, bleed: bool = False) -> Page:
    """A page that holds one scene and nothing else, with its bleed or cut at the trim."""
    margin = scene.bleed if bleed else 0.0
    placed = Placed(scene, margin, margin)
    return Page(scene.width + 2 * margin, scene.height + 2 * margin, (placed,))


def scene_pictures(
    scenes: Iterable[Scene], *, fonts: FontBook, dpi: float, bleed: bool = False, black: Black = "none"
) -> Iterator[Image.Image]:
    """Scenes as pictures in memory at `dpi`, for what is made of pictures: with their bleed, or cut at the trim."""
    yield from page_pictures((scene_page(scene, bleed) for scene in scenes), fonts=fonts, dpi=dpi, black=black)


def page_pictures(
    pages: Iterable[Page],
    *,
    fonts: FontBook,
    dpi: float,
    black: Black = "none",
    colours: ColourConversion | None = None,
) -> Iterator[Image.Image]:
    """Pages as pictures in memory; in colours of which `black` is in black alone, or those of a conversion."""
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=fonts, title="", black=black, colours=colours, finished=False)
    with PdfPages(pdf.getvalue()) as written:
        for index in range(len(written)):
            yield _picture(written, index, dpi)


def _picture(pages: PdfPages, index: int, dpi: float) -> Image.Image:
    sides = pages.size(index)
    width, height = (max(1, round(side / POINTS_PER_INCH * dpi)) for side in sides)
    # pdfium rounds sides up, and 750.0001 pixels would be 751: so a little less is asked for. Pillow's own crop
    # would refuse a very large face.
    return pages.draw(index, max((width - 0.02) / sides[0], (height - 0.02) / sides[1]), (width, height))
