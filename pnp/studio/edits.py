"""Edits a kit's files: keys and draws of face files, cells of CSV tables; with an undo log.

Everything else keeps every byte: comments, order, spaces and line ends of TOML files, all other rows of tables.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
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
from pnp.kit.values import AXES, make_column_name, move_box, parse_length, parse_relative, resolve_axis

MOST_STEPS = 100
EDITABLE_SUFFIXES = (".toml", ".csv")
BOM = b"\xef\xbb\xbf"
BOX_SIDES = ("x", "y", "w", "h")

Size: TypeAlias = tuple[float, float]
BoxKind: TypeAlias = Literal["own", "named", "whole", "none"]
"""A box in the draw itself; a name of `[box]`; the whole face; no box that can be edited."""
Renumbered: TypeAlias = tuple[tuple[int, int], ...] | None
"""The old and the new number of each draw that an edit kept; None if all numbers are as before."""


class EditError(Exception):
    """A refused edit. The message is a key of the page's texts, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.values = values


class FileEdit(msgspec.Struct, frozen=True):
    """The new content of a file, and the line and draw that were edited."""

    data: bytes
    line: int
    number: int = -1
    renumbered: Renumbered = None


class UndoStep(msgspec.Struct, frozen=True):
    """A file before and after an edit, and the edit in words."""

    file: str
    before: bytes
    after: bytes
    did: str
    renumbered: Renumbered = None

    def reverse(self) -> UndoStep:
        numbers = self.renumbered
        back = None if numbers is None else tuple((new, old) for old, new in numbers)
        return UndoStep(self.file, self.after, self.before, self.did, back)


def file_version(data: bytes) -> str:
    """Returns a short hash of a file's content."""
    return hashlib.sha256(data).hexdigest()[:16]


class UndoLog:
    """Writes files of one folder and undoes that, over all files in one order. Never overwrites a newer file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []
        self._written: list[UndoStep] = []
        """All that was written, undoing included: a page that has not seen it yet may still edit."""

    @property
    def last(self) -> UndoStep | None:
        """The step that undo reverts."""
        return next(reversed(self._done), None)

    @property
    def next(self) -> UndoStep | None:
        """The step that redo repeats."""
        return next(reversed(self._undone), None)

    def read(self, file: str) -> bytes:
        """Returns a file of the folder. Raises EditError if it is not one of its TOML and CSV files."""
        try:
            return self._path(file).read_bytes()
        except OSError:
            raise EditError("unwritable", file=file) from None

    def text(self, file: str) -> str:
        """Returns a file's text; "" if unreadable."""
        try:
            return self.read(file).decode("utf-8-sig", "replace")
        except EditError:
            return ""

    def version(self, file: str) -> str:
        """Returns the version of a file; "" if unreadable."""
        try:
            return file_version(self.read(file))
        except EditError:
            return ""

    def find_number_now(self, file: str, version: str, number: int = 0) -> int:
        """Returns the current number of a draw, given its number in a version of its file.

        Raises EditError if the file was written by another program since, or if the draw is gone.
        """
        at = file_version(self.read(file))
        later: list[UndoStep] = []
        for step in reversed([one for one in self._written if one.file == file]):
            if at == version or file_version(step.after) != at:
                break
            later.insert(0, step)
            at = file_version(step.before)
        if at != version:
            raise EditError("newer", file=file)
        for step in later:
            found = number if step.renumbered is None else dict(step.renumbered).get(number)
            if found is None:
                raise EditError("draw_gone")
            number = found
        return number

    def write(self, file: str, before: bytes, edit: FileEdit, did: str) -> str:
        """Writes an edit of a file if it still equals `before`; `did` is the edit in words. Raises EditError."""
        if before != edit.data:
            step = UndoStep(file, before, edit.data, did, edit.renumbered)
            self._write(step)
            self._done = [*self._done, step][-MOST_STEPS:]
            self._undone.clear()
        return did

    def undo(self, *, again: bool = False) -> UndoStep | None:
        """Undoes the last step, or with `again` redoes the last undone one. Returns None if there is none.

        Raises EditError if its file is newer.
        """
        source, target = (self._undone, self._done) if again else (self._done, self._undone)
        if not source:
            return None
        step = source[-1].reverse()
        self._write(step)
        target.append(step)
        source.pop()
        return step

    def _write(self, step: UndoStep) -> None:
        """Writes in place, so that links and permissions stay."""
        path = self._path(step.file)
        if self.read(step.file) != step.before:
            raise EditError("newer", file=step.file)
        try:
            if not os.access(path, os.W_OK):
                raise PermissionError
            path.write_bytes(step.after)
        except OSError:
            raise EditError("unwritable", file=step.file) from None
        self._written = [*self._written, step][-MOST_STEPS:]

    def _path(self, file: str) -> Path:
        path = (self._folder / file).resolve()
        inside = path.is_relative_to(self._folder.resolve()) and not PurePosixPath(file).is_absolute()
        if not inside or path.suffix not in EDITABLE_SUFFIXES:
            raise EditError("unwritable", file=file)
        return path


# --- boxes ------------------------------------------------------------------------------------------------


class BoxValues(msgspec.Struct, frozen=True):
    """The box of a draw as in its file. `values` are x, y, w, h in mm, None for a bound one, whose text is in
    `bound`."""

    kind: BoxKind
    key: str = ""
    name: str = ""
    values: tuple[float | None, ...] = ()
    bound: tuple[str, ...] = ()


def read_box_values(document: Mapping[str, object], number: int, key: str, size: Size = (0.0, 0.0)) -> BoxValues:
    """Returns the box under `key` of a draw, on a piece of this size in mm."""
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
        (x, w), (y, h) = (_read_axis(sides, axis, length) for axis, length in zip(AXES, size, strict=True))
    except BadValueError:
        return BoxValues("none", key, name)
    values = tuple(None if isinstance(one, str) else one for one in (x, y, w, h))
    bound = tuple(one if isinstance(one, str) else "" for one in (x, y, w, h))
    return BoxValues("named" if name else "own", key, name, values, bound)


def _read_axis(sides: Mapping[str, object], axis: tuple[str, str, str], length: float) -> Sequence[float | str]:
    """Returns position and size of a box along one side of its piece in mm, or the text of a bound one."""
    near, size, far = axis
    bound = {key: str(sides[key]) for key in axis if "{" in str(sides.get(key, ""))}
    if not bound:
        return resolve_axis({key: parse_relative(sides[key]) for key in axis if key in sides}, axis, length)
    if far in sides or len(bound) == 2:
        return [bound.get(key, next(iter(bound.values()))) for key in (near, size)]
    known = {key: parse_relative(sides.get(key, 0)) for key in (near, size) if key not in bound}
    return [bound.get(key) or known[key].share * length + known[key].mm for key in (near, size)]


def read_box(data: bytes, number: int, key: str, size: Size = (0.0, 0.0)) -> BoxValues:
    """Returns the box of a draw on a piece of this size. Raises EditError if the file is unreadable or has no such
    draw."""
    document = _parse(data)
    _draw(document, number)
    return read_box_values(document.unwrap(), number, key, size)


def parse_typed_length(text: str, now: float | None) -> float | None:
    """Returns mm from user input: `12.4`, `0.5in`, `+1` relative to `now`; None for an empty one. Raises EditError."""
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
    """Returns the file with new values for the box of a draw, in its notation; None keeps a value.

    A named box is changed at its definition, or becomes the draw's `own`. Raises EditError.
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
    return _finish(data, tomlkit.dumps(document), ("draw", number, key) if holder is draw else ("box", name), number)


def _like(old: object, new: object) -> object:
    """Returns a number in the notation of the old one: 4.0 stays a float."""
    if isinstance(new, bool) or not isinstance(new, int | float):
        return new
    rounded = round(float(new), 2)
    has_point = isinstance(old, float) and float(old).is_integer()
    return int(rounded) if rounded.is_integer() and not has_point else rounded


def read_keys(data: bytes, number: int) -> dict[str, object]:
    """Returns the keys of a draw. Raises EditError."""
    return _draw(_parse(data), number).unwrap()


def set_keys(data: bytes, number: int, values: Mapping[str, object], comment: str = "") -> FileEdit:
    """Returns the file with other values for a draw's keys; None removes a key, a new one is added last. Raises
    EditError."""
    document = _parse(data)
    draw = _draw(document, number)
    new = {key: value for key, value in values.items() if value is not None and key not in draw}
    for key, value in values.items():
        if value is None:
            draw.pop(key, None)
        elif key in draw:
            draw[key] = _like(draw[key], value)
            if comment:
                draw[key].comment(comment)
    text = tomlkit.dumps(document)
    if new:
        lines, (start, end) = _lines(text), _spans(text)[number]
        own = range(start, end)
        end = next((n for n in own if lines[n].lstrip().startswith("[draw")), end)  # a table of its own
        end = max(n for n in range(start, end) if lines[n].strip()) + 1
        mark = f"  # {comment}" if comment else ""
        added = [f"{key} = {tomlkit.item(_like(None, value)).as_string()}{mark}" for key, value in new.items()]
        text = _join(text, [*lines[:end], *added, *lines[end:]])
    return _finish(data, text, ("draw", number, next(iter(values))), number)


def accept_warning(data: bytes, number: int, code: str, reason: str) -> FileEdit:
    """Returns the file with a warning accepted by a draw, with the reason as a comment. Raises EditError."""
    known: Any = read_keys(data, number).get("accept", [])
    codes = dict.fromkeys([*([known] if isinstance(known, str) else known), code])
    return set_keys(data, number, {"accept": list(codes)}, " ".join(reason.split()))


def _parse(data: bytes) -> TOMLDocument:
    try:
        return tomlkit.parse(data.decode("utf-8-sig"))
    except (TOMLKitError, UnicodeDecodeError):
        raise EditError("unreadable") from None


def _draw(document: TOMLDocument, number: int) -> Table:
    draws = document.get("draw")
    if not isinstance(draws, AoT) or not 0 <= number < len(draws):
        raise EditError("no_box")
    return draws[number]


def _finish(
    before: bytes, text: str, path: tuple[str | int, ...], number: int, renumbered: Renumbered = None
) -> FileEdit:
    """Encodes a file whose value at `path` was edited."""
    line = locate(text.replace("\r\n", "\n")).get(path, 0)
    return FileEdit((BOM if before.startswith(BOM) else b"") + text.encode(), line, number, renumbered)


# --- draws ------------------------------------------------------------------------------------------------


def insert_draw(data: bytes, after: int, lines: Sequence[str] = ()) -> FileEdit:
    """Returns the file with a new `[[draw]]` after the one with a number, -1 for the end; without `lines` a copy of
    that one."""
    text = data.decode("utf-8-sig")
    spans, old = _spans(text), _lines(text)
    after = len(spans) - 1 if after < 0 else after
    start, end = spans[after] if spans else (len(old), len(old))
    added = ["[[draw]]", *lines] if lines else old[start:end]
    renumbered = tuple((number, number + (number > after)) for number in range(len(spans)))
    new = _join(text, [*old[:end], *([""] if end else []), *added, *old[end:]])
    return _finish(data, new, ("draw", after + 1), after + 1, renumbered)


def delete_draw(data: bytes, number: int) -> FileEdit:
    """Returns the file without a draw and the empty lines after it."""
    text = data.decode("utf-8-sig")
    lines, spans = _lines(text), _spans(text)
    start, end = spans[number]
    while end < len(lines) and not lines[end].strip():
        end += 1
    while end == len(lines) and start and not lines[start - 1].strip():
        start -= 1
    renumbered = tuple((old, old - (old > number)) for old in range(len(spans)) if old != number)
    return _finish(data, "".join([*lines[:start], *lines[end:]]), ("draw",), -1, renumbered)


def move_draw(data: bytes, number: int, way: int) -> FileEdit:
    """Returns the file with a draw moved by one, up (-1) or down (1); the first and last stay."""
    text = data.decode("utf-8-sig")
    lines, spans = _lines(text), _spans(text)
    other = number + way
    if not 0 <= other < len(spans):
        return FileEdit(data, 0, number)
    (start, end), (next_start, next_end) = sorted((spans[number], spans[other]))
    between = lines[end:next_start]
    new = [*lines[:start], *lines[next_start:next_end], *between, *lines[start:end], *lines[next_end:]]
    swapped = {number: other, other: number}
    renumbered = tuple((old, swapped.get(old, old)) for old in range(len(spans)))
    return _finish(data, _join(text, new), ("draw", other), other, renumbered)


def _lines(text: str) -> list[str]:
    return list(io.StringIO(text, newline=""))


def _join(text: str, lines: Sequence[str]) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    return "".join(line if line.endswith("\n") else line + end for line in lines)


def _spans(text: str) -> list[tuple[int, int]]:
    """Returns the line range of each `[[draw]]`, from 0 with an exclusive end: including comments directly above it,
    excluding what is separate below it. Raises EditError if the draws are not separate tables."""
    try:
        places = locate(text.replace("\r\n", "\n"))
    except (ValueError, IndexError):
        raise EditError("unreadable") from None
    lines = _lines(text)

    def starts_table(path: tuple[str | int, ...]) -> bool:
        is_draw = path[0] == "draw" and len(path) == 2 and isinstance(path[1], int)
        return is_draw or (path[0] != "draw" and all(isinstance(part, str) for part in path))

    heads = sorted({line - 1 for path, line in places.items() if starts_table(path)})
    heads = [head for head in heads if lines[head].lstrip().startswith("[")]

    def with_comments(head: int) -> int:
        while head and lines[head - 1].startswith("#") and not lines[head - 1].startswith("#:"):
            head -= 1
        return head

    spans = []
    for number in range(sum(1 for path in places if path[0] == "draw" and len(path) == 2 and isinstance(path[1], int))):
        head = places["draw", number] - 1
        if head not in heads:
            raise EditError("no_box")
        end = next((with_comments(other) for other in heads if other > head), len(lines))
        blanks = [n for n in range(head, end) if not lines[n].strip()]
        while blanks and all(line.strip()[:1] in ("", "#") for line in lines[blanks[-1] : end]):
            end = blanks.pop()
        spans.append((with_comments(head), end))
    return spans


# --- cells ------------------------------------------------------------------------------------------------


class _CsvRow(msgspec.Struct, frozen=True):
    """A row of a CSV text, by its first line: its columns and cells, and the lines before and after it."""

    mark: str
    columns: Sequence[str]
    cells: list[str]
    before: str
    written: str
    after: str


def _read_row(data: bytes, line: int) -> _CsvRow:
    """Raises EditError if there is no such row."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EditError("no_row") from None
    mark, start = delimiter(text)
    lines = _lines(text)
    first = len(_lines(text[:start]))
    reader = csv.reader(lines[first:], delimiter=mark)
    columns = [make_column_name(cell.strip()) for cell in next(reader, [])]
    at = first + reader.line_num
    for cells in reader:
        end = first + reader.line_num
        if at + 1 == line and cells:
            parts = ("".join(part) for part in (lines[:at], lines[at:end], lines[end:]))
            return _CsvRow(mark, columns, cells, *parts)
        at = end
    raise EditError("no_row")


def read_cells(data: bytes, line: int) -> dict[str, str]:
    """Returns the cells of the row that starts at a line, by column. Raises EditError."""
    row = _read_row(data, line)
    cells = (cell.strip() for cell in row.cells)
    return dict.fromkeys(row.columns, "") | dict(zip(row.columns, cells, strict=False))


def write_cell(data: bytes, line: int, column: str, value: str) -> bytes:
    """Returns the file with one cell of the row that starts at a line changed; a short row is extended. Raises
    EditError."""
    row = _read_row(data, line)
    if column not in row.columns:
        raise EditError("no_row")
    number = row.columns.index(column)
    cells = [*row.cells, *[""] * (number + 1 - len(row.cells))]
    cells[number] = value
    bare = row.written.rstrip("\r\n")
    out = io.StringIO(newline="")
    is_quoted = bare.startswith('"') and bare.endswith('"')
    quoting: Literal[0, 1] = csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL
    csv.writer(out, delimiter=row.mark, lineterminator="\r\n", quoting=quoting).writerow(cells)
    text = row.before + out.getvalue()[:-2] + row.written[len(bare) :] + row.after
    return (BOM if data.startswith(BOM) else b"") + text.encode()
