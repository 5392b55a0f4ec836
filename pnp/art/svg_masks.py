"""Masks of drawings: those that come to one shape cut, others are drawn as they are, in greys (CSS Masking 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import (
    Cut,
    ManyShapesError,
    Read,
    bounds_of,
    clip_matrix,
    cuts,
    in_box,
    is_round_all,
    joined,
    overlap,
)
from pnp.scene import IDENTITY, Box, Colour, Ellipse, Gradient, Group, Item, Matrix, Paint, Path, Rect

Masking = tuple[Rect | Ellipse | Path | Group, ...]
SHADE = 0.02
"""Of light, by which the white and the black of a mask may be off."""
_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}


def masked(
    element: etree._Element, said: Mapping[str, str], items: Sequence[Item], read: Read, view: Box
) -> tuple[Item, ...]:
    """Items as a mask leaves them; `read` draws its children, `view` is the box of the drawing. Raises SvgError."""
    boxed = said.get("maskContentUnits", "userSpaceOnUse") == "objectBoundingBox"
    around = bounds_of(items)
    matrix = in_box(around) if boxed else IDENTITY
    by_light = said.get("mask-type", "luminance") != "alpha"
    drawn = tuple(read(element))
    region = _region(said, around, view)
    shape = _shape(drawn, matrix, by_light)
    if shape is None:
        greys = tuple(_greys(drawn, by_light))
        placed = (Group(greys, matrix),) if matrix != IDENTITY else greys
        kept: tuple[Item, ...] = (Group(tuple(items), mask=placed),)
    else:
        kept = tuple(items) if is_round_all(shape, items) else (Group(tuple(items), clip=shape),)
    return kept if region.holds(around) else (Group(kept, clip=region),)


def masked_by(path: etree._Element, shapes: Sequence[Item], items: Sequence[Item], turned: Matrix) -> Group:
    """Items as a clip path leaves them that is no single shape; `shapes` are its own, turned as it is."""
    matrix = clip_matrix(path, items, turned)
    greys = tuple(_greys(shapes, by_light=False))
    return Group(tuple(items), mask=(Group(greys, matrix),) if matrix != IDENTITY else greys)


def _region(said: Mapping[str, str], around: Box, view: Box) -> Box:
    """Where something of what is masked is seen at all."""
    boxed = said.get("maskUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = around if boxed else view
    sides: list[float] = []
    for key, otherwise in _REGION.items():
        value, side = said.get(key, otherwise), whole.width if key in ("x", "width") else whole.height
        number = svg_attributes.length(value, key, view, 1.0 if boxed else side)
        sides.append(number * side if boxed else number)
    return Box(*sides).moved(whole.x, whole.y) if boxed else Box(*sides)


def _shape(items: Sequence[Item], matrix: Matrix, by_light: bool) -> Box | Path | None:
    """What a mask lets through, if that is one shape: all that is opaque, or, by its light, what is white but for what
    is drawn black over that."""
    try:
        shapes = list(cuts(items, matrix))
    except ManyShapesError:
        return None
    shown: list[Cut] = []
    hidden: list[Cut] = []
    for cut in shapes:
        share = brightness(cut.fill) if by_light and isinstance(cut.fill, str) else 1.0
        shaded = isinstance(cut.fill, Gradient) or SHADE < share < 1 - SHADE
        if shaded or (share >= 1 - SHADE and hidden):
            return None
        (shown if share >= 1 - SHADE else hidden).append(cut)
    if not hidden or not shown:
        try:
            return joined(shown)
        except ManyShapesError:
            return None
    holes = [cut for cut in hidden if overlap(shown[0].box, cut.box)]
    apart = not any(overlap(first.box, second.box) for first, second in combinations(hidden, 2))
    if len(shown) != 1 or not apart or not all(shown[0].box.holds(cut.box) for cut in holes):
        return None
    return Path(tuple(segment for cut in (shown[0], *holes) for segment in cut.segments), rule="evenodd")


def brightness(colour: Colour) -> float:
    """How much a colour lets through in a mask, 0 to 1 (CSS Masking 1, 7.10.1)."""
    red, green, blue = bytes.fromhex(colour[1:7])
    return (0.2125 * red + 0.7154 * green + 0.0721 * blue) / 255


def _greys(items: Iterable[Item], by_light: bool) -> Iterator[Rect | Ellipse | Path | Group]:
    """Items of a mask as bright as what they let through; where they are see-through, black shows."""
    for item in items:
        match item:
            case Group():
                yield replace(item, items=tuple(_greys(item.items, by_light)))
            case Rect() | Ellipse() | Path():
                stroke = item.stroke and replace(item.stroke, colour=_grey(item.stroke.colour, by_light))
                yield replace(item, fill=_shade(item.fill, by_light), stroke=stroke)
            case _:
                raise SvgError("a mask with pictures or soft shadows is not drawn; make it of shapes")


def _shade(fill: Paint | None, by_light: bool) -> Paint | None:
    if isinstance(fill, Gradient):
        return fill.recoloured(lambda colour: _grey(colour, by_light))
    return fill and _grey(fill, by_light)


def _grey(colour: Colour, by_light: bool) -> Colour:
    return f"#{bytes([round(255 * brightness(colour))] * 3).hex().upper()}" if by_light else "#FFFFFF"
