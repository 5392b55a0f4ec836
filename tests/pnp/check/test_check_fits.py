"""What lies on a board: pieces that fit, places that are seen, that are whole, and that lie beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import GROUND as COLOURED
from check_builders import KIT, checked, codes, write_kit

BOARD = """
[[component]]
id = "board"
kind = "board"
title = "Board"
size = [{size}]
face = "board"
"""
GROUND = '[[draw]]\nrect = "bleed"\nfill = "silk"\n'
MARKER = '[[draw]]\nrect = "bleed"\nfill = "white"\n'
WARD = '[[draw]]\nrect = [10, 10, 36, 36]\nstroke = "ink"\nplace = "ward"\n'


def kit(folder: Path, board: str, piece: str = "", on: str = "board:ward", size: str = "120, 100") -> Path:
    """A board and a piece on it; `piece` changes the size of the markers, 30 mm."""
    head = KIT.replace("size = [30, 30]", piece or "size = [30, 30]") + f'on = "{on}"\n'
    files = {"kit.toml": head + BOARD.format(size=size), "faces/board.toml": GROUND + board}
    return write_kit(folder, MARKER, files)


def said(folder: Path) -> list[str]:
    return [f"{finding.code} {finding.place.row}: {finding.message}" for finding in checked(folder)]


def test_a_piece_that_fits_is_not_found(tmp_path: Path) -> None:
    assert codes(kit(tmp_path, WARD)) == []
    assert codes(kit(tmp_path, WARD, "size = [36, 36]")) == []


@pytest.mark.parametrize(
    ("piece", "taken"),
    [
        ("size = [36.4, 30]", "36.4 × 30 mm"),
        ("size = [30, 50]\nbase = 38", "Ø 38 mm"),
    ],
)
def test_a_piece_larger_than_its_place(tmp_path: Path, piece: str, taken: str) -> None:
    folder = kit(tmp_path, WARD, piece)
    if "foot" in piece or "base" in piece:
        toml = folder / "kit.toml"
        toml.write_text(toml.read_text().replace('"token"', '"standee"'))
    line = 21 + piece.count("\n")
    assert said(folder) == [f"place-small {line}: markers take {taken}, more than ward of board has: 36 × 36 mm"]


def test_a_box_and_a_place_of_a_grid_are_measured_too(tmp_path: Path) -> None:
    board = '[box]\ndeck = [0, 0, 20, 20]\n[[draw]]\nrect = "deck"\nstroke = "ink"\n'
    grid = '[[draw]]\nrect = [30, 30, 25, 25]\ngrid = { columns = 2, rows = 1 }\nstep = [26, 0]\nstroke = "ink"\n'
    folder = kit(tmp_path, board + grid, on="board:deck")
    assert "deck of board has: 20 × 20 mm" in said(folder)[0]
    assert "b1 of board has: 25 × 25 mm" in said(kit(tmp_path, board + grid, on="board:b1"))[0]


def test_what_is_drawn_over_the_border_of_a_place_is_found(tmp_path: Path) -> None:
    over = '[[draw]]\nrect = [40, 20, 10, 10]\nfill = "white"\n'
    within = '[[draw]]\nellipse = [20, 20, 10, 10]\nfill = "white"\n'
    beside = '[[draw]]\nrect = [46, 20, 10, 10]\nfill = "white"\n'
    line = '[[draw]]\nrect = [40, 20, 10, 10]\nstroke = "ink"\n'
    assert said(kit(tmp_path, WARD + over)) == ["place-covered 4: the place ward is covered by 5 %"]
    assert said(kit(tmp_path, over + WARD + within + beside + line)) == []


def test_places_of_one_name_lie_beside_each_other(tmp_path: Path) -> None:
    row = WARD + 'each = "1..3"\nstep = [{}, 0]\n'
    assert said(kit(tmp_path, row.format(35))) == ["places-overlap 4: two places ward lie on each other"]
    assert said(kit(tmp_path, row.format(36))) == []


def test_a_place_that_a_seam_cuts_is_found_unless_seams_run_beside_it(tmp_path: Path) -> None:
    row = '[[draw]]\nrect = [10, 10, 36, 36]\nstroke = "ink"\nplace = "ward"\neach = "1..7"\nstep = [38, 0]\n'
    found = said(kit(tmp_path, row, size="300, 100"))
    assert found == ["place-cut 4: a seam of the tiles on A4 cuts the place ward"]
    assert said(kit(tmp_path, row + "keep = true\n", size="300, 100")) == []


def test_a_place_that_nothing_draws_is_found(tmp_path: Path) -> None:
    hidden = WARD + 'when = "kit.version = 9"\n'
    assert said(kit(tmp_path, hidden)) == [
        "place-missing 21: markers lie on ward of board, which is not drawn on any of them"
    ]


HEXAGONS = """
[[draw]]
hexagon = [10, 10, 100, 80]
grid = { hex = "pointy", columns = 3, rows = 2, size = 30 }
stroke = "ink"
place = "ward"
"""


def test_hexagons_that_touch_lie_on_none_of_their_neighbours_and_take_what_lies_in_them(tmp_path: Path) -> None:
    small, large = "size = 29\nshape = 'hexagon'", "size = 31\nshape = 'hexagon'"
    assert codes(kit(tmp_path / "small", HEXAGONS, small)) == []
    assert said(kit(tmp_path / "large", HEXAGONS, large)) == [
        "place-small 22: markers take 26.85 × 31 mm, more than ward of board has: 25.98 × 30 mm"
    ]
    assert codes(kit(tmp_path / "disc", HEXAGONS, "size = 26\nshape = 'round'")) == []
    assert [code.split()[1] for code in codes(kit(tmp_path / "square", HEXAGONS, "size = [19, 19]"))] == ["place-small"]


# --- seals -------------------------------------------------------------------------------------------------

ONE = COLOURED + '\n[[draw]]\nseal = "{seal}"\nbox = [10, 10, 8, 8]\n'
NUMBERED = "id,colour,sign,hatch,name,seal\nann,#B3361F,hand,none,Ann,7\nbob,#2E6B34,deck,none,Bob,{}\n"


def twice(folder: Path, face: str, number: int = 8, kit: str = KIT) -> list[tuple[str, str]]:
    written = write_kit(folder, face, {"players.csv": NUMBERED.format(number), "kit.toml": kit})
    return [(str(found.place), found.message) for found in checked(written) if found.code == "seal-twice"]


def test_a_number_of_its_own_for_each_piece_is_right(tmp_path: Path) -> None:
    assert twice(tmp_path / "kit", ONE) == []


def test_two_pieces_with_one_number_are_found(tmp_path: Path) -> None:
    ((place, message),) = twice(tmp_path / "kit", ONE, 7)
    assert place == "players.csv:3"
    assert message == "seal 7 stands on the front of markers ann as well: a camera cannot tell them apart"


def test_one_number_twice_on_a_face_is_found(tmp_path: Path) -> None:
    found = twice(tmp_path / "kit", ONE + '\n[[draw]]\nseal = "{seal}"\nbox = [20, 20, 8, 8]\n')
    assert [message.split(":")[0] for _, message in found] == [
        "seal 7 stands on this very face as well",
        "seal 8 stands on this very face as well",
    ]


def test_front_and_back_need_two(tmp_path: Path) -> None:
    kit = KIT.replace('face = "marker"', 'face = "marker"\nback = "marker"')
    assert len(twice(tmp_path / "kit", ONE, kit=kit)) == 2
