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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from posixpath import join, normpath
from xml.etree import ElementTree

import msgspec

from pnp.findings import Place
from pnp.kit import bounds
from pnp.kit.toml_source import TomlSource, accepted, quote
from pnp.kit.values import column_letter, column_name, in_digits

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
_UNCALCULATED = "has an error, or a formula whose result is not in the file"
_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d+")


class CellTable(msgspec.Struct, frozen=True):
    """The names of a table's columns, one of them the `key`, and each row with the line it begins at.

    `has_semicolons`: semicolons separate the cells, as programs write where numbers have decimal commas.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    key: str = KEY
    has_semicolons: bool = False


class SheetRows(msgspec.Struct, frozen=True):
    """A sheet's rows from the first on, empty ones too; or why they could not be read, and what to do."""

    rows: tuple[tuple[str, ...], ...] = ()
    fault: str = ""
    hint: str = ""


def note(source: TomlSource, line: int, column: str, code: str, message: str, hint: str = "") -> None:
    """Adds an error at a cell of a table."""
    source.note("error", code, Place(source.file, line, column), message, hint)


def read_csv(text: str, key: str, source: TomlSource) -> CellTable | None:
    """The table of a CSV text; None, and findings, if it cannot be used. `key` as `kit.toml` says it, or empty."""
    mark, start = delimiter(text)
    first = text[start:].partition("\n")[0]
    if len(first) > bounds.HEADER.most:
        message = f"the header has more than {bounds.HEADER.most} {bounds.HEADER.unit}"
        note(source, 1, "", "size", message, "give it fewer columns, or shorter names")
        return None
    if not start and (foreign := _FOREIGN.search(first)) and mark not in first:
        message = f"the header has no comma, semicolon, tab or bar, but “{foreign[0]}”"
        note(source, 1, "", "csv", message, "write , between cells, or ; or a tab, in all rows: only these part cells")
        return None
    reader = csv.reader(io.StringIO(text[start:], newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, Sequence[str]]] = []
    top = line = 1 + bool(start)
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + top
    except csv.Error as error:
        note(source, line, "", "csv", f"is not CSV: {error}", "double the quotes within quotes")
        return None
    return _table(rows, key, source, has_semicolons=mark == ";")


def delimiter(text: str) -> tuple[str, int]:
    """The character between the cells of a CSV text, and the position at which its header begins."""
    first, end, _ = text.partition("\n")
    if named := _SEPARATOR_LINE.fullmatch(first.strip()):
        return named[1], len(first) + len(end)
    header = first[: bounds.HEADER.most]
    return max(",;\t|", key=lambda mark: (len(next(csv.reader([header], delimiter=mark), [])), mark == ",")), 0


def read_workbook(path: Path, name: str, key: str, source: TomlSource) -> CellTable | None:
    """The table of the sheet of that name in a workbook, or of the first; None, and findings, if it cannot be used."""
    read = read_sheet(path, name)
    if read.fault:
        note(source, 0, "", "workbook", read.fault, read.hint)
        return None
    return _table(list(enumerate(read.rows, 1)), key, source)


def _table(
    cells: Sequence[tuple[int, Sequence[str]]], key: str, source: TomlSource, *, has_semicolons: bool = False
) -> CellTable | None:
    """The rows that hold something, below their header; None, and findings, if they cannot be used."""
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
        found = quote(header[0]) if width == 1 else f"{width} cells"
        message = f"is no header: it has {found}, and all rows below have more"
        note(source, top, "", "header", message, "the first row names the columns: delete titles above it")
        return None
    for line, row in ragged:
        message = f"the row has {len(row)} cells, the header {width}"
        note(source, line, "", "ragged", message, "put texts that hold the delimiter in double quotes")
    filled = [(line, (*row, *[""] * (width - len(row)))[:width]) for line, row in rows]
    # A column without a name that is empty throughout separates others for the eye.
    used = [number for number in range(width) if header[number] or any(row[number] for _, row in filled)]
    names = _column_names({number: header[number] for number in used}, top, source)
    found_key = _key_column(names, key, top, source) if names else None
    if found_key is None:
        return None
    kept = [(line, tuple(row[number] for number in used)) for line, row in filled]
    if found_key not in names:
        names = (*names, found_key)
        kept = [(line, (*row, str(number))) for number, (line, row) in enumerate(kept, 1)]
    return CellTable(names, tuple(kept), found_key, has_semicolons)


def _column_names(header: Mapping[int, str], line: int, source: TomlSource) -> tuple[str, ...]:
    """The columns' names, by their positions; none if the header is at fault."""
    names = tuple(map(column_name, header.values()))
    counts = Counter(names)
    hint = "name each column once, with letters a–z, digits, - and _"
    before = source.faults
    for name in sorted(counts.keys() - {""}):
        if counts[name] > 1:
            note(source, line, name, "header", f"the header has {quote(name)}, twice", hint)
    for (position, title), name in zip(header.items(), names, strict=True):
        if not name and title:
            message = f"the header has {quote(title)}, which is no name: it has no letter a–z and no digit"
            note(source, line, "", "header", message, f"{hint}; texts and faces call columns by it")
        elif not name:
            message = f"the header has no name for column {column_letter(position)}, in which rows have something"
            note(source, line, "", "header", message, "name each column; merged cells name their first one alone")
    return names if source.faults == before else ()


def _key_column(names: Sequence[str], key: str, line: int, source: TomlSource) -> str | None:
    """The column that kit.toml names, else `id` in any case, or one of numbers that is added as `id`."""
    if not key:
        return next((name for name in names if name.lower() == KEY), KEY)
    if column_name(key) in names:
        return column_name(key)
    note(source, line, key, "header", f"there is no key column {key}", accepted(names, key))
    return None


def read_sheet(path: Path, sheet: str) -> SheetRows:
    """The sheet of that name in a workbook, or its first visible one if `sheet` is empty. At most `bounds.ROWS` rows
    and one."""
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
    rows = tuple(tuple(map(_cell_text, row[: bounds.COLUMNS.most + 1])) for row in found)
    with zipfile.ZipFile(path) as file:
        unusable, merged = (_ods_cells if path.lower().endswith(".ods") else _xlsx_cells)(file, name)
    if unusable:
        more = f" ({len(unusable) - 1} more)" if len(unusable) > 1 else ""
        return SheetRows(
            fault=unusable[0] + more, hint="correct it; or open and save the file in a program that calculates it"
        )
    header = next((number for number, row in enumerate(rows) if any(row)), 0)
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or merged:
        if header < top < len(rows) and any(rows[top][left : left + 1]):
            cells = f"{column_letter(left)}{top + 1}:{column_letter(right)}{bottom + 1}"
            fault = f"the cells {cells} are merged, and a table has each by itself"
            return SheetRows(fault=fault, hint="part and fill them")
    size = sum(len(cell) for row in rows for cell in row)
    if size > bounds.CSV_BYTES.most:
        return SheetRows(fault=f"has {size} characters; a table may have {bounds.CSV_BYTES.most}", hint="split it")
    return SheetRows(rows)


def _cell_text(cell: float | str | bool | datetime.date | datetime.time | datetime.timedelta) -> str:
    """A cell as a CSV file would have it: 3 and not 3.0, days and times as ISO 8601 writes them, without seconds if
    there are none, durations as 42:00, and line ends as in files of the press."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return in_digits(cell)
    if isinstance(cell, datetime.datetime):
        has_time = cell.time() != datetime.time()
        return f"{cell.date()} {_cell_text(cell.time())}" if has_time else cell.date().isoformat()
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


Merged = list[tuple[tuple[int, int], tuple[int, int]]]
"""Row and column, from 0, of the first cell and of the last, of each group of merged cells."""


def _xlsx_cells(file: zipfile.ZipFile, sheet: str) -> tuple[list[str], Merged]:
    """The cells with errors, or with formulas whose results were never saved (ECMA-376). Calamine tells merged ones."""
    link = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    try:
        sheets = ElementTree.fromstring(file.read("xl/workbook.xml")).iterfind(".//{*}sheet")
        links = ElementTree.fromstring(file.read("xl/_rels/workbook.xml.rels")).iterfind("{*}Relationship")
        wanted = next(one.get(link) for one in sheets if one.get("name") == sheet)
        part = next(one.get("Target", "") for one in links if one.get("Id") == wanted)
        content = file.open(part.lstrip("/") if part.startswith("/") else normpath(join("xl", part)))
    except (KeyError, StopIteration, ElementTree.ParseError):
        return [], []  # not as the standard says: calamine finds it in its own way
    unusable = []
    with content:
        for _, element in ElementTree.iterparse(content):
            name = element.tag.rpartition("}")[2]
            if name == "c":
                has_result = bool(element.findtext("{*}v")) or element.get("t") == "str"
                if element.get("t") == "e" or (element.find("{*}f") is not None and not has_result):
                    unusable.append(f"{element.get('r')} {_UNCALCULATED}")
            elif name == "row":
                element.clear()
    return unusable, []


def _ods_cells(file: zipfile.ZipFile, sheet: str) -> tuple[list[str], Merged]:
    """The cells with errors, or with formulas without results, and merged ones (OpenDocument 1.3)."""
    unusable: list[str] = []
    merged: Merged = []
    for row, column, cell, text in _walk_ods(file, sheet):
        get = {key.rpartition("}")[2]: value for key, value in cell.attrib.items()}
        has_result = get.get("value-type") == "string" or bool({"value", "date-value", "time-value"} & get.keys())
        has_result |= "boolean-value" in get
        kinds = [value for key, value in cell.attrib.items() if key.endswith("}value-type")]  # LibreOffice adds its own
        if "error" in kinds or ("formula" in get and (not has_result or _ERROR.fullmatch(text))):
            unusable.append(f"{column_letter(column)}{row + 1} {_UNCALCULATED}")
        elif any(part.tag.endswith(("}tab", "}line-break")) for part in cell.iter()):  # calamine drops them
            unusable.append(f"{column_letter(column)}{row + 1} has a tab or a line break within a paragraph")
        down, right = int(get.get("number-rows-spanned", "1")), int(get.get("number-columns-spanned", "1"))
        if down > 1 or right > 1:
            merged.append(((row, column), (row + down - 1, column + right - 1)))
    return unusable, merged


def _walk_ods(file: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int, ElementTree.Element, str]]:
    """The cells of a sheet with row and column from 0 and their texts; of equal ones side by side the first."""
    table = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    inside, row = False, 0
    with file.open("content.xml") as stream:
        for event, element in ElementTree.iterparse(stream, ("start", "end")):
            if element.tag == f"{table}table":
                inside = event == "start" and element.get(f"{table}name") == sheet
            elif element.tag == f"{table}table-row" and event == "end":
                column = 0
                for cell in element if inside else ():
                    yield row, column, cell, "".join("".join(part.itertext()) for part in cell.iterfind("{*}p"))
                    column += int(cell.get(f"{table}number-columns-repeated", "1"))
                row += int(element.get(f"{table}number-rows-repeated", "1")) if inside else 0
                element.clear()


if __name__ == "__main__":
    bounds.limit_memory(MEMORY)
    sys.stdout.buffer.write(msgspec.json.encode(_read_sheet(*sys.argv[1:])))
