"""Cells of ODS sheets that a table cannot have: errors, formulas without results, merged ones; and those whose tabs,
line breaks or hours beyond a day are read here (OpenDocument 1.3)."""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterator
from typing import TypeAlias
from xml.etree import ElementTree

import msgspec

from pnp.kit import bounds
from pnp.kit.measures import column_letter

_OFFICE, _TABLE, _TEXT = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table", "text")
)
_OF_ERRORS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
"""Where LibreOffice says that a cell holds an error; the standard has no word for it."""
_VALUES = tuple(f"{_OFFICE}{name}" for name in ("value", "string-value", "date-value", "time-value", "boolean-value"))
_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d+")
_LASTING = re.compile(r"(-?)PT(\d{1,6})H(\d{1,4})M(\d{1,4})(?:[.,]\d+)?S")
_MARKS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


Range: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Row and column, from 0, of its first cell and of its last."""


class Odd(msgspec.Struct, frozen=True):
    """Which cells hold nothing to print, in words; which are merged; and what those hold that are read here."""

    faults: list[str]
    merged: list[Range]
    cells: dict[tuple[int, int], str | datetime.timedelta]


def odd_cells(path: str, sheet: str) -> Odd:
    odd = Odd([], [], {})
    with zipfile.ZipFile(path) as file:
        for row, column, cell, rows, columns in _cells(file, sheet):
            if fault := _fault(cell):
                odd.faults.append(f"{column_letter(column)}{row + 1} {fault}")
            down, right = _number(cell, "number-rows-spanned"), _number(cell, "number-columns-spanned")
            if down > 1 or right > 1:
                odd.merged.append(((row, column), (row + down - 1, column + right - 1)))
            held = _held(cell)
            if held is not None:
                across = range(column, min(column + columns, bounds.COLUMNS.most + 1))
                for place in range(row, min(row + rows, bounds.ROWS.most + 2)):
                    odd.cells.update(((place, beside), held) for beside in across)
    return odd


def _held(cell: ElementTree.Element) -> str | datetime.timedelta | None:
    """What a cell holds that lasts for some time, or has tabs or line breaks in its text."""
    if lasting := _LASTING.fullmatch(cell.get(f"{_OFFICE}time-value", "")):
        hours, minutes, seconds = map(int, lasting.groups()[1:])
        time = datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return -time if lasting[1] else time
    paragraphs = cell.findall(f"{_TEXT}p")
    marked = any(next(part.iter(mark), None) is not None for part in paragraphs for mark in _MARKS)
    if cell.get(f"{_OFFICE}value-type") != "string" or f"{_OFFICE}string-value" in cell.attrib or not marked:
        return None
    return "\n".join("".join(_text(part)) for part in paragraphs)


def _text(element: ElementTree.Element) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        if part.tag in _MARKS:
            yield _MARKS[part.tag]
        elif part.tag == f"{_TEXT}s":
            yield " " * min(int(part.get(f"{_TEXT}c", "1")), bounds.CELL.most)
        elif part.tag != f"{_OFFICE}annotation":
            yield from _text(part)
        yield part.tail or ""


def _fault(cell: ElementTree.Element) -> str:
    formula, kind = f"{_TABLE}formula" in cell.attrib, cell.get(f"{_OFFICE}value-type")
    wrong = "error" in (kind, cell.get(_OF_ERRORS))
    if not (formula or wrong):
        return ""
    text = "".join("".join(part.itertext()) for part in cell.iterfind("{*}p"))
    if wrong or _ERROR.fullmatch(text):
        return f"has the error {text[:60]}"
    saved = kind == "string" or any(name in cell.attrib for name in _VALUES)
    return "" if saved else "has a formula whose result is not in the file"


def _cells(file: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int, ElementTree.Element, int, int]]:
    """The cells of a sheet with row and column from 0; of those that are alike side by side the first, with in how
    many rows and columns they stand."""
    inside, row = False, 0
    with file.open("content.xml") as stream:
        for event, element in ElementTree.iterparse(stream, ("start", "end")):
            if element.tag == f"{_TABLE}table":
                inside = event == "start" and element.get(f"{_TABLE}name") == sheet
            elif element.tag == f"{_TABLE}table-row" and event == "end":
                column, rows = 0, _number(element, "number-rows-repeated")
                for cell in element if inside else ():
                    columns = _number(cell, "number-columns-repeated")
                    yield row, column, cell, rows, columns
                    column += columns
                row += rows if inside else 0
                element.clear()


def _number(element: ElementTree.Element, name: str) -> int:
    return int(element.get(f"{_TABLE}{name}", "1"))
