"""What of a kit is printed: pieces, less than all, boards of any size, boxes for what is sleeved."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_text import component, table, write_files
from output_builders import face, manifest, pnp, tiny, tiny_toml

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
