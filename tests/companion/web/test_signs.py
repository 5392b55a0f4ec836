"""Drawings of the printed games: each sign that a page shows is in the file that it names; faces are as printed."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import etree
from paperless import give

from companion.engine.wording import LANGUAGES
from companion.tables import Start, Tables, TakeSeat
from companion.web.assets import FOREVER, face_file, sign_file
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
def test_pages_of_a_table_use_the_file_of_its_game(client: FlaskClient, tables: Tables, game: str) -> None:
    code = tables.open(game, OWN)
    for token, command in ((OWN, TakeSeat(0, "Ana")), ("1b" * 16, TakeSeat(1, "Mei"))):
        for path in ("", "/seats"):
            assert set(used(client, f"/t/{code}{path}")) == {sign_file(game)}
        give(tables, code, token, command)
    assert set(used(client, f"/t/{code}/settings")) == {sign_file()}
    give(tables, code, OWN, Start())
    for path in ("", "/menu", "/log", "/check"):
        assert sign_file(game) in used(client, f"/t/{code}{path}")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_drawn_as_it_is_printed(app: Flask, language: str) -> None:
    address = face_file("xanadu", "49", language)
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == FOREVER
    drawn = etree.fromstring(answer.data)
    assert drawn.get("viewBox") == "0 0 63.5 88.9"
    said = "".join(drawn.itertext())
    for letters in ("Barracks", "Cuartel", "49", "8"):
        assert letters in said
    assert ("The night guard" in said) == (language == "en")
    assert not re.search(rb'(?:href|src)="(?!#|data:)', answer.data), "a picture fetches nothing"


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["xanadu/0/en/00", "xanadu/0/en/75", "xanadu/0/de/01", "none/0/en/01", "hangzhou/0/en/1"]
)
def test_what_there_is_not_is_not_found(app: Flask, path: str) -> None:
    assert app.test_client().get(f"/face/{path}.svg").status_code == 404
