"""What things in drawings are cut to: clip paths, which are shapes beside one another (CSS Masking 1, 6), and boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from lxml import etree

from pnp.art.paths import ellipse_path, multiply, path_bounds, rounded_rect, through
from pnp.art.polygons import exact_bounds
from pnp.art.svg_attributes import SvgError
from pnp.scene import IDENTITY, Box, Ellipse, Group, Item, Matrix, Path, Rect, Segment, mapped

Rule: TypeAlias = Literal["nonzero", "evenodd"]


def clip_shape(path: etree._Element, read: Callable[[etree._Element], Iterable[Item]]) -> Box | Path:
    """What a clip path lets through; `read` draws its children. Raises SvgError for what overlaps, as paths are cut by
    one at a time."""
    if path.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise SvgError("a clip path in units of the box of what it cuts is not followed")
    shapes = list(_shapes(read(path), IDENTITY))
    if not shapes:
        return Box(0.0, 0.0, 0.0, 0.0)
    boxes = [exact_bounds(segments) for segments, _ in shapes]
    for number, box in enumerate(boxes):
        if any(_overlap(box, other) for other in boxes[:number]):
            raise SvgError("a clip path of shapes that overlap is not followed; make one shape of them")
    if len({rule for _, rule in shapes}) > 1:
        raise SvgError("a clip path with two clip rules is not followed")
    return Path(tuple(segment for segments, _ in shapes for segment in segments), rule=shapes[0][1])


def _shapes(items: Iterable[Item], matrix: Matrix) -> Iterable[tuple[tuple[Segment, ...], Rule]]:
    for item in items:
        match item:
            case Group(items=inner, matrix=own, clip=None, opacity=1.0):
                yield from _shapes(inner, multiply(matrix, own))
            case Rect(box=box, radius=radius):
                yield through(rounded_rect(box, radius, radius), matrix), "nonzero"
            case Ellipse(box=box):
                yield through(ellipse_path(box), matrix), "nonzero"
            case Path(segments=segments, rule=rule):
                yield through(segments, matrix), rule
            case _:
                raise SvgError("a clip path that is cut itself is not followed")


def _overlap(first: Box, second: Box) -> bool:
    common = first.common(second)
    return common.width > 0 and common.height > 0


def is_round_all(shape: Box | Path, items: Iterable[Item]) -> bool:
    """Whether a clip path is a box that holds all of what it cuts."""
    box = shape if isinstance(shape, Box) else exact_bounds(shape.segments)
    whole = isinstance(shape, Box) or shape.segments == rounded_rect(box, 0.0, 0.0)
    return whole and bool(box.width) and is_within(items, box)


def is_within(items: Iterable[Item], box: Box, *, lines: bool = True) -> bool:
    """Does all that is drawn lie in a box, but for a hundredth of it? Without `lines`, as shapes are before they are
    drawn round: half of a line along the edge of a drawing may stand out of it."""
    return _lies(items, box, max(box.width, box.height) / 100, lines, IDENTITY)


def _lies(items: Iterable[Item], box: Box, slack: float, lines: bool, matrix: Matrix) -> bool:
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix if matrix is IDENTITY else multiply(matrix, item.matrix)
            cut = item.clip and box.holds(mapped(inner, _bounds(item.clip)), slack)
            if not cut and not _lies(item.items, box, slack, lines, inner):
                return False
        elif isinstance(item, (Rect, Ellipse, Path)):
            line = item.stroke.width / 2 if item.stroke and lines else 0.0
            # The box round all points is quickly told, and holds the shape.
            around = path_bounds(item.segments) if isinstance(item, Path) else item.box
            if not box.holds(_seen(around, line, matrix), slack) and not (
                isinstance(item, Path) and box.holds(_seen(exact_bounds(item.segments), line, matrix), slack)
            ):
                return False
    return True


def _seen(box: Box, line: float, matrix: Matrix) -> Box:
    around = box.inset(-line) if line else box
    return around if matrix is IDENTITY else mapped(matrix, around)


def _bounds(shape: Box | Rect | Ellipse | Path) -> Box:
    if isinstance(shape, Path):
        return exact_bounds(shape.segments)
    return shape if isinstance(shape, Box) else shape.box
