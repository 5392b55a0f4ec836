"""Drawings read from SVG files: shapes, groups and what they repeat. What attributes may say is in `svg_attributes`;
what few drawings have is imported where one has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.enlarging import enlarged
from pnp.art.files import file_data
from pnp.art.paths import PathError, inverse, multiply
from pnp.art.svg_attributes import STEADY, STYLED, Look, SvgError
from pnp.art.svg_clips import clip_shape, framed, is_round_all, is_within, unframed
from pnp.art.svg_files import is_meant, root_of, target_of
from pnp.art.svg_gamut import Gamut, Note, gamut, unheard
from pnp.art.svg_layers import blends
from pnp.art.svg_page import LEAST_SIDE, Page, boxed, grounded, is_changed, page_of
from pnp.art.svg_painting import Painting, Shape
from pnp.art.svg_paints import Paints
from pnp.art.svg_shapes import SHAPE_ATTRIBUTES, basic_shape, plain
from pnp.art.svg_styles import Styles
from pnp.art.svg_tally import Tally
from pnp.art.svg_transforms import linear, steadied, transform, turned
from pnp.art.svg_viewports import viewport
from pnp.findings import Finding, KitError, Place
from pnp.scene import IDENTITY, Art, Box, Group, Item, Matrix, Path, Segment

if TYPE_CHECKING:
    from pnp.art.svg_text import Letters

MAX_FINDINGS = 10
"""More findings in one drawing than this are not listed."""
MOST_INSIDE = 4
"""Drawings in one another, as pictures."""
_EVERYWHERE = STYLED | svg_attributes.HARMLESS
_INSTEAD = {
    "tspan": "; set words with the face's `text`, or turn them into paths where you draw",
    "flowRoot": "; in Inkscape, Text, Convert to Text, or turn it into paths",
}
_REFERENCE = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)""")
_IGNORED = frozenset({"title", "desc", "metadata", "defs", "style"})
_DEFINITIONS = frozenset(
    {"symbol", "clipPath", "mask", "filter", "marker", "pattern", "linearGradient", "radialGradient", "view"}
)
"""What is drawn only where something refers to it."""
_MOVING = frozenset({"animate", "animateTransform", "animateMotion", "set"})
"""What changes a drawing with time, which on paper stands still."""
_GROUPS = frozenset({"g", "a", "switch", "svg"})


def read_art(
    path: FilePath, file: str = "", letters: Letters | None = None, language: str = "en", note: Note = unheard
) -> Art:
    """Reads an SVG file. Its units are the viewBox's; where it says another size, as large as they come to be in that.

    `file` is how findings call it, `letters` gives the shapes of words; of a `<switch>` by languages that of `language`
    is drawn; `note` hears of what comes out otherwise than it says. Raises KitError with a finding for each thing that
    is not understood: what art may contain is in `svg_attributes`; nothing outside of the file is fetched.
    """
    name = file or path.name
    return parse_art(file_data(path, name, "art"), name, letters, language, note)


class Drawing(Struct, frozen=True):
    """A parsed drawing with its findings."""

    art: Art
    noted: tuple[Finding, ...]


def read_drawing(path: FilePath, file: str = "") -> Drawing:
    """Parses an SVG file, which findings call `file`. Raises KitError."""
    return _read_drawing(path, file or path.name, path.stat().st_mtime_ns)


@lru_cache(maxsize=2048)
def _read_drawing(path: FilePath, file: str, _modified: int) -> Drawing:
    noted: list[Finding] = []
    art = parse_art(file_data(path, file, "art"), file, note=noted.append)
    return Drawing(art, tuple(noted))


def depends_on_kit(path: FilePath) -> bool:
    """Whether a drawing looks different in another kit or language: it has text, or chooses by language."""
    data = path.read_bytes()
    return b"<text" in data or b"systemLanguage" in data


def parse_art(
    data: bytes,
    file: str,
    letters: Letters | None = None,
    language: str = "en",
    note: Note = unheard,
    *,
    inside: int = 0,
) -> Art:
    """Reads the bytes of an SVG file, as `read_art` does; it lies `inside` so many others, as a picture of theirs."""
    root = root_of(data, file)
    reader = _Reader(root, file, letters, language, note, inside)
    reader.gamut = gamut(data, file, note)
    art = reader.art(sha256(data).hexdigest()[:16])
    if reader.findings:
        raise KitError(reader.findings[:MAX_FINDINGS])
    if letters is not None:  # the same file looks otherwise in other typefaces
        art = replace(art, key=f"{art.key} {sha256(repr(art.items).encode()).hexdigest()[:16]}")
    return art


class _Reader:
    """Walks a drawing; collects what it cannot draw as findings."""

    def __init__(
        self, root: etree._Element, file: str, letters: Letters | None, language: str, note: Note, inside: int
    ) -> None:
        self.root = root
        self.note = note
        self.gamut: Gamut | None = None
        self.inside = inside
        self.pictures: dict[bytes, Art] = {}
        self.file = file
        self.findings: list[Finding] = []
        self.tally = Tally(file)
        self.letters = letters
        self.language = language
        self.cutting = False
        self.by_id = {element.get("id"): element for element in root.iter(etree.Element) if element.get("id")}

    def art(self, key: str) -> Art:
        empty = Art(key, 1.0, 1.0, ())
        if etree.QName(self.root).localname != "svg":
            self.find(self.root, f"is a <{etree.QName(self.root).localname}>, not an <svg>")
            return empty
        try:
            self.styles = Styles(self.root)
            own = self.attributes(self.root)
            # A style says how large a page shows it; a picture has the size that its attributes say.
            page = page_of({**own, **{side: self.root.get(side, "auto").strip() for side in ("width", "height")}})
            self.view = view = page.view
            self.linear: Matrix = multiply((page.unit, 0.0, 0.0, page.unit, 0.0, 0.0), (*page.matrix[:4], 0.0, 0.0))
            paints = Paints(self.by_id, view, self.attributes)
            self.painting = Painting(self.root, paints, self.tally, view, self.defined)
            own.pop("display", None)  # it is there, whatever is said
            look = svg_attributes.inherited(Look(), own, view)
        except SvgError as error:
            self.find(self.root, str(error))
            return empty
        items = self.children(self.root, look, 0)
        try:
            return self.laid(key, items, own, page, look)
        except (SvgError, PathError) as error:
            self.find(self.root, f"<svg>: {error}")
            return empty

    def laid(self, key: str, items: tuple[Item, ...], own: Mapping[str, str], page: Page, look: Look) -> Art:
        """The things of a drawing, with this `look`, in its box, as its outermost <svg> says. Raises SvgError and
        PathError."""
        shown = page.shown
        ground = self.styles.ground(self.root)
        opacity = svg_attributes.share(own.get("opacity", "1"), "opacity")
        if items and page.matrix != IDENTITY:
            items = (Group(items, page.matrix),)
        seen = None if own.get("overflow") == "visible" else shown
        if is_changed(own):
            items, opacity = self.whole(items, own, page, seen), 1.0
        if ground != "none":  # it lies under the whole, which may be turned and see-through
            if opacity < 1:
                items, opacity = (Group(items, opacity=opacity, alone=blends(items)),), 1.0
            items = grounded(items, ground, look.current, shown)
        return boxed(key, items, page, seen, opacity)

    def whole(self, items: tuple[Item, ...], own: Mapping[str, str], page: Page, seen: Box | None) -> tuple[Item, ...]:
        """The things of a drawing as its outermost <svg> turns, cuts and changes them, cut to what is seen before. As
        browsers have it, that goes by the box of the drawing, in user units, and turns about its middle."""
        around, sized = page.sized
        cut = None if seen is None or is_within(items, seen, lines=False) else seen
        about = {"transform-origin": "50% 50%", **own, "transform-box": "view-box"}
        outside, self.view = self.view, around
        try:
            changed = self.changed(framed((Group(items, sized, cut),), around), about, 0)
        finally:
            self.view = outside
        return (Group(tuple(unframed(changed)), inverse(sized)),) if changed else ()

    def attributes(self, element: etree._Element) -> dict[str, str]:
        said = self.styles.of(element)
        if self.gamut is not None:
            self.gamut.look(element, said)
        return said

    def children(self, parent: etree._Element, look: Look, depth: int) -> tuple[Item, ...]:
        items: list[Item] = []
        choosing = etree.QName(parent).localname == "switch"
        for element in parent.iterchildren(etree.Element):
            space, _, name = str(element.tag).rpartition("}")
            if space not in ("", "{http://www.w3.org/2000/svg") or name in _IGNORED | _DEFINITIONS | _MOVING:
                continue
            beside = choosing and name == "foreignObject" and element.getnext() is not None
            if beside or not is_meant(element, self.language):
                continue
            self.tally.element(element, depth)
            try:
                items.extend(self.element(element, name, look, depth))
            except (SvgError, PathError) as error:
                self.find(element, f"<{name}>: {error}")
            if choosing:
                break
        return tuple(items)

    def element(self, element: etree._Element, name: str, parent_look: Look, depth: int) -> tuple[Item, ...]:
        attributes = self.attributes(element)
        known = SHAPE_ATTRIBUTES.get(name)
        if known is None:
            raise SvgError(f"is not drawn{_INSTEAD.get(name, '')}")
        for attribute in attributes:
            if not (attribute in known or attribute in _EVERYWHERE or attribute.startswith(("data-", "aria-", "on"))):
                raise SvgError(f"the attribute {attribute} is not known here")
        look = svg_attributes.inherited(parent_look, attributes, self.view)
        if look.hidden:
            return ()
        outside, self.linear = self.linear, multiply(self.linear, linear(attributes))
        try:
            stretch = IDENTITY
            if attributes.get("vector-effect") == STEADY and name not in (*_GROUPS, "use", "image"):
                look, stretch = steadied(look, self.linear)
            items = self.drawn(element, name, attributes, look, depth, stretch)
        finally:
            self.linear = outside
        return self.changed(items, attributes, depth) if items else ()

    def changed(self, items: tuple[Item, ...], attributes: Mapping[str, str], depth: int) -> tuple[Item, ...]:
        """Things as their filter, clip path, mask, opacity and blend make them, at their place (Compositing 1, 3.4)."""
        opacity = svg_attributes.share(attributes.get("opacity", "1"), "opacity")
        blend = svg_attributes.blend(attributes.get("mix-blend-mode", "normal"), "mix-blend-mode")
        matrix = turned(attributes, items, self.view)
        alone = blends(items) and (
            opacity < 1
            or blend != "normal"
            or attributes.get("isolation") == "isolate"
            or any(attributes.get(key, "none") != "none" for key in ("filter", "clip-path", "mask"))
        )
        if attributes.get("filter", "none") != "none":
            items = self.filtered(attributes["filter"], items)
            self.tally.items(self.root, items)
        items, clip = self.clip(attributes.get("clip-path", "none"), items, depth)
        if items and attributes.get("mask", "none") != "none":
            items = self.masked(attributes["mask"], items, depth)
        if not items or (matrix == IDENTITY and clip is None and opacity == 1 and blend == "normal" and not alone):
            return items
        scale = max(1.0, abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        group = Group(items, matrix, clip, opacity, blend=blend, alone=alone)
        if scale < LEAST_SIDE:
            return (group,)
        # What is drawn that small is written as large as it is seen: there 0.001 units are exact enough.
        larger = Group(items, IDENTITY, clip, opacity, blend=blend, alone=alone)
        return (Group(tuple(enlarged((larger,), scale)), multiply(matrix, (1 / scale, 0.0, 0.0, 1 / scale, 0.0, 0.0))),)

    def drawn(
        self,
        element: etree._Element,
        name: str,
        attributes: dict[str, str],
        look: Look,
        depth: int,
        stretch: Matrix,
    ) -> tuple[Item, ...]:
        if stretch != IDENTITY and (name == "text" or look.start or look.mid or look.end):
            raise SvgError(f'vector-effect="{STEADY}" of words, or with markers, stretched one way is not drawn')
        if name == "use":
            return self.used(element, attributes, look, depth)
        if name == "svg":
            return self.within(element, attributes, attributes, look, depth)
        if name in _GROUPS:
            return self.children(element, look, depth + 1)
        if name == "text":
            return self.text(element, look)
        if name == "foreignObject":
            from pnp.art.svg_conics import conic

            filled = conic(element, attributes, self.view)
            return () if filled is None or look.unseen else (filled,)
        if name == "image":
            from pnp.art.svg_pictures import embedded

            picture = embedded(attributes, target_of(element, attributes), self.view, self.picture)
            self.tally.items(element, () if picture is None else (picture,))
            return () if picture is None or look.unseen else (picture,)
        if self.cutting:
            look = look.cutter()
        shape = None if look.unseen else basic_shape(name, attributes, look, self.view)
        items = () if shape is None else self.painted(element, shape, look, attributes.get("pathLength", ""), stretch)
        if self.cutting or not (look.start or look.mid or look.end):
            return items
        from pnp.art.svg_markers import MARKED, markers

        if name not in MARKED:
            return items
        outline = basic_shape(name, attributes, replace(look, stroke="#000000", width=1.0), self.view)
        segments = outline.segments if isinstance(outline, Path) else ()
        marks = tuple(markers(segments, look, partial(self.marker, look=look, depth=depth)))
        self.tally.items(element, marks)
        if marks and look.order[1] == "markers":
            raise SvgError("paint-order with markers between fill and line is not drawn")
        return (*marks, *items) if look.order[0] == "markers" else (*items, *marks)

    def painted(
        self, element: etree._Element, shape: Shape, look: Look, length: str = "", stretch: Matrix = IDENTITY
    ) -> tuple[Item, ...]:
        self.tally.lines(element, len(shape.segments) if isinstance(shape, Path) else 0)
        if stretch != IDENTITY and shape.stroke is not None:
            return self.painting.stretched(shape, look, length, stretch)
        return self.painting.painted(shape, look, length)

    def marker(self, reference: str, look: Look, depth: int) -> tuple[Mapping[str, str], tuple[Item, ...]]:
        """What is said of a marker, and what it shows on a path of a look."""
        element = self.named("marker", reference)
        own = {"orient": "0", **{str(key): str(value) for key, value in element.attrib.items()}}
        said = self.attributes(element)
        inner = svg_attributes.inherited(Look(context=(look.fill, look.stroke)), said, self.view)
        return own | said, self.children(element, replace(inner, start="", mid="", end=""), depth + 1)

    def text(self, element: etree._Element, look: Look) -> tuple[Item, ...]:
        """Words as shapes, if somebody knows their typefaces."""
        if self.letters is None:
            raise SvgError("is not drawn; set words with the face's `text`, or turn them into paths where you draw")
        from pnp.art.svg_text import words

        found = words(element, look, self.attributes, self.letters, self.by_id, self.view)
        return tuple(item for segments, own in found for item in self.lettered(element, segments, own))

    def lettered(self, element: etree._Element, segments: tuple[Segment, ...], look: Look) -> tuple[Item, ...]:
        if self.cutting:
            look = look.cutter()
        line = look.line()
        if look.unseen or look.hidden or (look.area is None and line is None):
            return ()
        return self.painted(element, Path(segments, plain(look), line), look)

    def used(self, element: etree._Element, attributes: dict[str, str], look: Look, depth: int) -> tuple[Item, ...]:
        target = target_of(element, attributes)
        original = self.by_id.get(target[1:]) if target.startswith("#") else None
        if original is None:
            raise SvgError(f"`{target[:60]}` is not in this drawing")
        self.tally.element(element, depth + 1)
        name = etree.QName(original).localname
        if name in ("symbol", "svg"):
            own = self.attributes(original)
            # A size that is said where it is used counts more than its own.
            sizes = {key: value for key, value in attributes.items() if key in ("width", "height")}
            own_look = svg_attributes.inherited(look, own, self.view)
            items = self.within(original, own, own | sizes, own_look, depth)
        else:
            items = self.element(original, name, look, depth + 1)
        x = svg_attributes.length(attributes.get("x", "0"), "x", self.view, self.view.width)
        y = svg_attributes.length(attributes.get("y", "0"), "y", self.view, self.view.height)
        return (Group(items, (1.0, 0.0, 0.0, 1.0, x, y)),) if items and (x or y) else items

    def within(
        self, element: etree._Element, own: Mapping[str, str], sizes: Mapping[str, str], look: Look, depth: int
    ) -> tuple[Item, ...]:
        """What lies in an <svg> or <symbol>, at its place."""
        port = viewport(own, sizes, self.view)
        if port is None:
            return ()
        outside, self.view, self.linear = (self.view, self.linear), port.view, multiply(self.linear, port.matrix)
        try:
            items = self.children(element, look, depth + 1)
        finally:
            self.view, self.linear = outside
        return port.around(items)

    def picture(self, data: bytes) -> Art:
        """A drawing that is a picture of this one."""
        if self.inside >= MOST_INSIDE:
            raise SvgError(f"drawings are drawn {MOST_INSIDE} deep in one another, no deeper")
        if data not in self.pictures:
            self.pictures[data] = parse_art(
                data, self.file, self.letters, self.language, self.within_it, inside=self.inside + 1
            )
        return self.pictures[data]

    def within_it(self, finding: Finding) -> None:
        """Notes what was found in such a picture, whose lines are none of this file."""
        self.note(replace(finding, place=Place(self.file)))

    def clip(self, clip: str, items: tuple[Item, ...], depth: int) -> tuple[tuple[Item, ...], Box | Path | None]:
        """Things and what they are cut to: nothing, if that is a box round all of them, as Figma writes them; of what
        is no single shape they get a mask. Raises SvgError."""
        if clip in ("none", "inherit"):
            return items, None
        if "(" in clip and not clip.startswith("url("):
            from pnp.art.svg_clip_shapes import short_shape

            return items, short_shape(clip, items, self.view)
        path = self.named("clipPath", clip, "clip-path")
        said = self.attributes(path)
        before, self.cutting = self.cutting, True
        try:
            drawn = partial(self.defined, depth=depth)
            matrix = transform(said.get("transform", ""))
            shape = clip_shape(path, items, drawn, matrix) if said.get("clip-path", "none") == "none" else None
            if shape is not None:
                return items, None if is_round_all(shape, items) else shape
            shapes = self.changed(drawn(path), {"clip-path": said.get("clip-path", "none")}, depth + 1)
        finally:
            self.cutting = before
        from pnp.art.svg_masks import masked_by

        return (masked_by(path, shapes, items, matrix),), None

    def filtered(self, value: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Things as a filter of the drawing makes them, or one that is said in short."""
        from pnp.art import svg_filters, svg_functions

        if value.startswith("url("):
            return svg_filters.filtered(self.named("filter", value), items, self.attributes, self.view)
        return svg_filters.filtered(svg_functions.written_out(value), items, lambda step: dict(step.attrib), self.view)

    def masked(self, mask: str, items: Sequence[Item], depth: int) -> tuple[Item, ...]:
        """What a mask leaves of a thing."""
        from pnp.art.svg_masks import masked

        element = self.named("mask", mask)
        svg_attributes.check_mixing(element, self.attributes)
        read = partial(self.defined, depth=depth)
        return masked(element, self.attributes(element), items, read, self.view)

    def named(self, kind: str, reference: str, key: str = "") -> etree._Element:
        """What a reference leads to. Raises SvgError, if that is not there or of another kind."""
        found = _REFERENCE.fullmatch(reference)
        if found is None:
            raise SvgError(f'{key or kind}="{reference[:40]}" is not followed; refer to a <{kind}> of this drawing')
        element = self.by_id.get(found[1])
        if element is None or etree.QName(element).localname != kind:
            raise SvgError(f'{key or kind}="{reference[:40]}" is not in this drawing')
        return element

    def defined(self, element: etree._Element, depth: int) -> tuple[Item, ...]:
        """What stands in a definition, which looks as that says."""
        return self.children(element, svg_attributes.inherited(Look(), self.attributes(element), self.view), depth + 1)

    def find(self, element: etree._Element, message: str) -> None:
        place = Place(self.file, element.sourceline or 0)
        self.findings.append(Finding("error", "art-unknown", place, message))
