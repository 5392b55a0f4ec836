"""Forms of drawings on a coloured ground, and what they take to draw.

The rules of the forms go by exact colours: ink is what lines are drawn in, white is what is left white, any
other colour is a fill of the thing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from pnp.art.paths import path_bounds
from pnp.scene import Art, Box, Colour, Ellipse, Group, Item, Path, Rect
from pnp.scene.colour import INK, WHITE, is_dark

SHAPE_LINES = 7
"""Lines that are drawn in the time in which a shape is begun."""


def recolour(art: Art, on: Colour) -> Art:
    """The form for a ground of colour `on`: the thing becomes white, its white parts take the ground's colour.

    A thing that is mostly white stays so, and its coloured parts take the ground's colour. On a light ground
    lines stay ink. On a dark one outlines and inner lines take the ground's colour, and free strokes become
    white. A drawing of solid ink, as a character is, becomes white on a dark ground.
    """
    dark = is_dark(on)
    if _is_solid(art):
        return art if not dark else _mapped(art, f"on {on}", lambda item: _painted(item, WHITE, None))
    bodies: list[Box] = []
    white_becomes, colour_becomes = (WHITE, on) if _is_mostly_white(art) else (on, WHITE)

    def repaint(item: Rect | Ellipse | Path) -> Item:
        fill, stroke = item.fill, item.stroke.colour if item.stroke else None
        bounds = _bounds(item)
        if fill is not None:
            bodies.append(bounds.inset(-bounds.width / 20))
        if dark and fill is None and stroke == INK and not any(body.holds(bounds) for body in bodies):
            stroke = WHITE  # a stem, a string, a leg: it stands free, on no filled part
        elif stroke == WHITE:
            stroke = on
        elif stroke is not None:
            stroke = on if dark else INK
        if fill == WHITE:
            fill = white_becomes
        elif fill == INK:
            fill = on if dark else INK
        elif fill is not None:
            fill = colour_becomes
        return _painted(item, fill, stroke)

    return _mapped(art, f"on {on}", repaint)


def weight(items: Iterable[Item]) -> int:
    """How many shapes, lines and curves a drawing has: what it takes to draw."""
    return sum(1 + len(item.segments) if isinstance(item, Path) else 1 for item in _leaves(items))


def effort(art: Art) -> int:
    """What a drawing takes to be drawn on a page, in lines: to begin a shape takes as long as some lines of it."""
    return weight(art.items) + SHAPE_LINES * sum(1 for _ in _leaves(art.items))


def _is_solid(art: Art) -> bool:
    return all(item.fill == INK and item.stroke is None for item in _leaves(art.items))


def _is_mostly_white(art: Art) -> bool:
    """Whether the boxes around its white parts are larger than those around its coloured ones."""
    white = coloured = 0.0
    for item in _leaves(art.items):
        box = _bounds(item)
        if item.fill == WHITE:
            white += box.width * box.height
        elif item.fill not in (None, INK):
            coloured += box.width * box.height
    return white > coloured


def _bounds(item: Rect | Ellipse | Path) -> Box:
    return path_bounds(item.segments) if isinstance(item, Path) else item.box


def _leaves(items: Iterable[Item]) -> Iterator[Rect | Ellipse | Path]:
    for item in items:
        if isinstance(item, Group):
            yield from _leaves(item.items)
        elif isinstance(item, (Rect, Ellipse, Path)):
            yield item


def _painted(item: Rect | Ellipse | Path, fill: Colour | None, stroke: Colour | None) -> Item:
    line = item.stroke
    if line is not None:
        line = msgspec.structs.replace(line, colour=stroke) if stroke else None
    return msgspec.structs.replace(item, fill=fill, stroke=line)


def _mapped(art: Art, form: str, repaint: Callable[[Rect | Ellipse | Path], Item]) -> Art:
    def mapped(items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(
            msgspec.structs.replace(item, items=mapped(item.items))
            if isinstance(item, Group)
            else repaint(item)
            if isinstance(item, (Rect, Ellipse, Path))
            else item
            for item in items
        )

    return Art(f"{art.key} {form}", art.width, art.height, mapped(art.items))
