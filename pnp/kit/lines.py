"""The line of every key of a TOML file, which the standard library's parser does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys from the outermost in; the elements of an array by number from 0."""

_TOKEN = re.compile(
    r'''
      (?P<string> """(?:[^"\\]|\\.|"(?!""))*"{3,5} | \'\'\'(?:[^']|'(?!\'\'))*'{3,5}
                | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )
    | (?P<space> [\ \t\r]+ | \#[^\n]* )
    | (?P<newline> \n )
    | (?P<mark> [][{},=.] )
    | (?P<word> [^][{},=."'\s\#]+ )
    ''',
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


@lru_cache(maxsize=64)
def locate(text: str) -> Mapping[KeyPath, int]:
    """Maps the path of each table, key and array element of a *valid* TOML text to its line, counted from 1.

    A table is where its header stands, or where it is first mentioned.
    """
    lines: dict[KeyPath, int] = {}
    _Locator(list(_tokens(text)), lines).document()
    return MappingProxyType(lines)  # the same file is asked for again with every save


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "space":
            yield _Token(kind, found[0], line)
        line += found[0].count("\n")
    yield _Token("newline", "\n", line)
    yield _Token("end", "", line)


class _Locator:
    """Walks the tokens once; `_next` is the number of the token to come."""

    def __init__(self, tokens: list[_Token], lines: dict[KeyPath, int]) -> None:
        self._tokens = tokens
        self._lines = lines
        self._next = 0
        self._lengths: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while (token := self._tokens[self._next]).kind != "end":
            if token.kind == "newline":
                self._next += 1
            elif token.text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        line = self._tokens[self._next].line
        self._next += 1
        of_array = self._skip("[")
        *parents, last = self._key()
        self._skip("]")
        if of_array:
            self._skip("]")
        path = self._resolve((), parents, line)
        path = (*path, last)
        if of_array:
            number = self._lengths.get(path, 0)
            self._lengths[path] = number + 1
            self._lines.setdefault(path, line)
            path = (*path, number)
        self._lines.setdefault(path, line)
        return path

    def _resolve(self, path: KeyPath, keys: list[str], line: int) -> KeyPath:
        """Goes down `keys`, into the latest element of each array of tables on the way."""
        for key in keys:
            path = (*path, key)
            self._lines.setdefault(path, line)
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path

    def _pair(self, table: KeyPath) -> None:
        line = self._tokens[self._next].line
        *parents, last = self._key()
        path = (*self._resolve(table, parents, line), last)
        self._lines[path] = line
        self._skip("=")
        self._value(path)

    def _key(self) -> list[str]:
        """A dotted key. A bare one may look like several words and dots to the tokens; each part counts."""
        parts: list[str] = []
        while (token := self._tokens[self._next]).kind in ("word", "string"):
            parts.append(_unquoted(token))
            self._next += 1
            if not self._skip("."):
                break
        if not parts:
            raise ValueError(f"Expected a key (at line {token.line}, column 1)")
        return parts

    def _value(self, path: KeyPath) -> None:
        if self._skip("["):
            self._array(path)
        elif self._skip("{"):
            while not self._skip("}"):
                self._pair(path)
                self._skip(",")
        else:
            while self._tokens[self._next].kind in ("word", "string") or self._tokens[self._next].text == ".":
                self._next += 1

    def _array(self, path: KeyPath) -> None:
        number = 0
        while not self._skip("]"):
            token = self._tokens[self._next]
            if token.kind == "end":
                raise ValueError("Unclosed array (at end of document)")
            if token.kind == "newline" or token.text == ",":
                self._next += 1
                continue
            self._lines[*path, number] = token.line
            before = self._next
            self._value((*path, number))
            if self._next == before:
                raise ValueError(f"Expected a value (at line {token.line}, column 1)")
            number += 1

    def _skip(self, mark: str) -> bool:
        if self._tokens[self._next].text == mark and self._tokens[self._next].kind == "mark":
            self._next += 1
            return True
        return False


def _unquoted(token: _Token) -> str:
    if token.kind == "word" or token.text[0] == "'":
        return token.text.strip("'")
    key = tomllib.loads(f"key = {token.text}")["key"]
    return str(key)
