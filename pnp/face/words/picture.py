"""`icon`, a sign, and `picture`, a drawing or a photograph of `art/`, in the middle of their box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from pnp.art.raster import SUFFIXES
from pnp.face.compile import PaintContext
from pnp.face.paint import Painted, Values
from pnp.face.scope import Expr, PaintError
from pnp.face.shapes import Flip, apply_opacity, checked_opacity, fit_matrix, flip_items, make_clip
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

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return context.values(self, "icon", "on", "opacity")

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        name, ground = context.name(values["icon"]), context.name(values.get("on"))
        if not name:
            return Painted()
        materials = context.materials
        art = materials.sign(name, materials.needed_colour(ground, "on") if ground else None)
        if art is None:
            raise PaintError("icon", "unknown-icon", f"there is no sign {name}", accepted(materials.sign_names(), name))
        matrix = fit_matrix(art.width, art.height, box, "contain")
        items = flip_items((Use(materials.sized(art, matrix[0], matrix[3]), matrix),), box, self.flip)
        seen = apply_opacity(items, checked_opacity(values["opacity"]), materials.ink)
        return Painted(seen, work=1 + materials.weight(art) // 50, art=name)


@word("picture")
class PictureDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "picture"

    picture: BoundName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    flip: Flip = "none"
    radius: Distance = 0.0
    clip: BoundText | None = None
    opacity: BoundNumber = 1.0

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        clip = {"clip": context.scope.text("clip", self.clip)} if self.clip else {}
        return {**context.values(self, "picture", "opacity"), **clip}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        name, opacity = context.name(values["picture"]), checked_opacity(values["opacity"])
        if not name:
            return Painted()
        is_photograph = name.lower().endswith(SUFFIXES)
        placed, seen = (self._photograph if is_photograph else self._drawing)(name, box, context)
        clip = make_clip(str(values.get("clip", "")), box, seen, self.radius)
        items = flip_items(placed.items, box, self.flip)
        items = (Group(items, clip=clip),) if clip and items else items
        return replace(placed, items=apply_opacity(items, opacity, context.materials.ink, picture=is_photograph))

    def _drawing(self, name: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
        """The drawing in its box, and the part of that in which it is seen."""
        materials = context.materials
        art = materials.drawing(self._known(name, context))
        matrix = fit_matrix(art.width, art.height, box, self.fit)
        use = Use(materials.printed(art, matrix[0], matrix[3]), matrix)
        item = Group((use,), clip=box) if self.fit == "cover" else use
        seen = mapped(matrix, Box(0.0, 0.0, art.width, art.height)).common(box)
        return Painted((item,), work=1 + materials.weight(art) // 50, art=name), seen

    def _photograph(self, name: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
        picture = context.materials.picture(self._known(name, context))
        width, height = picture.pixels
        a, _, _, d, x, y = fit_matrix(width, height, box, self.fit)
        placed = picture.placed(Box(x, y, width * a, height * d), box if self.fit == "cover" else None)
        message = f"{name} has the colours of {picture.profile}; they are printed as sRGB, which makes others of them"
        finding = context.finding("warning", "picture-profile", "picture", message, "convert it to sRGB")
        findings = (finding,) if picture.profile else ()
        return Painted((placed,), findings=findings, art=name), placed.box.common(box)

    def _known(self, name: str, context: PaintContext) -> str:
        art = context.materials.kit.art
        if "." in name and not name.lower().endswith((*SUFFIXES, ".svg")):
            message = f"the picture {name} is no PNG, JPEG or SVG"
            raise PaintError("picture", "picture-kind", message, "save it as one of these")
        if name not in art:
            raise PaintError("picture", "unknown-picture", f"there is no picture {name}", accepted(art, name))
        return name
