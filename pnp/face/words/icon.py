"""`icon`: a sign in the middle of its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pnp.face.paint import Painted, Painter, Values
from pnp.face.shapes import Flip, fitted, flipped
from pnp.face.veil import veil_of
from pnp.face.words.word import Boxed
from pnp.kit.bindings import BoundName, BoundNumber
from pnp.scene import Box, Use

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


class IconDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "icon"

    icon: BoundName
    on: BoundName | None = None
    flip: Flip = "none"
    opacity: BoundNumber = 1.0

    def painter(self, context: PaintContext) -> Painter:
        needs = (context.value("icon", self.icon), *context.optional("on", self.on))
        materials, veil = context.materials, veil_of(context, self.opacity)
        last = len(needs)

        def paint(box: Box, values: Values) -> Painted:
            name, ground = (context.name(values[:last], at) for at in (0, 1))
            if not name:
                return Painted()
            art = materials.needed_sign(name, materials.needed_colour(ground, "on") if ground else None)
            matrix = fitted(art.width, art.height, box, "contain")
            use = Use(materials.sized(art, matrix[0], matrix[3]), matrix)
            items = flipped((use,), box, self.flip)
            seen, work = veil.over(items, veil.opacity(values[last:])), 1 + materials.weight(art) // 50
            return Painted(seen, work=work, art=name)

        return Painter((*needs, *veil.needs), paint)
