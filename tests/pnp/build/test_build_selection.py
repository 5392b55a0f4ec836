"""What of a kit is printed: pieces, less than all, boards of any size, boxes for what is sleeved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from output_builders import FACE, KIT_TOML, pnp, tiny

pytestmark = pytest.mark.long


ROWS = "id,name\n1,One\n2,Two\n3,Three\n4,Four\n"


@pytest.mark.parametrize(
    ("only", "count"),
    [
        (["cards:2"], 1),
        (["cards:1-3x2"], 6),
        (["cards:1", "cards:1"], 2),
    ],
)
def test_only_the_named_pieces_are_printed(only: list[str], count: int, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "faces").mkdir(parents=True)
    toml = KIT_TOML.format(face="card", copies=1).replace("copies = 1", 'each = "cards"')
    (kit / "kit.toml").write_text(toml + '\n[table.cards]\nfile = "cards.csv"\nkey = "id"\n')
    (kit / "faces" / "card.toml").write_text(FACE.replace("{text}", "{name}"))
    (kit / "cards.csv").write_text(ROWS)
    arguments = [part for text in only for part in ("--only", text)]
    result = pnp("build", kit, "--out", tmp_path / "out", *arguments)
    assert result.exit_code == 0, result.output
    manifest = json.loads((tmp_path / "out" / "tiny-reprint" / "for-programs/manifest.json").read_text())
    assert [entry["count"] for entry in manifest["components"]] == [count]
    assert sum(sheet["components"]["cards"] for sheet in manifest["sheets"]) == count


@pytest.mark.parametrize("only", ["dice", "cards:9", "cards:1x0"])
def test_a_selection_that_names_nothing_is_wrong_usage(only: str, tmp_path: Path) -> None:
    result = pnp("build", tiny(tmp_path / "kit"), "--only", only, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert only.removeprefix("cards:") in result.output


PROFILE = """
[[component]]
id = "coins"
kind = "token"
size = 20
face = "card"

[profile.economy]
without = ["coins"]
"""


@pytest.mark.parametrize("less", [("--without", "coins"), ("--profile", "economy")])
def test_what_is_left_out_is_not_printed_and_the_rest_is_a_whole_kit(less: tuple[str, str], tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    assert pnp("build", kit, "--out", tmp_path / "out", *less).exit_code == 0
    manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
    assert [entry["id"] for entry in manifest["components"]] == ["cards"] and manifest["without"] == ["coins"]
    assert "guide" in {file["what"] for file in manifest["files"]}
    assert {name for sheet in manifest["sheets"] for name in sheet["components"]} == {"cards"}


@pytest.mark.parametrize(
    ("less", "said"),
    [
        (("--without", "dice"), "there is no component 'dice'; there are cards, coins"),
        (("--profile", "frugal"), "no profile 'frugal', only lean, full, economy"),
        (("--without", "cards", "--profile", "economy"), "nothing is left to print"),
    ],
)
def test_leaving_out_what_is_not_there_is_wrong_usage(less: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    result = pnp("build", kit, "--out", tmp_path / "out", *less)
    assert result.exit_code == 2 and said in result.output


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("build", "--only", "dice:3"), "kit: 'dice:3': there is no component 'dice'; there are cards, coins"),
    ],
)
def test_a_wrong_name_is_an_error(asked: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    command, *more = asked
    result = pnp(command, kit, *more)
    assert result.exit_code == 2 and said in result.output, result.output


def test_a_box_for_sleeved_cards_is_larger(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit", copies=20)
    toml = (kit / "kit.toml").read_text()
    box = '\n[[component]]\nid = "box"\nkind = "box"\ncontents = ["cards"]\nfaces = { front = "card" }\n'

    def width(more: str) -> float:
        (kit / "kit.toml").write_text(toml + box + more)
        result = pnp("build", kit, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
        return float(manifest["components"][1]["width_mm"])

    assert width("sleeved = true\n") == width("") + 3
