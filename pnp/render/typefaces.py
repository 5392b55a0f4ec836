"""Font files as reportlab embeds them. It reads their tables number by number, which takes as long as to draw a page;
here a table is read at once, and HarfBuzz says which glyph a character has, as it does for the layout."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from struct import iter_unpack, unpack
from weakref import WeakKeyDictionary

import uharfbuzz
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from pnp.text.fonts import FontBook

_BLANK, _HARD_BLANK = 0x20, 0xA0


class Face(TTFontFace):  # type: ignore[misc] # reportlab has no types
    """A font file: what is said of it as a whole, by reportlab; its glyphs, as `makeSubset` asks for them."""

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803 - reportlab's names
        super().extractInfo(charInfo=0)
        count = self.numGlyphs
        (full,) = unpack(">H", self.get_table("hhea")[34:36])
        widths = unpack(f">{full + count}H", self.get_table("hmtx")[: 2 * (full + count)])
        pairs = widths[: 2 * full]
        self.hmetrics = list(zip(pairs[::2], pairs[1::2], strict=True))
        self.hmetrics += [(pairs[-2], bearing) for bearing in widths[2 * full :]]
        (is_long,) = unpack(">H", self.get_table("head")[50:52])
        places = self.get_table("loca")[: (4 if is_long else 2) * (count + 1)]
        # Short ones count by two bytes.
        self.glyphPos = [place if is_long else 2 * place for (place,) in iter_unpack(">L" if is_long else ">H", places)]
        face = uharfbuzz.Face(uharfbuzz.Blob(self._ttf_data))
        font = uharfbuzz.Font(face)
        self.charToGlyph = {character: font.get_nominal_glyph(character) for character in face.unicodes}
        for one, other in ((_HARD_BLANK, _BLANK), (_BLANK, _HARD_BLANK)):
            if other in self.charToGlyph:
                self.charToGlyph[one] = self.charToGlyph[other]
        self.defaultWidth = self._pdfScale(self.hmetrics[0][0])

    def getCharWidth(self, code: int) -> float:  # noqa: N802 - as above
        glyph = self.charToGlyph.get(code)
        width: float = self.defaultWidth if glyph is None else self._pdfScale(self.hmetrics[glyph][0])
        return width


class Typeface(TTFont):  # type: ignore[misc] # as above
    """A face by a name; documents number its glyphs as they meet them."""

    def __init__(self, name: str, face: Face) -> None:
        """Sets what reportlab's own sets, which would read the file once more for each name."""
        self.fontName = name
        self.face = face
        self.encoding = TTEncoding()
        self.state = WeakKeyDictionary[object, object]()
        self._asciiReadable = False
        self.shapable = False


def typeface(face: str, fonts: FontBook) -> Typeface:
    """The typeface of a face name. Its file is read once a process, and anew when it has changed."""
    path = fonts.font(face).path
    return _typeface(face, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _typeface(name: str, path: Path, _modified: int) -> Typeface:
    return Typeface(name, Face(str(path)))
