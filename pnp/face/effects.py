"""Effects of words: clips, fills, shadows, opacity, and letters as shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import PathError, ellipse_path, exact_bounds, parse_path, rounded_rect, through
from pnp.art.raster import ShadowError, soft_shadow
from pnp.face.geometry import hexagon_in, moved_path
from pnp.face.ink import InkMode
from pnp.face.materials import Materials
from pnp.face.scope import Expr, PaintError, Scope, needed_number
from pnp.kit.expressions import Template
from pnp.kit.model import Value
from pnp.kit.theme import GradientSpec, StopSpec
from pnp.kit.toml_source import BadValueError, ParsedBy, shown
from pnp.kit.values import in_digits, parse_length
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    NO_INK,
    Box,
    Colour,
    Glyph,
    Gradient,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Segment,
    Shadow,
    Stop,
    Stroke,
    Text,
)
from pnp.text.fonts import Font, FontBook

MAX_BLUR = 40.0
"""Millimetres; a wider edge is a gradient."""


def clip_path(clip: str, box: Box, seen: Box, radius: float) -> Path | None:
    """What a thing is cut to: the ellipse or hexagon that fills what is `seen` of it, path data from the top left of
    its box, or round corners; None: nothing cuts it. Raises `PaintError`."""
    if clip == "ellipse":
        return Path(ellipse_path(seen))
    if clip == "hexagon":
        return hexagon_in(seen)
    if not clip:
        return Path(rounded_rect(seen, radius, radius)) if radius else None
    try:
        cut = Path(moved_path(parse_path(clip), box.x, box.y))
    except PathError as error:
        hint = "ellipse, hexagon, or SVG path data such as M0,0 h20 v9 l-20,9 z"
        raise PaintError("clip", "path", str(error), hint) from None
    left = exact_bounds(cut.segments).common(seen)
    if seen.width > 0 and seen.height > 0 and (left.width <= 0 or left.height <= 0):
        hint = "its data counts from the top left of the box, in mm"
        raise PaintError("clip", "path", "nothing is left of it: the path lies beside what is drawn", hint)
    return cut


def fill_needs(scope: Scope, fill: Template | GradientSpec | None) -> Mapping[str, Expr]:
    """The names of a fill's colours: one, or those of a gradient's stops."""
    if isinstance(fill, GradientSpec):
        return {"fill": scope.values("fill", [stop.colour for stop in fill.stops])}
    return {"fill": scope.value("fill", fill)} if fill else {}


def named_fill(fill: GradientSpec | None, names: Sequence[str], box: Box, materials: Materials) -> Paint | None:
    """What fills a box: a gradient of the named colours, or the named colour or gradient of the theme; None without a
    name. Raises `PaintError`."""
    if not names or not names[0]:
        return None
    gradient = fill or materials.kit.theme.gradients.get(names[0])
    if gradient is None:
        return materials.needed_colour(names[0], "fill")
    names = names if fill else [stop.colour.constant or "" for stop in gradient.stops]
    return _gradient(gradient, [materials.needed_colour(name, "fill") for name in names], box)


def _gradient(spec: GradientSpec, colours: Sequence[Colour], box: Box) -> Paint:
    """A gradient of these colours over a box; its first, over a box without area."""
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
    """Where each stop is; those without a place stand evenly between those that have one."""
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
        raise BadValueError(f"is {shown(value)}, not a shadow", "[to the right, down, softness] in mm: [0.5, 0.8, 1.5]")
    right, down, blur = (parse_length(part) for part in value)
    if not 0 <= blur <= MAX_BLUR:
        raise BadValueError(f"has a softness of {blur:g} mm", f"from 0, a sharp edge, to {MAX_BLUR:g}")
    return right, down, blur


ShadowSpec: TypeAlias = Annotated[tuple[float, float, float], ParsedBy(_read_shadow)]
"""How far a shadow lies to the right and down, and how wide its soft edge is, mm."""


def cast_shadow(
    path: Path, shadow: tuple[float, float, float], opacity: float, colour: Colour
) -> Shadow | Group | None:
    """The shadow of a closed shape, soft or with a sharp edge; None for an empty shape. Raises `PaintError`."""
    right, down, blur = shadow
    if not path.segments or not opacity:
        return None
    if not blur:
        return Group((Path(moved_path(path.segments, right, down), colour, rule=path.rule),), opacity=opacity)
    try:
        return soft_shadow(path, blur, opacity, colour, (right, down))
    except ShadowError as error:
        raise PaintError("shadow", "size", str(error), "a sharp one, of softness 0, or simplify the path") from None


def checked_opacity(value: Value) -> float:
    """How opaque something is, 0 to 1; raises `PaintError`."""
    opacity = needed_number(value, "opacity")
    if not 0 <= opacity <= 1:
        raise PaintError("opacity", "value", f"opacity comes to {in_digits(opacity)}", "a number from 0 to 1")
    return opacity


def veil(items: tuple[Item, ...], opacity: float, ink: InkMode, *, picture: bool = False) -> tuple[Item, ...]:
    """Items seen through as a whole. With little ink all but pictures is opaque, because black alone has no shades."""
    if opacity == 1 or not items:
        return items
    if opacity == 0:
        return ()
    return items if ink == "low" and not picture else (Group(items, opacity=opacity),)


def halo(items: Iterable[Item], fonts: FontBook, width: float, colour: Colour) -> tuple[Item, ...]:
    """A text on the outlines of all its letters, which are `width` mm wider on every side."""
    found = tuple(items)
    segments = [segment for item in found for segment in _letter_paths(item, fonts)]
    if not segments:
        return found
    around = Path(tuple(segments), colour, Stroke(colour, 2 * width, join="round"))
    return around, *(_on_halo(item, colour) for item in found)


def _on_halo(item: Item, colour: Colour) -> Item:
    if isinstance(item, Group):
        return Group(tuple(_on_halo(inner, colour) for inner in item.items), item.matrix)
    return replace(item, halo=colour) if isinstance(item, Text) else item


def _letter_paths(item: Item, fonts: FontBook, matrix: Matrix = IDENTITY) -> Iterable[Segment]:
    if isinstance(item, Group):
        return [segment for inner in item.items for segment in _letter_paths(inner, fonts, item.matrix)]
    return through(outlined(item, fonts.font(item.font)), matrix) if isinstance(item, Text) else ()


def outlined(run: Text, font: Font) -> tuple[Segment, ...]:
    """The shapes of a run where they stand, in mm."""
    em = run.size * MM_PER_POINT
    return through(_glyph_paths(run.glyphs, font), (em, 0.0, 0.0, em, run.x, run.y))


def _glyph_paths(glyphs: Iterable[Glyph], font: Font) -> Iterator[Segment]:
    """The shapes of glyphs, one after the other, in em."""
    pen = 0.0
    for glyph in glyphs:
        if glyph.number != NO_INK:
            place = (1.0, 0.0, 0.0, 1.0, (pen + glyph.x) / 1000, -glyph.y / 1000)
            yield from through(font.outline(glyph.number), place)
        pen += glyph.advance
