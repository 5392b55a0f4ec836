"""Draws scenes and their items on a reportlab canvas, in mm with y downwards."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from functools import lru_cache

from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import extent
from pnp.render.colours import ColourConversion
from pnp.render.pdf_effects import Effects
from pnp.render.pdf_forms import Forms
from pnp.render.pdf_paths import clip, draw_shape, transform
from pnp.render.pdf_text import TextPainter
from pnp.scene import (
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
    Text,
    Use,
)
from pnp.text.fonts import FontBook

CACHED_DRAWINGS = 2_000
"""Our richest kit has 800 drawings in two languages and both inks."""


class Painter:
    """Draws items on one canvas. Drawings, pictures and scenes that come again are stored once, as forms."""

    def __init__(self, canvas: Canvas, fonts: FontBook, colours: ColourConversion) -> None:
        self.text = TextPainter(fonts)
        self._canvas = canvas
        self._colours = colours
        self._forms = Forms(canvas)
        self._effects = Effects(canvas, self._forms, colours, self.draw_items)
        self._drawings: dict[str, str] = {}
        self._scenes: dict[int, tuple[weakref.ref[Scene], str]] = {}

    def draw_scene(self, placed: Placed, times: int) -> None:
        """Draws a scene, which is on this page so many `times`. One that comes again is stored as a form."""
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
        """Draws items in order."""
        for item in items:
            self.draw_item(item)

    def draw_item(self, item: Item) -> None:
        """Draws one item."""
        canvas = self._canvas
        if isinstance(item, Text):
            self.text.draw(canvas, item, self._colours.text(item.colour))
        elif isinstance(item, Rect | Ellipse | Path):
            if isinstance(item.fill, Gradient):
                self._effects.draw_gradient(item, item.fill)
            else:
                draw_shape(canvas, self._colours.shape(item))
        elif isinstance(item, Use):
            canvas.saveState()
            transform(canvas, item.matrix)
            canvas.doForm(self._drawing(item.art))
            canvas.restoreState()
        elif isinstance(item, Group):
            enter_group(canvas, item)
            if item.see_through:
                self._effects.draw_group(item)
            else:
                self.draw_items(item.items)
            canvas.restoreState()
        elif isinstance(item, Image):
            self._effects.draw_picture(item)
        else:
            self._effects.draw_shadow(item)

    def _drawing(self, art: Art) -> str:
        """The form of a drawing. One of plain shapes is drawn once a process, and its content used in every file."""
        form = self._drawings.get(art.key)
        if form is None:
            box, content = plain_drawing(art, self._colours)
            draw = (lambda: self._canvas.addLiteral(content)) if content else (lambda: self.draw_items(art.items))
            form = self._drawings[art.key] = self._forms.add(box, draw)
        return form


def enter_group(canvas: Canvas, group: Group) -> None:
    """Saves the state, and moves and clips to a group."""
    canvas.saveState()
    transform(canvas, group.matrix)
    if group.clip:
        clip(canvas, group.clip)


@lru_cache(maxsize=CACHED_DRAWINGS)
def plain_drawing(art: Art, colours: ColourConversion) -> tuple[Box, str]:
    """The box of a drawing in its own units, and its page content; "" if it has more than plain shapes and groups."""
    canvas = Canvas(None)
    box = extent((Rect(Box(0.0, 0.0, art.width, art.height)), *art.items))
    return box, canvas.getCurrentPageContent() if _draw_plain(canvas, art.items, colours) else ""


def _draw_plain(canvas: Canvas, items: Iterable[Item], colours: ColourConversion) -> bool:
    """Draws shapes and groups; False if any item is something else."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            enter_group(canvas, item)
            if not _draw_plain(canvas, item.items, colours):
                return False
            canvas.restoreState()
        elif isinstance(item, Rect | Ellipse | Path) and not isinstance(item.fill, Gradient):
            draw_shape(canvas, colours.shape(item))
        else:
            return False
    return True
