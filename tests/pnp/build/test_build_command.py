"""The `pnp` command as a user meets it: files that appear all at once, exit codes, messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_text import component, draw, head, write_files
from output_builders import POKER, face, manifest, page_texts, pnp, tiny, tiny_toml

pytestmark = pytest.mark.long


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


def test_a_kit_prints_into_its_own_folder_with_a_manifest(tmp_path: Path) -> None:
    result = pnp("build", tiny(tmp_path / "kit"), "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    made = manifest(tmp_path / "out/tiny")
    beside = {"for-programs/manifest.json", made["faces"]}
    assert {file["path"] for file in made["files"]} | beside == set(contents(tmp_path / "out/tiny"))
    (cards,) = made["components"]
    assert [cards[key] for key in ("id", "kind", "count", "width_mm", "height_mm")] == ["cards", "card", 2, *POKER]


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    pnp("build", kit, "--out", tmp_path / "one")
    pnp("build", kit, "--out", tmp_path / "two")
    assert contents(tmp_path / "one" / "tiny") == contents(tmp_path / "two" / "tiny")


def test_a_kit_with_an_error_leaves_the_last_build_as_it_was(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    pnp("build", kit, "--out", tmp_path / "out")
    before = contents(tmp_path / "out" / "tiny")
    tiny(kit, text="A line that is far too long for its box. " * 40)
    result = pnp("build", kit, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "kit/faces/card.toml:5:text: error:" in result.output
    assert contents(tmp_path / "out" / "tiny") == before
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["tiny"]


def test_files_of_an_older_build_go_and_the_user_s_own_stay(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    pnp("build", kit, "--out", tmp_path / "out", "--paper", "letter")
    (tmp_path / "out" / "tiny" / "notes.txt").write_text("mine")
    pnp("build", kit, "--out", tmp_path / "out", "--paper", "a4")
    names = set(contents(tmp_path / "out" / "tiny"))
    assert "notes.txt" in names
    assert not any("letter" in name for name in names)


@pytest.mark.parametrize("command", ["build", "check"])
def test_an_unknown_kit_is_wrong_usage_and_the_known_ones_are_named(command: str) -> None:
    result = pnp(command, "atlantis")
    assert result.exit_code == 2
    assert "'atlantis'" in result.output
    assert "hangzhou" in result.output


@pytest.mark.parametrize(
    "address",
    [
        "silkroad.local", "ftp://host", "http://a b", "http://h/?x=1", "http://a{red}", "http://h/<svg>", "http://h\n.x",
    ],
)  # fmt: skip
def test_an_address_that_no_phone_could_open_is_wrong_usage(address: str, tmp_path: Path) -> None:
    result = pnp("build", tiny(tmp_path / "kit"), "--companion", address, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "--companion" in result.output


@pytest.mark.parametrize(
    ("plays", "companion", "printed"),
    [("true", (), True), ("true", ("--companion", "none"), False), ("false", (), False)],
)
def test_only_a_kit_that_a_companion_plays_leads_to_one(
    plays: str, companion: tuple[str, ...], printed: bool, tmp_path: Path
) -> None:
    toml = tiny_toml().replace("players", f"companion = {plays}\nplayers")
    code = face("{address}") + draw(qr="{address}", box=[20, 40, 24, 24])
    kit = write_files(tmp_path / "kit", {"kit.toml": toml, "faces/card.toml": code})
    assert pnp("build", kit, "--out", tmp_path / "out", *companion).exit_code == 0
    made = manifest(tmp_path / "out/tiny")
    assert bool(made["qr"]) == bool(made["companion"]) == printed
    for file in made["files"]:
        text = " ".join(page_texts(tmp_path / "out/tiny" / file["path"]))
        assert ("silkroad.local" in text) == printed, file["path"]


def test_the_manifest_says_which_piece_bears_which_seal(tmp_path: Path) -> None:
    sealed = face("Hello") + draw(seal="12", box=[50, 60, 7, 7])
    kit = write_files(tiny(tmp_path / "kit"), {"faces/card.toml": sealed})
    assert pnp("build", kit, "--out", tmp_path / "out", "--seals").exit_code == 0
    corners = [[50.0, 60.0], [57.0, 60.0], [57.0, 67.0], [50.0, 67.0]]
    seal = {"number": 12, "component": "cards", "key": "", "side": "front", "corners_mm": corners}
    assert manifest(tmp_path / "out/tiny")["seals"] == [seal]


def with_uneven_rules(folder: Path) -> Path:
    """The tiny kit with a leaflet that lacks a rule in Spanish, and a word that nothing uses."""
    cards = component("cards", "card", {"en": "Cards", "es": "Cartas"}, size=POKER, face="card")
    rules = component("rules", "leaflet", {"en": "Rules", "es": "Reglas"}, file="rules")
    files = {
        "kit.toml": head("tiny", {"en": "Tiny", "es": "Chico"}, ("en", "es")) + cards + rules,
        "rules.en.md": "# Tiny\n\n## Play {#play}\n\nDraw a card.\n\n## End {#end}\n\nStop.\n",
        "rules.es.md": "# Chico\n\n## Juego {#play}\n\nRoba una carta.\n",
    }
    words = {f"words.{language}.toml": '[aid]\npay = "Pay"\n' for language in ("en", "es")}
    return write_files(tiny(folder), files | words)


@pytest.mark.parametrize("command", [["check"], ["build", "--only", "rules"]])
def test_a_rule_that_one_language_lacks_is_a_finding(command: list[str], tmp_path: Path) -> None:
    kit = with_uneven_rules(tmp_path / "kit")
    result = pnp(command[0], kit, *command[1:], *(["--out", tmp_path / "out"] if command[0] == "build" else []))
    assert result.exit_code == 1
    assert "rules.es.md" in result.output
    assert "end" in result.output


def test_a_reprint_of_a_card_reads_what_it_needs(tmp_path: Path) -> None:
    """The leaflets, and what the kit never uses, are no matter of a card."""
    kit = with_uneven_rules(tmp_path / "kit")
    assert "aid.pay is never used" in pnp("check", kit).output
    result = pnp("build", kit, "--only", "cards:1", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "no findings" in result.output
