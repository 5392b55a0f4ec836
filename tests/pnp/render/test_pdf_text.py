"""Glyph runs in PDF files: what is drawn, found and copied."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable

import pypdfium2
import pytest
import uharfbuzz
from draw_builders import pdf
from PIL import Image, ImageChops

from pnp.art.paths import measure_exactly
from pnp.face.shapes import outline_text
from pnp.kit.theme import FontFamily
from pnp.scene import MM_PER_POINT, Glyph, Item, Page, Path, Text
from pnp.text.fonts import FontBook, list_installed_faces
from pnp.text.shaping import shape

LATIN, ARABIC = "AlegreyaSans-Regular", "Amiri-Regular"
HEBREW, HINDI = "FrankRuhlLibre[wght]", "NotoSansDevanagari[wdth,wght]"
FONTS = FontBook({"text": FontFamily(LATIN, fallback=(ARABIC, HEBREW, HINDI))})


def needs(face: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(face not in list_installed_faces(), reason=f"install the package of {face}")


def run(text: str, face: str = LATIN, x: float = 10.0, y: float = 20.0, *, right_to_left: bool = False) -> Text:
    font = FONTS.font(face)
    harfbuzz = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(font.path))))
    glyphs = shape(harfbuzz, text, right_to_left=right_to_left, before="", after="")
    width = sum(glyph.advance for glyph in glyphs) * 14 * MM_PER_POINT / 1000
    return Text(x, y, text, face, 14, "#000000", width, glyphs=glyphs, right_to_left=right_to_left)


def drawn(*items: Item) -> bytes:
    """A page of 120 × 40 mm, finished."""
    return pdf([Page(120.0, 40.0, items)], fonts=FONTS)


def by_pdfium(data: bytes) -> str:
    return " ".join(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split())


def by_poppler(data: bytes) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("needs pdftotext: install poppler-utils")
    done = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True)
    return " ".join(re.sub("[\u202a-\u202e]", "", done.stdout.decode()).split())


def picture(data: bytes) -> Image.Image:
    return pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().convert("L")


@pytest.mark.parametrize("read", [by_pdfium, by_poppler])
@pytest.mark.parametrize(
    ("text", "face"),
    [
        pytest.param("Take 3 (AVATAR) — office, fi!", LATIN),
        pytest.param("x\u0304 \u1eb8\u0301b, marks above letters", LATIN),
        pytest.param("दो सिक्के दीजिए, शक्ति और कर्म क्षत्रिय।", HINDI, marks=needs(HINDI)),
        pytest.param("שלום עולם", HEBREW, marks=needs(HEBREW)),
        pytest.param("السلام لا إله سوق الليل", ARABIC, marks=needs(ARABIC)),
        pytest.param("لێرە سڵاو پښتو", ARABIC, marks=needs(ARABIC)),
        pytest.param("\U0001ee00", ARABIC, marks=needs(ARABIC), id="beyond U+FFFF"),
    ],
)
def test_words_are_copied_as_they_are_read(text: str, face: str, read: Callable[[bytes], str]) -> None:
    data = drawn(run(text, face, right_to_left=face in (HEBREW, ARABIC)))
    assert read(data) == text


def test_each_glyph_stands_where_its_run_says() -> None:
    plain = run("AVA")
    moved = (plain.glyphs[0], Glyph(plain.glyphs[1].number, 2000, 1, 300, 200), plain.glyphs[2])
    data = drawn(Text(10, 20, "AVA", LATIN, 14, "#000000", 0.0, glyphs=moved))
    em, font = 14 * MM_PER_POINT, FONTS.font(LATIN)
    bounds = pypdfium2.PdfDocument(data)[0].get_textpage()
    letters = [index for index, character in enumerate(bounds.get_text_range()) if character != " "]
    pens = (10, 10 + plain.glyphs[0].advance * em / 1000, 10 + (plain.glyphs[0].advance + 2000) * em / 1000)
    for index, (pen, x, y) in enumerate(zip(pens, (0, 0.3, 0), (0, 0.2, 0), strict=True)):
        left, bottom, _, top = (side * MM_PER_POINT for side in bounds.get_charbox(letters[index]))
        shape_box = measure_exactly(font.outline(font.glyph("AVA"[index])))
        assert left == pytest.approx(pen + (x + shape_box.x) * em, abs=0.1)
        assert 40 - bottom == pytest.approx(20 - y * em, abs=0.1)
        assert 40 - top == pytest.approx(20 + (shape_box.y - y) * em, abs=0.1)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        pytest.param("x\u0304 \u1eb8\u0301b", LATIN),
        pytest.param("क्षत्रिय कर्म", HINDI, marks=needs(HINDI)),
        pytest.param("شَدَّة", ARABIC, marks=needs(ARABIC)),
        pytest.param("שָׁלוֹם", HEBREW, marks=needs(HEBREW)),
    ],
)
def test_marks_are_drawn_where_the_typeface_has_them(text: str, face: str) -> None:
    whole = run(text, face, right_to_left=face in (HEBREW, ARABIC))
    shapes = Path(outline_text(whole, FONTS.font(face)), whole.colour)
    difference = ImageChops.difference(picture(drawn(whole)), picture(drawn(shapes)))
    assert difference.resize((120, 40), Image.Resampling.BOX).getextrema()[1] < 40
