"""Cells of XLSX sheets that hold nothing to print: formulas whose results were never saved, and errors (ECMA-376)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from posixpath import join, normpath
from xml.etree import ElementTree

_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def empty_results(path: str, sheet: str) -> list[str]:
    """Which cells of a sheet these are and what is in them, in words."""
    try:
        with zipfile.ZipFile(path) as file:
            return list(_faults(file, _part(file, sheet)))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError):
        return []  # not as the standard says: what reads it looks for itself


def _part(file: zipfile.ZipFile, sheet: str) -> str:
    """The part of the file that has a sheet. Raises KeyError, if none does."""
    named = {
        one.get("name"): one.get(_ID) for one in ElementTree.fromstring(file.read(_WORKBOOK)).iterfind(".//{*}sheet")
    }
    links = ElementTree.fromstring(file.read(_RELATIONS)).iterfind("{*}Relationship")
    target = {link.get("Id"): link.get("Target") or "" for link in links}[named[sheet]]
    return target.lstrip("/") if target.startswith("/") else normpath(join("xl", target))


def _faults(file: zipfile.ZipFile, part: str) -> Iterator[str]:
    with file.open(part) as stream:
        for _, element in ElementTree.iterparse(stream):
            name = element.tag.rpartition("}")[2]
            if name == "row":
                element.clear()
            if name != "c":
                continue
            kind, value = element.get("t"), element.findtext("{*}v") or ""
            if kind == "e":
                yield f"{element.get('r')} has the error {value}"
            elif element.find("{*}f") is not None and not value and kind != "str":
                yield f"{element.get('r')} has a formula whose result is not in the file"
