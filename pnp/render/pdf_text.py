"""Glyph runs drawn on a reportlab canvas, so that they can be searched and copied.

Each glyph of a file is a private-use character to reportlab, which embeds the subsets; `TextPainter.mend` then writes
what the glyphs mean into the finished file (ISO 32000-1, 9.10). Words whose glyphs do not spell them, as in Devanagari,
carry them as `ActualText` (14.9.4).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, groupby
from typing import TypeAlias
from unicodedata import normalize

import pikepdf
from bidi.mirror import MIRRORED
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import through
from pnp.render.pdf_paths import draw_shape, set_fill
from pnp.scene import ENDS_LINE, MM_PER_POINT, NO_INK, READ_FIRST, Colour, Glyph, Path, Segment, Text
from pnp.text.fonts import Font, FontBook

_INVISIBLE = 3
"""Text rendering mode of text that is not drawn."""
_LINE_ENDS = (ENDS_LINE, READ_FIRST)
"""Characters that are drawn as a blank, whatever their glyph is."""
_FORMS = range(0xFB50, 0xFEFD)
"""Arabic presentation forms."""
_MOST_LISTED = 100
"""Codes that one list of a character map may hold."""
_CHARACTER_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Codes def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""

_Spelled: TypeAlias = tuple[Glyph, str]
"""A glyph and its characters."""

_numbers = count(1)
_codes = count(0xF0000)
"""Private-use characters, each used once in a process: planes 15 and 16 have 131,000 of them."""
_meanings: dict[int, str] = {}
"""The text of each, across all faces."""


class _EmbeddedFace:
    """A face as reportlab embeds it; its glyphs get codes as they are used."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.name = f"{font.face} {next(_numbers)}"
        self._embedded = TTFont(self.name, io.BytesIO(font.data()), asciiReadable=False)
        # Two files may have the same PostScript name; reportlab would take one for the other.
        self._embedded.face.name = self.name.encode()
        pdfmetrics.registerFont(self._embedded)
        self._embedded.face.name = re.sub(r"[^A-Za-z0-9-]", "-", font.face).encode()
        self._codes: dict[tuple[int, str, bool], tuple[str, float]] = {}

    def code(self, number: int, text: str, right_to_left: bool) -> tuple[str, float]:
        """The private-use character of a glyph that stands for a text, and the glyph's own advance in thousandths of
        an em."""
        key = number, text, right_to_left
        found = self._codes.get(key)
        if found is None:
            code, advance = next(_codes), self.font.thousandths(number)
            _meanings[code] = _meaning(text, right_to_left)
            self._embedded.face.charToGlyph[code] = number
            self._embedded.face.charWidths[code] = advance
            found = self._codes[key] = chr(code), advance
        return found


@cache
def _embedded_face(font: Font) -> _EmbeddedFace:
    return _EmbeddedFace(font)


def register_font(font: Font) -> str:
    """Registers a font with reportlab, once, and returns the name that it has there."""
    return _embedded_face(font).name


class TextPainter:
    """Draws the text of one file."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts

    def draw(self, canvas: Canvas, run: Text, colour: Colour, *, invisible: bool = False) -> None:
        """Draws a run at its place, in mm with y downwards. `invisible` text is there to be found and copied. Raises
        KitError for a face that is not there."""
        face = _embedded_face(self._fonts.font(run.font))
        set_fill(canvas, colour)
        spelled = list(run.spelled())
        if run.right_to_left or all(text for _, text in spelled):
            self._draw_glyphs(canvas, run, face, 0.0, spelled, None if invisible else colour)
            return
        x = 0.0
        for word in _words(spelled):
            text = "".join(text for _, text in word)
            whole = all(text for _, text in word)
            if not whole:
                canvas.addLiteral(f"/Span <</ActualText <FEFF{_utf16(text)}>>> BDC")
            self._draw_glyphs(canvas, run, face, x, word, None if invisible else colour)
            if not whole:
                canvas.addLiteral("EMC")
            x += sum(glyph.advance for glyph, _ in word)

    def mend(self, pdf: pikepdf.Pdf) -> None:
        """Writes what the codes of a saved file mean, in place of their private-use characters."""
        for font in pdf.objects:
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font" and "/ToUnicode" in font:
                written = font.ToUnicode.read_bytes().decode("ascii")
                font.ToUnicode.write(_character_map(written).encode("ascii"))

    def _draw_glyphs(
        self,
        canvas: Canvas,
        run: Text,
        face: _EmbeddedFace,
        x: float,
        spelled: Sequence[_Spelled],
        colour: Colour | None,
    ) -> None:
        """Draws glyphs that begin `x` thousandths of an em into the run; without a colour they are invisible.

        Glyphs that carry no text in a run from right to left, as vowel points, become shapes: readers would find their
        characters apart from their letters.
        """
        scale, thousandth = MM_PER_POINT, run.size * MM_PER_POINT / 1000
        text = canvas.beginText()
        text.setFont(face.name, run.size)
        if colour is None:
            text.setTextRenderMode(_INVISIBLE)
        shapes = list[tuple[float, Glyph]]()
        for y, level in groupby(spelled, key=lambda pair: 0.0 if run.right_to_left and not pair[1] else pair[0].y):
            place = round(run.x + x * thousandth, 3), round(run.y - y * thousandth, 3)
            text.setTextTransform(scale, 0, 0, -scale, *place)
            codes, places = list[str](), list[ShapeData]()
            blank, moved = 0.0, False
            for glyph, meaning in level:
                number = face.font.glyph(" ") or NO_INK if meaning in _LINE_ENDS else glyph.number
                if number == NO_INK or (run.right_to_left and not meaning):
                    if number != NO_INK:
                        shapes.append((x, glyph))
                    blank += glyph.advance
                else:
                    code, natural = face.code(number, meaning, run.right_to_left)
                    advance, offset = blank + glyph.advance, blank + glyph.x
                    moved = moved or advance != natural or offset != 0
                    codes.append(code)
                    places.append(ShapeData(0, advance, 0, offset, 0, natural))
                    blank = 0.0
                x += glyph.advance
            if codes:
                shown = "".join(codes)
                text.textOut(ShapedStr(shown, places) if moved else shown)  # unmoved, in half the time
        if colour is None:
            text.setTextRenderMode(0)
        canvas.drawText(text)
        if shapes and colour:
            em = 1000 * thousandth
            segments: list[Segment] = []
            for left, glyph in shapes:
                place = run.x + (left + glyph.x) * thousandth, run.y - glyph.y * thousandth
                segments += through(face.font.outline(glyph.number), (em, 0.0, 0.0, em, *place))
            draw_shape(canvas, Path(tuple(segments), colour))


def _words(spelled: Iterable[_Spelled]) -> Iterator[list[_Spelled]]:
    """Glyphs word by word, each with the blanks after it."""
    word: list[_Spelled] = []
    for glyph, text in spelled:
        if word and word[-1][1].isspace() and text and not text.isspace():
            yield word
            word = []
        word.append((glyph, text))
    yield word


def _meaning(text: str, right_to_left: bool) -> str:
    """What readers copy for a glyph.

    Poppler and PDFium reverse what runs from right to left, also the letters of one glyph. A ligature is therefore
    written as one presentation form where there is one, a letter with vowel points from left to right, and a bracket as
    it is shown.
    """
    if right_to_left and text in _presentation_forms():
        return _presentation_forms()[text]
    if right_to_left:
        return "".join(MIRRORED.get(one, one) for one in reversed(text))
    return "".join(" " if one.isspace() else "-" if one == "\u2011" else one for one in text)


@cache
def _presentation_forms() -> dict[str, str]:
    """Letters → the Arabic ligature of them that is a character."""
    forms = {normalize("NFKC", chr(code)): chr(code) for code in reversed(_FORMS)}
    return {letters: form for letters, form in forms.items() if len(letters) > 1}


def _character_map(written: str) -> str:
    """The character map of a font, from that with private-use characters."""
    lines: list[str] = []
    for code, character in re.findall(r"<([0-9A-F]{2})> <([0-9A-F]+)>", written):
        if meaning := _meanings.get(int(character, 16)):
            lines.append(f"<{code}> <{_utf16(meaning)}>")
    lists = [lines[start : start + _MOST_LISTED] for start in range(0, len(lines), _MOST_LISTED)]
    return _CHARACTER_MAP.format(
        "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in lists)
    )


def _utf16(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").hex().upper()
