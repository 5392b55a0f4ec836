"""What filters of drawings come to: layers, the thing itself among them, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.edges import edged
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import bounds_of, in_box, is_within
from pnp.art.tints import Tint, tinted
from pnp.scene import Blend, Box, Colour, Ellipse, Gradient, Group, Item, Path, Rect, Segment, mapped

MOST_EDGES = 30_000
"""Lines along the edges of what is made larger or smaller."""


class Layer(msgspec.Struct, frozen=True):
    """The thing itself (`colour` None) in its tints, what it casts in a colour, or that colour everywhere (`flood`)."""

    colour: Colour | None = None
    opacity: float = 1.0
    right: float = 0.0
    down: float = 0.0
    deviation: float = 0.0
    flood: bool = False
    outside: bool = False
    """Only where the thing itself is not."""
    inside: bool = False
    """Only where the thing itself is, and what it casts is not."""
    spread: float = 0.0
    """So much larger on every side, corners square; smaller, if it is less than 0."""
    tints: tuple[Tint, ...] = ()
    blend: Blend = "normal"
    """How it is mixed with the layers beneath it."""


Layers: TypeAlias = tuple[Layer, ...]


def drawn(layers: Layers, said: Mapping[str, str], items: Sequence[Item], view: Box) -> tuple[Item, ...]:
    """What the layers of a filter come to, of which this is said; per cent are of `view`, the drawing's box. Raises
    SvgError for what is not drawn."""
    around = bounds_of(items)
    region = _region(said, around, view)
    made: list[Item] = []
    for layer in layers:
        if layer.colour is None:
            own = _itself(layer, items, around, region)
        elif layer.outside and not (Layer() in layers and _is_opaque(items)):
            raise SvgError("a shadow of what is see-through is not drawn; leave out the shadow, or the opacity")
        else:
            own = _cast(layer, items, around, region)
        made += own if layer.blend == "normal" else (Group(own, blend=layer.blend),)
    mixed = any(layer.blend != "normal" for layer in layers)
    return (Group(tuple(made), alone=True),) if mixed else tuple(made)


def blends(items: Iterable[Item]) -> bool:
    """Whether something among items mixes its colours with those beneath them."""
    return any(
        item.blend != "normal" or (not item.alone and blends(item.items)) for item in items if isinstance(item, Group)
    )


def _itself(layer: Layer, items: Sequence[Item], around: Box, region: Box) -> tuple[Item, ...]:
    for tint in layer.tints:
        items = tuple(tinted(items, tint))
    if layer.deviation or layer.spread:
        colours = _colours(items)
        if len(colours) != 1:
            step = "<feGaussianBlur>" if layer.deviation else "<feMorphology>"
            raise SvgError(f"{step} of a thing of several colours is not drawn; place a picture of it")
        return _cast(replace(layer, colour=colours.pop()), items, around, region)
    moved = layer.right or layer.down
    seen = tuple(items)
    if moved or layer.opacity < 1:
        seen = (Group(seen, (1.0, 0.0, 0.0, 1.0, layer.right, layer.down), opacity=layer.opacity),)
    return seen if is_within(seen, region) else (Group(seen, clip=region),)


def _cast(layer: Layer, items: Sequence[Item], around: Box, region: Box) -> tuple[Item, ...]:
    assert layer.colour is not None
    if layer.flood:
        shown = Group((Rect(region, layer.colour),), opacity=layer.opacity)
        return shown.items if layer.opacity == 1 else (shown,)
    if not layer.deviation:
        sharp = _spread(tuple(_coloured(items, layer.colour)), layer)
        shadow: Item = Group(sharp, (1.0, 0.0, 0.0, 1.0, layer.right, layer.down), opacity=layer.opacity)
        reach = around.inset(-max(0.0, layer.spread)).moved(layer.right, layer.down)
        return (shadow if region.holds(reach) else Group((shadow,), clip=region),)
    from pnp.art.shadows import ShadowError, cast  # it draws pictures, which few kits need

    try:
        moved = (layer.right, layer.down)
        soft = cast(
            items, layer.deviation, layer.opacity, layer.colour, moved, inverted=layer.inside, spread=layer.spread
        )
    except ShadowError as error:
        raise SvgError(str(error)) from None
    if soft is None:
        return ()
    if layer.inside:
        return (Group((soft,), mask=_white(items)),)
    return (soft,) if region.holds(soft.box) else (Group((soft,), clip=region),)


def _spread(items: tuple[Item, ...], layer: Layer) -> tuple[Item, ...]:
    """Shapes made larger, or smaller by what lies along their edges."""
    if not layer.spread:
        return items
    edges: list[Segment] = []
    for item in items:
        edges += edged(item, abs(layer.spread))
        if len(edges) > MOST_EDGES:
            raise SvgError("<feMorphology> of so many lines and curves is not drawn; simplify the shape")
    if layer.spread > 0:
        return (*items, Path(tuple(edges), layer.colour))
    return (Group(items, mask=(*_white(items), Path(tuple(edges), "#000000"))),)


def _white(items: Sequence[Item]) -> tuple[Rect | Ellipse | Path | Group, ...]:
    """What masks by being there."""
    found = tuple(_coloured(items, "#FFFFFF"))
    return tuple(item for item in found if isinstance(item, Rect | Ellipse | Path | Group))


def _colours(items: Sequence[Item]) -> set[Colour | None]:
    """The flat colours of things; None among them for what is more than that."""
    found: set[Colour | None] = set()
    for item in items:
        match item:
            case Group():
                found |= _colours(item.items)
            case Rect() | Ellipse() | Path():
                found |= {None} if isinstance(item.fill, Gradient) else {item.fill} if item.fill else set()
                found |= {item.stroke.colour} if item.stroke else set()
            case _:
                found.add(None)
    return found if None not in found else set()


def _coloured(items: Sequence[Item], colour: Colour) -> Iterator[Item]:
    """The shapes in one colour, as opaque as they are."""
    for item in items:
        match item:
            case Group():
                yield replace(item, items=tuple(_coloured(item.items, colour)))
            case Rect() | Ellipse() | Path():
                stroke = item.stroke and replace(item.stroke, colour=colour)
                yield replace(item, fill=item.fill and colour, stroke=stroke)


def _is_opaque(items: Sequence[Item]) -> bool:
    return all(
        item.opacity == 1 and _is_opaque(item.items)
        if isinstance(item, Group)
        else not (isinstance(fill := getattr(item, "fill", None), Gradient) and fill.see_through)
        for item in items
    )


def _region(said: Mapping[str, str], around: Box, view: Box) -> Box:
    """Where a filter draws; a tenth of the thing, or drawing, beyond it on each side, if nothing else is said."""
    boxed = said.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    x, y, width, height = (
        svg_attributes.length(said.get(key, otherwise).strip(), key, view, 1.0 if boxed else side)
        for key, otherwise, side in (
            ("x", "-10%", view.width),
            ("y", "-10%", view.height),
            ("width", "120%", view.width),
            ("height", "120%", view.height),
        )
    )
    return mapped(in_box(around), Box(x, y, width, height)) if boxed else Box(x, y, width, height)
