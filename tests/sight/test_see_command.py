"""`companion see`: the pieces of any kit that bear seals, where they lie and which side is up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import Canvas, Level, camera, developed
from click.testing import CliRunner, Result
from kit_text import component, head, table, write_files
from printed import printed

from companion.cli import main

KIT = (
    head("yard", "Yard")
    + table("cards")
    + component("field", "board", "Field", size=[200, 150], face="field")
    + component(*("cards", "card", "Cards"), size=[44, 60], each="cards", face="card", back="card-back", on="field:bed")
)
SEAL = '\n[[draw]]\nseal = "{number}"\nbox = {box}\n'
CORNERS = ([6, 6, 10, 10], [184, 6, 10, 10], [184, 134, 10, 10], [6, 134, 10, 10])
FILES = {
    "kit.toml": KIT,
    "cards.csv": "id,front,back\nrose,100,110\niris,101,111\nlily,102,112\n",
    "faces/card.toml": '[[draw]]\nrect = "bleed"\nfill = "white"\n' + SEAL.format(number="{front}", box=[4, 4, 7, 7]),
    "faces/card-back.toml": '[[draw]]\nrect = "bleed"\nfill = "white"\n'
    + SEAL.format(number="{back}", box=[30, 48, 7, 7]),
    "faces/field.toml": '[[draw]]\nrect = "bleed"\nfill = "#DDEEDD"\n'
    + '\n[[draw]]\nrect = [22, 44, 48, 64]\neach = "1..3"\nstep = [54, 0]\nfill = "white"\nplace = "bed"\n'
    + "".join(SEAL.format(number=number, box=box) for number, box in enumerate(CORNERS)),
}
ROSE, IRIS = (46.0, 76.0, 4.0), (155.0, 78.0, 182.0)
"""Where two cards lie on the board: x, y in mm, and how they are turned."""


def photograph(folder: Path, *, board: bool = True) -> bytes:
    """A rose that lies upright on the first bed, and on the third an iris on its face and on its head."""
    faces, dice, level = printed(str(folder), "full"), np.random.default_rng(3), Level(tilt=(30, 30))
    pose, size = camera(level, dice, np.array([(0, 0), (200, 0), (200, 150), (0, 150)]))
    canvas = Canvas(pose, size)
    canvas.picture[:] = (70, 90, 120)
    if board:
        canvas.lay(faces["field", "", "front"], np.array([(0, 0, 0), (200, 0, 0), (200, 150, 0), (0, 150, 0.0)]))
    for (x, y, turn), key, side in ((ROSE, "rose", "front"), (IRIS, "iris", "back")):
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        own = np.array([(-22, -30), (22, -30), (22, 30), (-22, 30)]) @ np.array([[cos, sin], [-sin, cos]])
        canvas.lay(faces["cards", key, side], np.column_stack([own + np.array([x, y]), np.zeros(4)]))
    return developed(canvas.picture, level, dice, 0.02)


def see(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["see", *map(str, arguments)])


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("sight") / "yard", FILES)


def test_it_lists_what_lies_on_the_board(yard: Path, tmp_path: Path) -> None:
    photo, drawn = tmp_path / "table.jpg", tmp_path / "marked.jpg"
    photo.write_bytes(photograph(yard))
    done = see(photo, "--kit", yard, "--marked", drawn)
    assert done.exit_code == 0, done.output
    seen = json.loads(done.stdout)
    board, *cards = seen["pieces"]
    assert (board["component"], board["seals"]) == ("field", [4, 4])
    assert [(card["key"], card["side"], card["place"], card["board"]) for card in cards] == [
        ("rose", "front", "bed 1", "field"),
        ("iris", "back", "bed 3", "field"),
    ]
    for card, (x, y, turn) in zip(cards, (ROSE, IRIS), strict=True):
        assert abs(card["x_mm"] - x) < 1.5 and abs(card["y_mm"] - y) < 1.5
        assert abs((card["turned"] - turn + 180) % 360 - 180) < 3
    assert 25 < seen["tilt"] < 45 and seen["scale"] > 2
    assert cv2.imread(str(drawn)).shape[:2] == (seen["height"], seen["width"])


def test_cards_without_a_board_are_told_too(yard: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.jpg").write_bytes(photograph(yard, board=False))
    seen = json.loads(see(tmp_path / "cards.jpg", "--kit", yard).stdout)
    assert [(card["key"], card["side"], card["board"]) for card in seen["pieces"]] == [
        ("rose", "front", ""),
        ("iris", "back", ""),
    ]
    assert seen["scale"] is None
    done = see(tmp_path / "cards.jpg", tmp_path / "cards.jpg", "--kit", yard)
    assert done.exit_code == 2 and "cards.jpg: no board that can be read is in it" in done.stderr


def test_what_is_wrong_is_said_in_a_line(yard: Path, tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(photograph(yard, board=False))
    done = see(tmp_path / "table.jpg", "--kit", "dunhuang")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "the seals in it are not of this kit: which kit is it?" in done.stderr
    bare = {name: text.replace("seal = ", "text = ") for name, text in FILES.items()}
    write_files(yard.parent / "bare", bare)
    assert "bears a seal: draw one" in see(tmp_path / "table.jpg", "--kit", yard.parent / "bare").stderr
    done = see(tmp_path / "table.jpg", "--kit", "nowhere")
    assert done.stderr.splitlines()[0] == "nowhere: error: there is no such kit"
    done = see(tmp_path / "table.jpg", "--kit", yard, "--marked", tmp_path / "no" / "marked.png")
    assert done.stderr == f"{tmp_path / 'no' / 'marked.png'}: No such file or directory\n"
