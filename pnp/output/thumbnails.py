"""Pages made small: what a sheet looks like, to be found again in a pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.face.reduced import reduced, reduced_art
from pnp.scene import IDENTITY, Art, Box, Group, Image, Item, Page, Placed, Rect, Scene, Stroke, Use
from pnp.sheet.marks import INK, WHITE

EDGE = Stroke(INK, 0.25)
PICTURED = "#DAD5CB"
"""Where a face has a photograph: at this size nobody sees it, and the guide would have to carry it again."""


class Thumbnails:
    """Small pages of one file, in which each face is stored once."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._arts: dict[int, tuple[Scene, Art]] = {}

    def drawn(self, page: Page, x: float, y: float) -> Iterator[Item]:
        """A page, its top left there."""
        scale = self._scale
        paper = Box(x, y, page.width * scale, page.height * scale)
        items = tuple(self._items(page.items))
        yield Rect(paper, fill=WHITE)
        yield Group((Group(items, (scale, 0.0, 0.0, scale, x, y)),), clip=paper)
        yield Rect(paper, stroke=EDGE)

    def _items(self, items: Iterable[Item | Placed]) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Placed):
                yield Group((Group((Use(self._art(item.scene), IDENTITY),), item.matrix),), clip=item.clip)
            else:
                yield from reduced((item,), self._scale, reduced_art)

    def _art(self, scene: Scene) -> Art:
        known = self._arts.get(id(scene))
        if known is None:
            trim = Box(0.0, 0.0, scene.width, scene.height)
            bleed = trim.inset(-scene.bleed)
            items = tuple(_unpictured(reduced(scene.items, self._scale, reduced_art)))
            art = Art(f"thumbnail {len(self._arts)}", scene.width, scene.height, (Group(items, clip=bleed),))
            known = self._arts[id(scene)] = scene, art
        return known[1]


def _unpictured(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Image):
            yield Rect(item.clip or item.box, fill=PICTURED)
        elif isinstance(item, Group):
            yield replace(item, items=tuple(_unpictured(item.items)))
        else:
            yield item
