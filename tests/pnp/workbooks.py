"""Workbooks as others write them: Office Open XML and OpenDocument, with no more than they must have."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

Sheets = Sequence[tuple[str, Sequence[Sequence[str | float]]]]


def xlsx(path: Path, sheets: Sheets) -> None:
    """A workbook as the standard (ECMA-376) has it, with no more than it must have."""
    spaces = "http://schemas.openxmlformats.org"
    main, related = f"{spaces}/spreadsheetml/2006/main", f"{spaces}/officeDocument/2006/relationships"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    listed, links, types = "", "", ""
    with zipfile.ZipFile(path, "w") as file:
        for number, (name, rows) in enumerate(sheets, 1):
            cells = "".join(
                f'<row r="{r}">'
                + "".join(
                    f'<c r="{chr(64 + c)}{r}"><v>{cell}</v></c>'
                    if isinstance(cell, float)
                    else f'<c r="{chr(64 + c)}{r}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
                    for c, cell in enumerate(row, 1)
                )
                + "</row>"
                for r, row in enumerate(rows, 1)
            )
            file.writestr(
                f"xl/worksheets/s{number}.xml", f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>'
            )
            listed += f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>'
            links += f'<Relationship Id="r{number}" Type="{related}/worksheet" Target="worksheets/s{number}.xml"/>'
            types += f'<Override PartName="/xl/worksheets/s{number}.xml" ContentType="{kinds}.worksheet+xml"/>'
        file.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{related}"><sheets>{listed}</sheets></workbook>'
        )
        package = f"{spaces}/package/2006"
        file.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}/relationships">{links}</Relationships>'
        )
        file.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{related}/officeDocument"'
            ' Target="xl/workbook.xml"/></Relationships>',
        )
        file.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels"'
            ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>{types}</Types>',
        )


def ods(path: Path, name: str, rows: Sequence[Sequence[str | float]], repeated: str = "") -> None:
    """A sheet as OpenDocument has it."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
            if isinstance(cell, float)
            else f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0"><manifest:file-entry manifest:full-path="/"'
            ' manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>',
        )
        file.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0"'
            f' xmlns:text="{space}:text:1.0"><office:body><office:spreadsheet><table:table table:name="{name}">'
            f"{cells}{repeated}</table:table></office:spreadsheet></office:body></office:document-content>",
        )


def changed(path: Path, before: str, after: str) -> None:
    """Changes the parts of a workbook."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data.replace(before.encode(), after.encode()))
