"""Things that are see-through as a whole: the key `opacity`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pnp.face.errors import PaintError
from pnp.face.ink import InkMode
from pnp.face.scope import Expr, needed_number
from pnp.kit.bindings import Template
from pnp.kit.measures import in_digits
from pnp.kit.model import Value
from pnp.scene import Group, Item

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


class Veil(msgspec.Struct, frozen=True, eq=False):
    """The value that an opacity is, and what it makes of items. With little ink all is opaque, for black alone has no
    shades; but pictures stay as they are."""

    needs: tuple[Expr, ...]
    constant: float
    ink: InkMode

    def opacity(self, values: Sequence[Value]) -> float:
        """How opaque something is, 0 to 1, by what it needs; raises `PaintError`."""
        if not values:
            return self.constant
        opacity = needed_number(values[0], "opacity")
        return _checked(opacity)

    def over(self, items: tuple[Item, ...], opacity: float, *, picture: bool = False) -> tuple[Item, ...]:
        """The items, seen through if they are to be."""
        if opacity == 1:
            return items
        if opacity == 0 or not items:
            return ()
        return items if self.ink == "low" and not picture else (Group(items, opacity=opacity),)


def veil_of(context: PaintContext, opacity: float | Template) -> Veil:
    """The opacity of a word, compiled."""
    if isinstance(opacity, Template):
        return Veil((context.number("opacity", opacity),), 1.0, context.materials.ink)
    return Veil((), _checked(opacity), context.materials.ink)


def _checked(opacity: float) -> float:
    if not 0 <= opacity <= 1:
        raise PaintError("opacity", "value", f"opacity comes to {in_digits(opacity)}", "a number from 0 to 1")
    return opacity
