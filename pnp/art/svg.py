"""Drawings read from SVG files: shapes, groups and what they repeat. What attributes may say is in `svg_attributes`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path as FilePath

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import PathError, parse_path, rounded_rect
from pnp.art.svg_attributes import Look, SvgError
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Art, Box, Ellipse, Group, Item, Path, Rect, Segment

MAX_FILE = 4_000_000
"""Largest SVG file in bytes: forty times our largest drawing."""
MAX_ELEMENTS = 20_000
"""Most elements, those that `use` repeats counted each time: a drawing within a drawing grows fast."""
MAX_DEPTH = 32
"""Deepest nesting of groups and `use`."""
MAX_SEGMENTS = 100_000
"""Most lines and curves, those that `use` repeats counted each time: thirty times our largest drawing."""
MAX_FINDINGS = 10
"""More findings in one drawing than this are not listed."""
LEAST_SIDE = 10.0
"""A drawing smaller than this many units is enlarged when it is read, so that 0.001 units stay exact enough."""

_POSITION = re.compile(r",? line \d+, column \d+.*$")
"""Where libxml2's messages say it; findings have the line in their place."""
_EVERYWHERE = svg_attributes.PRESENTATION | svg_attributes.HARMLESS | svg_attributes.PLAIN.keys()
_INSTEAD = {
    "text": "; set words with the face's `text`",
    "style": "; write its properties as attributes",
    "image": "; place the picture with the face's `picture`",
    "svg": "; draw it as a <g>",
}
_IGNORED = frozenset({"title", "desc", "metadata", "defs"})
_SHAPE_ATTRIBUTES = {
    "path": {"d", "pathLength"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "use": {"href", "x", "y"},
    "g": set[str](),
    "symbol": set[str](),
}


def read_art(path: FilePath, file: str = "") -> Art:
    """Reads an SVG file. Its units are the viewBox's.

    `file` is how findings call it. Raises KitError with a finding for each thing that is not understood:
    what art may contain is in `svg_attributes`; the file may have no DOCTYPE and leads nowhere outside of itself.
    """
    name = file or path.name
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_FILE else b""
    except OSError as error:
        raise _error(name, 0, "art-unreadable", f"cannot be read: {error.strerror}") from None
    if size > MAX_FILE:
        raise _error(name, 0, "art-too-large", f"{size} bytes; at most {MAX_FILE} are read")
    return parse_art(data, name)


def parse_art(data: bytes, file: str) -> Art:
    """Reads the bytes of an SVG file, as `read_art` does."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _error(file, 1, "art-doctype", "a drawing with a DOCTYPE is not read", "delete the line <!DOCTYPE …>")
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        if "depth" in str(error):
            raise _error(file, line, "art-too-large", f"the drawing is nested deeper than {MAX_DEPTH}") from None
        raise _error(file, line, "art-unreadable", f"is not XML: {_first_line(error)}") from None
    if root is None or root.getroottree().docinfo.doctype:
        raise _error(file, 1, "art-doctype", "a drawing with a DOCTYPE is not read", "delete the line <!DOCTYPE …>")
    reader = _Reader(root, file)
    art = reader.art(hashlib.sha256(data).hexdigest()[:16])
    if reader.findings:
        raise KitError(reader.findings[:MAX_FINDINGS])
    return art


class _Reader:
    """Walks a drawing; collects what it cannot draw as findings."""

    def __init__(self, root: etree._Element, file: str) -> None:
        self.root = root
        self.file = file
        self.findings: list[Finding] = []
        self.elements = self.segments = 0
        self.by_id = {element.get("id"): element for element in root.iter(etree.Element) if element.get("id")}

    def art(self, key: str) -> Art:
        empty = Art(key, 1.0, 1.0, ())
        if etree.QName(self.root).localname != "svg":
            self.find(self.root, f"is a <{etree.QName(self.root).localname}>, not an <svg>")
            return empty
        try:
            left, top, width, height = self.view()
            look = svg_attributes.inherited(Look(), dict(self.root.attrib))
        except SvgError as error:
            self.find(self.root, str(error))
            return empty
        scale = 100 / max(width, height) if max(width, height) < LEAST_SIDE else 1.0
        items = self.children(self.root, look, 0)
        matrix = (scale, 0.0, 0.0, scale, -left * scale, -top * scale)
        if matrix != IDENTITY:
            items = (Group(items, matrix),)
        return Art(key, width * scale, height * scale, items)

    def view(self) -> tuple[float, float, float, float]:
        """The viewBox; without one, the width and height."""
        if "viewBox" in self.root.attrib:
            box = svg_attributes.numbers(self.root.get("viewBox", ""), "viewBox")
            if len(box) == 4 and box[2] > 0 and box[3] > 0:
                return box[0], box[1], box[2], box[3]
            raise SvgError("viewBox needs four numbers: left, top, width, height")
        if "width" not in self.root.attrib or "height" not in self.root.attrib:
            raise SvgError("an <svg> needs a viewBox, or a width and a height")
        width = svg_attributes.number(self.root.get("width", ""), "width")
        height = svg_attributes.number(self.root.get("height", ""), "height")
        if width <= 0 or height <= 0:
            raise SvgError("width and height must be more than 0")
        return 0.0, 0.0, width, height

    def children(self, parent: etree._Element, look: Look, depth: int) -> tuple[Item, ...]:
        items: list[Item] = []
        for element in parent.iterchildren(etree.Element):
            name = etree.QName(element)
            if name.namespace not in (None, "http://www.w3.org/2000/svg") or name.localname in _IGNORED:
                continue
            self.elements += 1
            if self.elements > MAX_ELEMENTS or depth > MAX_DEPTH:
                limit = (
                    f"more than {MAX_ELEMENTS} elements" if depth <= MAX_DEPTH else f"nested deeper than {MAX_DEPTH}"
                )
                raise _error(self.file, element.sourceline or 0, "art-too-large", f"the drawing is {limit}")
            try:
                items.extend(self.element(element, name.localname, look, depth))
            except (SvgError, PathError) as error:
                self.find(element, f"<{name.localname}>: {error}")
        return tuple(items)

    def element(self, element: etree._Element, name: str, parent_look: Look, depth: int) -> Iterable[Item]:
        attributes = {str(key): str(value) for key, value in element.attrib.items() if "}" not in str(key)}
        if name == "symbol":
            return ()
        known = _SHAPE_ATTRIBUTES.get(name)
        if known is None:
            raise SvgError(f"is not drawn{_INSTEAD.get(name, '')}")
        for attribute in attributes:
            understood = attribute in known or attribute in _EVERYWHERE
            if not understood and not attribute.startswith(("data-", "aria-", "on")):
                raise SvgError(f"the attribute {attribute} is not known here")
        look = svg_attributes.inherited(parent_look, attributes)
        if look.hidden:
            return ()
        items = self.drawn(element, name, attributes, look, depth)
        matrix = svg_attributes.transform(attributes.get("transform", ""))
        return (Group(tuple(items), matrix),) if items and matrix != IDENTITY else items

    def drawn(
        self, element: etree._Element, name: str, attributes: dict[str, str], look: Look, depth: int
    ) -> tuple[Item, ...]:
        if name == "g":
            return self.children(element, look, depth + 1)
        if name == "use":
            return self.used(element, attributes, look, depth)
        shape = _shape(name, attributes, look)
        self.segments += len(shape.segments) if isinstance(shape, Path) else 0
        if self.segments > MAX_SEGMENTS:
            message = f"the drawing has more than {MAX_SEGMENTS} lines and curves"
            raise _error(self.file, element.sourceline or 0, "art-too-large", message)
        return (shape,) if shape is not None else ()

    def used(self, element: etree._Element, attributes: dict[str, str], look: Look, depth: int) -> tuple[Item, ...]:
        target = attributes.get("href") or str(element.get("{http://www.w3.org/1999/xlink}href", ""))
        original = self.by_id.get(target[1:]) if target.startswith("#") else None
        if original is None:
            raise SvgError(f"`{target[:60]}` is not in this drawing")
        if "viewBox" in original.attrib:
            raise SvgError(f"{target[:60]} has a viewBox of its own; draw it as a <g>")
        if depth >= MAX_DEPTH:
            raise _error(self.file, element.sourceline or 0, "art-too-large", f"nested deeper than {MAX_DEPTH}")
        name = etree.QName(original).localname
        self.elements += 1
        if name == "symbol":
            items: Iterable[Item] = self.children(
                original, svg_attributes.inherited(look, dict(original.attrib)), depth + 1
            )
        else:
            items = self.element(original, name, look, depth + 1)
        x, y = (svg_attributes.number(attributes.get(key, "0"), key) for key in "xy")
        return (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, x, y)),) if x or y else tuple(items)

    def find(self, element: etree._Element, message: str) -> None:
        place = Place(self.file, element.sourceline or 0)
        self.findings.append(Finding("error", "art-unknown", place, message))


def _shape(name: str, attributes: dict[str, str], look: Look) -> Item | None:
    """A basic shape as an item; None if it would not be seen."""
    line = look.line()
    if look.fill is None and line is None:
        return None
    if name == "path":
        segments = parse_path(attributes.get("d", ""))
        return Path(segments, look.fill, line, look.rule) if segments else None
    if name in ("polyline", "polygon"):
        return _polygon(svg_attributes.numbers(attributes.get("points", ""), "points"), name == "polygon", look)
    values = {
        key: svg_attributes.number(value, key) for key, value in attributes.items() if key in _SHAPE_ATTRIBUTES[name]
    }
    if name == "line":
        x1, y1, x2, y2 = (values.get(key, 0.0) for key in ("x1", "y1", "x2", "y2"))
        return Path((("M", x1, y1), ("L", x2, y2)), None, line) if line else None
    if name == "rect":
        return _rect(values, look)
    rx = values.get("r", values.get("rx", 0.0))
    ry = values.get("r", values.get("ry", 0.0))
    if rx <= 0 or ry <= 0:
        return None
    cx, cy = values.get("cx", 0.0), values.get("cy", 0.0)
    return Ellipse(Box(cx - rx, cy - ry, 2 * rx, 2 * ry), look.fill, line)


def _rect(values: dict[str, float], look: Look) -> Item | None:
    width, height = values.get("width", 0.0), values.get("height", 0.0)
    if width <= 0 or height <= 0:
        return None
    box = Box(values.get("x", 0.0), values.get("y", 0.0), width, height)
    rx = max(0.0, values.get("rx", values.get("ry", 0.0)))
    ry = max(0.0, values.get("ry", values.get("rx", 0.0)))
    if min(rx, width / 2) != min(ry, height / 2) and rx and ry:
        return Path(rounded_rect(box, rx, ry), look.fill, look.line())
    return Rect(box, look.fill, look.line(), min(rx, ry, width / 2, height / 2))


def _polygon(points: list[float], closed: bool, look: Look) -> Item | None:
    if len(points) % 2:
        raise SvgError("points needs pairs of numbers")
    if len(points) < 4:
        return None
    segments: list[Segment] = [("M", points[0], points[1])]
    segments.extend(("L", points[i], points[i + 1]) for i in range(2, len(points), 2))
    if closed:
        segments.append(("Z",))
    return Path(tuple(segments), look.fill, look.line(), look.rule)


def _error(file: str, line: int, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file, line), message, hint)])


def _first_line(error: Exception) -> str:
    return _POSITION.sub("", str(error).splitlines()[0]) if str(error) else "empty"
