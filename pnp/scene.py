"""A scene: a laid out face, independent of any back end.

Units are millimetres with the origin at the top left of the trim, y downwards; font sizes are in points. Colours are
`#RRGGBB`; fills may be gradients. Text is already broken into lines on their baselines, so that every back end breaks
lines alike. Values are frozen; a back end may cache its own form of a value by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    Segment: TypeAlias = (
        tuple[Literal["M"], float, float]
        | tuple[Literal["L"], float, float]
        | tuple[Literal["C"], float, float, float, float, float, float]
        | tuple[Literal["Z"]]
    )
else:
    Segment = tuple[str | float, ...]  # what msgspec decodes: it knows no unions of tuples


Colour: TypeAlias = str
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
MM_PER_POINT = 25.4 / 72.0


class Stop(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A colour at a position of a gradient, 0 to 1; `opacity` 0 is fully transparent."""

    at: float
    colour: Colour
    opacity: float = 1.0


class Gradient(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A gradient fill, interpolated in sRGB. Its one or more stops are in order; the colour is constant before the
    first and after the last.

    `matrix` maps its unit space to that of the filled shape: a linear one runs from (0, 0) to (1, 0), a radial one from
    its `focus` inside to the circle of radius 1 around (0, 0).
    """

    kind: Literal["linear", "radial"]
    matrix: Matrix
    stops: tuple[Stop, ...]
    focus: tuple[float, float] = (0.0, 0.0)

    @property
    def see_through(self) -> bool:
        return any(stop.opacity < 1 for stop in self.stops)

    def recoloured(self, colour: Callable[[Colour], Colour]) -> Gradient:
        """Returns the gradient with its colours changed."""
        return msgspec.structs.replace(
            self, stops=tuple(msgspec.structs.replace(stop, colour=colour(stop.colour)) for stop in self.stops)
        )

    def thickness(self) -> Gradient:
        """Returns its opacity as a gradient of greys: white is opaque."""
        stops = (Stop(stop.at, f"#{bytes([round(255 * stop.opacity)] * 3).hex().upper()}") for stop in self.stops)
        return msgspec.structs.replace(self, stops=tuple(stops))

    def inked(self, steps: int, stop: Callable[[Colour], Colour], between: Callable[[Colour], Colour]) -> Gradient:
        """Recolours the gradient, with `steps` stops for each of its stops. Its own stops change by `stop`, as flat
        shapes of their colours do. Those between change by `between`, shifted to meet both ends."""
        stops = [msgspec.structs.replace(self.stops[0], colour=stop(self.stops[0].colour))]
        for first, last in pairwise(self.stops):
            ends = [(between(end.colour), stop(end.colour)) for end in (first, last)]
            for step in range(1, steps):
                on_way = _between(first, last, step / steps)
                colour = _moved(between(on_way.colour), ends, step / steps)
                stops.append(msgspec.structs.replace(on_way, colour=colour))
            stops.append(msgspec.structs.replace(last, colour=ends[1][1]))
        return msgspec.structs.replace(self, stops=tuple(stops))


Paint: TypeAlias = Colour | Gradient
"""What a shape is filled with."""


def list_colours(paint: Paint | None) -> tuple[Colour, ...]:
    """Returns the colours of a fill: one, those of a gradient, or none for no fill."""
    if isinstance(paint, Gradient):
        return tuple(dict.fromkeys(stop.colour for stop in paint.stops if stop.opacity > 0))
    return (paint,) if paint else ()


def average_colours(gradient: Gradient, paper: Colour = "#FFFFFF") -> Colour:
    """Returns the mean colour of a gradient on paper, from its start to its end."""
    parts = [(0.0, gradient.stops[0]), *((stop.at, stop) for stop in gradient.stops), (1.0, gradient.stops[-1])]
    found = [0.0, 0.0, 0.0]
    for (start, first), (end, last) in pairwise(parts):
        for part in range(3):
            found[part] += (end - start) * (_seen(first, paper)[part] + _seen(last, paper)[part]) / 2
    return _written(found)


def mixed(colour: Colour, ground: Colour, opacity: float) -> Colour:
    """Returns a colour laid over a ground with this opacity."""
    return _written([opacity * over + (1 - opacity) * under for over, under in _pairs(colour, ground)])


def _between(first: Stop, last: Stop, share: float) -> Stop:
    opacity = first.opacity + (last.opacity - first.opacity) * share
    return Stop(first.at + (last.at - first.at) * share, mixed(last.colour, first.colour, share), opacity)


def _moved(colour: Colour, ends: Sequence[tuple[Colour, Colour]], share: float) -> Colour:
    """Interpolates between two colours that are both replaced by others."""
    parts = zip(*(bytes.fromhex(each[1:]) for each in (colour, *ends[0], *ends[1])), strict=True)
    moved = (
        part + (1 - share) * (new_first - first) + share * (new_last - last)
        for part, first, new_first, last, new_last in parts
    )
    return _written([min(255, max(0, part)) for part in moved])


def _seen(stop: Stop, paper: Colour) -> list[float]:
    return [stop.opacity * over + (1 - stop.opacity) * under for over, under in _pairs(stop.colour, paper)]


def _pairs(first: Colour, second: Colour) -> Iterator[tuple[int, int]]:
    return zip(bytes.fromhex(first[1:7]), bytes.fromhex(second[1:7]), strict=True)


def _written(parts: list[float]) -> Colour:
    return f"#{bytes(round(part) for part in parts).hex().upper()}"


Black: TypeAlias = Literal["none", "text", "all"]
"""What is printed in black alone, not mixed of four inks: greys as they are given; text that is grey, warm or cold, as
well; or all there is."""
INK: Colour = "#2B2320"
WHITE: Colour = "#FFFDF8"
BLACK: Colour = "#000000"
NEUTRAL = 24
"""Of 255: colours whose parts differ by no more are greys, warm or cold; the look's ink and its grey among them."""
SOLID, PAPER = 10.0, 1.08
"""Contrast to white paper from which a grey is black, so that its edge is sharp; and below which nothing is printed."""
BLACK_RISES, SPARED = 1.6, 0.25
"""What a printer mixes of red, green and blue: black rises with this power of the least of the three inks, and a
quarter of it is spared in each of them. The darkest is then 325 %, which drivers and profiles for coated paper come
near to."""
VISIBLE = 1.5
"""Contrast below which a thin line is lost on white paper; the palest line of our kits has 2.2."""
READABLE = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3); a ground on which white has it counts as dark."""


def contrast(first: Colour, second: Colour) -> float:
    """Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def luminance(colour: Colour) -> float:
    """Returns the relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (to_light(value / 255) for value in bytes.fromhex(colour[1:7]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def darkest(fill: Paint) -> Colour:
    """Returns the colour of a fill, or the darkest of a gradient; white if the fill is invisible."""
    return min(list_colours(fill), key=luminance, default="#FFFFFF")


@lru_cache(maxsize=1024)
def is_grey(colour: Colour) -> bool:
    """Returns whether a colour is a grey, including warm and cold greys."""
    parts = bytes.fromhex(colour[1:7])
    return max(parts) - min(parts) <= NEUTRAL


@lru_cache(maxsize=1024)
def convert_to_black(colour: Colour) -> Colour:
    """Converts a colour for printing with black ink alone: the grey of equal luminance, or pure black or white where it
    is very close to them."""
    if contrast(colour, "#FFFFFF") >= SOLID:
        return BLACK
    if contrast(colour, "#FFFFFF") <= PAPER:
        return "#FFFFFF"
    return convert_to_grey(colour)


def convert_to_grey(colour: Colour) -> Colour:
    """Returns the grey of equal luminance (IEC 61966-2-1)."""
    light = luminance(colour)
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{bytes([round(255 * value)] * 3).hex().upper()}"


@lru_cache(maxsize=1024)
def estimate_inks(colour: Colour) -> tuple[float, float, float, float]:
    """Returns estimated shares of cyan, magenta, yellow and black, 0 to 1 each. A grey uses black alone. Printer
    drivers differ; this is a typical mix."""
    red, green, blue = (value / 255 for value in bytes.fromhex(colour[1:7]))
    if red == green == blue:
        return 0.0, 0.0, 0.0, 1 - red
    black = (1 - max(red, green, blue)) ** BLACK_RISES
    cyan, magenta, yellow = (max(0.0, 1 - part - SPARED * black) for part in (red, green, blue))
    return cyan, magenta, yellow, black


def is_dark(ground: Colour) -> bool:
    """Returns whether white text is legible on a ground."""
    return contrast(WHITE, ground) >= READABLE


def to_light(value: float) -> float:
    """Converts an sRGB component to linear light, both 0 to 1 (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


class Box(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="box"):
    """A rectangle: left, top, width, height in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, margin: float) -> Box:
        """Returns this box shrunk by `margin` mm on every side (enlarged if negative)."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def swap_axes(self) -> Box:
        """Returns this box with x and y exchanged."""
        return Box(self.y, self.x, self.height, self.width)

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Returns whether this box contains another, which may exceed it by `slack` mm."""
        return (
            self.x - slack <= other.x
            and self.y - slack <= other.y
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def common(self, other: Box) -> Box:
        """Returns the intersection of both boxes; width or height is 0 if they do not overlap."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


def convert_segments(drawn: Iterable[tuple[str, tuple[tuple[float, float], ...]]]) -> tuple[Segment, ...]:
    """Converts segments of a fontTools `RecordingPen`; quadratic curves become cubic."""
    found: list[Segment] = []
    at = start = 0.0, 0.0
    for name, points in drawn:
        match name, points:
            case "moveTo", (start,):
                found.append(("M", *start))
            case "lineTo", (end,):
                found.append(("L", *end))
            case "curveTo", (first, second, end):
                found.append(("C", *first, *second, *end))
            case "qCurveTo", ((x, y), end):
                first = at[0] + 2 * (x - at[0]) / 3, at[1] + 2 * (y - at[1]) / 3
                second = end[0] + 2 * (x - end[0]) / 3, end[1] + 2 * (y - end[1]) / 3
                found.append(("C", *first, *second, *end))
            case "closePath", _:
                if found[-1] == ("L", *start) and found[-2][0] != "M":
                    found.pop()  # closing draws this line
                found.append(("Z",))
        at = points[-1] if points else start
    return tuple(found)


def mapped(matrix: Matrix, box: Box) -> Box:
    """Returns the bounding box of a transformed box."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    xs = (a * left + c * top + e, a * left + c * bottom + e, a * right + c * top + e, a * right + c * bottom + e)
    ys = (b * left + d * top + f, b * left + d * bottom + f, b * right + d * top + f, b * right + d * bottom + f)
    x, y = min(xs), min(ys)
    return Box(x, y, max(xs) - x, max(ys) - y)


class Stroke(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A stroke: colour, width and dashes in mm; cap and join as in SVG.

    A corner is bevelled if its mitre is longer than `mitre` times the width.
    """

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    mitre: float = 4.0


class Rect(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="rect"):
    box: Box
    fill: Paint | None = None
    stroke: Stroke | None = None
    radius: float = 0.0


class Ellipse(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="ellipse"):
    """The ellipse that fills `box`."""

    box: Box
    fill: Paint | None = None
    stroke: Stroke | None = None


class Path(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="path"):
    """Lines and cubic curves in absolute mm; arcs and quadratic curves are converted on reading."""

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    rule: Literal["nonzero", "evenodd"] = "nonzero"


SOFT_HYPHEN = "\u00ad"
"""Where a word may be divided; at the end of a line, the hyphen with which it is."""
ENDS_LINE, READ_FIRST = "\u2028", "\u2029"
"""At the end of a run of a page, for those who do not see where things stand: a blank parts it from the next line, and
it is read before the line that it stands beside. Neither is seen."""


class Glyph(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A glyph of a run, in thousandths of an em.

    `number` is its glyph id, `NO_INK` for a space that the font lacks. `advance` moves the pen; `x` and `y` (upwards)
    shift only this glyph. `length` is the number of characters it starts: several for a ligature, none for further
    glyphs of a syllable.
    """

    number: int
    advance: float
    length: int = 1
    x: float = 0.0
    y: float = 0.0


NO_INK = -1
"""The number of a glyph that draws nothing."""


def spelled(text: str, glyphs: Iterable[Glyph], right_to_left: bool) -> Iterator[tuple[Glyph, str]]:
    """Yields glyphs from left to right with the characters they stand for."""
    at = len(text) if right_to_left else 0
    for glyph in glyphs:
        if right_to_left:
            at -= glyph.length
            yield glyph, text[at : at + glyph.length]
        else:
            yield glyph, text[at : at + glyph.length]
            at += glyph.length


class Text(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="text"):
    """One run of one line: `text` in one font and one direction, with its baseline origin at (x, y).

    `text` is in reading order; `glyphs` are in visual order, as shaped by HarfBuzz. `font` is a face name such as
    `Spectral-SemiBold`. `width` is the advance of the run in mm. `halo` is the colour of an outline drawn beneath the
    letters, as a path: the ground behind them.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    width: float
    glyphs: tuple[Glyph, ...] = ()
    halo: Colour | None = None
    right_to_left: bool = False

    def spelled(self) -> Iterator[tuple[Glyph, str]]:
        """Yields the glyphs from left to right, each with its characters."""
        return spelled(self.text, self.glyphs, self.right_to_left)

    def clusters(self) -> Iterator[tuple[int, int]]:
        """Yields the start and end indices in `glyphs` of each cluster (a letter with marks, a syllable), left to
        right."""
        start = 0
        for index, glyph in enumerate(self.glyphs):
            if self.right_to_left and glyph.length:
                yield start, index + 1
                start = index + 1
            elif not self.right_to_left and glyph.length and index:
                yield start, index
                start = index
        if start < len(self.glyphs):
            yield start, len(self.glyphs)

    def part(self, start: int, end: int) -> Text:
        """Returns a range of clusters as a run."""
        unit = self.size * MM_PER_POINT / 1000
        before, own = (sum(glyph.length for glyph in part) for part in (self.glyphs[:start], self.glyphs[start:end]))
        first = len(self.text) - before - own if self.right_to_left else before
        return msgspec.structs.replace(
            self,
            x=self.x + unit * sum(glyph.advance for glyph in self.glyphs[:start]),
            text=self.text[first : first + own],
            width=unit * sum(glyph.advance for glyph in self.glyphs[start:end]),
            glyphs=self.glyphs[start:end],
        )


class Art(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="art", cache_hash=True):
    """A drawing stored once and used many times. `key` is unique for its content."""

    key: str
    width: float
    height: float
    items: tuple[Item, ...]


class Use(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="use"):
    """An `Art` drawn through a matrix from its own units to mm."""

    art: Art
    matrix: Matrix


class Image(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="image"):
    """A raster picture (PNG or JPEG bytes) stretched over `box`, cropped to `clip` if given."""

    key: str
    data: bytes
    box: Box
    pixels: tuple[int, int]
    clip: Box | None = None


class Shadow(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="shadow"):
    """One colour over `box`, with a grey picture (PNG) as its opacity mask: white is opaque."""

    key: str
    data: bytes
    box: Box
    pixels: tuple[int, int]
    colour: Colour


class Group(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="group"):
    """Items under a matrix, clipped to a box or a path (in the group's own coordinates) if `clip` is given.

    An `opacity` below 1 applies to the group as a whole.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Box | Path | None = None
    opacity: float = 1.0

    @property
    def see_through(self) -> bool:
        """Whether the group must be composited as a whole."""
        return self.opacity < 1

    @property
    def plain(self) -> Group:
        """The group without its opacity."""
        return Group(self.items, self.matrix, self.clip)


Item: TypeAlias = Rect | Ellipse | Path | Text | Use | Image | Shadow | Group


class Seal(msgspec.Struct, frozen=True, array_like=True):
    """A camera mark: its number, and its corners in mm, clockwise from the mark's own top left."""

    number: int
    corners: tuple[tuple[float, float], ...]

    def through(self, matrix: Matrix) -> Seal:
        a, b, c, d, e, f = matrix
        return Seal(self.number, tuple((a * x + c * y + e, b * x + d * y + f) for x, y in self.corners))


class Scene(msgspec.Struct, frozen=True, weakref=True, array_like=True):
    """A face, ready for drawing. Items may reach `bleed` mm beyond the trim.

    `outline` is the cut if it differs from the trim's rectangle with `corner` rounded. No tile seam should cross the
    `keep` boxes. `codes` are the QR codes on it: content and box including the quiet zone; `seals` the camera marks.
    """

    width: float
    height: float
    bleed: float
    items: tuple[Item, ...]
    corner: float = 0.0
    outline: Path | Ellipse | None = None
    keep: tuple[Box, ...] = ()
    codes: tuple[tuple[str, Box], ...] = ()
    seals: tuple[Seal, ...] = ()


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link on a page: `target` is `#name` of an `Anchor` in the same file, or a URL."""

    box: Box
    target: str


class Anchor(msgspec.Struct, frozen=True, gc=False):
    """A named place on a page; with a `title` it is also a bookmark of the outline, `level` 0 the top level."""

    name: str
    y: float
    title: str = ""
    level: int = 0


class Tag(msgspec.Struct, frozen=True, gc=False):
    """Accessibility tag of an item: `path` lists the enclosing structure elements and its own, each as its PDF role
    (`P`, `TD`) and a name unique in the file. `alt` is the alternative text of a picture."""

    index: int
    path: tuple[tuple[str, str], ...]
    alt: str = ""


class Passage(msgspec.Struct, frozen=True, gc=False):
    """Place of a source text on a page: the line of its file, and its box in mm."""

    line: int
    box: Box


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A scene on a page, turned clockwise by `turns` quarters so that the turned trim has its top left at (x, y).
    `clip` (page coordinates) crops it, if given."""

    scene: Scene
    x: float
    y: float
    turns: Literal[0, 1, 2, 3] = 0
    clip: Box | None = None

    @property
    def matrix(self) -> Matrix:
        """Matrix from the scene's coordinates to the page's."""
        width, height = self.scene.width, self.scene.height
        if self.turns == 0:
            return (1.0, 0.0, 0.0, 1.0, self.x, self.y)
        if self.turns == 1:
            return (0.0, 1.0, -1.0, 0.0, self.x + height, self.y)
        if self.turns == 2:
            return (-1.0, 0.0, 0.0, -1.0, self.x + width, self.y + height)
        return (0.0, -1.0, 1.0, 0.0, self.x, self.y + width)


class Page(msgspec.Struct, frozen=True, gc=False):
    """A finished page: its size in mm, and its contents in drawing order.

    `trim` and `bleed` become TrimBox and BleedBox; None means the whole page. Contents are drawn through `matrix`,
    which corrects measured printer errors. `label` is the page label in viewers. With `tags` the text has a reading
    order; untagged items are decoration. `passages` link to source texts.
    """

    width: float
    height: float
    items: tuple[Item | Placed, ...]
    trim: Box | None = None
    bleed: Box | None = None
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    matrix: Matrix = IDENTITY
    label: str = ""
    tags: tuple[Tag, ...] = ()
    passages: tuple[Passage, ...] = ()
