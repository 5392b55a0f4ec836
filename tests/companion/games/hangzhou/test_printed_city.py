"""The city on phones is the printed one: one drawing, and everything lies where the board has it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from flask import Flask

from companion.games.hangzhou.names import SPACES, Space
from companion.games.hangzhou.pages.drawing import SLIM, WIDE, Frame, make_city_map, middle
from companion.web import assets, drawings
from companion.web.drawings import layout
from pnp.face.layout import KitFaces
from pnp.kits import find, load

BOARD = (420.0, 297.0)
CITY = (279.0, 297.0)
TURNS = range(4)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Signs are drawn anew, and nobody keeps them."""
    monkeypatch.setattr(assets, "_sprites", {})
    make_city_map.cache_clear()
    yield monkeypatch
    make_city_map.cache_clear()


def on_board(space: Space) -> tuple[float, float]:
    """The middle of a space on paper, in mm."""
    return middle(drawings.layout("hangzhou").places("city")[space.value.lower()])


def test_the_board_draws_what_phones_show() -> None:
    printed = drawings.layout("hangzhou")
    city = printed.scene("city", size=CITY, extra={"turned": 0.0})
    board = printed.scene("board", size=BOARD)
    assert board.items[1 : 1 + len(city.items)] == city.items, "after the paper's ground"
    plain = printed.scene("city", size=CITY, extra={"turned": 0.0, "plain": "yes"})
    landscape, gates, towers, plain_towers = 2, 4, 4, 4
    assert len(plain.items) == len(city.items) - landscape - gates - towers + plain_towers


@pytest.mark.parametrize("turned", TURNS)
@pytest.mark.parametrize("frame", [WIDE, SLIM])
def test_spaces_lie_as_on_the_board_however_the_map_is_turned(turned: int, frame: Frame) -> None:
    shown = make_city_map(turned, frame)
    scale = 60 / (on_board(Space.B1)[0] - on_board(Space.A1)[0])
    temple = middle(drawings.layout("hangzhou").places("city")["temple"])
    for space in SPACES:
        x, y = (scale * (at - of) for at, of in zip(on_board(space), temple, strict=True))
        for _ in range(turned):
            x, y = -y, x
        assert shown.middle(space) == pytest.approx((shown.size / 2 + x, shown.size / 2 + y), abs=0.11), space


@pytest.mark.parametrize("turned", TURNS)
@pytest.mark.parametrize(("frame", "keys"), [(WIDE, r"^\.city__keys"), (SLIM, r"^\.city--slim \.city__keys")])
def test_each_key_lies_over_its_space(turned: int, frame: Frame, keys: str) -> None:
    """The keys are a grid of the style sheet, so that they are real keys; its rim is the frame of the map."""
    style = files("companion.games.hangzhou.pages").joinpath("static", "game.css").read_text("utf-8")
    inset = re.search(keys + r" \{[^}]*inset: ([\d.]+)%", style, re.MULTILINE)
    shown = make_city_map(turned, frame)
    assert float(inset[1]) == pytest.approx(100 * frame.rim / shown.size, abs=0.001)
    wide = (shown.size - 2 * frame.rim) / 5
    assert {space for space, _ in shown.spaces} == {*SPACES, None}
    assert shown.spaces[12][0] is None, "the temple is in the middle"
    for n, (space, box) in enumerate(shown.spaces):
        left, top = frame.rim + n % 5 * wide, frame.rim + n // 5 * wide
        if space:
            assert box == shown.boxes[space]
            assert left <= box.x < box.right <= left + wide, space
            assert top <= box.y < box.bottom <= top + wide, space


def test_a_space_that_is_moved_in_the_kit_is_moved_on_phones(fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = make_city_map(0)
    kit = shutil.copytree(find("hangzhou"), tmp_path / "hangzhou")
    face = kit / "faces" / "city.toml"
    moved = face.read_text("utf-8").replace("box = [41, 46.5, 36, 36]", "box = [43, 48.5, 32, 32]")
    face.write_text(moved.replace("north = [132,", "north = [111,"), "utf-8")
    changed = KitFaces(load(kit), "en")
    fresh.setattr(drawings, "layout", lambda game: changed if game == "hangzhou" else layout(game))
    fresh.setattr(assets, "_sprites", {})
    make_city_map.cache_clear()
    after = make_city_map(0)
    assert after.boxes[Space.A1].width < before.boxes[Space.A1].width
    assert after.shop[0].width < before.shop[0].width
    assert after.middle(Space.A1) == before.middle(Space.A1)
    north = next(side for side in after.plates if side.value == "north")
    assert after.middle(north)[0] == before.middle(north)[0] - 30
    assert after.file != before.file, "phones must not keep the old one"


def test_a_phone_asks_for_the_picture_once(app: Flask) -> None:
    client = app.test_client()
    for turned in TURNS:
        answer = client.get(make_city_map(turned).file)
        assert answer.status_code == 200
        assert answer.mimetype == "image/svg+xml"
        assert "immutable" in answer.headers["Cache-Control"]
        assert b"<text" not in answer.data, "a picture has no typefaces of the page"
    assert client.get("/drawn/hangzhou/city-0-000000000000.svg").status_code == 404
