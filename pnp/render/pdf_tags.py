"""The structure of a tagged page: items split at link boundaries, link texts, names of icons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

import msgspec
import pikepdf
from msgspec.structs import replace
from pikepdf import Array, Dictionary, Name

from pnp.art.paths import walk_items
from pnp.scene import (
    BLACK,
    ENDS_LINE,
    MM_PER_POINT,
    READ_FIRST,
    SOFT_HYPHEN,
    Box,
    Group,
    Item,
    Link,
    Matrix,
    Placed,
    Tag,
    Text,
    Use,
    mapped,
)
from pnp.text.bidi import turns
from pnp.text.fonts import Font
from pnp.text.wrap import ICON_EM

APART = 0.15
"""A share of the size of type from which runs beside each other have a space between them."""
_EDGE = 0.01
"""mm by which the edge of a link may lie within a run and not part it."""

Share: TypeAlias = tuple[Text, int | None]
"""What of a run lies in one link, or in none."""


class TaggedPart(NamedTuple):
    """An item on a page, and the number of its link on the page. If links divide its only run, `shares` are the
    parts."""

    item: Item | Placed
    link: int | None = None
    shares: tuple[Share, ...] = ()


def split_item(item: Item | Placed, links: Sequence[Link]) -> Iterator[TaggedPart]:
    """Splits an item at link boundaries, also within a run; lines and grounds stay with the preceding item."""
    if not isinstance(item, Group) or item.clip is not None or item.see_through:
        yield TaggedPart(item)
        return
    numbered: list[tuple[Item, int | None]] = []
    before: int | None = None
    for inner in item.items:
        shares = _shares(inner, item.matrix, links) if isinstance(inner, Text) else ()
        if shares:
            yield from _joined(item, numbered)
            numbered = []
            yield TaggedPart(replace(item, items=(inner,)), shares=shares)
        else:
            numbered.append((inner, _number(inner, item.matrix, links, before)))
        before = shares[-1][1] if shares else numbered[-1][1]
    yield from _joined(item, numbered)


def find_link_words(parts: Iterable[TaggedPart]) -> Mapping[int, str]:
    """Returns the link texts of an item, by link number. Separate runs are separate words."""
    held: dict[int, list[Item | Placed]] = {}
    for part in parts:
        for item, link in part.shares or ((part.item, part.link),):
            if link is not None:
                held.setdefault(link, []).append(item)
    return {link: _words(items) for link, items in held.items()}


def _words(items: Iterable[Item | Placed]) -> str:
    found = ""
    before: Text | None = None
    for run, _ in walk_items(item for item in items if not isinstance(item, Placed)):
        if not isinstance(run, Text):
            continue
        if found.endswith(SOFT_HYPHEN):
            found = found[:-1]
        elif before is not None:
            gap = run.x - before.x - before.width
            found += " " if run.y != before.y or gap > APART * run.size * MM_PER_POINT else ""
        found += run.text.rstrip(f"{ENDS_LINE}{READ_FIRST}")
        before = run
    return found


def _joined(group: Group, numbered: Iterable[tuple[Item, int | None]]) -> Iterator[TaggedPart]:
    for number, part in groupby(numbered, lambda pair: pair[1]):
        yield TaggedPart(replace(group, items=tuple(inner for inner, _ in part)), number)


def _shares(run: Text, matrix: Matrix, links: Sequence[Link]) -> tuple[Share, ...]:
    """Splits a run that is partly linked, in reading order. Zero-width characters such as accents stay with the
    preceding letter."""
    line = mapped(matrix, _line(run))
    if not any(_parts(link.box, line) for link in links):
        return ()
    begun: list[tuple[int, int | None]] = []
    number = None
    for start, end in run.clusters():
        letter = run.part(start, end)
        if letter.width > 0 or not begun:
            middle = Box(letter.x + letter.width / 2, _line(run).y, 0.0, 0.0)
            number = _held(mapped(matrix, middle), links)
        if not begun or number != begun[-1][1]:
            begun.append((start, number))
    if len(begun) < 2:
        return ()
    ends = [*(start for start, _ in begun[1:]), len(run.glyphs)]
    shares = [(run.part(start, end), number) for (start, number), end in zip(begun, ends, strict=True)]
    return tuple(reversed(shares) if run.right_to_left else shares)


def _parts(link: Box, line: Box) -> bool:
    within = (line.x + _EDGE < edge < line.right - _EDGE for edge in (link.x, link.right))
    return link.y <= line.y <= link.bottom and any(within)


def _number(item: Item, matrix: Matrix, links: Sequence[Link], before: int | None) -> int | None:
    """Returns the link at the middle of a word or icon; for other items that of the preceding item."""
    match item:
        case Text():
            line = _line(item)
            middle = Box(line.x + line.width / 2, line.y, 0.0, 0.0)
        case Use(art=art, matrix=inner):
            whole = mapped(inner, Box(0.0, 0.0, art.width, art.height))
            middle = Box(whole.x + whole.width / 2, whole.y + whole.height / 2, 0.0, 0.0)
        case _:
            return before
    return _held(mapped(matrix, middle), links)


def _line(run: Text) -> Box:
    """Returns a run's line at half the height of its letters, as a box without height."""
    return Box(run.x, run.y - 0.3 * run.size * MM_PER_POINT, run.width, 0.0)


def _held(point: Box, links: Sequence[Link]) -> int | None:
    return next((number for number, link in enumerate(links) if link.box.holds(point)), None)


def sign_names(item: Item | Placed, name: str, font: Font) -> Iterator[Text]:
    """Yields a run with the name of each icon of an item: on the line of the words around it, no wider than the
    icon."""
    for sign, matrix in () if isinstance(item, Placed) else walk_items((item,)):
        if not isinstance(sign, Use):
            continue
        box = mapped(matrix, mapped(sign.matrix, Box(0.0, 0.0, sign.art.width, sign.art.height)))
        em = box.height / ICON_EM
        line = box.y + (box.height + font.x_height * em) / 2
        text, turned = name if len(name) > 1 else f"{name} ", turns(name)
        *glyphs, last = font.shape(text, turned).glyphs
        own = sum(glyph.advance for glyph in (*glyphs, last))
        shift = (1000 * box.width / em - own) / max(1, len(glyphs))
        spread = (*(replace(glyph, advance=glyph.advance + shift) for glyph in glyphs), last)
        yield Text(box.x, line, text, font.face, em / MM_PER_POINT, BLACK, box.width, spread, right_to_left=turned)


END = "EMC"
"""Ends a marked part of the page content."""
_ARTIFACT = "/Artifact BMC"
_DOCUMENT = "Document"
_LINK = "Link"
_SIGN = "Span"


class _PageObject(NamedTuple):
    """Marked content or a link on a page, by its number there."""

    page: int
    number: int
    is_link: bool


class _Element(msgspec.Struct, eq=False):
    role: str
    parent: _Element | None
    children: list[_Element | _PageObject]
    alt: str = ""


class TagTree:
    """The structure tree of one document, recorded during drawing. An element may continue on the next page."""

    def __init__(self) -> None:
        self._elements: dict[str, _Element] = {}
        self._marked: list[_Element] = []
        self._parents: list[list[_Element] | _Element] = []
        self._tagged_pages: dict[int, int] = {}
        self._links: dict[tuple[int, int], int] = {}

    def begin(self, tag: Tag | None, page: int, link: int | None = None) -> str:
        """Returns the operator that begins marked content. Without a tag it is an artifact.

        `page` is the page index, `link` the number of the enclosing link on the page.
        """
        if tag is None:
            return _ARTIFACT
        split = len(tag.path) - is_sign(tag)
        element = self._element((*tag.path[:split], *_link_path(page, link), *tag.path[split:]))
        element.alt = tag.alt.strip() or element.alt
        number = len(self._marked)
        self._marked.append(element)
        element.children.append(_PageObject(page, number, is_link=False))
        # The whole name of a sign at once: some viewers leave out a letter of its text where two of a kind overlap.
        name = f" /ActualText <FEFF{tag.alt.encode('utf-16-be').hex().upper()}>" if is_sign(tag) else ""
        return f"/{element.role} <</MCID {number}{name}>> BDC"

    def end_page(self, page: int) -> None:
        """Completes the marked content of a page."""
        self._tagged_pages[page] = len(self._parents)
        self._parents.append(self._marked)
        self._marked = []

    def add_link(self, page: int, link: int) -> None:
        """Adds a link annotation to the element of its text, or to a new element if it has none."""
        element = self._element(_link_path(page, link))
        element.children.append(_PageObject(page, link, is_link=True))
        self._links[page, link] = len(self._parents)
        self._parents.append(element)

    def write(self, pdf: pikepdf.Pdf) -> None:
        """Writes the tree into a finished file."""
        if not self._parents:
            return
        pages = [page.obj for page in pdf.pages]
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        written = {id(element): pdf.make_indirect(Dictionary()) for element in self._elements.values()}
        for element in self._elements.values():
            entry = written[id(element)]
            entry.Type, entry.S = Name.StructElem, Name(f"/{element.role}")
            entry.P = written[id(element.parent)] if element.parent else root
            entry.K = Array([_child(child, written, pages) for child in element.children])
            if element.role == "TH":  # the head of a column
                entry.A = Dictionary(O=Name.Table, Scope=Name.Column)
            if element.alt:
                entry.Alt = element.alt
        numbers = Array()
        for number, found in enumerate(self._parents):
            numbers.append(number)
            if isinstance(found, _Element):
                numbers.append(written[id(found)])
            else:
                numbers.append(Array([written[id(element)] for element in found]))
        root.K = Array([written[id(element)] for element in self._elements.values() if element.parent is None])
        root.ParentTree = Dictionary(Nums=numbers)
        root.ParentTreeNextKey = len(self._parents)
        for page, number in self._tagged_pages.items():
            pages[page].StructParents, pages[page].Tabs = number, Name.S
        for (page, link), number in self._links.items():
            pages[page].Annots[link].StructParent = number
        pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = root, Dictionary(Marked=True)

    def _element(self, path: Sequence[tuple[str, str]]) -> _Element:
        """Returns the last element of a path of roles and names; creates missing ones."""
        parent: _Element | None = None
        for role, name in ((_DOCUMENT, _DOCUMENT), *path):
            element = self._elements.get(name)
            if element is None:
                element = self._elements[name] = _Element(role, parent, [])
                if parent:
                    parent.children.append(element)
            parent = element
        assert parent
        return parent


def is_sign(tag: Tag) -> bool:
    """Returns whether a tag is an icon within text."""
    return tag.path[-1][0] == _SIGN


def _link_path(page: int, link: int | None) -> tuple[tuple[str, str], ...]:
    return () if link is None else ((_LINK, f"link {page} {link}"),)


def _child(
    child: _Element | _PageObject, written: Mapping[int, pikepdf.Object], pages: Sequence[pikepdf.Object]
) -> pikepdf.Object:
    if isinstance(child, _Element):
        return written[id(child)]
    page = pages[child.page]
    if child.is_link:
        return Dictionary(Type=Name.OBJR, Pg=page, Obj=page.Annots[child.number])
    return Dictionary(Type=Name.MCR, Pg=page, MCID=child.number)
