"""What things in drawings are cut to: clip paths (CSS Masking 1), and boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec
from lxml import etree
from msgspec.structs import replace

from pnp.art.paths import ellipse_path, multiply, outline_path, path_bounds, rounded_rect, through
from pnp.art.polygons import exact_bounds, flattened, twice_area
from pnp.art.strokes import covered
from pnp.art.svg_attributes import SvgError
from pnp.scene import (
    IDENTITY,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Rect,
    Segment,
    Shadow,
    mapped,
)

Rule: TypeAlias = Literal["nonzero", "evenodd"]
Read: TypeAlias = Callable[[etree._Element], Iterable[Item]]  # noqa: SLF001 - lxml has no other name for it


def clip_shape(path: etree._Element, items: Sequence[Item], read: Read, turned: Matrix) -> Box | Path | None:
    """What a clip path lets through of items, turned as it is; `read` draws its children. None for what overlaps and
    cannot be made one shape, as paths are cut by one at a time."""
    matrix = clip_matrix(path, items, turned)
    try:
        return joined([Cut(through(cut.segments, matrix), cut.rule) for cut in cuts(read(path), IDENTITY)])
    except ManyShapesError:
        return None


def clip_matrix(path: etree._Element, items: Sequence[Item], turned: Matrix) -> Matrix:
    """From the units of what lies in a clip path to those of what it cuts."""
    boxed = path.get("clipPathUnits", "userSpaceOnUse") == "objectBoundingBox"
    return multiply(in_box(bounds_of(items)), turned) if boxed else turned


class ManyShapesError(SvgError):
    """Shapes that are not one."""


class Cut(msgspec.Struct, frozen=True):
    """A shape that cuts, and what it is filled with."""

    segments: tuple[Segment, ...]
    rule: Rule
    fill: Paint | None = None

    @property
    def box(self) -> Box:
        return exact_bounds(self.segments)


def joined(shapes: Sequence[Cut]) -> Box | Path:
    """Shapes as one. Those that overlap run the same way round, so that all of each counts. Raises
    ManyShapesError, if that cannot be."""
    if not shapes:
        return Box(0.0, 0.0, 0.0, 0.0)
    if any(overlap(first.box, second.box) for first, second in combinations(shapes, 2)):
        shapes = [_same_way(cut) for cut in shapes]
    if len({cut.rule for cut in shapes}) > 1:
        raise ManyShapesError("two clip rules")
    return Path(tuple(segment for cut in shapes for segment in cut.segments), rule=shapes[0].rule)


def _same_way(cut: Cut) -> Cut:
    parts = list(flattened(cut.segments))
    if len(parts) > 1:
        raise ManyShapesError("shapes that overlap, one of several parts")
    if not parts or twice_area(parts[0]) >= 0:
        return Cut(cut.segments, "nonzero")
    (*points,) = reversed(parts[0])
    lines: list[Segment] = [("L", x, y) for x, y in points[1:]]
    return Cut((("M", *points[0]), *lines, ("Z",)), "nonzero")


def in_box(box: Box) -> Matrix:
    """From shares of a box to the units it is in."""
    return (box.width, 0.0, 0.0, box.height, box.x, box.y)


def cuts(items: Iterable[Item], matrix: Matrix) -> Iterator[Cut]:
    """Shapes that cut, through a matrix. Raises ManyShapesError for what is no flat shape."""
    for item in items:
        match item:
            case Group(items=inner, matrix=own, clip=None, opacity=1.0, mask=()):
                yield from cuts(inner, multiply(matrix, own))
            case Rect(box=box, radius=radius, fill=fill, stroke=None):
                yield Cut(through(rounded_rect(box, radius, radius), matrix), "nonzero", fill)
            case Ellipse(box=box, fill=fill, stroke=None):
                yield Cut(through(ellipse_path(box), matrix), "nonzero", fill)
            case Path(segments=segments, rule=rule, fill=fill, stroke=None):
                yield Cut(through(segments, matrix), rule, fill)
            case _:
                raise ManyShapesError("what is cut or see-through, or lines")


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes have an area in common."""
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
            hidden = bool(item.mask) and _lies(item.mask, box, slack, lines, inner)
            if not cut and not hidden and not _lies(item.items, box, slack, lines, inner):
                return False
        elif isinstance(item, (Rect, Ellipse, Path)):
            line = item.stroke.width / 2 if item.stroke and lines else 0.0
            # The box round all points is quickly told, and holds the shape.
            around = path_bounds(item.segments) if isinstance(item, Path) else item.box
            if not box.holds(_seen(around, line, matrix), slack) and not (
                isinstance(item, Path) and box.holds(_seen(exact_bounds(item.segments), line, matrix), slack)
            ):
                return False
        elif isinstance(item, Image | Shadow) and not box.holds(_seen(item.box, 0.0, matrix), slack):
            return False
    return True


def framed(items: tuple[Item, ...], box: Box) -> tuple[Item, ...]:
    """Things that go by a box of their own, wherever they lie: it stands before them and is not painted."""
    return (Rect(box, None), *items)


def unframed(items: Iterable[Item]) -> Iterator[Item]:
    """Things without the boxes that they went by."""
    for item in items:
        if isinstance(item, Group):
            yield replace(item, items=tuple(unframed(item.items)))
        elif not (isinstance(item, Rect) and item.fill is None and item.stroke is None):
            yield item


def bounds_of(items: Iterable[Item], matrix: Matrix = IDENTITY, *, lines: bool = False) -> Box:
    """The box round shapes, or that which they are framed by; without their lines, it is what units of an element's box
    go by."""
    match items:
        case (Rect(box=box, fill=None, stroke=None), *_):
            return mapped(matrix, box)
    boxes = list(_boxes(items, matrix, lines))
    if not boxes:
        return Box(0.0, 0.0, 0.0, 0.0)
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _boxes(items: Iterable[Item], matrix: Matrix, lines: bool) -> Iterator[Box]:
    for item in items:
        if isinstance(item, Group):
            yield from _boxes(item.items, multiply(matrix, item.matrix), lines)
        elif isinstance(item, Path):
            yield exact_bounds(through(item.segments, matrix))
        elif isinstance(item, Rect | Ellipse | Image):
            yield mapped(matrix, item.box)
        if lines and isinstance(item, Path | Rect | Ellipse) and item.stroke:
            edge = covered(outline_path(item), replace(item.stroke, dash=()))
            if edge:
                yield exact_bounds(through(edge, matrix))


def _seen(box: Box, line: float, matrix: Matrix) -> Box:
    around = box.inset(-line) if line else box
    return around if matrix is IDENTITY else mapped(matrix, around)


def _bounds(shape: Box | Rect | Ellipse | Path) -> Box:
    if isinstance(shape, Path):
        return exact_bounds(shape.segments)
    return shape if isinstance(shape, Box) else shape.box
