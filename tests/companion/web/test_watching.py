"""What watches over a server: its health, and the lines it writes."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.tables import Tables
from companion.tables.errors import StorageFailed
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
