"""PDF content operators for single items, as strings (ISO 32000-1, annex A).

Coordinates stay in mm with y downwards: the page turns the axes over once, text turns itself back. Every string
sets all of the graphics state that it needs, so it can be kept and used again anywhere.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.art.paths import ellipse_path, number, rounded_rect
from pnp.scene import Box, Colour, Ellipse, Gradient, Matrix, Path, Rect, Segment, Stroke

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CURVES = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c"}
SEPARATED = len("#CCMMYYKK")
CURVES = 8_192
"""How many paths are kept as text: three times those of our richest board."""

MITRE = Stroke("", 0.0).mitre
MITRE_LIMIT = f"{MITRE:g} M"
"""SVG's mitre limit, set once for each page; PDF's own is 10."""


def factor(value: float) -> str:
    """An element of a matrix: to a millionth."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=512)
def filling(colour: Colour) -> str:
    """Sets the colour of fills and text."""
    return _setting(colour, "g", "rg", "k")


def shape(item: Rect | Ellipse | Path) -> str:
    """Draws a rectangle, an ellipse or a path; nothing, if it has neither fill nor stroke. Gradients are drawn in
    another way."""
    fill, stroke = item.fill, item.stroke
    assert not isinstance(fill, Gradient)
    if stroke is not None and stroke.width <= 0:
        stroke = None
    if fill is None and stroke is None:
        return ""
    rule = "*" if isinstance(item, Path) and item.rule == "evenodd" else ""
    if stroke is None:
        return f"{filling(fill or '')} {outline(item)} f{rule}"
    paint = f"B{rule}" if fill else "S"
    drawn = f"{filling(fill) + ' ' if fill else ''}{_stroking(stroke)} {outline(item)} {paint}"
    dash = f"[{' '.join(map(number, stroke.dash))}] 0 d " if any(round(one, 3) for one in stroke.dash) else ""
    mitre = f"{number(stroke.mitre)} M " if stroke.mitre != MITRE and stroke.join == "miter" else ""
    return f"q {dash}{mitre}{drawn} Q" if dash or mitre else drawn


def outline(item: Rect | Ellipse | Path) -> str:
    """The path of a shape, not yet painted."""
    if isinstance(item, Path):
        return curve(item.segments)
    if isinstance(item, Ellipse):
        return curve(ellipse_path(item.box))
    if item.radius > 0:
        return curve(rounded_rect(item.box, item.radius, item.radius))
    return rectangle(item.box)


def rectangle(box: Box) -> str:
    return f"{number(box.x)} {number(box.y)} {number(box.width)} {number(box.height)} re"


@lru_cache(maxsize=CURVES)
def curve(segments: tuple[Segment, ...]) -> str:
    """Kept, for what is drawn on a board is drawn again on its tiles, in leaflets, in the guide, and for its ink."""
    parts: list[str] = []
    for segment in segments:
        if segment[0] == "Z":
            parts.append("h")
        else:
            parts.append(_CURVES[segment[0]] % tuple([round(value, 3) for value in segment[1:]]))
    return " ".join(parts)


def clipping(clip: Box | Path) -> str:
    """Cuts what follows to a box or a path."""
    if isinstance(clip, Box):
        return f"{rectangle(clip)} W n"
    return f"{curve(clip.segments) or '0 0 0 0 re'} W{'*' if clip.rule == 'evenodd' else ''} n"


@lru_cache(maxsize=1_024)
def transforming(matrix: Matrix) -> str:
    """Draws what follows through a matrix. Kept: places on sheets and in faces come again from page to page."""
    a, b, c, d, e, f = matrix
    return f"{factor(a)} {factor(b)} {factor(c)} {factor(d)} {number(e)} {number(f)} cm"


@lru_cache(maxsize=1_024)
def _stroking(stroke: Stroke) -> str:
    drawn = f"{number(stroke.width)} w {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j"
    return f"{_setting(stroke.colour, 'G', 'RG', 'K')} {drawn}"


def components(colour: Colour) -> tuple[float, ...]:
    """A colour as DeviceGray (one number), DeviceRGB (three) or DeviceCMYK (four): what goes out as DeviceGray, a
    printer does not mix of four inks. One that is separated into them is written `#CCMMYYKK`."""
    parts = bytes.fromhex(colour[1:])
    if len(colour) < SEPARATED and parts[0] == parts[1] == parts[2]:
        parts = parts[:1]
    return tuple(part / 255 for part in parts)


def _setting(colour: Colour, *operator: str) -> str:
    """Sets a colour by the operator for grey, for three lights or for four inks."""
    parts = components(colour)
    return f"{' '.join(f'{part:.4g}' for part in parts)} {operator[len(parts) // 2]}"
