"""The swap list: a page that is printed with the changed pieces and says which to take out and which to put in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from pnp.art.paths import rounded_rect
from pnp.changes.words import Words, words
from pnp.findings import KitError
from pnp.kit.model import Style
from pnp.output.column import Column
from pnp.scene import Box, Group, Item, Page, Path, Rect, Scene, Stroke, Text
from pnp.sheet.foot import Imprint
from pnp.sheet.marks import GREY, INK
from pnp.sheet.papers import Paper
from pnp.text.fonts import FontBook
from pnp.text.label import line, width_of
from pnp.text.markup import escape_markup

SIDE = 14.0
"""From the paper's edge to what is printed, left and right."""
PICTURE = (21.0, 29.4)
"""Room of a picture: a poker card a third as wide as it is."""
ROW, GROUND = 34.0, "#F6E6C4"
NAMED = 18.0
"""Of a row, what a name may take: below it stands how many there are, and where."""
HEAD, TABLE = 28.0, 48.5
"""Where the head's rule stands, and the first row without remarks."""
FOOT = 16.0
"""From the foot's rule to the paper's edge."""
OLD, OLD_NAME, ARROW, NEW, NEW_NAME, WHY = 9.5, 35.0, 71.0, 83.0, 108.0, 141.5
"""Where the columns begin, from the first one."""
NAME_ROOM, TICK = 34.0, 6.0
HEAVY, MIDDLE, FINE = Stroke(INK, 0.55), Stroke(INK, 0.35), Stroke("#B9A98C", 0.2)
EMPTY = Stroke(INK, 0.3, (1.0, 0.8))
EDGE = Stroke("#B9A98C", 0.2)
RIGHT_TO_LEFT = "\u200f"
"""Has what stands beside it run so."""

_NAME = Style(font="text", size=9.5, leading=1.2, colour=INK, hyphenate=False)
_BELOW = Style(font="text", size=8.0, least=7.0, leading=1.25, colour=GREY, hyphenate=False)
_WHY = Style(font="text", size=8.8, least=7.0, leading=1.22, colour=INK)
_REMARK = Style(font="text", size=10.0, leading=1.25, colour=INK)
_LAST = Style(font="text", size=9.5, leading=1.3, colour=INK)


class Side(msgspec.Struct, frozen=True, eq=False):
    """One half of a row: what the piece is called, what is said below, and its picture; `kept` is false where the
    picture of what was is not there."""

    name: str
    below: str
    scene: Scene | None
    kept: bool = True


class Swap(msgspec.Struct, frozen=True, eq=False):
    """A row of the list: what to take out, what to put in, and what is different. None: nothing."""

    old: Side | None
    new: Side | None
    why: tuple[str, ...]


class SwapList(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All that a swap list says. `remarks` stand on top; `box` is how many pieces there are before and after;
    `sleeved`: new cards may stand in the sleeves of old ones."""

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


def draw_swap_list(listed: SwapList, fonts: FontBook) -> tuple[Page, ...]:
    """The pages of a swap list, upright."""
    setter = _Setter(listed, fonts)
    parts = [*setter.parts()]
    pages: list[list[tuple[float, _Part]]] = [[]]
    y = setter.top
    for part in parts:
        if y + part.height > setter.bottom and pages[-1]:
            pages.append([])
            y = setter.again
        pages[-1].append((y, part))
        y += part.height
    return tuple(
        Page(
            setter.width,
            setter.height,
            (
                *(setter.head() if number == 1 else ()),
                *setter.columns(setter.top if number == 1 else setter.again),
                *(item for y, part in placed for item in part.draw(y)),
                *setter.foot(number, len(pages)),
            ),
            label=str(number),
        )
        for number, placed in enumerate(pages, start=1)
    )


class _Part(msgspec.Struct, frozen=True, eq=False):
    height: float
    draw: Callable[[float], Iterable[Item]]


class _Setter:
    """Sets the parts of a list: its head, its rows one under the other, its foot."""

    def __init__(self, listed: SwapList, fonts: FontBook) -> None:
        self.listed = listed
        self.fonts = fonts
        self.width, self.height = listed.paper.size(False)
        self.right = self.width - SIDE
        self.say: Words = words(listed.imprint.language, listed.imprint.own_words)
        room = Box(SIDE, 0.0, self.right - SIDE, 0.0)
        self.column = Column(room, fonts, listed.imprint.language, listed.imprint.accent, 0.0)
        self.remarks = [self._remark(text) for text in listed.remarks]
        self.top = TABLE + sum(remark.height for remark in self.remarks)
        self.again = 22.0
        self.bottom = self.height - FOOT - 3.0

    def parts(self) -> Iterator[_Part]:
        """What stands in the table, and what is said below it."""
        for number, row in enumerate(self.listed.rows, start=1):
            yield _Part(ROW, partial(self._row, number, row))
        say = self.say.swap
        text = f"{say.sleeved}\n{say.same}" if self.listed.sleeved else say.same
        yield _Part(16.0, lambda y: self._set(text, Box(SIDE, y + 5.0, self.right - SIDE, 20.0), _LAST))

    def head(self) -> Iterator[Item]:
        listed, say = self.listed, self.say.swap
        yield self.column.fishtail(SIDE, SIDE, 3.5)
        yield from self.column.line(say.title, SIDE + 11.2, 22.2, "display", 22.0, INK)
        yield from self.column.line(listed.imprint.kit, self.right, 18.2, "text", 10.0, INK, "end", bold=True)
        builds = say.builds.format(old=listed.old_build, new=listed.imprint.build)
        yield from self.column.line(self._pointed(builds), self.right, 22.4, "text", 9.5, INK, "end")
        yield _rule(SIDE, HEAD, self.right, HEAVY)
        yield from self._sums(36.0)
        y = TABLE - 8.5
        for remark in self.remarks:
            yield from remark.draw(y)
            y += remark.height

    def columns(self, top: float) -> Iterator[Item]:
        """The heads of the table's columns, above its first row."""
        names = zip(self.say.swap.columns, (OLD, NEW, WHY), strict=False)
        for name, x in names:
            yield from self.column.line(name, SIDE + x, top - 2.2, "text", 8.5, INK, bold=True)
        yield from self.column.line(self.say.swap.columns[3], self.right, top - 2.2, "text", 8.5, INK, "end", bold=True)
        yield _rule(SIDE, top, self.right, MIDDLE)

    def foot(self, number: int, total: int) -> Iterator[Item]:
        listed, say = self.listed, self.say.swap
        base = self.height - FOOT + 4.4
        texts = (
            say.page.format(kit=listed.imprint.kit, number=number, total=total),
            say.old_new.format(old=listed.old_build, new=listed.imprint.build),
            say.actual_size,
        )
        yield _rule(SIDE, self.height - FOOT, self.right, FINE)
        yield from self.column.line(texts[0], SIDE, base, "text", 8.0, GREY)
        yield from self.column.line(self._pointed(texts[1]), self.width / 2, base, "text", 8.0, GREY, "center")
        yield from self.column.line(texts[2], self.right, base, "text", 8.0, GREY, "end")

    def _sums(self, y: float) -> Iterator[Item]:
        """How many go out and in, what that takes to print, and how many there are then."""
        listed, say = self.listed, self.say.swap
        sums = [(str(listed.take_out), say.take_out), (str(listed.put_in), say.put_in)]
        if listed.sheets:
            cuts = f", {self.say.count(listed.cuts, say.cuts)}" if listed.cuts else ""
            sums.append((str(listed.sheets), self.say.count(listed.sheets, say.sheets) + cuts))
        x = SIDE
        for number, name in sums:
            yield from self.column.line(number, x, y, "display", 14.0, INK)
            x += width_of(number, "display", 14.0, self.fonts) + 1.2
            yield from self.column.line(name, x, y, "text", 9.5, INK)
            x += width_of(name, "text", 9.5, self.fonts) + 8.0
        old, new = listed.box
        box = say.box["same" if old == new else "other"].format(old=old, new=new)
        yield from self._set(self._pointed(box), Box(x, y - 3.2, self.right - x, 8.0), replace(_LAST, align="end"))

    def _remark(self, text: str) -> _Part:
        room = Box(SIDE + 3.0, 0.0, self.right - SIDE - 6.0, 40.0)
        height = self.column.set(text, room, _REMARK)[1]

        def draw(y: float) -> Iterator[Item]:
            yield Rect(Box(SIDE, y, self.right - SIDE, height + 4.4), fill=GROUND, radius=1.2)
            yield from self._set(text, Box(room.x, y + 2.2, room.width, 40.0), _REMARK)

        return _Part(height + 7.0, draw)

    def _row(self, number: int, row: Swap, y: float) -> Iterator[Item]:
        middle = y + ROW / 2
        yield from self.column.line(str(number), SIDE + 1.5, middle + 1.6, "display", 13.0, INK, bold=True)
        yield from self._half(row.old, OLD, OLD_NAME, ARROW - OLD_NAME - 2.0, y)
        yield from self._arrow(SIDE + ARROW, middle)
        yield from self._half(row.new, NEW, NEW_NAME, WHY - NEW_NAME - 2.0, y)
        box = Box(SIDE + WHY, 0.0, self.right - SIDE - WHY - TICK - 4.0, ROW - 2.0)
        why, height = self._fitting("\n".join(map(self._pointed, row.why)), box, _WHY)
        yield from self._set(why, replace(box, y=middle - height / 2), _WHY)
        tick = Box(self.column.at(self.right - TICK - 2.0, TICK), middle - TICK / 2, TICK, TICK)
        yield Rect(tick, stroke=MIDDLE, radius=1.0)
        yield _rule(SIDE, y + ROW, self.right, FINE)

    def _half(self, side: Side | None, x: float, name_x: float, room: float, y: float) -> Iterator[Item]:
        box = Box(self.column.at(SIDE + x, PICTURE[0]), y + (ROW - PICTURE[1]) / 2, *PICTURE)
        if side is None or side.scene is None:
            yield Rect(box, stroke=EMPTY, radius=1.0)
            dash = "–" if side is None or side.kept else "?"
            middle = box.x + box.width / 2
            yield from line(dash, middle, y + ROW / 2 + 1, "text", 9, GREY, self.fonts, "center")
        else:
            yield from picture(known_fonts(side.scene, self.fonts), box)
        spot = Box(SIDE + name_x, 0.0, room, NAMED)
        name, above = self._fitting(side.name if side else self.say.swap.nothing, spot, _NAME, bold=side is not None)
        rest = replace(spot, height=ROW - 2.0 - above)
        below, height = self._fitting(side.below if side else "", rest, _BELOW)
        top = y + (ROW - above - height) / 2
        yield from self._set(name, replace(spot, y=top), _NAME)
        yield from self._set(below, replace(rest, y=top + above), _BELOW)

    def _arrow(self, x: float, y: float) -> Iterator[Item]:
        """From the old to the new."""
        tip, back, start = (self.column.at(x + along) for along in (7.0, 4.8, 0.0))
        stroke = Stroke(INK, 0.5)
        yield Path((("M", start, y), ("L", tip, y)), stroke=stroke)
        yield Path((("M", back, y - 2.2), ("L", tip, y), ("L", back, y + 2.2)), stroke=stroke)

    def _pointed(self, text: str) -> str:
        """The text with its arrows as it is read: nothing turns them, and two numbers, or words of another writing,
        stand from left to right about a sign that is not marked."""
        if not self.fonts.right_to_left or " → " not in text:
            return text
        return text.replace(": ", f": {RIGHT_TO_LEFT}").replace(" → ", f" {RIGHT_TO_LEFT}←{RIGHT_TO_LEFT} ")

    def _fitting(self, text: str, box: Box, style: Style, *, bold: bool = False) -> tuple[str, float]:
        """The markup of a text, cut short where the box holds no more of it, and its height."""
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

    def _set(self, text: str, box: Box, style: Style) -> tuple[Item, ...]:
        return self.column.set(text, box, style)[0]


def picture(scene: Scene, room: Box) -> Iterator[Item]:
    """A face cut at its trim, as large as the room allows, in the middle of it."""
    scale = min(room.width / scene.width, room.height / scene.height)
    width, height = scene.width * scale, scene.height * scale
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    trim = Box(0.0, 0.0, scene.width, scene.height)
    cut = scene.outline if isinstance(scene.outline, Path) else None
    shape = cut or Path(rounded_rect(trim, scene.corner, scene.corner))
    yield Group((Group(scene.items, clip=shape),), (scale, 0.0, 0.0, scale, x, y))
    if cut is None:
        yield Rect(Box(x, y, width, height), stroke=EDGE, radius=scene.corner * scale)


def known_fonts(scene: Scene, fonts: FontBook) -> Scene:
    """The scene in typefaces that are there: what was set in one that is gone is shown in that of running text."""
    return replace(scene, items=tuple(_known(scene.items, fonts)))


def _known(items: Iterable[Item], fonts: FontBook) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield replace(item, items=tuple(_known(item.items, fonts)))
        elif isinstance(item, Text) and not _is_known(item.font, fonts):
            face = fonts.face("text")
            glyphs = fonts.font(face).shape(item.text, item.right_to_left).glyphs
            yield replace(item, font=face, glyphs=glyphs)
        else:
            yield item


def _is_known(face: str, fonts: FontBook) -> bool:
    try:
        fonts.font(face)
    except KitError:
        return False
    return True


def _rule(x: float, y: float, right: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", right, y)), stroke=stroke)
