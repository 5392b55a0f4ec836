"""Colours beyond sRGB as drawings say them (CSS Color 4, 10 and 18): what of them sRGB has, as browsers show it."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable
from typing import TypeAlias

from tinycss2 import color4

from pnp.scene.colour import from_light, to_light

Channels: TypeAlias = tuple[float, ...]
Curve: TypeAlias = Callable[[float], float]
"""From a part of a colour as it is written to its light, or back."""
_Rows: TypeAlias = tuple[Channels, Channels, Channels]

_TO_D65: _Rows = (
    (0.955473452, -0.023098537, 0.063259309),
    (-0.028369707, 1.009995458, 0.021041399),
    (0.012314002, -0.020507696, 1.330365926),
)
"""From light of 5000 K to that of 6500 K, after Bradford."""
_TO_SRGB: _Rows = (
    (3.240969942, -1.537383178, -0.498610760),
    (-0.969243636, 1.875967502, 0.041555057),
    (0.055630080, -0.203976959, 1.056971514),
)
_P3: _Rows = (
    (0.486570949, 0.265667693, 0.198217285),
    (0.228974564, 0.691738522, 0.079286914),
    (0.0, 0.045113382, 1.043944369),
)
_A98: _Rows = (
    (0.576669043, 0.185558238, 0.188228646),
    (0.297344975, 0.627363566, 0.075291458),
    (0.027031361, 0.070688852, 0.991337536),
)
_REC2020: _Rows = (
    (0.636958048, 0.144616904, 0.168880975),
    (0.262700212, 0.677998072, 0.059301716),
    (0.0, 0.028072693, 1.060985058),
)
_PROPHOTO: _Rows = (
    (0.797766648, 0.135181294, 0.031347738),
    (0.288074825, 0.711835234, 0.000089940),
    (0.0, 0.0, 0.825104602),
)
_TO_LMS: _Rows = (
    (0.819022438, 0.361906260, -0.128873782),
    (0.032983654, 0.929286862, 0.036144666),
    (0.048177189, 0.264239532, 0.633547828),
)
_TO_OKLAB: _Rows = (
    (0.210454268, 0.793617775, -0.004072043),
    (1.977998532, -2.428592242, 0.450593710),
    (0.025904042, 0.782771712, -0.808675755),
)
MIXED = ("srgb", "srgb-linear", "display-p3", "xyz", "xyz-d65", "xyz-d50", "lab", "lch", "oklab", "oklch", "hsl", "hwb")
"""The spaces in which colours are mixed here."""


def in_srgb(colour: color4.Color) -> Channels:
    """Red, green and blue of a colour, 0 to 1 where sRGB has it. Raises NotImplementedError for a space that is not
    known."""
    parts = tuple(part or 0.0 for part in colour.coordinates)
    if colour.space in ("srgb", "hsl", "hwb"):
        return tuple(colour.to("srgb").coordinates)
    if colour.space == "srgb-linear":
        return _of(from_light, parts)
    return _of(from_light, _through(_TO_SRGB, _xyz(colour, parts)))


def in_space(channels: Channels, space: str) -> Channels:
    """The parts of a colour of sRGB in one of the spaces `MIXED`; hues in degrees."""
    if space in ("hsl", "hwb"):
        red, green, blue = (min(1.0, max(0.0, part)) for part in channels)
        hue, light, full = colorsys.rgb_to_hls(red, green, blue)
        least, most = min(red, green, blue), max(red, green, blue)
        return (360 * hue, 100 * full, 100 * light) if space == "hsl" else (360 * hue, 100 * least, 100 - 100 * most)
    light_of = _of(to_light, channels)
    if space in ("srgb", "srgb-linear"):
        return channels if space == "srgb" else light_of
    xyz = _through(_inverse(_TO_SRGB), light_of)
    if space == "display-p3":
        return _of(from_light, _through(_inverse(_P3), xyz))
    if space in ("xyz", "xyz-d65"):
        return xyz
    if space in ("oklab", "oklch"):
        parts = _through(_TO_OKLAB, _of(lambda part: part ** (1 / 3), _through(_TO_LMS, xyz)))
    else:
        parts = _through(_inverse(_TO_D65), xyz)
        parts = parts if space == "xyz-d50" else tuple(color4.Color("xyz-d50", parts, 1).to("lab").coordinates)
    if space in ("lch", "oklch"):
        light, across, along = parts
        return light, math.hypot(across, along), math.degrees(math.atan2(along, across)) % 360
    return parts


def _inverse(rows: _Rows) -> _Rows:
    (a, b, c), (d, e, f), (g, h, i) = rows
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    turned = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    first, second, third = (tuple(part / whole for part in row) for row in turned)
    return first, second, third


def _xyz(colour: color4.Color, parts: Channels) -> Channels:
    """X, Y and Z in light of 6500 K."""
    if colour.space in ("lab", "lch", "xyz-d50"):
        return _through(_TO_D65, tuple(colour.to("xyz-d50").coordinates))
    if colour.space in ("oklab", "oklch", "xyz-d65"):
        return tuple(colour.to("xyz-d65").coordinates)
    if colour.space not in _SPACES:
        raise NotImplementedError(colour.space)
    rows, light = _SPACES[colour.space]
    found = _through(rows, _of(light, parts))
    return _through(_TO_D65, found) if colour.space == "prophoto-rgb" else found


def _through(rows: _Rows, parts: Channels) -> Channels:
    return tuple(sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows)


def _of(curve: Curve, parts: Channels) -> Channels:
    """Each part through a curve, which is the same below 0, turned round."""
    return tuple(math.copysign(curve(abs(part)), part) for part in parts)


def _rec2020(part: float) -> float:
    return part / 4.5 if part < 4.5 * 0.018053969 else ((part + 0.099296827) / 1.099296827) ** (1 / 0.45)


_SPACES: dict[str, tuple[_Rows, Curve]] = {
    "display-p3": (_P3, to_light),
    "a98-rgb": (_A98, lambda part: part ** (563 / 256)),
    "rec2020": (_REC2020, _rec2020),
    "prophoto-rgb": (_PROPHOTO, lambda part: part**1.8 if part >= 16 / 512 else part / 16),
}
