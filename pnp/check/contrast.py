"""What lies beneath words, signs and lines, and whether they are seen on it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pnp.art.paths import Point
from pnp.check.outlines import DrawnShape, FaceDrawings, Outline, edges_of
from pnp.check.rules import report
from pnp.findings import Finding
from pnp.render.pdf import write_pdf
from pnp.render.png import PdfPages, scene_page
from pnp.scene import Box, Colour, Image, Scene
from pnp.scene.colour import contrast, mixed
from pnp.text.fonts import FontBook

if TYPE_CHECKING:  # kits without pictures need not wait for Pillow
    from PIL.Image import Image as Raster

Shares: TypeAlias = Mapping[Colour, float]
"""Colours under a box, and how much of it each takes."""
DPI = 100.0
"""Of faces up to A2. A pixel is a quarter of a millimetre, the alpha_channel of a stroke of 9 pt type, so hatching
mixes as eyes mix it."""
MOST_PIXELS = 4_000_000
"""Larger faces are drawn more coarsely: two metres square would take 180 MB."""
POINTS = 64
"""Most points that are looked at along a side of a picture: on a card, one for each millimetre."""
EMPTY = 26
"""Opacity, of 255, below which nothing is seen of a picture."""
LEAST = 0.05
"""Millimetres: nothing is parted more finely."""
DRAWN = ("shape", "")
"""Sorts of words that draw shapes and lines."""
PALE_LINE, PALE_SIGN = 1.15, 1.5
"""Contrast to its ground below which a line, a sign, is lost."""
_LOOKS = 12
"""Points of a drawing at which the ground beside it is looked at."""
_BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


class GroundSampler:
    """A picture of a scene, to be asked for the colours under a box."""

    def __init__(self, scene: Scene, fonts: FontBook) -> None:
        self._dpi = min(DPI, math.sqrt(MOST_PIXELS / (scene.width * scene.height)) * 25.4)
        pdf = io.BytesIO()
        write_pdf([scene_page(scene)], pdf, fonts=fonts, title="", finished=False)
        with PdfPages(pdf.getvalue()) as pages:
            self._picture: Raster = pages.draw(0, self._dpi / 72)

    def colours(self, box: Box) -> dict[Colour, float]:
        """The share of each colour under a box (mm), at least one pixel of it; nothing beyond the trim."""
        x, y, end, bottom = (
            math.floor(length / 25.4 * self._dpi + 0.5) for length in (box.x, box.y, box.right, box.bottom)
        )
        left, top = max(0, x), max(0, y)
        right, low = min(self._picture.width, max(left + 1, end)), min(self._picture.height, max(top + 1, bottom))
        if right <= left or low <= top:
            return {}
        crop = self._picture.crop((left, top, right, low))
        count, found = crop.width * crop.height, crop.getcolors(crop.width * crop.height) or []
        return {_hex(colour): number / count for number, colour in found if isinstance(colour, tuple)}


def _hex(colour: tuple[int, ...]) -> Colour:
    return f"#{bytes(colour[:3]).hex().upper()}"


def too_near(colour: Colour, opacity: float, beneath: Shares, needed: float) -> dict[Colour, float]:
    """The colours beneath a text that are too near to its own, and their shares."""
    own = colour if opacity == 1 else ""
    return {
        ground: share
        for ground, share in beneath.items()
        if contrast(own or mixed(colour, ground, opacity), ground) < needed
    }


def split_box(box: Box) -> list[Box]:
    """A box as pieces about as long as it is high."""
    across = box.width >= box.height
    count = max(1, math.ceil(max(box.width, box.height) / max(min(box.width, box.height), LEAST)))
    way = max(box.width, box.height) / count
    if across:
        return [Box(box.x + number * way, box.y, way, box.height) for number in range(count)]
    return [Box(box.x, box.y + number * way, box.width, way) for number in range(count)]


# --- pictures ---------------------------------------------------------------------------------------------


def picture_shares(image: Image) -> Shares:
    """The share of each colour in what is seen of a picture, on white paper."""
    points, box = _points(image.data), image.box
    part = _shown(image)
    across, down = points.width / box.width, points.height / box.height
    left, top = int((part.x - box.x) * across), int((part.y - box.y) * down)
    right = max(left + 1, round((part.right - box.x) * across))
    bottom = max(top + 1, round((part.bottom - box.y) * down))
    seen = points.crop((left, top, min(right, points.width), min(bottom, points.height)))
    count, found = seen.width * seen.height, dict[Colour, float]()
    for number, pixel in seen.getcolors(max(count, 1)) or []:
        if isinstance(pixel, tuple):
            colour = mixed(_hex(pixel), "#FFFFFF", pixel[3] / 255)
            found[colour] = found.get(colour, 0.0) + number / count
    return found


def opaque_part(image: Image) -> Box:
    """The part of a picture's box in which something is seen of it, to a 64th of its sides."""
    points, box, part = _points(image.data), image.box, _shown(image)
    bounds = points.getchannel("A").point(lambda value: 255 * (value >= EMPTY)).getbbox()
    if bounds is None:
        return part
    across, down = box.width / points.width, box.height / points.height
    left, top, right, bottom = bounds
    seen = Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down)
    return seen.common(part)


def _shown(image: Image) -> Box:
    return image.box.common(image.clip) if image.clip else image.box


@lru_cache(maxsize=512)
def _points(data: bytes) -> Raster:
    """A picture with its opacity, at most `POINTS` by `POINTS`, 16 kB."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (2 * POINTS, 2 * POINTS))
        plain = picture.mode in ("L", "RGB") and not picture.has_transparency_data
        whole = picture if plain else picture.convert("RGBA")
        size = min(POINTS, whole.width), min(POINTS, whole.height)
        return whole.resize(size, Pillow.Resampling.BOX).convert("RGBA")


# --- signs and lines --------------------------------------------------------------------------------------


def find_pale_art(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """A sign, or a line by itself, that is hardly seen on what it stands on, at most of its points. What has another
    colour on one of its sides is seen there: so outlines are, whatever they enclose."""
    shapes, is_sign = drawing.shapes, drawing.sort == "icon"
    colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
    is_line = drawing.sort in DRAWN and not any(shape.fill for shape in shapes)
    if not (is_line or is_sign) or not colours:
        return
    least = PALE_SIGN if is_sign else PALE_LINE
    # Most are seen at the first look.
    box = drawing.box
    first = (box.x + box.width / 2, box.y + box.height / 2) if is_sign else shapes[0].polygon[0]
    if _contrast(colours, face.colours(first, drawing.number))[0] >= least:
        return
    faint: list[tuple[float, Colour]] = []
    points = _points_beside(shapes)
    for seen, sides in enumerate(points, 1):
        best, ground = max(_contrast(colours, face.colours(side, drawing.number)) for side in sides)
        if best < least:
            faint.append((best, ground))
        elif 2 * (seen - len(faint)) >= len(points):
            return
    if faint:
        best, ground = min(faint)
        message = f"a {'sign' if is_sign else 'line'} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
        yield report("pale-art", drawing.place, message, key=drawing.sort or "stroke")


def _contrast(colours: set[Colour], shades: Sequence[Colour]) -> tuple[float, Colour]:
    """The best contrast of some colours to what they stand on: of a gradient, to its worst shade."""
    return min((max(contrast(colour, shade) for colour in colours), shade) for shade in shades)


def _points_beside(shapes: Sequence[Outline]) -> Sequence[tuple[Point, Point]]:
    """Points on both sides of the edges of shapes, spread over all of them."""
    edges = [
        (shape, start, end)
        for shape in shapes
        for start, end in edges_of(shape.polygon, closed=shape.closed)
        if start != end
    ]
    each = math.ceil(_LOOKS / len(edges)) if edges else 0
    shares = [(2 * number + 1) / (2 * each) for number in range(each)]
    chosen = edges[:: 1 + len(edges) // (2 * _LOOKS)]
    return [_beside(shape, start, end, share) for shape, start, end in chosen for share in shares]


def _beside(shape: Outline, start: Point, end: Point, share: float) -> tuple[Point, Point]:
    """The points to both sides of an edge, at a share of its way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    away = (shape.line / 2 + _BESIDE) / math.hypot(dx, dy)
    x, y = start[0] + share * dx, start[1] + share * dy
    return (x - away * dy, y + away * dx), (x + away * dy, y - away * dx)
