"""A picture that is laid out of other pictures, each with its thickness and soft shadows.

Light falls from the upper left. Everything is in millimetres; `y` grows downwards.
"""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageColor, ImageFilter, ImageOps

FINER = 2
"""Pictures are composed so many times larger than they are, and made small in the end: turned edges stay smooth …"""
FINEST = 40_000_000
"""… but not where they would be composed of more pixels than this."""
LIGHT = (0.45, 0.8)
"""How far a shadow falls to the right and down for each mm that a thing stands high."""
NEAR, FAR = (0.22, 0.20, 0.42), (1.1, 1.3, 0.30)
"""The shadow at a thing's foot and that round it: its blur, in mm, for each mm of height and besides, and its dark."""
SEEN_EDGE = (0.10, 0.38)
"""How much of a thickness is seen at the right and below, of 1."""
SHADE = "#1A1208"
GRAIN, GRAIN_STRENGTH = 256, 10
"""The side of the tile of cloth in pixels, and how much lighter or darker its threads are, of 255."""
_SEED = 20


class Canvas:
    """A canvas of so many mm, at `scale` pixels a mm: a colour, or cloth of it under a lamp, or see-through."""

    def __init__(self, width: float, height: float, scale: float, ground: str = "", *, cloth: bool = False) -> None:
        self._size = round(width * scale), round(height * scale)
        finer = FINER if self._size[0] * self._size[1] * FINER**2 <= FINEST else 1
        self._scale = scale * finer
        across, down = (side * finer for side in self._size)
        self._picture = _cloth(across, down, ground) if cloth else Image.new("RGBA", (across, down), ground or 0)

    @property
    def dpi(self) -> float:
        """The resolution at which pictures have to be taken that are laid on it."""
        return self._scale * 25.4

    def lay(
        self,
        picture: Image.Image,
        x: float,
        y: float,
        *,
        angle: float = 0.0,
        thickness: float = 0.3,
        lift: float = 0.0,
        edge: str = "#EFE8DA",
        layers: int = 1,
    ) -> None:
        """Lays a picture with its middle at (x, y), turned clockwise by `angle` degrees.

        It is `thickness` mm thick, with an `edge` of this colour, made of so many `layers`; it lies `lift` mm high.
        """
        turned = picture.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else picture
        left = round(x * self._scale - turned.width / 2)
        top = round(y * self._scale - turned.height / 2)
        alpha = turned.getchannel("A")
        for grows, least, dark in (FAR, NEAR):
            self._shadow(alpha, left, top, lift + thickness, grows, least, dark)
        self._edges(alpha, left, top, thickness, edge, layers)
        self._paste(turned, left, top)

    def write(self, picture: Image.Image, x: float, y: float) -> None:
        """Lays a flat picture with its top left there: words, which have no shadow."""
        self._paste(picture, round(x * self._scale), round(y * self._scale))

    def finished(self) -> Image.Image:
        """The picture in its own size; with three channels, where nothing of it is see-through."""
        small = self._picture
        if small.size != self._size:
            small = small.resize(self._size, Image.Resampling.BOX)
        return small.convert("RGB") if small.getchannel("A").getextrema()[0] == 255 else small

    def _shadow(
        self, alpha: Image.Image, left: int, top: int, height: float, grows: float, least: float, dark: float
    ) -> None:
        blur = (grows * height + least) * self._scale
        room = round(3 * blur)
        wide = ImageOps.expand(alpha, room).filter(ImageFilter.GaussianBlur(blur))
        shade = Image.new("RGBA", wide.size, SHADE)
        shade.putalpha(wide.point(lambda value: round(value * dark)))
        across, down = (round(share * height * self._scale) for share in LIGHT)
        self._paste(shade, left - room + across, top - room + down)

    def _edges(self, alpha: Image.Image, left: int, top: int, thickness: float, edge: str, layers: int) -> None:
        """The side of a thing: its shape, moved from below to above; a pile shows where one thing ends."""
        across, down = (share * thickness * self._scale for share in SEEN_EDGE)
        steps = max(2, round(down))
        light, dark = ImageColor.getrgb(edge)[:3], tuple(round(part * 0.72) for part in ImageColor.getrgb(edge)[:3])
        seen = min(layers, max(1, steps // 3))
        for step in range(steps, 0, -1):
            line = seen > 1 and (step * seen) % steps < seen
            side = Image.new("RGBA", alpha.size, (*(dark if line or step == steps else light), 255))
            side.putalpha(alpha)
            self._paste(side, left + round(across * step / steps), top + round(down * step / steps))

    def _paste(self, picture: Image.Image, left: int, top: int) -> None:
        """Lays a picture there, as far as it lies on the canvas."""
        width, height = self._picture.size
        box = max(0, -left), max(0, -top), min(picture.width, width - left), min(picture.height, height - top)
        if box[0] < box[2] and box[1] < box[3]:
            self._picture.alpha_composite(picture.crop(box), (left + box[0], top + box[1]))


def _cloth(width: int, height: int, colour: str) -> Image.Image:
    """A ground of cloth under a lamp: lighter in the middle, with a fine grain that hides the steps of the light."""
    middle = ImageColor.getrgb(colour)[:3]
    outside = tuple(round(part * 0.62) for part in middle)
    lit = ImageOps.invert(Image.radial_gradient("L")).resize((width, height), Image.Resampling.BICUBIC)
    ground = Image.composite(Image.new("RGB", lit.size, middle), Image.new("RGB", lit.size, outside), lit)
    grain = _grain(width, height)
    light = ImageChops.add(ground, Image.merge("RGB", (grain,) * 3), offset=-128)
    return light.convert("RGBA")


def _grain(width: int, height: int) -> Image.Image:
    """Threads, always the same: greys about 128."""
    noise = Image.frombytes("L", (GRAIN, GRAIN), Random(_SEED).randbytes(GRAIN * GRAIN))
    woven = ImageChops.blend(noise.resize((GRAIN, GRAIN // 8)).resize((GRAIN, GRAIN)), noise, 0.5)
    level = woven.point(lambda value: 128 + round((value - 128) * GRAIN_STRENGTH / 128))
    tiled = Image.new("L", (width, height))
    for left in range(0, width, GRAIN):
        for top in range(0, height, GRAIN):
            tiled.paste(level, (left, top))
    return tiled
