"""Findings: those of finished pages, those that a kit accepts, and the list of all codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from check_builders import KIT, LEAFLET, NAMED, PLAYERS, checked, codes, write_kit
from click.testing import Result
from output_builders import pnp

from pnp.check.rules import RULES
from pnp.findings import ACCEPTABLE

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| (error|warning|error or warning) \| (.+?) \| (.+?) \|$", re.MULTILINE)
CALL = re.compile(
    r"""(?:Finding|finding_at|[a-z_]*(?:error|warn|note)[a-z_]*)\(\s*(?:"(?:error|warning)",\s*)?
    (?:[^"()\n]+,\s*)?"([a-z]+(?:-[a-z]+)+)",""",
    re.VERBOSE,
)
"""A call that gives a finding, and its code."""


def test_each_code_is_listed_once_with_its_severity_and_what_to_do() -> None:
    rows = {code: (severity, meaning, cure) for code, severity, meaning, cure in ROW.findall(DOC)}
    assert len(rows) == len(ROW.findall(DOC)) > 100
    assert {code: rule.severity for code, rule in RULES.items() if rule.severity not in rows[code][0]} == {}
    assert all(len(meaning) > 10 and len(cure) > 5 for _, meaning, cure in rows.values())
    sources = [path.read_text("utf-8") for path in (ROOT / "pnp").rglob("*.py") if "studio" not in path.parts]
    assert {code for text in sources for code in CALL.findall(text)} - rows.keys() == set()


LONG = "The Merchants of the Great Silk Road and the Song Capital of the South"


@pytest.mark.parametrize(
    ("old", "new", "found", "says"),
    [
        ('"Houses"', f'"{LONG}"', "warning page-crowded kit.toml:3:title", f"print at 100 %.*{LONG}"),
        ('"Markers"', '"夜 Markers"', "error missing-glyph kit.toml:14:title", r"夜 \(U\+591C\)"),
        ("[30, 30]", "[300, 300]", "error larger-than-paper kit.toml:11:size", "A4 has room for"),
    ],
)
def test_what_pages_cannot_hold_is_found_where_the_kit_says_it(
    tmp_path: Path, old: str, new: str, found: str, says: str
) -> None:
    first, *others = checked(write_kit(tmp_path / "kit", NAMED, {"kit.toml": KIT.replace(old, new)}))
    assert f"{first.severity} {first.code} {first.place}" == found and re.search(says, first.message)
    assert not [one for one in others if one.severity == "error" and one.code != first.code]
    assert first.code != "page-crowded" or (re.fullmatch(r"en/.*\.pdf page 1", first.page) and not others)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid", "both"])
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
def test_no_paper_crowds_a_foot_of_ordinary_length(tmp_path: Path, paper: str, backs: str) -> None:
    kit = KIT.replace('face = "marker"', 'face = "marker"\nback = "marker"')
    folder = write_kit(tmp_path / "kit", NAMED, {"kit.toml": kit.replace('"Houses"', '"The Houses of Hangzhou"')})
    assert codes(folder, "--paper", paper, "--backs", backs) == []


def test_a_leaflet_with_a_short_page_is_a_warning_at_its_line(tmp_path: Path) -> None:
    high = "size = [40, 120]\n" + NAMED.replace("{name}", "high")
    text = "# Rules\n\nWords.\n\n## A\n\n" + "word\n\n" * 12 + "![](face:high)\n"
    folder = write_kit(
        tmp_path / "kit", NAMED, {"kit.toml": KIT + LEAFLET, "faces/high.toml": high, "rules.en.md": text}
    )
    assert codes(folder) == ["warning short-page rules.en.md:31"]


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
    assert found[0].message == "the typefaces of texts in ja lack its letters" and "[font.text.ja]" in found[0].hint


NEAR = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n[[draw]]\ntext = "{name}"\nbox = [0.4, 5, 20, 8]\nalign = "left"\n'
"""Names that stand 0.4 mm from the trim."""
ACCEPTED = 'box = [0.4, 5, 20, 8]\naccept = ["near-trim"]  # names belong to the edge'


def check(folder: Path, face: str, kit: str = KIT, *options: str) -> Result:
    return pnp("check", write_kit(folder, face, {"kit.toml": kit}), *options)


def told(result: Result, word: str) -> list[str]:
    return [line for line in result.stderr.splitlines() if f": {word}: " in line]


@pytest.mark.parametrize(
    ("face", "kit"), [(NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED), KIT), (NEAR, f'{KIT}accept = ["near-trim"]\n')]
)
def test_a_draw_or_a_component_accepts(tmp_path: Path, face: str, kit: str) -> None:
    found = check(tmp_path, face, kit)
    assert found.exit_code == 0 and not told(found, "warning")
    (line,) = told(found, "accepted")
    assert "from the trim" in line and "(3 cards)" in line
    assert found.stderr.splitlines()[-1].endswith("no findings, 1 accepted")


def test_others_stay_warnings(tmp_path: Path) -> None:
    component = KIT[KIT.index("[[component]]") :]
    kit = f'{KIT}accept = ["near-trim"]\n\n{component.replace("markers", "more")}'
    rows = json.loads(check(tmp_path, NEAR, kit, "--json").stdout)
    near = {(row["severity"], row["card"].partition(" ")[0]) for row in rows if row["code"] == "near-trim"}
    assert near == {("accepted", "markers"), ("warning", "more")}
    other = check(tmp_path, NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED.replace("near-trim", "shrunk")))
    assert len(told(other, "warning")) == 1


@pytest.mark.parametrize("code", ["near-trimm", "overflow", "unused-row"])
def test_what_cannot_be_accepted_is_an_error(tmp_path: Path, code: str) -> None:
    found = check(tmp_path, NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED.replace("near-trim", code)))
    assert found.exit_code == 1
    (line,) = told(found, "error")
    assert f"accept has “{code}”, which is no warning that can be accepted" in line


def test_each_warning_that_can_be_accepted_is_told_of() -> None:
    warnings = {code for code, severity, _, _ in ROW.findall(DOC) if "warning" in severity}
    assert set(ACCEPTABLE) <= warnings
