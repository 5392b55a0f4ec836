"""Pages round the strips: double rule, running head, fishtails, foot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pnp.art.codes import qr_path
from pnp.findings import Finding, KitError, Place
from pnp.kit.theme import Style
from pnp.leaflet.document import Block, Figure, LeafletDocument, Paragraph, RuleName, Spans, plain, rules_in
from pnp.leaflet.setter import Setter, missing_in_kit
from pnp.leaflet.strips import (
    CAPTION,
    CONTENTS,
    COVER_LINE,
    COVER_TEXT,
    COVER_TITLE,
    FINE,
    FOOT,
    FOOT_RULE,
    HAIR,
    HEAD_RULE,
    MARGIN_COLUMN,
    PAD,
    PAGE_NUMBER,
    PANEL_RADIUS,
    RULE_GAP,
    RULE_NUMBER,
    RUNNING,
    SHORT,
    SMALL_HEAD,
    STRONG,
    TEXT_TOP,
    LeafletContext,
    PlacedStrip,
    Strip,
    TagPath,
    end_with_mark,
    foot,
    paginate,
    parts,
    pitch,
    place_tagged_line,
)
from pnp.scene import (
    MM_PER_POINT,
    READ_FIRST,
    Anchor,
    Box,
    Group,
    Item,
    Link,
    Page,
    Passage,
    Placed,
    Rect,
    Scene,
    Stroke,
    Tag,
    Text,
)
from pnp.scene.colour import BLACK
from pnp.sheet.press_words import LeafletWords, facts, leaflet_words, shown_words
from pnp.text.markup import Span
from pnp.text.wrap import TextLine, offset

_TAIL = (3.4, 5.1)
_TAIL_CLEAR = 0.7
"""Least between the tail at the head and letters below it."""
_FOOT_TAIL = (2.6, 3.6)
_BETWEEN = 4.0
"""Least between the two parts of a running head."""


def left_edge(setting: LeafletContext, number: int) -> float:
    """Where the text of a page begins: of those that lie on the right, the inner margin is the left one."""
    return setting.inside if setting.on_right(number) else setting.outside


def leaflet_page(
    setting: LeafletContext, words: LeafletWords, number: int, chapter: str, rows: Sequence[PlacedStrip]
) -> Page:
    """A finished page of a leaflet's body."""
    left = left_edge(setting, number)
    items: list[Item | Placed] = [*_head(setting, number, chapter, rows), *page_foot(setting, words, number)]
    items.extend(_panels(setting, rows, left))
    links: list[Link] = []
    anchors: list[Anchor] = []
    tags: list[Tag] = []
    passages: list[Passage] = []
    for index, row in enumerate(rows):
        y = TEXT_TOP + row.y
        if row.strip.line:
            passages.append(Passage(row.strip.line, Box(left, y, setting.width, row.strip.height)))
        if index and row.strip.above:
            items.append(Group(row.strip.above, (1.0, 0.0, 0.0, 1.0, left, y)))
        for part in parts(row.strip):
            tags.extend(part.tags(number, len(items)))
            items.append(Group(part.items, (1.0, 0.0, 0.0, 1.0, left, y)))
        for placed in row.strip.placed:
            if row.strip.pictured:
                tags.append(Tag(len(items), row.strip.pictured, row.strip.alt))
            items.append(replace(placed, x=placed.x + left, y=placed.y + y))
        links.extend(replace(link, box=link.box.moved(left, y)) for link in row.strip.links)
        anchors.extend(replace(anchor, y=anchor.y + y) for anchor in row.strip.anchors)
    return Page(
        *setting.size,
        tuple(items),
        links=tuple(links),
        anchors=tuple(anchors),
        label=str(number),
        tags=tuple(tags),
        passages=tuple(passages),
    )


def page_foot(setting: LeafletContext, words: LeafletWords, number: int) -> tuple[Item, ...]:
    """The foot: what was printed and from which build, the page number under its fishtail."""
    left, width = left_edge(setting, number), setting.width
    y = setting.size[1] - FOOT_RULE
    middle = left + width / 2
    tail_width, tail_height = _FOOT_TAIL
    sides = (setting.imprint, words.margin)
    on_left, on_right = sides[::-1] if setting.on_right(number) else sides
    base = y + 4.3
    return (
        setting.draw_rule(left, y, width, FINE),
        setting.draw_fishtail(middle - tail_width / 2, y, tail_width, tail_height),
        *setting.set_line(on_left, left, base, FOOT),
        *setting.set_line(on_right, left, base, replace(FOOT, align="right"), measure=width),
        *setting.set_line(str(number), left, y + 7.2, replace(PAGE_NUMBER, align="center"), measure=width),
    )


def _head(setting: LeafletContext, number: int, chapter: str, rows: Sequence[PlacedStrip]) -> tuple[Item, ...]:
    """The double rule, the kit's name inside, the chapter outside, a fishtail hanging at the outer edge. Where one line
    does not hold both, the chapter is shortened, and the name once it takes more than half."""
    left, width = left_edge(setting, number), setting.width
    outer_right = setting.on_right(number)
    name: Spans = (Span(f"{setting.title}  "), Span(setting.name, italic=True, colour="accent"))
    place: Spans = (Span(chapter, italic=True, colour="grey"),)
    room = width - _BETWEEN if chapter else width
    taken = min(setting.text_width(name, RUNNING), room - min(setting.text_width(place, RUNNING), room / 2))
    name, place = (setting.shorten(spans, most, RUNNING) for spans, most in ((name, taken), (place, room - taken)))
    base = HEAD_RULE - 2.2
    tail_width, _ = _TAIL
    tail_x = width - tail_width if outer_right else 0.0
    tail_y = HEAD_RULE + RULE_GAP
    tail_height = _tail_height(setting, rows, tail_x, tail_y)
    start, end = (name, place) if outer_right else (place, name)
    return (
        setting.draw_rule(left, HEAD_RULE, width, STRONG),
        setting.draw_rule(left, HEAD_RULE + RULE_GAP, width, FINE),
        setting.draw_fishtail(left + tail_x, tail_y, tail_width, tail_height),
        *setting.set_line(start, left, base, RUNNING),
        *setting.set_line(end, left, base, replace(RUNNING, align="right"), measure=width),
    )


def _tail_height(setting: LeafletContext, rows: Sequence[PlacedStrip], x: float, y: float) -> float:
    """How far the tail at the head, x from where the text of the page begins, hangs from y: less over letters that
    stand up to it, as آ and Ẵ do in headings."""
    width, height = _TAIL
    for row in rows[:1]:
        for item in row.strip.items:
            if isinstance(item, Text) and item.x < x + width and x < item.x + item.width:
                above = setting.fonts.font(item.font).reach(item.glyphs)[0] * item.size * MM_PER_POINT
                height = min(height, TEXT_TOP + row.y + item.y - above - _TAIL_CLEAR - y)
    return max(height, width)


def _panels(setting: LeafletContext, rows: Sequence[PlacedStrip], left: float) -> Iterable[Item]:
    """The ground of each panel, as far as it stands on this page."""
    spans: dict[int, tuple[float, float]] = {}
    for row in rows:
        if row.strip.panel:
            top = spans.get(row.strip.panel, (row.y, 0.0))[0]
            spans[row.strip.panel] = (top, row.y + row.strip.height)
    for top, bottom in spans.values():
        y = TEXT_TOP + top - PAD
        yield setting.draw_panel(Box(left, y, setting.width, bottom - top + 2 * PAD))


_NEAR = 1e-6


def make_up(pages: Sequence[Sequence[PlacedStrip]], setting: LeafletContext, file: str) -> Iterator[Finding]:
    """What is poor in the make-up of a leaflet's body. A page that ends with `---`, or the leaflet, is as short as
    it is meant to be."""

    def warn(code: str, line: int, message: str, hint: str) -> Finding:
        return Finding("warning", code, Place(file, line), message, hint)

    for number, (rows, following) in enumerate(pairwise(pages), setting.first):
        last, after = rows[-1].strip, _begun(following)
        empty = 1.0 - foot(rows) / setting.height
        if last.heading:
            hint = "shorten what comes after it, so that some of it fits below"
            yield warn("heading-last", last.line, f"the heading is the last thing on page {number}", hint)
        if not after.fresh and empty > SHORT + _NEAR:
            message = f"the foot of page {number} is {empty:.0%} empty: what begins here did not fit"
            hint = "make a figure on the page larger, or what begins here smaller; or end the page with `---`"
            yield warn("short-page", after.line, message, hint)
        if after.step and after.step == last.step:
            message = f"a step of the list stands in part on page {number}, in part on the next"
            yield warn("step-parted", after.line, message, "shorten it, or make two steps of it")
    placed = [(number, row.strip) for number, rows in enumerate(pages, setting.first) for row in rows]
    figures = {strip.figure: number for number, strip in placed if strip.figure}
    for number, strip in placed:
        if strip.beside and figures.get(strip.beside, number) != number:
            message = f"the figure is on page {figures[strip.beside]}, the text that goes with it on page {number}"
            hint = "make the figure smaller, or shorten what stands between"
            yield warn("figure-apart", strip.beside, message, hint)


def _begun(rows: Sequence[PlacedStrip]) -> Strip:
    """What a page begins with, the repeated head of a table left out."""
    return rows[1].strip if len(rows) > 1 and rows[1].strip.head is rows[0].strip else rows[0].strip


_FRAME = 8.0
_FRAMES_APART = 1.6
_COVER_TAIL = 5.6
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
_CAPTION = replace(CAPTION, align="center")


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
    setting: LeafletContext, words: LeafletWords, document: LeafletDocument, chapters: Sequence[Chapter]
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


def title_anchors(document: LeafletDocument) -> tuple[Anchor, ...]:
    """The place of the rule that a leaflet's title names, if it names one: the top of the first page."""
    rule = document.title.rule if document.title else None
    return (Anchor(rule.id, 0.0),) if rule and rule.id else ()


class _Cover:
    """The cover as it fills from the top; `y` is how far down it has come."""

    def __init__(self, setting: LeafletContext, words: LeafletWords, file: str) -> None:
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
            Rect(outer, ground, Stroke(ink, STRONG), PANEL_RADIUS + 0.6),
            Rect(inner, None, Stroke(ink, FINE), PANEL_RADIUS - 0.4),
            setting.draw_fishtail(inner.x + 5.0, inner.y, _COVER_TAIL),
            setting.draw_fishtail(inner.right - 5.0 - _COVER_TAIL, inner.y, _COVER_TAIL),
        )

    def title(self, title: str, line: int, named: RuleName | None) -> None:
        """The title as large as one line holds; under it the leaflet's name between two rules, and who can play."""
        self._title = title
        style = COVER_TITLE
        room = self._measure - 2 * _COVER_TAIL
        wanted = style.size * room / max(1.0, self._setting.text_width(title, style))
        style = replace(style, size=max(_LEAST_TITLE, min(style.size, wanted)), align="center")
        self._lines((Span(title),), style, line, "H1", named)
        self._y += 1.2
        name = (Span(self._setting.name, italic=True),)
        rule = (self._measure - self._setting.text_width(name, COVER_LINE)) / 2 - 4.0
        if rule > _SHORTEST_RULE:
            y = self._y + pitch(COVER_LINE) / 2 + 0.2
            self.items.append(self._setting.draw_rule(_SIDE, y, rule, FINE))
            self.items.append(self._setting.draw_rule(_SIDE + self._measure - rule, y, rule, FINE))
        self._lines(name, replace(COVER_LINE, align="center"), line)
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
                self._lines(block.spans, COVER_TEXT, block.line, "P", block.rule)
                self._y += 2.0
            else:
                self._note(block.line, "cover-block", "only figures and paragraphs stand on the cover")

    def below(self, chapters: Sequence[Chapter], line: int) -> None:
        """The contents, in one column or in two, the code beside them, and the foot line; a finding, if there is no
        room for the contents."""
        floor = self._setting.size[1] - _FLOOR
        code = _CODE + _UNDER_CODE if self._setting.address else 0.0
        head = pitch(SMALL_HEAD) + 1.0
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
            self.items.append(self._setting.draw_rule(_SIDE, top - 3.0, self._measure, FINE))
        if table:
            base = top + self._setting.baseline(SMALL_HEAD)
            self._tag("P")
            words = self._words.contents
            self.items.append(Group(self._setting.set_line(words, _SIDE, base, SMALL_HEAD, measure=self._measure)))
            self._contents(table, top + head)
        if code:
            self._code(top)
        foot = replace(FOOT, align="center")
        base = self._setting.size[1] - _FRAME - _FRAMES_APART - 3.2
        self.items += self._setting.set_line(self._setting.imprint, _SIDE, base, foot, measure=self._measure)

    def _entries(self, chapters: Sequence[Chapter], columns: int) -> _Contents:
        """The contents in so many columns: in smaller type, and in more lines, where titles are long."""
        setting = self._setting
        width = self._measure
        if setting.address:
            width -= max(_CODE, setting.text_width(_shown(setting.address), FOOT)) + 6.0
        width = (width - _BETWEEN_COLUMNS * (columns - 1)) / columns
        step = pitch(CONTENTS) + _ROW_GAP
        longest = max(setting.text_width(f"{chapter.title} {chapter.page}", CONTENTS) for chapter in chapters)
        size = max(_LEAST_CONTENTS, min(1.0, (width - _BEFORE_NUMBER) / longest) * CONTENTS.size)
        title = replace(CONTENTS, size=size)
        rows = -(-len(chapters) // columns)
        entries: list[_Entry] = []
        for index, chapter in enumerate(chapters):
            column, row = divmod(index, rows)
            y = entries[-1].y + entries[-1].height if row else 0.0
            free = width - setting.text_width(f" {chapter.page}", title)
            lines = setting.break_spans((Span(chapter.title),), free, title)
            height = step + (len(lines) - 1) * pitch(title)
            entries.append(_Entry(chapter, column * (width + _BETWEEN_COLUMNS), y, height, lines))
        return _Contents(tuple(entries), width, title)

    def _contents(self, contents: _Contents, top: float) -> None:
        setting, width = self._setting, contents.width
        number = replace(contents.style, font="figure", align="end")
        for entry in contents.entries:
            x, y = self._at(entry.x, width), top + entry.y
            base = y + setting.baseline(CONTENTS)
            self._tag("TOCI", (("TOC", "contents"),))
            items: list[Item] = []
            for index, line in enumerate(entry.lines):
                drop = base + index * pitch(contents.style)
                items += place_tagged_line(line, x + offset(line, width, contents.style.align), drop, ends=False)
            last = base + (len(entry.lines) - 1) * pitch(contents.style)
            page = setting.set_line(str(entry.chapter.page), x, last, number, measure=width)
            self.items.append(Group((*items, *page)))
            self.items.append(setting.draw_rule(x, y + entry.height - 0.35, width, HAIR, "rule"))
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
        style = replace(FOOT, align="end")
        for index, text in enumerate((self._words.code, _shown(address))):
            self.items += self._setting.set_line(text, x, top + _CODE + 3.2 * (index + 1), style, measure=_CODE)

    def _at(self, x: float, width: float) -> float:
        """Where something begins that stands x from the beginning of the cover's lines."""
        return _SIDE + self._setting.at(x, width, self._measure)

    def _tag(self, role: str, within: TagPath = (), alt: str = "") -> None:
        """Says that the next item is a new part, `within` another one."""
        self._parts += 1
        self.tags.append(Tag(len(self.items), (*within, *self._path(role)), alt))

    def _path(self, role: str) -> TagPath:
        return ((role, f"cover {self._parts}"),)

    def _lines(self, spans: Spans, style: Style, line: int, role: str = "P", rule: RuleName | None = None) -> None:
        """Lines, and the rule's number at the end of the first, for which those that are not centred leave room; a
        word wider than the cover is a finding."""
        self._parts += 1
        number: tuple[Item, ...] = ()
        if rule and rule.number:
            base, beside = self._setting.baseline(style), replace(RULE_NUMBER, align="end")
            number = self._setting.set_line(rule.number, _SIDE, base, beside, measure=self._measure)
        measure = self._measure - (MARGIN_COLUMN if number and style.align != "center" else 0.0)
        for strip in self._setting.line_strips(spans, self._at(0.0, measure), measure, style):
            if strip.overfull:
                self._note(line, "text-wide", f"`{strip.overfull}` is wider than the cover")
            items = (*end_with_mark(number, READ_FIRST), *strip.items) if number else strip.items
            number = ()
            for part in parts(replace(strip, items=items, path=self._path(role))):
                self.tags.extend(part.tags(1, len(self.items)))
                self.items.append(Group(part.items, (1.0, 0.0, 0.0, 1.0, 0.0, self._y)))
            self.links += (replace(link, box=link.box.moved(0.0, self._y)) for link in strip.links)
            self._y += strip.height

    def _note(self, line: int, code: str, message: str) -> None:
        hint = "shorten what stands before the first `##`, or make its figure smaller"
        self.findings.append(Finding("error", code, Place(self._file, line), message, hint))


def _shown(address: str) -> str:
    return address.removeprefix("http://").removeprefix("https://")


_PASSES = 4
"""How often a leaflet is set anew because a page number grew a digit; two passes are the rule."""


class SetLeaflet(msgspec.Struct, frozen=True):
    """Pages in reading order, single and upright, a cover first; and what was noticed in setting them.

    `lasting` are the pages with a cover that does not tell which build it is of, to be compared with those of another.
    """

    pages: tuple[Page, ...]
    findings: tuple[Finding, ...]
    lasting: tuple[Page, ...]


def set_leaflet(document: LeafletDocument, setting: LeafletContext) -> SetLeaflet:
    """Sets a leaflet, with the press's words in its language, or in English.

    Raises KitError if it has no page: nothing but a title, say, and no cover.
    """
    setting = replace(setting, signs=document.signs)
    words = leaflet_words(setting.language, setting.own_words)
    if not any(rule.number for rule in document.rules):
        words = replace(words, margin="")  # the foot tells of numbers only where there are some
    known: Mapping[str, int] = {}
    pages: tuple[tuple[PlacedStrip, ...], ...] = ()
    findings: tuple[Finding, ...] = ()
    for _ in range(_PASSES):
        setter = Setter(setting, words, document.file, known)
        # On a cover of the kit's own what stands before the first chapter has no place: it begins the text.
        blocks = document.body if setting.pressed else (*document.cover, *document.body)
        pages = paginate(setter.strips(blocks), setting.height)
        findings = tuple(setter.findings)
        placed = [(number, row.strip) for number, rows in enumerate(pages, setting.first) for row in rows]
        found = {anchor.name: number for number, strip in placed for anchor in strip.anchors}
        if found == known:
            break
        known = found
    if not pages and not setting.covered:
        hint = "write what it says below its title, or give it a cover"
        raise KitError(
            [Finding("error", "leaflet-empty", Place(document.file, 1), "there is nothing in it to print", hint)]
        )
    lacking = missing_in_kit(document, setting)
    cover, faults = _cover(setting, words, document, pages)
    faulty = any(each.severity == "error" for each in (*document.findings, *lacking, *findings, *faults))
    # What is wrong makes pages poor as well: mended, they may need nothing.
    poor = () if faulty else make_up(pages, setting, document.file)
    body = _body(setting, words, pages)
    if not setting.covered:
        body[0] = replace(body[0], anchors=(*title_anchors(document), *body[0].anchors))
    lasting = (*_cover(setting.lasting, words, document, pages)[0], *body)
    return SetLeaflet((*cover, *body), (*lacking, *findings, *faults, *poor), lasting)


def _cover(
    setting: LeafletContext, words: LeafletWords, document: LeafletDocument, pages: Sequence[Sequence[PlacedStrip]]
) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The cover: the press's, the kit's own face, or none."""
    if not setting.covered:
        return (), ()
    if setting.cover is not None:
        placed, title = Placed(setting.cover, 0.0, 0.0), Anchor("cover", 0.0, setting.title)
        shown = shown_words(setting.cover.items) or setting.title
        tags = (Tag(0, (("Figure", "cover"),), shown),)
        anchors = (title, *title_anchors(document))
        return (Page(*setting.size, (placed,), anchors=anchors, label="1", tags=tags),), ()
    chapters = [
        Chapter(row.strip.chapter, number, row.strip.anchors[0].name)
        for number, rows in enumerate(pages, 2)
        for row in rows
        if row.strip.chapter
    ]
    page, faults = cover_page(setting, words, document, chapters)
    return (page,), faults


def _body(setting: LeafletContext, words: LeafletWords, pages: Sequence[Sequence[PlacedStrip]]) -> list[Page]:
    """The pages of the text, each under the chapter in which it begins, or that begins on it."""
    finished: list[Page] = []
    chapter = ""
    for number, rows in enumerate(pages, setting.first):
        begun = [row.strip.chapter for row in rows if row.strip.chapter]
        starts_here = bool(rows and rows[0].strip.chapter)
        chapter = begun[0] if begun and (starts_here or not chapter) else chapter
        finished.append(leaflet_page(setting, words, number, chapter, rows))
        chapter = begun[-1] if begun else chapter
    return finished
