"""Drawings made much smaller: lines that still print, and type that is too small to be read as bars."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec

from pnp.scene import MM_PER_POINT, Art, Ellipse, Group, Item, Matrix, Path, Rect, Stroke, Text, Use

LEAST_LINE = 0.1
"""Millimetres: no line of a picture of a piece is thinner. Pictures alone have such lines; 0.15 is the least else."""
LEAST_TYPE = 3.2
"""Points: a text that comes out smaller is drawn as a bar for each run, as wide as its words."""
_BAR = 0.2
"""The weight of such a bar, in parts of the type's size …"""
_RISE = 0.22
"""… and how far its middle lies above the baseline: half the height of small letters."""

Reduce = Callable[[Art, float], Art]
"""A drawing, and how much smaller it is seen: the form of it with lines thick enough."""


def reduced(items: Iterable[Item], scale: float, art: Reduce) -> tuple[Item, ...]:
    """Items as they look best when seen at `scale`; `art` gives the forms of the drawings among them."""
    return tuple(_reduced(item, scale, art) for item in items)


def reduced_art(art: Art, scale: float) -> Art:
    """A drawing with no line thinner than it may be when seen at `scale`; itself, if it has none."""
    thinnest = round(LEAST_LINE / scale, 3)
    items = reduced(art.items, LEAST_LINE / thinnest, reduced_art)
    same = all(new is old for new, old in zip(items, art.items, strict=True))
    return art if same else Art(f"{art.key} from {thinnest:g}", art.width, art.height, items)


def _reduced(item: Item, scale: float, art: Reduce) -> Item:
    match item:
        case Rect(stroke=stroke) | Ellipse(stroke=stroke) | Path(stroke=stroke) if stroke is not None:
            thin = stroke.width * scale < LEAST_LINE - 1e-6
            return msgspec.structs.replace(item, stroke=_thicker(stroke, scale)) if thin else item
        case Text() if item.size * scale < LEAST_TYPE:
            return _bar(item)
        case Group():
            items = reduced(item.items, scale * _scale(item.matrix), art)
            same = all(new is old for new, old in zip(items, item.items, strict=True))
            return item if same else msgspec.structs.replace(item, items=items)
        case Use():
            form = art(item.art, scale * _scale(item.matrix))
            return item if form is item.art else Use(form, item.matrix)
        case _:
            return item


def _thicker(stroke: Stroke, scale: float) -> Stroke:
    return msgspec.structs.replace(stroke, width=LEAST_LINE / scale)


def _bar(text: Text) -> Path:
    em = text.size * MM_PER_POINT
    y = text.y - _RISE * em
    return Path((("M", text.x, y), ("L", text.x + text.width, y)), stroke=Stroke(text.colour, _BAR * em))


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))
