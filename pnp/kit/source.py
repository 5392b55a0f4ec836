"""A file of a kit as its findings see it: its name, the lines of its keys, and where its faults are noted."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping

import msgspec

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import bounds
from pnp.kit.folder import KitFolder, Parsed, Raw, read_text
from pnp.kit.lines import KeyPath, locate

_KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_KEY_START = r"(?:^[ \t]*(?:\[{1,2}[ \t]*)?|[{,][ \t]*)"
"""No two runs of blanks side by side: dividing a long one between them would take the square of its length."""
_DEEP_KEY = re.compile(rf"{_KEY_START}(?:{_KEY_PART}){{{bounds.KEY_PARTS.most}}}", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_KEYS = re.compile(r"\(('.*?',?)\)")
"""A key as messages of Python's parser name it: `('draw',)`."""
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{3000,}")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")


class Source:
    """Notes findings about one file, at most `bounds.FINDINGS` of them.

    `file` is the name that findings show. `lines` gives the line of each key path of a TOML file.
    """

    def __init__(self, file: str, findings: Findings, lines: Mapping[KeyPath, int] | None = None) -> None:
        self.file = file
        self._findings = findings
        self._lines = lines or {}
        self._noted = 0

    @property
    def lines(self) -> Mapping[KeyPath, int]:
        """The lines of the keys of a TOML file."""
        return self._lines

    @property
    def faults(self) -> int:
        """How much has been noted so far."""
        return self._noted

    @property
    def full(self) -> bool:
        """Whether enough is wrong with the file for now; long loops may stop."""
        return self._noted > bounds.FINDINGS.most or len(self._findings) >= bounds.ALL_FINDINGS.most

    def line(self, path: KeyPath) -> int:
        """The line of a key, or of the nearest table around it that stands in the file; 0 if there is none."""
        return next((self._lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self._lines), 0)

    def place(self, path: KeyPath) -> Place:
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        return Place(self.file, self.line(path), key)

    def error(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        self.note("error", code, self.place(path), message, hint)

    def warning(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        self.note("warning", code, self.place(path), message, hint)

    def note(self, severity: Severity, code: str, place: Place, message: str, hint: str = "") -> None:
        """Notes one finding at a place of this file."""
        self._noted += 1
        if len(self._findings) >= bounds.ALL_FINDINGS.most:
            return
        if self._noted <= bounds.FINDINGS.most:
            self._findings.add(Finding(severity, code, place, message, hint))
        elif self._noted == bounds.FINDINGS.most + 1:
            message = f"more faults than the {bounds.FINDINGS.most} shown"
            self._findings.add(Finding("error", "many-faults", Place(self.file), message, "mend these first"))


class Amounts:
    """What the parts of a kit come to so far, of each thing that is bounded; `full` once one is too much."""

    def __init__(self, source: Source) -> None:
        self.full = False
        self._source = source
        self._taken: defaultdict[bounds.Bound, float] = defaultdict(float)

    def take(self, count: float, bound: bounds.Bound, path: KeyPath) -> bool:
        """Whether there is room for so much of a part, whose place is `path`; notes the first that is too much."""
        self._taken[bound] += count
        if self._taken[bound] > bound.most and not self.full:
            self.full = True
            message = f"with this {path[0]} the kit has more than {bound.most} {bound.unit}"
            self._source.error(path, "size", message, "split the kit")
        return not self.full


class Document(msgspec.Struct, frozen=True, eq=False):
    """A TOML file: what it holds, and where."""

    values: dict[str, Raw]
    source: Source


def read_document(folder: KitFolder, name: str, findings: Findings) -> Document | None:
    """A TOML file of a kit; None, and a finding, if it cannot be read. It is not to be changed: others share it."""
    text = read_text(folder, name, findings)
    if text is None:
        return None
    known = folder.parsed.get(name)
    if known and known.text == text:
        return Document(known.values, Source(folder.shown(name), findings, known.lines))
    document = read_toml(text, folder.shown(name), findings)
    if document:
        folder.parsed[name] = Parsed(text, document.values, dict(document.source.lines))
    return document


def read_toml(text: str, file: str, findings: Findings) -> Document | None:
    """Parses TOML; None, and a finding with the line, if that cannot be done."""
    source = Source(file, findings)
    deep = _DEEP_KEY.search(text)
    if deep:
        line = text.count("\n", 0, deep.end()) + 1
        source.note("error", "toml", Place(file, line), f"a key has more than {bounds.KEY_PARTS.most} parts")
        return None
    try:
        values = tomllib.loads(text)
        lines = locate(text)
    except RecursionError:
        source.note("error", "toml", Place(file), "lists or tables are nested too deeply", "make it flatter")
        return None
    except ValueError as error:
        if long := _LONG_NUMBER.search(text) if "int_max_str_digits" in str(error) else None:
            place = Place(file, text.count("\n", 0, long.start()) + 1)
            source.note("error", "toml", place, "a number has thousands of digits", "write a shorter one")
            return None
        place = Place(file, _line_of(str(error), text))
        message = _KEYS.sub(lambda keys: ".".join(re.findall(r"'(.*?)'", keys[1])), _AT_LINE.sub("", str(error)))
        twice = re.fullmatch(r"Cannot declare (\w+) twice", message)
        hint = f"if there are several, each begins with [[{twice[1]}]]" if twice else _TOML_HINT
        source.note("error", "toml", place, f"not valid TOML: {message[:200]}", hint)
        return None
    document = Document(values, Source(file, findings, lines))
    return document if _characters_are_fine(document) else None


_TOML_HINT = "texts stand in double quotes, each table and each key comes once, true and false are small"


def _line_of(message: str, text: str) -> int:
    found = _AT_LINE.search(message)
    if not found:
        return 0
    return int(found[1]) if found[1] else text.count("\n") + 1


def _characters_are_fine(document: Document) -> bool:
    todo: list[tuple[KeyPath, object]] = [((), document.values)]
    fine = True
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [((*path, key), part) for key, part in value.items()]
            value = "".join(value)
        elif isinstance(value, list):
            todo += [((*path, number), part) for number, part in enumerate(value)]
        if isinstance(value, str) and (odd := control_character(value)):
            document.source.error(path, "character", f"holds the control character {odd}", "delete it")
            fine = False
    return fine


def control_character(text: str) -> str:
    """The first character of a text that no page can show, as `U+0007`; empty if there is none."""
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def declared_ids(kit: Document) -> list[str]:
    """The ids of all components, those with faults as well: what names one of these names something."""
    section = kit.values.get("component", [])
    ids = (table.get("id") for table in section if isinstance(table, dict)) if isinstance(section, list) else ()
    return [name for name in ids if isinstance(name, str)]
