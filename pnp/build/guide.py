"""The print guide: what to print on which paper, how to turn it, numbers of cuts and folds, what else to bring."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from pnp.art.drawing import parse_drawing
from pnp.art.low_ink import reduce_art, reduced
from pnp.art.paths import map_items
from pnp.build.blocks import DISC, HEAVY, RULE, SMALL, THIN, Block, Column, fill_pages, place_side_by_side, rule
from pnp.build.plan import OutputFile, PrintContext, View
from pnp.kit.theme import Style
from pnp.scene import (
    IDENTITY,
    Art,
    Box,
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
from pnp.sheet.draw import PagePosition, foot
from pnp.sheet.marks import GREY, INK, WHITE, Mark, cut_line, fold_line, glue, mark_paths, open_path, polygon
from pnp.sheet.paper import find_booklet_paper
from pnp.sheet.press_words import Technique
from pnp.text.bidi import Align
from pnp.text.block import line, measure_width
from pnp.text.markup import escape_markup

FRAME = 9.0
"""From the paper's edge to the outer frame."""
FRAMES_APART = 1.0
INSIDE = 8.0
"""From the inner frame to the text."""
PICTURE = 44.0
TABLE_HEIGHT = 54.0
"""Of the picture of the finished game on page 1."""
THUMBNAILS = (0.185, 0.15)
"""How small sheets are pictured, four of A4 or Letter side by side: the first one that saves no page by the next."""
THUMBNAILS_APART = 5.0
LABEL, UNNAMED = 7.6, 1.5
"""Above thumbnails: two lines, and next to nothing where no file begins."""
TWO_SIDED = ("long-edge", "short-edge")
CUT_MINUTES, FOLD_MINUTES, SHEET_MINUTES = 0.35, 0.4, 2.0
"""What a cut along a ruler takes, a fold scored, folded and glued, and a sheet fetched and sorted: twenty, twenty-five
seconds, two minutes."""

_TITLE = Style(font="display", size=22, least=14, colour=INK, hyphenate=False)
_SUBTITLE = Style(font="display", size=13, least=9, colour=GREY, align="end", hyphenate=False)
_LABEL = Style(font="text", size=8.0, least=7, leading=1.15, colour=INK, hyphenate=False)
_FILE = Style(font="text", size=9.0, colour=INK, hyphenate=False)

CAPTION = Style(font="display", size=12, colour=INK, hyphenate=False)
PICTURED = "#DAD5CB"
"""Stands for photographs, which the guide does not carry again."""
TOOLS = ("knife", "mat", "glue", "folder")
TOOLS_HEIGHT = 13.4
PANEL, PANELS_APART = Box(0.0, 0.0, 83.0, 52.0), 4.0
"""Size of the drawings of techniques, two in a row, mm."""
PANEL_SCALE = 0.8
"""How large they are drawn."""
PAPER_COLOUR, SAND = "#FBF6EA", "#F4E9D3"


def plan_guide(context: PrintContext, files: Sequence[OutputFile]) -> OutputFile | None:
    """Returns the print guide of these files. A selection of a kit has none, and a kit may turn it off."""
    if context.selection.partial or not context.kit.guide:
        return None
    return OutputFile(
        name="print-guide",
        what="guide",
        title=context.title(context.footer.say.guide.title),
        language=context.language,
        ink=context.options.ink,
        paper=find_booklet_paper(context.paper).name,
        draw_pages=lambda: Guide(context, files).draw(),
    )


class Guide:
    """The print guide: files for a home printer, boards in one piece, and instructions."""

    def __init__(self, context: PrintContext, files: Sequence[OutputFile]) -> None:
        self.context = context
        self.files = files
        self.words = context.footer.say.guide
        self.paper = find_booklet_paper(context.paper)
        width, foot_top = self.paper.size(False)[0], self.paper.foot(False).y
        self.frame = Box(FRAME, FRAME, width - 2 * FRAME, foot_top - 2.5 - FRAME)
        self.room = self.frame.inset(FRAMES_APART + INSIDE)
        self.column = Column(self.room, context.layout.sheet_fonts, context.footer)

    def draw(self) -> tuple[Page, ...]:
        """Returns the pages, in portrait, on A4 or Letter. Lays out the faces on pictured sheets."""
        frames = (
            Rect(self.frame, stroke=Stroke(INK, 0.6), radius=1.8),
            Rect(self.frame.inset(FRAMES_APART), stroke=Stroke(INK, 0.22), radius=1.2),
        )
        filled = min((fill_pages(tuple(self._blocks(scale)), self.room) for scale in THUMBNAILS), key=len)
        pages = []
        for number, items in enumerate(filled, 1):
            position = PagePosition(titles=(self.words.title,), number=number, total=len(filled))
            ends = foot(self.paper.foot(False), self.context.footer, position, self.column.fonts)
            pages.append(Page(*self.paper.size(False), (*frames, *items, *ends)))
        return tuple(pages)

    def _blocks(self, thumbnail: float) -> Iterator[Block]:
        """Yields all blocks in order, with sheets pictured at this scale."""
        say, column, kit, language = self.words, self.column, self.context.kit, self.context.language
        files = [file for file in self.files if file.sheets]
        yield self._title()
        if isinstance(kit.guide, str):
            yield self._draw_finished_table(kit.guide)
        sorted_by_need = any(component.need != "play" for component in kit.components)
        groups = groupby(files, lambda file: file.need if sorted_by_need else None)
        rows = [
            row for need, group in groups for row in self._table(say.needs[need] if need else say.what, tuple(group))
        ]
        yield from (replace(row, keep=row.keep or row is rows[-1]) for row in rows)
        yield column.paragraph(say.totals, SMALL, before=1.6)
        others = (one for one in kit.components if one not in self.context.components and one.need != "play")
        if missing := ", ".join(component.title[language] for component in others):
            text = say.missing.format(titles=escape_markup(missing), kit=escape_markup(kit.id))
            yield column.paragraph(text, before=1.6)
        yield column.heading(say.before)
        yield self._steps()
        if self.context.options.backs in TWO_SIDED:
            yield column.paragraph(say.by_hand, before=1.6)
        elif any(file.both_sides for file in files):
            yield column.paragraph(say.booklet_sides, before=1.6)
        for file in self.files:
            if file.what == "board":
                yield column.paragraph(say.whole.format(file=escape_markup(file.file_name)), before=1.6)
        yield column.heading(say.signs)
        yield self._signs()
        yield column.heading(say.bring)
        yield replace(self._tools(), keep=bool(kit.bring))
        if kit.bring:
            yield column.entries([thing[language] for thing in kit.bring])
        yield column.heading(say.making)
        met = {meeting for file in files for meeting in file.meetings}
        stocks = {file.stock for file in files}
        making = [text for meeting, text in say.meetings.items() if meeting in met]
        making += [text for stock, text in (("board", say.thick), ("label", say.labels)) if stock in stocks]
        yield from (column.paragraph(text, after=2.2, keep=True) for text in making)
        panels = [self._panel(number, name) for number, name in enumerate(self._techniques())]
        for first in range(0, len(panels), 2):
            yield replace(place_side_by_side(panels[first : first + 2]), loose=True)
        yield from self._pictures(thumbnail)

    def _techniques(self) -> list[Technique]:
        """Returns the techniques needed for the pieces in the files, such as folding a box."""
        sheets = [sheet for file in self.files for sheet in file.imposed]
        placed = {placement.part.component for sheet in sheets for placement in sheet.placements}
        kinds = {component.kind for component in self.context.kit.components if component.id in placed}
        whats = {file.what for file in self.files}
        needed: dict[Technique, bool] = {
            "cut": "sheets" in whats,
            "standee": "standee" in kinds,
            "die": "die" in kinds,
            "gutterfold": any(sheet.fold is not None for sheet in sheets),
            "tiles": "tiles" in whats,
            "booklet": "booklet" in whats,
        }
        return [technique for technique, is_needed in needed.items() if is_needed]

    def _title(self) -> Block:
        x, width, column = self.room.x, self.room.width, self.column
        kit = f"*{escape_markup(self.context.footer.title)}*"
        items = (
            column.fishtail(x, -INSIDE, 3.6),
            *column.set(self.words.title, Box(x + 11.0, -1.0, width * 0.6, 12.0), _TITLE)[0],
            *column.set(kit, Box(x + width * 0.55, 2.3, width * 0.45, 8.0), _SUBTITLE)[0],
            rule(x, 10.5, width, HEAVY),
        )
        return Block(12.5, items)

    def _draw_finished_table(self, face: str) -> Block:
        scene = self.context.layout.figure(face)
        scale = min(TABLE_HEIGHT / scene.height, self.room.width / scene.width)
        art = Art(
            "table", scene.width, scene.height, (Group(scene.items, clip=Box(0.0, 0.0, scene.width, scene.height)),)
        )
        left = self.room.x + (self.room.width - scene.width * scale) / 2
        return Block(scene.height * scale + 5.0, [Use(art, (scale, 0.0, 0.0, scale, left, 3.0))])

    def _table(self, heading: str, files: Sequence[OutputFile]) -> Iterator[Block]:
        """Yields the files of one need, and the time they take."""
        x, right, width, column = self.room.x, self.room.right, self.room.width, self.column
        # The first two columns begin at their x, the numbers are centred.
        columns: list[tuple[float, Align]] = [(x, "start"), (right - 91.0, "start")]
        columns += [(right - apart, "center") for apart in (47.0, 34.0, 20.0, 6.0)]
        head: list[Item] = [rule(x, 0.0, width, HEAVY), rule(x, 6.6, width, THIN)]
        for text, (left, align) in zip(self.words.columns, columns, strict=True):
            head += column.line(text, left, 4.6, "text", 8.8, self.context.footer.accent, align, bold=True)
        yield column.heading(heading)
        yield Block(6.6, head, keep=True)
        yield from (self._row(file, columns) for file in files)
        sheets = sum(file.new_sheets for file in files)
        minutes = sum(
            file.cuts * CUT_MINUTES + file.folds * FOLD_MINUTES + file.sheets * SHEET_MINUTES for file in files
        )
        halves = max(1, round(minutes / 30))
        hours = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
        yield column.paragraph(self.words.time.format(sheets=sheets, hours=hours), before=1.6)

    def _row(self, file: OutputFile, columns: Sequence[tuple[float, Align]]) -> Block:
        """Returns a file with its contents, stock and numbers."""
        say, column, (x, _), (middle, _) = self.words, self.column, *columns[:2]
        width = middle - x - 3.0
        name, name_height = column.text(f"**{escape_markup(file.file_name)}**", x, 1.6, width, _FILE)
        holds, holds_height = column.text(escape_markup(file.holds), x, 2.5 + name_height, width, SMALL)
        paper = self.context.paper if file.paper == self.context.paper.name else self.paper
        on = f"{paper.title} · {say.stocks[file.stock]}"
        items = [*name, *holds, *column.line(on, middle, 3.96, "text", 9.0, INK)]
        sheets, sides = str(file.sheets), say.both_sides if file.both_sides else say.one_side
        if file.onto:
            sheets, sides = f"({sheets})", self.context.footer.say.back
        numbers = (sheets, sides, str(file.cuts or "–"), str(file.folds or "–"))
        for number, (left, align) in zip(numbers, columns[2:], strict=True):
            items += column.line(number, left, 3.96, "figure" if number.isdigit() else "text", 9.5, INK, align)
        height = name_height + holds_height + 4.0
        return Block(height, (*items, rule(x, height, self.room.width, RULE)))

    def _steps(self) -> Block:
        say, column, x, backs = self.words, self.column, self.room.x, self.context.options.backs
        texts = (say.actual_size, *([say.ruler] if self.context.footer.shown else []), say.backs[backs])
        width = self.room.width - PICTURE - 6.0 - DISC - 3.5
        items: list[Item] = []
        y = 0.0
        for number, text in enumerate(texts, 1):
            step, height = column.text(text, x + DISC + 3.5, y, width)
            items += (*column.disc(number, x, y - 0.6), *step)
            y += height + 3.6
        height = max(y - 3.6 * len(texts) + 7.2, 34.0)
        panel = Box(column.at(self.room.right - PICTURE, PICTURE), -1.0, PICTURE, height)
        art = drawing("turn-long-edge" if backs == "separate" else f"turn-{backs}", self.context.footer.accent)
        left = panel.x + (panel.width - art.width) / 2
        top = panel.y + 3.0 + (panel.height - 10.0 - art.height) / 2
        middle, base = panel.x + panel.width / 2, panel.bottom - 2.6
        turning = line(say.turn[backs], middle, base, "display", 8.5, INK, column.fonts, "center", italic=True)
        items += (
            Rect(panel, fill=PAPER_COLOUR, stroke=THIN, radius=1.6),
            Use(art, (1.0, 0.0, 0.0, 1.0, left, top)),
            *turning,
        )
        return Block(height + 1.0, items)

    def _signs(self) -> Block:
        """Returns the five signs of sheets with their names: crop marks, cut, fold, glue, half diamonds."""
        names, items, y = self.words.sign_names, list[Item](), 4.5
        step = self.room.width / len(names)
        middles = [self.room.x + step * (index + 0.5) for index in range(len(names))]
        for name, middle in zip(names, middles, strict=True):
            items += self.column.line(name, middle, 13.0, "text", 8.5, INK, "center")
        crop, cut, fold, drop, diamond = map(self.column.at, middles)
        items.append(Rect(Box(crop - 3.0, y - 1.0, 8.0, 6.0), fill=SAND))
        marks = Mark(crop - 3.0, y - 1.8, crop - 3.0, y - 4.5), Mark(crop - 3.8, y - 1.0, crop - 6.5, y - 1.0)
        items += (*mark_paths(marks), *cut_line(open_path(((cut - 6.0, y), (cut + 6.0, y)))))
        items += (*fold_line((fold - 6.0, y), (fold + 6.0, y)), glue(drop, y, 6.0))
        for way in (-1.0, 1.0):
            half = ((diamond + way * 0.7, y - 2.8), (diamond + way * 3.5, y), (diamond + way * 0.7, y + 2.8))
            items.append(Path(polygon(half), fill=INK))
        return Block(15.0, items)

    def _pictures(self, scale: float) -> Iterator[Block]:
        """Yields thumbnails of the sheets with their work, equal ones once; the first of a file under its name."""
        rows: list[list[tuple[OutputFile, int, View, float]]] = []
        x = self.room.right
        for file in self.files:
            number = 1
            for view in file.views():
                width = view.page.width * scale
                if not rows or x + width > self.room.right:
                    rows.append([])
                    x = self.room.x
                rows[-1].append((file, number, view, x))
                x += width + THUMBNAILS_APART
                number += view.alike
        if rows:
            yield self.column.heading(self.words.sheets)
        arts: dict[Scene, Art] = {}
        for row in rows:
            label = LABEL if any(number == 1 for _, number, _, _ in row) else UNNAMED
            yield replace(
                place_side_by_side([self._thumbnail(arts, *place, label, scale) for place in row]), loose=True
            )

    def _thumbnail(
        self, arts: dict[Scene, Art], file: OutputFile, number: int, view: View, x: float, top: float, scale: float
    ) -> Block:
        width, base = view.page.width * scale, top + view.page.height * scale
        work = self.words.work.format(cuts=view.cuts or "–", folds=view.folds or "–")
        which = f"{number}–{number + view.alike - 1}" if view.alike > 1 else f"{number}"
        items: list[Item] = []
        if number == 1:
            sides = self.words.sides["both" if file.both_sides else "one"]
            name = f"**{escape_markup(f'{file.number}-{file.name}')}**"
            name += f"\n{self.words.stocks[file.stock].partition(',')[0]} · {sides}"
            items += self.column.set(name, Box(x, 0.0, width + THUMBNAILS_APART, 10.0), _LABEL)[0]
        items += draw_thumbnail(view.page, self.column.at(x, width), top, scale, arts)
        items += self.column.line(f"{which} · {work}", x + width / 2, base + 3.6, "text", 7.5, INK, "center")
        return Block(base + 6.4, items)

    def _panel(self, index: int, technique: Technique) -> Block:
        """Returns the drawing of a technique, left or right in its row, over its number and caption."""
        column, panel = self.column, self.words.panels[technique]
        width = (self.room.width - PANELS_APART) / 2
        scale = PANEL_SCALE * width / PANEL.width
        height = PANEL.height * scale
        x = self.room.x + index % 2 * (width + PANELS_APART)
        left, left_of_text, room = column.at(x, width), x + DISC + 2.5, width - DISC - 2.5
        text, text_height = column.text(panel.text, left_of_text, height + 7.6, room)
        items = (
            Rect(Box(left, 0.0, width, height), fill=PAPER_COLOUR, stroke=Stroke(INK, 0.45), radius=1.4),
            Use(drawing(technique), (scale, 0.0, 0.0, scale, left + width * (1 - PANEL_SCALE) / 2, 0.0)),
            *column.disc(index + 1, x, height + 1.8),
            *column.text(panel.title, left_of_text, height + 1.6, room, CAPTION)[0],
            *text,
        )
        return Block(height + 7.6 + text_height + 4.0, items)

    def _tools(self) -> Block:
        column, names, room = self.column, self.words.tools, self.room
        arts = [drawing(tool) for tool in TOOLS]
        widths = [
            art.width + 1.5 + measure_width(name, "text", 9.5, column.fonts)
            for art, name in zip(arts, names, strict=True)
        ]
        apart = (room.width - 4.0 - sum(widths)) / (len(TOOLS) - 1)
        ground = Box(room.x, 0.0, room.width, TOOLS_HEIGHT)
        items: list[Item] = [Rect(ground, SAND, Stroke(INK, 0.35), radius=1.0)]
        x = room.x + 2.0
        for art, name, width in zip(arts, names, widths, strict=True):
            left, top = column.at(x, art.width), (TOOLS_HEIGHT - art.height) / 2
            items.append(Use(art, (1.0, 0.0, 0.0, 1.0, left, top)))
            items += column.line(name, x + art.width + 1.5, TOOLS_HEIGHT / 2 + 1.1, "text", 9.5, INK)
            x += width + apart
        return Block(TOOLS_HEIGHT + 3.0, items)


def draw_thumbnail(page: Page, x: float, y: float, scale: float, arts: dict[Scene, Art]) -> Iterator[Item]:
    """Yields a page at a scale, with its top left at (x, y). `arts` collects the reduced faces, so that each is stored
    once."""
    paper = Box(x, y, page.width * scale, page.height * scale)
    items: list[Item] = []
    for item in page.items:
        if isinstance(item, Placed):
            scene = item.scene
            if scene not in arts:
                bleed = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)
                small = map_items(reduced(scene.items, scale, reduce_art), _draw_blank_picture)
                arts[scene] = Art(f"thumbnail {len(arts)}", scene.width, scene.height, (Group(small, clip=bleed),))
            items.append(Group((Group((Use(arts[scene], IDENTITY),), item.matrix),), clip=item.clip))
        else:
            items += reduced((item,), scale, reduce_art)
    yield Rect(paper, fill=WHITE)
    yield Group((Group(tuple(items), (scale, 0.0, 0.0, scale, x, y)),), clip=paper)
    yield Rect(paper, stroke=THIN)


def _draw_blank_picture(item: Item) -> Item:
    return Rect(item.clip or item.box, fill=PICTURED) if isinstance(item, Image) else item


def drawing(name: str, accent: str = INK) -> Art:
    """Returns a drawing of the press: a tool or a technique. Its `currentColor` becomes the accent colour."""
    path = pathlib.Path(__file__).with_name("drawings") / f"{name}.svg"
    return parse_drawing(path.read_bytes().replace(b"currentColor", accent.encode()), path.name).art
