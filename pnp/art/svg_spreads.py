"""Gradients that begin anew where they end, or turn back (SVG 2, 14.2.2: spreadMethod), as ones with more colours."""

from __future__ import annotations

import math

from pnp.art.paths import inverse, map_point, multiply
from pnp.art.svg_attributes import SvgError
from pnp.scene import Box, Gradient, Stop

MOST_TURNS = 200
"""How often a gradient begins anew within its shape."""


def spread(gradient: Gradient, method: str, box: Box) -> Gradient:
    """A gradient that goes on by a method as far as the box of its shape reaches. Raises SvgError."""
    if method == "pad":
        return gradient
    if method not in ("reflect", "repeat"):
        raise SvgError(f'a gradient with spreadMethod="{method[:20]}" is not drawn')
    if any(gradient.focus):
        raise SvgError("a radial gradient that is repeated and whose focus lies beside its middle is not drawn")
    back = inverse(gradient.matrix)
    corners = [map_point(back, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if gradient.kind == "linear":
        first, last = math.floor(min(x for x, _ in corners)), math.ceil(max(x for x, _ in corners))
    else:
        first, last = 0, math.ceil(max(math.hypot(*corner) for corner in corners))
    first, last = min(first, 0), max(last, 1)
    count = last - first
    if count > MOST_TURNS:
        raise SvgError(f"a gradient that begins anew {count} times is not drawn; at most {MOST_TURNS} times it is")
    stops: list[Stop] = []
    for turn in range(first, last):
        turned = method == "reflect" and turn % 2
        own = [Stop(1 - stop.at, stop.colour, stop.opacity) for stop in reversed(gradient.stops)] if turned else ()
        stops += _turn(own or gradient.stops, turn - first, count)
    longer = (float(count), 0.0, 0.0, float(count) if gradient.kind == "radial" else 1.0, float(first), 0.0)
    return Gradient(gradient.kind, multiply(gradient.matrix, longer), tuple(stops))


def _turn(stops: tuple[Stop, ...] | list[Stop], number: int, count: int) -> list[Stop]:
    """The colours of one turn of so many, the first and last of which reach to its ends."""
    ends = [Stop(0.0, stops[0].colour, stops[0].opacity), *stops, Stop(1.0, stops[-1].colour, stops[-1].opacity)]
    return [Stop(round((number + stop.at) / count, 6), stop.colour, stop.opacity) for stop in ends]
