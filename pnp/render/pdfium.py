"""Pages of PDF files as pictures in memory, by pdfium, for one thread at a time.

pdfium guards nothing that its documents share: two threads in it at once, with a file each, can end the program.
"""

from __future__ import annotations

import os
import sys
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from PIL import Image

_pdfium = RLock()

if sys.platform != "win32":  # a process that begins in the middle of a page would wait for its end for ever
    os.register_at_fork(before=_pdfium.acquire, after_in_parent=_pdfium.release, after_in_child=_pdfium.release)


class PdfPages:
    """A PDF file whose pages are drawn, until its `with` block ends. Threads may draw side by side; each waits for the
    page that another one draws. Raises `pypdfium2.PdfiumError` for what is no PDF file."""

    def __init__(self, pdf: bytes) -> None:
        from pypdfium2 import PdfDocument

        with _pdfium:
            self._document = PdfDocument(pdf)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with _pdfium:
            self._document.close()

    def __len__(self) -> int:
        with _pdfium:
            return len(self._document)

    def size(self, index: int) -> tuple[float, float]:
        """Width and height of a page, in points."""
        with _pdfium:
            page = self._document[index]
            width, height = page.get_size()
            page.close()
        return width, height

    def smooth(self, index: int, scale: float) -> Image.Image:
        """A page as eyes see it, in RGB, at so many pixels a point."""
        return self._drawn(index, scale).convert("RGB")

    def sharp(self, index: int, scale: float) -> Image.Image:
        """A page in the colours that are on it: no edge is blended with what it stands on."""
        return self._drawn(
            index,
            scale,
            no_smoothtext=True,
            no_smoothpath=True,
            no_smoothimage=True,
            prefer_bgrx=True,  # with the next one, four bytes to a dot as Pillow has them: nothing is copied
            rev_byteorder=True,
        )

    def _drawn(self, index: int, scale: float, **how: bool) -> Image.Image:
        with _pdfium:
            page = self._document[index]
            bitmap = page.render(scale=scale, **how)
            picture: Image.Image = bitmap.to_pil()
            bitmap.close()  # its dots stay: they are Python's, and the picture holds them
            page.close()
        return picture
