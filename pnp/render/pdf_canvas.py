"""What is drawn on: a page, and forms within it, which are written to the file as soon as they are drawn
(ISO 32000-1, 7.8 and 8.10)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from pnp.render.pdf_objects import COMPRESSION, Name, PdfFile, Reference, Value, Written, written
from pnp.scene import Box

KEPT = 1_024
"""Contents of forms that are kept packed from file to file: the signs and drawings of our richest kit, in two
languages and both ink modes. With fewer the second language would find none."""
CODES = "latin-1"
"""Of contents. They are ASCII, but for the codes of letters: two bytes each."""


class Form(msgspec.Struct, frozen=True):
    """A form or a picture that the file holds: what operators call it, and where it lies."""

    name: str
    place: Reference


class Needs(msgspec.Struct, frozen=True, eq=False):
    """What a form uses besides fonts and other forms, by name; `group`: what it draws is put on the page as a whole,
    its colours mixed in a space of its own, or the one that it is in; `alone`, they mix with nothing beneath it."""

    shadings: Mapping[str, Value] = {}
    states: Mapping[str, Value] = {}
    group: Literal["", "inherited", "alone", "DeviceGray"] = ""


class Canvas:
    """A file's pages while they are drawn, one after the other."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.fonts = file.reserve()
        """The fonts of the file, by the names that operators have for them. All pages and forms have them alike."""
        self._operators: list[str] = []
        self._shown: dict[str, Reference] = {}
        self._named = 0
        self._plain = written({"Font": self.fonts})

    def draw(self, operators: str) -> None:
        """Adds operators."""
        self._operators.append(operators)

    def show(self, form: Form) -> None:
        """Adds a form or a picture, as it stands."""
        self._shown[form.name] = form.place
        self._operators.append(f"/{form.name} Do")

    def page(self) -> tuple[Reference, Value]:
        """Writes what was drawn since the last page; the contents of a page, and what they use."""
        content = "\n".join(self._operators).encode(CODES)
        uses = self._uses(Needs())
        self._operators, self._shown = [], {}
        return self.file.add_stream({}, content), uses

    def form(self, box: Box, draw: Callable[[], None], needs: Needs | None = None) -> Form:
        """Writes what `draw` draws as a form."""
        outside = self._operators, self._shown
        self._operators, self._shown = [], {}
        draw()
        drawn, uses = "\n".join(self._operators), self._uses(needs or Needs())
        self._operators, self._shown = outside
        return self._form(box, drawn, uses, needs.group if needs else "")

    def drawing(self, box: Box, drawn: str) -> Form:
        """Writes operators that show no other form as one."""
        return self._form(box, drawn, Written(self._plain), "")

    def picture(self, said: Mapping[str, Value], data: bytes) -> Form:
        """Writes a picture."""
        return self._named_as(
            "I", self.file.add_stream({"Type": Name("XObject"), "Subtype": Name("Image"), **said}, data)
        )

    def _form(self, box: Box, drawn: str, uses: Value, group: str) -> Form:
        said: dict[str, Value] = {
            "Type": Name("XObject"),
            "Subtype": Name("Form"),
            "BBox": [round(side, 3) for side in (box.x, box.y, box.right, box.bottom)],
            "Resources": uses,
            "Filter": Name("FlateDecode") if self.file.packs else None,
        }
        if group:
            said["Group"] = _group(group)
        data = _packed(drawn) if self.file.packs else drawn.encode(CODES)
        return self._named_as("X", self.file.add_stream(said, data))

    def _named_as(self, letter: str, place: Reference) -> Form:
        self._named += 1
        return Form(f"{letter}{self._named}", place)

    def _uses(self, needs: Needs) -> Value:
        used = {"XObject": self._shown, "Shading": needs.shadings, "ExtGState": needs.states}
        return {"Font": self.fonts, **{kind: dict(named) for kind, named in used.items() if named}}


def _group(space: str) -> Value:
    said: dict[str, Value] = {"Type": Name("Group"), "S": Name("Transparency")}
    if space != "inherited":
        said["I"] = True
    return said if space in ("inherited", "alone") else {**said, "CS": Name(space)}


@lru_cache(maxsize=KEPT)
def _packed(drawn: str) -> bytes:
    return zlib.compress(drawn.encode(CODES), COMPRESSION)
