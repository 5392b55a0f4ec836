"""Pages around strips of text: double rule, running head, fishtails, footer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.codes import draw_qr
from pnp.findings import Finding, KitError, Place
from pnp.kit.theme import Style
from pnp.leaflet.document import Block, Figure, LeafletDocument, Paragraph, RuleName, Spans, list_rules, plain
from pnp.leaflet.setter import Setter, find_missing_in_kit
from pnp.leaflet.strips import (
    CAPTION,
    COVER_TITLE,
    FINE,
    HAIR,
    MARGIN_COLUMN,
    PAD,
    PANEL_LINE,
    PANEL_RADIUS,
    RULE_GAP,
    SHORT,
    SMALL_HEAD,
    STRONG,
    TEXT_TOP,
    LeafletContext,
    PlacedStrip,
    Strip,
    StripPart,
    TagPath,
    foot,
    paginate,
    pitch,
    place_tagged_line,
    tag_strip,
)
from pnp.scene import (
    BLACK,
    MM_PER_POINT,
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
from pnp.sheet.press_words import LeafletWords, facts, list_words, read_leaflet_words
from pnp.text.markup import Span
from pnp.text.wrap import find_line_offset

HEAD_RULE = 14.0
FOOT_RULE = 12.6
"""Of the foot's rule above the bottom edge, so that the page number keeps 5 mm from it, where printers end."""
RUNNING = Style(font="display", size=9, leading=1.2, colour="ink", hyphenate=False)
FOOT = Style(font="text", size=7, leading=1.2, colour="grey", hyphenate=False)
PAGE_NUMBER = Style(font="display", size=10, leading=1.2, colour="ink", hyphenate=False)
COVER_LINE = Style(font="display", size=13, leading=1.2, colour="accent", hyphenate=False)
COVER_TEXT = Style(font="text", size=10, leading=1.35, colour="ink")
CONTENTS = Style(font="text", size=9.2, leading=1.3, colour="ink", hyphenate=False)
_TAIL = (3.4, 5.1)
_TAIL_CLEAR = 0.7
"""Least between the tail at the head and letters below it."""
_FOOT_TAIL = (2.6, 3.6)
_BETWEEN = 4.0
"""Least between the two parts of a running head."""


def _page(
    setting: LeafletContext, number: int, items: Iterable[Item], rows: Sequence[PlacedStrip], left: float, top: float
) -> Page:
    """Returns a page of items and strips with their links, anchors, tags and source lines, from its `left` and
    `top`."""
    drawn: list[Item | Placed] = list(items)
    links: list[Link] = []
    anchors: list[Anchor] = []
    tags: list[Tag] = []
    passages: list[Passage] = []
    for index, row in enumerate(rows):
        y = top + row.y
        if row.strip.line:
            passages.append(Passage(row.strip.line, Box(left, y, setting.width, row.strip.height)))
        if index and row.strip.above:
            drawn.append(Group(row.strip.above, (1.0, 0.0, 0.0, 1.0, left, y)))
        for part in row.strip.parts:
            if part.path:
                tags.append(Tag(len(drawn), part.path, part.alt))
            picture = part.picture
            moved = replace(picture, x=picture.x + left, y=picture.y + y) if picture else None
            drawn.append(moved or Group(part.items, (1.0, 0.0, 0.0, 1.0, left, y)))
        links.extend(replace(link, box=link.box.moved(left, y)) for link in row.strip.links)
        anchors.extend(replace(anchor, y=anchor.y + y) for anchor in row.strip.anchors)
    return Page(
        *setting.size,
        tuple(drawn),
        links=tuple(links),
        anchors=tuple(anchors),
        label=str(number),
        tags=tuple(tags),
        passages=tuple(passages),
    )


def draw_page_footer(setting: LeafletContext, words: LeafletWords, number: int) -> tuple[Item, ...]:
    """Returns the footer: title, version and build, and the page number under its fishtail."""
    left, width = setting.find_left_edge(number), setting.width
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
    """Returns the head: a double rule, the kit's name inside, the chapter outside, a fishtail at the outer edge. If
    both exceed one line, the chapter is shortened, and the name once it takes more than half."""
    left, width = setting.find_left_edge(number), setting.width
    outer_right = setting.on_right(number)
    name: Spans = (Span(f"{setting.title}  "), Span(setting.name, italic=True, colour="accent"))
    place: Spans = (Span(chapter, italic=True, colour="grey"),)
    room = width - _BETWEEN if chapter else width
    taken = min(setting.measure_text(name, RUNNING), room - min(setting.measure_text(place, RUNNING), room / 2))
    name, place = (setting.shorten(spans, most, RUNNING) for spans, most in ((name, taken), (place, room - taken)))
    base = HEAD_RULE - 2.2
    tail_width, _ = _TAIL
    tail_x = width - tail_width if outer_right else 0.0
    tail_y = HEAD_RULE + RULE_GAP
    tail_height = _measure_tail(setting, rows, tail_x, tail_y)
    start, end = (name, place) if outer_right else (place, name)
    return (
        setting.draw_rule(left, HEAD_RULE, width, STRONG),
        setting.draw_rule(left, HEAD_RULE + RULE_GAP, width, FINE),
        setting.draw_fishtail(left + tail_x, tail_y, tail_width, tail_height),
        *setting.set_line(start, left, base, RUNNING),
        *setting.set_line(end, left, base, replace(RUNNING, align="right"), measure=width),
    )


def _measure_tail(setting: LeafletContext, rows: Sequence[PlacedStrip], x: float, y: float) -> float:
    """Returns how far the fishtail at the head, at x from the text's left, hangs from y: less above tall letters such
    as آ and Ẵ."""
    width, height = _TAIL
    for row in rows[:1]:
        for item in (item for part in row.strip.parts for item in part.items):
            if isinstance(item, Text) and item.x < x + width and x < item.x + item.width:
                above = setting.fonts.font(item.font).reach(item.glyphs)[0] * item.size * MM_PER_POINT
                height = min(height, TEXT_TOP + row.y + item.y - above - _TAIL_CLEAR - y)
    return max(height, width)


def _panels(setting: LeafletContext, rows: Sequence[PlacedStrip], left: float) -> Iterable[Item]:
    spans: dict[int, tuple[float, float]] = {}
    for row in rows:
        if row.strip.panel:
            top = spans.get(row.strip.panel, (row.y, 0.0))[0]
            spans[row.strip.panel] = (top, row.y + row.strip.height)
    for top, bottom in spans.values():
        y = TEXT_TOP + top - PAD
        box = Box(left, y, setting.width, bottom - top + 2 * PAD)
        ground = None if setting.low else setting.colour("paper")
        yield Rect(box, ground, Stroke(setting.colour("ink"), PANEL_LINE), PANEL_RADIUS)


_NEAR = 1e-6
Chapter: TypeAlias = tuple[int, Strip]
"""The page on which a chapter begins, and its first strip."""


def make_up(pages: Sequence[Sequence[PlacedStrip]], setting: LeafletContext, file: str) -> Iterator[Finding]:
    """Reports poor page breaks in a leaflet's body. The last page and pages that end with `---` may be short."""

    def warn(code: str, line: int, message: str, hint: str) -> Finding:
        return Finding("warning", code, Place(file, line), message, hint)

    placed = [(number, row.strip) for number, rows in enumerate(pages, setting.first) for row in rows]
    figures = {strip.figure: number for number, strip in placed if strip.figure}
    for number, (rows, following) in enumerate(pairwise(pages), setting.first):
        last, after = rows[-1].strip, following[0].strip
        if len(following) > 1 and following[1].strip.head is after:  # the repeated head of a table
            after = following[1].strip
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
    for number, strip in placed:
        if strip.beside and figures.get(strip.beside, number) != number:
            message = f"the figure is on page {figures[strip.beside]}, the text that goes with it on page {number}"
            hint = "make the figure smaller, or shorten what stands between"
            yield warn("figure-apart", strip.beside, message, hint)


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


def find_title_anchors(document: LeafletDocument, y: float = 0.0) -> tuple[Anchor, ...]:
    """Returns the anchor of the rule named in a leaflet's title, if any."""
    rule = document.title.rule if document.title else None
    return (Anchor(rule.id, y),) if rule and rule.id else ()


class _Cover:
    """The cover, filled from the top: its strips, and `y`, the height used so far in mm."""

    def __init__(self, setting: LeafletContext, words: LeafletWords, document: LeafletDocument) -> None:
        self.rows: list[PlacedStrip] = []
        self.findings: list[Finding] = []
        self.y = _FRAME + 9.0
        self._setting = setting
        self._words = words
        self._file = document.file
        self._title = plain(document.title.spans) if document.title else setting.title
        self._line = document.title.line if document.title else 1
        self._measure = setting.size[0] - 2 * _SIDE
        self.add(
            Strip(height=0.0, anchors=(Anchor("cover", -self.y, self._title), *find_title_anchors(document, -self.y)))
        )

    def add(self, strip: Strip, role: str = "", y: float | None = None) -> None:
        """Places a strip at y or below the last one, as a structure element if a role is given."""
        path: TagPath = (("TOC", "contents"),) if role == "TOCI" else ()
        strip = tag_strip(strip, (*path, (role, f"cover {len(self.rows)}"))) if role else strip
        self.rows.append(PlacedStrip(self.y if y is None else y, strip))
        self.y += strip.height if y is None else 0.0

    def frame(self) -> tuple[Item, ...]:
        """Returns the double frame with its fishtails."""
        setting = self._setting
        outer = Box(0.0, 0.0, *setting.size).inset(_FRAME)
        inner = outer.inset(_FRAMES_APART)
        ink = setting.colour("ink")
        ground = None if setting.low else setting.colour("paper")
        return (
            Rect(outer, ground, Stroke(ink, STRONG), PANEL_RADIUS + 0.6),
            Rect(inner, None, Stroke(ink, FINE), PANEL_RADIUS - 0.4),
            setting.draw_fishtail(inner.x + 5.0, inner.y, _COVER_TAIL),
            setting.draw_fishtail(inner.right - 5.0 - _COVER_TAIL, inner.y, _COVER_TAIL),
        )

    def add_title(self, rule: RuleName | None) -> None:
        """Adds the title as large as one line allows; below it the leaflet's name between two rules, players, age and
        minutes."""
        setting, title, line = self._setting, self._title, self._line
        room = self._measure - 2 * _COVER_TAIL
        wanted = COVER_TITLE.size * room / max(1.0, setting.measure_text(title, COVER_TITLE))
        size = max(_LEAST_TITLE, min(COVER_TITLE.size, wanted))
        self._lines((Span(title),), replace(COVER_TITLE, size=size, align="center"), line, "H1", rule)
        self.y += 1.2
        name = (Span(setting.name, italic=True),)
        width = (self._measure - setting.measure_text(name, COVER_LINE)) / 2 - 4.0
        if width > _SHORTEST_RULE:
            middle = pitch(COVER_LINE) / 2 + 0.2
            places = (_SIDE, _SIDE + self._measure - width)
            rules = tuple(setting.draw_rule(x, middle, width, FINE) for x in places)
            self.add(Strip(height=0.0, parts=(StripPart(rules, None),)))
        self._lines(name, replace(COVER_LINE, align="center"), line)
        known = facts(self._words, setting.players, setting.minutes, setting.age)
        self.y += 0.8
        self._lines((Span(known, colour="grey"),), _CAPTION, line)
        self.y += 2.2

    def add_opening(self, blocks: Sequence[Block]) -> None:
        """Adds the figures and paragraphs before the first chapter."""
        for block in blocks:
            # Those of a block that is refused have a place, too: what links to them is not wrong.
            anchors = tuple(Anchor(rule.id, -1.5) for rule in list_rules([block]) if rule.id)
            self.add(Strip(height=0.0, anchors=anchors))
            if isinstance(block, Figure):
                scene = self._setting.figure(block.face)
                if scene.width > self._setting.size[0] - 2 * (_FRAME + _FRAMES_APART):
                    self._note(block.line, "figure-wide", f"the figure `{block.face}` is wider than the cover")
                alt = plain(block.caption) or list_words(scene.items) or self._title
                picture = Placed(scene, (self._setting.size[0] - scene.width) / 2, 0.0)
                self.add(Strip(height=scene.height, parts=(StripPart((), (), alt, picture),)), "Figure")
                if block.caption:
                    self.y += _TO_CAPTION
                    self._lines(block.caption, _CAPTION, block.line, "Caption")
                self.y += _UNDER_FIGURE
            elif isinstance(block, Paragraph):
                self._lines(block.spans, COVER_TEXT, block.line, "P", block.rule)
                self.y += 2.0
            else:
                self._note(block.line, "cover-block", "only figures and paragraphs stand on the cover")

    def add_contents(self, chapters: Sequence[Chapter]) -> None:
        """Adds the contents in one or two columns, the QR code beside them, and the footer. Reports contents that do
        not fit."""
        setting = self._setting
        floor = setting.size[1] - _FLOOR
        code = _CODE + _UNDER_CODE if setting.address else 0.0
        head = pitch(SMALL_HEAD) + 1.0
        room = floor - self.y - 3.0
        tables = [self._lay_out_contents(chapters, columns) for columns in (1, 2)] if chapters else []
        table = next((rows for rows in tables if max(head + _height(rows), code) <= room), ())
        top = floor - max(head + _height(table) if table else 0.0, code)
        if self.y > top - 3.0:
            self._note(self._line, "cover-full", "the cover does not hold all of its text")
        elif chapters and not table:
            hint = "shorten what stands before the first `##`, or the titles of chapters"
            message = "the cover has no room for the contents: they are left out"
            self.findings.append(Finding("warning", "cover-contents", Place(self._file, self._line), message, hint))
        if top < floor:
            rule = setting.draw_rule(_SIDE, -3.0, self._measure, FINE)
            self.add(Strip(height=0.0, parts=(StripPart((rule,), None),)), y=top)
        if table:
            words = setting.set_line(
                self._words.contents, _SIDE, setting.baseline(SMALL_HEAD), SMALL_HEAD, measure=self._measure
            )
            self.add(Strip(height=head, parts=(StripPart(words),)), "P", top)
            for row in table:
                self.add(row.strip, "TOCI", top + head + row.y)
        if code:
            self._code(top)
        base = setting.size[1] - _FRAME - _FRAMES_APART - 3.2
        foot = setting.set_line(setting.imprint, _SIDE, base, replace(FOOT, align="center"), measure=self._measure)
        self.add(Strip(height=0.0, parts=(StripPart(foot, None),)), y=0.0)

    def _lay_out_contents(self, chapters: Sequence[Chapter], columns: int) -> list[PlacedStrip]:
        """Returns the contents in this many columns; long titles are set smaller and on more lines."""
        setting = self._setting
        width = self._measure
        if setting.address:
            width -= max(_CODE, setting.measure_text(_shorten_address(setting.address), FOOT)) + 6.0
        width = (width - _BETWEEN_COLUMNS * (columns - 1)) / columns
        longest = max(setting.measure_text(f"{strip.chapter} {page}", CONTENTS) for page, strip in chapters)
        size = max(_LEAST_CONTENTS, min(1.0, (width - _BEFORE_NUMBER) / longest) * CONTENTS.size)
        style = replace(CONTENTS, size=size)
        most = -(-len(chapters) // columns)
        rows: list[PlacedStrip] = []
        for index, chapter in enumerate(chapters):
            column, number = divmod(index, most)
            y = rows[-1].y + rows[-1].strip.height if number else 0.0
            x = self._at(column * (width + _BETWEEN_COLUMNS), width)
            rows.append(PlacedStrip(y, self._entry(chapter, x, width, style)))
        return rows

    def _entry(self, chapter: Chapter, x: float, width: float, style: Style) -> Strip:
        setting, (page, first) = self._setting, chapter
        lines = setting.break_spans(first.chapter, width - setting.measure_text(f" {page}", style), style)
        height = pitch(CONTENTS) + _ROW_GAP + (len(lines) - 1) * pitch(style)
        bases = [setting.baseline(CONTENTS) + index * pitch(style) for index in range(len(lines))]
        items: list[Item] = []
        for line, base in zip(lines, bases, strict=True):
            items += place_tagged_line(line, x + find_line_offset(line, width, style.align), base, ends=False)
        number = replace(style, font="figure", align="end")
        items += setting.set_line(str(page), x, bases[-1], number, measure=width)
        rule = setting.draw_rule(x, height - 0.35, width, HAIR, "rule")
        return Strip(
            height=height,
            parts=(StripPart(tuple(items)), StripPart((rule,), None)),
            links=(Link(Box(x, 0.0, width, height), f"#{first.anchors[0].name}"),),
            overfull=next((line.text for line in lines if line.too_wide), ""),
        )

    def _code(self, top: float) -> None:
        """Adds the QR code on white with its address as text below."""
        address = self._setting.address
        x = self._at(self._measure - _CODE, _CODE)
        box = Box(0.0, 0.0, _CODE, _CODE)
        try:
            code = draw_qr(address, box, BLACK)
        except ValueError as error:
            finding = Finding("error", "qr-long", Place(self._file), str(error), "give a shorter address")
            raise KitError([finding]) from None
        scene = Scene(_CODE, _CODE, 0.0, (Rect(box, "#FFFFFF", None, 1.2), code), codes=((address, box),))
        style = replace(FOOT, align="end")
        words: list[Item] = []
        for index, text in enumerate((self._words.code, _shorten_address(address)), 1):
            words += self._setting.set_line(text, x, _CODE + 3.2 * index, style, measure=_CODE)
        parts = (StripPart((), None, picture=Placed(scene, x, 0.0)), StripPart(tuple(words), None))
        self.add(Strip(height=_CODE, parts=parts, links=(Link(box.moved(x, 0.0), address),)), y=top)

    def _at(self, x: float, width: float) -> float:
        """Returns the left edge of something at x from the start of the cover's lines."""
        return _SIDE + self._setting.at(x, width, self._measure)

    def _lines(self, spans: Spans, style: Style, line: int, role: str = "P", rule: RuleName | None = None) -> None:
        """Adds lines with the rule's number at the end of the first, for which left-aligned lines leave room. Reports
        words wider than the cover."""
        number = rule.number if rule else ""
        measure = self._measure - (MARGIN_COLUMN if number and style.align != "center" else 0.0)
        path: TagPath = ((role, f"cover {len(self.rows)}"),)
        for index, strip in enumerate(self._setting.set_line_strips(spans, self._at(0.0, measure), measure, style)):
            if strip.overfull:
                self._note(line, "text-wide", f"`{strip.overfull}` is wider than the cover")
            if number and not index:
                beside = self._setting.set_number(number, _SIDE, self._measure, style)
                strip = replace(strip, parts=(beside, *strip.parts))
            self.add(tag_strip(strip, path))

    def _note(self, line: int, code: str, message: str) -> None:
        hint = "shorten what stands before the first `##`, or make its figure smaller"
        self.findings.append(Finding("error", code, Place(self._file, line), message, hint))


def _height(rows: Iterable[PlacedStrip]) -> float:
    """Returns the height of the contents; infinite if a word exceeds its column."""
    return max((math.inf if row.strip.overfull else row.y + row.strip.height for row in rows), default=0.0)


def _shorten_address(address: str) -> str:
    return address.removeprefix("http://").removeprefix("https://")


_PASSES = 4
"""How often a leaflet is set anew because a page number grew a digit; two passes are the rule."""


class SetLeaflet(msgspec.Struct, frozen=True):
    """Pages in reading order, single and upright, a cover first; and the findings of layout.

    `lasting` are the same pages with a cover without the build id, for comparing builds.
    """

    pages: tuple[Page, ...]
    findings: tuple[Finding, ...]
    lasting: tuple[Page, ...]


def set_leaflet(document: LeafletDocument, setting: LeafletContext) -> SetLeaflet:
    """Lays out a leaflet, with the press's texts in its language or in English.

    Raises KitError if it has no page, for example nothing but a title and no cover.
    """
    setting = replace(setting, signs=document.signs)
    words = read_leaflet_words(setting.language, setting.own_words)
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
    lacking = find_missing_in_kit(document, setting)
    cover, faults = _cover(setting, words, document, pages)
    faulty = any(each.severity == "error" for each in (*document.findings, *lacking, *findings, *faults))
    # What is wrong makes pages poor as well: mended, they may need nothing.
    poor = () if faulty else make_up(pages, setting, document.file)
    body = _lay_out_body(setting, words, pages)
    if not setting.covered:
        body[0] = replace(body[0], anchors=(*find_title_anchors(document), *body[0].anchors))
    lasting = (*_cover(setting.lasting, words, document, pages)[0], *body)
    return SetLeaflet((*cover, *body), (*lacking, *findings, *faults, *poor), lasting)


def _cover(
    setting: LeafletContext, words: LeafletWords, document: LeafletDocument, pages: Sequence[Sequence[PlacedStrip]]
) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """Returns the cover (the press's, the kit's own face, or none), and findings about what does not fit on it."""
    if not setting.covered:
        return (), ()
    if setting.cover is not None:
        placed, title = Placed(setting.cover, 0.0, 0.0), Anchor("cover", 0.0, setting.title)
        shown = list_words(setting.cover.items) or setting.title
        tags = (Tag(0, (("Figure", "cover"),), shown),)
        anchors = (title, *find_title_anchors(document))
        return (Page(*setting.size, (placed,), anchors=anchors, label="1", tags=tags),), ()
    cover = _Cover(setting, words, document)
    cover.add_title(document.title.rule if document.title else None)
    cover.add_opening(document.cover)
    cover.add_contents(
        [(number, row.strip) for number, rows in enumerate(pages, 2) for row in rows if row.strip.chapter]
    )
    return (_page(setting, 1, cover.frame(), cover.rows, 0.0, 0.0),), tuple(cover.findings)


def _lay_out_body(setting: LeafletContext, words: LeafletWords, pages: Sequence[Sequence[PlacedStrip]]) -> list[Page]:
    """Returns the text pages, each headed by the chapter at its top."""
    finished: list[Page] = []
    chapter = ""
    for number, rows in enumerate(pages, setting.first):
        begun = [row.strip.chapter for row in rows if row.strip.chapter]
        starts_here = bool(rows and rows[0].strip.chapter)
        chapter = begun[0] if begun and (starts_here or not chapter) else chapter
        left = setting.find_left_edge(number)
        head, panels = _head(setting, number, chapter, rows), _panels(setting, rows, left)
        items = (*head, *draw_page_footer(setting, words, number), *panels)
        finished.append(_page(setting, number, items, rows, left, TEXT_TOP))
        chapter = begun[-1] if begun else chapter
    return finished
