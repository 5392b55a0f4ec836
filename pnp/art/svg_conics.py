"""Gradients that run round a point, as Figma exports them: a page of the web with nothing but a `conic-gradient(…)`
(CSS Images 4, 3.3). They are drawn as pictures, for neither PDF nor SVG has them."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.pictures import Picture
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_calc import separated
from pnp.art.svg_styles import declared
from pnp.scene import Box, Image

PIXELS = 1_000
"""Of the longer side of a picture: at 300 dpi enough for 84 mm."""
MOST_COLOURS = 100
STEP = 0.25
"""Degrees of one colour, less than two pixels at the rim."""
_SAID = re.compile(r"conic-gradient\(\s*(?:from\s+([-\d.]+)deg\s*)?(?:at\s+50%\s+50%\s*)?,?\s*(.*)\)", re.DOTALL)
_PLACE = re.compile(r"\s+(-?[\d.]+)(deg|%)$")
_WHOLE = {"height": "100%", "width": "100%", "opacity": "1"}
_PAGE = "is not drawn; it holds a page of the web, as Figma writes blurred grounds: place a picture of it"

_Shade: TypeAlias = tuple[float, float, float, float]
"""Red, green, blue, each as it counts by how opaque it is, and how opaque it is, 0 to 255."""


def conic(element: etree._Element, said: Mapping[str, str], view: Box) -> Image | None:
    """The gradient that fills a <foreignObject>, of which this is said; None, if it has no size. Raises SvgError for
    what holds anything else."""
    sides = (
        svg_attributes.length(said.get(key, "0"), key, view, view.width if key in ("x", "width") else view.height)
        for key in ("x", "y", "width", "height")
    )
    box, words = Box(*sides), _gradient(element)
    if box.width <= 0 or box.height <= 0:
        return None
    found = _SAID.fullmatch(words)
    if found is None:
        raise SvgError(f"{words[:40]} is not drawn; place a picture of it")
    longer = max(box.width, box.height)
    size = max(1, round(PIXELS * box.width / longer)), max(1, round(PIXELS * box.height / longer))
    data = _painted(_colours(found[2]), float(found[1] or 0), size)
    key = sha256(f"{words} {size}".encode()).hexdigest()[:16]
    return Picture(f"conic {key}", data, size).placed(box)


def _gradient(element: etree._Element) -> str:
    """What the one box of a page is filled with. Raises SvgError for any other page."""
    children = list(element.iterchildren(etree.Element))
    if len(children) != 1 or len(children[0]) or "".join(element.itertext()).strip():
        raise SvgError(_PAGE)
    said = {name: value for name, (value, _) in declared(children[0].get("style", "")).items()}
    ground = said.pop("background", said.pop("background-image", ""))
    if not ground.startswith("conic-gradient(") or any(_WHOLE.get(name) != value for name, value in said.items()):
        raise SvgError(_PAGE)
    return ground


def _colours(said: str) -> Sequence[tuple[float, _Shade]]:
    """Colours and where they stand, in degrees; those without a place stand evenly between those that have one. Raises
    SvgError."""
    parts = separated(said, ",")
    if not 1 < len(parts) <= MOST_COLOURS:
        raise SvgError(f"conic-gradient() with {len(parts)} colours is not drawn")
    places: list[float | None] = []
    shades: list[_Shade] = []
    for part in parts:
        place = _PLACE.search(part)
        colour, alpha = svg_attributes.shade((part[: place.start()] if place else part).strip())
        alpha *= colour is not None
        red, green, blue = (alpha * value for value in bytes.fromhex((colour or "#000000")[1:7]))
        shades.append((red, green, blue, 255 * alpha))
        places.append(float(place[1]) * (3.6 if place[2] == "%" else 1) if place else None)
    places[0] = 0.0 if places[0] is None else places[0]
    places[-1] = 360.0 if places[-1] is None else places[-1]
    return list(zip(_between(places), shades, strict=True))


def _between(places: Sequence[float | None]) -> Iterator[float]:
    least = -math.inf
    for number, place in enumerate(places):
        if place is None:
            away, following = next((n, later) for n, later in enumerate(places[number:], start=1) if later is not None)
            place = least + (following - least) / away if away else following
        least = max(least, place)
        yield least


def _painted(colours: Sequence[tuple[float, _Shade]], start: float, size: tuple[int, int]) -> bytes:
    """A PNG picture of the gradient round its middle."""
    from PIL import Image as Pillow  # kits without pictures need not wait for it
    from PIL import ImageDraw

    picture = Pillow.new("RGBA", size)
    draw = ImageDraw.Draw(picture)
    x, y, far = size[0] / 2, size[1] / 2, math.hypot(*size)
    for number in range(round(360 / STEP)):
        ends = (math.radians(start + STEP * (number + more)) for more in (-0.5, 1.5))
        corners = [(x + far * math.sin(end), y - far * math.cos(end)) for end in ends]
        draw.polygon([(x, y), *corners], _at(colours, STEP * (number + 0.5)))
    out = io.BytesIO()
    opaque = all(shade[3] == 255 for _, shade in colours)
    (picture.convert("RGB") if opaque else picture).save(out, "PNG")
    return out.getvalue()


def _at(colours: Sequence[tuple[float, _Shade]], degrees: float) -> tuple[int, ...]:
    """The colour at an angle."""
    after = next((number for number, (place, _) in enumerate(colours) if place > degrees), len(colours))
    (begin, first), (end, last) = colours[max(0, after - 1)], colours[min(after, len(colours) - 1)]
    share = (degrees - begin) / (end - begin) if end > begin and begin <= degrees else 0.0
    *parts, alpha = (a + share * (b - a) for a, b in zip(first, last, strict=True))
    return (*(round(255 * part / alpha) if alpha else 0 for part in parts), round(alpha))
