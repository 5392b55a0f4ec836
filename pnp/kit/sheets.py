"""Sheets of cells: CSV text with the delimiter of any spreadsheet, or a sheet of a workbook. Columns get their names
here, and rows the line they begin at."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from pnp.findings import Place
from pnp.kit import bounds, workbook
from pnp.kit.hints import accepted
from pnp.kit.measures import column_letter, column_name
from pnp.kit.source import Source
from pnp.kit.structs import shown

KEY = "id"
"""The key column of a table that names none; without such a column its rows are numbered."""
_SAID = re.compile(r"sep=(.)")
"""A first line that tells Excel the delimiter."""


_FOREIGN = re.compile("[，；、､｜،؛\u3000]")
"""What keyboards of other scripts give for commas, semicolons, bars and blanks."""


class Sheet(msgspec.Struct, frozen=True):
    """A sheet's cells: the names of its columns, one of them the `key`, and each row with the line it begins at.
    `parted` by semicolons it was written where commas stand in numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    key: str = KEY
    parted: bool = False


def csv_sheet(text: str, key: str, source: Source) -> Sheet | None:
    """The sheet of a CSV text; None, and findings, if it cannot be used. `key` as `kit.toml` says it, or empty."""
    told = _SAID.fullmatch(text.partition("\n")[0].strip())
    if told:
        text = text.partition("\n")[2]
    first = text.partition("\n")[0]
    if len(first) > bounds.HEADER.most:
        message = f"the header has more than {bounds.HEADER.most} {bounds.HEADER.unit}"
        note(source, 1, "", "size", message, "give it fewer columns, or shorter names")
        return None
    mark = told[1] if told else _guessed(first)
    if not told and (foreign := _FOREIGN.search(first)) and mark not in first:
        message = f"the header has no comma, semicolon, tab or bar, but “{foreign[0]}”"
        note(source, 1, "", "csv", message, "write , between cells, or ; or a tab, in all rows: only these part cells")
        return None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, Sequence[str]]] = []
    before = 1 + bool(told)
    line = before
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + before
    except csv.Error as error:
        note(source, line, "", "csv", f"is not CSV: {error}", "double the quotes within quotes")
        return None
    sheet = _sheet(rows, key, source)
    return msgspec.structs.replace(sheet, parted=mark == ";") if sheet else None


def delimiter(text: str) -> tuple[str, int]:
    """What stands between the cells of a CSV text, and where its header begins."""
    first, end, _ = text.partition("\n")
    told = _SAID.fullmatch(first.strip())
    return (told[1], len(first) + len(end)) if told else (_guessed(first), 0)


def _guessed(header: str) -> str:
    return max(",;\t|", key=lambda mark: (len(next(csv.reader([header], delimiter=mark), [])), mark == ","))


def workbook_sheet(path: Path, name: str, key: str, source: Source) -> Sheet | None:
    """The sheet of that name in a workbook, or the first; None, and findings, if it cannot be used."""
    read = workbook.read_sheet(path, name)
    if read.fault:
        note(source, 0, "", "workbook", read.fault, read.hint)
        return None
    return _sheet(list(enumerate(read.rows, 1)), key, source)


def note(source: Source, line: int, column: str, code: str, message: str, hint: str = "") -> None:
    """Notes an error at a cell of the sheet."""
    source.note("error", code, Place(source.file, line, column), message, hint)


def _sheet(cells: Sequence[tuple[int, Sequence[str]]], key: str, source: Source) -> Sheet | None:
    """Rows that hold something, below their header; None if that cannot be used."""
    rows = [(line, tuple(cell.strip() for cell in row)) for line, row in cells if any(cell.strip() for cell in row)]
    if not rows:
        note(source, 0, "", "csv", "is empty", f"the first row names the columns, among them {key or KEY}")
        return None
    (top, header), *rows = rows
    width = max(number for number, name in enumerate(header, 1) if name)
    if width > bounds.COLUMNS.most or len(rows) > bounds.ROWS.most:
        message = f"has {width} columns and {len(rows)} rows"
        hint = f"at most {bounds.COLUMNS.most} columns and {bounds.ROWS.most} rows are read: split it"
        note(source, 0, "", "size", message, hint)
        return None
    ragged = [(line, row) for line, row in rows if any(row[width:])]
    if len(ragged) > 1 and len(ragged) == sum(sum(map(bool, row)) > 1 for _, row in rows):
        said = shown(header[0]) if width == 1 else f"{width} cells"
        message = f"is no header: it has {said}, and all rows below have more"
        note(source, top, "", "header", message, "the first row names the columns: delete titles above it")
        return None
    for line, row in ragged:
        message = f"the row has {len(row)} cells, the header {width}"
        note(source, line, "", "ragged", message, "put texts that hold the delimiter in double quotes")
    filled = [(line, (*row, *[""] * (width - len(row)))[:width]) for line, row in rows]
    # A column without a name that is empty throughout parts others for the eye.
    used = [number for number in range(width) if header[number] or any(row[number] for _, row in filled)]
    names = _names({number: header[number] for number in used}, top, source)
    found = _key(names, key, top, source) if names else None
    if found is None:
        return None
    kept = [(line, tuple(row[number] for number in used)) for line, row in filled]
    if found not in names:
        return Sheet((*names, found), tuple((line, (*row, str(n))) for n, (line, row) in enumerate(kept, 1)), found)
    return Sheet(names, tuple(kept), found)


def _names(header: Mapping[int, str], line: int, source: Source) -> tuple[str, ...]:
    """The columns' names, by their places; none if the header is at fault."""
    names = tuple(map(column_name, header.values()))
    counts = Counter(names)
    hint = "name each column once, with letters a–z, digits, - and _"
    before = source.faults
    for name in sorted(counts.keys() - {""}):
        if counts[name] > 1:
            note(source, line, name, "header", f"the header has {shown(name)}, twice", hint)
    for (place, said), name in zip(header.items(), names, strict=True):
        if not name and said:
            message = f"the header has {shown(said)}, which is no name: it has no letter a–z and no digit"
            note(source, line, "", "header", message, f"{hint}; texts and faces call columns by it")
        elif not name:
            message = f"the header has no name for column {column_letter(place)}, in which rows have something"
            note(source, line, "", "header", message, "name each column; merged cells name their first one alone")
    return names if source.faults == before else ()


def _key(names: Sequence[str], key: str, line: int, source: Source) -> str | None:
    """The key column: that which kit.toml names, else `id` in any case, or one of numbers that is added as `id`."""
    if not key:
        return next((name for name in names if name.lower() == KEY), KEY)
    if column_name(key) in names:
        return column_name(key)
    note(source, line, key, "header", f"there is no key column {key}", accepted(names, key))
    return None
