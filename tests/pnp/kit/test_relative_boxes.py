"""Boxes that are written by the far edges, by shares and by the middle fit every size of a piece."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_builders import write_kit

from pnp.build.build import check
from pnp.face.layout import KitFaces
from pnp.kits import load, read
from pnp.scene import Rect
from pnp.sheet.options import Options

CARDS = "".join(
    f'[[component]]\nid = "{name}"\nkind = "card"\nsize = "{name}"\neach = "dyes"\nface = "dye"\n'
    for name in ("poker", "tarot", "mini-us")
)
HEAD = '[kit]\nid = "tiny"\ntitle = "Tiny"\nplayers = [2, 4]\nlanguages = ["en"]\n'
TABLE = '[table.dyes]\nfile = "dyes.csv"\n[table.dyes.columns]\ngap = "number"\n'
ART = """\
[box]
art = { x = 4, right = 4, y = 10, h = "45%" }
[[draw]]
rect = "art"
fill = "ink"
[[draw]]
rect = { x = "middle", w = "100% - 12", bottom = 6, h = 8 }
fill = "ink"
[[draw]]
rect = ["middle - 10", "50%", "20", "10%"]
fill = "ink"
inset = 1
[[draw]]
rect = { right = "{gap}", w = 5, y = "{gap} + 2", bottom = "50%" }
fill = "ink"
"""
SIZES = [(63.5, 88.9), (70.0, 120.0), (41.0, 63.0)]


def kit_of(folder: Path, face: str) -> Path:
    changes = {"kit.toml": HEAD + TABLE + CARDS, "dyes.csv": "id,gap\na,3\n", "faces/dye.toml": face}
    return write_kit(folder, {**changes, "faces/plain.toml": None, "words.en.toml": None, "words.es.toml": None})


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_one_face_fits_three_sizes_of_cards(tmp_path: Path, width: float, height: float) -> None:
    kit = load(kit_of(tmp_path, ART))
    scene = KitFaces(kit, "en").scene("dye", kit.tables["dyes"]["a"], size=(width, height))
    boxes = [
        (item.box.x, item.box.y, item.box.width, item.box.height) for item in scene.items if isinstance(item, Rect)
    ]
    art, title, middle, bound = boxes
    assert art == pytest.approx((4, 10, width - 8, 0.45 * height))
    assert title == pytest.approx((6, height - 14, width - 12, 8))
    assert middle == pytest.approx((width / 2 - 19, height / 2 + 1, 18, 0.1 * height - 2))
    assert bound == pytest.approx((width - 8, 5, 5, height / 2 - 5))


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("{ x = 4, w = 10, right = 4 }", "has x, w and right"),
        ('{ x = "middle" }', "has x in the middle, which needs w"),
        ('{ w = "100% 6" }', "has a side w that is “100% 6”, not a length"),
        ("[1, 2, 3]", "is a list, not a box"),
        ('{ x = "{gap}" }', "binds something"),
    ],
)
def test_a_bad_box_is_found_in_its_row(tmp_path: Path, box: str, message: str) -> None:
    _, findings = read(
        kit_of(tmp_path, f'[box]\nok = [1, 1, 1, 1]\nart = {box}\n[[draw]]\nrect = "art"\nfill = "ink"\n')
    )
    (finding,) = findings.errors
    assert message in finding.message
    assert finding.hint or "binds" in message
    assert str(finding.place).endswith("faces/dye.toml:3:art")


@pytest.mark.parametrize(
    ("face", "place"),
    [
        ('[box]\nart = { x = 40, right = 10 }\n[[draw]]\nrect = "art"\nfill = "ink"\n', "faces/dye.toml:3:rect"),
        ('[[draw]]\nrect = { x = "{gap} + 37", right = 10 }\nfill = "ink"\n', "faces/dye.toml:1:rect"),
    ],
)
def test_a_box_without_area_names_the_piece(tmp_path: Path, face: str, place: str) -> None:
    found = check(kit_of(tmp_path, face), Options(out=tmp_path), lambda name, done: None)
    (finding,) = found.errors
    assert "has no width on a piece of 41 × 63 mm" in finding.message and finding.hint
    assert str(finding.place).endswith(place)
