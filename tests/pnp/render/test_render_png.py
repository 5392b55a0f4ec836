"""Pictures of pages and of scenes."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from draw_builders import FONTS, card, pdf
from PIL import Image

from pnp.render.png import draw_pages, scene_pictures, scene_pngs
from pnp.scene import Box, Page, Rect, Scene


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
    (picture,) = map(opened, scene_pngs([scene], fonts=FONTS, dpi=300, bleed=bleed))
    assert picture.size == pixels
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_the_bleed_is_shown_or_cut() -> None:
    scene = card([Rect(Box(-3, -3, 69.5, 94.9), "#FF0000"), Rect(Box(0, 0, 63.5, 88.9), "#00FF00")])
    (cut,) = map(opened, scene_pngs([scene], fonts=FONTS, dpi=100))
    (bled,) = map(opened, scene_pngs([scene], fonts=FONTS, dpi=100, bleed=True))
    assert cut.getpixel((1, 1)) == (0, 255, 0)
    assert bled.getpixel((5, 5)) == (255, 0, 0)
    assert bled.getpixel((20, 20)) == (0, 255, 0)


def test_a_large_face_is_no_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    (picture,) = scene_pictures([Scene(63.5, 88.0, 0.0, ())], fonts=FONTS, dpi=300)
    assert picture.size == (750, 1039), "one row of dots fewer than pdfium draws"


def test_threads_draw_one_page_at_a_time() -> None:
    """Two threads in pdfium at once can end the program: the studio draws sheets while pages ask for faces."""
    data = [pdf([Page(30, 30, (Rect(Box(0, 0, 30, 30), f"#{n:02X}0000"),))]) for n in (10, 200)]

    def draw(number: int) -> object:
        (picture,) = draw_pages(data[number % 2], 288)
        return picture.getpixel((5, 5))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(draw, range(200))) == [(10, 0, 0), (200, 0, 0)] * 100


def test_bytes_that_are_no_pdf_file_are_refused() -> None:
    with pytest.raises(ValueError, match="does not take this for a PDF file"):
        next(draw_pages(b"no file", 72))
