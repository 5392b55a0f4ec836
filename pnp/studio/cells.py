"""Writing a cell of a CSV file anew, with every other byte as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.kit.measures import column_name
from pnp.kit.sheets import delimiter

BOM = b"\xef\xbb\xbf"
_BLANKS = re.compile(r"([ \t]*)(.*?)([ \t]*)", re.DOTALL)
_END = re.compile(r"\r\n|\r|\n")


class Field(NamedTuple):
    """A field of a row: where it begins and ends in the text, its quotes included, and the line its row begins at."""

    start: int
    end: int
    row: int
    number: int


class NoCellError(Exception):
    """There is no such row or column in the file."""


class _Grid:
    """The fields of a file: its header by the names of columns, and one row."""

    def __init__(self, data: bytes, row: int) -> None:
        self.text = data.decode("utf-8-sig")
        self.mark, start = delimiter(self.text)
        fields = list(_fields(self.text, self.mark, start))
        top = fields[0].row
        self.names = [column_name(plain(self.text, field)) for field in fields if field.row == top]
        self.row = [field for field in fields if field.row == row and row != top]
        if not self.row:
            raise NoCellError(str(row))


def row_read(data: bytes, row: int) -> dict[str, str]:
    """The cells of the row that begins at a line, by column, as they stand in the file. Raises NoCellError,
    UnicodeDecodeError."""
    grid = _Grid(data, row)
    texts = [plain(grid.text, field) for field in grid.row]
    return dict(zip(grid.names, [*texts, *[""] * (len(grid.names) - len(texts))], strict=False))


def cell_written(data: bytes, row: int, column: str, value: str) -> bytes:
    """The file with one cell of the row that begins at a line; a row that is too short is made longer. Raises
    NoCellError, UnicodeDecodeError."""
    grid = _Grid(data, row)
    text, mark = grid.text, grid.mark
    if column not in grid.names:
        raise NoCellError(column)
    number = grid.names.index(column)
    if number < len(grid.row):
        field = grid.row[number]
        raw = _BLANKS.fullmatch(text[field.start : field.end])
        assert raw
        new = raw[1] + _written(value, mark, quoted=raw[2].startswith('"')) + raw[3]
        after = text[: field.start] + new + text[field.end :]
    else:
        end = grid.row[-1].end
        after = text[:end] + mark * (number - len(grid.row) + 1) + _written(value, mark) + text[end:]
    return (BOM if data.startswith(BOM) else b"") + after.encode()


def _written(value: str, mark: str, *, quoted: bool = False) -> str:
    needed = any(character in value for character in (mark, '"', "\n", "\r"))
    return '"' + value.replace('"', '""') + '"' if quoted or needed else value


def plain(text: str, field: Field) -> str:
    """What a field holds, without its quotes and the blanks around it."""
    raw = text[field.start : field.end].strip()
    if raw.startswith('"') and raw.endswith('"') and len(raw) > 1:
        raw = raw[1:-1].replace('""', '"')
    return raw.strip()


def _fields(text: str, mark: str, start: int) -> Iterator[Field]:
    """All fields, as `csv` parts them, from where the header begins."""
    at = begin = start
    line = row = 1 + len(_END.findall(text[:start]))
    number = 0
    while at <= len(text):
        if at == begin and text[at : at + 1] == '"':
            at, skipped = _quoted(text, at)
            line += skipped
        end = _END.match(text, at)
        if at < len(text) and not end and text[at] != mark:
            at += 1
            continue
        yield Field(begin, at, row, number)
        if at == len(text):
            return
        number = 0 if end else number + 1
        line += bool(end)
        row = line if end else row
        at = begin = end.end() if end else at + 1


def _quoted(text: str, at: int) -> tuple[int, int]:
    """Behind the quotes that open here, and how many line ends they hold."""
    start = at
    at += 1
    while at < len(text):
        if text[at] == '"':
            if text[at + 1 : at + 2] != '"':
                return at + 1, len(_END.findall(text[start:at]))
            at += 1
        at += 1
    return at, len(_END.findall(text[start:at]))
