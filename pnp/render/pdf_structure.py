"""What a PDF file says of its order and its parts to those who do not see it: a tree of tags (ISO 32000-1, 14.7)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pnp.render.pdf_objects import Name, PdfFile, Reference, Value
from pnp.scene import Tag

ARTIFACT = "/Artifact BMC"
"""Begins what is no part of the text: frames, running heads, feet."""
END = "EMC"
LINK = "Link"
SPAN = "Span"
"""What a sign among words is."""
_DOCUMENT = "Document"
_HEAD = "TH"
"""The head of a column; tables have no heads of rows."""


class _Part(msgspec.Struct, eq=False):
    """A part: its place in the file, what it is, the part that holds it, and what it holds."""

    place: Reference
    role: str
    above: Reference
    kids: list[Value]
    alt: str = ""


class Structure:
    """The tags of one file as its pages are drawn. A part that goes on over a page's end is one all the same."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._root = file.reserve()
        self._parts: dict[str, _Part] = {}
        self._marked: list[Value] = []
        self._numbers: list[Value] = []

    def begin(self, tag: Tag | None, page: Reference, link: int | None = None) -> str:
        """The operators that begin a part. Without a tag it is none. A part of it may lie in the `link` of that number
        on its page, and a sign in one among words."""
        if tag is None:
            return ARTIFACT
        cut = len(tag.path) - is_sign(tag)
        above = self._known((*tag.path[:cut], *_linked(page, link), *tag.path[cut:]))
        above.alt = tag.alt.strip() or above.alt
        number = len(self._marked)
        self._marked.append(above.place)
        above.kids.append({"Type": Name("MCR"), "Pg": page, "MCID": number})
        # A sign's name as a whole: of like letters that lie close together some viewers leave one out.
        text = f" /ActualText <FEFF{tag.alt.encode('utf-16-be').hex().upper()}>" if is_sign(tag) else ""
        return f"/{above.role} <</MCID {number}{text}>> BDC"

    def end_page(self) -> int:
        """Notes what was begun on a page; the number under which that is found."""
        marked, self._marked = self._marked, []
        return self._note(marked)

    def linked(self, page: Reference, link: int, annotation: Reference) -> int:
        """Notes what can be tapped: a part of its own, if no words lie in it; the number under which it is found."""
        part = self._known(_linked(page, link))
        part.kids.append({"Type": Name("OBJR"), "Obj": annotation, "Pg": page})
        return self._note(part.place)

    def _note(self, found: Value) -> int:
        number = len(self._numbers) // 2
        self._numbers += (number, found)
        return number

    def _known(self, path: Iterable[tuple[str, str]]) -> _Part:
        """A part, which is made with all that hold it, if it is new."""
        above: _Part | None = None
        for role, name in ((_DOCUMENT, _DOCUMENT), *path):
            part = self._parts.get(name)
            if part is None:
                part = _Part(self._file.reserve(), role, above.place if above else self._root, [])
                self._parts[name] = part
                if above:
                    above.kids.append(part.place)
            above = part
        assert above
        return above

    def write(self) -> dict[str, Value]:
        """Writes the tree, when all pages are drawn; what the catalogue of the file says of it."""
        for part in self._parts.values():
            said: dict[str, Value] = {"Type": Name("StructElem"), "S": Name(part.role), "P": part.above, "K": part.kids}
            if part.role == _HEAD:
                said["A"] = {"O": Name("Table"), "Scope": Name("Column")}
            self._file.put(part.place, {**said, "Alt": part.alt} if part.alt else said)
        root: dict[str, Value] = {
            "Type": Name("StructTreeRoot"),
            "K": [part.place for part in self._parts.values() if part.above == self._root],
            "ParentTree": {"Nums": self._numbers},
            "ParentTreeNextKey": len(self._numbers) // 2,
        }
        self._file.put(self._root, root)
        return {"StructTreeRoot": self._root, "MarkInfo": {"Marked": True}}


def is_sign(tag: Tag) -> bool:
    """Whether that is a sign among words."""
    return tag.path[-1][0] == SPAN


def _linked(page: Reference, link: int | None) -> tuple[tuple[str, str], ...]:
    """The part that a link of a page is."""
    return () if link is None else ((LINK, f"link {page.number} {link}"),)
