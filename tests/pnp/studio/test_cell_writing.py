"""A cell is written where it stands: same delimiter, quotes, line ends and byte order mark, all else byte for byte."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.studio.edits import EditError, read_cells, write_cell


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "after"),
    [
        ("id,name\nink,Ink\n", 2, "name", "Tea", "id,name\nink,Tea\n"),
        ("id;name\r\nink;Ink\r\nsilk;Silk", 3, "name", "A, B", "id;name\r\nink;Ink\r\nsilk;A, B"),
        ('id,name\nink,"Ink"\n', 2, "name", "Tea", 'id,name\nink,"Tea"\n'),
        ("id,name\nink,Ink\n", 2, "name", 'a "b", c', 'id,name\nink,"a ""b"", c"\n'),
        ('id,name,n\n"a\nb", Ink ,3\nc,d,4\n', 4, "n", "5", 'id,name,n\n"a\nb", Ink ,3\nc,d,5\n'),
        ('id,name,n\n"a\nb", Ink ,3\nc,d,4\n', 2, "name", "Tea", 'id,name,n\n"a\nb", Tea ,3\nc,d,4\n'),
        ("sep=;\nid;name\nink;Ink\n", 3, "name", "Tea", "sep=;\nid;name\nink;Tea\n"),
        ("id,name,price\nink,Ink\n", 2, "price", "3", "id,name,price\nink,Ink,3\n"),
        ("ID,Rules Text.en\nink,Ink\n", 2, "Rules_Text.en", "Tea", "ID,Rules Text.en\nink,Tea\n"),
        ("\ufeffid,name\nink,Ink\n", 2, "name", "Té", "\ufeffid,name\nink,Té\n"),
    ],
)
def test_one_cell(file: str, row: int, column: str, value: str, after: str) -> None:
    assert write_cell(file.encode(), row, column, value).decode() == after
    assert read_cells(after.encode(), row)[column] == value


@pytest.mark.parametrize(("row", "column"), [(1, "name"), (9, "name"), (2, "colour")])
def test_what_is_not_there(row: int, column: str) -> None:
    with pytest.raises(EditError):
        write_cell(b"id,name\nink,Ink\n", row, column, "Tea")


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), max_size=8)
cells = st.one_of(texts, st.tuples(texts, st.sampled_from([",", ";", '"', "\n"]), texts).map("".join))


@settings(max_examples=150)
@given(
    st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=5),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.data(),
)
def test_every_other_byte_stays(
    rows: list[tuple[str, str, str]], mark: str, end: str, quoting: int, data: st.DataObject
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=mark, lineterminator=end, quoting=quoting)
    writer.writerows([("id", "name", "text"), *((f"k{number}", *row[1:]) for number, row in enumerate(rows))])
    file = out.getvalue()
    starts, line = [], 2
    for row in rows:
        starts.append(line)
        line += 1 + sum(cell.count("\n") for cell in row[1:])
    number = data.draw(st.integers(0, len(rows) - 1))
    value = data.draw(cells).strip()
    after = write_cell(file.encode(), starts[number], "text", value).decode()
    read = list(csv.reader(io.StringIO(after, newline=""), delimiter=mark))
    before = list(csv.reader(io.StringIO(file, newline=""), delimiter=mark))
    before[number + 1][2] = value
    assert read == before
    head, tail = _common(file, after)
    changed = file[head : len(file) - tail]
    assert len(changed) <= len(rows[number][2]) + 2 + rows[number][2].count('"'), "no byte outside the cell"


def _common(one: str, other: str) -> tuple[int, int]:
    """How long two texts are the same from their starts, and from their ends."""
    head = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = min(len(one), len(other)) - head
    tail = next((n for n in range(rest) if one[-1 - n] != other[-1 - n]), rest)
    return head, tail
