"""What things in drawings are cut to where that is said in short: `clip-path: circle(…)`, `inset(…)`, `polygon(…)` (CSS
Shapes 1, 3; CSS Masking 1, 3.5)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from pnp.art import svg_attributes
from pnp.art.paths import ellipse_path, parse_path, through
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_calc import separated
from pnp.art.svg_clips import Rule, bounds_of
from pnp.scene import Box, Item, Path

_BOX = r"(?:fill|stroke|view|border|margin|padding|content)-box"
_SAID = re.compile(rf"(?:({_BOX})\s+)?([a-z]+)\(\s*(.*?)\s*\)(?:\s+({_BOX}))?", re.DOTALL)
_RULE = re.compile(r"(nonzero|evenodd)\s*,\s*")
_STRING = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
KNOWN = "circle(), ellipse(), inset(), polygon(), path() and url(#…)"


def short_shape(clip: str, items: Sequence[Item], view: Box) -> Path:
    """The shape that items are cut to. Its per cent are of the box round them with their lines, unless it names
    another; `view` is the drawing's. Raises SvgError and PathError."""
    found = _SAID.fullmatch(clip.strip())
    if found is None or found[2] not in ("circle", "ellipse", "inset", "polygon", "path"):
        raise SvgError(f'clip-path="{clip[:40]}" is not followed; known are {KNOWN}')
    box = _reference(found[1] or found[4] or "border-box", items, view)
    said = found[3]
    match found[2]:
        case "circle" | "ellipse":
            return Path(ellipse_path(_round(found[2], said, box)))
        case "inset":
            return Path(parse_path(_inset(said, box)))
    rule, said = _ruled(said)
    if found[2] == "polygon":
        return Path(parse_path(_polygon(said, box)), rule=rule)
    data = _STRING.fullmatch(said)
    if data is None:
        raise SvgError("path() of a clip-path needs its data in quotes")
    return Path(through(parse_path(data[2]), (1.0, 0.0, 0.0, 1.0, box.x, box.y)), rule=rule)


def _reference(name: str, items: Sequence[Item], view: Box) -> Box:
    if name == "view-box":
        return Box(0.0, 0.0, view.width, view.height)
    return bounds_of(items, lines=name in ("stroke-box", "border-box", "margin-box"))


def _ruled(said: str) -> tuple[Rule, str]:
    found = _RULE.match(said)
    return ("evenodd" if found and found[1] == "evenodd" else "nonzero"), said[found.end() if found else 0 :]


def _length(said: str, box: Box, whole: float) -> float:
    return svg_attributes.length(said, "clip-path", box, whole)


def _round(name: str, said: str, box: Box) -> Box:
    """The box of a circle or an ellipse: `40% at 10px top`."""
    radii, _, place = said.partition("at ")
    x, y = _place(separated(place), box)
    across, down = (x - box.x, box.right - x), (y - box.y, box.bottom - y)
    words = separated(radii) or ["closest-side"]
    if name == "circle":
        diagonal = math.hypot(box.width, box.height) / math.sqrt(2)
        radius = _radius(words[0], (*across, *down), box, diagonal)
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)
    rx, ry = _radius(words[0], across, box, box.width), _radius(words[-1], down, box, box.height)
    return Box(x - rx, y - ry, 2 * rx, 2 * ry)


def _radius(said: str, sides: Sequence[float], box: Box, whole: float) -> float:
    if said in ("closest-side", "farthest-side"):
        return (min if said == "closest-side" else max)(abs(side) for side in sides)
    return max(0.0, _length(said, box, whole))


def _place(words: Sequence[str], box: Box) -> tuple[float, float]:
    """Where the middle lies: one or two words; without any, that of the box."""
    if len(words) > 2:
        raise SvgError("a clip-path at a place of more than two words is not followed; say it in per cent")
    said = [*words, *["center"] * (2 - len(words))]
    if said[0] in ("top", "bottom") or said[1] in ("left", "right"):
        said.reverse()
    x, y = (_PLACES.get(word, word) for word in said)
    return box.x + _length(x, box, box.width), box.y + _length(y, box, box.height)


def _four(words: Sequence[str]) -> Sequence[str]:
    """One to four words for four sides or corners, as CSS has it."""
    if not 1 <= len(words) <= 4:
        raise SvgError("inset() of a clip-path needs one to four lengths")
    first, second = words[0], words[min(1, len(words) - 1)]
    return first, second, words[2] if len(words) > 2 else first, words[3] if len(words) > 3 else second


def _inset(said: str, box: Box) -> str:
    """Path data of a box so far within another, with round corners if they are said."""
    sides, _, corners = said.partition("round ")
    above, right, below, left = _four(separated(sides))
    top, bottom = _length(above, box, box.height), _length(below, box, box.height)
    start, end = _length(left, box, box.width), _length(right, box, box.width)
    x, y, far, foot = box.x + start, box.y + top, box.right - end, box.bottom - bottom
    if far <= x or foot <= y:
        return "M0 0Z"
    across, _, down = corners.partition("/")
    rx = [_length(word, box, box.width) for word in _four(separated(across or "0"))]
    ry = [_length(word, box, box.height) for word in _four(separated(down or across or "0"))]
    # Corners that have no room together are all made smaller alike.
    pairs = ((rx[0] + rx[1], far - x), (rx[2] + rx[3], far - x), (ry[0] + ry[3], foot - y), (ry[1] + ry[2], foot - y))
    share = min([1.0, *(room / both for both, room in pairs if both > 0)])
    (a, b, c, d), (e, f, g, h) = ([share * radius for radius in radii] for radii in (rx, ry))
    return (
        f"M{x + a} {y}H{far - b}A{b} {f} 0 0 1 {far} {y + f}V{foot - g}A{c} {g} 0 0 1 {far - c} {foot}"
        f"H{x + d}A{d} {h} 0 0 1 {x} {foot - h}V{y + e}A{a} {e} 0 0 1 {x + a} {y}Z"
    )


def _polygon(said: str, box: Box) -> str:
    points = []
    for pair in separated(said, ","):
        words = separated(pair)
        if len(words) != 2:
            raise SvgError("polygon() of a clip-path needs pairs of lengths between commas")
        x, y = _length(words[0], box, box.width), _length(words[1], box, box.height)
        points.append(f"{box.x + x} {box.y + y}")
    return f"M{'L'.join(points)}Z"
