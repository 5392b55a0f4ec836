"""What files of signs pages use: each sign that a page shows is in the file that it names."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables import Start, Tables, TakeSeat, new_command_id
from companion.web.assets import seat_file, sign_file
from companion.web.game_pages import GAMES

OWN = "0a" * 16


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    made = app.test_client()
    made.set_cookie("phone", OWN)
    return made


def used(client: FlaskClient, path: str) -> dict[str, set[str]]:
    """The files of signs that a page names, with the signs that it takes from each, all of which are there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    found: dict[str, set[str]] = {}
    for file, sign in re.findall(r'href="(/drawn/[^"#]+)#([^"]*)"', answer.text):
        found.setdefault(file, set()).add(sign)
    for file, names in found.items():
        drawn = client.get(file).text
        assert not [name for name in names if f'id="{name}"' not in drawn], (path, file)
    return found


def test_pages_of_no_game_use_one_file_with_the_marks_of_all(client: FlaskClient) -> None:
    for path in ("/", "/k/xanadu/abc", "/history", "/print", "/new/hangzhou"):
        assert set(used(client, path)) == {sign_file()}, path


@pytest.mark.parametrize("game", GAMES)
def test_before_a_game_the_chairs_are_enough(client: FlaskClient, tables: Tables, game: str) -> None:
    code = tables.open(game, OWN)
    for token, command in ((OWN, TakeSeat(0, "Ana")), ("1b" * 16, TakeSeat(1, "Mei"))):
        for path in ("", "/seats"):
            assert set(used(client, f"/t/{code}{path}")) == {seat_file(game)}
        tables.command(code, token, command, command_id=new_command_id())
    assert set(used(client, f"/t/{code}/settings")) == {sign_file()}
    tables.command(code, OWN, Start(), command_id=new_command_id())
    for path in ("", "/menu", "/log", "/check"):
        assert sign_file(game) in used(client, f"/t/{code}{path}")
