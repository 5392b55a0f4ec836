"""The part of SVG that art is drawn in: what each attribute may say.

Shapes, groups, transforms, flat fills and strokes. No text (faces set text), no gradients, opacity, masks or
filters (they print badly and are not the look), nothing from outside of the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Literal

import msgspec
from PIL import ImageColor

from pnp.art.paths import MAX_COORDINATE, multiply
from pnp.scene import IDENTITY, Colour, Matrix, Stroke

PRESENTATION = frozenset(
    {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule"}
    | {"display", "visibility", "opacity", "fill-opacity", "stroke-opacity"}
)
"""Attributes, and properties of a `style` attribute, that are understood on every element."""
HARMLESS = frozenset(
    {"id", "class", "version", "baseProfile", "role", "tabindex", "focusable", "lang", "style", "transform"}
    | {"preserveAspectRatio", "stroke-miterlimit", "clip-rule", "shape-rendering", "color", "overflow"}
    | {"enable-background", "font-family", "font-size", "font-weight", "font-style", "text-anchor"}
)
"""Attributes that may stand there and change nothing that is drawn here."""
PLAIN = {
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "mix-blend-mode": "normal",
    "paint-order": "normal",
    "vector-effect": "none",
    "stroke-dashoffset": "0",
}
"""Attributes that are drawn with this one value only."""

_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
MAX_DASHES = 1_000
"""Characters of a row of dashes."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class SvgError(ValueError):
    """Something in a drawing that is not understood; the message says what."""


class Look(msgspec.Struct, frozen=True, gc=False):
    """The presentation attributes that an element hands to its children."""

    fill: Colour | None = "#000000"
    stroke: Colour | None = None
    width: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash: tuple[float, ...] = ()
    rule: Literal["nonzero", "evenodd"] = "nonzero"
    hidden: bool = False

    def line(self) -> Stroke | None:
        """The stroke, if there is one."""
        if self.stroke is None or self.width <= 0:
            return None
        return Stroke(self.stroke, self.width, self.dash, self.cap, self.join)


def inherited(look: Look, attributes: Mapping[str, str]) -> Look:
    """The look of an element from its parent's and its own attributes. Raises SvgError."""
    own = dict(attributes)
    for declaration in own.pop("style", "").split(";"):
        name, _, value = declaration.partition(":")
        own[name.strip()] = value.strip()
    changed: dict[str, object] = {}
    for name, value in own.items():
        if value != PLAIN.get(name, value):
            raise SvgError(f'{name}="{value[:40]}" is not drawn')
        if name in PRESENTATION and value != "inherit":
            changed.update(_understood(name, value))
    return msgspec.structs.replace(look, **changed) if changed else look


def _understood(name: str, value: str) -> dict[str, object]:
    if name in ("fill", "stroke"):
        return {name: colour(value)}
    if name == "stroke-width":
        return {"width": number(value, name)}
    if name == "stroke-linecap":
        return {"cap": _one_of(name, value, ("butt", "round", "square"))}
    if name == "stroke-linejoin":
        return {"join": _one_of(name, value, ("miter", "round", "bevel"))}
    if name == "fill-rule":
        return {"rule": _one_of(name, value, ("nonzero", "evenodd"))}
    if name == "stroke-dasharray":
        return {"dash": () if value == "none" else _dashes(value)}
    if name in ("display", "visibility"):
        return {"hidden": True} if value in ("none", "hidden", "collapse") else {}
    if number(value, name) != 1:
        raise SvgError(f'{name}="{value}": nothing is drawn half transparent; choose a lighter colour')
    return {}


def colour(value: str) -> Colour | None:
    """A colour as `#RRGGBB`; None for `none`. Raises SvgError."""
    if value == "none":
        return None
    if value.startswith("url("):
        raise SvgError("gradients and patterns are not drawn; fill with one colour")
    try:
        channels = ImageColor.getrgb(value)
    except ValueError:
        raise SvgError(f"`{value}` is no colour; write #rrggbb") from None
    if len(channels) != 3:
        raise SvgError(f"`{value}` is half transparent; choose a lighter colour")
    return "#{:02X}{:02X}{:02X}".format(*channels)


def number(value: str, name: str) -> float:
    """A number of user units, with or without `px`. Raises SvgError."""
    text = value.strip().removesuffix("px").strip()
    if not _NUMBER.fullmatch(text):
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    result = float(text)
    if not abs(result) <= MAX_COORDINATE:
        raise SvgError(f'{name}="{value[:40]}" is too large')
    return result


def numbers(value: str, name: str) -> list[float]:
    """Numbers separated by blanks or commas. Raises SvgError."""
    return [number(part, name) for part in re.split(r"[\s,]+", value.strip()) if part]


def transform(value: str) -> Matrix:
    """A transform list as one matrix. Raises SvgError."""
    matrix, position = IDENTITY, 0
    value = value.strip()
    while position < len(value):
        match = _TRANSFORM.match(value, position)
        if match is None:
            raise SvgError(f'transform="{value[:60]}" cannot be read')
        matrix = multiply(matrix, _step(match.group(1), numbers(match.group(2), "transform")))
        position = match.end()
    if any(not abs(element) <= MAX_COORDINATE for element in matrix):
        raise SvgError(f'transform="{value[:60]}" leads too far out')
    return matrix


def _step(name: str, values: list[float]) -> Matrix:
    count = len(values)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = values
        return (a, b, c, d, e, f)
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, values[0], values[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (values[0], 0.0, 0.0, values[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
        x, y = (values[1], values[2]) if count == 3 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    if name == "skewX" and count == 1:
        return (1.0, 0.0, math.tan(math.radians(values[0])), 1.0, 0.0, 0.0)
    if name == "skewY" and count == 1:
        return (1.0, math.tan(math.radians(values[0])), 0.0, 1.0, 0.0, 0.0)
    raise SvgError(f"transform {name} with {count} numbers cannot be read")


def _dashes(value: str) -> tuple[float, ...]:
    if len(value) > MAX_DASHES:
        raise SvgError(f"stroke-dasharray has more than {MAX_DASHES} characters")
    dashes = tuple(numbers(value, "stroke-dasharray"))
    if any(dash < 0 for dash in dashes) or sum(dashes) <= 0:
        return ()  # as SVG has it: no dashes
    return dashes * 2 if len(dashes) % 2 else dashes


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise SvgError(f'{name}="{value[:40]}": known are {", ".join(known)}')
    return value
