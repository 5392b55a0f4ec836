"""What a PDF file says of its order and its parts to those who do not see it: a tree of tags (ISO 32000-1, 14.7)."""

from __future__ import annotations

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString
from reportlab.pdfgen.canvas import Canvas

from pnp.scene import Tag

ARTIFACT = "/Artifact BMC"
"""Begins what is no part of the text: frames, running heads, feet."""
END = "EMC"
_ROOT = "StructTree"
_DOCUMENT = "Document"


class Structure:
    """The tags of one file as its pages are drawn. A part that goes on over a page's end is one all the same."""

    def __init__(self) -> None:
        self._parts: dict[str, PDFDictionary] = {}
        self._kids: dict[str, list[object]] = {}
        self._marked: dict[int, list[str]] = {}

    def begin(self, tag: Tag | None, page: int) -> str:
        """The operators that begin a part, on a page counted from 1; without a tag it is none."""
        if tag is None:
            return ARTIFACT
        above = _DOCUMENT
        for role, name in ((_DOCUMENT, _DOCUMENT), *tag.path):
            if name not in self._parts:
                self._parts[name] = self._part(role, above if name != _DOCUMENT else _ROOT)
                self._kids[name] = []
                if name != _DOCUMENT:
                    self._kids[above].append(_reference(name))
            above = name
        if tag.alt:
            self._parts[above].dict["Alt"] = PDFString(tag.alt)
        marked = self._marked.setdefault(page, [])
        number = len(marked)
        marked.append(above)
        place = {"Type": PDFName("MCR"), "Pg": PDFObjectReference(f"Page{page}"), "MCID": number}
        self._kids[above].append(PDFDictionary(place))
        return f"/{tag.path[-1][0]} <</MCID {number}>> BDC"

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
        root = {
            "Type": PDFName("StructTreeRoot"),
            "K": PDFArray([_reference(_DOCUMENT)]),
            "ParentTree": PDFDictionary({"Nums": PDFArray(numbers)}),
            "ParentTreeNextKey": max(self._marked),
        }
        tree = PDFDictionary(root)
        document.Reference(tree, f"Part {_ROOT}")
        document.Catalog.StructTreeRoot = tree
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        for page in self._marked:
            drawn = document.idToObject[f"Page{page}"]
            drawn.__NoDefault__ = [*drawn.__NoDefault__, "StructParents"]
            drawn.StructParents = page - 1

    def _part(self, role: str, above: str) -> PDFDictionary:
        return PDFDictionary({"Type": PDFName("StructElem"), "S": PDFName(role), "P": _reference(above)})


def _reference(name: str) -> PDFObjectReference:
    return PDFObjectReference(f"Part {name}")
