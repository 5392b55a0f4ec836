"""The options of `pnp build`: how its help groups them, and what removed ones answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from click.testing import CliRunner
from output_builders import pnp, tiny

from pnp.build.manifest import (
    Code,
    ComponentEntry,
    File,
    Manifest,
    Names,
    OrderEntry,
    PieceEntry,
    SealEntry,
    SheetEntry,
)
from pnp.cli import main

HEADINGS = ("What:", "Paper:", "Look:", "Where:")


def test_the_help_groups_at_most_fourteen_options() -> None:
    said = pnp("build", "--help").output
    assert [line for line in said.splitlines() if line in HEADINGS] == list(HEADINGS)
    options = re.findall(r"^  (--[a-z-]+)", said, re.MULTILINE)
    assert len(options) == len(set(options)) <= 14
    assert said.index("--only") < said.index("--paper") < said.index("--ink") < said.index("--out")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--back-offset", "0.5,-1"), "pnp calibrate, then --printer NAME"),
        (("--labels",), 'stock = "label"'),
        (("--dice=labels",), "form ="),
        (("--vendor", "mpc"), "pnp order SHOP"),
        (("--processes",), "nothing is cached"),
        (("--paper", "nonsense", "--sleeved"), "sleeved = true"),
    ],
)
def test_a_removed_option_says_in_one_line_what_to_use(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    for asked in ((*arguments, kit), (kit, *arguments)):
        result = pnp("build", *asked, "--out", tmp_path / "out")
        assert result.exit_code == 2 and not (tmp_path / "out").exists()
        (line,) = result.output.splitlines()
        assert says in line


def test_a_name_is_for_one_content() -> None:
    names = Names()
    assert names.choose_name("a", ".png", b"1") == names.choose_name("A", ".png", b"1") == "a.png", (
        "the file that is there"
    )
    assert names.choose_name("a-2", ".png", b"2") == "a-2.png"
    assert names.choose_name("A", ".png", b"3") == "A-3.png", "its number is free"
    assert names.choose_name("a", ".pdf", b"3") == "a.pdf"
    assert names.choose_name("\u00e9", ".png", b"1") == "\u00e9.png"
    assert names.choose_name("e\u0301", ".png", b"2") == "e\u0301-2.png"
    assert names.choose_name("a.b", "", b"1") == "a.b" and names.choose_name("a.b", "", b"2") == "a.b-2"


DOCUMENT = (Path(__file__).parents[3] / "docs" / "manifest.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "entry"),
    [
        ("", Manifest),
        ("files", File),
        ("components", ComponentEntry),
        ("qr", Code),
        ("sheets", SheetEntry),
        ("pieces", PieceEntry),
        ("seals", SealEntry),
        ("order", OrderEntry),
    ],
)
def test_every_field_is_told_of_and_no_other(heading: str, entry: type[msgspec.Struct]) -> None:
    start = DOCUMENT.index(f"## `{heading}`") if heading else 0
    part = DOCUMENT[start:].split("\n## ")[0].removeprefix("## ")
    fields = {field.name for field in msgspec.structs.fields(entry)}
    assert {name for name in fields if f"`{name}`" not in part} == set()
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([a-z_0-9]+)`", row)} <= fields


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


def test_a_kit_says_its_foot_itself(tmp_path: Path) -> None:
    foot = r'foot = "{titles} of {kit.title}, {kit.version}\n{sheet} of {sheets}, {side}"'
    front, back = texts(tmp_path, foot)["sheets"]
    assert "Cards of Tiny, 1.5" in front and "1 of 1, front" in front and "1 of 1, back" in back
    assert "build" not in front and "print at 100 %" in front


def test_a_kit_without_a_foot_has_no_ruler_to_measure(tmp_path: Path) -> None:
    found = texts(tmp_path, "foot = false")
    assert found["sheets"] == ["Drawn by the kit"] * 2
    assert "ruler at its foot" not in found["guide"][0]


def test_a_leaflet_without_a_cover_begins_with_its_text(tmp_path: Path) -> None:
    (page,) = texts(tmp_path, leaflet="cover = false")["leaflet"]
    assert page.index("before the first chapter") < page.index("Draw a card")
