"""The pnp build command as a user meets it: files, options, selection, messages."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from kit_text import component, draw, head, table, write_files
from output_builders import POKER, face, manifest, page_texts, pnp, tiny, tiny_toml

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


ROWS = "id,name\n1,One\n2,Two\n3,Three\n4,Four\n"


@pytest.mark.parametrize(("only", "count"), [(["cards:2"], 1), (["cards:1-3x2"], 6), (["cards:1", "cards:1"], 2)])
def test_only_the_named_pieces_are_printed(only: list[str], count: int, tmp_path: Path) -> None:
    toml = tiny_toml(each="cards") + table("cards")
    kit = write_files(tmp_path / "kit", {"kit.toml": toml, "faces/card.toml": face("{name}"), "cards.csv": ROWS})
    arguments = [part for text in only for part in ("--only", text)]
    result = pnp("build", kit, "--out", tmp_path / "out", *arguments)
    assert result.exit_code == 0, result.output
    made = manifest(tmp_path / "out/tiny-reprint")
    assert [entry["count"] for entry in made["components"]] == [count]
    assert sum(sheet["components"]["cards"] for sheet in made["sheets"]) == count


@pytest.mark.parametrize("only", ["cards:9", "cards:1x0"])
def test_a_selection_that_names_nothing_is_wrong_usage(only: str, tmp_path: Path) -> None:
    result = pnp("build", tiny(tmp_path / "kit"), "--only", only, "--out", tmp_path / "out")
    assert result.exit_code == 2 and only.removeprefix("cards:") in result.output


PROFILE = component("coins", "token", "Coins", size=20, face="card") + '\n[profile.economy]\nwithout = ["coins"]\n'


def with_profile(folder: Path) -> Path:
    """Cards and coins, and a profile without the coins."""
    return write_files(tiny(folder), {"kit.toml": tiny_toml() + PROFILE})


@pytest.mark.parametrize("less", [("--without", "coins"), ("--profile", "economy")])
def test_what_is_left_out_is_not_printed_and_the_rest_is_a_whole_kit(less: tuple[str, str], tmp_path: Path) -> None:
    assert pnp("build", with_profile(tmp_path / "kit"), "--out", tmp_path / "out", *less).exit_code == 0
    made = manifest(tmp_path / "out/tiny")
    assert [entry["id"] for entry in made["components"]] == ["cards"] and made["without"] == ["coins"]
    assert "guide" in {file["what"] for file in made["files"]}
    assert {name for sheet in made["sheets"] for name in sheet["components"]} == {"cards"}


@pytest.mark.parametrize(
    ("less", "said"),
    [
        (("--without", "dice"), "there is no component 'dice'; there are cards, coins"),
        (("--profile", "frugal"), "no profile 'frugal', only lean, full, economy"),
        (("--without", "cards", "--profile", "economy"), "nothing is left to print"),
        (("--only", "dice:3"), "kit: 'dice:3': there is no component 'dice'; there are cards, coins"),
    ],
)
def test_leaving_out_what_is_not_there_is_wrong_usage(less: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = pnp("build", with_profile(tmp_path / "kit"), "--out", tmp_path / "out", *less)
    assert result.exit_code == 2 and said in result.output


def test_a_box_for_sleeved_cards_is_larger(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    toml = tiny_toml(copies=20) + component("box", "box", "Box", contents=["cards"], faces={"front": "card"})

    def width(more: str) -> float:
        (kit / "kit.toml").write_text(toml + more)
        result = pnp("build", kit, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        return float(manifest(tmp_path / "out/tiny")["components"][1]["width_mm"])

    assert width("sleeved = true\n") == width("") + 3


HEADINGS = ("What:", "Paper:", "Look:", "Where:")


def test_the_help_groups_at_most_fourteen_options() -> None:
    said = pnp("build", "--help").output
    assert [line for line in said.splitlines() if line in HEADINGS] == list(HEADINGS)
    options = re.findall(r"^  (--[a-z-]+)", said, re.MULTILINE)
    assert len(options) == len(set(options)) <= 14
    assert said.index("--only") < said.index("--paper") < said.index("--ink") < said.index("--out")


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


RULES = "# Tiny\n\nA game before the first chapter.\n\n## Play {#play}\n\nDraw a card, see [there](#play).\n"


def page_texts_of(folder: Path, kit: str = "", **leaflet: object) -> dict[str, list[str]]:
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
    front, back = page_texts_of(tmp_path, foot)["sheets"]
    assert "Cards of Tiny, 1.5" in front and "1 of 1, front" in front and "1 of 1, back" in back
    assert "build" not in front and "print at 100 %" in front


def test_a_kit_without_a_foot_has_no_ruler_to_measure(tmp_path: Path) -> None:
    found = page_texts_of(tmp_path, "foot = false\n")
    assert found["sheets"] == ["Drawn by the kit"] * 2
    assert "ruler at its foot" not in found["guide"][0]


def test_a_leaflet_without_a_cover_begins_with_its_text(tmp_path: Path) -> None:
    (page,) = page_texts_of(tmp_path, cover=False)["leaflet"]
    assert page.index("before the first chapter") < page.index("Draw a card")
