"""The painters: for each word of a face, which values it needs, and what it draws with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import PathError, parse_path, path_bounds
from pnp.art.qr import LEAST_MODULE, module_size, qr_path
from pnp.face.errors import PaintError, UnknownNameError
from pnp.face.ink import printed_shape
from pnp.face.materials import PICTURES, Materials
from pnp.face.paint import Painted, Type
from pnp.face.scope import Expr, Scope, plain
from pnp.face.shapes import HATCHES, arrowed, fitted, hatch_is_bounded, hatched, moved_path, outline
from pnp.findings import Finding, Place, Severity
from pnp.kit import bounds
from pnp.kit.bindings import Template
from pnp.kit.model import Style, Value
from pnp.kit.source import accepted
from pnp.kit.vocabulary import (
    EllipseDraw,
    IconDraw,
    LineDraw,
    PathDraw,
    PictureDraw,
    QrDraw,
    RectDraw,
    Shape,
    TextDraw,
)
from pnp.scene import Box, Colour, Ellipse, Group, Image, Item, Path, Rect, Stroke, Use
from pnp.text.block import SetText

SHRUNK = 0.8
"""Text set at less than this part of its size is worth a warning."""
LARGER = "shorten it, or make its box larger"
LEAST_DPI = 200
"""Pixels an inch under which a printed picture looks coarse at arm's length."""

Values: TypeAlias = Sequence[Value]


class Painter(msgspec.Struct, frozen=True, eq=False):
    """The values that a word needs, and what paints it from its box and these values."""

    needs: tuple[Expr, ...]
    paint: Callable[[Box, Values], Painted]


class PaintContext(msgspec.Struct, frozen=True, eq=False):
    """Where a word is painted: its materials, the names it may use, its face's trim, its place in the kit."""

    materials: Materials
    scope: Scope
    trim: Box
    place: Place

    def value(self, key: str, template: Template) -> Expr:
        """The expression of a key; raises `PaintError` if it binds a name that means nothing."""
        return self._known(key, lambda: self.scope.value(template))

    def optional(self, key: str, template: Template | None) -> tuple[Expr, ...]:
        """The expression of a key that may be missing."""
        return (self.value(key, template),) if template else ()

    def text(self, key: str, template: Template, *, running: bool) -> Expr:
        """The expression of a key that is a text."""
        return self._known(key, lambda: self.scope.text(template, running=running))

    def number(self, key: str, number: float | Template) -> Expr:
        """The expression of a key that is a number."""
        return self._known(key, lambda: self.scope.number(number))

    def finding(self, severity: Severity, code: str, key: str, message: str, hint: str) -> Finding:
        """A finding about a key of this word."""
        return Finding(severity, code, Place(self.place.file, self.place.row, key), message, hint)

    def _known(self, key: str, resolve: Callable[[], Expr]) -> Expr:
        try:
            return resolve()
        except UnknownNameError as error:
            raise PaintError(key, "unknown-name", f"there is no {error.name} here", error.hint) from None


def _name(values: Values, at: int, language: str) -> str:
    """A value as a name; empty if its key or its cell is."""
    return plain(values[at], language).strip("{}") if at < len(values) else ""


class Look(msgspec.Struct, frozen=True):
    """The names that a shape was given for its colours and its hatch; empty: none."""

    fill: str = ""
    stroke: str = ""
    hatch: str = ""
    hatch_colour: str = ""


def shape_painter(draw: RectDraw | EllipseDraw | PathDraw, context: PaintContext) -> Painter:
    """A rectangle, an ellipse or a path: filled, hatched, outlined, in this order."""
    keys = [key for key in Look.__struct_fields__ if getattr(draw, key)]
    needs = [context.value(key, getattr(draw, key)) for key in keys]
    data = [context.text("path", draw.path, running=False)] if isinstance(draw, PathDraw) else []
    language = context.materials.language

    def paint(box: Box, values: Values) -> Painted:
        look = Look(**{key: _name(values, number, language) for number, key in enumerate(keys)})
        shape = _shape(draw, box, str(values[-1]) if data else "")
        items = _inked(shape, box, draw, look, context)
        return Painted(items, work=1 + _segments(items) // 50)

    return Painter((*needs, *data), paint)


def _segments(items: Iterable[Item]) -> int:
    inner = (item.items if isinstance(item, Group) else (item,) for item in items)
    return sum(len(item.segments) for group in inner for item in group if isinstance(item, Path))


def _shape(draw: RectDraw | EllipseDraw | PathDraw, box: Box, data: str) -> Rect | Ellipse | Path:
    if isinstance(draw, RectDraw):
        return Rect(box, radius=min(draw.radius, box.width / 2, box.height / 2))
    if isinstance(draw, EllipseDraw):
        return Ellipse(box)
    try:
        segments = parse_path(data)
    except PathError as error:
        raise PaintError("path", "path", str(error), "SVG path data, such as M0,0 h6 v9 z") from None
    return Path(moved_path(segments, box.x, box.y), rule=draw.rule)


def _inked(shape: Rect | Ellipse | Path, box: Box, draw: Shape, look: Look, context: PaintContext) -> tuple[Item, ...]:
    materials = context.materials
    around = path_bounds(shape.segments) if isinstance(shape, Path) else box
    fill = materials.needed_colour(look.fill, "fill") if look.fill else None
    colour = materials.needed_colour(look.stroke, "stroke") if look.stroke else None
    stroke = Stroke(colour, draw.width, draw.dash) if colour else None
    fill, stroke = printed_shape(fill, stroke, around, context.trim, materials.ink, materials.line_colour)
    pattern = _hatch(shape, around, draw, look, materials) if look.hatch not in ("", "none") else None
    painted = msgspec.structs.replace(shape, fill=fill, stroke=None if pattern else stroke)
    outlined = msgspec.structs.replace(shape, stroke=stroke) if pattern and stroke else None
    visible = painted.fill is not None or painted.stroke is not None
    return tuple(item for item in (painted if visible else None, pattern, outlined) if item)


def _hatch(shape: Rect | Ellipse | Path, around: Box, draw: Shape, look: Look, materials: Materials) -> Group | None:
    kind = look.hatch
    if kind not in HATCHES:
        raise PaintError("hatch", "unknown-hatch", f"there is no hatch {kind}", accepted(HATCHES, kind))
    if not hatch_is_bounded(kind, around, draw.spacing):
        message = f"every {draw.spacing:g} mm makes more than {bounds.HATCH_LINES.most} lines"
        raise PaintError("spacing", "size", message, "set them wider")
    colour = materials.line(look.hatch_colour or "ink", "hatch_colour")
    return hatched(kind, outline(shape), around, colour, draw.spacing)


def line_painter(draw: LineDraw, context: PaintContext) -> Painter:
    """A line through points, measured from the top left of its box."""
    points = tuple(context.number("line", point) for point in draw.line)
    colour = context.optional("stroke", draw.stroke)
    materials = context.materials

    def paint(box: Box, values: Values) -> Painted:
        places = [needed_number(value, "line") for value in values[: len(points)]]
        name = _name(values, len(points), materials.language) or "ink"
        stroke = Stroke(materials.line(name, "stroke"), draw.width, draw.dash)
        xs = [box.x + x for x in places[::2]]
        ys = [box.y + y for y in places[1::2]]
        return Painted(tuple(arrowed(list(zip(xs, ys, strict=True)), stroke, draw.ends)))

    return Painter((*points, *colour), paint)


def needed_number(value: Value, key: str) -> float:
    """A value that must be a number of mm or degrees; raises `PaintError`."""
    if not isinstance(value, int | float):
        raise PaintError(key, "type", f"{key} is bound to something that is no number", "bind it to a number column")
    if abs(value) > bounds.LENGTH.most:
        raise PaintError(key, "size", f"{key} comes to {value:g}, more than {bounds.LENGTH.most}")
    return float(value)


def text_painter(draw: TextDraw, style: Style, context: PaintContext) -> Painter:
    """Running text in a box."""
    markup = context.text("text", draw.text, running=True)
    colour = context.optional("colour", draw.colour)
    keys = ("font", "size", "least", "leading", "gap", "align", "valign", "hyphenate")
    given = {key: getattr(draw, key) for key in keys if getattr(draw, key) is not None}
    style = msgspec.structs.replace(style, **given)
    style = msgspec.structs.replace(style, least=min(style.least, style.size))
    materials = context.materials
    if sum(len(part) for part in draw.text.parts if isinstance(part, str)) > bounds.CELL.most:
        raise PaintError("text", "size", f"has more than {bounds.CELL.most} characters", "shorten it")
    if materials.kit.theme.fonts.get(style.font) is None:
        hint = accepted(materials.kit.theme.fonts, style.font)
        raise PaintError("font", "unknown-font", f"there is no font {style.font}", hint)

    def paint(box: Box, values: Values) -> Painted:
        text = str(values[0])
        if not text.strip():
            return Painted()
        name = _name(values, 1, materials.language) or style.colour
        materials.needed_colour(name, "colour")
        return _set(text, box, msgspec.structs.replace(style, colour=name), context)

    return Painter((markup, *colour), paint)


def _set(markup: str, box: Box, style: Style, context: PaintContext) -> Painted:
    done = context.materials.set(markup, box, style)
    findings = _text_findings(done, style, context)
    return Painted(done.items, findings=findings, least=Type(done.size, context.place), work=1 + len(markup) // 20)


def _text_findings(done: SetText, style: Style, context: PaintContext) -> tuple[Finding, ...]:
    if not (done.overflow or done.missing or done.unknown or done.size < style.size * SHRUNK):
        return ()
    materials, start = context.materials, " ".join(done.lines)[:32]
    found: list[Finding] = []
    if done.overflow:
        message = f"“{start}…” does not fit, not even at {done.size:g} pt"
        found.append(context.finding("error", "overflow", "text", message, LARGER))
    elif done.size < style.size * SHRUNK:
        message = f"“{start}…” is set at {done.size:g} pt instead of {style.size:g}"
        found.append(context.finding("warning", "shrunk", "text", message, LARGER))
    if done.missing:
        shown = ", ".join(f"{character} (U+{ord(character):04X})" for character in done.missing[:10])
        hint = "use a typeface that has it, or draw it as a sign"
        found.append(context.finding("error", "missing-glyph", "text", f"the typeface has no {shown}", hint))
    for name in done.unknown:
        hint = accepted([*materials.sign_names(), *materials.kit.theme.colours], name.strip("{}"))
        found.append(context.finding("error", "unknown-name", "text", f"{name} is no binding, sign or colour", hint))
    return tuple(found)


def icon_painter(draw: IconDraw, context: PaintContext) -> Painter:
    """A sign in the middle of its box."""
    needs = (context.value("icon", draw.icon), *context.optional("on", draw.on))
    materials = context.materials

    def paint(box: Box, values: Values) -> Painted:
        name, ground = (_name(values, at, materials.language) for at in (0, 1))
        if not name:
            return Painted()
        art = materials.needed_sign(name, materials.needed_colour(ground, "on") if ground else None)
        return Painted((Use(art, fitted(art.width, art.height, box, "contain")),))

    return Painter(needs, paint)


def picture_painter(draw: PictureDraw, context: PaintContext) -> Painter:
    """A picture of `art/` in its box."""
    materials = context.materials

    def paint(box: Box, values: Values) -> Painted:
        name = _name(values, 0, materials.language)
        if not name:
            return Painted()
        if name not in materials.kit.art:
            hint = accepted(materials.kit.art, name)
            raise PaintError("picture", "unknown-picture", f"there is no picture {name}", hint)
        if name.lower().endswith(PICTURES):
            return _photograph(name, draw.fit, box, context)
        art = materials.drawing(name)
        use = Use(art, fitted(art.width, art.height, box, draw.fit))
        return Painted((Group((use,), clip=box) if draw.fit == "cover" else use,))

    return Painter((context.value("picture", draw.picture),), paint)


def _photograph(name: str, fit: str, box: Box, context: PaintContext) -> Painted:
    picture = context.materials.picture(name)
    width, height = picture.pixels
    a, _, _, d, x, y = fitted(width, height, box, fit)
    placed: Image = picture.placed(Box(x, y, width * a, height * d), box if fit == "cover" else None)
    dpi = 25.4 / max(a, d)
    if dpi >= LEAST_DPI:
        return Painted((placed,))
    hint = f"use one of at least {math.ceil(width * LEAST_DPI / dpi)} × {math.ceil(height * LEAST_DPI / dpi)} pixels"
    message = f"{name} has {dpi:.0f} dpi at this size, fewer than {LEAST_DPI}"
    return Painted((placed,), findings=(context.finding("warning", "coarse-picture", "picture", message, hint),))


def qr_painter(draw: QrDraw, context: PaintContext) -> Painter:
    """A QR code with its quiet zone in the middle of its box."""
    needs = (context.text("qr", draw.qr, running=False), *context.optional("colour", draw.colour))
    materials = context.materials

    def paint(box: Box, values: Values) -> Painted:
        content = str(values[0])
        if not content:
            return Painted()
        colour: Colour = materials.line(_name(values, 1, materials.language) or "ink", "colour")
        try:
            code = qr_path(content, box, colour)
        except ValueError as error:
            raise PaintError("qr", "code", str(error), "shorten it") from None
        module = module_size(content, box)
        findings: tuple[Finding, ...] = ()
        if module < LEAST_MODULE:
            message = f"the modules of the code come to {module:.2f} mm, less than {LEAST_MODULE}"
            hint = "make its box larger, or shorten the address"
            findings = (context.finding("error", "small-code", "qr", message, hint),)
        return Painted((code,), codes=((content, box),), findings=findings)

    return Painter(needs, paint)
