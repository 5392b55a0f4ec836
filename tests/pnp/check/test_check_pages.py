"""Finished pages: what the press writes at their feet stays on the paper and apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, NAMED, PLAYERS, checked, codes, write_kit
from click.testing import CliRunner

from pnp.cli import main
from pnp.text.fonts import find_missing_script

LONG = "The Merchants of the Great Silk Road and the Song Capital of the South"


def test_a_title_that_runs_into_the_foot_is_found_once_with_its_page(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace('"Houses"', f'"{LONG}"')})
    (found,) = checked(folder)
    assert (found.severity, found.code, str(found.place)) == ("warning", "page-crowded", "kit.toml:3:title")
    assert LONG in found.message
    assert "print at 100 %" in found.message
    assert found.page.startswith("en/")
    assert found.page.endswith(".pdf page 1")


def test_a_title_that_the_feet_cannot_print_is_an_error_for_check_and_build(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace('"Markers"', '"夜 Markers"')})
    (found,) = checked(folder)
    assert (found.severity, found.code, str(found.place)) == ("error", "missing-glyph", "kit.toml:17:title")
    assert "夜 (U+591C)" in found.message
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert not list((tmp_path / "out").rglob("*.pdf"))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid", "both"])
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
def test_no_paper_crowds_a_foot_of_ordinary_length(tmp_path: Path, paper: str, backs: str) -> None:
    kit = KIT.replace('face = "marker"', 'face = "marker"\nback = "marker"')
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": kit.replace('"Houses"', '"The Houses of Hangzhou"')})
    assert codes(folder, "--paper", paper, "--backs", backs) == []


def test_a_component_larger_than_the_paper_is_an_error_at_its_size(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace("[30, 30]", "[300, 300]")})
    (found,) = {finding.code: finding for finding in checked(folder) if finding.severity == "error"}.values()
    assert (found.code, str(found.place)) == ("larger-than-paper", "kit.toml:14:size")
    assert "A4 has room for" in found.message


def test_a_leaflet_with_a_short_page_is_a_warning_at_its_line(tmp_path: Path) -> None:
    leaflet = KIT + '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "Rules"\nfile = "rules"\n'
    high = "size = [40, 120]\n" + NAMED.replace("{name}", "high")
    text = "# Rules\n\nWords.\n\n## A\n\n" + "word\n\n" * 12 + "![](face:high)\n"
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": leaflet, "faces/high.toml": high, "rules.en.md": text})
    assert codes(folder) == ["warning short-page rules.en.md:31"]


@pytest.mark.parametrize(
    ("language", "has", "lacks"),
    [
        ("ja", "", True),
        ("zh-TW", "", True),
        ("ja", "人", False),
        ("en", "", False),
        ("ar", "a", True),
        ("ru", "а", False),
    ],
)
def test_a_missing_script_is_one_fault(language: str, has: str, lacks: bool) -> None:
    found = find_missing_script(has.__contains__, language, "kits/k/kit.toml")
    assert (found is not None) == lacks
    if found:
        assert found.message == f"the typefaces of texts in {language} lack its letters"
        assert f"[font.text.{language}]" in found.hint and str(found.place) == "kits/k/theme.toml"


def test_a_kit_without_a_typeface_for_its_language_has_one_error(tmp_path: Path) -> None:
    kit = KIT.replace('["en"]', '["ja"]').replace('"Houses"', '"夏祭り"').replace('"Markers"', '"印"')
    leaflet = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "則"\nfile = "rules"\n'
    changes = {
        "kit.toml": kit + leaflet,
        "players.csv": PLAYERS.replace("Ann", "花子").replace("Bob", "太郎。").replace("Eve", "はな"),
        "rules.ja.md": "# 夏祭り\n\n## 準備\n\n札を混ぜる。\n",
    }
    found = [one for one in checked(write_kit(tmp_path, NAMED, changes)) if one.code == "missing-glyph"]
    assert [(one.severity, str(one.place)) for one in found] == [("error", "theme.toml")]
