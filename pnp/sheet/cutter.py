"""Cutting machines: the marks by which they find a printed sheet, and what of the paper that leaves. Millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import ellipse_path, map_point, rounded_rect
from pnp.scene import Box, Ellipse, Matrix, Path, Placed, Scene, Segment
from pnp.sheet.impose import Sheet
from pnp.sheet.marks import INK, Knife
from pnp.sheet.paper import CutPaper
from pnp.sheet.parts import Part


def registration_marks(paper: CutPaper, landscape: bool) -> Iterator[Path]:
    """The registration marks of a sheet that lies so."""
    found = paper.cutter.marks
    if found is None:
        return
    width, height = paper.size(landscape)
    near, side, arm, thick = found.inset, found.square, found.arm, found.width
    right, low = width - near, height - near
    yield _filled(((near, near), (near + side, near), (near + side, near + side), (near, near + side)))
    yield _filled(
        (
            *((right, near), (right, near + arm), (right - thick, near + arm)),
            *((right - thick, near + thick), (right - arm, near + thick), (right - arm, near)),
        )
    )
    yield _filled(
        (
            *((near, low), (near, low - arm), (near + thick, low - arm)),
            *((near + thick, low - thick), (near + arm, low - thick), (near + arm, low)),
        )
    )


def _filled(points: tuple[tuple[float, float], ...]) -> Path:
    first, *others = points
    segments: tuple[Segment, ...] = (("M", *first), *(("L", *point) for point in others), ("Z",))
    return Path(segments, fill=INK)


Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[Point, Point]
Layer: TypeAlias = Literal["cut", "fold", "marks"]
FINE = 0.01
"""How far, in mm, a curve may lie from the straight lines that stand for it, and a cut from one that is the same."""


class Line(msgspec.Struct, frozen=True):
    """A line of a sheet, in mm from its upper left corner. One that is closed does not repeat its first point."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool

    @property
    def edges(self) -> Iterator[Edge]:
        """The straight lines that it is made of, from point to point."""
        yield from pairwise((*self.points, self.points[0]) if self.closed else self.points)


class _Around(msgspec.Struct, frozen=True):
    """What lies within these bounds, mm."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Around) -> bool:
        across = self.left <= other.right + FINE and other.left <= self.right + FINE
        return across and self.top <= other.bottom + FINE and other.top <= self.bottom + FINE


def cut_once(outlines: Sequence[Line]) -> Iterator[Line]:
    """The outlines of pieces as a blade goes along them: in their order, each without what one before it cuts already.

    A blade that goes twice through one line tears the card or shifts it. An outline of which something is left out
    is open, in as many parts as are left; its ends lie on the cuts that stand in for the rest.
    """
    around = [_around(line.points) for line in outlines]
    for number, line in enumerate(outlines):
        near = (outlines[before] for before in range(number) if around[before].meets(around[number]))
        edges = (edge for other in near for edge in other.edges)
        yield from _left(line, [edge for edge in edges if _around(edge).meets(around[number])])


def _left(line: Line, cut: Sequence[Edge]) -> Iterator[Line]:
    """What is left of a line beside edges that are cut already."""
    edges = list(line.edges)
    free = [list(_free(edge, cut)) for edge in edges]
    if all(parts == [edge] for edge, parts in zip(edges, free, strict=True)):
        yield line
        return
    runs = list[list[Point]]()
    for start, end in (part for parts in free for part in parts):
        if runs and runs[-1][-1] == start:
            runs[-1].append(end)
        else:
            runs.append([start, end])
    if line.closed and len(runs) > 1 and runs[-1][-1] == runs[0][0]:
        runs[0] = runs.pop() + runs[0][1:]
    for run in runs:
        yield Line(line.layer, tuple(run), False)


def _free(edge: Edge, cut: Sequence[Edge]) -> Iterator[Edge]:
    """The parts of an edge that lie on none of the others: the edge itself, if none lies along it."""
    start, end = edge
    length = math.dist(start, end)
    done = 0.0
    for first, last in sorted(_covered(edge, cut)):
        if first - done > FINE:
            yield _along(edge, done / length), _along(edge, first / length)
        done = max(done, last)
    if not done:
        yield edge
    elif length - done > FINE:
        yield _along(edge, done / length), end


def _covered(edge: Edge, cut: Sequence[Edge]) -> Iterator[tuple[float, float]]:
    """From where to where, in mm from its start, other edges lie along an edge."""
    (x, y), end = edge
    length = math.dist((x, y), end)
    if length <= FINE:
        return
    right, down = (end[0] - x) / length, (end[1] - y) / length
    for other in cut:
        if any(abs((px - x) * down - (py - y) * right) > FINE for px, py in other):
            continue
        first, last = sorted((px - x) * right + (py - y) * down for px, py in other)
        first, last = max(first, 0.0), min(last, length)
        if last - first > FINE:
            yield first, last


def _along(edge: Edge, share: float) -> Point:
    """The point of an edge at a share of its length; its start is exactly that, so that parts join."""
    (x, y), (end_x, end_y) = edge
    return (x, y) if share == 0 else (x + share * (end_x - x), y + share * (end_y - y))


def _around(points: Sequence[Point]) -> _Around:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return _Around(min(xs), min(ys), max(xs), max(ys))


def sheet_lines(sheet: Sheet) -> Iterator[Line]:
    """Cuts and folds of all pieces of a sheet, seen from its front, and its registration marks. Where pieces share a
    cut it is there once."""
    outlines, folds = list[Line](), list[Line]()
    known: dict[tuple[str, float, float], Knife] = {}
    for placement in sheet.placements:
        part = placement.part
        key = (part.component, part.width, part.height)
        knife = known[key] = known.get(key) or _knife(part)
        blank = Scene(part.width, part.height, 0.0, ())
        matrix = Placed(blank, placement.front.x, placement.front.y, placement.turns).matrix
        outlines += _lines("cut", tuple(_mapped(matrix, segment) for segment in knife.cut))
        folds += (
            Line("fold", (map_point(matrix, *start), map_point(matrix, *end)), False) for start, end in knife.folds
        )
    yield from cut_once(outlines)
    yield from folds
    if isinstance(sheet.paper, CutPaper):
        for mark in registration_marks(sheet.paper, sheet.landscape):
            yield from _lines("marks", mark.segments)


def _knife(part: Part) -> Knife:
    """The lines of a part: its own, or the outline of its face, or its trim; and its folds."""
    if part.knife is not None:
        return part.knife
    scene = part.front()
    whole = Box(0.0, 0.0, part.width, part.height)
    if isinstance(scene.outline, Path):
        cut = scene.outline.segments
    elif isinstance(scene.outline, Ellipse):
        cut = ellipse_path(scene.outline.box)
    else:
        cut = rounded_rect(whole, scene.corner, scene.corner)
    return Knife(cut, tuple(((0.0, fold), (part.width, fold)) for fold in part.folds))


def _mapped(matrix: Matrix, segment: Segment) -> Segment:
    match segment:
        case ("C", a, b, c, d, e, f):
            points = (map_point(matrix, *point) for point in ((a, b), (c, d), (e, f)))
            (a, b), (c, d), (e, f) = points
            return ("C", a, b, c, d, e, f)
        case ("M", x, y):
            return ("M", *map_point(matrix, x, y))
        case ("L", x, y):
            return ("L", *map_point(matrix, x, y))
    return ("Z",)


def _lines(layer: Layer, segments: Sequence[Segment]) -> Iterator[Line]:
    """The lines of a path, its curves as points."""
    points = list[Point]()
    for segment in segments:
        match segment:
            case ("M", x, y):
                if len(points) > 1:
                    yield Line(layer, tuple(points), False)
                points = [(x, y)]
            case ("L", x, y):
                points.append((x, y))
            case ("C", a, b, c, d, e, f):
                points.extend(_curve(points[-1], (a, b), (c, d), (e, f)))
            case _:
                yield Line(layer, tuple(_open(points)), True)
                points = points[:1]
    if len(points) > 1:
        yield Line(layer, tuple(points), False)


def _open(points: Sequence[Point]) -> Sequence[Point]:
    """The points of a closed line without those that are told twice."""
    kept = [
        point
        for point, before in zip(points, (None, *points), strict=False)
        if before is None or not _same(point, before)
    ]
    return kept[:-1] if len(kept) > 1 and _same(kept[0], kept[-1]) else kept


def _same(one: Point, other: Point) -> bool:
    return math.dist(one, other) < FINE / 10


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    length = math.dist(start, first) + math.dist(first, second) + math.dist(second, end)
    # Of a quarter of a circle: chords of n parts stand off by its length / (5.1 n²).
    steps = max(2, math.ceil(math.sqrt(length / (5.1 * FINE))))
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        yield (
            sum(weight * point[0] for weight, point in zip(weights, (start, first, second, end), strict=True)),
            sum(weight * point[1] for weight, point in zip(weights, (start, first, second, end), strict=True)),
        )


COLOURS: Mapping[Layer, tuple[str, int]] = {"cut": ("#FF0000", 1), "fold": ("#0000FF", 5), "marks": ("#000000", 7)}
"""Of each layer in SVG, and its number among the colours of DXF."""
HAIRLINE = 0.1


def cut_svg(lines: Iterable[Line], width: float, height: float) -> str:
    """A sheet of so many mm, a group for each layer: paths of one unit to the millimetre."""
    known = tuple(lines)
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for layer, (colour, _) in COLOURS.items():
        parts.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
        parts += [f'<path d="{_path(line)}"/>' for line in known if line.layer == layer]
        parts.append("</g>")
    return "\n".join((*parts, "</svg>")) + "\n"


def _path(line: Line) -> str:
    points = " L".join(f"{x:.3f} {y:.3f}" for x, y in line.points)
    return f"M{points}{' Z' if line.closed else ''}"


def cut_dxf(lines: Iterable[Line], height: float) -> str:
    """The same in the oldest form that every program reads, R12: millimetres, y upwards from the sheet's lower edge."""
    codes = [*_header(), *_layers(), (0, "SECTION"), (2, "ENTITIES")]
    for line in lines:
        codes += _polyline(line, height)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\n{value}\n" for code, value in codes)


def _header() -> Iterator[tuple[int, object]]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$MEASUREMENT"), (70, 1), (9, "$INSUNITS"), (70, 4), (0, "ENDSEC"))


def _layers() -> Iterator[tuple[int, object]]:
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS)))
    for layer, (_, number) in COLOURS.items():
        yield from ((0, "LAYER"), (2, layer.upper()), (70, 0), (62, number), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(line: Line, height: float) -> Iterator[tuple[int, object]]:
    layer = line.layer.upper()
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(line.closed)), (10, 0.0), (20, 0.0), (30, 0.0))
    for x, y in line.points:
        yield from ((0, "VERTEX"), (8, layer), (10, f"{x:.4f}"), (20, f"{height - y:.4f}"), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))
