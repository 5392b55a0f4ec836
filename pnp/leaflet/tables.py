"""Tables: columns as wide as their words want, a heavy rule above and below, a fine one under the head, hairs
between the rows. A table that must be parted has its head on each page."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.kit.theme import Style
from pnp.leaflet import look, signs
from pnp.leaflet.blocks import Grid, Spans
from pnp.leaflet.lines import baseline, break_spans, links_of, pitch, placed_line, signs_of, text_width
from pnp.leaflet.look import Setting
from pnp.leaflet.strips import Strip
from pnp.scene import Item, Link, Use
from pnp.text.tables import shared_widths
from pnp.text.wrap import offset

_WHOLE = 0.8
"""A table up to this part of a page is not parted."""
_HEAVY, _MIDDLE = 0.5, 0.25
_ROUNDING = 0.05
"""mm by which a column is wider than its words, so that adding up does not break them."""


def table_strips(setting: Setting, grid: Grid, x: float, width: float) -> tuple[Strip, ...]:
    """A table as strips, one for each row, from x and `width` mm wide."""
    grid = replace(grid, head=tuple(tuple(replace(span, bold=True) for span in cell) for cell in grid.head))
    widths = column_widths(setting, grid, width)
    head = _head(setting, grid, widths, x, width)
    rows: list[Strip] = []
    for index, cells in enumerate(grid.rows):
        row = replace(_row(setting, grid, cells, widths, x), line=grid.lines[index])
        last = index == len(grid.rows) - 1
        weight, colour = (_HEAVY, "ink") if last else (look.HAIR, "rule")
        line = signs.rule(setting, x, row.height, width, weight, colour)
        rows.append(replace(row, items=(*row.items, line), head=head if index else None))
    whole = head.height + sum(row.height for row in rows) <= setting.height * _WHOLE
    kept = [replace(row, glue=whole or index in (0, len(rows) - 2)) for index, row in enumerate(rows[:-1])]
    return (head, *kept, *rows[-1:])


def _head(setting: Setting, grid: Grid, widths: tuple[float, ...], x: float, width: float) -> Strip:
    """The head between its rules; of a head without words the upper one alone."""
    bar = signs.rule(setting, x, 0.0, width, _HEAVY)
    if not any(grid.head):
        return Strip(height=0.0, items=(bar,), glue=True, line=grid.line)
    head = _row(setting, grid, grid.head, widths, x)
    rules = (bar, signs.rule(setting, x, head.height, width, _MIDDLE))
    cells = tuple((start + len(rules), end + len(rules)) for start, end in head.cells)
    return replace(head, items=(*rules, *head.items), cells=cells, head_row=True, glue=True)


def column_widths(setting: Setting, grid: Grid, width: float) -> tuple[float, ...]:
    """Widths of the columns in mm, their gaps not counted: what the words want, the rest shared out evenly in
    proportion; if they want more, each between its longest word and its longest line."""
    columns = range(len(grid.aligns))
    free = width - look.CELL_GAP * (len(grid.aligns) - 1)
    wish = [max(_width(setting, grid, cells, k) for cells in (grid.head, *grid.rows)) for k in columns]
    if sum(wish) <= free:
        return shared_widths(wish, wish, free)
    least = [max(_longest_word(setting, grid, cells, k) for cells in (grid.head, *grid.rows)) for k in columns]
    return shared_widths(wish, least, free)


def _style(grid: Grid, cells: tuple[Spans, ...], column: int) -> Style:
    """Columns on the right are numbers, and set in figures of equal width."""
    if cells is grid.head:
        return look.CELL_HEAD
    return look.COUNT_CELL if grid.aligns[column] == "right" else look.CELL


def _width(setting: Setting, grid: Grid, cells: tuple[Spans, ...], column: int) -> float:
    return text_width(setting, cells[column], _style(grid, cells, column)) + _ROUNDING


def _longest_word(setting: Setting, grid: Grid, cells: tuple[Spans, ...], column: int) -> float:
    style = replace(_style(grid, cells, column), hyphenate=False)
    return max((line.width for line in break_spans(setting, cells[column], 0.1, style)), default=0.0) + _ROUNDING


def _row(setting: Setting, grid: Grid, cells: tuple[Spans, ...], widths: tuple[float, ...], x: float) -> Strip:
    """One row; its cells begin at the same height."""
    items: list[Item] = []
    ends: list[tuple[int, int]] = []
    links: list[Link] = []
    named: list[tuple[Use, str]] = []
    overfull = ""
    height = pitch(look.CELL)
    drop = look.CELL_PAD + baseline(setting, look.CELL)
    turned = setting.fonts.right_to_left
    right = x + sum(widths) + look.CELL_GAP * (len(widths) - 1)
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        style = _style(grid, cells, column)
        step = pitch(style)
        start = len(items)
        lines = break_spans(setting, cell, width, style)
        for index, line in enumerate(lines):
            left = (right - width if turned else x) + offset(line, width, grid.aligns[column])
            placed = placed_line(line, left, drop + index * step, ends=index + 1 == len(lines))
            items.extend(placed)
            named.extend(signs_of(setting, line, placed, ends=index + 1 == len(lines)))
            shift = look.CELL_PAD + index * step
            links.extend(replace(link, box=link.box.moved(0, shift)) for link in links_of(line, left, step))
            overfull = overfull or (line.text if line.too_wide else "")
            height = max(height, (index + 1) * step)
        x += width + look.CELL_GAP
        right -= width + look.CELL_GAP
        ends.append((start, len(items)))
    return Strip(
        height=height + 2 * look.CELL_PAD,
        items=tuple(items),
        links=tuple(links),
        overfull=overfull,
        line=grid.line,
        cells=tuple(ends),
        signs=tuple(named),
    )
