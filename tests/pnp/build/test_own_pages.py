"""What a kit says, or leaves off, where the press has pages and feet of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from pnp.cli import main

pytestmark = pytest.mark.long

KIT = """\
[kit]
id = "tiny"
title = "Tiny"
version = "1.5"
players = [2, 2]
languages = ["en"]
{kit}

[[component]]
id = "cards"
kind = "card"
title = "Cards"
size = [63.5, 88.9]
face = "card"
back = "card"

[[component]]
id = "rules"
kind = "leaflet"
title = "Rules"
file = "rules"
{leaflet}
"""
RULES = "# Tiny\n\nA game before the first chapter.\n\n## Play {#play}\n\nDraw a card, see [there](#play).\n"


def texts(folder: Path, kit: str = "", leaflet: str = "") -> dict[str, list[str]]:
    """The texts of the pages of each file, by what it is, of the kit with these keys."""
    source = folder / "kit"
    (source / "faces").mkdir(parents=True)
    (source / "kit.toml").write_text(KIT.format(kit=kit, leaflet=leaflet))
    (source / "faces" / "card.toml").write_text('[[draw]]\ntext = "Drawn by the kit"\nbox = "safe"\n')
    (source / "rules.en.md").write_text(RULES)
    result = CliRunner().invoke(main, ["build", str(source), "--out", str(folder / "out")])
    assert result.exit_code == 0, result.output
    found = {}
    for file in json.loads((folder / "out" / "tiny" / "for-programs/manifest.json").read_text())["files"]:
        with pypdfium2.PdfDocument(folder / "out" / "tiny" / file["path"]) as document:
            pages = [page.get_textpage().get_text_range().replace("\xa0", " ") for page in document]
        found[file["what"]] = [" ".join(page.split()) for page in pages]
    return found


def test_the_press_has_a_foot_a_guide_and_a_cover(tmp_path: Path) -> None:
    found = texts(tmp_path)
    assert set(found) == {"start", "guide", "sheets", "leaflet", "booklet"}
    assert "Tiny 1.5 · Cards" in found["sheets"][0] and "100 mm long" in found["sheets"][0]
    assert len(found["leaflet"]) == 2 and "before the first chapter" in found["leaflet"][0]


def test_a_kit_says_its_foot_itself(tmp_path: Path) -> None:
    foot = r'foot = "{titles} of {kit.title}, {kit.version}\n{sheet} of {sheets}, {side}"'
    front, back = texts(tmp_path, foot)["sheets"]
    assert "Cards of Tiny, 1.5" in front and "1 of 1, front" in front and "1 of 1, back" in back
    assert "build" not in front and "print at 100 %" in front


def test_a_kit_without_a_foot_has_no_ruler_to_measure(tmp_path: Path) -> None:
    found = texts(tmp_path, "foot = false")
    assert found["sheets"] == ["Drawn by the kit"] * 2
    assert "ruler at its foot" not in found["guide"][0]


def test_a_kit_does_without_a_guide(tmp_path: Path) -> None:
    assert "guide" not in texts(tmp_path, "guide = false")


def test_a_leaflet_without_a_cover_begins_with_its_text(tmp_path: Path) -> None:
    (page,) = texts(tmp_path, leaflet="cover = false")["leaflet"]
    assert page.index("before the first chapter") < page.index("Draw a card")


def test_a_leaflet_has_a_cover_of_its_own(tmp_path: Path) -> None:
    cover, page = texts(tmp_path, leaflet='cover = "card"')["leaflet"]
    assert cover == "Drawn by the kit" and "Draw a card" in page
