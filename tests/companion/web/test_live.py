"""News for phones: a stream that resumes, the same by asking, and room for forms beside many streams."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask
from paperless import Phone, begun

from companion.tables import Tables
from companion.web import Config, create_app


def listening(phone: Phone, table: str, after: int | None = None) -> Iterator[str]:
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    answer = phone.client.get(f"{table}/stream", headers=headers, buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    return (part if isinstance(part, str) else part.decode() for part in answer.response)  # type: ignore[union-attr]  # an open stream


def test_a_stream_tells_only_how_new_the_table_is(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    seq = tables.view_for(table[3:]).seq
    stream = listening(mei, table, after=seq)
    version = tables.view_for(table[3:]).version
    assert next(stream) == f"retry: 1000\n\nevent: changed\ndata: {version}\n\n"
    ana.get(table)
    ana.press("Pass")
    new = tables.view_for(table[3:]).seq
    event = next(stream)
    assert event == f"id: {new}\nevent: moved\ndata: {new}\n\n" and len(event) <= 300


def test_a_stream_resumes_where_the_phone_left_off(app: Flask, tables: Tables) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    seq = tables.view_for(table[3:]).seq
    stream = listening(mei, table, after=seq - 3)
    next(stream)
    assert next(stream).startswith(f"id: {seq}\n")


def test_a_change_without_an_entry_is_told_to_streams(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    stream = listening(mei, table, after=tables.view_for(table[3:]).seq)
    next(stream)
    ana.get(f"{table}/check")
    ana.press("Right: City")
    assert next(stream) == f"event: changed\ndata: {tables.view_for(table[3:]).version}\n\n"


def test_streams_leave_room_for_forms(tables: Tables) -> None:
    app = create_app(tables, Config(streams=1))
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    first = ana.client.get(f"{table}/stream", buffered=False)
    assert first.status_code == 200
    second = mei.client.get(f"{table}/stream")
    assert second.status_code == 503
    assert second.headers["Retry-After"] == "5"
    first.close()
    third = mei.client.get(f"{table}/stream", buffered=False)
    assert third.status_code == 200
    third.close()
