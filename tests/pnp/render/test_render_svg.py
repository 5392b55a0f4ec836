"""The SVG back end, and that it draws what the PDF draws."""

from __future__ import annotations

import base64
import io
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from draw_builders import FONTS, card, pdf, set_in
from fontTools.ttLib import TTFont
from lxml import etree
from PIL import Image

from pnp.render.png import draw_pages, encode_scenes
from pnp.render.svg import write_svg
from pnp.scene import MM_PER_POINT, Box, Page, Rect, Scene, Text

TEXT = "Pay 1 {leaf} for **AVATAR** <silk> & “tea”, and more words until the line is full and breaks"


def parsed(scene: Scene, **options: object) -> etree._Element:
    return etree.fromstring(write_svg(scene, fonts=FONTS, **options).encode())


def found(root: etree._Element, name: str) -> list[etree._Element]:
    return list(root.iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def scene() -> Scene:
    return card([Rect(Box(-3, -3, 69.5, 94.9), "#F4E9D3"), *set_in(TEXT, 50).items])


def test_size_and_view_with_and_without_bleed() -> None:
    assert (parsed(scene()).get("width"), parsed(scene()).get("viewBox")) == ("63.5mm", "0 0 63.5 88.9")
    bled = parsed(scene(), bleed=True)
    assert (bled.get("height"), bled.get("viewBox")) == ("94.9mm", "-3 -3 69.5 94.9")


def test_every_character_has_its_place() -> None:
    for run, text in zip(
        [i for i in scene().items if isinstance(i, Text)], found(parsed(scene()), "text"), strict=True
    ):
        assert text.text == run.text
        places = [float(x) for x in (text.get("x") or "").split()]
        assert len(places) == len(run.text)
        assert places[0] == pytest.approx(run.x, abs=1e-3)
        last = FONTS.font(run.font).shape(run.text[-1]).width * run.size * MM_PER_POINT
        assert places[-1] + last == pytest.approx(run.x + run.width, abs=2e-3)


def test_fonts_travel_inside_with_the_glyphs_used() -> None:
    root = parsed(scene())
    css = found(root, "style")[0].text or ""
    faces = dict(re.findall(r'font-family:"([^"]+)";src:url\(data:font/woff;base64,([^)]+)\)', css))
    assert set(faces) == {"AlegreyaSans-Regular", "AlegreyaSans-Bold"}
    font = TTFont(io.BytesIO(base64.b64decode(faces["AlegreyaSans-Bold"])))
    assert set(font.getBestCmap()) == {ord(c) for c in "AVATR "}
    assert "GPOS" not in font
    assert not found(parsed(scene(), embed=False), "style")


def test_words_and_titles_are_escaped() -> None:
    hostile = '</text><script>alert("1")</script>&amp;'
    root = parsed(card(set_in(hostile, 200).items), title=hostile)
    assert not found(root, "script")
    assert "".join(text.text or "" for text in found(root, "text")) == hostile
    assert found(root, "title")[0].text == hostile


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(
    ("scene", "bleed", "pixels"),
    [
        (card(), False, (750, 1050)),
        (Scene(63.5, 88.9, 3.175, ()), True, (825, 1125)),
        (Scene(210, 297, 0, ()), False, (2480, 3508)),
    ],
)
def test_sides_come_to_whole_pixels_at_300_dpi(scene: Scene, bleed: bool, pixels: tuple[int, int]) -> None:
    (picture,) = map(opened, encode_scenes([scene], fonts=FONTS, dpi=300, bleed=bleed))
    assert picture.size == pixels
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_threads_draw_one_page_at_a_time() -> None:
    """Two threads in pdfium at once can end the program: the studio draws sheets while pages ask for faces."""
    data = [pdf([Page(30, 30, (Rect(Box(0, 0, 30, 30), f"#{n:02X}0000"),))]) for n in (10, 200)]

    def draw(number: int) -> object:
        (picture,) = draw_pages(data[number % 2], 288)
        return picture.getpixel((5, 5))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(draw, range(200))) == [(10, 0, 0), (200, 0, 0)] * 100
