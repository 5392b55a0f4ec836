"""The part of SVG that art is drawn in: what each attribute may say.

Gradients, patterns, masks, filters and pictures are followed elsewhere; nothing is from outside of the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from PIL import ImageColor

from pnp.art.paths import MAX_COORDINATE, multiply
from pnp.scene import IDENTITY, Box, Colour, Matrix, Stroke
from pnp.scene.colour import INK

PRESENTATION = frozenset(
    {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule"}
    | {"display", "visibility", "opacity", "fill-opacity", "stroke-opacity", "color", "clip-rule"}
)
"""Attributes, and properties of a `style` attribute, that are understood on every element."""
HARMLESS = frozenset(
    {"id", "class", "version", "baseProfile", "role", "tabindex", "focusable", "lang", "style", "transform", "type"}
    | {"preserveAspectRatio", "stroke-miterlimit", "shape-rendering", "overflow", "pointer-events"}
    | {"enable-background", "font-family", "font-size", "font-weight", "font-style", "font-variant", "text-anchor"}
    | {"stop-color", "stop-opacity"}
    | {"font-stretch", "letter-spacing", "word-spacing", "writing-mode", "direction", "text-rendering", "cursor"}
    | {
        "stop-color",
        "stop-opacity",
        "color-interpolation",
        "color-interpolation-filters",
        "color-rendering",
        "image-rendering",
        "isolation",
        "xmlns",
        "systemLanguage",
    }
)
"""Attributes that may stand there and change nothing that is drawn here."""
PLAIN = {
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "mix-blend-mode": ("normal",),
    "paint-order": ("normal", "fill", "fill stroke", "fill stroke markers", "fill markers", "markers fill stroke"),
    "vector-effect": ("none",),
    "stroke-dashoffset": ("0", "0px"),
}
"""Attributes that are drawn with these values only."""
TEXT_PROPERTIES = frozenset({"font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"})
"""Properties that say how words look."""
CHANGED = frozenset({"clip-path", "mask", "filter"})
"""Properties that lead to what changes a thing as a whole."""
_OF_DEFINITIONS = frozenset(
    {"stop-color", "stop-opacity", "flood-color", "flood-opacity", "color-interpolation-filters", "mask-type"}
)
STYLED = PRESENTATION | PLAIN.keys() | CHANGED | {"overflow"} | _OF_DEFINITIONS | TEXT_PROPERTIES
"""Properties that count in style sheets and in a `style`; others change nothing that is drawn here."""
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""User units in each unit of lengths (CSS Values 4, 6.2)."""

_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")
_REFERENCE = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)(?:\s+\S.*)?""")
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
MAX_DASHES = 1_000
"""Characters of a row of dashes."""
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(px|pt|pc|mm|cm|in|)")


UNTIL_KNOWN: Colour = "#000000"
"""What a shape is filled or a line drawn with until its gradient is laid over it."""


class SvgError(ValueError):
    """Something in a drawing that is not understood; the message says what."""


class Reference(msgspec.Struct, frozen=True, gc=False):
    """What is filled by something that the drawing defines elsewhere."""

    name: str


class Look(msgspec.Struct, frozen=True, gc=False):
    """The presentation attributes that an element hands to its children."""

    fill: Colour | Reference | None = "#000000"
    stroke: Colour | Reference | None = None
    width: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash: tuple[float, ...] = ()
    rule: Literal["nonzero", "evenodd"] = "nonzero"
    hidden: bool = False
    unseen: bool = False
    """As `hidden`, but what lies within may be seen again."""
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    clip_rule: Literal["nonzero", "evenodd"] = "nonzero"
    current: Colour | None = INK
    """What `currentColor` means: the colour of the text around a drawing, which on paper is ink."""

    @property
    def area(self) -> Colour | Reference | None:
        """What shapes are filled with, if they are."""
        return self.fill if self.fill_alpha * self.fill_opacity > 0 else None

    def line(self) -> Stroke | None:
        """The stroke, if there is one."""
        if self.stroke is None or self.width <= 0 or self.stroke_alpha * self.stroke_opacity <= 0:
            return None
        colour = UNTIL_KNOWN if isinstance(self.stroke, Reference) else self.stroke
        return Stroke(colour, self.width, self.dash, self.cap, self.join)


def inherited(look: Look, attributes: Mapping[str, str]) -> Look:
    """The look of an element from its parent's and its own attributes. Raises SvgError."""
    changed: dict[str, object] = {}
    if attributes.get("color", "inherit") not in ("inherit", "currentColor", "currentcolor"):
        changed["current"] = colour(attributes["color"], look.current)
    current = changed.get("current", look.current)
    assert current is None or isinstance(current, str)
    for name, value in attributes.items():
        if name in PLAIN and value not in PLAIN[name] and value != "inherit":
            raise SvgError(f'{name}="{value[:40]}" is not drawn')
        if name in PRESENTATION and value != "inherit":
            changed.update(_understood(name, value, current))
    return msgspec.structs.replace(look, **changed) if changed else look


def _understood(name: str, value: str, current: Colour | None) -> dict[str, object]:
    if name in ("fill", "stroke") and (found := _REFERENCE.fullmatch(value)):
        return {name: Reference(found[1]), f"{name}_alpha": 1.0}
    if name in ("fill", "stroke"):
        seen, alpha = shade(value, current)
        return {name: seen, f"{name}_alpha": alpha}
    if name == "clip-rule":
        return {"clip_rule": _one_of(name, value, ("nonzero", "evenodd"))}
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
    if name == "display":
        return {"hidden": value == "none"}
    if name == "visibility":
        return {"unseen": value in ("hidden", "collapse")}
    if name == "color":
        return {}
    part = share(value, name)
    return {name.replace("-", "_"): part} if name != "opacity" else {"hidden": True} if part <= 0 else {}


def share(value: str, name: str) -> float:
    """A share, 0 to 1, also in per cent. Raises SvgError."""
    percent = value.strip().endswith("%")
    part = number(value.strip().removesuffix("%"), name) / (100 if percent else 1)
    return min(1.0, max(0.0, part))


def colour(value: str, current: Colour | None = INK) -> Colour | None:
    """A colour as `#RRGGBB`; None for `none`. Raises SvgError."""
    return shade(value, current)[0]


@lru_cache(maxsize=4_096)
def shade(value: str, current: Colour | None = INK) -> tuple[Colour | None, float]:
    """A colour as `#RRGGBB`, and how opaque it is; None for `none`. Raises SvgError."""
    if value in ("none", "transparent"):
        return None, 1.0
    if value.lower() == "currentcolor":
        return current, 1.0
    plain, opacity = _commas(value)
    try:
        channels = ImageColor.getrgb(plain)
    except ValueError:
        raise SvgError(f"`{value[:40]}` is no colour; write #rrggbb") from None
    alpha = channels[3] / 255 if len(channels) == 4 else opacity
    return "#{:02X}{:02X}{:02X}".format(*channels[:3]) if alpha else None, alpha


def _commas(value: str) -> tuple[str, float]:
    """`rgb(1 2 3 / 50%)` as `rgb(1,2,3)`, and how opaque it is."""
    match = _FUNCTION.fullmatch(value)
    if not match:
        return value, 1.0
    parts = [part for part in re.split(r"[\s,/]+", match[2].strip()) if part]
    alpha = share(parts.pop(), "a colour") if len(parts) == 4 else 1.0
    return f"{match[1].lower().removesuffix('a')}({','.join(parts)})", alpha


def number(value: str, name: str) -> float:
    """A number of user units, or a length in a unit. Raises SvgError."""
    match = _NUMBER.fullmatch(value.strip())
    if not match:
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    result = float(match[1]) * UNITS[match[2]]
    if not abs(result) <= MAX_COORDINATE:
        raise SvgError(f'{name}="{value[:40]}" is too large')
    return result


def numbers(value: str, name: str) -> list[float]:
    """Numbers separated by blanks or commas. Raises SvgError."""
    return [number(part, name) for part in re.split(r"[\s,]+", value.strip()) if part]


def view_box(value: str) -> Box:
    """A viewBox. Raises SvgError."""
    box = numbers(value, "viewBox")
    if len(box) == 4 and box[2] > 0 and box[3] > 0:
        return Box(*box)
    raise SvgError("viewBox needs four numbers: left, top, width, height")


def fit(view: Box, into: Box, ratio: str) -> Matrix:
    """The matrix that brings a viewBox into a box as `preserveAspectRatio` says; with `slice` it stands out of it.
    Raises SvgError."""
    align, _, how = (ratio.strip() or "xMidYMid").partition(" ")
    across, down = into.width / view.width, into.height / view.height
    if align == "none":
        return (across, 0.0, 0.0, down, into.x - view.x * across, into.y - view.y * down)
    places = _ALIGN.fullmatch(align)
    if places is None or how.strip() not in ("", "meet", "slice"):
        raise SvgError(f'preserveAspectRatio="{ratio[:40]}" is not followed')
    scale = max(across, down) if how.strip() == "slice" else min(across, down)
    right, below = ({"Min": 0.0, "Mid": 0.5, "Max": 1.0}[place] for place in places.groups())
    x = into.x + (into.width - view.width * scale) * right - view.x * scale
    y = into.y + (into.height - view.height * scale) * below - view.y * scale
    return (scale, 0.0, 0.0, scale, x, y)


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
