"""Fills of shapes: one colour, or a gradient laid over the box of what it fills."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from pnp.face.paint import Values
from pnp.face.scope import Expr
from pnp.kit.bindings import Template
from pnp.kit.gradients import GradientSpec, StopSpec
from pnp.scene import Box, Colour, Gradient, Matrix, Paint, Stop

if TYPE_CHECKING:
    from pnp.face.context import PaintContext
    from pnp.face.materials import Materials


class Filler(msgspec.Struct, frozen=True, eq=False):
    """The values that a fill needs, and what makes it of them for a box; None: nothing is filled."""

    needs: tuple[Expr, ...]
    fill: Callable[[Values, Box], Paint | None]


def filler(context: PaintContext, fill: Template | GradientSpec | None) -> Filler:
    """A fill, compiled. Raises `PaintError`."""
    if fill is None:
        return Filler((), lambda values, box: None)
    if isinstance(fill, GradientSpec):
        needs = tuple(context.value("fill", stop.colour) for stop in fill.stops)

        def mixed(values: Values, box: Box) -> Paint:
            names = (context.name(values, number) for number in range(len(needs)))
            return gradient(fill, [context.materials.needed_colour(name, "fill") for name in names], box)

        return Filler(needs, mixed)

    def named(values: Values, box: Box) -> Paint | None:
        name = context.name(values, 0)
        return paint(context.materials, name, box) if name else None

    return Filler((context.value("fill", fill),), named)


def paint(materials: Materials, name: str, box: Box) -> Paint:
    """A colour or a gradient by its name; raises `PaintError`."""
    spec = materials.kit.theme.gradients.get(name)
    if spec is None:
        return materials.needed_colour(name, "fill")
    colours = [materials.needed_colour(stop.colour.constant or "", "fill") for stop in spec.stops]
    return gradient(spec, colours, box)


def gradient(spec: GradientSpec, colours: Sequence[Colour], box: Box) -> Paint:
    """A gradient of these colours over a box; its first, over a box without area."""
    if box.width <= 0 or box.height <= 0:
        return colours[0]
    places = _places(spec.stops)
    stops = zip(places, colours, spec.stops, strict=True)
    matrix = _along(spec.angle, box) if spec.kind == "linear" else _around(spec, box)
    return Gradient(spec.kind, matrix, tuple(Stop(at, colour, stop.opacity) for at, colour, stop in stops))


def _places(stops: Sequence[StopSpec]) -> list[float]:
    """Where each stop is; those without a place stand evenly between those that have one."""
    known = {number: stop.at for number, stop in enumerate(stops) if stop.at is not None}
    known.setdefault(0, 0.0)
    known.setdefault(len(stops) - 1, 1.0)
    places = [0.0] * len(stops)
    for first, last in pairwise(sorted(known)):
        for number in range(first, last + 1):
            share = (number - first) / (last - first)
            places[number] = round(known[first] + (known[last] - known[first]) * share, 6)
    return places


def _along(angle: float, box: Box) -> Matrix:
    """From where the colours begin to where they end, so that the corners there have the first and the last."""
    across, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    length = abs(across) * box.width + abs(down) * box.height
    a, b = across * length, down * length
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return _tidy((a, b, -b, a, x - a / 2, y - b / 2))


def _around(spec: GradientSpec, box: Box) -> Matrix:
    x, y = box.x + spec.middle[0] * box.width, box.y + spec.middle[1] * box.height
    return _tidy((spec.radius * box.width / 2, 0.0, 0.0, spec.radius * box.height / 2, x, y))


def _tidy(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 6) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)
