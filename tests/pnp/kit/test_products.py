"""Tables that are products of others, and sizes by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_builders import write_kit
from kit_text import component, head, table

from pnp.findings import Findings
from pnp.kit.model import Card, Kit, Record
from pnp.kits import read

KIT = (
    head("cards", "Cards")
    + '\n[table.deck]\nproduct = ["suits", "ranks"]\n'
    + table("suits")
    + table("ranks", worth="count")
    + component("deck", "card", "Deck", size="poker", each="deck", where="ranks.worth > 1", face="card")
)
FACE = '[[draw]]\ntext = "{ranks.name} of {suits.name} {ranks.worth} {id}"\nbox = "safe"\n'
FILES = {
    "suits.csv": "id,name\nhearts,Hearts\nspades,Spades\n",
    "ranks.csv": "id,name,worth\nace,Ace,11\nten,Ten,10\ntwo,Two,0\n",
    "faces/card.toml": FACE,
    "faces/dye.toml": None,
    "faces/plain.toml": None,
    "dyes.csv": None,
    "words.en.toml": None,
    "words.es.toml": None,
}


def read_kit(folder: Path, *changes: tuple[str, str]) -> tuple[Kit | None, Findings]:
    text = KIT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read(write_kit(folder, {**FILES, "kit.toml": text}))


def test_a_row_for_each_with_each(tmp_path: Path) -> None:
    kit, findings = read_kit(tmp_path)
    assert not list(findings)
    assert kit is not None
    deck = kit.tables["deck"]
    assert [row.key for row in deck.rows] == [
        *("hearts_ace", "hearts_ten", "hearts_two"),
        *("spades_ace", "spades_ten", "spades_two"),
    ]
    (suit, rank) = (deck["spades_ten"].values[name] for name in ("suits", "ranks"))
    assert isinstance(suit, Record)
    assert isinstance(rank, Record)
    assert (suit.values["name"], rank.values["worth"]) == ("Spades", 10)
    (component,) = kit.components
    assert isinstance(component, Card)
    assert component.size == (63.5, 88.9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('["suits", "ranks"]', '["suits", "rank"]'), "there is no table “rank” to multiply"),
        (('["suits", "ranks"]', '["suits", "ranks"]\nfile = "suits.csv"'), "“file” is not a key here"),
        (('"poker"', '"pokr"'), "size is “pokr”, not a length or the name of a size"),
    ],
)
def test_what_is_wrong_is_told_at_its_line(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    _, findings = read_kit(tmp_path, change)
    assert message in findings.errors[0].message
    assert findings.errors[0].place.row > 0
