"""The print guide: what to print on what, how to turn it, how often to cut and fold, what else to bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import msgspec

from pnp.build.guide_blocks import (
    DISC,
    HEAVY,
    RULE,
    SMALL,
    TEXT,
    Block,
    Column,
    Drawn,
    Thumbnails,
    draw_signs,
    drawing,
    panels,
    rule,
    tools,
)
from pnp.build.plan import OutputFile, PrintContext, View
from pnp.kit.theme import Style
from pnp.scene import Box, Item, Page, Rect, Stroke, Use
from pnp.sheet.draw import FooterText, PagePosition, foot
from pnp.sheet.marks import GREY, INK
from pnp.sheet.paper import Backs, Paper, booklet_paper
from pnp.sheet.press_words import GuideWords, Technique
from pnp.text.bidi import Align
from pnp.text.block import line
from pnp.text.fonts import FontBook
from pnp.text.markup import escape_markup

FRAME = 9.0
"""From the paper's edge to the outer frame."""
FRAMES_APART = 1.0
INSIDE = 8.0
"""From the inner frame to the text."""
PAPER_COLOUR = "#FBF6EA"
PICTURE = 44.0
THUMBNAIL = 0.185
"""How small sheets are pictured: four of A4 or Letter beside one another."""
THUMBNAILS_APART = 5.0
LABEL, UNNAMED = 7.6, 1.5
"""Above thumbnails: two lines, and next to nothing where no file begins."""
TWO_SIDED = ("long-edge", "short-edge")
CUT_MINUTES, FOLD_MINUTES, SHEET_MINUTES = 0.35, 0.4, 2.0
"""What a cut along a ruler takes, a fold scored, folded and glued, and a sheet fetched and sorted: twenty, twenty-five
seconds, two minutes."""
SECTION_GAP = 4.0
"""Above a heading, mm."""

_TITLE = Style(font="display", size=22, least=14, colour=INK, hyphenate=False)
_SUBTITLE = Style(font="display", size=13, least=9, colour=GREY, align="end", hyphenate=False)
_LABEL = Style(font="text", size=8.0, least=7, leading=1.15, colour=INK, hyphenate=False)
_FILE = Style(font="text", size=9.0, colour=INK, hyphenate=False)


def plan_guide(context: PrintContext, files: Sequence[OutputFile]) -> OutputFile | None:
    """The print guide of these files. A selection of a kit has none, and a kit may want none."""
    if context.selection.partial or not context.kit.guide:
        return None
    return OutputFile(
        name="print-guide",
        what="guide",
        title=context.title(context.footer.say.guide.title),
        language=context.language,
        paper=booklet_paper(context.paper).name,
        pages=lambda: _describe(context, files).draw(),
    )


def _describe(context: PrintContext, files: Sequence[OutputFile]) -> Guide:
    kit, language = context.kit, context.language
    missing = (one for one in kit.components if one not in context.components and one.need != "play")
    return Guide(
        kit=kit.id,
        footer=context.footer,
        fonts=context.layout.sheet_fonts,
        paper=context.paper,
        backs=context.options.backs,
        files=tuple(files),
        bring=tuple(thing[language] for thing in kit.bring),
        missing=tuple(component.title[language] for component in missing),
        sorted_by_need=any(component.need != "play" for component in kit.components),
        techniques=tuple(_techniques(context, files)),
    )


def _techniques(context: PrintContext, files: Sequence[OutputFile]) -> Iterator[Technique]:
    """What the files ask of hands, in the order of the work."""
    placed = {placement.part.component for file in files for sheet in file.sheets for placement in sheet.placements}
    kinds = {component.kind for component in context.kit.components if component.id in placed}
    whats = {file.what for file in files}
    needed: dict[Technique, bool] = {
        "cut": "sheets" in whats,
        "standee": "standee" in kinds,
        "die": "die" in kinds,
        "gutterfold": any(sheet.fold is not None for file in files for sheet in file.sheets),
        "tiles": "tiles" in whats,
        "booklet": "booklet" in whats,
    }
    return (technique for technique, is_needed in needed.items() if is_needed)


class Guide(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The print guide: files for a printer at home, boards in one piece, and what to do with them.

    `missing` are titles of components that are not printed and not needed to play. `sorted_by_need` gives each need a
    table of its own.
    """

    kit: str
    footer: FooterText
    fonts: FontBook
    paper: Paper
    backs: Backs
    files: tuple[OutputFile, ...]
    bring: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    sorted_by_need: bool = False
    techniques: tuple[Technique, ...] = ()

    def draw(self) -> tuple[Page, ...]:
        """The pages, upright, on A4 or Letter. Lays out what lies on the sheets that they picture."""
        paper = booklet_paper(self.paper)
        width, height = paper.size(False)
        strip, frame = paper.foot(False), _frame(paper)
        frames = (
            Rect(frame, stroke=Stroke(INK, 0.6), radius=1.8),
            Rect(frame.inset(FRAMES_APART), stroke=Stroke(INK, 0.22), radius=1.2),
        )
        filled = _fill_pages(tuple(self._blocks()), self.room)
        pages = []
        for number, placed in enumerate(filled, 1):
            position = PagePosition(titles=(self.words.title,), number=number, total=len(filled))
            ends = foot(strip, self.footer, position, self.fonts)
            items = (item for y, block in placed for item in block.draw(y))
            pages.append(Page(width, height, (*frames, *items, *ends)))
        return tuple(pages)

    @property
    def words(self) -> GuideWords:
        return self.footer.say.guide

    @property
    def room(self) -> Box:
        return self.column.room

    @cached_property
    def column(self) -> Column:
        room = _frame(booklet_paper(self.paper)).inset(FRAMES_APART + INSIDE)
        return Column(room, self.fonts, self.footer.language, self.footer.accent, SECTION_GAP)

    @property
    def home_files(self) -> tuple[OutputFile, ...]:
        """The files for a printer at home."""
        return tuple(file for file in self.files if file.sheet_count)

    def _blocks(self) -> Iterator[Block]:
        """All blocks in order."""
        say = self.words
        yield self._title()
        for need, files in groupby(self.home_files, lambda file: file.need if self.sorted_by_need else None):
            yield from self._table(say.needs[need] if need else say.what, tuple(files))
        yield self.column.paragraph(say.totals, SMALL, before=1.6)
        if self.missing:
            missing = escape_markup(", ".join(self.missing))
            yield self.column.paragraph(say.missing.format(titles=missing, kit=escape_markup(self.kit)), before=1.6)
        yield self.column.heading(say.before)
        yield self._steps()
        for text in self._ways():
            yield self.column.paragraph(text, before=1.6)
        yield self.column.heading(say.signs)
        yield self._signs()
        if self.bring:
            yield self.column.heading(say.bring)
            yield self.column.entries(self.bring)
        yield from self._pictured()
        yield self.column.heading(say.making)
        for text in self._making():
            yield self.column.paragraph(text, after=2.2)
        yield from panels(self.column, [(name, say.panels[name]) for name in self.techniques])
        yield tools(self.column, say.tools)

    def _table(self, heading: str, files: Sequence[OutputFile]) -> Iterator[Block]:
        """The files of one need, and how long they take."""
        yield self.column.heading(heading)
        yield self._table_head()
        yield from map(self._row, files)
        sheets = sum(file.new_sheets for file in files)
        minutes = sum(
            file.cuts * CUT_MINUTES + file.folds * FOLD_MINUTES + file.sheet_count * SHEET_MINUTES for file in files
        )
        halves = max(1, round(minutes / 30))
        hours = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
        yield self.column.paragraph(self.words.time.format(sheets=sheets, hours=hours), before=1.6)

    def _ways(self) -> Iterator[str]:
        """What else there is to know before printing."""
        say = self.words
        if self.backs in TWO_SIDED:
            yield say.by_hand
        elif any(file.backed for file in self.home_files):
            yield say.booklet_sides
        boards = (file for file in self.files if file.what == "board")
        yield from (say.whole.format(file=escape_markup(file.path.rpartition("/")[2])) for file in boards)

    def _making(self) -> Iterator[str]:
        say = self.words
        met = {meeting for file in self.home_files for meeting in file.meetings}
        yield from (text for meeting, text in say.meetings.items() if meeting in met)
        stocks = {file.stock for file in self.home_files}
        if "board" in stocks:
            yield say.thick
        if "label" in stocks:
            yield say.labels

    def _pictured(self) -> Iterator[Block]:
        """Each sheet, small, with the work it makes, those that are alike once; the first of a file under its name."""
        small = Thumbnails(THUMBNAIL)
        for index, row in enumerate(self._rows()):
            if not index:
                yield self.column.heading(self.words.sheets)
            label = LABEL if any(number == 1 for _, number, _, _ in row) else UNNAMED
            yield self.column.across([self._thumbnail(small, *place, label) for place in row])

    def _rows(self) -> Iterator[list[tuple[OutputFile, int, View, float]]]:
        """The sheets that are pictured beside one another: file, number in it, sheet, and x of its left edge."""
        row: list[tuple[OutputFile, int, View, float]] = []
        x = self.room.x
        for file in self.files:
            number = 1
            for view in file.views():
                width = view.page.width * THUMBNAIL
                if row and x + width > self.room.right:
                    yield row
                    row, x = [], self.room.x
                row.append((file, number, view, x))
                x += width + THUMBNAILS_APART
                number += view.alike
        if row:
            yield row

    def _thumbnail(self, small: Thumbnails, file: OutputFile, number: int, view: View, x: float, label: float) -> Block:
        width, height = view.page.width * THUMBNAIL, view.page.height * THUMBNAIL
        work = self.words.work.format(cuts=view.cuts or "–", folds=view.folds or "–")
        which = f"{number}–{number + view.alike - 1}" if view.alike > 1 else f"{number}"
        name = f"**{escape_markup(f'{file.number}-{file.name}')}**\n{self._on(file)}" if number == 1 else ""

        def draw(y: float) -> Drawn:
            named = self.column.set(name, Box(x, y, width + THUMBNAILS_APART, 10.0), _LABEL)[0] if name else ()
            top = y + label
            base = top + height + 3.6
            below = self.column.line(f"{which} · {work}", x + width / 2, base, "text", 7.5, INK, "center")
            return [*named, *small.drawn(view.page, self.column.at(x, width), top), *below]

        return Block(label + height + 6.4, draw)

    def _on(self, file: OutputFile) -> str:
        """What a file is printed on, and on which sides."""
        stock = self.words.stocks[file.stock].partition(",")[0]
        return f"{stock} · {self.words.sides.both if file.backed else self.words.sides.one}"

    def _title(self) -> Block:
        def draw(y: float) -> Drawn:
            tail = self.column.fishtail(self.room.x, y - INSIDE, 3.6)
            title = self.column.set(
                self.words.title, Box(self.room.x + 11.0, y - 1.0, self.room.width * 0.6, 12.0), _TITLE
            )
            kit = self.column.set(
                f"*{escape_markup(self.footer.title)}*",
                Box(self.room.x + self.room.width * 0.55, y + 2.3, self.room.width * 0.45, 8.0),
                _SUBTITLE,
            )
            return [tail, *title[0], *kit[0], rule(self.room.x, y + 10.5, self.room.width, HEAVY)]

        return Block(12.5, draw)

    def _steps(self) -> Block:
        """Numbered steps, and beside them how the sheets are turned."""
        say = self.words
        ruler = (say.ruler,) if self.footer.shown else ()
        texts = (say.actual_size, *ruler, say.backs[self.backs])
        width = self.room.width - PICTURE - 6.0 - DISC - 3.5
        heights = [self.column.set(text, Box(0.0, 0.0, width, 100.0), TEXT)[1] for text in texts]
        offsets = [sum(heights[:index]) + index * 3.6 for index in range(len(texts))]
        height = max(sum(heights) + 7.2, 34.0)

        def draw(y: float) -> Drawn:
            items: Drawn = []
            for number, (text, offset) in enumerate(zip(texts, offsets, strict=True), 1):
                items.extend(self.column.disc(number, self.room.x, y + offset - 0.6))
                items.extend(self.column.set(text, Box(self.room.x + DISC + 3.5, y + offset, width, 100.0), TEXT)[0])
            panel = Box(self.column.at(self.room.right - PICTURE, PICTURE), y - 1.0, PICTURE, height)
            items.extend(self._turning(panel))
            return items

        return Block(height + 1.0, draw)

    def _turning(self, panel: Box) -> Iterator[Item]:
        backs = self.backs
        yield Rect(panel, fill=PAPER_COLOUR, stroke=Stroke(INK, 0.25), radius=1.6)
        inner = Box(panel.x + 4.0, panel.y + 3.0, panel.width - 8.0, panel.height - 10.0)
        art = drawing("turn-long-edge" if backs == "separate" else f"turn-{backs}", self.footer.accent)
        x, y = inner.x + (inner.width - art.width) / 2, inner.y + (inner.height - art.height) / 2
        yield Use(art, (1.0, 0.0, 0.0, 1.0, x, y))
        middle, base, text = panel.x + panel.width / 2, panel.bottom - 2.6, self.words.turn[backs]
        yield from line(text, middle, base, "display", 8.5, INK, self.fonts, "center", italic=True)

    def _columns(self) -> tuple[tuple[float, Align], ...]:
        """Where the table's columns stand: the first two begin there, the numbers are centred."""
        right = self.room.right
        return (
            (self.room.x, "start"),
            (right - 91.0, "start"),
            (right - 47.0, "center"),
            (right - 34.0, "center"),
            (right - 20.0, "center"),
            (right - 6.0, "center"),
        )

    def _table_head(self) -> Block:
        def draw(y: float) -> Drawn:
            cells = zip(self.words.columns, self._columns(), strict=True)
            items: Drawn = [
                item
                for text, (x, align) in cells
                for item in self.column.line(text, x, y + 4.6, "text", 8.8, self.footer.accent, align, bold=True)
            ]
            return [
                rule(self.room.x, y, self.room.width, HEAVY),
                *items,
                rule(self.room.x, y + 6.6, self.room.width, Stroke(INK, 0.25)),
            ]

        return Block(6.6, draw, keep=True)

    def _row(self, file: OutputFile) -> Block:
        """A file and what it holds; its stock; its numbers."""
        say = self.words
        columns = self._columns()
        width = columns[1][0] - columns[0][0] - 3.0
        name, holds = f"**{escape_markup(file.path.rpartition('/')[2])}**", escape_markup(file.holds)
        _, name_height = self.column.set(name, Box(0.0, 0.0, width, 8.0), _FILE)
        _, holds_height = self.column.set(holds, Box(0.0, 0.0, width, 60.0), SMALL)
        height = name_height + holds_height + 4.0
        paper = self.paper if file.paper == self.paper.name else booklet_paper(self.paper)
        on = f"{paper.title} · {say.stocks[file.stock]}"
        sheets, sides = str(file.sheet_count), say.both_sides if file.backed else say.one_side
        if file.onto:
            sheets, sides = f"({sheets})", self.footer.say.back
        numbers = (sheets, sides, str(file.cuts or "–"), str(file.folds or "–"))

        def draw(y: float) -> Drawn:
            base = y + 3.96
            items = [
                *self.column.set(name, Box(self.room.x, y + 1.6, width, 8.0), _FILE)[0],
                *self.column.set(holds, Box(self.room.x, y + 2.5 + name_height, width, 60.0), SMALL)[0],
                *self.column.line(on, columns[1][0], base, "text", 9.0, INK),
            ]
            for number, (x, align) in zip(numbers, columns[2:], strict=True):
                role = "figure" if number.isdigit() else "text"
                items += self.column.line(number, x, base, role, 9.5, INK, align)
            items.append(rule(self.room.x, y + height, self.room.width, RULE))
            return items

        return Block(height, draw)

    def _signs(self) -> Block:
        """The five signs of the sheets, each over its name."""
        step = self.room.width / len(self.words.sign_names)

        def draw(y: float) -> Drawn:
            items: Drawn = []
            for index, name in enumerate(self.words.sign_names):
                middle = self.room.x + step * (index + 0.5)
                items.extend(draw_signs(self.column.at(middle), y + 4.5)[index])
                items += self.column.line(name, middle, y + 13.0, "text", 8.5, INK, "center")
            return items

        return Block(15.0, draw)


def _frame(paper: Paper) -> Box:
    return Box(FRAME, FRAME, paper.size(False)[0] - 2 * FRAME, paper.foot(False).y - 2.5 - FRAME)


def _fill_pages(blocks: Sequence[Block], room: Box) -> list[list[tuple[float, Block]]]:
    """Blocks one under the other, each with its top, and on further pages where they find no room."""
    pages: list[list[tuple[float, Block]]] = [[]]
    y = room.y
    for index, block in enumerate(blocks):
        after = index
        while blocks[after].keep and after + 1 < len(blocks):
            after += 1
        if y + sum(kept.height for kept in blocks[index : after + 1]) > room.bottom and pages[-1]:
            pages.append([])
            y = room.y
        pages[-1].append((y, block))
        y += block.height
    return pages
