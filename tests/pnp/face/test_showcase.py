"""Faces with every way of drawing, as they come out: a small kit.

What the scene says of a face, its PDF shows: nothing outside of the bleed, every text to be found, each sign and
picture seen, in both ink modes.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path as FilePath

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image as Pillow
from PIL import ImageChops

from pnp.art.paths import extent, multiply
from pnp.check.outlines import texts
from pnp.cli import main
from pnp.face.layout import FaceScene, KitFaces
from pnp.face.paint import InkMode
from pnp.kit.model import Record
from pnp.kits import load
from pnp.render.pdf import write_pdf
from pnp.render.svg import write_svg
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, Page, Placed, Rect, Scene, mapped
from pnp.text.fonts import FontBook

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
    out = io.BytesIO()
    write_pdf([page], out, fonts=fonts, title="")
    with pypdfium2.PdfDocument(out.getvalue()) as document:
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


# --- the showcase ------------------------------------------------------------------------------------------

FACES = (("hero", (63.5, 88.9)), ("back", (63.5, 88.9)), ("seal", (40.0, 40.0)), ("coast", (90.0, 60.0)))


def test_the_showcase_has_no_faults() -> None:
    for ink in ("full", "low"):
        result = CliRunner().invoke(main, ["check", str(SHOWCASE), "--ink", ink, "--json"], catch_exceptions=False)
        assert json.loads(result.stdout) == []


@pytest.mark.parametrize(("face", "size"), FACES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_faces_of_the_showcase_are_printed_as_they_are_laid_out(
    face: str, size: tuple[float, float], ink: InkMode
) -> None:
    layout = KitFaces(load(SHOWCASE), "en", ink=ink)
    (laid,) = laid_out(layout, face, layout.kit.tables["heroes"]["diver"], size)
    holds_together(laid, layout.fonts)
    assert write_svg(laid.scene, fonts=layout.fonts) == write_svg(laid.scene, fonts=layout.fonts)
