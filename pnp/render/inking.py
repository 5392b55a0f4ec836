"""In which inks the things on a page go out: as they are, in black alone, or separated for a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pnp.scene import Colour, Ellipse, Gradient, Paint, Path, Rect, Text
from pnp.scene.colour import Black, as_bright, black_alone, is_grey

if TYPE_CHECKING:
    from pnp.render.pdf_pictures import Raster
    from pnp.render.separation import Plate, Separation

GRADIENT_STEPS = 8
"""Parts of the way between two colours of a gradient, each of which is mixed in the printer's inks."""


class Inking:
    """Changes colours and pictures to what goes to the printer. `live`: pictures may be see-through."""

    def __init__(self, black: Black, separation: Separation | Plate | None = None, *, live: bool = True) -> None:
        self._black = black
        self._separation = separation
        self._live = live

    @property
    def name(self) -> str:
        """What no other way of changing shapes is called."""
        black = "black" if self._black == "all" else ""
        return f"{black} {self._separation.name}" if self._separation else black

    def inked(self, item: Rect | Ellipse | Path | Text) -> Rect | Ellipse | Path | Text:
        """The item in the colours that go to the printer."""
        if not isinstance(item, Text):
            return self.shape(item)
        colour = self._colour(item.colour, self._black == "text" and is_grey(item.colour))
        return item if colour == item.colour else replace(item, colour=colour)

    def shape(self, item: Rect | Ellipse | Path) -> Rect | Ellipse | Path:
        """A shape in the colours that go to the printer."""
        if self._black != "all" and self._separation is None:
            return item
        stroke = item.stroke and replace(item.stroke, colour=self._colour(item.stroke.colour))
        return replace(item, fill=item.fill and self._paint(item.fill), stroke=stroke)

    def gradient(self, fill: Gradient) -> Gradient:
        """A gradient in the colours that go to the printer; they are mixed as those of screens are."""
        if self._black != "all" and self._separation is None:
            return fill
        if self._black == "all":  # on the way without the steps at which flat greys become black or white
            fill, steps = fill.inked(GRADIENT_STEPS, black_alone, as_bright), 1
        else:
            steps = GRADIENT_STEPS
        return self._separation.gradient(fill, steps) if self._separation else fill

    def raster(self, data: bytes) -> Raster:
        """A picture as it goes to the printer, as opaque as it is. Where nothing may be see-through, one whose dots are
        whole or left out is a stencil; any other lies on white paper."""
        from pnp.art.pictures import is_cut_out, thickness  # where there is a picture
        from pnp.render.pdf_pictures import as_it_is, in_inks, in_own_colours, of_picture, on_white

        if dots := in_inks(data):
            picture, kept = dots
            return of_picture(self._separation.picture(picture) if self._separation else picture, kept, stencil=True)
        grey = self._black == "all"
        if not grey and not self._separation:
            return as_it_is(data)
        alpha = thickness(data)
        if alpha and not self._live and not is_cut_out(alpha):
            plain, alpha = on_white(data, grey), None
        else:
            plain = in_own_colours(data, grey)
        inked = self._separation.picture(plain) if self._separation else plain
        return of_picture(inked, alpha, stencil=not self._live)

    def _paint(self, fill: Paint) -> Paint:
        return self.gradient(fill) if isinstance(fill, Gradient) else self._colour(fill)

    def _colour(self, colour: Colour, alone: bool = False) -> Colour:
        seen = black_alone(colour) if alone or self._black == "all" else colour
        return self._separation.colour(seen) if self._separation else seen
