"""Sets text into a box: running text becomes placed runs and icons, shrunk if necessary, never cropped.

Top: the first line's ascenders touch the top of the box. Bottom: the last line's descenders touch its bottom. Middle:
capitals are centred, so that a number is in the middle of its circle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import accumulate
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Box, Item
from pnp.text.bidi import Align, turns
from pnp.text.fonts import Font, FontBook
from pnp.text.markup import Paragraph, Span, parse_markup
from pnp.text.shaping import strip_invisible
from pnp.text.wrap import (
    Chunk,
    Fragment,
    LineEnd,
    MeasuredText,
    TextLine,
    Typesetting,
    explain_wrap,
    fill_lines,
    find_line_offset,
    join_chunks,
    measure,
    place_line,
)

STEP = 0.25
"""Step in pt by which text shrinks until it fits."""
_ROUNDING = 0.01
"""mm by which texts may stand over, and columns are wider than their words, so that adding up does no harm."""


class SetText(msgspec.Struct, frozen=True, gc=False):
    """A text in its box: its items and lines, its size in pt, its height in mm.

    `overflow`: it does not fit even at the smallest size. `unknown`: unknown icon and colour names. `reason`: the word
    that forces a smaller size or an overflow.
    """

    items: tuple[Item, ...]
    filled: tuple[TextLine, ...]
    size: float
    height: float
    overflow: bool
    unknown: tuple[str, ...]
    reason: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """Characters without a glyph."""
        return tuple(sorted({character for line in self.filled for character in line.missing}))

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as plain text."""
        return tuple(line.text for line in self.filled)

    @property
    def running(self) -> str:
        """The text as written, without line breaks."""
        return "".join(line.running for line in self.filled).rstrip(" ")


def set_text(markup: str, box: Box, style: Style, setting: Typesetting) -> SetText:
    """Sets running text into a box (mm), at the largest size from `style.size` down to `style.least` that fits."""
    return set_text_block(markup, box, style, setting).place(box)


def set_text_block(markup: str, box: Box, style: Style, setting: Typesetting) -> TextBlock:
    """Same as `set_text`, for equal boxes in several places."""
    measured = measure(parse_markup(markup), style, setting)
    lines_at = partial(lines_of, measured, box.width, language=setting.language if style.hyphenate else "")
    return _fit_block(lines_at, box, style, setting.fonts, measured.unknown)


def set_flow(markups: Sequence[str], box: Box, style: Style, gap: tuple[float, float], setting: Typesetting) -> SetText:
    """Sets undivided texts beside one another into a box (mm), like `set_text`; lines break between them. `gap` is the
    distance between neighbours and between lines, mm."""
    texts = [measure(parse_markup(markup), style, setting) for markup in markups]
    parts = [[chunk for lines in text.paragraphs for line in lines for chunk in line] for text in texts]
    chunks = [reduce(join_chunks, part) for part in parts if part]
    unknown = tuple(dict.fromkeys(name for text in texts for name in text.unknown))

    def lines_at(size: float) -> list[TextLine]:
        space = gap[0] / (size * MM_PER_POINT)
        apart = [replace(chunk, space=space) for chunk in chunks]
        return turn_lines(fill_lines(apart, box.width, size, "", "break"), setting.fonts.right_to_left)

    return _fit_block(lines_at, box, style, setting.fonts, unknown, gap[1]).place(box, apart=True)


def break_lines(
    paragraphs: tuple[Paragraph, ...], width: float, style: Style, setting: Typesetting
) -> tuple[TextLine, ...]:
    """Breaks spans into lines of `width` mm at `style.size`, for callers that fill pages.

    `place_line` draws a line, `list_line_tags` finds the tags of its spans.
    """
    measured = measure(paragraphs, style, setting)
    return tuple(lines_of(measured, width, style.size, setting.language if style.hyphenate else ""))


class TextBlock(msgspec.Struct, frozen=True, gc=False):
    """Running text at one size, for boxes of one size. `drops` are the baselines of its lines below the first, in mm;
    `unknown` are unknown icon and colour names."""

    lines: tuple[TextLine, ...]
    drops: tuple[float, ...]
    size: float
    height: float
    font: Font
    style: Style
    fits: bool
    unknown: tuple[str, ...]
    reason: str = ""

    def place(self, box: Box, *, apart: bool = False) -> SetText:
        """Returns the text placed in a box; chunks that stand `apart` are separate runs."""
        em, last = self.size * MM_PER_POINT, self.drops[-1] if self.drops else 0.0
        baseline = {
            "top": box.y + self.font.ascent * em,
            "bottom": box.bottom - self.font.descent * em - last,
            "middle": box.y + (box.height - last + self.font.cap_height * em) / 2,
        }[self.style.valign]
        items: list[Item] = []
        for line, drop in zip(self.lines, self.drops, strict=True):
            left = box.x + find_line_offset(line, box.width, self.style.align)
            items.extend(place_line(line, left, baseline + drop, apart=apart))
        return SetText(tuple(items), self.lines, self.size, self.height, not self.fits, self.unknown, self.reason)


F = TypeVar("F", "TextBlock", "_SizedTable")


def fit_largest(style: Style, made: Callable[[float], F]) -> F:
    """Returns the result at the largest size (pt) that fits, by bisection; at the smallest size if none does."""
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


def _fit_block(
    lines_at: Callable[[float], Sequence[TextLine]],
    box: Box,
    style: Style,
    fonts: FontBook,
    unknown: tuple[str, ...],
    between: float = 0.0,
) -> TextBlock:
    """Returns lines at the largest size that fits, with `between` mm more between them; and the reason for a smaller
    size."""
    font = fonts.font(fonts.face(style.font))

    def block(size: float) -> TextBlock:
        lines, em = tuple(lines_at(size)), size * MM_PER_POINT
        gaps = (style.leading * em + (style.gap * em if line.end == "paragraph" else between) for line in lines[:-1])
        drops = tuple(accumulate(gaps, initial=0.0)) if lines else ()
        height = drops[-1] + (font.ascent + font.descent) * em if lines else 0.0
        fits = height <= box.height + _ROUNDING and not any(line.too_wide for line in lines)
        return TextBlock(lines, drops, size, height, font, style, fits, unknown)

    best = fit_largest(style, block)
    if best.fits and best.size == style.size:
        return best
    return replace(best, reason=explain_wrap(lines_at(style.size) if best.fits else best.lines, box.width))


def lines_of(measured: MeasuredText, width: float, size: float, language: str) -> list[TextLine]:
    """Returns the lines of a text at `size` pt."""
    lines: list[TextLine] = []
    for paragraph in measured.paragraphs:
        own: list[TextLine] = []
        for index, chunks in enumerate(paragraph):
            end: LineEnd = "paragraph" if index == len(paragraph) - 1 else "break"
            own.extend(fill_lines(chunks, width, size, language, end) or [TextLine((), size, 0.0, end)])
        lines += turn_lines(own, measured.right_to_left, paragraph)
    return lines


def turn_lines(lines: list[TextLine], right_to_left: bool, paragraph: Sequence[Sequence[Chunk]] = ()) -> list[TextLine]:
    """Sets the direction of lines to that of their language. A `paragraph` with letters but no right-to-left ones keeps
    its own, such as English in Hebrew text."""
    if not right_to_left:
        return lines
    chunks = [chunk for line in paragraph for chunk in line]
    letters = "".join(part.text for chunk in chunks for part in chunk.fragments if part.art is None)
    foreign = not any(chunk.turns for chunk in chunks) and any(map(str.isalpha, letters))
    return [replace(line, right_to_left=True, foreign=foreign) for line in lines]


class TableShape(msgspec.Struct, frozen=True):
    """Layout of a table: column widths in mm (0: fit the words), alignment, cell padding across and down in mm, and
    whether the first row is a header."""

    widths: tuple[float, ...]
    aligns: tuple[Align, ...]
    pad: tuple[float, float]
    head: bool


class SetTable(msgspec.Struct, frozen=True):
    """A laid out table: its texts, and the edges of columns and rows in mm, from left and top."""

    text: SetText
    columns: tuple[float, ...]
    rows: tuple[float, ...]


def share_widths(wish: Sequence[float], least: Sequence[float], free: float) -> tuple[float, ...]:
    """Returns column widths that add up to `free`: each column's wish plus a proportional share of the rest. If the
    wishes exceed `free`, each width is between `least` and its wish."""
    if sum(wish) <= free:
        spare = free - sum(wish)
        return tuple(each + spare * each / sum(wish) if sum(wish) else free / len(wish) for each in wish)
    if sum(least) >= free:
        return tuple(each * free / sum(least) for each in least)
    share = (free - sum(least)) / (sum(wish) - sum(least))
    return tuple(low + (high - low) * share for low, high in zip(least, wish, strict=True))


class _SizedTable(msgspec.Struct, frozen=True):
    """A table at one size (pt): column widths, cell lines, row heights."""

    size: float
    widths: tuple[float, ...]
    cells: tuple[tuple[Sequence[TextLine], ...], ...]
    heights: tuple[float, ...]
    fits: bool


def set_table(
    rows: Sequence[Sequence[str]], box: Box, style: Style, shape: TableShape, setting: Typesetting
) -> SetTable:
    """Lays out rows of running texts, all of equal length, in a box (mm), at the largest size from `style.size` down to
    `style.least` at which everything fits."""
    measured: list[list[MeasuredText]] = []
    for row in rows:
        texts = [parse_markup(cell) for cell in row]
        if shape.head and not measured:
            texts = [tuple(tuple(replace(span, bold=True) for span in spans) for spans in text) for text in texts]
        measured.append([measure(text, style, setting) for text in texts])
    divide = setting.language if style.hyphenate else ""
    pad_across, pad_down = shape.pad

    def at_size(size: float) -> _SizedTable:
        widths = _widths(measured, box.width, shape, size)
        rooms = [max(width - 2 * pad_across, 0.1) for width in widths]
        cells = tuple(
            tuple(lines_of(cell, room, size, divide) for cell, room in zip(row, rooms, strict=True)) for row in measured
        )
        pitch = style.leading * size * MM_PER_POINT
        heights = tuple(max(1, *map(len, row)) * pitch + 2 * pad_down for row in cells)
        fits = sum(heights) <= box.height + _ROUNDING and sum(widths) <= box.width + _ROUNDING
        fits = fits and not any(line.too_wide for row in cells for lines in row for line in lines)
        return _SizedTable(size, widths, cells, heights, fits)

    unknown = dict.fromkeys(name for row in measured for cell in row for name in cell.unknown)
    return _place_table(fit_largest(style, at_size), box, style, shape, setting.fonts, tuple(unknown))


def _widths(
    measured: Sequence[Sequence[MeasuredText]], width: float, shape: TableShape, size: float
) -> tuple[float, ...]:
    """Returns column widths including padding: given ones, and the others from their words."""
    open_columns = [column for column, given in enumerate(shape.widths) if not given]
    free = width - sum(shape.widths) - 2 * shape.pad[0] * len(open_columns)
    wish, least = (
        [
            _ROUNDING
            + max((line.width for row in measured for line in lines_of(row[column], room, size, "")), default=0.0)
            for column in open_columns
        ]
        for room in (1e6, 0.1)
    )
    shared = iter(share_widths(wish, least, max(free, 0.1)) if open_columns else ())
    return tuple(given or next(shared) + 2 * shape.pad[0] for given in shape.widths)


def _place_table(
    table: _SizedTable, box: Box, style: Style, shape: TableShape, fonts: FontBook, unknown: tuple[str, ...]
) -> SetTable:
    font = fonts.font(fonts.face(style.font))
    em = table.size * MM_PER_POINT
    pitch = style.leading * em
    height = sum(table.heights)
    top = box.y + (box.height - height) * {"top": 0.0, "middle": 0.5, "bottom": 1.0}[style.valign]
    across, down = shape.pad
    drop = down + (pitch + (font.ascent - font.descent) * em) / 2
    columns = list(accumulate(table.widths, initial=box.x))
    rows = tuple(accumulate(table.heights, initial=top))
    if fonts.right_to_left:
        columns = [box.x + columns[-1] - x for x in columns]
    items: list[Item] = []
    for cells, y in zip(table.cells, rows, strict=False):
        for column, lines in enumerate(cells):
            room = table.widths[column] - 2 * across
            for index, line in enumerate(lines):
                left = min(columns[column : column + 2]) + across + find_line_offset(line, room, shape.aligns[column])
                items.extend(place_line(line, left, y + drop + index * pitch))
    filled = tuple(line for cells in table.cells for lines in cells for line in lines)
    text = SetText(tuple(items), filled, table.size, height, not table.fits, unknown)
    return SetTable(text, tuple(sorted(columns)), rows)


def measure_width(
    text: str, role: str, size: float, fonts: FontBook, *, bold: bool = False, italic: bool = False
) -> float:
    """Returns the width in mm of a line at `size` pt. Raises KitError for a missing typeface."""
    return _label(text, role, size, "", fonts, bold, italic).width


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
    """Sets a line on the baseline y that starts, is centred or ends at x; a single run if one font covers it.

    Raises KitError for a missing typeface.
    """
    label = _label(text, role, size, colour, fonts, bold, italic)
    return tuple(place_line(label, x - label.width * {"left": 0.0, "center": 0.5}.get(align, 1.0), y))


def _label(text: str, role: str, size: float, colour: str, fonts: FontBook, bold: bool, italic: bool) -> TextLine:
    """Returns one run if one font covers the text and it reads left to right; else running text with fallback fonts."""
    font = fonts.font(fonts.face(role, bold, italic))
    run = font.shape(strip_invisible(text))
    if not turns(text) and not run.missing:
        whole = Fragment(run.text, font, colour, run.width, run.glyphs)
        return TextLine((Chunk((whole,), run.width, 0.0),), size, run.width * size * MM_PER_POINT)
    setting = Typesetting(fonts, icons=lambda name: None, colours=lambda name: name)
    measured = measure(((Span(text, bold, italic),),), Style(font=role, colour=colour), setting)
    lines = fill_lines(measured.paragraphs[0][0], math.inf, size, "") or [TextLine((), size, 0.0)]
    return replace(lines[0], right_to_left=fonts.right_to_left and turns(text))
