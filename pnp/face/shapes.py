"""Shapes and effects of faces: outlines, hatching, arrows, text on curves; clips, fills, shadows, opacity."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import (
    PathError,
    TextCurve,
    draw_arrow_head,
    draw_ellipse,
    draw_rounded_rect,
    map_items,
    measure_exactly,
    multiply,
    outline_path,
    parse_path,
    through,
    walk_items,
)
from pnp.art.raster import ShadowError, cast_soft_shadow
from pnp.face.materials import Materials
from pnp.face.paint import InkMode
from pnp.face.scope import PaintError, require_number
from pnp.kit.face_files import ACROSS
from pnp.kit.model import Component, Token, Value
from pnp.kit.theme import GradientSpec, StopSpec, Style
from pnp.kit.toml_source import BadValueError, ParsedBy, quote
from pnp.kit.values import format_number, parse_length
from pnp.scene import (
    MM_PER_POINT,
    NO_INK,
    Box,
    Colour,
    Ellipse,
    Gradient,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Rect,
    Segment,
    Shadow,
    Stop,
    Stroke,
    Text,
    Use,
)
from pnp.text.block import STEP, SetText, turn_lines
from pnp.text.fonts import Font, FontBook
from pnp.text.markup import parse_markup
from pnp.text.shaping import ends_in_virama
from pnp.text.wrap import Typesetting, fill_lines, find_line_offset, measure, place_line

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


def draw_hatch(kind: str, shape: Box | Path, around: Box, colour: Colour, spacing: float) -> Group | None:
    """Returns lines or dots every `spacing` mm from the centre of the box `around` a shape, clipped; None without
    room."""
    if kind == "dots":
        drawn = Path(tuple(_dots(around, spacing)), fill=colour)
    else:
        lines = [line for angle in ANGLES[kind] for line in _lines(around, angle, spacing)]
        drawn = Path(tuple(lines), stroke=Stroke(colour, HATCH_WIDTH))
    return Group((drawn,), clip=shape) if drawn.segments else None


def count_hatch_marks(kind: str, around: Box, spacing: float) -> float:
    """Estimates the number of lines or dots of a hatch, which is limited before they are made."""
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
    middle_x, middle_y = around.x + around.width / 2, around.y + around.height / 2
    rows = int(around.height / 2 / (spacing * math.sqrt(3) / 2))
    columns = int(around.width / 2 / spacing) + 1
    for row in range(-rows, rows + 1):
        shift = spacing / 2 if row % 2 else 0.0
        for column in range(-columns, columns + 1):
            x, y = middle_x + column * spacing + shift, middle_y + row * spacing * math.sqrt(3) / 2
            yield from draw_ellipse(Box(_tidy(x - DOT), _tidy(y - DOT), 2 * DOT, 2 * DOT))


def draw_half_ellipse(box: Box, *, below: bool) -> tuple[Segment, ...]:
    """Returns the upper or lower half of the ellipse that fills a box, from left to right."""
    _, _, _, up, down, _ = draw_ellipse(box)
    middle = box.y + box.height / 2
    above: tuple[Segment, ...] = (("M", box.x, middle), up, down)
    return through(above, (1.0, 0.0, 0.0, -1.0, 0.0, 2 * middle)) if below else above


def list_corners(box: Box, count: int) -> list[tuple[float, float]]:
    """Returns points at equal angles on the ellipse that fills a box, clockwise from its top."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    angles = (2 * math.pi * number / count for number in range(count))
    return [(_tidy(x + math.sin(a) * box.width / 2), _tidy(y - math.cos(a) * box.height / 2)) for a in angles]


def draw_polygon(corners: Sequence[tuple[float, float]]) -> Path:
    """Returns the polygon with these corners."""
    first, *rest = corners
    return Path((("M", *first), *(("L", *corner) for corner in rest), ("Z",)))


def make_closed_path(shape: Rect | Ellipse | Path) -> Path:
    """Returns a shape as a path."""
    return Path(outline_path(shape), rule=shape.rule if isinstance(shape, Path) else "nonzero")


def move_path(segments: Sequence[Segment], dx: float, dy: float) -> tuple[Segment, ...]:
    """Returns a path shifted by (dx, dy)."""
    return through(segments, (1.0, 0.0, 0.0, 1.0, dx, dy)) if dx or dy else tuple(segments)


def draw_arrow(points: Sequence[tuple[float, float]], stroke: Stroke, ends: str) -> list[Item]:
    """Returns a line through points with arrow heads at its start, its end, or both; the line stops inside the
    heads."""
    length, width = 3 + 4 * stroke.width, 2 + 3 * stroke.width
    heads: list[Item] = []
    line = list(points)
    for at_end, index, neighbour in (("start", 0, 1), ("end", -1, -2)):
        if ends in (at_end, "both"):
            tip, towards = points[index], points[neighbour]
            heads.append(Path(draw_arrow_head(tip, towards, length, width), fill=stroke.colour))
            gap = math.dist(tip, towards) or 1.0
            part = min(length * 0.8 / gap, 1.0)
            line[index] = (tip[0] + (towards[0] - tip[0]) * part, tip[1] + (towards[1] - tip[1]) * part)
    segments: list[Segment] = [("M", *line[0])]
    segments += [("L", x, y) for x, y in line[1:]]
    return [Path(tuple(segments), stroke=stroke), *heads]


def flip_items(items: Sequence[Item], box: Box, flip: Flip) -> tuple[Item, ...]:
    """Mirrors items about the centre of a box."""
    if flip == "none" or not items:
        return tuple(items)
    across, down = flip in ("across", "both"), flip in ("down", "both")
    x, y = 2 * box.x + box.width if across else 0.0, 2 * box.y + box.height if down else 0.0
    return (Group(tuple(items), (-1.0 if across else 1.0, 0.0, 0.0, -1.0 if down else 1.0, x, y)),)


def fit_matrix(width: float, height: float, box: Box, fit: str) -> Matrix:
    """Returns the matrix that places `width` × `height` in a box: `contain` or `cover` (both centred), or `stretch`."""
    across, down = box.width / width, box.height / height
    if fit != "stretch":
        across = down = min(across, down) if fit == "contain" else max(across, down)
    x, y = box.x + (box.width - width * across) / 2, box.y + (box.height - height * down) / 2
    return (across, 0.0, 0.0, down, x, y)


def hexagon(width: float, height: float) -> Path:
    """Returns a hexagon that fills width × height, with its points at the ends of the longer side."""
    if height >= width:
        corners = [(0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)]
    else:
        corners = [(0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1)]
    return draw_polygon([(x * width, y * height) for x, y in corners])


def draw_hexagon_in(box: Box) -> Path:
    """Returns the largest regular hexagon centred in a box; it stands on an edge if the box is wider than high."""
    long, short = max(box.width, box.height), min(box.width, box.height)
    size = min(long, short / ACROSS)
    width, height = (size * ACROSS, size) if box.height >= box.width else (size, size * ACROSS)
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    return Path(move_path(hexagon(width, height).segments, x, y))


def draw_component_outline(component: Component) -> Path | Ellipse | None:
    """Returns the cut of a component that is not rectangular."""
    if not isinstance(component, Token) or component.shape == "square":
        return None
    width, height = component.size
    return Ellipse(Box(0.0, 0.0, width, height)) if component.shape == "round" else hexagon(width, height)


def parse_points(box: Box, values: Value, key: str) -> list[tuple[float, float]]:
    """Returns points given relative to the top left of a box. Raises `PaintError`."""
    assert isinstance(values, tuple)
    lengths = [require_number(value, key) for value in values]
    return [(box.x + x, box.y + y) for x, y in zip(lengths[::2], lengths[1::2], strict=True)]


def set_along(markup: str, way: TextCurve, style: Style, setting: Typesetting) -> SetText:
    """Sets running text along a curve, at the largest size from `style.size` to `style.least` that fits. Raises
    ValueError for two lines."""
    measured = measure(parse_markup(markup), style, setting)
    rows = [pieces for paragraph in measured.paragraphs for pieces in paragraph if pieces]
    if len(rows) > 1:
        raise ValueError("has more than one line")
    (line,) = fill_lines(rows[0], math.inf, style.size, "") if rows else (None,)
    if line is None:
        return SetText((), (), style.size, 0.0, False, measured.unknown)
    fitting = style.size * min(1.0, way.length / line.width)
    size = max(style.least, style.size - math.ceil((style.size - fitting) / STEP - 1e-9) * STEP)
    (line,) = turn_lines(fill_lines(rows[0], math.inf, size, ""), measured.right_to_left, rows)
    spare = way.length - line.width
    start = find_line_offset(line, way.length, style.align)
    items = [part for item in place_line(line, start, 0.0) for part in _upright(item, way)]
    return SetText(tuple(items), (line,), size, size * MM_PER_POINT, spare < -0.01, measured.unknown)


def _upright(item: Item, way: TextCurve) -> list[Item]:
    """Returns the letters of a run, or an icon, each turned by the direction of the curve under its centre."""
    if isinstance(item, Use):
        width = item.art.width * item.matrix[0]
        a, b, c, d, e, f = item.matrix
        return [Use(item.art, multiply(way.at(e + width / 2), (a, b, c, d, -width / 2, f)))]
    assert isinstance(item, Text)  # lines are made of runs and signs
    found: list[Item] = []
    for start, end in _list_letter_spans(item):
        letter = item.part(start, end)
        if letter.text.isspace():  # goes with the letter before it, for words to be found
            found[-1:] = [_with_blank(last, letter) for last in found[-1:]]
            continue
        upright = replace(letter, x=-letter.width / 2)
        found.append(Group((upright,), way.at(letter.x + letter.width / 2)))
    return found


def _list_letter_spans(run: Text) -> Iterator[tuple[int, int]]:
    """Yields start and end glyph indices of a run's letters or syllables."""
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


MAX_BLUR = 40.0
"""Millimetres; a wider edge is a gradient."""


def clip_items(items: tuple[Item, ...], clip: str, box: Box, covered: Box, radius: float = 0.0) -> tuple[Item, ...]:
    """Clips items to an ellipse, a hexagon, path data from the top left, or rounded corners. Raises `PaintError`."""
    if not items or not (clip or radius):
        return items
    if clip == "ellipse":
        cut = Path(draw_ellipse(covered))
    elif clip == "hexagon":
        cut = draw_hexagon_in(covered)
    elif not clip:
        cut = Path(draw_rounded_rect(covered, radius, radius))
    else:
        try:
            cut = Path(move_path(parse_path(clip), box.x, box.y))
        except PathError as error:
            hint = "ellipse, hexagon, or SVG path data such as M0,0 h20 v9 l-20,9 z"
            raise PaintError("clip", "path", str(error), hint) from None
        left = measure_exactly(cut.segments).common(covered)
        if covered.width > 0 and covered.height > 0 and (left.width <= 0 or left.height <= 0):
            hint = "its data counts from the top left of the box, in mm"
            raise PaintError("clip", "path", "nothing is left of it: the path lies beside what is drawn", hint)
    return (Group(items, clip=cut),)


def find_fill(fill: GradientSpec | None, names: Sequence[str], box: Box, materials: Materials) -> Paint | None:
    """Returns a gradient of the named colours, or the theme's colour or gradient of that name. Raises `PaintError`."""
    if not names or not names[0]:
        return None
    gradient = fill or materials.kit.theme.gradients.get(names[0])
    if gradient is None:
        return materials.require_colour(names[0], "fill")
    names = names if fill else [stop.colour.constant or "" for stop in gradient.stops]
    return _gradient(gradient, [materials.require_colour(name, "fill") for name in names], box)


def _gradient(spec: GradientSpec, colours: Sequence[Colour], box: Box) -> Paint:
    """Returns a gradient of these colours over a box; its first colour over a box without area."""
    if box.width <= 0 or box.height <= 0:
        return colours[0]
    stops = zip(_stop_places(spec.stops), colours, spec.stops, strict=True)
    if spec.kind == "linear":  # the corners where the colours begin and end have the first and the last
        across, down = math.cos(math.radians(spec.angle)), math.sin(math.radians(spec.angle))
        length = abs(across) * box.width + abs(down) * box.height
        a, b = across * length, down * length
        matrix = (a, b, -b, a, box.x + box.width / 2 - a / 2, box.y + box.height / 2 - b / 2)
    else:
        x, y = box.x + spec.middle[0] * box.width, box.y + spec.middle[1] * box.height
        matrix = (spec.radius * box.width / 2, 0.0, 0.0, spec.radius * box.height / 2, x, y)
    a, b, c, d, e, f = (round(value, 6) + 0.0 for value in matrix)
    return Gradient(spec.kind, (a, b, c, d, e, f), tuple(Stop(at, colour, stop.opacity) for at, colour, stop in stops))


def _stop_places(stops: Sequence[StopSpec]) -> list[float]:
    """Returns the position of each stop; stops without one are spaced evenly between their neighbours."""
    known = {number: stop.at for number, stop in enumerate(stops) if stop.at is not None}
    known.setdefault(0, 0.0)
    known.setdefault(len(stops) - 1, 1.0)
    places = [0.0] * len(stops)
    for first, last in pairwise(sorted(known)):
        for number in range(first, last + 1):
            share = (number - first) / (last - first)
            places[number] = round(known[first] + (known[last] - known[first]) * share, 6)
    return places


def _read_shadow(value: object) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadValueError(f"is {quote(value)}, not a shadow", "[to the right, down, softness] in mm: [0.5, 0.8, 1.5]")
    right, down, blur = (parse_length(part) for part in value)
    if not 0 <= blur <= MAX_BLUR:
        raise BadValueError(f"has a softness of {blur:g} mm", f"from 0, a sharp edge, to {MAX_BLUR:g}")
    return right, down, blur


ShadowSpec: TypeAlias = Annotated[tuple[float, float, float], ParsedBy(_read_shadow)]
"""How far a shadow lies to the right and down, and how wide its soft edge is, mm."""


def cast_shadow(
    path: Path, shadow: tuple[float, float, float], opacity: float, colour: Colour
) -> Shadow | Group | None:
    """Returns the shadow of a closed shape, soft or with a sharp edge; None for an empty shape. Raises `PaintError`."""
    right, down, blur = shadow
    if not path.segments or not opacity:
        return None
    if not blur:
        return Group((Path(move_path(path.segments, right, down), colour, rule=path.rule),), opacity=opacity)
    try:
        return cast_soft_shadow(path, blur, opacity, colour, (right, down))
    except ShadowError as error:
        raise PaintError("shadow", "size", str(error), "a sharp one, of softness 0, or simplify the path") from None


def check_opacity(value: Value) -> float:
    """Returns an opacity from 0 to 1. Raises `PaintError`."""
    opacity = require_number(value, "opacity")
    if not 0 <= opacity <= 1:
        raise PaintError("opacity", "value", f"opacity comes to {format_number(opacity)}", "a number from 0 to 1")
    return opacity


def apply_opacity(items: tuple[Item, ...], value: Value, ink: InkMode, *, picture: bool = False) -> tuple[Item, ...]:
    """Groups items with an opacity; with low ink only pictures, as black has no shades. Raises `PaintError`."""
    opacity = check_opacity(value)
    if opacity == 1 or not items:
        return items
    if opacity == 0:
        return ()
    return items if ink == "low" and not picture else (Group(items, opacity=opacity),)


def add_halo(items: Iterable[Item], fonts: FontBook, width: float, colour: Colour) -> tuple[Item, ...]:
    """Returns a text on top of its outlines, which are `width` mm wider on every side."""
    found = tuple(items)
    runs = ((item, matrix) for item, matrix in walk_items(found) if isinstance(item, Text))
    paths = (through(outline_text(run, fonts.font(run.font)), matrix) for run, matrix in runs)
    segments = tuple(segment for path in paths for segment in path)
    if not segments:
        return found
    around = Path(segments, colour, Stroke(colour, 2 * width, join="round"))
    return around, *map_items(found, lambda item: replace(item, halo=colour) if isinstance(item, Text) else item)


def outline_text(run: Text, font: Font) -> tuple[Segment, ...]:
    """Returns the outlines of a run at their position, in mm."""
    em, pen = run.size * MM_PER_POINT, 0.0
    found: list[Segment] = []
    for glyph in run.glyphs:
        if glyph.number != NO_INK:
            place = (1.0, 0.0, 0.0, 1.0, (pen + glyph.x) / 1000, -glyph.y / 1000)
            found += through(font.outline(glyph.number), place)
        pen += glyph.advance
    return through(found, (em, 0.0, 0.0, em, run.x, run.y))
