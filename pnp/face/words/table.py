"""`table`: rows and columns of running text, from a table of the kit, a list, or Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from pnp.face.ink import printed_shape
from pnp.face.paint import NOTHING, Painted, Painter, Values
from pnp.face.repeat import texts_of
from pnp.face.scope import Env, Expr, PaintError, UnknownNameError
from pnp.face.words.flow import Pair
from pnp.face.words.text import Typeset, check_length, coloured, painted
from pnp.face.words.word import word
from pnp.kit import bounds
from pnp.kit.expressions import Binding, BoundName, BoundText, Each, Template, parse_each, parse_template
from pnp.kit.face_files import places
from pnp.kit.model import Value
from pnp.kit.theme import Style
from pnp.kit.toml_source import BadValueError, Reads, shown, text
from pnp.kit.values import TEXT, Distance, Length
from pnp.scene import Box, Item, Path, Rect, Stroke
from pnp.text.direction import Align
from pnp.text.tables import SetTable, TableShape, set_table

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

_RULE = re.compile(r"\s*:?-+:?\s*")
_MARKDOWN_HINT = "| Good | Price |, a line |---|--:|, then a line for each row"


def _source(value: object) -> Each | Template:
    """A list, by its name or written out, or a text with a table in Markdown."""
    if isinstance(value, str) and "|" in value:
        return parse_template(text(value))
    return parse_each(value)


def _beside(value: object) -> int:
    """How many tables stand beside one another where one is repeated, which is not what its own columns are."""
    if isinstance(value, list):
        message = "is a list, not the number of tables beside one another where one is repeated"
        raise BadValueError(message, 'cells = ["{item.name}", "{item.price}"] are the columns of a table')
    return places(value)


class Markdown(msgspec.Struct, frozen=True):
    """A table that was read out of Markdown: its head and rows, and how its columns are aligned."""

    rows: tuple[tuple[str, ...], ...]
    aligns: tuple[Align, ...]


@word("table")
class TableDraw(Typeset, frozen=True, kw_only=True):
    """`widths` are those of columns in mm, 0 as its words want; `pad` is kept free round the text of a cell."""

    lists: ClassVar[bool] = True

    table: Annotated[Each | Template, Reads(_source)]
    columns: Annotated[int, Reads(_beside)] | None = None
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

    def painter(self, context: PaintContext) -> Painter:
        markdown = _markdown(self.table, context)
        if markdown is None:
            source = self._listed(context)
        elif self.cells or self.head:
            key = "cells" if self.cells else "head"
            raise PaintError(key, "unknown-key", f"{key} means nothing for Markdown, which has both", f"delete {key}")
        else:
            source = markdown
        colours = [key for key in ("colour", "stroke", "ground", "stripe") if getattr(self, key)]
        needs = [context.value(key, getattr(self, key)) for key in colours]
        style = self.own_style(context)
        check_length("cells", (*self.cells, *self.head))
        made_of = context.materials

        def paint(box: Box, values: Values) -> Painted:
            rows = values[0] if isinstance(values[0], tuple) else ()
            found = _read(str(values[0])) if markdown else Markdown(rows, ())
            if not found.rows:
                return NOTHING
            names = {key: context.name(values, number) for number, key in enumerate(colours, 1)}
            own = coloured(style, names.get("colour", ""), context)
            shape = self._shape(found, own, box, bool(markdown or self.head))
            done = set_table(
                found.rows,
                box,
                own,
                shape,
                fonts=made_of.fonts,
                icons=made_of.icon,
                colours=made_of.text_colour,
                language=made_of.language,
            )
            drawn = self._drawn(done, names, box, shape.head, context)
            markups = [cell for row in found.rows for cell in row]
            return painted(done.text, markups, own, "table", context, drawn)

        return Painter((source, *needs), paint)

    def _listed(self, context: PaintContext) -> Expr:
        """The head and the rows of a list."""
        if not self.cells or (self.head and len(self.head) != len(self.cells)):
            message = f"{len(self.head)} columns have a head, {len(self.cells)} have cells"
            raise PaintError("cells", "missing", message, 'cells = ["{item.name}", "{item.price}"]')
        assert not isinstance(self.table, Template)
        where = self.where if self.each is None else None
        rows = texts_of("table", self.table, where, self.cells, context)
        heads = [context.text("head", part, running=True) for part in self.head]

        def whole(env: Env) -> Value:
            own = (tuple(str(part.get(env)) for part in heads),) if heads else ()
            found = rows.get(env)
            return (*own, *found) if isinstance(found, tuple) else own

        return Expr(whole, TEXT, rows.roots.union(*(part.roots for part in heads)))

    def _shape(self, found: Markdown, style: Style, box: Box, head: bool) -> TableShape:
        columns = len(found.rows[0])
        if columns > bounds.TABLE_COLUMNS.most:
            raise PaintError("table", "size", f"has {columns} columns", f"at most {bounds.TABLE_COLUMNS.most}")
        for key, given in (("widths", self.widths), ("aligns", self.aligns)):
            if given and len(given) != columns:
                raise PaintError(key, "value", f"{key} has {len(given)} for {columns} columns", "one for each")
        if sum(self.widths) > box.width + 1e-6:
            message = f"the columns are {sum(self.widths):g} mm wide, their box {box.width:g}"
            raise PaintError("widths", "overflow", message, "make them narrower, or 0: as wide as is left")
        aligns = self.aligns or found.aligns or (style.align,) * columns
        return TableShape(self.widths or (0.0,) * columns, aligns, self.pad, head)

    def _drawn(
        self, done: SetTable, names: dict[str, str], box: Box, head: bool, context: PaintContext
    ) -> tuple[Item, ...]:
        """Grounds and rules, below the text."""
        materials = context.materials
        left, right = done.columns[0], done.columns[-1]
        grounds: list[Item] = []
        for number, (top, bottom) in enumerate(zip(done.rows, done.rows[1:], strict=False)):
            key = "ground" if head and not number else "stripe" if (number - head) % 2 else ""
            if names.get(key):
                row = Box(left, top, right - left, bottom - top)
                ground = materials.needed_colour(names[key], key)
                fill, stroke = printed_shape(ground, None, row, context.trim, materials.ink, materials.line_colour)
                grounds.append(Rect(row, fill, stroke))
        if self.rules == "none":
            return tuple(grounds)
        colour = materials.line(names.get("stroke") or "ink", "stroke")
        ends = {"head": done.rows[1:2] if head else (), "rows": done.rows[1:-1], "all": done.rows}[self.rules]
        lines = [_line(left, y, right, y, Stroke(colour, self._weight(y, done, head))) for y in ends]
        if self.rules == "all":
            top, bottom = done.rows[0], done.rows[-1]
            lines += [_line(x, top, x, bottom, Stroke(colour, self.width)) for x in done.columns]
        return (*grounds, *lines)

    def _weight(self, y: float, done: SetTable, head: bool) -> float:
        """The line below the head is twice as wide."""
        return 2 * self.width if head and y == done.rows[1] else self.width


def _line(x: float, y: float, to_x: float, to_y: float, stroke: Stroke) -> Path:
    return Path((("M", x, y), ("L", to_x, to_y)), stroke=stroke)


def _markdown(source: Each | Template, context: PaintContext) -> Expr | None:
    """The text that holds the table, if it is one; None for a list."""
    if isinstance(source, Template):
        return context.text("table", source, running=True)
    if not isinstance(source, Binding):
        return None
    try:
        kind = context.scope.each(source.path).kind
    except UnknownNameError:
        return None  # which `items_of` tells
    is_text = kind.sort == "text" and not kind.many
    return context.text("table", Template((source,)), running=True) if is_text else None


def _read(markup: str) -> Markdown:
    """A table in Markdown. Raises `PaintError`."""
    lines = [line.strip() for line in markup.strip().splitlines() if line.strip()]
    if not lines:
        return Markdown((), ())
    rows = [_cells(line) for line in lines]
    if len(rows) < 2 or not all(_RULE.fullmatch(cell) for cell in rows[1]):
        message = f"{shown(lines[0])} does not begin a table in Markdown"
        raise PaintError("table", "value", message, _MARKDOWN_HINT)
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            message = f"{shown(line)} has {len(row)} cells, the head {len(rows[0])}"
            raise PaintError("table", "ragged", message, "one for each column; \\| is the stroke itself")
    aligns = tuple(_align(cell.strip()) for cell in rows[1])
    return Markdown((tuple(rows[0]), *map(tuple, rows[2:])), aligns)


def _cells(line: str) -> Sequence[str]:
    inner = line.removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _align(rule: str) -> Align:
    sides = rule.startswith(":"), rule.endswith(":")
    return "center" if all(sides) else "left" if sides[0] else "right" if sides[1] else "start"
