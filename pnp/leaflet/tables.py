"""Tables: columns as wide as their words want, a heavy rule above and below, a fine one under the head, hairs
between the rows. A table that must be parted has its head on each page."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.draw.lines import Line, place_line
from pnp.draw.scene import Item, Link
from pnp.kit.model import Style
from pnp.leaflet import look, signs
from pnp.leaflet.blocks import Align, Grid, Spans
from pnp.leaflet.lines import baseline, break_spans, links_of, pitch, text_width
from pnp.leaflet.look import Setting
from pnp.leaflet.strips import Strip

_WHOLE = 0.8
"""A table up to this part of a page is not parted."""
_HEAVY, _MIDDLE = 0.5, 0.25


def table_strips(setting: Setting, grid: Grid, x: float, width: float) -> tuple[Strip, ...]:
    """A table as strips, one for each row, from x and `width` mm wide."""
    widths = column_widths(setting, grid, width)
    head = _row(setting, grid.head, widths, grid.aligns, look.CELL_HEAD, x, grid.line, bold=True)
    bars = (
        signs.rule(setting, x, 0.0, width, _HEAVY),
        signs.rule(setting, x, head.height, width, _MIDDLE),
    )
    head = replace(head, items=(*bars, *head.items), glue=True)
    rows: list[Strip] = []
    for index, cells in enumerate(grid.rows):
        row = _row(setting, cells, widths, grid.aligns, look.CELL, x, grid.line)
        last = index == len(grid.rows) - 1
        weight, colour = (_HEAVY, "ink") if last else (look.HAIR, "rule")
        line = signs.rule(setting, x, row.height, width, weight, colour)
        rows.append(replace(row, items=(*row.items, line), head=head if index else None))
    whole = head.height + sum(row.height for row in rows) <= setting.height * _WHOLE
    kept = [replace(row, glue=whole or index in (0, len(rows) - 2)) for index, row in enumerate(rows[:-1])]
    return (head, *kept, *rows[-1:])


def column_widths(setting: Setting, grid: Grid, width: float) -> tuple[float, ...]:
    """Widths of the columns in mm, their gaps not counted: what the words want, the rest shared out evenly in
    proportion; if they want more, each between its longest word and its longest line."""
    columns = range(len(grid.aligns))
    free = width - look.CELL_GAP * (len(grid.aligns) - 1)
    wish = [max(_width(setting, cell, i) for i, cell in enumerate(_column(grid, k))) for k in columns]
    if sum(wish) <= free:
        spare = free - sum(wish)
        return tuple(each + spare * each / sum(wish) if sum(wish) else free / len(wish) for each in wish)
    least = [max(_longest_word(setting, cell) for cell in _column(grid, k)) for k in columns]
    if sum(least) >= free:
        return tuple(each * free / sum(least) for each in least)
    share = (free - sum(least)) / (sum(wish) - sum(least))
    return tuple(low + (high - low) * share for low, high in zip(least, wish, strict=True))


def _column(grid: Grid, index: int) -> list[Spans]:
    return [grid.head[index], *(row[index] for row in grid.rows)]


def _width(setting: Setting, cell: Spans, row: int) -> float:
    return text_width(setting, cell if row else _bold(cell), look.CELL if row else look.CELL_HEAD) + 0.05


def _longest_word(setting: Setting, cell: Spans) -> float:
    style = replace(look.CELL, hyphenate=False)
    return max((line.width for line in break_spans(setting, cell, 0.1, style)), default=0.0) + 0.05


def _bold(cell: Spans) -> Spans:
    return tuple(replace(span, bold=True) for span in cell)


def _row(
    setting: Setting,
    cells: tuple[Spans, ...],
    widths: tuple[float, ...],
    aligns: tuple[Align, ...],
    style: Style,
    x: float,
    line: int,
    *,
    bold: bool = False,
) -> Strip:
    """One row; its cells begin at the same height."""
    items: list[Item] = []
    links: list[Link] = []
    overfull = ""
    most = 1
    drop = look.CELL_PAD + baseline(setting, style)
    for cell, width, align in zip(cells, widths, aligns, strict=True):
        lines = break_spans(setting, _bold(cell) if bold else cell, width, style)
        most = max(most, len(lines))
        for index, each in enumerate(lines):
            left = x + _offset(each, width, align)
            items.extend(place_line(each, left, drop + index * pitch(style)))
            top = look.CELL_PAD + index * pitch(style)
            links.extend(replace(link, box=link.box.moved(0, top)) for link in links_of(each, left, pitch(style)))
            overfull = overfull or (each.text if each.too_wide else "")
        x += width + look.CELL_GAP
    height = most * pitch(style) + 2 * look.CELL_PAD
    return Strip(height=height, items=tuple(items), links=tuple(links), overfull=overfull, line=line)


def _offset(line: Line, width: float, align: Align) -> float:
    spare = width - line.width
    return 0.0 if align == "left" else spare / 2 if align == "center" else spare
