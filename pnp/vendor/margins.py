"""Pictures whose margin has the colour of the ground beneath them, and is printed of other inks than that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pnp.art.paths import extent
from pnp.art.raster import alpha_channel
from pnp.check.outlines import leaves
from pnp.render.pdfx.separation import Separation
from pnp.render.pictures import without_alpha
from pnp.scene import Box, Colour, Image, Item, Rect, Text, mapped

ALIKE = 2
"""Of 255, by which a JPEG misses a colour."""
MOST = 0.95
"""The share of a margin that has the colour of its ground, from which eyes see a box."""

Dot = tuple[int, int, int]


def boxed(items: Iterable[Item], separation: Separation) -> Iterator[tuple[Image, Colour]]:
    """Opaque pictures, each with the colour of its margin and of the flat ground that goes on round it, where that is
    of black alone and the picture is not."""
    beneath: list[tuple[Box, Colour]] = []
    for item, matrix in leaves(items):
        place = mapped(matrix, extent((item,)))
        if isinstance(item, Image) and (item.clip is None or item.clip.holds(item.box)):
            box, colour = next((ground for ground in reversed(beneath) if _meet(ground[0], place)), (place, ""))
            goes_on = box.holds(place) and not place.holds(box)
            if colour and goes_on and separation.is_alone(colour) and _has_margin(item.data, colour):
                yield item, colour
        if not isinstance(item, Text):
            fill = item.fill if isinstance(item, Rect) else None
            beneath.append((place, fill if isinstance(fill, str) else ""))


def _meet(one: Box, other: Box) -> bool:
    common = one.common(other)
    return common.width > 0 and common.height > 0


def _has_margin(data: bytes, colour: Colour) -> bool:
    red, green, blue = bytes.fromhex(colour[1:7])
    dots = _margin(data)
    near = sum(max(abs(dot[0] - red), abs(dot[1] - green), abs(dot[2] - blue)) <= ALIKE for dot in dots)
    return near > MOST * len(dots)


@lru_cache(maxsize=64)
def _margin(data: bytes) -> tuple[Dot, ...]:
    """The outermost dots of a picture; none of one in greys, which is of black alone itself, or of one that is not
    opaque."""
    picture = without_alpha(data, in_grey=False)
    if picture.mode == "L" or alpha_channel(data) is not None:
        return ()
    right, low = picture.width - 1, picture.height - 1
    edges = ((0, 0, right + 1, 1), (0, low, right + 1, low + 1), (0, 0, 1, low + 1), (right, 0, right + 1, low + 1))
    parts = b"".join(picture.crop(edge).tobytes() for edge in edges)
    return tuple((parts[at], parts[at + 1], parts[at + 2]) for at in range(0, len(parts), 3))
