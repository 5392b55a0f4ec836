"""What tables answer: asked by the corpus' maker when it was made, and by the tests again."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from corpus import text_of
from house import TableError, Tables, client, open_tables, table_error

PASSING = ("code", "commitment", "at", "command_id", "token", "number", "move_code")
"""Fields that are other ones where a log goes on in another place."""


@contextmanager
def database() -> Iterator[tuple[Tables, Path]]:
    """The tables of the kept database, and the folder that they are in."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "tables.sqlite3"
        with closing(sqlite3.connect(path)) as opened:
            opened.executescript(text_of("tables/database.sql"))
        tables = open_tables(path)
        try:
            yield tables, Path(name)
        finally:
            tables.close()


def answers(asked: Any, phones: Iterable[Mapping[str, str]]) -> Iterator[dict[str, Any]]:
    """What each phone is answered about its table: the table, its log, its score, whether it may carry it away."""
    for tokens in phones:
        for who, token in tokens.items():
            if who not in ("table", "game"):
                yield {"table": tokens["table"], "who": who, **answer(asked, tokens["table"], token)}


def answer(asked: Any, code: str, token: str) -> dict[str, Any]:
    """What a phone is answered about a table."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}

    def got(path: str) -> Any:
        return asked.get(f"/api/v1/tables/{code}{path}", headers=headers)

    view, score = got(""), got("/score")
    log: list[Any] = []
    while not log or log[-1]["seq"] < view.get_json()["seq"]:
        log += got(f"/log?after={len(log)}&limit=200").get_json()["entries"]
    return {
        "view": told(view.get_json()),
        "log": told(log),
        "score": {"status": score.status_code, "gives": score.get_json()},
        "export": got("/export").status_code,
    }


def told(said: Any) -> Any:
    """An answer without positions as JSON: they stand beside their texts."""
    if isinstance(said, dict):
        return {key: told(value) for key, value in said.items() if key != "json"}
    return [told(value) for value in said] if isinstance(said, list) else said


def imported(text: str) -> dict[str, Any]:
    """What a watcher is answered where an export was brought to a server without tables."""
    with tempfile.TemporaryDirectory() as folder:
        tables = open_tables(Path(folder) / "tables.sqlite3")
        asked = client(tables, Path(folder))
        done = asked.post("/api/v1/tables/import", data=text.encode(), content_type="application/json")
        assert done.status_code == 201, done.text
        found = lasting(answer(asked, done.get_json()["code"], done.get_json()["token"]))
        tables.close()
    return found


def lasting(found: Any) -> Any:
    """An answer without what differs from server to server."""
    if isinstance(found, dict):
        return {key: lasting(value) for key, value in found.items() if key not in PASSING}
    return [lasting(value) for value in found] if isinstance(found, list) else found


def changed(text: str, change: list[Any]) -> str:
    """An export after one field of it was set."""
    data = json.loads(text)
    *path, last, value = change
    here = data
    for key in path:
        here = here[key]
    here[last] = value
    return json.dumps(data)


def refused(text: str) -> dict[str, Any]:
    """What the import says of a text; nothing is wrong: it can be read."""
    with tempfile.TemporaryDirectory() as folder:
        tables: Tables = open_tables(Path(folder) / "tables.sqlite3")
        try:
            tables.carry_in(text, "0" * 32)
        except TableError as error:
            return {"wrong": table_error(error)}
        finally:
            tables.close()
    return {"wrong": None}
