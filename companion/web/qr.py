"""QR codes as SVG for the pages."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from pnp.art.codes import qr_path
from pnp.art.paths import path_data
from pnp.scene import Box

SIDE = 100.0
"""Units of the drawing's side, quiet zone included."""


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """The code as an SVG element with the text as its name; empty when it holds more than a code can."""
    try:
        path = qr_path(text, Box(0.0, 0.0, SIDE, SIDE), "#000000")
    except ValueError:
        return Markup("")
    drawn = (
        '<svg role="img" aria-label="{}" viewBox="0 0 {} {}"><path fill="#fff" d="M0 0h{}v{}H0z"/><path d="{}"/></svg>'
    )
    side = f"{SIDE:g}"
    return Markup(drawn).format(text, side, side, side, side, path_data(path.segments))
