"""Font files for tests: squares, or circles with PostScript curves, for the characters that a test needs."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen


def _begin(characters: str, name: str, *, is_truetype: bool) -> FontBuilder:
    glyphs = [".notdef", *(f"u{ord(character):04X}" for character in characters)]
    builder = FontBuilder(1000, isTTF=is_truetype)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(one): glyph for one, glyph in zip(characters, glyphs[1:], strict=True)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    return builder


def _save(builder: FontBuilder, path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    builder.save(str(path))
    return path


def truetype(path: Path, characters: str) -> Path:
    """A TrueType font of squares."""
    builder = _begin(characters, path.stem, is_truetype=True)
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 600), (600, 600), (600, 0)):
        pen.lineTo(point)
    pen.closePath()
    builder.setupGlyf(dict.fromkeys(builder.font.getGlyphOrder(), pen.glyph()))
    return _save(builder, path)


def postscript(path: Path, characters: str) -> Path:
    """A font with PostScript curves: circles of four cubic ones."""
    builder = _begin(characters, path.stem, is_truetype=False)
    pen = T2CharStringPen(600, None)
    pen.moveTo((300, 0))
    pen.curveTo((465, 0), (600, 135), (600, 300))
    pen.curveTo((600, 465), (465, 600), (300, 600))
    pen.curveTo((135, 600), (0, 465), (0, 300))
    pen.curveTo((0, 135), (135, 0), (300, 0))
    pen.closePath()
    builder.setupCFF(path.stem, {}, dict.fromkeys(builder.font.getGlyphOrder(), pen.getCharString()), {})
    return _save(builder, path)
