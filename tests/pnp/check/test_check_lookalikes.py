"""Rows told apart by colour alone are found; a sign, a hatch or a word is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import GROUND, KIT, PLAYERS, checked, write_kit

from pnp.check.colour_rules import ciede2000

pytestmark = [pytest.mark.long, pytest.mark.landing]

SIGNS = {"players.csv": PLAYERS.replace("33B,", "33B,").replace("1F,,", "1F,hand,").replace("34,,", "34,deck,")}
HATCHED = {
    "players.csv": PLAYERS.replace("#B3361F,,none", "#B3361F,,dots").replace("#2E6B34,,none", "#2E6B34,,vertical")
}


def alike(folder: Path) -> list[str]:
    return [finding.message for finding in checked(folder) if finding.code == "colour-alone"]


def test_plain_squares_of_red_and_green_are_found_and_both_rows_named(tmp_path: Path) -> None:
    (found,) = checked(write_kit(tmp_path / "kit", GROUND))
    assert (found.severity, found.code, str(found.place)) == ("warning", "colour-alone", "players.csv:2:colour")
    assert "ann and bob (row 3)" in found.message
    assert "to protan sight" in found.message
    assert "in grey" in found.message
    assert "a sign, a hatch or a word" in found.hint


def test_a_sign_a_hatch_or_a_word_tells_rows_apart(tmp_path: Path) -> None:
    sign = GROUND + '\n[[draw]]\nicon = "{sign}"\nbox = [8, 8, 14, 14]\n'
    hatch = GROUND + '\n[[draw]]\nrect = "trim"\nhatch = "{hatch}"\n'
    word = GROUND + '\n[[draw]]\ntext = "**{name}**"\nbox = "safe"\nsize = 20\ncolour = "white"\n'
    assert alike(write_kit(tmp_path / "sign", sign, SIGNS)) == []
    assert alike(write_kit(tmp_path / "hatch", hatch, HATCHED)) == []
    assert alike(write_kit(tmp_path / "word", word)) == []


def test_colours_that_all_eyes_and_printers_part_are_enough(tmp_path: Path) -> None:
    rows = {"players.csv": PLAYERS.replace("#2E6B34", "#FFFDF8").replace("#F5DF4E", "#2A2226")}
    assert alike(write_kit(tmp_path / "kit", GROUND, rows)) == []


def test_one_finding_counts_the_components_it_is_true_of(tmp_path: Path) -> None:
    second = KIT[KIT.index("[[component]]") :].replace('"markers"', '"seals"')
    found = checked(write_kit(tmp_path / "kit", GROUND, {"kit.toml": KIT + second}))
    assert [(finding.code, finding.card) for finding in found] == [("colour-alone", "markers")]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_gives_the_published_differences(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    """Sharma, Wu and Dalal (2005), table 1: pairs that catch the usual slips."""
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(expected, abs=1e-4)
