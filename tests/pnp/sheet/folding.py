"""Nets folded up in space: rectangles measured on finished paper, each turned by a right angle at every fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pnp.scene import Box

Point3 = tuple[float, float, float]
Edge3 = tuple[Point3, Point3]
NEAR = 0.1
"""What edges that meet may differ by, in mm."""


class Stood(msgspec.Struct, frozen=True):
    """A rectangle in space: its top left corner, and one mm to its right and one down it."""

    flat: Box
    corner: Point3
    right: Point3
    down: Point3

    def edges(self) -> Iterator[tuple[str, Edge3]]:
        """Its four edges by the side they are on in the net."""
        width, height = self.flat.width, self.flat.height
        a, b = self.corner, _moved(self.corner, self.right, width)
        d = _moved(self.corner, self.down, height)
        c = _moved(d, self.right, width)
        yield from (("top", (a, b)), ("right", (b, c)), ("bottom", (d, c)), ("left", (a, d)))


def folded(flat: Mapping[str, Box]) -> dict[str, Stood]:
    """The rectangles of a net, folded where a whole edge of one is a whole edge of another; the first lies flat."""
    names = list(flat)
    stood = {names[0]: Stood(flat[names[0]], (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))}
    found = [names[0]]
    for name in found:
        for other in names:
            turned = None if other in stood else _turned(stood[name], flat[other])
            if turned is not None:
                stood[other] = turned
                found.append(other)
    assert len(stood) == len(flat), f"{set(flat) - set(stood)} hang on nothing"
    return stood


def _turned(at: Stood, box: Box) -> Stood | None:
    here, inward = at.flat, _cross(at.right, at.down)
    level = _same(here.y, box.y) and _same(here.height, box.height)
    upright = _same(here.x, box.x) and _same(here.width, box.width)
    if level and _same(here.right, box.x):
        return Stood(box, _moved(at.corner, at.right, here.width), inward, at.down)
    if level and _same(box.right, here.x):
        return Stood(box, _moved(at.corner, inward, box.width), _moved((0, 0, 0), inward, -1), at.down)
    if upright and _same(here.bottom, box.y):
        return Stood(box, _moved(at.corner, at.down, here.height), at.right, inward)
    if upright and _same(box.bottom, here.y):
        return Stood(box, _moved(at.corner, inward, box.height), at.right, _moved((0, 0, 0), inward, -1))
    return None


def joined(stood: Mapping[str, Stood]) -> tuple[list[tuple[tuple[str, str], tuple[str, str]]], list[tuple[str, str]]]:
    """The pairs of edges that lie on each other in space, and those that lie on none; each a rectangle and a side."""
    edges = [((name, side), edge) for name, at in stood.items() for side, edge in at.edges()]
    pairs = [
        (one, other)
        for index, (one, edge) in enumerate(edges)
        for other, second in edges[index + 1 :]
        if _meet(edge, second)
    ]
    paired = {end for pair in pairs for end in pair}
    return pairs, [end for end, _ in edges if end not in paired]


def _meet(one: Edge3, other: Edge3) -> bool:
    return any(all(_apart(a, b) < NEAR for a, b in zip(one, way, strict=True)) for way in (other, other[::-1]))


def side(box: Box, name: str) -> Box:
    """An edge of a rectangle, as a box without width or height."""
    return {
        "top": Box(box.x, box.y, box.width, 0.0),
        "bottom": Box(box.x, box.bottom, box.width, 0.0),
        "left": Box(box.x, box.y, 0.0, box.height),
        "right": Box(box.right, box.y, 0.0, box.height),
    }[name]


def touches(tab: Box, edge: Box) -> bool:
    """Whether a tab stands on the whole of an edge."""
    if edge.height == 0:
        along = _same(tab.x, edge.x) and _same(tab.width, edge.width)
        return along and (_same(tab.y, edge.y) or _same(tab.bottom, edge.y))
    along = _same(tab.y, edge.y) and _same(tab.height, edge.height)
    return along and (_same(tab.x, edge.x) or _same(tab.right, edge.x))


def _same(one: float, other: float) -> bool:
    return abs(one - other) < NEAR


def _apart(one: Point3, other: Point3) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _moved(point: Point3, way: Point3, length: float) -> Point3:
    return (point[0] + way[0] * length, point[1] + way[1] * length, point[2] + way[2] * length)


def _cross(u: Point3, v: Point3) -> Point3:
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
