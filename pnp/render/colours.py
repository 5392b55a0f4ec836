"""Converts colours and pictures for output: unchanged, to black ink alone, or separated into inks."""

from __future__ import annotations

import io

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.art.raster import find_alpha, has_half_opaque
from pnp.render.separation import PlateConversion, Separation
from pnp.scene import Black, Colour, Ellipse, Gradient, Path, Rect, convert_to_black, convert_to_grey, is_grey

GRADIENT_STEPS = 8
"""Steps between two colours of a gradient, each of which is converted on its own."""


class Raster(msgspec.Struct, frozen=True):
    """A picture, ready for embedding.

    `data` are its pixels in `mode` (`L`, `RGB` or `CMYK`), or a JPEG file. `alpha` is one byte per pixel, 255 opaque;
    empty if all are. With `stencil` every pixel is opaque or left out, which does not count as transparency.
    """

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False
    alpha: bytes = b""
    stencil: bool = False


def convert_picture(picture: Image.Image, alpha: Image.Image | None = None, *, stencil: bool = False) -> Raster:
    """Converts a Pillow picture of one, three or four channels, with its alpha channel."""
    opacity = alpha.tobytes() if alpha else b""
    return Raster(*picture.size, picture.mode, picture.tobytes(), alpha=opacity, stencil=stencil)


def drop_alpha(data: bytes, in_grey: bool) -> Image.Image:
    """Reads the colours of a picture file without its alpha channel."""
    picture = _open(data)
    if picture.mode == "P" and picture.has_transparency_data:  # Pillow would warn about a direct conversion
        picture = picture.convert("RGBA")
    return picture.convert("L" if in_grey or picture.mode in ("1", "L", "LA") else "RGB")


def on_white(data: bytes, in_grey: bool) -> Image.Image:
    """Reads a picture file composited on white."""
    picture = _open(data)
    if picture.has_transparency_data:
        with_alpha = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", with_alpha.size, "#FFFFFF"), with_alpha)
    return picture.convert("L" if in_grey or picture.mode in ("1", "L") else "RGB")


def read_inks(data: bytes) -> tuple[Image.Image, Image.Image] | None:
    """Reads a picture in four inks (a TIFF file of `pnp.render.separation`) and its stencil; None for other
    pictures."""
    picture = _open(data)
    if picture.format != "TIFF":
        return None
    inks = picture.copy()
    picture.seek(1)
    return inks, picture.convert("L")


def _open(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


class ColourConversion(msgspec.Struct, frozen=True):
    """Converts the colours of items and pictures for one kind of file.

    `black` is the part printed in black ink alone, `inks` the separation for a press. Without `transparency` pictures
    must be opaque.
    """

    black: Black
    inks: Separation | PlateConversion | None = None
    transparency: bool = True

    def text(self, colour: Colour) -> Colour:
        """Converts the colour of text."""
        return self._colour(colour, self.black == "text" and is_grey(colour))

    def shape(self, item: Rect | Ellipse | Path) -> Rect | Ellipse | Path:
        """Converts the colours of a shape."""
        if self.black != "all" and self.inks is None:
            return item
        stroke = item.stroke and replace(item.stroke, colour=self._colour(item.stroke.colour))
        fill = self.gradient(item.fill) if isinstance(item.fill, Gradient) else item.fill and self._colour(item.fill)
        return replace(item, fill=fill, stroke=stroke)

    def gradient(self, fill: Gradient) -> Gradient:
        """Converts a gradient so that it matches its look on screen."""
        if self.black != "all" and self.inks is None:
            return fill
        steps = GRADIENT_STEPS
        if self.black == "all":  # between the stops, pale greys stay grey and do not become white
            fill, steps = fill.inked(GRADIENT_STEPS, convert_to_black, convert_to_grey), 1
        return self.inks.gradient(fill, steps) if self.inks else fill

    def raster(self, data: bytes) -> Raster:
        """Converts a picture from its file and keeps its alpha channel.

        Without transparency a picture with only opaque and empty pixels becomes a stencil; any other is composited on
        white.
        """
        if separated := read_inks(data):
            picture, stencil = separated
            return convert_picture(self.inks.picture(picture) if self.inks else picture, stencil, stencil=True)
        in_grey = self.black == "all"
        file = _open(data)
        if file.format == "JPEG" and not in_grey and not self.inks:
            return Raster(*file.size, file.mode, data, is_jpeg=True)
        alpha = find_alpha(data)
        if alpha and not self.transparency and has_half_opaque(data):
            plain, alpha = on_white(data, in_grey), None
        else:
            plain = drop_alpha(data, in_grey)
        converted = self.inks.picture(plain) if self.inks else plain
        return convert_picture(converted, alpha, stencil=not self.transparency)

    def _colour(self, colour: Colour, in_black: bool = False) -> Colour:
        converted = convert_to_black(colour) if in_black or self.black == "all" else colour
        return self.inks.colour(converted) if self.inks else converted
