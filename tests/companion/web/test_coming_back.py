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


def test_a_guests_name_is_there_at_the_next_table(app: Flask) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="3")
    ana.get(f"{table}/seats")
    ana.send(
        ana.page.xpath('//details//button[contains(., "Save")]')[0], **{"set.name": "Tomás"}
    )  # of a player without a phone
    again, _ = opened(app, ("Priya",), players="2")
    for phone, name in ((mei, "Mei"), (ana, "Ana")):
        phone.get(again)
        assert phone.page.get_element_by_id("name").get("value") == name


def test_a_seat_moves_in_four_taps(app: Flask, tables: Tables) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.get(f"{table}/seats")  # 1
    mei.press("Move my seat")  # 2
    code = mei.page.xpath('//p[contains(@class, "code--long")]')[0].text_content().strip()
    new = Phone(app)
    new.get(f"{table}/move/{code}")  # 3
    new.press("Bring my seat here")  # 4
    assert new.path == table and "Mei (you)" in new.text


def test_the_host_gives_a_lost_seat_back_with_one_tap_where_it_plays(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    new = Phone(app)
    new.get(f"{table}/seats")
    new.press("Ask the host: Mei")
    (number,) = [p.text_content() for p in new.page.xpath('//p[@class="code"]')][:1]
    ana.get(table)
    assert f"A phone shows {number}: give it Mei’s seat?" in ana.text
    ana.press("Give the seat")
    new.get(table)
    assert "Mei (you)" in new.text


def test_a_request_for_a_seat_is_heard_at_once(app: Flask, tables: Tables) -> None:
    table, _ = begun(app, ("Ana", "Mei"))
    new = Phone(app)
    new.get(f"{table}/seats")
    with tables.news.watching(table[3:]) as watch:
        before = watch.news
        new.press("Ask the host: Mei")
        assert watch.latest is not None and watch.latest.version != before.version


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


def test_what_was_missed_is_told_as_far_as_the_merchants_are_read(app: Flask, tables: Tables) -> None:
    """However much of the log that is: nobody reads of a step before its beat."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    asleep = tables.view_for(table[3:]).seq
    for phone, key in ((ana, "Pass"), (mei, "Pass"), (ana, "Take coin")):
        phone.get(table)
        phone.press(key)
    ana.get(table)
    told: dict[str, str] = {}
    while ana.beat:
        mei.get(f"{table}?slept={asleep}")
        told[ana.beat] = mei.page.xpath('string(//*[@id="slept-card"])')
        ana.end_beat()
        ana.get(table)
    assert "Ana takes a coin" in told["11"]
    for merchant, number in (("Orange", 1), ("Green", 2), ("Purple", 3), ("Black", 4)):
        assert [beat for beat in told if f"{merchant} does not move" not in told[beat]] == [
            beat for beat in told if beat <= f"{number}1"
        ]


def test_only_signs_of_a_phone_say_that_it_is_here(tables: Tables) -> None:
    """Not what is written to it: a network takes that for a while after the phone is gone."""
    app = create_app(tables, Config(heartbeat=0.01))
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.get(table)

    def heard() -> int:
        return next(found.at for found in tables.presence(table[3:]) if found.chair == 1)

    before = heard()
    stream = iter(mei.client.get(f"{table}/stream", buffered=False).response)
    for _ in range(4):
        next(stream)
    assert heard() == before
    assert mei.client.get(f"{table}/here?after=1").status_code == 204
    assert heard() > before
