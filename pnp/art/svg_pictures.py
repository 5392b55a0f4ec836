"""Pictures within drawings: PNG, JPEG, WebP, GIF and drawings whose bytes stand in the file itself (SVG 2, 12)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeAlias
from urllib.parse import unquote_to_bytes

from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.pictures import Picture, as_png, parse_picture
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_viewports import fit
from pnp.findings import KitError
from pnp.scene import Art, Box, Group, Image, mapped

_DATA = re.compile(r"data:image/(png|jpe?g|webp|gif|svg\+xml)(?:;[\w=-]+)*?(;base64)?,", re.IGNORECASE)

Read: TypeAlias = Callable[[bytes], Art]


def embedded(said: Mapping[str, str], source: str, view: Box, read: Read) -> Group | Image | None:
    """A picture by the attributes of its <image> and what those refer to; None, if it has no size. `view` is the box
    of the drawing; `read` reads a drawing. Raises SvgError, unless it is a whole picture within the file."""
    found = _DATA.match(source)
    if found is None:
        raise SvgError("is not drawn unless its picture lies within the drawing itself; embed it where you draw")
    coded = source[found.end() :]
    try:
        data = base64.b64decode(re.sub(r"\s+", "", coded)) if found[2] else unquote_to_bytes(coded)
        picture = _read(data, found[1].lower(), read)
    except binascii.Error:
        raise SvgError("the bytes of the picture are not whole; embed it anew") from None
    except KitError as error:
        raise SvgError(f"the picture {error.findings[0].message}; {error.findings[0].hint}".rstrip("; ")) from None
    across, down = picture.pixels if isinstance(picture, Picture) else (picture.width, picture.height)
    box = _box(said, view, float(across), float(down))
    if box.width <= 0 or box.height <= 0:
        return None
    # That of a drawing within counts no more (SVG 2, 12.5); Chromium, alone, goes by it.
    matrix = fit(Box(0.0, 0.0, across, down), box, said.get("preserveAspectRatio", ""))
    seen = mapped(matrix, Box(0.0, 0.0, across, down))
    placed = picture.placed(seen) if isinstance(picture, Picture) else Group(picture.items, matrix)
    return placed if box.holds(seen, 1e-6) else Group((placed,), clip=box)


def _read(data: bytes, kind: str, read: Read) -> Picture | Art:
    if kind == "svg+xml":
        return read(data)
    if kind in ("webp", "gif"):
        # It is known by its own bytes: how PNG packs them may differ from system to system.
        return replace(parse_picture(as_png(data), ""), key=sha256(data).hexdigest()[:16])
    return parse_picture(data, "")


def _box(said: Mapping[str, str], view: Box, across: float, down: float) -> Box:
    """Where a picture lies that is so large by itself."""
    x, y = _length(said, "x", "0", view.width), _length(said, "y", "0", view.height)
    width, height = _length(said, "width", "auto", view.width), _length(said, "height", "auto", view.height)
    return Box(
        x or 0.0,
        y or 0.0,
        width if width is not None else across if height is None else height * across / down,
        height if height is not None else down if width is None else width * down / across,
    )


def _length(said: Mapping[str, str], key: str, otherwise: str, whole: float) -> float | None:
    value = said.get(key, otherwise)
    if value == "auto":
        return None
    return svg_attributes.length(value, key, svg_attributes.WHOLE, whole)
