"""Soft shadows: shapes as a small grey picture, as coarse as its softness allows."""

from __future__ import annotations

import io
from functools import lru_cache
from hashlib import sha256

from PIL import Image, ImageChops

from pnp.art.paths import path_bounds
from pnp.art.polygons import Polygon, subpaths, twice_area
from pnp.scene import Colour, Path, Shadow

FINENESS = 4
"""Pixels in the standard deviation of the blur: what is so soft has no finer details."""
MOST_SIDE = 480
"""Pixels of the longest side of a shadow; larger ones are coarser."""
REACH = 3.0
"""Standard deviations after which nothing is seen of a shadow any more."""
MOST_PARTS = 60
"""Parts of a shape, each of which is drawn as large as the shadow."""
_FINER = 3
"""The outline is drawn so much finer than the shadow, for its edges to be smooth."""


class ShadowError(ValueError):
    """A shape that has too many parts for a soft shadow."""


def soft_shadow(
    path: Path, deviation: float, opacity: float, colour: Colour, move: tuple[float, float], least_pixel: float
) -> Shadow | None:
    """The shadow of a closed shape, moved to the right and down; `deviation` is that of its blur, `least_pixel` what
    printers show, both in mm. None, if the shape is nothing. Raises `ShadowError`."""
    polygons = tuple(polygon for polygon, _ in subpaths(path.segments))
    if len(polygons) > MOST_PARTS:
        raise ShadowError(f"a shape of {len(polygons)} parts casts no soft shadow; at most {MOST_PARTS} do")
    if not polygons:
        return None
    box = path_bounds(path.segments)
    # Counted from the corner of their box, equal shapes have one shadow wherever they stand.
    placed = tuple(tuple([(round(x - box.x, 3), round(y - box.y, 3)) for x, y in polygon]) for polygon in polygons)
    key, data, pixels = _picture(placed, path.rule == "evenodd", deviation, opacity, least_pixel)
    return Shadow(key, data, box.inset(-REACH * deviation).moved(*move), pixels, colour)


@lru_cache(maxsize=256)
def _picture(
    polygons: tuple[Polygon, ...], evenodd: bool, deviation: float, opacity: float, least_pixel: float
) -> tuple[str, bytes, tuple[int, int]]:
    """A name for what the picture shows, the picture as PNG, and its size."""
    from PIL import ImageFilter  # kits without shadows need not wait for it

    reach = REACH * deviation
    points = [point for polygon in polygons for point in polygon]
    width, height = (max(point[way] for point in points) + 2 * reach for way in (0, 1))
    pixel = max(deviation / FINENESS, least_pixel, max(width, height) / MOST_SIDE)
    size = (max(1, round(width / pixel)), max(1, round(height / pixel)))
    scale = (_FINER * size[0] / width, _FINER * size[1] / height)
    fine = Image.new("L", (size[0] * _FINER, size[1] * _FINER), 0)
    for polygon in polygons:
        is_hole = (twice_area(polygon) > 0) != (twice_area(polygons[0]) > 0)
        part = _drawn(polygon, fine.size, scale, reach)
        combine = ImageChops.difference if evenodd else ImageChops.subtract if is_hole else ImageChops.lighter
        fine = combine(fine, part)
    grey = fine.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(deviation / pixel))
    grey = grey.point([round(value * opacity) for value in range(256)])
    out = io.BytesIO()
    grey.save(out, "PNG")
    return f"shadow {sha256(f'{size}'.encode() + grey.tobytes()).hexdigest()[:16]}", out.getvalue(), size


def _drawn(polygon: Polygon, size: tuple[int, int], scale: tuple[float, float], reach: float) -> Image.Image:
    from PIL import ImageDraw  # as above

    grey = Image.new("L", size, 0)
    placed = [((x + reach) * scale[0], (y + reach) * scale[1]) for x, y in polygon]
    ImageDraw.Draw(grey).polygon(placed, fill=255)
    return grey
