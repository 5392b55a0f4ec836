"""Filters of drawings: shadows, colours and softness, as programs and hands write them (Filter Effects 1).

A filter is followed as layers: the thing itself, in other colours perhaps, and shadows that it casts in one colour,
moved and softened, beside it or within. What comes to something else is not drawn, and the element that leads there is
named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec
from lxml import etree
from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.svg_attributes import Attributes, SvgError
from pnp.art.svg_layers import Layer, Layers, drawn
from pnp.art.svg_tints import Curve, curve, curve_tint, matrix_tint, saturated, turned
from pnp.art.tints import told
from pnp.scene import Box, Item

MOST_LAYERS = 100
"""Layers of one filter: shadows lie on one another, but not endlessly."""
MOST_PRIMITIVES = 60
"""Steps of one filter: Figma writes four for each shadow."""
_NO_CHANGE = "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"
_AS_IT_IS = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]
NOTHING = 1e-3
"""Opacity of what is not seen."""


def filtered(element: etree._Element, items: Sequence[Item], attributes: Attributes, view: Box) -> tuple[Item, ...]:
    """Items as a filter makes them; per cent are of `view`. Raises SvgError for what is not drawn."""
    said = attributes(element)
    if said.get("primitiveUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise SvgError("a filter in units of the box of what it changes is not followed")
    return drawn(_followed(element, attributes), said, items, view)


def _followed(element: etree._Element, attributes: Attributes) -> Layers:
    """What the steps of a filter come to, the lowest first."""
    known: dict[str, Layers] = {"SourceGraphic": (Layer(),), "SourceAlpha": (Layer("#000000"),)}
    last: Layers = known["SourceGraphic"]
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
        last = tuple(layer for layer in made if layer.opacity > NOTHING)
        if len(last) > MOST_LAYERS:
            raise SvgError(f"a filter comes to more than {MOST_LAYERS} layers")
        if "result" in said:
            known[said["result"]] = last
    return last


def _input(name: str, known: Mapping[str, Layers], last: Layers, step: str) -> Layers:
    if not name:
        return last
    if name in ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"):
        raise SvgError(f"<{step}> of {name} is not drawn")
    return known.get(name, last)


class _Step(msgspec.Struct, frozen=True):
    name: str
    element: etree._Element
    said: Mapping[str, str]
    first: Layers
    second: Layers
    known: Mapping[str, Layers]
    last: Layers
    linear: bool

    def number(self, key: str, otherwise: str = "0") -> float:
        return svg_attributes.number(self.said.get(key, otherwise), key)

    def error(self, what: str) -> SvgError:
        return SvgError(f"<{self.name}> {what} is not drawn; place a picture of it")


def _flood(step: _Step) -> Layers:
    colour, alpha = svg_attributes.shade(step.said.get("flood-color", "#000000"))
    opacity = alpha * svg_attributes.share(step.said.get("flood-opacity", "1"), "flood-opacity")
    return (Layer(colour, opacity if colour else 0.0, flood=True),)


def _offset(step: _Step) -> Layers:
    dx, dy = step.number("dx"), step.number("dy")
    return tuple(replace(layer, right=layer.right + dx, down=layer.down + dy) for layer in step.first)


def _blur(step: _Step) -> Layers:
    deviations = svg_attributes.numbers(step.said.get("stdDeviation", "0"), "stdDeviation")
    if not deviations or max(deviations) - min(deviations) > 1e-6 or min(deviations) < 0:
        raise step.error("with two softnesses")
    return tuple(replace(layer, deviation=math.hypot(layer.deviation, deviations[0])) for layer in step.first)


def _matrix(step: _Step) -> Layers:
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


def _transfer(step: _Step) -> Layers:
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


def _composite(step: _Step) -> Layers:
    operator = step.said.get("operator", "over")
    if operator == "over":
        return (*step.second, *step.first)
    if len(step.first) == 1 and len(step.second) == 1:
        (first,), (second,) = step.first, step.second
        if operator == "in" and first.flood:
            return (replace(second, colour=first.colour, opacity=first.opacity * second.opacity),)
        if operator == "in" and second.flood:
            return (replace(first, opacity=first.opacity * second.opacity),)
        silhouette = not (second.right or second.down or second.deviation or second.flood or second.spread)
        if operator == "out" and first.colour and not first.flood and silhouette:
            return (replace(first, outside=True),)
        weights = [step.number(key) for key in ("k1", "k2", "k3", "k4")]
        cast_by_it = first.deviation and not first.flood and not second.tints
        if operator == "arithmetic" and weights == [0, -1, 1, 0] and silhouette and cast_by_it:
            return (replace(first, inside=True),)
    raise step.error(f'with operator="{operator[:20]}"')


def _blend(step: _Step) -> Layers:
    mode = svg_attributes.blend(step.said.get("mode", "normal"), "<feBlend> with mode")
    if mode != "normal" and len(step.first) > 1:
        raise step.error(f'with mode="{mode}" of several layers')
    return (*step.second, *(layer if mode == "normal" else replace(layer, blend=mode) for layer in step.first))


def _morphology(step: _Step) -> Layers:
    """What makes silhouettes larger or smaller."""
    radii = svg_attributes.numbers(step.said.get("radius", "0"), "radius")
    if not radii or max(radii) - min(radii) > 1e-6 or min(radii) < 0:
        raise step.error("with two radii")
    spread = radii[0] if step.said.get("operator", "erode") == "dilate" else -radii[0]
    if any(layer.flood or layer.deviation or layer.tints or layer.spread * spread < 0 for layer in step.first):
        raise step.error("of what is soft or coloured already")
    return tuple(replace(layer, spread=layer.spread + spread) for layer in step.first)


def _merge(step: _Step) -> Layers:
    made: list[Layer] = []
    for child in step.element.iterchildren(etree.Element):
        made += _input(str(child.get("in", "")), step.known, step.last, step.name)
    return tuple(made)


def _drop(step: _Step) -> Layers:
    (flood,) = _flood(step)
    thing = tuple(replace(layer, colour=flood.colour, opacity=layer.opacity * flood.opacity) for layer in step.first)
    moved = _offset(replace(step, first=thing, said={"dx": "2", "dy": "2", **step.said}))
    return (*_blur(replace(step, first=moved, said={"stdDeviation": "2", **step.said})), *step.first)


_STEPS: Mapping[str, Callable[[_Step], Layers]] = {
    "feFlood": _flood,
    "feOffset": _offset,
    "feGaussianBlur": _blur,
    "feColorMatrix": _matrix,
    "feComponentTransfer": _transfer,
    "feComposite": _composite,
    "feBlend": _blend,
    "feMerge": _merge,
    "feMorphology": _morphology,
    "feDropShadow": _drop,
}
