"""Draws the swap list, which is printed with changed pieces: which to take out, which to put in, and why."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

import msgspec
from msgspec.structs import replace

from pnp.art.paths import rounded_rect
from pnp.build.guide_blocks import HEAVY, RULE, Block, Column, rule
from pnp.build.pieces import map_items
from pnp.changes.words import ChangeWords
from pnp.findings import KitError
from pnp.kit.theme import Style
from pnp.scene import Box, Group, Item, Page, Path, Rect, Scene, Stroke, Text
from pnp.sheet.draw import Imprint
from pnp.sheet.marks import GREY, INK
from pnp.sheet.paper import Paper
from pnp.text.fonts import FontBook
from pnp.text.label import line, width_of
from pnp.text.markup import escape_markup

SIDE, FOOT = 14.0, 16.0
"""Margins left and right, and from the foot's rule to the paper's edge, mm."""
PICTURE = (21.0, 29.4)
"""Room of a picture: a poker card at a third of its size."""
ROW, GROUND = 34.0, "#F6E6C4"
LONGEST = 160
"""Characters of each text of a row, so that six of them fit on a page."""
HEAD, TABLE, LATER_TABLE = 28.0, 48.5, 22.0
"""The head's rule, and the first row without remarks: on the first page and on others."""
OLD, OLD_NAME, ARROW, NEW, NEW_NAME, WHY = 9.5, 35.0, 71.0, 83.0, 108.0, 141.5
"""Left edges of the columns, from the first one."""
TICK = 6.0
MIDDLE, SHAFT = Stroke(INK, 0.35), Stroke(INK, 0.5)
EMPTY = Stroke(INK, 0.3, (1.0, 0.8))
RIGHT_TO_LEFT = "\u200f"

_NAME = Style(font="text", size=9.5, leading=1.2, colour=INK, hyphenate=False)
_BELOW = Style(font="text", size=8.0, leading=1.25, colour=GREY, hyphenate=False)
_WHY = Style(font="text", size=8.8, leading=1.22, colour=INK)
_REMARK = Style(font="text", size=10.0, leading=1.25, colour=INK)
_CLOSING = Style(font="text", size=9.5, leading=1.3, colour=INK)


class SwapSide(msgspec.Struct, frozen=True, eq=False):
    """One half of a row. `stored` is false if the old picture was not stored."""

    name: str
    below: str
    scene: Scene | None
    stored: bool = True


class Swap(msgspec.Struct, frozen=True, eq=False):
    """A row: what to take out and what to put in, if anything, and what is different."""

    old: SwapSide | None
    new: SwapSide | None
    why: tuple[str, ...]


class SwapList(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A swap list. `box` counts the pieces before and after; `sleeved`: new cards may go in front of old ones."""

    imprint: Imprint
    old_build: str
    paper: Paper
    rows: tuple[Swap, ...]
    remarks: tuple[str, ...]
    take_out: int
    put_in: int
    sheets: int
    cuts: int
    box: tuple[int, int]
    sleeved: bool


def draw_swap_list(swaps: SwapList, fonts: FontBook) -> tuple[Page, ...]:
    """The pages of a swap list, upright."""
    return tuple(_SwapListPages(swaps, fonts).pages())


class _SwapListPages:
    def __init__(self, swaps: SwapList, fonts: FontBook) -> None:
        self.swaps = swaps
        self.fonts = fonts
        self.width, self.height = swaps.paper.size(False)
        self.right = self.width - SIDE
        self.say = ChangeWords(swaps.imprint.language, swaps.imprint.own_words)
        self.room = Box(SIDE, 0.0, self.right - SIDE, self.height)
        self.column = Column(self.room, fonts, swaps.imprint.language, swaps.imprint.accent, 0.0)

    def pages(self) -> Iterator[Page]:
        head, y = self._head()
        pages: list[list[Item]] = [[*head, *self._column_titles(y)]]
        closing = [self.say("swap.sleeved")] if self.swaps.sleeved else []
        blocks = [self._row(number, row) for number, row in enumerate(self.swaps.rows, start=1)]
        blocks.append(self.column.paragraph("\n".join((*closing, self.say("swap.same"))), _CLOSING, before=5.0))
        for number, block in enumerate(blocks):
            if number and y + block.height > self.height - FOOT - 3.0:
                y = LATER_TABLE
                pages.append([*self._column_titles(y)])
            pages[-1].extend(block.draw(y))
            y += block.height
        for number, items in enumerate(pages, start=1):
            yield Page(self.width, self.height, (*items, *self._foot(number, len(pages))), label=str(number))

    def _head(self) -> tuple[list[Item], float]:
        """The head of the first page, and where its table begins."""
        swaps, say, column = self.swaps, self.say, self.column
        builds = say("swap.builds", old=swaps.old_build, new=swaps.imprint.build)
        items: list[Item] = [
            column.fishtail(SIDE, SIDE, 3.5),
            *column.line(say("swap.title"), SIDE + 11.2, 22.2, "display", 22.0, INK),
            *column.line(swaps.imprint.kit, self.right, 18.2, "text", 10.0, INK, "end", bold=True),
            *column.line(self._arrows(builds), self.right, 22.4, "text", 9.5, INK, "end"),
            rule(SIDE, HEAD, self.room.width, HEAVY),
        ]
        sums = [(swaps.take_out, say("swap.take_out")), (swaps.put_in, say("swap.put_in"))]
        if swaps.sheets:
            cuts = f", {say.count('swap.cuts', swaps.cuts)}" if swaps.cuts else ""
            sums.append((swaps.sheets, say.count("swap.sheets", swaps.sheets) + cuts))
        x, y = SIDE, 36.0
        for number, name in sums:
            items += column.line(str(number), x, y, "display", 14.0, INK)
            x += width_of(str(number), "display", 14.0, self.fonts) + 1.2
            items += column.line(name, x, y, "text", 9.5, INK)
            x += width_of(name, "text", 9.5, self.fonts) + 8.0
        old, new = swaps.box
        box = say("swap.box.same" if old == new else "swap.box.other", old=old, new=new)
        room = Box(x, y - 3.2, self.right - x, 8.0)
        items += column.set(self._arrows(box), room, replace(_CLOSING, align="end"))[0]
        y = TABLE
        for text in swaps.remarks:
            remark, height = column.set(text, replace(self.room.inset(3.0), y=y - 6.3), _REMARK)
            items += (Rect(Box(SIDE, y - 8.5, self.room.width, height + 4.4), fill=GROUND, radius=1.2), *remark)
            y += height + 7.0
        return items, y

    def _column_titles(self, top: float) -> Iterator[Item]:
        *titles, done = self.say.get("swap.columns")
        for title, x in zip(titles, (OLD, NEW, WHY), strict=True):
            yield from self.column.line(title, SIDE + x, top - 2.2, "text", 8.5, INK, bold=True)
        yield from self.column.line(done, self.right, top - 2.2, "text", 8.5, INK, "end", bold=True)
        yield rule(SIDE, top, self.room.width, MIDDLE)

    def _row(self, number: int, row: Swap) -> Block:
        """A row, as high as a picture or its longest text."""
        halves = ((row.old, OLD, OLD_NAME, ARROW), (row.new, NEW, NEW_NAME, WHY))
        texts = [
            self._texts(x, end, (f"**{_markup(side.name)}**", _NAME), (_markup(side.below), _BELOW))
            if side
            else self._texts(x, end, (self.say("swap.nothing"), _NAME))
            for side, _, x, end in halves
        ]
        why = self._arrows("\n".join(map(_markup, row.why)))
        texts.append(self._texts(WHY, self.room.width - TICK - 2.0, (why, _WHY)))
        height = max(ROW, *(text.height + 4.0 for text in texts))

        def draw(y: float) -> Iterator[Item]:
            middle = y + height / 2
            yield from self.column.line(str(number), SIDE + 1.5, middle + 1.6, "display", 13.0, INK, bold=True)
            for side, x, _, _ in halves:
                left = self.column.at(SIDE + x, PICTURE[0])
                yield from self._picture(side, Box(left, middle - PICTURE[1] / 2, *PICTURE))
            for text in texts:
                yield from text.draw(middle - text.height / 2)
            start, back, tip = (self.column.at(SIDE + ARROW + along) for along in (0.0, 4.8, 7.0))
            yield Path((("M", start, middle), ("L", tip, middle)), stroke=SHAFT)
            yield Path((("M", back, middle - 2.2), ("L", tip, middle), ("L", back, middle + 2.2)), stroke=SHAFT)
            tick = Box(self.column.at(self.right - TICK - 2.0, TICK), middle - TICK / 2, TICK, TICK)
            yield Rect(tick, stroke=MIDDLE, radius=1.0)
            yield rule(SIDE, y + height, self.room.width, RULE)

        return Block(height, draw)

    def _texts(self, x: float, end: float, *texts: tuple[str, Style]) -> Block:
        """Texts one under the other between two edges of columns."""
        room = Box(SIDE + x, 0.0, end - x - 2.0, self.height)
        heights = [self.column.set(text, room, style)[1] if text else 0.0 for text, style in texts]

        def draw(y: float) -> Iterator[Item]:
            for (text, style), height in zip(texts, heights, strict=True):
                yield from self.column.set(text, replace(room, y=y), style)[0]
                y += height

        return Block(sum(heights), draw)

    def _picture(self, side: SwapSide | None, room: Box) -> Iterator[Item]:
        """A face cut at its trim, centred and as large as the room allows; without one a sign."""
        if side is None or side.scene is None:
            yield Rect(room, stroke=EMPTY, radius=1.0)
            sign = "–" if side is None or side.stored else "?"
            x, y = room.x + room.width / 2, room.y + room.height / 2 + 1.0
            yield from line(sign, x, y, "text", 9.0, GREY, self.fonts, "center")
            return
        scene = with_known_fonts(side.scene, self.fonts)
        scale = min(room.width / scene.width, room.height / scene.height)
        width, height = scene.width * scale, scene.height * scale
        x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
        outline = scene.outline if isinstance(scene.outline, Path) else None
        trim = outline or Path(rounded_rect(Box(0.0, 0.0, scene.width, scene.height), scene.corner, scene.corner))
        yield Group((Group(scene.items, clip=trim),), (scale, 0.0, 0.0, scale, x, y))
        if outline is None:
            yield Rect(Box(x, y, width, height), stroke=RULE, radius=scene.corner * scale)

    def _foot(self, number: int, total: int) -> Iterator[Item]:
        swaps, base = self.swaps, self.height - FOOT + 4.4
        page = self.say("swap.page", kit=swaps.imprint.kit, number=number, total=total)
        builds = self._arrows(self.say("swap.old_new", old=swaps.old_build, new=swaps.imprint.build))
        yield rule(SIDE, self.height - FOOT, self.room.width, RULE)
        yield from self.column.line(page, SIDE, base, "text", 8.0, GREY)
        yield from self.column.line(builds, self.width / 2, base, "text", 8.0, GREY, "center")
        yield from self.column.line(self.say("swap.actual_size"), self.right, base, "text", 8.0, GREY, "end")

    def _arrows(self, text: str) -> str:
        """The text with arrows in reading direction: Unicode does not mirror them."""
        if not self.fonts.right_to_left or " → " not in text:
            return text
        return text.replace(": ", f": {RIGHT_TO_LEFT}").replace(" → ", f" {RIGHT_TO_LEFT}←{RIGHT_TO_LEFT} ")


def _markup(text: str) -> str:
    """The markup of a text, whose lines are cut short so that a row stays on its page."""
    return "\n".join(escape_markup(shorten(one, LONGEST, placeholder=" …")) for one in text.splitlines())


def with_known_fonts(scene: Scene, fonts: FontBook) -> Scene:
    """The scene with typefaces that the kit has no more replaced by that of running text."""

    def known(item: Item) -> Item:
        if isinstance(item, Text):
            try:
                fonts.font(item.font)
            except KitError:
                face = fonts.face("text")
                glyphs = fonts.font(face).shape(item.text, item.right_to_left).glyphs
                return replace(item, font=face, glyphs=glyphs)
        return item

    return replace(scene, items=map_items(scene.items, known))
