"""What files of signs pages use: each sign that a page shows is in the file that it names."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables import Start, Tables, TakeSeat, new_command_id
from companion.web import game_pages
from companion.web.game_pages import GAMES
from companion.web.printed import signs as drawing
from companion.web.printed.signs import seat_file, sign_file, signs

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
    for file, sign in re.findall(r'href="(/sprite/[^"#]+)#([^"]*)"', answer.text):
        found.setdefault(file, set()).add(sign)
    for file, names in found.items():
        drawn = client.get(file).text
        assert not [name for name in names if f'id="{name}"' not in drawn], (path, file)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_a_page_copies_of_a_sign_is_drawn_once(game: str) -> None:
    """A browser copies all that is in a symbol wherever a page shows it: art in it that is used once is no symbol."""
    drawn = signs(game).symbols.svg.decode()
    used = Counter(re.findall(r'xlink:href="#([^"]*)"', drawn))
    within = re.findall(r'<defs><symbol id="([^"]*)"', drawn)
    assert "<path" in drawn and [name for name in within if used[name] < 2] == []


def test_pages_of_no_game_use_one_file_with_the_marks_of_all(client: FlaskClient) -> None:
    for path in ("/history", "/print", "/verify", "/new/hangzhou"):
        assert set(used(client, path)) == {sign_file()}, path


@pytest.mark.parametrize("path", ["/", "/k/xanadu/abc", "/score"])
def test_the_first_pages_have_their_signs_in_themselves(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert not re.findall(r'href="/sprite/', page)
    shown = set(re.findall(r'<use href="#([^"]*)"', page))
    assert {f"mark-{game}" for game in GAMES} <= shown or path != "/"
    assert shown <= set(re.findall(r'<symbol id="([^"]*)"', page))


@pytest.mark.parametrize("game", GAMES)
def test_before_a_game_the_chairs_are_enough(client: FlaskClient, tables: Tables, game: str) -> None:
    code = tables.open(game, OWN)
    for token, command in ((OWN, TakeSeat(0, "Ana")), ("1b" * 16, TakeSeat(1, "Mei"))):
        for path in ("", "/seats"):
            assert set(used(client, f"/t/{code}{path}")) == {seat_file(game)}
        tables.command(code, token, command, command_id=new_command_id())
    for path in ("/settings", "/move"):
        assert set(used(client, f"/t/{code}{path}")) == {sign_file()}
    tables.command(code, OWN, Start(), command_id=new_command_id())
    for path in ("", "/menu", "/log", "/check"):
        assert sign_file(game) in used(client, f"/t/{code}{path}")


@pytest.mark.parametrize("missing", ["/nowhere", "/t/XXXXX", "/"])
def test_the_error_page_needs_no_game(app: Flask, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """Not the pages, signs or words of any, nor the sprite of the frame. The start page fails then, and says so."""

    def broken(*_: object) -> None:
        raise RuntimeError("a mistake in a game")

    app.testing = False
    monkeypatch.setattr(drawing, "_drawn", {})
    monkeypatch.setattr(drawing, "_draw", broken)
    monkeypatch.setattr(game_pages, "load", broken)
    page = app.test_client().get(missing)
    assert page.status_code == (500 if missing == "/" else 404)
    assert "<h1>" in page.text and 'href="/"' in page.text and "a mistake in a game" not in page.text
