"""Tagged PDF: the tree of tags that screen readers follow (ISO 32000-1, 14.7). Drawn marks, written by pikepdf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp.scene import Tag

END = "EMC"
"""Ends a marked part of the page content."""
_ARTIFACT = "/Artifact BMC"
_DOCUMENT = "Document"
_LINK = "Link"
_SIGN = "Span"
_COLUMN_HEAD = "TH"


class _Content(msgspec.Struct):
    """Marked content on a page, by its number there."""

    page: int
    number: int


class _Annotation(msgspec.Struct):
    """A link on a page, by its number there."""

    page: int
    number: int


class _Element(msgspec.Struct, eq=False):
    role: str
    parent: _Element | None
    children: list[_Element | _Content | _Annotation]
    alt: str = ""


class TagTree:
    """The tags of one document, recorded while pages are drawn. An element may continue on the next page."""

    def __init__(self) -> None:
        self._elements: dict[str, _Element] = {}
        self._marked: list[_Element] = []
        self._parents: list[list[_Element] | _Element] = []
        self._tagged_pages: dict[int, int] = {}
        self._links: dict[tuple[int, int], int] = {}

    def begin(self, tag: Tag | None, page: int, link: int | None = None) -> str:
        """The operator that begins a part of the page content. Without a tag it is decoration.

        `page` is the index of the page, `link` the number of the link on the page that the part lies in.
        """
        if tag is None:
            return _ARTIFACT
        split = len(tag.path) - is_sign(tag)
        element = self._element((*tag.path[:split], *_link_path(page, link), *tag.path[split:]))
        element.alt = tag.alt.strip() or element.alt
        number = len(self._marked)
        self._marked.append(element)
        element.children.append(_Content(page, number))
        # The whole name of a sign at once: some viewers leave out a letter of its text where two of a kind overlap.
        name = f" /ActualText <FEFF{tag.alt.encode('utf-16-be').hex().upper()}>" if is_sign(tag) else ""
        return f"/{element.role} <</MCID {number}{name}>> BDC"

    def end_page(self, page: int) -> None:
        """Completes the marked parts of a page."""
        self._tagged_pages[page] = len(self._parents)
        self._parents.append(self._marked)
        self._marked = []

    def add_link(self, page: int, link: int) -> None:
        """Adds a link annotation to the element of its words; it gets one of its own if it has no words."""
        element = self._element(_link_path(page, link))
        element.children.append(_Annotation(page, link))
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
            entry.K = Array(list(_children(element, written, pages)))
            if element.role == _COLUMN_HEAD:
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
        """The last element of a path of roles and names; creates those that are new."""
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
    """Whether a tag is a picture among words."""
    return tag.path[-1][0] == _SIGN


def _link_path(page: int, link: int | None) -> tuple[tuple[str, str], ...]:
    return () if link is None else ((_LINK, f"link {page} {link}"),)


def _children(
    element: _Element, written: Mapping[int, pikepdf.Object], pages: Sequence[pikepdf.Object]
) -> Iterator[pikepdf.Object]:
    for child in element.children:
        match child:
            case _Content(page, number):
                yield Dictionary(Type=Name.MCR, Pg=pages[page], MCID=number)
            case _Annotation(page, number):
                yield Dictionary(Type=Name.OBJR, Pg=pages[page], Obj=pages[page].Annots[number])
            case _:
                yield written[id(child)]
