"""Faces without transparency, or some of it: what is see-through is a picture of itself on what lies beneath it.

Only dots that it changes are in the picture; all else of the face stays what it is, so letters stay letters in black
ink alone.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import extent, inverse, multiply
from pnp.check.outlines import window
from pnp.render.pdfx.ink_preview import InkPreview, as_file
from pnp.scene import IDENTITY, Box, Group, Image, Item, Matrix, Page, Placed, Scene, mapped
from pnp.vendor.veils import is_see_through

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

DPI = 600.0
"""Fine enough for the words that lie beneath a picture."""
MOST_PIXELS = 40_000_000
"""Boards are drawn more coarsely."""
APART = 2.0
"""Things that follow each other are one picture, if that is at most so many times as large as they are together."""


Items: TypeAlias = tuple[Item, ...]


def flat(scene: Scene, plates: InkPreview) -> Scene:
    """The face as it is, if nothing on it shines through; else with pictures in place of all that does, in inks."""
    if not is_see_through(scene.items):
        return scene
    flattening = _Flattening(scene, plates)
    return replace(scene, items=tuple(flattening.opaque(scene.items, IDENTITY, lambda items: items)))


class _Flattening:
    """Draws what shines through on one face."""

    def __init__(self, scene: Scene, plates: InkPreview) -> None:
        self._scene = scene
        self._plates = plates
        self._ground = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)

    def opaque(self, items: Items, matrix: Matrix, whole: Callable[[Items], Items]) -> Iterator[Item]:
        """The items of a face or of a group on it, none of which shines through. `matrix` leads from their own mm to
        the face's, `whole` from some of them to all of the face up to those."""
        start = 0
        while start < len(items):
            item, stop = items[start], start + 1
            if not is_see_through((item,)):
                yield item
            elif isinstance(item, Group) and not item.see_through:
                up_to = partial(_within, whole, items[:start], item)
                inner = self.opaque(item.items, multiply(matrix, item.matrix), up_to)
                yield replace(item, items=tuple(inner))
            else:
                stop, box = self._run(items, start, matrix)
                if picture := self._picture(whole(items[:start]), whole(items[:stop]), box):
                    yield picture if matrix == IDENTITY else Group((picture,), inverse(matrix))
            start = stop

    def _run(self, items: Sequence[Item], start: int, matrix: Matrix) -> tuple[int, Box]:
        """Where those end that are drawn as one picture with the item at `start`, and the box of the face that they
        lie in."""
        box = self._seen(items[start], matrix)
        apart = _area(box)
        for stop in range(start + 1, len(items)):
            item = items[stop]
            if not is_see_through((item,)) or (isinstance(item, Group) and not item.see_through):
                return stop, box
            more = self._seen(item, matrix)
            apart += _area(more)
            both = _around(box, more)
            if _area(both) > APART * apart:
                return stop, box
            box = both
        return len(items), box

    def _seen(self, item: Item, matrix: Matrix) -> Box:
        return mapped(matrix, extent((item,))).common(self._ground)

    def _picture(self, before: Items, after: Items, box: Box) -> Image | None:
        """What is seen in a box of the face after some of it is drawn and was not before; None, if that is nothing."""
        if not box.width or not box.height:
            return None
        dpi = min(DPI, math.sqrt(MOST_PIXELS / _area(box)) * 25.4)
        box = _in_dots(box, 25.4 / dpi)
        was, now = self._plates.pictures([self._page(items, box) for items in (before, after)], dpi)
        changed = _changed(was, now)
        part = changed.getbbox()
        if part is None:
            return None
        data = as_file(self._plates.separation.settled(now.crop(part)), changed.crop(part))
        across, down = box.width / now.width, box.height / now.height
        left, top, right, bottom = part
        place = Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down)
        return Image(hashlib.sha256(data).hexdigest()[:16], data, place, (right - left, bottom - top))

    def _page(self, items: Items, box: Box) -> Page:
        """What items show in a box of the face."""
        near = replace(self._scene, items=window(items, box.inset(-1.0)), codes=(), keep=())
        return Page(box.width, box.height, (Placed(near, -box.x, -box.y),))


def _within(whole: Callable[[Items], Items], before: Items, group: Group, part: Items) -> Items:
    """All of the face up to some items of a group that others lie before."""
    return whole((*before, replace(group, items=part)))


def _changed(was: Raster, now: Raster) -> Raster:
    """255 at each dot that is another than before, else 0."""
    from PIL import ImageChops

    most, *others = ImageChops.difference(was, now).split()
    for part in others:
        most = ImageChops.lighter(most, part)
    return most.point([255 * (value > 0) for value in range(256)])


def _in_dots(box: Box, dot: float) -> Box:
    """A box of whole dots round another, and one dot more on each side."""
    left, top = math.floor(box.x / dot) - 1, math.floor(box.y / dot) - 1
    right, bottom = math.ceil(box.right / dot) + 1, math.ceil(box.bottom / dot) + 1
    return Box(left * dot, top * dot, (right - left) * dot, (bottom - top) * dot)


def _around(first: Box, second: Box) -> Box:
    x, y = min(first.x, second.x), min(first.y, second.y)
    return Box(x, y, max(first.right, second.right) - x, max(first.bottom, second.bottom) - y)


def _area(box: Box) -> float:
    return box.width * box.height
