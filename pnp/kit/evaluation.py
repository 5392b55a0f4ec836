"""What expressions come to: first of which type, so that what can never hold is said before anything is drawn; then,
for each row, the value.

The names are the caller's: `kind_of` and `getter` give the type of a binding and how to get its value.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from pnp.kit import bounds
from pnp.kit.expressions import (
    Binding,
    Call,
    Condition,
    Constant,
    FormattedNumber,
    Lookup,
    Negation,
    Node,
    Operation,
    bindings,
    parse_condition,
)
from pnp.kit.model import AnyComponent, Kit, Localised, Record, Table, Value
from pnp.kit.toml_source import BadValueError, accepted, quote
from pnp.kit.values import NUMBER, TEXT, TRUTH, ColumnType, in_digits, lower, upper

E = TypeVar("E")
"""What values are got from: a row, or all that is bound while a card is drawn."""
Getter: TypeAlias = Callable[[E], Value]
KindOf: TypeAlias = Callable[[Binding], ColumnType]

_NUMERIC = frozenset({"number", "count"})
_BY_FUNCTION = {"min": NUMBER, "max": NUMBER, "round": NUMBER, "len": NUMBER, "upper": TEXT, "lower": TEXT}
_ARGUMENTS = {"min": (1, 16), "max": (1, 16), "round": (1, 2), "len": (1, 1), "upper": (1, 1), "lower": (1, 1)}
_LARGEST = 1e12
_COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_ARITHMETIC = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
}
_SIGN = r"(\{[^{}]*\})"


# The types.


def kind(node: Node, kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    """The type of an expression. Raises `BadValueError` where its parts do not go together, and what `kind_of` does."""
    match node:
        case Binding():
            return kind_of(node)
        case Constant(value=value):
            return TEXT if isinstance(value, str) else NUMBER
        case Lookup():
            return _lookup_type(node, kind_of, tables)
        case Negation(of=of):
            kind(of, kind_of, tables)
            return TRUTH
        case Operation():
            return _operation_type(node, kind_of, tables)
        case Call(function=function, arguments=arguments):
            return _call_type(function, arguments, kind_of, tables)
        case FormattedNumber(of=of):
            _number_needed(of, kind(of, kind_of, tables))
            return TEXT


def _operation_type(node: Operation, kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    left, right = (kind(part, kind_of, tables) for part in (node.left, node.right))
    if node.sign == "and":
        return TRUTH
    if node.sign == "or":
        return TRUTH if TRUTH in (left, right) else NUMBER if {left.sort, right.sort} <= _NUMERIC else left
    if node.sign in "+-*/%":
        _number_needed(node.left, left)
        _number_needed(node.right, right)
        return NUMBER
    for this, its, other, others in ((node.left, left, node.right, right), (node.right, right, node.left, left)):
        _comparable(node.sign, this, its, other, others, tables)
    return TRUTH


def _comparable(
    sign: str, this: Node, its: ColumnType, other: Node, others: ColumnType, tables: Mapping[str, Table]
) -> None:
    """Whether `this` may ever be what `other` is."""
    if its == TRUTH:
        raise BadValueError(f"compares {_describe(this)}, which is true or false", "join comparisons by “and”, “or”")
    if sign not in ("=", "!=") and not (its.sort in _NUMERIC or _is_number(this)) and not its.many:
        message = f"asks whether {_describe(this)} is less or greater; it is {its}"
        hint = f'only numbers are: declare {_column(this)} = "number"'
        if isinstance(this, Constant):
            hint = f"only numbers are; a name on the right stands in braces: {{{this.value}}}"
        raise BadValueError(message, hint)
    if its.sort not in _NUMERIC and isinstance(other, Operation) and next(bindings(other), None) is None:
        message = f"compares {_describe(this)}, which is {its}, with a number that is reckoned"
        raise BadValueError(message, "put it in quotes if it is a text: '1/2'")
    if its.many or not isinstance(other, Constant):
        return
    value, words = other.value, other.written or str(other.value)
    if its.sort in _NUMERIC and isinstance(this, Binding | Lookup | Call | Operation) and others.sort not in _NUMERIC:
        hint = f"compare with a number; whether it is filled: {_describe(this)}; a name on the right stands in braces"
        raise BadValueError(f"compares {_describe(this)}, a {its.sort}, with {quote(value)}", hint)
    if its.sort == "choice" and words not in ("", *its.choices):
        hint = accepted(its.choices, words)
        raise BadValueError(f"compares {_describe(this)} with {quote(words)}, which it never is", hint)
    table = tables.get(its.table) if its.sort == "ref" else None
    if table is not None and value != "" and words not in table.by_key:
        hint = accepted(table.by_key, words)
        raise BadValueError(f"compares {_describe(this)} with {quote(words)}, which is no row of {its.table}", hint)


def _is_number(node: Node) -> bool:
    return isinstance(node, Constant) and not isinstance(node.value, str)


def _call_type(function: str, arguments: tuple[Node, ...], kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    kinds = [kind(argument, kind_of, tables) for argument in arguments]
    least, most = _ARGUMENTS.get(function, (1, 2))
    if not least <= len(kinds) <= most:
        raise BadValueError(f"gives {function} {len(kinds)} values", f"{function} takes {least} to {most}")
    if function in ("min", "max") and len(kinds) == 1 and kinds[0].many:
        return NUMBER
    if function in ("min", "max", "round"):
        for argument, its in zip(arguments, kinds, strict=True):
            _number_needed(argument, its)
    if function == "join" and not kinds[0].many:
        raise BadValueError(
            f"joins {_describe(arguments[0])}, which is {kinds[0]}", "join takes a list, and what stands between"
        )
    if TRUTH in kinds:
        raise BadValueError(f"gives {function} what is true or false", f"{function} takes values")
    return _BY_FUNCTION.get(function, TEXT)


def _number_needed(node: Node, its: ColumnType) -> None:
    if its.sort not in _NUMERIC or its.many:
        name = _describe(node)
        declared = isinstance(node, Binding) and its.sort == "text"
        hint = f'declare {_column(node)} = "number"' if declared else "use a number"
        raise BadValueError(f"reckons with {name}, which is {its}, not a number", hint)


def _lookup_type(node: Lookup, kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    table = tables.get(node.table)
    if table is None:
        raise BadValueError(f"looks into {node.table}, which is no table", accepted(tables, node.table))
    if kind(node.key, kind_of, tables).many:
        raise BadValueError(f"looks up {_describe(node.key)}, which is a list", "look one up")
    return walked(ColumnType("ref", table=table.name, optional=True), node.path, tables)


def walked(its: ColumnType, steps: tuple[str, ...], tables: Mapping[str, Table]) -> ColumnType:
    """The type of what a path leads to, from a value of a type. Raises `BadValueError`."""
    for step in steps:
        columns = tables[its.table].columns if its.sort == "ref" and not its.many and its.table in tables else {}
        if step in columns:
            its = columns[step]
        elif its.sort == "text" and not its.many and len(step) <= 8:
            its = TEXT  # a language
        else:
            raise BadValueError(f"names {step}, which is no part of {its}", accepted(columns, step))
    return its


def _column(node: Node) -> str:
    """The column that a path ends in, as kit.toml declares it."""
    return _describe(node).rpartition(".")[2]


def _describe(node: Node) -> str:
    """An expression as findings name it."""
    match node:
        case Binding(path=path):
            return ".".join(path)
        case Constant(value=value):
            return quote(value)
        case Lookup(table=table, path=path):
            return ".".join([f"{table}[…]", *path])
        case Call(function=function):
            return f"{function}(…)"
        case _:
            return "what is in brackets"


# The values.


def evaluator(
    node: Node, getter: Callable[[Binding], Getter[E]], tables: Mapping[str, Table], language: str
) -> Getter[E]:
    """How to get the value of an expression; that raises `BadValueError` where it has none: division by nothing, a
    number that is empty, a row that is not there."""
    match node:
        case Binding():
            return getter(node)
        case Constant(value=value):
            return lambda env: value
        case Negation(of=of):
            inner = evaluator(of, getter, tables, language)
            return lambda env: not holds(inner(env))
        case FormattedNumber(of=of, form=form):
            number = evaluator(of, getter, tables, language)
            return lambda env: _format_number(number(env), form, of)
        case Lookup():
            key, table = evaluator(node.key, getter, tables, language), tables[node.table]
            return lambda env: _look_up(node.path, _row(table, key(env), language))
        case Call(function=function, arguments=arguments):
            parts = [evaluator(argument, getter, tables, language) for argument in arguments]
            return lambda env: _call(function, [part(env) for part in parts], node, language)
        case Operation():
            return _operation(node, getter, tables, language)


def _operation(
    node: Operation, getter: Callable[[Binding], Getter[E]], tables: Mapping[str, Table], language: str
) -> Getter[E]:
    left, right = (evaluator(part, getter, tables, language) for part in (node.left, node.right))
    match node.sign:
        case "and":
            return lambda env: holds(left(env)) and holds(right(env))
        case "or":
            return lambda env: value if holds(value := left(env)) else right(env)
        case "=":
            return lambda env: _are_equal(*_as_written(left(env), right(env), node), language)
        case "!=":
            return lambda env: not _are_equal(*_as_written(left(env), right(env), node), language)
        case sign if sign in _COMPARISONS:
            return lambda env: _compare_numbers(sign, left(env), right(env))
        case sign:
            return lambda env: _calculate(sign, left(env), right(env), node)


def holds(value: Value) -> bool:
    """Whether a value is true, or filled: not an empty cell, text or list. Nought is something."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Localised):
        return any(value.texts.values())
    return value is not None and value != "" and value != ()


def _as_written(left: Value, right: Value, node: Operation) -> tuple[Value, Value]:
    """What is compared: beside a text a number is what stands there, 007 and 1.0."""
    if isinstance(node.right, Constant) and node.right.written and not _is_numeric(left):
        right = node.right.written
    if isinstance(node.left, Constant) and node.left.written and not _is_numeric(right):
        left = node.left.written
    return left, right


def _is_numeric(value: Value) -> bool:
    return all(isinstance(part, int | float) for part in (value if isinstance(value, tuple) else (value,)))


def _are_equal(left: Value, right: Value, language: str) -> bool:
    """Numbers compare as numbers, records by their keys, lists by their items separated by blanks, and all else as
    text, in the language being printed."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    return _plain(left, language) == _plain(right, language)


def _compare_numbers(sign: str, left: Value, right: Value) -> bool:
    """Nothing is less or greater than an empty cell."""
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return False
    return bool(_COMPARISONS[sign](left, right))


def _plain(value: Value, language: str = "") -> str:
    """A value as it is compared and written: as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Record):
        return value.key
    if isinstance(value, tuple):
        return " ".join(_plain(part, language) for part in value)
    if isinstance(value, float):
        return in_digits(value)
    return "" if value is None else str(value) if not isinstance(value, Localised) else value[language]


def _calculate(sign: str, left: Value, right: Value, node: Operation) -> float:
    one, other = _number(left, node.left), _number(right, node.right)
    if sign in "/%" and not other:
        hint = "print it only where it is not: when = …"
        raise BadValueError(f"divides by {_describe(node.right)}, which is 0", hint)
    return _bounded(_ARITHMETIC[sign](one, other))


def _bounded(found: float) -> float:
    """A result, whole if it comes to that."""
    if abs(found) > _LARGEST:
        raise BadValueError(f"comes to {in_digits(found)}", "reckon with smaller numbers")
    return int(found) if found == int(found) else found


def _number(value: Value, node: Node) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        what = "empty here" if not holds(value) else f"{quote(_plain(value))} here, not a number"
        name = _describe(node)
        raise BadValueError(f"reckons with {name}, which is {what}", f"{{{name} or 0}}, or leave it out: when")
    return value


def _format_number(value: Value, form: str, node: Node) -> str:
    number = _number(value, node)
    if form.endswith("d"):
        if number != int(number):
            raise BadValueError(
                f"writes {in_digits(number)} as :{form}", f"d is for whole numbers; :{form.rstrip('d')}.1f, or round"
            )
        number = int(number)
    return format(number, form)


def _call(function: str, values: list[Value], node: Call, language: str) -> Value:
    first = values[0]
    match function:
        case "min" | "max":
            parts = first if isinstance(first, tuple) else values
            if not parts:
                raise BadValueError(f"asks for the {function} of nothing", "the list is empty here")
            numbers = [_number(part, node.arguments[0]) for part in parts]
            return min(numbers) if function == "min" else max(numbers)
        case "round":
            digits = int(_number(values[1], node.arguments[1])) if len(values) > 1 else 0
            return _bounded(round(_number(first, node.arguments[0]), max(-12, min(digits, 12))))
        case "len":
            return len(first) if isinstance(first, tuple) else len(_plain(first, language))
        case "join":
            between = _plain(values[1], language) if len(values) > 1 else " "
            parts = first if isinstance(first, tuple) else () if first is None else (first,)
            return _long(between.join(_plain(part, language) for part in parts))
        case _:
            return _change_case(_plain(first, language), language, capitals=function == "upper")


def _change_case(text: str, language: str, *, capitals: bool) -> str:
    """In capitals or not; signs in braces keep their names."""
    change = upper if capitals else lower
    return _long("".join(part if part.startswith("{") else change(part, language) for part in re.split(_SIGN, text)))


def _long(text: str) -> str:
    if len(text) > bounds.CELL.most:
        raise BadValueError(f"comes to {len(text)} characters", f"at most {bounds.CELL.most}")
    return text


def _row(table: Table, key: Value, language: str) -> Record | None:
    """The row of a key; none for an empty one."""
    if not holds(key):
        return None
    found = table.by_key.get(_plain(key, language))
    if found is None:
        hint = accepted(table.by_key, _plain(key, language))
        raise BadValueError(f"looks for {quote(_plain(key, language))}, which is no row of {table.name}", hint)
    return found


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


def _look_up(path: tuple[str, ...], value: Value) -> Value:
    for step in path:
        if isinstance(value, Record):
            if step not in value.values:
                raise BadValueError(f"names {step}, which is no column of {value.table}")
            value = value.values[step]
        elif isinstance(value, Localised):
            value = value.texts.get(step, "")
        elif value is not None:
            raise BadValueError(f"names {'.'.join(path)}, but {step} is no part of {quote(value)}")
    return value
