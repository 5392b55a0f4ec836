"""Where the outlines of things run on a face, to measure how near they come to each other. All in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from pnp.art.paths import ellipse_path, map_point, multiply
from pnp.scene import IDENTITY, Box, Ellipse, Group, Image, Item, Matrix, Path, Rect, Text, Use

STEPS = 8
"""Points on each curve and straight."""


class Outline(Struct, frozen=True):
    """A shape of a face: points on its outline, and half the width of its line."""

    shape: Rect | Ellipse | Path
    points: tuple[tuple[float, float], ...]
    half: float

    @property
    def box(self) -> Box:
        """The box around it, its line included."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-self.half)


def leaves(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Items within groups and drawings, each with the way from its own units to the face's."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            yield from leaves(item.art.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def outlines(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Outline]:
    """The shapes of a face, those of its drawings included."""
    for item, way in leaves(items, matrix):
        if not isinstance(item, Text | Image | Group | Use):
            half = item.stroke.width / 2 * math.hypot(way[0], way[1]) if item.stroke else 0.0
            yield Outline(item, tuple(map_point(way, x, y) for x, y in _points(item)), half)


def text_ends(items: Iterable[Item]) -> Iterator[tuple[Text, Box]]:
    """Each run of text, and the box from its baseline up to its size, as wide as it is set."""
    for item, (a, b, c, d, e, f) in leaves(items):
        if isinstance(item, Text):
            high = item.size * 25.4 / 72
            yield item, Box(a * item.x + c * item.y + e, b * item.x + d * (item.y - high) + f, a * item.width, d * high)


def _points(item: Rect | Ellipse | Path) -> Iterator[tuple[float, float]]:
    if isinstance(item, Rect):
        box = item.box
        corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom), (box.x, box.y)]
        for start, end in pairwise(corners):
            yield from _curve(start, start, end, end)
        return
    at = (0.0, 0.0)
    for segment in ellipse_path(item.box) if isinstance(item, Ellipse) else item.segments:
        match segment:
            case ("M", x, y):
                yield (x, y)
                at = (x, y)
            case ("L", x, y):
                yield from _curve(at, at, (x, y), (x, y))
                at = (x, y)
            case ("C", x1, y1, x2, y2, x, y):
                yield from _curve(at, (x1, y1), (x2, y2), (x, y))
                at = (x, y)


def _curve(*controls: tuple[float, float]) -> Iterator[tuple[float, float]]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = controls
    for step in range(STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
