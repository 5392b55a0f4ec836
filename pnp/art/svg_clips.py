"""Clip paths of drawings: shapes beside one another, to which things are cut (CSS Masking 1, 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from lxml import etree

from pnp.art.paths import ellipse_path, multiply, rounded_rect, through
from pnp.art.polygons import exact_bounds
from pnp.art.svg_attributes import SvgError
from pnp.scene import IDENTITY, Box, Ellipse, Group, Item, Matrix, Path, Rect, Segment

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
