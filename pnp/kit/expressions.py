"""Parses expressions (the text inside braces) and conditions. Documented in docs/kit-format.md.

Expressions name, compare and count values of the kit. They cannot execute code or loop, and have at most
`bounds.EXPRESSION` characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, TypeAlias, cast, get_args

import msgspec

from pnp.kit import bounds
from pnp.kit.toml_source import BadValueError, ParsedBy, number, quote, text
from pnp.kit.values import format_number, make_column_name, parse_length

Sign: TypeAlias = Literal["+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "and", "or"]
Function: TypeAlias = Literal["min", "max", "round", "len", "upper", "lower", "join"]
FUNCTIONS: tuple[Function, ...] = get_args(Function)

PATH = r"[A-Za-z0-9_][\w-]{0,63}(?:\.[\w-]{1,64}){0,7}"
"""A dotted name. Minus signs are letters of it, so a difference has blanks around its sign."""
NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"
CONDITION_HINT = (
    'conditions are "flavour", "not flavour", "kind = mixed", "cost > 2", joined by “and”, “or” and brackets'
)
EXPRESSION_HINT = (
    r"in braces stand a name, or such as {cost * 2}, {max(a, b)}, {number:02d}, {dyes[colour].name}; a brace is \{"
)
_NUMBER = NUMBER + r"(?![\w])"
_SIGNED = rf"[+-]?{NUMBER}"
_WORDS = r"\w+(?: +\w+)+"
_QUOTED = r"\"([^\"]*)\"|'([^']*)'"
_COMPARISON = r"!=|<=|>=|=|<|>"
_STEP = r"\.([\w-]{1,64})"
_FORM = r"\+?0?[0-9]{0,2}(?:\.[0-9])?[df%]"
_BARE = r"[^\s=<>!&|(){}\[\]\"'+*/%,][^=<>!&|(){}\[\]\"+*/%]*"
"""A text that needs no quotes: on the right of a comparison words mean themselves."""
_WORD_END = r"\s(?:and|or)(?![\w.-])"
_CLOSER = r"[)}\],]"
_DIFFERENCE = r"\s-\s"


class Binding(msgspec.Struct, frozen=True):
    """`dye.name`: the path `("dye", "name")`."""

    path: tuple[str, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)


class Constant(msgspec.Struct, frozen=True):
    """A number or a text. `written` is a number's spelling, which comparisons with texts use."""

    value: str | float
    written: str = ""


class Lookup(msgspec.Struct, frozen=True):
    """`dyes[colour].name`: the row of a table by key, and a path within it; an empty path is the row itself."""

    table: str
    key: Node
    path: tuple[str, ...]


class Operation(msgspec.Struct, frozen=True):
    """Two expressions and the operator between them."""

    sign: Sign
    left: Node
    right: Node


class Negation(msgspec.Struct, frozen=True):
    """`not flavour`."""

    of: Node


class Call(msgspec.Struct, frozen=True):
    """`max(cost, 2)`."""

    function: Function
    arguments: tuple[Node, ...]


class FormattedNumber(msgspec.Struct, frozen=True):
    """`cost:02d`: a number as text, in Python's format syntax."""

    of: Node
    form: str


Node: TypeAlias = Binding | Constant | Lookup | Operation | Negation | Call | FormattedNumber


def walk(value: object) -> Iterator[object]:
    """Yields a value and everything in its structs and tuples."""
    yield value
    parts = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
    for part in parts if isinstance(parts, tuple) else ():
        yield from walk(part)


def bindings(value: object) -> Iterator[Binding]:
    """Returns every name in an expression, a template or a word, including the names in the keys of lookups."""
    return (part for part in walk(value) if isinstance(part, Binding))


def lookups(value: object) -> Iterator[Lookup]:
    """Returns every lookup in a value, as `bindings` does with names."""
    return (part for part in walk(value) if isinstance(part, Lookup))


def parse_expression(source: str) -> Node:
    """Parses the text between braces: `cost * 2`, `cost:02d`. Raises `BadValueError`."""
    if re.fullmatch(PATH, source):
        return Binding(tuple(source.split(".")))
    return _Parser(source, EXPRESSION_HINT).whole(shaped=True)


def parse_condition(source: str) -> Node:
    """Parses a condition such as `kind = mixed and (cost > 2 or not flavour)`. Raises `BadValueError`."""
    return _Parser(source, CONDITION_HINT).whole(shaped=False)


def _constant(number: str) -> Constant:
    return Constant(float(number) if "." in number else int(number), number)


class _Parser:
    """Parses one expression, from left to right."""

    def __init__(self, source: str, hint: str) -> None:
        self._source = source
        self._hint = hint
        self._at = 0
        self._depth = 0
        self._parts = 1

    def whole(self, *, shaped: bool) -> Node:
        if len(self._source) > bounds.EXPRESSION.most:
            raise BadValueError(f"has more than {bounds.EXPRESSION.most} characters in one expression", self._hint)
        node = self._joined()
        if shaped and self._take(":"):
            form = self._source[self._at :].strip()
            if not re.fullmatch(_FORM, form):
                hint = "forms are such as 02d (two digits), +d (with its sign), .1f (one decimal), 0.0% is .1%"
                raise BadValueError(f"holds {quote(self._source)}: {quote(form)} is no form of a number", hint)
            return FormattedNumber(node, form)
        self._match(r"\s*")
        if self._at < len(self._source):
            raise self._wrong()
        return node

    # From what binds loosest to what binds closest.

    def _joined(self) -> Node:
        return self._chain(("or",), lambda: self._chain(("and",), self._negated))

    def _sum(self) -> Node:
        return self._chain(("+", "-"), lambda: self._chain(("*", "/", "%"), self._one))

    def _chain(self, signs: tuple[Sign, ...], read: Callable[[], Node]) -> Node:
        """Parses a left-associative chain of `read` and these operators."""
        node = read()
        while sign := next((sign for sign in signs if (self._word if sign.isalpha() else self._take)(sign)), None):
            self._parts += sign.isalpha()
            if self._parts > bounds.CLAUSES.most:
                raise BadValueError(f"has more than {bounds.CLAUSES.most} {bounds.CLAUSES.unit}", self._hint)
            node = Operation(sign, node, read())
        return node

    def _negated(self) -> Node:
        if self._word("not"):
            return Negation(self._deeper(self._negated))
        return self._compared()

    def _compared(self) -> Node:
        left = self._sum()
        self._match(r"\s*")
        found = self._match(_COMPARISON)
        if not found:
            return left
        return Operation(cast(Sign, found[0]), left, self._bare() or self._sum())

    def _bare(self) -> Node | None:
        """Reads literal words up to `and`, `or`, a bracket or the end. Returns None if an expression follows."""
        self._match(r"\s*")
        raw = re.split(_WORD_END, self._source[self._at :])[0]
        raw = re.split(_CLOSER, raw)[0] if self._depth else raw
        words = raw.strip()
        signed = re.fullmatch(_SIGNED, words)
        if not signed and (not re.fullmatch(_BARE, words) or re.search(_DIFFERENCE, words)):
            return None
        self._at += len(raw)
        return _constant(words) if signed else Constant(words)

    def _one(self) -> Node:
        if self._take("-"):
            return Operation("-", Constant(0), self._deeper(self._one))
        self._take("+")
        for bracket, end in (("(", ")"), ("{", "}")):
            if self._take(bracket):
                return self._closed(end)
        if found := self._match(_NUMBER):
            return _constant(found[0])
        if found := self._match(_QUOTED):
            return Constant(found[1] if found[1] is not None else found[2])
        return self._named()

    def _named(self) -> Node:
        found = self._match(PATH)
        if not found:
            raise self._wrong()
        name = found[0]
        if self._match(r"\("):
            return self._call(name)
        if self._match(r"\["):
            key, steps = self._closed("]"), []
            while step := self._match(_STEP):
                steps.append(step[1])
            if isinstance(key, Constant) and key.written:
                key = Constant(key.written)  # keys are texts
            return Lookup(name, key, tuple(steps))
        return Binding(tuple(name.split(".")))

    def _call(self, name: str) -> Node:
        function = next((known for known in FUNCTIONS if known == name), None)
        if function is None:
            hint = f"there are {', '.join(FUNCTIONS)}"
            raise BadValueError(f"holds {quote(self._source)}: there is no function {name}", hint)
        arguments = [self._inner()]
        while self._take(","):
            arguments.append(self._inner())
        if not self._take(")"):
            raise self._wrong()
        return Call(function, tuple(arguments))

    def _closed(self, bracket: str) -> Node:
        node = self._inner()
        if not self._take(bracket):
            raise self._wrong()
        return node

    def _inner(self) -> Node:
        return self._deeper(self._joined)

    def _deeper(self, read: Callable[[], Node]) -> Node:
        self._depth += 1
        if self._depth > bounds.BRACKETING.most:
            raise BadValueError(f"has more than {bounds.BRACKETING.most} {bounds.BRACKETING.unit}", self._hint)
        node = read()
        self._depth -= 1
        return node

    def _match(self, pattern: str) -> re.Match[str] | None:
        """Consumes and returns the pattern's match at this position, if any."""
        found = re.compile(pattern).match(self._source, self._at)
        self._at = found.end() if found else self._at
        return found

    def _take(self, mark: str) -> bool:
        self._match(r"\s*")
        return self._match(re.escape(mark)) is not None

    def _word(self, word: str) -> bool:
        self._match(r"\s*")
        return self._match(rf"{word}(?![\w.-])") is not None

    def _wrong(self) -> BadValueError:
        """Returns an error for the current character, counted from 1."""
        near = self._source[max(0, self._at - 1) : self._at + 2]
        meant = {"&&": "write “and”; ", "||": "write “or”; ", "==": "write one =; "}
        hint = next((text for slip, text in meant.items() if slip in near), "") + self._hint
        if re.fullmatch(_WORDS, self._source):
            hint = f"names have no blanks: {make_column_name(self._source)}? {hint}"
        where = f"character {self._at + 1}" if self._at < len(self._source) else "the end"
        return BadValueError(f"holds {quote(self._source)}: it cannot be read at {where}", hint)


_MARK = r"(?s)\\.|\{"
_INNER = r"\"[^\"]*\"|'[^']*'|[{}]"
_LIST = rf"\{{?({PATH})\}}?"
_RANGE = r"(?s)\s*(.+?)\s*\.\.\s*(.+?)\s*"


class Template(msgspec.Struct, frozen=True):
    """A string with expressions in it. Backslash escapes stay in place; running text resolves them."""

    parts: tuple[str | Node, ...]

    @property
    def constant(self) -> str | None:
        """The string, if it contains no expression."""
        if not self.parts:
            return ""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], str) else None

    @property
    def alone(self) -> Node | None:
        """The expression, if the string is nothing else. It then keeps its type."""
        return self.parts[0] if len(self.parts) == 1 and not isinstance(self.parts[0], str) else None

    @property
    def nodes(self) -> Iterator[Node]:
        """Its expressions, in order."""
        return (part for part in self.parts if not isinstance(part, str))


def parse_template(source: str) -> Template:
    """Parses a string into a template. Raises `BadValueError` if it is invalid or too long."""
    parts: list[str | Node] = []
    start = at = 0
    while found := re.compile(_MARK).search(source, at):
        at = found.end()
        if found[0] != "{":
            continue
        end = _end(source, at)
        if found.start() > start:
            parts.append(source[start : found.start()])
        parts.append(parse_expression(source[at:end].strip()))
        start = at = end + 1
        if len(parts) > bounds.BINDINGS.most:
            break
    if start < len(source):
        parts.append(source[start:])
    if len(parts) > bounds.BINDINGS.most:
        raise BadValueError(f"has more than {bounds.BINDINGS.most} {bounds.BINDINGS.unit}")
    return Template(tuple(parts))


def _end(source: str, start: int) -> int:
    depth = 1
    for found in re.compile(_INNER).finditer(source, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.start()
    raise BadValueError(f"holds {quote(source[start - 1 :])}, a brace that does not close", EXPRESSION_HINT)


class Range(msgspec.Struct, frozen=True):
    """`1..6`, `1..{coins}`: whole numbers with both ends included; empty if the end is before the start."""

    start: Node
    end: Node


def _bound(source: str) -> Node:
    return Constant(int(source)) if re.fullmatch("[0-9]{1,6}", source) else parse_expression(source)


def parse_each(value: object) -> Binding | Range | tuple[Template | float, ...]:
    """Parses `each`: a path to a list, a table, a range, or a literal list."""
    if isinstance(value, list):
        if not value:
            raise BadValueError("is an empty list")
        if len(value) > bounds.REPEATS.most:
            raise BadValueError(f"has {len(value)} items", f"at most {bounds.REPEATS.most}")
        return tuple(parse_template(item) if isinstance(item, str) else number(item) for item in value)
    source = text(value).strip()
    ends = re.fullmatch(_RANGE, source)
    if ends:
        return Range(_bound(ends[1]), _bound(ends[2]))
    found = re.fullmatch(_LIST, source)
    binding = parse_expression(found[1]) if found else None
    if not isinstance(binding, Binding):
        raise BadValueError(f"is {quote(value)}", 'accepted: a list column, a table, "1..6", ["a", "b"]')
    return binding


def parse_bound_value(value: object) -> Template:
    """Parses a text with bindings, or a number."""
    return parse_template(text(value) if not isinstance(value, int | float) else format_number(number(value)))


def _parse_or_template(parse: Callable[[object], float]) -> Callable[[object], float | Template]:
    def read(value: object) -> float | Template:
        template = parse_template(value) if isinstance(value, str) else None
        return template if template and template.alone else parse(value)

    return read


bound_length = _parse_or_template(parse_length)
"""Parses a length in mm, or one binding that gives one."""


def parse_bound_name(value: object) -> Template:
    """Parses a text with bindings that is not empty."""
    template = parse_template(text(value))
    if not template.parts:
        raise BadValueError("is empty")
    return template


BoundText: TypeAlias = Annotated[Template, ParsedBy(lambda value: parse_template(text(value)))]
BoundName: TypeAlias = Annotated[Template, ParsedBy(parse_bound_name)]
BoundLength: TypeAlias = Annotated[float | Template, ParsedBy(bound_length)]
BoundNumber: TypeAlias = Annotated[float | Template, ParsedBy(_parse_or_template(number))]
When: TypeAlias = Annotated[Node, ParsedBy(lambda value: parse_condition(text(value)))]
Each: TypeAlias = Annotated[Binding | Range | tuple[Template | float, ...], ParsedBy(parse_each)]
