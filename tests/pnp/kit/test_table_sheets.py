"""Tables as people have them: headers with blanks and capitals, no keys, keys with accents, and workbooks."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbooks import changed, ods, xlsx

from pnp.findings import Findings
from pnp.kit.cells import read_sheet
from pnp.kit.model import Kit, Record
from pnp.kits import read

KIT = """\
[kit]
id = "market"
title = "Market"
players = [2, 4]
languages = ["en"]
"""
GOODS = """\
[table.goods]
file = "deck.csv"
[table.goods.columns]
"Cost (coins)" = "count"
"""
DECK = "Good Name;Cost (coins);;Rules.en\r\nSeñor Árbol;3;;Draw.\r\n;;;\r\nBee;1;;Two\r\n"


def kit_of(folder: Path, tables: str, **files: str) -> tuple[Kit | None, Findings]:
    folder.mkdir(exist_ok=True)
    (folder / "kit.toml").write_text(KIT + tables)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_bytes(text.encode())
    return read(folder)


def rows_of(found: tuple[Kit | None, Findings], table: str = "goods") -> tuple[Record, ...]:
    kit, _ = found
    assert not told(found)
    assert kit is not None
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
    ("sheet", "message"),
    [
        ('sheet = "Nope"', "has no sheet “Nope”"),
        ("", "cannot be read as a workbook"),
    ],
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
