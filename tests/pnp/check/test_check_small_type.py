"""Small type is a warning, smaller type an error, and a text that does not fit says why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from check_builders import Case, check_cases, checked, draw, write_kit
from click.testing import CliRunner

from pnp.cli import main

SMALL = ("size = 6", "size = 5", "size = 8\nleast = 5.5", 'style = "tiny"', "size = 6.5\nleast = 6")


def test_type_from_five_to_seven_points_is_a_warning_that_can_be_accepted(tmp_path: Path) -> None:
    words = "Bob and his brother own a house by the lake and a boat"
    cases = {keys: Case(draw(f'text = "{words}"', "box = [4, 4, 22, 7]", keys)) for keys in SMALL}
    accepted = {f"{keys}!": Case(f'{case.face.strip()}\naccept = ["small-type"]\n') for keys, case in cases.items()}
    theme = {"theme.toml": "[style.tiny]\nsize = 6\nleast = 5\n"}
    found = check_cases(tmp_path, cases | accepted, ("small-type",), theme)
    assert [len(found[keys]) for keys in SMALL] == [1] * 5
    told = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert told.exit_code == 0 and told.stderr.count("accepted: ") == 5


@pytest.mark.parametrize("least", [1, 4.9])
def test_text_never_shrinks_under_five_points(tmp_path: Path, least: float) -> None:
    (found,) = checked(write_kit(tmp_path, draw('text = "Bob"', 'box = "safe"', f"least = {least}")))
    assert (found.severity, found.hint) == ("error", "text never shrinks under 5 pt")


@pytest.mark.parametrize(
    ("words", "box", "said"),
    [
        ("The merchant Dunhuang", "[4, 4, 30, 9]", r"line 1 ends after “merchant”: “Dunhuang” needs "),
        ("Incomprehensibilities", "[4, 4, 30, 9]", r"line 1 ends after “\w+-”: “Incomprehensibilities” needs "),
        ("Incomprehensibilities", "[4, 4, 20, 20]\nhyphenate = false", r"line 1 is 20.0 mm wide: “Incomprehensib"),
        ("One\\nTwo\\nThree", "[4, 4, 40, 9]", ""),
    ],
)
def test_check_says_which_word_made_a_text_too_long(tmp_path: Path, words: str, box: str, said: str) -> None:
    face = draw(f'text = "{words}"', f"box = {box}", "size = 14", "least = 14")
    output = CliRunner().invoke(main, ["check", str(write_kit(tmp_path, face))]).output
    found = re.search(r"does not fit, not even at 14 pt(?:, at which (.*))? \(", output)
    assert found and re.match(said, found[1] or "")
    if measures := re.search(r"needs ([\d.]+) mm, ([\d.]+) mm were left", output):
        assert float(measures[1]) > float(measures[2])
