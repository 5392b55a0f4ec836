"""Geometry of a face: hatching, arrow heads, turning and fitting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import TextCurve, arrow_head, ellipse_path, multiply, outline_path, through
from pnp.face.scope import needed_number
from pnp.kit.face_files import ACROSS
from pnp.kit.model import Component, Token, Value
from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Box, Colour, Ellipse, Group, Item, Matrix, Path, Rect, Segment, Stroke, Text, Use
from pnp.text.block import STEP, SetText, directed
from pnp.text.markup import parse_markup
from pnp.text.shaping import ends_in_virama
from pnp.text.wrap import Typesetting, fill, measure, offset, place_line

HATCH_WIDTH = 0.18
"""Millimetres; the thinnest line that prints evenly is 0.15."""
DOT = 0.3
"""Radius of the dots of a dotted hatch, in mm."""
ANGLES = {
    "horizontal": (0.0,),
    "vertical": (90.0,),
    "down": (45.0,),
    "up": (-45.0,),
    "cross": (45.0, -45.0),
    "grid": (0.0, 90.0),
}
"""Degrees clockwise of the lines of each hatch."""
HATCHES = ("none", *ANGLES, "dots")

Flip: TypeAlias = Literal["none", "across", "down", "both"]
"""Which way a thing is mirrored."""


def hatched(kind: str, shape: Box | Path, around: Box, colour: Colour, spacing: float) -> Group | None:
    """Thin lines or dots every `spacing` mm, cut to a shape; None if the shape has no room for one.

    `around` is the box of the shape. The lines run from the middle of the box, so equal shapes look alike.
    """
    if kind == "dots":
        drawn = Path(tuple(_dots(around, spacing)), fill=colour)
    else:
        lines = [line for angle in ANGLES[kind] for line in _lines(around, angle, spacing)]
        drawn = Path(tuple(lines), stroke=Stroke(colour, HATCH_WIDTH))
    return Group((drawn,), clip=shape) if drawn.segments else None


def hatch_marks(kind: str, around: Box, spacing: float) -> float:
    """About how many lines or dots a hatch has; the bound on them is checked before they are made."""
    if kind == "dots":
        return around.width * around.height / spacing**2
    return 2 * math.hypot(around.width, around.height) / spacing


def _lines(around: Box, angle: float, spacing: float) -> Iterable[Segment]:
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    middle_x, middle_y = around.x + around.width / 2, around.y + around.height / 2
    reach = (abs(dx) * around.width + abs(dy) * around.height) / 2
    across = (abs(dy) * around.width + abs(dx) * around.height) / 2
    count = int(across / spacing)
    for number in range(-count, count + 1):
        x, y = middle_x - dy * number * spacing, middle_y + dx * number * spacing
        yield ("M", _tidy(x - dx * reach), _tidy(y - dy * reach))
        yield ("L", _tidy(x + dx * reach), _tidy(y + dy * reach))


def _tidy(value: float) -> float:
    return round(value, 4)


def _dots(around: Box, spacing: float) -> Iterable[Segment]:
    """Dots in rows, each second row shifted by half a space."""
    middle_x, middle_y = around.x + around.width / 2, around.y + around.height / 2
    rows = int(around.height / 2 / (spacing * math.sqrt(3) / 2))
    columns = int(around.width / 2 / spacing) + 1
    for row in range(-rows, rows + 1):
        shift = spacing / 2 if row % 2 else 0.0
        for column in range(-columns, columns + 1):
            x, y = middle_x + column * spacing + shift, middle_y + row * spacing * math.sqrt(3) / 2
            yield from ellipse_path(Box(_tidy(x - DOT), _tidy(y - DOT), 2 * DOT, 2 * DOT))


def half_ellipse(box: Box, *, below: bool) -> tuple[Segment, ...]:
    """The upper half of the ellipse that fills a box, or the lower one, from left to right."""
    _, _, _, up, down, _ = ellipse_path(box)
    middle = box.y + box.height / 2
    above: tuple[Segment, ...] = (("M", box.x, middle), up, down)
    return through(above, (1.0, 0.0, 0.0, -1.0, 0.0, 2 * middle)) if below else above


def corners_on(box: Box, count: int) -> list[tuple[float, float]]:
    """So many points evenly round the ellipse that fills a box, clockwise from its top."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    angles = (2 * math.pi * number / count for number in range(count))
    return [(_tidy(x + math.sin(a) * box.width / 2), _tidy(y - math.cos(a) * box.height / 2)) for a in angles]


def cornered(corners: Sequence[tuple[float, float]]) -> Path:
    """The polygon with these corners."""
    first, *rest = corners
    return Path((("M", *first), *(("L", *corner) for corner in rest), ("Z",)))


def closed_path(shape: Rect | Ellipse | Path) -> Path:
    """A shape as a path."""
    return Path(outline_path(shape), rule=shape.rule if isinstance(shape, Path) else "nonzero")


def moved_path(segments: Sequence[Segment], dx: float, dy: float) -> tuple[Segment, ...]:
    """A path shifted by (dx, dy)."""
    return through(segments, (1.0, 0.0, 0.0, 1.0, dx, dy)) if dx or dy else tuple(segments)


def arrowed(points: Sequence[tuple[float, float]], stroke: Stroke, ends: str) -> list[Item]:
    """A line through points with arrow heads at its start, its end, or both; the line stops inside the heads."""
    length, width = 3 + 4 * stroke.width, 2 + 3 * stroke.width
    heads: list[Item] = []
    line = list(points)
    for at_end, index, neighbour in (("start", 0, 1), ("end", -1, -2)):
        if ends in (at_end, "both"):
            tip, towards = points[index], points[neighbour]
            heads.append(Path(arrow_head(tip, towards, length, width), fill=stroke.colour))
            gap = math.dist(tip, towards) or 1.0
            part = min(length * 0.8 / gap, 1.0)
            line[index] = (tip[0] + (towards[0] - tip[0]) * part, tip[1] + (towards[1] - tip[1]) * part)
    segments: list[Segment] = [("M", *line[0])]
    segments += [("L", x, y) for x, y in line[1:]]
    return [Path(tuple(segments), stroke=stroke), *heads]


def flipped(items: Sequence[Item], box: Box, flip: Flip) -> tuple[Item, ...]:
    """Items mirrored about the middle of a box."""
    if flip == "none" or not items:
        return tuple(items)
    across, down = flip in ("across", "both"), flip in ("down", "both")
    x, y = 2 * box.x + box.width if across else 0.0, 2 * box.y + box.height if down else 0.0
    return (Group(tuple(items), (-1.0 if across else 1.0, 0.0, 0.0, -1.0 if down else 1.0, x, y)),)


def turning(box: Box, degrees: float) -> Matrix:
    """Clockwise about the middle of a box."""
    angle = math.radians(degrees % 360)
    a, b = round(math.cos(angle), 12), round(math.sin(angle), 12)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)


def fitted(width: float, height: float, box: Box, fit: str) -> Matrix:
    """How something `width` × `height` is placed in a box: `contain`, `cover` (both in the middle) or `stretch`."""
    across, down = box.width / width, box.height / height
    if fit != "stretch":
        across = down = min(across, down) if fit == "contain" else max(across, down)
    x, y = box.x + (box.width - width * across) / 2, box.y + (box.height - height * down) / 2
    return (across, 0.0, 0.0, down, x, y)


def hexagon(width: float, height: float) -> Path:
    """A hexagon that fills width × height; its points are at the ends of the longer side."""
    if height >= width:
        corners = [(0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)]
    else:
        corners = [(0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1)]
    return cornered([(x * width, y * height) for x, y in corners])


def hexagon_in(box: Box) -> Path:
    """The largest regular hexagon in the middle of a box, standing on an edge if the box is wider than high."""
    long, short = max(box.width, box.height), min(box.width, box.height)
    size = min(long, short / ACROSS)
    width, height = (size * ACROSS, size) if box.height >= box.width else (size, size * ACROSS)
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    return Path(moved_path(hexagon(width, height).segments, x, y))


def component_outline(component: Component) -> Path | Ellipse | None:
    """The cut of a component that is no rectangle."""
    if not isinstance(component, Token) or component.shape == "square":
        return None
    width, height = component.size
    return Ellipse(Box(0.0, 0.0, width, height)) if component.shape == "round" else hexagon(width, height)


def points_from(box: Box, values: Value, key: str) -> list[tuple[float, float]]:
    """Points whose coordinates are counted from the top left of a box. Raises `PaintError`."""
    assert isinstance(values, tuple)
    lengths = [needed_number(value, key) for value in values]
    return [(box.x + x, box.y + y) for x, y in zip(lengths[::2], lengths[1::2], strict=True)]


def set_along(markup: str, way: TextCurve, style: Style, setting: Typesetting) -> SetText:
    """Sets one line of running text on a way, at the largest size from `style.size` down to `style.least` that fits.

    Raises ValueError if the text has more than one line.
    """
    measured = measure(parse_markup(markup), style, setting)
    rows = [pieces for paragraph in measured.paragraphs for pieces in paragraph if pieces]
    if len(rows) > 1:
        raise ValueError("has more than one line")
    (line,) = fill(rows[0], math.inf, style.size, "") if rows else (None,)
    if line is None:
        return SetText((), (), style.size, 0.0, False, (), measured.unknown)
    fitting = style.size * min(1.0, way.length / line.width)
    size = max(style.least, style.size - math.ceil((style.size - fitting) / STEP - 1e-9) * STEP)
    (line,) = directed(fill(rows[0], math.inf, size, ""), measured.right_to_left, rows)
    spare = way.length - line.width
    start = offset(line, way.length, style.align)
    items = [part for item in place_line(line, start, 0.0) for part in _upright(item, way)]
    missing = tuple(sorted(set(line.missing)))
    return SetText(tuple(items), (line,), size, size * MM_PER_POINT, spare < -0.01, missing, measured.unknown)


def _upright(item: Item, way: TextCurve) -> list[Item]:
    """The letters of a run, or a sign, turned as the way runs under their middle."""
    if isinstance(item, Use):
        width = item.art.width * item.matrix[0]
        a, b, c, d, e, f = item.matrix
        return [Use(item.art, multiply(way.at(e + width / 2), (a, b, c, d, -width / 2, f)))]
    assert isinstance(item, Text)  # lines are made of runs and signs
    found: list[Item] = []
    for start, end in _letter_spans(item):
        letter = item.part(start, end)
        if letter.text.isspace():  # goes with the letter before it, for words to be found
            found[-1:] = [_with_blank(last, letter) for last in found[-1:]]
            continue
        upright = replace(letter, x=-letter.width / 2)
        found.append(Group((upright,), way.at(letter.x + letter.width / 2)))
    return found


def _letter_spans(run: Text) -> Iterator[tuple[int, int]]:
    """The letters of a run, or its syllables: where each begins and ends among the glyphs."""
    start = 0
    for _, end in run.clusters():
        text = run.part(start, end).text
        if end == len(run.glyphs) or not ends_in_virama(text):
            yield start, end
            start = end


def _with_blank(item: Item, blank: Text) -> Item:
    assert isinstance(item, Group)
    (letter,) = item.items
    assert isinstance(letter, Text)
    text = blank.text + letter.text if letter.right_to_left else letter.text + blank.text
    width, glyphs = letter.width + blank.width, letter.glyphs + blank.glyphs
    return replace(item, items=(replace(letter, text=text, width=width, glyphs=glyphs),))
