"""Pages of PDF files as pictures in memory, by pdfium, for one thread at a time.

pdfium guards nothing that its documents share: two threads in it at once, with a file each, can end the program. Its
functions are called as they are in C: what pypdfium2 has around them takes longer to import than a deck's ink to
measure.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from PIL import Image

_pdfium = RLock()
_WHITE = 0xFFFFFFFF

if sys.platform != "win32":  # a process that begins in the middle of a page would wait for its end for ever
    os.register_at_fork(before=_pdfium.acquire, after_in_parent=_pdfium.release, after_in_child=_pdfium.release)


@cache
def _library() -> Any:
    """pdfium, ready to be used."""
    from pnp.render.pdfium_library import library

    return library()


class PdfPages:
    """A PDF file whose pages are drawn, until its `with` block ends. Threads may draw side by side; each waits for the
    page that another one draws. Raises ValueError for what is no PDF file."""

    def __init__(self, pdf: bytes) -> None:
        self._data = pdf  # pdfium reads it as it goes
        with _pdfium:
            self._document = _library().FPDF_LoadMemDocument64(pdf, len(pdf), None)
        if not self._document:
            raise ValueError("pdfium does not take this for a PDF file")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with _pdfium:
            _library().FPDF_CloseDocument(self._document)

    def __len__(self) -> int:
        with _pdfium:
            return int(_library().FPDF_GetPageCount(self._document))

    def size(self, index: int) -> tuple[float, float]:
        """Width and height of a page, in points."""
        with self._page(index) as page:
            return _size(page)

    def smooth(self, index: int, scale: float, size: tuple[int, int] | None = None) -> Image.Image:
        """A page as eyes see it, in RGB, at so many pixels a point; of these as many as `size` says, across and down,
        which are no more than there are."""
        return self._drawn(index, scale, 0, size).convert("RGB")

    def sharp(self, index: int, scale: float) -> Image.Image:
        """A page in the colours that are on it: no edge is blended with what it stands on."""
        from pnp.render.pdfium_library import NO_SMOOTH_IMAGE, NO_SMOOTH_PATH, NO_SMOOTH_TEXT

        return self._drawn(index, scale, NO_SMOOTH_TEXT | NO_SMOOTH_PATH | NO_SMOOTH_IMAGE)

    def _drawn(self, index: int, scale: float, how: int, size: tuple[int, int] | None = None) -> Image.Image:
        """A page in four bytes to a dot, as Pillow has them, the last of which says nothing."""
        import ctypes  # where pages are drawn, as pdfium itself: most commands draw none

        from PIL import Image

        from pnp.render.pdfium_library import ANNOTATIONS, BGRX, REVERSE_BYTES

        pdfium = _library()
        with self._page(index) as page:
            width, height = (math.ceil(side * scale) for side in _size(page))
            dots = bytearray(4 * width * height)
            there = (ctypes.c_char * len(dots)).from_buffer(dots)
            bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, there, 4 * width)
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
            shown = ANNOTATIONS | REVERSE_BYTES | how
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, shown)
            pdfium.FPDFBitmap_Destroy(bitmap)
        return Image.frombuffer("RGBX", size or (width, height), dots, "raw", "RGBX", 4 * width, 1)

    @contextmanager
    def _page(self, index: int) -> Iterator[Any]:
        pdfium = _library()
        with _pdfium:
            page = pdfium.FPDF_LoadPage(self._document, index)
            if not page:
                raise ValueError(f"the file has no page {index + 1} that pdfium can draw")
            try:
                yield page
            finally:
                pdfium.FPDF_ClosePage(page)


def _size(page: Any) -> tuple[float, float]:
    pdfium = _library()
    return pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
