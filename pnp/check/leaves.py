"""Walking a scene: its texts where they finally stand, its items without some of them, its cut as a polygon."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from pnp.art.paths import ellipse_path, multiply, reach_of
from pnp.check.outlines import near
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Rect,
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)

_STEPS = 12
"""Straight pieces that a curve of a cut is measured by: on a round token of 60 mm they are 0.1 mm off."""

Point = tuple[float, float]


def leaves(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Every item that is no group, in drawing order, each with its way to the face's own mm. Art stays whole."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def texts(items: Iterable[Item]) -> Iterator[tuple[Text, Matrix]]:
    """Every run of text of a face."""
    for item, matrix in leaves(items):
        if isinstance(item, Text):
            yield item, matrix


def veils(items: Iterable[Item], opacity: float = 1.0) -> Iterator[tuple[Text, float]]:
    """Every run of text through which what lies beneath is seen, and how opaque it is."""
    for item in items:
        if isinstance(item, Group):
            yield from veils(item.items, opacity * item.opacity)
        elif isinstance(item, Text) and opacity < 1:
            yield item, opacity


def shaded(items: Iterable[Item]) -> bool:
    """Whether there are gradients on a face, or shadows."""
    return any(_is_shaded(item) for item, _ in leaves(items))


def _is_shaded(item: Item) -> bool:
    if isinstance(item, Use):
        return shaded(item.art.items)
    return isinstance(item, Shadow) or isinstance(getattr(item, "fill", None), Gradient)


def pictures(items: Iterable[Item]) -> Iterator[Image]:
    """Every picture of a face, those within drawings too."""
    return (picture for picture, _ in placed_pictures(items))


def placed_pictures(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Image, Matrix]]:
    """Every picture of a face, with its way to the face's own mm."""
    for item, own in leaves(items, matrix):
        if isinstance(item, Use):
            yield from placed_pictures(item.art.items, multiply(own, item.matrix))
        elif isinstance(item, Image):
            yield item, own


def arts(items: Iterable[Item]) -> Iterator[Art]:
    """Every drawing of a face, as often as it is there."""
    return (item.art for item, _ in leaves(items) if isinstance(item, Use))


def changed(items: Iterable[Item], change: Callable[[Item], Item | None]) -> tuple[Item, ...]:
    """The items after a change to each, in groups too; None leaves one out."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(msgspec.structs.replace(item, items=changed(item.items, change)))
        elif (done := change(item)) is not None:
            kept.append(done)
    return tuple(kept)


def window(items: Iterable[Item], box: Box, matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
    """The items that may reach into a box of the face; of groups and drawings, what may. `matrix` leads from the
    items' own mm to the face's."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group() | Use():
                whole = item if isinstance(item, Group) else Group(item.art.items, item.matrix)
                if found := window(whole.items, box, multiply(matrix, item.matrix)):
                    kept.append(msgspec.structs.replace(whole, items=found))
            case _:
                if near(mapped(matrix, _reach(item)), box, 0.0):
                    kept.append(item)
    return tuple(kept)


def _reach(item: Rect | Ellipse | Path | Text | Image | Shadow) -> Box:
    """A box that holds all of an item."""
    match item:
        case Text(x=x, y=y, size=size, width=width):
            high = 1.5 * size * MM_PER_POINT
            return Box(x - high / 2, y - high, width + high, 2 * high)
        case Image(box=box) | Shadow(box=box):
            return box
        case _:
            return reach_of(item)


def scale(matrix: Matrix) -> float:
    """How many times larger a matrix makes things."""
    return math.hypot(matrix[0], matrix[1])


def trim_polygon(scene: Scene) -> tuple[Point, ...]:
    """The corners of the cut, clockwise; a curve as short straight pieces."""
    match scene.outline:
        case None:
            return (0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)
        case Ellipse(box=box):
            return tuple(_corners(Path(ellipse_path(box))))
        case Path():
            return tuple(_corners(scene.outline))


def clearance(polygon: Sequence[Point], box: Box) -> float:
    """How far a box stays within a convex cut, in mm; negative, if it stands out of it."""
    edges = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return min(_inside(corner, *edge) for edge in edges if edge[0] != edge[1] for corner in corners)


def _inside(point: Point, start: Point, end: Point) -> float:
    """How far a point lies to the right of the way from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / math.hypot(dx, dy)


def _corners(path: Path) -> Iterator[Point]:
    corners: list[Point] = []
    for segment in path.segments:
        match segment:
            case ("C", a, b, c, d, e, f):
                controls = (corners[-1], (a, b), (c, d), (e, f))
                corners.extend(_on_curve(controls, step / _STEPS) for step in range(1, _STEPS + 1))
            case ("M", x, y) | ("L", x, y):
                corners.append((x, y))
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True))
    return iter(corners if area > 0 else corners[::-1])


def _on_curve(controls: Sequence[Point], at: float) -> Point:
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x = sum(weight * control[0] for weight, control in zip(weights, controls, strict=True))
    y = sum(weight * control[1] for weight, control in zip(weights, controls, strict=True))
    return x, y
