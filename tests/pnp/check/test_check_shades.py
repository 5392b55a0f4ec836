"""Contrast where colours run into each other or show through: the worst end of a line counts."""

from __future__ import annotations

from pathlib import Path

from check_builders import checked, codes, write_kit

GROUND = '[[draw]]\nrect = "bleed"\nfill = {}\n\n'
LINE = '[[draw]]\ntext = "Nine men"\nbox = [3, 10, 24, 9]\nsize = 12\nleast = 12\nalign = "center"\n'
PALER = '{ stops = ["white", ["white", 0.6], "#9A9A9A"], angle = 0 }'


def found(folder: Path, face: str) -> list[str]:
    return [line.split()[1] for line in codes(write_kit(folder, face)) if "unused" not in line]


def test_a_line_of_which_the_end_alone_is_lost_is_found(tmp_path: Path) -> None:
    grey = 'colour = "#666666"\n'
    assert found(tmp_path / "a", GROUND.format('"white"') + LINE + grey) == []
    assert found(tmp_path / "b", GROUND.format(PALER) + LINE + grey) == ["low-contrast"]
    assert found(tmp_path / "c", GROUND.format(PALER) + LINE) == []


def test_lines_of_one_text_on_two_grounds_are_one_mistake(tmp_path: Path) -> None:
    grounds = GROUND.format('"#BBBBBB"') + '[[draw]]\nrect = [0, 0, 30, 8]\nfill = "#CCCCCC"\n\n'
    text = '[[draw]]\ntext = "Nine men and some more words on lines"\nbox = [4, 3, 22, 20]\ncolour = "white"\n'
    (found,) = (one for one in checked(write_kit(tmp_path, grounds + text)) if one.code == "low-contrast")
    assert "1.6 : 1" in found.message, "the worst"


def test_a_text_that_is_see_through_is_paler(tmp_path: Path) -> None:
    inner = {"faces/inner.toml": "size = [30, 30]\n\n" + LINE}
    called = GROUND.format('"white"') + '[[draw]]\nface = "inner"\nbox = "trim"\nopacity = {}\n'
    for opacity, codes_found in (("0.9", []), ("0.4", ["low-contrast"])):
        folder = write_kit(tmp_path / opacity, called.format(opacity), inner)
        assert [line.split()[1] for line in codes(folder)] == codes_found


def test_a_line_round_the_letters_is_the_ground_that_they_are_read_on(tmp_path: Path) -> None:
    white = LINE + 'colour = "white"\n'
    assert found(tmp_path / "a", GROUND.format('"silk"') + white) == ["low-contrast"]
    assert found(tmp_path / "b", GROUND.format('"silk"') + white + 'outline = 0.5\noutline_colour = "ink"\n') == []


def test_a_sign_is_looked_at_on_the_worst_end_of_a_gradient(tmp_path: Path) -> None:
    sign = '[[draw]]\nellipse = [9, 9, 12, 12]\nstroke = "#BBBBBB"\nwidth = 1\n'
    assert found(tmp_path / "a", GROUND.format('"ink"') + sign) == []
    assert found(tmp_path / "b", GROUND.format('{ stops = ["ink", "#BBBBBB"] }') + sign) == ["pale-art"]
