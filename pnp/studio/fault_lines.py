"""Findings with the lines of the file around them, and the one change of a line that would mend a fault."""

from __future__ import annotations

import csv
import io
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from pnp.findings import Finding, Findings
from pnp.kit.folder import source_text
from pnp.studio.proof import Proof, ProofFace

LINES_AROUND = 2
_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")
_NAMED = re.compile(r"“([^”]+)”|'([^']+)'|(?:no \w+ |key )([\w.-]+)")
_BARE_VALUE = re.compile(r"[^=]*=\s*([^\"'\[{]+)")
_MEANT = re.compile(r"did you mean ([\w.-]+)\?")
_TABLE_HEAD = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+")
_STYLE_TABLE = re.compile(r"style\.[\"']?([\w-]+)[\"']?")


class FindingEntry(msgspec.Struct, frozen=True):
    """A finding as pages show it: `severity` may be `accepted`, `titles` are its pieces, `file` is relative to the
    kit."""

    finding: Finding
    severity: str
    titles: tuple[str, ...]
    file: str
    line: int
    column: str

    @property
    def place(self) -> str:
        return ":".join(part for part in (self.file, str(self.line or ""), self.column) if part)


class FindingList:
    """The findings of a proof, errors first, by piece and by component."""

    def __init__(self, proof: Proof) -> None:
        self._home = proof.kit.file.removesuffix("kit.toml") if proof.kit else ""
        self._titles = {face.card: face.title for faces in proof.faces.values() for face in faces}
        self._by_card: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in proof.findings:
            for card in proof.findings.on(finding):
                self._by_card[card].append(finding)
        self.all = self.entries(proof.findings)
        self.accepted = self.entries(proof.findings.accepted, "accepted")
        self.errors = sum(1 for one in self.all if one.severity == "error")
        self.warnings = len(self.all) - self.errors

    def entries(self, findings: Findings, severity: str = "") -> tuple[FindingEntry, ...]:
        """Findings of this kit, errors first."""
        found = []
        for finding in findings:
            titles = dict.fromkeys(self._titles.get(card, card) for card in findings.on(finding) if card)
            place = finding.place
            found.append(
                FindingEntry(
                    finding, severity or finding.severity, tuple(titles), self.file(place.file), place.row, place.column
                )
            )
        return tuple(sorted(found, key=lambda one: one.severity != "error"))

    def on(self, face: ProofFace) -> Sequence[Finding]:
        """The findings of a piece."""
        return self._by_card.get(face.card, ())

    def of(self, component: str) -> list[Finding]:
        """The findings of a component and its pieces, each once."""
        found = (one for card, ones in self._by_card.items() if card.partition(" ")[0] == component for one in ones)
        return list(dict.fromkeys(found))

    def file(self, name: str) -> str:
        """A file's name within the kit, from its name in findings."""
        inside = self._home and name.startswith(self._home)
        return name.removeprefix(self._home) if inside else PurePosixPath(name).name


class SourceLine(msgspec.Struct, frozen=True):
    number: int
    text: str
    bad: bool = False


class LineFix(msgspec.Struct, frozen=True):
    """A line as it was likely meant: `put` is inserted between `before` and `after`."""

    line: int
    before: str
    put: str
    after: str

    @property
    def text(self) -> str:
        return self.before + self.put + self.after


class Fault(msgspec.Struct, frozen=True):
    """A place in a file of the kit, with the lines around it; `column` counts from 1, 0 is the whole line."""

    file: str
    line: int
    column: int
    lines: tuple[SourceLine, ...]
    fix: LineFix | None = None

    @property
    def place(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    @property
    def indent(self) -> str:
        """Blanks up to the column, tabs kept."""
        text = next((line.text for line in self.lines if line.bad), "")
        return re.sub(r"[^\t]", " ", text[: self.column - 1])


def fault_at(folder: Path, file: str, line: int, key: str = "", finding: Finding | None = None) -> Fault | None:
    """The lines around a place; None if the kit has no such text file. `key` is a TOML key or a CSV column."""
    text = source_text(folder, file)
    if text is None:
        return None
    lines = text.splitlines()
    column = _column_of(lines, line, key, file)
    fix = None
    if file.endswith(".toml") and (found := _toml_error(text)) and (not finding or finding.code == "toml"):
        line, column = found
        # What is left open in one line is noticed in the next one, or after blank lines.
        above = next((n for n in range(line - 1, 0, -1) if lines[n - 1].strip()), 0)
        tries = [(line, column), (above, sys.maxsize)]
        if line > len(lines) or not lines[line - 1].strip():
            tries.reverse()
        fix = next(filter(None, (_insertion_fix(lines, *one) for one in tries)), None)
    elif finding:
        fix = _name_fix(lines, line, finding)
    shown = range(max(1, line - LINES_AROUND), min(len(lines), line + LINES_AROUND) + 1)
    return Fault(file, line, column, tuple(SourceLine(n, lines[n - 1], n == line) for n in shown), fix)


def _toml_error(text: str) -> tuple[int, int] | None:
    """Line and column where TOML cannot be parsed; None if it can."""
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except ValueError as error:
        if found := _POSITION.search(str(error)):
            return int(found[1]), int(found[2])
        lines = text.splitlines() or [""]
        return len(lines), len(lines[-1]) + 1
    except RecursionError:
        pass
    return None


def _insertion_fix(lines: list[str], line: int, column: int) -> LineFix | None:
    """The likeliest text to insert in a line that makes the whole file readable."""
    if not 0 < line <= len(lines):
        return None
    content = lines[line - 1]
    back = len(content[: max(column - 1, 0)].rstrip())
    end = len(content.split(" #", 1)[0].rstrip())
    tries = [(back, back, ","), *((end, end, mark) for mark in ('"', "]", "}", '"]')), (back, back, " =")]
    if bare := _BARE_VALUE.fullmatch(content[:end]):
        tries.append((bare.start(1), bare.end(1), f'"{bare[1]}"'))
    for start, stop, put in tries:
        fix = LineFix(line, content[:start], put, content[stop:])
        if _toml_error("\n".join([*lines[: line - 1], fix.text, *lines[line:]])) is None:
            return fix
    return None


def _name_fix(lines: list[str], line: int, finding: Finding) -> LineFix | None:
    """The name that the finding's hint suggests, where the wrong one stands once in its line or soon below it."""
    meant = _MEANT.search(finding.hint)
    names = [name for groups in _NAMED.findall(finding.message) for name in groups if name]
    for number in range(line, min(line + 12, len(lines) + 1)) if meant and line else ():
        content = lines[number - 1]
        if number > line and content.lstrip().startswith("["):
            break
        for name in names:
            if meant and content.count(name) == 1:
                before, _, after = content.partition(name)
                return LineFix(number, before, meant[1], after)
    return None


def _column_of(lines: list[str], line: int, key: str, file: str) -> int:
    """The position of a key or a cell within its line; 0 if unknown."""
    if not key or not 0 < line <= len(lines):
        return 0
    if not file.endswith(".csv"):
        found = re.search(rf"\b{re.escape(key)}\b", lines[line - 1])
        return found.start() + 1 if found else 0
    header, cells = (next(csv.reader(io.StringIO(text)), []) for text in (lines[0], lines[line - 1]))
    if key not in header or header.index(key) >= len(cells):
        return 0
    before = cells[: header.index(key)]
    return len(",".join(before)) + (2 if before else 1)


def style_users(faces: Mapping[str, str], file: str, text: str, line: int) -> Iterator[tuple[str, int]]:
    """File and line of each draw that uses the style whose table a line stands in; `faces` are texts by file name.

    A style of a face file is used there alone, one of theme.toml in all. The text is searched, as a faulty style is
    no part of the kit.
    """
    heads = [found[1] for one in text.splitlines()[:line] if (found := _TABLE_HEAD.match(one))]
    style = _STYLE_TABLE.fullmatch(heads[-1]) if heads else None
    if style is None:
        return
    use = re.compile(rf"^\s*style\s*=\s*[\"']{re.escape(style[1])}[\"']")
    for name, face in faces.items():
        head = 0
        for number, one in enumerate(face.splitlines() if file in (name, "theme.toml") else (), start=1):
            if found := _TABLE_HEAD.match(one):
                head = number if found[1] == "draw" else 0
            elif head and use.match(one):
                yield name, head
