"""Filters of drawings: shadows, colours and softness, as programs and hands write them (Filter Effects 1).

A filter is followed as layers: the thing itself, in other colours perhaps, and shadows that it casts in one colour,
moved and softened, beside it or within. What comes to something else is not drawn, and the element that leads there is
named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.shadows import ShadowError, cast
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import bounds_of
from pnp.art.svg_tints import Curve, curve, curve_tint, matrix_tint, saturated, turned
from pnp.art.tints import Tint, tinted, told
from pnp.scene import Box, Colour, Ellipse, Gradient, Group, Item, Path, Rect

MOST_PRIMITIVES = 60
"""Steps of one filter: Figma writes four for each shadow."""
_NO_CHANGE = "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"
_AS_IT_IS = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]
_NOTHING = 1e-3
"""Opacity of what is not seen."""

Attributes: TypeAlias = Callable[[etree._Element], Mapping[str, str]]  # noqa: SLF001 - lxml has no other name for it


class _Layer(msgspec.Struct, frozen=True):
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
    tints: tuple[Tint, ...] = ()


_Layers = tuple[_Layer, ...]


def filtered(element: etree._Element, items: Sequence[Item], attributes: Attributes) -> tuple[Item, ...]:
    """Items as a filter makes them. Raises SvgError for what is not drawn."""
    said = attributes(element)
    if said.get("primitiveUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise SvgError("a filter in units of the box of what it changes is not followed")
    around = bounds_of(items)
    region = _region(said, around)
    made: list[Item] = []
    layers = _followed(element, attributes)
    for layer in layers:
        if layer.colour is None:
            made += _itself(layer, items, around, region)
        elif layer.outside and not (_Layer() in layers and _is_opaque(items)):
            raise SvgError("a shadow of what is see-through is not drawn; leave out the shadow, or the opacity")
        else:
            made += _cast(layer, items, around, region)
    return tuple(made)


def _itself(layer: _Layer, items: Sequence[Item], around: Box, region: Box) -> tuple[Item, ...]:
    for tint in layer.tints:
        items = tuple(tinted(items, tint))
    if layer.deviation:
        colours = _colours(items)
        if len(colours) != 1:
            raise SvgError("<feGaussianBlur> of a thing of several colours is not drawn; place a picture of it")
        return _cast(replace(layer, colour=colours.pop()), items, around, region)
    moved = layer.right or layer.down
    if not moved and layer.opacity == 1:
        return tuple(items)
    return (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, layer.right, layer.down), opacity=layer.opacity),)


def _cast(layer: _Layer, items: Sequence[Item], around: Box, region: Box) -> tuple[Item, ...]:
    assert layer.colour is not None
    if layer.flood:
        shown = Group((Rect(region, layer.colour),), opacity=layer.opacity)
        return shown.items if layer.opacity == 1 else (shown,)
    if not layer.deviation:
        sharp = tuple(_coloured(items, layer.colour))
        shadow: Item = Group(sharp, (1.0, 0.0, 0.0, 1.0, layer.right, layer.down), opacity=layer.opacity)
        return (shadow if region.holds(around.moved(layer.right, layer.down)) else Group((shadow,), clip=region),)
    try:
        soft = cast(
            items, layer.deviation, layer.opacity, layer.colour, (layer.right, layer.down), inverted=layer.inside
        )
    except ShadowError as error:
        raise SvgError(str(error)) from None
    if soft is None:
        return ()
    if layer.inside:
        return (Group((soft,), mask=_white(items)),)
    return (soft,) if region.holds(soft.box) else (Group((soft,), clip=region),)


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


def _region(said: Mapping[str, str], around: Box) -> Box:
    """Where a filter draws; a tenth of the thing beyond it on each side, if nothing else is said."""
    if said.get("filterUnits", "objectBoundingBox") == "objectBoundingBox":
        x, y = (_share(said.get(key, "-10%")) for key in "xy")
        width, height = (_share(said.get(key, "120%")) for key in ("width", "height"))
        return Box(
            around.x + x * around.width, around.y + y * around.height, width * around.width, height * around.height
        )
    if any(key not in said or said[key].endswith("%") for key in ("x", "y", "width", "height")):
        return around.inset(-max(around.width, around.height))
    return Box(*(svg_attributes.number(said[key], key) for key in ("x", "y", "width", "height")))


def _share(value: str) -> float:
    percent = value.strip().endswith("%")
    return svg_attributes.number(value.strip().removesuffix("%"), "filter") / (100 if percent else 1)


def _followed(element: etree._Element, attributes: Attributes) -> _Layers:
    """What the steps of a filter come to, the lowest first."""
    known: dict[str, _Layers] = {"SourceGraphic": (_Layer(),), "SourceAlpha": (_Layer("#000000"),)}
    last: _Layers = known["SourceGraphic"]
    steps = [child for child in element.iterchildren(etree.Element) if etree.QName(child).localname.startswith("fe")]
    if len(steps) > MOST_PRIMITIVES:
        raise SvgError(f"a filter has more than {MOST_PRIMITIVES} steps")
    if not steps:
        return ()
    for step in steps:
        said = attributes(step)
        name = etree.QName(step).localname
        first = _input(said.get("in", ""), known, last, name)
        space = said.get("color-interpolation-filters", attributes(element).get("color-interpolation-filters", ""))
        try:
            follow = _STEPS[name]
        except KeyError:
            raise SvgError(f"<{name}> in a filter is not drawn; place a picture of it") from None
        second = _input(said["in2"], known, last, name) if "in2" in said else ()
        made = follow(_Step(name, step, said, first, second, known, last, space != "sRGB"))
        last = tuple(layer for layer in made if layer.opacity > _NOTHING)
        if "result" in said:
            known[said["result"]] = last
    return last


def _input(name: str, known: Mapping[str, _Layers], last: _Layers, step: str) -> _Layers:
    if not name:
        return last
    if name in ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"):
        raise SvgError(f"<{step}> of {name} is not drawn")
    return known.get(name, last)


class _Step(msgspec.Struct, frozen=True):
    name: str
    element: etree._Element
    said: Mapping[str, str]
    first: _Layers
    second: _Layers
    known: Mapping[str, _Layers]
    last: _Layers
    linear: bool

    def number(self, key: str, otherwise: str = "0") -> float:
        return svg_attributes.number(self.said.get(key, otherwise), key)

    def error(self, what: str) -> SvgError:
        return SvgError(f"<{self.name}> {what} is not drawn; place a picture of it")


def _flood(step: _Step) -> _Layers:
    colour, alpha = svg_attributes.shade(step.said.get("flood-color", "#000000"))
    opacity = alpha * svg_attributes.share(step.said.get("flood-opacity", "1"), "flood-opacity")
    return (_Layer(colour, opacity if colour else 0.0, flood=True),)


def _offset(step: _Step) -> _Layers:
    dx, dy = step.number("dx"), step.number("dy")
    return tuple(replace(layer, right=layer.right + dx, down=layer.down + dy) for layer in step.first)


def _blur(step: _Step) -> _Layers:
    deviations = svg_attributes.numbers(step.said.get("stdDeviation", "0"), "stdDeviation")
    if not deviations or max(deviations) - min(deviations) > 1e-6 or min(deviations) < 0:
        raise step.error("with two softnesses")
    return tuple(replace(layer, deviation=math.hypot(layer.deviation, deviations[0])) for layer in step.first)


def _matrix(step: _Step) -> _Layers:
    """What a matrix makes of colours, and of how opaque they are."""
    kind = step.said.get("type", "matrix")
    if kind == "luminanceToAlpha":
        raise step.error("that makes see-through what has a colour")
    rows = _rows(step, kind)
    if any(rows[3][:3]) or rows[3][4]:
        raise step.error("that makes see-through what has a colour")
    tint = matrix_tint(rows[:3], step.linear)
    flat = not any(any(row[:3]) for row in rows[:3])
    made = []
    for layer in step.first:
        seen = replace(layer, opacity=min(1.0, layer.opacity * max(0.0, rows[3][3])))
        if layer.colour is not None:
            seen = replace(seen, colour=told(tint, layer.colour))
        elif flat:
            seen = replace(seen, colour=told(tint, "#000000"), tints=())
        elif rows[:3] != _AS_IT_IS[:3]:
            seen = replace(seen, tints=(*layer.tints, tint))
        made.append(seen)
    return tuple(made)


def _rows(step: _Step, kind: str) -> list[list[float]]:
    """Four rows of five numbers: red, green, blue and opacity by those before and by 1."""
    if kind == "matrix":
        values = svg_attributes.numbers(step.said.get("values", _NO_CHANGE), "values")
        if len(values) != 20:
            raise step.error("without twenty numbers")
        return [values[start : start + 5] for start in (0, 5, 10, 15)]
    if kind == "saturate":
        mixed = saturated(step.number("values", "1"))
    elif kind == "hueRotate":
        mixed = turned(step.number("values", "0"))
    else:
        raise step.error(f'of type="{kind[:20]}"')
    return [*([*row, 0.0, 0.0] for row in mixed), [0.0, 0.0, 0.0, 1.0, 0.0]]


def _transfer(step: _Step) -> _Layers:
    """What each part of a colour becomes by itself, and how opaque all is."""
    slope = 1.0
    curves: dict[str, Curve] = {}
    for child in step.element.iterchildren(etree.Element):
        said = {str(key): str(value) for key, value in child.attrib.items()}
        name = etree.QName(child).localname
        if said.get("type", "identity") == "identity":
            continue
        if name != "feFuncA":
            curves[name] = curve(said, step.error)
        elif said["type"] != "linear" or svg_attributes.number(said.get("intercept", "0"), "intercept"):
            raise step.error(f"with {name}")
        else:
            slope *= svg_attributes.number(said.get("slope", "1"), "slope")
    tint = curve_tint([curves.get(name) for name in ("feFuncR", "feFuncG", "feFuncB")], step.linear)
    made = []
    for layer in step.first:
        seen = replace(layer, opacity=min(1.0, layer.opacity * max(0.0, slope)))
        if curves and layer.colour is not None:
            seen = replace(seen, colour=told(tint, layer.colour))
        elif curves:
            seen = replace(seen, tints=(*layer.tints, tint))
        made.append(seen)
    return tuple(made)


def _composite(step: _Step) -> _Layers:
    operator = step.said.get("operator", "over")
    if operator == "over":
        return (*step.second, *step.first)
    if len(step.first) == 1 and len(step.second) == 1:
        (first,), (second,) = step.first, step.second
        if operator == "in" and first.flood:
            return (replace(second, colour=first.colour, opacity=first.opacity * second.opacity),)
        if operator == "in" and second.flood:
            return (replace(first, opacity=first.opacity * second.opacity),)
        silhouette = not (second.right or second.down or second.deviation or second.flood)
        if operator == "out" and first.colour and not first.flood and silhouette:
            return (replace(first, outside=True),)
        weights = [step.number(key) for key in ("k1", "k2", "k3", "k4")]
        cast_by_it = first.deviation and not first.flood and not second.tints
        if operator == "arithmetic" and weights == [0, -1, 1, 0] and silhouette and cast_by_it:
            return (replace(first, inside=True),)
    raise step.error(f'with operator="{operator[:20]}"')


def _blend(step: _Step) -> _Layers:
    mode = step.said.get("mode", "normal")
    if mode != "normal":
        raise step.error(f'with mode="{mode[:20]}"')
    return (*step.second, *step.first)


def _merge(step: _Step) -> _Layers:
    made: list[_Layer] = []
    for child in step.element.iterchildren(etree.Element):
        made += _input(str(child.get("in", "")), step.known, step.last, step.name)
    return tuple(made)


def _drop(step: _Step) -> _Layers:
    colour = (_flood(step)[0].colour, _flood(step)[0].opacity)
    thing = tuple(replace(layer, colour=colour[0], opacity=layer.opacity * colour[1]) for layer in step.first)
    moved = _offset(replace(step, first=thing, said={"dx": "2", "dy": "2", **step.said}))
    return (*_blur(replace(step, first=moved, said={"stdDeviation": "2", **step.said})), *step.first)


_STEPS: Mapping[str, Callable[[_Step], _Layers]] = {
    "feFlood": _flood,
    "feOffset": _offset,
    "feGaussianBlur": _blur,
    "feColorMatrix": _matrix,
    "feComponentTransfer": _transfer,
    "feComposite": _composite,
    "feBlend": _blend,
    "feMerge": _merge,
    "feDropShadow": _drop,
}
