"""Single lines of text on sheets: the foot, the ruler, labels."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.scene import MM_PER_POINT, Text
from pnp.text.direction import shown_text
from pnp.text.fonts import FontBook

Align: TypeAlias = Literal["left", "center", "right", "start", "end"]
"""Where text stands: `start` is the side on which its language begins to write."""


def width_of(text: str, face: str, size: float, fonts: FontBook) -> float:
    """The width in mm of a line set at `size` pt."""
    return fonts.font(face).shape(shown_text(text, fonts.right_to_left)).width * size * MM_PER_POINT


def line(
    text: str,
    x: float,
    y: float,
    face: str,
    size: float,
    colour: str,
    fonts: FontBook,
    align: Align = "left",
) -> Text:
    """A line with its baseline at y, which begins, stands in the middle of, or ends at x."""
    text = shown_text(text, fonts.right_to_left)
    shaped = fonts.font(face).shape(text)
    em = size * MM_PER_POINT
    width = shaped.width * em
    start = x - (0.0 if align == "left" else width / 2 if align == "center" else width)
    return Text(start, y, text, face, size, colour, width, tuple((at, shift * em) for at, shift in shaped.kerns))
