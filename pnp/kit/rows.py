"""Which rows a component prints, and how often."""

from __future__ import annotations

from pnp.kit.bindings import Binding, Clause, Condition, parse_condition
from pnp.kit.model import AnyComponent, Kit, Localised, Record, Table, Value
from pnp.kit.structs import BadValueError, shown


def expand(kit: Kit, component: AnyComponent) -> tuple[tuple[Record | None, int], ...]:
    """The rows that a component prints, in order, with the copies of each; a single None if it has no rows.

    Rows of which no copy is printed are left out.
    """
    return expand_rows(component, kit.tables.get(component.each))


def expand_rows(component: AnyComponent, table: Table | None) -> tuple[tuple[Record | None, int], ...]:
    """As `expand`, from the component's own table."""
    if table is None:
        return ((None, component.copies),) if isinstance(component.copies, int) else ()
    condition = parse_condition(component.where) if component.where else None
    rows: list[tuple[Record | None, int]] = []
    for record in table.rows:
        if condition and not holds_for(condition, record):
            continue
        copies = record.values[component.copies] if isinstance(component.copies, str) else component.copies
        if isinstance(copies, int) and copies:
            rows.append((record, copies))
    return tuple(rows)


def holds_for(condition: Condition, record: Record) -> bool:
    """Whether a condition holds for a row, going by its columns alone."""
    return all(
        clause_holds(clause, _look_up(clause.path, record), _operand(clause, record)) for clause in condition.clauses
    )


def _operand(clause: Clause, record: Record) -> Value:
    return _look_up(clause.value.path, record) if isinstance(clause.value, Binding) else clause.value


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


def filled(value: Value) -> bool:
    """Whether there is something: not an empty cell, text or list. Nought is something."""
    if isinstance(value, Localised):
        return any(value.texts.values())
    return value is not None and value != "" and value != ()


def clause_holds(clause: Clause, left: Value, right: Value) -> bool:
    """Whether one clause holds for the values on its two sides.

    Numbers compare as numbers, records by their keys, lists by their items separated by blanks, and all else as
    text. Nothing is less or greater than an empty cell.
    """
    if clause.comparison is None:
        return filled(left) != clause.negated
    numeric = isinstance(left, int | float) and isinstance(right, int | float)
    return _compared(clause, left, right, numeric) != clause.negated


def _compared(clause: Clause, left: Value, right: Value, numeric: bool) -> bool:
    if clause.comparison in ("=", "!="):
        same = left == right if numeric else _plain(left) == _plain(right)
        return same == (clause.comparison == "=")
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[clause.comparison or ""]


def _plain(value: Value) -> str:
    """A value as conditions compare it: as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Record):
        return value.key
    if isinstance(value, tuple):
        return " ".join(_plain(part) for part in value)
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value) if not isinstance(value, Localised) else value[""]
