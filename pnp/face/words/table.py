"""`table`: rows and columns of running text, from a table of the kit, a list, or Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, ClassVar, Literal, TypeAlias, cast

from pnp.face.compile import PaintContext, compile_texts
from pnp.face.paint import NOTHING, Painted, Values, convert_shape
from pnp.face.scope import Expr, PaintError, RowScope, UnknownNameError, make_tuple
from pnp.face.words import word
from pnp.face.words.flow import Pair
from pnp.face.words.text import Typeset, check_length, paint_text
from pnp.kit import bounds
from pnp.kit.expressions import Binding, BoundName, BoundText, Each, Template, parse_each, parse_template
from pnp.kit.face_files import places
from pnp.kit.model import Value
from pnp.kit.toml_source import BadValueError, ParsedBy, quote, text
from pnp.kit.values import TEXT, Distance, Length
from pnp.scene import Box, Item, Path, Rect, Stroke
from pnp.text.bidi import Align
from pnp.text.block import SetTable, TableShape, set_table

_RULE = re.compile(r"\s*:?-+:?\s*")
_Rows: TypeAlias = tuple[tuple[str, ...], ...]
_MARKDOWN_HINT = "| Good | Price |, a line |---|--:|, then a line for each row"


def _source(value: object) -> Each | Template:
    """Returns a list (by name or literal), or a text with a Markdown table."""
    if isinstance(value, str) and "|" in value:
        return parse_template(text(value))
    return parse_each(value)


def _beside(value: object) -> int:
    """Returns how many tables stand side by side in a repetition; its own columns do not count."""
    if isinstance(value, list):
        message = "is a list, not the number of tables beside one another where one is repeated"
        raise BadValueError(message, 'cells = ["{item.name}", "{item.price}"] are the columns of a table')
    return places(value)


@word("table")
class TableDraw(Typeset, frozen=True, kw_only=True):
    """`widths` are column widths in mm, 0 to fit the words; `pad` is the padding of cells."""

    lists: ClassVar[bool] = True

    table: Annotated[Each | Template, ParsedBy(_source)]
    columns: Annotated[int, ParsedBy(_beside)] | None = None
    cells: tuple[BoundText, ...] = ()
    head: tuple[BoundText, ...] = ()
    widths: tuple[Distance, ...] = ()
    aligns: tuple[Align, ...] = ()
    pad: Pair = (1.0, 0.6)
    rules: Literal["none", "head", "rows", "all"] = "rows"
    stroke: BoundName | None = None
    width: Length = 0.2
    ground: BoundName | None = None
    stripe: BoundName | None = None

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        check_length("cells", (*self.cells, *self.head))
        source = self._markdown(context)
        if source is not None and (self.cells or self.head):
            key = "cells" if self.cells else "head"
            raise PaintError(key, "unknown-key", f"{key} means nothing for Markdown, which has both", f"delete {key}")
        names = context.values(self, "colour", "stroke", "ground", "stripe")
        return {"table": source or self._listed(context), **names}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        source = values["table"]
        rows, aligns = _read_markdown(source) if isinstance(source, str) else (cast(_Rows, source), ())
        if not rows:
            return NOTHING
        has_head = isinstance(source, str) or bool(self.head)
        style = self.find_own_style(values, context)
        shape = self._shape(self.aligns or aligns or (style.align,) * len(rows[0]), box, has_head)
        done = set_table(rows, box, style, shape, context.materials.typesetting)
        below = self._draw_grounds_and_rules(done, values, has_head, context)
        markups = [cell for row in rows for cell in row]
        return paint_text(done.text, markups, style, "table", context, below)

    def _markdown(self, context: PaintContext) -> Expr | None:
        """Returns the text that contains the table; None for a list."""
        if isinstance(self.table, Template):
            return context.scope.text("table", self.table, running=True)
        if not isinstance(self.table, Binding):
            return None
        try:
            kind = context.scope.each("table", self.table.path).kind
        except UnknownNameError:
            return None  # `compile_list` raises it
        is_text = kind.sort == "text" and not kind.many
        return context.scope.text("table", Template((self.table,)), running=True) if is_text else None

    def _listed(self, context: PaintContext) -> Expr:
        if not self.cells or (self.head and len(self.head) != len(self.cells)):
            message = f"{len(self.head)} columns have a head, {len(self.cells)} have cells"
            raise PaintError("cells", "missing", message, 'cells = ["{item.name}", "{item.price}"]')
        assert not isinstance(self.table, Template)
        where = self.where if self.each is None else None
        rows = compile_texts("table", self.table, where, self.cells, context.scope)
        heads = make_tuple([context.scope.text("head", part, running=True) for part in self.head])

        def whole(row: RowScope) -> Value:
            head, found = heads.get(row), rows.get(row)
            return (*((head,) if head else ()), *cast(_Rows, found))

        return Expr(whole, TEXT, rows.roots | heads.roots)

    def _shape(self, aligns: tuple[Align, ...], box: Box, head: bool) -> TableShape:
        columns = len(aligns)
        if columns > bounds.TABLE_COLUMNS.most:
            raise PaintError("table", "size", f"has {columns} columns", f"at most {bounds.TABLE_COLUMNS.most}")
        for key, given in (("widths", self.widths), ("aligns", self.aligns)):
            if given and len(given) != columns:
                raise PaintError(key, "value", f"{key} has {len(given)} for {columns} columns", "one for each")
        if sum(self.widths) > box.width + 1e-6:
            message = f"the columns are {sum(self.widths):g} mm wide, their box {box.width:g}"
            raise PaintError("widths", "overflow", message, "make them narrower, or 0: as wide as is left")
        return TableShape(self.widths or (0.0,) * columns, aligns, self.pad, head)

    def _draw_grounds_and_rules(
        self, done: SetTable, values: Values, has_head: bool, context: PaintContext
    ) -> tuple[Item, ...]:
        materials = context.materials
        left, right = done.columns[0], done.columns[-1]
        grounds: list[Item] = []
        for number, (top, bottom) in enumerate(pairwise(done.rows)):
            key = "ground" if has_head and not number else "stripe" if (number - has_head) % 2 else ""
            if name := context.name(values.get(key)):
                row = Box(left, top, right - left, bottom - top)
                ground = materials.require_colour(name, key)
                fill, stroke = convert_shape(ground, None, row, context.trim, materials.ink, materials.line_colour)
                grounds.append(Rect(row, fill, stroke))
        if self.rules == "none":
            return tuple(grounds)
        colour = materials.line(context.name(values.get("stroke")) or "ink", "stroke")
        ends = {"head": done.rows[1:2] if has_head else (), "rows": done.rows[1:-1], "all": done.rows}[self.rules]
        lines: list[Item] = []
        for y in ends:
            width = 2 * self.width if has_head and y == done.rows[1] else self.width  # twice as wide below the head
            lines.append(Path((("M", left, y), ("L", right, y)), stroke=Stroke(colour, width)))
        if self.rules == "all":
            stroke = Stroke(colour, self.width)
            lines += (Path((("M", x, done.rows[0]), ("L", x, done.rows[-1])), stroke=stroke) for x in done.columns)
        return (*grounds, *lines)


def _read_markdown(markup: str) -> tuple[_Rows, tuple[Align, ...]]:
    """Returns head, rows and column alignment of a Markdown table. Raises `PaintError`."""
    lines = [line.strip() for line in markup.strip().splitlines() if line.strip()]
    if not lines:
        return (), ()
    rows = [_cells(line) for line in lines]
    if len(rows) < 2 or not all(_RULE.fullmatch(cell) for cell in rows[1]):
        message = f"{quote(lines[0])} does not begin a table in Markdown"
        raise PaintError("table", "value", message, _MARKDOWN_HINT)
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            message = f"{quote(line)} has {len(row)} cells, the head {len(rows[0])}"
            raise PaintError("table", "ragged", message, "one for each column; \\| is the stroke itself")
    aligns = tuple(_align(cell.strip()) for cell in rows[1])
    return (tuple(rows[0]), *map(tuple, rows[2:])), aligns


def _cells(line: str) -> Sequence[str]:
    inner = line.removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _align(rule: str) -> Align:
    sides = rule.startswith(":"), rule.endswith(":")
    return "center" if all(sides) else "left" if sides[0] else "right" if sides[1] else "start"
