"""A contact sheet of a build to be: its first pages, small and side by side, before anything is printed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import Leaflet
from pnp.kits import load
from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Page
from pnp.sheet.options import Options
from pnp.sheet.parts import with_sleeves
from pnp.sheet.plan import FilePlan
from pnp.sheet.selection import Selection, selected

MOST_PAGES = 8
COLUMNS = 4
WIDTH = 360
"""Pixels of a page across."""
GAP = 16
DPI = 110
"""Pages are drawn finer than they are shown: pdfium draws no line thinner than its pixels."""
EDGE = (0x8D, 0x80, 0x6A, 255)


def preview(folder: Path, options: Options) -> bytes:
    """A PNG with a clear ground: of each file that is printed at home the first page, and its back.

    Pages with leaflets and the print guide are left out: they look alike whatever is chosen. Raises KitError if the
    kit cannot be read or laid out, and BadOptionError if it has not what the options name.
    """
    kit = load(folder)
    if options.sleeved:
        kit = with_sleeves(kit)
    language = options.printed_languages(kit.languages)[0]
    layout = Layout(kit, language, ink=options.ink, address=options.code_address(kit))
    pages = islice(_pages(FilePlan(kit, layout, options, _without_leaflets(kit, options))), MOST_PAGES)
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=layout.fonts, title="")
    return _contact_sheet([_small(png) for png in png_pages(pdf.getvalue(), DPI)])


def _without_leaflets(kit: Kit, options: Options) -> Selection:
    """What is asked for, but for what takes long to set."""
    asked = selected(kit, options)
    leaflets = {component.id for component in kit.components if isinstance(component, Leaflet)}
    return replace(asked, without=asked.without | leaflets)


def _pages(plan: FilePlan) -> Iterator[Page]:
    for file in plan.files():
        if file.job:
            yield from islice(file.pages(), 2 if file.backed else 1)


def _small(png: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    small = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    framed = Image.new("RGBA", (small.width + 2, small.height + 2), EDGE)
    framed.paste(small, (1, 1))
    return framed


def _contact_sheet(pages: list[Image.Image]) -> bytes:
    """Rows of pages, each row as high as its highest."""
    rows = [pages[start : start + COLUMNS] for start in range(0, len(pages), COLUMNS)] or [[]]
    heights = [max((page.height for page in row), default=1) for row in rows]
    width = max(1, max(sum(page.width + GAP for page in row) for row in rows) - GAP)
    sheet = Image.new("RGBA", (width, sum(heights) + GAP * (len(rows) - 1)))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for page in row:
            sheet.paste(page, (left, top))
            left += page.width + GAP
        top += height + GAP
    out = io.BytesIO()
    sheet.quantize(128, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()
