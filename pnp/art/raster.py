"""Raster pictures: PNG and JPEG files, soft shadows, and SVG rendered by resvg.

resvg is native code, and a small drawing can make it spend hours on filters and gigabytes on layers. It runs in a
separate process with limits on time and memory: `python -m pnp.art.raster`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import warnings
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path as FilePath

import msgspec
from PIL import Image as Pillow
from PIL import ImageChops, ImageCms, ImageDraw, ImageFilter, UnidentifiedImageError

from pnp.art.paths import Polygon, double_area, measure_path, subpaths
from pnp.findings import Finding, KitError, Place
from pnp.kit import bounds
from pnp.kit.folder import read_limited
from pnp.scene import Box, Colour, Image, Path, Shadow

SUFFIXES = (".png", ".jpg", ".jpeg", ".jfif")
MAX_BYTES = 40_000_000
MAX_PIXELS = 50_000_000
"""An A2 board at 360 dpi. Eight bytes in the file can claim four thousand million."""
MAX_SCANS = 100
"""Scans of a progressive JPEG, which has about ten: each takes a few bytes and passes over the whole picture."""
SAVE_AGAIN = "save it as an 8-bit sRGB PNG or JPEG"

FINENESS = 4
"""Pixels in the standard deviation of a shadow's blur, which has no finer details."""
MAX_SIDE = 480
"""Pixels of the longest side of a shadow."""
MAX_PARTS = 60
"""Parts of a shape that casts a shadow."""
LEAST_PIXEL = 25.4 / 300
"""Millimetres: printers show no finer greys."""
REACH = 3.0
"""Standard deviations from the shape at which a shadow ends."""
OVERSAMPLING = 3
"""Pixels of the shape in one of its shadow, for smooth edges."""

RENDER_SECONDS = 30
"""Time to render one drawing: a page with a soft shadow takes about 10."""
RENDER_MEMORY = 2 * 1024**3
"""Bytes of address space of the process that renders."""
WIDTH, HEIGHT = "PIXELS-ACROSS", "PIXELS-DOWN"
"""Stand for the size in a drawing's text: resvg scales well only a drawing of whole pixels."""

_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA"})
_ORIENTATION = 0x0112
_SCAN = b"\xff\xda"
_SRGB_CODES = (b"\x01\x0d", b"\x02\x02")
"""Primaries and curve in cICP (ITU-T H.273) of sRGB, and of an unspecified space."""
_SRGB_CORNERS = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
"""White, red, green and blue of sRGB, as in cHRM."""
_CORNER_TOLERANCE = 0.02
_COLOUR_TOLERANCE = 12
"""Of 255, by which a profile may move a colour and still count as sRGB: gamma 2.2 is 8 off in the dark."""
_GAMMA_TOLERANCE = 0.1


class RasterFile(msgspec.Struct, frozen=True):
    """A picture file: its bytes, width and height in pixels, and a `key` that is unique for its content. `profile`
    names its colour space unless that is sRGB."""

    key: str
    data: bytes
    pixels: tuple[int, int]
    profile: str = ""

    def placed(self, box: Box, clip: Box | None = None) -> Image:
        """Returns the picture stretched over a box, in mm."""
        return Image(self.key, self.data, box, self.pixels, clip)


class ShadowError(ValueError):
    """The shape has too many parts for a soft shadow."""


class RenderError(ValueError):
    """resvg cannot render a drawing within the limits; the message gives the reason."""


def read_picture(path: FilePath, file: str = "") -> RasterFile:
    """Reads a PNG or JPEG file, named `file` in findings.

    Raises `KitError` unless it is a complete, upright picture of at most `MAX_PIXELS`, in grey or RGB. 16-bit greys
    become 8-bit.
    """
    name = file or path.name
    return parse_picture(read_limited(path, name, "picture", MAX_BYTES), name)


def parse_picture(data: bytes, name: str) -> RasterFile:
    """Checks the bytes of a PNG or JPEG file, as `read_picture` does."""
    picture = open_picture(data, name, ("PNG", "JPEG"))
    profile = _find_colour_space(picture, data)
    if picture.mode == "I;16" and "transparency" not in picture.info:  # Pillow reads other modes in 8 bits
        data = _as_png(Pillow.frombytes("L", picture.size, picture.tobytes()[1::2]))
    elif picture.mode not in _MODES:
        raise _error(name, "picture-kind", f"has the colour mode {picture.mode}", SAVE_AGAIN)
    if picture.getexif().get(_ORIENTATION, 1) != 1:
        raise _error(name, "picture-turned", "stands upright by its EXIF data only", "save it turned")
    return RasterFile(sha256(data).hexdigest()[:16], data, picture.size, profile)


def open_picture(data: bytes, name: str, formats: tuple[str, ...]) -> Pillow.Image:
    """Decodes a picture of one of these formats. Raises `KitError`."""
    unreadable = (UnidentifiedImageError, OSError, ValueError, SyntaxError)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # our own limit is checked below
        try:
            picture = Pillow.open(io.BytesIO(data), formats=formats)
        except Pillow.DecompressionBombError:
            message = f"has far more than the {MAX_PIXELS} pixels that are read"
            raise _error(name, "picture-too-large", message, "save it smaller") from None
        except unreadable:
            raise _error(
                name, "picture-unreadable", f"is no {', '.join(formats[:-1])} or {formats[-1]} picture", SAVE_AGAIN
            ) from None
        width, height = picture.size
        if width * height > MAX_PIXELS:
            message = f"{width} × {height} pixels; at most {MAX_PIXELS} are read"
            raise _error(name, "picture-too-large", message, "save it smaller")
        if picture.format == "JPEG" and data.count(_SCAN) > MAX_SCANS:
            raise _error(name, "picture-too-large", f"has more than {MAX_SCANS} scans", SAVE_AGAIN)
        try:
            picture.load()
            picture.getexif()
        except (*unreadable, Pillow.DecompressionBombError):
            raise _error(name, "picture-unreadable", "is not whole", "copy it anew, or save it again") from None
    return picture


@lru_cache(maxsize=2)  # checks ask about one picture again and again
def find_alpha(data: bytes) -> Pillow.Image | None:
    """Returns a picture's alpha channel; None if all pixels are opaque."""
    with Pillow.open(io.BytesIO(data)) as picture:
        if not picture.has_transparency_data:
            return None
        alpha = picture.convert("RGBA").getchannel("A")
    return None if alpha.getextrema() == (255, 255) else alpha


@lru_cache(maxsize=64)
def has_half_opaque(data: bytes) -> bool:
    """Returns whether any pixel is partly transparent."""
    alpha = find_alpha(data)
    return alpha is not None and any(alpha.histogram()[1:255])


def cast_soft_shadow(
    path: Path, blur: float, opacity: float, colour: Colour, move: tuple[float, float]
) -> Shadow | None:
    """Returns the shadow of a closed shape, shifted right and down; `blur` is the width of its soft edge in mm. None if
    the shape is empty. Raises `ShadowError`."""
    polygons = tuple(polygon for polygon, _ in subpaths(path.segments))
    if len(polygons) > MAX_PARTS:
        raise ShadowError(f"a shape of {len(polygons)} parts casts no soft shadow; at most {MAX_PARTS} do")
    if not polygons:
        return None
    box = measure_path(path.segments)
    # Counted from the corner of their box, equal shapes have one shadow wherever they stand.
    placed = tuple(tuple((round(x - box.x, 3), round(y - box.y, 3)) for x, y in polygon) for polygon in polygons)
    key, data, pixels = _draw_shadow_picture(placed, path.rule == "evenodd", blur / 2, opacity)
    return Shadow(key, data, box.inset(-REACH * blur / 2).moved(*move), pixels, colour)


@lru_cache(maxsize=256)
def _draw_shadow_picture(
    polygons: tuple[Polygon, ...], evenodd: bool, deviation: float, opacity: float
) -> tuple[str, bytes, tuple[int, int]]:
    """Returns a key for the shadow's content, its PNG, and its size in pixels."""
    reach = REACH * deviation
    points = [point for polygon in polygons for point in polygon]
    width, height = (max(point[axis] for point in points) + 2 * reach for axis in (0, 1))
    pixel = max(deviation / FINENESS, LEAST_PIXEL, max(width, height) / MAX_SIDE)
    size = (max(1, round(width / pixel)), max(1, round(height / pixel)))
    fine = Pillow.new("L", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), 0)
    scale = (fine.width / width, fine.height / height)
    for polygon in polygons:
        part = Pillow.new("L", fine.size, 0)
        ImageDraw.Draw(part).polygon([((x + reach) * scale[0], (y + reach) * scale[1]) for x, y in polygon], fill=255)
        is_hole = (double_area(polygon) > 0) != (double_area(polygons[0]) > 0)
        combine = ImageChops.difference if evenodd else ImageChops.subtract if is_hole else ImageChops.lighter
        fine = combine(fine, part)
    grey = fine.resize(size, Pillow.Resampling.BOX).filter(ImageFilter.GaussianBlur(deviation / pixel))
    grey = grey.point([round(value * opacity) for value in range(256)])
    return f"shadow {sha256(f'{size}'.encode() + grey.tobytes()).hexdigest()[:16]}", _as_png(grey), size


@lru_cache(maxsize=64)
def render_svg(text: str, width: int, height: int, fonts: tuple[str, ...], language: str) -> bytes:
    """Renders a drawing as a PNG of this size in pixels with a transparent ground. Texts use only the font files in
    `fonts`. Raises `RenderError`."""
    options = {
        "svg_string": text.replace(WIDTH, str(width)).replace(HEIGHT, str(height)),
        "dpi": 96,
        "skip_system_fonts": True,
        "font_files": list(fonts),
        "font_family": "Alegreya Sans",
        "sans_serif_family": "Alegreya Sans",
        "serif_family": "Spectral",
        "languages": [language],
    }
    command = [sys.executable, "-I", "-m", "pnp.art.raster"]
    try:
        done = subprocess.run(
            command, input=json.dumps(options).encode(), capture_output=True, timeout=RENDER_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise RenderError(f"takes longer than {RENDER_SECONDS} s to render") from None
    if done.returncode or not done.stdout:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["it takes too much memory"]
        raise RenderError(f"cannot be rendered: {lines[-1][:200]}")
    return done.stdout


def _as_png(picture: Pillow.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _find_colour_space(picture: Pillow.Image, data: bytes) -> str:
    """Returns the name of a picture's colour space; "" for sRGB and its greys. In a PNG, cICP precedes a profile, which
    precedes gAMA (PNG 3, 4.3)."""
    head = data.partition(b"IDAT")[0] if picture.format == "PNG" else b""
    _, coded, codes = head.partition(b"cICP")
    if coded:
        return "" if codes[:2] in _SRGB_CODES else f"colours {codes[0]}/{codes[1]} of ITU-T H.273"
    profile = picture.info.get("icc_profile")
    if profile:
        return _find_profile_name(profile, is_grey=picture.mode in ("1", "L", "LA", "I;16"))
    if "srgb" in picture.info:
        return ""
    gamma, corners = picture.info.get("gamma", 0.0), picture.info.get("chromaticity", _SRGB_CORNERS)
    if any(abs(one - other) > _CORNER_TOLERANCE for one, other in zip(corners, _SRGB_CORNERS, strict=False)):
        return "other primaries (cHRM)"
    return f"gamma {1 / gamma:.2g}" if gamma and abs(gamma * 2.2 - 1) > _GAMMA_TOLERANCE else ""


@lru_cache(maxsize=64)
def _find_profile_name(profile: bytes, *, is_grey: bool) -> str:
    """Returns the name of a profile that changes colours visibly, else "". It compares colours, as a profile named sRGB
    may be linear."""
    # Programs leave a colour profile in a picture that they turned grey.
    is_grey = is_grey and profile[16:20] == b"GRAY"
    levels = product(range(0, 256, 17), repeat=1) if is_grey else product(range(0, 256, 51), repeat=3)
    colours = bytes(channel for colour in levels for channel in colour)
    mode = "L" if is_grey else "RGB"
    sample = Pillow.frombytes(mode, (len(colours) // len(mode), 1), colours)
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        name = ImageCms.getProfileDescription(opened).strip()
        srgb = ImageCms.createProfile("sRGB")
        seen = ImageCms.profileToProfile(sample, opened, srgb, ImageCms.Intent.RELATIVE_COLORIMETRIC, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return "a profile that cannot be read"
    assert seen is not None  # only None when a picture is changed in place
    off = max(abs(a - b) for a, b in zip(seen.tobytes(), sample.convert("RGB").tobytes(), strict=True))
    return name or "a profile without a name" if off > _COLOUR_TOLERANCE else ""


def _error(file: str, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file), message, hint)])


if __name__ == "__main__":  # reads the options of resvg, and writes the picture
    options = json.load(sys.stdin)
    bounds.limit_memory(RENDER_MEMORY)
    import resvg_py

    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**options)))
