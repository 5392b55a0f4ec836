"""Colours: contrast, and the look's own ink and white."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.scene.gradient import Colour, Paint, colours_of

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
    """The grey that is as bright as a colour."""
    value = from_light(luminance(colour))
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


def from_light(light: float) -> float:
    """The part of a colour in sRGB that stands for so much light, both 0 to 1."""
    return 12.92 * light if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)
