"""Pages of PDF files as pictures in memory, drawn by pypdfium2.

pdfium is not thread-safe: two threads in it at once can end the program, even with a file each. One lock guards it.
"""

from __future__ import annotations

import math
from threading import RLock
from types import TracebackType
from typing import Self

from PIL import Image
from pypdfium2 import PdfDocument, PdfiumError

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
