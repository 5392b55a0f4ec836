"""What stands at the points of paths in drawings: arrow heads and the like (SVG 2, 11.6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.art import svg_attributes
from pnp.art.paths import Point, inverse, map_point, multiply
from pnp.art.svg_attributes import Look, SvgError
from pnp.art.svg_clips import is_within
from pnp.art.svg_viewports import fit, view_box
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, Segment, mapped

MARKED = frozenset({"path", "line", "polyline", "polygon"})
"""Elements whose points may have markers."""
MOST_MARKERS = 2_000
"""Markers on one path."""
_SAME = 1e-9
_REFERENCES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}

Named: TypeAlias = Callable[[str], tuple[Mapping[str, str], tuple[Item, ...]]]
"""What is said of the marker of a reference, and what it shows."""
Vertex: TypeAlias = tuple[Point, float]
"""A point of a path, and how the path runs there, in degrees."""


def markers(segments: Sequence[Segment], look: Look, named: Named) -> Iterator[Item]:
    """The markers at the points of a path. Raises SvgError."""
    if not (look.start or look.mid or look.end) or look.unseen:
        return
    vertices = list(_vertices(segments))
    if len(vertices) > MOST_MARKERS:
        raise SvgError(f"a path with {len(vertices)} markers is not drawn; at most {MOST_MARKERS} are")
    if vertices and look.start:
        yield from _placed(vertices[:1], look, *named(look.start), first=True)
    if len(vertices) > 2 and look.mid:
        yield from _placed(vertices[1:-1], look, *named(look.mid))
    if vertices and look.end:
        yield from _placed(vertices[-1:], look, *named(look.end))


def _placed(
    vertices: Sequence[Vertex], look: Look, said: Mapping[str, str], items: tuple[Item, ...], *, first: bool = False
) -> Iterator[Item]:
    view = Box(0.0, 0.0, 0.0, 0.0)
    width, height = (svg_attributes.number(said.get(key, "3"), key) for key in ("markerWidth", "markerHeight"))
    if width <= 0 or height <= 0 or not items:
        return
    port, inner = Box(0.0, 0.0, width, height), IDENTITY
    if "viewBox" in said:
        view = view_box(said["viewBox"])
        inner = fit(view, port, said.get("preserveAspectRatio", ""))
    shown = mapped(inverse(inner), port)
    x = _reference(said.get("refX", "0"), view, view.x, view.width)
    y = _reference(said.get("refY", "0"), view, view.y, view.height)
    x, y = map_point(inner, x, y)
    units = said.get("markerUnits", "strokeWidth")
    scale = look.width if units == "strokeWidth" else 1.0
    cut = None if said.get("overflow") in ("visible", "auto") or is_within(items, shown) else shown
    for (at_x, at_y), way in vertices:
        turned = _turn(said.get("orient", "0"), way, first)
        cos, sin = scale * math.cos(turned), scale * math.sin(turned)
        place: Matrix = multiply((cos, sin, -sin, cos, at_x, at_y), (1.0, 0.0, 0.0, 1.0, -x, -y))
        yield Group(items, multiply(place, inner), cut)


def _reference(value: str, view: Box, start: float, side: float) -> float:
    if value in _REFERENCES:
        return start + svg_attributes.length(_REFERENCES[value], "refX", view, side)
    return svg_attributes.length(value, "refX", view, side)


def _turn(orient: str, way: float, first: bool) -> float:
    """How a marker is turned, in radians."""
    if orient in ("auto", "auto-start-reverse"):
        return way + (math.pi if first and orient != "auto" else 0.0)
    return math.radians(svg_attributes.number(orient.removesuffix("deg"), "orient"))


def _vertices(segments: Sequence[Segment]) -> Iterator[Vertex]:
    """The points of a path, each with the middle of how the path comes and goes."""
    points: list[Point] = []
    ways: list[tuple[Point | None, Point | None]] = []
    start = 0
    for segment in segments:
        if segment[0] == "M":
            start = len(points)
            points.append((segment[1], segment[2]))
            ways.append((None, None))
            continue
        if segment[0] == "Z":
            stops = [points[-1], points[start]]
        else:
            numbers = segment[1:]
            stops = [points[-1], *zip(numbers[::2], numbers[1::2], strict=True)]
        leaving, coming = _way(stops), _way(stops[::-1])
        ways[-1] = (ways[-1][0], leaving)
        back = coming and (-coming[0], -coming[1])
        points.append(stops[-1])
        ways.append((back, None))
        if segment[0] == "Z":
            ways[start], ways[-1] = (back, ways[start][1]), (back, ways[start][1])
    for point, (before, after) in zip(points, ways, strict=True):
        x, y = (sum(way[axis] for way in (before, after) if way) for axis in (0, 1))
        if math.hypot(x, y) < _SAME and before:
            x, y = -before[1], before[0]
        yield point, math.atan2(y, x)


def _way(stops: Sequence[Point]) -> Point | None:
    """The way, of length 1, from the first of some points to the next that lies elsewhere."""
    for stop in stops[1:]:
        length = math.dist(stops[0], stop)
        if length > _SAME:
            return (stop[0] - stops[0][0]) / length, (stop[1] - stops[0][1]) / length
    return None
