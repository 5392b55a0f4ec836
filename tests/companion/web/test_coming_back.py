"""Names that a phone keeps, seats without one, seats that move in four taps, and what a phone reads that comes back."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, begun, opened

from companion.tables import Tables
from companion.web import Config, create_app

pytestmark = pytest.mark.long


def test_a_guest_without_a_name_sits_as_the_chair_and_says_one_later(app: Flask, tables: Tables) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    mei = Phone(app, "es")
    mei.get(table)  # first tap: the link that the camera shows
    assert "el nombre, luego" in mei.text
    mei.press("Sentarme", **{"set.name": " "})  # second tap
    assert [(chair.name, chair.taken) for chair in tables.view_for(table[3:]).chairs] == [("Ana", True), ("", True)]
    assert "Azul" in mei.text
    ana.get(table)
    assert "Blue" in ana.text and "Azul" not in ana.text, "each reads the colour in the own language"
    assert "name" not in {cookie.key for cookie in mei.client._cookies.values()}
    mei.get(f"{table}/seats")
    mei.press("Guardar", **{"set.name": "Mei"})
    assert tables.view_for(table[3:]).chairs[1].name == "Mei"


def test_a_browser_that_was_closed_reads_what_happened_and_what_was_done_for_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    mei.get(table)
    ana.get(table)
    ana.press("Pass")
    mei.get(table)
    assert "While you were away" not in mei.text, "it was away for a moment only"
    ana.get(f"{table}?for=1")
    ana.press("Pass")
    monkeypatch.setattr("companion.tables.news.AWAKE", -1)
    mei.get(table)
    (card,) = mei.page.xpath('//*[@id="slept-card"]')
    assert "by Ana for you" in card.text_content()
    assert mei.page.body.get("data-slept"), "for the script to ask again until it is seen"
    monkeypatch.undo()
    mei.get(table)
    assert "While you were away" not in mei.text, "the next page does without"


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
