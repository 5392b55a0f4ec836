"""Colours: contrast, and the look's own ink and white."""

from __future__ import annotations

from functools import lru_cache

from pnp.scene.items import Colour

INK: Colour = "#2B2320"
WHITE: Colour = "#FFFDF8"
READABLE = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3); a ground on which white has it counts as dark."""


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(value / 255) for value in bytes.fromhex(colour[1:7]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def is_dark(ground: Colour) -> bool:
    """Whether white reads well on a ground."""
    return contrast(WHITE, ground) >= READABLE


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
