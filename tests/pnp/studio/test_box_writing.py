"""A box is written where it stands: comments, blanks and line ends stay, and so does all that is not that box."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from studio_builders import LAMP

from pnp.studio.edits import EditError, accept_warning, parse_typed_length, read_box, write_box

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


def test_what_is_no_length_says_so() -> None:
    with pytest.raises(EditError, match="no_length"):
        parse_typed_length("wide", 1)


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
