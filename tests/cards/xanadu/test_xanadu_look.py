"""What the eye would find on Xanadú's cards: things that touch, and backs that give a card away."""

from __future__ import annotations

import io

import pytest
from our_kits import our_kit
from PIL import Image, ImageChops

from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit
from pnp.kit.model import Faced
from pnp.render.png import scene_pngs
from pnp.scene import Scene

ADDRESS = "http://silkroad.local:8000/k/xanadu/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("xanadu")


def back(kit: Kit, ink: InkMode) -> tuple[KitFaces, Scene]:
    layout = KitFaces(kit, "en", ink=ink, address=ADDRESS)
    component = next(part for part in kit.components if part.id == "end-card")
    assert isinstance(component, Faced)
    scene = layout.back(component, None)
    assert scene is not None
    return layout, scene


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_back_turned_round_is_the_same(kit: Kit, ink: InkMode) -> None:
    """But for edges of lines, which pixels halve in one way or the other, and for the dashes of the cut, which are cut
    away; 200 dpi makes whole pixels of both sides."""
    layout, scene = back(kit, ink)
    (png,) = scene_pngs([scene], fonts=layout.fonts, dpi=200)
    picture = Image.open(io.BytesIO(png)).convert("L")
    assert picture.size == (500, 700)
    picture = picture.crop((8, 8, 492, 692))
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    differences = ImageChops.difference(picture, turned).histogram()
    assert sum(differences[96:]) == 0
    assert sum(differences[32:]) < 500 * 700 / 200
