"""Two kits that show what faces can be laid out with: maps of hexagons, flows, tables, labels; Arabic and Hebrew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from output_builders import pnp

from pnp.art.paths import walk_items
from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.scene import Text
from pnp.text.fonts import installed_faces

HERE = Path(__file__).parent
EAST = {"Amiri-Regular", "FrankRuhlLibre[wght]"}
needs_east = pytest.mark.skipif(not set(installed_faces()) >= EAST, reason="fontpkg-amiri, fontpkg-frank-ruhl-libre")


NAME = "{component}-{row}-{side}.svg"


@needs_east
@pytest.mark.long
def test_a_kit_in_arabic_and_hebrew_is_printed_from_the_right(tmp_path: Path) -> None:
    kit = shutil.copytree(HERE / "east", tmp_path / "east")
    result = pnp("export", kit, "--as", "faces", "--name", NAME, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "missing-glyph" not in result.output
    drawn = {language: next((tmp_path / "out").rglob(f"{language}/*.svg")) for language in ("ar", "he")}
    assert 'unicode-bidi="bidi-override"' in drawn["he"].read_text(encoding="utf-8")
    assert 'role="img"' in drawn["ar"].read_text(encoding="utf-8"), "letters that join are shapes"
    read = load(kit)
    for language, rule in (("ar", "خذ"), ("he", "קחו")):
        scene = KitFaces(read, language).scene("card", read.tables["goods"]["silk"], size=(63.5, 88.9), bleed=3)
        first = min(
            (text for text, _ in walk_items(scene.items) if isinstance(text, Text) and 18 < text.y < 23),
            key=lambda text: -text.x,
        )
        assert first.x + first.width == pytest.approx(58.5)
        assert first.text.strip().startswith(rule) and first.right_to_left
