"""What the knife and the press ask of art: grounds that run on over the cut, signs and lines away from it, lines that
can be printed and seen, and no more ink than paper takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.demands import HOME, Demands
from pnp.check.ink import MOST_INK, PRINTED, hairlines, much_ink, much_ink_of_pictures
from pnp.check.layers import Layers
from pnp.check.outlines import Shape, holds
from pnp.check.places import finding_at
from pnp.check.samples import Samples
from pnp.check.sides import SLACK, Trim, ends_at, trim_of
from pnp.check.signs import DRAWN, TrimSigns
from pnp.check.standing import Effort, Outliner, Standing, standing
from pnp.face.layout import Laid
from pnp.findings import Finding
from pnp.scene.colour import contrast, inks_of, luminance

PALE_LINE, PALE_SIGN = 1.15, 1.5
"""Contrast to its ground below which a line, a sign, is lost."""
LIGHT = 0.2
"""Luminance from which a line or sign can be too pale; a dark one on a dark ground is an outline."""


class TrimCheck:
    """Looks at the art of faces. `look` is what a `FaceCheck` takes."""

    def __init__(self, outliner: Outliner, effort: Effort) -> None:
        self._outliner = outliner
        self._effort = effort
        self._samples = Samples(effort)

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face; with the cut and fine lines only of what is cut out:
        figures show pieces small."""
        if self._effort.spent:
            return
        drawn = list(standing(laid))
        grounds = [shape for drawing in drawn for shape in self._outliner.drawn(drawing).fills] if laid.cut else []
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), HOME, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            if not laid.cut and not self._matters(drawing):
                continue
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from much_ink(drawing, shapes)
            yield from much_ink_of_pictures(drawing, shapes, self._samples)
            if not drawing.origin.near:
                yield from self._pale(drawing, shapes, layers, number)
            if laid.cut:
                yield from hairlines(drawing, shapes)
                yield from self._cut(drawing, number, grounds, signs)

    def cut(self, laid: Laid, demands: Demands) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face at the cut, going by what somebody asks for."""
        drawn = list(standing(laid))
        grounds = [shape for drawing in drawn for shape in self._outliner.drawn(drawing).fills]
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), demands, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from self._cut(drawing, number, grounds, signs)

    def _cut(self, drawing: Standing, number: int, grounds: Sequence[Shape], signs: TrimSigns) -> Iterator[Finding]:
        drawn = self._outliner.drawn(drawing)
        ended = list(self._no_bleed(drawing, drawn.shapes, grounds, signs))
        yield from ended
        # What ends at the trim is told by that.
        if not ended and not drawing.origin.near:
            yield from signs.found(drawing, number, drawn)

    def _matters(self, drawing: Standing) -> bool:
        """Whether a figure's drawing can be too pale or take too much ink, by its colours, which are known sooner than
        its shapes."""
        colours, sort = self._outliner.colours(drawing), drawing.origin.sort
        alone = sort == "icon" or (sort in DRAWN and not colours.fills)
        light = alone and min(map(luminance, colours.fills | colours.lines), default=0.0) >= LIGHT
        return light or any(sum(inks_of(fill)) > MOST_INK for fill in colours.fills)

    def _pale(self, drawing: Standing, shapes: Sequence[Shape], layers: Layers, number: int) -> Iterator[Finding]:
        """A sign, or a line by itself, that is hardly seen on what it stands on."""
        sort = drawing.origin.sort
        colours = {colour for shape in shapes for colour in (shape.fill, shape.ink if shape.line else None) if colour}
        alone = sort in DRAWN and not any(shape.fill for shape in shapes)
        if not (alone or sort == "icon") or not colours or min(map(luminance, colours)) < LIGHT:
            return
        box = self._outliner.drawn(drawing).box
        at = (box.x + box.width / 2, box.y + box.height / 2) if sort == "icon" else shapes[0].polygon[0]
        grounds = layers.colours(at, number)
        best, ground = min((max(contrast(colour, shade) for colour in colours), shade) for shade in grounds)
        if best < (PALE_SIGN if sort == "icon" else PALE_LINE):
            what = "sign" if sort == "icon" else "line"
            hint = "make it darker, or its ground lighter"
            message = f"a {what} has a contrast of {best:.2f} : 1 to {ground}, on which it stands"
            yield finding_at("warning", "pale-art", drawing.place, sort or "stroke", message, hint)

    def _no_bleed(
        self, drawing: Standing, shapes: Sequence[Shape], grounds: Sequence[Shape], signs: TrimSigns
    ) -> Iterator[Finding]:
        """A ground that ends at the trim, so that a cut a little outside of it leaves white."""
        bleed, own = signs.demands.bleed, signs.scene.bleed
        for shape in shapes:
            if shape.fill is None or contrast(shape.fill, "#FFFFFF") < PRINTED:
                continue
            ends = ends_at(signs.trim, shape, bleed)
            bare = [out for side, out in ends if not self._goes_on(shape, side, grounds, signs.trim, bleed)]
            if bare:
                what = "a picture" if drawing.origin.sort == "picture" else f"a ground of {shape.fill}"
                further = f", {max(bare):.1f} mm beyond it" if max(bare) >= SLACK else ""
                message = f"{what} ends at the trim{further}"
                hint = f"let it reach over the cut by the bleed, {own if own >= bleed else 2:.4g} mm"
                hint += "" if own >= bleed else "; the component has none: bleed = 2"
                yield finding_at("warning", "no-bleed", drawing.place, drawing.origin.sort or "fill", message, hint)
                return

    def _goes_on(self, shape: Shape, side: int, grounds: Sequence[Shape], trim: Trim, bleed: float) -> bool:
        """Whether another ground is seen at the trim there: one of nearly the same colour that goes on beyond the cut,
        or one that is drawn later over the edge of this."""
        later = False
        for other in grounds:
            self._effort.take(len(other.polygon))
            if other is shape:
                later = True
            elif trim.reach(other)[side] >= bleed - SLACK:
                self._effort.take(3 * len(other.polygon))
                alike = other.fill is not None and contrast(other.fill, shape.fill or "#FFFFFF") < PRINTED
                if (alike or later) and holds(other.polygon, trim.sides[side].points):
                    return True
        return False
