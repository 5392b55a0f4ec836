"""The cover: a double frame, the title, a picture, what the game is; contents and QR code below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pnp.art.codes import qr_path
from pnp.findings import Finding, KitError, Place
from pnp.kit.theme import Style
from pnp.leaflet import look, signs
from pnp.leaflet.blocks import Block, Document, Figure, Paragraph, Rule, Spans, plain, rules_in
from pnp.leaflet.lines import baseline, break_spans, ended, line_strips, pitch, placed_line, set_line, text_width
from pnp.leaflet.look import Setting
from pnp.leaflet.parts import parts
from pnp.leaflet.strips import Path, Strip
from pnp.leaflet.words import Words, facts, shown_words
from pnp.scene import READ_FIRST, Anchor, Box, Group, Item, Link, Page, Placed, Rect, Scene, Stroke, Tag
from pnp.scene.colour import BLACK
from pnp.text.markup import Span
from pnp.text.wrap import TextLine, offset

_FRAME = 8.0
_FRAMES_APART = 1.6
_TAIL = 5.6
_SIDE = 17.0
"""From the edge to the cover's text."""
_FLOOR = 19.0
"""From the bottom edge to the lowest line of the contents."""
_CODE = 26.0
_UNDER_CODE = 8.0
_LEAST_TITLE = 24.0
_TO_CAPTION = 1.0
_UNDER_FIGURE = 3.4
_SHORTEST_RULE = 5.0
_ROW_GAP = 0.7
_BETWEEN_COLUMNS = 4.0
_BEFORE_NUMBER = 1.0
_LEAST_CONTENTS = 8.0
"""The contents' type in pt, where titles are long and columns narrow."""
_CAPTION = replace(look.CAPTION, align="center")


class Chapter(NamedTuple):
    """A line of the contents: its title, its page, and the name of its anchor."""

    title: str
    page: int
    anchor: str


class _Entry(NamedTuple):
    """A chapter at its place among the contents, mm from where they begin, and the lines of its title."""

    chapter: Chapter
    x: float
    y: float
    height: float
    lines: tuple[TextLine, ...]


class _Contents(NamedTuple):
    """The contents in columns of that width."""

    entries: tuple[_Entry, ...]
    width: float
    style: Style

    @property
    def height(self) -> float:
        """As high as the highest column; a word wider than its column has no room at all."""
        wide = any(line.too_wide for entry in self.entries for line in entry.lines)
        return math.inf if wide else max(entry.y + entry.height for entry in self.entries)


def cover_page(
    setting: Setting, words: Words, document: Document, chapters: Sequence[Chapter]
) -> tuple[Page, tuple[Finding, ...]]:
    """The first page, and findings about what stands before the first chapter and does not fit on it."""
    cover = _Cover(setting, words, document.file)
    title = plain(document.title.spans) if document.title else setting.title
    line = document.title.line if document.title else 1
    cover.frame()
    cover.title(title, line, document.title.rule if document.title else None)
    cover.opening(document.cover)
    cover.below(chapters, line)
    anchors = (Anchor("cover", 0.0, title), *title_anchors(document), *cover.anchors)
    links, tags = tuple(cover.links), tuple(cover.tags)
    page = Page(*setting.size, tuple(cover.items), links=links, anchors=anchors, label="1", tags=tags)
    return page, tuple(cover.findings)


def title_anchors(document: Document) -> tuple[Anchor, ...]:
    """The place of the rule that a leaflet's title names, if it names one: the top of the first page."""
    rule = document.title.rule if document.title else None
    return (Anchor(rule.id, 0.0),) if rule and rule.id else ()


class _Cover:
    """The cover as it fills from the top; `y` is how far down it has come."""

    def __init__(self, setting: Setting, words: Words, file: str) -> None:
        self.items: list[Item | Placed] = []
        self.links: list[Link] = []
        self.anchors: list[Anchor] = []
        self.tags: list[Tag] = []
        self._parts = 0
        self.findings: list[Finding] = []
        self._setting = setting
        self._words = words
        self._file = file
        self._title = setting.title
        self._measure = setting.size[0] - 2 * _SIDE
        self._y = _FRAME + 9.0

    def frame(self) -> None:
        setting = self._setting
        outer = Box(0.0, 0.0, *setting.size).inset(_FRAME)
        inner = outer.inset(_FRAMES_APART)
        ink = setting.colour("ink")
        ground = None if setting.low else setting.colour("paper")
        self.items += (
            Rect(outer, ground, Stroke(ink, look.STRONG), look.PANEL_RADIUS + 0.6),
            Rect(inner, None, Stroke(ink, look.FINE), look.PANEL_RADIUS - 0.4),
            signs.fishtail(setting, inner.x + 5.0, inner.y, _TAIL),
            signs.fishtail(setting, inner.right - 5.0 - _TAIL, inner.y, _TAIL),
        )

    def title(self, title: str, line: int, named: Rule | None) -> None:
        """The title as large as one line holds; under it the leaflet's name between two rules, and who can play."""
        self._title = title
        style = look.COVER_TITLE
        room = self._measure - 2 * _TAIL
        wanted = style.size * room / max(1.0, text_width(self._setting, title, style))
        style = replace(style, size=max(_LEAST_TITLE, min(style.size, wanted)), align="center")
        self._lines((Span(title),), style, line, "H1", named)
        self._y += 1.2
        name = (Span(self._setting.name, italic=True),)
        rule = (self._measure - text_width(self._setting, name, look.COVER_LINE)) / 2 - 4.0
        if rule > _SHORTEST_RULE:
            y = self._y + pitch(look.COVER_LINE) / 2 + 0.2
            self.items.append(signs.rule(self._setting, _SIDE, y, rule, look.FINE))
            self.items.append(signs.rule(self._setting, _SIDE + self._measure - rule, y, rule, look.FINE))
        self._lines(name, replace(look.COVER_LINE, align="center"), line)
        known = facts(self._words, self._setting.players, self._setting.minutes, self._setting.age)
        self._y += 0.8
        self._lines((Span(known, colour="grey"),), _CAPTION, line)
        self._y += 2.2

    def opening(self, blocks: Sequence[Block]) -> None:
        """The figures and paragraphs before the first chapter."""
        for block in blocks:
            # Those of a block that is refused have a place, too: what links to them is not wrong.
            self.anchors += (Anchor(rule.id, self._y - 1.5) for rule in rules_in([block]) if rule.id)
            if isinstance(block, Figure):
                scene = self._setting.figure(block.face)
                if scene.width > self._setting.size[0] - 2 * (_FRAME + _FRAMES_APART):
                    self._note(block.line, "figure-wide", f"the figure `{block.face}` is wider than the cover")
                self._tag("Figure", alt=plain(block.caption) or shown_words(scene.items) or self._title)
                self.items.append(Placed(scene, (self._setting.size[0] - scene.width) / 2, self._y))
                self._y += scene.height
                if block.caption:
                    self._y += _TO_CAPTION
                    self._lines(block.caption, _CAPTION, block.line, "Caption")
                self._y += _UNDER_FIGURE
            elif isinstance(block, Paragraph):
                self._lines(block.spans, look.COVER_TEXT, block.line, "P", block.rule)
                self._y += 2.0
            else:
                self._note(block.line, "cover-block", "only figures and paragraphs stand on the cover")

    def below(self, chapters: Sequence[Chapter], line: int) -> None:
        """The contents, in one column or in two, the code beside them, and the foot line; a finding, if there is no
        room for the contents."""
        floor = self._setting.size[1] - _FLOOR
        code = _CODE + _UNDER_CODE if self._setting.address else 0.0
        head = pitch(look.SMALL_HEAD) + 1.0
        room = floor - self._y - 3.0
        tables = [self._entries(chapters, columns) for columns in (1, 2)] if chapters else []
        table = next((table for table in tables if max(head + table.height, code) <= room), None)
        contents = head + table.height if table else 0.0
        top = floor - max(contents, code)
        if self._y > top - 3.0:
            self._note(line, "cover-full", "the cover does not hold all of its text")
        elif chapters and table is None:
            hint = "shorten what stands before the first `##`, or the titles of chapters"
            message = "the cover has no room for the contents: they are left out"
            self.findings.append(Finding("warning", "cover-contents", Place(self._file, line), message, hint))
        if top < floor:
            self.items.append(signs.rule(self._setting, _SIDE, top - 3.0, self._measure, look.FINE))
        if table:
            base = top + baseline(self._setting, look.SMALL_HEAD)
            self._tag("P")
            contents_head = set_line(
                self._setting, self._words.contents, _SIDE, base, look.SMALL_HEAD, measure=self._measure
            )
            self.items.append(Group(contents_head))
            self._contents(table, top + head)
        if code:
            self._code(top)
        foot = replace(look.FOOT, align="center")
        base = self._setting.size[1] - _FRAME - _FRAMES_APART - 3.2
        self.items += set_line(self._setting, self._setting.imprint, _SIDE, base, foot, measure=self._measure)

    def _entries(self, chapters: Sequence[Chapter], columns: int) -> _Contents:
        """The contents in so many columns: in smaller type, and in more lines, where titles are long."""
        setting = self._setting
        width = self._measure
        if setting.address:
            width -= max(_CODE, text_width(setting, _shown(setting.address), look.FOOT)) + 6.0
        width = (width - _BETWEEN_COLUMNS * (columns - 1)) / columns
        step = pitch(look.CONTENTS) + _ROW_GAP
        longest = max(text_width(setting, f"{chapter.title} {chapter.page}", look.CONTENTS) for chapter in chapters)
        size = max(_LEAST_CONTENTS, min(1.0, (width - _BEFORE_NUMBER) / longest) * look.CONTENTS.size)
        title = replace(look.CONTENTS, size=size)
        rows = -(-len(chapters) // columns)
        entries: list[_Entry] = []
        for index, chapter in enumerate(chapters):
            column, row = divmod(index, rows)
            y = entries[-1].y + entries[-1].height if row else 0.0
            free = width - text_width(setting, f" {chapter.page}", title)
            lines = break_spans(setting, (Span(chapter.title),), free, title)
            height = step + (len(lines) - 1) * pitch(title)
            entries.append(_Entry(chapter, column * (width + _BETWEEN_COLUMNS), y, height, lines))
        return _Contents(tuple(entries), width, title)

    def _contents(self, contents: _Contents, top: float) -> None:
        setting, width = self._setting, contents.width
        number = replace(contents.style, font="figure", align="end")
        for entry in contents.entries:
            x, y = self._at(entry.x, width), top + entry.y
            base = y + baseline(setting, look.CONTENTS)
            self._tag("TOCI", (("TOC", "contents"),))
            items: list[Item] = []
            for index, line in enumerate(entry.lines):
                drop = base + index * pitch(contents.style)
                items += placed_line(line, x + offset(line, width, contents.style.align), drop, ends=False)
            last = base + (len(entry.lines) - 1) * pitch(contents.style)
            page = set_line(setting, str(entry.chapter.page), x, last, number, measure=width)
            self.items.append(Group((*items, *page)))
            self.items.append(signs.rule(setting, x, y + entry.height - 0.35, width, look.HAIR, "rule"))
            self.links.append(Link(Box(x, y, width, entry.height), f"#{entry.chapter.anchor}"))

    def _code(self, top: float) -> None:
        """The QR code on white, its address under it as text."""
        address = self._setting.address
        x = self._at(self._measure - _CODE, _CODE)
        box = Box(0.0, 0.0, _CODE, _CODE)
        try:
            code = qr_path(address, box, BLACK)
        except ValueError as error:
            finding = Finding("error", "qr-long", Place(self._file), str(error), "give a shorter address")
            raise KitError([finding]) from None
        scene = Scene(_CODE, _CODE, 0.0, (Rect(box, "#FFFFFF", None, 1.2), code), codes=((address, box),))
        self.items.append(Placed(scene, x, top))
        self.links.append(Link(box.moved(x, top), address))
        style = replace(look.FOOT, align="end")
        for index, text in enumerate((self._words.code, _shown(address))):
            self.items += set_line(self._setting, text, x, top + _CODE + 3.2 * (index + 1), style, measure=_CODE)

    def _at(self, x: float, width: float) -> float:
        """Where something begins that stands x from the beginning of the cover's lines."""
        return _SIDE + self._setting.at(x, width, self._measure)

    def _tag(self, role: str, within: Path = (), alt: str = "") -> None:
        """Says that the next item is a new part, `within` another one."""
        self._parts += 1
        self.tags.append(Tag(len(self.items), (*within, *self._path(role)), alt))

    def _path(self, role: str) -> Path:
        return ((role, f"cover {self._parts}"),)

    def _lines(self, spans: Spans, style: Style, line: int, role: str = "P", rule: Rule | None = None) -> None:
        """Lines, and the rule's number at the end of the first, for which those that are not centred leave room; a
        word wider than the cover is a finding."""
        self._parts += 1
        number = self._rule_number(rule.number, style) if rule and rule.number else ()
        measure = self._measure - (look.MARGIN_COLUMN if number and style.align != "center" else 0.0)
        for strip in line_strips(self._setting, spans, self._at(0.0, measure), measure, style):
            if strip.overfull:
                self._note(line, "text-wide", f"`{strip.overfull}` is wider than the cover")
            self._line(replace(strip, items=(*ended(number, READ_FIRST), *strip.items)) if number else strip, role)
            number = ()

    def _rule_number(self, number: str, style: Style) -> tuple[Item, ...]:
        """The number of a rule, on the baseline of a first line in a style."""
        base = baseline(self._setting, style)
        return set_line(
            self._setting, number, _SIDE, base, replace(look.RULE_NUMBER, align="end"), measure=self._measure
        )

    def _line(self, strip: Strip, role: str) -> None:
        """A line of the part that was begun last."""
        for part in parts(replace(strip, path=self._path(role))):
            self.tags.extend(part.tags(1, len(self.items)))
            self.items.append(Group(part.items, (1.0, 0.0, 0.0, 1.0, 0.0, self._y)))
        self.links += (replace(link, box=link.box.moved(0.0, self._y)) for link in strip.links)
        self._y += strip.height

    def _note(self, line: int, code: str, message: str) -> None:
        hint = "shorten what stands before the first `##`, or make its figure smaller"
        self.findings.append(Finding("error", code, Place(self._file, line), message, hint))


def _shown(address: str) -> str:
    return address.removeprefix("http://").removeprefix("https://")
