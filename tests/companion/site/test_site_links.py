"""What a site shows leads somewhere, and promises nothing that one phone does not have."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.engine.wording import LANGUAGES
from companion.site.device import PLAYERS, served
from companion.site.kits import PAPERS
from companion.tables import Limits, open_tables
from companion.web.app import create_app
from companion.web.config import MadeKit
from companion.web.game_pages import GAMES

ORIGIN = "http://localhost"
KITS = tuple(
    MadeKit(game, language, paper, f"kits/{game}-{language}-{paper}-0123456789abcdef.zip", 1_500_000)
    for game in GAMES for language in LANGUAGES for paper in PAPERS
)  # fmt: skip
PROMISES = re.compile(
    r"wi-?fi|laptop|portátil|this server|este servidor|join code|companion (?:owner|serve)|scan to join", re.IGNORECASE
)
"""Words for what takes a server."""
HIDDEN = re.compile(r"/t/\w+/export")
"""A table that is carried away says no while hands lie hidden; the page of that says why."""
ALIKE = 4
"""So many addresses that differ in their queries alone are looked at."""


@pytest.fixture
def phone(tmp_path: Path, sightless: None) -> Iterator[FlaskClient]:
    """The app as one device serves it."""
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=PLAYERS, threads=False))
    yield create_app(tables, served(ORIGIN, KITS)).test_client()
    tables.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_somewhere(phone: FlaskClient, game: str, language: str) -> None:
    """From the first page and a table of each way, one of them running."""
    numbers = count()
    told = {"Accept": "text/html", "Accept-Language": language, "Origin": ORIGIN}

    def post(path: str, **fields: str) -> str:
        answer = phone.post(path, data={"command_id": f"step-{next(numbers):020}"} | fields, headers=told)
        assert answer.status_code == 303, (path, fields)
        return urlsplit(answer.headers["Location"]).path

    ways = [post(f"/new/{game}", way=way, players="2", name="Ana", cards="app") for way in ("follow", "score")]
    post(f"{ways[0]}/seats", do='{"do":"rival","chair":1,"player":"middling","name":"Bo"}')
    post(ways[0], do='{"do":"start"}')
    todo = [("/", ""), *((way, "") for way in ways)]
    seen: dict[str, int] = {}
    wrong: list[str] = []
    while todo:
        path, before = todo.pop(0)
        page = path.partition("?")[0]
        if seen.get(page, 0) >= ALIKE or (seen.get(page) and path == page):
            continue
        seen[page] = seen.get(page, 0) + 1
        answer = phone.get(path, headers=told)
        if answer.status_code >= 400 and not (HIDDEN.fullmatch(path) and answer.status_code == 409):
            wrong.append(f"{path}, from {before}: {answer.status_code}")
        if 300 <= answer.status_code < 400:
            todo.append((answer.headers["Location"].removeprefix(ORIGIN), path))
        if answer.status_code >= 300 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        text = html.unescape(re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.text, flags=re.DOTALL))
        wrong += [f"{path} says {said!r}" for said in PROMISES.findall(text)]
        for to in re.findall(r'\s(?:href|src)="([^"#]+)', answer.text):
            leads = urljoin(path, html.unescape(to))
            if leads.startswith(("http:", "https:")):
                wrong.append(f"{path} leads away to {leads}")
            elif leads.startswith("/") and not leads.startswith("/kits/"):
                todo.append((leads, path))
    assert len(seen) > 50 and not wrong, "\n".join(wrong)
