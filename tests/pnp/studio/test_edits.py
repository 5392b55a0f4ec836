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

from pnp.studio import edits

RECT, NAME, _, PRICE, _, BOUND = range(6)


@pytest.mark.parametrize(
    ("number", "key", "wanted", "own", "old", "new"),
    [
        (
            PRICE,
            "box",
            (21.5, None, None, None),
            False,
            "box = [20.5, 40, 24, 12]  # in",
            "box = [21.5, 40, 24, 12]  # in",
        ),
        (NAME, "box", (6, None, None, None), False, "head = [5, 5, 53.5, 9]   #", "head = [6, 5, 53.5, 9]   #"),
        (NAME, "box", (6, None, None, None), True, 'box = "head"', "box = [6, 5, 53.5, 9]"),
        (BOUND, "rect", (None, 71, None, None), False, '["{left}", 70, 10, 10]', '["{left}", 71, 10, 10]'),
    ],
    ids=["its own", "a named one, for all who use it", "a named one, which becomes its own", "one that a column gives"],
)
def test_a_box_is_written_in_place(
    number: int, key: str, wanted: tuple[float | None, ...], own: bool, old: str, new: str
) -> None:
    done = edits.write_box(LAMP.encode(), number, key, wanted, own=own)
    assert done.data.decode() == LAMP.replace(old, new, 1) and LAMP.count(old) == 1
    assert old in LAMP.splitlines()[done.line - 1]


def test_what_a_column_gives_stays() -> None:
    assert edits.read_box(LAMP.encode(), BOUND, "rect").bound[0] == "{left}"
    with pytest.raises(edits.EditError) as error:
        edits.write_box(LAMP.encode(), BOUND, "rect", (1, None, None, None))
    assert (str(error.value), error.value.values) == ("bound", {"name": "{left}"})


@pytest.mark.parametrize("wanted", [(None, None, 0, None), (None, None, None, -1)])
def test_a_box_keeps_an_area(wanted: tuple[float | None, ...]) -> None:
    with pytest.raises(edits.EditError, match="no_area"):
        edits.write_box(LAMP.encode(), PRICE, "box", wanted)


@pytest.mark.parametrize("number", [RECT, 99, -1])
def test_what_has_no_box_is_not_written(number: int) -> None:
    with pytest.raises(edits.EditError, match="no_box"):
        edits.write_box(LAMP.encode(), number, "rect", (1, None, None, None))


def test_a_warning_is_accepted_with_its_reason() -> None:
    done = edits.accept_warning(LAMP.encode(), PRICE, "shrunk", "long names\nare fine")
    assert tomllib.loads(done.data.decode())["draw"][PRICE]["accept"] == ["shrunk"]
    assert done.data.decode().replace('accept = ["shrunk"]  # long names are fine\n', "") == LAMP
    again = edits.accept_warning(done.data, PRICE, "near-trim", "")
    assert tomllib.loads(again.data.decode())["draw"][PRICE]["accept"] == ["shrunk", "near-trim"]


@pytest.mark.parametrize(
    ("text", "now", "length"),
    [("12.4", 3, 12.4), ("+1", 3, 4), ("-0.5", 3, 2.5), ("0.5in", 3, 12.7), ("1,5", 0, 1.5), (" ", 3, None)],
)
def test_lengths_as_they_are_typed(text: str, now: float, length: float | None) -> None:
    assert edits.parse_typed_length(text, now) == pytest.approx(length)


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


@settings(max_examples=60)
@given(files(), st.data())
def test_everything_else_stays_byte_for_byte(file: bytes, data: st.DataObject) -> None:
    document = tomllib.loads(file.decode("utf-8-sig").replace("\r\n", "\n"))
    number = data.draw(st.integers(0, len(document["draw"]) - 1))
    side = data.draw(st.integers(0, 3))
    value = data.draw(st.floats(1, 99).map(lambda number: round(number, 2)))
    old = document["draw"][number]["box"][side]
    assume(abs(old - value) > 0.01)
    wanted = [value if place == side else None for place in range(4)]
    done = edits.write_box(file, number, "box", wanted)
    after = tomllib.loads(done.data.decode("utf-8-sig").replace("\r\n", "\n"))
    document["draw"][number]["box"][side] = value
    assert after == document
    back = edits.write_box(done.data, number, "box", [old if place == side else None for place in range(4)])
    assert _bare(back.data, old) == _bare(file, old), "there and back again"


def _bare(data: bytes, number: float) -> bytes:
    """A whole number may have been written with a point before, and without it since."""
    return data.replace(f"{number:g}.0".encode(), f"{number:g}".encode()) if number % 1 == 0 else data


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "after"),
    [
        ("id,name\nink,Ink\n", 2, "name", "Tea", "id,name\nink,Tea\n"),
        ("id;name\r\nink;Ink\r\nsilk;Silk", 3, "name", "A, B", "id;name\r\nink;Ink\r\nsilk;A, B"),
        ('"id","name"\n"ink","Ink"\n', 2, "name", "Tea", '"id","name"\n"ink","Tea"\n'),
        ("id,name\nink,Ink\n", 2, "name", 'a "b", c', 'id,name\nink,"a ""b"", c"\n'),
        ('id,name,n\n"a\nb", Ink ,3\nc,d,4\n', 4, "n", "5", 'id,name,n\n"a\nb", Ink ,3\nc,d,5\n'),
        ('id,name,n\n"a\nb", Ink ,3\nc,d,4\n', 2, "n", "5", 'id,name,n\n"a\nb", Ink ,5\nc,d,4\n'),
        ("sep=;\nid;name\nink;Ink\n", 3, "name", "Tea", "sep=;\nid;name\nink;Tea\n"),
        ("id,name,price\nink,Ink\n", 2, "price", "3", "id,name,price\nink,Ink,3\n"),
        ("ID,Rules Text.en\nink,Ink\n", 2, "Rules_Text.en", "Tea", "ID,Rules Text.en\nink,Tea\n"),
        ("\ufeffid,name\nink,Ink\n", 2, "name", "Té", "\ufeffid,name\nink,Té\n"),
    ],
)
def test_one_cell(file: str, row: int, column: str, value: str, after: str) -> None:
    assert edits.write_cell(file.encode(), row, column, value).decode() == after
    assert edits.read_cells(after.encode(), row)[column] == value


@pytest.mark.parametrize(("row", "column"), [(1, "name"), (9, "name"), (2, "colour")])
def test_what_is_not_there(row: int, column: str) -> None:
    with pytest.raises(edits.EditError):
        edits.write_cell(b"id,name\nink,Ink\n", row, column, "Tea")


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), max_size=8)
cells = st.one_of(texts, st.tuples(texts, st.sampled_from([",", ";", '"', "\n"]), texts).map("".join))


@settings(max_examples=60)
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
    after = edits.write_cell(file.encode(), starts[number], "text", value).decode()
    read = list(csv.reader(io.StringIO(after, newline=""), delimiter=mark))
    before = list(csv.reader(io.StringIO(file, newline=""), delimiter=mark))
    before[number + 1][2] = value
    assert read == before
    lines, line = list(io.StringIO(file, newline="")), starts[number] - 1
    assert after.startswith("".join(lines[:line])), "no byte before the row"
    assert after.endswith("".join(lines[line + 1 + sum(cell.count("\n") for cell in rows[number][1:]) :])), (
        "or after it"
    )


DRAWS = """\
#:schema face.json
# The whole face.

[[draw]]
rect = "bleed"   # silk
fill = "silk"

# --- words ---

# The name.
[[draw]]
text = "{name}"
box = [1, 2, 3, 4]  # at the top
# style = "old"

[[draw]]
face = "rosette"
box = [1, 1, 9, 9]
[draw.set]
shown = "{price}"

[style.body]
size = 9
"""


def words(data: bytes) -> list[str]:
    return [next(iter(draw)) for draw in tomllib.loads(data.decode().replace("\r\n", "\n"))["draw"]]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_draws_are_added_copied_moved_and_deleted_with_their_comments(end: str) -> None:
    data = DRAWS.replace("\n", end).encode()
    copied = edits.insert_draw(data, 1)
    assert words(copied.data) == ["rect", "text", "text", "face"] and copied.number == 2
    assert copied.data.decode().count(f"# The name.{end}[[draw]]") == 2
    assert dict(copied.renumbered or ()) == {0: 0, 1: 1, 2: 3}
    assert edits.delete_draw(copied.data, 2).data == data, "there and back again"
    moved = edits.move_draw(data, 1, -1)
    assert words(moved.data) == ["text", "rect", "face"] and moved.number == 0
    assert edits.move_draw(moved.data, 0, 1).data == data
    assert edits.move_draw(data, 0, -1).data == edits.move_draw(data, 2, 1).data == data, "at the end it stays"
    first = edits.delete_draw(data, 0).data.decode()
    assert "# The whole face." in first and "# --- words ---" in first and "silk" not in first
    added = edits.insert_draw(data, -1, ['text = "New"', "box = [1, 1, 5, 5]"])
    assert words(added.data) == ["rect", "text", "face", "text"]
    assert tomllib.loads(added.data.decode().replace("\r\n", "\n"))["style"] == {"body": {"size": 9}}
    assert words(edits.insert_draw(b"", -1, ['text = "New"']).data) == ["text"]


def test_keys_are_set_changed_and_taken_away_in_place() -> None:
    done = edits.set_keys(DRAWS.encode(), 1, {"size": 12.0, "align": "center"})
    assert '# style = "old"\nsize = 12\nalign = "center"\n\n[[draw]]' in done.data.decode(), "after the others"
    again = edits.set_keys(done.data, 1, {"size": 9.5, "align": None})
    assert edits.read_keys(again.data, 1) == {"text": "{name}", "box": [1, 2, 3, 4], "size": 9.5}
    assert edits.set_keys(again.data, 1, {"size": None}).data.decode() == DRAWS
    coloured = edits.set_keys(DRAWS.encode(), 0, {"fill": "sand", "rect": "trim"}).data.decode()
    assert coloured == DRAWS.replace('"silk"', '"sand"').replace('"bleed"', '"trim"'), "comments stay"
    nested = edits.set_keys(DRAWS.encode(), 2, {"when": "price > 1"}).data.decode()
    assert 'box = [1, 1, 9, 9]\nwhen = "price > 1"\n[draw.set]' in nested, "before a table of its own"


@settings(max_examples=60)
@given(files(), st.data())
def test_draws_come_back_whatever_stands_between_them(file: bytes, data: st.DataObject) -> None:
    def draws(file: bytes) -> list[object]:
        return list(tomllib.loads(file.decode("utf-8-sig").replace("\r\n", "\n"))["draw"])

    before = draws(file)
    number = data.draw(st.integers(0, len(before) - 1))
    copied = edits.insert_draw(file, number)
    assert draws(copied.data) == [*before[: number + 1], before[number], *before[number + 1 :]]
    assert draws(edits.delete_draw(copied.data, number).data) == before
    moved = edits.move_draw(file, number, 1)
    assert draws(edits.move_draw(moved.data, moved.number, -1).data if moved.number != number else moved.data) == before
    done = edits.set_keys(file, number, {"size": 9})
    assert draws(done.data)[number] == {**before[number], "size": 9}  # type: ignore[dict-item]


@pytest.mark.parametrize("text", ["draw = [{ rect = 'trim' }]", "x = ["])
def test_draws_that_are_no_tables_of_their_own_are_left(text: str) -> None:
    for edit in (edits.insert_draw, edits.delete_draw, lambda data, number: edits.move_draw(data, number, 1)):
        with pytest.raises(edits.EditError):
            edit(text.encode(), 0)


def test_steps_go_back_and_forth_over_files(tmp_path: Path) -> None:
    log = edits.UndoLog(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"1")
    (tmp_path / "b.csv").write_bytes(b"x")
    log.write("a.toml", b"1", edits.FileEdit(b"2", 0), "one")
    log.write("b.csv", b"x", edits.FileEdit(b"y", 0), "two")
    assert log.undo() and (tmp_path / "b.csv").read_bytes() == b"x"
    assert log.undo() and (tmp_path / "a.toml").read_bytes() == b"1" and log.undo() is None
    assert log.undo(again=True) and (tmp_path / "a.toml").read_bytes() == b"2"
    log.write("a.toml", b"2", edits.FileEdit(b"3", 0), "three")
    assert log.undo(again=True) is None, "a new step ends what was undone"


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
    assert edits.write_box(data, 0, "box", wanted, size=(60, 90)).data.decode().splitlines()[-1] == f"box = {then}"
