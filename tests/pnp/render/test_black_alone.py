"""What is printed in black ink alone."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from draw_builders import pdf, set_in
from PIL import Image

from pnp.art.codes import qr_path
from pnp.scene import Black, Box, Item, Page, Rect, Stroke, black_alone, contrast
from pnp.scene import Image as Picture

MIXED = re.compile(rb"(?<![\w/])(?:rg|RG)(?![\w/])")
INK = re.compile(rb"(?<!\S)0?\.1686\d* 0?\.1373\d* 0?\.1255\d* rg")
RED = re.compile(rb"(?<!\S)0?\.702\d* 0?\.2118\d* 0?\.1216\d* rg")
BLACK = re.compile(rb"(?<!\S)0 g(?!\S)")


def streams(data: bytes | Path) -> list[bytes]:
    """What is drawn, of pages and of all that they draw again."""
    with pikepdf.open(io.BytesIO(data) if isinstance(data, bytes) else data) as document:
        found = [page.Contents.read_bytes() for page in document.pages]
        forms = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
        return found + [form.read_bytes() for form in forms if form.get("/Subtype") == "/Form"]


def page(*items: Item) -> list[Page]:
    return [Page(60, 60, items)]


def content(black: Black, *items: Item) -> bytes:
    return b" ".join(streams(pdf(page(*items), black=black)))


def test_text_in_the_look_s_ink_is_black_alone_and_coloured_text_stays() -> None:
    words = set_in("Hello", 40).items
    red = set_in("Hello", 40, colour="cinnabar").items
    assert INK.search(content("none", *words))
    assert BLACK.search(content("text", *words)) and not MIXED.search(content("text", *words))
    assert RED.search(content("text", *red))
    assert not MIXED.search(content("all", *red))


def test_shapes_keep_their_colours_unless_all_is_black() -> None:
    shape = Rect(Box(5, 5, 20, 20), fill="#B3361F", stroke=Stroke("#2B2320", 0.3))
    assert MIXED.search(content("text", shape))
    assert not MIXED.search(content("all", shape)) and b"0 G" in content("all", shape)
    assert not MIXED.search(content("none", Rect(Box(0, 0, 9, 9), fill="#FFFFFF", stroke=Stroke("#777777", 0.2))))
    assert not MIXED.search(content("text", qr_path("HTTP://A", Box(0, 0, 20, 20), "#000000")))


def test_pictures_are_grey_where_all_is_black() -> None:
    for mode, colour in (("RGB", (200, 40, 40)), ("RGBA", (200, 40, 40, 128))):
        out = io.BytesIO()
        Image.new(mode, (8, 8), colour).save(out, "PNG")
        picture = Picture(f"p{mode}", out.getvalue(), Box(5, 5, 20, 20), (8, 8))
        with pikepdf.open(io.BytesIO(pdf(page(picture), black="all"))) as document:
            images = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
            spaces = {str(image.ColorSpace) for image in images if image.get("/Subtype") == "/Image"}
        assert spaces == {"/DeviceGray"}


@pytest.mark.parametrize(
    ("colour", "printed"),
    [("#2B2320", "#000000"), ("#000000", "#000000"), ("#FFFDF8", "#FFFFFF"), ("#FFFFFF", "#FFFFFF")],
)
def test_what_is_nearly_black_or_white_is_that(colour: str, printed: str) -> None:
    assert black_alone(colour) == printed


def test_other_colours_become_the_grey_that_is_as_bright() -> None:
    for colour in ("#6E635A", "#B3361F", "#1B578F", "#F5DF4E"):
        grey = black_alone(colour)
        assert grey[1:3] == grey[3:5] == grey[5:7]
        assert contrast(grey, "#FFFFFF") == pytest.approx(contrast(colour, "#FFFFFF"), rel=0.03)
