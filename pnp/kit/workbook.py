"""Sheets of XLSX and ODS files as rows of texts.

A workbook is packed, so a small file may say that it has a million columns, or unpack to more than there is memory.
Therefore another process reads it, with bounds on its memory and time: whatever happens there, the press goes on.

    python -m pnp.kit.workbook FILE SHEET     writes the rows as JSON, or what is wrong with the file
"""

from __future__ import annotations

import datetime
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.measures import column_letter, in_digits

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

    from pnp.kit.opendocument import Odd

SUFFIXES = (".xlsx", ".ods")
SECONDS = 30.0
"""Until reading is given up; 20,000 rows take about two."""
UNPACKED = 256 * 1024**2
"""Bytes of XML in a workbook, as it says itself; 20,000 rows of 200 numbers take half of them."""
MEMORY = 1024**3
"""Bytes of address space of the process that reads, for workbooks that lie; those 20,000 rows are read within them."""
_LINE_END = re.compile("(?:\r|_x000D_)\n|\r")
"""`_x000D_` is how XLSX files escape a carriage return; in cells that hold their text themselves it is left."""
Cell: TypeAlias = int | float | str | bool | datetime.date | datetime.time | datetime.timedelta


class Read(msgspec.Struct, frozen=True):
    """A sheet's rows from the first on, empty ones too; or why they could not be read, and what to do."""

    rows: tuple[tuple[str, ...], ...] = ()
    fault: str = ""
    hint: str = ""


def read_sheet(path: Path, sheet: str) -> Read:
    """The sheet of that name in a workbook, or its first visible one if `sheet` is empty. At most `bounds.ROWS` rows
    and one."""
    import subprocess

    command = [sys.executable, "-m", "pnp.kit.workbook", str(path.resolve()), sheet]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, cwd=_above_package())
    except subprocess.TimeoutExpired:
        return Read(fault=f"takes longer than {SECONDS:.0f} s to read", hint="save the sheet as CSV")
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(done.stdout, type=Read)
    return Read(fault="cannot be read as a workbook", hint="open and save it again, or save the sheet as CSV")


def _above_package() -> Path:
    return Path(__file__).parents[2]


def _read(path: str, sheet: str) -> Read:
    """What the other process does."""
    size = _unpacked(path)
    if size > UNPACKED:
        hint = "delete what lies beside the table, or save the sheet as CSV"
        return Read(fault=f"unpacks to {size} bytes; a workbook may have {UNPACKED}", hint=hint)
    from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

    from pnp.kit.formulas import empty_results
    from pnp.kit.opendocument import Odd, odd_cells

    try:
        workbook = CalamineWorkbook.from_path(path)
    except PasswordError:
        return Read(fault="is locked by a password", hint="save it without one")
    sheets = [one for one in workbook.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]  # and no chart
    if not sheets:
        return Read(fault="has no sheets", hint="fill one")
    named = ", ".join(one.name for one in sheets[:24])
    if sheet and sheet not in [one.name for one in sheets]:
        return Read(fault=f"has no sheet “{sheet[:60]}”", hint=f"accepted: {named}")
    name = sheet or next((one.name for one in sheets if one.visible == SheetVisibleEnum.Visible), "")
    if not name:
        return Read(fault="has no visible sheet", hint=f"name the one that is meant: sheet = {named}")
    odd = odd_cells(path, name) if path.lower().endswith(".ods") else Odd(empty_results(path, name), [], {})
    if odd.faults:
        more = f" ({len(odd.faults) - 1} more)" if len(odd.faults) > 1 else ""
        return Read(
            fault=odd.faults[0] + more, hint="mend it, or open and save the file where its formulas are reckoned"
        )
    return _rows(workbook.get_sheet_by_name(name), odd)


def _unpacked(path: str) -> int:
    """How many bytes of XML a workbook says that it has; 0 for what is not packed, as those with passwords."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as file:
            return sum(part.file_size for part in file.infolist() if part.filename.endswith(".xml"))
    except zipfile.BadZipFile:
        return 0


def _rows(read: CalamineSheet, odd: Odd) -> Read:
    found = read.to_python(skip_empty_area=False, nrows=bounds.ROWS.most + 2)
    for (row, column), cell in odd.cells.items():
        if row < len(found) and column < len(found[row]) and isinstance(found[row][column], str):  # no time of a day
            found[row][column] = cell
    rows = tuple(tuple(map(_text, row[: bounds.COLUMNS.most + 1])) for row in found)
    header = next((number for number, row in enumerate(rows) if any(row)), 0)
    for (top, left), (bottom, right) in read.merged_cell_ranges or odd.merged:
        if header < top < len(rows) and any(rows[top][left : left + 1]):
            named = f"{column_letter(left)}{top + 1}:{column_letter(right)}{bottom + 1}"
            return Read(
                fault=f"the cells {named} are merged, and a table has each by itself", hint="part and fill them"
            )
    size = sum(len(cell) for row in rows for cell in row)
    if size > bounds.CSV_BYTES.most:
        return Read(fault=f"has {size} characters; a table may have {bounds.CSV_BYTES.most}", hint="split it")
    return Read(rows)


def _text(cell: Cell) -> str:
    """A cell as a CSV file would have it: 3 and not 3.0, days and times as ISO 8601 writes them, without seconds if
    there are none, hours beyond a day as 42:00, and line ends as in files of the press."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return in_digits(cell)
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat() if cell.time() == datetime.time() else f"{cell.date()} {_text(cell.time())}"
    if isinstance(cell, datetime.time):
        return cell.isoformat("seconds" if cell.second else "minutes")
    if isinstance(cell, datetime.timedelta):
        return _lasting(round(cell.total_seconds()))
    return _LINE_END.sub("\n", str(cell))


def _lasting(seconds: int) -> str:
    """So many hours, minutes and seconds as sheets show them: 42:00, 0:01:30."""
    minutes, second = divmod(abs(seconds), 60)
    return f"{'-' * (seconds < 0)}{minutes // 60}:{minutes % 60:02}{f':{second:02}' * bool(second)}"


def _bounded() -> None:
    """Keeps this process within `MEMORY`, where the system can."""
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    _bounded()
    sys.stdout.buffer.write(msgspec.json.encode(_read(*sys.argv[1:])))
