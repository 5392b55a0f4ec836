"""Drawings within drawings at their place, and what of them is seen (SVG 2, 8)."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from pnp.art import svg_attributes
from pnp.art.paths import inverse
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import is_within
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, mapped

_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")


class Viewport(msgspec.Struct, frozen=True):
    """Where an <svg> or <symbol> within a drawing lies."""

    matrix: Matrix
    shown: Box
    """What is seen of it, in its own units."""
    view: Box
    """What per cent within it are of."""
    cut: bool

    def around(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """What lies in it, at its place."""
        cut = self.shown if self.cut and not is_within(items, self.shown) else None
        return items if (self.matrix == IDENTITY and cut is None) or not items else (Group(items, self.matrix, cut),)


def viewport(own: Mapping[str, str], sizes: Mapping[str, str], view: Box) -> Viewport | None:
    """The viewport that an <svg> or <symbol> opens; None, if it has no size. `view` is the box in which it lies. Raises
    SvgError."""
    x = svg_attributes.length(own.get("x", "0"), "x", view, view.width)
    y = svg_attributes.length(own.get("y", "0"), "y", view, view.height)
    width, height = (
        svg_attributes.length(_size(sizes.get(side)), side, view, whole)
        for side, whole in (("width", view.width), ("height", view.height))
    )
    if width <= 0 or height <= 0:
        return None
    port = Box(x, y, width, height)
    cut = own.get("overflow") not in ("visible", "auto")
    if "viewBox" not in own:
        inner = Box(0.0, 0.0, width, height)
        return Viewport((1.0, 0.0, 0.0, 1.0, x, y), inner, inner, cut)
    box = view_box(own["viewBox"])
    matrix = fit(box, port, own.get("preserveAspectRatio", ""))
    return Viewport(matrix, mapped(inverse(matrix), port), box, cut)


def _size(said: str | None) -> str:
    return said if said and said != "auto" else "100%"


def view_box(value: str) -> Box:
    """A viewBox. Raises SvgError."""
    box = svg_attributes.numbers(value, "viewBox")
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
