"""Ten products as others have them, printed: what must be on their pages, how large, and how often.

The two decks are those of the documents, typed off them.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pikepdf
import pytest
from output_builders import pnp
from ported import KITS, Printed, findings, typed_off

pytestmark = pytest.mark.long

POSTER = (522, 331)
"""The mat, 500 × 300, with its bleed and a margin for marks and foot."""


@pytest.mark.parametrize("kit", sorted(path.name for path in KITS.iterdir()))
@pytest.mark.parametrize("ink", ["full", "low"])
def test_nothing_is_found(kit: str, ink: str) -> None:
    """Except pads that fit on a sheet but not inside its margins."""
    found = findings(KITS / kit, "low" if ink == "low" else "full")
    expected = {"pad-and-mat": {"pads-short"}}.get(kit, set())
    assert {one.partition(":")[0] for one in found} == expected


def test_a_deck_of_squib(tmp_path: Path) -> None:
    kit = typed_off("from-squib.md", tmp_path / "french")
    assert findings(kit) == findings(kit, "low") == []
    printed = Printed(kit, tmp_path / "out")
    cards = printed.text("card-two-sided")
    assert printed.pages("card-two-sided") == 2 * 54 / 9
    assert cards.count("Q") == 8, "each queen twice: the other way up, too"
    assert cards.count("Joker") == 2 + 2, "and in the foot of the last sheet, front and back"


def test_a_deck_of_squib_with_layouts_ranges_and_explode(tmp_path: Path) -> None:
    printed = Printed(KITS / "expedition", tmp_path)
    cards = printed.text("card-two-sided")
    assert printed.pages("card-two-sided") == 2 * 2, "18 cards on two sheets, and their backs"
    assert (cards.count("Water Skin"), cards.count("Rockfall"), cards.count("Well")) == (4, 2, 3 + 2), "and two maps"
    assert all(f"{number} / 18" in cards for number in range(1, 19)) and "{" not in cards
    shown = pnp("export", KITS / "expedition", "--as", "contact", "--width", 400, "--out", tmp_path)
    assert shown.exit_code == 0 and "warning" not in shown.output, "what the face accepts is no warning anywhere"


def test_a_deck_of_nandeck(tmp_path: Path) -> None:
    kit = typed_off("from-nandeck.md", tmp_path / "goods")
    assert findings(kit) == findings(kit, "low") == []
    printed = Printed(kit, tmp_path / "out")
    cards = printed.text("card-two-sided")
    assert printed.pages("card-two-sided") == 2 * 54 / 9
    assert cards.count("Keep it for the winter, or swap it for one") == cards.count("Counts as two goods") == 6
    assert "*" not in cards and "{" not in cards


def test_a_deck_of_nandeck_with_conditions_loops_and_layers(tmp_path: Path) -> None:
    printed = Printed(KITS / "caravans", tmp_path)
    cards = printed.text("card-two-sided")
    assert printed.pages("card-two-sided") == 2 * 3, "24 cards on three sheets, and their backs"
    assert (cards.count("Salt Train"), cards.count("Sandstorm"), cards.count("Oasis")) == (4, 3, 5)
    assert "{" not in cards and "*" not in cards


def test_tarot(tmp_path: Path) -> None:
    printed = Printed(KITS / "tarot", tmp_path)
    cards = printed.text("card-two-sided")
    with (KITS / "tarot" / "trumps.csv").open() as file:
        for row in csv.DictReader(file):
            assert row["Name"] in cards and row["Keyword"].upper() in cards
    assert printed.pages("card-two-sided") == 2 * 4, "six to the page: 22 on four sheets"


def test_hexes_and_a_map(tmp_path: Path) -> None:
    printed = Printed(KITS / "hexes", tmp_path)
    assert printed.size("map-a3") == (420, 297)
    whole = printed.text("map-a3").split()
    assert [whole.count(f"{column}{row}") for column in "abcdefghi" for row in range(1, 7)] == [1] * 54
    assert printed.pages("map-tiles") == 4
    tiles = printed.text("thick-one-sided")
    assert (tiles.count("wood"), tiles.count("hill")) == (10, 11)


def test_rails(tmp_path: Path) -> None:
    printed = Printed(KITS / "rails", tmp_path)
    words = printed.text("card-one-sided")
    assert words.count("President’s certificate") == 5 and words.count("10 %") == 40 and words.count("20 %") == 5
    for company in ("Northern", "Southern", "Eastern", "Western", "Central"):
        assert words.count(f"{company} Railway") == 9 + 1, "its shares, and its charter"
    assert all(f" {price} " in printed.text("thick-one-sided") for price in (45, 90, 220))


def test_six_languages(tmp_path: Path) -> None:
    printed = Printed(KITS / "languages", tmp_path)
    said = {
        "en": "Storm",
        "es": "Tormenta",
        "fr": "Chacun défausse",
        "de": "Gewitter",
        "it": "Ognuno",
        "pt": "Tempestade",
    }
    for language, words in said.items():
        text = printed.text(f"{language}/1-card")
        assert text.count(words) == 3
        assert not [other for other in said.values() if other != words and other in text]


def test_counters(tmp_path: Path) -> None:
    printed = Printed(KITS / "counters", tmp_path)
    words = printed.text("thick-two-sided").split()
    assert (words.count("3-4-4"), words.count("2-3-4")) == (80, 80), "the front, and the weakened back"
    assert (words.count("6-1-3"), words.count("5-0-3")) == (20, 20)
    with pikepdf.open(next(printed.folder.glob("en/*-thick-two-sided-a4.pdf"))) as document:
        assert [round(float(side) / 72 * 25.4) for side in document.pages[0].mediabox] in (
            [0, 0, 210, 297],
            [0, 0, 297, 210],
        )


def test_pad_and_mat(tmp_path: Path) -> None:
    printed = Printed(KITS / "pad-and-mat", tmp_path)
    pad = printed.text("paper-one-sided")
    assert pad.count("Round 5") == pad.count("× 13") == pad.count("Sum") == 24
    assert printed.size("4-mat") == POSTER
    assert printed.text("4-mat").count("Pad and Mat") >= 1
    discs = printed.text("thick-one-sided")
    assert [discs.count(f"{number}/5") for number in range(1, 6)] == [1] * 5
