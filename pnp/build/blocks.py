"""Layout of the print guide and the swap list: a text column, and pages that blocks fill evenly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.scene import Box, Colour, Ellipse, Group, Item, Path, Stroke
from pnp.sheet.draw import FISHTAIL, FooterText, fishtail
from pnp.sheet.marks import GREY, INK, WHITE
from pnp.text.bidi import Align
from pnp.text.block import line, set_text_block
from pnp.text.fonts import FontBook
from pnp.text.wrap import Typesetting

DISC = 5.2
GAP = 4.0
"""Above a heading, mm."""
LARGEST_GAP = 9.0
"""Added between blocks where a page has room left, mm."""
RULE = Stroke("#B9A98C", 0.2)
HEAVY = Stroke(INK, 0.55)
THIN = Stroke(INK, 0.25)
TEXT = Style(font="text", size=9.5, leading=1.26, colour=INK)
SMALL = Style(font="text", size=8.5, leading=1.25, colour=GREY)


class Block(msgspec.Struct, frozen=True, eq=False):
    """A part of a page without a page break: its height, and its items with the top at 0. `keep`: stays with the next
    block. `loose`: gets a gap before it if the page has room."""

    height: float
    items: Iterable[Item]
    keep: bool = False
    loose: bool = False

    def draw(self, y: float) -> Group:
        """Returns the block with its top at y."""
        return Group(tuple(self.items), (1.0, 0.0, 0.0, 1.0, 0.0, y))


class Column(msgspec.Struct, frozen=True, eq=False):
    """A text column `room` mm wide. Every x assumes left-to-right text; for other languages the column mirrors it."""

    room: Box
    fonts: FontBook
    footer: FooterText

    def at(self, x: float, width: float = 0.0) -> float:
        """Returns the left edge of something `width` mm wide at x. Its content is not mirrored."""
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
        """Returns a line on the baseline y that starts (`start`), is centred, or ends at x."""
        ways: tuple[Align, Align] = ("right", "left") if self.fonts.right_to_left else ("left", "right")
        way = ways[align == "end"] if align != "center" else align
        return line(text, self.at(x), y, role, size, colour, self.fonts, way, bold=bold, italic=italic)

    def fishtail(self, x: float, y: float, scale: float) -> Path:
        """Returns the sign of the series in the accent colour, its top at y."""
        return fishtail(self.at(x, FISHTAIL[0] * scale), y, self.footer.accent, scale)

    def set(self, markup: str, box: Box, style: Style) -> tuple[tuple[Item, ...], float]:
        """Returns items and height of a text, which may name colours but no icons."""
        typesetting = Typesetting(self.fonts, lambda name: None, lambda name: name, self.footer.language)
        block = set_text_block(markup, box, style, typesetting)
        return block.place(replace(box, x=self.at(box.x, box.width))).items, block.height

    def text(
        self, markup: str, x: float, y: float, width: float, style: Style = TEXT
    ) -> tuple[tuple[Item, ...], float]:
        """Returns items and height of a text with its top at y."""
        return self.set(markup, Box(x, y, width, 100.0), style)

    def heading(self, text: str) -> Block:
        sign = self.fishtail(self.room.x, GAP + 4.0 - 3.3, 1.2)
        items = self.line(text, self.room.x + 4.6, GAP + 4.0, "display", 13.0, INK)
        return Block(GAP + 7.6, (sign, *items), keep=True, loose=True)

    def paragraph(
        self, text: str, style: Style = TEXT, before: float = 0.0, after: float = 0.0, *, keep: bool = False
    ) -> Block:
        items, height = self.text(text, self.room.x, before, self.room.width, style)
        return Block(before + height + after, items, keep)

    def disc(self, number: int, x: float, y: float) -> tuple[Item, ...]:
        """Returns a number in a disc with its top left at (x, y)."""
        return (
            Ellipse(Box(self.at(x, DISC), y, DISC, DISC), fill=self.footer.accent),
            *self.line(str(number), x + DISC / 2, y + DISC / 2 + 1.05, "display", 9.0, WHITE, "center"),
        )

    def entries(self, texts: Sequence[str]) -> Block:
        """Returns entries of a list in two columns, each after a fishtail."""
        width = (self.room.width - 6.0) / 2
        half = -(-len(texts) // 2)
        blocks = []
        for x, entries in ((self.room.x, texts[:half]), (self.room.x + width + 6.0, texts[half:])):
            y, items = 0.0, list[Item]()
            for text in entries:
                entry, height = self.text(text, x + 4.5, y, width - 4.5)
                items += (self.fishtail(x, y + 0.1, 0.8), *entry)
                y += height + 1.8
            blocks.append(Block(y, items))
        return place_side_by_side(blocks)


def place_side_by_side(blocks: Sequence[Block]) -> Block:
    """Returns blocks with aligned tops; each has its own x."""
    return Block(max(block.height for block in blocks), [item for block in blocks for item in block.items])


def rule(x: float, y: float, width: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", x + width, y)), stroke=stroke)


def fill_pages(blocks: Sequence[Block], room: Box) -> list[list[Item]]:
    """Returns the items of each page: as few pages as possible, evenly filled except the last."""
    groups: list[list[Block]] = [[]]
    for block in blocks:
        groups[-1].append(block)
        if not block.keep:
            groups.append([])
    groups = [group for group in groups if group]
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)] * (len(groups) + 1)
    for first in reversed(range(len(groups))):
        best[first] = min(_list_page_ends(groups, first, room, best))
    pages: list[list[Item]] = []
    first = 0
    while first < len(groups):
        end = best[first][2]
        pages.append(_spread(groups[first:end], room))
        first = end
    return pages


def _list_page_ends(
    groups: Sequence[Sequence[Block]], first: int, room: Box, best: Sequence[tuple[int, float, int]]
) -> Iterator[tuple[int, float, int]]:
    """Yields the ways to end a page that begins with a group: number of pages from there on, emptiness of those before
    the last, next group."""
    height = 0.0
    for end in range(first + 1, len(groups) + 1):
        height += sum(block.height for block in groups[end - 1])
        if height > room.height and end > first + 1:
            return
        pages, unevenness, _ = best[end]
        yield pages + 1, unevenness + (1.0 - height / room.height) ** 2 * (pages > 0), end


def _spread(groups: Sequence[Sequence[Block]], room: Box) -> list[Item]:
    """Returns groups of blocks on one page, with the free space distributed among the gaps."""
    free = room.height - sum(block.height for group in groups for block in group)
    gaps = sum(group[0].loose for group in groups[1:])
    gap = max(0.0, min(LARGEST_GAP, free / max(1, gaps)))
    items: list[Item] = []
    y = room.y
    for number, group in enumerate(groups):
        y += gap if number and group[0].loose else 0.0
        for block in group:
            items.append(block.draw(y))
            y += block.height
    return items
