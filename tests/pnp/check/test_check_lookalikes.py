"""Rows told apart by colour alone are found; a sign, a hatch or a word is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import GROUND, KIT, PLAYERS, checked, codes, write_kit

from pnp.findings import Finding

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


def test_the_same_sign_for_both_is_none(tmp_path: Path) -> None:
    face = GROUND + '\n[[draw]]\nicon = "hand"\nbox = [8, 8, 14, 14]\non = "{colour}"\n'
    assert len(alike(write_kit(tmp_path / "kit", face))) == 1


def test_colours_that_all_eyes_and_printers_part_are_enough(tmp_path: Path) -> None:
    rows = {"players.csv": PLAYERS.replace("#2E6B34", "#FFFDF8").replace("#F5DF4E", "#2A2226")}
    assert alike(write_kit(tmp_path / "kit", GROUND, rows)) == []


def test_the_same_colour_twice_is_not_told_apart_by_colour(tmp_path: Path) -> None:
    rows = {"players.csv": PLAYERS.replace("#2E6B34", "#B3361F")}
    assert alike(write_kit(tmp_path / "kit", GROUND, rows)) == []


def test_backs_are_looked_at_too(tmp_path: Path) -> None:
    changes = {
        "kit.toml": KIT.replace('face = "marker"', 'face = "front"\nback = "marker"'),
        "faces/front.toml": '[[draw]]\ntext = "{name}"\nbox = "safe"\n',
    }
    assert len(alike(write_kit(tmp_path / "kit", GROUND, changes))) == 1


def test_one_finding_counts_the_components_it_is_true_of(tmp_path: Path) -> None:
    second = KIT[KIT.index("[[component]]") :].replace('"markers"', '"seals"')
    found = checked(write_kit(tmp_path / "kit", GROUND, {"kit.toml": KIT + second}))
    assert [(finding.code, finding.card) for finding in found] == [("colour-alone", "markers")]


def test_hangzhou_tells_nothing_by_colour_alone_not_even_with_little_ink() -> None:
    """With all ink nothing at all is found (`test_every_kit_fits`)."""
    from pnp.kits import find

    found = codes(find("hangzhou"), "--ink", "low", "--language", "en")
    assert not [code for code in found if "colour-alone" in code]


def test_without_their_signs_hangzhous_dyes_are_told_apart_by_colour_alone(tmp_path: Path) -> None:
    from shutil import copytree

    from pnp.kits import find

    kit = copytree(find("hangzhou"), tmp_path / "hangzhou")
    face = (kit / "faces" / "dye.toml").read_text()
    (kit / "faces" / "dye.toml").write_text(face[: face.index("[[draw]]\nicon")])
    pairs = found_pairs(checked(kit, "--language", "en"))
    assert ("orange", "purple") in pairs  # one grey, says the look
    assert ("blue", "yellow") not in pairs


def found_pairs(findings: list[Finding]) -> set[tuple[str, str]]:
    words = [finding.message.split() for finding in findings if finding.code == "colour-alone"]
    return {(word[3], word[5]) for word in words}
