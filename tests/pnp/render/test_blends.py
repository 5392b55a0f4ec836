"""Colours that are mixed with those beneath them: on paper, in a browser, and as faces are kept."""

from __future__ import annotations

import pytest
from draw_builders import FONTS, card, drawn

from pnp.check.outlines import shapes
from pnp.output.scene_file import SceneDecoder as SceneReader
from pnp.output.scene_file import SceneEncoder as SceneWriter
from pnp.render.svg import write_svg
from pnp.scene import IDENTITY, Box, Group, Path, Rect, Stroke
from pnp.vendor.veils import is_see_through

YELLOW = Rect(Box(0, 0, 20, 20), "#FFCC00")
BLUE = Rect(Box(10, 0, 20, 20), "#0088FF")
SHARP = Path((("M", 40, 40), ("L", 42, 20), ("L", 44, 40)), stroke=Stroke("#000000", 1, mitre=9))
MIXED = Group((YELLOW, Group((BLUE,), blend="multiply")), alone=True)


def test_pdf_multiplies_within_the_group_alone() -> None:
    picture = drawn([Rect(Box(0, 0, 63, 88), "#00FF00"), MIXED], 63, 88, 4)
    yellow, both, blue = (picture.getpixel((x, 40)) for x in (20, 60, 100))
    assert (yellow, blue) == ((255, 204, 0), (0, 136, 255)), "the green beneath counts for nothing"
    assert both == pytest.approx((0, 204 * 136 / 255, 0), abs=1)


def test_they_are_kept_and_written_for_browsers() -> None:
    scene = card([MIXED, SHARP])
    writer = SceneWriter(FONTS, "")
    again = SceneReader(writer.out).scene(name) if (name := writer.add(scene)) else None
    assert again is not None
    svg = write_svg(again, fonts=FONTS, embed=False)
    assert svg == write_svg(scene, fonts=FONTS, embed=False)
    assert 'style="mix-blend-mode:multiply"' in svg and 'style="isolation:isolate"' in svg
    assert 'stroke-miterlimit="9"' in svg


def test_checks_see_them_and_presses_without_transparency_get_a_picture() -> None:
    assert [shape.fill for shape in shapes(MIXED, IDENTITY, {})] == ["#FFCC00", "#0088FF"]
    assert is_see_through((MIXED,))
