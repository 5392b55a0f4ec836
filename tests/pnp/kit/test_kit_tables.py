"""Tables: CSV files, workbooks, products of others, and what is told of their cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_builders import DYES, FILES, read_changed, swapped, where, write_kit
from kit_text import component, head, table
from workbooks import changed, ods, xlsx

from pnp.findings import Findings
from pnp.kit import Localised
from pnp.kit.cells import read_sheet
from pnp.kit.model import Card, Kit, Record
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


HEAD = head("market", "Market")
GOODS = """\
[table.goods]
file = "deck.csv"
[table.goods.columns]
"Cost (coins)" = "count"
"""
DECK = "Good Name;Cost (coins);;Rules.en\r\nSeñor Árbol;3;;Draw.\r\n;;;\r\nBee;1;;Two\r\n"


def kit_of(folder: Path, tables: str, **files: str) -> tuple[Kit | None, Findings]:
    folder.mkdir(exist_ok=True)
    (folder / "kit.toml").write_text(HEAD + tables)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_bytes(text.encode())
    return read(folder)


def rows_of(found: tuple[Kit | None, Findings], table: str = "goods") -> tuple[Record, ...]:
    kit, _ = found
    assert not told(found)
    return kit.tables[table].rows


def told(found: tuple[Kit | None, Findings]) -> list[tuple[int, str, str, str]]:
    """Where, what kind, what; but for what the kit is not about: it prints nothing."""
    kept = [finding for finding in found[1] if finding.message != "the kit has no components"]
    return [(finding.place.row, finding.place.column, finding.code, finding.message) for finding in kept]


def test_numbers_of_a_workbook_have_all_their_digits(tmp_path: Path) -> None:
    numbers = [0.00001, 1234567.12345, 12345678901.5, 4006381333931.0, 0.1 + 0.2, -0.0]
    xlsx(tmp_path / "deck.xlsx", [("Deck", [["v"], *([number] for number in numbers)])])
    read = read_sheet(tmp_path / "deck.xlsx", "")
    assert " ".join(row[0] for row in read.rows[1:]) == "0.00001 1234567.12345 12345678901.5 4006381333931 0.3 0"


def test_headers_become_names_and_rows_without_keys_are_numbered(tmp_path: Path) -> None:
    rows = rows_of(kit_of(tmp_path, GOODS, deck_csv=DECK))
    assert [(row.key, row.line) for row in rows] == [("1", 2), ("2", 4)]
    assert rows[0].values["Good_Name"] == "Señor Árbol"
    assert rows[0].values["Cost_coins"] == 3
    assert rows[1].values["id"] == "2"


def test_a_key_column_may_hold_what_people_write(tmp_path: Path) -> None:
    tables = GOODS.replace("[table.goods.columns]", 'key = "Good Name"\n[table.goods.columns]')
    sold = '[table.sold]\nfile = "sold.csv"\n[table.sold.columns]\ngood = "ref goods"\nall = "list of ref goods"\n'
    found = kit_of(tmp_path, tables + sold, deck_csv=DECK, sold_csv="ID,good,all\na,Señor Árbol,Bee; Señor Árbol\n")
    tree, bee = rows_of(found)
    assert (tree.key, bee.key) == ("senor-arbol", "Bee")
    (row,) = rows_of(found, "sold")
    assert (row.key, row.values["good"], row.values["all"]) == ("a", tree, (bee, tree))


@pytest.mark.parametrize(
    ("deck", "place"),
    [
        ("Good Name,good name,Good_Name,Cost (coins)\na,b,c,1\n", (1, "Good_Name", "header")),
        ("sep=;\nGood Name;Cost (coins)\na;1\nb;x\n", (4, "Cost_coins", "value")),
        ("Good Name,Cost (coins)\na,1,more\n", (2, "", "ragged")),
    ],
)
def test_what_cannot_be_used_is_told_at_its_place(tmp_path: Path, deck: str, place: tuple[int, str, str]) -> None:
    assert [fault[:3] for fault in told(kit_of(tmp_path, GOODS, deck_csv=deck))] == [place]


def test_workbooks_are_read_like_csv(tmp_path: Path) -> None:
    rows: list[list[str | float]] = [["Good Name", "Cost (coins)"], ["Señor Árbol", 3.0], ["", ""], ["Bee", 1.0]]
    first = [["note"], ["not this one"]]
    tables = GOODS.replace("deck.csv", "deck.xlsx").replace("[table.goods.c", 'sheet = "Goods"\n[table.goods.c')
    tables += '[table.other]\nfile = "deck.ods"\n'
    xlsx(tmp_path / "deck.xlsx", [("Notes", first), ("Goods", rows)])
    ods(tmp_path / "deck.ods", "Sheet", [["id", "n"], ["a", 2.5]])
    found = kit_of(tmp_path, tables)
    goods = rows_of(found)
    assert [(row.key, row.line, row.values["Cost_coins"]) for row in goods] == [("1", 2, 3), ("2", 4, 1)]
    assert [(row.key, row.values["n"]) for row in rows_of(found, "other")] == [("a", "2.5")]


@pytest.mark.parametrize(
    ("sheet", "message"), [('sheet = "Nope"', "has no sheet “Nope”"), ("", "cannot be read as a workbook")]
)
def test_what_is_wrong_with_a_workbook_is_told(tmp_path: Path, sheet: str, message: str) -> None:
    xlsx(tmp_path / "deck.xlsx", [("Goods", [["id"], ["a"]])])
    if not sheet:
        (tmp_path / "deck.xlsx").write_bytes(b"PK\3\4 and no more")
    found = told(kit_of(tmp_path, f'[table.goods]\nfile = "deck.xlsx"\n{sheet}\n'))
    assert [fault[3] for fault in found] == [message]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            '<c r="A2"><f>B2*2</f><v></v></c><c r="B2"><f>1</f></c>',
            "A2 has an error, or a formula whose result is not in the file",
        ),
        (
            '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
            "A2 has an error, or a formula whose result is not in the file",
        ),
        ('<c r="A2" t="str"><f>""</f><v></v></c><c r="B2"><v>3</v></c>', ""),
        ('<c r="A2"><f>1+1</f><v>2</v></c>', ""),
    ],
    ids=["no result", "an error", "an empty text", "a result"],
)
def test_a_cell_of_a_workbook_that_has_nothing_to_print_is_told(tmp_path: Path, cells: str, message: str) -> None:
    xlsx(tmp_path / "deck.xlsx", [("Cards", [["name", "cost"], ["Axe", 1.0]])])
    changed(tmp_path / "deck.xlsx", '<row r="2">', f'<row r="2">{cells}</row><row r="3">')
    found = read_sheet(tmp_path / "deck.xlsx", "")
    assert found.fault.startswith(message) and bool(found.fault) is bool(message)


# --- tables that are products of others, and sizes by name ---

DECK_KIT = (
    head("cards", "Cards")
    + '\n[table.deck]\nproduct = ["suits", "ranks"]\n'
    + table("suits")
    + table("ranks", worth="count")
    + component("deck", "card", "Deck", size="poker", each="deck", where="ranks.worth > 1", face="card")
)
FACE = '[[draw]]\ntext = "{ranks.name} of {suits.name} {ranks.worth} {id}"\nbox = "safe"\n'
DECK_FILES = {
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
    text = DECK_KIT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read(write_kit(folder, {**DECK_FILES, "kit.toml": text}))


def test_a_row_for_each_with_each(tmp_path: Path) -> None:
    kit, findings = read_kit(tmp_path)
    assert not list(findings)
    deck = kit.tables["deck"]
    assert [row.key for row in deck.rows] == [
        *("hearts_ace", "hearts_ten", "hearts_two"),
        *("spades_ace", "spades_ten", "spades_two"),
    ]
    (suit, rank) = (deck["spades_ten"].values[name] for name in ("suits", "ranks"))
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
