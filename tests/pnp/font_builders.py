"""Typefaces for tests of what one of them lacks."""

from __future__ import annotations

import io

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from pnp.text.fonts import installed_faces


def less(letters: str, face: str = "Spectral-Regular") -> bytes:
    """A typeface with no more than these letters of another one."""
    options = subset.Options(layout_features=["kern"])
    font = subset.load_font(str(installed_faces()[face]), options)
    worker = subset.Subsetter(options)
    worker.populate(text=letters)
    worker.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def with_variant(base: str, selector: str) -> bytes:
    """A typeface that has an ideograph, which looks like an “i” there, and one other form of it, like a “W”."""
    font = TTFont(io.BytesIO(less("iW ")))
    names = font.getBestCmap()
    variants = CmapSubtable.newSubtable(14)
    variants.platformID, variants.platEncID, variants.language, variants.cmap = 0, 5, 0xFF, {}
    variants.uvsDict = {ord(selector): [(ord(base), names[ord("W")])]}
    for table in font["cmap"].tables:
        table.cmap[ord(base)] = names[ord("i")]
    font["cmap"].tables.append(variants)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def theme(family: str) -> str:
    """The families of a kit, all alike."""
    return "".join(f"[font.{role}]\n{family}\n" for role in ("text", "display", "figure"))
