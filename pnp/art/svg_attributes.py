"""The part of SVG that art is drawn in: what each attribute may say.

Gradients, patterns, masks, filters and pictures are followed elsewhere; nothing is from outside of the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

import msgspec
from lxml import etree

from pnp.art.paths import MAX_COORDINATE
from pnp.art.svg_calc import CalculationError, calculated, is_calculated, separated
from pnp.scene import Blend, Box, Colour, Stroke
from pnp.scene.colour import INK

PRESENTATION = frozenset(
    {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"}
    | {"stroke-dashoffset", "fill-rule", "clip-rule", "paint-order", "marker", "marker-start", "marker-mid"}
    | {"marker-end", "display", "visibility", "opacity", "fill-opacity", "stroke-opacity", "color"}
)
"""Attributes, and properties of a `style` attribute, that are understood on every element."""
TEXT_PROPERTIES = frozenset(
    {
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "font-variant",
        "font-stretch",
        "text-anchor",
        "direction",
    }
    | {"letter-spacing", "word-spacing", "text-decoration", "text-decoration-line", "dominant-baseline", "white-space"}
    | {"alignment-baseline", "baseline-shift", "writing-mode", "text-transform", "font", "text-shadow", "font-kerning"}
    | {f"font-variant-{part}" for part in ("caps", "ligatures", "numeric", "position", "alternates", "east-asian")}
    | {"font-feature-settings", "font-variation-settings"}
)
"""Properties that say how words look; `svg_text` follows them."""
CHANGED = frozenset(
    {"clip-path", "mask", "filter", "mix-blend-mode", "isolation", "transform", "transform-origin", "transform-box"}
)
"""Properties that change a thing as a whole, or lead to what does."""
GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"})
"""Properties that are attributes of some elements, and count in style sheets for these."""
HARMLESS = frozenset(
    {"id", "class", "version", "baseProfile", "role", "tabindex", "focusable", "lang", "style", "type", "xmlns"}
    | {"preserveAspectRatio", "shape-rendering", "overflow", "pointer-events", "enable-background", "cursor"}
    | {"stop-color", "stop-opacity", "color-interpolation-filters", "color-rendering"}
    | {"image-rendering", "text-rendering", "systemLanguage"}
)
"""Attributes that may stand there and change nothing that is drawn here."""
STEADY = "non-scaling-stroke"
PLAIN = {
    "vector-effect": ("none", STEADY),
    "offset-path": ("none",),
    "mask-image": ("none",),
    "backdrop-filter": ("none",),
}
"""Properties that are drawn with these values only."""
_OF_DEFINITIONS = frozenset(
    {"stop-color", "stop-opacity", "flood-color", "flood-opacity", "color-interpolation-filters", "mask-type"}
    | {"color-interpolation"}
)
STYLED = PRESENTATION | PLAIN.keys() | CHANGED | {"overflow"} | _OF_DEFINITIONS | TEXT_PROPERTIES
"""Properties that count in style sheets and in a `style`; others change nothing that is drawn here."""
_AS_PARENT = frozenset({"inherit", "unset", "revert", "revert-layer"})
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""User units in each unit of lengths (CSS Values 4, 6.2)."""

_REFERENCE = re.compile(r"""url\(\s*['"]?#([^'")]+)['"]?\s*\)(?:\s+(\S.*))?""")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
MAX_DASHES = 1_000
"""Characters of a row of dashes."""
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(px|pt|pc|mm|cm|in|)")


UNTIL_KNOWN: Colour = "#000000"
"""What a shape is filled or a line drawn with until its gradient is laid over it."""


WHOLE = Box(0.0, 0.0, 1.0, 1.0)
"""Of what per cent are where they are of nothing drawn."""


class SvgError(ValueError):
    """Something in a drawing that is not understood; the message says what."""


class Reference(msgspec.Struct, frozen=True, gc=False):
    """What is filled by something that the drawing defines elsewhere; without that by the colour `instead`, if one is
    said."""

    name: str
    instead: str = ""


Attributes: TypeAlias = Callable[[etree._Element], Mapping[str, str]]  # noqa: SLF001 - lxml has no other name for it
"""What is said of an element by itself and by style sheets."""
PaintSaid: TypeAlias = Colour | Reference | None
Order: TypeAlias = tuple[Literal["fill", "stroke", "markers"], ...]


class Look(msgspec.Struct, frozen=True, gc=False):
    """The presentation attributes that an element hands to its children."""

    fill: PaintSaid = "#000000"
    stroke: PaintSaid = None
    width: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    mitre: float = 4.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0
    """How far into its dashes a line begins."""
    order: Order = ("fill", "stroke", "markers")
    start: str = ""
    """The marker at the first point of a path, as a reference; `mid` and `end` are those at the others."""
    mid: str = ""
    end: str = ""
    context: tuple[PaintSaid, PaintSaid] = ("#000000", None)
    """Within a marker: fill and stroke of the path that it stands on."""
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
    def area(self) -> PaintSaid:
        """What shapes are filled with, if they are."""
        return self.fill if self.fill_alpha * self.fill_opacity > 0 else None

    def cutter(self) -> Look:
        """The look of what a shape cuts by: all of it, whatever it looks like."""
        return msgspec.structs.replace(
            self, fill="#000000", fill_alpha=1.0, fill_opacity=1.0, stroke=None, rule=self.clip_rule
        )

    def line(self) -> Stroke | None:
        """The stroke, if there is one."""
        if self.stroke is None or self.width <= 0 or self.stroke_alpha * self.stroke_opacity <= 0:
            return None
        colour = UNTIL_KNOWN if isinstance(self.stroke, Reference) else self.stroke
        return Stroke(colour, self.width, self.dash, self.cap, self.join, self.mitre)


def check_mixing(element: etree._Element, attributes: Attributes) -> None:
    """Raises SvgError, if the colours of a gradient, or the light of a mask, are to be mixed otherwise than in sRGB."""
    for one in (element, *element.iterancestors(etree.Element)):
        said = attributes(one).get("color-interpolation", "inherit")
        if said.lower() == "linearrgb":
            name = etree.QName(element).localname
            raise SvgError(f'color-interpolation="{said}" of a <{name}> is not followed; leave it out')
        if said not in _AS_PARENT:
            return


def inherited(look: Look, attributes: Mapping[str, str], view: Box) -> Look:
    """The look of an element from its parent's and its own attributes; per cent are of `view`. Raises SvgError."""
    changed: dict[str, object] = {}
    if attributes.get("color", "inherit") not in (*_AS_PARENT, "currentColor", "currentcolor"):
        changed["current"] = colour(attributes["color"], look.current)
    seen = msgspec.structs.replace(look, **changed) if changed else look
    for name, value in attributes.items():
        if name in PLAIN and value not in PLAIN[name] and value not in _AS_PARENT:
            raise SvgError(f'{name}="{value[:40]}" is not drawn')
        if name in PRESENTATION and value not in _AS_PARENT:
            changed.update(_initial(name) if value == "initial" else _understood(name, value, seen, view))
    return msgspec.structs.replace(look, **changed) if changed else look


def _initial(name: str) -> dict[str, object]:
    """What a property is where nobody says it."""
    fields = {"stroke-width": "width", "stroke-linecap": "cap", "stroke-linejoin": "join", "fill-rule": "rule"}
    fields |= {"stroke-miterlimit": "mitre", "stroke-dasharray": "dash", "stroke-dashoffset": "offset"}
    fields |= {"visibility": "unseen", "display": "hidden", "color": "current", "paint-order": "order"}
    fields |= {f"marker-{place}": place for place in ("start", "mid", "end")}
    names = {"marker": ("start", "mid", "end"), "fill": ("fill", "fill_alpha"), "stroke": ("stroke", "stroke_alpha")}
    own = names.get(name, (fields.get(name, name.replace("-", "_")),))
    return {field: getattr(Look(), field) for field in own if field != "opacity"}


def _understood(name: str, value: str, look: Look, view: Box) -> dict[str, object]:
    match name:
        case "fill" | "stroke":
            return _painting(name, value, look)
        case "clip-rule":
            return {"clip_rule": _one_of(name, value, ("nonzero", "evenodd"))}
        case "stroke-width":
            return {"width": length(value, name, view)}
        case "stroke-miterlimit":
            return {"mitre": max(1.0, number(value, name))}
        case "stroke-linecap":
            return {"cap": _one_of(name, value, ("butt", "round", "square"))}
        case "stroke-linejoin":
            return {"join": _one_of(name, value, ("miter", "round", "bevel"))}
        case "fill-rule":
            return {"rule": _one_of(name, value, ("nonzero", "evenodd"))}
        case "stroke-dasharray":
            return {"dash": () if value == "none" else _dashes(value, view)}
        case "stroke-dashoffset":
            return {"offset": length(value, name, view)}
        case "paint-order":
            return {"order": _order(value)}
        case "marker":
            return dict.fromkeys(("start", "mid", "end"), "" if value == "none" else value)
        case "marker-start" | "marker-mid" | "marker-end":
            return {name.removeprefix("marker-"): "" if value == "none" else value}
        case "display":
            return {"hidden": value == "none"}
        case "visibility":
            return {"unseen": value in ("hidden", "collapse")}
        case "color":
            return {}
    part = share(value, name)
    return {name.replace("-", "_"): part} if name != "opacity" else {"hidden": True} if part <= 0 else {}


def _painting(name: str, value: str, look: Look) -> dict[str, object]:
    if found := _REFERENCE.fullmatch(value):
        return {name: Reference(found[1], found[2] or ""), f"{name}_alpha": 1.0}
    if value in ("context-fill", "context-stroke"):
        return {name: look.context[value == "context-stroke"], f"{name}_alpha": 1.0}
    seen, alpha = shade(value, look.current)
    return {name: seen, f"{name}_alpha": alpha}


def _order(value: str) -> Order:
    """What is drawn first of fill, line and markers; what is not said comes after, as always."""
    usual: Order = ("fill", "stroke", "markers")
    said = tuple(name for word in value.split() for name in usual if name == word)
    if value != "normal" and (len(said) != len(value.split()) or len(set(said)) != len(said)):
        raise SvgError(f'paint-order="{value[:40]}" cannot be read')
    return (*said, *(name for name in usual if name not in said))


def share(value: str, name: str) -> float:
    """A share, 0 to 1, also in per cent. Raises SvgError."""
    return min(1.0, max(0.0, length(value.strip(), name, WHOLE, 1.0)))


def colour(value: str, current: Colour | None = INK) -> Colour | None:
    """A colour as `#RRGGBB`; None for `none`. Raises SvgError."""
    return shade(value, current)[0]


@lru_cache(maxsize=4_096)
def shade(value: str, current: Colour | None = INK) -> tuple[Colour | None, float]:
    """A colour as `#RRGGBB`, and how opaque it is; None for `none`. Raises SvgError."""
    if _HEX.fullmatch(value):
        return "#" + "".join(part if len(value) == 7 else 2 * part for part in value[1:].upper()), 1.0
    if value in ("none", "transparent"):
        return None, 1.0
    if value.lower() == "currentcolor":
        return current, 1.0
    from pnp.art.svg_mixtures import channels_of, written  # most drawings write them as above

    found = channels_of(value, current)
    if found is None:
        raise SvgError(f"`{value[:40]}` is no colour; write #rrggbb")
    channels, alpha = found
    return written(channels) if alpha else None, alpha


def number(value: str, name: str) -> float:
    """A number of user units, or a length in a unit. Raises SvgError."""
    match = _NUMBER.fullmatch(value.strip())
    if match:
        result = float(match[1]) * UNITS[match[2]]
    elif is_calculated(value):
        result = _calculated(value, name, UNITS)
    else:
        raise SvgError(f'{name}="{value[:40]}" is no plain number')
    if not abs(result) <= MAX_COORDINATE:
        raise SvgError(f'{name}="{value[:40]}" is too large')
    return result


def length(value: str, name: str, view: Box, across: float | None = None) -> float:
    """As `number`, or in per cent of a side of `view` that is `across` long; else of its diagonal, which is measured so
    that that of a square is its side (SVG 2, 8.9). Raises SvgError."""
    percent = value.endswith("%")
    if not percent and not is_calculated(value):
        return number(value, name)
    whole = math.hypot(view.width, view.height) / math.sqrt(2) if across is None else across
    if percent:
        return number(value.removesuffix("%"), name) * whole / 100
    return _calculated(value, name, {**UNITS, "%": whole / 100})


def _calculated(value: str, name: str, units: Mapping[str, float]) -> float:
    try:
        return calculated(value, units)
    except CalculationError as error:
        raise SvgError(f'{name}="{value[:40]}" {error}') from None


def blend(value: str, name: str) -> Blend:
    """A way to mix colours. Raises SvgError."""
    for known in get_args(Blend):
        if value == known:
            return cast(Blend, known)
    raise SvgError(f'{name}="{value[:20]}" is not drawn; known are {", ".join(get_args(Blend))}')


def numbers(value: str, name: str) -> list[float]:
    """Numbers separated by blanks or commas. Raises SvgError."""
    return [number(part, name) for part in separated(value)]


def _dashes(value: str, view: Box) -> tuple[float, ...]:
    if len(value) > MAX_DASHES:
        raise SvgError(f"stroke-dasharray has more than {MAX_DASHES} characters")
    dashes = tuple(length(part, "stroke-dasharray", view) for part in separated(value))
    if any(dash < 0 for dash in dashes) or sum(dashes) <= 0:
        return ()  # as SVG has it: no dashes
    return dashes * 2 if len(dashes) % 2 else dashes


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise SvgError(f'{name}="{value[:40]}": known are {", ".join(known)}')
    return value
