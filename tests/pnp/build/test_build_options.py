"""The options of `pnp build`: how its help groups them, and what removed ones answer."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from kit_text import component, draw, head, write_files
from output_builders import POKER, manifest, page_texts, pnp, tiny

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

RULES = "# Tiny\n\nA game before the first chapter.\n\n## Play {#play}\n\nDraw a card, see [there](#play).\n"


def texts(folder: Path, kit: str = "", **leaflet: object) -> dict[str, list[str]]:
    """The texts of the pages of each file, by what it is, of the kit with these keys."""
    toml = head("tiny", "Tiny", version="1.5") + kit
    toml += component("cards", "card", "Cards", size=POKER, face="card", back="card")
    toml += component("rules", "leaflet", "Rules", file="rules", **leaflet)
    face = draw(text="Drawn by the kit", box="safe")
    source = write_files(folder / "kit", {"kit.toml": toml, "faces/card.toml": face, "rules.en.md": RULES})
    result = pnp("build", source, "--out", folder / "out")
    assert result.exit_code == 0, result.output
    made = folder / "out/tiny"
    return {file["what"]: page_texts(made / file["path"]) for file in manifest(made)["files"]}


def test_a_kit_says_its_foot_itself(tmp_path: Path) -> None:
    foot = r'foot = "{titles} of {kit.title}, {kit.version}\n{sheet} of {sheets}, {side}"' + "\n"
    front, back = texts(tmp_path, foot)["sheets"]
    assert "Cards of Tiny, 1.5" in front and "1 of 1, front" in front and "1 of 1, back" in back
    assert "build" not in front and "print at 100 %" in front


def test_a_kit_without_a_foot_has_no_ruler_to_measure(tmp_path: Path) -> None:
    found = texts(tmp_path, "foot = false\n")
    assert found["sheets"] == ["Drawn by the kit"] * 2
    assert "ruler at its foot" not in found["guide"][0]


def test_a_leaflet_without_a_cover_begins_with_its_text(tmp_path: Path) -> None:
    (page,) = texts(tmp_path, cover=False)["leaflet"]
    assert page.index("before the first chapter") < page.index("Draw a card")
