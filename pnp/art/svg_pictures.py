"""Pictures within drawings: PNG and JPEG whose bytes stand in the file itself (SVG 2, 12)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from pnp.art import svg_attributes
from pnp.art.pictures import parse_picture
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_viewports import fit
from pnp.findings import KitError
from pnp.scene import Box, Group, Image

_DATA = re.compile(r"data:image/(?:png|jpe?g)(?:;[\w=-]+)*?(;base64)?,", re.IGNORECASE)


def embedded(said: Mapping[str, str], source: str, view: Box) -> Group | Image | None:
    """A picture by the attributes of its <image> and what those refer to; None, if it has no size. `view` is the box
    of the drawing. Raises SvgError, unless it is a whole PNG or JPEG within the file."""
    found = _DATA.match(source)
    if found is None:
        raise SvgError("is not drawn unless it is a PNG or JPEG within the drawing itself; embed it where you draw")
    try:
        data = (
            base64.b64decode(re.sub(r"\s+", "", source[found.end() :])) if found[1] else _plain(source[found.end() :])
        )
        picture = parse_picture(data, "")
    except binascii.Error:
        raise SvgError("the bytes of the picture are not whole; embed it anew") from None
    except KitError as error:
        raise SvgError(f"the picture {error.findings[0].message}; {error.findings[0].hint}") from None
    x, y = _length(said, "x", "0", view.width), _length(said, "y", "0", view.height)
    across, down = (float(pixels) for pixels in picture.pixels)
    width, height = _length(said, "width", "auto", view.width), _length(said, "height", "auto", view.height)
    box = Box(
        x or 0.0,
        y or 0.0,
        width if width is not None else across if height is None else height * across / down,
        height if height is not None else down if width is None else width * down / across,
    )
    if box.width <= 0 or box.height <= 0:
        return None
    ratio = said.get("preserveAspectRatio", "")
    a, _, _, d, left, top = fit(Box(0.0, 0.0, across, down), box, ratio)
    placed = picture.placed(Box(left, top, across * a, down * d))
    return placed if box.holds(placed.box, 1e-6) else Group((placed,), clip=box)


def _plain(data: str) -> bytes:
    return unquote_to_bytes(data)


def _length(said: Mapping[str, str], key: str, otherwise: str, whole: float) -> float | None:
    value = said.get(key, otherwise)
    if value == "auto":
        return None
    return svg_attributes.number(value.removesuffix("%"), key) * (whole / 100 if value.endswith("%") else 1)
