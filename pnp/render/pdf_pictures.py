"""Pictures as PDF files hold them: JPEG as it is, others as plain dots (ISO 32000-1, 8.9.5)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import msgspec

from pnp.render.pdf_canvas import Canvas, Form
from pnp.render.pdf_objects import Name, Value

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


class Raster(msgspec.Struct, frozen=True):
    """A picture: its size in dots; its dots in one of PDF's ways to mix colours, or a JPEG of them; how opaque each
    is, 0 to 255, if not all are whole. A `stencil` of dots that are whole or left out is no transparency to those who
    do not know that."""

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False
    alpha: bytes = b""
    stencil: bool = False

    def add(self, canvas: Canvas) -> Form:
        """Writes it."""
        said: dict[str, Value] = {
            "Width": self.width,
            "Height": self.height,
            "ColorSpace": Name(_SPACES[self.mode]),
            "BitsPerComponent": 8,
        }
        if self.is_jpeg:
            said["Filter"] = Name("DCTDecode")
            if self.mode == "CMYK":
                said["Decode"] = [1, 0] * 4  # in a JPEG of four inks, the least is the most
        if self.alpha and self.stencil:
            said["Mask"] = self._left_out(canvas).place
        elif self.alpha:
            said["SMask"] = Raster(self.width, self.height, "L", self.alpha).add(canvas).place
        return canvas.picture(said, self.data)

    def _left_out(self, canvas: Canvas) -> Form:
        """Writes which dots are left out (ISO 32000-1, 8.9.6.3): a bit for each, 1 where nothing is."""
        from PIL import Image as Pillow

        alpha = Pillow.frombytes("L", (self.width, self.height), self.alpha)
        bits = alpha.point([255] + [0] * 255, "1").tobytes()
        said: dict[str, Value] = {
            "Width": self.width,
            "Height": self.height,
            "ImageMask": True,
            "BitsPerComponent": 1,
        }
        return canvas.picture(said, bits)


def as_it_is(data: bytes) -> Raster:
    """A picture from its file, with all that is clear about it."""
    picture = _opened(data)
    if picture.format == "JPEG":
        return Raster(*picture.size, picture.mode, data, is_jpeg=True)
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        return of_picture(clear.convert("RGB"), clear.getchannel("A"))
    return of_picture(picture.convert("L" if picture.mode in ("1", "L") else "RGB"))


def of_picture(picture: Image, alpha: Image | None = None, *, stencil: bool = False) -> Raster:
    """A picture in memory, of one, three or four parts, and how opaque it is."""
    thick = alpha.tobytes() if alpha else b""
    return Raster(*picture.size, picture.mode, picture.tobytes(), alpha=thick, stencil=stencil)


def in_own_colours(data: bytes, in_grey: bool) -> Image:
    """The colours of a picture from its file, however opaque they are."""
    picture = _opened(data)
    if picture.mode == "P" and picture.has_transparency_data:  # Pillow warns of what it would leave out
        picture = picture.convert("RGBA")
    return picture.convert("L" if in_grey or picture.mode in ("1", "L", "LA") else "RGB")


def in_inks(data: bytes) -> tuple[Image, Image] | None:
    """A picture in four inks, and which of its dots are kept; None for any that is not in inks."""
    picture = _opened(data)
    if picture.mode != "CMYK":
        return None
    inks = picture.copy()
    picture.seek(1)
    return inks, picture.convert("L")


def grey(data: bytes) -> Raster:
    """How bright a picture is."""
    return of_picture(_opened(data).convert("L"))


def on_white(data: bytes, in_grey: bool) -> Image:
    """A picture from its file, as it looks on white paper."""
    from PIL import Image as Pillow

    picture = _opened(data)
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        picture = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, "#FFFFFF"), clear)
    return picture.convert("L" if in_grey or picture.mode in ("1", "L") else "RGB")


def _opened(data: bytes) -> Image:
    from PIL import Image as Pillow  # few builds have pictures, and it is long to import

    return Pillow.open(io.BytesIO(data))
