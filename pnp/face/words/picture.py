"""`icon` and `picture`: an icon, or a drawing or photograph of `art/`, centred in its box."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from pnp.art.raster import SUFFIXES
from pnp.face.compile import PaintContext
from pnp.face.paint import Painted, Values
from pnp.face.scope import PaintError
from pnp.face.shapes import Flip, apply_opacity, clip_items, fit_matrix, flip_items
from pnp.face.words import Boxed, word
from pnp.kit.expressions import BoundName, BoundNumber, BoundText
from pnp.kit.toml_source import accepted
from pnp.kit.values import Distance
from pnp.scene import Box, Group, Use, mapped


@word("icon")
class IconDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "icon"

    icon: BoundName
    on: BoundName | None = None
    flip: Flip = "none"
    opacity: BoundNumber = 1.0

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        name, ground = context.name(values["icon"]), context.name(values.get("on"))
        if not name:
            return Painted()
        materials = context.materials
        art = materials.sign(name, materials.require_colour(ground, "on") if ground else None)
        if art is None:
            raise PaintError("icon", "unknown-icon", f"there is no sign {name}", accepted(materials.sign_names(), name))
        matrix = fit_matrix(art.width, art.height, box, "contain")
        items = flip_items((Use(materials.sized(art, matrix[0], matrix[3]), matrix),), box, self.flip)
        return Painted(apply_opacity(items, values["opacity"], materials.ink), art=name)


@word("picture")
class PictureDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "picture"

    picture: BoundName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    flip: Flip = "none"
    radius: Distance = 0.0
    clip: BoundText | None = None
    opacity: BoundNumber = 1.0

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        name = context.name(values["picture"])
        if not name:
            return Painted()
        art = context.materials.kit.art
        is_photograph = name.lower().endswith(SUFFIXES)
        if "." in name and not is_photograph and not name.lower().endswith(".svg"):
            message = f"the picture {name} is no PNG, JPEG or SVG"
            raise PaintError("picture", "picture-kind", message, "save it as one of these")
        if name not in art:
            raise PaintError("picture", "unknown-picture", f"there is no picture {name}", accepted(art, name))
        painted, covered = (self._photograph if is_photograph else self._drawing)(name, box, context)
        items = flip_items(painted.items, box, self.flip)
        items = clip_items(items, context.text(values.get("clip")), box, covered, self.radius)
        items = apply_opacity(items, values["opacity"], context.materials.ink, picture=is_photograph)
        return replace(painted, items=items, art=name)

    def _drawing(self, name: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
        """Returns the drawing in its box, and the part of the box it covers."""
        art = context.materials.drawing(name)
        matrix = fit_matrix(art.width, art.height, box, self.fit)
        use = Use(context.materials.printed(art, matrix[0], matrix[3]), matrix)
        item = Group((use,), clip=box) if self.fit == "cover" else use
        return Painted((item,)), mapped(matrix, Box(0.0, 0.0, art.width, art.height)).common(box)

    def _photograph(self, name: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
        picture = context.materials.picture(name)
        width, height = picture.pixels
        a, _, _, d, x, y = fit_matrix(width, height, box, self.fit)
        placed = picture.placed(Box(x, y, width * a, height * d), box if self.fit == "cover" else None)
        message = f"{name} has the colours of {picture.profile}; they are printed as sRGB, which makes others of them"
        finding = context.finding("warning", "picture-profile", "picture", message, "convert it to sRGB")
        return Painted((placed,), findings=(finding,) if picture.profile else ()), placed.box.common(box)
