"""What watches over a server: its health, and the lines it writes."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from companion.tables import Tables
from companion.tables.errors import StorageFailed
from companion.tables.storage.database import Database
from companion.web import Config, create_app
from companion.web.http import health, logs


def test_a_server_whose_database_answers_is_well(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_database_that_does_not_answer_in_time_is_said(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    release, asked = threading.Event(), []

    def hangs() -> None:
        asked.append(1)
        release.wait(30)

    monkeypatch.setattr(tables, "probe", hangs)
    monkeypatch.setattr(health, "SECONDS", 0.05)
    client = create_app(tables).test_client()
    answers = [client.get("/healthz") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [503, 503, 503]
    assert answers[0].headers["Retry-After"]
    assert len(asked) == 1, "one question at a time, however often somebody looks"
    release.set()
    monkeypatch.setattr(health, "SECONDS", 5.0)
    until = time.monotonic() + 10
    while client.get("/healthz").status_code != 200:
        assert time.monotonic() < until


def test_a_database_that_fails_is_said(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise StorageFailed(message="disk full")

    monkeypatch.setattr(tables, "probe", fails)
    answer = create_app(tables).test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (503, "the database does not answer\n")


def full(connection: sqlite3.Connection) -> None:
    """The file may not grow, and its free pages are used up."""
    connection.execute("CREATE TABLE filler (data)")
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA max_page_count=1")  # no fewer than there are
        while True:
            connection.execute("INSERT INTO filler VALUES (zeroblob(2000))")


def read_only(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only=ON")


@pytest.mark.parametrize("fails", [full, read_only])
def test_a_server_whose_writes_fail_is_not_well(
    tmp_path: Path, empty: bytes, fails: Callable[[sqlite3.Connection], None]
) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(empty)
    database = Database(tmp_path / "tables.sqlite3")
    tables = Tables(database)
    client, healthy = create_app(tables).test_client(), create_app(tables).test_client()
    assert healthy.get("/healthz").status_code == 200
    database.engine.dispose()
    event.listen(database.engine, "connect", lambda connection, record: fails(connection))
    while (status := client.post("/api/v1/tables", json={"game": "hangzhou"}).status_code) == 201:
        pass  # in a full file the last pages have room for some
    assert status == 503
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
    assert client.get("/").status_code == 200, "what is there can still be read"
    tables.close()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_server_whose_file_is_gone_is_not_well(
    tables: Tables, app: Flask, tmp_path: Path, empty: bytes, replaced: bool
) -> None:
    """Its open connections go on writing to what nobody will ever read."""
    assert app.test_client().get("/healthz").status_code == 200
    file = tmp_path / "tables.sqlite3"
    file.rename(tmp_path / "elsewhere")
    if replaced:
        file.write_bytes(empty)
    assert create_app(tables).test_client().get("/healthz").status_code == 503
    (tmp_path / "elsewhere").rename(file)
    assert create_app(tables).test_client().get("/healthz").status_code == 200


def test_a_server_whose_database_is_locked_is_not_well(
    tables: Tables, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SECONDS", 0.2)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert app.test_client().get("/healthz").status_code == 503
    monkeypatch.setattr(health, "SECONDS", 30.0)
    assert app.test_client().get("/healthz").status_code == 200


def test_looking_often_does_not_fill_the_database(tables: Tables, tmp_path: Path) -> None:
    tables.probe()
    tables.settle()
    before = _pages(tmp_path)
    for _ in range(50):
        tables.probe()
    assert _pages(tmp_path) == before


def _pages(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as connection:
        (found,) = connection.execute("PRAGMA page_count").fetchone()
        return int(found)


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    found = logging.getLogger("companion")
    kept = found.handlers, found.propagate, found.level
    yield found
    found.handlers, found.propagate = kept[:2]
    found.setLevel(kept[2])


def test_each_request_is_a_json_object_on_a_line(
    tables: Tables, logger: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("json")
    answer = create_app(tables).test_client().get("/t/QKTRM", headers={"X-Request-Id": "from-outside"})
    (line,) = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert line.pop("at") and line.pop("ms") > 0 and len(line.pop("table")) == 8
    assert line == {
        "level": "info",
        "event": "request",
        "request": answer.headers["X-Request-Id"],
        "method": "GET",
        "route": "/t/<code>",
        "status": 404,
    }


def test_plain_lines_are_words_and_quiet_ones_tell_only_failures(
    tables: Tables, logger: logging.Logger, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(tables)
    logs.set_up("plain")
    app.test_client().get("/rules/chess")
    assert " info request " in (line := capsys.readouterr().err) and "GET /rules/<game> 404" in line
    logs.set_up("quiet")
    app.test_client().get("/rules/chess")
    assert capsys.readouterr().err == ""

    def fails(*words: object, **named: object) -> None:
        raise RuntimeError("swordfish")

    monkeypatch.setattr(Tables, "view_for", fails)
    app.test_client().get("/t/QKTRN")
    told = capsys.readouterr().err
    assert "error failure" in told and "RuntimeError" in told and "test_watching.py" in told
    assert "swordfish" not in told and "QKTRN" not in told
    logging.getLogger("companion.other").warning("about %s", "swordfish")
    assert "swordfish" not in capsys.readouterr().err


def test_only_a_proxy_may_number_requests(tables: Tables) -> None:
    sent = {"X-Request-Id": "abcdef-12345"}
    assert create_app(tables).test_client().get("/", headers=sent).headers["X-Request-Id"] != "abcdef-12345"
    client = create_app(tables, Config(proxies=1)).test_client()
    assert client.get("/", headers=sent).headers["X-Request-Id"] == "abcdef-12345"
    assert client.get("/", headers={"X-Request-Id": "<b>"}).headers["X-Request-Id"] != "<b>"


def test_tags_tell_tables_apart_but_not_from_start_to_start(tables: Tables, logger: logging.Logger,
                                                            capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    logs.set_up("json")
    one, two = (create_app(tables).test_client() for _ in range(2))
    for client, code in ((one, "QKTRM"), (one, "qk-trm"), (one, "BBBBB"), (two, "QKTRM")):
        client.get(f"/t/{code}")
    first, typed, other, later = [json.loads(line)["table"] for line in capsys.readouterr().err.splitlines()]
    assert first == typed != other
    assert later not in (first, other)
