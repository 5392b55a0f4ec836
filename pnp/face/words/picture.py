"""`icon`: a sign in the middle of its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from pnp.art.raster import SUFFIXES
from pnp.face.effects import clip_of, clip_path, veil_of
from pnp.face.geometry import Flip, fitted, flipped
from pnp.face.paint import Painted, Painter, Values
from pnp.face.scope import PaintError
from pnp.face.words.word import Boxed, word
from pnp.kit.expressions import BoundName, BoundNumber, BoundText
from pnp.kit.toml_source import accepted
from pnp.kit.values import Distance
from pnp.scene import Box, Group, Image, Use, mapped

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


@word("icon")
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


_OTHERS = (
    *(".webp", ".gif", ".tif", ".tiff", ".bmp", ".svgz", ".heic", ".heif", ".avif", ".psd", ".pdf", ".eps", ".ai"),
    *(".jp2", ".j2k", ".jpx", ".jxl", ".tga", ".xcf", ".kra", ".cdr", ".wmf", ".emf", ".afdesign", ".afphoto"),
)
"""Endings of pictures that are not read, and of which it would be untrue that there is none."""


@word("picture")
class PictureDraw(Boxed, frozen=True, kw_only=True):
    sort: ClassVar[str] = "picture"

    picture: BoundName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    flip: Flip = "none"
    radius: Distance = 0.0
    clip: BoundText | None = None
    opacity: BoundNumber = 1.0

    def painter(self, context: PaintContext) -> Painter:
        cut, veil = clip_of(context, self.clip), veil_of(context, self.opacity)
        last = 1 + len(cut)

        def paint(box: Box, values: Values) -> Painted:
            name = context.name(values, 0)
            if not name:
                return Painted()
            placed, shown = self._placed(name, box, context)
            said = str(values[1]) if cut else ""
            clip = clip_path(said, box, shown, self.radius) if said or self.radius else None
            items = flipped(placed.items, box, self.flip)
            items = (Group(items, clip=clip),) if clip and items else items
            photograph = name.lower().endswith(SUFFIXES)
            seen = veil.over(items, veil.opacity(values[last:]), picture=photograph)
            return msgspec.structs.replace(placed, items=seen)

        return Painter((context.value("picture", self.picture), *cut, *veil.needs), paint)

    def _placed(self, name: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
        """The picture in its box, and the part of that in which it is seen."""
        materials = context.materials
        if name.lower().endswith(_OTHERS):
            message = f"the picture {name} is no PNG, JPEG or SVG"
            raise PaintError("picture", "picture-kind", message, "save it as one of these")
        if name not in materials.kit.art:
            hint = accepted(materials.kit.art, name)
            raise PaintError("picture", "unknown-picture", f"there is no picture {name}", hint)
        if name.lower().endswith(SUFFIXES):
            return _photograph(name, self.fit, box, context)
        art = materials.drawing(name)
        matrix = fitted(art.width, art.height, box, self.fit)
        use = Use(materials.printed(art, matrix[0], matrix[3]), matrix)
        item = Group((use,), clip=box) if self.fit == "cover" else use
        shown = mapped(use.matrix, Box(0.0, 0.0, art.width, art.height)).common(box)
        return Painted((item,), work=1 + materials.weight(art) // 50, art=name), shown


def _photograph(name: str, fit: str, box: Box, context: PaintContext) -> tuple[Painted, Box]:
    picture = context.materials.picture(name)
    width, height = picture.pixels
    a, _, _, d, x, y = fitted(width, height, box, fit)
    placed: Image = picture.placed(Box(x, y, width * a, height * d), box if fit == "cover" else None)
    message = f"{name} has the colours of {picture.profile}; they are printed as sRGB, which makes others of them"
    finding = context.finding("warning", "picture-profile", "picture", message, "convert it to sRGB")
    found = (finding,) if picture.profile else ()
    return Painted((placed,), findings=found, art=name), placed.box.common(box)
