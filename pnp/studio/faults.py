"""The lines of a file around a fault, with a caret where it is, and the one mending that would do."""

from __future__ import annotations

import csv
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.findings import Finding
from pnp.kit.folder import source_text

AROUND = 2
"""Lines shown before and after."""
_AT = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")
_NAMED = re.compile(r"“([^”]+)”|'([^']+)'|(?:no \w+ |key )([\w.-]+)")
_BARE = re.compile(r"[^=]*=\s*([^\"'\[{]+)")
_MEANT = re.compile(r"did you mean ([\w.-]+)\?")


class Line(msgspec.Struct, frozen=True):
    """A line with its number; `bad`, if it is the one at fault."""

    number: int
    text: str
    bad: bool = False


class Mending(msgspec.Struct, frozen=True):
    """A line as it was likely meant: what stands before and after what was put in, and that."""

    line: int
    before: str
    put: str
    after: str

    @property
    def text(self) -> str:
        return self.before + self.put + self.after


class Fault(msgspec.Struct, frozen=True):
    """A place of a file, by its name in the kit; `column` counts characters from 1, 0: the whole line."""

    file: str
    line: int
    column: int
    lines: tuple[Line, ...]
    mending: Mending | None = None

    @property
    def place(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    @property
    def caret(self) -> str:
        """Blanks up to the fault, tabs kept."""
        text = next((line.text for line in self.lines if line.bad), "")
        return "".join("\t" if character == "\t" else " " for character in text[: self.column - 1])


def fault_at(folder: Path, file: str, line: int, key: str = "", finding: Finding | None = None) -> Fault | None:
    """The lines around a place; None, if there is no such text file in the kit. `key` is a TOML key or a CSV column."""
    text = source_text(folder, file)
    if text is None:
        return None
    lines = text.splitlines()
    column = _where(text, lines, line, key, file)
    mending = None
    if file.endswith(".toml") and (found := _syntax(text)) and (not finding or finding.code == "toml"):
        line, column = found
        # What is left open in one line is noticed in the next, or after blank ones.
        before = next((n for n in range(line - 1, 0, -1) if lines[n - 1].strip()), 0)
        here, above = (line, column), (before, sys.maxsize)
        tried = (here, above) if line <= len(lines) and lines[line - 1].strip() else (above, here)
        mending = next(filter(None, (_mended(lines, *one) for one in tried)), None)
    elif finding:
        mending = _meant(lines, line, finding)
    shown = range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1)
    return Fault(file, line, column, tuple(Line(n, lines[n - 1], n == line) for n in shown), mending)


def _syntax(text: str) -> tuple[int, int] | None:
    """Line and column where TOML cannot be read; None if it can."""
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except ValueError as error:
        found = _AT.search(str(error))
        if found and found[1]:
            return int(found[1]), int(found[2])
        lines = text.splitlines()
        return max(1, len(lines)), len(lines[-1]) + 1 if lines else 1
    except RecursionError:
        return None
    return None


def _mended(lines: list[str], line: int, column: int) -> Mending | None:
    """The likeliest thing put in that makes the whole file readable; None if nothing does."""
    if not 0 < line <= len(lines):
        return None
    content = lines[line - 1]
    for start, end, put in _tries(content, column):
        mending = Mending(line, content[:start], put, content[end:])
        whole = "\n".join([*lines[: line - 1], mending.text, *lines[line:]])
        try:
            tomllib.loads(whole)
        except (ValueError, RecursionError):
            continue
        return mending
    return None


def _tries(content: str, column: int) -> Iterator[tuple[int, int, str]]:
    """What may be meant in a line, likeliest first: from where to where something else is put."""
    at = min(max(column - 1, 0), len(content))
    back = len(content[:at].rstrip())
    end = len(content.split(" #", 1)[0].rstrip())
    yield back, back, ","
    for mark in ('"', "]", "}", '"]'):
        yield end, end, mark
    yield back, back, " ="
    bare = _BARE.fullmatch(content[:end])
    if bare:
        yield bare.start(1), bare.end(1), f'"{bare[1]}"'


def _meant(lines: list[str], line: int, finding: Finding) -> Mending | None:
    """A name written as the finding's hint says it was meant, where it stands once in its line."""
    meant = _MEANT.search(finding.hint)
    names = [name for group in _NAMED.findall(finding.message) for name in group if name]
    if not meant or not 0 < line <= len(lines):
        return None
    for number in range(line, min(line + 12, len(lines) + 1)):
        content = lines[number - 1]
        if number > line and content.lstrip().startswith("["):
            return None
        for name in names:
            if content.count(name) == 1:
                before, _, after = content.partition(name)
                return Mending(number, before, meant[1], after)
    return None


def _where(text: str, lines: list[str], line: int, key: str, file: str) -> int:
    """The column of a key or a cell within its line."""
    if not key or not 0 < line <= len(lines):
        return 0
    content = lines[line - 1]
    if file.endswith(".csv"):
        header = next(csv.reader(io.StringIO(text)), [])
        cells = next(csv.reader([content]), [])
        if key in header and header.index(key) < len(cells):
            return len(",".join(cells[: header.index(key)])) + (2 if header.index(key) else 1)
        return 0
    found = re.search(rf"\b{re.escape(key)}\b", content)
    return found.start() + 1 if found else 0
