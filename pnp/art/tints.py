"""Other colours for what is drawn already: shapes, gradients and pictures alike."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import TypeAlias

from msgspec.structs import replace

from pnp.scene import Colour, Ellipse, Gradient, Group, Image, Item, Path, Rect, Shadow

Tint: TypeAlias = Callable[[tuple[float, float, float]], tuple[float, float, float]]
"""Red, green and blue, 0 to 1 each, as others."""
GRID = 33
"""Places of a table of colours along each axis, between which those of pictures are mixed."""
STEPS = 8
"""Parts of the way between two colours of a gradient, each of which is tinted: not all tints are even."""


def told(tint: Tint, colour: Colour) -> Colour:
    """A colour through a tint."""
    red, green, blue = (part / 255 for part in bytes.fromhex(colour[1:7]))
    return f"#{bytes(round(255 * part) for part in tint((red, green, blue))).hex().upper()}"


def tinted(items: Iterable[Item], tint: Tint) -> Iterator[Item]:
    """Items in the colours that a tint makes of theirs."""
    colour = partial(told, tint)
    for item in items:
        match item:
            case Group():
                yield replace(item, items=tuple(tinted(item.items, tint)))
            case Rect() | Ellipse() | Path():
                fill = item.fill
                if fill is not None:
                    fill = fill.parted(STEPS).recoloured(colour) if isinstance(fill, Gradient) else colour(fill)
                yield replace(
                    item, fill=fill, stroke=item.stroke and replace(item.stroke, colour=colour(item.stroke.colour))
                )
            case Shadow():
                yield replace(item, colour=colour(item.colour))
            case Image():
                yield _picture(item, tint)
            case _:
                yield item


def _picture(image: Image, tint: Tint) -> Image:
    from PIL import Image as Pillow  # kits without such pictures need not wait for it
    from PIL import ImageFilter

    table = ImageFilter.Color3DLUT.generate(GRID, lambda red, green, blue: tint((red, green, blue)))
    with Pillow.open(io.BytesIO(image.data)) as opened:
        clear = opened.convert("RGBA")
    changed = clear.convert("RGB").filter(table)
    changed.putalpha(clear.getchannel("A"))
    out = io.BytesIO()
    changed.save(out, "PNG")
    data = out.getvalue()
    key = sha256(changed.tobytes()).hexdigest()[:16]
    return replace(image, key=f"{image.key} {key}", data=data)
