"""The site answers what a server answers, byte for byte but for addresses, times and what is made by chance."""

from __future__ import annotations

import difflib
import json
import lzma
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pytest
from flask.testing import FlaskClient
from visits import BELOW, Host, Visitor

from companion.site.device import PLAYERS, served
from companion.tables import Limits, open_tables
from companion.web.app import create_app
from companion.web.game_pages import GAMES

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.landing, pytest.mark.usefixtures("sightless")]

Asked: TypeAlias = tuple[str, str, dict[str, str] | None]
"""Method, path, fields of a form."""
EXPORTS = Path(__file__).parent / "exports.jsonl.xz"
STEPS = 60
"""Of a whole game, how many are taken back and done again."""
LONG = 50
"""Entries of a long log."""
PAGES = ("", "/menu", "/log", "/seats", "/settings", "/score", "/advanced", "/check", "/since")
MADE = re.compile(r'[0-9a-f]{24,}|id="s\d+"|version"?[=:]"?\d+')
"""Ids of commands, commitments, versions."""
TIMES = re.compile(r"<time[^>]*>[^<]*</time>|\b\d+ s ago")
ASKED = """async ([method, path, fields]) => {
  const body = fields && new URLSearchParams(fields);
  const answer = await fetch(path, { method, body, headers: { accept: "text/html" } });
  return [answer.status, await answer.text()];
}"""
CARRIED = """async ([path, text]) => {
  const body = new FormData();
  body.set("table", new File([text], "table.json", { type: "application/json" }));
  const answer = await fetch(path, { method: "POST", body });
  return answer.url;
}"""


def plain(text: str) -> str:
    """A page without what has to differ."""
    text = text.replace(f"{BELOW}/", "/")
    text = re.sub(r' download(="[^"]*")?| target="_self"', "", text)
    return TIMES.sub("…", MADE.sub("…", text))


class Server:
    """The app as a server has it, asked by one phone."""

    def __init__(self, folder: Path, address: str) -> None:
        self.origin = address.removesuffix(f"{BELOW}/")
        self._tables = open_tables(folder / "tables.sqlite3", Limits(rivals=PLAYERS))
        self._client: FlaskClient = create_app(self._tables, served(address.rstrip("/"))).test_client()

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        headers = {"Accept": "text/html", "Accept-Language": "en-US", "Origin": self.origin}
        answer = self._client.open(
            path, method=method, base_url=self.origin, headers=headers, data=fields, follow_redirects=True
        )
        return answer.status_code, answer.text

    def carry(self, text: str) -> None:
        file = {"table": (BytesIO(text.encode()), "table.json")}
        assert (
            self._client.post("/import", base_url=self.origin, headers={"Origin": self.origin}, data=file).status_code
            == 303
        )

    def close(self) -> None:
        self._tables.close()


def long_table(game: str) -> tuple[str, str]:
    """A table of this game that was played for long: its code, and its file."""
    with lzma.open(EXPORTS, "rt", encoding="utf-8") as lines:
        for line in lines:
            kept = json.loads(line)
            table = json.loads(kept["export"])
            if table["game"] == game and len(table["log"]) > LONG:
                return kept["code"], kept["export"]
    raise LookupError(game)


def requests(code: str) -> Iterator[Asked]:
    """What a phone asks of a table that it carries on with: a seat, every page, a step back, and pages that show it."""
    table = f"/t/{code}"
    yield "POST", f"{table}/seats", {"command_id": f"a-seat-{code}", "do": '{"do":"take","chair":0,"name":"Ana"}'}
    for page in PAGES:
        yield "GET", f"{table}{page}", None
    yield "POST", table, {"command_id": f"back-{code}", "do": '{"do":"undo"}'}
    yield "GET", table, None
    yield "GET", f"{table}/log", None
    yield "GET", f"{table}/verify", None
    yield "GET", "/", None
    yield "GET", "/history", None


def whole(code: str, entries: int) -> Iterator[Asked]:
    """What a phone asks that looks at every entry of a game, takes it back step by step, and does it again."""
    yield from requests(code)
    table = f"/t/{code}"
    for n in range(1, entries + 1):
        yield "GET", f"{table}/log/{n}", None
        yield "GET", f"{table}/table/{n}", None
    for do in ("undo", "redo"):
        for n in range(STEPS):
            yield "POST", table, {"command_id": f"{do}-{n}-{code}", "do": json.dumps({"do": do})}
            yield "GET", table, None
            yield "GET", f"{table}/score", None


def test_the_site_answers_as_a_server(host: Host, visitor: Visitor, tmp_path: Path) -> None:
    code, text = long_table("dunhuang")
    compare(host, visitor, tmp_path, code, text, requests(code))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_site_answers_as_a_server_in_a_whole_game(host: Host, visitor: Visitor, tmp_path: Path, game: str) -> None:
    code, text = long_table(game)
    compare(host, visitor, tmp_path, code, text, whole(code, len(json.loads(text)["log"])))


def compare(host: Host, visitor: Visitor, folder: Path, code: str, text: str, asked: Iterator[Asked]) -> None:
    """The same requests to a server and to the site, at a table that both carry on."""
    server = Server(folder, host.address)
    visitor.open(host.address)
    server.ask("GET", "/")
    server.carry(text)
    assert code in visitor.app.evaluate(CARRIED, [f"{BELOW}/import", text])
    unequal: list[str] = []
    for method, path, fields in asked:
        status, page = server.ask(method, path, fields)
        found, shown = visitor.app.evaluate(ASKED, [method, BELOW + path, fields])
        assert status == found and status < 500, (path, status, found)
        if plain(page) != plain(shown):
            unequal += difflib.unified_diff(plain(page).splitlines(), plain(shown).splitlines(), path, "site", n=0)
    server.close()
    assert not unequal, "\n".join(unequal)
