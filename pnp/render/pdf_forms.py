"""Form XObjects, packed as soon as they are drawn; what they have alike is written once a file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFFormXObject,
    PDFName,
    PDFObject,
    PDFResourceDictionary,
    PDFStream,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from pnp.scene import Box

KEPT = 512
"""Contents of forms that are kept packed from file to file: the signs and drawings of our richest kit."""
_GAP = b"%gap%"


class Once(PDFObject):  # type: ignore[misc] # reportlab has no types
    """A part of a file that is the same wherever it stands."""

    def __init__(self, part: PDFObject) -> None:
        self._part = part
        self._written: bytes | None = None

    def format(self, document: PDFDocument) -> bytes:
        if self._written is None:
            self._written = self._part.format(document)
        return self._written


class Shared:
    """What all forms of one file have alike."""

    def __init__(self) -> None:
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        self.resources = Once(resources)
        self.filter = Once(PDFArray([PDFName("FlateDecode")]))
        self.matrix = Once(PDFArray([1, 0, 0, 1, 0, 0]))
        self._frame: list[bytes] = []

    def dictionary(self, document: PDFDocument, box: bytes, length: int) -> bytes:
        """What is said of a form that needs nothing but fonts, as reportlab would write it."""
        if not self._frame:
            said = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "FormType": 1,
                "BBox": _GAP,
                "Filter": self.filter,
                "Length": _GAP,
                "Matrix": self.matrix,
                "Resources": self.resources,
            }
            self._frame = PDFDictionary(said).format(document).split(_GAP)
        before, between, after = self._frame
        return b"".join((before, box, between, b"%d" % length, after))


class Drawing(PDFObject):  # type: ignore[misc] # as above
    """A form of operators that are known as a whole. Nothing of it passes through reportlab's canvas."""

    __RefOnly__ = 1
    XObjects = None

    def __init__(self, box: Box, content: bytes, shared: Shared) -> None:
        self._box = PDFArray([round(side, 3) for side in (box.x, box.y, box.right, box.bottom)])
        self._content = content
        self._shared = shared

    def format(self, document: PDFDocument) -> bytes:
        said = self._shared.dictionary(document, self._box.format(document), len(self._content))
        return b"".join((said, b"\nstream\n", self._content, b"endstream\n"))


def add_drawing(canvas: Canvas, name: str, box: Box, drawn: str, shared: Shared) -> None:
    """Stores operators as a form; the bytes are those of a form that a canvas has drawn."""
    content = _packed(canvas._preamble, drawn)  # noqa: SLF001 - what every content of a canvas begins with
    canvas._doc.addForm(name, Drawing(box, content, shared))  # noqa: SLF001 - a canvas adds what it drew itself alone


class Needs(msgspec.Struct, frozen=True, eq=False):
    """What a form uses besides fonts and other forms, by name; `group`: what it draws is put on the page as a whole,
    its colours mixed in a space of its own, or the one that it is in; `alone`, they mix with nothing beneath it."""

    shadings: Mapping[str, PDFObject] = {}
    states: Mapping[str, PDFObject] = {}
    group: Literal["", "inherited", "alone", "DeviceGray"] = ""


def add_form(
    canvas: Canvas, name: str, box: Box, draw: Callable[[], None], shared: Shared, needs: Needs | None = None
) -> None:
    """Stores what `draw` draws on a canvas as a form. The bytes are those that reportlab would write, but for what it
    does not know how to; it has no public way to them."""
    canvas.beginForm(name, round(box.x, 3), round(box.y, 3), round(box.right, 3), round(box.bottom, 3))
    draw()
    # What is still there at the end is encoded letter by letter.
    drawn, canvas._code = "\n".join(canvas._code), []  # noqa: SLF001 - see above
    canvas.endForm()
    form = canvas._doc.idToObject[xObjectName(name)]  # noqa: SLF001 - see above
    packed = _packed(canvas._preamble, drawn)  # noqa: SLF001 - see above
    form.Contents = PDFStream(PDFDictionary({"Filter": shared.filter}), packed, [])
    form.stream = None
    form.Matrix = shared.matrix
    if needs is not None:
        form.Resources = _resources(form, needs)
        if needs.group:
            form.Contents.dictionary["Group"] = _group(needs.group)
    elif form.XObjects is None:
        form.Resources = shared.resources


def _resources(form: PDFFormXObject, needs: Needs) -> PDFResourceDictionary:
    resources = PDFResourceDictionary(Shading=dict(needs.shadings), ExtGState=dict(needs.states))
    resources.basicFonts()
    resources.allProcs()
    if form.XObjects:
        resources.XObject = form.XObjects
    return resources


def _group(space: str) -> PDFDictionary:
    said = {"Type": PDFName("Group"), "S": PDFName("Transparency")}
    if space != "inherited":
        said["I"] = "true"
    return PDFDictionary(said if space in ("inherited", "alone") else {**said, "CS": PDFName(space)})


@lru_cache(maxsize=KEPT)
def _packed(preamble: str, drawn: str) -> bytes:
    return zlib.compress(f"{preamble}\n{drawn}".encode("ascii"))
