"""The print guide: what to print on what, how to turn it, how often to cut and fold, what else to bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import msgspec

from pnp.kit.model import Style
from pnp.output import diagrams
from pnp.scene import Box, Ellipse, Item, Page, Path, Rect, Stroke
from pnp.sheet.booklet import booklet_paper
from pnp.sheet.foot import Imprint, Standing, fishtail, foot
from pnp.sheet.marks import GREY, INK
from pnp.sheet.papers import Backs, Paper
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.print_job import PrintJob
from pnp.sheet.signs import WHITE
from pnp.sheet.words import GuideWords, words
from pnp.text.block import set_text
from pnp.text.fonts import FontBook
from pnp.text.label import Align, line
from pnp.text.markup import escape_markup

FRAME = 9.0
"""From the paper's edge to the outer frame."""
FRAMES = (Stroke(INK, 0.6), Stroke(INK, 0.22))
FRAMES_APART = 1.0
INSIDE = 8.0
"""From the inner frame to the text."""
PAPER_COLOUR = "#FBF6EA"
RULE = Stroke("#B9A98C", 0.2)
HEAVY = Stroke(INK, 0.55)
PICTURE = 44.0
DISC = 5.2
SECTION_GAPS = (5.6, 2.6)
"""Above a heading, mm: the second where that saves a page."""

_TITLE = Style(font="display", size=22, least=14, colour=INK, hyphenate=False)
_SUBTITLE = Style(font="display", size=13, least=9, colour=GREY, align="right", hyphenate=False)
_TEXT = Style(font="text", size=9.5, leading=1.26, colour=INK)
_SMALL = Style(font="text", size=8.5, leading=1.25, colour=GREY)
_FILE = Style(font="text", size=9.0, colour=INK, hyphenate=False)

Drawn: TypeAlias = list[Item]


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """All that the print guide says."""

    kit: str
    imprint: Imprint
    paper: Paper
    backs: Backs
    jobs: tuple[PrintJob, ...]
    bring: tuple[str, ...] = ()


class _Block(msgspec.Struct, frozen=True, eq=False):
    """A piece of a page that is not divided: how high it is, and its items when its top is at y.

    `keep` holds it on one page with the block after it.
    """

    height: float
    draw: Callable[[float], Iterable[Item]]
    keep: bool = False


def with_guide(plan: FilePlan) -> tuple[OutputFile, ...]:
    """All files of a plan, the print guide first; a selection of a kit has none, and a kit may want none. Raises
    KitError as the plan does."""
    files = plan.files()
    return files if plan.selection.partial or not plan.kit.guide else (_guide_file(plan, files), *files)


def _guide_file(plan: FilePlan, files: Iterable[OutputFile]) -> OutputFile:
    language = plan.layout.language
    guide = Guide(
        kit=plan.title,
        imprint=plan.imprint,
        paper=plan.paper,
        backs=plan.options.backs,
        jobs=tuple(file.job for file in files if file.job),
        bring=tuple(thing[language] for thing in plan.kit.bring),
    )
    paper = booklet_paper(plan.paper).name
    return OutputFile(
        name=plan.name(paper, "print-guide"),
        what="guide",
        title=plan.title,
        paper=paper,
        pages=partial(draw_guide, guide, plan.layout.fonts),
    )


def draw_guide(guide: Guide, fonts: FontBook) -> tuple[Page, ...]:
    """The guide's pages, upright, on A4 or Letter."""
    paper = booklet_paper(guide.paper)
    width, height = paper.size(False)
    strip = paper.foot(False)
    frame = Box(FRAME, FRAME, width - 2 * FRAME, strip.y - 2.5 - FRAME)
    room = frame.inset(FRAMES_APART + INSIDE)
    filled = min((_filled(tuple(_Setter(guide, fonts, gap).blocks(room)), room) for gap in SECTION_GAPS), key=len)
    title = words(guide.imprint.language).guide.title
    pages = []
    for number, items in enumerate(filled, 1):
        standing = Standing(titles=(title,), number=number, total=len(filled))
        ends = foot(strip, guide.imprint, standing, fonts)
        pages.append(Page(width, height, (*_frame(frame), *items, *ends)))
    return tuple(pages)


def _filled(blocks: Sequence[_Block], room: Box) -> list[list[Item]]:
    """Blocks one under the other, and on further pages where they find no room."""
    pages: list[list[Item]] = [[]]
    y = room.y
    for index, block in enumerate(blocks):
        after = index
        while blocks[after].keep and after + 1 < len(blocks):
            after += 1
        if y + sum(kept.height for kept in blocks[index : after + 1]) > room.bottom and pages[-1]:
            pages.append([])
            y = room.y
        pages[-1].extend(block.draw(y))
        y += block.height
    return pages


def _frame(frame: Box) -> Iterator[Item]:
    yield Rect(frame, stroke=FRAMES[0], radius=1.8)
    yield Rect(frame.inset(FRAMES_APART), stroke=FRAMES[1], radius=1.2)


class _Setter:
    """Sets the guide's blocks, one under the other, into a column."""

    def __init__(self, guide: Guide, fonts: FontBook, gap: float) -> None:
        self.guide = guide
        self.fonts = fonts
        self.words: GuideWords = words(guide.imprint.language).guide
        self.accent = guide.imprint.accent
        self.gap = gap

    def blocks(self, room: Box) -> Iterator[_Block]:
        """All blocks in order. `room` is the column; its top and height do not matter."""
        say, guide = self.words, self.guide
        yield self._title(room)
        yield self._heading(room, say.before)
        yield self._steps(room)
        yield self._heading(room, say.what)
        yield self._table_head(room)
        for job in guide.jobs:
            yield self._row(room, job)
        sheets = sum(job.sheets for job in guide.jobs)
        totals = say.totals.format(sheets=sheets)
        yield self._paragraph(room, totals, _SMALL, before=1.6)
        yield self._heading(room, say.making)
        for text in self._making():
            yield self._paragraph(room, text, _TEXT, after=2.2)
        yield self._heading(room, say.signs)
        yield self._signs(room)
        if guide.bring:
            yield self._heading(room, say.bring)
            yield self._list(room, guide.bring)

    def _making(self) -> Iterator[str]:
        say, stocks = self.words, {job.stock for job in self.guide.jobs}
        if any(job.folds for job in self.guide.jobs):
            yield say.score
        yield say.knife
        met = {meeting for job in self.guide.jobs for meeting in job.meetings}
        yield from (text for meeting, text in say.meetings.items() if meeting in met)
        if "board" in stocks:
            yield say.thick
        if "label" in stocks:
            yield say.labels
        yield say.glue
        yield say.booklet

    def _title(self, room: Box) -> _Block:
        def draw(y: float) -> Drawn:
            tail = fishtail(room.x, y - INSIDE, self.accent, 3.6)
            title = self._set(self.words.title, Box(room.x + 11.0, y - 1.0, room.width * 0.6, 12.0), _TITLE)
            kit = self._set(
                f"*{escape_markup(self.guide.kit)}*",
                Box(room.x + room.width * 0.55, y + 2.3, room.width * 0.45, 8.0),
                _SUBTITLE,
            )
            return [tail, *title[0], *kit[0], _rule(room.x, y + 10.5, room.width, HEAVY)]

        return _Block(12.5, draw)

    def _heading(self, room: Box, text: str) -> _Block:
        def draw(y: float) -> Drawn:
            face = self.fonts.face("display")
            base = y + self.gap + 4.0
            return [
                fishtail(room.x, base - 3.3, self.accent, 1.2),
                line(text, room.x + 4.6, base, face, 13.0, INK, self.fonts),
            ]

        return _Block(self.gap + 7.6, draw, keep=True)

    def _steps(self, room: Box) -> _Block:
        """Numbered steps, and beside them how the sheets are turned."""
        say = self.words
        ruler = (say.ruler,) if self.guide.imprint.shown else ()
        texts = (say.actual_size, *ruler, say.backs[self.guide.backs])
        width = room.width - PICTURE - 6.0 - DISC - 3.5
        heights = [self._set(text, Box(0.0, 0.0, width, 100.0), _TEXT)[1] for text in texts]
        offsets = [sum(heights[:index]) + index * 3.6 for index in range(len(texts))]
        height = max(sum(heights) + 7.2, 34.0)

        def draw(y: float) -> Drawn:
            items: Drawn = []
            for number, (text, offset) in enumerate(zip(texts, offsets, strict=True), 1):
                items.extend(self._disc(number, room.x, y + offset - 0.6))
                items.extend(self._set(text, Box(room.x + DISC + 3.5, y + offset, width, 100.0), _TEXT)[0])
            panel = Box(room.right - PICTURE, y - 1.0, PICTURE, height)
            items.extend(self._turning(panel))
            return items

        return _Block(height + 1.0, draw)

    def _turning(self, panel: Box) -> Iterator[Item]:
        backs = self.guide.backs
        yield Rect(panel, fill=PAPER_COLOUR, stroke=Stroke(INK, 0.25), radius=1.6)
        inner = Box(panel.x + 4.0, panel.y + 3.0, panel.width - 8.0, panel.height - 10.0)
        yield from diagrams.turning(inner, backs, self.accent)
        face = self.fonts.face("display", italic=True)
        yield line(
            self.words.turn[backs], panel.x + panel.width / 2, panel.bottom - 2.6, face, 8.5, INK, self.fonts, "center"
        )

    def _disc(self, number: int, x: float, y: float) -> Drawn:
        face = self.fonts.face("display")
        return [
            Ellipse(Box(x, y, DISC, DISC), fill=self.accent),
            line(str(number), x + DISC / 2, y + DISC / 2 + 1.05, face, 9.0, WHITE, self.fonts, "center"),
        ]

    def _columns(self, room: Box) -> tuple[tuple[float, Align], ...]:
        """Where the table's columns stand: the first two from the left, the numbers centred."""
        right = room.right
        return (
            (room.x, "left"),
            (right - 91.0, "left"),
            (right - 47.0, "center"),
            (right - 34.0, "center"),
            (right - 20.0, "center"),
            (right - 6.0, "center"),
        )

    def _table_head(self, room: Box) -> _Block:
        def draw(y: float) -> Drawn:
            face = self.fonts.face("text", bold=True)
            cells = zip(self.words.columns, self._columns(room), strict=True)
            items: Drawn = [
                line(text, x, y + 4.6, face, 8.8, self.accent, self.fonts, align) for text, (x, align) in cells
            ]
            return [_rule(room.x, y, room.width, HEAVY), *items, _rule(room.x, y + 6.6, room.width, Stroke(INK, 0.25))]

        return _Block(6.6, draw, keep=True)

    def _row(self, room: Box, job: PrintJob) -> _Block:
        """A file and what it holds; its stock; its numbers."""
        say = self.words
        columns = self._columns(room)
        width = columns[1][0] - columns[0][0] - 3.0
        _, name_height = self._set(f"**{escape_markup(job.file)}**", Box(0.0, 0.0, width, 8.0), _FILE)
        _, holds_height = self._set(escape_markup(job.holds), Box(0.0, 0.0, width, 60.0), _SMALL)
        height = name_height + holds_height + 4.0
        on = say.stocks[job.stock] if job.stock else say.stocks["paper"]
        sides = say.both_sides if job.both_sides else say.one_side
        numbers = (str(job.sheets), sides, str(job.cuts or "–"), str(job.folds or "–"))

        def draw(y: float) -> Drawn:
            file = self._set(f"**{escape_markup(job.file)}**", Box(room.x, y + 1.6, width, 8.0), _FILE)
            holds = self._set(escape_markup(job.holds), Box(room.x, y + 2.5 + name_height, width, 60.0), _SMALL)
            base = y + 3.96
            text, figure = self.fonts.face("text"), self.fonts.face("figure")
            items = [*file[0], *holds[0], line(f"{job.paper} · {on}", columns[1][0], base, text, 9.0, INK, self.fonts)]
            for number, (x, align) in zip(numbers, columns[2:], strict=True):
                face = figure if number.isdigit() else text
                items.append(line(number, x, base, face, 9.5, INK, self.fonts, align))
            items.append(_rule(room.x, y + height, room.width, RULE))
            return items

        return _Block(height, draw)

    def _signs(self, room: Box) -> _Block:
        """The five signs of the sheets, each over its name."""
        step = room.width / len(self.words.sign_names)

        def draw(y: float) -> Drawn:
            items: Drawn = []
            face = self.fonts.face("text")
            drawings = (diagrams.crop, diagrams.cut, diagrams.fold, diagrams.drop, diagrams.diamond)
            for index, (name, drawing) in enumerate(zip(self.words.sign_names, drawings, strict=True)):
                middle = room.x + step * (index + 0.5)
                items.extend(drawing(middle, y + 4.5))
                items.append(line(name, middle, y + 13.0, face, 8.5, INK, self.fonts, "center"))
            return items

        return _Block(15.0, draw)

    def _list(self, room: Box, entries: Sequence[str]) -> _Block:
        """Entries in two columns, a fishtail before each."""
        width = (room.width - 6.0) / 2
        half = -(-len(entries) // 2)
        heights = [self._set(entry, Box(0.0, 0.0, width - 4.5, 60.0), _TEXT)[1] + 1.8 for entry in entries]

        def draw(y: float) -> Drawn:
            items: Drawn = []
            for start, x in ((0, room.x), (half, room.x + width + 6.0)):
                top = y
                for index in range(start, min(start + half, len(entries))):
                    items.append(fishtail(x, top + 0.1, self.accent, 0.8))
                    items.extend(self._set(entries[index], Box(x + 4.5, top, width - 4.5, 60.0), _TEXT)[0])
                    top += heights[index]
            return items

        return _Block(max(sum(heights[:half]), sum(heights[half:])), draw)

    def _paragraph(self, room: Box, text: str, style: Style, before: float = 0.0, after: float = 0.0) -> _Block:
        height = self._set(text, Box(0.0, 0.0, room.width, 100.0), style)[1]
        draw = partial(self._paragraph_at, room, text, style, before)
        return _Block(before + height + after, draw)

    def _paragraph_at(self, room: Box, text: str, style: Style, before: float, y: float) -> tuple[Item, ...]:
        return self._set(text, Box(room.x, y + before, room.width, 100.0), style)[0]

    def _set(self, markup: str, box: Box, style: Style) -> tuple[tuple[Item, ...], float]:
        """Items and height of a text; its colours are written out, and it has no icons."""
        done = set_text(
            markup,
            box,
            style,
            fonts=self.fonts,
            icons=lambda name: None,
            colours=lambda name: name,
            language=self.guide.imprint.language,
        )
        return done.items, done.height


def _rule(x: float, y: float, width: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", x + width, y)), stroke=stroke)
