"""Lines of which something that is drawn later hides one half, all along: they look like slips of the pen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pnp.check.outlines import Shape
from pnp.check.standing import Effort, Outliner, Standing
from pnp.findings import Finding, Place
from pnp.scene import Colour

SEEN = 0.3
"""Width of a line in mm, half of which would be seen to be missing."""
LONG = 2.0
"""Millimetres of an edge from which it hides more than a crossing does."""
_SLACK = 0.05


class Edge(msgspec.Struct, frozen=True, eq=False):
    """An upright or level edge: where it runs, from where to where, its line's width and colour, or what it fills
    with, and who drew it."""

    upright: bool
    at: float
    start: float
    end: float
    line: float
    colour: Colour | None
    drawing: Standing


def half_lines(drawn: Sequence[Standing], outliner: Outliner, effort: Effort) -> Iterator[Finding]:
    """Each line that runs along the edge of a later shape, which hides the half of it, and that nothing draws anew."""
    drawings = [drawing for drawing in drawn if drawing.origin.sort == "shape"]
    lines: list[Edge] = []
    bare: list[Edge] = []
    for drawing in drawings:
        for part in outliner.drawn(drawing).shapes:
            for edge, is_line in _edges(part, drawing):
                if is_line:
                    lines.append(edge)
                elif part.fill is not None and not drawing.origin.near:
                    bare.append(edge)
    lines.sort(key=lambda edge: edge.at)
    widest = max((edge.line for edge in lines), default=0.0) / 2
    seen: set[tuple[Place, Place]] = set()
    for edge in bare:
        low = bisect_left(lines, edge.at - widest, key=lambda line: line.at)
        high = bisect_right(lines, edge.at + widest, key=lambda line: line.at)
        if not effort.take(10 * (high - low)):
            return
        beside = [line for line in lines[low:high] if line.upright == edge.upright and _shared(line, edge) >= LONG]
        effort.take(len(beside) ** 2)
        for line in beside:
            places = line.drawing.place, edge.drawing.place
            if places not in seen and _halves(edge, line) and not any(_anew(edge, line, other) for other in beside):
                seen.add(places)
                yield _finding(*places)


def _edges(part: Shape, drawing: Standing) -> Iterable[tuple[Edge, bool]]:
    """The upright and level edges of a part, each with whether a line runs along it."""
    corners = part.polygon
    if len(corners) < 3:
        return
    last = len(corners) - 1
    for number, ((x1, y1), (x2, y2)) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        lined = part.line > 0 and (part.closed or number < last)
        if abs(x1 - x2) < _SLACK and abs(y1 - y2) >= LONG:
            yield (
                Edge(
                    True, (x1 + x2) / 2, min(y1, y2), max(y1, y2), part.line, part.ink if lined else part.fill, drawing
                ),
                lined,
            )
        elif abs(y1 - y2) < _SLACK and abs(x1 - x2) >= LONG:
            yield (
                Edge(
                    False, (y1 + y2) / 2, min(x1, x2), max(x1, x2), part.line, part.ink if lined else part.fill, drawing
                ),
                lined,
            )


def _shared(first: Edge, second: Edge) -> float:
    return min(first.end, second.end) - max(first.start, second.start)


def _halves(edge: Edge, line: Edge) -> bool:
    if line.line < SEEN or line.drawing.origin.near or line.drawing.number >= edge.drawing.number:
        return False
    return line.colour != edge.colour and abs(line.at - edge.at) < line.line / 2 - _SLACK


def _anew(edge: Edge, line: Edge, other: Edge) -> bool:
    """Whether a later line, or the shape's own, runs where the half is missing."""
    return other.drawing.number >= edge.drawing.number and abs(other.at - line.at) < line.line / 2


def _finding(line: Place, other: Place) -> Finding:
    where = f"line {other.row}" + (f" of {other.file}" if other.file != line.file else "")
    message = f"half of a line is covered along the edge of what {where} draws"
    hint = "let the line be drawn later, or move the edge by its width"
    return Finding("warning", "half-line", Place(line.file, line.row, "stroke"), message, hint)
