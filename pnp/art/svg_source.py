"""SVG files as element trees, checked and with their style sheets applied; and the values of attributes."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import unquote_to_bytes

import msgspec
from lxml import etree

from pnp.art.paths import MAX_COORDINATE, multiply
from pnp.art.pictures import MAX_PIXELS, as_png, parse_picture
from pnp.art.resvg import HEIGHT, WIDTH
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Colour, Matrix
from pnp.scene.colour import INK

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
        picture = parse_picture(as_png(data) if kind in ("webp", "gif") else data, "")
    except KitError as error:
        raise SvgError(f"the picture {error.findings[0].message}") from None
    except binascii.Error:
        raise SvgError("the picture is not whole; embed it anew") from None
    return picture.pixels[0] * picture.pixels[1]
