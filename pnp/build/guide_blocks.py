"""A column of the print guide: blocks one under the other, each set to the column's width."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.drawing import parse_drawing
from pnp.art.low_ink import reduced, reduced_art
from pnp.art.paths import map_items
from pnp.kit.model import Language
from pnp.kit.theme import Style
from pnp.scene import (
    IDENTITY,
    Art,
    Box,
    Colour,
    Ellipse,
    Group,
    Image,
    Item,
    Page,
    Path,
    Placed,
    Rect,
    Scene,
    Stroke,
    Use,
)
from pnp.sheet.draw import FISHTAIL, fishtail
from pnp.sheet.marks import GREY, INK, WHITE, Mark, cut_line, fold_line, glue, mark_paths, open_path, polygon
from pnp.sheet.press_words import Technique, TechniqueText
from pnp.text.bidi import Align
from pnp.text.block import line, text_block, width_of
from pnp.text.fonts import FontBook
from pnp.text.wrap import Typesetting

RULE = Stroke("#B9A98C", 0.2)
HEAVY = Stroke(INK, 0.55)
DISC = 5.2

TEXT = Style(font="text", size=9.5, leading=1.26, colour=INK)
SMALL = Style(font="text", size=8.5, leading=1.25, colour=GREY)

Drawn: TypeAlias = list[Item]


class Block(msgspec.Struct, frozen=True, eq=False):
    """An undivided part of a page: its height, and its items with the top at y. `keep`: on one page with the next."""

    height: float
    draw: Callable[[float], Iterable[Item]]
    keep: bool = False


class Column(msgspec.Struct, frozen=True, eq=False):
    """A text column as wide as `room`, with `gap` mm above headings. Every x is that of a page that is read from left
    to right; in other languages the column mirrors it."""

    room: Box
    fonts: FontBook
    language: Language
    accent: str
    gap: float

    def at(self, x: float, width: float = 0.0) -> float:
        """Where what is `width` mm wide and stands at x has its left edge: pages of what is written from right to left
        are mirrored, all but their words and pictures."""
        return self.room.x + self.room.right - x - width if self.fonts.right_to_left else x

    def line(
        self,
        text: str,
        x: float,
        y: float,
        role: str,
        size: float,
        colour: Colour,
        align: Align = "start",
        *,
        bold: bool = False,
        italic: bool = False,
    ) -> tuple[Item, ...]:
        """A line with its baseline at y, which begins (`start`), stands in the middle of, or ends at x."""
        ways: tuple[Align, Align] = ("right", "left") if self.fonts.right_to_left else ("left", "right")
        way = ways[align == "end"] if align != "center" else align
        return line(text, self.at(x), y, role, size, colour, self.fonts, way, bold=bold, italic=italic)

    def fishtail(self, x: float, y: float, scale: float) -> Path:
        """The sign of the series in the accent, its top there."""
        return fishtail(self.at(x, FISHTAIL[0] * scale), y, self.accent, scale)

    def set(self, markup: str, box: Box, style: Style) -> tuple[tuple[Item, ...], float]:
        """Items and height of a text; its colours are written out, and it has no icons."""
        block = text_block(
            markup, box, style, Typesetting(self.fonts, lambda name: None, lambda name: name, self.language)
        )
        return block.place(replace(box, x=self.at(box.x, box.width))).items, block.height

    def heading(self, text: str) -> Block:
        def draw(y: float) -> Drawn:
            base = y + self.gap + 4.0
            return [
                self.fishtail(self.room.x, base - 3.3, 1.2),
                *self.line(text, self.room.x + 4.6, base, "display", 13.0, INK),
            ]

        return Block(self.gap + 7.6, draw, keep=True)

    def paragraph(
        self, text: str, style: Style = TEXT, before: float = 0.0, after: float = 0.0, *, keep: bool = False
    ) -> Block:
        height = self.set(text, Box(0.0, 0.0, self.room.width, 100.0), style)[1]

        def draw(y: float) -> tuple[Item, ...]:
            return self.set(text, Box(self.room.x, y + before, self.room.width, 100.0), style)[0]

        return Block(before + height + after, draw, keep)

    def disc(self, number: int, x: float, y: float) -> Drawn:
        """A number in a disc, its top left there."""
        return [
            Ellipse(Box(self.at(x, DISC), y, DISC, DISC), fill=self.accent),
            *self.line(str(number), x + DISC / 2, y + DISC / 2 + 1.05, "display", 9.0, WHITE, "center"),
        ]

    def entries(self, texts: Sequence[str]) -> Block:
        """Entries of a list in two columns, a fishtail before each."""
        width = (self.room.width - 6.0) / 2
        half = -(-len(texts) // 2)
        heights = [self.set(text, Box(0.0, 0.0, width - 4.5, 60.0), TEXT)[1] + 1.8 for text in texts]

        def draw(y: float) -> Drawn:
            items: Drawn = []
            for start, x in ((0, self.room.x), (half, self.room.x + width + 6.0)):
                top = y
                for index in range(start, min(start + half, len(texts))):
                    items.append(self.fishtail(x, top + 0.1, 0.8))
                    items.extend(self.set(texts[index], Box(x + 4.5, top, width - 4.5, 60.0), TEXT)[0])
                    top += heights[index]
            return items

        return Block(max(sum(heights[:half]), sum(heights[half:])), draw)

    def across(self, blocks: Sequence[Block]) -> Block:
        """Blocks beside one another, which know their own places: their tops on one line."""

        def draw(y: float) -> Drawn:
            return [item for block in blocks for item in block.draw(y)]

        return Block(max(block.height for block in blocks), draw)


def rule(x: float, y: float, width: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", x + width, y)), stroke=stroke)


def draw_signs(x: float, y: float) -> tuple[tuple[Item, ...], ...]:
    """The five signs of the sheets, each about (x, y): crop marks at a corner, cut, fold, glue, halves of a diamond."""
    corner = Rect(Box(x - 3.0, y - 1.0, 8.0, 6.0), fill="#F4E9D3")
    marks = mark_paths((Mark(x - 3.0, y - 1.8, x - 3.0, y - 4.5), Mark(x - 3.8, y - 1.0, x - 6.5, y - 1.0)))
    halves = (
        Path(polygon(((x + way * 0.7, y - 2.8), (x + way * 3.5, y), (x + way * 0.7, y + 2.8))), fill=INK)
        for way in (-1.0, 1.0)
    )
    start, end = (x - 6.0, y), (x + 6.0, y)
    return (corner, *marks), cut_line(open_path((start, end))), fold_line(start, end), (glue(x, y, 6.0),), (*halves,)


EDGE = Stroke(INK, 0.25)
PICTURED = "#DAD5CB"
"""Where a face has a photograph: at this size nobody sees it, and the guide would have to carry it again."""


class Thumbnails:
    """Small pages of one file, in which each face is stored once."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._arts: dict[int, tuple[Scene, Art]] = {}

    def drawn(self, page: Page, x: float, y: float) -> Iterator[Item]:
        """A page, its top left there."""
        scale = self._scale
        paper = Box(x, y, page.width * scale, page.height * scale)
        items = tuple(self._items(page.items))
        yield Rect(paper, fill=WHITE)
        yield Group((Group(items, (scale, 0.0, 0.0, scale, x, y)),), clip=paper)
        yield Rect(paper, stroke=EDGE)

    def _items(self, items: Iterable[Item | Placed]) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Placed):
                yield Group((Group((Use(self._art(item.scene), IDENTITY),), item.matrix),), clip=item.clip)
            else:
                yield from reduced((item,), self._scale, reduced_art)

    def _art(self, scene: Scene) -> Art:
        known = self._arts.get(id(scene))
        if known is None:
            trim = Box(0.0, 0.0, scene.width, scene.height)
            bleed = trim.inset(-scene.bleed)
            items = map_items(reduced(scene.items, self._scale, reduced_art), _blank_picture)
            art = Art(f"thumbnail {len(self._arts)}", scene.width, scene.height, (Group(items, clip=bleed),))
            known = self._arts[id(scene)] = scene, art
        return known[1]


def _blank_picture(item: Item) -> Item:
    return Rect(item.clip or item.box, fill=PICTURED) if isinstance(item, Image) else item


TOOLS = ("knife", "mat", "glue", "folder")
PANELS = 2
"""Beside one another."""
APART = 4.0
PANEL = (83.0, 52.0)
"""What the drawings were drawn for, mm."""
GROUND, TOOLS_GROUND = "#FBF6EA", "#F4E9D3"
PANEL_EDGE, TOOLS_EDGE = Stroke(INK, 0.45), Stroke(INK, 0.35)
TOOLS_HEIGHT = 13.4

_CAPTION = Style(font="display", size=12, colour=INK, hyphenate=False)


def panels(column: Column, shown: Sequence[tuple[Technique, TechniqueText]]) -> Iterator[Block]:
    """The drawings with their captions, numbered, in rows."""
    blocks = [_panel(column, number, *one) for number, one in enumerate(shown, start=1)]
    for first in range(0, len(blocks), PANELS):
        yield column.across(blocks[first : first + PANELS])


def _panel(column: Column, number: int, technique: Technique, panel: TechniqueText) -> Block:
    width = (column.room.width - APART * (PANELS - 1)) / PANELS
    scale = width / PANEL[0]
    height = PANEL[1] * scale
    x = column.room.x + (number - 1) % PANELS * (width + APART)
    left = x + DISC + 2.5
    room = width - DISC - 2.5
    below = column.set(panel.text, Box(0.0, 0.0, room, 100.0), TEXT)[1]

    def draw(y: float) -> Drawn:
        return [
            Rect(Box(column.at(x, width), y, width, height), fill=GROUND, stroke=PANEL_EDGE, radius=1.4),
            Use(drawing(technique), (scale, 0.0, 0.0, scale, column.at(x, width), y)),
            *column.disc(number, x, y + height + 1.8),
            *column.set(panel.title, Box(left, y + height + 1.6, room, 10.0), _CAPTION)[0],
            *column.set(panel.text, Box(left, y + height + 7.6, room, 100.0), TEXT)[0],
        ]

    return Block(height + 7.6 + below + 4.0, draw)


def tools(column: Column, names: Sequence[str]) -> Block:
    """The tools, each beside its name, with even room between them."""
    arts = [drawing(tool) for tool in TOOLS]
    widths = [
        art.width + 1.5 + width_of(name, "text", 9.5, column.fonts) for art, name in zip(arts, names, strict=True)
    ]
    apart = (column.room.width - 4.0 - sum(widths)) / (len(TOOLS) - 1)

    def draw(y: float) -> Drawn:
        ground = Box(column.room.x, y, column.room.width, TOOLS_HEIGHT)
        items: Drawn = [Rect(ground, TOOLS_GROUND, TOOLS_EDGE, radius=1.0)]
        x = column.room.x + 2.0
        for art, name, width in zip(arts, names, widths, strict=True):
            left, top = column.at(x, art.width), y + (TOOLS_HEIGHT - art.height) / 2
            items.append(Use(art, (1.0, 0.0, 0.0, 1.0, left, top)))
            items += column.line(name, x + art.width + 1.5, y + TOOLS_HEIGHT / 2 + 1.1, "text", 9.5, INK)
            x += width + apart
        return items

    return Block(TOOLS_HEIGHT + 2.0, draw)


def drawing(name: str, accent: str = INK) -> Art:
    """A drawing of the press: a tool, or what hands do. Its `currentColor` becomes the accent."""
    path = pathlib.Path(__file__).with_name("drawings") / f"{name}.svg"
    return parse_drawing(path.read_bytes().replace(b"currentColor", accent.encode()), path.name).art
