"""What a machine cuts and folds: the lines of every piece on a sheet, as points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.art.paths import ellipse_path, map_point, rounded_rect
from pnp.scene import Box, Ellipse, Matrix, Path, Placed, Scene, Segment
from pnp.sheet.cut_lines import FINE, Layer, Line, Point, cut_once
from pnp.sheet.cutters import CutPaper
from pnp.sheet.model import Knife, Part, Sheet


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
        for mark in sheet.paper.marks(sheet.landscape):
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
