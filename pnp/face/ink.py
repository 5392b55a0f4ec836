"""What is printed of a colour: all of it, or, with little ink, lines and signs without grounds.

With little ink, grounds and tints stay unprinted: a filled shape is left white, so that it still hides what lies
beneath it, and one that is see-through is not filled. A dark one without an outline gets a thin one of its colour; a
gradient is as dark as its darkest end. Thin marks stay as they are. Text and
lines too light for white paper become ink.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from pnp.scene import Box, Colour, Gradient, Paint, Stroke
from pnp.scene.colour import READABLE, VISIBLE, contrast, darkest
from pnp.scene.gradient import mixed

InkMode: TypeAlias = Literal["full", "low"]

UNPRINTED: Colour = "#FFFFFF"
THIN = 2.5
"""Millimetres: a filled mark thinner than this is a line rather than a ground."""
OUTLINE = 0.25
"""Millimetres: the line around a dark shape that is no longer filled."""
DARK = 3.0
"""Contrast to paper from which a shape counts as dark: the least that WCAG 2.2 asks of graphics (1.4.11)."""


class Unprinted(str):
    """The fill of a shape that is left white, or, if it is see-through, empty: the colour it would have, how opaque,
    and whether it has an edge all the same. None is left once a face is whole (`pnp.face.edges`)."""

    __slots__ = ("_colour", "_opacity", "edged")

    _colour: Colour
    _opacity: float
    edged: bool

    @classmethod
    def instead_of(cls, colour: Colour, opacity: float, edged: bool) -> Unprinted:
        found = cls(UNPRINTED)
        found._colour, found._opacity, found.edged = colour, opacity, edged
        return found

    @property
    def printed(self) -> Colour | None:
        """The fill that it has."""
        return UNPRINTED if self._opacity == 1 else None

    def meant(self, ground: Colour = UNPRINTED) -> Colour:
        """The colour that it would have on a ground."""
        return mixed(self._colour, ground, self._opacity) if self._opacity < 1 else self._colour


def printed_shape(
    fill: Paint | None,
    stroke: Stroke | None,
    box: Box,
    trim: Box,
    ink: InkMode,
    line_colour: Colour,
    opacity: float = 1.0,
) -> tuple[Paint | None, Stroke | None]:
    """The fill and outline of a shape as they are printed. `trim` is the face's own box."""
    if ink == "full":
        return fill, stroke
    if isinstance(fill, Gradient) and fill.see_through:
        fill = None  # it has no edge
    if stroke:
        stroke = msgspec.structs.replace(stroke, colour=printed_line(stroke.colour, ink, line_colour))
    if fill is None:
        return None, stroke
    colour = darkest(fill)
    seen = mixed(colour, UNPRINTED, opacity) if opacity < 1 else colour
    dark = contrast(seen, UNPRINTED) >= DARK
    if dark and min(box.width, box.height) <= THIN:
        return seen, stroke
    ground = box.x < 0 and box.y < 0 and box.right > trim.right and box.bottom > trim.bottom
    if dark and stroke is None and not ground:
        stroke = Stroke(seen, OUTLINE)
    return Unprinted.instead_of(colour, opacity, edged=stroke is not None), stroke


def printed_line(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of a line as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < VISIBLE else colour


def printed_halo(colour: Colour, ink: InkMode) -> Colour:
    """The colour of what surrounds letters as it is printed: with little ink it but parts them from what is beneath."""
    return UNPRINTED if ink == "low" else colour


def printed_text(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of text as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < READABLE else colour
