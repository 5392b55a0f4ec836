"""Gradients, opacity and shadows on a reportlab canvas; each effect is a form (ISO 32000-1: 8.7.4, 11.6)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise

from msgspec.structs import replace
from reportlab.pdfbase.pdfdoc import (
    PDFAxialShading,
    PDFDictionary,
    PDFExponentialFunction,
    PDFRadialShading,
    PDFShading,
    PDFStitchingFunction,
)
from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import extent
from pnp.render.colours import ColourConversion
from pnp.render.pdf_forms import Forms, soft_mask
from pnp.render.pdf_paths import clip, components, draw_shape, transform
from pnp.render.pictures import brightness
from pnp.scene import IDENTITY, Box, Ellipse, Gradient, Group, Image, Item, Path, Rect, Shadow

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}


class Effects:
    """The effects of one document, each stored once. `draw_items` draws the items of a group."""

    def __init__(
        self,
        canvas: Canvas,
        forms: Forms,
        colours: ColourConversion,
        draw_items: Callable[[Iterable[Item]], None],
    ) -> None:
        self._canvas = canvas
        self._forms = forms
        self._colours = colours
        self._draw_items = draw_items
        self._names: dict[Hashable, str] = {}

    def draw_gradient(self, item: Rect | Ellipse | Path, fill: Gradient) -> None:
        """Draws a shape that is filled with a gradient."""
        if item not in self._names:
            self._names[item] = self._gradient(item, fill)
        self._canvas.doForm(self._names[item])

    def draw_group(self, group: Group) -> None:
        """Draws the items of a group that is see-through as a whole, in the group's own coordinates."""
        key = replace(group, matrix=IDENTITY, clip=None)
        if key not in self._names:
            self._names[key] = self._group(group)
        self._canvas.doForm(self._names[key])

    def draw_shadow(self, shadow: Shadow) -> None:
        """Draws one colour through a picture that says how opaque it is."""
        if shadow not in self._names:
            self._names[shadow] = self._shadow(shadow)
        self._canvas.doForm(self._names[shadow])

    def draw_picture(self, image: Image) -> None:
        """Draws a raster picture."""
        if image.key not in self._names:
            self._names[image.key] = self._forms.add_picture(self._colours.raster(image.data))
        self._canvas.saveState()
        if image.clip:
            clip(self._canvas, image.clip)
        self._place_picture(self._names[image.key], image.box)
        self._canvas.restoreState()

    def _gradient(self, item: Rect | Ellipse | Path, fill: Gradient) -> str:
        canvas, box = self._canvas, extent((item,))
        state = None
        if fill.see_through:
            opacity = _shading(fill.thickness())

            def draw_mask() -> None:
                transform(canvas, fill.matrix)
                canvas.shade(opacity)

            mask = self._forms.add(box, draw_mask, group="luminosity")
            state = PDFDictionary({"Type": "/ExtGState", "SMask": soft_mask(mask)})
        shading = _shading(self._colours.gradient(fill))

        def draw() -> None:
            canvas.saveState()
            clip(canvas, item)
            if state:
                self._forms.use_state()
            transform(canvas, fill.matrix)
            canvas.shade(shading)
            canvas.restoreState()
            draw_shape(canvas, self._colours.shape(replace(item, fill=None)))

        return self._forms.add(box, draw, state=state)

    def _group(self, group: Group) -> str:
        box = extent(group.items)
        content = self._forms.add(box, lambda: self._draw_items(group.items), group="inherited")
        state = PDFDictionary({"Type": "/ExtGState", "ca": group.opacity, "CA": group.opacity})

        def draw() -> None:
            self._forms.use_state()
            self._canvas.doForm(content)

        return self._forms.add(box, draw, state=state)

    def _shadow(self, shadow: Shadow) -> str:
        picture = self._forms.add_picture(brightness(shadow.data))
        mask = self._forms.add(shadow.box, lambda: self._place_picture(picture, shadow.box), group="luminosity")

        def draw() -> None:
            self._forms.use_state()
            draw_shape(self._canvas, self._colours.shape(Rect(shadow.box, shadow.colour)))

        state = PDFDictionary({"Type": "/ExtGState", "SMask": soft_mask(mask)})
        return self._forms.add(shadow.box, draw, state=state)

    def _place_picture(self, name: str, box: Box) -> None:
        transform(self._canvas, (box.width, 0.0, 0.0, -box.height, box.x, box.bottom))
        self._canvas.doForm(name)


def _shading(gradient: Gradient) -> PDFShading:
    """A gradient of black ink alone if all its colours are grey, else of three lights or four inks."""
    colours = [components(stop.colour) for stop in gradient.stops]
    if not all(len(parts) == 1 for parts in colours):
        colours = [parts * 3 if len(parts) == 1 else parts for parts in colours]
    places = [0.0, *(stop.at for stop in gradient.stops), 1.0]
    along = [colours[0], *colours, colours[-1]]
    steps = [
        (end, PDFExponentialFunction(first, last, 1))
        for (start, first), (end, last) in pairwise(zip(places, along, strict=True))
        if end > start
    ]
    bounds = [end for end, _ in steps[:-1]]
    functions = [function for _, function in steps]
    function = PDFStitchingFunction(functions, bounds, [0, 1] * len(steps), Domain="[0 1]")
    space, extend = _SPACES[len(colours[0])], "[true true]"
    if gradient.kind == "linear":
        return PDFAxialShading(0, 0, 1, 0, function, space, Extend=extend)
    return PDFRadialShading(*gradient.focus, 0, 0, 0, 1, function, space, Extend=extend)
