"""Cells of ODS sheets that a table cannot have: errors, formulas without results, merged ones (OpenDocument 1.3)."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import TypeAlias
from xml.etree import ElementTree

import msgspec

from pnp.kit.measures import column_letter

_OFFICE, _TABLE = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table"))
_OF_ERRORS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
"""Where LibreOffice says that a cell holds an error; the standard has no word for it."""
_VALUES = tuple(f"{_OFFICE}{name}" for name in ("value", "string-value", "date-value", "time-value", "boolean-value"))
_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d+")


Range: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Row and column, from 0, of its first cell and of its last."""


class Odd(msgspec.Struct, frozen=True):
    """Which cells hold nothing to print, in words; and which are merged."""

    faults: list[str]
    merged: list[Range]


def odd_cells(path: str, sheet: str) -> Odd:
    odd = Odd([], [])
    with zipfile.ZipFile(path) as file:
        for row, column, cell in _cells(file, sheet):
            if fault := _fault(cell):
                odd.faults.append(f"{column_letter(column)}{row + 1} {fault}")
            down, right = _number(cell, "number-rows-spanned"), _number(cell, "number-columns-spanned")
            if down > 1 or right > 1:
                odd.merged.append(((row, column), (row + down - 1, column + right - 1)))
    return odd


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


def _cells(file: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int, ElementTree.Element]]:
    """The cells of a sheet with row and column from 0; of those that are alike side by side the first."""
    inside, row = False, 0
    with file.open("content.xml") as stream:
        for event, element in ElementTree.iterparse(stream, ("start", "end")):
            if element.tag == f"{_TABLE}table":
                inside = event == "start" and element.get(f"{_TABLE}name") == sheet
            elif element.tag == f"{_TABLE}table-row" and event == "end":
                column = 0
                for cell in element if inside else ():
                    yield row, column, cell
                    column += _number(cell, "number-columns-repeated")
                row += _number(element, "number-rows-repeated") if inside else 0
                element.clear()


def _number(element: ElementTree.Element, name: str) -> int:
    return int(element.get(f"{_TABLE}{name}", "1"))
