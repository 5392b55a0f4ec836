"""CSV files become typed tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_builders import DYES, FILES, read_changed, swapped, where, write_kit

from pnp.kit import Localised
from pnp.kit.model import Kit
from pnp.kits import load, read


def test_cells_have_their_columns_types(tmp_path: Path) -> None:
    purple = load(write_kit(tmp_path)).tables["dyes"]["purple"]
    assert purple.values["kind"] == "mixed"
    assert purple.values["cubes"] == 1
    assert purple.values["name"] == Localised({"en": "purple", "es": "morado"})
    brew = purple.values["brew"]
    assert isinstance(brew, tuple)
    assert [part.key for part in brew] == ["blue", "red"]


@pytest.mark.parametrize("delimiter", [";", "\t", ","])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_spreadsheet_is_read_alike(tmp_path: Path, delimiter: str, line_end: str, mark: str) -> None:
    text = mark + DYES.replace(",", delimiter).replace("\n", line_end)
    kit, findings = read(write_kit(tmp_path, {"dyes.csv": text}))
    assert not list(findings)
    assert isinstance(kit, Kit)
    assert [row.line for row in kit.tables["dyes"].rows] == [2, 3, 4]


def test_rows_are_numbered_by_their_first_line(tmp_path: Path) -> None:
    text = swapped(DYES, (",azul\n", ',"azul\ny más"\n\n'), (",3,red", ",three,red"))
    _, findings = read(write_kit(tmp_path, {"dyes.csv": text}))
    assert [where(finding, tmp_path) for finding in findings] == ["dyes.csv:5:cubes"]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        (",3,red", ",-3,red", "dyes.csv:3:cubes", "cubes is “-3”, not a count"),
        ("blue red", "blue rod", "dyes.csv:4:brew", "there is no “rod” in dyes.csv"),
        ("#991E17", "#991E1", "dyes.csv:3:colour", "colour is “#991E1”, not a colour"),
        (",rojo", ",", "dyes.csv:3:name.es", "name is missing in es"),
        ("red,nat", "blue,nat", "dyes.csv:3:id", "the key blue stands in line 2 already"),
        ("red,nat", "r/d,nat", "dyes.csv:3:id", "the key is “r/d”"),
        ("red,nat", "Blué,nat", "dyes.csv:3:id", "the key blue, made of “Blué”, stands in line 2 already"),
        (",rojo", ",rojo,encarnado", "dyes.csv:3", "the row has 8 cells, the header 7"),
        ("name.es", "name.fr", "dyes.csv:1:name.fr", "fr is no language of the kit"),
        ("cubes", "cube", "dyes.csv:1:cubes", "there is no column cubes, which kit.toml declares"),
        (",rojo", ",ro\x07jo", "dyes.csv:3:name.es", "holds the control character U+0007"),
    ],
)
def test_a_fault_has_its_file_row_and_column(tmp_path: Path, old: str, new: str, place: str, message: str) -> None:
    _, findings = read_changed(tmp_path, "dyes.csv", (old, new))
    assert where(findings[0], tmp_path) == place
    assert message in findings[0].message


def test_many_faults_are_cut_short(tmp_path: Path) -> None:
    rows = "".join(f"d{number},nonsense,indigo,,x,a,b\n" for number in range(500))
    _, findings = read(write_kit(tmp_path, {"dyes.csv": DYES + rows}))
    assert len(findings) < 50
    assert any("more faults" in finding.message for finding in findings)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (("1,5", "1.000", "-12.500"), {3: ("1.000", "1000 or 1.0000"), 4: ("-12.500", "-12500 or -12.5000")}),
        (("2,5 1.000", "", "0.125"), {2: ("1.000", "1000 or 1.0000")}),
        (("1.500", "2", "12.000"), {2: ("1.500", "1500 or 1.5000"), 4: ("12.000", "12000 or 12.0000")}),
    ],
)
def test_what_may_be_thousands_is_no_number(
    tmp_path: Path, cells: tuple[str, ...], told: dict[int, tuple[str, str]]
) -> None:
    kind = "list of number" if any(" " in cell for cell in cells) else "optional number"
    toml = swapped(FILES["kit.toml"], ('cubes = "count"', f'cubes = "count"\nweight = "{kind}"'))
    header, *rows = DYES.splitlines()
    lines = [f"{header},weight", *(f"{row},{cell.replace(',', '¤')}" for row, cell in zip(rows, cells, strict=True))]
    text = "\n".join(lines).replace(",", ";").replace("¤", ",")
    _, findings = read(write_kit(tmp_path, {"kit.toml": toml, "dyes.csv": text}))
    assert {finding.place.row: finding.hint for finding in findings} == {
        line: f"write {hint}" for line, (_, hint) in told.items()
    }
    for finding in findings:
        assert f"is “{told[finding.place.row][0]}”, which may be thousands or a part" in finding.message


LISTS = ('kind = "one of', 'tags = "list of text"\nkind = "one of')


def test_a_list_of_texts_may_come_once_for_each_language(tmp_path: Path) -> None:
    kit_toml = swapped(FILES["kit.toml"], LISTS)
    header, *rows = DYES.splitlines()
    text = "\n".join([f"{header},tags.en,tags.es", f"{rows[0]},sea; sky,mar;cielo", *(f"{row},," for row in rows[1:])])
    dyes = load(write_kit(tmp_path, {"kit.toml": kit_toml, "dyes.csv": text})).tables["dyes"]
    assert dyes["blue"].values["tags"] == (
        Localised({"en": "sea", "es": "mar"}),
        Localised({"en": "sky", "es": "cielo"}),
    )
    assert dyes["red"].values["tags"] == ()
    uneven = swapped(text, ("mar;cielo", "mar;cielo;azur"))
    _, findings = read(write_kit(tmp_path / "uneven", {"kit.toml": kit_toml, "dyes.csv": uneven}))
    assert [where(finding, tmp_path / "uneven") for finding in findings] == ["dyes.csv:2:tags"]
    assert "2 in en, 3 in es" in next(iter(findings)).message
