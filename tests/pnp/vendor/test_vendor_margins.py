"""Pictures whose margin is of the colour of a ground that is printed in black alone."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pillow
from vendor_builders import needs_profile

from pnp.render.pdfx.separation import Separation
from pnp.scene import Box, Gradient, Group, Image, Item, Rect, Stop
from pnp.vendor.flatten import profile
from pnp.vendor.preflight import boxed

pytestmark = needs_profile
BLACK = Rect(Box(-3, -3, 46, 66), "#000000")
PAPER = Rect(Box(0, 0, 40, 60), "#F7E3D6")
FADING = Gradient("linear", (1, 0, 0, 1, 0, 0), (Stop(0, "#000000"), Stop(1, "#203040")))
PLACE = Box(5, 5, 20, 20)


def picture(margin: str, *, mode: str = "RGB", kind: str = "PNG", box: Box = PLACE, clip: Box | None = None) -> Image:
    """A blue picture with a margin."""
    dots = Pillow.new("RGBA", (64, 64), margin)
    dots.paste("#2050C0", (16, 16, 48, 48))
    out = io.BytesIO()
    dots.convert(mode).save(out, kind)
    return Image(f"{margin} {mode} {kind}", out.getvalue(), box, (64, 64), clip)


@pytest.mark.parametrize(
    ("items", "shows"),
    [
        ((BLACK, picture("#000000")), True),
        ((BLACK, picture("#000000", kind="JPEG")), True),
        ((BLACK, Group((picture("#000000"),), (0.5, 0, 0, 0.5, 4, 4))), True),
        ((Rect(BLACK.box, "#808080"), picture("#808080")), True),
        ((BLACK, picture("#000000", mode="L")), False),
        ((BLACK, picture("#00000000", mode="RGBA")), False),
        ((BLACK, picture("#000000", box=BLACK.box)), False),
        ((BLACK, picture("#000000", clip=Box(10, 10, 10, 10))), False),
        ((BLACK, picture("#302010")), False),
        ((BLACK, PAPER, picture("#000000")), False),
        ((PAPER, picture("#F7E3D6")), False),
        ((BLACK, Rect(BLACK.box, FADING), picture("#000000")), False),
        ((Rect(BLACK.box, "#FFFFFF"), picture("#FFFFFF")), False),
        ((picture("#000000"),), False),
    ],
)
def test_a_margin_shows_on_a_ground_of_its_colour_in_black_alone(items: tuple[Item, ...], shows: bool) -> None:
    assert bool(list(boxed(items, Separation(profile(None), 240)))) is shows
