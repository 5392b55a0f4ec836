"""Gradients, shadows, opacity and clips; and faces with every way of drawing as their PDF shows them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path as FilePath

import pypdfium2
import pytest
from draw_builders import pdf
from face_builders import Desk, draw, leaves
from output_builders import pnp
from PIL import Image as Pillow
from PIL import ImageChops

from pnp.art.paths import extent, multiply
from pnp.check.outlines import texts
from pnp.face.layout import FaceScene, KitFaces
from pnp.face.paint import InkMode
from pnp.findings import KitError
from pnp.kit.model import Record
from pnp.kits import load
from pnp.render.svg import write_svg
from pnp.scene import (
    IDENTITY,
    Box,
    Gradient,
    Group,
    Item,
    Matrix,
    Page,
    Path,
    Placed,
    Rect,
    Scene,
    Stop,
    Stroke,
    Use,
    mapped,
)
from pnp.text.fonts import FontBook

THEME = '[gradient.dusk]\nstops = ["indigo", ["cinnabar", 0.6], "silk"]\n'


def desk(folder: FilePath, *keys: str, ink: InkMode = "full", theme: str = THEME) -> Desk:
    folder.mkdir(exist_ok=True)
    (folder / "theme.toml").write_text(theme)
    return Desk(folder, draw(*keys), ink=ink)


def only(items: tuple[Item, ...]) -> Item:
    (item,) = items
    return item


def test_a_gradient_of_the_theme_fills_by_its_name(tmp_path: FilePath) -> None:
    item = only(desk(tmp_path, 'rect = "trim"', 'fill = "dusk"').items())
    stops = (Stop(0.0, "#23426B"), Stop(0.6, "#B3361F"), Stop(1.0, "#F4E9D3"))
    assert item == Rect(Box(0, 0, 60, 90), Gradient("linear", (0, 90, -90, 0, 30, 0), stops))


def test_opacity_goes_with_shapes_signs_pictures_and_faces(tmp_path: FilePath) -> None:
    for keys in (
        ('rect = "trim"', 'fill = "ink"'),
        ('icon = "hand"',),
        ('picture = "sun.svg"',),
        ('picture = "small.png"', "box = [0, 0, 4, 2]"),
        ('path = "M0,0 h9 v9 z"', 'fill = "ink"'),
    ):
        item = only(desk(tmp_path, *keys, 'opacity = "{x / 3}"').items())
        assert isinstance(item, Group) and item.opacity == 0.5
        assert desk(tmp_path, *keys, "opacity = 0").items() == ()
    inner = draw('rect = "trim"', 'fill = "ink"')
    called = Desk(tmp_path, draw('face = "inner"', "opacity = 0.5", 'clip = "ellipse"'), inner=inner)
    veiled = only(called.items())
    assert isinstance(veiled, Group) and veiled.opacity == 0.5
    cut = only(veiled.items)
    assert isinstance(cut, Group) and isinstance(cut.clip, Path)


def test_with_little_ink_they_become_lines(tmp_path: FilePath) -> None:
    def low(*keys: str) -> tuple[Item, ...]:
        return desk(tmp_path, *keys, ink="low").items()[:-1]  # the last is the line to cut along

    assert only(low("rect = [9, 9, 30, 30]", 'fill = "dusk"')) == Rect(
        Box(9, 9, 30, 30), "#FFFFFF", Stroke("#23426B", 0.25)
    )
    assert only(low("rect = [9, 9, 2, 30]", 'fill = "dusk"')) == Rect(Box(9, 9, 2, 30), "#23426B")
    veiled = only(low("rect = [9, 9, 30, 30]", 'fill = "ink"', "opacity = 0.9", "shadow = [1, 1, 1]"))
    assert isinstance(veiled, Rect) and veiled.fill is None and veiled.stroke is not None
    assert low("rect = [9, 9, 30, 30]", 'fill = "ink"', "opacity = 0.2") == ()
    fading = 'fill = { stops = [["ink", 0, 0], "ink"] }'
    assert all(getattr(item, "fill", None) is None for item in leaves(low("rect = [9, 9, 30, 30]", fading)))


@pytest.mark.parametrize(
    ("theme", "message"),
    [
        ('[gradient.dusk]\nstops = ["indigo"]\n', "from 2 to 32 colours"),
        ('[gradient.dusk]\nstops = [["ink", 0.6], ["ink", 0.2]]\n', "places that do not rise"),
        ('[gradient.ink]\nstops = ["ink", "silk"]\n', "ink is a colour already"),
    ],
)
def test_a_gradient_of_the_theme_that_cannot_be_is_an_error(tmp_path: FilePath, theme: str, message: str) -> None:
    with pytest.raises(KitError) as raised:
        desk(tmp_path, 'rect = "trim"', theme=theme)
    assert any(message in finding.message + finding.hint for finding in raised.value.findings)


def test_polygons_and_stars(tmp_path: FilePath) -> None:
    square = only(desk(tmp_path / "a", "polygon = [10, 10, 20, 20]", "sides = 4", 'fill = "ink"').items())
    assert [segment[1:] for segment in square.segments[:-1]] == [(20, 10), (30, 20), (20, 30), (10, 20)]
    own = only(
        desk(tmp_path / "b", "polygon = [5, 5, 9, 9]", 'points = [0, 0, 9, 0, "{x}", 9]', 'fill = "ink"').items()
    )
    assert [segment[1:] for segment in own.segments[:-1]] == [(5, 5), (14, 5), (6.5, 14)]
    star = only(
        desk(tmp_path / "c", "star = [0, 0, 20, 20]", 'points = "{worth}"', "inner = 0.5", 'fill = "ink"').items()
    )
    assert len(star.segments) == 7
    assert star.segments[:2] == (("M", 10, 0), ("L", 14.3301, 7.5))


def test_signs_and_pictures_are_mirrored_about_the_middle_of_their_box(tmp_path: FilePath) -> None:
    for number, (flip, matrix) in enumerate(
        {"across": (-1, 0, 0, 1, 40, 0), "down": (1, 0, 0, -1, 0, 60), "both": (-1, 0, 0, -1, 40, 60)}.items()
    ):
        sign = desk(tmp_path / str(number), 'icon = "swap"', "box = [15, 25, 10, 10]", f'flip = "{flip}"').items()
        item = only(sign)
        assert isinstance(item, Group) and item.matrix == matrix and isinstance(only(item.items), Use)
    plain = only(desk(tmp_path / "plain", 'icon = "swap"', "box = [15, 25, 10, 10]").items())
    assert isinstance(plain, Use)


# --- faces with every way of drawing, as they come out ---

SHOWCASE = FilePath(__file__).parent / "showcase"
MARGIN = 8.0
"""Millimetres of empty paper round a face."""
PER_MM = 4.0
SLACK = 2 / PER_MM
GROUND = "#00C0FF"
"""A ground that none of the colours below is."""


def shown(scene: Scene, fonts: FontBook) -> tuple[Pillow.Image, str]:
    """A face with its bleed in the middle of empty paper, and the words that a reader would copy."""
    around = MARGIN + scene.bleed
    page = Page(scene.width + 2 * around, scene.height + 2 * around, (Placed(scene, around, around),))
    with pypdfium2.PdfDocument(pdf([page], fonts=fonts)) as document:
        picture = document[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB")
        return picture, document[0].get_textpage().get_text_range()


def printed(difference: Pillow.Image) -> Box | None:
    """The box round what differs, in mm; what is hardly seen is nothing."""
    found = difference.convert("L").point(lambda value: 255 if value > 3 else 0).getbbox()
    if found is None:
        return None
    left, top, right, bottom = (side / PER_MM for side in found)
    return Box(left, top, right - left, bottom - top)


def letters(text: str) -> Counter[str]:
    return Counter("".join(text.split()))


def beneath(scene: Scene, items: tuple[Item, ...], fonts: FontBook) -> Pillow.Image:
    """Things on a ground that none of them has."""
    ground = Rect(Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed), GROUND)
    return shown(Scene(scene.width, scene.height, scene.bleed, (ground, *items)), fonts)[0]


def ways(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Everything on a face, groups too, and how it lies there."""
    for item in items:
        yield item, matrix
        if isinstance(item, Group):
            yield from ways(item.items, multiply(matrix, item.matrix))


def holds_together(laid: FaceScene, fonts: FontBook) -> None:
    """Raises AssertionError where the PDF of a face is not what its scene says."""
    scene = laid.scene
    picture, words = shown(scene, fonts)
    around = MARGIN + scene.bleed
    bleed = Box(MARGIN, MARGIN, scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed)
    found = printed(ImageChops.invert(picture))
    assert found is None or bleed.holds(found, SLACK)
    runs = [(text.text, text.x, text.y, text.font, text.size, matrix) for text, matrix in texts(scene.items)]
    once, every = (letters("".join(text for text, *_ in some)) for some in (set(runs), runs))
    assert once <= letters(words) <= every  # what lies on its like may be copied once
    empty = beneath(scene, (), fonts)
    for origin in laid.origins:
        matrix = next(matrix for item, matrix in ways(scene.items) if item is origin.items[0])
        here = mapped(matrix, extent(origin.items)).moved(around, around)
        own = beneath(scene, (Group(origin.items, matrix),), fonts)
        seen = printed(ImageChops.difference(own, empty))
        assert seen is None or here.holds(seen, SLACK)
        assert seen is not None or origin.sort not in ("icon", "picture"), f"line {origin.place.row} shows nothing"


def laid_out(layout: KitFaces, face: str, record: Record | None, size: tuple[float, float]) -> list[FaceScene]:
    """A face as it was laid out; nothing, if there is an error in it."""
    again = KitFaces(layout.kit, layout.language, ink=layout.ink, address="HTTP://A.B")
    again.scene(face, record, size=size, bleed=3.0)
    return again.laid


FACES = (("hero", (63.5, 88.9)), ("back", (63.5, 88.9)), ("seal", (40.0, 40.0)), ("coast", (90.0, 60.0)))


def test_the_showcase_has_no_faults() -> None:
    for ink in ("full", "low"):
        assert json.loads(pnp("check", SHOWCASE, "--ink", ink, "--json").stdout) == []


@pytest.mark.parametrize(("face", "size"), FACES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_faces_of_the_showcase_are_printed_as_they_are_laid_out(
    face: str, size: tuple[float, float], ink: InkMode
) -> None:
    layout = KitFaces(load(SHOWCASE), "en", ink=ink)
    (laid,) = laid_out(layout, face, layout.kit.tables["heroes"]["diver"], size)
    holds_together(laid, layout.fonts)
    assert write_svg(laid.scene, fonts=layout.fonts) == write_svg(laid.scene, fonts=layout.fonts)
