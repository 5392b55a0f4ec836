"""Ana and Mei at a table of an example game, each with a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.tables import open_tables
from companion.web import Config, create_app


@contextmanager
def two_phones(folder: Path, game: str) -> Iterator[tuple[FlaskClient, FlaskClient, str]]:
    """Ana opens a table of the game and Mei sits down; the table's address. Programs find the game described, too."""
    served = open_tables(folder / "tables.sqlite3")
    app = create_app(served, Config(pace=0))
    ana, mei = app.test_client(), app.test_client()
    opened = {"command_id": "open-a-table", "name": "Ana", "players": "2", "way": "follow"}
    ana.get(f"/new/{game}")
    home = ana.post(f"/new/{game}", data=opened, headers={"Origin": "http://localhost"}).location
    mei.get(home)
    seat = {"command_id": "mei-sits", "do": '{"do":"take","chair":1,"name":"Mei"}'}
    assert mei.post(f"{home}/seats", data=seat, headers={"Origin": "http://localhost"}).status_code == 303
    assert press(ana, f"{home}?first=0", '"start"').status_code == 303
    assert f"{game}.Effect" in ana.get("/api/v1/openapi.json").json["components"]["schemas"]
    try:
        yield ana, mei, home
    finally:
        served.close()


def press(phone: FlaskClient, address: str, wanted: str) -> TestResponse:
    """Presses the first key of a page whose command has this text in it."""
    page = phone.get(address).text
    forms = re.findall(r'<form method="post"(.*?)</form>', page, re.S)
    for form in forms:
        for value in re.findall(r'name="do" value="([^"]*)"', form):
            if wanted in unescape(value):
                found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
                hidden = {name: unescape(text) for name, text in found}
                sent = {**hidden, "do": unescape(value)}
                return phone.post(address, data=sent, headers={"Origin": "http://localhost"})
    raise AssertionError(f"{address} has no key for {wanted!r}")
