"""Hints that say what would do, where something else stands."""

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
    """A hint that lists the names that would do, in their order: `did you mean size? accepted: title, size, corner`."""
    known = sorted(names) if isinstance(names, set | frozenset) else list(dict.fromkeys(names))
    close = nearest(known, wrong)
    names_text = ", ".join(known[:24]) + (", …" if len(known) > 24 else "")
    return (f"did you mean {close}? " if close else "") + (f"accepted: {names_text}" if known else "there are none")


def nearest(names: Sequence[str], wrong: str) -> str:
    """The name that was meant; empty, if none is near, or nothing is `wrong`."""
    near = names[: bounds.CANDIDATES.most]
    close = [name for name in near if name.lower() == wrong.lower()] if wrong else []
    if wrong and not close:
        close = get_close_matches(wrong[:60], near, n=1)
    return close[0] if close else ""


def colours_hint(colours: Iterable[str], wrong: str) -> str:
    """What would do as a colour."""
    return f"{accepted(colours, wrong)}, or such as #B3361F"


S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=Hashable)
V = TypeVar("V")


class BadValueError(ValueError):
    """A value is not what its key takes: `message` completes “`size` …”, `hint` says what would do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ParsedBy(msgspec.Struct, frozen=True):
    """Stands in an `Annotated` type: how its values are read. `by` raises `BadValueError`."""

    by: Callable[[object], Any]


def read_struct(cls: type[S], table: object, source: TomlSource, path: KeyPath, **given: object) -> S | None:
    """A struct from a TOML table. `given` fields are set by the caller and are no keys.

    Notes every unknown key, wrong value and missing key at its line; None if there was an error.
    """
    fields = [field for field in msgspec.structs.fields(cls) if field.name not in given]
    keys = tuple(field.encode_name for field in fields)
    if not isinstance(table, dict):
        source.error(path, "type", f"{quote(table)} is not a table", f"accepted keys: {', '.join(keys)}")
        return None
    fine = no_unknown_keys(table, keys, source, path)
    values: dict[str, object] = dict(given)
    for field in fields:
        key = field.encode_name
        if key in table:
            try:
                values[field.name] = convert(table[key], _types(cls)[field.name], source, (*path, key))
            except BadValueError as wrong:
                fine = False
                if wrong.message:
                    source.error((*path, key), "value", f"{key} {wrong.message}", wrong.hint)
        elif field.required:
            fine = False
            source.error(path, "missing", f"{key} is missing", accepted(keys))
    return cls(**values) if fine else None


def no_unknown_keys(table: Mapping[str, object], known: tuple[str, ...], source: TomlSource, path: KeyPath) -> bool:
    """Whether a table has only known keys; notes the others."""
    unknown = [key for key in table if key not in known]
    for key in unknown[: bounds.FINDINGS.most + 1]:
        source.error((*path, key), "unknown-key", f"{quote(key)} is not a key here", accepted(known, key))
    return not unknown


@cache
def _types(cls: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def convert(value: object, hint: Any, source: TomlSource, path: KeyPath) -> object:
    """A TOML value as the type `hint`; raises `BadValueError` (without message, if its faults are noted already)."""
    origin = get_origin(hint)
    if origin is Annotated:
        return next(note.by for note in hint.__metadata__ if isinstance(note, ParsedBy))(value)
    if origin is Literal:
        return choice(value, get_args(hint))
    if origin in (Union, types.UnionType):
        return convert(value, next(part for part in get_args(hint) if part is not types.NoneType), source, path)
    if origin is tuple:
        return _tuple(value, get_args(hint), source, path)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        struct = read_struct(hint, value, source, path)
        if struct is None:
            raise BadValueError("")
        return struct
    return {bool: boolean, int: whole, str: text}[hint](value)


def _tuple(value: object, parts: tuple[Any, ...], source: TomlSource, path: KeyPath) -> tuple[object, ...]:
    repeated = len(parts) == 2 and parts[1] is Ellipsis
    if not isinstance(value, list):
        raise BadValueError(f"is {quote(value)}, not a list", "write it in [ ]")
    if not repeated and len(value) != len(parts):
        raise BadValueError(f"has {len(value)} elements, not {len(parts)}")
    kinds = (parts[0],) * len(value) if repeated else parts
    return tuple(convert(part, kinds[n], source, (*path, n)) for n, part in enumerate(value))


def quote(value: object) -> str:
    """A wrong value as a finding quotes it: short, on one line."""
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
    """A whole number from 0 to 10¹²."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**12:
        raise BadValueError(f"is {quote(value)}, not a whole number from 0")
    return value


def number(value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -(10**12) <= value <= 10**12:
        raise BadValueError(f"is {quote(value)}, not a number")
    return 0.0 if math.isclose(value, 0.0, abs_tol=1e-12) else float(value)


def choice(value: object, choices: tuple[object, ...]) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in choices:
        raise BadValueError(f"is {quote(value)}", accepted(map(str, choices), value if isinstance(value, str) else ""))
    return value


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


def locate(text: str) -> Mapping[KeyPath, int]:
    """Maps the path of each table, key and array element of a *valid* TOML text to its line, counted from 1.

    A table is where its header stands, or where it is first mentioned.
    """
    locator = _Locator(text)
    locator.read_document()
    return locator.lines


class _Locator:
    """Walks the tokens once; `_tokens` is reversed, so that the next one is the last."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._lengths: dict[KeyPath, int] = {}
        self._tokens: list[tuple[str, str, int]] = [("", "", 0)]
        line = 1
        for found in _TOKEN.finditer(text):
            if found.lastgroup != "space":
                self._tokens.append((found.lastgroup or "", found[0], line))
            line += found[0].count("\n")
        self._tokens[1:] = reversed(self._tokens[1:])

    def read_document(self) -> None:
        table: KeyPath = ()
        while len(self._tokens) > 1:
            line = self._tokens[-1][2]
            if self._take("["):
                is_array = self._take("[")
                *parents, last = self._read_key()
                table = (*self._resolve((), parents, line), last)
                self.lines.setdefault(table, line)
                if is_array:
                    self._lengths[table] = self._lengths.get(table, 0) + 1
                    table = (*table, self._lengths[table] - 1)
                    self.lines.setdefault(table, line)
                while self._take("]"):
                    pass
            elif self._tokens[-1][0] == "newline":
                self._tokens.pop()
            else:
                self._read_pair(table)

    def _resolve(self, path: KeyPath, keys: list[str], line: int) -> KeyPath:
        """Goes down `keys`, into the latest element of each array of tables on the way."""
        for key in keys:
            path = (*path, key)
            self.lines.setdefault(path, line)
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path

    def _read_pair(self, table: KeyPath) -> None:
        line = self._tokens[-1][2]
        *parents, last = self._read_key()
        path = (*self._resolve(table, parents, line), last)
        self.lines[path] = line
        self._take("=")
        self._read_value(path)

    def _read_key(self) -> list[str]:
        line = self._tokens[-1][2]
        parts: list[str] = []
        while self._tokens[-1][0] in ("word", "string"):
            part = self._tokens.pop()[1]
            parts.append(str(tomllib.loads(f"key = {part}")["key"]) if part[0] == '"' else part.strip("'"))
            if not self._take("."):
                break
        if not parts:
            raise ValueError(f"Expected a key (at line {line}, column 1)")
        return parts

    def _read_value(self, path: KeyPath) -> None:
        if self._take("{"):
            while not self._take("}"):
                self._read_pair(path)
                self._take(",")
        elif self._take("["):
            number = 0
            while not self._take("]"):
                kind, mark, line = self._tokens[-1]
                if kind == "newline" or mark == ",":
                    self._tokens.pop()
                    continue
                self.lines[*path, number] = line
                self._read_value((*path, number))
                number += 1
        else:
            if self._tokens[-1][0] not in ("word", "string"):
                raise ValueError(f"Expected a value (at line {self._tokens[-1][2]}, column 1)")
            while self._tokens[-1][0] in ("word", "string") or self._tokens[-1][1] == ".":
                self._tokens.pop()

    def _take(self, mark: str) -> bool:
        if self._tokens[-1][:2] == ("mark", mark):
            self._tokens.pop()
            return True
        return False


_KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_KEY_START = r"(?:^[ \t]*(?:\[{1,2}[ \t]*)?|[{,][ \t]*)"
"""No two runs of blanks side by side: dividing a long one between them would take the square of its length."""
_DEEP_KEY = re.compile(rf"{_KEY_START}(?:{_KEY_PART}){{{bounds.KEY_PARTS.most}}}", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_KEYS = re.compile(r"\(('.*?',?)\)")
"""A key as messages of Python's parser name it: `('draw',)`."""
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{3000,}")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")


class TomlSource:
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

    def __init__(self, source: TomlSource) -> None:
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


class TomlDocument(msgspec.Struct, frozen=True, eq=False):
    """A TOML file: what it holds, and where."""

    values: dict[str, Raw]
    source: TomlSource


def read_document(folder: KitFolder, name: str, findings: Findings) -> TomlDocument | None:
    """A TOML file of a kit; None, and a finding, if it cannot be read."""
    text = read_text(folder, name, findings)
    if text is None:
        return None
    return read_toml(text, folder.display_name(name), findings)


def read_toml(text: str, file: str, findings: Findings) -> TomlDocument | None:
    """Parses TOML; None, and a finding with the line, if that cannot be done."""
    source = TomlSource(file, findings)
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
    document = TomlDocument(values, TomlSource(file, findings, lines))
    return document if _characters_are_fine(document) else None


_TOML_HINT = "texts stand in double quotes, each table and each key comes once, true and false are small"


def _line_of(message: str, text: str) -> int:
    found = _AT_LINE.search(message)
    if not found:
        return 0
    return int(found[1]) if found[1] else text.count("\n") + 1


def _characters_are_fine(document: TomlDocument) -> bool:
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


def list_section(document: TomlDocument, name: str, bound: bounds.Bound) -> list[Raw]:
    """The `[[name]]` tables of a file; none, and a finding, if it is something else or there are too many."""
    section = document.values.get(name, [])
    if not isinstance(section, list):
        message = f"{name} is {quote(section)}, not a list of tables"
        document.source.error((name,), "type", message, f"write [[{name}]] above each")
        return []
    if len(section) > bound.most:
        message = f"has more than {bound.most} [[{name}]] tables"
        document.source.error((name,), "size", message, "split it, or put several into one")
        return []
    return section


def table_section(document: TomlDocument, name: str, bound: bounds.Bound) -> Mapping[str, Raw]:
    """The `[name.NAME]` tables of a file; none, and a finding, if it is something else or there are too many."""
    section = document.values.get(name, {})
    if isinstance(section, dict) and len(section) <= bound.most:
        return section
    what = f"has more than {bound.most} tables" if isinstance(section, dict) else f"is {quote(section)}, not a table"
    document.source.error((name,), "type", f"{name} {what}", f"[{name}.NAME]")
    return {}


def read_values(
    section: object, name: str, parse: Callable[[object], V], source: TomlSource, path: KeyPath, code: str = "value"
) -> dict[str, V]:
    """The values of a table, each read by `parse`; wrong ones are findings with that code, and left out. `name` is what
    the table is called."""
    found: dict[str, V] = {}
    if not isinstance(section, dict):
        source.error(path, "type", f"{name} is {quote(section)}, not a table", f"[{name}]")
        return found
    for key, value in section.items():
        try:
            found[key] = parse(value)
        except BadValueError as wrong:
            source.error((*path, key), code, f"{key} {wrong.message}", wrong.hint)
    return found


def declared_ids(kit: TomlDocument) -> list[str]:
    """The ids of all components, those with faults as well: what names one of these names something."""
    section = kit.values.get("component", [])
    ids = (table.get("id") for table in section if isinstance(table, dict)) if isinstance(section, list) else ()
    return [name for name in ids if isinstance(name, str)]


def find_circles(graph: Mapping[T, Collection[T]]) -> Iterator[list[T]]:
    """Circles of a graph, given as what each node leads to; each in order, without a node of an earlier one."""
    rest = dict(graph)
    while True:
        try:
            TopologicalSorter(rest).prepare()
            return
        except CycleError as error:
            *circle, _ = reversed(error.args[1])
            yield circle
            rest = {node: ahead for node, ahead in rest.items() if node not in circle}
