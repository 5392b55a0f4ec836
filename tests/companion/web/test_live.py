"""News for phones: a stream that resumes, room beside streams, names given later, and what a phone missed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from paperless import Phone, begun, opened

from companion.tables import Tables
from companion.web import Config, create_app

pytestmark = pytest.mark.long


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
    ana.at(table).press("Pass")
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
    ana.at(f"{table}/check").press("Right: City")
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


def test_a_guest_without_a_name_sits_as_the_chair_and_says_one_later(app: Flask, tables: Tables) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    mei = Phone(app, "es")
    mei.get(table)  # first tap: the link that the camera shows
    assert "el nombre, luego" in mei.text
    mei.press("Sentarme", **{"set.name": " "})  # second tap
    assert [(chair.name, chair.taken) for chair in tables.view_for(table[3:]).chairs] == [("Ana", True), ("", True)]
    assert "Azul" in mei.text
    assert "Blue" in ana.at(table).text and "Azul" not in ana.text, "each reads the colour in the own language"
    assert "name" not in {cookie.key for cookie in mei.client._cookies.values()}
    mei.at(f"{table}/seats").press("Guardar", **{"set.name": "Mei"})
    assert tables.view_for(table[3:]).chairs[1].name == "Mei"


def test_a_browser_that_was_closed_reads_what_happened_and_what_was_done_for_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = 3_600_000
    monkeypatch.setattr("companion.tables.news.AWAKE", hour)
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    mei.get(table)
    ana.at(table).press("Pass")
    assert "While you were away" not in mei.at(table).text, "it was away for a moment only"
    ana.at(f"{table}?for=1").press("Pass")
    monkeypatch.setattr("companion.tables.news.AWAKE", -1)
    (card,) = mei.at(table).page.xpath('//*[@id="slept-card"]')
    assert "by Ana for you" in card.text_content()
    assert mei.page.body.get("data-slept"), "for the script to ask again until it is seen"
    monkeypatch.setattr("companion.tables.news.AWAKE", hour)
    assert "While you were away" not in mei.at(table).text, "the next page does without"


def test_only_signs_of_a_phone_say_that_it_is_here(tables: Tables) -> None:
    """Not what is written to it: a network takes that for a while after the phone is gone."""
    app = create_app(tables, Config(heartbeat=0.01))
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.get(table)

    def heard() -> int:
        return next(found.at for found in tables.news.presence(table[3:], 0) if found.chair == 1)

    before = heard()
    stream = iter(mei.client.get(f"{table}/stream", buffered=False).response)
    for _ in range(4):
        next(stream)
    assert heard() == before
    assert mei.client.get(f"{table}/here?after=1").status_code == 204
    assert heard() > before


def test_a_sign_of_a_phone_counts_while_it_is_stored(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    seen = []
    monkeypatch.setattr(tables.store, "note_presences", lambda heard: seen.extend(tables.news.presence(table[3:], 0)))
    mei.get(table)
    tables.news.note_presences()
    assert 1 in {found.chair for found in seen}
