"""Workbooks as others write them: Office Open XML and OpenDocument, with no more than they must have."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

Rows = Sequence[Sequence[str | float]]
OOXML = "http://schemas.openxmlformats.org"
MAIN, PACKAGE = f"{OOXML}/spreadsheetml/2006/main", f"{OOXML}/package/2006"
RELATED = f"{OOXML}/officeDocument/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
LINK = '<Relationship Id="r{0}" Type="' + RELATED + '/{1}" Target="{2}"/>'
LINKS = f'<Relationships xmlns="{PACKAGE}/relationships">' + "{}</Relationships>"
PART = '<Override PartName="/xl/{}" ContentType="' + KINDS + '.{}+xml"/>'


def write_parts(path: Path, parts: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for name, text in parts.items():
            file.writestr(name, text)


def xlsx(path: Path, sheets: Sequence[tuple[str, Rows]]) -> None:
    """A workbook as the standard (ECMA-376) has it."""

    def cell(place: str, value: str | float) -> str:
        if isinstance(value, float):
            return f'<c r="{place}"><v>{value}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'

    listed = links = types = ""
    parts: dict[str, str] = {}
    for number, (name, rows) in enumerate(sheets, 1):
        lines = (
            f'<row r="{r}">{"".join(cell(f"{chr(64 + c)}{r}", value) for c, value in enumerate(row, 1))}</row>'
            for r, row in enumerate(rows, 1)
        )
        sheet = f"worksheets/s{number}.xml"
        parts[f"xl/{sheet}"] = f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
        listed += f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>'
        links += LINK.format(number, "worksheet", sheet)
        types += PART.format(sheet, "worksheet")
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{listed}</sheets></workbook>'
    relations = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    types = relations + PART.format("workbook.xml", "sheet.main") + types
    parts["xl/workbook.xml"] = book
    parts["xl/_rels/workbook.xml.rels"] = LINKS.format(links)
    parts["_rels/.rels"] = LINKS.format(LINK.format(1, "officeDocument", "xl/workbook.xml"))
    parts["[Content_Types].xml"] = f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>'
    write_parts(path, parts)


def ods(path: Path, name: str, rows: Rows) -> None:
    """A sheet as OpenDocument has it."""

    def cell(value: str | float) -> str:
        if isinstance(value, float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'

    space, kind = "urn:oasis:names:tc:opendocument:xmlns", "application/vnd.oasis.opendocument.spreadsheet"
    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    spaces = " ".join(f'xmlns:{part}="{space}:{part}:1.0"' for part in ("office", "table", "text"))
    table = f'<table:table table:name="{name}">{lines}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    listed = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    manifest = f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0">{listed}</manifest:manifest>'
    content = f"<office:document-content {spaces}>{body}</office:document-content>"
    write_parts(path, {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def changed(path: Path, before: str, after: str) -> None:
    """Changes the parts of a workbook."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
    write_parts(path, {name: text.replace(before, after) for name, text in parts.items()})
