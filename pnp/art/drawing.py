"""SVG files as element trees, checked and with their style sheets applied; and the values of attributes."""

from __future__ import annotations

import base64
import binascii
import contextlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path as FilePath
from typing import TypeAlias
from urllib.parse import unquote_to_bytes

import msgspec
from lxml import etree
from msgspec.structs import replace

from pnp.art.paths import (
    MAX_COORDINATE,
    PathError,
    exact_bounds,
    multiply,
    outline_path,
    parse_path,
    path_bounds,
    rounded_rect,
    through,
)
from pnp.art.raster import HEIGHT, MAX_PIXELS, WIDTH, RenderError, open_picture, parse_picture, read_bytes, render_svg
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Art, Box, Colour, Ellipse, Gradient, Group, Item, Matrix, Paint, Path, Rect, mapped
from pnp.scene.colour import INK
from pnp.scene.gradient import Stop
from pnp.scene.items import Stroke

MAX_ELEMENTS, MAX_RULES = 20_000, 2_000
"""Most elements of a drawing, in vectors with each repetition by `use`; and most rules of its style sheets."""
MAX_DEPTH = 32
"""Deepest nesting of groups and `use`."""
_NOT_DRAWN = frozenset({"foreignObject", "flowRoot", "meshgradient", "hatch", "video", "audio", "canvas", "iframe"})
"""Elements that resvg leaves out without a word."""
_NOT_IN_PICTURES = re.compile(
    r"\b(?:var|calc|clamp|color-mix|(?:ok)?lab|(?:ok)?lch|color|hwb|conic-gradient)\("
    r"|\bclip-path\W{1,3}(?!url|none|inherit)\w+|(?<![\w-])(?:transform|rotate|scale|translate|font|mask-image|offset-path)\s*:"
)
"""Other things that it leaves out: functions and properties of CSS."""
_WIDE_COLOUR = re.compile(r"(([\w-]+):[^;\"']+;)\s*\2:\s*color\([^)]*\)")
"""A colour beyond sRGB after the same colour in sRGB, as Figma writes them."""
_DATA = re.compile(r"data:image/(png|jpe?g|webp|gif|svg\+xml)(?:;[\w=-]+)*?(;base64)?,", re.IGNORECASE)
_LOOKS = frozenset({"fill", "stroke", "color", "stop-color", "flood-color", "clip-path", "width", "height", "x", "y"})
"""Attributes in which they are looked for."""
_TRANSFORM = re.compile(r"(?<![\w-])transform\s*:[^;}]*;?\s*")
_XMLNS = "http://www.w3.org/2000/svg"
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""User units in each unit of length (CSS Values 4, 6.2)."""
_DEGREES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-zA-Z]+|%)?")
_STEP = re.compile(r"\s*([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*")

Properties: TypeAlias = Mapping[str, str]
_Rules: TypeAlias = Mapping[str, list[tuple[int, Properties]]]
"""Number and declarations of the rules of style sheets, by selector."""


class SvgError(ValueError):
    """A fault of one element; the message says what is wrong and what to do."""


class Source(msgspec.Struct, frozen=True, eq=False):
    """A parsed file. `properties` are the attributes of each element with what `style` and style sheets say;
    `complex_style` names what of the style sheets is not among them."""

    root: etree._Element
    by_id: Mapping[str, etree._Element]
    properties: dict[etree._Element, Properties]
    complex_style: str

    def text(self, view: str) -> str:
        """The drawing for `render`, with this viewBox. Raises SvgError for what resvg would leave out."""
        for element, own in self.properties.items():
            if "transform" in own:
                numbers = " ".join(f"{part:.9g}" for part in parse_transform(own["transform"]))
                element.set("transform", f"matrix({numbers})")
            if not self.complex_style:  # transforms of style sheets are attributes now
                if "style" in element.attrib:
                    element.set("style", _TRANSFORM.sub("", element.get("style", "")))
                if local_name(element) == "style":
                    element.text = _TRANSFORM.sub("", element.text or "")
            self._check_for_resvg(element)
        self.root.attrib.update({"width": WIDTH, "height": HEIGHT, "viewBox": view})
        self.root.set("color", self.root.get("color", INK))
        text = _WIDE_COLOUR.sub(r"\1", str(etree.tostring(self.root, encoding="unicode")))
        text = re.sub(r"\b(?:rgb|hsl)a?\([^()]*\)", _rgba, text)
        return text if self.root.tag != "svg" else text.replace("<svg", f'<svg xmlns="{_XMLNS}"', 1)

    def _check_for_resvg(self, element: etree._Element) -> None:
        attributes = (f'{name}="{value}"' for name, value in element.attrib.items() if name in _LOOKS)
        css = element.text or "" if local_name(element) == "style" else ""
        said = _WIDE_COLOUR.sub(r"\1", "\n".join((*attributes, element.get("style", ""), css)))
        if found := _NOT_IN_PICTURES.search(said):
            raise SvgError(f"it becomes a picture, which cannot have `{found[0][:40]}`; write it in a plain form")


def parse_source(data: bytes, file: str) -> Source:
    """Parses and checks a file, which findings call `file`. Nothing outside of it is read. Raises KitError."""
    root = _parse_xml(data, file)
    elements = list(root.iter(etree.Element))
    if len(elements) > MAX_ELEMENTS:
        message = f"the drawing is more than {MAX_ELEMENTS} elements"
        raise KitError([finding(file, root, "art-too-large", message)])
    by_id = {str(element.get("id")): element for element in reversed(elements) if element.get("id")}
    properties: dict[etree._Element, Properties] = {}
    element, pixels = root, 0
    try:
        rules, complex_style = _style_rules(elements)
        for element in elements:
            properties[element] = _properties(element, rules)
            pixels += _check_element(element, properties[element], by_id)
            if pixels > MAX_PIXELS:
                raise SvgError(f"the pictures of the drawing have more than {MAX_PIXELS} pixels; embed smaller ones")
    except SvgError as error:
        message = f"<{etree.QName(element).localname}>: {error}"
        raise KitError([finding(file, element, "art-unknown", message)]) from None
    return Source(root, by_id, properties, complex_style)


def finding(file: str, element: etree._Element | int, code: str, message: str) -> Finding:
    """An error at an element or a line."""
    line = element if isinstance(element, int) else element.sourceline or 0
    hints = {"art-too-large": "simplify it", "art-doctype": "delete the line <!DOCTYPE …>"}
    return Finding("error", code, Place(file, line), message, hints.get(code, ""))


def local_name(element: etree._Element) -> str:
    """The name of an SVG element; "" for one of another namespace."""
    space, _, name = str(element.tag).rpartition("}")
    return name if space in ("", f"{{{_XMLNS}") else ""


def parse_numbers(value: str, name: str, whole: float = 0.0) -> list[float]:
    """Numbers with blanks or commas between, in user units or degrees; per cent are of `whole`. Raises SvgError."""
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
    """One such number. Raises SvgError."""
    found = parse_numbers(value, name, whole)
    if len(found) != 1:
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    return found[0]


def parse_share(value: str, name: str) -> float:
    """A number from 0 to 1, also in per cent. Raises SvgError."""
    return min(1.0, max(0.0, parse_length(value, name, 1.0)))


@lru_cache(maxsize=4_096)
def parse_colour(value: str) -> tuple[Colour | None, float]:
    """A colour as `#RRGGBB` and its opacity; None for `none`. Raises SvgError."""
    from PIL import ImageColor  # companion pages draw without Pillow

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


@lru_cache(maxsize=4_096)
def parse_transform(value: str) -> Matrix:
    """A transform list, as an attribute or a property, as one matrix. Raises SvgError."""
    matrix, position, text = IDENTITY, 0, "" if value == "none" else value.strip()
    while position < len(text):
        step = _STEP.match(text, position)
        if step is None:
            raise SvgError(f'transform="{value[:60]}" cannot be read')
        matrix = multiply(matrix, _transform_step(step[1], parse_numbers(step[2], "transform")))
        position = step.end()
    if any(not abs(part) <= MAX_COORDINATE for part in matrix):
        raise SvgError(f'transform="{value[:60]}" leads too far out')
    return matrix


def _transform_step(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x] | [x, _]:
            return (1.0, 0.0, 0.0, 1.0, x, numbers[1] if len(numbers) > 1 else 0.0)
        case "scale", [x] | [x, _]:
            return (x, 0.0, 0.0, numbers[-1], 0.0, 0.0)
        case "rotate", [angle] | [angle, _, _]:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = numbers[1:] or (0.0, 0.0)
            return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        case "skewX", [angle]:
            return (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0)
        case "skewY", [angle]:
            return (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0)
    raise SvgError(f"transform {name[:20]} with {len(numbers)} numbers cannot be read")


def _rgba(found: re.Match[str]) -> str:
    colour, alpha = parse_colour(found[0])
    return f"rgba({','.join(map(str, bytes.fromhex((colour or '#000000')[1:])))},{alpha:g})"


def _parse_xml(data: bytes, file: str) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities="internal", no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line, said = getattr(error, "lineno", 0) or 0, re.sub(r",? line \d+.*", "", str(error).split("\n")[0])
        if "depth" in said:
            found = finding(file, line, "art-too-large", f"the drawing is nested deeper than {MAX_DEPTH}")
        elif "ntit" in said:  # an entity
            found = finding(file, line, "art-doctype", f"the DOCTYPE is not followed: {said}")
        else:
            found = finding(file, line, "art-unreadable", f"is not XML: {said or 'empty'}")
        raise KitError([found]) from None
    if local_name(root) != "svg":
        message = f"is a <{etree.QName(root).localname}>, not an <svg>"
        raise KitError([finding(file, root, "art-unknown", message)])
    return root


def _style_rules(elements: list[etree._Element]) -> tuple[_Rules, str]:
    """The rules of all style sheets; or what in them is too complex. Raises SvgError."""
    sheets = [element for element in elements if local_name(element) == "style"]
    text = re.sub(
        r"(?s)/\*.*?\*/|@charset[^;]*;|@font-face\s*\{[^{}]*\}", "", "\n".join(one.text or "" for one in sheets)
    )
    if "@import" in text:
        raise SvgError("@import in a style sheet is not followed; copy the rules into the drawing")
    if found := re.search(r"@[\w-]+|!important|:root|--\w", text):
        return {}, f"`{found[0]}` in a style sheet"
    rules: dict[str, list[tuple[int, Properties]]] = {}
    for number, (selectors, block) in enumerate(re.findall(r"([^{}]*)\{([^{}]*)\}", text)):
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


def _properties(element: etree._Element, rules: _Rules) -> Properties:
    """The attributes of an element, under what style sheets and its `style` say."""
    for name in [str(name) for name in element.attrib if str(name).endswith("}href")]:  # resvg reads them all
        target = str(element.attrib.pop(name))
        element.set("href", element.get("href", target))
    found = {str(name): str(value).strip() for name, value in element.attrib.items() if "}" not in str(name)}
    style = found.pop("style", "")
    if rules:
        classes = [f".{name}" for name in found.get("class", "").split()]
        for keys in (["*"], [local_name(element)], classes, [f"#{found.get('id')}"]):
            for _, declared in sorted((rule for key in keys for rule in rules.get(key, ())), key=lambda rule: rule[0]):
                found |= declared
    return {**found, **_declarations(style)} if style else found


def _check_element(element: etree._Element, own: Properties, by_id: Mapping[str, etree._Element]) -> int:
    """The pixels of an embedded picture. Raises SvgError for an element that is not drawn, and for a reference to
    anything outside of the drawing."""
    name, target = local_name(element), own.get("href", "")
    if name in _NOT_DRAWN and all(local_name(above) != "switch" for above in element.iterancestors(etree.Element)):
        raise SvgError("is not drawn; draw it with shapes, or delete it")
    for key in ("clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end"):
        found = re.match(r"url\(\s*['\"]?([^'\")]*)", own.get(key, ""))
        if found and found[1].strip().removeprefix("#") not in by_id:
            raise SvgError(f'{key}="{own[key][:40]}" is not in this drawing')
    if name in ("a", "script", "") or (not target and name != "image"):
        return 0
    if target.startswith("#"):
        if target[1:] not in by_id and name == "use":
            raise SvgError(f"`{target[:60]}` is not in this drawing")
        return 0
    found = _DATA.match(target)
    if found is None or name not in ("image", "feImage"):
        raise SvgError(f"`{target[:60] or name}` is not in this drawing; embed it where you draw")
    coded, kind = target[found.end() :], found[1].lower()
    try:
        data = base64.b64decode(re.sub(r"\s+", "", coded)) if found[2] else unquote_to_bytes(coded)
        if kind == "svg+xml":
            inner = _parse_xml(data, "the drawing within")  # of which resvg draws no pictures
            if any(local_name(each) == "image" for each in inner.iter(etree.Element)):
                raise SvgError("a drawing within the drawing has pictures; embed them in the drawing itself")
            return 0
        width, height = open_picture(data, "", ("PNG", "JPEG", "WEBP", "GIF")).size
    except KitError as error:
        raise SvgError(f"the picture {error.findings[0].message}") from None
    except binascii.Error:
        raise SvgError("the picture is not whole; embed it anew") from None
    return width * height


DPI, MAX_DRAWN_PIXELS = 600, 16_000_000
"""Pixels an inch of a drawing that is printed as a picture, and its most pixels: about a page of A5."""
MAX_FINDINGS = 10
MAX_BYTES = 4_000_000
"""Bytes of a drawing: forty times our largest."""
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
        dots = min(DPI / 25.4 * scale, math.sqrt(MAX_DRAWN_PIXELS / (width * height)))
        try:
            data = render_svg(self.text, max(1, round(width * dots)), max(1, round(height * dots)), fonts, language)
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
    return parse_drawing(read_bytes(path, file, "art", MAX_BYTES), file)


def parse_drawing(data: bytes, file: str) -> Drawing:
    """Parses the bytes of an SVG file, as `read_drawing` does."""
    source = parse_source(data, file)
    reader = _Reader(source, file)
    try:
        art = reader.art(sha256(data).hexdigest()[:16])
        if reader.findings:
            raise KitError(reader.findings[:MAX_FINDINGS])
        if reader.reason is None:
            return Drawing(art)
        text = source.text(reader.view_text)
    except (SvgError, PathError) as error:
        raise KitError([finding(file, source.root, "art-unknown", f"<svg>: {error}")]) from None
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
        numbers = parse_numbers(own.get("viewBox", f"0 0 {width} {height}"), "viewBox")
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
            if parse_colour(colour)[0] is not None:
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
        return KitError([finding(self.file, element, "art-too-large", f"the drawing is {what}")])

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
                self.findings.append(finding(self.file, element, "art-unknown", message))
        return tuple(items)

    def element(self, element: etree._Element, parent: Properties, depth: int) -> tuple[Item, ...]:
        own = self.source.properties[element]
        opacity = parse_share(own.get("opacity", "1"), "opacity")
        name = local_name(element)
        self._elements += bool(name)
        if depth > MAX_DEPTH:
            raise self.too_large(element, f"nested deeper than {MAX_DEPTH}")
        if self._elements > MAX_ELEMENTS:
            raise self.too_large(element, f"more than {MAX_ELEMENTS} elements")
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
        colour, own = parse_colour(value)
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
            colour, alpha = parse_colour(own.get("color", INK) if value == "currentColor" else value)
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
                points = parse_numbers(own.get("points", ""), "points")
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
