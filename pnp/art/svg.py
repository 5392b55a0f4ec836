"""Drawings read from SVG files: shapes, groups and what they repeat. What attributes may say is in `svg_attributes`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath

from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.paths import PathError, outline_path
from pnp.art.strokes import covered
from pnp.art.svg_attributes import STYLED, Look, Reference, SvgError
from pnp.art.svg_clips import clip_shape, is_round_all, is_within
from pnp.art.svg_doctypes import without_doctype
from pnp.art.svg_filters import filtered
from pnp.art.svg_masks import masked
from pnp.art.svg_paints import Paints
from pnp.art.svg_patterns import tiled
from pnp.art.svg_pictures import embedded
from pnp.art.svg_shapes import SHAPE_ATTRIBUTES, basic_shape, plain
from pnp.art.svg_styles import declared, sheet_styles
from pnp.art.svg_text import Letters, words
from pnp.art.svg_viewports import fitted, view_of
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Art, Box, Ellipse, Group, Item, Path, Rect, Segment, Stroke

MAX_FILE = 4_000_000
"""Largest SVG file in bytes: forty times our largest drawing."""
MAX_ELEMENTS = 20_000
"""Most elements, those that `use` repeats counted each time: a drawing within a drawing grows fast."""
MAX_DEPTH = 32
"""Deepest nesting of groups and `use`."""
MAX_SEGMENTS = 100_000
"""Most lines and curves, those that `use` repeats counted each time: thirty times our largest drawing."""
MOST_NESTED = 4
"""Patterns within patterns."""
MAX_FINDINGS = 10
"""More findings in one drawing than this are not listed."""
LEAST_SIDE = 10.0
"""A drawing smaller than this many units is enlarged when it is read, so that 0.001 units stay exact enough."""

_POSITION = re.compile(r",? line \d+, column \d+.*$")
"""Where libxml2's messages say it; findings have the line in their place."""
_EVERYWHERE = (
    svg_attributes.PRESENTATION | svg_attributes.HARMLESS | svg_attributes.PLAIN.keys() | svg_attributes.CHANGED
)
_INSTEAD = {
    "tspan": "; set words with the face's `text`, or turn them into paths where you draw",
}
_REFERENCE = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)""")
_IGNORED = frozenset({"title", "desc", "metadata", "defs", "style"})
_DEFINITIONS = frozenset(
    {"symbol", "clipPath", "mask", "filter", "marker", "pattern", "linearGradient", "radialGradient", "view"}
)
"""What is drawn only where something refers to it."""
_GROUPS = frozenset({"g", "a", "switch", "svg"})


def read_art(path: FilePath, file: str = "", letters: Letters | None = None) -> Art:
    """Reads an SVG file. Its units are the viewBox's.

    `file` is how findings call it, `letters` gives the shapes of words. Raises KitError with a finding for each thing
    that is not understood: what art may contain is in `svg_attributes`; nothing outside of the file is fetched.
    """
    name = file or path.name
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_FILE else b""
    except OSError as error:
        raise _error(name, 0, "art-unreadable", f"cannot be read: {error.strerror}") from None
    if size > MAX_FILE:
        raise _error(name, 0, "art-too-large", f"{size} bytes; at most {MAX_FILE} are read")
    return parse_art(data, name, letters)


def parse_art(data: bytes, file: str, letters: Letters | None = None) -> Art:
    """Reads the bytes of an SVG file, as `read_art` does."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    data = without_doctype(data, MAX_FILE)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _error(file, 1, "art-doctype", _DOCTYPE_FAULT, "delete the line <!DOCTYPE …>")
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        if "depth" in str(error):
            raise _error(file, line, "art-too-large", f"the drawing is nested deeper than {MAX_DEPTH}") from None
        raise _error(file, line, "art-unreadable", f"is not XML: {_first_line(error)}") from None
    if root is None or root.getroottree().docinfo.doctype:
        raise _error(file, 1, "art-doctype", _DOCTYPE_FAULT, "delete the line <!DOCTYPE …>")
    reader = _Reader(root, file, letters)
    art = reader.art(hashlib.sha256(data).hexdigest()[:16])
    if reader.findings:
        raise KitError(reader.findings[:MAX_FINDINGS])
    if letters is not None:  # the same file looks otherwise in other typefaces
        art = replace(art, key=f"{art.key} {hashlib.sha256(repr(art.items).encode()).hexdigest()[:16]}")
    return art


_DOCTYPE_FAULT = "a DOCTYPE that leads out of the drawing, or that cannot be read, is not followed"


class _Reader:
    """Walks a drawing; collects what it cannot draw as findings."""

    def __init__(self, root: etree._Element, file: str, letters: Letters | None) -> None:
        self.root = root
        self.file = file
        self.findings: list[Finding] = []
        self.elements = self.segments = 0
        self.view = (0.0, 0.0, 1.0, 1.0)
        self.letters = letters
        self.cutting = False
        self.tiles = 0
        self.paints = Paints({}, Box(0.0, 0.0, 1.0, 1.0), self.attributes)
        self.styles: Mapping[etree._Element, Mapping[str, str]] = {}
        self.by_id = {element.get("id"): element for element in root.iter(etree.Element) if element.get("id")}

    def art(self, key: str) -> Art:
        empty = Art(key, 1.0, 1.0, ())
        if etree.QName(self.root).localname != "svg":
            self.find(self.root, f"is a <{etree.QName(self.root).localname}>, not an <svg>")
            return empty
        try:
            self.styles = sheet_styles(self.root)
            left, top, width, height = self.view = view_of(self.root)
            own = self.attributes(self.root)
            self.paints = Paints(self.by_id, Box(left, top, width, height), self.attributes)
            look = svg_attributes.inherited(Look(), own)
            opacity = svg_attributes.share(own.get("opacity", "1"), "opacity")
        except SvgError as error:
            self.find(self.root, str(error))
            return empty
        scale = 100 / max(width, height) if max(width, height) < LEAST_SIDE else 1.0
        items = self.children(self.root, look, 0)
        matrix = (scale, 0.0, 0.0, scale, -left * scale, -top * scale)
        view = Box(left, top, width, height)
        cut = None if own.get("overflow") == "visible" or is_within(items, view, lines=False) else view
        if matrix != IDENTITY or opacity < 1 or cut:
            items = (Group(items, matrix, cut, opacity),)
        return Art(key, width * scale, height * scale, items)

    def attributes(self, element: etree._Element) -> dict[str, str]:
        """What an element says of itself, what style sheets say of it, and its own style, which counts most."""
        own = {str(key): str(value).strip() for key, value in element.attrib.items() if "}" not in str(key)}
        style = own.pop("style", "")
        sheet = self.styles.get(element, {})
        if not style and not sheet:
            return own
        given = declared(style)
        styled = {name: value for name, value in sheet.items() if name in STYLED}
        styled |= {name: value for name, (value, _) in given.items() if name in STYLED}
        return own | styled

    def children(self, parent: etree._Element, look: Look, depth: int) -> tuple[Item, ...]:
        items: list[Item] = []
        choosing = etree.QName(parent).localname == "switch"
        for element in parent.iterchildren(etree.Element):
            space, _, name = str(element.tag).rpartition("}")
            if space not in ("", "{http://www.w3.org/2000/svg") or name in _IGNORED or name in _DEFINITIONS:
                continue
            self.elements += 1
            if self.elements > MAX_ELEMENTS or depth > MAX_DEPTH:
                limit = (
                    f"more than {MAX_ELEMENTS} elements" if depth <= MAX_DEPTH else f"nested deeper than {MAX_DEPTH}"
                )
                raise _error(self.file, element.sourceline or 0, "art-too-large", f"the drawing is {limit}")
            try:
                items.extend(self.element(element, name, look, depth))
            except (SvgError, PathError) as error:
                self.find(element, f"<{name}>: {error}")
            if items and choosing:
                break
        return tuple(items)

    def element(self, element: etree._Element, name: str, parent_look: Look, depth: int) -> Iterable[Item]:
        if "requiredExtensions" in element.attrib:
            return ()  # what another program reads, as <switch> has it
        attributes = self.attributes(element)
        known = SHAPE_ATTRIBUTES.get(name)
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
        opacity = svg_attributes.share(attributes["opacity"], "opacity") if "opacity" in attributes else 1.0
        if items and attributes.get("filter", "none") != "none":
            items = filtered(self.named("filter", attributes["filter"]), items, self.attributes)
        clip = self.clip(attributes.get("clip-path", "none"), items, depth)
        if items and attributes.get("mask", "none") != "none":
            items = self.masked(attributes["mask"], items, depth)
        matrix = svg_attributes.transform(attributes["transform"]) if "transform" in attributes else IDENTITY
        plain = matrix == IDENTITY and clip is None and opacity == 1
        return items if plain or not items else (Group(tuple(items), matrix, clip, opacity),)

    def drawn(
        self, element: etree._Element, name: str, attributes: dict[str, str], look: Look, depth: int
    ) -> tuple[Item, ...]:
        if name == "use":
            return self.used(element, attributes, look, depth)
        if name in _GROUPS:
            items = self.children(element, look, depth + 1)
            return fitted(element, items, attributes, attributes, Box(*self.view)) if name == "svg" else items
        if name == "text":
            return self.text(element, look)
        if name == "image":
            picture = embedded(attributes, _target(element, attributes), Box(*self.view))
            return () if picture is None or look.unseen or look.hidden else (picture,)
        if self.cutting:
            look = _cutter(look)
        shape = None if look.unseen else basic_shape(name, attributes, look)
        self.count(element, len(shape.segments) if isinstance(shape, Path) else 0)
        return self.painted(shape, look) if shape is not None else ()

    def painted(self, shape: Rect | Ellipse | Path, look: Look) -> tuple[Item, ...]:
        """A shape with its gradient, if that is its fill; fill and line by themselves where they are see-through."""
        if isinstance(look.area, Reference) and self.paints.is_pattern(look.area.name):
            return self.patterned(shape, look, look.area.name)
        if isinstance(look.stroke, Reference) and shape.stroke is not None:
            inner = self.painted(replace(shape, stroke=None), replace(look, stroke=None)) if shape.fill else ()
            return (*inner, *self.lined(shape, shape.stroke, look, look.stroke.name))
        if isinstance(look.area, Reference) and shape.fill is not None:
            shape = replace(shape, fill=self.paints.paint(look.area.name, shape))
        inside, line = look.fill_alpha * look.fill_opacity, look.stroke_alpha * look.stroke_opacity
        if inside == line == 1:
            return (shape,)
        parts = ((replace(shape, stroke=None), inside), (replace(shape, fill=None), line))
        seen = ((part, round(share, 4)) for part, share in parts if part.fill is not None or part.stroke is not None)
        return tuple(part if share == 1 else Group((part,), opacity=share) for part, share in seen)

    def lined(self, shape: Rect | Ellipse | Path, line: Stroke, look: Look, name: str) -> tuple[Item, ...]:
        """The line round a shape, filled with a gradient that goes by the box of the shape."""
        if self.paints.is_pattern(name):
            raise SvgError("a line is not drawn with a pattern; make a shape of it where you draw")
        inside = covered(outline_path(shape), line)
        self.count(self.root, len(inside))
        paint = self.paints.paint(name, shape)
        share = look.stroke_alpha * look.stroke_opacity
        if paint is None or not inside:
            return ()
        filled = Path(inside, paint)
        return (filled,) if share == 1 else (Group((filled,), opacity=share),)

    def patterned(self, shape: Rect | Ellipse | Path, look: Look, name: str) -> tuple[Item, ...]:
        """A shape filled with tiles, and its line over them."""
        if self.tiles >= MOST_NESTED:
            raise SvgError("patterns refer to each other in a circle")
        self.tiles += 1
        try:
            said, source = self.paints.pattern(name)
            filling = tiled(shape, said, source, Box(*self.view), lambda element: self.defined(element, self.tiles))
        finally:
            self.tiles -= 1
        items = () if filling is None else (filling,)
        self.count_all(items)
        share = look.fill_alpha * look.fill_opacity
        lined = self.painted(replace(shape, fill=None), replace(look, fill=None)) if shape.stroke else ()
        return (*((Group(items, opacity=share),) if items and share < 1 else items), *lined)

    def count_all(self, items: Iterable[Item]) -> None:
        """Notes what is repeated."""
        for item in items:
            if isinstance(item, Group):
                self.count_all(item.items)
            else:
                self.elements += 1
                self.count(self.root, len(item.segments) if isinstance(item, Path) else 0)
            if self.elements > MAX_ELEMENTS:
                raise _error(self.file, 0, "art-too-large", f"the drawing is more than {MAX_ELEMENTS} elements")

    def text(self, element: etree._Element, look: Look) -> tuple[Item, ...]:
        """Words as shapes, if somebody knows their typefaces."""
        if self.letters is None:
            raise SvgError("is not drawn; set words with the face's `text`, or turn them into paths where you draw")
        shapes = words(element, look, self.attributes, self.letters, self.by_id)
        found = [item for segments, own in shapes for item in self.lettered(segments, own)]
        self.count(element, sum(len(item.segments) for item in found if isinstance(item, Path)))
        return tuple(found)

    def count(self, element: etree._Element, segments: int) -> None:
        """Notes lines and curves; raises KitError once there are too many."""
        self.segments += segments
        if self.segments > MAX_SEGMENTS:
            message = f"the drawing has more than {MAX_SEGMENTS} lines and curves"
            raise _error(self.file, element.sourceline or 0, "art-too-large", message)

    def lettered(self, segments: tuple[Segment, ...], look: Look) -> tuple[Item, ...]:
        line = look.line()
        if look.unseen or look.hidden or (look.area is None and line is None):
            return ()
        return self.painted(Path(segments, plain(look), line), look)

    def used(self, element: etree._Element, attributes: dict[str, str], look: Look, depth: int) -> tuple[Item, ...]:
        target = _target(element, attributes)
        original = self.by_id.get(target[1:]) if target.startswith("#") else None
        if original is None:
            raise SvgError(f"`{target[:60]}` is not in this drawing")
        if depth >= MAX_DEPTH:
            raise _error(self.file, element.sourceline or 0, "art-too-large", f"nested deeper than {MAX_DEPTH}")
        name = etree.QName(original).localname
        self.elements += 1
        items: Iterable[Item]
        if name in ("symbol", "svg"):
            own = self.attributes(original)
            items = self.children(original, svg_attributes.inherited(look, own), depth + 1)
            # A size that is said where it is used counts more than its own.
            sizes = {key: value for key, value in attributes.items() if key in ("width", "height")}
            items = fitted(original, tuple(items), own, own | sizes, Box(*self.view))
        else:
            items = self.element(original, name, look, depth + 1)
        x, y = (svg_attributes.number(attributes.get(key, "0"), key) for key in "xy")
        return (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, x, y)),) if x or y else tuple(items)

    def clip(self, clip: str, items: Sequence[Item], depth: int) -> Box | Path | None:
        """What a thing is cut to; nothing, if that is a box round all of it, as Figma writes them. Raises SvgError."""
        if clip in ("none", "inherit") or not items:
            return None
        path = self.named("clipPath", clip, "clip-path")
        if self.attributes(path).get("clip-path", "none") != "none":
            raise SvgError("a clip path that is cut itself is not followed")
        before, self.cutting = self.cutting, True
        try:
            turned = svg_attributes.transform(path.get("transform", ""))
            shape = clip_shape(path, items, lambda element: self.defined(element, depth), turned)
        finally:
            self.cutting = before
        return None if is_round_all(shape, items) else shape

    def masked(self, mask: str, items: Sequence[Item], depth: int) -> tuple[Item, ...]:
        """What a mask leaves of a thing."""
        element = self.named("mask", mask)
        read = partial(self.defined, depth=depth)
        return masked(element, self.attributes(element), items, read, Box(*self.view))

    def named(self, kind: str, reference: str, key: str = "") -> etree._Element:
        """What a reference leads to. Raises SvgError, if that is not there or of another kind."""
        found = _REFERENCE.fullmatch(reference)
        element = self.by_id.get(found[1]) if found else None
        if element is None or etree.QName(element).localname != kind:
            raise SvgError(f'{key or kind}="{reference[:40]}" is not in this drawing')
        return element

    def defined(self, element: etree._Element, depth: int) -> tuple[Item, ...]:
        """What stands in a definition, which looks as that says."""
        return self.children(element, svg_attributes.inherited(Look(), self.attributes(element)), depth + 1)

    def find(self, element: etree._Element, message: str) -> None:
        place = Place(self.file, element.sourceline or 0)
        self.findings.append(Finding("error", "art-unknown", place, message))


def _target(element: etree._Element, attributes: Mapping[str, str]) -> str:
    return attributes.get("href") or str(element.get("{http://www.w3.org/1999/xlink}href", ""))


def _cutter(look: Look) -> Look:
    """What a shape cuts by: all of it, whatever it looks like."""
    return replace(look, fill="#000000", fill_alpha=1.0, fill_opacity=1.0, stroke=None, rule=look.clip_rule)


def _error(file: str, line: int, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file, line), message, hint)])


def _first_line(error: Exception) -> str:
    return _POSITION.sub("", str(error).splitlines()[0]) if str(error) else "empty"
