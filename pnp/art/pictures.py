"""Raster pictures: PNG and JPEG files, checked before anything is made of them."""

from __future__ import annotations

import hashlib
import io
import warnings
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pnp.findings import Finding, KitError, Place
from pnp.scene import Box, Image

if TYPE_CHECKING:  # kits without pictures need not wait for Pillow
    from PIL.Image import Image as Raster

MAX_FILE = 40_000_000
"""Largest picture file in bytes."""
MAX_PIXELS = 50_000_000
"""Most pixels: an A2 board at 360 dpi. Eight bytes in the file can claim four thousand million."""
MAX_SCANS = 100
"""Most scans of a progressive JPEG, which has about ten: each goes over the whole picture, and takes a few bytes."""
SAVE_AGAIN = "save it as an 8-bit sRGB PNG or JPEG"

_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA"})
_ORIENTATION = 0x0112
_SCAN = b"\xff\xda"


class Picture(msgspec.Struct, frozen=True, gc=False):
    """A picture file: its bytes, and its width and height in pixels. `key` is unique for its content; `profile` names
    the colours it is in, if they are not sRGB."""

    key: str
    data: bytes
    pixels: tuple[int, int]
    profile: str = ""

    def placed(self, box: Box, clip: Box | None = None) -> Image:
        """This picture stretched over a box, in mm."""
        return Image(self.key, self.data, box, self.pixels, clip)


@lru_cache(maxsize=2)  # a face is asked about one picture again and again
def thickness(data: bytes) -> Raster | None:
    """How opaque each dot of a picture is, in one channel; None if all are whole."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as picture:
        if not picture.has_transparency_data:
            return None
        alpha = picture.convert("RGBA").getchannel("A")
    return None if alpha.getextrema() == (255, 255) else alpha


@lru_cache(maxsize=64)
def see_through(data: bytes) -> bool:
    """Whether what lies beneath a picture shows through one of its dots. Dots that are whole or not there at all leave
    what lies beneath as it is."""
    alpha = thickness(data)
    return alpha is not None and not is_cut_out(alpha)


def is_cut_out(alpha: Raster) -> bool:
    """Whether each dot is whole or not there at all."""
    return not any(alpha.histogram()[1:255])


def read_picture(path: Path, file: str = "") -> Picture:
    """Reads a PNG or JPEG file. `file` is how findings call it.

    Raises KitError for anything but a whole, upright picture of 8 bits a channel in grey or RGB, of at most
    `MAX_PIXELS`.
    """
    name = file or path.name
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_FILE else b""
    except OSError as error:
        raise _error(name, "picture-unreadable", f"cannot be read: {error.strerror}") from None
    if size > MAX_FILE:
        raise _error(name, "picture-too-large", f"{size} bytes; at most {MAX_FILE} are read", "save it smaller")
    return parse_picture(data, name)


def as_png(data: bytes) -> bytes:
    """A WebP or GIF picture as PNG; of one that moves, what it begins with. Raises KitError, as `read_picture` does."""
    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)
        try:
            picture = Pillow.open(io.BytesIO(data), formats=("WEBP", "GIF"))
            width, height = picture.size
            if width * height > MAX_PIXELS:
                message = f"{width} × {height} pixels; at most {MAX_PIXELS} are read"
                raise _error("", "picture-too-large", message, "save it smaller")
            still = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
            raise _error("", "picture-unreadable", "is no whole WebP or GIF", SAVE_AGAIN) from None
    out = io.BytesIO()
    still.save(out, "PNG")
    return out.getvalue()


def parse_picture(data: bytes, name: str) -> Picture:
    """Checks the bytes of a PNG or JPEG file, as `read_picture` does."""
    pixels, profile = _checked(data, name)
    return Picture(hashlib.sha256(data).hexdigest()[:16], data, pixels, profile)


def _checked(data: bytes, name: str) -> tuple[tuple[int, int], str]:
    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # our own bound is asked below
        try:
            picture = Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        except Pillow.DecompressionBombError:
            message = f"has far more than the {MAX_PIXELS} pixels that are read"
            raise _error(name, "picture-too-large", message, "save it smaller") from None
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
            raise _error(name, "picture-unreadable", "is no PNG or JPEG picture", SAVE_AGAIN) from None
        width, height = picture.size
        if width * height > MAX_PIXELS:
            message = f"{width} × {height} pixels; at most {MAX_PIXELS} are read"
            raise _error(name, "picture-too-large", message, "save it smaller")
        if picture.format == "JPEG" and data.count(_SCAN) > MAX_SCANS:
            message = f"has more than {MAX_SCANS} scans"
            raise _error(name, "picture-too-large", message, SAVE_AGAIN)
        try:
            picture.load()
            turned = picture.getexif().get(_ORIENTATION, 1) != 1
        except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
            raise _error(name, "picture-unreadable", "is not whole", "copy it anew, or save it again") from None
    if picture.mode not in _MODES:
        raise _error(name, "picture-kind", f"has the colour mode {picture.mode}", SAVE_AGAIN)
    if turned:
        raise _error(name, "picture-turned", "stands upright by its EXIF data only", "save it turned")
    return (width, height), _foreign(picture)


def _foreign(picture: Raster) -> str:
    """The name of the colours that a picture's own profile says it is in, unless they are sRGB or greys."""
    data = picture.info.get("icc_profile")
    if not data or picture.mode in ("1", "L", "LA"):
        return ""
    from PIL import ImageCms

    try:
        name = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(data))).strip()
    except (ImageCms.PyCMSError, OSError, ValueError):
        return "a profile that cannot be read"
    return "" if "srgb" in name.lower().replace(" ", "") else name or "a profile without a name"


def _error(file: str, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file), message, hint)])
