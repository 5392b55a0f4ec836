"""What the eye would find on Xanadú's cards: things that touch, and backs that give a card away."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import pytest
from our_kits import our_kit
from outlines import Outline, outlines, text_ends
from PIL import Image, ImageChops

from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit, Record, expand
from pnp.kit.model import Faced
from pnp.render.png import scene_pngs
from pnp.scene import Box, Ellipse, Path, Scene, Use

ADDRESS = "http://silkroad.local:8000/k/xanadu/3f9a2c"
AIR = 0.8
"""Least space in mm between things that do not overlap on purpose."""
ROW = 10.75
"""What shows of a worker below one that lies on it, in mm."""
SCENE = Box(2.6, 12.4, 58.3, 29.6)
"""The picture on a building, in mm."""


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("xanadu")


@pytest.fixture(scope="module", params=["en", "es"])
def layout(kit: Kit, request: pytest.FixtureRequest) -> KitFaces:
    return KitFaces(kit, request.param, address=ADDRESS, seals=True)


def buildings(layout: KitFaces) -> Iterator[tuple[Record, Scene]]:
    """Every building, and its front."""
    for component in layout.kit.components:
        if component.id in {"buildings", "magenta"} and isinstance(component, Faced):
            for row, _ in expand(layout.kit, component):
                assert row is not None
                yield row, layout.front(component, row, {})


def back(kit: Kit, ink: InkMode) -> tuple[KitFaces, Scene]:
    layout = KitFaces(kit, "en", ink=ink, address=ADDRESS)
    component = next(part for part in kit.components if part.id == "end-card")
    assert isinstance(component, Faced)
    scene = layout.back(component, None)
    assert scene is not None
    return layout, scene


def chips(front: Scene) -> list[Outline]:
    """The chip of the passive resource, if there is one, and the coin above the picture."""
    return [
        shape
        for shape in outlines(front.items)
        if isinstance(shape.shape, Ellipse)
        and shape.shape.fill
        and shape.box.width > 8
        and shape.box.x > 48
        and shape.box.bottom < 30
    ]


def banner(front: Scene) -> Box:
    """The banner of what a building costs, with its line."""
    pieces = [
        shape.box
        for shape in outlines(front.items)
        if isinstance(shape.shape, Path) and shape.shape.fill == "#FFFDF8" and shape.box.x < 3.6 < shape.box.x + 0.4
    ]
    top = min(box.y for box in pieces)
    return Box(pieces[0].x, top, pieces[0].width, max(box.bottom for box in pieces) - top)


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


def test_the_band_of_a_back_shows_above_the_next_worker(kit: Kit) -> None:
    """Five workers and the line below them end within the height of a row, at both ends alike."""
    _, scene = back(kit, "full")
    hats = [shape.box for shape in outlines(scene.items) if shape.shape.fill == "#EBD9A8" and shape.box.width < 5]
    assert len(hats) == 2 * 5
    assert all(box.y > 4.9 and box.bottom < ROW for box in hats[:5])
    lines = [shape.box.bottom for shape in outlines(scene.items) if shape.box.height < 0.5 and shape.box.width > 50]
    assert min(lines) == pytest.approx(10.55 + 0.175) and min(lines) < ROW


def test_names_keep_clear_of_chip_and_frame(layout: KitFaces) -> None:
    for row, front in buildings(layout):
        inside = 60.9 - 0.3
        right = min([chip.box.x for chip in chips(front) if chip.box.y < 10] + [inside])
        heads = [box for _, box in text_ends(front.items) if box.bottom < 12.4 and box.width > 4]
        assert len(heads) >= 2, row.key
        for box in heads:
            assert box.right <= right - AIR, row.key
            assert box.x >= banner(front).right + AIR, row.key


def test_the_line_of_flavour_keeps_clear_of_the_diamonds(layout: KitFaces) -> None:
    for row, front in buildings(layout):
        diamonds = [shape.box.x for shape in outlines(front.items) if 2 < shape.box.height < 2.6 and shape.box.x > 45]
        ends = [box.right for text, box in text_ends(front.items) if 39 < box.bottom < 42]
        assert ends and max(ends) <= min(diamonds) - AIR, row.key


def test_nothing_in_a_picture_touches_banner_chip_coin_or_frame(layout: KitFaces) -> None:
    """Clouds, buildings and what stands beside them; hills and water run on behind."""
    for row, front in buildings(layout):
        hanging, frame = banner(front), 60.9 - 0.3
        circles = [
            (box.x + box.width / 2, box.y + box.height / 2, box.width / 2) for box in (c.box for c in chips(front))
        ]
        view = layout.scene("scene", row, size=(SCENE.width, SCENE.height))
        _land, *things = [item for item in view.items if isinstance(item, Use)]
        assert len(things) in {3, 4}
        for shape in outlines(things, (1, 0, 0, 1, SCENE.x, SCENE.y)):
            for x, y in shape.points:
                where = f"{row.key} at {x:.1f}, {y:.1f}"
                assert min(math.hypot(x - a, y - b) - r for a, b, r in circles) - shape.half >= AIR, where
                assert y > hanging.bottom + AIR or x - shape.half - hanging.right >= AIR, where
                assert x + shape.half <= frame - AIR, where


def test_each_building_bears_its_number_as_a_seal_where_no_worker_lies(layout: KitFaces) -> None:
    for row, front in buildings(layout):
        (seal,) = front.seals
        assert seal.number == int(str(row.values["number"])), row.key
        xs, ys = zip(*seal.corners, strict=True)
        assert max(xs) - min(xs) >= 6 and max(ys) < SCENE.bottom, row.key
        for circle in chips(front):
            middle = circle.box.x + circle.box.width / 2, circle.box.y + circle.box.height / 2
            spot = min(max(middle[0], min(xs)), max(xs)), min(max(middle[1], min(ys)), max(ys))
            assert math.dist(middle, spot) - circle.box.width / 2 >= 1, row.key


def test_figures_bear_no_seal(layout: KitFaces) -> None:
    """A photograph of the leaflet shows no buildings."""
    row = layout.kit.tables["buildings"].rows[0]
    for plain in ("yes", "bare"):
        assert not layout.scene("building", row, size=(63.5, 88.9), extra={"plain": plain}).seals
