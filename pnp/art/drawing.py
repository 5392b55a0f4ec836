"""Reads SVG files: plain shapes as vectors, everything else as a picture rendered by resvg.

Vectors are shapes, groups and `use` with styles by class, transforms, opacity, linear and radial gradients, and clip
paths of one shape. External references are never read, scripts never run, and sizes are limited.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path as FilePath
from typing import TypeAlias
from urllib.parse import unquote_to_bytes

import msgspec
from fontTools.misc.transform import Transform
from lxml import etree
from msgspec.structs import replace
from PIL import ImageColor

from pnp.art import paths, raster
from pnp.art.paths import MAX_COORDINATE, PathError, multiply
from pnp.findings import Finding, KitError, Place
from pnp.kit.folder import read_limited
from pnp.scene import (
    IDENTITY,
    INK,
    Art,
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
    Stop,
    Stroke,
    mapped,
)

DPI, MAX_DRAWN_PIXELS = 600, 16_000_000
"""Pixels an inch of a drawing that becomes a picture, and its most pixels: about a page of A5."""
MAX_BYTES = 4_000_000
MAX_ELEMENTS, MAX_DEPTH, MAX_RULES = 20_000, 32, 2_000
"""Elements, those that `use` repeats counted each time; nested groups; rules of style sheets."""
MAX_SEGMENTS, MAX_DASHES, MAX_DASH = 100_000, 20_000, 100
"""Lines and curves, repeated ones counted each time; dashes of one line; lengths of a dash pattern."""
MAX_FINDINGS = 10
LEAST_UNITS, MOST_ENLARGED = 4.0, 10.0
"""Units of a vector drawing, and how much a transform may enlarge: PDF files hold 0.001 units."""

_SVG = "http://www.w3.org/2000/svg"
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
"""Properties that children take from their parents, with their initial values."""
_DEFINITIONS = re.compile(
    "defs|style|title|desc|metadata|view|script|symbol|clipPath|mask|filter|marker|pattern|set"
    "|(linear|radial)Gradient|animate(Transform|Motion)?"
)
"""Elements that draw nothing where they stand. Scripts do not run, animations stand still."""
_PICTURED = {"text": "; turn words into paths where you draw", "image": "", "switch": "", "svg": ""}
"""Elements that are drawn as pictures, and what to do instead."""
_UNKNOWN = frozenset({"foreignObject", "flowRoot", "meshgradient", "hatch", "video", "audio", "canvas", "iframe"})
"""Elements that resvg leaves out silently."""
_SPECIAL = re.compile(
    r"filter|mask|mix-blend-mode|marker(-\w+)?|paint-order|stroke-dashoffset|vector-effect|pathLength"
    r"|transform-(box|origin)|requiredExtensions|systemLanguage"
)
"""Properties that vectors cannot have …"""
_WITHOUT_EFFECT = re.compile(r"|none|normal|inherit|view-box|0(px)?( 0(px)?)?|(markers )?fill( .*)?")
"""… unless they have one of these values."""
_UNSUPPORTED = re.compile(
    r"\b(?:var|calc|clamp|color-mix|(?:ok)?lab|(?:ok)?lch|color|hwb|conic-gradient)\("
    r"|\bclip-path\W{1,3}(?!url|none|inherit)\w+|(?<![\w-])(?:transform|rotate|scale|translate|font|mask-image|offset-path)\s*:"
)
"""CSS that resvg leaves out silently …"""
_CHECKED = ("fill", "stroke", "color", "stop-color", "flood-color", "clip-path", "width", "height", "x", "y")
"""… and the attributes in which it is looked for, besides style sheets."""
_WIDE_COLOUR = re.compile(r"(([\w-]+):[^;\"']+;)\s*\2:\s*color\([^)]*\)")
"""A colour beyond sRGB after the same colour in sRGB, as Figma writes them."""
_TRANSFORM = re.compile(r"(?<![\w-])transform\s*:[^;}]*;?\s*")
_DATA = re.compile(r"data:image/(?:png|jpe?g|webp|gif|(svg\+xml))(?:;[\w=-]+)*?(;base64)?,", re.IGNORECASE)
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""User units in each unit of length (CSS Values 4, 6.2)."""
_DEGREES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-zA-Z]+|%)?")
_STEP = re.compile(r"\s*([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*")

Properties: TypeAlias = Mapping[str, str]
_Shape: TypeAlias = Rect | Ellipse | Path


class SvgError(ValueError):
    """A fault of one element; the message says what is wrong and what to do."""


class Drawing(msgspec.Struct, frozen=True):
    """A parsed drawing. If it is not a vector drawing, `art` is empty, `text` is the SVG for resvg, and `reason` is a
    warning that explains why."""

    art: Art
    text: str = ""
    reason: Finding | None = None

    def picture(self, scale: float, fonts: tuple[str, ...], language: str) -> Art:
        """Renders the drawing as a picture of 600 dpi, with `scale` mm per unit and texts in `fonts`. Raises
        `KitError`."""
        width, height = self.art.width, self.art.height
        dots = min(DPI / 25.4 * scale, math.sqrt(MAX_DRAWN_PIXELS / (width * height)))
        across, down = (max(1, round(side * dots)) for side in (width, height))
        try:
            data = raster.render_svg(self.text, across, down, fonts, language)
        except raster.RenderError as error:
            place = self.reason.place if self.reason else Place("")
            raise KitError([Finding("error", "art-too-large", place, f"the drawing {error}", "simplify it")]) from None
        picture = raster.parse_picture(data, "")
        item = picture.placed(Box(0.0, 0.0, width, height))
        return replace(self.art, key=f"{self.art.key} {picture.key}", items=(item,))


def read_drawing(path: FilePath, file: str = "") -> Drawing:
    """Reads an SVG file, named `file` in findings. Raises `KitError`."""
    return _read_drawing(path, file or path.name, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=2048)
def _read_drawing(path: FilePath, file: str, _modified: int) -> Drawing:
    return parse_drawing(read_limited(path, file, "art", MAX_BYTES), file)


def parse_drawing(data: bytes, file: str) -> Drawing:
    """Parses the bytes of an SVG file, as `read_drawing` does."""
    reader = _SvgReader(_parse_xml(data, file), file)
    try:
        art = reader.art(sha256(data).hexdigest()[:16])
        if reader.findings:
            raise KitError(reader.findings[:MAX_FINDINGS])
        if reader.reason is None:
            return Drawing(art)
        return Drawing(replace(art, items=()), reader.format_for_resvg(), reader.reason)
    except (SvgError, PathError) as error:
        raise KitError([_finding(file, reader.root, "art-unknown", f"<svg>: {error}")]) from None


class _SvgReader:
    """Reads a drawing. Collects faults in `findings`; `reason` is why it is not a vector drawing."""

    def __init__(self, root: etree._Element, file: str) -> None:
        """Applies style sheets and checks each element. Raises `KitError`."""
        self.root = root
        self.file = file
        self.findings: list[Finding] = []
        self.reason: Finding | None = None
        self.view = Box(0.0, 0.0, 0.0, 0.0)
        self.view_text = ""
        self.element_count = self.segment_count = 0
        self.own: dict[etree._Element, Properties] = {}
        elements = list(root.iter(etree.Element))
        if len(elements) > MAX_ELEMENTS:
            raise self.too_large(root, f"more than {MAX_ELEMENTS} elements")
        self.by_id = {str(element.get("id")): element for element in reversed(elements) if element.get("id")}
        element = root
        try:
            rules, self.complex_style = _read_style_rules(elements)
            for element in elements:
                self.own[element] = _properties(element, rules)
                _check_references(element, self.own[element], self.by_id)
        except SvgError as error:
            message = f"<{etree.QName(element).localname}>: {error}"
            raise KitError([_finding(file, element, "art-unknown", message)]) from None

    def art(self, key: str) -> Art:
        """Returns the drawing with the origin in the upper left corner of its box."""
        root, own = self.root, self.own[self.root]
        width, height = (_side(root.get(side, "auto"), side) for side in ("width", "height"))
        if "viewBox" not in own and (width is None or height is None):
            raise SvgError("needs a viewBox, or a width and a height")
        numbers = parse_numbers(own.get("viewBox", f"0 0 {width} {height}"), "viewBox")
        if len(numbers) != 4 or min(numbers[2:]) <= 0:
            raise SvgError("viewBox needs four numbers: left, top, width, height")
        view = shown = Box(*numbers)
        self.view_text = " ".join(f"{part:.9g}" for part in numbers)
        if width and height and not 0.99 <= width / view.width / (height / view.height) <= 1.01:
            unit = min(width / view.width, height / view.height)
            shown = Box(0.0, 0.0, width / unit, height / unit)
            self.draw_as_picture(root, "its width and height have other proportions than its viewBox")
        if max(shown.width, shown.height) < LEAST_UNITS:
            self.draw_as_picture(root, f"its viewBox has fewer than {LEAST_UNITS:g} units; draw it larger")
        self.view = view
        if self.complex_style:
            self.draw_as_picture(root, f"it has {self.complex_style}")
        if own.get("transform") or own.get("clip-path", "none") != "none":
            self.draw_as_picture(root, "its <svg> is transformed or clipped")
        self.check_plain(root, own)
        self.add_background(own.get("background-color", own.get("background", "none")), numbers)
        items = self.children(root, _inherit(_INHERITED, own), 0)
        slack = max(shown.width, shown.height) / 100  # lines may reach over the edge, and a little more
        inside = all(shown.holds(box, slack) for box in _list_boxes(items))
        clip = None if own.get("overflow") == "visible" or inside else shown
        opacity = parse_share(own.get("opacity", "1"), "opacity")
        if items and (shown.x or shown.y or opacity < 1 or clip):
            items = (Group(items, (1.0, 0.0, 0.0, 1.0, -shown.x, -shown.y), clip, opacity),)
        return Art(key, shown.width, shown.height, items)

    def format_for_resvg(self) -> str:
        """Returns the SVG with transforms as attributes and colours in resvg's notation. Raises `SvgError` for features
        that resvg would ignore."""
        for element, own in self.own.items():
            css = [element.get("style", ""), element.text or "" if find_local_name(element) == "style" else ""]
            if not self.complex_style:  # transforms of style sheets become attributes
                css = [_TRANSFORM.sub("", text) for text in css]
                if css[0]:
                    element.set("style", css[0])
                if css[1]:
                    element.text = css[1]
            if "transform" in own:
                numbers = " ".join(f"{part:.9g}" for part in parse_transform(own["transform"]))
                element.set("transform", f"matrix({numbers})")
            attributes = [f'{name}="{element.get(name)}"' for name in _CHECKED if name in element.attrib]
            if found := _UNSUPPORTED.search(_WIDE_COLOUR.sub(r"\1", "\n".join((*attributes, *css)))):
                raise SvgError(f"it becomes a picture, which cannot have `{found[0][:40]}`; write it in a plain form")
        self.root.attrib.update({"width": raster.WIDTH, "height": raster.HEIGHT, "viewBox": self.view_text})
        self.root.set("color", self.root.get("color", INK))
        text = _WIDE_COLOUR.sub(r"\1", str(etree.tostring(self.root, encoding="unicode")))
        text = re.sub(r"\b(?:rgb|hsl)a?\([^()]*\)", _convert_to_rgba, text)
        return text if self.root.tag != "svg" else text.replace("<svg", f'<svg xmlns="{_SVG}"', 1)

    def add_background(self, colour: str, view: list[float]) -> None:
        """Adds the CSS background colour as a rectangle; other backgrounds are ignored."""
        with suppress(SvgError):
            if parse_colour(colour)[0] is not None:
                sides = zip(("x", "y", "width", "height"), map(str, view), strict=True)
                attributes = dict(sides, fill=colour)
                ground = self.root.makeelement(f"{self.root.tag[:-3]}rect", attributes)
                self.root.insert(0, ground)
                self.own[ground] = attributes

    def draw_as_picture(self, element: etree._Element, why: str) -> None:
        """Records why the drawing becomes a picture; the first reason is kept."""
        message = f"the drawing is printed as a picture, not as lines: {why}"
        place = Place(self.file, element.sourceline or 0)
        self.reason = self.reason or Finding("warning", "art-picture", place, message)

    def check_plain(self, element: etree._Element, own: Properties) -> None:
        for name, value in own.items():
            if _SPECIAL.fullmatch(name) and not _WITHOUT_EFFECT.fullmatch(value):
                self.draw_as_picture(element, f"<{find_local_name(element)}> has {name}")

    def too_large(self, element: etree._Element, what: str) -> KitError:
        return KitError([_finding(self.file, element, "art-too-large", f"the drawing is {what}")])

    def length(self, own: Properties, key: str, default: str = "0") -> float:
        """Converts a length to user units. Percentages refer to the view box's width, height, or diagonal."""
        width, height = self.view.width, self.view.height
        axis = key.strip("rcf12")  # x1, cx, fx and rx lie along x
        whole = {"x": width, "width": width, "y": height, "height": height}.get(axis)
        return parse_length(own.get(key, default), key, whole or math.hypot(width, height) / math.sqrt(2))

    def children(self, parent: etree._Element, style: Properties, depth: int) -> tuple[Item, ...]:
        items: list[Item] = []
        for element in parent.iterchildren(etree.Element):
            try:
                items += self.element(element, style, depth)
            except (SvgError, PathError) as error:
                message = f"<{find_local_name(element)}>: {error}"
                self.findings.append(_finding(self.file, element, "art-unknown", message))
        return tuple(items)

    def element(self, element: etree._Element, parent: Properties, depth: int) -> tuple[Item, ...]:
        own, name = self.own[element], find_local_name(element)
        opacity = parse_share(own.get("opacity", "1"), "opacity")
        self.element_count += bool(name)
        if depth > MAX_DEPTH:
            raise self.too_large(element, f"nested deeper than {MAX_DEPTH}")
        if self.element_count > MAX_ELEMENTS:
            raise self.too_large(element, f"more than {MAX_ELEMENTS} elements")
        if not name or own.get("display") == "none" or opacity == 0:
            return ()
        matrix = parse_transform(own.get("transform", ""))
        items = self.items(element, name, _inherit(parent, own), depth)
        if not items:
            return ()
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) >= MOST_ENLARGED**2:
            self.draw_as_picture(element, "a transform enlarges it more than tenfold")
        clip = self.clip(element, own.get("clip-path", "none"))
        if matrix == IDENTITY and clip is None and opacity == 1:
            return items
        return (Group(items, matrix, clip, opacity),)

    def items(self, element: etree._Element, name: str, style: Properties, depth: int) -> tuple[Item, ...]:
        """Returns the items of an element without its own transform and opacity."""
        own = self.own[element]
        if not _DEFINITIONS.fullmatch(name) and name not in _PICTURED:
            self.check_plain(element, own)
        match name:
            case "g" | "a":
                return self.children(element, style, depth + 1)
            case "use":
                original = self.by_id.get(own.get("href", "")[1:])
                if original is None or find_local_name(original) in ("symbol", "svg"):
                    self.draw_as_picture(element, "it has <symbol>")
                    return ()
                items = self.element(original, style, depth + 1)
                x, y = self.length(own, "x"), self.length(own, "y")
                return (Group(items, (1.0, 0.0, 0.0, 1.0, x, y)),) if items and (x or y) else items
            case "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon":
                shape = self.shape(name, own)
                style = {**style, "fill": "none"} if name == "line" else style
                return () if shape is None else self.painted(element, shape, style)
        if name in _PICTURED:
            self.draw_as_picture(element, f"it has <{name}>{_PICTURED[name]}")
        elif not _DEFINITIONS.fullmatch(name):
            raise SvgError("is not drawn; draw it with shapes, or delete it")
        return ()

    def clip(self, element: etree._Element, value: str) -> Path | None:
        """Returns an element's clip shape, if its clip path is one shape in user units."""
        if value in ("none", "inherit"):
            return None
        path = self.by_id.get(value.removeprefix("url(#").removesuffix(")"))
        children = [] if path is None else list(path.iterchildren(etree.Element))
        if path is None or len(children) != 1:
            self.draw_as_picture(element, "it has a clip path of several shapes")
            return None
        around, own = self.own[path], self.own[children[0]]
        original = self.by_id.get(own.get("href", "")[1:], children[0])
        inner = {**self.own[original], **own}
        shape = self.shape(find_local_name(original), inner)
        units = around.get("clipPathUnits", "userSpaceOnUse")
        if shape is None or "clip-path" in {*inner, *around} or units != "userSpaceOnUse":
            self.draw_as_picture(element, "it has a clip path that is no plain shape")
            return None
        matrix = multiply(parse_transform(around.get("transform", "")), parse_transform(inner.get("transform", "")))
        rule = inner.get("clip-rule", around.get("clip-rule"))
        segments = paths.through(paths.outline_path(shape), matrix)
        return Path(segments, rule="evenodd" if rule == "evenodd" else "nonzero")

    def shape(self, name: str, own: Properties) -> _Shape | None:
        """Returns a basic shape without fill and stroke; None if it has no size."""
        own = {key: value for key, value in own.items() if value != "auto"}
        match name:
            case "path":
                segments = paths.parse_path(own.get("d", ""))
                return Path(segments) if segments else None
            case "polyline" | "polygon":
                points = parse_numbers(own.get("points", ""), "points")
                if len(points) % 2:
                    raise SvgError("points needs pairs of numbers")
                data = f"M{' '.join(map(repr, points))}{'Z' if name == 'polygon' else ''}"
                return self.shape("path", {"d": data}) if len(points) > 2 else None
            case "line":
                x1, y1, x2, y2 = (self.length(own, key) for key in ("x1", "y1", "x2", "y2"))
                return Path((("M", x1, y1), ("L", x2, y2)))
        rx, ry = self.length(own, "rx", "-1"), self.length(own, "ry", "-1")  # negative: not given
        rx, ry = (rx if rx >= 0 else ry), (ry if ry >= 0 else rx)
        if name == "rect":
            box = Box(*(self.length(own, key) for key in ("x", "y", "width", "height")))
            rx, ry = max(0.0, min(rx, box.width / 2)), max(0.0, min(ry, box.height / 2))
            if not box.width > 0 < box.height:
                return None
            return (
                Path(paths.draw_rounded_rect(box, rx, ry)) if rx != ry and rx and ry else Rect(box, radius=min(rx, ry))
            )
        if name == "circle":
            rx = ry = self.length(own, "r")
        x, y = self.length(own, "cx"), self.length(own, "cy")
        return Ellipse(Box(x - rx, y - ry, 2 * rx, 2 * ry)) if rx > 0 < ry else None

    def painted(self, element: etree._Element, shape: _Shape, style: Properties) -> tuple[Item, ...]:
        """Returns a shape with its fill and stroke, as two items if one is translucent."""
        if style["visibility"] in ("hidden", "collapse"):
            return ()
        fill, fill_alpha = self.paint(style, "fill", shape)
        colour, line_alpha = self.paint(style, "stroke", shape)
        if isinstance(colour, Gradient):
            self.draw_as_picture(element, "a gradient draws a line")
            return ()
        stroke = self.stroke(style, colour) if colour else None
        if stroke and stroke.dash and _measure(shape) > MAX_DASHES * sum(stroke.dash) / len(stroke.dash):
            raise SvgError(f"has a line of more than {MAX_DASHES} dashes")
        if isinstance(shape, Path):
            self.segment_count += len(shape.segments)
            if self.segment_count > MAX_SEGMENTS:
                raise self.too_large(element, f"more than {MAX_SEGMENTS} lines and curves")
            box = paths.measure_path(shape.segments)
            if not box.width > 0 < box.height:
                fill = None  # PDF viewers show the area of a line as a line
            shape = replace(shape, rule="evenodd" if style["fill-rule"] == "evenodd" else "nonzero")
        if fill_alpha == line_alpha == 1:
            return (replace(shape, fill=fill, stroke=stroke),) if fill or stroke else ()
        parts = ((fill, fill_alpha, replace(shape, fill=fill)), (stroke, line_alpha, replace(shape, stroke=stroke)))
        shown = ((part, round(alpha, 4)) for paint, alpha, part in parts if paint)
        return tuple(Group((part,), opacity=alpha) if alpha < 1 else part for part, alpha in shown)

    def stroke(self, style: Properties, colour: Colour) -> Stroke | None:
        width = self.length(style, "stroke-width")
        lengths = style["stroke-dasharray"].replace("none", "").replace(",", " ").split()
        if len(lengths) > MAX_DASH:
            raise SvgError(f"stroke-dasharray has more than {MAX_DASH} lengths")
        dash = [self.length({"stroke-dasharray": part}, "stroke-dasharray") for part in lengths]
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
        """Returns the paint of a shape's fill or stroke (None: none), and its opacity from 0 to 1."""
        value, alpha = style[name], parse_share(style[f"{name}-opacity"], f"{name}-opacity")
        if value.startswith("url("):
            target, _, fallback = value.removeprefix("url(").partition(")")
            target = target.strip(" '\"").removeprefix("#")
            if alpha and (target in self.by_id or not fallback.strip()):
                return self.gradient(target, shape), alpha
            value = fallback.strip() or "none"
        if value.lower() == "currentcolor":
            value = style["color"] if style["color"].lower() != "currentcolor" else INK
        colour, own = parse_colour(value)
        return (colour, alpha * own) if alpha * own > 0 else (None, 1.0)

    def gradient(self, name: str, shape: _Shape) -> Paint | None:
        """Returns the gradient with this id for a shape, or one colour if it is flat."""
        element = self.by_id.get(name)
        kind = "" if element is None else find_local_name(element)
        if element is None or kind not in ("linearGradient", "radialGradient", "pattern"):
            raise SvgError(f"`#{name[:40]}` is no gradient or pattern of this drawing; fill with a colour")
        own: Properties = {}
        stops: tuple[Stop, ...] = ()
        source: etree._Element | None = element
        for _ in range(MAX_DEPTH):  # attributes and stops that are missing come from the `href` chain
            if source is not None:
                own = {**self.own[source], **own}
                stops = stops or tuple(self.stops(source))
                source = self.by_id.get(self.own[source].get("href", "")[1:])
        if kind == "pattern" or own.get("spreadMethod", "pad") != "pad" or own.get("fr", "0") not in ("0", "0%"):
            kinds = "it has <pattern>" if kind == "pattern" else f"it has a {kind} of another kind"
            self.draw_as_picture(element, kinds)
            return None
        boxed = own.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        box = paths.measure_exactly(shape.segments) if isinstance(shape, Path) else shape.box
        if not stops or (boxed and not box.width > 0 < box.height):
            return None

        def place(key: str, default: str) -> float:
            return parse_length(own.get(key, default), key, 1.0) if boxed else self.length(own, key, default)

        linear, focus = kind == "linearGradient", (0.0, 0.0)
        if linear:
            x, y = place("x1", "0%"), place("y1", "0%")
            dx, dy = place("x2", "100%") - x, place("y2", "0%") - y
        else:
            x, y, dx, dy = place("cx", "50%"), place("cy", "50%"), place("r", "50%"), 0.0
            away = place("fx", own.get("cx", "50%")) - x, place("fy", own.get("cy", "50%")) - y
            far = max(dx, math.hypot(*away) / 0.99) or 1.0  # inside the circle
            focus = round(away[0] / far, 4) + 0.0, round(away[1] / far, 4) + 0.0
        matrix = (dx, dy, -dy, dx, x, y)
        turned = parse_transform(own.get("gradientTransform", "none"))
        units = (box.width, 0.0, 0.0, box.height, box.x, box.y) if boxed else IDENTITY
        matrix = multiply(units, multiply(turned, matrix))
        if len(stops) == 1 or abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
            return stops[-1].colour
        return Gradient("linear" if linear else "radial", matrix, stops, focus)

    def stops(self, gradient: etree._Element) -> Iterator[Stop]:
        least = 0.0
        for own in (self.own[each] for each in gradient if find_local_name(each) == "stop"):
            value = own.get("stop-color", "black")
            colour, alpha = parse_colour(own.get("color", INK) if value == "currentColor" else value)
            alpha *= parse_share(own.get("stop-opacity", "1"), "stop-opacity") if colour else 0.0
            least = max(least, parse_share(own.get("offset", "0"), "offset"))
            yield Stop(least, colour or "#000000", round(alpha, 4))


def find_local_name(element: etree._Element) -> str:
    """Returns the name of an SVG element; "" for elements of other namespaces."""
    space, _, name = str(element.tag).rpartition("}")
    return name if space in ("", f"{{{_SVG}") else ""


def parse_numbers(value: str, name: str, whole: float = 0.0) -> list[float]:
    """Parses numbers in user units or degrees, or percentages of `whole`. Raises `SvgError`."""
    found = []
    for number, unit in _NUMBER.findall(value):
        factor = whole / 100 if unit == "%" else _UNITS.get(unit, _DEGREES.get(unit, 0.0))
        found.append(float(number) * factor)
        if not factor or not abs(found[-1]) <= MAX_COORDINATE:
            raise SvgError(f'{name}="{value[:40]}" is {"too large" if factor else "no plain number"}')
    if _NUMBER.sub("", value).replace(",", " ").strip():
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    return found


def parse_length(value: str, name: str, whole: float = 0.0) -> float:
    """Parses one such number. Raises `SvgError`."""
    found = parse_numbers(value, name, whole)
    if len(found) != 1:
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    return found[0]


def parse_share(value: str, name: str) -> float:
    """Parses a number from 0 to 1 or a percentage. Raises `SvgError`."""
    return min(1.0, max(0.0, parse_length(value, name, 1.0)))


def parse_colour(value: str) -> tuple[Colour | None, float]:
    """Returns a colour as `#RRGGBB` and its opacity; None for `none`. Raises `SvgError`."""
    text, alpha = value.strip().lower(), 1.0
    if text in ("none", "transparent"):
        return None, 1.0
    name, bracket, rest = text.partition("(")
    if bracket and name in ("rgb", "rgba", "hsl", "hsla"):
        parts = re.split(r"[\s,/]+", rest.removesuffix(")").replace("deg", "").strip())
        alpha = parse_share(parts.pop(), "opacity") if len(parts) == 4 else 1.0
        text = f"{name[:3]}({','.join(parts)})"
    try:
        red, green, blue, *more = ImageColor.getrgb(text)
    except ValueError:
        raise SvgError(f"`{value[:40]}` is no colour; write #rrggbb") from None
    channels = bytes(min(255, max(0, part)) for part in (red, green, blue))
    return f"#{channels.hex().upper()}", more[0] / 255 if more else alpha


def parse_transform(value: str) -> Matrix:
    """Returns a transform list as one matrix. Raises `SvgError`."""
    matrix, position, text = Transform(), 0, "" if value == "none" else value.strip()
    while position < len(text):
        step = _STEP.match(text, position)
        if step is None:
            raise SvgError(f'transform="{value[:60]}" cannot be read')
        match step[1], parse_numbers(step[2], "transform"):
            case "matrix", [_, _, _, _, _, _] as numbers:
                matrix = matrix.transform(numbers)
            case "translate" | "scale", [_] | [_, _] as numbers:
                matrix = getattr(matrix, step[1])(*numbers)
            case "rotate", [angle] | [angle, _, _] as numbers:
                x, y = numbers[1:] or (0.0, 0.0)
                matrix = matrix.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
            case "skewX", [angle]:
                matrix = matrix.skew(math.radians(angle))
            case "skewY", [angle]:
                matrix = matrix.skew(0.0, math.radians(angle))
            case _:
                raise SvgError(f"transform {step[1][:20]} with these numbers cannot be read")
        position = step.end()
    if any(not abs(part) <= MAX_COORDINATE for part in matrix):
        raise SvgError(f'transform="{value[:60]}" leads too far out')
    a, b, c, d, e, f = map(float, matrix)
    return (a, b, c, d, e, f)


def _parse_xml(data: bytes, file: str) -> etree._Element:
    """Parses an SVG file and returns its root. External entities are not resolved. Raises `KitError`."""
    parser = etree.XMLParser(
        resolve_entities="internal", no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line, message = getattr(error, "lineno", 0) or 0, re.sub(r",? line \d+.*", "", str(error).split("\n")[0])
        if "depth" in message:
            found = _finding(file, line, "art-too-large", f"the drawing is nested deeper than {MAX_DEPTH}")
        elif "ntit" in message:  # an entity
            found = _finding(file, line, "art-doctype", f"the DOCTYPE is not followed: {message}")
        else:
            found = _finding(file, line, "art-unreadable", f"is not XML: {message or 'empty'}")
        raise KitError([found]) from None
    if find_local_name(root) != "svg":
        message = f"is a <{etree.QName(root).localname}>, not an <svg>"
        raise KitError([_finding(file, root, "art-unknown", message)])
    return root


def _read_style_rules(elements: list[etree._Element]) -> tuple[dict[str, list[tuple[int, Properties]]], str]:
    """Returns the numbered rules of all style sheets by selector, or what is too complex in them. Raises `SvgError`."""
    css = "\n".join(element.text or "" for element in elements if find_local_name(element) == "style")
    css = re.sub(r"(?s)/\*.*?\*/|@charset[^;]*;|@font-face\s*\{[^{}]*\}", "", css)
    if "@import" in css:
        raise SvgError("@import in a style sheet is not followed; copy the rules into the drawing")
    if found := re.search(r"@[\w-]+|!important|:root|--\w", css):
        return {}, f"`{found[0]}` in a style sheet"
    rules: dict[str, list[tuple[int, Properties]]] = {}
    for number, (selectors, block) in enumerate(re.findall(r"([^{}]*)\{([^{}]*)\}", css)):
        if number >= MAX_RULES:
            raise SvgError(f"style sheets have more than {MAX_RULES} rules")
        for selector in map(str.strip, selectors.split(",")):
            if not re.fullmatch(r"\*|[.#]?[a-zA-Z_][\w-]*", selector):
                return {}, f"the selector `{selector[:40]}` in a style sheet"
            rules.setdefault(selector, []).append((number, _declarations(block)))
    return rules, ""


def _declarations(text: str) -> Properties:
    parts = (part.partition(":") for part in re.findall(r"(?:[^;(]|\([^)]*\))+", _WIDE_COLOUR.sub(r"\1", text)))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in parts if value.strip()}


def _properties(element: etree._Element, rules: Mapping[str, list[tuple[int, Properties]]]) -> Properties:
    """Returns the attributes of an element, overridden by style sheets and by its `style`."""
    for name in [str(name) for name in element.attrib if str(name).endswith("}href")]:  # resvg reads them all
        target = str(element.attrib.pop(name))
        element.set("href", element.get("href", target))
    found = {str(name): str(value).strip() for name, value in element.attrib.items() if "}" not in str(name)}
    style = found.pop("style", "")
    classes = [f".{name}" for name in found.get("class", "").split()]
    for selectors in (["*"], [find_local_name(element)], classes, [f"#{found.get('id')}"]):
        applied = [rule for selector in selectors for rule in rules.get(selector, ())]
        for _, declared in sorted(applied, key=lambda rule: rule[0]):
            found |= declared
    return {**found, **_declarations(style)}


def _check_references(element: etree._Element, own: Properties, by_id: Mapping[str, etree._Element]) -> None:
    """Raises `SvgError` for external references, and for elements that resvg ignores."""
    name, target = find_local_name(element), own.get("href", "")
    if name in _UNKNOWN and all(find_local_name(above) != "switch" for above in element.iterancestors(etree.Element)):
        raise SvgError("is not drawn; draw it with shapes, or delete it")
    for key in ("clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end"):
        found = re.match(r"url\(\s*['\"]?([^'\")]*)", own.get(key, ""))
        if found and found[1].strip().removeprefix("#") not in by_id:
            raise SvgError(f'{key}="{own[key][:40]}" is not in this drawing')
    if name in ("a", "script", "") or (not target and name != "image"):
        return
    if target.startswith("#"):
        if target[1:] not in by_id and name == "use":
            raise SvgError(f"`{target[:60]}` is not in this drawing")
        return
    found = _DATA.match(target)
    if found is None or name not in ("image", "feImage"):
        raise SvgError(f"`{target[:60] or name}` is not in this drawing; embed it where you draw")
    coded = target[found.end() :]
    try:
        data = base64.b64decode(re.sub(r"\s+", "", coded)) if found[2] else unquote_to_bytes(coded)
        if not found[1]:
            raster.open_picture(data, "", ("PNG", "JPEG", "WEBP", "GIF"))
        elif any(find_local_name(inner) == "image" for inner in _parse_xml(data, "").iter(etree.Element)):
            raise SvgError("a drawing within the drawing has pictures; embed them in the drawing itself")
    except KitError as error:
        raise SvgError(f"the picture {error.findings[0].message}") from None
    except binascii.Error:
        raise SvgError("the picture is not whole; embed it anew") from None


def _finding(file: str, element: etree._Element | int, code: str, message: str) -> Finding:
    line = element if isinstance(element, int) else element.sourceline or 0
    hints = {"art-too-large": "simplify it", "art-doctype": "delete the line <!DOCTYPE …>"}
    return Finding("error", code, Place(file, line), message, hints.get(code, ""))


def _inherit(parent: Properties, own: Properties) -> Properties:
    changed = {name: own[name] for name in _INHERITED if own.get(name, "inherit") not in ("inherit", "unset")}
    return {**parent, **{name: _INHERITED[name] if value == "initial" else value for name, value in changed.items()}}


def _side(value: str, side: str) -> float | None:
    """Returns a side of the drawing in user units; None for percentages and `auto`."""
    try:
        length = parse_length(value.strip(), side)
    except SvgError:
        return None
    if length <= 0:
        raise SvgError("width and height must be more than 0")
    return length


def _convert_to_rgba(found: re.Match[str]) -> str:
    colour, alpha = parse_colour(found[0])
    return f"rgba({','.join(map(str, bytes.fromhex((colour or '#000000')[1:])))},{alpha:g})"


def _measure(shape: _Shape) -> float:
    """Returns the approximate length of an outline."""
    outline = paths.flattened(paths.outline_path(shape))
    return sum(math.dist(*ends) for polygon in outline for ends in pairwise(polygon))


def _list_boxes(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Yields the bounding boxes of shapes without strokes, or of their clips where smaller."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(matrix, item.matrix)
            boxes = list(_list_boxes(item.items, inner))
            cut = mapped(inner, paths.measure_exactly(item.clip.segments)) if isinstance(item.clip, Path) else None
            yield from boxes if cut is None else (box.common(cut) for box in boxes)
        elif isinstance(item, _Shape):
            yield mapped(matrix, paths.measure_exactly(paths.outline_path(item)))
