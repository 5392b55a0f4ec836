"""Draws the swap list, which is printed with changed pieces: which to take out, which to put in, and why."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from pnp.art.paths import rounded_rect
from pnp.changes.words import ChangeWords
from pnp.findings import KitError
from pnp.kit.model import Style
from pnp.output.column import Column
from pnp.output.leaves import map_items
from pnp.scene import Box, Group, Item, Page, Path, Rect, Scene, Stroke, Text
from pnp.sheet.foot import Imprint
from pnp.sheet.marks import GREY, INK
from pnp.sheet.papers import Paper
from pnp.text.fonts import FontBook
from pnp.text.label import line, width_of
from pnp.text.markup import escape_markup

SIDE, FOOT = 14.0, 16.0
"""Margins left and right, and from the foot's rule to the paper's edge, mm."""
PICTURE = (21.0, 29.4)
"""Room of a picture: a poker card at a third of its size."""
ROW, GROUND = 34.0, "#F6E6C4"
NAME_HEIGHT = 18.0
"""Room of a name in its row; the number of pieces and their place stand below."""
HEAD, TABLE, LATER_TABLE = 28.0, 48.5, 22.0
"""The head's rule, and the first row without remarks: on the first page and on others."""
CLOSING = 16.0
"""Height of the closing text."""
OLD, OLD_NAME, ARROW, NEW, NEW_NAME, WHY = 9.5, 35.0, 71.0, 83.0, 108.0, 141.5
"""Left edges of the columns, from the first one."""
TICK = 6.0
HEAVY, MIDDLE, FINE = Stroke(INK, 0.55), Stroke(INK, 0.35), Stroke("#B9A98C", 0.2)
EMPTY = Stroke(INK, 0.3, (1.0, 0.8))
RIGHT_TO_LEFT = "\u200f"

_NAME = Style(font="text", size=9.5, leading=1.2, colour=INK, hyphenate=False)
_BELOW = Style(font="text", size=8.0, least=7.0, leading=1.25, colour=GREY, hyphenate=False)
_WHY = Style(font="text", size=8.8, least=7.0, leading=1.22, colour=INK)
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
        room = Box(SIDE, 0.0, self.right - SIDE, 0.0)
        self.column = Column(room, fonts, swaps.imprint.language, swaps.imprint.accent, 0.0)

    def pages(self) -> Iterator[Page]:
        head, top = self._head()
        pages: list[list[Item]] = [[*head, *self._column_titles(top)]]
        y = top
        for number in range(len(self.swaps.rows) + 1):
            closing = number == len(self.swaps.rows)
            height = CLOSING if closing else ROW
            if y + height > self.height - FOOT - 3.0 and y not in (top, LATER_TABLE):
                y = LATER_TABLE
                pages.append([*self._column_titles(y)])
            pages[-1].extend(self._closing(y) if closing else self._row(number, y))
            y += height
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
            _rule(SIDE, HEAD, self.right, HEAVY),
            *self._sums(36.0),
        ]
        y = TABLE
        for text in swaps.remarks:
            room = Box(SIDE + 3.0, y - 6.3, self.right - SIDE - 6.0, 40.0)
            remark, height = column.set(text, room, _REMARK)
            ground = Box(SIDE, y - 8.5, self.right - SIDE, height + 4.4)
            items += (Rect(ground, fill=GROUND, radius=1.2), *remark)
            y += height + 7.0
        return items, y

    def _sums(self, y: float) -> Iterator[Item]:
        """How many pieces go and come, the sheets and cuts for them, and the pieces in the box."""
        swaps, say = self.swaps, self.say
        sums = [(swaps.take_out, say("swap.take_out")), (swaps.put_in, say("swap.put_in"))]
        if swaps.sheets:
            cuts = f", {say.count('swap.cuts', swaps.cuts)}" if swaps.cuts else ""
            sums.append((swaps.sheets, say.count("swap.sheets", swaps.sheets) + cuts))
        x = SIDE
        for number, name in sums:
            yield from self.column.line(str(number), x, y, "display", 14.0, INK)
            x += width_of(str(number), "display", 14.0, self.fonts) + 1.2
            yield from self.column.line(name, x, y, "text", 9.5, INK)
            x += width_of(name, "text", 9.5, self.fonts) + 8.0
        old, new = swaps.box
        box = say("swap.box.same" if old == new else "swap.box.other", old=old, new=new)
        room = Box(x, y - 3.2, self.right - x, 8.0)
        yield from self.column.set(self._arrows(box), room, replace(_CLOSING, align="end"))[0]

    def _column_titles(self, top: float) -> Iterator[Item]:
        *titles, done = self.say.get("swap.columns")
        for title, x in zip(titles, (OLD, NEW, WHY), strict=True):
            yield from self.column.line(title, SIDE + x, top - 2.2, "text", 8.5, INK, bold=True)
        yield from self.column.line(done, self.right, top - 2.2, "text", 8.5, INK, "end", bold=True)
        yield _rule(SIDE, top, self.right, MIDDLE)

    def _row(self, index: int, y: float) -> Iterator[Item]:
        row, middle = self.swaps.rows[index], y + ROW / 2
        yield from self.column.line(str(index + 1), SIDE + 1.5, middle + 1.6, "display", 13.0, INK, bold=True)
        yield from self._half(row.old, OLD, OLD_NAME, ARROW - OLD_NAME - 2.0, y)
        tip, back, start = (self.column.at(SIDE + ARROW + along) for along in (7.0, 4.8, 0.0))
        yield _rule(start, middle, tip, Stroke(INK, 0.5))
        yield Path((("M", back, middle - 2.2), ("L", tip, middle), ("L", back, middle + 2.2)), stroke=Stroke(INK, 0.5))
        yield from self._half(row.new, NEW, NEW_NAME, WHY - NEW_NAME - 2.0, y)
        box = Box(SIDE + WHY, 0.0, self.right - SIDE - WHY - TICK - 4.0, ROW - 2.0)
        why, height = self._fit("\n".join(map(self._arrows, row.why)), box, _WHY)
        yield from self.column.set(why, replace(box, y=middle - height / 2), _WHY)[0]
        tick = Box(self.column.at(self.right - TICK - 2.0, TICK), middle - TICK / 2, TICK, TICK)
        yield Rect(tick, stroke=MIDDLE, radius=1.0)
        yield _rule(SIDE, y + ROW, self.right, FINE)

    def _half(self, side: SwapSide | None, x: float, name_x: float, width: float, y: float) -> Iterator[Item]:
        """The picture of one half of a row, with its texts to the right, `width` mm wide."""
        box = Box(self.column.at(SIDE + x, PICTURE[0]), y + (ROW - PICTURE[1]) / 2, *PICTURE)
        if side and side.scene:
            yield from _picture(with_known_fonts(side.scene, self.fonts), box)
        else:
            yield Rect(box, stroke=EMPTY, radius=1.0)
            dash = "–" if side is None or side.stored else "?"
            yield from line(dash, box.x + box.width / 2, y + ROW / 2 + 1, "text", 9, GREY, self.fonts, "center")
        spot = Box(SIDE + name_x, 0.0, width, NAME_HEIGHT)
        name, above = self._fit(side.name if side else self.say("swap.nothing"), spot, _NAME, bold=side is not None)
        rest = replace(spot, height=ROW - 2.0 - above)
        below, height = self._fit(side.below if side else "", rest, _BELOW)
        top = y + (ROW - above - height) / 2
        yield from self.column.set(name, replace(spot, y=top), _NAME)[0]
        yield from self.column.set(below, replace(rest, y=top + above), _BELOW)[0]

    def _closing(self, y: float) -> tuple[Item, ...]:
        same = self.say("swap.same")
        text = f"{self.say('swap.sleeved')}\n{same}" if self.swaps.sleeved else same
        return self.column.set(text, Box(SIDE, y + 5.0, self.right - SIDE, 20.0), _CLOSING)[0]

    def _foot(self, number: int, total: int) -> Iterator[Item]:
        swaps, base = self.swaps, self.height - FOOT + 4.4
        page = self.say("swap.page", kit=swaps.imprint.kit, number=number, total=total)
        builds = self._arrows(self.say("swap.old_new", old=swaps.old_build, new=swaps.imprint.build))
        yield _rule(SIDE, self.height - FOOT, self.right, FINE)
        yield from self.column.line(page, SIDE, base, "text", 8.0, GREY)
        yield from self.column.line(builds, self.width / 2, base, "text", 8.0, GREY, "center")
        yield from self.column.line(self.say("swap.actual_size"), self.right, base, "text", 8.0, GREY, "end")

    def _arrows(self, text: str) -> str:
        """The text with arrows in reading direction: Unicode does not mirror them."""
        if not self.fonts.right_to_left or " → " not in text:
            return text
        return text.replace(": ", f": {RIGHT_TO_LEFT}").replace(" → ", f" {RIGHT_TO_LEFT}←{RIGHT_TO_LEFT} ")

    def _fit(self, text: str, box: Box, style: Style, *, bold: bool = False) -> tuple[str, float]:
        """The markup of a text, cut short to the height of the box, and its height."""
        if not text:
            return "", 0.0

        def cut(length: int) -> tuple[str, float]:
            shown = text if length == len(text) else f"{text[:length].rstrip()}…"
            markup = "\n".join(map(escape_markup, shown.split("\n")))
            markup = f"**{markup}**" if bold else markup
            return markup, self.column.set(markup, box, style)[1]

        if (whole := cut(len(text)))[1] <= box.height:
            return whole
        most = bisect_left(range(len(text)), True, key=lambda length: cut(length)[1] > box.height)
        return cut(max(0, most - 1))


def _picture(scene: Scene, room: Box) -> Iterator[Item]:
    """A face cut at its trim, centred and as large as the room allows."""
    scale = min(room.width / scene.width, room.height / scene.height)
    width, height = scene.width * scale, scene.height * scale
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    outline = scene.outline if isinstance(scene.outline, Path) else None
    trim = outline or Path(rounded_rect(Box(0.0, 0.0, scene.width, scene.height), scene.corner, scene.corner))
    yield Group((Group(scene.items, clip=trim),), (scale, 0.0, 0.0, scale, x, y))
    if outline is None:
        yield Rect(Box(x, y, width, height), stroke=FINE, radius=scene.corner * scale)


def with_known_fonts(scene: Scene, fonts: FontBook) -> Scene:
    """The scene with typefaces that the kit has no more replaced by that of running text."""

    def known(item: Item) -> Item:
        if isinstance(item, Text):
            try:
                fonts.font(item.font)
            except KitError:
                return replace(item, font=fonts.face("text"), kerns=())
        return item

    return replace(scene, items=map_items(scene.items, known))


def _rule(x: float, y: float, right: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", right, y)), stroke=stroke)
