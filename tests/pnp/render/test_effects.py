"""Gradients, things that are see-through and shadows: each back end draws them, and their files are as dependable."""

from __future__ import annotations

import io

import pytest
from draw_builders import FONTS, LEAF, card, drawn, run_of, seen, uncompressed
from PIL import Image as Pillow

from pnp.render.colours import ColourConversion
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.scene import (
    Box,
    Ellipse,
    Gradient,
    Group,
    Item,
    Path,
    Rect,
    Shadow,
    Stop,
    Stroke,
    Use,
)

ACROSS = Gradient("linear", (40.0, 0.0, 0.0, 40.0, 10.0, 10.0), (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF")))
FADING = Gradient("linear", (0.0, 40.0, -40.0, 0.0, 10.0, 10.0), (Stop(0.0, "#000000", 0.0), Stop(1.0, "#000000")))
GLOW = Gradient("radial", (20.0, 0.0, 0.0, 20.0, 30.0, 30.0), (Stop(0.2, "#FFFFFF"), Stop(1.0, "#204060")))
LIT = Gradient("radial", (8.0, 0.0, 0.0, 8.0, 52.0, 70.0), (Stop(0.0, "#FFFFFF"), Stop(1.0, "#204060")), (-0.5, -0.5))


def shade(colour: str = "#2B2320") -> Shadow:
    """A shadow that is opaque in its middle and ends at its sides."""
    grey = Pillow.new("L", (40, 40), 0)
    grey.paste(255, (10, 10, 30, 30))
    grey = grey.resize((160, 160), Pillow.Resampling.BICUBIC)
    out = io.BytesIO()
    grey.save(out, "PNG")
    return Shadow("shade", out.getvalue(), Box(10.0, 10.0, 40.0, 40.0), (160, 160), colour)


def everything() -> list[Item]:
    return [
        Rect(Box(0, 0, 63.5, 88.9), "#F4E9D3"),
        shade(),
        Rect(Box(10, 10, 40, 12), ACROSS, Stroke("#000000", 0.5), 2.0),
        Ellipse(Box(10, 24, 40, 20), GLOW),
        Path((("M", 10.0, 46.0), ("L", 50.0, 46.0), ("L", 30.0, 60.0), ("Z",)), FADING, rule="evenodd"),
        Group(
            (Use(LEAF, (1, 0, 0, 1, 8, 60)), Rect(Box(20, 62, 20, 10), "#B3361F")), clip=Box(5, 60, 30, 20), opacity=0.5
        ),
        Ellipse(Box(44, 62, 16, 16), LIT),
        Group((Rect(Box(40, 78, 20, 8), "#B3361F"),), (1, 0, 0, 1, 2, 0), None, 0.9),
        Group((run_of("Veiled", 5.0, 84.0, "AlegreyaSans-Regular", 14.0, "#000000"),), opacity=0.7),
    ]


def test_a_gradient_goes_from_its_first_colour_to_its_last() -> None:
    picture = drawn([Rect(Box(0, 10, 60, 20), ACROSS, Stroke("#000000", 1.0))], 60, 40)
    assert picture.getpixel((20, 80)) == (255, 0, 0)  # before its start it goes on as it began
    assert picture.getpixel((120, 80)) == pytest.approx((128, 0, 128), abs=4)
    assert picture.getpixel((220, 80)) == pytest.approx((0, 0, 255), abs=1)
    assert picture.getpixel((120, 41)) == (0, 0, 0)


def test_what_lies_beneath_shows_through_a_fading_fill_and_through_a_group_as_a_whole() -> None:
    picture = drawn([Rect(Box(0, 0, 60, 60), "#FF0000"), Rect(Box(0, 0, 60, 60), FADING)], 60, 60)
    assert picture.getpixel((120, 20)) == (255, 0, 0)
    assert picture.getpixel((120, 120)) == pytest.approx((128, 0, 0), abs=4)
    assert picture.getpixel((120, 220)) == pytest.approx((0, 0, 0), abs=1)
    overlapping = (Rect(Box(0, 0, 40, 40), "#0000FF"), Rect(Box(20, 0, 40, 40), "#0000FF"))
    picture = drawn([Group(overlapping, opacity=0.25)], 60, 60)
    assert picture.getpixel((40, 80)) == picture.getpixel((120, 80)) == pytest.approx((191, 191, 255), abs=2)


def test_a_shadow_is_as_thick_as_its_picture_says() -> None:
    picture = drawn([shade("#FF0000")], 60, 60)
    assert picture.getpixel((120, 120)) == (255, 0, 0)
    assert picture.getpixel((45, 45)) == (255, 255, 255)


def test_a_gradient_of_greys_goes_out_in_black_alone() -> None:
    out = io.BytesIO()
    write_pdf([scene_page(card(everything()))], out, fonts=FONTS, title="", black="all")
    picture = seen(out.getvalue())
    assert all(red == green == blue for _, (red, green, blue) in picture.getcolors(1 << 20) or ())
    assert b"/DeviceRGB" not in uncompressed(out.getvalue())
    grey = ColourConversion("all").gradient(ACROSS)
    assert len(grey.stops) == 9
    assert all(stop.colour[1:3] == stop.colour[3:5] == stop.colour[5:] for stop in grey.stops)
