"""What a build adds for a cutting machine: the lines of each sheet, and its picture where the machine's own program
prints it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pnp.render.png import page_pictures
from pnp.scene import Page, Rect
from pnp.sheet.cutter import CutPaper, cut_dxf, cut_svg, sheet_lines
from pnp.sheet.impose import Sheet
from pnp.sheet.plan import OutputFile
from pnp.text.fonts import FontBook

DPI = 300


def write_cuts(file: OutputFile, stage: Path, fonts: FontBook) -> Iterator[str]:
    """Writes the lines of the sheets of a file, as SVG and DXF, and says how the files are called; sheets that a
    machine's own program prints as pictures with a clear ground, too. Sheets without marks are cut by hand."""
    for number, sheet in enumerate(file.sheets, start=1):
        if not isinstance(sheet.paper, CutPaper):
            continue
        width, height = sheet.paper.size(sheet.landscape)
        lines = tuple(sheet_lines(sheet))
        for kind, text in (("svg", cut_svg(lines, width, height)), ("dxf", cut_dxf(lines, height))):
            path = f"{file.name}-cut-{number}.{kind}"
            (stage / path).write_text(text, encoding="ascii", newline="\n")
            yield path
        if sheet.paper.cutter.marks is None:
            path = f"{file.name}-print-{number}.png"
            (page,) = islice(file.pages(), number - 1, number)
            (stage / path).write_bytes(_picture(page, sheet, fonts))
            yield path


def _picture(page: Page, sheet: Sheet, fonts: FontBook) -> bytes:
    """A page as a picture that is clear where no piece lies."""
    pieces = tuple(Rect(placement.clip, fill="#000000") for placement in sheet.placements)
    shown, covered = page_pictures((page, Page(page.width, page.height, pieces)), fonts=fonts, dpi=DPI)
    shown.putalpha(covered.convert("L").point(lambda value: 255 - value))
    out = io.BytesIO()
    shown.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()
