"""`pnp new`: six starters, each a small game that prints as it is, with nothing that the press finds amiss."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from output_builders import pnp

from pnp.build.build import check
from pnp.kits import load
from pnp.new import NAMES, STARTERS, Starter, picture, title_of, write
from pnp.sheet.options import Options
from pnp.sheet.parts import count

COUNTS = {
    "deck": {"cards": 27, "box": 1},
    "tokens": {"goods": 24, "coins": 24, "wells": 12},
    "board": {"board": 1, "caravans": 8, "die": 1},
    "roll-and-write": {"pad": 20, "dice": 2},
    "hex-map": {"map": 1, "tiles": 19, "caravans": 4, "camps": 20},
    "18xx": {"market": 1, "map": 1, "tiles": 32, "shares": 20, "trains": 13, "stations": 16, "charters": 4},
}


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of each starter, with a name of its own."""
    folder = tmp_path_factory.mktemp("new")
    for starter in STARTERS:
        write(starter, folder / f"my-{starter.name}")
    return folder


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.name)
def test_each_has_a_picture_of_its_own_pieces(starter: Starter) -> None:
    drawn = picture(starter)
    assert drawn == picture(starter), "the same bytes each time"
    assert drawn.count("<clipPath") >= len(starter.pieces) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_either_ink(kits: Path, name: str) -> None:
    for ink in ("full", "low"):
        found = check(kits / f"my-{name}", Options(out=Path(), ink=ink), lambda *told: None)
        assert not list(found) and not found.accepted


@pytest.mark.parametrize("name", NAMES)
def test_each_holds_what_it_says(kits: Path, name: str) -> None:
    kit = load(kits / f"my-{name}")
    counts = {component.id: count(kit, component) for component in kit.components}
    assert {id_: count for id_, count in counts.items() if id_ != "rules"} == COUNTS[name]
    assert "rules" in counts
    assert (kit.id, kit.title.texts["en"]) == (f"my-{name}", title_of(f"my-{name}"))


@pytest.mark.long
def test_a_deck_prints_at_once(kits: Path, tmp_path: Path) -> None:
    built = pnp("build", kits / "my-deck", "--out", tmp_path)
    assert built.exit_code == 0, built.output
    with pypdfium2.PdfDocument(next(tmp_path.glob("my-deck/en/*-card-two-sided-a4.pdf"))) as cards:
        assert len(cards) == 6
        front, back = (cards[page].get_textpage().get_text_range() for page in (0, 1))
        assert front.count("Barker") == 3 and back.count("My Deck") == 9 + 1, "and in the foot"
    with pypdfium2.PdfDocument(next(tmp_path.glob("my-deck/en/*-rules-a5.pdf"))) as rules:
        assert "My Deck" in rules[0].get_textpage().get_text_range()


def test_the_files_are_listed_with_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = pnp("new", "night-market", "--from", "deck")
    assert made.exit_code == 0
    assert re.search(r"kit\.toml +What is in the box\n", made.stdout)
    assert re.search(r"cards\.csv +9 rows\n", made.stdout)
    assert "night-market: no findings" in made.stderr
    assert "pnp build night-market" in made.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["night-market"]


def test_without_a_terminal_the_starters_are_listed() -> None:
    asked = pnp("new", "night-market")
    assert asked.exit_code == 2 and all(f"--from {name}" in asked.stderr for name in NAMES)


def test_a_folder_that_exists_is_never_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night-market").mkdir()
    for number in range(4):
        (tmp_path / "night-market" / f"{number}.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    told = {
        "night-market": "Error: night-market is there already, with 4 files. Choose another name.\n",
        "file": "Error: file is there already, as a file. Choose another name.\n",
        "empty": "Error: empty is there already, and empty. Choose another name.\n",
    }
    for name, message in told.items():
        refused = pnp("new", name, "--from", "deck")
        assert refused.exit_code == 2 and refused.stderr.endswith(message)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("1st", "1st is no name of a kit: a letter a–z, then such letters, digits, hyphens."),
        ("none/game", "The folder none is not there. Make it first."),
        ("Con", "Windows keeps the name Con for a device."),
        ("hangzhou", "`pnp build hangzhou` prints a kit that comes with the press."),
    ],
)
def test_a_name_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    refused = pnp("new", name, "--from", "deck")
    assert refused.exit_code == 2 and message in refused.stderr
    assert not list(tmp_path.iterdir())
