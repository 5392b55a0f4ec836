"""Pictures of pages and of scenes."""

from __future__ import annotations

import io
from threading import Thread
from typing import Any

import pytest
from draw_builders import FONTS, card, pdf
from PIL import Image

from pnp.render import pdfium
from pnp.render.pdfium import PdfPages
from pnp.render.png import png_pages, scene_pictures, scene_pngs
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


def test_two_processes_keep_the_order() -> None:
    colours = [f"#{index * 20:02X}0000" for index in range(9)]
    data = pdf([Page(10, 10, (Rect(Box(0, 0, 10, 10), colour),)) for colour in colours])
    pages = list(png_pages(data, 72, processes=2))
    assert [opened(page).getpixel((5, 5)) for page in pages] == [(index * 20, 0, 0) for index in range(9)]
    assert pages == list(png_pages(data, 72, processes=1))


def test_whoever_draws_waits_for_the_page_that_another_thread_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads in pdfium at once end the program: the studio draws sheets while pages ask for faces."""
    pages = PdfPages(pdf([Page(30, 30, ())]))
    other = Thread(target=pages.size, args=(0,))
    library, waited = pdfium._library(), list[bool]()
    draw = library.FPDF_RenderPageBitmap

    def drawn(*how: Any) -> None:
        other.start()
        other.join(0.1)
        waited.append(other.is_alive())
        draw(*how)

    monkeypatch.setattr(library, "FPDF_RenderPageBitmap", drawn)
    with pages:
        pages.smooth(0, 1.0)
        other.join()
    assert waited == [True]
