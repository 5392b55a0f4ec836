"""Text in PDF: runs in codes of two bytes, with kerns between them, and the fonts that those codes are of
(ISO 32000-1, 9.7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from struct import pack
from unicodedata import normalize

from msgspec.structs import replace

from pnp.art.paths import number
from pnp.render.operators import factor, filling
from pnp.render.pdf_objects import Name, PdfFile, Reference, Value
from pnp.render.pdf_structure import END
from pnp.scene import ENDS_LINE, MM_PER_POINT, READ_FIRST, SOFT_HYPHEN, Text
from pnp.text.fonts import Font
from pnp.text.scripts import SPACES

_UPRIGHT = factor(MM_PER_POINT)
_MARKS = frozenset(b"()\\\r\n")
"""Bytes that mean something else in a string: no code has one of them."""
_NO_BREAK_HYPHEN = "\u2011"
_BLANK = 0x20
_BLANKS = frozenset(map(ord, ("\u00a0", ENDS_LINE, READ_FIRST)))
"""What is drawn as a blank."""
_SYMBOLIC, _ITALIC, _FIXED, _HEAVY = 1 << 2, 1 << 6, 1, 1 << 18
_HEAVY_FROM = 600
_FIRST_FORM, _LAST_FORM = "\ufb50", "\ufefc"
_MOST_LISTED = 100
"""Codes that one list of a character map may hold."""
_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Codes def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class _Kerns(dict[float, str]):
    """As a mapping: a kern in mm → how it stands between two strings of a text of this `em`, in thousandths of that
    against the direction of writing. There are few."""

    def __init__(self, em: float) -> None:
        super().__init__()
        self._em = em

    def __missing__(self, shift: float) -> str:
        told = self[shift] = f"){round(-1000 * shift / self._em, 1):g}("
        return told


_kerns = lru_cache(maxsize=64)(_Kerns)


class Encoder(dict[int, str]):
    """Writes runs of one font for one file. As a mapping: character → its code in a string of the file.

    Characters are numbered as they are met, from 1 on; at the end, the font is embedded with their glyphs. Each code is
    two characters of a string.
    """

    def __init__(self, font: Font, name: str) -> None:
        """Operators know the font by `name`."""
        super().__init__()
        self._font = font
        self.name = name
        self._characters = [""]

    def __missing__(self, character: int) -> str:
        if chr(character) == _NO_BREAK_HYPHEN:
            self[character] = self[ord("-")]
            return self[character]
        if character in _BLANKS:  # where a line ends, and may not end, is said by its place
            self[character] = self[_BLANK]
            return self[character]
        while not _MARKS.isdisjoint(divmod(len(self._characters), 256)):
            self._characters.append("")
        text = self[character] = "".join(map(chr, divmod(len(self._characters), 256)))
        self._characters.append(chr(character))
        return text

    def draw(self, run: Text, *, unseen: bool = False) -> str:
        """The operators of a run; `unseen`, it is there to be found and copied alone."""
        shown = f"/{self.name} {run.size:g} Tf {self._shown(run)}"
        shown = f"3 Tr {shown} 0 Tr" if unseen else shown
        return f"{filling(run.colour)} BT {_place(run)} {shown} ET"

    def parted(self, parts: Iterable[tuple[str, Text]]) -> str:
        """The operators of a run whose parts follow each other, each after the operators that begin it as a part of the
        text. Its letters stand where they stand in one piece: none but the first part is placed by itself."""
        opened, shown = "", list[str]()
        for begun, run in parts:
            opened = opened or f"{filling(run.colour)} BT {_place(run)} /{self.name} {run.size:g} Tf"
            shown += (begun, self._shown(run), END)
        return f"{opened} {' '.join(shown)} ET"

    def named(self, run: Text) -> str:
        """The operators of words for what is drawn there: unseen, and as wide as it is, whatever they are by
        themselves."""
        own = sum(self._font.thousandths(self._font.glyph(character)) for character in run.text)
        share = 100_000 * run.width / (own * run.size * MM_PER_POINT) if own else 100.0
        return f"{share:.6g} Tz {self.draw(run, unseen=True)} 100 Tz"

    def _shown(self, run: Text) -> str:
        if not self._font.glyph(" ") and any(map(str.isspace, run.text)):
            run = without_spaces(run, self._font)
        codes = run.text.translate(self)
        if not run.kerns:
            return f"({codes})Tj"
        kerns = _kerns(run.size * MM_PER_POINT)
        parts: list[str] = []
        start = 0
        for index, shift in run.kerns:
            end = 2 * index
            parts.append(codes[start:end])
            parts.append(kerns[shift])
            start = end
        return f"[({''.join(parts)}{codes[start:]})]TJ"

    def embed(self, file: PdfFile) -> Reference:
        """Writes the font with what was drawn of it."""
        glyphs = [self._font.glyph(_drawn(character)) if character else 0 for character in self._characters]
        part = self._font.subset(glyphs)
        blank = self._font.thousandths(0)
        measures = self._font.measures()
        name = Name(f"AAAAAA+{measures.name}")
        flags = _SYMBOLIC | _ITALIC * bool(measures.slant) | _FIXED * measures.is_fixed
        descriptor: dict[str, Value] = {
            "Type": Name("FontDescriptor"),
            "FontName": name,
            "Flags": flags | _HEAVY * (measures.weight >= _HEAVY_FROM),
            "FontBBox": measures.box,
            "ItalicAngle": measures.slant,
            "Ascent": measures.ascent,
            "Descent": measures.descent,
            "CapHeight": measures.cap_height,
            "StemV": 50 + int((measures.weight / 65) ** 2),  # the file does not say it: about so thick by its weight
            "FontFile2": file.add_stream({"Length1": len(part.data)}, part.data),
        }
        places = pack(f">{len(glyphs)}H", *(part.glyphs.get(glyph, 0) for glyph in glyphs))
        inner: dict[str, Value] = {
            "Type": Name("Font"),
            "Subtype": Name("CIDFontType2"),
            "BaseFont": name,
            "CIDSystemInfo": {"Registry": "Adobe", "Ordering": "Identity", "Supplement": 0},
            "FontDescriptor": file.add(descriptor),
            "W": [0, [self._font.advance(_drawn(character)) if character else blank for character in self._characters]],
            "CIDToGIDMap": file.add_stream({}, places),
        }
        outer: dict[str, Value] = {
            "Type": Name("Font"),
            "Subtype": Name("Type0"),
            "BaseFont": name,
            "Encoding": Name("Identity-H"),
            "DescendantFonts": [file.add(inner)],
            "ToUnicode": file.add_stream({}, self._meanings()),
        }
        return file.add(outer)

    def _meanings(self) -> bytes:
        """Which character each code is, for those who search and copy."""
        lines = [f"<{code:04X}> <{_utf16(_letter(one))}>" for code, one in enumerate(self._characters) if one]
        lists = [lines[start : start + _MOST_LISTED] for start in range(0, len(lines), _MOST_LISTED)]
        told = ("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in lists)
        return _MAP.format("\n".join(told)).encode()


def without_spaces(run: Text, font: Font) -> Text:
    """A run in a font that has no glyph for a space: room in the place of each."""
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


def _drawn(character: str) -> str:
    """Which character's glyph is drawn: typefaces need have none for the hyphen that divides a word."""
    return "-" if character == SOFT_HYPHEN else character


def _place(run: Text) -> str:
    return f"{_UPRIGHT} 0 0 -{_UPRIGHT} {number(run.x)} {number(run.y)} Tm"


def _letter(character: str) -> str:
    """What people write for a form of an Arabic letter, else the character itself. A form of several letters stays one:
    poppler and PDFium turn round what runs from right to left, letters of one form too."""
    if character in SPACES:
        return " "
    if not _FIRST_FORM <= character <= _LAST_FORM:
        return character
    letters = normalize("NFKC", character).strip()
    return letters if len(letters) == 1 else character


def _utf16(character: str) -> str:
    return character.encode("utf-16-be", "surrogatepass").hex().upper()
