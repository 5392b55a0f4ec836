"""What watches over a server: its health, its figures, and the lines it writes."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, begun
from sqlalchemy import event

from companion.tables import Tables
from companion.tables.database import Database
from companion.web import create_app


def test_a_server_whose_database_answers_is_well(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


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


def test_each_request_is_a_record_and_nothing_secret_is_in_it(
    tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(tables)
    with caplog.at_level(logging.INFO, "companion"):
        app.test_client().get("/t/QKTRM")
    assert re.search(r"^GET /t/<code> 404 [0-9.]+ ms$", caplog.messages[-1])
    caplog.clear()
    with caplog.at_level(logging.WARNING, "companion"):
        app.test_client().get("/rules/chess")
        assert not caplog.messages, "quiet: failures alone"

        def fails(*words: object, **named: object) -> None:
            raise RuntimeError("swordfish")

        monkeypatch.setattr(Tables, "visit", fails)
        app.test_client().get("/t/QKTRN")
    assert "RuntimeError in /t/<code>" in caplog.text and "test_watching.py" in caplog.text
    assert "swordfish" not in caplog.text and "QKTRN" not in caplog.text


def figures(app: Flask) -> dict[str, float]:
    """Each sample by its name and labels."""
    answer = app.test_client().get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4"
    found = {}
    for line in answer.text.splitlines():
        sample = re.fullmatch(r"([a-z_]+)(?:\{(.*)\})? ([0-9.e+-]+)", line)
        assert sample is not None, line
        labels = re.findall(r'(\w+)="([^"]*)"', sample[2] or "")
        found[f"{sample[1]} {' '.join(f'{key}={value}' for key, value in sorted(labels))}"] = float(sample[3])
    return found


def test_requests_are_counted_by_route_and_status(app: Flask) -> None:
    phone = Phone(app).at("/")
    phone.get("/t/QKTRM", 404)
    app.test_client().open("/t/QKTRM", method="BREW")
    found = figures(app)
    assert found["companion_requests_total method=GET route=/ status=200"] == 1
    assert found["companion_requests_total method=GET route=/t/<code> status=404"] == 1
    assert found["companion_requests_total method=other route= status=403"] == 1
    assert found["companion_request_seconds_count route=/"] == 1


def test_no_label_holds_a_name_a_code_or_a_token(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Anastasia", "Meifeng"))
    for page in ("", "/log", "/log/3", "/nothing", "/stream"):
        ana.client.get(table + page, buffered=False).close()
    text = app.test_client().get("/metrics").text
    secrets = [table[3:], "Anastasia", "Meifeng", "nothing"]
    secrets += [phone.client.get_cookie("phone").value for phone in (ana, mei)]  # type: ignore[union-attr]  # they have one
    assert not [secret for secret in secrets if secret in text]
