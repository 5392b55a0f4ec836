"""Typefaces for tests of what one of them lacks."""

from __future__ import annotations

import io

from fontTools import subset

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


def theme(family: str) -> str:
    """The families of a kit, all alike."""
    return "".join(f"[font.{role}]\n{family}\n" for role in ("text", "display", "figure"))
