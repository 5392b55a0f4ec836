"""Soft shadows: the outline of a shape as a small grey picture, made as coarse as its softness allows."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.art.paths import path_bounds
from pnp.art.polygons import Polygon, subpaths, twice_area
from pnp.face.errors import PaintError
from pnp.kit.measures import parse_length
from pnp.kit.structs import BadValueError, Reads, shown
from pnp.scene import Box, Colour, Path, Segment, Shadow

FINENESS = 4
"""Pixels in the standard deviation of the blur: what is so soft has no finer details."""
MOST_SIDE = 480
"""Pixels of the longest side of a shadow; larger ones are coarser."""
LEAST_PIXEL = 25.4 / 300
"""Millimetres: printers show no finer greys."""
REACH = 3.0
"""Standard deviations after which nothing is seen of a shadow any more."""
MOST_PARTS = 60
"""Parts of a shape, each of which is drawn as large as the shadow."""
MOST_BLUR = 40.0
"""Millimetres; a wider edge is a gradient."""
_FINER = 3
"""The outline is drawn so much finer than the shadow, for its edges to be smooth."""


def _shadow(value: object) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadValueError(f"is {shown(value)}, not a shadow", "[to the right, down, softness] in mm: [0.5, 0.8, 1.5]")
    right, down, blur = (parse_length(part) for part in value)
    if not 0 <= blur <= MOST_BLUR:
        raise BadValueError(f"has a softness of {blur:g} mm", f"from 0, a sharp edge, to {MOST_BLUR:g}")
    return right, down, blur


ShadowSpec: TypeAlias = Annotated[tuple[float, float, float], Reads(_shadow)]
"""How far a shadow lies to the right and down, and how wide its soft edge is, mm."""


def soft_shadow(path: Path, blur: float, opacity: float, colour: Colour, move: tuple[float, float]) -> Shadow | None:
    """The shadow of a closed shape, moved to the right and down; `blur` mm is the width of its soft edge. None, if the
    shape is nothing; raises `PaintError` if it has too many parts."""
    box = path_bounds(path.segments)
    polygons = _from_corner(path.segments, box)
    if len(polygons) > MOST_PARTS:
        message = f"a shape of {len(polygons)} parts casts no soft shadow; at most {MOST_PARTS} do"
        raise PaintError("shadow", "size", message, "a sharp one, of softness 0, or simplify the path")
    if not polygons:
        return None
    key, data, pixels, reach = _picture(polygons, path.rule == "evenodd", blur, opacity)
    around = box.inset(-reach).moved(*move)
    return Shadow(key, data, around, pixels, colour)


def _from_corner(segments: Sequence[Segment], box: Box) -> tuple[Polygon, ...]:
    """The shape as polygons, counted from the corner of its box: shapes alike have one shadow wherever they stand."""
    found = []
    for polygon, _ in subpaths(segments):
        found.append(tuple([(round(x - box.x, 3), round(y - box.y, 3)) for x, y in polygon]))
    return tuple(found)


@lru_cache(maxsize=256)
def _picture(
    polygons: tuple[Polygon, ...], evenodd: bool, blur: float, opacity: float
) -> tuple[str, bytes, tuple[int, int], float]:
    """A name for what the picture shows, the picture as PNG, its size, and how far it reaches beyond the shape."""
    deviation = blur / 2
    reach = REACH * deviation
    points = [point for polygon in polygons for point in polygon]
    width, height = (max(point[way] for point in points) + 2 * reach for way in (0, 1))
    pixel = max(deviation / FINENESS, LEAST_PIXEL, max(width, height) / MOST_SIDE)
    size = (max(1, round(width / pixel)), max(1, round(height / pixel)))
    scale = (_FINER * size[0] / width, _FINER * size[1] / height)
    fine = Image.new("L", (size[0] * _FINER, size[1] * _FINER), 0)
    for polygon in polygons:
        one = Image.new("L", fine.size, 0)
        placed = [((x + reach) * scale[0], (y + reach) * scale[1]) for x, y in polygon]
        ImageDraw.Draw(one).polygon(placed, fill=255)
        hole = (twice_area(polygon) > 0) != (twice_area(polygons[0]) > 0)
        fine = ImageChops.difference(fine, one) if evenodd else _with(fine, one, hole)
    grey = fine.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(deviation / pixel))
    grey = grey.point([round(value * opacity) for value in range(256)])
    out = io.BytesIO()
    grey.save(out, "PNG")
    key = hashlib.sha256(f"{size}".encode() + grey.tobytes()).hexdigest()[:16]
    return f"shadow {key}", out.getvalue(), size, reach


def _with(shape: Image.Image, part: Image.Image, hole: bool) -> Image.Image:
    return ImageChops.subtract(shape, part) if hole else ImageChops.lighter(shape, part)
