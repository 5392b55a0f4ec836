"""What the tests of drawing share: a font book, one style, and ways to see what was drawn."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pikepdf
import pypdfium2
from PIL import Image

from pnp.art.paths import parse_path
from pnp.kit.theme import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.scene import MM_PER_POINT, Art, Box, Item, Page, Path, Scene, Stroke, Text
from pnp.text.block import SetText, set_text
from pnp.text.fonts import FontBook
from pnp.text.wrap import Typesetting

FONTS = FontBook(
    {
        "text": FontFamily("AlegreyaSans-Regular", "AlegreyaSans-Italic", "AlegreyaSans-Bold"),
        "display": FontFamily("Spectral-SemiBold", "Spectral-Italic", "Spectral-Bold", "Spectral-BoldItalic"),
        "figure": FontFamily("Spectral-Medium", "Spectral-MediumItalic", "Spectral-Bold"),
    }
)
COLOURS = {"ink": "#2B2320", "cinnabar": "#B3361F"}
LEAF = Art(
    "leaf", 24, 24, (Path(parse_path("M4 12 C4 4 20 4 20 12 C20 20 4 20 4 12 Z"), "#1B578F", Stroke("#2B2320", 1.15)),)
)


def icon(name: str) -> Art | None:
    return LEAF if name == "leaf" else None


def run_of(text: str, x: float, y: float, face: str, size: float, colour: str) -> Text:
    """A text as one run."""
    shaped = FONTS.font(face).shape(text)
    return Text(x, y, text, face, size, colour, shaped.width * size * MM_PER_POINT, shaped.glyphs)


def set_in(markup: str, width: float, height: float = 100.0, language: str = "en", **style: object) -> SetText:
    """Text set into a box at 0, 0."""
    box = Box(0, 0, width, height)
    chosen = Style(**style)
    return set_text(markup, box, chosen, Typesetting(FONTS, icon, COLOURS.get, language))


def pdf(pages: Iterable[Page], title: str = "Test", fonts: FontBook = FONTS, **options: object) -> bytes:
    out = io.BytesIO()
    write_pdf(pages, out, fonts=fonts, title=title, **options)
    return out.getvalue()


def uncompressed(data: bytes) -> bytes:
    """The same file with its objects and streams as plain bytes."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as file:
        file.save(
            out,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return out.getvalue()


def drawn(items: Iterable[Item], width: float, height: float, per_mm: float = 4.0) -> Image.Image:
    """Items on a white page, as a picture of so many pixels per mm."""
    return seen(pdf([Page(width, height, tuple(items))]), 0, per_mm)


def seen(data: bytes, page: int = 0, per_mm: float = 4.0) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    return document[page].render(scale=(per_mm - 1e-4) * 25.4 / 72).to_pil().convert("RGB")


def words(data: bytes, page: int = 0) -> str:
    """The text that a reader of the file would copy."""
    return pypdfium2.PdfDocument(data)[page].get_textpage().get_text_range()


def card(items: Iterable[Item] = (), bleed: float = 3.0) -> Scene:
    return Scene(63.5, 88.9, bleed, tuple(items), 3.0)
