"""One thing, one word: what a glossary does not want is found where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from check_builders import KIT, NAMED, PLAYERS, checked, write_kit

GLOSSARY = """\
[goods]
word = "good"
plural = "goods"
not = ["ware", "wares", "piece of merchandise"]

[barrel]
word = "start barrel"
not = ["barrel"]
"""
LEAFLET = '[[component]]\nid = "rules"\nkind = "leaflet"\nfile = "rules"\n'


def found(folder: Path, changes: Mapping[str, str | bytes], face: str = NAMED) -> list[str]:
    files = {"glossary.en.toml": GLOSSARY, **changes}
    findings = checked(write_kit(folder, face, files))
    codes = ("wrong-word", "value", "unknown-key", "missing", "toml", "type")
    return [f"{finding.place}: {finding.message}; {finding.hint}" for finding in findings if finding.code in codes]


def rules(text: str) -> dict[str, str | bytes]:
    return {"kit.toml": KIT + LEAFLET, "rules.en.md": f"# Houses\n\n## Goal\n\n{text}\n"}


def test_a_wrong_word_of_a_leaflet_is_found_by_line_and_column(tmp_path: Path) -> None:
    say = "say “good”, “goods”"
    assert found(tmp_path, rules("Take all Wares and one ware.")) == [
        f"rules.en.md:5:10: the kit does not say “Wares”; {say}",
        f"rules.en.md:5:24: the kit does not say “ware”; {say}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Beware of software, warehouses, waré.",
        "A [rule](https://ware.example/wares) and another.",
        "The start **barrel**, one piece, of merchandise.",
    ],
)
def test_only_whole_words_count_and_only_where_they_are_read(tmp_path: Path, text: str) -> None:
    messages = found(tmp_path, rules(text))
    assert [message.split(":")[2] for message in messages] == (["13"] if "**" in text else [])


def test_words_cells_titles_and_faces_are_read_but_no_bindings(tmp_path: Path) -> None:
    changes = {
        "kit.toml": KIT.replace('title = "Markers"', 'title = "Wares"'),
        "words.en.toml": '[aid]\nware = "Take a ware"\nother = "{aid.ware} {name}"\n',
        "players.csv": PLAYERS.replace("Bob", "a barrel"),
    }
    face = NAMED + '[[draw]]\ntext = "ware {aid.ware} {aid.other}"\nbox = "safe"\n'
    assert [message.split(": ")[0] for message in found(tmp_path, changes, face)] == [
        "words.en.toml:2:aid.ware",
        "players.csv:3:name",
        "kit.toml:14:title",
        "faces/marker.toml:8:text",
    ]


def test_a_glossary_has_its_own_faults(tmp_path: Path) -> None:
    glossary = '[goods]\nwrod = "good"\n[barrel]\nword = "barrel"\nnot = ["!", "tun"]\n'
    assert found(tmp_path, {"glossary.en.toml": glossary, **rules("A tun.")})[:3] == [
        "glossary.en.toml:2:wrod: “wrod” is not a key here; did you mean word? accepted: word, plural, not",
        "glossary.en.toml:1:goods: word is missing; accepted: word, plural, not",
        "glossary.en.toml:5:not: “!” has no word, or more than 6; write the words as texts have them",
    ]
