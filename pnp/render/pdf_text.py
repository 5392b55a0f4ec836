"""Glyph runs drawn on a reportlab canvas, so that they can be searched and copied.

Each glyph of a file is a private-use character to reportlab, which embeds the subsets; `TextPainter.mend` then writes
what the glyphs mean into the finished file (ISO 32000-1, 9.10). Words whose glyphs do not spell them, as in Devanagari,
carry them as `ActualText` (14.9.4).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from itertools import count, groupby
from typing import NamedTuple
from unicodedata import normalize

import pikepdf
from bidi.mirror import MIRRORED
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import through
from pnp.render.pdf_forms import draw_shape, set_fill
from pnp.scene import ENDS_LINE, MM_PER_POINT, NO_INK, READ_FIRST, Colour, Glyph, Path, Segment, Text, spelled
from pnp.text.fonts import Font, FontBook

_FILLED, _INVISIBLE = 0, 3
"""Text rendering modes."""
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

_WORD = re.compile(r"\s*\S+\s*")
_TEXT_END = "ET"
"""The operator with which reportlab ends a text object."""
_SHOWN = re.compile(r"(/\S+ \S+ Tf \S+ TL) (?:\[(.*)\] TJ|(\(.*\)) Tj)", re.DOTALL)
"""How reportlab shows a string in one font: with single places for glyphs, or plainly."""

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


class _Word(NamedTuple):
    """A word as reportlab writes it, with the blanks after it.

    `strings` are to be shown in `font`. Where a word needs more than that, `font` is empty and `strings` are whole
    operators. `marks` are glyphs that carry no text in a run from right to left, as vowel points, each with its x. They
    become shapes: readers would find their characters apart from their letters. `advance` and x are in thousandths of
    an em.
    """

    font: str
    strings: str
    marks: tuple[tuple[float, Glyph], ...]
    advance: float


class TextPainter:
    """Draws the text of one file. reportlab formats each word once: that takes half of the time of a deck of cards."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._words: dict[tuple[str, float, str, tuple[Glyph, ...], bool, bool], _Word] = {}

    def draw(self, canvas: Canvas, run: Text, colour: Colour, *, invisible: bool = False) -> None:
        """Draws a run at its place, in mm with y downwards. `invisible` text is there to be found and copied. Raises
        KitError for a face that is not there."""
        face = _embedded_face(self._fonts.font(run.font))
        # Words in one font are shown by one operator: some readers take a short word by itself for a new line.
        shown, marks = list[tuple[str, list[str]]](), list[tuple[float, Glyph]]()
        x = 0.0
        for spelling, glyphs in _words(run):
            key = face.name, run.size, spelling, glyphs, run.right_to_left, invisible
            word = self._words.get(key)
            if word is None:
                word = self._words[key] = _format_word(canvas, face, *key[1:])
            if shown and shown[-1][0] == word.font:
                shown[-1][1].append(word.strings)
            else:
                shown.append((word.font, [word.strings]))
            for left, glyph in word.marks:
                marks.append((x + left, glyph))
            x += word.advance
        text = canvas.beginText()
        set_fill(text, colour)
        text.setTextTransform(MM_PER_POINT, 0, 0, -MM_PER_POINT, round(run.x, 3), round(run.y, 3))
        operators = [f"{font} [{' '.join(strings)}] TJ" if font else " ".join(strings) for font, strings in shown]
        canvas.addLiteral(f"{text.getCode().removesuffix(_TEXT_END)}{' '.join(operators)} {_TEXT_END}")
        if marks and not invisible:
            em = run.size * MM_PER_POINT
            segments: list[Segment] = []
            for left, glyph in marks:
                place = run.x + (left + glyph.x) * em / 1000, run.y - glyph.y * em / 1000
                segments += through(face.font.outline(glyph.number), (em, 0.0, 0.0, em, *place))
            draw_shape(canvas, Path(tuple(segments), colour))

    def mend(self, pdf: pikepdf.Pdf) -> None:
        """Writes what the codes of a saved file mean, in place of their private-use characters."""
        for font in pdf.objects:
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font" and "/ToUnicode" in font:
                written = font.ToUnicode.read_bytes().decode("ascii")
                font.ToUnicode.write(_character_map(written).encode("ascii"))


def _words(run: Text) -> Iterator[tuple[str, tuple[Glyph, ...]]]:
    """The words of a run, each with its glyphs and the blanks after it. A run from right to left is not split."""
    ends = () if run.right_to_left else {match.end() for match in _WORD.finditer(run.text)}
    start = first = at = 0
    for index, glyph in enumerate(run.glyphs):
        if at in ends and glyph.length:
            yield run.text[first:at], run.glyphs[start:index]
            start, first = index, at
        at += glyph.length
    yield run.text[first:], run.glyphs[start:]


def _format_word(
    canvas: Canvas,
    face: _EmbeddedFace,
    size: float,
    spelling: str,
    glyphs: tuple[Glyph, ...],
    right_to_left: bool,
    invisible: bool,
) -> _Word:
    start = canvas.beginText().getCode().removesuffix(_TEXT_END)
    text = canvas.beginText()
    text.setFont(face.name, size)
    text.setTextRenderMode(_INVISIBLE if invisible else _FILLED)
    marks = list[tuple[float, Glyph]]()
    x = 0.0
    blank = 0.0  # room for glyphs without ink, which goes to the next glyph or the last one
    pairs = spelled(spelling, glyphs, right_to_left)
    for y, level in groupby(pairs, key=lambda pair: 0.0 if right_to_left and not pair[1] else pair[0].y):
        codes, places = "", list[ShapeData]()
        for glyph, meaning in level:
            number = face.font.glyph(" ") or NO_INK if meaning in _LINE_ENDS else glyph.number
            if number == NO_INK or (right_to_left and not meaning):
                if number != NO_INK:
                    marks.append((x, glyph))
                blank += glyph.advance
            else:
                code, natural = face.code(number, meaning, right_to_left)
                codes += code
                places.append(ShapeData(0, blank + glyph.advance, 0, blank + glyph.x, 0, natural))
                blank = 0.0
            x += glyph.advance
        if codes:
            places[-1] = places[-1]._replace(x_advance=places[-1].x_advance + blank)
            blank = 0.0
            if y:
                text.setRise(y * size / 1000)
            text.textOut(ShapedStr(codes, places))
            if y:
                text.setRise(0)
    text.setTextRenderMode(_FILLED)
    operators = text.getCode().removesuffix(_TEXT_END).removeprefix(start)
    if not right_to_left and not all(glyph.length for glyph in glyphs):
        operators = f"/Span <</ActualText <FEFF{_utf16(spelling)}>>> BDC {operators} EMC"
    elif shown := _SHOWN.fullmatch(operators.strip()):
        return _Word(shown[1], shown[2] or shown[3], tuple(marks), x)
    return _Word("", operators, tuple(marks), x)


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
