"""Draws scenes and their items on a reportlab canvas, in mm with y downwards.

Gradients, opacity and shadows are forms (ISO 32000-1: 8.7.4, 11.6).
"""

from __future__ import annotations

import weakref
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
from pnp.render.colours import ColourConversion, convert_picture, drop_alpha
from pnp.render.pdf_content import USE_STATE, Forms, TextPainter, clip, components, draw_shape, enter_group, transform
from pnp.scene import (
    IDENTITY,
    Art,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Placed,
    Rect,
    Scene,
    Shadow,
    Text,
    Use,
)
from pnp.text.fonts import FontBook

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}


class PagePainter:
    """Draws items on one canvas. Drawings, pictures, effects and repeated scenes are stored once, as forms."""

    def __init__(self, canvas: Canvas, fonts: FontBook, colours: ColourConversion) -> None:
        self.text = TextPainter(fonts)
        self._canvas = canvas
        self._colours = colours
        self._forms = Forms(canvas)
        self._names: dict[Hashable, str] = {}
        """The names of forms, by what they show."""
        self._scenes: dict[int, tuple[weakref.ref[Scene], str]] = {}

    def draw_scene(self, placed: Placed, times: int) -> None:
        """Draws a scene that is on this page `times` times. A repeated one is stored as a form."""
        canvas, scene = self._canvas, placed.scene
        bleed = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)
        canvas.saveState()
        if placed.clip:
            clip(canvas, placed.clip)
        transform(canvas, placed.matrix)
        known = self._scenes.get(id(scene))
        is_known = known is not None and known[0]() is scene  # an id may come again after its scene is gone
        form = known[1] if known and is_known else ""
        if not form and (is_known or times > 1):
            form = self._forms.add(bleed, lambda: self.draw_items(scene.items))
        self._scenes[id(scene)] = (weakref.ref(scene), form)
        if form:
            canvas.doForm(form)
        else:
            clip(canvas, bleed)
            self.draw_items(scene.items)
        canvas.restoreState()

    def draw_items(self, items: Iterable[Item]) -> None:
        for item in items:
            self.draw_item(item)

    def draw_item(self, item: Item) -> None:
        match item:
            case Text():
                self.text.draw(self._canvas, item, self._colours.text(item.colour))
            case Rect() | Ellipse() | Path():
                if isinstance(item.fill, Gradient):
                    self._draw_form(item, self._add_gradient, item, item.fill)
                else:
                    draw_shape(self._canvas, self._colours.shape(item))
            case Use():
                self._canvas.saveState()
                transform(self._canvas, item.matrix)
                self._draw_form(("drawing", item.art.key), self._add_drawing, item.art)
                self._canvas.restoreState()
            case Group():
                enter_group(self._canvas, item)
                if item.see_through:
                    self._draw_form(replace(item, matrix=IDENTITY, clip=None), self._add_group, item)
                else:
                    self.draw_items(item.items)
                self._canvas.restoreState()
            case Image():
                self._canvas.saveState()
                if item.clip:
                    clip(self._canvas, item.clip)
                _stretch(self._canvas, item.box)
                self._draw_form(("picture", item.key), self._add_picture, item)
                self._canvas.restoreState()
            case Shadow():
                self._draw_form(item, self._add_shadow, item)

    def _draw_form(self, key: Hashable, add: Callable[..., str], *shown: object) -> None:
        if key not in self._names:
            self._names[key] = add(*shown)
        self._canvas.doForm(self._names[key])

    def _add_drawing(self, art: Art) -> str:
        box = extent((Rect(Box(0.0, 0.0, art.width, art.height)), *art.items))
        return self._forms.add(box, lambda: self.draw_items(art.items))

    def _add_picture(self, image: Image) -> str:
        return self._forms.add_picture(self._colours.raster(image.data))

    def _add_gradient(self, item: Rect | Ellipse | Path, fill: Gradient) -> str:
        canvas, box = self._canvas, extent((item,))
        state = None
        if fill.see_through:
            opacity = _shading(fill.thickness())

            def draw_mask() -> None:
                transform(canvas, fill.matrix)
                canvas.shade(opacity)

            state = self._forms.add_mask(box, draw_mask)
        shading = _shading(self._colours.gradient(fill))

        def draw() -> None:
            canvas.saveState()
            clip(canvas, item)
            if state:
                self._canvas.addLiteral(USE_STATE)
            transform(canvas, fill.matrix)
            canvas.shade(shading)
            canvas.restoreState()
            draw_shape(canvas, self._colours.shape(replace(item, fill=None)))

        return self._forms.add(box, draw, state=state)

    def _add_group(self, group: Group) -> str:
        box = extent(group.items)
        content = self._forms.add(box, lambda: self.draw_items(group.items), group="inherited")
        state = PDFDictionary({"Type": "/ExtGState", "ca": group.opacity, "CA": group.opacity})

        def draw() -> None:
            self._canvas.addLiteral(USE_STATE)
            self._canvas.doForm(content)

        return self._forms.add(box, draw, state=state)

    def _add_shadow(self, shadow: Shadow) -> str:
        picture = self._forms.add_picture(convert_picture(drop_alpha(shadow.data, in_grey=True)))

        def draw_mask() -> None:
            _stretch(self._canvas, shadow.box)
            self._canvas.doForm(picture)

        state = self._forms.add_mask(shadow.box, draw_mask)

        def draw() -> None:
            self._canvas.addLiteral(USE_STATE)
            draw_shape(self._canvas, self._colours.shape(Rect(shadow.box, shadow.colour)))

        return self._forms.add(shadow.box, draw, state=state)


def _stretch(canvas: Canvas, box: Box) -> None:
    transform(canvas, (box.width, 0.0, 0.0, -box.height, box.x, box.bottom))


def _shading(gradient: Gradient) -> PDFShading:
    """Returns a gradient in DeviceGray if all its colours are grey, else in RGB or CMYK."""
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
