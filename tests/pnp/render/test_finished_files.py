"""What reportlab leaves out or gets wrong by itself, read back from finished files."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from draw_builders import LEAF, card, pdf, seen, set_in
from PIL import Image as Pillow
from test_effects import everything, shade

from pnp.scene import Anchor, Art, Box, Gradient, Group, Image, Item, Link, Page, Placed, Rect, Stop, Tag, Use

HERE = Path(__file__).parent
RED_TO_BLUE = Gradient("linear", (40.0, 0.0, 0.0, 40.0, 5.0, 5.0), (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF")))
WHOLE = Box(0.0, 0.0, 63.5, 88.9)


def picture_with_alpha() -> Image:
    raster = Pillow.new("RGBA", (8, 8), (0, 0, 255, 128))
    out = io.BytesIO()
    raster.save(out, "PNG")
    return Image("veil", out.getvalue(), Box(5, 5, 40, 40), raster.size)


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
