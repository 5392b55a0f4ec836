"""Whether a piece may touch its neighbours: what its face shows along its edges.

Where two pieces touch, a cut amiss takes a strip of one along with the other. That does no harm if both show the
same ground there, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from pnp.art.paths import extent, multiply
from pnp.scene import (
    IDENTITY,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Scene,
    Shadow,
    Stroke,
    Text,
    Use,
    mapped,
)
from pnp.scene.items import MM_PER_POINT

RIM = 0.7
"""How far inside the trim a face must show its ground alone, mm: what a knife along a ruler is amiss, and less than
the 0.8 mm that the nearest line keeps from a trim."""
_FIGURE, _LETTER = (0.7, 0.3), (1.0, 0.4)
"""How far figures and letters stand above and below their line, of the type's size; letters may bear accents."""
SAME = 0.01
"""Millimetres by which boxes may differ and be the same."""
BLANK = ""
"""Paper that nothing is printed on."""

Edge: TypeAlias = str
"""What a face shows along all its edges: its colour, and the line along the trim, if there is one."""


def edge(scene: Scene) -> Edge | None:
    """The one thing that a face shows along its edges, in the last `RIM` of its trim; None if it shows more than one
    there, or if that cannot be told from its shapes."""
    trim = Box(0.0, 0.0, scene.width, scene.height)
    inside = trim.inset(RIM)
    ground, line = BLANK, ""
    for item, box in _boxes(scene.items):
        if inside.holds(box, SAME) or not _meet(trim, box):
            continue
        if not isinstance(item, Rect):
            return None
        if item.stroke is None and isinstance(item.fill, str) and not item.radius and box.holds(trim, SAME):
            ground, line = item.fill, ""
        elif item.fill is None and item.stroke is not None and _same(box.inset(item.stroke.width / 2), trim):
            line = repr(item.stroke)
        else:
            return None
    return f"{ground} {line}".strip()


def _boxes(items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Box | None = None) -> Iterator[tuple[Item, Box]]:
    """Everything that is drawn, and the box round it in the face's own mm, as far as it is not cut off."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            inner = multiply(matrix, item.matrix)
            cut = _cut(inner, item.clip, clip)
            yield from _boxes(item.items, inner, cut)
        elif isinstance(item, Use):
            yield from _boxes(item.art.items, multiply(matrix, item.matrix), clip)
        else:
            box = mapped(matrix, _box(item))
            yield item, (box.common(clip) if clip else box)


def _cut(matrix: Matrix, clip: Box | Path | None, outer: Box | None) -> Box | None:
    if clip is None:
        return outer
    box = mapped(matrix, clip if isinstance(clip, Box) else _round(clip))
    return box.common(outer) if outer else box


def _box(item: Item) -> Box:
    match item:
        case Rect(box=box, stroke=stroke) | Ellipse(box=box, stroke=stroke):
            return box.inset(-stroke.width / 2) if stroke else box
        case Path(stroke=stroke):
            return _round(item).inset(-_reach(item, stroke) if stroke else 0.0)
        case Text(x=x, y=y, size=size, width=width, text=text):
            height = size * MM_PER_POINT
            above, below = _FIGURE if text.isdigit() else _LETTER
            return Box(x, y - above * height, width, (above + below) * height)
        case Image(box=box, clip=clip):
            return box.common(clip) if clip else box
        case Shadow(box=box):
            return box
        case Group():
            return extent((item,))
    raise AssertionError(item)  # drawings are walked through


def _reach(path: Path, stroke: Stroke) -> float:
    """How far a line stands out from the points of its path: half of itself, and more where a corner is mitred."""
    mitred = stroke.join == "miter" and len(path.segments) > 2
    return 2 * stroke.width if mitred else stroke.width / 2


def _round(path: Path) -> Box:
    """The box round the points of a path, its control points among them."""
    numbers = [number for segment in path.segments for number in segment[1:] if not isinstance(number, str)]
    if not numbers:
        return Box(0.0, 0.0, 0.0, 0.0)
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _meet(one: Box, other: Box) -> bool:
    common = one.common(other)
    return common.width > 0 and common.height > 0


def _same(one: Box, other: Box) -> bool:
    return one.holds(other, SAME) and other.holds(one, SAME)
