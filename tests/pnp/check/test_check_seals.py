"""A seal is for one side of one piece, and stands on it once."""

from __future__ import annotations

from pathlib import Path

from check_builders import GROUND, KIT, checked, write_kit

ONE = GROUND + '\n[[draw]]\nseal = "{seal}"\nbox = [10, 10, 8, 8]\n'
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
