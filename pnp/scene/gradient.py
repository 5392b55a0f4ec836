"""Colours that run into each other, and how a fill is told by one colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

Colour: TypeAlias = str
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""


class Stop(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A colour at a place of a gradient, 0 to 1; `opacity` 0 lets all show that lies beneath."""

    at: float
    colour: Colour
    opacity: float = 1.0


class Gradient(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A fill that goes from colour to colour, mixed in sRGB. Before its first stop and after its last it goes on as
    they are; stops are in order, at least one.

    `matrix` leads from its own units to those of what it fills: linear runs from (0, 0) to (1, 0), radial from its
    `focus`, which lies within, to the circle of radius 1 about (0, 0).
    """

    kind: Literal["linear", "radial"]
    matrix: Matrix
    stops: tuple[Stop, ...]
    focus: tuple[float, float] = (0.0, 0.0)

    @property
    def see_through(self) -> bool:
        return any(stop.opacity < 1 for stop in self.stops)

    def recoloured(self, colour: Callable[[Colour], Colour]) -> Gradient:
        """The gradient with its colours changed."""
        return msgspec.structs.replace(
            self, stops=tuple(msgspec.structs.replace(stop, colour=colour(stop.colour)) for stop in self.stops)
        )

    def thickness(self) -> Gradient:
        """How opaque it is along its way, as a gradient of greys: white is opaque."""
        stops = (Stop(stop.at, f"#{bytes([round(255 * stop.opacity)] * 3).hex().upper()}") for stop in self.stops)
        return msgspec.structs.replace(self, stops=tuple(stops))

    def parted(self, steps: int) -> Gradient:
        """The same gradient with so many stops for each of its own, for those who mix colours in another way."""
        stops = [self.stops[0]]
        for first, last in pairwise(self.stops):
            stops += (_between(first, last, step / steps) for step in range(1, steps + 1))
        return msgspec.structs.replace(self, stops=tuple(stops))

    def inked(self, steps: int, stop: Callable[[Colour], Colour], between: Callable[[Colour], Colour]) -> Gradient:
        """The same gradient with so many stops for each of its own, changed: its own by `stop`, as flat shapes of their
        colours are; those on the way by `between`, and moved by what parts the two at either end, ever less."""
        stops = [msgspec.structs.replace(self.stops[0], colour=stop(self.stops[0].colour))]
        for first, last in pairwise(self.stops):
            ends = [(between(end.colour), stop(end.colour)) for end in (first, last)]
            for step in range(1, steps):
                on_way = _between(first, last, step / steps)
                colour = _moved(between(on_way.colour), ends, step / steps)
                stops.append(msgspec.structs.replace(on_way, colour=colour))
            stops.append(msgspec.structs.replace(last, colour=ends[1][1]))
        return msgspec.structs.replace(self, stops=tuple(stops))


Paint: TypeAlias = Colour | Gradient
"""What a shape is filled with."""


def colours_of(paint: Paint | None) -> tuple[Colour, ...]:
    """The colours that a fill has or runs between; none, if there is no fill."""
    if isinstance(paint, Gradient):
        return tuple(dict.fromkeys(stop.colour for stop in paint.stops if stop.opacity > 0))
    return (paint,) if paint else ()


def mean_colour(gradient: Gradient, paper: Colour = "#FFFFFF") -> Colour:
    """What a gradient on paper looks like from afar: the mean along it, from its start to its end."""
    parts = [(0.0, gradient.stops[0]), *((stop.at, stop) for stop in gradient.stops), (1.0, gradient.stops[-1])]
    found = [0.0, 0.0, 0.0]
    for (start, first), (end, last) in pairwise(parts):
        for part in range(3):
            found[part] += (end - start) * (_seen(first, paper)[part] + _seen(last, paper)[part]) / 2
    return _written(found)


def mixed(colour: Colour, ground: Colour, opacity: float) -> Colour:
    """A colour that covers a ground in part."""
    return _written([opacity * over + (1 - opacity) * under for over, under in _pairs(colour, ground)])


def _between(first: Stop, last: Stop, share: float) -> Stop:
    opacity = first.opacity + (last.opacity - first.opacity) * share
    return Stop(first.at + (last.at - first.at) * share, mixed(last.colour, first.colour, share), opacity)


def _moved(colour: Colour, ends: Sequence[tuple[Colour, Colour]], share: float) -> Colour:
    """A colour on the way between two, each of which is to be another one."""
    parts = zip(*(bytes.fromhex(each[1:]) for each in (colour, *ends[0], *ends[1])), strict=True)
    moved = (
        part + (1 - share) * (new_first - first) + share * (new_last - last)
        for part, first, new_first, last, new_last in parts
    )
    return _written([min(255, max(0, part)) for part in moved])


def _seen(stop: Stop, paper: Colour) -> list[float]:
    return [stop.opacity * over + (1 - stop.opacity) * under for over, under in _pairs(stop.colour, paper)]


def _pairs(first: Colour, second: Colour) -> Iterator[tuple[int, int]]:
    return zip(bytes.fromhex(first[1:7]), bytes.fromhex(second[1:7]), strict=True)


def _written(parts: list[float]) -> Colour:
    return f"#{bytes(round(part) for part in parts).hex().upper()}"
