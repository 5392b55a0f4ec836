"""What is done with shapes on a face: clips, fills, shadows, opacity, and letters as shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import PathError, ellipse_path, exact_bounds, parse_path, rounded_rect, through
from pnp.art.raster import ShadowError, soft_shadow
from pnp.face.geometry import hexagon_in, moved_path
from pnp.face.ink import InkMode
from pnp.face.paint import Values
from pnp.face.scope import Expr, PaintError, needed_number
from pnp.kit.expressions import Template
from pnp.kit.model import Value
from pnp.kit.theme import GradientSpec, StopSpec
from pnp.kit.toml_source import BadValueError, Reads, shown
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
from pnp.text.direction import turns
from pnp.text.fonts import Font, FontBook

if TYPE_CHECKING:
    from pnp.face.context import PaintContext
    from pnp.face.materials import Materials


WEIGHTS = {
    100: "Thin",
    200: "ExtraLight",
    300: "Light",
    400: "Regular",
    500: "Medium",
    600: "SemiBold",
    700: "Bold",
    800: "ExtraBold",
    900: "Black",
}
"""What the weights of typefaces are called (CSS Fonts 4, 2.4)."""


def halo(items: Iterable[Item], fonts: FontBook, width: float, colour: Colour) -> tuple[Item, ...]:
    """The outlines of all letters of a text, `width` mm wider on every side, beneath the text itself."""
    found = list(items)
    segments = [segment for item in found for segment in _letters(item, fonts)]
    if not segments:
        return tuple(found)
    around = Path(tuple(segments), colour, Stroke(colour, 2 * width, join="round"))
    return around, *(_on(item, colour) for item in found)


def _on(item: Item, colour: Colour) -> Item:
    match item:
        case Text():
            return replace(item, halo=colour)
        case Group(items=items, matrix=matrix):
            return Group(tuple(_on(inner, colour) for inner in items), matrix)
        case _:
            return item


def _letters(item: Item, fonts: FontBook, matrix: Matrix = IDENTITY) -> Iterable[Segment]:
    if isinstance(item, Group):
        return [segment for inner in item.items for segment in _letters(inner, fonts, item.matrix)]
    if not isinstance(item, Text):
        return ()
    return through(outlined(item, fonts.font(item.font)), matrix)


def outlined(run: Text, font: Font) -> tuple[Segment, ...]:
    """The shapes of a run where they stand, in mm."""
    em = run.size * MM_PER_POINT
    return tuple(through(_shapes(run.glyphs, font), (em, 0.0, 0.0, em, run.x, run.y)))


def lettered(text: str, font: Font) -> tuple[tuple[Segment, ...], float]:
    """The shapes of a text of one direction in em, and its width."""
    run = font.shape(text, turns(text))
    return tuple(_shapes(run.glyphs, font)), run.width


def _shapes(glyphs: Iterable[Glyph], font: Font) -> list[Segment]:
    """The shapes of glyphs, one after the other, in em."""
    segments: list[Segment] = []
    pen = 0.0
    for glyph in glyphs:
        if glyph.number != NO_INK:
            place = (1.0, 0.0, 0.0, 1.0, (pen + glyph.x) / 1000, -glyph.y / 1000)
            segments += through(font.outline(glyph.number), place)
        pen += glyph.advance
    return segments


def face_names(family: str, weight: int, italic: bool) -> Iterator[str]:
    """What the files of a family may be called in a weight: `Alegreya Sans` at 700 is `AlegreyaSans-Bold`."""
    stem = family.replace(" ", "")
    cut = WEIGHTS[min(WEIGHTS, key=lambda known: (abs(known - weight), known))]
    slant = "Italic" if italic else ""
    yield f"{stem}-{'' if slant and cut == 'Regular' else cut}{slant}"
    if cut == "Regular" and not italic:
        yield stem
    yield family


FORMS = ("ellipse", "hexagon")


def clip_of(context: PaintContext, clip: Template | None) -> tuple[Expr, ...]:
    """The expression of a clip, if there is one."""
    return (context.text("clip", clip, running=False),) if clip else ()


def clip_path(said: str, box: Box, shown: Box, radius: float) -> Path | None:
    """What a thing is cut to: the ellipse or hexagon that fills what is `shown` of it, path data from the top left of
    its box, or round corners; None: nothing cuts it. Raises `PaintError`."""
    if said == "ellipse":
        return Path(ellipse_path(shown))
    if said == "hexagon":
        return hexagon_in(shown)
    if said:
        try:
            cut = Path(moved_path(parse_path(said), box.x, box.y))
        except PathError as error:
            hint = f"{', '.join(FORMS)}, or SVG path data such as M0,0 h20 v9 l-20,9 z"
            raise PaintError("clip", "path", str(error), hint) from None
        left = exact_bounds(cut.segments).common(shown)
        if shown.width > 0 and shown.height > 0 and (left.width <= 0 or left.height <= 0):
            hint = "its data counts from the top left of the box, in mm"
            raise PaintError("clip", "path", "nothing is left of it: the path lies beside what is drawn", hint)
        return cut
    return Path(rounded_rect(shown, radius, radius)) if radius else None


class Filler(msgspec.Struct, frozen=True, eq=False):
    """The values that a fill needs, and what makes it of them for a box; None: nothing is filled."""

    needs: tuple[Expr, ...]
    fill: Callable[[Values, Box], Paint | None]


def filler(context: PaintContext, fill: Template | GradientSpec | None) -> Filler:
    """A fill, compiled. Raises `PaintError`."""
    if fill is None:
        return Filler((), lambda values, box: None)
    if isinstance(fill, GradientSpec):
        needs = tuple(context.value("fill", stop.colour) for stop in fill.stops)

        def mixed(values: Values, box: Box) -> Paint:
            names = (context.name(values, number) for number in range(len(needs)))
            return gradient(fill, [context.materials.needed_colour(name, "fill") for name in names], box)

        return Filler(needs, mixed)

    def named(values: Values, box: Box) -> Paint | None:
        name = context.name(values, 0)
        return paint_named(context.materials, name, box) if name else None

    return Filler((context.value("fill", fill),), named)


def paint_named(materials: Materials, name: str, box: Box) -> Paint:
    """A colour or a gradient by its name; raises `PaintError`."""
    spec = materials.kit.theme.gradients.get(name)
    if spec is None:
        return materials.needed_colour(name, "fill")
    colours = [materials.needed_colour(stop.colour.constant or "", "fill") for stop in spec.stops]
    return gradient(spec, colours, box)


def gradient(spec: GradientSpec, colours: Sequence[Colour], box: Box) -> Paint:
    """A gradient of these colours over a box; its first, over a box without area."""
    if box.width <= 0 or box.height <= 0:
        return colours[0]
    places = _places(spec.stops)
    stops = zip(places, colours, spec.stops, strict=True)
    matrix = _along(spec.angle, box) if spec.kind == "linear" else _around(spec, box)
    return Gradient(spec.kind, matrix, tuple(Stop(at, colour, stop.opacity) for at, colour, stop in stops))


def _places(stops: Sequence[StopSpec]) -> list[float]:
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


def _along(angle: float, box: Box) -> Matrix:
    """From where the colours begin to where they end, so that the corners there have the first and the last."""
    across, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    length = abs(across) * box.width + abs(down) * box.height
    a, b = across * length, down * length
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return _round_matrix((a, b, -b, a, x - a / 2, y - b / 2))


def _around(spec: GradientSpec, box: Box) -> Matrix:
    x, y = box.x + spec.middle[0] * box.width, box.y + spec.middle[1] * box.height
    return _round_matrix((spec.radius * box.width / 2, 0.0, 0.0, spec.radius * box.height / 2, x, y))


def _round_matrix(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 6) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)


MOST_BLUR = 40.0
"""Millimetres; a wider edge is a gradient."""


def _shadow(value: object) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadValueError(f"is {shown(value)}, not a shadow", "[to the right, down, softness] in mm: [0.5, 0.8, 1.5]")
    right, down, blur = (parse_length(part) for part in value)
    if not 0 <= blur <= MOST_BLUR:
        raise BadValueError(f"has a softness of {blur:g} mm", f"from 0, a sharp edge, to {MOST_BLUR:g}")
    return right, down, blur


ShadowSpec: TypeAlias = Annotated[tuple[float, float, float], Reads(_shadow)]
"""How far a shadow lies to the right and down, and how wide its soft edge is, mm."""


def cast_shadow(path: Path, blur: float, opacity: float, colour: Colour, move: tuple[float, float]) -> Shadow | None:
    """As `soft_shadow`, but raises `PaintError`."""
    try:
        return soft_shadow(path, blur, opacity, colour, move)
    except ShadowError as error:
        raise PaintError("shadow", "size", str(error), "a sharp one, of softness 0, or simplify the path") from None


class Veil(msgspec.Struct, frozen=True, eq=False):
    """The value that an opacity is, and what it makes of items. With little ink all is opaque, for black alone has no
    shades; but pictures stay as they are."""

    needs: tuple[Expr, ...]
    constant: float
    ink: InkMode

    def opacity(self, values: Sequence[Value]) -> float:
        """How opaque something is, 0 to 1, by what it needs; raises `PaintError`."""
        if not values:
            return self.constant
        opacity = needed_number(values[0], "opacity")
        return _check_opacity(opacity)

    def over(self, items: tuple[Item, ...], opacity: float, *, picture: bool = False) -> tuple[Item, ...]:
        """The items, seen through if they are to be."""
        if opacity == 1:
            return items
        if opacity == 0 or not items:
            return ()
        return items if self.ink == "low" and not picture else (Group(items, opacity=opacity),)


def veil_of(context: PaintContext, opacity: float | Template) -> Veil:
    """The opacity of a word, compiled."""
    if isinstance(opacity, Template):
        return Veil((context.number("opacity", opacity),), 1.0, context.materials.ink)
    return Veil((), _check_opacity(opacity), context.materials.ink)


def _check_opacity(opacity: float) -> float:
    if not 0 <= opacity <= 1:
        raise PaintError("opacity", "value", f"opacity comes to {in_digits(opacity)}", "a number from 0 to 1")
    return opacity
