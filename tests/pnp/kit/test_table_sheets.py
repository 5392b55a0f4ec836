"""Tables as people have them: headers with blanks and capitals, no keys, keys with accents, and workbooks."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workbooks import changed, ods, xlsx

from pnp.findings import Findings
from pnp.kit.cells import read_sheet
from pnp.kit.model import Kit, Record
from pnp.kit.values import column_name, is_key, row_key
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
    assert [row[0] for row in read.rows[1:]] == [
        "0.00001",
        "1234567.12345",
        "12345678901.5",
        "4006381333931",
        "0.3",
        "0",
    ]


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
        ("Good Name,,Cost (coins)\na,b,1\n", (1, "", "header")),
        ("Good Name,費用,Cost (coins)\na,b,1\n", (1, "", "header")),
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
        ("sheet = 3", "sheet is 3, not a text"),
        ("", "cannot be read as a workbook"),
    ],
)
def test_what_is_wrong_with_a_workbook_is_told(tmp_path: Path, sheet: str, message: str) -> None:
    xlsx(tmp_path / "deck.xlsx", [("Goods", [["id"], ["a"]])])
    if not sheet:
        (tmp_path / "deck.xlsx").write_bytes(b"PK\3\4 and no more")
    found = told(kit_of(tmp_path, f'[table.goods]\nfile = "deck.xlsx"\n{sheet}\n'))
    assert [fault[3] for fault in found] == [message]


def test_a_workbook_that_says_it_is_endless_does_no_harm(tmp_path: Path) -> None:
    wide = '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string"'
    wide += ' table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'
    ods(tmp_path / "endless.ods", "Sheet", [["id"]], wide)
    found = read_sheet(tmp_path / "endless.ods", "")
    assert found.fault
    assert not found.rows


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    xlsx(path, [("Goods", [["id"], ["a"]])])
    packed = bytearray(path.read_bytes())
    size = packed.index(b"PK\1\2") + 24  # where the directory has it of the first file
    packed[size : size + 4] = (2**30).to_bytes(4, "little")
    path.write_bytes(packed)
    assert "a workbook may have" in read_sheet(path, "").fault


@given(st.text(max_size=80))
def test_every_name_made_of_a_text_is_a_name(text: str) -> None:
    for made in (column_name(text), row_key(text)):
        assert not made or is_key(made)
    assert column_name(column_name(text)) == column_name(text)
    assert row_key(row_key(text)) == row_key(text)
    if is_key(text):
        assert row_key(text) == text


def test_a_merged_header_is_told_by_the_column_that_has_no_name(tmp_path: Path) -> None:
    table = '[table.goods]\nfile = "deck.csv"\n'
    found = kit_of(tmp_path, table, deck_csv="Name,Cost,,Rules\nSalt,1,2,Draw.\nSilk,2,0,\n")
    message = "the header has no name for column C, in which rows have something"
    assert told(found) == [(1, "", "header", message)]


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


def test_a_workbook_begins_with_its_first_visible_sheet_of_cells(tmp_path: Path) -> None:
    old, new = ("Old", [["id"], ["old"]]), ("New", [["id"], ["new"]])
    xlsx(tmp_path / "hidden.xlsx", [old, new])
    changed(tmp_path / "hidden.xlsx", 'name="Old"', 'name="Old" state="hidden"')
    xlsx(tmp_path / "chart.xlsx", [old, new])
    changed(tmp_path / "chart.xlsx", 'worksheet" Target="worksheets/s1', 'chartsheet" Target="worksheets/s1')
    xlsx(tmp_path / "none.xlsx", [old])
    changed(tmp_path / "none.xlsx", 'name="Old"', 'name="Old" state="veryHidden"')
    space = "urn:oasis:names:tc:opendocument:xmlns"
    ods(tmp_path / "hidden.ods", "Old", [["id"], ["old"]])
    styles = f"""<office:automatic-styles xmlns:style="{space}:style:1.0"><style:style style:name="ta2"
        style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>"""
    visible = f"""<table:table table:name="New">
        <table:table-row>{STRING}id</text:p></table:table-cell></table:table-row>
        <table:table-row>{STRING}new</text:p></table:table-cell></table:table-row></table:table>"""
    changed(tmp_path / "hidden.ods", "<office:body>", f"{styles}<office:body>")
    changed(tmp_path / "hidden.ods", 'table:name="Old"', 'table:name="Old" table:style-name="ta2"')
    changed(tmp_path / "hidden.ods", "</office:spreadsheet>", f"{visible}</office:spreadsheet>")
    for name in ("hidden.xlsx", "chart.xlsx", "hidden.ods"):
        assert read_sheet(tmp_path / name, "").rows == (("id",), ("new",)), name
    for name in ("hidden.xlsx", "none.xlsx", "hidden.ods"):
        assert read_sheet(tmp_path / name, "Old").rows == (("id",), ("old",)), name
    none = read_sheet(tmp_path / "none.xlsx", "")
    assert (none.fault, none.hint) == ("has no visible sheet", "name the one that is meant: sheet = Old")
    assert read_sheet(tmp_path / "chart.xlsx", "Old").hint == "accepted: New"


STRING = '<table:table-cell office:value-type="string"><text:p>'


def test_times_and_paragraphs_of_opendocument_are_read_as_the_sheet_shows_them(tmp_path: Path) -> None:
    times = {
        "PT42H00M00S": "42:00",
        "PT42H05M07S": "42:05:07",
        "PT15H30M00S": "15:30",
        "PT15H30M20S": "15:30:20",
        "-PT30H01M00S": "-30:01",
    }
    cells = "".join(f'<table:table-cell office:value-type="time" office:time-value="{time}"/>' for time in times)
    marked = f'{STRING}a<text:s text:c="2"/>bc<text:span>d</text:span>e</text:p><text:p>f</text:p></table:table-cell>'
    twice = marked.replace("<table:table-cell", '<table:table-cell table:number-columns-repeated="2"')
    rows = (
        f"<table:table-row>{cells}</table:table-row>"
        f'<table:table-row table:number-rows-repeated="2"><table:table-cell/>{twice}{STRING}PT42H00M00S</text:p>'
        "</table:table-cell></table:table-row>"
    )
    ods(tmp_path / "deck.ods", "Cards", [list("abcde")], rows)
    read = read_sheet(tmp_path / "deck.ods", "")
    text = "a  bcde\nf"
    assert read.rows == (tuple("abcde"), tuple(times.values()), *(("", text, text, "42:00", ""),) * 2)


def test_times_and_line_ends_of_a_workbook_are_read_as_the_sheet_shows_them(tmp_path: Path) -> None:
    xlsx(tmp_path / "deck.xlsx", [("Cards", [["note"], ["one_x000D_\ntwo"], ["one\r\ntwo"], [1.75], [0.75], [1.0001]])])
    for number in (4, 5, 6):
        changed(tmp_path / "deck.xlsx", f'r="A{number}"', f'r="A{number}" s="{1 + (number == 5)}"')
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    formats = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 46, 20))
    with zipfile.ZipFile(tmp_path / "deck.xlsx", "a") as file:
        file.writestr(
            "xl/styles.xml", f'<styleSheet xmlns="{main}"><cellXfs count="3">{formats}</cellXfs></styleSheet>'
        )
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    style = f'<Override PartName="/xl/styles.xml" ContentType="{kinds}.styles+xml"/></Types>'
    changed(tmp_path / "deck.xlsx", "</Types>", style)
    spaces = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = f'<Relationship Id="r9" Type="{spaces}/styles" Target="styles.xml"/></Relationships>'
    changed(tmp_path / "deck.xlsx", 's1.xml"/></Relationships>', f's1.xml"/>{link}')
    read = read_sheet(tmp_path / "deck.xlsx", "")
    assert [row[0] for row in read.rows] == ["note", "one\ntwo", "one\ntwo", "42:00", "18:00", "24:00:09"]
