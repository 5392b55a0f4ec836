"""How colours look to other eyes and on a grey printer, and how far two of them lie apart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.scene import Colour
from pnp.scene.colour import luminance

Sight: TypeAlias = Literal["normal", "protan", "deutan", "tritan", "grey"]
Triple: TypeAlias = tuple[float, float, float]

_Rows: TypeAlias = tuple[Triple, Triple, Triple]

SIMULATED: Mapping[Sight, _Rows] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""On linear sRGB; severity 1.0 of Machado, Oliveira and Fernandes (2009), “A Physiologically-based Model for
Simulation of Color Vision Deficiency”, IEEE TVCG 15(6), table 1."""
OTHER_SIGHTS: tuple[Sight, ...] = (*SIMULATED, "grey")

_TO_XYZ: _Rows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""Linear sRGB to XYZ (IEC 61966-2-1)."""
_WHITE: Triple = (0.95047, 1.0, 1.08883)
"""D65."""


@lru_cache(maxsize=65536)
def distance(first: Colour, second: Colour, sight: Sight) -> float:
    """CIEDE2000 between two colours as a sight gives them; 10 is told apart at a glance."""
    return ciede2000(_lab(_seen(first, sight)), _lab(_seen(second, sight)))


def _seen(colour: Colour, sight: Sight) -> Triple:
    """A colour as linear sRGB, 0 to 1, after a sight or a black-and-white printer."""
    if sight == "grey":
        grey = luminance(colour)
        return grey, grey, grey
    red, green, blue = (_linear(value / 255) for value in bytes.fromhex(colour[1:7]))
    rows = SIMULATED.get(sight)
    if rows is None:
        return red, green, blue
    seen = (_clamped(a * red + b * green + c * blue) for a, b, c in rows)
    return next(seen), next(seen), next(seen)


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _lab(linear: Triple) -> Triple:
    """CIE L*a*b* of linear sRGB."""
    red, green, blue = linear
    x, y, z = (
        _lab_root((a * red + b * green + c * blue) / white) for (a, b, c), white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_root(value: float) -> float:
    return float(value ** (1 / 3)) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def ciede2000(first: Triple, second: Triple) -> float:
    """The colour difference of two L*a*b* values (ISO/CIE 11664-6), weights 1."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    stretch = 1 + 0.5 * (1 - _chroma_share((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )  # fmt: skip
    by_lightness = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    blue = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _chroma_share(chroma) * math.sin(math.radians(2 * blue))
    return math.sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _chroma_share(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
