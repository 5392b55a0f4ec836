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
    is, 0 to 255, if not all are whole."""

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False
    alpha: bytes = b""

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
        if self.alpha:
            said["SMask"] = Raster(self.width, self.height, "L", self.alpha).add(canvas).place
        return canvas.picture(said, self.data)


def as_it_is(data: bytes) -> Raster:
    """A picture from its file, with all that is clear about it."""
    picture = _opened(data)
    if picture.format == "JPEG":
        return Raster(*picture.size, picture.mode, data, is_jpeg=True)
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        return of_picture(clear.convert("RGB"), clear.getchannel("A").tobytes())
    return of_picture(picture.convert("L" if picture.mode in ("1", "L") else "RGB"))


def of_picture(picture: Image, alpha: bytes = b"") -> Raster:
    """A picture in memory, of one, three or four parts."""
    return Raster(*picture.size, picture.mode, picture.tobytes(), alpha=alpha)


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
