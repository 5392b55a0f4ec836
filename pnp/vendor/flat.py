"""Faces without transparency: what is see-through is one picture with all that lies beneath it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from typing import overload

from msgspec.structs import replace

from pnp.art.pictures import see_through
from pnp.check.leaves import pictures
from pnp.render.png import scene_pngs
from pnp.scene import Box, Gradient, Group, Image, Item, Scene, Shadow, Use
from pnp.text.fonts import FontBook

DPI = 600.0
"""Fine enough for the words that lie beneath a picture."""
MOST_PIXELS = 40_000_000
"""Boards are drawn more coarsely."""


def is_see_through(items: Iterable[Item], *, live: bool = False) -> bool:
    """Whether something lets what lies beneath show. With `live` only pictures count: what is drawn, the file keeps."""
    return any(see_through(picture.data) for picture in pictures(items)) or (not live and any(map(is_veil, items)))


def is_veil(item: Item) -> bool:
    """Whether a drawn thing is see-through, or a part of it."""
    match item:
        case Shadow():
            return True
        case Group():
            return item.see_through or any(map(is_veil, item.items))
        case Use(art=art):
            return any(map(is_veil, art.items))
        case _:
            fill = getattr(item, "fill", None)
            return isinstance(fill, Gradient) and fill.see_through


@overload
def flat(scene: Scene, fonts: FontBook, *, live: bool = False) -> Scene: ...
@overload
def flat(scene: None, fonts: FontBook, *, live: bool = False) -> None: ...
def flat(scene: Scene | None, fonts: FontBook, *, live: bool = False) -> Scene | None:
    """The face as it is, if nothing on it is see-through; else all up to the last thing that is, as one picture."""
    if scene is None:
        return None
    clear = [number for number, item in enumerate(scene.items) if is_see_through((item,), live=live)]
    if not clear:
        return scene
    last = clear[-1] + 1
    ground = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)
    dpi = min(DPI, math.sqrt(MOST_PIXELS / (ground.width * ground.height)) * 25.4)
    beneath = replace(scene, items=scene.items[:last], codes=(), keep=())
    (data,) = scene_pngs([beneath], fonts=fonts, dpi=dpi, bleed=True, processes=1)
    pixels = (round(ground.width / 25.4 * dpi), round(ground.height / 25.4 * dpi))
    picture = Image(hashlib.sha256(data).hexdigest()[:16], data, ground, pixels)
    return replace(scene, items=(picture, *scene.items[last:]))
