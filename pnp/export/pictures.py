"""Faces as pictures: cut to their shape, see-through where the knife went."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from PIL import Image, ImageChops

from pnp.art.paths import rounded_rect
from pnp.face.layout import Layout
from pnp.render.png import COMPRESSION, scene_pictures
from pnp.scene import Box, Path, Scene
from pnp.scene.colour import Black
from pnp.sheet.options import Ink

MM_PER_INCH = 25.4
WEBP_QUALITY = 90
"""Of 100; at 90 small type stays clean, and files have a quarter of PNG's bytes."""


def dpi_for(width: float, pixels: int) -> float:
    """The resolution at which so many millimetres come to so many pixels."""
    return pixels * MM_PER_INCH / width


class Camera:
    """Takes pictures of faces at one resolution after another, in black alone where they are printed so. Shapes are
    drawn once."""

    def __init__(self, layout: Layout, ink: Ink) -> None:
        self._fonts = layout.fonts
        self._black: Black = "none" if ink == "full" else "all"
        self._masks: dict[tuple[object, ...], Image.Image] = {}

    def cut(self, scenes: Sequence[Scene], dpi: float) -> Iterator[Image.Image]:
        """Faces as they are cut out, RGBA."""
        for scene, picture in zip(scenes, self.square(scenes, dpi), strict=True):
            shape = self.shape(scene, dpi)
            if shape is not None:
                picture.putalpha(shape)
            yield picture

    def square(self, scenes: Iterable[Scene], dpi: float, bleed: bool = False) -> Iterator[Image.Image]:
        """Faces with their whole corners, RGBA; with their bleed, if asked for."""
        for picture in scene_pictures(scenes, fonts=self._fonts, dpi=dpi, bleed=bleed, black=self._black):
            yield picture.convert("RGBA")

    def shape(self, scene: Scene, dpi: float) -> Image.Image | None:
        """How much of each pixel a face covers, as a picture in greys; None if that is all of them."""
        key = (scene.width, scene.height, scene.corner, scene.outline, dpi)
        if scene.outline is None and not scene.corner:
            return None
        if key not in self._masks:
            (filled,) = scene_pictures([_filled(scene)], fonts=self._fonts, dpi=dpi)
            self._masks[key] = ImageChops.invert(filled.convert("L"))
        return self._masks[key]


def encoded(picture: Image.Image, kind: str) -> bytes:
    """A picture as a file, `png` or `webp`: the same picture makes the same bytes."""
    out = io.BytesIO()
    if kind == "webp":
        picture.save(out, "WEBP", quality=WEBP_QUALITY, method=4)
    else:
        picture.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def _filled(scene: Scene) -> Scene:
    """The shape of a face in black."""
    if scene.outline is not None:
        return Scene(scene.width, scene.height, 0.0, (replace(scene.outline, fill="#000000", stroke=None),))
    whole = Box(0.0, 0.0, scene.width, scene.height)
    return Scene(scene.width, scene.height, 0.0, (Path(rounded_rect(whole, scene.corner, scene.corner), "#000000"),))
