"""Single lines of text on sheets: the foot, the ruler, labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.scene import MM_PER_POINT, Item, Text
from pnp.text.direction import Align, turns
from pnp.text.fonts import FontBook
from pnp.text.shaping import GlyphRun, seen

if TYPE_CHECKING:
    from pnp.text.wrap import TextLine


def width_of(text: str, role: str, size: float, fonts: FontBook, *, bold: bool = False, italic: bool = False) -> float:
    """The width in mm of a line at `size` pt. Raises KitError for a missing typeface."""
    whole = _whole(text, fonts.face(role, bold, italic), fonts)
    return whole.width * size * MM_PER_POINT if whole else _mixed(text, role, size, "", fonts, bold, italic).width


def line(
    text: str,
    x: float,
    y: float,
    role: str,
    size: float,
    colour: str,
    fonts: FontBook,
    align: Align = "left",
    *,
    bold: bool = False,
    italic: bool = False,
) -> tuple[Item, ...]:
    """A line on the baseline y that begins, is centred, or ends at x: one run if one font has all of it.

    Raises KitError for a missing typeface.
    """
    face = fonts.face(role, bold, italic)
    em = size * MM_PER_POINT
    whole = _whole(text, face, fonts)
    if whole:
        width = whole.width * em
        return (Text(_start(x, width, align), y, whole.text, face, size, colour, width, whole.glyphs),)
    from pnp.text.wrap import place_line  # most labels need none of what running text does

    mixed = _mixed(text, role, size, colour, fonts, bold, italic)
    return tuple(place_line(mixed, _start(x, mixed.width, align), y))


def _start(x: float, width: float, align: Align) -> float:
    return x - (0.0 if align == "left" else width / 2 if align == "center" else width)


def _whole(text: str, face: str, fonts: FontBook) -> GlyphRun | None:
    """The text as one run, if one font has all of it and nothing in it runs from right to left."""
    if turns(text):
        return None
    run = fonts.font(face).shape(seen(text))
    return None if run.missing else run


def _mixed(text: str, role: str, size: float, colour: str, fonts: FontBook, bold: bool, italic: bool) -> TextLine:
    """The text as running text, with fallback fonts and in the order of its direction."""
    from pnp.text.markup import Span
    from pnp.text.wrap import TextLine, fill, measure

    paragraph = (Span(text, bold, italic),)
    measured = measure((paragraph,), role, colour, fonts, icons=lambda name: None, colours=lambda name: name)
    lines = fill(measured.paragraphs[0][0], math.inf, size, "") or [TextLine((), size, 0.0)]
    return TextLine(lines[0].chunks, size, lines[0].width, right_to_left=fonts.right_to_left and turns(text))
