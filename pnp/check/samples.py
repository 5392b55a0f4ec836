"""Pictures seen from afar: a few thousand points of each tell what of it takes much ink, and where it is empty."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.check.standing import Effort
from pnp.scene import Box, Colour, Image
from pnp.scene.gradient import mixed

if TYPE_CHECKING:  # kits without pictures need not wait for Pillow
    from PIL.Image import Image as Raster

POINTS = 64
"""Most points that are looked at along a side of a picture: on a card, one for each millimetre."""
EMPTY = 26
"""Opacity, of 255, below which nothing is seen of a picture."""
_MOST_KEPT = 512
"""Pictures whose points are kept at a time, 16 kB each."""
_QUICK = 25
"""So many pixels are opened while one corner of a shape is compared."""


class Samples:
    """Looks at pictures; the same one is opened once. What is not looked at for lack of effort has no points."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._known: dict[str, Raster | None] = {}

    def shares(self, image: Image) -> Mapping[Colour, float]:
        """The share of each colour in what is seen of a picture, on white paper; empty if it was not looked at."""
        points, box = self._points(image), image.box
        if points is None:
            return {}
        part = box.common(image.clip) if image.clip else box
        across, down = points.width / box.width, points.height / box.height
        left, top = int((part.x - box.x) * across), int((part.y - box.y) * down)
        right = max(left + 1, round((part.right - box.x) * across))
        bottom = max(top + 1, round((part.bottom - box.y) * down))
        seen = points.crop((left, top, min(right, points.width), min(bottom, points.height)))
        count, found = seen.width * seen.height, dict[Colour, float]()
        for number, pixel in seen.getcolors(max(count, 1)) or []:
            if isinstance(pixel, tuple):
                colour = mixed(f"#{bytes(pixel[:3]).hex().upper()}", "#FFFFFF", pixel[3] / 255)
                found[colour] = found.get(colour, 0.0) + number / count
        return found

    def opaque(self, image: Image) -> Box:
        """The part of a picture's box in which something is seen of it, to a 64th of its sides."""
        points, box = self._points(image), image.box
        part = box.common(image.clip) if image.clip else box
        bounds = points.getchannel("A").point(lambda value: 255 * (value >= EMPTY)).getbbox() if points else None
        if points is None or bounds is None:
            return part
        across, down = box.width / points.width, box.height / points.height
        left, top, right, bottom = bounds
        return Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down).common(
            part
        )

    def _points(self, image: Image) -> Raster | None:
        if image.key not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            enough = self._effort.take(image.pixels[0] * image.pixels[1] // _QUICK)
            self._known[image.key] = _sampled(image.data) if enough else None
        return self._known[image.key]


def _sampled(data: bytes) -> Raster:
    """A picture with its opacity, at most `POINTS` by `POINTS`."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (2 * POINTS, 2 * POINTS))
        plain = picture.mode in ("L", "RGB") and not picture.has_transparency_data
        whole = picture if plain else picture.convert("RGBA")
        size = min(POINTS, whole.width), min(POINTS, whole.height)
        return whole.resize(size, Pillow.Resampling.BOX).convert("RGBA")
