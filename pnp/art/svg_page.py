"""The box of a drawing, which its outermost <svg> opens: how large it is, its ground, what is seen of it (SVG 2, 8)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pnp.art import svg_attributes
from pnp.art.enlarging import enlarged
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import is_within
from pnp.art.svg_layers import blends
from pnp.art.svg_viewports import fit, view_box
from pnp.scene import IDENTITY, Art, Box, Colour, Group, Item, Matrix, Rect

LEAST_SIDE = 10.0
"""A drawing smaller than this many units is enlarged when it is read, so that 0.001 units stay exact enough."""
FINE = 100.0
"""How many units its longer side then has."""
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


def boxed(key: str, items: tuple[Item, ...], page: Page, seen: Box | None, opacity: float) -> Art:
    """Things as a drawing that begins at its upper left corner, cut to what is seen, if something is not."""
    shown = page.shown
    cut = None if seen is None or is_within(items, seen, lines=False) else seen
    scale = FINE / max(shown.width, shown.height) if max(shown.width, shown.height) < LEAST_SIDE else 1.0
    if scale != 1 or shown.x or shown.y or opacity < 1 or cut or blends(items):
        moved = (1.0, 0.0, 0.0, 1.0, -shown.x, -shown.y)
        items = (Group(items, moved, cut, opacity, alone=blends(items)),)
    return Art(key, shown.width * scale, shown.height * scale, tuple(enlarged(items, scale)))
