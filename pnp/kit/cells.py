"""Rows of text from CSV, XLSX and ODS files, below the names of their columns.

A workbook is packed, so a small file may claim a million columns, or unpack to more than there is memory. Therefore
another process reads it, with limits on its memory and time:

    python -m pnp.kit.cells FILE SHEET     writes the rows as JSON, or what is wrong with the file
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from posixpath import join, normpath
from xml.etree import ElementTree

import msgspec

from pnp.kit import bounds
from pnp.kit.toml_source import TomlSource, accepted, quote
from pnp.kit.values import format_column, format_number, make_column_name

KEY = "id"
"""The key column of a table that names none. Rows of a table without that column are numbered."""
WORKBOOKS = (".xlsx", ".ods")
SECONDS = 30.0
"""Until reading a workbook is given up; 20,000 rows take about two."""
UNPACKED = 256 * 1024**2
"""Bytes of XML in a workbook, as its directory says; 20,000 rows of 200 numbers take half of them."""
MEMORY = 1024**3
"""Bytes of address space of the process that reads, for workbooks whose directory lies."""
_SEPARATOR_LINE = re.compile(r"sep=(.)")
"""A first line that tells Excel the delimiter."""
_FOREIGN = re.compile("[，；、､｜،؛\u3000]")
"""What keyboards of other scripts give for commas, semicolons, bars and blanks."""
_LINE_END = re.compile("(?:\r|_x000D_)\n|\r")
"""`_x000D_` is how XLSX files escape a carriage return."""
_DURATION = re.compile(r"(-?)PT(\d{1,6})H(\d{1,4})M(\d{1,4})(?:[.,]\d+)?S")
"""How ODS files write 24 hours and more."""
_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d+")
"""What calamine reads of a cell with an error in an ODS file; of one in an XLSX file it reads nothing."""


class CellTable(msgspec.Struct, frozen=True):
    """The columns of a table, the name of its `key` column, and each row with its first line number. `has_semicolons`:
    cells are separated by semicolons, as programs write them in countries with decimal commas."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    key: str = KEY
    has_semicolons: bool = False


class SheetRows(msgspec.Struct, frozen=True):
    """A sheet's rows from the top, including empty ones; or why they could not be read, and what to do."""

    rows: tuple[tuple[str, ...], ...] = ()
    fault: str = ""
    hint: str = ""


def read_csv(text: str, key: str, source: TomlSource) -> CellTable | None:
    """Returns the table of a CSV text, or None after reporting findings. `key` is the key column named in `kit.toml`,
    or empty."""
    mark, start = delimiter(text)
    first = text[start:].partition("\n")[0]
    if not start and (foreign := _FOREIGN.search(first)) and mark not in first:
        message = f"the header has no comma, semicolon, tab or bar, but “{foreign[0]}”"
        hint = "write , between cells, or ; or a tab, in all rows: only these part cells"
        source.report_cell(1, "", "csv", message, hint)
        return None
    reader = csv.reader(io.StringIO(text[start:], newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, Sequence[str]]] = []
    top = line = 1 + bool(start)
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + top
    except csv.Error as error:
        source.report_cell(line, "", "csv", f"is not CSV: {error}", "double the quotes within quotes")
        return None
    return _table(rows, key, source, has_semicolons=mark == ";")


def delimiter(text: str) -> tuple[str, int]:
    """Returns the cell separator of a CSV text and the offset of its header."""
    first, end, _ = text.partition("\n")
    if named := _SEPARATOR_LINE.fullmatch(first.strip()):
        return named[1], len(first) + len(end)
    header = first[: bounds.HEADER.most]
    return max(",;\t|", key=lambda mark: (len(next(csv.reader([header], delimiter=mark), [])), mark == ",")), 0


def read_workbook(path: Path, name: str, key: str, source: TomlSource) -> CellTable | None:
    """Returns the named sheet of a workbook, or its first sheet, as a table. Returns None after reporting findings."""
    read = read_sheet(path, name)
    if read.fault:
        source.report_cell(0, "", "workbook", read.fault, read.hint)
        return None
    return _table(list(enumerate(read.rows, 1)), key, source)


def _table(
    cells: Sequence[tuple[int, Sequence[str]]], key: str, source: TomlSource, *, has_semicolons: bool = False
) -> CellTable | None:
    """Returns the non-empty rows below the header, or None after reporting findings."""
    rows = [(line, tuple(cell.strip() for cell in row)) for line, row in cells if any(cell.strip() for cell in row)]
    if not rows:
        source.report_cell(0, "", "csv", "is empty", f"the first row names the columns, among them {key or KEY}")
        return None
    (top, header), *rows = rows
    width = max(number for number, name in enumerate(header, 1) if name)
    if width > bounds.COLUMNS.most or len(rows) > bounds.ROWS.most:
        message = f"has {width} columns and {len(rows)} rows"
        hint = f"at most {bounds.COLUMNS.most} columns and {bounds.ROWS.most} rows are read: split it"
        source.report_cell(top if width > bounds.COLUMNS.most else 0, "", "size", message, hint)
        return None
    ragged = [(line, row) for line, row in rows if any(row[width:])]
    if len(ragged) > 1 and len(ragged) == sum(sum(map(bool, row)) > 1 for _, row in rows):
        found = quote(header[0]) if width == 1 else f"{width} cells"
        message = f"is no header: it has {found}, and all rows below have more"
        source.report_cell(top, "", "header", message, "the first row names the columns: delete titles above it")
        return None
    for line, row in ragged:
        message = f"the row has {len(row)} cells, the header {width}"
        source.report_cell(line, "", "ragged", message, "put texts that hold the delimiter in double quotes")
    filled = [(line, (*row, *[""] * (width - len(row)))[:width]) for line, row in rows]
    # A column without a name that is empty throughout separates others for the eye.
    used = [number for number in range(width) if header[number] or any(row[number] for _, row in filled)]
    names: list[str] = []
    before = source.faults
    for number in used:
        name, hint = make_column_name(header[number]), "name each column once, with letters a–z, digits, - and _"
        if name in names:
            source.report_cell(top, name, "header", f"the header has {quote(name)}, twice", hint)
        elif not header[number]:
            message = f"the header has no name for column {format_column(number)}, in which rows have something"
            source.report_cell(top, "", "header", message, "name each column; merged cells name their first one alone")
        elif not name:
            message = f"the header has {quote(header[number])}, which is no name: it has no letter a–z and no digit"
            source.report_cell(top, "", "header", message, f"{hint}; texts and faces call columns by it")
        else:
            names.append(name)
    if source.faults > before:
        return None
    key_name = make_column_name(key) if key else next((name for name in names if name.lower() == KEY), KEY)
    if key and key_name not in names:
        source.report_cell(top, key, "header", f"there is no key column {key}", accepted(names, key))
        return None
    kept = [(line, tuple(row[number] for number in used)) for line, row in filled]
    if key_name not in names:
        names.append(key_name)
        kept = [(line, (*row, str(number))) for number, (line, row) in enumerate(kept, 1)]
    return CellTable(tuple(names), tuple(kept), key_name, has_semicolons)


def read_sheet(path: Path, sheet: str) -> SheetRows:
    """Reads one sheet of a workbook, or its first visible sheet if `sheet` is empty. Reads at most `bounds.ROWS` + 1
    rows."""
    command = [sys.executable, "-m", "pnp.kit.cells", str(path.resolve()), sheet]
    home = Path(__file__).parents[2]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, cwd=home)
        return msgspec.json.decode(done.stdout, type=SheetRows)
    except subprocess.TimeoutExpired:
        return SheetRows(fault=f"takes longer than {SECONDS:.0f} s to read", hint="save the sheet as CSV")
    except msgspec.DecodeError:
        hint = "open and save it again, or save the sheet as CSV"
        return SheetRows(fault="cannot be read as a workbook", hint=hint)


# What the other process does.


def _read_sheet(path: str, name: str) -> SheetRows:
    from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

    with suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as file:  # files with passwords are not packed
        size = sum(part.file_size for part in file.infolist() if part.filename.endswith(".xml"))
        if size > UNPACKED:
            hint = "delete what lies beside the table, or save the sheet as CSV"
            return SheetRows(fault=f"unpacks to {size} bytes; a workbook may have {UNPACKED}", hint=hint)
    try:
        workbook = CalamineWorkbook.from_path(path)
    except PasswordError:
        return SheetRows(fault="is locked by a password", hint="save it without one")
    sheets = [one for one in workbook.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]  # and no chart
    if not sheets:
        return SheetRows(fault="has no sheets", hint="fill one")
    names = ", ".join(one.name for one in sheets[:24])
    if name and name not in [one.name for one in sheets]:
        return SheetRows(fault=f"has no sheet “{name[:60]}”", hint=f"accepted: {names}")
    name = name or next((one.name for one in sheets if one.visible == SheetVisibleEnum.Visible), "")
    if not name:
        return SheetRows(fault="has no visible sheet", hint=f"name the one that is meant: sheet = {names}")
    sheet = workbook.get_sheet_by_name(name)
    found = sheet.to_python(skip_empty_area=False, nrows=bounds.ROWS.most + 2)
    rows = tuple(tuple(map(_format_cell, row[: bounds.COLUMNS.most + 1])) for row in found)
    if path.lower().endswith(".xlsx"):
        with zipfile.ZipFile(path) as file:
            faulty = _find_uncalculated(file, name)
    else:
        cells = ((row, column, cell) for row, found in enumerate(rows) for column, cell in enumerate(found))
        faulty = [_cell_name(row, column) for row, column, cell in cells if _ERROR.fullmatch(cell)]
    if faulty:
        more = f" ({len(faulty) - 1} more)" if len(faulty) > 1 else ""
        return SheetRows(
            fault=f"{faulty[0]} has an error, or a formula whose result is not in the file{more}",
            hint="correct it; or open and save the file in a program that calculates it",
        )
    header = next((number for number, row in enumerate(rows) if any(row)), 0)
    for (top, left), end in sheet.merged_cell_ranges or ():
        if header < top < len(rows) and any(rows[top][left : left + 1]):
            fault = f"the cells {_cell_name(top, left)}:{_cell_name(*end)} are merged, and a table has each by itself"
            return SheetRows(fault=fault, hint="part and fill them")
    size = sum(len(cell) for row in rows for cell in row)
    if size > bounds.CSV_BYTES.most:
        return SheetRows(fault=f"has {size} characters; a table may have {bounds.CSV_BYTES.most}", hint="split it")
    return SheetRows(rows)


def _format_cell(cell: float | str | bool | datetime.date | datetime.time | datetime.timedelta) -> str:
    """Formats a cell as CSV does: 3 and not 3.0, ISO 8601 dates and times, durations as 42:00, yes and no."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return format_number(cell)
    if isinstance(cell, datetime.datetime):
        has_time = cell.time() != datetime.time()
        return f"{cell.date()} {_format_cell(cell.time())}" if has_time else cell.date().isoformat()
    if isinstance(cell, datetime.time):
        return cell.isoformat("seconds" if cell.second else "minutes")
    if isinstance(cell, datetime.timedelta):
        seconds = round(cell.total_seconds())
    elif isinstance(cell, str) and (duration := _DURATION.fullmatch(cell)):
        hours, minutes, rest = map(int, duration.groups()[1:])
        seconds = (3600 * hours + 60 * minutes + rest) * (-1 if duration[1] else 1)
    else:
        return _LINE_END.sub("\n", str(cell))
    minutes, second = divmod(abs(seconds), 60)
    return f"{'-' * (seconds < 0)}{minutes // 60}:{minutes % 60:02}{f':{second:02}' * bool(second)}"


def _cell_name(row: int, column: int) -> str:
    return f"{format_column(column)}{row + 1}"


def _find_uncalculated(file: zipfile.ZipFile, sheet: str) -> list[str]:
    """Returns the cells of an XLSX file with errors, or with formulas whose results were not saved (ECMA-376)."""
    link = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    try:
        sheets = ElementTree.fromstring(file.read("xl/workbook.xml")).iterfind(".//{*}sheet")
        links = ElementTree.fromstring(file.read("xl/_rels/workbook.xml.rels")).iterfind("{*}Relationship")
        wanted = next(one.get(link) for one in sheets if one.get("name") == sheet)
        part = next(one.get("Target", "") for one in links if one.get("Id") == wanted)
        content = file.open(part.lstrip("/") if part.startswith("/") else normpath(join("xl", part)))
    except (KeyError, StopIteration, ElementTree.ParseError):
        return []  # not as the standard says: calamine finds it in its own way
    found = []
    with content:
        for _, element in ElementTree.iterparse(content):
            if element.tag.endswith("}c"):
                has_result = bool(element.findtext("{*}v")) or element.get("t") == "str"
                if element.get("t") == "e" or (element.find("{*}f") is not None and not has_result):
                    found.append(element.get("r", ""))
            elif element.tag.endswith("}row"):
                element.clear()
    return found


if __name__ == "__main__":
    bounds.limit_memory(MEMORY)
    sys.stdout.buffer.write(msgspec.json.encode(_read_sheet(*sys.argv[1:])))
