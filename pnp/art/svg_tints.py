"""Colours by the numbers of filters: feColorMatrix and feComponentTransfer (Filter Effects 1, 9.6 and 9.7)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pnp.art import svg_attributes
from pnp.art.svg_attributes import SvgError
from pnp.art.tints import Tint
from pnp.scene.colour import from_light, to_light

Curve: TypeAlias = Callable[[float], float]
"""What one part of a colour becomes, 0 to 1."""


def matrix_tint(rows: Sequence[Sequence[float]], linear: bool) -> Tint:
    """Red, green and blue as sums of what they were and of 1, in light or as they are written."""

    def tint(colour: tuple[float, float, float]) -> tuple[float, float, float]:
        seen = (*(_light(part, linear) for part in colour), 1.0, 1.0)
        red, green, blue = (_written(sum(a * b for a, b in zip(row, seen, strict=True)), linear) for row in rows)
        return red, green, blue

    return tint


def curve_tint(curves: Sequence[Curve | None], linear: bool) -> Tint:
    """Red, green and blue each by its own curve, if it has one."""

    def tint(colour: tuple[float, float, float]) -> tuple[float, float, float]:
        red, green, blue = (
            part if way is None else _written(way(_light(part, linear)), linear)
            for part, way in zip(colour, curves, strict=True)
        )
        return red, green, blue

    return tint


def curve(said: Mapping[str, str], error: Callable[[str], SvgError]) -> Curve:
    """The curve of a feFunc. Raises SvgError, made of what is wrong by `error`."""
    kind = said["type"]

    def number(key: str, otherwise: str) -> float:
        return svg_attributes.number(said.get(key, otherwise), key)

    if kind == "linear":
        slope, intercept = number("slope", "1"), number("intercept", "0")
        return lambda part: slope * part + intercept
    if kind == "gamma":
        amplitude, exponent, offset = number("amplitude", "1"), number("exponent", "1"), number("offset", "0")
        return lambda part: amplitude * (part**exponent if part or exponent > 0 else 0.0) + offset
    values = svg_attributes.numbers(said.get("tableValues", ""), "tableValues")
    if kind not in ("table", "discrete") or not values:
        raise error(f'of type="{kind[:20]}"' if values else "without tableValues")
    if kind == "discrete":
        return lambda part: values[min(len(values) - 1, int(part * len(values)))]
    return lambda part: _between(values, part)


def saturated(share: float) -> list[list[float]]:
    """The rows of `saturate`: 0 is grey, 1 as it was."""
    weights = (0.213, 0.715, 0.072)
    return [[weight + share * ((row == column) - weight) for column, weight in enumerate(weights)] for row in range(3)]


def turned(degrees: float) -> list[list[float]]:
    """The rows of `hueRotate`."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    weights = (0.213, 0.715, 0.072)
    aside = ((-0.213, -0.715, 0.928), (0.143, 0.140, -0.283), (-0.787, 0.715, 0.072))
    return [
        [weight + cos * ((row == column) - weight) + sin * aside[row][column] for column, weight in enumerate(weights)]
        for row in range(3)
    ]


def _between(values: Sequence[float], part: float) -> float:
    place = part * (len(values) - 1)
    first = min(int(place), max(0, len(values) - 2))
    last = min(first + 1, len(values) - 1)
    return values[first] + (place - first) * (values[last] - values[first])


def _light(value: float, linear: bool) -> float:
    return to_light(value) if linear else value


def _written(part: float, linear: bool) -> float:
    bounded = min(1.0, max(0.0, part))
    return from_light(bounded) if linear else bounded
