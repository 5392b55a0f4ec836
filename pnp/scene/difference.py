"""How far two colours lie apart for the eye."""

from __future__ import annotations

import math
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]
_Rows: TypeAlias = tuple[Triple, Triple, Triple]

_TO_XYZ: _Rows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""Linear sRGB to XYZ (IEC 61966-2-1)."""
_WHITE: Triple = (0.95047, 1.0, 1.08883)
"""D65."""


def lab(linear: Triple) -> Triple:
    """CIE L*a*b* of linear sRGB, whose parts may lie beyond 0 and 1."""
    red, green, blue = linear
    x, y, z = (
        _root((a * red + b * green + c * blue) / white) for (a, b, c), white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
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
