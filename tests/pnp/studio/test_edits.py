"""Edits keep every other byte of a file, are undone in one order, and never overwrite what somebody else wrote."""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from studio_builders import LAMP

from pnp.studio.edits import (
    EditError,
    UndoLog,
    accept_warning,
    file_version,
    parse_typed_length,
    read_box,
    read_cells,
    write_box,
    write_cell,
)

RECT, NAME, FRAME, PRICE, WHEN, BOUND = range(6)


def lines(old: bytes, new: bytes) -> list[tuple[str, str]]:
    """The lines that differ."""
    one, other = old.decode().splitlines(), new.decode().splitlines()
    assert len(one) == len(other)
    return [(a, b) for a, b in zip(one, other, strict=True) if a != b]


def test_one_line_is_written_and_its_comment_stays() -> None:
    done = write_box(LAMP.encode(), PRICE, "box", (21.5, None, None, None))
    assert lines(LAMP.encode(), done.data) == [
        ("box = [20.5, 40, 24, 12]  # in the middle", "box = [21.5, 40, 24, 12]  # in the middle")
    ]
    assert LAMP.splitlines()[done.line - 1].startswith("box = [20.5")


def test_a_named_box_moves_for_all_who_use_it_or_becomes_the_word_s_own() -> None:
    done = write_box(LAMP.encode(), NAME, "box", (6, None, None, None))
    assert lines(LAMP.encode(), done.data) == [
        ("head = [5, 5, 53.5, 9]   # the name stands here", "head = [6, 5, 53.5, 9]   # the name stands here")
    ]
    own = write_box(LAMP.encode(), NAME, "box", (6, None, None, None), own=True)
    assert lines(LAMP.encode(), own.data) == [('box = "head"', "box = [6, 5, 53.5, 9]")]
    assert tomllib.loads(own.data.decode())["draw"][FRAME]["rect"] == "head"


def test_what_a_column_gives_stays() -> None:
    assert read_box(LAMP.encode(), BOUND, "rect").bound[0] == "{left}"
    done = write_box(LAMP.encode(), BOUND, "rect", (None, 71, None, None))
    assert lines(LAMP.encode(), done.data) == [('rect = ["{left}", 70, 10, 10]', 'rect = ["{left}", 71, 10, 10]')]
    with pytest.raises(EditError) as error:
        write_box(LAMP.encode(), BOUND, "rect", (1, None, None, None))
    assert (str(error.value), error.value.values) == ("bound", {"name": "{left}"})


@pytest.mark.parametrize("wanted", [(None, None, 0, None), (None, None, None, -1)])
def test_a_box_keeps_an_area(wanted: tuple[float | None, ...]) -> None:
    with pytest.raises(EditError, match="no_area"):
        write_box(LAMP.encode(), PRICE, "box", wanted)


@pytest.mark.parametrize("number", [RECT, 99, -1])
def test_what_has_no_box_is_not_written(number: int) -> None:
    with pytest.raises(EditError, match="no_box"):
        write_box(LAMP.encode(), number, "rect", (1, None, None, None))


def test_a_warning_is_accepted_with_its_reason() -> None:
    done = accept_warning(LAMP.encode(), PRICE, "shrunk", "long names\nare fine")
    assert tomllib.loads(done.data.decode())["draw"][PRICE]["accept"] == ["shrunk"]
    assert 'accept = ["shrunk"] # long names are fine\n' in done.data.decode()
    assert done.data.decode().replace('accept = ["shrunk"] # long names are fine\n', "") == LAMP
    again = accept_warning(done.data, PRICE, "near-trim", "")
    assert tomllib.loads(again.data.decode())["draw"][PRICE]["accept"] == ["shrunk", "near-trim"]


@pytest.mark.parametrize(
    ("text", "now", "length"),
    [("12.4", 3, 12.4), ("+1", 3, 4), ("-0.5", 3, 2.5), ("0.5in", 3, 12.7), ("1,5", 0, 1.5), (" ", 3, None)],
)
def test_lengths_as_they_are_typed(text: str, now: float, length: float | None) -> None:
    assert parse_typed_length(text, now) == pytest.approx(length)


blanks = st.text(" \t", max_size=3)
numbers = st.one_of(st.integers(0, 90), st.floats(0.5, 90).map(lambda value: round(value, 2)))
comments = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12).map(
    lambda text: f"# {text}"
)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Face files as people leave them: blanks, comments and lines anywhere between the parts of a box."""
    end = draw(st.sampled_from(["\n", "\r\n"]))
    apart = st.one_of(
        blanks, st.tuples(blanks, comments, blanks).map(lambda parts: f"{parts[0]}{parts[1]}{end}{parts[2]}")
    )
    made = [draw(comments) + end, end]
    for number in range(draw(st.integers(1, 4))):
        four = [repr(part) for part in draw(st.tuples(numbers, numbers, st.integers(1, 50), st.integers(1, 50)))]
        inside = ",".join(f"{draw(apart)}{part}{draw(blanks)}" for part in four)
        made.append(f"[[draw]]{draw(blanks)}{draw(st.one_of(st.just(''), comments))}{end}")
        made.append(f'text{draw(blanks)}={draw(blanks)}"{number}"{end}')
        made.append(f"box{draw(blanks)}={draw(blanks)}[{inside}{draw(apart)}]{draw(blanks)}{draw(comments)}{end}{end}")
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + "".join(made).encode()


@settings(max_examples=150)
@given(files(), st.data())
def test_everything_else_stays_byte_for_byte(file: bytes, data: st.DataObject) -> None:
    document = tomllib.loads(file.decode("utf-8-sig").replace("\r\n", "\n"))
    number = data.draw(st.integers(0, len(document["draw"]) - 1))
    side = data.draw(st.integers(0, 3))
    value = data.draw(st.floats(1, 99).map(lambda number: round(number, 2)))
    old = document["draw"][number]["box"][side]
    assume(abs(old - value) > 0.01)
    wanted = [value if place == side else None for place in range(4)]
    done = write_box(file, number, "box", wanted)
    after = tomllib.loads(done.data.decode("utf-8-sig").replace("\r\n", "\n"))
    document["draw"][number]["box"][side] = value
    assert after == document
    back = write_box(done.data, number, "box", [old if place == side else None for place in range(4)])
    assert _bare(back.data, old) == _bare(file, old), "there and back again"


def _bare(data: bytes, number: float) -> bytes:
    """A whole number may have been written with a point before, and without it since."""
    return data.replace(f"{number:g}.0".encode(), f"{number:g}".encode()) if number % 1 == 0 else data


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


def test_steps_go_back_and_forth_over_files(tmp_path: Path) -> None:
    log = UndoLog(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"1")
    (tmp_path / "b.csv").write_bytes(b"x")
    log.write("a.toml", file_version(b"1"), b"2", "one")
    log.write("b.csv", file_version(b"x"), b"y", "two")
    assert log.undo() and (tmp_path / "b.csv").read_bytes() == b"x"
    assert log.undo() and (tmp_path / "a.toml").read_bytes() == b"1" and log.undo() is None
    assert log.undo(again=True) and (tmp_path / "a.toml").read_bytes() == b"2"
    log.write("a.toml", file_version(b"2"), b"3", "three")
    assert log.undo(again=True) is None, "a new step ends what was undone"


def test_what_is_newer_stays(tmp_path: Path) -> None:
    log = UndoLog(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"1")
    log.write("a.toml", file_version(b"1"), b"2", "one")
    (tmp_path / "a.toml").write_bytes(b"by hand")
    with pytest.raises(EditError):
        log.undo()
    with pytest.raises(EditError):
        log.write("a.toml", file_version(b"2"), b"3", "two")
    assert (tmp_path / "a.toml").read_bytes() == b"by hand"


@pytest.mark.parametrize(
    ("written", "wanted", "then"),
    [
        ('{ x = 4, right = 4, y = 10, h = "45%" }', (6, None, None, None), '{ x = 6, right = 2, y = 10, h = "45%" }'),
        (
            '{ x = "middle", w = "100% - 12", bottom = 6, h = 8 }',
            (None, None, 50, None),
            '{ x = "middle + 1", w = "100% - 10", bottom = 6, h = 8 }',
        ),
        (
            '{ x = "middle", w = 20, bottom = 6, h = 8 }',
            (None, 24, None, None),
            '{ x = "middle", w = 20, bottom = 58, h = 8 }',
        ),
        ('["50%", 2, "100% - 30", 8]', (32, None, None, None), '["50% + 2", 2, "100% - 30", 8]'),
    ],
)
def test_a_moved_box_keeps_its_form(written: str, wanted: tuple[float | None, ...], then: str) -> None:
    data = f'[[draw]]\nrect = "trim"\nbox = {written}\n'.encode()
    assert write_box(data, 0, "box", wanted, size=(60, 90)).data.decode().splitlines()[-1] == f"box = {then}"
