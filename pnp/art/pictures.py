"""Raster pictures: PNG and JPEG files, checked before anything is made of them."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pnp.art.files import file_data
from pnp.findings import Finding, KitError, Place
from pnp.scene import Box, Image

if TYPE_CHECKING:  # kits without pictures need not wait for Pillow
    from PIL.Image import Image as Raster

SUFFIXES = (".png", ".jpg", ".jpeg", ".jfif")
MAX_PIXELS = 50_000_000
"""Most pixels: an A2 board at 360 dpi. Eight bytes in the file can claim four thousand million."""
MAX_SCANS = 100
"""Most scans of a progressive JPEG, which has about ten: each goes over the whole picture, and takes a few bytes."""
SAVE_AGAIN = "save it as an 8-bit sRGB PNG or JPEG"

_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA"})
_ORIENTATION = 0x0112
_SCAN = b"\xff\xda"
_SRGB_POINTS = b"\x01\x0d"
"""Primaries and curve of sRGB in cICP (ITU-T H.273) …"""
_UNSAID_POINTS = b"\x02\x02"
"""… and those that nobody says."""
_SRGB_CORNERS = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
"""White, red, green and blue of sRGB, as cHRM says them."""
_CORNERS_OFF = 0.02
_COLOURS_OFF = 12
"""Of 255, by which a profile moves a colour that is still told as sRGB: the curve of gamma 2.2 is 8 off in the dark."""
_GAMMA_OFF = 0.1
"""The part by which a curve may be another one than that of gamma 2.2."""


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
    return parse_picture(file_data(path, name, "picture"), name)


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
    """Checks the bytes of a PNG or JPEG file, as `read_picture` does. Greys of 16 bits become such of 8."""
    data, pixels, profile = _checked(data, name)
    return Picture(sha256(data).hexdigest()[:16], data, pixels, profile)


def _checked(data: bytes, name: str) -> tuple[bytes, tuple[int, int], str]:
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
    foreign = _foreign(picture, data)
    if picture.mode == "I;16" and "transparency" not in picture.info:  # of which Pillow keeps 16 bits, unlike of RGB
        data = _in_eight_bits(picture)
    elif picture.mode not in _MODES:
        raise _error(name, "picture-kind", f"has the colour mode {picture.mode}", SAVE_AGAIN)
    if turned:
        raise _error(name, "picture-turned", "stands upright by its EXIF data only", "save it turned")
    return data, (width, height), foreign


def _in_eight_bits(picture: Raster) -> bytes:
    """A grey picture of 16 bits, of which the low byte comes first, as a PNG of their high bytes."""
    from PIL import Image as Pillow

    out = io.BytesIO()
    Pillow.frombytes("L", picture.size, picture.tobytes()[1::2]).save(out, "PNG")
    return out.getvalue()


def _foreign(picture: Raster, data: bytes) -> str:
    """The name of the colours that a picture says it is in, if these are others than sRGB, or than its greys. What
    PNG has for that comes in its order (PNG 3, 4.3): cICP, a profile, gAMA."""
    head = data.partition(b"IDAT")[0] if picture.format == "PNG" else b""
    _, coded, points = head.partition(b"cICP")
    if coded:
        return "" if points[:2] in (_SRGB_POINTS, _UNSAID_POINTS) else f"colours {points[0]}/{points[1]} of ITU-T H.273"
    profile = picture.info.get("icc_profile")
    if profile:
        return _unlike(profile, is_grey=picture.mode in ("1", "L", "LA", "I;16"))
    if "srgb" in picture.info:
        return ""
    gamma, corners = picture.info.get("gamma", 0.0), picture.info.get("chromaticity", _SRGB_CORNERS)
    if any(abs(one - other) > _CORNERS_OFF for one, other in zip(corners, _SRGB_CORNERS, strict=False)):
        return "other primaries (cHRM)"
    return f"gamma {1 / gamma:.2g}" if gamma and abs(gamma * 2.2 - 1) > _GAMMA_OFF else ""


@lru_cache(maxsize=64)
def _unlike(profile: bytes, *, is_grey: bool) -> str:
    """The name of a profile in which colours are others than without it; "" if they are the same but for a trifle.
    Names say little: of two that are called sRGB one may be linear."""
    from PIL import Image as Pillow
    from PIL import ImageCms

    # Programs leave the profile of colours in a picture that they made grey.
    is_grey = is_grey and profile[16:20] == b"GRAY"
    steps = range(0, 256, 51)
    told = (
        bytes(range(0, 256, 17)) if is_grey else bytes(part for colour in product(steps, repeat=3) for part in colour)
    )
    mode = "L" if is_grey else "RGB"
    sample = Pillow.frombytes(mode, (len(told) // len(mode), 1), told)
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        name = ImageCms.getProfileDescription(opened).strip()
        srgb = ImageCms.createProfile("sRGB")
        seen = ImageCms.profileToProfile(sample, opened, srgb, ImageCms.Intent.RELATIVE_COLORIMETRIC, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return "a profile that cannot be read"
    assert seen is not None  # it is none where a picture is changed itself
    off = max(abs(a - b) for a, b in zip(seen.tobytes(), sample.convert("RGB").tobytes(), strict=True))
    return name or "a profile without a name" if off > _COLOURS_OFF else ""


def _error(file: str, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file), message, hint)])
