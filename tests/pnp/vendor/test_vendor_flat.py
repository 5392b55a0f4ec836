"""Faces without transparency look like those with it, and keep what it does not touch."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import pytest
from draw_builders import FONTS, run_of
from PIL import Image as Pillow
from PIL import ImageChops
from vendor_builders import needs_profile

from pnp.render.colours import read_inks
from pnp.render.png import InkPreview, scene_page
from pnp.render.separation import Separation
from pnp.scene import Box, Ellipse, Gradient, Group, Image, Item, Rect, Scene, Shadow, Stop
from pnp.vendor.flatten import flat, is_see_through, profile

pytestmark = needs_profile
MOST = 240
PAPER = Rect(Box(-3, -3, 46, 66), "#F7E3D6")
WORD = run_of("Silk", 3, 8, "AlegreyaSans-Regular", 14, "#2B2320")
FADING = Gradient("linear", (20, 0, 0, 1, 10, 0), (Stop(0, "#0000FF", 0.0), Stop(1, "#0000FF")))
TURNED = (math.cos(0.4), math.sin(0.4), -math.sin(0.4), math.cos(0.4), 12.0, 4.0)


@pytest.fixture(scope="module")
def plates() -> InkPreview:
    return InkPreview(Separation(profile(None), MOST), FONTS, "text")


def inked(plates: InkPreview, *scenes: Scene) -> list[Pillow.Image]:
    return list(plates.pictures([scene_page(scene, bleed=True) for scene in scenes], 300))


def apart(first: Pillow.Image, second: Pillow.Image) -> float:
    """The share of dots that visibly differ in one ink."""
    cyan, *others = ImageChops.difference(first, second).split()
    for part in others:
        cyan = ImageChops.lighter(cyan, part)
    return sum(cyan.histogram()[25:]) / (cyan.width * cyan.height)


def off(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return max(abs(part - beside) for part, beside in zip(one, other, strict=True))


def face(*items: Item) -> Scene:
    return Scene(40, 60, 3, (PAPER, WORD, *items))


def picture(mode: str, box: Box, clip: Box | None = None) -> Image:
    """A picture that is nothing in its upper half, and in its lower half red, from nothing to whole."""
    dots = Pillow.new("RGBA", (60, 60))
    dots.putdata([(200, 20, 20, 0 if y < 30 else min(255, 5 * x)) for y in range(60) for x in range(60)])
    grey = Pillow.merge("LA", (dots.getchannel("R"), dots.getchannel("A")))
    out = io.BytesIO()
    (grey if mode == "LA" else dots).save(out, "PNG")
    return Image(mode, out.getvalue(), box, (60, 60), clip)


def shadow(box: Box) -> Shadow:
    out = io.BytesIO()
    Pillow.radial_gradient("L").point(lambda part: max(0, 200 - 2 * part)).save(out, "PNG")
    return Shadow("soft", out.getvalue(), box, (256, 256), "#201000")


SEE_THROUGH = {
    "a picture": picture("RGBA", Box(10, 20, 20, 20)),
    "a picture over the word": picture("RGBA", Box(2, -4, 20, 20)),
    "a picture over the edge": picture("LA", Box(30, 40, 20, 30)),
    "a part of a picture": picture("RGBA", Box(10, 20, 20, 20), Box(15, 25, 8, 12)),
    "a pale disc": Group((Ellipse(Box(5, 20, 20, 20), "#00AA44"),), opacity=0.4),
    "a gradient": Rect(Box(10, 20, 20, 20), FADING),
    "a shadow": shadow(Box(10, 20, 20, 20)),
    "a turned group": Group(
        (Rect(Box(0, 0, 12, 12), "#FFFFFF"), Group((Rect(Box(4, 4, 20, 6), "#8A2B3C"),), opacity=0.5)),
        matrix=TURNED,
        clip=Box(0, 0, 18, 20),
    ),
}


@pytest.mark.parametrize("what", SEE_THROUGH)
def test_a_face_has_the_same_inks_without_transparency(what: str, plates: InkPreview) -> None:
    above = Rect(Box(12, 22, 6, 3), "#2E6B34")
    scene = face(SEE_THROUGH[what], above)
    without = flat(scene, plates)
    assert is_see_through(scene.items) and not is_see_through(without.items)
    assert without.items[:2] == (PAPER, WORD) and without.items[-1] is above
    assert apart(*inked(plates, scene, without)) < 0.002, "but for edges"


@pytest.mark.parametrize("ground", ["#000000", "#050510", "#333333", "#101830", "#F0F0F0"])
@pytest.mark.parametrize("what", ["a picture", "a gradient", "a shadow"])
def test_what_barely_begins_has_the_inks_of_its_ground(what: str, ground: str, plates: InkPreview) -> None:
    """A press mixes what is see-through in its inks: else black alone ends at an edge of four inks."""
    beneath = Rect(Box(-3, -3, 46, 66), ground)
    without = flat(Scene(40, 60, 3, (beneath, SEE_THROUGH[what])), plates)
    (shown,) = inked(plates, without)
    line = [shown.getpixel((x, 401)) for x in range(20, 270)]
    assert line[0] == tuple(bytes.fromhex(plates.separation.colour(ground)[1:])) != line[-1]
    assert max(off(dot, beside) for dot, beside in pairwise(line)) < 20
    (made,) = [item for item in without.items if isinstance(item, Image)]
    dots = read_inks(made.data)
    assert dots and max(map(sum, dots[0].get_flattened_data())) < MOST * 2.55


def test_what_changes_nothing_is_left_out(plates: InkPreview) -> None:
    nothing = Group((Rect(Box(10, 20, 20, 20), "#00AA44"),), opacity=0.0)
    outside = picture("RGBA", Box(60, 20, 20, 20))
    assert flat(face(nothing, outside), plates).items == (PAPER, WORD)


def test_a_face_that_is_opaque_stays_itself(plates: InkPreview) -> None:
    scene = face()
    assert flat(scene, plates) is scene
