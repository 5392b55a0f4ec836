"""Edits of a kit's files that keep every other byte: boxes and accepted warnings of face files, cells of CSV tables,
whole lines; and the log that undoes them."""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeAlias

import msgspec
import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Item, Table

from pnp.kit.cells import delimiter
from pnp.kit.face_files import RESERVED_BOXES, parse_box
from pnp.kit.toml_source import BadValueError, locate
from pnp.kit.values import AXES, column_name, move_box, parse_length, parse_relative, resolve_axis

MOST_STEPS = 100
EDITABLE_SUFFIXES = (".toml", ".csv")
BOM = b"\xef\xbb\xbf"
BOX_SIDES = ("x", "y", "w", "h")

Size: TypeAlias = tuple[float, float]
BoxKind: TypeAlias = Literal["own", "named", "whole", "none"]
"""A box in the draw itself; a name of `[box]`; the whole face; no box that can be edited."""


class EditError(Exception):
    """An edit is refused. The message is a key of the page's texts, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.values = values


class UndoStep(msgspec.Struct, frozen=True):
    """A file before and after an edit, and the edit in words."""

    file: str
    before: bytes
    after: bytes
    did: str


def file_version(data: bytes) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256(data).hexdigest()[:16]


class UndoLog:
    """Writes files of one folder and undoes it, over all files in one order. Never writes over a newer file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []

    @property
    def last(self) -> UndoStep | None:
        """The step that would be undone."""
        return next(reversed(self._done), None)

    @property
    def next(self) -> UndoStep | None:
        """The step that would be done again, from after to before."""
        return next(reversed(self._undone), None)

    def read(self, file: str) -> bytes:
        """A file of the folder. Raises EditError if it is none of its TOML and CSV files."""
        try:
            return self._path(file).read_bytes()
        except OSError:
            raise EditError("unwritable", file=file) from None

    def text(self, file: str) -> str:
        """A file as text; "" if it cannot be read."""
        try:
            return self.read(file).decode("utf-8-sig", "replace")
        except EditError:
            return ""

    def version(self, file: str) -> str:
        """The version of a file; "" if it cannot be read."""
        try:
            return file_version(self.read(file))
        except EditError:
            return ""

    def write(self, file: str, version: str, after: bytes, did: str) -> str:
        """Writes a file whose version is still the given one; returns `did`, the edit in words. Raises EditError."""
        before = self.read(file)
        if file_version(before) != version:
            raise EditError("newer", file=file)
        if before != after:
            self._write(file, after)
            self._done = [*self._done, UndoStep(file, before, after, did)][-MOST_STEPS:]
            self._undone.clear()
        return did

    def undo(self, *, again: bool = False) -> UndoStep | None:
        """Undoes the last step, or does the one `again` that was undone last; None if there is none.

        Raises EditError if its file is newer.
        """
        source, target = (self._undone, self._done) if again else (self._done, self._undone)
        if not source:
            return None
        step = source[-1]
        if self.read(step.file) != step.after:
            raise EditError("newer", file=step.file)
        self._write(step.file, step.before)
        target.append(UndoStep(step.file, step.after, step.before, step.did))
        return source.pop()

    def _write(self, file: str, data: bytes) -> None:
        """Writes in place: links and permissions stay."""
        path = self._path(file)
        try:
            if not os.access(path, os.W_OK):
                raise PermissionError
            path.write_bytes(data)
        except OSError:
            raise EditError("unwritable", file=file) from None

    def _path(self, file: str) -> Path:
        path = (self._folder / file).resolve()
        inside = path.is_relative_to(self._folder.resolve()) and not PurePosixPath(file).is_absolute()
        if not inside or path.suffix not in EDITABLE_SUFFIXES:
            raise EditError("unwritable", file=file)
        return path


# --- boxes ------------------------------------------------------------------------------------------------


class BoxValues(msgspec.Struct, frozen=True):
    """The box of a draw as its file has it. `values` are x, y, w, h in mm, None for a bound one, whose text is in
    `bound`."""

    kind: BoxKind
    key: str = ""
    name: str = ""
    values: tuple[float | None, ...] = ()
    bound: tuple[str, ...] = ()


class FileEdit(msgspec.Struct, frozen=True):
    """The new content of a file, and the line that was edited."""

    data: bytes
    line: int


def box_values(document: Mapping[str, object], number: int, key: str, size: Size = (0.0, 0.0)) -> BoxValues:
    """The box under `key` of the draw with this number, on a piece of this size in mm."""
    draws = document.get("draw")
    table = draws[number] if isinstance(draws, list) and number < len(draws) else {}
    value = table.get(key, "trim") if isinstance(table, dict) else "trim"
    name = value if isinstance(value, str) else ""
    if name in RESERVED_BOXES:
        return BoxValues("whole", key, name)
    boxes = document.get("box")
    written: Any = boxes.get(name) if name and isinstance(boxes, dict) else value
    try:
        parse_box(written)
        sides = dict(zip(BOX_SIDES, written, strict=True)) if isinstance(written, list) else dict(written)
        (x, w), (y, h) = (_axis_values(sides, axis, length) for axis, length in zip(AXES, size, strict=True))
    except BadValueError:
        return BoxValues("none", key, name)
    values = tuple(None if isinstance(one, str) else one for one in (x, y, w, h))
    bound = tuple(one if isinstance(one, str) else "" for one in (x, y, w, h))
    return BoxValues("named" if name else "own", key, name, values, bound)


def _axis_values(sides: Mapping[str, object], axis: tuple[str, str, str], length: float) -> Sequence[float | str]:
    """Position and size of a box along one side of its piece, in mm; the text of a bound one."""
    near, size, far = axis
    bound = {key: str(sides[key]) for key in axis if "{" in str(sides.get(key, ""))}
    if not bound:
        return resolve_axis({key: parse_relative(sides[key]) for key in axis if key in sides}, axis, length)
    if far in sides or len(bound) == 2:
        return [bound.get(key, next(iter(bound.values()))) for key in (near, size)]
    known = {key: parse_relative(sides.get(key, 0)) for key in (near, size) if key not in bound}
    return [bound.get(key) or known[key].share * length + known[key].mm for key in (near, size)]


def read_box(data: bytes, number: int, key: str, size: Size = (0.0, 0.0)) -> BoxValues:
    """The box of a draw on a piece of this size. Raises EditError if the file cannot be read or has no such draw."""
    document = _parse(data).unwrap()
    if not 0 <= number < len(document.get("draw", ())):
        raise EditError("no_box")
    return box_values(document, number, key, size)


def parse_typed_length(text: str, now: float | None) -> float | None:
    """Millimetres from what is typed: `12.4`, `0.5in`, `+1` from `now`; None for nothing. Raises EditError."""
    text = text.strip().replace(",", ".")
    sign = text[:1] if text[:1] in ("+", "-") and now is not None else ""
    if not text:
        return None
    try:
        length = parse_length(text.removeprefix(sign).strip())
    except BadValueError:
        raise EditError("no_length", text=text) from None
    return (now or 0.0) + length * (-1 if sign == "-" else 1) if sign else length


def write_box(
    data: bytes, number: int, key: str, wanted: Sequence[float | None], *, own: bool = False, size: Size = (0.0, 0.0)
) -> FileEdit:
    """The file with the box of a draw at new values, in the form it was written in; None keeps a value.

    A named box is changed where it is defined, or becomes the draw's `own`. Raises EditError.
    """
    found = read_box(data, number, key, size)
    if found.kind not in ("own", "named"):
        raise EditError("no_box")
    for value, bound in zip(wanted, found.bound, strict=True):
        if value is not None and bound:
            raise EditError("bound", name=bound)
    if any(value is not None and value <= 0 for value in wanted[2:]):
        raise EditError("no_area")
    document = _parse(data)
    draw = _draw(document, number)
    holder, name = (document["box"], found.name) if found.kind == "named" else (draw, key)
    assert isinstance(holder, Table)
    box: Any = holder[name]
    if found.kind == "named" and own:
        old, box = draw[key], tomlkit.item(box.unwrap())
        assert isinstance(old, Item)
        box.trivia.comment_ws, box.trivia.comment = old.trivia.comment_ws, old.trivia.comment
        holder, name = draw, key
    change = [0.0 if new is None else new - (now or 0.0) for new, now in zip(wanted, found.values, strict=True)]
    moved: Any = move_box(box.unwrap(), change)
    if isinstance(moved, list):
        moved = dict(enumerate(moved))
    for side in [one for one in box if isinstance(box, dict) and one not in moved]:
        del box[side]
    for side, new in moved.items():
        old_value = box[side] if isinstance(box, list) or side in box else None
        if new != old_value:
            box[side] = _like(old_value, new)
    if holder is draw and name == key:
        draw[key] = box
    return _finish(data, tomlkit.dumps(document), ("draw", number, key) if holder is draw else ("box", name))


def _like(old: object, new: object) -> object:
    """A number written as the old one was: 4.0 stays a float."""
    if not isinstance(new, int | float):
        return new
    rounded = round(float(new), 2)
    has_point = isinstance(old, float) and float(old).is_integer()
    return int(rounded) if rounded.is_integer() and not has_point else rounded


def accept_warning(data: bytes, number: int, code: str, reason: str) -> FileEdit:
    """The file with a warning accepted by a draw, the reason as a comment. Raises EditError."""
    read_box(data, number, "")
    document = _parse(data)
    draw = _draw(document, number)
    codes = list(dict.fromkeys([*map(str, draw.get("accept", [])), code]))
    value = tomlkit.array()
    value.extend(codes)
    comment = " # " + " ".join(reason.split()) if reason.strip() else ""
    if "accept" in draw:
        draw["accept"] = value
        if comment:
            value.comment(comment[3:])
        return _finish(data, tomlkit.dumps(document), ("draw", number, "accept"))
    text = data.decode("utf-8-sig")
    lines = text.splitlines(keepends=True)
    head = locate(text.replace("\r\n", "\n"))["draw", number]
    end = "\r\n" if lines[head - 1].endswith("\r\n") else "\n"
    lines[head - 1] = lines[head - 1].rstrip("\r\n") + end
    lines.insert(head, f"accept = {value.as_string()}{comment}{end}")
    return _finish(data, "".join(lines), ("draw", number, "accept"))


def _parse(data: bytes) -> TOMLDocument:
    try:
        return tomlkit.parse(data.decode("utf-8-sig"))
    except (TOMLKitError, UnicodeDecodeError):
        raise EditError("unreadable") from None


def _draw(document: TOMLDocument, number: int) -> Table:
    draws = document["draw"]
    assert isinstance(draws, AoT)
    return draws[number]


def _finish(before: bytes, text: str, path: tuple[str | int, ...]) -> FileEdit:
    """Encodes a file whose value at `path` was edited."""
    line = locate(text.replace("\r\n", "\n")).get(path, 0)
    return FileEdit((BOM if before.startswith(BOM) else b"") + text.encode(), line)


# --- cells ------------------------------------------------------------------------------------------------

_LINE_END = re.compile(r"\r\n|\r|\n")


class _CsvRow:
    """The row of a CSV text that begins at a line: its columns, and the spans of its fields with their quotes.

    Raises EditError if there is no such row.
    """

    def __init__(self, data: bytes, line: int) -> None:
        try:
            self.text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise EditError("no_row") from None
        self.delimiter, start = delimiter(self.text)
        rows = _split_rows(self.text, self.delimiter, start)
        header = next(iter(rows))
        self.spans = rows.get(line, [])
        if not self.spans or line == header:
            raise EditError("no_row")
        self.columns = [column_name(self.cell(*span)) for span in rows[header]]

    def cell(self, start: int, end: int) -> str:
        """A field's text without quotes and blanks around it."""
        raw = self.text[start:end].strip()
        if len(raw) > 1 and raw.startswith('"') and raw.endswith('"'):
            raw = raw[1:-1].replace('""', '"')
        return raw.strip()


def read_cells(data: bytes, line: int) -> dict[str, str]:
    """The cells of the row that begins at a line, by column. Raises EditError."""
    row = _CsvRow(data, line)
    cells = (row.cell(*span) for span in row.spans)
    return dict.fromkeys(row.columns, "") | dict(zip(row.columns, cells, strict=False))


def write_cell(data: bytes, line: int, column: str, value: str) -> bytes:
    """The file with one cell of the row that begins at a line; a short row is made longer. Raises EditError."""
    row = _CsvRow(data, line)
    if column not in row.columns:
        raise EditError("no_row")
    lacking = row.columns.index(column) - len(row.spans) + 1
    start, end = row.spans[lacking - 1] if lacking <= 0 else (row.spans[-1][1], row.spans[-1][1])
    old = row.text[start:end]
    before = old[: len(old) - len(old.lstrip(" \t"))] + row.delimiter * lacking
    after = old[len(old.rstrip(" \t")) :] if old.strip(" \t") else ""
    if old.strip().startswith('"') or any(mark in value for mark in (row.delimiter, '"', "\n", "\r")):
        value = '"' + value.replace('"', '""') + '"'
    text = row.text[:start] + before + value + after + row.text[end:]
    return (BOM if data.startswith(BOM) else b"") + text.encode()


def _split_rows(text: str, mark: str, start: int) -> dict[int, list[tuple[int, int]]]:
    """The spans of the fields of each row from the header on, by the line the row begins at.

    A quote counts only at the start of a field.
    """
    end = re.escape(mark)
    field = re.compile(rf'((?:"(?:[^"]|"")*(?:"|\Z))?[^{end}\r\n]*)({end}|\r\n|\r|\n|\Z)')
    rows: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    row = line = 1 + len(_LINE_END.findall(text, 0, start))
    for found in field.finditer(text, start):
        rows[row].append(found.span(1))
        line += len(_LINE_END.findall(found[0]))
        if found[2] != mark:
            row = line
        if not found[2]:
            break
    return rows
