"""Which rows a component prints, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.kit.bindings import Condition, parse_condition
from pnp.kit.columns import ColumnType
from pnp.kit.evaluation import evaluator, holds, kind, walked
from pnp.kit.expressions import Binding
from pnp.kit.model import AnyComponent, Kit, Localised, Record, Table, Value
from pnp.kit.structs import BadValueError, shown


def expand(kit: Kit, component: AnyComponent) -> tuple[tuple[Record | None, int], ...]:
    """The rows that a component prints, in order, with the copies of each; a single None if it has no rows.

    Rows of which no copy is printed are left out.
    """
    return expand_rows(component, kit.tables)


def expand_rows(component: AnyComponent, tables: Mapping[str, Table]) -> tuple[tuple[Record | None, int], ...]:
    """As `expand`, from the tables of its kit. Raises `BadValueError` where its condition has no meaning for a row."""
    table = tables.get(component.each)
    if table is None:
        return ((None, component.copies),) if isinstance(component.copies, int) else ()
    wanted = row_test(parse_condition(component.where), tables) if component.where else None
    rows: list[tuple[Record | None, int]] = []
    for record in table.rows:
        if wanted and not wanted(record):
            continue
        given = component.copies
        copies = _look_up(tuple(given.split(".")), record) if isinstance(given, str) else given
        if isinstance(copies, int) and copies:
            rows.append((record, copies))
    return tuple(rows)


def row_test(condition: Condition, tables: Mapping[str, Table]) -> Callable[[Record], bool]:
    """Whether a condition holds for a row, going by its columns alone."""

    def getter(binding: Binding) -> Callable[[Record], Value]:
        return lambda record: _look_up(binding.path, record)

    value = evaluator(condition.node, getter, tables, "")
    return lambda record: holds(value(record))


def check_copies(column: str, table: Table, tables: Mapping[str, Table]) -> None:
    """Raises `BadValueError` for a column of a table, or of a row that one refers to, that holds no counts."""
    first, *rest = column.split(".")
    type_ = walked(table.columns[first], tuple(rest), tables)
    if type_.sort != "count" or type_.many:
        raise BadValueError(f"{column} is {type_}, not a count", f'declare {column.rpartition(".")[2]} = "count"')


def check_condition(condition: Condition, table: Table, tables: Mapping[str, Table]) -> None:
    """Raises `BadValueError` for a condition that means nothing for the rows of a table."""

    def kind_of(binding: Binding) -> ColumnType:
        return walked(table.columns[binding.path[0]], binding.path[1:], tables)

    kind(condition.node, kind_of, tables)


def _look_up(path: tuple[str, ...], record: Record) -> Value:
    value: Value = record
    for step in path:
        if isinstance(value, Record):
            if step not in value.values:
                raise BadValueError(f"names {step}, which is no column of {value.table}")
            value = value.values[step]
        elif isinstance(value, Localised):
            value = value.texts.get(step, "")
        elif value is not None:
            raise BadValueError(f"names {'.'.join(path)}, but {step} is no part of {shown(value)}")
    return value
