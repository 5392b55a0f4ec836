"""Effects, bytes, black alone and the inks of a press, seen in finished files."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path as FilePath

import pikepdf
import pytest
from draw_builders import LEAF, card, drawn, pdf, run_of, seen, set_in, uncompressed
from kit_text import encoded
from PIL import Image as Pillow

from pnp.art.codes import draw_qr
from pnp.render.colours import ColourConversion
from pnp.render.png import make_scene_page
from pnp.render.separation import Separation
from pnp.scene import (
    Anchor,
    Art,
    Black,
    Box,
    Ellipse,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Page,
    Path,
    Placed,
    Rect,
    Shadow,
    Stop,
    Stroke,
    Tag,
    Use,
    contrast,
    convert_to_black,
)
from pnp.vendor.flatten import _found, profile

ACROSS = Gradient("linear", (40.0, 0.0, 0.0, 40.0, 10.0, 10.0), (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF")))
FADING = Gradient("linear", (0.0, 40.0, -40.0, 0.0, 10.0, 10.0), (Stop(0.0, "#000000", 0.0), Stop(1.0, "#000000")))
GLOW = Gradient("radial", (20.0, 0.0, 0.0, 20.0, 30.0, 30.0), (Stop(0.2, "#FFFFFF"), Stop(1.0, "#204060")))
LIT = Gradient("radial", (8.0, 0.0, 0.0, 8.0, 52.0, 70.0), (Stop(0.0, "#FFFFFF"), Stop(1.0, "#204060")), (-0.5, -0.5))


def shade(colour: str = "#2B2320") -> Shadow:
    """A shadow that is opaque in its middle and ends at its sides."""
    grey = Pillow.new("L", (40, 40), 0)
    grey.paste(255, (10, 10, 30, 30))
    grey = grey.resize((160, 160), Pillow.Resampling.BICUBIC)
    return Shadow("shade", encoded(grey), Box(10.0, 10.0, 40.0, 40.0), (160, 160), colour)


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
    data = pdf([make_scene_page(card(everything()))], "", black="all")
    picture = seen(data)
    assert all(red == green == blue for _, (red, green, blue) in picture.getcolors(1 << 20) or ())
    assert b"/DeviceRGB" not in uncompressed(data)
    grey = ColourConversion("all").gradient(ACROSS)
    assert len(grey.stops) == 9
    assert all(stop.colour[1:3] == stop.colour[3:5] == stop.colour[5:] for stop in grey.stops)


# --- what reportlab leaves out or gets wrong by itself, read back from finished files ---

HERE = FilePath(__file__).parent
RED_TO_BLUE = Gradient("linear", (40.0, 0.0, 0.0, 40.0, 5.0, 5.0), (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF")))
WHOLE = Box(0.0, 0.0, 63.5, 88.9)


def picture_with_alpha() -> Image:
    raster = Pillow.new("RGBA", (8, 8), (0, 0, 255, 128))
    return Image("veil", encoded(raster), Box(5, 5, 40, 40), raster.size)


EFFECTS: dict[str, Item] = {
    "gradient": Rect(WHOLE, RED_TO_BLUE),
    "opacity": Group((Rect(WHOLE, "#0000FF"),), opacity=0.25),
    "shadow": shade("#FF0000"),
    "picture": picture_with_alpha(),
}


def tagged() -> list[Page]:
    """Two pages that are read aloud, with a link, a bookmark and a sign among the words."""
    items = (
        Group(set_in("See the end.", 50).items, (1.0, 0.0, 0.0, 1.0, 5.0, 5.0)),
        Group((Use(LEAF, (0.2, 0.0, 0.0, 0.2, 0.0, 0.0)),), (1.0, 0.0, 0.0, 1.0, 30.0, 5.0)),
    )
    tags = (Tag(0, (("P", "p"),)), Tag(1, (("P", "p"), ("Span", "leaf")), "leaf"))
    links = (Link(Box(5, 5, 60, 5), "#end"), Link(Box(5, 20, 5, 5), "https://example.org"))
    first = Page(70, 95, items, links=links, tags=tags)
    return [first, Page(70, 95, tuple(everything()), anchors=(Anchor("end", 10, "Ñandú 漢字"),), label="ii ñ")]


@pytest.mark.parametrize(("name", "form"), list(product(EFFECTS, ("scene", "drawing", "group"))))
def test_effects_look_the_same_in_forms_as_on_the_page(name: str, form: str) -> None:
    ground, effect = Rect(WHOLE, "#FFEECC"), EFFECTS[name]
    plain = seen(pdf([Page(140, 90, (ground, effect))]))
    if form == "scene":
        scene = card([ground, effect], bleed=0.0)
        page = Page(140, 90, (Placed(scene, 0, 0), Placed(scene, 70, 0)))
    elif form == "drawing":
        page = Page(140, 90, (Use(Art(f"art {name}", 63.5, 88.9, (ground, effect)), (1, 0, 0, 1, 0, 0)),))
    else:
        page = Page(140, 90, (ground, Group((Group((effect,), (1, 0, 0, 1, 2, 3)),), (1, 0, 0, 1, -2, -3))))
    box = (0, 0, 62 * 4, 88 * 4)
    assert seen(pdf([page])).crop(box).tobytes() == plain.crop(box).tobytes()


SCRIPT = """
import sys
sys.path[:0] = {paths}
from draw_builders import pdf
from test_finished_files import tagged
sys.stdout.buffer.write(pdf(tagged()))
"""


@pytest.mark.long
def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    script = SCRIPT.format(paths=[str(HERE.parent), str(HERE)])
    first, second = (
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second and first.startswith(b"%PDF-1.6")


MIXED = re.compile(rb"(?<![\w/])(?:rg|RG)(?![\w/])")
INK = re.compile(rb"(?<!\S)0?\.1686\d* 0?\.1373\d* 0?\.1255\d* rg")
RED = re.compile(rb"(?<!\S)0?\.702\d* 0?\.2118\d* 0?\.1216\d* rg")
BLACK = re.compile(rb"(?<!\S)0 g(?!\S)")


def streams(data: bytes | FilePath) -> list[bytes]:
    """What is drawn, of pages and of all that they draw again."""
    with pikepdf.open(io.BytesIO(data) if isinstance(data, bytes) else data) as document:
        found = [one_page.Contents.read_bytes() for one_page in document.pages]
        forms = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
        return found + [form.read_bytes() for form in forms if form.get("/Subtype") == "/Form"]


def one_page(*items: Item) -> list[Page]:
    return [Page(60, 60, items)]


def content(black: Black, *items: Item) -> bytes:
    return b" ".join(streams(pdf(one_page(*items), black=black)))


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
    assert not MIXED.search(content("text", draw_qr("HTTP://A", Box(0, 0, 20, 20), "#000000")))


def test_pictures_are_grey_where_all_is_black() -> None:
    for mode, colour in (("RGB", (200, 40, 40)), ("RGBA", (200, 40, 40, 128))):
        picture = Image(f"p{mode}", encoded(Pillow.new(mode, (8, 8), colour)), Box(5, 5, 20, 20), (8, 8))
        with pikepdf.open(io.BytesIO(pdf(one_page(picture), black="all"))) as document:
            images = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
            spaces = {str(image.ColorSpace) for image in images if image.get("/Subtype") == "/Image"}
        assert spaces == {"/DeviceGray"}


@pytest.mark.parametrize(
    ("colour", "printed"),
    [("#2B2320", "#000000"), ("#000000", "#000000"), ("#FFFDF8", "#FFFFFF"), ("#FFFFFF", "#FFFFFF")],
)
def test_what_is_nearly_black_or_white_is_that(colour: str, printed: str) -> None:
    assert convert_to_black(colour) == printed


def test_other_colours_become_the_grey_that_is_as_bright() -> None:
    for colour in ("#6E635A", "#B3361F", "#1B578F", "#F5DF4E"):
        grey = convert_to_black(colour)
        assert grey[1:3] == grey[3:5] == grey[5:7]
        assert contrast(grey, "#FFFFFF") == pytest.approx(contrast(colour, "#FFFFFF"), rel=0.03)


MOST = 240
needs_profile = pytest.mark.skipif(
    not list(_found()), reason="no profile of a press is there: apt install libgs-common"
)


@pytest.fixture(scope="module")
def separation() -> Separation:
    return Separation(profile(None), MOST)


def four_inks(colour: str) -> tuple[int, int, int, int]:
    cyan, magenta, yellow, black = bytes.fromhex(colour[1:])
    return cyan, magenta, yellow, black


def across(*colours: str) -> Gradient:
    stops = tuple(Stop(at / (len(colours) - 1), colour) for at, colour in enumerate(colours))
    return Gradient("linear", (1, 0, 0, 1, 0, 0), stops)


@needs_profile
@pytest.mark.parametrize("black", ["text", "all"])
@pytest.mark.parametrize("colours", [("#2B2320", "#802010"), ("#181818", "#B03020"), ("#400060", "#100804", "#808080")])
def test_gradients_end_in_the_inks_of_flat_grounds(
    separation: Separation, colours: tuple[str, ...], black: Black
) -> None:
    inking = ColourConversion(black, separation)
    flat = [inking.shape(Rect(Box(0, 0, 9, 9), colour)).fill for colour in colours]
    filled = {stop.at: stop.colour for stop in inking.gradient(across(*colours)).stops}
    assert [filled[at / (len(colours) - 1)] for at in range(len(colours))] == flat


@needs_profile
def test_gradients_of_greys_stay_black_alone(separation: Separation) -> None:
    stops = ColourConversion("text", separation).gradient(across("#000000", "#808080", "#FFFFFF")).stops
    parts = [four_inks(stop.colour) for stop in stops]
    assert all(part[:3] == (0, 0, 0) for part in parts)
    blacks = [part[3] for part in parts]
    assert blacks == sorted(blacks, reverse=True) and (blacks[0], blacks[-1]) == (255, 0)
