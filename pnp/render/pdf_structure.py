"""What a PDF file says of its order and its parts to those who do not see it: a tree of tags (ISO 32000-1, 14.7)."""

from __future__ import annotations

from collections.abc import Iterable

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString
from reportlab.pdfgen.canvas import Canvas

from pnp.scene import Tag

ARTIFACT = "/Artifact BMC"
"""Begins what is no part of the text: frames, running heads, feet."""
END = "EMC"
LINK = "Link"
_ROOT = "StructTree"
_DOCUMENT = "Document"


class Structure:
    """The tags of one file as its pages are drawn. A part that goes on over a page's end is one all the same."""

    def __init__(self) -> None:
        self._parts: dict[str, PDFDictionary] = {}
        self._kids: dict[str, list[object]] = {}
        self._marked: dict[int, list[str]] = {}
        self._annotated: list[tuple[str, PDFDictionary]] = []

    def begin(self, tag: Tag | None, page: int, link: int | None = None) -> str:
        """The operators that begin a part, on a page counted from 1; without a tag it is none. A part of it may lie in
        the `link` of that number."""
        if tag is None:
            return ARTIFACT
        above = self._known((*tag.path, *_linked(page, link)))
        if tag.alt:
            self._parts[above].dict["Alt"] = PDFString(tag.alt)
        marked = self._marked.setdefault(page, [])
        number = len(marked)
        marked.append(above)
        place = {"Type": PDFName("MCR"), "Pg": PDFObjectReference(f"Page{page}"), "MCID": number}
        self._kids[above].append(PDFDictionary(place))
        return f"/{tag.path[-1][0] if link is None else LINK} <</MCID {number}>> BDC"

    def linked(self, page: int, link: int, annotation: PDFDictionary, reference: PDFObjectReference) -> None:
        """Notes what can be tapped: a part of its own, if no words lie in it."""
        name = self._known(_linked(page, link))
        place = {"Type": PDFName("OBJR"), "Obj": reference, "Pg": PDFObjectReference(f"Page{page}")}
        self._kids[name].append(PDFDictionary(place))
        self._annotated.append((name, annotation))

    def _known(self, path: Iterable[tuple[str, str]]) -> str:
        """The name of a part, which is made with all that hold it, if it is new."""
        above = _DOCUMENT
        for role, name in ((_DOCUMENT, _DOCUMENT), *path):
            if name not in self._parts:
                self._parts[name] = self._part(role, above if name != _DOCUMENT else _ROOT)
                self._kids[name] = []
                if name != _DOCUMENT:
                    self._kids[above].append(_reference(name))
            above = name
        return above

    def write(self, canvas: Canvas) -> None:
        """Puts the tree into the file, when all pages are drawn."""
        if not self._parts:
            return
        document = canvas._doc  # noqa: SLF001 - it has no public way to its objects
        for name, part in self._parts.items():
            part.dict["K"] = PDFArray(self._kids[name])
            document.Reference(part, f"Part {name}")
        numbers: list[object] = []
        for page, names in sorted(self._marked.items()):
            numbers += [page - 1, PDFArray([_reference(name) for name in names])]
        first = max(self._marked, default=0)
        for number, (name, annotation) in enumerate(self._annotated, start=first):
            annotation["StructParent"] = number
            numbers += [number, _reference(name)]
        root = {
            "Type": PDFName("StructTreeRoot"),
            "K": PDFArray([_reference(_DOCUMENT)]),
            "ParentTree": PDFDictionary({"Nums": PDFArray(numbers)}),
            "ParentTreeNextKey": first + len(self._annotated),
        }
        tree = PDFDictionary(root)
        document.Reference(tree, f"Part {_ROOT}")
        document.Catalog.StructTreeRoot = tree
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        for page in self._marked:
            drawn = document.idToObject[f"Page{page}"]
            drawn.__NoDefault__ = [*drawn.__NoDefault__, "StructParents", "Tabs"]
            drawn.StructParents = page - 1
            drawn.Tabs = PDFName("S")

    def _part(self, role: str, above: str) -> PDFDictionary:
        return PDFDictionary({"Type": PDFName("StructElem"), "S": PDFName(role), "P": _reference(above)})


def _linked(page: int, link: int | None) -> tuple[tuple[str, str], ...]:
    """The part that a link of a page is."""
    return () if link is None else ((LINK, f"link {page} {link}"),)


def _reference(name: str) -> PDFObjectReference:
    return PDFObjectReference(f"Part {name}")
