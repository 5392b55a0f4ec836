"""The sides of the trim: how far shapes reach beyond them, and which run along them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.art.paths import Point
from pnp.check.outlines import Shape, area
from pnp.scene import Box, Ellipse, Scene

AT_TRIM = 0.3
"""Millimetres within which an edge ends at the trim, rather than in the face."""
ALONG = 0.5
"""A share of a side of the trim: what runs so far along it, runs along it."""
SLACK = 0.05
"""Millimetres that nobody sees."""


def outs(shape: Shape, scene: Scene, bleed: float) -> Iterator[tuple[int, float]]:
    """The sides of the trim at which a shape ends, and how far beyond them it does; of a disc it is one side."""
    match scene.outline:
        case None:
            for side, out in enumerate(beyond(shape.box, Box(0.0, 0.0, scene.width, scene.height))):
                if -AT_TRIM <= out < bleed - SLACK and along(shape, side, scene) >= ALONG:
                    yield side, out
        case Ellipse(box=disc):
            reach = beyond(shape.box, disc)
            is_round = area(shape.polygon) < 0.9 * shape.box.width * shape.box.height
            if is_round and all(-AT_TRIM <= out < bleed - SLACK for out in reach):
                yield 0, min(reach)


def beyond(box: Box, trim: Box) -> tuple[float, float, float, float]:
    """How far a box reaches beyond the left, upper, right and lower side of a trim; negative within it."""
    return (trim.x - box.x, trim.y - box.y, box.right - trim.right, box.bottom - trim.bottom)


def along(shape: Shape, side: int, scene: Scene) -> float:
    """How far the edge of a shape runs along that side, as a share of it."""
    way = side % 2  # 0: left and right, which are upright
    at = (shape.box.x, shape.box.y, shape.box.right, shape.box.bottom)[side]
    length = scene.height if way == 0 else scene.width
    runs = (
        abs(start[1 - way] - end[1 - way])
        for start, end in pairwise((*shape.polygon, shape.polygon[0]))
        if max(abs(start[way] - at), abs(end[way] - at)) < 2 * SLACK
    )
    return max(runs, default=0.0) / length


def edge_points(side: int, trim: Box) -> tuple[Point, ...]:
    """Three points of a side of the trim, a little within."""
    shares = (0.25, 0.5, 0.75)
    if side % 2 == 0:
        x = trim.x + SLACK if side == 0 else trim.right - SLACK
        return tuple((x, trim.y + share * trim.height) for share in shares)
    y = trim.y + SLACK if side == 1 else trim.bottom - SLACK
    return tuple((trim.x + share * trim.width, y) for share in shares)
