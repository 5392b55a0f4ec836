"""Cutting machines: registration marks, and the machine's cuts and folds as SVG and DXF. Millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

from pnp.art.paths import map_point, outline_path, subpaths, through
from pnp.scene import Box, Path, Placed, Rect, Scene, Segment
from pnp.sheet.impose import Sheet
from pnp.sheet.marks import INK, Point, polygon
from pnp.sheet.nets import Fold
from pnp.sheet.paper import MARK_INSET, MARK_SQUARE, MARK_WIDTH, CutPaper
from pnp.sheet.parts import PrintPart

Edge: TypeAlias = tuple[Point, Point]
Layer: TypeAlias = Literal["cut", "fold", "marks"]

FINE = 0.01
"""How far a curve may lie from the straight lines that stand for it, and a cut from one that is the same."""
COLOURS: Mapping[Layer, tuple[str, int]] = {"cut": ("#FF0000", 1), "fold": ("#0000FF", 5), "marks": ("#000000", 7)}
"""Of each layer in SVG, and its number among the colours of DXF."""
HAIRLINE = 0.1
LEAST_SHARED = 0.9
"""Shorter edges, such as those of curves, are shared by no two pieces."""


class CutLine(msgspec.Struct, frozen=True):
    """A polyline on a sheet, from its upper left corner. A closed one does not repeat its first point."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The segments between successive points."""
        return tuple(pairwise((*self.points, self.points[0]) if self.closed else self.points))


def draw_registration_marks(paper: CutPaper, landscape: bool) -> Iterator[Path]:
    """Yields the marks by which a machine locates the sheet: a square, and angles at two other corners."""
    arm = paper.cutter.arm
    if not arm:
        return
    width, height = paper.size(landscape)
    near, side, thick = MARK_INSET, MARK_SQUARE, MARK_WIDTH
    right, low = width - near, height - near
    square = ((near, near), (near + side, near), (near + side, near + side), (near, near + side))
    angle = ((0.0, 0.0), (0.0, arm), (thick, arm), (thick, thick), (arm, thick), (arm, 0.0))
    upper_right = [(right - x, near + y) for x, y in angle]
    lower_left = [(near + x, low - y) for x, y in angle]
    for points in (square, upper_right, lower_left):
        yield Path(polygon(points), fill=INK)


def list_sheet_lines(sheet: Sheet) -> Iterator[CutLine]:
    """Yields the cuts (each once) and folds of all pieces of a sheet, seen from its front, and its registration
    marks."""
    outlines: list[CutLine] = []
    folds: list[CutLine] = []
    for placement in sheet.placements:
        part = placement.part
        outline, creases = _trace_part(part)
        blank = Scene(part.width, part.height, 0.0, ())
        matrix = Placed(blank, placement.front.x, placement.front.y, placement.turns).matrix
        outlines += _trace("cut", through(outline, matrix))
        folds += (CutLine("fold", tuple(map_point(matrix, *point) for point in fold), False) for fold in creases)
    yield from cut_once(outlines)
    yield from folds
    if isinstance(sheet.paper, CutPaper):
        for mark in draw_registration_marks(sheet.paper, sheet.landscape):
            yield from _trace("marks", mark.segments)


def _trace_part(part: PrintPart) -> tuple[tuple[Segment, ...], tuple[Fold, ...]]:
    """Returns the cut of a part (from its net, its face's outline or its trim) and its folds."""
    if part.net:
        return part.net.outline, part.net.folds
    scene = part.front()
    shape = scene.outline or Rect(Box(0.0, 0.0, part.width, part.height), radius=scene.corner)
    return outline_path(shape), tuple(((0.0, fold), (part.width, fold)) for fold in part.folds)


def _trace(layer: Layer, segments: tuple[Segment, ...]) -> Iterator[CutLine]:
    # A quarter of a circle is 1.5 times as long as the last two sides of its control polygon; chords of n parts stand
    # off by its length / (5.1 n²).
    chords = (zip(segment[1::2], segment[2::2], strict=True) for segment in segments if segment[0] == "C")
    longest = max((1.5 * sum(math.dist(*edge) for edge in pairwise(chord)) for chord in chords), default=0.0)
    steps = max(2, math.ceil(math.sqrt(longest / (5.1 * FINE))))
    for points, closed in subpaths(segments, steps):
        before = (None, *points[:-1])
        kept = [point for point, last in zip(points, before, strict=True) if last is None or not _same(point, last)]
        if closed and len(kept) > 1 and _same(kept[0], kept[-1]):
            kept.pop()
        yield CutLine(layer, tuple(kept), closed)


def _same(one: Point, other: Point) -> bool:
    return math.dist(one, other) < FINE / 10


# --- shared cuts ---------------------------------------------------------------------------------------


def cut_once(outlines: Iterable[CutLine]) -> Iterator[CutLine]:
    """Yields the outlines of pieces in order, each without segments that an earlier one already cuts.

    A blade that cuts a line twice tears the card or shifts it. An outline with removed segments is open, in one or more
    parts; their ends lie on the cuts that replace the rest.
    """
    done: list[Edge] = []
    for line in outlines:
        free = [part for edge in line.edges for part in _subtract(edge, done)]
        done += (edge for edge in line.edges if math.dist(*edge) >= LEAST_SHARED)
        if free == list(line.edges):
            yield line
            continue
        runs: list[list[Point]] = []
        for start, end in free:
            if runs and runs[-1][-1] == start:
                runs[-1].append(end)
            else:
                runs.append([start, end])
        if line.closed and len(runs) > 1 and runs[-1][-1] == runs[0][0]:
            runs[0] = runs.pop() + runs[0][1:]
        for run in runs:
            yield CutLine(line.layer, tuple(run), False)


def _subtract(edge: Edge, others: Iterable[Edge]) -> Iterator[Edge]:
    """Yields the parts of an edge that coincide with none of the others."""
    (x, y), end = edge
    length = math.dist(*edge)
    if length < LEAST_SHARED:
        yield edge
        return
    right, down = (end[0] - x) / length, (end[1] - y) / length
    spans = [(length, length)]
    for other in others:
        if all(abs((px - x) * down - (py - y) * right) <= FINE for px, py in other):
            first, last = sorted((px - x) * right + (py - y) * down for px, py in other)
            if min(last, length) - max(first, 0.0) > FINE:
                spans.append((first, last))
    at, start = 0.0, edge[0]
    for first, last in sorted(spans):
        if first - at > FINE:
            yield start, end if first >= length else (x + first * right, y + first * down)
        if last > at:
            at, start = last, (x + last * right, y + last * down)


# --- files ---------------------------------------------------------------------------------------------


def cut_svg(lines: Iterable[CutLine], width: float, height: float) -> str:
    """Writes a sheet of this size in mm as SVG, one group per layer, one unit per millimetre."""
    known = tuple(lines)
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for layer, (colour, _) in COLOURS.items():
        parts.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
        for line in known:
            if line.layer == layer:
                points = " L".join(f"{x:.3f} {y:.3f}" for x, y in line.points)
                parts.append(f'<path d="M{points}{" Z" * line.closed}"/>')
        parts.append("</g>")
    return "\n".join((*parts, "</svg>")) + "\n"


def cut_dxf(lines: Iterable[CutLine], height: float) -> str:
    """Writes the same as DXF R12, which all programs read: millimetres, y upwards from the sheet's lower edge."""
    codes: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    codes += [(9, "$MEASUREMENT"), (70, 1), (9, "$INSUNITS"), (70, 4), (0, "ENDSEC")]
    codes += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS))]
    for layer, (_, number) in COLOURS.items():
        codes += [(0, "LAYER"), (2, layer.upper()), (70, 0), (62, number), (6, "CONTINUOUS")]
    codes += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for line in lines:
        codes += _polyline(line, height)
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\n{value}\n" for code, value in codes)


def _polyline(line: CutLine, height: float) -> Iterator[tuple[int, object]]:
    layer = line.layer.upper()
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(line.closed)), (10, 0.0), (20, 0.0), (30, 0.0))
    for x, y in line.points:
        yield from ((0, "VERTEX"), (8, layer), (10, f"{x:.4f}"), (20, f"{height - y:.4f}"), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))
