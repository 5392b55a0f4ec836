"""What a sound kit says: components, counts, words, theme; and what it never uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_builders import DYES, FILES, KIT, swapped, where, write_kit

from pnp.kit import expand
from pnp.kit.evaluation import row_test
from pnp.kit.expressions import parse_condition
from pnp.kit.model import Record
from pnp.kit.theme import press_theme
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import parse_length
from pnp.kits import load, read


def test_copies_come_from_a_column_and_rows_from_a_condition(tmp_path: Path) -> None:
    kit = load(write_kit(tmp_path))
    rows = expand(kit, kit.components[0])
    assert [(record.key, copies) for record, copies in rows if record] == [("blue", 2), ("red", 3)]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("kind", True),
        ("note", False),
        ("cubes", True),
        ("kind = natural", True),
        ("not kind = natural", False),
        ("cubes > 1 and cubes <= 2", True),
        ("cubes >= 2 and kind = mixed", False),
        ("note < 1", False),
        ("friend = red", True),
        ("brew = red", True),
        ("kind = mixed or cubes = 2 and note", False),
        ("(kind = mixed or cubes = 2) and not note", True),
        ("cubes * 2 + 1 = 5 and cubes % 2 = 0 and cubes / 4 < 1", True),
        ("max(cubes, 3) = 3 and len(kind) > 6", True),
        ("(note or 7) = 7", True),
    ],
)
def test_a_condition_holds_for_a_row(condition: str, holds: bool) -> None:
    red = Record("dyes", "red", 3, {"kind": "mixed"})
    blue = {"kind": "natural", "cubes": 2, "note": None, "friend": red, "other": red, "brew": (red,)}
    assert row_test(parse_condition(condition), {})(Record("dyes", "blue", 2, blue)) is holds


@pytest.mark.parametrize(
    "text", ["", "a b", "= 3", "a and", "a == b", "a =", "a = b = c d and (", "a.b.", "a && b", "|| b"]
)
def test_nonsense_is_no_condition(text: str) -> None:
    with pytest.raises(BadValueError) as caught:
        parse_condition(text)
    assert "cost > 2" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "length"), [("2.5in", 63.5), ("3.5in", 88.9), ("1 cm", 10), ("72pt", 25.4), ("-3mm", -3), ("4", 4)]
)
def test_lengths_carry_units(text: str, length: float) -> None:
    assert parse_length(text) == length


def test_a_kits_theme_changes_the_presss_key_by_key(tmp_path: Path) -> None:
    text = '[colour]\nsilk = "#ABCDEF"\nground = "bolt"\nbolt = "silk"\n[style.title]\nsize = 20\n[icon]\ngo = "swap"\n'
    theme = load(write_kit(tmp_path, {"theme.toml": text})).theme
    assert theme.colours["ground"] == "#ABCDEF"
    assert theme.colours["ink"] == press_theme().colours["ink"]
    assert theme.styles["title"].size == 20
    assert theme.styles["title"].align == press_theme().styles["title"].align
    assert theme.icons == {"go": "swap"}


@pytest.mark.parametrize(
    ("cells", "condition", "hint"),
    [
        ("TRUE FALSE FALSE", "elite", "elite = TRUE"),
        ("yes no yes", "not elite", "elite = yes"),
        ("- no -", "cubes > 1 and (kind = natural or elite)", "elite = yes"),
        ("yes no maybe", "elite", ""),
        ("yes no no", "kind", ""),
    ],
)
def test_a_cell_that_says_no_is_filled_which_is_told(tmp_path: Path, cells: str, condition: str, hint: str) -> None:
    header, *rows = DYES.splitlines()
    columns = [cell.replace("-", "") for cell in cells.split()]
    table = "\n".join([f"{header},elite", *(f"{row},{cell}" for row, cell in zip(rows, columns, strict=True))])
    toml = swapped(KIT, ('"kind = natural"', f'"{condition}"'), ("count = 5\n", ""))
    face = FILES["faces/dye.toml"] + f'when = "{condition}"\n'
    _, found = read(write_kit(tmp_path, {"kit.toml": toml, "dyes.csv": table, "faces/dye.toml": face}))
    findings = [one for one in found if one.code != "count"]
    assert [(one.severity, one.code) for one in findings] == [("warning", "yes-or-no")] * 2 * bool(hint)
    assert [where(one, tmp_path) for one in findings] == ["kit.toml:15:where", "faces/dye.toml:5:when"] * bool(hint)
    assert all(one.hint.partition(" = ")[2].startswith(f'"{hint}", or leave') for one in findings)
