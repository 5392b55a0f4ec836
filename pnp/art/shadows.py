"""Soft shadows: shapes as a small grey picture, made as coarse as its softness allows."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec
from PIL import Image, ImageChops

from pnp.art.paths import multiply, outline_path, path_bounds, through
from pnp.art.polygons import Polygon, subpaths, twice_area
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Group, Item, Matrix, Path, Rect, Segment, Shadow

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


class Part(msgspec.Struct, frozen=True):
    """Polygons that are filled, or drawn as lines of a width, as opaque as they are."""

    polygons: tuple[Polygon, ...]
    evenodd: bool = False
    width: float = 0.0
    opacity: float = 1.0


class ShadowError(ValueError):
    """What casts no soft shadow."""


def soft_shadow(
    path: Path, deviation: float, opacity: float, colour: Colour, move: tuple[float, float], least_pixel: float
) -> Shadow | None:
    """The shadow of a closed shape, moved to the right and down; `deviation` is that of its blur, `least_pixel` what
    printers show, both in mm. None, if the shape is nothing; raises `ShadowError` if it has too many parts."""
    box = path_bounds(path.segments)
    return _shadow(
        (Part(_polygons(path.segments), path.rule == "evenodd"),), box, deviation, opacity, colour, move, least_pixel
    )


def cast(
    items: Iterable[Item],
    deviation: float,
    opacity: float,
    colour: Colour,
    move: tuple[float, float],
    *,
    inverted: bool = False,
    spread: float = 0.0,
) -> Shadow | None:
    """The soft shadow of a drawing's shapes and lines together, `spread` larger on every side; `inverted`, all round
    it, as far as the shapes reach. Raises `ShadowError`, as `soft_shadow` does, and for shapes that are cut or are
    shadows themselves."""
    parts = tuple(_parts(items, IDENTITY, 1.0))
    points = [point for part in parts for polygon in part.polygons for point in polygon]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    line = max(part.width for part in parts) / 2
    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-line)
    beyond = max(map(abs, move)) if inverted else None
    return _shadow(parts, box, deviation, opacity, colour, move, 0.0, beyond, spread)


def _shadow(
    parts: Sequence[Part],
    box: Box,
    deviation: float,
    opacity: float,
    colour: Colour,
    move: tuple[float, float],
    least_pixel: float,
    beyond: float | None = None,
    spread: float = 0.0,
) -> Shadow | None:
    """`beyond`: it is all but the shadow, so far out."""
    count = sum(len(part.polygons) for part in parts)
    if count > MOST_PARTS:
        raise ShadowError(f"a shape of {count} parts casts no soft shadow; at most {MOST_PARTS} do")
    if not count:
        return None
    key, data, pixels, reach = _picture(_from_corner(parts, box), deviation, opacity, least_pixel, beyond, spread)
    return Shadow(key, data, box.inset(-reach).moved(*move), pixels, colour)


def _parts(items: Iterable[Item], matrix: Matrix, opacity: float) -> Iterator[Part]:
    for item in items:
        match item:
            case Group(items=inner, matrix=own, clip=None, opacity=share, mask=()):
                yield from _parts(inner, multiply(matrix, own), opacity * share)
            case Rect() | Ellipse() | Path():
                polygons = _polygons(through(outline_path(item), matrix))
                if item.fill is not None:
                    yield Part(polygons, isinstance(item, Path) and item.rule == "evenodd", opacity=opacity)
                if item.stroke is not None and item.stroke.width > 0:
                    a, b, c, d, _, _ = matrix
                    width = item.stroke.width * abs(a * d - b * c) ** 0.5
                    closed = tuple(_closed(item, matrix))
                    yield Part(closed, width=width, opacity=opacity)
            case _:
                raise ShadowError("what is cut, or is see-through itself, casts no soft shadow")


def _closed(item: Rect | Ellipse | Path, matrix: Matrix) -> Iterator[Polygon]:
    """The lines of a shape from point to point, back to their beginning where they are closed."""
    for polygon, closed in subpaths(through(outline_path(item), matrix)):
        yield (*polygon, polygon[0]) if closed else polygon


def _polygons(segments: Sequence[Segment]) -> tuple[Polygon, ...]:
    return tuple(polygon for polygon, _ in subpaths(segments))


def _from_corner(parts: Sequence[Part], box: Box) -> tuple[Part, ...]:
    """The shapes counted from the corner of their box: those alike have one shadow wherever they stand."""
    return tuple(
        msgspec.structs.replace(
            part,
            polygons=tuple(
                tuple([(round(x - box.x, 3), round(y - box.y, 3)) for x, y in polygon]) for polygon in part.polygons
            ),
        )
        for part in parts
    )


@lru_cache(maxsize=256)
def _picture(
    parts: tuple[Part, ...],
    deviation: float,
    opacity: float,
    least_pixel: float,
    beyond: float | None,
    spread: float,
) -> tuple[str, bytes, tuple[int, int], float]:
    """A name for what the picture shows, the picture as PNG, its size, and how far it reaches beyond the shape."""
    from PIL import ImageFilter  # kits without shadows need not wait for it

    reach = REACH * deviation + (beyond or 0.0) + max(0.0, spread)
    line = max(part.width for part in parts) / 2
    points = [point for part in parts for polygon in part.polygons for point in polygon]
    width, height = (max(point[way] for point in points) + line + 2 * reach for way in (0, 1))
    pixel = max(deviation / FINENESS, least_pixel, max(width, height) / MOST_SIDE)
    size = (max(1, round(width / pixel)), max(1, round(height / pixel)))
    scale = (_FINER * size[0] / width, _FINER * size[1] / height)
    fine = Image.new("L", (size[0] * _FINER, size[1] * _FINER), 0)
    for part in parts:
        placed = [[((x + reach) * scale[0], (y + reach) * scale[1]) for x, y in polygon] for polygon in part.polygons]
        one = _filled(part, placed, fine.size) if not part.width else _lined(part, placed, fine.size, scale[0])
        fine = (
            one
            if len(parts) == 1
            else ImageChops.lighter(fine, one.point([round(v * part.opacity) for v in range(256)]))
        )
    fine = _spread(fine, (round(spread * scale[0]), round(spread * scale[1])))
    grey = fine.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(deviation / pixel))
    grey = grey.point([round((value if beyond is None else 255 - value) * opacity) for value in range(256)])
    out = io.BytesIO()
    grey.save(out, "PNG")
    key = sha256(f"{size}".encode() + grey.tobytes()).hexdigest()[:16]
    return f"shadow {key}", out.getvalue(), size, reach


def _filled(part: Part, placed: Sequence[Sequence[tuple[float, float]]], size: tuple[int, int]) -> Image.Image:
    from PIL import ImageDraw  # as above

    fine = Image.new("L", size, 0)
    for polygon, drawn in zip(part.polygons, placed, strict=True):
        one = Image.new("L", size, 0)
        ImageDraw.Draw(one).polygon(drawn, fill=255)
        hole = (twice_area(polygon) > 0) != (twice_area(part.polygons[0]) > 0)
        fine = ImageChops.difference(fine, one) if part.evenodd else _with(fine, one, hole)
    return fine


def _lined(
    part: Part, placed: Sequence[Sequence[tuple[float, float]]], size: tuple[int, int], scale: float
) -> Image.Image:
    from PIL import ImageDraw  # as above

    fine = Image.new("L", size, 0)
    for drawn in placed:
        ImageDraw.Draw(fine).line(drawn, fill=255, width=max(1, round(part.width * scale)), joint="curve")
    return fine


def _with(shape: Image.Image, part: Image.Image, hole: bool) -> Image.Image:
    return ImageChops.subtract(shape, part) if hole else ImageChops.lighter(shape, part)


def _spread(grey: Image.Image, pixels: tuple[int, int]) -> Image.Image:
    """A grey picture with what is bright so many pixels larger across and down, or smaller; its edges are dark."""
    mixed = ImageChops.lighter if max(pixels) > 0 else ImageChops.darker
    for across in (True, False):
        left = 2 * abs(pixels[0 if across else 1])
        step, far = 1, left // 2
        while left > 0:  # what is moved by 1, 2, 4 … pixels covers all between
            by = min(step, left)
            grey = mixed(grey, ImageChops.offset(grey, by if across else 0, 0 if across else by))
            left, step = left - by, step * 2
        grey = ImageChops.offset(grey, -far if across else 0, 0 if across else -far)
    return grey
