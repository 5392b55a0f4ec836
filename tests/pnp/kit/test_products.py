"""Tables that are products of others, and sizes by name."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit_builders import write_kit

from pnp.findings import Findings
from pnp.kit.face_files import ACROSS, FaceGrid, cells, cells_of, hex_field
from pnp.kit.model import Card, Kit, Record
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import SIZES, parse_size
from pnp.kits import read

KIT = """\
[kit]
id = "cards"
title = "Cards"
players = [2, 4]
languages = ["en"]

[table.deck]
product = ["suits", "ranks"]
[table.suits]
file = "suits.csv"
[table.ranks]
file = "ranks.csv"
[table.ranks.columns]
worth = "count"

[[component]]
id = "deck"
kind = "card"
title = "Deck"
size = "poker"
each = "deck"
where = "ranks.worth > 1"
face = "card"
"""
FACE = '[[draw]]\ntext = "{ranks.name} of {suits.name} {ranks.worth} {id}"\nbox = "safe"\n'
FILES = {
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
    text = KIT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read(write_kit(folder, {**FILES, "kit.toml": text}))


def test_a_row_for_each_with_each(tmp_path: Path) -> None:
    kit, findings = read_kit(tmp_path)
    assert not list(findings)
    assert kit is not None
    deck = kit.tables["deck"]
    assert [row.key for row in deck.rows] == [
        *("hearts_ace", "hearts_ten", "hearts_two"),
        *("spades_ace", "spades_ten", "spades_two"),
    ]
    (suit, rank) = (deck["spades_ten"].values[name] for name in ("suits", "ranks"))
    assert isinstance(suit, Record)
    assert isinstance(rank, Record)
    assert (suit.values["name"], rank.values["worth"]) == ("Spades", 10)
    (component,) = kit.components
    assert isinstance(component, Card)
    assert component.size == (63.5, 88.9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('["suits", "ranks"]', '["suits", "rank"]'), "there is no table “rank” to multiply"),
        (('["suits", "ranks"]', '["suits", "deck"]'), "there is no table “deck” to multiply"),
        (('["suits", "ranks"]', '["suits", "suits"]'), "product names a table twice"),
        (('["suits", "ranks"]', '["suits"]'), "product is a list"),
        (('["suits", "ranks"]', '"suits"'), "product is “suits”"),
        (('["suits", "ranks"]', '["suits", "ranks"]\nfile = "suits.csv"'), "“file” is not a key here"),
        (('"poker"', '"pokr"'), "size is “pokr”, not a length or the name of a size"),
        (('"poker"', '"poker lying"'), "size is “poker lying”, not a length"),
    ],
)
def test_what_is_wrong_is_told_at_its_line(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    _, findings = read_kit(tmp_path, change)
    assert message in findings.errors[0].message
    assert findings.errors[0].place.row > 0


def test_sizes_by_name() -> None:
    assert parse_size("tarot") == (70, 120)
    assert parse_size("tarot landscape") == (120, 70)
    assert parse_size("2.5in") == (63.5, 63.5)
    assert all(width <= height for width, height in SIZES.values())
    with pytest.raises(BadValueError):
        parse_size("tarots")


NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
maps = st.builds(
    FaceGrid,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    hex=st.sampled_from(["pointy", "flat"]),
    offset=st.sampled_from(["even", "odd"]),
    names=st.sampled_from(["offset", "axial", None]),
    gap=st.floats(0, 2),
) | st.builds(FaceGrid, radius=st.integers(1, 5), hex=st.sampled_from(["pointy", "flat"]), gap=st.floats(0, 2))


@given(maps, st.floats(100, 400), st.floats(100, 400))
def test_a_map_has_even_ways_between_neighbours_and_lies_in_the_middle_of_its_box(
    grid: FaceGrid, width: float, height: float
) -> None:
    places, field = cells_of(grid), hex_field(grid, 5.0, 7.0, width, height)
    assert len({cell.name for cell in places}) == len({(cell.q, cell.r) for cell in places}) == grid.count
    ((_, _, wide, high), *_) = field
    long, short = max(wide, high), min(wide, high)
    assert short / long == pytest.approx(ACROSS)
    assert (high > wide) == (grid.hex == "pointy")
    at = {(cell.q, cell.r): box[:2] for cell, box in zip(places, field, strict=True)}
    for (q, r), corner in at.items():
        for dq, dr in NEIGHBOURS:
            other = at.get((q + dq, r + dr))
            assert other is None or math.dist(corner, other) == pytest.approx(short + grid.gap)
    xs, ys = [box[0] for box in field], [box[1] for box in field]
    left, right = min(xs) - 5, 5 + width - max(xs) - wide
    top, bottom = min(ys) - 7, 7 + height - max(ys) - high
    assert left == pytest.approx(right, abs=1e-6)
    assert top == pytest.approx(bottom, abs=1e-6)
    assert min(left, top) == pytest.approx(0, abs=1e-6)  # as large as fits


@pytest.mark.parametrize(
    ("hexes", "offset", "further"),
    [("pointy", "even", "a2"), ("pointy", "odd", "a1"), ("flat", "even", "b1"), ("flat", "odd", "a1")],
)
def test_every_second_row_lies_half_a_place_further(hexes: str, offset: str, further: str) -> None:
    grid = FaceGrid(columns=2, rows=2, hex=hexes, offset=offset)
    at = {cell.name: (cell.x, cell.y) for cell in cells(grid)}
    axis = 0 if hexes == "pointy" else 1
    near = {"a2": "a1", "b1": "a1"}.get(further) or ("a2" if hexes == "pointy" else "b1")
    assert at[further][axis] == at[near][axis] + 0.5


def test_a_round_map_is_named_from_its_middle() -> None:
    assert [cell.name for cell in cells(FaceGrid(radius=1, hex="pointy"))] == [
        "q0r-1",
        "q1r-1",
        "q-1r0",
        "q0r0",
        "q1r0",
        "q-1r1",
        "q0r1",
    ]
    assert [cell.name for cell in cells(FaceGrid(radius=1, hex="flat", names="offset"))][3] == "b2"
