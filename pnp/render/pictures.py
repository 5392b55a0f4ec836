"""Raster pictures as PDF files hold them: JPEG data as it is, others as plain pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image


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


def from_picture(picture: Image, alpha: Image | None = None, *, stencil: bool = False) -> Raster:
    """A Pillow picture of one, three or four channels, and its opacity."""
    opacity = alpha.tobytes() if alpha else b""
    return Raster(*picture.size, picture.mode, picture.tobytes(), alpha=opacity, stencil=stencil)


def brightness(data: bytes) -> Raster:
    """A picture from its file, in greys."""
    return from_picture(_open(data).convert("L"))


def without_alpha(data: bytes, in_grey: bool) -> Image:
    """The colours of a picture from its file, whatever their opacity."""
    picture = _open(data)
    if picture.mode == "P" and picture.has_transparency_data:  # Pillow would warn about a direct conversion
        picture = picture.convert("RGBA")
    return picture.convert("L" if in_grey or picture.mode in ("1", "L", "LA") else "RGB")


def on_white(data: bytes, in_grey: bool) -> Image:
    """A picture from its file, as it looks on white paper."""
    from PIL import Image as Pillow

    picture = _open(data)
    if picture.has_transparency_data:
        with_alpha = picture.convert("RGBA")
        picture = Pillow.alpha_composite(Pillow.new("RGBA", with_alpha.size, "#FFFFFF"), with_alpha)
    return picture.convert("L" if in_grey or picture.mode in ("1", "L") else "RGB")


def in_inks(data: bytes) -> tuple[Image, Image] | None:
    """A picture of four inks (a TIFF file of `pdfx.ink_preview`) and its stencil; None for any other picture."""
    picture = _open(data)
    if picture.mode != "CMYK":
        return None
    inks = picture.copy()
    picture.seek(1)
    return inks, picture.convert("L")


def _open(data: bytes) -> Image:
    from PIL import Image as Pillow  # few builds have pictures, and Pillow takes long to import

    return Pillow.open(io.BytesIO(data))
