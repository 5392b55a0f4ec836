"""TOML files of a kit: converts tables to structs, and reports findings at the line of each key."""

from __future__ import annotations

import math
import re
import tomllib
import types
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import bounds
from pnp.kit.folder import KeyPath, KitFolder, Raw, read_text


def accepted(names: Iterable[str], wrong: str = "") -> str:
    """Returns a hint with the accepted names in order: `did you mean size? accepted: title, size, corner`."""
    known = sorted(names) if isinstance(names, set | frozenset) else list(dict.fromkeys(names))
    close = nearest(known, wrong)
    names_text = ", ".join(known[:24]) + (", …" if len(known) > 24 else "")
    return (f"did you mean {close}? " if close else "") + (f"accepted: {names_text}" if known else "there are none")


def nearest(names: Sequence[str], wrong: str) -> str:
    """Returns the most similar name, or an empty string."""
    near = names[: bounds.CANDIDATES.most]
    close = [name for name in near if name.lower() == wrong.lower()] if wrong else []
    if wrong and not close:
        close = get_close_matches(wrong[:60], near, n=1)
    return close[0] if close else ""


def hint_colours(colours: Iterable[str], wrong: str) -> str:
    """Returns a hint that lists valid colours."""
    return f"{accepted(colours, wrong)}, or such as #B3361F"


S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=Hashable)
N = TypeVar("N", int, float)
C = TypeVar("C", list[Any], dict[str, Any])


class BadValueError(ValueError):
    """A value of the wrong kind. `message` completes “`size` …”, `hint` lists valid values."""

    def __init__(self, message: str, hint: str = "", code: str = "value") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class ParsedBy(msgspec.Struct, frozen=True):
    """Marks an `Annotated` type with its parser. `by` raises `BadValueError`."""

    by: Callable[[object], Any]


@cache
def _fields(cls: type[msgspec.Struct]) -> tuple[tuple[msgspec.structs.FieldInfo, Any], ...]:
    """Returns the fields of a struct with their types. Cached: resolving them is slower than reading a table."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple((field, hints[field.name]) for field in msgspec.structs.fields(cls))


def read_struct(cls: type[S], table: object, source: TomlSource, path: KeyPath, **given: object) -> S | None:
    """Converts a TOML table to a struct; `given` fields are not keys. Reports unknown keys, wrong values and missing
    keys at their lines. Returns None after an error."""
    fields = [(field, hint) for field, hint in _fields(cls) if field.name not in given]
    keys = tuple(field.encode_name for field, _ in fields)
    if not isinstance(table, dict):
        source.error(path, "type", f"{quote(table)} is not a table", f"accepted keys: {', '.join(keys)}")
        return None
    before = source.faults
    check_keys(table, keys, source, path)
    values = dict(given)
    for field, hint in fields:
        key = field.encode_name
        if key in table:
            try:
                values[field.name] = _convert(table[key], hint, source, (*path, key))
            except BadValueError as wrong:
                source.error((*path, key), wrong.code, f"{key} {wrong.message}", wrong.hint)
        elif field.required:
            source.error(path, "missing", f"{key} is missing", accepted(keys))
    return cls(**values) if source.faults == before else None


def check_keys(table: Iterable[str], known: Sequence[str], source: TomlSource, path: KeyPath) -> None:
    """Reports the unknown keys of a table."""
    for key in [key for key in table if key not in known][: bounds.FINDINGS.most + 1]:
        source.error((*path, key), "unknown-key", f"{quote(key)} is not a key here", accepted(known, key))


def _convert(value: object, hint: Any, source: TomlSource, path: KeyPath) -> object:
    """Converts a TOML value to the type `hint`. Raises `BadValueError`; faults of an inner struct are reported
    instead."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next(note.by for note in hint.__metadata__ if isinstance(note, ParsedBy))(value)
    if origin is Literal:
        return choice(value, parts)
    if origin in (Union, types.UnionType):
        if isinstance(value, str | bool) and type(value) in parts:
            return value
        kinds = tuple(part for part in parts if part not in (str, bool, types.NoneType))
        return _convert(value, kinds[-1] if isinstance(value, dict) else kinds[0], source, path)
    if origin is Mapping:
        return read_values(value, parts[1], source, path)
    if origin is tuple:
        if not isinstance(value, list):
            raise BadValueError(f"is {quote(value)}, not a list", "write it in [ ]")
        kinds = parts[:1] * len(value) if parts[1:] == (Ellipsis,) else parts
        if len(value) != len(kinds):
            raise BadValueError(f"has {len(value)} elements, not {len(kinds)}")
        return tuple(
            _convert(part, kind, source, (*path, n)) for n, (part, kind) in enumerate(zip(value, kinds, strict=True))
        )
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return read_struct(hint, value, source, path)
    return {bool: boolean, int: whole, str: text}[hint](value)


def quote(value: object) -> str:
    """Formats a wrong value for a finding: short, on one line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a huge number"
    if not isinstance(value, str):
        return str(value)
    line = "".join(character if character.isprintable() else " " for character in value[:57])
    return f"“{line}”" if len(value) < 57 else f"“{line[:54]}…”"


def text(value: object) -> str:
    if not isinstance(value, str):
        raise BadValueError(f"is {quote(value)}, not a text", "write it in double quotes")
    return value


def boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError(f"is {quote(value)}", "accepted: true, false")
    return value


def whole(value: object) -> int:
    """Parses a whole number from 0 to 10¹²."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**12:
        raise BadValueError(f"is {quote(value)}, not a whole number from 0")
    return value


def number(value: object) -> float:
    """Parses a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -(10**12) <= value <= 10**12:
        raise BadValueError(f"is {quote(value)}, not a number")
    return 0.0 if math.isclose(value, 0.0, abs_tol=1e-12) else float(value)


def choice(value: object, choices: tuple[object, ...]) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in choices:
        raise BadValueError(f"is {quote(value)}", accepted(map(str, choices), value if isinstance(value, str) else ""))
    return value


def limited(parse: Callable[[object], N], fits: Callable[[N], bool], hint: str) -> Callable[[object], N]:
    """Returns a parser of numbers within limits."""

    def read(value: object) -> N:
        found = parse(value)
        if not fits(found):
            raise BadValueError(f"is {quote(value)}", hint)
        return found

    return read


_TOKEN = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*"{3,5} | \'\'\'(?:[^']|'(?!\'\'))*'{3,5} | "(?:[^"\\\n]|\\.)*" | '[^'\n]*'
      | \#[^\n]* | [][{},=\n] | [^][{},="'\s\#]+''',
    re.VERBOSE | re.DOTALL,
)


def locate(text: str) -> Mapping[KeyPath, int]:
    """Maps each table, key and array element of a *valid* TOML text to its first line, from 1."""
    lines: dict[KeyPath, int] = {}
    latest: dict[KeyPath, int] = {}  # the number of the last element of each array of tables
    tokens: list[tuple[str, int]] = []  # in reverse order, so that the next one is the last
    line = 1
    for found in _TOKEN.finditer(text):
        if not found[0].startswith("#"):
            tokens.append((found[0], line))
        line += found[0].count("\n")
    tokens.reverse()

    def take(mark: str) -> bool:
        found = bool(tokens) and tokens[-1][0] == mark
        if found:
            tokens.pop()
        return found

    def add_keys(path: KeyPath) -> KeyPath:
        """Reads a dotted key and descends into the latest element of each array of tables on its path."""
        raw, line = "", tokens[-1][1]
        while tokens[-1][0] not in ("=", "]"):
            raw += tokens.pop()[0]
        for key in _split_key(raw):
            if path in latest:
                path = (*path, latest[path])
            path = (*path, key)
            lines.setdefault(path, line)
        return path

    def read_pair(table: KeyPath) -> None:
        path = add_keys(table)
        take("=")
        read_value(path)

    def read_value(path: KeyPath) -> None:
        if take("{"):
            while not take("}"):
                if not take(","):
                    read_pair(path)
        elif take("["):
            number = 0
            while not take("]"):
                if not take(",") and not take("\n"):
                    lines[*path, number] = tokens[-1][1]
                    read_value((*path, number))
                    number += 1
        else:
            while tokens and tokens[-1][0] not in (",", "]", "}", "\n"):
                tokens.pop()

    table: KeyPath = ()
    while tokens:
        line = tokens[-1][1]
        if take("["):
            is_array = take("[")
            table = add_keys(())
            if is_array:
                latest[table] = latest.get(table, -1) + 1
                table = (*table, latest[table])
                lines[table] = line
            while take("]"):
                pass
        elif not take("\n"):
            read_pair(table)
    return lines


def _split_key(raw: str) -> list[str]:
    if not {'"', "'"} & set(raw):
        return raw.split(".")
    keys: list[str] = []
    table: object = tomllib.loads(f"{raw} = 0")
    while isinstance(table, dict):
        ((key, table),) = table.items()
        keys.append(key)
    return keys


_KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_KEY_START = r"(?:^[ \t]*(?:\[{1,2}[ \t]*)?|[{,][ \t]*)"
"""No two runs of blanks side by side: dividing a long one between them would take the square of its length."""
_DEEP_KEY = re.compile(rf"{_KEY_START}(?:{_KEY_PART}){{{bounds.KEY_PARTS.most}}}", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_KEYS = re.compile(r"\(('.*?',?)\)")
"""A key as messages of Python's parser name it: `('draw',)`."""
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")


class TomlSource:
    """Collects at most `bounds.FINDINGS` findings about a `file`, by its name in findings. `lines` gives the line of
    each key path; `faults` counts the findings so far."""

    def __init__(self, file: str, findings: Findings, lines: Mapping[KeyPath, int] | None = None) -> None:
        self.file = file
        self.lines = lines or {}
        self.faults = 0
        self._findings = findings

    @property
    def full(self) -> bool:
        """Whether the limit of findings is reached; long loops may stop."""
        return self.faults > bounds.FINDINGS.most or len(self._findings) >= bounds.ALL_FINDINGS.most

    def line(self, path: KeyPath) -> int:
        """Returns the line of a key, or of its nearest parent table in the file; 0 if there is none."""
        return next((self.lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.lines), 0)

    def place(self, path: KeyPath) -> Place:
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        return Place(self.file, self.line(path), key)

    def error(self, where: KeyPath | Place, code: str, message: str, hint: str = "") -> None:
        self.note("error", code, where if isinstance(where, Place) else self.place(where), message, hint)

    def report_cell(self, line: int, column: str, code: str, message: str, hint: str = "") -> None:
        """Reports an error at a row and column of a table."""
        self.note("error", code, Place(self.file, line, column), message, hint)

    def warning(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        self.note("warning", code, self.place(path), message, hint)

    def is_known(self, kind: str, name: str, known: Collection[str], where: KeyPath | Place, message: str = "") -> bool:
        """Returns whether a name is known; otherwise reports “there is no `kind` `name`”."""
        if name not in known:
            code = f"unknown-{kind}"
            self.error(where, code, message or f"there is no {kind} {name}", accepted(known, name))
        return name in known

    def note(self, severity: Severity, code: str, place: Place, message: str, hint: str = "") -> None:
        """Reports a finding at a place of this file."""
        self.faults += 1
        if len(self._findings) >= bounds.ALL_FINDINGS.most:
            return
        if self.faults <= bounds.FINDINGS.most:
            self._findings.add(Finding(severity, code, place, message, hint))
        elif self.faults == bounds.FINDINGS.most + 1:
            message = f"more faults than the {bounds.FINDINGS.most} shown"
            self._findings.add(Finding("error", "many-faults", Place(self.file), message, "mend these first"))


class Amounts:
    """Running totals of each limited quantity of a kit; `full` once a limit is exceeded."""

    def __init__(self, source: TomlSource) -> None:
        self.full = False
        self._source = source
        self._taken: defaultdict[bounds.Bound, float] = defaultdict(float)

    def take(self, count: float, bound: bounds.Bound, path: KeyPath) -> bool:
        """Adds an amount for the part at `path`; returns whether it fits. Reports the first excess."""
        self._taken[bound] += count
        if self._taken[bound] > bound.most and not self.full:
            self.full = True
            message = f"with this {path[0]} the kit has more than {bound.most} {bound.unit}"
            self._source.error(path, "size", message, "split the kit")
        return not self.full


class TomlDocument(msgspec.Struct, frozen=True, eq=False):
    """A TOML file: its values, their lines, and its text."""

    values: dict[str, Raw]
    source: TomlSource
    text: str


def read_document(folder: KitFolder, name: str, findings: Findings) -> TomlDocument | None:
    """Reads a TOML file of a kit. Returns None after a finding."""
    text = read_text(folder, name, findings)
    if text is None:
        return None
    return read_toml(text, folder.display_name(name), findings)


def read_toml(text: str, file: str, findings: Findings) -> TomlDocument | None:
    """Parses TOML. Returns None after a finding with the line."""
    source = TomlSource(file, findings)
    if deep := _DEEP_KEY.search(text):
        place = Place(file, text.count("\n", 0, deep.end()) + 1)
        source.error(place, "toml", f"a key has more than {bounds.KEY_PARTS.most} parts")
        return None
    try:
        values = tomllib.loads(text)
        source.lines = locate(text)
    except RecursionError:
        source.error((), "toml", "lists or tables are nested too deeply", "make it flatter")
        return None
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        place = Place(file, int(at[1] or text.count("\n") + 1) if at else 0)
        message = _KEYS.sub(lambda keys: ".".join(re.findall(r"'(.*?)'", keys[1])), _AT_LINE.sub("", str(error)))
        twice = re.fullmatch(r"Cannot declare (\w+) twice", message)
        hint = f"if there are several, each begins with [[{twice[1]}]]" if twice else _TOML_HINT
        source.error(place, "toml", f"not valid TOML: {message[:200]}", hint)
        return None
    for path, odd in _find_control_characters((), values):
        source.error(path, "character", f"holds the control character {odd}", "delete it")
    return None if source.faults else TomlDocument(values, source, text)


_TOML_HINT = "texts stand in double quotes, each table and each key comes once, true and false are small"


def _find_control_characters(path: KeyPath, value: object) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _find_control_characters((*path, key), part)
        value = "".join(value)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _find_control_characters((*path, number), part)
    if isinstance(value, str) and (odd := find_control_character(value)):
        yield path, odd


def find_control_character(text: str) -> str:
    """Returns the first control character of a text as `U+0007`, or an empty string."""
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def read_section(document: TomlDocument, name: str, bound: bounds.Bound, form: type[C]) -> C:
    """Returns the `[[name]]` tables (a list) or the `[name.NAME]` tables (a dict) of a file; empty if the form or size
    is wrong."""
    section = document.values.get(name, form())
    header, what = (f"[[{name}]]", "list of tables") if form is list else (f"[{name}.NAME]", "table")
    if not isinstance(section, form):
        message = f"{name} is {quote(section)}, not a {what}"
        document.source.error((name,), "type", message, f"write {header} above each")
    elif len(section) > bound.most:
        message = f"has more than {bound.most} {header} tables"
        document.source.error((name,), "size", message, "split it, or put several into one")
    else:
        return section
    return form()


def read_values(section: object, hint: Any, source: TomlSource, path: KeyPath) -> dict[str, Any]:
    """Converts each value of a table to the type `hint`. Reports wrong ones and leaves them out."""
    found: dict[str, Any] = {}
    if not isinstance(section, dict):
        source.error(path, "type", f"{path[-1]} is {quote(section)}, not a table", f"[{path[-1]}]")
        return found
    for key, value in section.items():
        try:
            found[key] = _convert(value, hint, source, (*path, key))
        except BadValueError as wrong:
            source.error((*path, key), wrong.code, f"{key} {wrong.message}", wrong.hint)
    return found


def find_circles(graph: Mapping[T, Collection[T]]) -> Iterator[list[T]]:
    """Yields the cycles of a graph, given as successors of each node. Each node is in one cycle at most."""
    rest = dict(graph)
    while True:
        try:
            TopologicalSorter(rest).prepare()
            return
        except CycleError as error:
            *circle, _ = reversed(error.args[1])
            yield circle
            rest = {node: ahead for node, ahead in rest.items() if node not in circle}
