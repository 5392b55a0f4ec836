"""Colours that run into each other, and how a fill is told by one colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
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


Black: TypeAlias = Literal["none", "text", "all"]
"""What is printed in black alone, not mixed of four inks: greys as they are given; text that is grey, warm or cold, as
well; or all there is."""
INK: Colour = "#2B2320"
WHITE: Colour = "#FFFDF8"
BLACK: Colour = "#000000"
NEUTRAL = 24
"""Of 255: colours whose parts differ by no more are greys, warm or cold; the look's ink and its grey among them."""
SOLID, PAPER = 10.0, 1.08
"""Contrast to white paper from which a grey is black, so that its edge is sharp; and below which nothing is printed."""
BLACK_RISES, SPARED = 1.6, 0.25
"""What a printer mixes of red, green and blue: black rises with this power of the least of the three inks, and a
quarter of it is spared in each of them. The darkest is then 325 %, which drivers and profiles for coated paper come
near to."""
VISIBLE = 1.5
"""Contrast below which a thin line is lost on white paper; the palest line of our kits has 2.2."""
READABLE = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3); a ground on which white has it counts as dark."""


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (to_light(value / 255) for value in bytes.fromhex(colour[1:7]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def darkest(fill: Paint) -> Colour:
    """The colour of a fill, or the darkest of a gradient's; white, if nothing of it is seen."""
    return min(colours_of(fill), key=luminance, default="#FFFFFF")


@lru_cache(maxsize=1024)
def is_grey(colour: Colour) -> bool:
    """Whether a colour is a grey, though it may be a warm or a cold one."""
    parts = bytes.fromhex(colour[1:7])
    return max(parts) - min(parts) <= NEUTRAL


@lru_cache(maxsize=1024)
def black_alone(colour: Colour) -> Colour:
    """A colour as black ink by itself prints it: the grey that is as bright; black, if it is nearly that, and white
    where it would be a breath of grey."""
    if contrast(colour, "#FFFFFF") >= SOLID:
        return BLACK
    if contrast(colour, "#FFFFFF") <= PAPER:
        return "#FFFFFF"
    return as_bright(colour)


def as_bright(colour: Colour) -> Colour:
    """The grey that is as bright as a colour (IEC 61966-2-1)."""
    light = luminance(colour)
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{bytes([round(255 * value)] * 3).hex().upper()}"


@lru_cache(maxsize=1024)
def inks_of(colour: Colour) -> tuple[float, float, float, float]:
    """The share of cyan, magenta, yellow and black that a colour takes, 0 to 1 each. A grey is black alone; what a
    printer mixes of others, every driver decides for itself: this is about what they do."""
    red, green, blue = (value / 255 for value in bytes.fromhex(colour[1:7]))
    if red == green == blue:
        return 0.0, 0.0, 0.0, 1 - red
    black = (1 - max(red, green, blue)) ** BLACK_RISES
    cyan, magenta, yellow = (max(0.0, 1 - part - SPARED * black) for part in (red, green, blue))
    return cyan, magenta, yellow, black


def is_dark(ground: Colour) -> bool:
    """Whether white reads well on a ground."""
    return contrast(WHITE, ground) >= READABLE


def to_light(value: float) -> float:
    """How much light a part of a colour in sRGB stands for, both 0 to 1 (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
