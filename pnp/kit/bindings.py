"""Bindings, templates and conditions: the places of a face where a row's values go in."""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from pnp.kit import bounds
from pnp.kit.measures import parse_length
from pnp.kit.structs import BadValueError, Reads, number, shown, text

Comparison: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]

_PATH = r"[A-Za-z0-9_][\w-]{0,63}(?:\.[\w-]{1,64}){0,7}"
_BRACED = re.compile(r"(\\.)|\{(" + _PATH + r")\}", re.DOTALL)
_CLAUSE = re.compile(rf"\s*(?:(not)\s+)?\{{?({_PATH})\}}?\s*(?:(!=|<=|>=|=|<|>)\s*(.*?)\s*)?", re.DOTALL)
_AND = re.compile(r"\s+and\s+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,12})?")
_END = rf"([0-9]{{1,6}}|\{{?{_PATH}\}}?)"
_RANGE = re.compile(rf"\s*{_END}\s*\.\.\s*{_END}\s*")


class Binding(msgspec.Struct, frozen=True):
    """`{dye.name}`: the path `("dye", "name")`."""

    path: tuple[str, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)


class Template(msgspec.Struct, frozen=True):
    """A string with bindings in it, in order. Backslash escapes stay as they are, for running text to resolve."""

    parts: tuple[str | Binding, ...]

    @property
    def constant(self) -> str | None:
        """The string, if nothing is bound in it."""
        if not self.parts:
            return ""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], str) else None

    @property
    def alone(self) -> Binding | None:
        """The binding, if it is all there is; it then keeps its type."""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], Binding) else None


def parse_template(source: str) -> Template:
    """A template from a string. What is in braces but cannot be a path is left as text.

    Raises `BadValueError` if there is too much in it.
    """
    parts: list[str | Binding] = []
    start = 0
    for found in _BRACED.finditer(source):
        if found[2] is None:
            continue
        if found.start() > start:
            parts.append(source[start : found.start()])
        parts.append(Binding(tuple(found[2].split("."))))
        start = found.end()
    if start < len(source):
        parts.append(source[start:])
    if len(parts) > bounds.BINDINGS.most:
        raise BadValueError(f"has {len(parts)} bindings and texts between them", f"at most {bounds.BINDINGS.most}")
    return Template(tuple(parts))


class Clause(msgspec.Struct, frozen=True):
    """`kind = mixed`: a path compared to a text, a number or a binding. Without `comparison`: is it filled?"""

    path: tuple[str, ...]
    comparison: Comparison | None = None
    value: str | float | Binding = ""
    negated: bool = False


class Condition(msgspec.Struct, frozen=True):
    """Clauses that must all hold. `source` is how the kit wrote them."""

    clauses: tuple[Clause, ...]
    source: str


def parse_condition(source: str) -> Condition:
    """A condition such as `kind = mixed and cost > 2`."""
    parts = _AND.split(source)
    if len(parts) > bounds.CLAUSES.most:
        raise BadValueError(f"has {len(parts)} parts, more than {bounds.CLAUSES.most}", CONDITION_HINT)
    return Condition(tuple(_clause(part) for part in parts), source)


def _clause(source: str) -> Clause:
    found = _CLAUSE.fullmatch(source)
    if not found:
        raise BadValueError(f"holds {shown(source)}", CONDITION_HINT)
    negated, path, comparison, value = found[1] is not None, tuple(found[2].split(".")), found[3], found[4]
    if comparison is None:
        return Clause(path, negated=negated)
    if not value or value[0] in "=<>!":
        raise BadValueError(f"holds {shown(source)}", CONDITION_HINT)
    return Clause(path, cast(Comparison, comparison), _operand(value), negated)


CONDITION_HINT = 'conditions are "flavour", "not flavour", "kind = mixed", "cost > 2", joined by “and”'


def _operand(source: str) -> str | float | Binding:
    binding = parse_template(source).alone
    if binding:
        return binding
    if _NUMBER.fullmatch(source):
        return float(source)
    if len(source) >= 2 and source[0] == source[-1] and source[0] in "\"'":
        return source[1:-1]
    return source


class Range(msgspec.Struct, frozen=True):
    """`1..6` or `1..{coins}`: whole numbers, both ends included; none, if the end comes before the start."""

    start: int | Binding
    end: int | Binding


def _end(source: str) -> int | Binding:
    return int(source) if source.isdigit() else Binding(tuple(source.strip("{}").split(".")))


def parse_each(value: object) -> Binding | Range | tuple[Template | float, ...]:
    """What `each` goes through: a path to a list, a table, a range, or a list written out."""
    if isinstance(value, list):
        if not value:
            raise BadValueError("is an empty list")
        if len(value) > bounds.REPEATS.most:
            raise BadValueError(f"has {len(value)} items", f"at most {bounds.REPEATS.most}")
        return tuple(parse_template(item) if isinstance(item, str) else number(item) for item in value)
    source = text(value).strip()
    ends = _RANGE.fullmatch(source)
    if ends:
        return Range(_end(ends[1]), _end(ends[2]))
    binding = parse_template(source).alone or parse_template(f"{{{source}}}").alone
    if binding is None:
        raise BadValueError(f"is {shown(value)}", 'accepted: a list column, a table, "1..6", ["a", "b"]')
    return binding


def _template(value: object) -> Template:
    return parse_template(text(value))


def bound_value(value: object) -> Template:
    """A text with bindings, or a number."""
    return parse_template(text(value) if not isinstance(value, int | float) else f"{number(value):g}")


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
