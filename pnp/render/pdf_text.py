"""Text on a reportlab canvas: runs with kerning, embedded fonts, and text that can be searched and copied."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from itertools import count
from unicodedata import normalize

import pikepdf
from msgspec.structs import replace
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.face.letters import outlined
from pnp.render.pdf_paths import draw_shape, set_fill
from pnp.scene import ENDS_LINE, MM_PER_POINT, READ_FIRST, SOFT_HYPHEN, Colour, Path, Text
from pnp.text.direction import turns
from pnp.text.fonts import Font, FontBook
from pnp.text.scripts import SPACES, is_formed, parts

_INVISIBLE = 3
_REPLACED = str.maketrans({"\u2011": "-", "\u00a0": " ", ENDS_LINE: " ", READ_FIRST: " "})
"""Characters drawn as another one; the position of a line already says where it ends and may not break."""
_FIRST_FORM, _LAST_FORM = "\ufb50", "\ufefc"
_NO_SHIFT = ShapeData(0, 0, 0, 0, 0, 0)
_numbers = count(1)


class TextPainter:
    """Draws the text of one document."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts

    def draw(self, canvas: Canvas, run: Text, colour: Colour, *, invisible: bool = False) -> None:
        """Draws a run. Scripts that are formed as a whole are drawn as shapes, with invisible text above them."""
        font = self._fonts.font(run.font)
        if is_formed(run.text) and not invisible:
            draw_shape(canvas, Path(outlined(run, font), colour))
            # Viewers turn words that run from right to left.
            text = "".join(part[::-1] if whole and turns(part) else part for part, whole in parts(run.text))
            run, invisible = replace(run, text=text, kerns=()), True
        if not font.glyph(" ") and any(map(str.isspace, run.text)):
            run = without_spaces(run, font)
        text_object = canvas.beginText()
        text_object.setTextTransform(MM_PER_POINT, 0, 0, -MM_PER_POINT, round(run.x, 3), round(run.y, 3))
        text_object.setFont(register_font(font), run.size)
        set_fill(text_object, colour)
        if invisible:
            text_object.setTextRenderMode(_INVISIBLE)
        text_object.textLine(_string(run, font))
        if invisible:
            text_object.setTextRenderMode(0)
        canvas.drawText(text_object)

    def mend(self, pdf: pikepdf.Pdf) -> None:
        """Corrects which characters the codes of fonts stand for.

        reportlab 5.1 writes characters beyond U+FFFF as `<1F600>` instead of `<D83DDE00>`. Wide and narrow spaces are
        copied as spaces, joined forms of Arabic letters as letters.
        """
        for page in pdf.pages[:1]:  # all pages have the same fonts
            for font in page.Resources.Font.values():
                data = font.ToUnicode.read_bytes()
                font.ToUnicode.write(re.sub(rb"(?<= )<([0-9A-F]{4,6})>\n", _mended, data))


@lru_cache(maxsize=256)
def register_font(font: Font) -> str:
    """Registers a font with reportlab under a name of its own, and returns the name."""
    name = f"{font.face} {next(_numbers)}"
    opened = TTFont(name, io.BytesIO(font.data()), asciiReadable=False)
    # Two files may have the same PostScript name; faces have names of their own.
    opened.face.name = re.sub(r"[^A-Za-z0-9-]", "-", font.face).encode()
    pdfmetrics.registerFont(opened)
    return name


def without_spaces(run: Text, font: Font) -> Text:
    """A run in a font that has no glyph for a space: with a kern in place of each space."""
    em, kerns = run.size * MM_PER_POINT, dict(run.kerns)
    text, moved, room = "", dict[int, float](), 0.0
    for index, character in enumerate(run.text):
        room += kerns.get(index, 0.0)
        if character.isspace():
            room += font.shape(character).width * em
            continue
        if room:
            moved[len(text)] = room
        text, room = text + character, 0.0
    return replace(run, text=text, kerns=tuple(moved.items()))


def _string(run: Text, font: Font) -> str:
    """The characters of a run with its kerns, as reportlab draws them."""
    text = run.text if run.text.isascii() else run.text.translate(_REPLACED)
    _add_glyphs(text, font)
    if not run.kerns:
        return text
    per_em = 1000 / (run.size * MM_PER_POINT)
    shifts = [_NO_SHIFT] * len(text)
    for index, shift in run.kerns:
        if index < len(text):
            kern = round(shift * per_em, 1)
            shifts[index] = ShapeData(0, kern, 0, kern, 0, 0)
    return ShapedStr(text, shifts)


@lru_cache(maxsize=20_000)
def _add_glyphs(text: str, font: Font) -> None:
    """Tells reportlab the glyph and the advance of each character as HarfBuzz has them.

    A soft hyphen is drawn as a hyphen; a space of any width needs no glyph of its own.
    """
    face = pdfmetrics.getFont(register_font(font)).face
    for character in text:
        drawn = "-" if character == SOFT_HYPHEN else character
        face.charToGlyph[ord(character)] = font.glyph(drawn)
        face.charWidths[ord(character)] = font.advance(drawn)


def _mended(match: re.Match[bytes]) -> bytes:
    character = chr(int(match[1], 16))
    if character in SPACES:
        character = " "
    elif _FIRST_FORM <= character <= _LAST_FORM:
        # A form of several letters stays one: viewers turn its letters round otherwise.
        letters = normalize("NFKC", character).strip()
        character = letters if len(letters) == 1 else character
    return b"<%s>\n" % character.encode("utf-16-be").hex().upper().encode()
