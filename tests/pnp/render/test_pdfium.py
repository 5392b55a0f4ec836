"""Pages are drawn as pypdfium2 draws them, whoever finds pdfium."""

from __future__ import annotations

import io
import subprocess
import sys

import pypdfium2
import pytest
from draw_builders import FONTS, card
from PIL import Image

from pnp.render import pdfium, pdfium_library
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.scene import Box, Ellipse, Rect, Text


@pytest.fixture
def data() -> bytes:
    out = io.BytesIO()
    items = (
        Rect(Box(0, 0, 63, 88), "#F4E9D3"),
        Ellipse(Box(8, 8, 30, 20), "#3A88C6"),
        Text(6.0, 60.0, "Saffron", "Spectral-Medium", 14.0, "#2B2320", 0.0),
    )
    write_pdf([scene_page(card(items), bleed=True)], out, fonts=FONTS, title="")
    return out.getvalue()


def shown(data: bytes) -> tuple[tuple[float, float], Image.Image, Image.Image]:
    with pdfium.PdfPages(data) as pages:
        assert len(pages) == 1
        return pages.size(0), pages.smooth(0, 2.0), pages.sharp(0, 2.0).convert("RGB")


def test_pages_are_those_of_pypdfium2(data: bytes) -> None:
    size, smooth, sharp = shown(data)
    page = pypdfium2.PdfDocument(data)[0]
    assert size == pytest.approx(page.get_size())
    assert smooth == page.render(scale=2.0).to_pil().convert("RGB")
    assert smooth != sharp and len(sharp.getcolors() or ()) == 4  # with the paper


def test_where_the_package_brings_no_pdfium_it_is_asked(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    known = shown(data)
    monkeypatch.setattr(pdfium_library, "_FILES", dict.fromkeys((sys.platform, "linux"), "no-such-file"))
    found = pdfium_library.library()
    assert found.__name__ == "pypdfium2_raw"
    monkeypatch.setattr(pdfium, "_library", lambda: found)
    assert shown(data) == known


def test_to_draw_a_page_names_no_more_of_pdfium_than_that_takes(data: bytes) -> None:
    code = (
        "import sys; from pnp.render.pdfium import PdfPages\n"
        "with PdfPages(sys.stdin.buffer.read()) as pages: pages.sharp(0, 1.0)\n"
        "assert not {'pypdfium2_raw', 'subprocess', 'tempfile'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], input=data, check=True)


def test_what_is_no_pdf_file_is_told() -> None:
    with pytest.raises(ValueError, match="does not take this for a PDF file"):
        pdfium.PdfPages(b"no file")
