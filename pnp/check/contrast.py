"""What lies beneath the words of a face, sampled from a picture of it."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from pnp.art.paths import Point
from pnp.check.outlines import DrawnShape, Effort, Layers, Outline, arts, pictures
from pnp.check.rules import finding_at
from pnp.findings import Finding
from pnp.render.pdf import write_pdf
from pnp.render.pdfium import PdfPages
from pnp.render.png import scene_page
from pnp.scene import Art, Box, Colour, Image, Scene
from pnp.scene.colour import contrast
from pnp.scene.gradient import mixed
from pnp.text.fonts import FontBook

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL.Image import Image as Raster


DPI = 100.0
"""Of faces up to A2. A pixel is a quarter of a millimetre, the thickness of a stroke of 9 pt type, so hatching
mixes as eyes mix it."""
MOST_PIXELS = 4_000_000
"""Larger faces are drawn more coarsely: two metres square would take 180 MB."""

LEAST_COST = 60_000
"""A small picture takes as long as one of so many pixels."""


LINE_COST = 30
"""A line of a drawing takes as long as so many pixels."""


def cost(scene: Scene, weigh: Callable[[Art], int]) -> float:
    """What a picture of a face takes to be made, in pixels; those of pictures in it are quicker than its own.

    `weigh` says how many lines a drawing takes.
    """
    own = max(LEAST_COST, min(MOST_PIXELS, scene.width * scene.height * (DPI / 25.4) ** 2))
    lines = sum(weigh(art) for art in arts(scene.items))
    return own + lines * LINE_COST + sum(math.prod(picture.pixels) for picture in pictures(scene.items)) / 2


class GroundSampler:
    """A picture of a face without some of its items, to be asked for the colours under a box."""

    def __init__(self, scene: Scene, fonts: FontBook) -> None:
        most = math.sqrt(MOST_PIXELS / (scene.width * scene.height)) * 25.4
        self._dpi = min(DPI, most)
        pdf = io.BytesIO()
        write_pdf([scene_page(scene)], pdf, fonts=fonts, title="", finished=False)
        with PdfPages(pdf.getvalue()) as pages:
            self._picture: Pillow.Image = pages.draw(0, self._dpi / 72)

    @property
    def pixels(self) -> int:
        return self._picture.width * self._picture.height

    def colours(self, box: Box) -> dict[Colour, float]:
        """The share of each colour under a box (mm), at least one pixel of it; nothing beyond the trim."""
        left, top = max(0, self._pixels(box.x)), max(0, self._pixels(box.y))
        right = min(self._picture.width, max(left + 1, self._pixels(box.right)))
        bottom = min(self._picture.height, max(top + 1, self._pixels(box.bottom)))
        if right <= left or bottom <= top:
            return {}
        crop = self._picture.crop((left, top, right, bottom))
        count = crop.width * crop.height
        found = crop.getcolors(count) or []
        return {_hex(colour): number / count for number, colour in found if isinstance(colour, tuple)}

    def _pixels(self, length: float) -> int:
        return math.floor(length / 25.4 * self._dpi + 0.5)


def _hex(colour: tuple[int, ...]) -> Colour:
    return f"#{bytes(colour[:3]).hex().upper()}"


Shares: TypeAlias = Mapping[Colour, float]
"""Colours under a box, and how much of it each takes."""
LEAST = 0.05
"""Millimetres: nothing is parted more finely."""


def too_near(colour: Colour, opacity: float, beneath: Shares, needed: float) -> dict[Colour, float]:
    """The colours beneath a text that are too near to its own, and their shares."""
    own = colour if opacity == 1 else ""
    return {
        ground: share
        for ground, share in beneath.items()
        if contrast(own or mixed(colour, ground, opacity), ground) < needed
    }


def share_of(shares: Shares) -> float:
    return sum(shares.values())


def parted(box: Box) -> list[Box]:
    """A box as pieces about as long as it is high."""
    across = box.width >= box.height
    count = math.ceil(max(box.width, box.height) / max(min(box.width, box.height), LEAST))
    way = (box.width if across else box.height) / max(1, count)
    steps = (number * way for number in range(max(1, count)))
    if across:
        return [Box(box.x + step, box.y, way, box.height) for step in steps]
    return [Box(box.x, box.y + step, box.width, way) for step in steps]


POINTS = 64
"""Most points that are looked at along a side of a picture: on a card, one for each millimetre."""
EMPTY = 26
"""Opacity, of 255, below which nothing is seen of a picture."""
_MOST_KEPT = 512
"""Pictures whose points are kept at a time, 16 kB each."""
_QUICK = 25
"""So many pixels are opened while one corner of a shape is compared."""


class Samples:
    """Looks at pictures; the same one is opened once. What is not looked at for lack of effort has no points."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._known: dict[str, Raster | None] = {}

    def shares(self, image: Image) -> Mapping[Colour, float]:
        """The share of each colour in what is seen of a picture, on white paper; empty if it was not looked at."""
        points, box = self._points(image), image.box
        if points is None:
            return {}
        part = box.common(image.clip) if image.clip else box
        across, down = points.width / box.width, points.height / box.height
        left, top = int((part.x - box.x) * across), int((part.y - box.y) * down)
        right = max(left + 1, round((part.right - box.x) * across))
        bottom = max(top + 1, round((part.bottom - box.y) * down))
        seen = points.crop((left, top, min(right, points.width), min(bottom, points.height)))
        count, found = seen.width * seen.height, dict[Colour, float]()
        for number, pixel in seen.getcolors(max(count, 1)) or []:
            if isinstance(pixel, tuple):
                colour = mixed(f"#{bytes(pixel[:3]).hex().upper()}", "#FFFFFF", pixel[3] / 255)
                found[colour] = found.get(colour, 0.0) + number / count
        return found

    def opaque(self, image: Image) -> Box:
        """The part of a picture's box in which something is seen of it, to a 64th of its sides."""
        points, box = self._points(image), image.box
        part = box.common(image.clip) if image.clip else box
        bounds = points.getchannel("A").point(lambda value: 255 * (value >= EMPTY)).getbbox() if points else None
        if points is None or bounds is None:
            return part
        across, down = box.width / points.width, box.height / points.height
        left, top, right, bottom = bounds
        return Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down).common(
            part
        )

    def _points(self, image: Image) -> Raster | None:
        if image.key not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            enough = self._effort.take(image.pixels[0] * image.pixels[1] // _QUICK)
            self._known[image.key] = _sampled(image.data) if enough else None
        return self._known[image.key]


def _sampled(data: bytes) -> Raster:
    """A picture with its opacity, at most `POINTS` by `POINTS`."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (2 * POINTS, 2 * POINTS))
        plain = picture.mode in ("L", "RGB") and not picture.has_transparency_data
        whole = picture if plain else picture.convert("RGBA")
        size = min(POINTS, whole.width), min(POINTS, whole.height)
        return whole.resize(size, Pillow.Resampling.BOX).convert("RGBA")


DRAWN = ("shape", "")
"""Sorts of words that draw shapes and lines."""
PALE_LINE, PALE_SIGN = 1.15, 1.5
"""Contrast to its ground below which a line, a sign, is lost."""
_LOOKS = 12
"""Points of a drawing at which the ground beside it is looked at."""
_BESIDE = 0.1
"""Millimetres from an edge at which the colours beside it are seen."""


def lost(drawing: DrawnShape, shapes: Sequence[Outline], layers: Layers, number: int) -> Iterator[Finding]:
    """A sign, or a line by itself, that is hardly seen on what it stands on, at most of its points. What has another
    colour on one of its sides is seen there: so outlines are, whatever they enclose."""
    sort = drawing.origin.sort
    colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
    alone = sort in DRAWN and not any(shape.fill for shape in shapes)
    if not (alone or sort == "icon") or not colours:
        return
    least = PALE_SIGN if sort == "icon" else PALE_LINE
    # Most are seen at the first look.
    if (
        _contrast(colours, layers.colours(_middle(shapes) if sort == "icon" else shapes[0].polygon[0], number))[0]
        >= least
    ):
        return
    faint: list[tuple[float, Colour]] = []
    points = _points(shapes)
    for seen, sides in enumerate(points, 1):
        best, ground = max(_contrast(colours, layers.colours(side, number)) for side in sides)
        if best < least:
            faint.append((best, ground))
        elif 2 * (seen - len(faint)) >= len(points):
            return
    if faint:
        best, ground = min(faint)
        what = "sign" if sort == "icon" else "line"
        hint = "make it darker, or its ground lighter, or the other way about"
        message = f"a {what} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
        yield finding_at("warning", "pale-art", drawing.place, sort or "stroke", message, hint)


def _contrast(colours: set[Colour], shades: Sequence[Colour]) -> tuple[float, Colour]:
    """The best contrast of some colours to what they stand on: of a gradient, to its worst shade."""
    return min((max(contrast(colour, shade) for colour in colours), shade) for shade in shades)


def _middle(shapes: Sequence[Outline]) -> Point:
    left, top = min(shape.box.x for shape in shapes), min(shape.box.y for shape in shapes)
    right, bottom = max(shape.box.right for shape in shapes), max(shape.box.bottom for shape in shapes)
    return (left + right) / 2, (top + bottom) / 2


def _points(shapes: Sequence[Outline]) -> Sequence[tuple[Point, Point]]:
    """Points on both sides of the edges of shapes, spread over all of them."""
    edges = [
        (shape, *ends)
        for shape in shapes
        for ends in pairwise((*shape.polygon, shape.polygon[0]) if shape.closed else shape.polygon)
        if ends[0] != ends[1]
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
