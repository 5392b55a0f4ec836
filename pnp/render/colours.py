"""Colours and pictures as they go to the printer: as they are, in black ink alone, or separated into inks."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec.structs import replace

from pnp.scene import Colour, Ellipse, Gradient, Paint, Path, Rect
from pnp.scene.colour import Black, as_bright, black_alone, is_grey

if TYPE_CHECKING:
    from PIL import Image


class Raster(msgspec.Struct, frozen=True):
    """A picture, ready to be embedded.

    `data` are its pixels in `mode` (`L`, `RGB` or `CMYK`), or a JPEG file. `alpha` is one byte a pixel, 255 opaque;
    empty if all are. With `stencil` every pixel is opaque or left out, which does not count as transparency.
    """

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False
    alpha: bytes = b""
    stencil: bool = False

    def stencil_bits(self) -> bytes:
        """One bit a pixel, 1 where nothing is drawn (ISO 32000-1, 8.9.6.3)."""
        from PIL import Image as Pillow

        alpha = Pillow.frombytes("L", (self.width, self.height), self.alpha)
        return alpha.point([255] + [0] * 255, "1").tobytes()


def from_file(data: bytes) -> Raster:
    """A picture from its file, in its own colours and opacity."""
    picture = _open(data)
    if picture.format == "JPEG":
        return Raster(*picture.size, picture.mode, data, is_jpeg=True)
    if picture.has_transparency_data:
        with_alpha = picture.convert("RGBA")
        return from_picture(with_alpha.convert("RGB"), with_alpha.getchannel("A"))
    return from_picture(picture.convert("L" if picture.mode in ("1", "L") else "RGB"))


def from_picture(picture: Image.Image, alpha: Image.Image | None = None, *, stencil: bool = False) -> Raster:
    """A Pillow picture of one, three or four channels, and its opacity."""
    opacity = alpha.tobytes() if alpha else b""
    return Raster(*picture.size, picture.mode, picture.tobytes(), alpha=opacity, stencil=stencil)


def brightness(data: bytes) -> Raster:
    """A picture from its file, in greys."""
    return from_picture(_open(data).convert("L"))


def without_alpha(data: bytes, in_grey: bool) -> Image.Image:
    """The colours of a picture from its file, whatever their opacity."""
    picture = _open(data)
    if picture.mode == "P" and picture.has_transparency_data:  # Pillow would warn about a direct conversion
        picture = picture.convert("RGBA")
    return picture.convert("L" if in_grey or picture.mode in ("1", "L", "LA") else "RGB")


def on_white(data: bytes, in_grey: bool) -> Image.Image:
    """A picture from its file, as it looks on white paper."""
    from PIL import Image as Pillow

    picture = _open(data)
    if picture.has_transparency_data:
        with_alpha = picture.convert("RGBA")
        picture = Pillow.alpha_composite(Pillow.new("RGBA", with_alpha.size, "#FFFFFF"), with_alpha)
    return picture.convert("L" if in_grey or picture.mode in ("1", "L") else "RGB")


def in_inks(data: bytes) -> tuple[Image.Image, Image.Image] | None:
    """A picture of four inks (a TIFF file of `pdfx.ink_preview`) and its stencil; None for any other picture."""
    picture = _open(data)
    if picture.mode != "CMYK":
        return None
    inks = picture.copy()
    picture.seek(1)
    return inks, picture.convert("L")


def _open(data: bytes) -> Image.Image:
    from PIL import Image as Pillow  # few builds have pictures, and Pillow takes long to import

    return Pillow.open(io.BytesIO(data))


GRADIENT_STEPS = 8
"""Steps between two colours of a gradient, each of which is converted on its own."""


class InkConversion(Protocol):
    """Converts colours to the inks of a press, or to what a plate of it shows. See `pdfx.separation`."""

    @property
    def name(self) -> str:
        """Differs for each conversion."""

    def colour(self, colour: Colour) -> Colour:
        """Converts `#RRGGBB`."""

    def gradient(self, fill: Gradient, steps: int) -> Gradient:
        """Converts a gradient, with so many steps between two stops."""

    def picture(self, picture: Image.Image) -> Image.Image:
        """Converts a picture without transparency."""


class ColourConversion:
    """Converts the colours of items and pictures for one kind of file.

    `black` is what is printed in black ink alone. Without `transparency` pictures may not be see-through.
    """

    def __init__(self, black: Black, inks: InkConversion | None = None, *, transparency: bool = True) -> None:
        self._black = black
        self._inks = inks
        self._transparency = transparency
        self._key = (black, inks.name if inks else "", transparency)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ColourConversion) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def text(self, colour: Colour) -> Colour:
        """Converts the colour of text."""
        return self._colour(colour, self._black == "text" and is_grey(colour))

    def shape(self, item: Rect | Ellipse | Path) -> Rect | Ellipse | Path:
        """Converts the colours of a shape."""
        if self._black != "all" and self._inks is None:
            return item
        stroke = item.stroke and replace(item.stroke, colour=self._colour(item.stroke.colour))
        return replace(item, fill=item.fill and self._paint(item.fill), stroke=stroke)

    def gradient(self, fill: Gradient) -> Gradient:
        """Converts a gradient; its colours are mixed as screens mix them."""
        if self._black != "all" and self._inks is None:
            return fill
        steps = GRADIENT_STEPS
        if self._black == "all":  # between the stops, pale greys stay grey and do not become white
            fill, steps = fill.inked(GRADIENT_STEPS, black_alone, as_bright), 1
        return self._inks.gradient(fill, steps) if self._inks else fill

    def raster(self, data: bytes) -> Raster:
        """Converts a picture from its file, and keeps its opacity.

        Without transparency a picture whose pixels are opaque or left out becomes a stencil; any other is put on white.
        """
        from pnp.art.raster import alpha_channel, has_half_opaque

        if separated := in_inks(data):
            picture, stencil = separated
            return from_picture(self._inks.picture(picture) if self._inks else picture, stencil, stencil=True)
        in_grey = self._black == "all"
        if not in_grey and not self._inks:
            return from_file(data)
        alpha = alpha_channel(data)
        if alpha and not self._transparency and has_half_opaque(data):
            plain, alpha = on_white(data, in_grey), None
        else:
            plain = without_alpha(data, in_grey)
        converted = self._inks.picture(plain) if self._inks else plain
        return from_picture(converted, alpha, stencil=not self._transparency)

    def _paint(self, fill: Paint) -> Paint:
        return self.gradient(fill) if isinstance(fill, Gradient) else self._colour(fill)

    def _colour(self, colour: Colour, in_black: bool = False) -> Colour:
        converted = black_alone(colour) if in_black or self._black == "all" else colour
        return self._inks.colour(converted) if self._inks else converted
