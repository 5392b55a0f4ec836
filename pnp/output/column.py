"""A column of the print guide: blocks one under the other, each set to the column's width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.kit.model import Language, Style
from pnp.scene import Box, Colour, Ellipse, Item, Path, Stroke
from pnp.sheet.draw import FISHTAIL, fishtail
from pnp.sheet.marks import GREY, INK, WHITE
from pnp.text.block import TextBlock, text_block
from pnp.text.direction import Align
from pnp.text.fonts import FontBook
from pnp.text.label import line

RULE = Stroke("#B9A98C", 0.2)
HEAVY = Stroke(INK, 0.55)
DISC = 5.2

TEXT = Style(font="text", size=9.5, leading=1.26, colour=INK)
SMALL = Style(font="text", size=8.5, leading=1.25, colour=GREY)

Drawn: TypeAlias = list[Item]


class Block(msgspec.Struct, frozen=True, eq=False):
    """A piece of a page that is not divided: how high it is, and its items when its top is at y.

    `keep` holds it on one page with the block after it.
    """

    height: float
    draw: Callable[[float], Iterable[Item]]
    keep: bool = False


class Column(msgspec.Struct, frozen=True, eq=False):
    """What the guide's blocks have in common. `room` is the column; its top and height do not matter; `gap` is what
    lies above a heading, mm. Every x is that of a page that is read from left to right; in other languages the column
    mirrors it."""

    room: Box
    fonts: FontBook
    language: Language
    accent: str
    gap: float
    texts: dict[tuple[str, float, float, Style], TextBlock] = {}
    """Those that were set, by what was set in how wide and high a box: each is asked for its height before it is drawn,
    and a column may be tried with several gaps."""

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
        asked = markup, box.width, box.height, style
        block = self.texts.get(asked)
        if block is None:
            block = self.texts[asked] = text_block(
                markup,
                box,
                style,
                fonts=self.fonts,
                icons=lambda name: None,
                colours=lambda name: name,
                language=self.language,
            )
        return block.placed(replace(box, x=self.at(box.x, box.width))).items, block.height

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
        return Block(before + height + after, partial(self._paragraph_at, text, style, before), keep)

    def _paragraph_at(self, text: str, style: Style, before: float, y: float) -> tuple[Item, ...]:
        return self.set(text, Box(self.room.x, y + before, self.room.width, 100.0), style)[0]

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
