"""Names in a face. Each is resolved once, when the face is compiled; getting its value is then one call.

A name is searched in this order: bindings of `each` and `grid` and the inputs, the columns of the row, the words file,
the facts of the build (`kit.title`, `build` …), and the tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.evaluation import evaluate, follow, kind, plain
from pnp.kit.expressions import Binding, Node, Template, bindings, parse_template
from pnp.kit.model import IconName, Localised, Record, Table, Value
from pnp.kit.toml_source import BadValueError, accepted
from pnp.kit.values import NUMBER, TEXT, TRUTH, ColumnType, format_number

_SPECIAL = re.compile(r"[\\*{}\[\]]")


class PaintError(Exception):
    """A word cannot be drawn: the key, what is wrong with it, and a valid value."""

    def __init__(self, key: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.code = code
        self.message = message
        self._hint = hint

    @property
    def hint(self) -> str:
        return self._hint


class UnknownNameError(PaintError):
    """An unknown name in a binding; `known` are the names available there."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__("", "unknown-name", f"there is no {name} here")
        self.name = name
        self._known = known

    @property
    def hint(self) -> str:
        return accepted(self._known, self.name)  # slow, and most of these names turn out to be signs


class RowScope:
    """The values of one card during layout: its row, and bound names."""

    def __init__(self, record: Record | None, names: dict[str, Value]) -> None:
        self.record = record
        self.names = names


Getter: TypeAlias = Callable[[RowScope], Value]


class Expr(msgspec.Struct, frozen=True, eq=False):
    """A compiled value, its type, and the names it depends on (`""` is the row); none: constant. Running text shows
    asterisks and braces of a `literal` one. `fails`: evaluation may raise `BadValueError`."""

    get: Getter
    kind: ColumnType
    roots: frozenset[str] = frozenset()
    literal: bool = False
    fails: bool = False


class BuildScope(msgspec.Struct, frozen=True, eq=False):
    """Names shared by all faces of a build: words and facts in the printed language, and the tables."""

    language: str
    languages: tuple[str, ...]
    words: Mapping[str, Localised]
    facts: Mapping[str, str | Localised]
    tables: Mapping[str, Table]


class Scope(msgspec.Struct, frozen=True, eq=False):
    """The names at one place of a face; columns of `first` precede all else. Methods with a `key` raise
    `PaintError`."""

    build: BuildScope
    names: Mapping[str, ColumnType]
    table: Table | None
    first: str = ""

    def within(self, names: Mapping[str, ColumnType], first: str = "") -> Scope:
        """Returns this scope with further names."""
        return Scope(self.build, {**self.names, **names}, self.table, first)

    def value(self, key: str, source: float | Template) -> Expr:
        """Compiles a number or a template. A template of one expression keeps its type."""
        if not isinstance(source, Template):
            return Expr(_constant(source), NUMBER)
        return self.node(key, source.alone) if source.alone else self.text(key, source)

    def values(self, key: str, sources: Iterable[float | Template]) -> Expr:
        """Compiles several values to a tuple."""
        return make_tuple([self.value(key, source) for source in sources])

    def text(self, key: str, template: Template, *, running: bool = False) -> Expr:
        """Compiles a template to text. In `running` text an unknown name without dots stays, as an icon."""
        return self._at_key(key, lambda: self._text(template, running))

    def node(self, key: str, node: Node) -> Expr:
        """Compiles an expression."""
        return self._at_key(key, lambda: self._node(node))

    def each(self, key: str, path: tuple[str, ...]) -> Expr:
        """Resolves `each` to a list or a whole table."""
        table = self.build.tables.get(path[0])
        try:
            return self._resolve(path)
        except UnknownNameError as error:
            if table is None or len(path) > 1:
                error.key = key
                raise
            return Expr(_constant(table.rows), ColumnType("ref", table=table.name, many=True))

    def known(self) -> Iterable[str]:
        """Returns the names available here, except tables."""
        columns = self.table.columns if self.table else {}
        return [*columns, *self.names, *self.build.facts, *self.build.words]

    def _at_key(self, key: str, resolve: Callable[[], Expr]) -> Expr:
        try:
            expr = resolve()
        except UnknownNameError as error:
            error.key = key
            raise
        except BadValueError as wrong:
            raise PaintError(key, "expression", f"{key} {wrong.message}", wrong.hint) from None
        if not expr.fails:
            return expr

        def get(row: RowScope) -> Value:
            try:
                return expr.get(row)
            except BadValueError as wrong:
                raise PaintError(key, "expression", f"{key} {wrong.message}", wrong.hint) from None

        return msgspec.structs.replace(expr, get=get)

    def _node(self, node: Node) -> Expr:
        if isinstance(node, Binding):
            return self._resolve(node.path)
        found = {binding: self._resolve(binding.path) for binding in bindings(node)}
        tables = self.build.tables
        its = kind(node, lambda binding: found[binding].kind, tables)
        language = self.build.language

        def get(row: RowScope) -> Value:
            return evaluate(node, lambda binding: found[binding].get(row), tables, language)

        roots = frozenset[str]().union(*(expr.roots for expr in found.values()))
        return Expr(get, its, roots, literal=any(expr.literal for expr in found.values()), fails=True)

    def _text(self, template: Template, running: bool) -> Expr:
        parts: list[str | Expr] = []
        for part in template.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            try:
                expr = self._node(part)
            except UnknownNameError:
                if not running or not isinstance(part, Binding) or len(part.path) > 1:
                    raise
                parts.append(f"{{{part.name}}}")
                continue
            if expr.kind == TRUTH:
                raise BadValueError("holds a condition, which is no text", "draw it when = …")
            parts.append(expr)
        language = self.build.language

        def joined(row: RowScope) -> Value:
            text = "".join([p if isinstance(p, str) else _format_part(p, row, language, running) for p in parts])
            if len(text) > bounds.CELL.most:
                raise PaintError("text", "size", f"comes to {len(text)} characters", f"at most {bounds.CELL.most}")
            return text

        exprs = [part for part in parts if isinstance(part, Expr)]
        roots = frozenset[str]().union(*(expr.roots for expr in exprs))
        if not exprs:  # constant, however long: `bounds` limits it where it was read
            return Expr(_constant("".join(part for part in parts if isinstance(part, str))), TEXT)
        return Expr(joined, TEXT, roots, fails=any(expr.fails for expr in exprs))

    def _resolve(self, path: tuple[str, ...]) -> Expr:
        build, name, dotted = self.build, path[0], ".".join(path)
        item = self.names.get(self.first)
        if item and item.sort == "ref" and name in self._columns(item):
            return self._walk(Expr(_named(self.first), item, frozenset({self.first})), path)
        if name in self.names:
            return self._walk(Expr(_named(name), self.names[name], frozenset({name})), path[1:])
        if self.table and name in self.table.columns:
            column = Expr(lambda row: row.record.values[name] if row.record else None, self.table.columns[name])
            return self._walk(msgspec.structs.replace(column, roots=frozenset({""})), path[1:])
        word = self._word(dotted)
        if word:
            return word
        if dotted in build.facts:
            return Expr(_constant(plain(build.facts[dotted], build.language)), TEXT, literal=True)
        if name in build.tables and len(path) > 1 and path[1] in build.tables[name].by_key:
            record = build.tables[name].by_key[path[1]]
            return self._walk(Expr(_constant(record), ColumnType("ref", table=name)), path[2:])
        raise UnknownNameError(dotted, self.known())

    def _columns(self, kind: ColumnType) -> Mapping[str, ColumnType]:
        table = self.build.tables.get(kind.table)
        return table.columns if table else {}

    def _walk(self, expr: Expr, steps: tuple[str, ...]) -> Expr:
        its = expr.kind
        for step in steps:
            columns = self._columns(its) if its.sort == "ref" and not its.many else {}
            if step not in columns and (its.sort != "text" or its.many or step not in self.build.languages):
                raise UnknownNameError(step, columns or self.build.languages)
            its = columns.get(step, TEXT)
        return Expr(lambda row: follow(expr.get(row), steps), its, expr.roots) if steps else expr

    def _word(self, dotted: str) -> Expr | None:
        """Compiles a text of the words file with its bindings, which may not name other words."""
        words, language = self.build.words, self.build.language
        texts = words.get(dotted)
        if texts is None:
            key, _, last = dotted.rpartition(".")
            if key not in words or last not in self.build.languages:
                return None
            texts, language = words[key], last
        inner = Scope(msgspec.structs.replace(self.build, words={}), self.names, self.table)
        return inner._text(parse_template(texts[language]), running=True)


def make_tuple(exprs: Sequence[Expr]) -> Expr:
    """Combines several values into one tuple."""
    roots = frozenset[str]().union(*(expr.roots for expr in exprs))
    return Expr(lambda row: tuple(expr.get(row) for expr in exprs), TEXT, roots)


def kind_of(value: Value) -> ColumnType:
    """Returns the type of a value passed in by a component."""
    if isinstance(value, Record):
        return ColumnType("ref", table=value.table, optional=True)
    if isinstance(value, tuple):
        return msgspec.structs.replace(kind_of(value[0]) if value else TEXT, many=True)
    return NUMBER if isinstance(value, int | float) else TEXT


def require_number(value: Value, key: str) -> float:
    """Returns a value that must be a number of mm or degrees. Raises `PaintError`."""
    if not isinstance(value, int | float):
        raise PaintError(key, "type", f"{key} is bound to something that is no number", "bind it to a number column")
    if abs(value) > bounds.LENGTH.most:
        raise PaintError(key, "size", f"{key} comes to {format_number(value)}, more than {bounds.LENGTH.most}")
    return float(value)


def _named(name: str) -> Getter:
    return lambda row: row.names[name]


def _constant(value: Value) -> Getter:
    return lambda row: value


def _format_part(expr: Expr, row: RowScope, language: str, running: bool) -> str:
    """Formats a part of a text, with icons in braces; in running text a literal one keeps its asterisks and braces."""
    value = expr.get(row)
    text = plain(value, language, braced=True)
    escaped = running and expr.literal and not isinstance(value, IconName)
    return _SPECIAL.sub(r"\\\g<0>", text) if escaped else text
