"""Text in PDF: runs in the codes of a font's subset, with kerns between them."""

from __future__ import annotations

from functools import lru_cache

from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import number
from pnp.render.operators import factor, filling
from pnp.render.typefaces import Typeface
from pnp.scene import MM_PER_POINT, Text

_UPRIGHT = factor(MM_PER_POINT)
_PLAIN = frozenset(range(32, 127)) - frozenset(b"()\\")


@lru_cache(maxsize=4_096)
def _kern(shift: float, em: float) -> str:
    """A kern as it stands in a text, in thousandths of an em against the direction of writing; there are few pairs."""
    return f"{round(-1000 * shift / em, 1):g}"


class Encoder(dict[int, str]):
    """Writes runs of one font for one document. As a mapping: character → its code in a string of the file.

    A font's glyphs are numbered as they are met, 256 to a subset; few documents need a second one.
    """

    def __init__(self, font: Typeface, canvas: Canvas) -> None:
        super().__init__()
        self._font = font
        # reportlab numbers glyphs by document, and a canvas offers its document under this name alone
        self._document = canvas._doc  # noqa: SLF001
        self._subsets: dict[int, int] = {}
        self._names: dict[int, str] = {}

    def __missing__(self, character: int) -> str:
        ((subset, code),) = self._font.splitString(chr(character), self._document)
        if subset:
            self._subsets[character] = subset
        value = code[0]
        text = self[character] = chr(value) if value in _PLAIN else f"\\{value:03o}"
        return text

    def draw(self, run: Text, *, unseen: bool = False) -> str:
        """The operators of a run; `unseen`, it is there to be found and copied alone."""
        size, text = run.size, run.text
        em = size * MM_PER_POINT
        parts: list[str] = []
        start = 0
        for index, shift in run.kerns:
            parts.append(f"({text[start:index].translate(self)}){_kern(shift, em)}")
            start = index
        parts.append(f"({text[start:].translate(self)})")
        shown = f"[{''.join(parts)}]TJ" if len(parts) > 1 else f"{parts[0]}Tj"
        if self._subsets and any(ord(character) in self._subsets for character in text):
            shown = self._mixed(run)
        else:
            shown = f"{self._name(0)} {size:g} Tf {shown}"
        place = f"{_UPRIGHT} 0 0 -{_UPRIGHT} {number(run.x)} {number(run.y)} Tm"
        shown = f"3 Tr {shown} 0 Tr" if unseen else shown
        return f"{filling(run.colour)} BT {place} {shown} ET"

    def _mixed(self, run: Text) -> str:
        """A run whose characters are in several subsets: they are drawn one by one."""
        em = run.size * MM_PER_POINT
        kerns = dict(run.kerns)
        parts: list[str] = []
        for index, character in enumerate(run.text):
            name = self._name(self._subsets.get(ord(character), 0))
            kern = _kern(kerns[index], em) if index in kerns else ""
            parts.append(f"{name} {run.size:g} Tf [{kern}({self[ord(character)]})]TJ")
        return " ".join(parts)

    def _name(self, subset: int) -> str:
        name = self._names.get(subset)
        if name is None:
            name = self._names[subset] = self._font.getSubsetInternalName(subset, self._document)
        return name
