"""Evaluates expressions. Types come first, so that impossible expressions are reported before drawing; then the value
for each row.

The caller supplies the names: `kind_of` and `value_of` give the type and the value of a binding.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from pnp.kit import bounds
from pnp.kit.expressions import (
    Binding,
    Call,
    Constant,
    FormattedNumber,
    Lookup,
    Negation,
    Node,
    Operation,
    bindings,
    parse_condition,
)
from pnp.kit.model import AnyComponent, IconName, Kit, Localised, Record, Table, Value
from pnp.kit.toml_source import BadValueError, accepted, quote
from pnp.kit.values import NUMBER, TEXT, TRUTH, ColumnType, format_number, lower, upper

KindOf: TypeAlias = Callable[[Binding], ColumnType]
ValueOf: TypeAlias = Callable[[Binding], Value]

_NUMERIC = frozenset({"number", "count"})
_FUNCTIONS: dict[str, tuple[int, int, ColumnType]] = {
    "min": (1, 16, NUMBER),
    "max": (1, 16, NUMBER),
    "round": (1, 2, NUMBER),
    "len": (1, 1, NUMBER),
    "upper": (1, 1, TEXT),
    "lower": (1, 1, TEXT),
    "join": (1, 2, TEXT),
}
"""How many values each function takes, and what it gives."""
_LARGEST = 1e12
_COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod}


# The types.


def kind(node: Node, kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    """Returns the type of an expression. Raises `BadValueError` if its parts do not match, and whatever `kind_of`
    raises."""
    match node:
        case Binding():
            return kind_of(node)
        case Constant(value=value):
            return TEXT if isinstance(value, str) else NUMBER
        case Lookup(table=name, key=key, path=path):
            if name not in tables:
                raise BadValueError(f"looks into {name}, which is no table", accepted(tables, name))
            if kind(key, kind_of, tables).many:
                raise BadValueError(f"looks up {_describe(key)}, which is a list", "look one up")
            return resolve_path(ColumnType("ref", table=name, optional=True), path, tables)
        case Negation(of=of):
            kind(of, kind_of, tables)
            return TRUTH
        case Operation():
            return _operation_type(node, kind_of, tables)
        case Call(function=function, arguments=arguments):
            return _call_type(function, arguments, [kind(argument, kind_of, tables) for argument in arguments])
        case FormattedNumber(of=of):
            _require_number(of, kind(of, kind_of, tables))
            return TEXT


def _operation_type(node: Operation, kind_of: KindOf, tables: Mapping[str, Table]) -> ColumnType:
    left, right = (kind(part, kind_of, tables) for part in (node.left, node.right))
    if node.sign == "or" and TRUTH not in (left, right):
        return NUMBER if {left.sort, right.sort} <= _NUMERIC else left
    if node.sign in _ARITHMETIC:
        _require_number(node.left, left)
        _require_number(node.right, right)
        return NUMBER
    if node.sign not in ("and", "or"):
        _comparable(node.sign, node.left, left, node.right, right, tables)
        _comparable(node.sign, node.right, right, node.left, left, tables)
    return TRUTH


def _comparable(
    sign: str, this: Node, its: ColumnType, other: Node, others: ColumnType, tables: Mapping[str, Table]
) -> None:
    if its == TRUTH:
        raise BadValueError(f"compares {_describe(this)}, which is true or false", "join comparisons by “and”, “or”")
    is_number = isinstance(this, Constant) and not isinstance(this.value, str)
    if sign in _COMPARISONS and not (its.sort in _NUMERIC or is_number or its.many):
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


def _call_type(function: str, arguments: tuple[Node, ...], kinds: list[ColumnType]) -> ColumnType:
    least, most, result = _FUNCTIONS[function]
    if not least <= len(kinds) <= most:
        raise BadValueError(f"gives {function} {len(kinds)} values", f"{function} takes {least} to {most}")
    is_list = function in ("min", "max") and len(kinds) == 1 and kinds[0].many
    if function in ("min", "max", "round") and not is_list:
        for argument, its in zip(arguments, kinds, strict=True):
            _require_number(argument, its)
    if function == "join" and not kinds[0].many:
        message = f"joins {_describe(arguments[0])}, which is {kinds[0]}"
        raise BadValueError(message, "join takes a list, and what stands between")
    if TRUTH in kinds:
        raise BadValueError(f"gives {function} what is true or false", f"{function} takes values")
    return result


def _require_number(node: Node, its: ColumnType) -> None:
    if its.sort not in _NUMERIC or its.many:
        name = _describe(node)
        declared = isinstance(node, Binding) and its.sort == "text"
        hint = f'declare {_column(node)} = "number"' if declared else "use a number"
        raise BadValueError(f"reckons with {name}, which is {its}, not a number", hint)


def resolve_path(its: ColumnType, steps: tuple[str, ...], tables: Mapping[str, Table]) -> ColumnType:
    """Returns the type at the end of a path, starting at a value of a type. Raises `BadValueError`."""
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
    """Returns the column at the end of a path, as kit.toml declares it."""
    return _describe(node).rpartition(".")[2]


def _describe(node: Node) -> str:
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


def evaluate(node: Node, value_of: ValueOf, tables: Mapping[str, Table], language: str) -> Value:
    """Returns the value of an expression. Raises `BadValueError`, for example for a division by zero."""

    def value(part: Node) -> Value:
        return evaluate(part, value_of, tables, language)

    match node:
        case Binding():
            return value_of(node)
        case Constant():
            return node.value
        case Negation():
            return not holds(value(node.of))
        case FormattedNumber():
            return _format_number(value(node.of), node.form, node.of)
        case Lookup():
            return follow(_row(tables[node.table], value(node.key), language), node.path)
        case Call():
            return _call(node.function, [value(argument) for argument in node.arguments], node, language)
    left = value(node.left)
    if node.sign in ("and", "or"):
        return left if holds(left) is (node.sign == "or") else value(node.right)
    right = value(node.right)
    if node.sign in ("=", "!="):
        return _are_equal(left, right, node, language) is (node.sign == "=")
    if node.sign in _COMPARISONS:  # nothing is less or greater than an empty cell
        if not isinstance(left, int | float) or not isinstance(right, int | float):
            return False
        return bool(_COMPARISONS[node.sign](left, right))
    return _calculate(node.sign, left, right, node)


def holds(value: Value) -> bool:
    """Returns whether a value is true or not empty. Zero is not empty."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Localised):
        return any(value.texts.values())
    return value is not None and value != "" and value != ()


def _are_equal(left: Value, right: Value, node: Operation, language: str) -> bool:
    """Compares numbers as numbers, all else as text. Compared with a text, a number is its spelling: 007 and 1.0."""
    if isinstance(node.right, Constant) and node.right.written and not _is_numeric(left):
        right = node.right.written
    if isinstance(node.left, Constant) and node.left.written and not _is_numeric(right):
        left = node.left.written
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    return plain(left, language) == plain(right, language)


def _is_numeric(value: Value) -> bool:
    return all(isinstance(part, int | float) for part in (value if isinstance(value, tuple) else (value,)))


def plain(value: Value, language: str = "", *, braced: bool = False) -> str:
    """Converts a value to the text used for comparing and writing: a record to its key, a list to words with spaces, an
    icon to its name (in braces if `braced`)."""
    if isinstance(value, str):
        return f"{{{value}}}" if braced and isinstance(value, IconName) else value
    if isinstance(value, Record):
        return value.key
    if isinstance(value, tuple):
        return " ".join(plain(part, language, braced=braced) for part in value)
    if isinstance(value, Localised):
        return value[language]
    if isinstance(value, float):
        return format_number(value)
    return "" if value is None else str(value)


def _calculate(sign: str, left: Value, right: Value, node: Operation) -> float:
    one, other = _number(left, node.left), _number(right, node.right)
    if sign in "/%" and not other:
        hint = "print it only where it is not: when = …"
        raise BadValueError(f"divides by {_describe(node.right)}, which is 0", hint)
    return _bounded(_ARITHMETIC[sign](one, other))


def _bounded(found: float) -> float:
    if abs(found) > _LARGEST:
        raise BadValueError(f"comes to {format_number(found)}", "reckon with smaller numbers")
    return int(found) if found == int(found) else found


def _number(value: Value, node: Node) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        what = "empty here" if not holds(value) else f"{quote(plain(value))} here, not a number"
        name = _describe(node)
        raise BadValueError(f"reckons with {name}, which is {what}", f"{{{name} or 0}}, or leave it out: when")
    return value


def _format_number(value: Value, form: str, node: Node) -> str:
    number = _number(value, node)
    if form.endswith("d"):
        if number != int(number):
            raise BadValueError(
                f"writes {format_number(number)} as :{form}",
                f"d is for whole numbers; :{form.rstrip('d')}.1f, or round",
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
            return len(first) if isinstance(first, tuple) else len(plain(first, language))
        case "join":
            between = plain(values[1], language) if len(values) > 1 else " "
            parts = first if isinstance(first, tuple) else () if first is None else (first,)
            return _long(between.join(plain(part, language) for part in parts))
        case _:
            change = upper if function == "upper" else lower
            pieces = re.split(r"(\{[^{}]*\})", plain(first, language))  # signs in braces keep their names
            return _long("".join(piece if piece.startswith("{") else change(piece, language) for piece in pieces))


def _long(text: str) -> str:
    if len(text) > bounds.CELL.most:
        raise BadValueError(f"comes to {len(text)} characters", f"at most {bounds.CELL.most}")
    return text


def _row(table: Table, key: Value, language: str) -> Record | None:
    name = plain(key, language)
    if holds(key) and name not in table.by_key:
        message = f"looks for {quote(name)}, which is no row of {table.name}"
        raise BadValueError(message, accepted(table.by_key, name))
    return table.by_key[name] if holds(key) else None


def expand(kit: Kit, component: AnyComponent) -> tuple[tuple[Record | None, int], ...]:
    """Returns the rows that a component prints, repeated by their copies. Returns a single None if it has no table."""
    return expand_rows(component, kit.tables)


def expand_rows(component: AnyComponent, tables: Mapping[str, Table]) -> tuple[tuple[Record | None, int], ...]:
    """Same as `expand`, with the kit's tables. Raises `BadValueError` if its condition fails for a row."""
    table, given = tables.get(component.each), component.copies
    if table is None:
        return ((None, given),) if isinstance(given, int) else ()
    wanted = make_row_test(parse_condition(component.where), tables) if component.where else None
    rows: list[tuple[Record | None, int]] = []
    for record in table.rows:
        if wanted is None or wanted(record):
            copies = follow(record, tuple(given.split("."))) if isinstance(given, str) else given
            if isinstance(copies, int) and copies:
                rows.append((record, copies))
    return tuple(rows)


def make_row_test(condition: Node, tables: Mapping[str, Table]) -> Callable[[Record], bool]:
    """Returns a function that tells whether a condition holds for a row, from its columns alone."""
    return lambda record: holds(evaluate(condition, lambda binding: follow(record, binding.path), tables, ""))


def check_copies(column: str, table: Table, tables: Mapping[str, Table]) -> None:
    """Raises `BadValueError` if a column of a table or of a referenced row does not hold counts."""
    first, *rest = column.split(".")
    type_ = resolve_path(table.columns[first], tuple(rest), tables)
    if type_.sort != "count" or type_.many:
        raise BadValueError(f"{column} is {type_}, not a count", f'declare {column.rpartition(".")[2]} = "count"')


def check_condition(condition: Node, table: Table, tables: Mapping[str, Table]) -> None:
    """Raises `BadValueError` for a condition that is invalid for the rows of a table."""
    kind(condition, lambda name: resolve_path(table.columns[name.path[0]], name.path[1:], tables), tables)


def follow(value: Value, path: tuple[str, ...]) -> Value:
    """Follows a path from a value through columns of rows and languages of texts. A text in all languages is its own
    value."""
    for step in path:
        if isinstance(value, Record):
            value = value.values.get(step)
        elif isinstance(value, Localised):
            value = value.texts.get(step, "")
    return value
