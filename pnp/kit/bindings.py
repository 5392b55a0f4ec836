"""Bindings, templates and conditions: the places of a face where a row's values go in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.expressions import EXPRESSION_HINT, PATH, Binding, Constant, Node, parse_expression, parse_test
from pnp.kit.measures import in_digits, parse_length
from pnp.kit.structs import BadValueError, Reads, number, shown, text

_MARK = r"(?s)\\.|\{"
_INNER = r"\"[^\"]*\"|'[^']*'|[{}]"
_LIST = rf"\{{?({PATH})\}}?"
_RANGE = r"(?s)\s*(.+?)\s*\.\.\s*(.+?)\s*"


class Template(msgspec.Struct, frozen=True):
    """A string with expressions in it, in order. Backslash escapes stay as they are, for running text to resolve."""

    parts: tuple[str | Node, ...]

    @property
    def constant(self) -> str | None:
        """The string, if nothing is bound in it."""
        if not self.parts:
            return ""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], str) else None

    @property
    def alone(self) -> Node | None:
        """The expression, if it is all there is; it then keeps its type."""
        return self.parts[0] if len(self.parts) == 1 and not isinstance(self.parts[0], str) else None

    @property
    def nodes(self) -> Iterator[Node]:
        """Its expressions, in order."""
        return (part for part in self.parts if not isinstance(part, str))


def parse_template(source: str) -> Template:
    """A template from a string. Raises `BadValueError` if there is too much in it, or if what is in braces means
    nothing."""
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
    """Where the brace closes that opens before `start`."""
    depth, at = 1, start
    while found := re.compile(_INNER).search(source, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.start()
        at = found.end()
    raise BadValueError(f"holds {shown(source[start - 1 :])}, a brace that does not close", EXPRESSION_HINT)


class Condition(msgspec.Struct, frozen=True):
    """What must hold. `source` is how the kit wrote it."""

    node: Node
    source: str


def parse_condition(source: str) -> Condition:
    """A condition such as `kind = mixed and cost > 2`. Raises `BadValueError`."""
    return Condition(parse_test(source), source)


class Range(msgspec.Struct, frozen=True):
    """`1..6`, `1..{coins}`: whole numbers, both ends included; none, if the end comes before the start."""

    start: Node
    end: Node


def _bound(source: str) -> Node:
    return Constant(int(source)) if re.fullmatch("[0-9]{1,6}", source) else parse_expression(source)


def parse_each(value: object) -> Binding | Range | tuple[Template | float, ...]:
    """What `each` goes through: a path to a list, a table, a range, or a list written out."""
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
        raise BadValueError(f"is {shown(value)}", 'accepted: a list column, a table, "1..6", ["a", "b"]')
    return binding


def _template(value: object) -> Template:
    return parse_template(text(value))


def bound_value(value: object) -> Template:
    """A text with bindings, or a number."""
    return parse_template(text(value) if not isinstance(value, int | float) else in_digits(number(value)))


def _condition(value: object) -> Condition:
    return parse_condition(text(value))


def bound_length(value: object) -> float | Template:
    """A length in mm, or one binding that gives one."""
    if isinstance(value, str) and parse_template(value).alone:
        return parse_template(value)
    return parse_length(value)


def _number(value: object) -> float | Template:
    if isinstance(value, str) and parse_template(value).alone:
        return parse_template(value)
    return number(value)


def _name(value: object) -> Template:
    template = _template(value)
    if not template.parts:
        raise BadValueError("is empty")
    return template


BoundText: TypeAlias = Annotated[Template, Reads(_template)]
BoundValue: TypeAlias = Annotated[Template, Reads(bound_value)]
BoundName: TypeAlias = Annotated[Template, Reads(_name)]
BoundLength: TypeAlias = Annotated[float | Template, Reads(bound_length)]
BoundNumber: TypeAlias = Annotated[float | Template, Reads(_number)]
When: TypeAlias = Annotated[Condition, Reads(_condition)]
Each: TypeAlias = Annotated[Binding | Range | tuple[Template | float, ...], Reads(parse_each)]
