"""Text set into a box: running text becomes placed runs and icons, smaller if necessary, never cut.

Top: the first line's ascenders touch the top of the box. Bottom: the last line's descenders touch its bottom.
Middle: capitals are centred, so a number is in the middle of its circle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Box, Item, Text
from pnp.text.bidi import Align, turns
from pnp.text.fonts import FontBook
from pnp.text.markup import Paragraph, Span, parse_markup
from pnp.text.shaping import GlyphRun, seen
from pnp.text.wrap import Chunk, Colours, Icons, MeasuredText, TextLine, fill, join_chunks, measure, offset, place_line

STEP = 0.25
"""Step in pt by which text shrinks until it fits."""
_TOLERANCE = 0.01


class SetText(msgspec.Struct, frozen=True, gc=False):
    """A text in its box: its items and lines, its size in pt, its height in mm.

    `overflow`: it does not fit even at the smallest size. `missing`: characters without a glyph. `unknown`: names of
    icons and colours that do not exist.
    """

    items: tuple[Item, ...]
    filled: tuple[TextLine, ...]
    size: float
    height: float
    overflow: bool
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as plain text."""
        return tuple(line.text for line in self.filled)

    @property
    def running(self) -> str:
        """The text as written, without line breaks."""
        return "".join(line.running for line in self.filled).rstrip(" ")


def set_text(
    markup: str,
    box: Box,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> SetText:
    """Sets running text into a box (mm), at the largest size from `style.size` down to `style.least` that fits."""
    return text_block(markup, box, style, fonts=fonts, icons=icons, colours=colours, language=language).placed(box)


def text_block(
    markup: str,
    box: Box,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> TextBlock:
    """As `set_text`, for boxes of one size in several places."""
    measured = measure(parse_markup(markup), style.font, style.colour, fonts, icons, colours)
    divide = language if style.hyphenate else ""

    def block(size: float) -> _SizedBlock:
        return _block(lines_of(measured, box.width, size, divide), box, style, size, fonts)

    return TextBlock(largest(style, block), style, measured.unknown)


def set_flow(
    markups: Sequence[str],
    box: Box,
    style: Style,
    gap: tuple[float, float],
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
) -> SetText:
    """Sets undivided texts beside one another into a box (mm), as `set_text`; lines break between them. `gap` is the
    distance of neighbours and of lines, mm."""
    paragraphs = [parse_markup(markup) for markup in markups]
    spans = tuple(paragraph for found in paragraphs for paragraph in found)
    measured = measure(spans, style.font, style.colour, fonts, icons, colours)
    ends = list(accumulate(len(found) for found in paragraphs))
    parts = [measured.paragraphs[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    whole = [join_chunks(chunk for lines in part for line in lines for chunk in line) for part in parts]
    chunks = [chunk for chunk in whole if chunk is not None]

    def block(size: float) -> _SizedBlock:
        space = gap[0] / (size * MM_PER_POINT)
        apart = [msgspec.structs.replace(chunk, space=space) for chunk in chunks]
        lines = directed(fill(apart, box.width, size, "", last=False), measured.right_to_left)
        return _block(lines, box, style, size, fonts, gap[1])

    return _placed(largest(style, block), box, style, measured.unknown, apart=True)


def break_lines(
    text: str | tuple[Paragraph, ...],
    width: float,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> tuple[TextLine, ...]:
    """Breaks markup or parsed spans into lines of `width` mm at `style.size`, for callers that fill pages.

    `place_line` draws a line, `line_tags` finds the tags of its spans. The functions `icons` and `colours` may note
    unknown names.
    """
    paragraphs = parse_markup(text) if isinstance(text, str) else text
    measured = measure(paragraphs, style.font, style.colour, fonts, icons, colours)
    return tuple(lines_of(measured, width, style.size, language if style.hyphenate else ""))


class _SizedBlock(msgspec.Struct, frozen=True, gc=False):
    """Lines at one size; `drops` are their baselines below the first one's, mm."""

    lines: tuple[TextLine, ...]
    drops: tuple[float, ...]
    size: float
    height: float
    cap_height: float
    ascent: float
    descent: float
    fits: bool


class TextBlock(msgspec.Struct, frozen=True, gc=False):
    """Running text that fills boxes of one size."""

    block: _SizedBlock
    style: Style
    unknown: tuple[str, ...]

    @property
    def height(self) -> float:
        """In mm."""
        return self.block.height

    def placed(self, box: Box) -> SetText:
        """The text in one of these boxes."""
        return _placed(self.block, box, self.style, self.unknown)


class Fitting(Protocol):
    """A text or table at one size."""

    @property
    def fits(self) -> bool:
        """Whether it fits its box."""


F = TypeVar("F", bound=Fitting)


def largest(style: Style, made: Callable[[float], F]) -> F:
    """The result at the largest size (pt) that fits, by bisection; at the smallest size if none does."""
    block = made(style.size)
    steps = max(0, math.ceil((style.size - style.least) / STEP - 1e-9))
    if block.fits or not steps:
        return block
    best = made(style.least)
    low, high = 0, steps  # `low` steps down do not fit; `high` may
    while high - low > 1 and best.fits:
        middle = (low + high) // 2
        block = made(style.size - middle * STEP)
        if block.fits:
            best, high = block, middle
        else:
            low = middle
    return best


def _block(
    lines: Sequence[TextLine], box: Box, style: Style, size: float, fonts: FontBook, between: float = 0.0
) -> _SizedBlock:
    """Lines as a block, with `between` mm more between them."""
    font = fonts.font(fonts.face(style.font))
    em = size * MM_PER_POINT
    drops: list[float] = []
    drop = 0.0
    for line in lines:
        drops.append(drop)
        drop += style.leading * em + (style.gap * em if line.last else between)
    height = (drops[-1] if drops else 0.0) + (font.ascent + font.descent) * em if lines else 0.0
    fits = height <= box.height + _TOLERANCE and not any(line.too_wide for line in lines)
    return _SizedBlock(
        tuple(lines),
        tuple(drops),
        size,
        height,
        font.cap_height * em,
        font.ascent * em,
        font.descent * em,
        fits,
    )


def lines_of(measured: MeasuredText, width: float, size: float, language: str) -> list[TextLine]:
    """The lines of a text at `size` pt."""
    lines: list[TextLine] = []
    for paragraph in measured.paragraphs:
        own: list[TextLine] = []
        for index, chunks in enumerate(paragraph):
            last = index == len(paragraph) - 1
            own.extend(fill(chunks, width, size, language, last) or [TextLine((), size, 0.0, last)])
        lines += directed(own, measured.right_to_left, paragraph)
    return lines


def directed(lines: list[TextLine], right_to_left: bool, paragraph: Sequence[Sequence[Chunk]] = ()) -> list[TextLine]:
    """Lines in the direction of their language; a `paragraph` of foreign words keeps its own."""
    if not right_to_left:
        return lines
    foreign = _is_foreign(paragraph)
    return [msgspec.structs.replace(line, right_to_left=True, foreign=foreign) for line in lines]


def _is_foreign(paragraph: Sequence[Sequence[Chunk]]) -> bool:
    """Whether a paragraph has letters, but none from right to left, as English among Hebrew."""
    chunks = [chunk for line in paragraph for chunk in line]
    texts = (part.text for chunk in chunks for part in chunk.fragments if part.art is None)
    return not any(chunk.turns for chunk in chunks) and any(map(str.isalpha, "".join(texts)))


def _placed(block: _SizedBlock, box: Box, style: Style, unknown: tuple[str, ...], *, apart: bool = False) -> SetText:
    items: list[Item] = []
    baseline = _first_baseline(block, box, style)
    for line, drop in zip(block.lines, block.drops, strict=True):
        items.extend(place_line(line, box.x + offset(line, box.width, style.align), baseline + drop, apart=apart))
    missing = "".join(line.missing for line in block.lines)
    return SetText(
        tuple(items),
        block.lines,
        block.size,
        block.height,
        not block.fits,
        tuple(sorted(set(missing))) if missing else (),
        unknown,
    )


def _first_baseline(block: _SizedBlock, box: Box, style: Style) -> float:
    last_drop = block.drops[-1] if block.drops else 0.0
    if style.valign == "top":
        return box.y + block.ascent
    if style.valign == "bottom":
        return box.bottom - block.descent - last_drop
    return box.y + (box.height - last_drop + block.cap_height) / 2


_ROUNDING = 0.01
"""mm by which a column is wider than its words, so that adding up does not break them."""


class TableShape(msgspec.Struct, frozen=True):
    """How a table is laid out: widths of its columns in mm (0: as its words want), their alignment, the room between a
    cell's edge and its text, across and down, in mm; whether its first row is its head."""

    widths: tuple[float, ...]
    aligns: tuple[Align, ...]
    pad: tuple[float, float]
    head: bool


class SetTable(msgspec.Struct, frozen=True):
    """A table as it was set: its texts, and the edges of its columns and rows in mm, from left and top."""

    text: SetText
    columns: tuple[float, ...]
    rows: tuple[float, ...]


class _Tried(msgspec.Struct, frozen=True):
    """A table at one size."""

    size: float
    widths: tuple[float, ...]
    cells: tuple[tuple[tuple[TextLine, ...], ...], ...]
    heights: tuple[float, ...]
    fits: bool


def set_table(
    rows: Sequence[Sequence[str]],
    box: Box,
    style: Style,
    shape: TableShape,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> SetTable:
    """Sets rows of running texts, each as long as the first, into a box (mm) that it is as wide as, at the largest size
    from `style.size` down to `style.least` at which all of it fits."""
    measured = [
        [_measured(cell, bool(shape.head and not number), style, fonts, icons, colours) for cell in row]
        for number, row in enumerate(rows)
    ]
    divide = language if style.hyphenate else ""
    tried = largest(style, lambda size: _tried(measured, box, style, shape, size, divide))
    return _placed_table(tried, measured, box, style, shape, fonts)


def shared_widths(wish: Sequence[float], least: Sequence[float], free: float) -> tuple[float, ...]:
    """Widths of columns that come to `free`: what they wish, the rest shared out in proportion; if they wish more, each
    between what it needs at `least` and that."""
    if sum(wish) <= free:
        spare = free - sum(wish)
        return tuple(each + spare * each / sum(wish) if sum(wish) else free / len(wish) for each in wish)
    if sum(least) >= free:
        return tuple(each * free / sum(least) for each in least)
    share = (free - sum(least)) / (sum(wish) - sum(least))
    return tuple(low + (high - low) * share for low, high in zip(least, wish, strict=True))


def _measured(cell: str, head: bool, style: Style, fonts: FontBook, icons: Icons, colours: Colours) -> MeasuredText:
    paragraphs = parse_markup(cell)
    if head:
        paragraphs = tuple(tuple(replace(span, bold=True) for span in spans) for spans in paragraphs)
    return measure(paragraphs, style.font, style.colour, fonts, icons, colours)


def _tried(
    measured: Sequence[Sequence[MeasuredText]], box: Box, style: Style, shape: TableShape, size: float, language: str
) -> _Tried:
    widths = _widths(measured, box.width, shape, size)
    across, down = shape.pad
    em = size * MM_PER_POINT
    cells = tuple(
        tuple(
            tuple(lines_of(cell, max(width - 2 * across, 0.1), size, language))
            for cell, width in zip(row, widths, strict=True)
        )
        for row in measured
    )
    heights = tuple(max(1, *map(len, row)) * style.leading * em + 2 * down for row in cells)
    fits = (
        sum(heights) <= box.height + _ROUNDING
        and sum(widths) <= box.width + _ROUNDING
        and not any(line.too_wide for row in cells for lines in row for line in lines)
    )
    return _Tried(size, widths, cells, heights, fits)


def _widths(
    measured: Sequence[Sequence[MeasuredText]], width: float, shape: TableShape, size: float
) -> tuple[float, ...]:
    """Of the columns, with their padding: those that are given, and the others by their words."""
    open_columns = [column for column, given in enumerate(shape.widths) if not given]
    free = width - sum(shape.widths) - 2 * shape.pad[0] * len(open_columns)
    wish = [max(_longest(row[column], 1e6, size) for row in measured) for column in open_columns]
    least = [max(_longest(row[column], 0.1, size) for row in measured) for column in open_columns]
    shared = iter(shared_widths(wish, least, max(free, 0.1)) if open_columns else ())
    return tuple(given or next(shared) + 2 * shape.pad[0] for given in shape.widths)


def _longest(cell: MeasuredText, width: float, size: float) -> float:
    """The longest line of a cell at a width, mm."""
    lines = (line for paragraph in cell.paragraphs for chunks in paragraph for line in fill(chunks, width, size, ""))
    return max((line.width for line in lines), default=0.0) + _ROUNDING


def _placed_table(
    tried: _Tried,
    measured: Sequence[Sequence[MeasuredText]],
    box: Box,
    style: Style,
    shape: TableShape,
    fonts: FontBook,
) -> SetTable:
    font = fonts.font(fonts.face(style.font))
    em = tried.size * MM_PER_POINT
    pitch = style.leading * em
    height = sum(tried.heights)
    spare = box.height - height
    top = box.y + (0.0 if style.valign == "top" else spare / 2 if style.valign == "middle" else spare)
    across, down = shape.pad
    drop = down + (pitch + (font.ascent - font.descent) * em) / 2
    columns, rows = [box.x], [top]
    for width in tried.widths:
        columns.append(columns[-1] + width)
    if fonts.right_to_left:
        columns = [box.x + columns[-1] - x for x in columns]
    items: list[Item] = []
    for cells, tall in zip(tried.cells, tried.heights, strict=True):
        for column, lines in enumerate(cells):
            room = tried.widths[column] - 2 * across
            for index, line in enumerate(lines):
                left = min(columns[column : column + 2]) + across + offset(line, room, shape.aligns[column])
                items.extend(place_line(line, left, rows[-1] + drop + index * pitch))
        rows.append(rows[-1] + tall)
    said = list(_lines(tried))
    unknown = dict.fromkeys(name for row in measured for cell in row for name in cell.unknown)
    missing = tuple(sorted({character for line in said for character in line.missing}))
    text = SetText(tuple(items), tuple(said), tried.size, height, not tried.fits, missing, tuple(unknown))
    return SetTable(text, tuple(sorted(columns)), tuple(rows))


def _lines(tried: _Tried) -> Iterator[TextLine]:
    return (line for row in tried.cells for lines in row for line in lines)


def width_of(text: str, role: str, size: float, fonts: FontBook, *, bold: bool = False, italic: bool = False) -> float:
    """The width in mm of a line at `size` pt. Raises KitError for a missing typeface."""
    whole = _whole(text, fonts.face(role, bold, italic), fonts)
    return whole.width * size * MM_PER_POINT if whole else _mixed(text, role, size, "", fonts, bold, italic).width


def line(
    text: str,
    x: float,
    y: float,
    role: str,
    size: float,
    colour: str,
    fonts: FontBook,
    align: Align = "left",
    *,
    bold: bool = False,
    italic: bool = False,
) -> tuple[Item, ...]:
    """A line on the baseline y that begins, is centred, or ends at x: one run if one font has all of it.

    Raises KitError for a missing typeface.
    """
    face = fonts.face(role, bold, italic)
    em = size * MM_PER_POINT
    whole = _whole(text, face, fonts)
    if whole:
        width = whole.width * em
        return (Text(_start(x, width, align), y, whole.text, face, size, colour, width, whole.glyphs),)
    mixed = _mixed(text, role, size, colour, fonts, bold, italic)
    return tuple(place_line(mixed, _start(x, mixed.width, align), y))


def _start(x: float, width: float, align: Align) -> float:
    return x - (0.0 if align == "left" else width / 2 if align == "center" else width)


def _whole(text: str, face: str, fonts: FontBook) -> GlyphRun | None:
    """The text as one run, if one font has all of it and nothing in it runs from right to left."""
    if turns(text):
        return None
    run = fonts.font(face).shape(seen(text))
    return None if run.missing else run


def _mixed(text: str, role: str, size: float, colour: str, fonts: FontBook, bold: bool, italic: bool) -> TextLine:
    """The text as running text, with fallback fonts and in the order of its direction."""
    paragraph = (Span(text, bold, italic),)
    measured = measure((paragraph,), role, colour, fonts, icons=lambda name: None, colours=lambda name: name)
    lines = fill(measured.paragraphs[0][0], math.inf, size, "") or [TextLine((), size, 0.0)]
    return TextLine(lines[0].chunks, size, lines[0].width, right_to_left=fonts.right_to_left and turns(text))
