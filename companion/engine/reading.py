"""Reading one-line positions: words and fields with the place where each stands, for precise messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import reduce

from msgspec import Struct

from companion.engine.game import ParseError, Switch
from companion.engine.message import Message, Said, Value, message, whole_number

_TOKEN = re.compile(r"/|[^\s,;/]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
_VALUE = message("value")
YES_OR_NO = message("or", most="yes", last="no")
_FIELD = re.compile(r"([A-Za-z][A-Za-z_-]*)[:=](.*)", re.DOTALL)


class Token(Struct, frozen=True):
    """A word of the text; line and column count from 1."""

    text: str
    line: int
    column: int

    def wrong(self, what: Said) -> ParseError:
        """The error to raise about this word."""
        return ParseError(what, self.line, self.column)

    def unexpected(self, field: Said, what: Value, given: str | None = None) -> ParseError:
        """The same, where a field expects something else than this word, or this part of it."""
        given = self.text if given is None else given
        return self.wrong(message("unexpected", field=field, what=what, given=given))

    def lacking(self, what: Value) -> ParseError:
        """The same of the name of a field that expects something and has nothing."""
        return self.wrong(message("expected", field=self.text, what=what))

    def too_much(self, field: str) -> ParseError:
        """The same of a word after which none may follow."""
        return self.wrong(message("too_much", field=field, given=self.text))

    def other(self, what: Value, given: str | None = None) -> ParseError:
        """The same, where something else than this word is expected, or than this part of it."""
        return self.wrong(message("other", what=what, given=self.text if given is None else given))


class Field(Struct, frozen=True):
    """``name: item item …``; the name in lower case, with ``-`` for ``_``."""

    name: Token
    items: tuple[Token, ...]

    def one(self, what: Value) -> Token:
        """Its only item."""
        if not self.items:
            raise self.name.lacking(what)
        if len(self.items) > 1:
            second = self.items[1]
            raise second.too_much(self.name.text)
        return self.items[0]

    def whole(self, lowest: int, highest: int | None = None) -> int:
        """Its only item as a whole number within bounds."""
        token = self.items[0] if len(self.items) == 1 else self.one(whole_number(lowest, highest))
        found = number(token.text)
        if found is None or found < lowest or (highest is not None and found > highest):
            raise token.unexpected(self.name.text, whole_number(lowest, highest))
        return found


class Reading(Struct, frozen=True):
    """A text taken apart: the words before the first field, then the fields by name, in any order."""

    head: tuple[Token, ...]
    fields: dict[str, Field]


def number(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if _NUMBER.fullmatch(text) else None


def tokens(text: str) -> list[Token]:
    """Splits a text into words at spaces, commas, semicolons and line breaks; ``/`` is a separate word."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _TOKEN.finditer(line):
            found.append(Token(match.group(), number, match.start() + 1))
    return found


def read_fields(text: str, known: Iterable[str]) -> Reading:
    """Takes a text apart. Raises `ParseError` at a field that is not known or comes twice."""
    names = list(known)
    head: list[Token] = []
    groups: list[tuple[Token, list[Token]]] = []
    for token in tokens(text):
        match = _FIELD.fullmatch(token.text)
        if match is None:
            (groups[-1][1] if groups else head).append(token)
            continue
        name = Token(match.group(1).lower().replace("_", "-"), token.line, token.column)
        if name.text not in names:
            raise name.wrong(_no_field(match.group(1), names))
        if any(name.text == seen.text for seen, _ in groups):
            raise name.wrong(message("field_twice", field=name.text))
        rest = match.group(2)
        groups.append((name, [Token(rest, token.line, token.column + match.start(2))] if rest else []))
    return Reading(tuple(head), {name.text: Field(name, tuple(items)) for name, items in groups})


def read_switches(fields: Mapping[str, Field], switches: Iterable[Switch]) -> dict[str, str | int]:
    """The house rules that a text sets, by name. Raises `ParseError` at a value that there is not."""
    values: dict[str, str | int] = {}
    for switch in switches:
        field = fields.get(switch.name.replace("_", "-"))
        if field is None:
            continue
        token = field.one(_VALUE)
        word = token.text.lower().replace("-", "_")
        if switch.lowest is not None:
            if word not in switch.values or number(word) is not None:  # a word, such as “none”, is the default
                values[switch.name] = field.whole(switch.lowest, switch.highest)
        elif word in switch.values:
            values[switch.name] = word
        else:
            first: Value = switch.values[0]
            raise token.unexpected(field.name.text, reduce(_or, switch.values[1:], first))
    return values


def _or(one: Value, other: Value) -> Message:
    return message("or", most=one, last=other)


def _no_field(name: str, names: list[str]) -> Message:
    close = get_close_matches(name.lower().replace("_", "-"), names, n=1)
    return message("no_field", field=name, fields=tuple(close or names))
