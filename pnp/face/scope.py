"""Why something in a face cannot be drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.evaluation import evaluator, kind
from pnp.kit.expressions import Binding, Node, Template, bindings, parse_template
from pnp.kit.model import IconName, Localised, Record, Table, Value
from pnp.kit.toml_source import BadValueError, accepted
from pnp.kit.values import NUMBER, TEXT, TRUTH, ColumnType, in_digits


class PaintError(Exception):
    """A word cannot be drawn: what is wrong with which key, and what would do."""

    def __init__(self, key: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.code = code
        self.message = message
        self.hint = hint


class UnknownNameError(LookupError):
    """A binding means nothing here; `known` are names that do."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.name = name
        self._known = known

    @property
    def hint(self) -> str:
        """What would do. It is looked for when it is asked for: most of these names turn out to be signs or tables."""
        return accepted(self._known, self.name)


_SPECIAL = re.compile(r"[\\*{}\[\]]")


class Env:
    """The values of one card while it is laid out: its row, and what is bound by name."""

    __slots__ = ("names", "record")

    def __init__(self, record: Record | None, names: dict[str, Value]) -> None:
        self.record = record
        self.names = names


Getter: TypeAlias = Callable[[Env], Value]


class Expr(msgspec.Struct, frozen=True, eq=False):
    """A compiled value: how to get it, what it is, and the names it depends on (`""` is the row); none: constant.

    A `literal` text means its characters: running text shows its asterisks and braces. `fails`: getting it may raise
    `BadValueError`, as dividing does.
    """

    get: Getter
    kind: ColumnType
    roots: frozenset[str] = frozenset()
    literal: bool = False
    fails: bool = False


class World(msgspec.Struct, frozen=True, eq=False):
    """What is the same for every face of a build: words and facts in the language being printed, and the tables."""

    language: str
    languages: tuple[str, ...]
    words: Mapping[str, Localised]
    facts: Mapping[str, str | Localised]
    tables: Mapping[str, Table]

    def without_words(self) -> World:
        """The same for the words themselves, which may not mention each other."""
        return msgspec.structs.replace(self, words={})


class Scope(msgspec.Struct, frozen=True, eq=False):
    """The names of one place in a face. `first` is a name whose columns come before all else (in `where`)."""

    world: World
    names: Mapping[str, ColumnType]
    table: Table | None
    first: str = ""

    def within(self, names: Mapping[str, ColumnType], first: str = "") -> Scope:
        """This scope with more names in it."""
        return Scope(self.world, {**self.names, **names}, self.table, first)

    def resolve(self, path: tuple[str, ...]) -> Expr:
        """What a path means. Raises `UnknownNameError`."""
        name, dotted = path[0], ".".join(path)
        item = self.names.get(self.first)
        if item and item.sort == "ref" and name in self._columns(item):
            return self._walk(Expr(_named(self.first), item, frozenset({self.first})), path)
        if name in self.names:
            return self._walk(Expr(_named(name), self.names[name], frozenset({name})), path[1:])
        if self.table and name in self.table.columns:
            return self._walk(Expr(_column(name), self.table.columns[name], frozenset({""})), path[1:])
        word = self._word(dotted)
        if word:
            return word
        if dotted in self.world.facts or name in self.world.facts:
            return self._fact(path)
        if name in self.world.tables and len(path) > 1 and path[1] in self.world.tables[name].by_key:
            record = self.world.tables[name].by_key[path[1]]
            return self._walk(Expr(_constant(record), ColumnType("ref", table=name)), path[2:])
        raise UnknownNameError(dotted, self.known())

    def each(self, path: tuple[str, ...]) -> Expr:
        """What `each` goes through: a list, or a whole table. Raises `UnknownNameError`."""
        table = self.world.tables.get(path[0])
        try:
            return self.resolve(path)
        except UnknownNameError:
            if table is None or len(path) > 1:
                raise
            return Expr(_constant(table.rows), ColumnType("ref", table=table.name, many=True))

    def text(self, template: Template, *, running: bool) -> Expr:
        """A template as text. In `running` text an unknown name without dots is left as it is: an icon."""
        parts: list[str | Getter] = []
        roots: set[str] = set()
        fails = False
        for part in template.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            try:
                expr = self.node(part)
            except UnknownNameError:
                if not running or not isinstance(part, Binding) or len(part.path) > 1:
                    raise
                parts.append(f"{{{part.name}}}")
                continue
            if expr.kind == TRUTH:
                raise BadValueError("holds a condition, which is no text", "draw it when = …")
            parts.append(_escaped(expr.get, self.world.language) if running and expr.literal else expr.get)
            roots |= expr.roots
            fails = fails or expr.fails
        return Expr(_joined(tuple(parts), self.world.language), TEXT, frozenset(roots), fails=fails)

    def value(self, template: Template) -> Expr:
        """A template that keeps its type if it is one expression alone, else text."""
        return self.node(template.alone) if template.alone else self.text(template, running=False)

    def number(self, length: float | Template) -> Expr:
        """A number, or an expression that should give one."""
        return self.value(length) if isinstance(length, Template) else Expr(_constant(length), NUMBER)

    def node(self, node: Node) -> Expr:
        """An expression. Raises `UnknownNameError`, and `BadValueError` where its parts do not go together."""
        if isinstance(node, Binding):
            return self.resolve(node.path)
        found = {binding: self.resolve(binding.path) for binding in bindings(node)}
        tables = self.world.tables
        its = kind(node, lambda binding: found[binding].kind, tables)
        get = evaluator(node, lambda binding: found[binding].get, tables, self.world.language)
        roots = frozenset[str]().union(*(expr.roots for expr in found.values()))
        return Expr(get, its, roots, literal=any(expr.literal for expr in found.values()), fails=True)

    def _columns(self, kind: ColumnType) -> Mapping[str, ColumnType]:
        table = self.world.tables.get(kind.table)
        return table.columns if table else {}

    def _walk(self, expr: Expr, steps: tuple[str, ...]) -> Expr:
        for step in steps:
            columns = self._columns(expr.kind) if expr.kind.sort == "ref" and not expr.kind.many else {}
            if step in columns:
                expr = Expr(_part(expr.get, step), columns[step], expr.roots)
            elif expr.kind.sort == "text" and not expr.kind.many and step in self.world.languages:
                expr = Expr(_part(expr.get, step), TEXT, expr.roots)
            else:
                raise UnknownNameError(step, columns or self.world.languages)
        return expr

    def _word(self, dotted: str) -> Expr | None:
        """A text of the words file, with the bindings that it has itself."""
        words, language = self.world.words, self.world.language
        texts = words.get(dotted)
        if texts is None:
            key, _, last = dotted.rpartition(".")
            if key not in words or last not in self.world.languages:
                return None
            texts, language = words[key], last
        inner = Scope(self.world.without_words(), self.names, self.table)
        return inner.text(parse_template(texts[language]), running=True)

    def _fact(self, path: tuple[str, ...]) -> Expr:
        facts, dotted = self.world.facts, ".".join(path)
        if dotted in facts:
            fact = facts[dotted]
            return Expr(_constant(plain(fact, self.world.language)), TEXT, literal=True)
        raise UnknownNameError(dotted, self.known())

    def known(self) -> Iterable[str]:
        columns = self.table.columns if self.table else {}
        return [*self.names, *columns, *self.world.facts, *self.world.words]


def plain(value: Value, language: str) -> str:
    """A value as running text: a record by its key, a list with blanks, a sign in braces."""
    if isinstance(value, IconName):
        return f"{{{value}}}"
    if isinstance(value, str):
        return value
    if isinstance(value, Localised):
        return value[language]
    if isinstance(value, float | int):
        return in_digits(value) if isinstance(value, float) else str(value)
    if isinstance(value, Record):
        return value.key
    return " ".join(plain(part, language) for part in value) if value else ""


def kind_of(value: Value) -> ColumnType:
    """The type of a value that comes from outside: what a component passes in."""
    if isinstance(value, Record):
        return ColumnType("ref", table=value.table, optional=True)
    if isinstance(value, tuple):
        return msgspec.structs.replace(kind_of(value[0]) if value else TEXT, many=True)
    return NUMBER if isinstance(value, int | float) else TEXT


def needed_number(value: Value, key: str) -> float:
    """A value that must be a number of mm or degrees; raises `PaintError`."""
    if not isinstance(value, int | float):
        raise PaintError(key, "type", f"{key} is bound to something that is no number", "bind it to a number column")
    if abs(value) > bounds.LENGTH.most:
        raise PaintError(key, "size", f"{key} comes to {in_digits(value)}, more than {bounds.LENGTH.most}")
    return float(value)


def _named(name: str) -> Getter:
    return lambda env: env.names[name]


def _column(name: str) -> Getter:
    return lambda env: env.record.values[name] if env.record else None


def _constant(value: Value) -> Getter:
    return lambda env: value


def _escaped(get: Getter, language: str) -> Getter:
    def escaped(env: Env) -> Value:
        value = get(env)
        return value if isinstance(value, IconName) else _SPECIAL.sub(r"\\\g<0>", plain(value, language))

    return escaped


def _part(get: Getter, step: str) -> Getter:
    def part(env: Env) -> Value:
        value = get(env)
        if isinstance(value, Record):
            return value.values.get(step)
        return value.texts.get(step, "") if isinstance(value, Localised) else value

    return part


def _joined(parts: tuple[str | Getter, ...], language: str) -> Getter:
    if all(isinstance(part, str) for part in parts):
        return _constant("".join(part for part in parts if isinstance(part, str)))

    def joined(env: Env) -> Value:
        text = "".join([part if isinstance(part, str) else plain(part(env), language) for part in parts])
        if len(text) > bounds.CELL.most:
            raise PaintError("text", "size", f"comes to {len(text)} characters", f"at most {bounds.CELL.most}")
        return text

    return joined
