"""What part of a drawing is seen, and drawings within drawings at their place (SVG 2, 8)."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from pnp.art import svg_attributes
from pnp.art.paths import inverse
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import is_within
from pnp.scene import IDENTITY, Box, Colour, Group, Item, Matrix, Rect, mapped

_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")


EVEN = 0.01
"""Share by which width and height may differ from the proportions of a viewBox, as programs round them."""
_EM = 16.0
"""User units of an em where nobody says how large letters are."""

_NO_CHANGE = {"transform": "none", "filter": "none", "clip-path": "none", "mask": "none", "mix-blend-mode": "normal"}


class Page(msgspec.Struct, frozen=True):
    """The box of a drawing, which its outermost <svg> opens."""

    view: Box
    """The viewBox, of which per cent are."""
    shown: Box
    """All that is seen."""
    matrix: Matrix
    """From the units of the viewBox to those of what is seen."""
    unit: float
    """How large one of these is at the size that the drawing says it has, in user units; 1, if it says none."""

    @property
    def sized(self) -> tuple[Box, Matrix]:
        """The box at that size, in user units, and what brings there what is seen."""
        shown, unit = self.shown, self.unit
        around = Box(0.0, 0.0, shown.width * unit, shown.height * unit)
        return around, (unit, 0.0, 0.0, unit, -shown.x * unit, -shown.y * unit)


def grounded(items: tuple[Item, ...], said: str, current: Colour | None, shown: Box) -> tuple[Item, ...]:
    """Things on a ground of a colour as CSS says it, which fills the box of a drawing. Raises SvgError."""
    try:
        colour, alpha = svg_attributes.shade(said, current)
    except SvgError:
        raise SvgError(f'background="{said[:40]}" is not drawn; draw a <rect> as large as the drawing') from None
    if colour is None:
        return items
    ground = Rect(shown, colour)
    return (ground if alpha == 1 else Group((ground,), opacity=round(alpha, 4)), *items)


def is_changed(said: Mapping[str, str]) -> bool:
    """Whether something is turned, cut or changed as a whole by more than its opacity."""
    return any(said.get(name, nothing) not in (nothing, "") for name, nothing in _NO_CHANGE.items())


def page_of(said: Mapping[str, str]) -> Page:
    """The box of a drawing, as its outermost <svg> says it: the viewBox, brought into width and height where these have
    other proportions; per cent, and a side that is not said, follow the viewBox. Raises SvgError."""
    view = view_box(said["viewBox"]) if "viewBox" in said else None
    width, height = (_side(said.get(side, "auto"), side) for side in ("width", "height"))
    if view is None:
        if width is None or height is None:
            raise SvgError("an <svg> needs a viewBox, or a width and a height")
        view = Box(0.0, 0.0, width, height)
    scales = [side / whole for side, whole in ((width, view.width), (height, view.height)) if side is not None]
    unit = min(scales, default=1.0)
    if width is None or height is None or max(scales) <= (1 + EVEN) * unit:
        return Page(view, view, IDENTITY, unit)
    shown = Box(0.0, 0.0, width / unit, height / unit)
    return Page(view, shown, fit(view, shown, said.get("preserveAspectRatio", "")), unit)


def _side(said: str, side: str) -> float | None:
    """A side of a drawing in user units; None, if it is no length. Raises SvgError."""
    em = said.endswith("em")
    try:
        length = svg_attributes.number(said.removesuffix("em").removesuffix("r") if em else said, side)
    except SvgError:  # per cent, or `auto`
        return None
    if length <= 0:
        raise SvgError("width and height must be more than 0")
    return length * _EM if em else length


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
