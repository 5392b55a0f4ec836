"""Reading one-line positions: words and fields with the place where each stands, for precise messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from msgspec import Struct

from companion.engine.game import ParseError, Switch

_TOKEN = re.compile(r"/|[^\s,;/]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
_FIELD = re.compile(r"([A-Za-z][A-Za-z_-]*)[:=](.*)", re.DOTALL)


class Token(Struct, frozen=True):
    """A word of the text; line and column count from 1."""

    text: str
    line: int
    column: int

    def wrong(self, message: str) -> ParseError:
        """The error to raise about this word."""
        return ParseError(message, self.line, self.column)


class Field(Struct, frozen=True):
    """``name: item item …``; the name in lower case, with ``-`` for ``_``."""

    name: Token
    items: tuple[Token, ...]

    def one(self, expected: str) -> Token:
        """Its only item."""
        if not self.items:
            raise self.name.wrong(f"{self.name.text}: expected {expected}")
        if len(self.items) > 1:
            raise self.items[1].wrong(
                f"{self.name.text}: expected only {expected}, so {self.items[1].text!r} is too much"
            )
        return self.items[0]

    def whole(self, lowest: int, highest: int | None = None) -> int:
        """Its only item as a whole number within bounds."""
        bounds = f"{lowest} or more" if highest is None else f"{lowest} to {highest}"
        token = self.one(f"a whole number, {bounds}")
        found = number(token.text)
        if found is None or found < lowest or (highest is not None and found > highest):
            raise token.wrong(f"{self.name.text}: expected a whole number, {bounds}, not {token.text!r}")
        return found


class Reading(Struct, frozen=True):
    """A text taken apart: the words before the first field, then the fields by name, in any order."""

    head: tuple[Token, ...]
    fields: dict[str, Field]


def number(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if _NUMBER.fullmatch(text) else None


def tokens(text: str) -> list[Token]:
    """The words; spaces, commas, semicolons and line breaks part them, and ``/`` is a word of its own."""
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
            raise name.wrong(_unknown(match.group(1), names))
        if any(name.text == seen.text for seen, _ in groups):
            raise name.wrong(f"{name.text}: is given twice")
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
        token = field.one("a value")
        word = token.text.lower().replace("-", "_")
        if switch.lowest is not None:
            if word not in switch.values or number(word) is not None:  # a word, such as “none”, is the default
                values[switch.name] = field.whole(switch.lowest, switch.highest)
        elif word in switch.values:
            values[switch.name] = word
        else:
            raise token.wrong(f"{field.name.text}: expected {' or '.join(switch.values)}, not {token.text!r}")
    return values


def _unknown(name: str, names: list[str]) -> str:
    close = get_close_matches(name.lower().replace("_", "-"), names, n=1)
    hint = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(names)}"
    return f"{name}: there is no such field; {hint}"
