"""Layout of leaflet blocks; reports signs, colours and letters that the kit lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, Place
from pnp.kit.theme import Style
from pnp.leaflet.document import (
    Block,
    Figure,
    Heading,
    LeafletDocument,
    Listing,
    MarkdownTable,
    NewPage,
    Paragraph,
    RuleName,
    Sidebar,
    Spans,
    list_texts,
    plain,
    walk,
)
from pnp.leaflet.strips import (
    BEFORE_HEADING,
    BETWEEN,
    CAPTION,
    COVER_TITLE,
    FINE,
    HAIR,
    MARGIN_COLUMN,
    PAD,
    RULE_GAP,
    SMALL_HEAD,
    STRONG,
    WITHIN,
    WITHIN_STEP,
    LeafletContext,
    Strip,
    StripPart,
    TagPath,
    pitch,
    tag_strip,
)
from pnp.scene import Anchor, Item, Placed
from pnp.sheet.press_words import LeafletWords, list_words, on_page
from pnp.text.block import share_widths
from pnp.text.fonts import describe_missing_cut, find_missing_script, list_characters
from pnp.text.markup import BRACE, Span

BESIDE = 4.6
"""Between a panel's figure and the text beside it."""
LEAST_BESIDE = 34.0
"""Narrower text does not stand beside a figure, but below it."""
INDENT = 6.4
BULLET_INDENT = 4.4
DISC = 4.2
CELL_PAD = 0.85
CELL_GAP = 3.6
CHAPTER = Style(font="display", size=22, leading=1.14, colour="ink", hyphenate=False)
SECTION = Style(font="display", size=14, leading=1.2, colour="ink", hyphenate=False)
TEXT = Style(font="text", size=9.5, leading=12.5 / 9.5, colour="ink")
PANEL_TEXT = Style(font="text", size=9, leading=11.6 / 9, colour="ink")
CELL = Style(font="text", size=9.2, leading=1.25, colour="ink")
COUNT_CELL = Style(font="figure", size=8.8, leading=CELL.leading * CELL.size / 8.8, colour="ink", hyphenate=False)
CELL_HEAD = Style(font="text", size=9, leading=1.25, colour="accent", hyphenate=False)
DISC_NUMBER = Style(font="display", size=8.6, leading=1.0, colour="white", hyphenate=False)
_HEADS = {2: CHAPTER, 3: SECTION, 4: SMALL_HEAD}


def find_missing_in_kit(document: LeafletDocument, setting: LeafletContext) -> tuple[Finding, ...]:
    """Returns a finding for each unknown icon and colour, each character without a glyph, and each missing font
    style."""
    found: dict[Finding, None] = {}
    for block in walk(document.blocks):
        style = _HEADS.get(block.level, COVER_TITLE) if isinstance(block, Heading) else TEXT
        role = CAPTION.font if isinstance(block, Figure) else style.font
        for line, spans in list_texts(block):
            place = Place(document.file, line)
            missing: dict[str, None] = {}
            for span in spans:
                cut = (role, span.bold, span.italic)
                found |= dict.fromkeys(_find_unknown_names(span, setting, place))
                for lacks in setting.fonts.list_missing_cuts(*cut):
                    found[Finding("warning", "font-cut", place, *describe_missing_cut(role, lacks))] = None
                letters = [letter for word in span.text.split() for letter in setting.fonts.missing(*cut, word)]
                has = partial(setting.fonts.has, *cut)
                if letters and (whole := find_missing_script(has, setting.language, place.file)):
                    found[whole] = None
                else:
                    missing |= dict.fromkeys(letters)
            if missing:
                message = f"the typeface has no glyph for {list_characters(missing)}"
                hint = "use other characters, or draw them as art"
                found[Finding("error", "missing-glyph", place, message, hint)] = None
    return tuple(found)


def _find_unknown_names(span: Span, setting: LeafletContext, place: Place) -> Iterator[Finding]:
    if span.icon in ("{", "}"):
        message = "a brace stands without another, or with no name in it"
        yield Finding("error", "unknown-icon", place, message, BRACE)
    elif span.icon and setting.icons(span.icon) is None:
        hint = "name a file of art/, or write `\\{`"
        yield Finding("error", "unknown-icon", place, f"no sign is called `{span.icon}`", hint)
    if span.colour and setting.find_known_colour(span.colour) is None:
        message = f"no colour is called `{span.colour}`"
        yield Finding("error", "unknown-colour", place, message, "name a colour of the theme")


_WHOLE = 0.8
"""A table up to this part of a page is not parted."""
_HEAVY, _MIDDLE = 0.5, 0.25
_WIDER = 0.05
"""mm by which a column is wider than its words, so that adding up does not break them."""


def set_table_strips(setting: LeafletContext, grid: MarkdownTable, x: float, width: float) -> tuple[Strip, ...]:
    """Returns a table as strips, one for each row, from x and `width` mm wide."""
    grid = replace(grid, head=tuple(tuple(replace(span, bold=True) for span in cell) for cell in grid.head))
    widths = measure_columns(setting, grid, width)
    head = _head(setting, grid, widths, x, width)
    rows: list[Strip] = []
    for index, cells in enumerate(grid.rows):
        row = replace(_row(setting, grid, cells, widths, x, "TD"), line=grid.lines[index])
        last = index == len(grid.rows) - 1
        weight, colour = (_HEAVY, "ink") if last else (HAIR, "rule")
        line = setting.draw_rule(x, row.height, width, weight, colour)
        rows.append(replace(row, parts=(*row.parts, StripPart((line,), None)), head=head if index else None))
    whole = head.height + sum(row.height for row in rows) <= setting.height * _WHOLE
    kept = [replace(row, glue=whole or index in (0, len(rows) - 2)) for index, row in enumerate(rows[:-1])]
    return (head, *kept, *rows[-1:])


def _head(setting: LeafletContext, grid: MarkdownTable, widths: tuple[float, ...], x: float, width: float) -> Strip:
    """Returns the header between its rules; an empty header is only the upper rule."""
    bar = setting.draw_rule(x, 0.0, width, _HEAVY)
    if not any(grid.head):
        return Strip(height=0.0, parts=(StripPart((bar,), None),), glue=True, line=grid.line)
    head = _row(setting, grid, grid.head, widths, x, "TH")
    rules = StripPart((bar, setting.draw_rule(x, head.height, width, _MIDDLE)), None)
    return replace(head, parts=(rules, *head.parts), glue=True)


def measure_columns(setting: LeafletContext, grid: MarkdownTable, width: float) -> tuple[float, ...]:
    """Returns column widths in mm without gaps: what the words need plus a proportional share of the rest; if they need
    more than there is, each between its longest word and its longest line."""
    rows, columns = (grid.head, *grid.rows), range(len(grid.aligns))
    free = width - CELL_GAP * (len(grid.aligns) - 1)
    wish = [max(setting.measure_text(cells[k], _style(grid, cells, k)) + _WIDER for cells in rows) for k in columns]
    if sum(wish) <= free:
        return share_widths(wish, wish, free)
    least = [
        max(setting.measure_text(cells[k], replace(_style(grid, cells, k), hyphenate=False), 0.1) for cells in rows)
        + _WIDER
        for k in columns
    ]
    return share_widths(wish, least, free)


def _style(grid: MarkdownTable, cells: tuple[Spans, ...], column: int) -> Style:
    """Returns the style of a cell. Right-aligned columns are numbers with tabular figures."""
    if cells is grid.head:
        return CELL_HEAD
    return COUNT_CELL if grid.aligns[column] == "right" else CELL


def _row(
    setting: LeafletContext,
    grid: MarkdownTable,
    cells: tuple[Spans, ...],
    widths: tuple[float, ...],
    x: float,
    role: str,
) -> Strip:
    strips: list[Strip] = []
    height = pitch(CELL)
    whole = sum(widths) + CELL_GAP * (len(widths) - 1)
    start = 0.0
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        style = replace(_style(grid, cells, column), align=grid.aligns[column])
        left = x + setting.at(start, width, whole)
        lines = setting.set_line_strips(cell, left, width, style, base=CELL_PAD + setting.baseline(CELL))
        is_empty = not any(part.items for line in lines for part in line.parts)
        path = (("TD" if is_empty else role, str(column)),)  # a cell without words heads nothing
        strips += [tag_strip(line, path) for line in lines]
        if is_empty:
            strips.append(Strip(height=0.0, parts=(StripPart((), path),)))
        height = max(height, len(lines) * pitch(style))
        start += width + CELL_GAP
    return Strip(
        height=height + 2 * CELL_PAD,
        parts=tuple(part for strip in strips for part in strip.parts),
        links=tuple(link for strip in strips for link in strip.links),
        overfull=next((strip.overfull for strip in strips if strip.overfull), ""),
        line=grid.line,
    )


_ABOVE = {2: 10.5, 3: 4.0, 4: 2.4}
_BELOW = {2: 2.4, 3: 1.0, 4: 0.8}
_BETWEEN = 1.5
"""Between paragraphs."""
_BETWEEN_ITEMS = 0.8
_ROUND_LIST = 1.3
_ROUND_FIGURE = 3.0
_TO_CAPTION = 1.0
_UNDER_CAPTION = 3.2
_ROUNDING = 1e-6


class TextColumn(msgspec.Struct, frozen=True):
    """The column for blocks: from x, `width` mm wide, rule numbers ending at `margin`, in a body style. Measured from
    the side at which lines begin."""

    x: float
    width: float
    margin: float
    body: Style


class Setter:
    """Lays out blocks one after the other; keeps the gap below the last one, and counts figures.

    `pages` maps rules to page numbers, for references; unknown rules count as on page 1.
    """

    def __init__(self, setting: LeafletContext, words: LeafletWords, file: str, pages: Mapping[str, int]) -> None:
        self.setting = setting
        self.findings: list[Finding] = []
        self._words = words
        self._file = file
        self._pages = pages
        self._gap = 0.0
        self._figures = 0
        self._panels = 0
        self._headings = 0
        self._steps = 0
        self._parts = 0
        self._within: TagPath = ()
        self._above = [1] if setting.pressed else []
        """Levels of the headings that the next one may stand below: that of the title on the cover to begin with."""
        self._under = setting.name
        """The last heading, before the first the leaflet's own title."""

    def strips(self, blocks: Sequence[Block]) -> tuple[Strip, ...]:
        """Returns the strips of a leaflet's body."""
        width = self.setting.width
        column = TextColumn(0.0, width - MARGIN_COLUMN, width, TEXT)
        return tuple(self._blocks(blocks, column))

    def note(self, line: int, code: str, message: str, hint: str) -> None:
        finding = Finding("error", code, Place(self._file, line), message, hint)
        if finding not in self.findings:
            self.findings.append(finding)

    def _blocks(self, blocks: Sequence[Block], column: TextColumn) -> list[Strip]:
        strips: list[Strip] = []
        fresh = False
        for index, block in enumerate(blocks):
            if isinstance(block, NewPage):
                fresh = True
                continue
            made = list(self._block(block, column))
            if not made:
                continue
            made[0] = replace(made[0], fresh=fresh)
            fresh = False
            after = blocks[index + 1] if index + 1 < len(blocks) else None
            announces = isinstance(block, Paragraph) and plain(block.spans).endswith(":")
            if announces and isinstance(after, Listing | MarkdownTable | Figure | Sidebar):
                made[-1] = replace(made[-1], glue=True, beside=after.line if isinstance(after, Figure) else 0)
            before = blocks[index - 1] if index else None
            if isinstance(before, Figure) and isinstance(block, Paragraph | Listing):
                strips[-1:] = [replace(strip, glue=True) for strip in strips[-1:]]
                made[0] = replace(made[0], beside=before.line)
                if isinstance(block, Listing) and block.start is not None:
                    made[:-1] = [replace(strip, glue=True) for strip in made[:-1]]
            strips.extend(made)
        return strips

    def _block(self, block: Block, column: TextColumn) -> Iterable[Strip]:
        match block:
            case Heading():
                # Readers hear levels that leave none out, whichever sizes the writer chose.
                self._above = [*(level for level in self._above if level < block.level), block.level]
                return self._tag_strips(self._set_heading(block, column), f"H{len(self._above)}")
            case Paragraph():
                made = self._text(block.spans, column.x, column.width, column.body, block.line)
                ruled = self._space_strips(self._add_rule(made, block.rule, column, column.body), _BETWEEN, _BETWEEN)
                return self._tag_strips(ruled, "P")
            case Listing():
                return self._set_listing(block, column)
            case MarkdownTable():
                wide = column.margin - column.x
                head, *rows = (tuple(map(self._add_page_numbers, row)) for row in (block.head, *block.rows))
                grid = replace(block, head=head, rows=tuple(rows))
                made = set_table_strips(self.setting, grid, self.setting.at(column.x, wide), wide)
                self._check_rows(made, 2 * PAD if column.body is PANEL_TEXT else 0.0)
                outside, self._within = self._within, self._part("Table")
                made = tuple(tag_strip(strip, self._part("TR")) for strip in made)
                self._within = outside
                return self._space_strips(self._check_widths(made), _ROUND_LIST, _ROUND_FIGURE)
            case Figure():
                return self._set_figure(block, column)
            case Sidebar():
                return self._panel(block, column)
            case NewPage():
                return ()

    def _part(self, role: str) -> TagPath:
        self._parts += 1
        return (*self._within, (role, str(self._parts)))

    def _tag_strips(self, strips: Iterable[Strip], role: str) -> list[Strip]:
        path = self._part(role)
        return [tag_strip(strip, path) for strip in strips]

    def _check_rows(self, strips: Sequence[Strip], padding: float) -> None:
        """Reports rows too high for a page together with the header of their table."""
        room = self.setting.height - padding
        for index, strip in enumerate(strips):
            high = strip.height + (strips[0].height if index else 0.0)
            if high > room + _ROUNDING:
                message = f"the row is {high:.1f} mm high with the head of its table, {room:.1f} mm are free"
                self.note(strip.line, "row-high", message, "shorten its cells, or make several rows of it")

    def _space_strips(self, strips: Iterable[Strip], above: float, below: float, cut: float = BETWEEN) -> list[Strip]:
        """Returns strips with the gap above them: the larger of their own and their predecessor's."""
        made = list(strips)
        if made:
            made[0] = replace(made[0], gap=max(self._gap, above), cut=min(made[0].cut, cut))
            self._gap = below
        return made

    def _text(self, spans: Spans, x: float, width: float, style: Style, line: int) -> tuple[Strip, ...]:
        made = self.setting.set_line_strips(
            self._add_page_numbers(spans), self.setting.at(x, width), width, style, line=line
        )
        return self._check_widths(made)

    def _check_widths(self, strips: Sequence[Strip]) -> tuple[Strip, ...]:
        for strip in strips:
            if strip.overfull:
                hint = "break the word with a blank, or make fewer columns"
                self.note(strip.line, "text-wide", f"`{strip.overfull}` is wider than its column", hint)
        return tuple(strips)

    def _set_heading(self, block: Heading, column: TextColumn) -> list[Strip]:
        style = _HEADS.get(block.level, SMALL_HEAD)
        spans = tuple(
            replace(s, colour=s.colour or "grey") if s.italic and block.level == 4 else s for s in block.spans
        )
        tail = block.level == 3 and not (spans and spans[0].icon)
        indent = 5.0 if tail else 0.0
        width = (column.width if block.level > 2 else column.margin - column.x) - indent
        made = list(self._text(spans, column.x + indent, width, style, block.line))
        if not made:
            return []
        self._under = plain(block.spans) or self._under
        if tail:
            drop = self.setting.baseline(style)
            sign = self.setting.draw_fishtail(self.setting.at(column.x, 2.5), drop - 3.35, 2.5, 3.8)
            made[0] = replace(made[0], parts=(StripPart((sign,)), *made[0].parts))
        if block.level == 2:
            whole = column.margin - column.x
            left = self.setting.at(column.x, whole)
            lines = ((-5.0, STRONG), (-5.0 + RULE_GAP, FINE))
            above = tuple(self.setting.draw_rule(left, y, whole, weight) for y, weight in lines)
            made[0] = replace(made[0], chapter=plain(block.spans), above=above)
        made = self._add_rule(made, block.rule, column, style)
        if block.level <= 3:
            self._headings += 1
            bookmark = Anchor(f"heading-{self._headings}", -1.5, plain(block.spans), block.level - 2)
            made[0] = replace(made[0], anchors=(*made[0].anchors, bookmark))
        made = [replace(strip, glue=True, heading=True) for strip in made]
        made[0] = replace(made[0], cut=BEFORE_HEADING if block.level > 2 else 0.0)
        return self._space_strips(made, _ABOVE.get(block.level, 2.6), _BELOW.get(block.level, 0.8))

    def _add_rule(
        self, strips: Sequence[Strip], rule: RuleName | None, column: TextColumn, style: Style
    ) -> list[Strip]:
        made = list(strips)
        if rule is None or not made:
            return made
        if rule.number:
            x = self.setting.at(column.margin - MARGIN_COLUMN, MARGIN_COLUMN)
            number = self.setting.set_number(rule.number, x, MARGIN_COLUMN, style)
            made[0] = replace(made[0], parts=(number, *made[0].parts))
        if rule.id:
            made[0] = replace(made[0], anchors=(*made[0].anchors, Anchor(rule.id, -1.5)))
        return made

    def _set_listing(self, block: Listing, column: TextColumn) -> list[Strip]:
        strips: list[Strip] = []
        indent = BULLET_INDENT if block.start is None else INDENT
        inner = replace(column, x=column.x + indent, width=column.width - indent)
        count = len(block.items)
        self._gap = max(self._gap, _ROUND_LIST)
        outside, whole = self._within, self._part("L")
        for index, item in enumerate(block.items):
            self._within = whole
            self._within = self._part("LI")
            label = self._part("Lbl")
            self._within = self._part("LBody")
            made = self._blocks(item, inner) or [Strip(height=pitch(column.body), line=block.line)]
            self._within = outside
            gap = made[0].gap if index == 0 else _BETWEEN_ITEMS
            marker = StripPart(self._marker(block, index, column), label)
            made[0] = replace(made[0], parts=(marker, *made[0].parts), gap=gap)
            if count > 1 and index in (0, count - 2):
                made[-1] = replace(made[-1], glue=True)
            if block.start is not None:
                self._steps += 1
                made = [
                    replace(strip, step=self._steps, cut=WITHIN_STEP if k else strip.cut)
                    for k, strip in enumerate(made)
                ]
            strips.extend(made)
        self._gap = max(self._gap, _ROUND_LIST)
        return strips

    def _marker(self, block: Listing, index: int, column: TextColumn) -> tuple[Item, ...]:
        drop = self.setting.baseline(column.body)
        if block.start is None:
            return (self.setting.draw_diamond(self.setting.at(column.x + 1.2, 0.0), drop - 1.05, 1.7),)
        middle = drop - 1.1
        left = self.setting.at(column.x, DISC)
        style = replace(DISC_NUMBER, colour="accent" if self.setting.low else "white", align="center")
        number = self.setting.set_line(str(block.start + index), left, middle + 1.0, style, measure=DISC)
        return (self.setting.draw_disc(left + DISC / 2, middle, DISC), *number)

    def _draw_figure(self, figure: Figure, x: float, width: float, beside: Sequence[Block] = ()) -> Strip:
        """Returns a centred figure `width` mm wide. Its alternative text is its caption, the words on it, or the
        nearest heading."""
        scene = self.setting.figure(figure.face)
        for name, size, room in (("wide", scene.width, width), ("high", scene.height, self.setting.height)):
            if size > room + _ROUNDING:
                message = f"the figure `{figure.face}` is {size:g} mm {name}, {room:g} mm are free"
                self.note(figure.line, f"figure-{name}", message, "give the face a smaller `size`")
        headed = plain(beside[0].spans) if beside and isinstance(beside[0], Heading) else ""
        alt = plain(figure.caption) or list_words(scene.items) or headed or self._under
        left = self.setting.at(x + max(0.0, (width - scene.width) / 2), scene.width)
        picture = StripPart((), self._part("Figure"), alt, Placed(scene, left, 0.0))
        return Strip(height=scene.height, parts=(picture,), line=figure.line, figure=figure.line)

    def _set_figure(self, block: Figure, column: TextColumn) -> list[Strip]:
        width = column.margin - column.x
        drawn = self._draw_figure(block, column.x, width)
        strips = self._space_strips((drawn,), _ROUND_FIGURE, _ROUND_FIGURE, WITHIN)
        return self._add_caption(strips, block, column)

    def _add_caption(self, strips: list[Strip], figure: Figure, column: TextColumn) -> list[Strip]:
        if not figure.caption:
            return strips
        self._figures += 1
        label = Span(f"{self._words.figure} {self._figures}", italic=True)
        spans = (label, Span("  "), *figure.caption)
        made = self._text(spans, column.x, column.margin - column.x, CAPTION, figure.line)
        caption = self._tag_strips(made, "Caption")
        caption[:-1] = [replace(strip, glue=True) for strip in caption[:-1]]
        self._gap = 0.0
        return [*strips[:-1], replace(strips[-1], glue=True), *self._space_strips(caption, _TO_CAPTION, _UNDER_CAPTION)]

    def _panel(self, block: Sidebar, column: TextColumn) -> list[Strip]:
        first = block.blocks[0] if block.blocks else None
        figure = first if isinstance(first, Figure) else None
        room = column.margin - column.x - 2 * PAD
        inner = TextColumn(column.x + PAD, room, column.margin - PAD, PANEL_TEXT)
        above, self._gap = max(self._gap, _ROUND_FIGURE), 0.0
        self._panels += 1
        number = self._panels
        made = self._set_beside(figure, block.blocks[1:], inner) if figure else self._blocks(block.blocks, inner)
        if sum(strip.height + strip.gap for strip in made) + 2 * PAD <= self.setting.height * 0.9:
            made = [*(replace(strip, glue=True) for strip in made[:-1]), *made[-1:]]
        made = [replace(strip, panel=number, head=strip.head and replace(strip.head, panel=number)) for strip in made]
        self._gap = 0.0
        made = self._space_strips(made, above, _ROUND_FIGURE)
        return self._add_caption(made, figure, column) if figure and made else made

    def _set_beside(self, figure: Figure, blocks: Sequence[Block], inner: TextColumn) -> list[Strip]:
        """Returns a figure with blocks beside it; above them, if they would be too narrow."""
        drawn = self._draw_figure(figure, inner.x, inner.width, blocks)
        scene = self.setting.figure(figure.face)
        free = inner.width - scene.width - BESIDE
        if free < LEAST_BESIDE or all(isinstance(block, NewPage) for block in blocks):
            above = self._space_strips((drawn,), 0.0, _BETWEEN)
            below = self._blocks(blocks, inner)
            return [*above, *(replace(strip, beside=figure.line) for strip in below[:1]), *below[1:]]
        column = replace(inner, x=inner.x + scene.width + BESIDE, width=free)
        made = self._blocks(blocks, column)
        height = sum(strip.height + strip.gap for strip in made) - made[0].gap
        if height > self.setting.height * 0.9:
            message = "the text beside the figure is higher than a page"
            self.note(figure.line, "panel-high", message, "shorten the panel")
        placed = Placed(scene, self.setting.at(inner.x, scene.width), max(0.0, (height - scene.height) / 2))
        made[0] = replace(made[0], parts=(*made[0].parts, replace(drawn.parts[0], picture=placed)))
        if height < scene.height:
            made.append(Strip(height=scene.height - height, line=figure.line))
        return [*(replace(strip, glue=True) for strip in made[:-1]), made[-1]]

    def _add_page_numbers(self, spans: Spans) -> Spans:
        """Sets links in the accent colour, with the page number after each link to a rule."""
        out: list[Span] = []
        for index, span in enumerate(spans):
            out.append(replace(span, colour=span.colour or "accent") if span.tag else span)
            ends = index + 1 == len(spans) or spans[index + 1].tag != span.tag
            if span.tag.startswith("#") and ends:
                page = self._pages.get(span.tag[1:], 1)
                out.append(Span(on_page(self._words, page), colour="accent", tag=span.tag))
        return tuple(out)
