"""How things in drawings are moved and turned: `transform` as an attribute and as a property (CSS Transforms 1)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pnp.art import svg_attributes
from pnp.art.paths import MAX_COORDINATE, multiply
from pnp.art.svg_attributes import Look, SvgError
from pnp.art.svg_calc import separated
from pnp.art.svg_clips import bounds_of
from pnp.scene import IDENTITY, Box, Item, Matrix

EVEN = 1.01
"""How much longer one way may be than it would be, if all ways were stretched alike."""
_STEP = r"\s*([A-Za-z]+)\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)[\s,]*"
_ANGLE = r"([^a-z]*?(?:e[-+]?\d+)?)(deg|grad|rad|turn)"
_DEGREES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


def turned(said: Mapping[str, str], items: Iterable[Item], view: Box) -> Matrix:
    """The matrix of an element by its attributes, round the origin that they name; per cent are of `view`, the
    drawing's box, or of that round its items. Raises SvgError."""
    value = said.get("transform", "none")
    if value in ("none", ""):
        return IDENTITY
    by_itself = said.get("transform-box", "view-box") in ("fill-box", "content-box")
    if said.get("transform-box", "view-box") in ("stroke-box", "border-box"):
        raise SvgError(f'transform-box="{said["transform-box"]}" is not followed; say fill-box')
    around = bounds_of(items) if by_itself else Box(0.0, 0.0, view.width, view.height)
    matrix = transform(value, around)
    origin = said.get("transform-origin", "0 0")
    if matrix == IDENTITY or origin in ("0 0", "0px 0px"):
        return _bounded(matrix, value) if not by_itself else _about(matrix, around.x, around.y)
    x, y = _origin(origin, around)
    return _bounded(_about(matrix, around.x + x, around.y + y), value)


def linear(said: Mapping[str, str]) -> Matrix:
    """How an element is turned and stretched, wherever that brings it. Raises SvgError."""
    value = said.get("transform", "none")
    return (*transform(value)[:4], 0.0, 0.0) if value not in ("none", "") and "%" not in value else IDENTITY


def steadied(look: Look, matrix: Matrix) -> tuple[Look, Matrix]:
    """A look with its line as wide as it is without a matrix (SVG 2, 13.10, `non-scaling-stroke`); and, where that
    matrix stretches more one way than the other, so that the line is as wide only after it, the matrix."""
    a, b, c, d, _, _ = matrix
    scale = math.sqrt(abs(a * d - b * c))
    if not scale or look.stroke is None:
        return look, IDENTITY
    if math.hypot(a, b) > EVEN * scale or math.hypot(c, d) > EVEN * scale:
        return look, matrix
    dash = tuple(part / scale for part in look.dash)
    return replace(look, width=look.width / scale, dash=dash, offset=look.offset / scale), IDENTITY


def transform(value: str, around: Box = _NOWHERE) -> Matrix:
    """A transform list as one matrix; per cent are of a box. Raises SvgError."""
    matrix, position = IDENTITY, 0
    value = value.strip()
    while position < len(value):
        match = re.compile(_STEP).match(value, position)
        if match is None:
            raise SvgError(f'transform="{value[:60]}" cannot be read')
        matrix = _bounded(multiply(matrix, _step(match[1], separated(match[2]), around)), value)
        position = match.end()
    return matrix


def _bounded(matrix: Matrix, value: str) -> Matrix:
    if any(not abs(element) <= MAX_COORDINATE for element in matrix):
        raise SvgError(f'transform="{value[:60]}" leads too far out')
    return matrix


def _about(matrix: Matrix, x: float, y: float) -> Matrix:
    return multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(matrix, (1.0, 0.0, 0.0, 1.0, -x, -y)))


def _origin(value: str, around: Box) -> tuple[float, float]:
    """Where a transform-origin lies in a box."""
    words = value.split()[:2]
    if words[0] in ("top", "bottom") or words[-1] in ("left", "right"):
        words.reverse()
    places = [_PLACES.get(word, word) for word in (*words, "center")][:2]
    x, y = zip(places, (around.width, around.height), strict=True)
    return tuple(svg_attributes.length(said, "transform-origin", around, side) for said, side in (x, y))  # type: ignore[return-value] # two


def _step(name: str, parts: list[str], around: Box) -> Matrix:
    count = len(parts)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = (svg_attributes.number(part, "transform") for part in parts)
        return (a, b, c, d, e, f)
    if name in ("translate", "translateX", "translateY") and count in ((1, 2) if name == "translate" else (1,)):
        across, down = (parts[0], (*parts, "0")[1]) if name != "translateY" else ("0", parts[0])
        x = svg_attributes.length(across, "transform", around, around.width)
        return (1.0, 0.0, 0.0, 1.0, x, svg_attributes.length(down, "transform", around, around.height))
    if name in ("scale", "scaleX", "scaleY") and count in ((1, 2) if name == "scale" else (1,)):
        first, last = (svg_attributes.length(part, "transform", around, 1.0) for part in (parts[0], parts[-1]))
        return (1.0 if name == "scaleY" else first, 0.0, 0.0, 1.0 if name == "scaleX" else last, 0.0, 0.0)
    if name in ("rotate", "rotateZ") and count in (1, 3):
        angle = math.radians(_angle(parts[0]))
        x, y = (svg_attributes.number(part, "transform") for part in parts[1:]) if count == 3 else (0.0, 0.0)
        cos, sin = math.cos(angle), math.sin(angle)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    if name in ("skew", "skewX", "skewY") and count in ((1, 2) if name == "skew" else (1,)):
        first, last = (math.tan(math.radians(_angle(part))) for part in (parts[0], (*parts, "0")[1]))
        return (1.0, first if name == "skewY" else last, 0.0 if name == "skewY" else first, 1.0, 0.0, 0.0)
    raise SvgError(f"transform {name[:20]} with {count} numbers cannot be read")


def _angle(value: str) -> float:
    """Degrees."""
    match = re.fullmatch(_ANGLE, value)
    if match is None:
        return svg_attributes.number(value, "transform")
    return svg_attributes.number(match[1], "transform") * _DEGREES[match[2]]
