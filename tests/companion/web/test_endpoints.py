"""Every endpoint × whoever may ask. The rows are in endpoints.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from endpoints import CHECK, ROLES, ROWS, Row
from flask import Flask
from flask.cli import FlaskGroup
from paperless import give, opened
from werkzeug.test import TestResponse

from companion.tables import NameSeat, Start, TableError, Tables, TakeSeat
from companion.tables.game import table_game
from companion.web import create_app
from companion.web.assets import sign_file
from companion.web.game_pages import GAMES, game_pages
from companion.web.table.pages import FRAME

pytestmark = pytest.mark.long

NO_PAGE = re.compile(
    r"/(api|static|face|drawn)/|/(manifest.webmanifest|worker.js|healthz|metrics)$"
    r"|/t/<code>(/since|/here|/stream)?$"
)
"""Addresses for programs, what pages load, and the short address of a table's page."""

TOKENS = {
    "own": "0a" * 16,
    "other": "1b" * 16,
    "spectator": "2c" * 16,
    "stranger": "",
    "forged": "ffffffffffffffffffffffffffffffff",
    "foreign": "0a" * 16,
}
EVIL = "http://evil.example"
HIDING = {"open_hands": "hidden", "cards": "app"}
"""Settings with which something is hidden, where a game has them."""


class Server:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.app: Flask = create_app(tables)
        self.app.testing = True
        self._shown: dict[str, str] = {}

    def shown(self, game: str) -> str:
        """A table for all who only look, which changes no table."""
        if game not in self._shown:
            self._shown[game] = self.table(game)
        return self._shown[game]

    def table(self, game: str) -> str:
        """A table that has begun: the own phone is its host and has the first seat, the other one the second."""
        switches = {switch.name for switch in table_game(game).SWITCHES}
        code = self.tables.open(game, TOKENS["own"], options={k: v for k, v in HIDING.items() if k in switches})
        for token, command in (
            (TOKENS["own"], TakeSeat(0, "Ana")),
            (TOKENS["other"], TakeSeat(1, "Mei")),
            (TOKENS["own"], NameSeat(0, "Anna")),
            (TOKENS["own"], Start()),
        ):
            give(self.tables, code, token, command)
        self.tables.visit(code, TOKENS["spectator"])
        return code

    def seq(self, code: str) -> int:
        """The table's newest entry; 0: it is gone."""
        try:
            return self.tables.view_for(code).seq
        except TableError:
            return 0

    def asked(self, row: Row, method: str, rule: str, parts: dict[str, str], role: str) -> TestResponse:
        """What the endpoint answers to somebody. Programs show their token, phones and foreign pages have a cookie."""
        path = row.path or rule
        for name, value in parts.items():
            path = path.replace(f"<{name}>", value).replace(f"{{{name}}}", value)
        client = self.app.test_client()
        headers = {"Origin": EVIL if role == "foreign" else "http://localhost"}
        if TOKENS[role] and rule.startswith("/api/") and role != "foreign":
            headers = {"Authorization": f"Bearer {TOKENS[role]}"}
        elif TOKENS[role]:
            client.set_cookie("phone", TOKENS[role])
        sent: dict[str, Any] = (
            {"data": {k: v.replace("{role}", role) for k, v in row.form.items()}} if method == "POST" else {}
        )
        if row.json is not None:
            sent = {"json": {k: v.format(**parts) if isinstance(v, str) else v for k, v in row.json.items()}}
        return client.open(path, method=method, headers=headers, buffered=False, **sent)


@pytest.fixture(scope="module")
def server(module_tables: Tables) -> Server:
    return Server(module_tables)


def endpoints(app: Flask) -> set[tuple[str, str]]:
    """All that the app serves: methods and rules."""
    found = app.url_map.iter_rules()
    return {(method, rule.rule) for rule in found for method in (rule.methods or ()) - {"HEAD", "OPTIONS"}}


def test_every_endpoint_has_a_row(server: Server) -> None:
    there = endpoints(server.app)
    assert not there - set(ROWS), f"add rows to tests/companion/web/endpoints.py for {sorted(there - set(ROWS))}"
    assert not set(ROWS) - there, f"no such endpoints any more: {sorted(set(ROWS) - there)}"


def test_flask_takes_the_app_by_the_address_that_the_documents_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--app", "companion.web:create_app('data/tables.sqlite3')", "routes"]
    listed = CliRunner().invoke(FlaskGroup(), given)
    assert listed.exit_code == 0, listed.output
    assert "/t/<code>/log/<item>" in listed.output


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_another_game_is_not_there_and_does_nothing(server: Server, game: str) -> None:
    others = {page for other in GAMES for page in game_pages(other).PAGES} - {*game_pages(game).PAGES, *FRAME}
    code = server.table(game)
    before = server.seq(code)
    for page in (*sorted(others), "nowhere"):
        for method, form in (("GET", {}), ("POST", CHECK)):
            row = Row("", path=f"/t/{code}/{page}/1", form=form)
            answer = server.asked(row, method, "/t/<code>", {}, "own")
            assert answer.status_code == 404, (method, page)
    assert server.seq(code) == before


def cases() -> Iterator[Any]:
    """Every endpoint with the first game; those that know of games with all of them, programs' and the parts of pages
    in the long searches; a game's page with the games that have it."""
    for method, rule in sorted(ROWS):
        page = ROWS[method, rule].page
        having = [game for game in GAMES if not page or page in FRAME or page in game_pages(game).PAGES]
        named = f"{rule} {ROWS[method, rule].path} {ROWS[method, rule].json}"
        of_games = any(part in named for part in ("<code>", "{game}", "<game>"))
        for game in having if of_games else having[:1]:
            long = (rule.startswith("/api/") or rule.endswith("/<item>")) and game != having[0]
            yield pytest.param(method, rule, game, marks=[pytest.mark.slow] if long else [])


@pytest.mark.parametrize(("method", "rule", "game"), tuple(cases()))
def test_who_gets_what(server: Server, method: str, rule: str, game: str) -> None:
    row = ROWS[method, rule]
    code = server.shown(game) if method == "GET" else server.table(game)
    for role in ROLES[1:] + ROLES[:1]:
        before = server.seq(code)
        parts = {"code": code, "game": game, "sprite": sign_file(game), "role": role}
        answer = server.asked(row, method, rule, parts, role)
        assert answer.status_code in row.statuses[role], (
            role,
            answer.status_code,
            answer.get_data(as_text=True)[-400:],
        )
        if answer.status_code >= 400 or method == "GET":
            assert server.seq(code) == before, f"{role} was refused or only looked, but the table has changed"
        for whose in ("own", "other"):
            told = b"" if answer.mimetype == "text/event-stream" else answer.get_data()
            assert TOKENS[whose].encode() not in told or role == whose, f"{role} is told the token of {whose}"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        answer.close()


def test_there_are_at_most_forty_kinds_of_pages(tables: Tables) -> None:
    """A page with and without the last part of its address is one kind."""
    rules = {rule.rule for rule in create_app(tables).url_map.iter_rules() if "GET" in (rule.methods or ())}
    kinds = {rule.removesuffix("/<item>") for rule in rules if not NO_PAGE.match(rule)}
    assert len(kinds) <= 40, sorted(kinds)


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_and_the_settings_are_short(app: Flask, game: str) -> None:
    table, (host, _) = opened(app, ("Ana", "Mei"), game=game)
    host.get(f"{table}/settings")
    assert 4 <= len(host.page.xpath('//main//form[contains(@class, "field")] | //main//fieldset')) <= 6
    host.at(f"{table}?first=0").press("Start")
    assert 6 <= len(host.at(f"{table}/menu").page.xpath('//main//a[@class="row"]')) <= 8
