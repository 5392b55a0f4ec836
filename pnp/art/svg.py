"""Drawings from SVG files: as vectors, if they are made of plain shapes, groups and gradients; else as pictures.

Vectors are shapes, groups and `use` with styles by class, transforms, opacity, linear and radial gradients, and clip
paths of one shape. Everything else is rendered by resvg, in the size in which it is printed.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_source
from pnp.art.files import file_data
from pnp.art.paths import PathError, multiply, outline_path, parse_path, path_bounds, rounded_rect, through
from pnp.art.pictures import parse_picture
from pnp.art.polygons import exact_bounds
from pnp.art.resvg import RenderError, render
from pnp.art.svg_source import (
    MAX_DEPTH,
    Properties,
    Source,
    SvgError,
    local_name,
    parse_length,
    parse_share,
    parse_transform,
)
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Art, Box, Colour, Ellipse, Gradient, Group, Item, Matrix, Paint, Path, Rect, mapped
from pnp.scene.colour import INK
from pnp.scene.gradient import Stop
from pnp.scene.items import Stroke

DPI, MAX_PIXELS = 600, 16_000_000
"""Pixels an inch of a drawing that is printed as a picture, and its most pixels: about a page of A5."""
MAX_FINDINGS = 10
MAX_DASH = 100
"""Most lengths of a dash pattern."""
MAX_SEGMENTS, MAX_DASHES = 100_000, 20_000
"""Most lines and curves, those that `use` repeats counted each time, thirty times our largest drawing; and most dashes
of one line."""
SMALL, FINE = 10.0, 100.0
"""A drawing of fewer units than SMALL is read as one of FINE units, as PDF files hold 0.001 units."""
_INHERITED = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "color": INK,
    "visibility": "visible",
}
"""Properties that children take from their parents, and their values at the start."""
_DEFINITIONS = frozenset(
    (
        *("defs", "style", "title", "desc", "metadata", "view", "script", "symbol", "clipPath", "mask", "filter"),
        *("marker", "pattern", "linearGradient", "radialGradient", "animate", "animateTransform", "animateMotion"),
        "set",
    )
)
"""Elements that draw nothing where they stand. Scripts are not run, animations stand still."""
_SPECIAL = re.compile(
    r"filter|mask|mix-blend-mode|marker(-\w+)?|paint-order|stroke-dashoffset|vector-effect|pathLength"
    r"|transform-(box|origin)|requiredExtensions|systemLanguage"
)
"""Attributes and properties that vectors cannot have …"""
_WITHOUT_EFFECT = re.compile(r"|none|normal|inherit|view-box|0(px)?( 0(px)?)?|(markers )?fill( .*)?")
"""… unless they are said to do nothing."""

_Shape = Rect | Ellipse | Path


class Drawing(msgspec.Struct, frozen=True):
    """A parsed drawing. Of one that is no vector drawing, `art` is empty, `text` is what resvg renders, and `reason`
    is the warning that says why."""

    art: Art
    text: str = ""
    reason: Finding | None = None

    def picture(self, scale: float, fonts: tuple[str, ...], language: str) -> Art:
        """The art as a picture of 600 dpi, a unit of it `scale` mm on paper, with words in `fonts`. Raises KitError."""
        width, height = self.art.width, self.art.height
        dots = min(DPI / 25.4 * scale, math.sqrt(MAX_PIXELS / (width * height)))
        try:
            data = render(self.text, max(1, round(width * dots)), max(1, round(height * dots)), fonts, language)
        except RenderError as error:
            place = self.reason.place if self.reason else Place("")
            raise KitError([Finding("error", "art-too-large", place, f"the drawing {error}", "simplify it")]) from None
        picture = parse_picture(data, "")
        return replace(
            self.art, key=f"{self.art.key} {picture.key}", items=(picture.placed(Box(0.0, 0.0, width, height)),)
        )


def read_drawing(path: FilePath, file: str = "") -> Drawing:
    """Reads an SVG file, which findings call `file`. Raises KitError."""
    return _read_drawing(path, file or path.name, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=2048)
def _read_drawing(path: FilePath, file: str, _modified: int) -> Drawing:
    return parse_drawing(file_data(path, file, "art"), file)


def parse_drawing(data: bytes, file: str) -> Drawing:
    """Parses the bytes of an SVG file, as `read_drawing` does."""
    source = svg_source.parse_source(data, file)
    reader = _Reader(source, file)
    try:
        art = reader.art(sha256(data).hexdigest()[:16])
        if reader.findings:
            raise KitError(reader.findings[:MAX_FINDINGS])
        if reader.reason is None:
            return Drawing(art)
        text = source.text(reader.view_text)
    except (SvgError, PathError) as error:
        raise KitError([svg_source.finding(file, source.root, "art-unknown", f"<svg>: {error}")]) from None
    return Drawing(replace(art, items=()), text, reader.reason)


class _Reader:
    """Reads the items of a drawing. Collects faults in `findings`; `reason` is why it is no vector drawing.

    Each user unit becomes `unit` units of the art.
    """

    def __init__(self, source: Source, file: str) -> None:
        self.source = source
        self.file = file
        self.findings: list[Finding] = []
        self.reason: Finding | None = None
        self.unit = 1.0
        self._elements = self._segments = 0

    def art(self, key: str) -> Art:
        """The drawing in its box, with the origin at the upper left corner."""
        root, own = self.source.root, self.source.properties[self.source.root]
        width, height = (_side(root.get(side, "auto"), side) for side in ("width", "height"))
        if "viewBox" not in own and (width is None or height is None):
            raise SvgError("needs a viewBox, or a width and a height")
        numbers = svg_source.parse_numbers(own.get("viewBox", f"0 0 {width} {height}"), "viewBox")
        if len(numbers) != 4 or min(numbers[2:]) <= 0:
            raise SvgError("viewBox needs four numbers: left, top, width, height")
        view = shown = Box(*numbers)
        self.view_text = " ".join(f"{part:.9g}" for part in numbers)
        if width and height and not 0.99 <= width / view.width / (height / view.height) <= 1.01:
            unit = min(width / view.width, height / view.height)
            shown = Box(0.0, 0.0, width / unit, height / unit)
            self.picture(root, "its width and height have other proportions than its viewBox")
        self.unit = FINE / max(shown.width, shown.height) if max(shown.width, shown.height) < SMALL else 1.0
        self.view, shown = (
            Box(*(self.unit * part for part in (box.x, box.y, box.width, box.height))) for box in (view, shown)
        )
        if self.source.complex_style:
            self.picture(root, f"it has {self.source.complex_style}")
        if own.get("transform") or own.get("clip-path", "none") != "none":
            self.picture(root, "its <svg> is transformed or clipped")
        self.check_plain(root, own)
        self.add_ground(own.get("background-color", own.get("background", "none")), numbers)
        items = self.children(root, _inherit(_INHERITED, own), 0)
        inside = _fits(items, shown, max(shown.width, shown.height) / 100)
        clip = None if own.get("overflow") == "visible" or inside else shown
        opacity = parse_share(own.get("opacity", "1"), "opacity")
        if items and (shown.x or shown.y or opacity < 1 or clip or self.unit != 1):
            items = (Group(items, (1.0, 0.0, 0.0, 1.0, -shown.x, -shown.y), clip, opacity),)
        return Art(key, shown.width, shown.height, items)

    def add_ground(self, colour: str, view: list[float]) -> None:
        """Adds the colour that CSS gives to the drawing as a rectangle; other backgrounds are no part of it."""
        with contextlib.suppress(SvgError):
            if svg_source.parse_colour(colour)[0] is not None:
                sides = zip(("x", "y", "width", "height"), map(str, view), strict=True)
                ground = self.source.root.makeelement(f"{self.source.root.tag[:-3]}rect", dict(sides, fill=colour))
                self.source.root.insert(0, ground)
                self.source.properties[ground] = {str(name): str(value) for name, value in ground.attrib.items()}

    def picture(self, element: etree._Element, why: str) -> None:
        """Notes why the drawing becomes a picture; the first reason counts."""
        message = f"the drawing is printed as a picture, not as lines: {why}"
        place = Place(self.file, element.sourceline or 0)
        self.reason = self.reason or Finding("warning", "art-picture", place, message)

    def check_plain(self, element: etree._Element, own: Properties) -> None:
        for name, value in own.items():
            if _SPECIAL.fullmatch(name) and not _WITHOUT_EFFECT.fullmatch(value):
                self.picture(element, f"<{local_name(element)}> has {name}")

    def too_large(self, element: etree._Element, what: str) -> KitError:
        return KitError([svg_source.finding(self.file, element, "art-too-large", f"the drawing is {what}")])

    def scaled(self, matrix: Matrix) -> Matrix:
        """A matrix between user units as one between units of the art."""
        return (*matrix[:4], matrix[4] * self.unit, matrix[5] * self.unit)

    def length(self, value: str, name: str, whole: float = 0.0) -> float:
        """A length in units of the art; per cent are of `whole`, or else of the diagonal of the view box."""
        if not value.endswith("%"):
            return parse_length(value, name) * self.unit
        return parse_length(value, name, whole or math.hypot(self.view.width, self.view.height) / math.sqrt(2))

    def children(self, parent: etree._Element, style: Properties, depth: int) -> tuple[Item, ...]:
        items: list[Item] = []
        for element in parent.iterchildren(etree.Element):
            try:
                items += self.element(element, style, depth)
            except (SvgError, PathError) as error:
                message = f"<{local_name(element)}>: {error}"
                self.findings.append(svg_source.finding(self.file, element, "art-unknown", message))
        return tuple(items)

    def element(self, element: etree._Element, parent: Properties, depth: int) -> tuple[Item, ...]:
        own = self.source.properties[element]
        opacity = parse_share(own.get("opacity", "1"), "opacity")
        name = local_name(element)
        self._elements += bool(name)
        if depth > MAX_DEPTH:
            raise self.too_large(element, f"nested deeper than {MAX_DEPTH}")
        if self._elements > svg_source.MAX_ELEMENTS:
            raise self.too_large(element, f"more than {svg_source.MAX_ELEMENTS} elements")
        if not name or own.get("display") == "none" or opacity == 0:
            return ()
        matrix = parse_transform(own.get("transform", ""))
        style = _inherit(parent, own)
        # What is enlarged a lot is read in smaller units, as PDF files hold 0.001 units.
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        finer = scale if scale >= SMALL else 1.0
        a, b, c, d, e, f = self.scaled(matrix)
        self.unit *= finer
        try:
            items = self.items(element, name, style, depth)
            clip = self.clip(element, own.get("clip-path", "none")) if items else None
        finally:
            self.unit /= finer
        if not items or (matrix == IDENTITY and clip is None and opacity == 1):
            return items
        return (Group(items, (a / finer, b / finer, c / finer, d / finer, e, f), clip, opacity),)

    def items(self, element: etree._Element, name: str, style: Properties, depth: int) -> tuple[Item, ...]:
        """What an element draws, before its own transform and opacity."""
        own = self.source.properties[element]
        match name:
            case "g" | "a":
                self.check_plain(element, own)
                return self.children(element, style, depth + 1)
            case "use":
                self.check_plain(element, own)
                original = self.source.by_id.get(own.get("href", "")[1:])
                if original is None or local_name(original) in ("symbol", "svg"):
                    self.picture(element, "it has <symbol>")
                    return ()
                items = self.element(original, style, depth + 1)
                x, y = (self.length(own.get(key, "0"), key, self.view.width) for key in ("x", "y"))
                return (Group(items, (1.0, 0.0, 0.0, 1.0, x, y)),) if items and (x or y) else items
            case "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon":
                self.check_plain(element, own)
                shape = self.shape(name, own)
                style = {**style, "fill": "none"} if name == "line" else style
                return () if shape is None else self.painted(element, shape, style)
            case "text" | "image" | "switch" | "svg":
                advice = "; turn words into paths where you draw" if name == "text" else ""
                self.picture(element, f"it has <{name}>{advice}")
                return ()
        if name not in _DEFINITIONS:
            raise SvgError("is not drawn; draw it with shapes, or delete it")
        return ()

    def clip(self, element: etree._Element, value: str) -> Path | None:
        """The shape that an element is cut to, if its clip path is one shape in user units."""
        if value in ("none", "inherit"):
            return None
        path = self.source.by_id.get(value.removeprefix("url(#").removesuffix(")"))
        children = [] if path is None else list(path.iterchildren(etree.Element))
        if path is None or len(children) != 1:
            self.picture(element, "it has a clip path of several shapes")
            return None
        around, own = self.source.properties[path], self.source.properties[children[0]]
        original = self.source.by_id.get(own.get("href", "")[1:], children[0])
        inner = {**self.source.properties[original], **own}
        shape = self.shape(local_name(original), inner)
        units = around.get("clipPathUnits", "userSpaceOnUse")
        if shape is None or "clip-path" in {*inner, *around} or units != "userSpaceOnUse":
            self.picture(element, "it has a clip path that is no plain shape")
            return None
        matrix = multiply(parse_transform(around.get("transform", "")), parse_transform(inner.get("transform", "")))
        rule = inner.get("clip-rule", around.get("clip-rule"))
        segments = through(outline_path(shape), self.scaled(matrix))
        return Path(segments, rule="evenodd" if rule == "evenodd" else "nonzero")

    def painted(self, element: etree._Element, shape: _Shape, style: Properties) -> tuple[Item, ...]:
        """A shape with its fill and line; each by itself where one is see-through."""
        if style["visibility"] in ("hidden", "collapse"):
            return ()
        fill, fill_alpha = self.paint(style, "fill", shape)
        colour, line_alpha = self.paint(style, "stroke", shape)
        if isinstance(colour, Gradient):
            self.picture(element, "a gradient draws a line")
            return ()
        stroke = self.stroke(style, colour) if colour else None
        if stroke and stroke.dash and _length(shape) > MAX_DASHES * sum(stroke.dash) / len(stroke.dash):
            raise SvgError(f"has a line of more than {MAX_DASHES} dashes")
        if isinstance(shape, Path):
            self._segments += len(shape.segments)
            if self._segments > MAX_SEGMENTS:
                raise self.too_large(element, f"more than {MAX_SEGMENTS} lines and curves")
            box = path_bounds(shape.segments)
            if not box.width > 0 < box.height:
                fill = None  # viewers of PDF show the area of a line as a line
            shape = replace(shape, rule="evenodd" if style["fill-rule"] == "evenodd" else "nonzero")
        if fill_alpha == line_alpha == 1:
            return (replace(shape, fill=fill, stroke=stroke),) if fill or stroke else ()
        parts = ((fill, fill_alpha, replace(shape, fill=fill)), (stroke, line_alpha, replace(shape, stroke=stroke)))
        shown = ((part, round(alpha, 4)) for paint, alpha, part in parts if paint)
        return tuple(Group((part,), opacity=alpha) if alpha < 1 else part for part, alpha in shown)

    def stroke(self, style: Properties, colour: Colour) -> Stroke | None:
        width = self.length(style["stroke-width"], "stroke-width")
        said = style["stroke-dasharray"].replace(",", " ").split()
        if len(said) > MAX_DASH:
            raise SvgError(f"stroke-dasharray has more than {MAX_DASH} lengths")
        dash = [self.length(part, "stroke-dasharray") for part in said] if said != ["none"] else []
        if any(part < 0 for part in dash) or sum(dash) <= 0:
            dash = []  # as SVG has it: no dashes
        mitre = max(1.0, parse_length(style["stroke-miterlimit"], "stroke-miterlimit"))
        ends = style["stroke-linecap"], style["stroke-linejoin"]
        try:
            stroke = msgspec.convert((colour, width, dash * (1 + len(dash) % 2), *ends, mitre), Stroke)
        except msgspec.ValidationError:
            raise SvgError(f"stroke-linecap and stroke-linejoin cannot be {ends[0][:20]} and {ends[1][:20]}") from None
        return stroke if width > 0 else None

    def paint(self, style: Properties, name: str, shape: _Shape) -> tuple[Paint | None, float]:
        """What fills or draws a shape, and how opaque it is."""
        value, alpha = style[name], parse_share(style[f"{name}-opacity"], f"{name}-opacity")
        if value.startswith("url("):
            target, _, instead = value.removeprefix("url(").partition(")")
            target = target.strip(" '\"").removeprefix("#")
            if alpha and (target in self.source.by_id or not instead.strip()):
                return self.gradient(target, shape), alpha
            value = instead.strip() or "none"
        if value.lower() == "currentcolor":
            value = style["color"] if style["color"].lower() != "currentcolor" else INK
        colour, own = svg_source.parse_colour(value)
        return (colour, alpha * own) if alpha * own > 0 else (None, 1.0)

    def gradient(self, name: str, shape: _Shape) -> Paint | None:
        """The gradient of an id over a shape, or one colour, if it comes to that."""
        element = self.source.by_id.get(name)
        kind = "" if element is None else local_name(element)
        if element is None or kind not in ("linearGradient", "radialGradient", "pattern"):
            raise SvgError(
                f"`#{name[:40]}` is no gradient or pattern of this drawing; fill with a colour or one of these"
            )
        own: Properties = {}
        stops: tuple[Stop, ...] = ()
        source: etree._Element | None = element
        for _ in range(MAX_DEPTH):
            if source is not None:
                own = {**self.source.properties[source], **own}
                stops = stops or tuple(self.stops(source))
                source = self.source.by_id.get(self.source.properties[source].get("href", "")[1:])
        if kind == "pattern" or own.get("spreadMethod", "pad") != "pad" or own.get("fr", "0") not in ("0", "0%"):
            self.picture(element, f"it has a {kind} of another kind" if kind != "pattern" else "it has <pattern>")
            return None
        boxed = own.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        box = exact_bounds(shape.segments) if isinstance(shape, Path) else shape.box
        if not stops or (boxed and not box.width > 0 < box.height):
            return None

        def place(key: str, default: str) -> float:
            if boxed:
                return parse_length(own.get(key, default), key, 1.0)
            return self.length(own.get(key, default), key, self.view.height if "y" in key else self.view.width)

        focus = 0.0, 0.0
        if kind == "linearGradient":
            x, y = place("x1", "0%"), place("y1", "0%")
            dx, dy = place("x2", "100%") - x, place("y2", "0%") - y
            matrix = (dx, dy, -dy, dx, x, y)
        else:
            x, y, radius = place("cx", "50%"), place("cy", "50%"), place("r", "50%")
            matrix = (radius, 0.0, 0.0, radius, x, y)
            away = [place(key, own.get(middle, "50%")) - at for key, middle, at in (("fx", "cx", x), ("fy", "cy", y))]
            far = max(radius, math.hypot(*away) / 0.99) or 1.0  # kept inside of its circle
            focus = round(away[0] / far, 4) + 0.0, round(away[1] / far, 4) + 0.0
        turned = parse_transform(own.get("gradientTransform", "none"))
        units = (box.width, 0.0, 0.0, box.height, box.x, box.y) if boxed else IDENTITY
        matrix = multiply(units, multiply(turned if boxed else self.scaled(turned), matrix))
        if len(stops) == 1 or abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
            return stops[-1].colour
        return Gradient("linear" if kind == "linearGradient" else "radial", matrix, stops, focus)

    def stops(self, gradient: etree._Element) -> Iterator[Stop]:
        least = 0.0
        for own in (self.source.properties[each] for each in gradient if local_name(each) == "stop"):
            value = own.get("stop-color", "black")
            colour, alpha = svg_source.parse_colour(own.get("color", INK) if value == "currentColor" else value)
            alpha *= parse_share(own.get("stop-opacity", "1"), "stop-opacity") if colour else 0.0
            least = max(least, parse_share(own.get("offset", "0"), "offset"))
            yield Stop(least, colour or "#000000", round(alpha, 4))

    def shape(self, name: str, own: Properties) -> _Shape | None:
        """A basic shape without fill and line; None, if it has no size."""

        def value(key: str, default: float = 0.0) -> float:
            whole = 0.0 if key == "r" else self.view.height if key[-1] in "yt" or "y" in key else self.view.width
            return self.length(own[key], key, whole) if own.get(key, "auto") != "auto" else default

        match name:
            case "path":
                segments = parse_path(own.get("d", ""))
                if self.unit != 1:
                    segments = through(segments, (self.unit, 0.0, 0.0, self.unit, 0.0, 0.0))
                return Path(segments) if segments else None
            case "polyline" | "polygon":
                points = svg_source.parse_numbers(own.get("points", ""), "points")
                if len(points) % 2:
                    raise SvgError("points needs pairs of numbers")
                lines = "L".join(f"{x!r},{y!r}" for x, y in zip(points[::2], points[1::2], strict=True))
                data = f"M{lines}{'Z' if name == 'polygon' else ''}"
                return self.shape("path", {"d": data}) if len(points) > 2 else None
            case "line":
                return Path((("M", value("x1"), value("y1")), ("L", value("x2"), value("y2"))))
        rx, ry = value("rx", -1.0), value("ry", -1.0)  # less than 0 is as if it were not said
        rx, ry = (rx if rx >= 0 else ry), (ry if ry >= 0 else rx)
        if name == "rect":
            box = Box(value("x"), value("y"), value("width"), value("height"))
            rx, ry = max(0.0, min(rx, box.width / 2)), max(0.0, min(ry, box.height / 2))
            if rx != ry and rx and ry and box.width > 0 < box.height:
                return Path(rounded_rect(box, rx, ry))
            return Rect(box, radius=min(rx, ry)) if box.width > 0 < box.height else None
        if name == "circle":
            rx = ry = value("r")
        return Ellipse(Box(value("cx") - rx, value("cy") - ry, 2 * rx, 2 * ry)) if rx > 0 < ry else None


def _inherit(parent: Properties, own: Properties) -> Properties:
    """The inherited properties of an element."""
    changed = {name: own[name] for name in _INHERITED if own.get(name, "inherit") not in ("inherit", "unset")}
    initial = {name: _INHERITED[name] for name, value in changed.items() if value == "initial"}
    return {**parent, **changed, **initial} if changed else parent


def _side(value: str, side: str) -> float | None:
    """A side of the drawing in user units; None for per cent and `auto`."""
    try:
        length = parse_length(value.strip(), side)
    except SvgError:
        return None
    if length <= 0:
        raise SvgError("width and height must be more than 0")
    return length


def _length(shape: _Shape) -> float:
    """At least the length of an outline: that of the way through all of its points."""
    segments = outline_path(shape)
    xs = (x for segment in segments for x in segment[1::2])
    ys = (y for segment in segments for y in segment[2::2])
    return sum(math.dist(first, last) for first, last in pairwise(zip(xs, ys, strict=True)))


def _fits(items: Iterable[Item], box: Box, slack: float, matrix: Matrix = IDENTITY) -> bool:
    """Whether shapes lie in a box, but for `slack`; their lines may stand out of it."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(matrix, item.matrix)
            clipped = isinstance(item.clip, Path) and _fits((item.clip,), box, slack, inner)
            if not clipped and not _fits(item.items, box, slack, inner):
                return False
        elif isinstance(item, _Shape):
            # The box round all points is found faster, and holds the shape.
            measures = (path_bounds, exact_bounds) if isinstance(item, Path) else ()
            boxes = (measure(item.segments) for measure in measures) if isinstance(item, Path) else (item.box,)
            if not any(box.holds(mapped(matrix, each), slack) for each in boxes):
                return False
    return True
