"""Ink rules: the contrast of words, icons and lines to what lies beneath, lines too thin to print, and more ink than
paper takes."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from PIL import Image as Pillow

from pnp.art.paths import Point
from pnp.check.outlines import ANY, SLACK, DrawnShape, FaceDrawings, Outline, area, edges_of, holds, list_pictures
from pnp.check.rules import MOST_INK, report
from pnp.findings import Finding
from pnp.render.png import draw_scene_pictures
from pnp.scene import Box, Colour, Image, Scene, contrast, estimate_inks, mixed
from pnp.text.fonts import FontBook

Shares: TypeAlias = Mapping[Colour, float]
"""Colours under a box, and how much of it each takes."""
DPI = 100.0
"""Of faces up to A2. A pixel is a quarter of a millimetre, a stroke of 9 pt type, so hatching mixes as eyes mix it."""
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
PRINTED = 1.2
"""Contrast to white paper from which a missing strip of a ground is seen."""
LARGE = 100.0
"""The mm² from which too much ink matters."""
_ACROSS = 8
"""Points across and down at which is looked whether a ground is covered."""
HAIRLINE = 0.1
"""Millimetres: printers draw thinner lines broken, or not at all."""
DETAIL = 0.25
"""A share of a drawing's lines that may be hairlines, and break: what they show is a detail."""
_LOOKS = 12
"""Points of a drawing at which the ground beside it is looked at."""
BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


class GroundSampler:
    """A rasterised scene, for reading the colours in a box."""

    def __init__(self, scene: Scene, fonts: FontBook) -> None:
        self._dpi = min(DPI, math.sqrt(MOST_PIXELS / (scene.width * scene.height)) * 25.4)
        (self._picture,) = draw_scene_pictures([scene], fonts=fonts, dpi=self._dpi)

    def colours(self, box: Box) -> dict[Colour, float]:
        """Returns the share of each colour in a box (mm), at least one pixel; nothing beyond the trim."""
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


def find_low_contrast(colour: Colour, opacity: float, beneath: Shares, needed: float) -> dict[Colour, float]:
    """Returns the colours beneath a text with too little contrast to it, and their shares."""
    return {
        ground: share for ground, share in beneath.items() if contrast(mixed(colour, ground, opacity), ground) < needed
    }


def split_box(box: Box) -> list[Box]:
    """Splits a box into roughly square pieces."""
    count = max(1, math.ceil(max(box.width, box.height) / max(min(box.width, box.height), LEAST)))
    if box.width >= box.height:
        return [Box(box.x + n * box.width / count, box.y, box.width / count, box.height) for n in range(count)]
    return [Box(box.x, box.y + n * box.height / count, box.width, box.height / count) for n in range(count)]


# --- pictures ---------------------------------------------------------------------------------------------


def measure_picture_colours(image: Image) -> Shares:
    """Returns the share of each colour in the visible part of a picture, on white paper."""
    points, box, part = _points(image.data), image.box, find_visible_part(image)
    across, down = points.width / box.width, points.height / box.height
    left, top = int((part.x - box.x) * across), int((part.y - box.y) * down)
    right = max(left + 1, round((part.right - box.x) * across))
    bottom = max(top + 1, round((part.bottom - box.y) * down))
    seen = points.crop((left, top, min(right, points.width), min(bottom, points.height)))
    count, found = seen.width * seen.height, Counter[Colour]()
    for number, pixel in seen.getcolors(max(count, 1)) or []:
        if isinstance(pixel, tuple):
            found[mixed(_hex(pixel), "#FFFFFF", pixel[3] / 255)] += number
    return {colour: number / count for colour, number in found.items()}


def find_opaque_part(image: Image) -> Box:
    """Returns the visible part of a picture's box, to a 64th of its sides."""
    points, box = _points(image.data), image.box
    bounds = points.getchannel("A").point(lambda value: 255 * (value >= EMPTY)).getbbox()
    left, top, right, bottom = bounds or (0, 0, *points.size)
    across, down = box.width / points.width, box.height / points.height
    seen = Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down)
    return seen.common(find_visible_part(image))


def find_visible_part(image: Image) -> Box:
    """Returns the visible part of a picture's box."""
    return image.box.common(image.clip) if image.clip else image.box


@lru_cache(maxsize=512)
def _points(data: bytes) -> Pillow.Image:
    """Returns a picture with its alpha channel, at most `POINTS` by `POINTS`, 16 kB."""
    with Pillow.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (2 * POINTS, 2 * POINTS))
        plain = picture.mode in ("L", "RGB") and not picture.has_transparency_data
        whole = picture if plain else picture.convert("RGBA")
        size = min(POINTS, whole.width), min(POINTS, whole.height)
        return whole.resize(size, Pillow.Resampling.BOX).convert("RGBA")


# --- signs and lines --------------------------------------------------------------------------------------


def find_pale_art(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """Reports icons and separate lines with little contrast to their ground at most of their points. A contrast on one
    side suffices: outlines are visible whatever they enclose."""
    shapes, is_sign = drawing.shapes, drawing.sort == "icon"
    colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
    is_line = drawing.sort in DRAWN and not any(shape.fill for shape in shapes)
    if not (is_line or is_sign) or not colours or drawing.origin.near:
        return
    least = PALE_SIGN if is_sign else PALE_LINE
    looks = [
        max(_contrast(colours, face.colours(side, drawing.number)) for side in sides)
        for sides in _find_points_beside(shapes)
    ]
    faint = [look for look in looks if look[0] < least]
    if 2 * len(faint) > len(looks):
        best, ground = min(faint)
        message = f"a {'sign' if is_sign else 'line'} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
        yield report("pale-art", drawing.place, message, key=drawing.sort or "stroke")


def _contrast(colours: set[Colour], shades: Sequence[Colour]) -> tuple[float, Colour]:
    """Returns the best contrast of some colours to their ground; a gradient counts by its worst shade."""
    return min((max(contrast(colour, shade) for colour in colours), shade) for shade in shades)


def _find_points_beside(shapes: Sequence[Outline]) -> Iterator[tuple[Point, Point]]:
    """Yields points on both sides of the edges of shapes, spread over all of them."""
    edges = [(shape, *edge) for shape in shapes for edge in edges_of(shape.polygon, closed=shape.closed)]
    edges = [(shape, start, end) for shape, start, end in edges if start != end]
    each = math.ceil(_LOOKS / len(edges)) if edges else 0
    for shape, start, end in edges[:: 1 + len(edges) // (2 * _LOOKS)]:
        dx, dy = end[0] - start[0], end[1] - start[1]
        away = (shape.line / 2 + BESIDE) / math.hypot(dx, dy)
        for number in range(each):
            share = (2 * number + 1) / (2 * each)
            x, y = start[0] + share * dx, start[1] + share * dy
            yield (x - away * dy, y + away * dx), (x + away * dy, y - away * dx)


# --- ink --------------------------------------------------------------------------------------------------


def find_much_ink(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """Reports the first ground of a drawing and the first picture that take more ink than paper holds."""
    for shape in drawing.widened:
        colour = max(shape.ends or filter(None, (shape.fill,)), key=_inks, default="#FFFFFF")
        if (
            _inks(colour) > MOST_INK
            and area(shape.polygon) > LARGE
            and _measure_bare_area(shape, face, drawing.number) > LARGE
        ):
            message = f"a ground of {colour} takes about {100 * _inks(colour):.0f} % of ink"
            yield report("much-ink", drawing.place, message, key="fill")
            break
    if not any(shape.fill == ANY for shape in drawing.shapes):
        return
    for image, (a, b, c, d, _, _) in list_pictures(drawing.origin.items, drawing.matrix):
        shown = find_visible_part(image)
        size = shown.width * shown.height * abs(a * d - b * c)
        shares = (
            [(_inks(colour), share) for colour, share in measure_picture_colours(image).items()] if size > LARGE else []
        )
        much = size * sum(share for inks, share in shares if inks > MOST_INK)
        if much > LARGE:
            most = 100 * max(inks for inks, _ in shares)
            message = f"a picture takes up to {most:.0f} % of ink, and too much on {much / 100:.0f} cm² of it"
            hint = f"make it lighter there, or a black without colour: paper takes {100 * MOST_INK:.0f} %"
            yield report("much-ink", drawing.place, message, key="picture", hint=hint)
            return


def _measure_bare_area(shape: Outline, face: FaceDrawings, number: int) -> float:
    """Returns the approximate area in mm² of a shape that later shapes leave uncovered."""
    box, shares = shape.box, [(2 * step + 1) / (2 * _ACROSS) for step in range(_ACROSS)]
    points = [(box.x + across * box.width, box.y + down * box.height) for across, down in product(shares, shares)]
    held = [at for at in points if holds(shape.polygon, [at])]
    bare = [at for at in held if face.top(at, number) in (None, shape)]
    return area(shape.polygon) * (len(bare) / len(held) if held and not shape.veiled else 1)


def _inks(colour: Colour) -> float:
    return sum(estimate_inks(colour))


# --- hairlines --------------------------------------------------------------------------------------------


def find_hairlines(drawing: DrawnShape, face: FaceDrawings) -> Iterator[Finding]:
    """Reports lines too thin to print, where a drawing has many. A line around a shape in the same colour, or in the
    paper's, only closes seams."""
    if not face.laid.cut:  # figures show faces at any scale
        return
    lines = [
        (shape.line, sum(math.dist(*edge) for edge in edges_of(shape.polygon, closed=False)))
        for shape in drawing.shapes
        if shape.line and shape.ink and shape.ink != shape.fill and contrast(shape.ink, "#FFFFFF") >= PRINTED
    ]
    thin = [(width, length) for width, length in lines if width < HAIRLINE - SLACK / 10]
    if sum(length for _, length in thin) > DETAIL * sum(length for _, length in lines):
        message = f"a line is {min(thin)[0]:.2g} mm wide, less than {HAIRLINE:g}"
        yield report("hairline", drawing.place, message, key="stroke")
