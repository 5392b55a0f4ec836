"""How much ink pages take: counted from pictures of them, one after the other, while somebody looks at the sheets."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping, Sequence

from PIL import Image, ImageChops, ImageStat


def cover(png: bytes) -> float:
    """The share of a page that ink covers: of each point its strongest ink, so black and a full yellow are whole."""
    with Image.open(io.BytesIO(png)) as picture:
        red, green, blue = picture.convert("RGB").split()
    palest = ImageChops.darker(ImageChops.darker(red, green), blue)
    return 1.0 - ImageStat.Stat(palest).mean[0] / 255.0


class Covers:
    """What is known of the cover of pages, by what is on them. `draw` makes a small picture of a page, None if it is
    no page any more; `told` is called when all that was asked for is known."""

    def __init__(self, draw: Callable[[str], bytes | None], told: Callable[[], None]) -> None:
        self._draw = draw
        self._told = told
        self._lock = threading.Lock()
        self._known: dict[str, float] = {}
        self._wanted: tuple[str, ...] = ()
        self._busy = False

    def of(self, pages: Sequence[str]) -> Mapping[str, float]:
        """What is known of these pages; the rest is counted, in the place of what was asked for before."""
        with self._lock:
            self._wanted = tuple(page for page in dict.fromkeys(pages) if page not in self._known)
            if self._wanted and not self._busy:
                self._busy = True
                threading.Thread(target=self._count, name="covers", daemon=True).start()
            return {page: self._known[page] for page in pages if page in self._known}

    def _count(self) -> None:
        try:
            while page := self._next():
                drawn = self._draw(page)
                with self._lock:
                    self._known[page] = cover(drawn) if drawn else 0.0
        finally:
            with self._lock:
                self._busy = False
        self._told()

    def _next(self) -> str:
        with self._lock:
            return next((page for page in self._wanted if page not in self._known), "")
