"""One scene, two renderers: pdfium draws the PDF and Chromium draws the SVG, and only smoothed edges differ."""

from __future__ import annotations

import io
import random
import subprocess
from pathlib import Path as FilePath

import pytest
from browsers import CHROMIUM
from draw_builders import COLOURS, FONTS, LEAF, icon, set_in
from kit_text import encoded
from PIL import Image as Pillow
from PIL import ImageChops, ImageFilter
from test_finished_files import everything

from pnp.art.codes import draw_qr
from pnp.art.raster import RasterFile
from pnp.face.layout import KitFaces
from pnp.kit.theme import Style
from pnp.kits import load
from pnp.render.png import encode_scenes
from pnp.render.svg import write_svg
from pnp.scene import Box, Ellipse, Group, Item, Path, Rect, Scene, Stroke, Use
from pnp.text.block import set_text
from pnp.text.wrap import Typesetting

SHOWCASE = FilePath(__file__).parents[1] / "face" / "showcase"
DPI = 300.0

pytestmark = [
    pytest.mark.outside,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: apt-get install chromium-headless-shell, or chromium"),
]


def browser_picture(svg: str, size: tuple[int, int], folder: FilePath) -> Pillow.Image:
    (folder / "scene.svg").write_text(svg)
    width, height = size
    style = f"width:{width}px;height:{height}px;display:block"
    (folder / "page.html").write_text(f'<body style="margin:0"><img src="scene.svg" style="{style}"></body>')
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        f"--window-size={width},{height + 200}",
        f"--screenshot={folder / 'seen.png'}",
        f"file://{folder / 'page.html'}",
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return Pillow.open(folder / "seen.png").convert("L").crop((0, 0, width, height))


def strays(first: Pillow.Image, second: Pillow.Image) -> float:
    """The share of pixels of the first that are like no neighbour of theirs in the second."""
    lightest, darkest = second.filter(ImageFilter.MaxFilter(3)), second.filter(ImageFilter.MinFilter(3))
    above = ImageChops.subtract(first, lightest)
    below = ImageChops.subtract(darkest, first)
    histogram = ImageChops.lighter(above, below).histogram()
    return sum(histogram[48:]) / sum(histogram)


def agrees(scene: Scene, folder: FilePath, bleed: bool = True) -> None:
    (data,) = encode_scenes([scene], fonts=FONTS, dpi=DPI, bleed=bleed)
    by_pdf = Pillow.open(io.BytesIO(data)).convert("L")
    by_svg = browser_picture(write_svg(scene, fonts=FONTS, bleed=bleed), by_pdf.size, folder)
    assert by_pdf.getextrema() != (255, 255)
    assert strays(by_pdf, by_svg) < 1e-4
    assert strays(by_svg, by_pdf) < 1e-4


def shapes() -> list[Item]:
    ink, dashed = Stroke("#2B2320", 0.5), Stroke("#23426B", 0.4, (1.5, 1), "round", "round")
    star = Path(
        (("M", 10.0, 40.0), ("L", 16.0, 58.0), ("L", 1.0, 47.0), ("L", 19.0, 47.0), ("L", 4.0, 58.0), ("Z",)),
        "#B3361F",
        ink,
        "evenodd",
    )
    noise = random.Random(1).randbytes(8 * 8 * 3)
    raster = Pillow.frombytes("RGB", (8, 8), noise).resize((240, 240), Pillow.Resampling.NEAREST)
    return [
        Rect(Box(-3, -3, 69.5, 94.9), "#F4E9D3"),
        Rect(Box(3, 3, 57.5, 82.9), None, ink, 2),
        Rect(Box(5, 5, 12, 8), "#FFFDF8", dashed, 1.5),
        Ellipse(Box(20, 5, 12, 8), "#F5DF4E", dashed),
        Ellipse(Box(35, 5, 8, 8), None, ink),
        star,
        Path((("M", 22.0, 40.0), ("C", 25.0, 60.0, 35.0, 30.0, 38.0, 55.0)), None, Stroke("#1F5E50", 1, (), "square")),
        Path((("M", 42.0, 55.0), ("L", 47.0, 42.0), ("L", 52.0, 55.0)), None, Stroke("#2B2320", 1.2)),
        Group((Use(LEAF, (0.3, 0, 0, 0.3, 0, 0)), Rect(Box(8, 0, 6, 6), "#B3361F")), (0.9, 0.3, -0.3, 0.9, 24, 18)),
        Group((Rect(Box(0, 0, 20, 20), "#2F7F79"),), (1, 0, 0, 1, 44, 18), clip=Path(star.segments[:5])),
        RasterFile("noise", encoded(raster), (240, 240)).placed(Box(8, 62, 12, 12), Box(9, 63, 10, 10)),
        draw_qr("http://silkroad.local:8000/k/hangzhou/3f9a2c", Box(40, 62, 20, 20), "#2B2320"),
    ]


def test_shapes_pictures_and_codes(tmp_path: FilePath) -> None:
    agrees(Scene(63.5, 88.9, 3, tuple(shapes())), tmp_path)


def test_text_in_every_cut_with_icons_and_kerns(tmp_path: FilePath) -> None:
    markup = "Pay **1 {leaf}** for *AVATAR* To «Yo», [¿qué?]{cinnabar} — fi fl ffi “Té” 1/2 3–4 H\u00a015. "
    items: list[Item] = [Rect(Box(0, 0, 63.5, 88.9), "#FBF6EA"), *set_in(markup * 3, 55, size=9.5).items]
    for y, font, size in ((40, "display", 14), (58, "text", 7), (70, "display", 24)):
        style = Style(font=font, size=size, align="center")
        done = set_text(markup, Box(4, y, 55, 30), style, Typesetting(FONTS, icon, COLOURS.get, "es"))
        items.extend(done.items[:12])
    agrees(Scene(63.5, 88.9, 0, tuple(items)), tmp_path, bleed=False)


def test_gradients_shadows_and_what_is_see_through(tmp_path: FilePath) -> None:
    agrees(Scene(63.5, 88.9, 0, tuple(everything())), tmp_path, bleed=False)


def test_faces_of_every_word(tmp_path: FilePath) -> None:
    layout = KitFaces(load(SHOWCASE), "en")
    hero = layout.kit.tables["heroes"]["diver"]
    scene = layout.scene("hero", hero, size=(63.5, 88.9))
    seal = layout.scene("seal", hero, size=(38.1, 38.1))
    together = (*scene.items, Group(seal.items, (1, 0, 0, 1, 70, 0)))
    agrees(Scene(114.3, 88.9, 0, together), tmp_path, bleed=False)
