"""What the knife and the press ask of art: grounds that run on over the cut, signs and lines away from it, lines that
can be printed and seen, and no more ink than paper takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.demands import HOME, Demands
from pnp.check.faint import DRAWN, lost
from pnp.check.hairlines import hairlines
from pnp.check.ink import MOST_INK, PRINTED, much_ink, much_ink_of_pictures
from pnp.check.layers import Layers
from pnp.check.outlines import BAND, Shape, banded, holds
from pnp.check.places import finding_at
from pnp.check.samples import Samples
from pnp.check.sides import SLACK, Trim, ends_at, trim_of
from pnp.check.signs import TrimSigns
from pnp.check.standing import Effort, Outliner, Standing, standing
from pnp.face.layout import Laid
from pnp.findings import Finding
from pnp.scene.colour import Black, contrast, inks_of


class TrimCheck:
    """Looks at the art of faces. `look` is what a `FaceCheck` takes. `black` is what is printed in black ink alone."""

    def __init__(self, outliner: Outliner, effort: Effort, black: Black = "text") -> None:
        self._black = black
        self._outliner = outliner
        self._effort = effort
        self._samples = Samples(effort)

    def look(self, laid: Laid) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face; with the cut and fine lines only of what is cut out:
        figures show pieces small."""
        if self._effort.spent:
            return
        drawn = list(standing(laid))
        grounds = self._grounds(drawn) if laid.cut else []
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), HOME, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            if not laid.cut and not self._matters(drawing):
                continue
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            if self._black != "all":
                yield from much_ink(drawing, shapes, layers, number)
                yield from much_ink_of_pictures(drawing, shapes, self._samples)
            if not drawing.origin.near:
                yield from lost(drawing, shapes, layers, number)
            if laid.cut:
                yield from hairlines(drawing, shapes, layers, number)
                yield from self._cut(drawing, number, grounds, signs)

    def cut(self, laid: Laid, demands: Demands) -> Iterator[Finding]:
        """What is wrong with grounds, signs and lines of a face at the cut, going by what somebody asks for."""
        drawn = list(standing(laid))
        grounds = self._grounds(drawn)
        layers = Layers(drawn, self._outliner, self._effort)
        signs = TrimSigns(laid.scene, trim_of(laid.scene), demands, layers, self._samples, laid.notch)
        for number, drawing in enumerate(drawn):
            shapes = self._outliner.drawn(drawing).shapes
            if not self._effort.take(10 * len(shapes)):
                return
            yield from self._cut(drawing, number, grounds, signs)

    def _grounds(self, drawn: Sequence[Standing]) -> Sequence[Shape]:
        """All that fills, lines as wide as grounds too."""
        found: list[Shape] = []
        for drawing in drawn:
            parts = self._outliner.drawn(drawing)
            found += parts.fills
            wide = [shape for shape in parts.shapes if shape.line >= BAND]
            found += [band for shape in wide if (band := banded(shape)) is not shape]
        return found

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
        return alone or any(sum(inks_of(fill)) > MOST_INK for fill in colours.fills | colours.lines)

    def _no_bleed(
        self, drawing: Standing, shapes: Sequence[Shape], grounds: Sequence[Shape], signs: TrimSigns
    ) -> Iterator[Finding]:
        """A ground that ends at the trim, so that a cut a little outside of it leaves white."""
        bleed, own = signs.demands.bleed, signs.scene.bleed
        for shape in map(banded, shapes):
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
