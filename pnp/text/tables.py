"""Tables set into a box: columns as wide as their words want, set smaller where they must be, never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Box, Item
from pnp.text.block import SetText, largest, lines_of
from pnp.text.direction import Align
from pnp.text.fonts import FontBook
from pnp.text.markup import parse_markup
from pnp.text.wrap import Colours, Icons, MeasuredText, TextLine, fill, measure, offset, place_line

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
    return _placed(tried, measured, box, style, shape, fonts)


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


def _placed(
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
