"""Font files of a kit: which one a face is in, and files of every common form as the static TrueType that is embedded.

OpenType with PostScript curves, WOFF, WOFF2, variable fonts and fonts of collections are converted once, and kept.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

COLLECTIONS = (".ttc", ".otc")
SUFFIXES = (".ttf", ".otf", ".woff2", ".woff", *COLLECTIONS)
"""Of font files, those come first that take no converting."""
MOST_CONVERTED = 30_000
"""Glyphs of a font that is converted: a thousand take about a second."""
FINE = 0.001
"""Em by which a converted curve may run beside its own."""
_LIMITS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
    *("maxSizeOfInstructions", "maxComponentElements"),
)
"""What `maxp` counts of instructions and parts, of which converted outlines have none."""
_NO_EMBEDDING, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_MADE_BY = "1"
"""Names what is kept by the version of the conversion."""


class FontFileError(ValueError):
    """A file cannot be used as a font; the message says why."""


def font_file(folder: Path, face: str) -> tuple[Path, int] | None:
    """The file of a face in a folder, and its number in a collection: a file of that name, or a font of a collection
    whose PostScript name it is."""
    if not folder.is_dir():  # most kits have no fonts of their own
        return None
    for suffix in SUFFIXES:
        path = folder / f"{face}{suffix}"
        if path.is_file():
            return path, 0
    for path in _collections(folder):
        for number, name in enumerate(_names(path)):
            if name == face:
                return path, number
    return None


def face_names(folder: Path) -> Iterator[str]:
    """What faces the files of a folder have."""
    for path in sorted(folder.glob("*")):
        if path.suffix.lower() in COLLECTIONS:
            yield from _names(path)
        elif path.suffix.lower() in SUFFIXES:
            yield path.stem


def _collections(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in COLLECTIONS)


def _names(path: Path) -> list[str]:
    """The PostScript names of a collection's fonts; none, if it cannot be read."""
    from fontTools.ttLib import TTCollection

    try:
        with TTCollection(str(path), lazy=True) as fonts:
            return [str(font["name"].getDebugName(6) or "") for font in fonts]
    except Exception:  # a broken file makes fontTools raise errors of many kinds; whoever asks for a font hears of it
        return []


def as_truetype(path: Path, number: int = 0) -> Path:
    """The font as a static TrueType file: itself, or converted. Raises FontFileError."""
    data = path.read_bytes()
    if path.suffix.lower() not in COLLECTIONS and _is_static_truetype(data):
        return path
    from platformdirs import user_cache_path

    kept = user_cache_path("silk-road-pnp") / "fonts"
    made = kept / f"{sha256(data).hexdigest()[:32]}-{number}-{_MADE_BY}.ttf"
    if not made.is_file():
        from tempfile import NamedTemporaryFile

        try:
            font = _opened(path, number)
            _make_static(font)
            _make_truetype(font)
            font.flavor = None
            kept.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=kept, suffix=".part", delete=False) as file:
                font.save(file, reorderTables=False)
            Path(file.name).replace(made)
        except (FontFileError, OSError):
            raise
        except Exception as error:  # as above
            raise FontFileError("is not a whole font") from error
    return made


def check_embedding(path: Path) -> None:
    """Takes a TrueType file apart as embedding it will. Raises FontFileError if its rights forbid that (OpenType 1.9,
    `fsType` of OS/2), and errors of many kinds if the file is damaged."""
    from fontTools.ttLib import TTFont
    from reportlab.pdfbase import ttfonts

    with TTFont(str(path), lazy=True) as font:
        rights = font["OS/2"].fsType if "OS/2" in font else 0
    if rights == _NO_EMBEDDING or rights & (_NO_SUBSETS | _BITMAPS_ONLY):
        raise FontFileError("does not allow to be embedded; use another font")
    face = ttfonts.TTFont(path.stem, io.BytesIO(path.read_bytes())).face
    face.makeSubset(sorted(face.charToGlyph))


def _is_static_truetype(data: bytes) -> bool:
    """Whether a file begins as TrueType does, and its table of contents names no axes."""
    if data[:4] not in (b"\0\1\0\0", b"true"):
        # What is no font at all is refused by those who open it.
        return data[:4] not in (b"OTTO", b"wOFF", b"wOF2", b"ttcf")
    tables = int.from_bytes(data[4:6], "big")
    return b"fvar" not in [data[12 + 16 * n : 16 + 16 * n] for n in range(tables)]


def _opened(path: Path, number: int) -> TTFont:
    from fontTools.ttLib import TTFont

    is_collection = path.suffix.lower() in COLLECTIONS
    font = TTFont(str(path), fontNumber=number if is_collection else -1, recalcTimestamp=False)
    if len(font.getGlyphOrder()) > MOST_CONVERTED and ("CFF " in font or "fvar" in font):
        raise FontFileError(
            f"has more than {MOST_CONVERTED} glyphs that would have to be converted; use a TrueType file"
        )
    return font


def _make_static(font: TTFont) -> None:
    """Leaves of a variable font what it is without being varied."""
    if "fvar" not in font:
        return
    from fontTools.varLib.instancer import instantiateVariableFont

    instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}, inplace=True)


def _make_truetype(font: TTFont) -> None:
    """Turns the cubic curves of PostScript outlines into the quadratic ones of TrueType."""
    if "glyf" in font:
        return
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs = font.getGlyphSet()
    fine = FINE * font["head"].unitsPerEm
    outlines: dict[str, Any] = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, fine, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = font.getGlyphOrder(), outlines
    for name, (advance, _) in font["hmtx"].metrics.items():
        table.glyphs[name].recalcBounds(table)
        font["hmtx"].metrics[name] = (advance, getattr(table.glyphs[name], "xMin", 0))
    most = font["maxp"]
    most.tableVersion = 0x00010000
    for limit in _LIMITS:
        setattr(most, limit, 0)
    most.maxZones = 1
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"
    for table_tag in ("CFF ", "CFF2", "VORG"):
        if table_tag in font:
            del font[table_tag]
